// The list of moves.

import { h } from "./dom.js";

/** A row for each number, with the moves that follow it; the first `opening` plies have the class "book". */
export function moveList(frames, at, go, opening = 0) {
  const list = h("ol", { class: "list" });
  const current = at ?? frames.length - 1;
  let row = null;
  frames.forEach((frame, ply) => {
    if (!ply) return;
    if (frame.number || !row) {
      const number = frame.number ?? "";
      row = h("li", {}, h("span", { class: "number" }, number.replace("...", ".")));
      if (number.endsWith("...")) row.append(h("span", { class: "ply" }, "…"));
      list.append(row);
    }
    row.append(h("button", {
      type: "button",
      class: `ply${ply <= opening ? " book" : ""}${ply === current ? " current" : ""}`,
      "aria-current": ply === current ? "true" : null,
      title: frame.news || null,
      onclick: () => go(ply),
    }, frame.text));
  });
  return list;
}
