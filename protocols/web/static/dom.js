// Elements, and pictures that come as text.

export const SVG = "http://www.w3.org/2000/svg";

/** An element with properties, attributes and children; `on...` are listeners, null and false children are left out. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** SVG nodes from text. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const group = s("g");
  for (const node of [...parsed.documentElement.childNodes]) group.append(document.importNode(node, true));
  return group;
}

/** What the server sends as JSON. */
export async function fetched(address) {
  return (await fetch(address)).json();
}

/** Say something to people who use a screen reader. */
export function announce(text) {
  const status = document.getElementById("status");
  if (status.textContent === text) status.textContent = "";
  status.textContent = text;
}

const ICONS = {
  flip: "M7 4v14l-3-3m3 3 3-3M17 20V6l-3 3m3-3 3 3",
  back: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  forward: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  hint: "M9 18h6M10 21h4M8.5 15c-4-3-3-10 3.5-10s7.5 7 3.5 10z",
  draw: "M5 9h14M5 15h14",
  resign: "M6 21V4c5-3 8 3 13 0v9c-5 3-8-3-13 0",
  first: "M7 5v14M18 5l-8 7 8 7z",
  previous: "M16 5l-8 7 8 7z",
  next: "M8 5l8 7-8 7z",
  play: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 8l6 4-6 4z",
  pause: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 9v6M14 9v6",
  last: "M17 5v14M6 5l8 7-8 7z",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9c1.5 2 1.5 4 0 6M18.5 6.500c3.5 3.5 3.5 7.5 0 11",
  silent: "M4 9v6h4l5 4V5L8 9zM16 9l5 6m0-6-5 6",
  dark: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M5 19l2-2M17 7l2-2",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14",
  lens: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  share: "M12 15V4m-4 4 4-4 4 4M5 13v7h14v-7",
  pointer: "M6 3l12 9-6 1 3 7-3 1-3-7-3 4z",
  eraser: "M4 15 14 5l6 6-9 9H8zM9 10l6 6M8 20h12",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  again: "M19 12a7 7 0 1 1-2-5l2 2m0-5v5h-5",
};

export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** A button with an icon, and a label that may be hidden. */
export function button(name, label, onclick, { shown = false, ...rest } = {}) {
  return h("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick, ...rest },
    icon(name), shown && h("span", {}, label));
}

/** A dialog with a button to close it. Closing it removes it. */
export function dialog(label, kind, ...content) {
  const box = h("dialog", { class: kind, "aria-label": label }, ...content,
    h("form", { method: "dialog", class: "buttons" }, h("button", { class: "primary" }, "Close")));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Ask before doing something. */
export function ask(label, question, no, action) {
  const box = h("dialog", { class: "small", "aria-label": label }, h("p", {}, question),
    h("form", { method: "dialog", class: "buttons" },
      h("button", { class: "plain", value: "no" }, no),
      h("button", { class: "danger", value: "yes" }, label)));
  box.addEventListener("close", () => {
    if (box.returnValue === "yes") action();
    box.remove();
  });
  document.body.append(box);
  box.showModal();
}
