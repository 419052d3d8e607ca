// Games as links, PGN and pictures, and games loaded from links and PGN.

import { dialog, h } from "./dom.js";

const LONGEST = 60000; // bytes of a text in a message, of which the server accepts 64 KiB

/** The address fragment of a game. */
export function packed({ variant, options, fen, moves }) {
  const bytes = new TextEncoder().encode(JSON.stringify([variant, options, fen, moves]));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The game of an address fragment; null if there is none in it. */
export function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const [variant, options, fen, moves] = JSON.parse(new TextDecoder().decode(bytes));
    return { variant, options, fen, moves };
  } catch {
    return null;
  }
}

/** Show how to share a game; `event` has what its link needs. */
export function shareGame(game, event) {
  const link = new URL(`#share/${packed(event)}`, document.baseURI).href;
  const seats = game.apart && !game.seats.watching ? [0, 1].map((side) => [game.live.sides[side],
    new URL(`#game/${game.session}/${side ^ Number(game.state.swapped)}`, document.baseURI).href]) : [];
  shareDialog(link, game.pgn, seats, () => game.connection.send({
    t: "picture", ply: game.at ?? game.state.frames.length - 1, flipped: game.flipped }));
}

/** @param {Array<[string, string]>} seats links for the players of each side */
function shareDialog(link, pgn, seats, download) {
  const field = (label, text) => {
    const area = h("textarea", { readonly: true, rows: label === "PGN" ? 8 : 1, "aria-label": label }, text);
    return h("div", { class: "shared" }, h("div", { class: "shared-head" }, h("b", {}, label),
      h("button", { type: "button", class: "plain", onclick: async (event) => {
        area.select();
        await navigator.clipboard?.writeText(text).catch(() => {});
        event.target.textContent = "Copied";
      } }, "Copy")), area);
  };
  dialog("Share", "large",
    h("h2", {}, "Share this game"), field("Link", link), field("PGN", pgn),
    seats.length ? h("p", {}, "To play on two devices, send your opponent the link for their side, and play the other "
      + "side on this page. The link works for the first browser that opens it; others can only watch. ",
    ["127.0.0.1", "localhost"].includes(location.hostname)
      ? "Other devices can open it if you start the server with its network address: oddfish web --host ADDRESS." : "") : null,
    seats.map(([side, address]) => field(side, address)),
    h("button", { type: "button", class: "plain", onclick: download }, "Download the position as SVG"));
}

export function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The beginning of a text that fits into a message. Only the first game in it is read. */
function fitting(text) {
  let part = text.slice(0, LONGEST);
  while (new TextEncoder().encode(JSON.stringify(part)).length > LONGEST) part = part.slice(0, 0.9 * part.length);
  return part;
}

/** Ask for a game in PGN. `load(text, variant, failed)` opens it. */
export function loadDialog(games, load) {
  const text = h("textarea", { rows: 10, id: "pgn", spellcheck: "false", required: true });
  const file = h("input", { type: "file", accept: ".pgn,text/plain", id: "file", onchange: async () => {
    text.value = fitting(await file.files[0].text());
  } });
  const variant = h("select", { id: "variant" }, games.map((game) => h("option", { value: game.name }, game.title)));
  const problem = h("p", { class: "problem", role: "alert" });
  const box = h("dialog", { class: "large", "aria-label": "Load a game" },
    h("form", { class: "setup", onsubmit: (event) => {
      event.preventDefault();
      load(fitting(text.value), variant.value, (why) => {
        if (why) problem.textContent = why;
        else box.close();
      });
    } },
    h("h2", {}, "Load a game"),
    h("p", {}, "Paste a game in PGN, as saved by Oddfish or XBoard, or choose a file."),
    h("label", { for: "pgn" }, "PGN"), text,
    h("div", { class: "row" }, h("label", { for: "file" }, "File"), file),
    h("div", { class: "row" }, h("label", { for: "variant" }, "Game"), variant),
    h("p", {}, "Choose the game only if the PGN has no Variant tag."), problem,
    h("div", { class: "buttons" }, h("button", { type: "button", class: "plain", onclick: () => box.close() }, "Cancel"),
      h("button", { type: "submit", class: "primary" }, "Load"))));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
