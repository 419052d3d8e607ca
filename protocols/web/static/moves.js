// The list of moves.

import { h } from "./dom.js";

/** A row for each number, with the moves that follow it. */
export function moveList(frames, at, go) {
  const list = h("ol", { class: "list" });
  const current = at ?? frames.length - 1;
  let row = null;
  frames.forEach((frame, ply) => {
    if (!ply) return;
    if (frame.number || !row) {
      row = h("li", {}, h("span", { class: "number" }, frame.number.replace("...", ".")));
      if (frame.number.endsWith("...")) row.append(h("span", { class: "ply" }, "…"));
      list.append(row);
    }
    row.append(h("button", {
      type: "button",
      class: ply === current ? "ply current" : "ply",
      "aria-current": ply === current ? "true" : null,
      title: frame.news || null,
      onclick: () => go(ply),
    }, frame.text));
  });
  return list;
}
