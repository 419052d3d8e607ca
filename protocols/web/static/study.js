// How the piece under the cursor moves, on a small board.

import { Board } from "./board.js";
import { h } from "./dom.js";

export class Study {
  /** @param {(letters: string) => void} request asks the server about a piece */
  constructor(board, request) {
    Object.assign(this, { request, known: new Map(), wanted: "" });
    this.board = new Board(board.shape);
    this.board.svg.classList.add("tiny");
    this.title = h("h2", {});
    this.notes = h("ul", {});
    this.root = h("section", { class: "study", "aria-label": "How the piece moves", hidden: true },
      this.board.svg, h("div", {}, this.title, this.notes));
  }

  look(letters) {
    if (this.wanted === letters) return;
    this.wanted = letters;
    if (this.known.has(letters)) this.show(letters);
    else this.request(letters);
  }

  receive(event) {
    this.known.set(event.letters, event);
    if (event.pictures) this.board.learn(event.pictures);
    if (event.letters === this.wanted) this.show(event.letters);
  }

  show(letters) {
    const found = this.known.get(letters);
    if (!found.title) return;
    this.root.hidden = false;
    this.title.textContent = found.title;
    this.notes.replaceChildren(...found.notes.map((note) => h("li", {}, note)));
    this.board.show(found.cells);
    this.board.mark({ targets: found.targets });
    this.board.svg.setAttribute("aria-label", `${found.title}: ${found.targets.map(([square]) => square).join(" ")}`);
  }

  nameOf(letters) {
    return this.known.get(letters)?.title.replace(/ on [a-z]\d+$/, "") || letters;
  }
}
