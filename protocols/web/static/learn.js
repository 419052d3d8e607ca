// The lessons of a game.

import { dialog, fetched, h } from "./dom.js";

/** `attempt(board)` opens a position to try moves in; `play()` starts a game. */
export function learn(page, game, lessons, { attempt, play }) {
  const text = (html) => {
    const box = h("div", {});
    box.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    return box;
  };
  const figure = (lesson) => (board, index) => h("figure", {},
    h("img", { src: `lesson/${game.name}/${lesson}/${index}.svg`, alt: board.caption, loading: "lazy" }),
    h("figcaption", {}, board.caption,
      board.fen ? h("button", { type: "button", class: "plain", onclick: () => attempt(board) },
        board.goal ? "Make this move" : "Try it") : null));
  page.replaceChildren(h("div", { class: "learn" },
    h("div", { class: "start-head" }, h("h1", {}, `Learn ${game.title}`),
      h("div", { class: "again" }, h("a", { class: "plain", href: `#puzzles/${game.name}` }, "Puzzles"),
        h("button", { type: "button", class: "primary", onclick: play }, "Play"))),
    lessons.map((lesson, index) => h("section", {}, h("h2", {}, lesson.title), text(lesson.html),
      h("div", { class: "figures" }, lesson.boards.map(figure(index)))))));
  document.title = `Learn ${game.title} · Oddfish`;
}

/** The rules of a game in a dialog. */
export async function showRules(name) {
  const { html } = await fetched(`rules/${name}`);
  const text = h("div", { class: "prose", tabindex: "0" });
  text.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  dialog("Rules", "large", text);
}
