// Asks which of several moves you mean, by pictures or by a click on the board.

import { squares } from "./board.js";
import { h } from "./dom.js";

/** @param {{decide: (text: string) => void, cancel: () => void}} hands called when a move is chosen, or none */
export function chooser(board, { options }, { decide, cancel }) {
  const list = options.map((option) => h("button", {
    type: "button", title: option.text, onclick: () => decide(option.text),
  }, option.squares.length ? squares(board, option.squares) : null, h("span", {}, option.label)));
  return h("div", { class: "chooser", role: "dialog", "aria-modal": "true", "aria-label": "Which move?" },
    h("p", {}, "Which move?"), h("div", { class: "options" }, list),
    h("button", { type: "button", class: "plain", onclick: cancel }, "Cancel"));
}

/** What to mark on the board while it asks. */
export function chooserMarks({ clicks, options }) {
  return {
    chosen: clicks[0].includes("@") ? "" : clicks[0].split(":")[0],
    targets: options.flatMap((option) => option.path.slice(2).map((square) => [square, "victim"])),
  };
}

/** The clicks after an answer by a click on the board; null if no move continues on that square. */
export function answering({ clicks, options }, square) {
  return options.some((option) => option.path[clicks.length] === square) ? [...clicks, square] : null;
}
