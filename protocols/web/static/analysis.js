// The engine's lines beside the board, and the review of a game.

import { button, h, s } from "./dom.js";

const LINES = 3;

export class Analysis {
  /** @param {object} game the page; `send` messages, `go` to a position */
  constructor(game) {
    Object.assign(this, { game, on: false, arrows: [] });
    this.score = h("output", { class: "score" });
    this.depth = h("small", {});
    this.edit = button("edit", "Edit the position", () => game.edit());
    this.list = h("ol", { class: "lines" });
    this.root = h("section", { class: "analysis", "aria-label": "Analysis", hidden: true },
      h("div", { class: "verdict" }, this.score, h("span", { class: "balance" }, h("span", {})), this.depth, this.edit), this.list);
  }

  toggle() {
    this.on = !this.on;
    this.root.hidden = !this.on;
    this.ask();
  }

  /** Analyse the position that the page shows. */
  ask() {
    this.arrows = [];
    this.list.replaceChildren();
    this.score.textContent = this.on ? "…" : "";
    this.depth.textContent = "";
    const { frames } = this.game.state;
    this.ply = this.game.at ?? frames.length - 1;
    this.game.connection.send({ t: "analyse", lines: this.on ? LINES : 0, ply: this.ply });
  }

  follow() {
    if (this.on && this.ply !== (this.game.at ?? this.game.state.frames.length - 1)) this.ask();
  }

  receive(event) {
    if (!this.on || event.ply !== this.ply) return;
    if (event.over) this.score.textContent = "The game is over";
    if (!event.lines.length) return;
    const [first] = event.lines;
    this.score.textContent = first.score;
    this.depth.textContent = `depth ${event.depth}`;
    this.root.querySelector(".balance span").style.width = `${50 + 50 * first.value}%`;
    this.list.replaceChildren(...event.lines.map((line) => h("li", {}, h("b", {}, line.score), ` ${line.moves.join(" ")}`)));
    this.arrows = event.lines.flatMap((line, index) => line.squares.map(([start, end]) => [start, end, 1 - 0.3 * index]));
    this.game.showMarks();
  }
}

export class Review {
  constructor(game) {
    Object.assign(this, { game, values: [] });
    this.graph = s("svg", { class: "graph", viewBox: "0 0 300 80", preserveAspectRatio: "none", role: "img" });
    this.graph.addEventListener("click", (event) => {
      const box = this.graph.getBoundingClientRect();
      game.go(Math.round(((event.clientX - box.x) / box.width) * Math.max(1, this.of)));
    });
    this.list = h("ul", { class: "mistakes" });
    this.note = h("p", { class: "prompt" });
    this.root = h("section", { class: "review", "aria-label": "Review", hidden: true }, this.graph, this.note, this.list);
  }

  start() {
    this.root.hidden = false;
    this.values = [];
    this.list.replaceChildren();
    this.note.textContent = "Evaluating every position …";
    this.game.connection.send({ t: "review" });
  }

  receive(event) {
    if (event.t === "judged") {
      this.of = event.of;
      this.values[event.ply] = event.value;
      this.draw();
      return;
    }
    const sides = this.game.live.sides;
    this.note.textContent = event.mistakes.length ? "The worst mistakes:" : "No serious mistakes.";
    this.list.replaceChildren(...event.mistakes.map((mistake) => h("li", {},
      h("button", { type: "button", class: "mistake", onclick: () => this.game.go(mistake.ply - 1) },
        h("b", {}, `${sides[mistake.side]}: ${mistake.text}`), ` lost ${mistake.lost} % of the winning chances.`,
        mistake.better ? ` Better was ${mistake.better} (${mistake.score}).` : ""))));
  }

  draw() {
    const x = (ply) => (300 * ply) / Math.max(1, this.of);
    const points = this.values.map((value, ply) => `${x(ply).toFixed(1)} ${(40 - 38 * value).toFixed(1)}`);
    const last = x(this.values.length - 1).toFixed(1);
    const at = this.game.at ?? this.game.state.frames.length - 1;
    this.graph.replaceChildren(
      s("path", { class: "area", d: `M0 80L${points.join("L")}L${last} 80z` }),
      s("path", { class: "middle", d: "M0 40H300" }), s("path", { class: "curve", d: `M${points.join("L")}` }),
      s("path", { class: "here", d: `M${x(at)} 0V80` }));
    this.graph.setAttribute("aria-label", "Evaluation during the game");
  }
}
