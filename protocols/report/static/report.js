// The games of a match: a list, and a board to step through the chosen one.

const data = JSON.parse(document.getElementById("data").textContent);

/** The frames of a game, each with all its squares. */
function framesOf(game) {
  let cells = {};
  return game.frames.map((frame) => {
    cells = { ...cells };
    for (const [square, letters] of Object.entries(frame.cells)) {
      if (letters) cells[square] = letters;
      else delete cells[square];
    }
    return { ...frame, cells };
  });
}

class Viewer {
  constructor() {
    this.field = h("div", { class: "field" });
    this.caption = h("h3");
    this.hands = [1, 0].map(() => h("p", { class: "inhand" }));
    this.thought = h("p", { class: "thought", "aria-live": "polite" });
    this.moves = h("div", { class: "moves" });
    const go = (name, label, ply) => button(name, label, () => this.go(ply()));
    this.tools = h("div", { class: "tools" },
      go("first", "First position", () => 0), go("previous", "Previous move", () => this.at - 1),
      go("next", "Next move", () => this.at + 1), go("last", "Last position", () => this.frames.length - 1),
      button("flip", "Flip the board", () => this.turn()));
    this.element = h("div", { class: "viewer", tabindex: 0, onkeydown: (event) => this.key(event) },
      h("div", { class: "left" }, this.hands[0], this.field, this.hands[1], this.tools, this.thought),
      h("div", { class: "right" }, this.caption, this.moves));
  }

  open(game) {
    this.frames = framesOf(game);
    const look = data.looks[game.look];
    const flipped = this.board?.flipped ?? false;
    this.board = new Board(look.board);
    this.board.learn(look.pieces);
    if (flipped) this.board.turnTo(true);
    this.field.replaceChildren(this.board.svg);
    this.caption.textContent = `Game ${game.number}: ${game.white} - ${game.black} ${game.result}, ${game.reason}`;
    this.opening = game.opening;
    this.go(this.frames.length - 1);
  }

  go(ply) {
    this.at = Math.max(0, Math.min(ply, this.frames.length - 1));
    const frame = this.frames[this.at];
    this.board.show(frame.cells);
    this.board.mark({ last: frame.last, taken: frame.taken, check: frame.check });
    this.moves.replaceChildren(moveList(this.frames, this.at, (chosen) => this.go(chosen), this.opening));
    const current = this.moves.querySelector(".current");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
    this.thought.textContent = frame.thought ?? "";
    const held = frame.hands ?? ["", ""];
    const top = this.board.flipped ? 0 : 1;
    this.hands.forEach((element, place) => {
      const letters = held[place ? 1 - top : top];
      element.replaceChildren(...[...letters].map((letter) =>
        s("svg", { viewBox: "0 0 45 45", class: "board" }, this.board.piece(letter))));
    });
  }

  turn() {
    this.board.turnTo(!this.board.flipped);
    this.go(this.at);
  }

  key(event) {
    const ply = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.frames.length - 1 }[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.go(ply);
  }
}

const viewer = new Viewer();
const list = h("ol", { class: "results" }, ...data.games.map((game) => {
  const label = `${game.number}. ${game.white} - ${game.black}`;
  return h("li", {}, h("button", { type: "button", onclick: (event) => choose(game, event.currentTarget) },
    h("span", {}, label), h("strong", {}, game.result), h("span", { class: "why" }, game.reason)));
}));

function choose(game, button) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  button.setAttribute("aria-current", "true");
  viewer.open(game);
}

document.querySelector(".replay").append(list, viewer.element);
if (data.games.length) choose(data.games[0], list.querySelector("button"));
else viewer.element.remove();
