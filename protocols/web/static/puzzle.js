// Puzzles: the panel beside the board, and the list of a game's puzzles.

import { announce, button, h } from "./dom.js";
import { remember, remembered } from "./settings.js";

const WORDS = { open: "", right: "Right!", wrong: "Not this one.", solved: "Solved!", shown: "" };

/** The puzzles of a game that were solved in this browser: `solved`, or `helped` if with help. */
function done(name) {
  return remembered(`puzzles:${name}`, {});
}

export class Puzzle {
  constructor(game, state) {
    Object.assign(this, { game, helped: false, side: game.state.frames[0].turn });
    this.name = game.state.variant.name;
    this.title = h("h2", {});
    this.text = h("p", { class: "said", role: "status" });
    this.next = h("button", { type: "button", class: "primary", onclick: () => {
      location.hash = `puzzle/${this.name}/${this.state.number + 2}`;
    } }, "Next puzzle");
    this.again = h("button", { type: "button", class: "primary", onclick: () => this.retry() }, "Try again");
    this.hint = button("hint", "Hint", () => {
      this.helped = true;
      game.connection.send({ t: "hint" });
    }, { shown: true });
    this.solution = button("next", "Solution", () => {
      this.helped = true;
      game.connection.send({ t: "solution" });
    }, { shown: true });
    this.root = h("section", { class: "puzzle", "aria-label": "Puzzle" },
      h("div", { class: "puzzle-head" }, this.title, h("a", { href: `#puzzles/${this.name}` }, "All puzzles")),
      this.text, h("div", { class: "puzzle-buttons" }, this.hint, this.solution, this.again, this.next));
    this.show(state);
  }

  get isOpen() {
    return !["solved", "shown"].includes(this.state.status);
  }

  get isWrong() {
    return this.state.status === "wrong";
  }

  /** The reply that refutes a wrong move. */
  get arrows() {
    return this.isWrong && this.state.squares.length ? this.state.squares : null;
  }

  retry() {
    this.game.connection.send({ t: "back" });
  }

  receive(event) {
    this.show(event);
    if (event.status === "wrong" || event.status === "shown") this.helped = true;
    if (event.status === "solved") this.keep();
    if (event.text) announce(event.text);
    if (event.text && this.text.getBoundingClientRect().bottom > innerHeight) this.game.say(event.text);
    this.game.refresh();
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches(".puzzle button")) {
      if (this.isWrong) this.again.focus();
      else if (!this.isOpen) (this.next.hidden ? this.game.board.svg : this.next).focus();
    }
  }

  keep() {
    const before = done(this.name);
    const how = before[this.state.id] === "solved" || !this.helped ? "solved" : "helped";
    remember(`puzzles:${this.name}`, { ...before, [this.state.id]: how });
  }

  show(state) {
    this.state = state;
    const { isOpen, isWrong } = this;
    this.title.textContent = `Puzzle ${state.number + 1} of ${state.count}`;
    const task = `${this.game.state.frames[0].sides[this.side]} to move. Find the best move.`;
    const text = state.text || (this.game.state.frames.length > 1 ? "" : task) || "Go on.";
    const word = WORDS[state.status];
    this.text.replaceChildren(h("b", {}, word), ` ${text.startsWith(word) ? text.slice(word.length).trim() : text}`);
    this.root.dataset.status = state.status;
    this.hint.hidden = this.solution.hidden = !isOpen;
    this.again.hidden = !isWrong;
    this.next.hidden = isOpen || state.number + 1 >= state.count;
  }
}

/** The list of a game's puzzles. */
export function puzzles(page, game, list) {
  const known = done(game.name);
  const solved = list.filter(({ id }) => known[id]).length;
  const next = list.findIndex(({ id }) => !known[id]);
  const third = Math.ceil(list.length / 3);
  const section = (title, from) => h("section", {}, h("h2", {}, title),
    h("ul", { class: "puzzle-list" }, list.slice(from, from + third).map(({ id, moves }, index) => {
      const how = known[id] ?? "";
      const said = { solved: ", solved", helped: ", solved with help" }[how] ?? "";
      const number = from + index + 1;
      return h("li", {}, h("a", {
        href: `#puzzle/${game.name}/${number}`, class: how,
        "aria-label": `Puzzle ${number}, ${moves} ${moves > 1 ? "moves" : "move"}${said}`,
      }, h("b", {}, String(number)), h("small", {}, "●".repeat(moves))));
    })));
  page.replaceChildren(h("div", { class: "learn" },
    h("div", { class: "start-head" }, h("h1", {}, `${game.title}: puzzles`),
      list.length ? h("a", { class: "primary", href: `#puzzle/${game.name}/${(next < 0 ? 0 : next) + 1}` },
        solved ? "Go on" : "Start") : null),
    h("p", {}, list.length ? `You have solved ${solved} of ${list.length}. One move is far better than all others: find it. `
      : "There are no puzzles for this game yet. ", h("a", { href: `#learn/${game.name}` }, "How to play")),
    h("progress", { max: String(Math.max(1, list.length)), value: String(solved), "aria-label": "Solved puzzles" }),
    list.length ? [section("Easy", 0), section("Medium", third), section("Hard", 2 * third)] : null,
    h("p", { class: "key" }, "The dots are the moves to find. Green: solved. Striped: solved with help.")));
  document.title = `${game.title}: puzzles · Oddfish`;
}
