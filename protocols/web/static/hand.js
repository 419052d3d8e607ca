// A player's bar beside the board: the name, what is held, and the clock.

import { h, s } from "./dom.js";

export function handPiece(board, letters) {
  return s("svg", { viewBox: "0 0 45 45", class: "held-piece", "aria-hidden": "true" }, board.piece(letters));
}

/**
 * @param {Array<[string, number]>} pieces letters and their numbers
 * @param {(letters: string, event: PointerEvent) => void} pick null if nothing may be dropped
 */
export function hand(board, label, pieces, pick, chosen) {
  const list = pieces.map(([letters, number]) => {
    const inside = [handPiece(board, letters), number > 1 && h("span", { class: "count" }, String(number))];
    if (!pick) return h("span", { class: "held", "data-letters": letters }, ...inside);
    return h("button", {
      type: "button",
      class: chosen === `${letters.toLowerCase()}@` ? "held chosen" : "held",
      "data-letters": letters,
      "aria-label": `Drop ${letters.toUpperCase()} (${number})`,
      onpointerdown: (event) => pick(letters, event),
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") pick(letters, event);
      },
    }, ...inside);
  });
  return h("div", { class: "hand", "aria-label": label, role: "group" }, ...list);
}

export function counted(letters) {
  const numbers = new Map();
  for (const letter of letters) numbers.set(letter, (numbers.get(letter) ?? 0) + 1);
  return [...numbers];
}

export function clockText(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  const minutes = Math.floor(seconds / 60);
  if (seconds < 20) return `${minutes}:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
