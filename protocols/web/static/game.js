// The page of one game.

import { Analysis, Review } from "./analysis.js";
import { Board } from "./board.js";
import { answering, chooser, chooserMarks } from "./chooser.js";
import { announce, ask, button, h } from "./dom.js";
import { clockText, counted, hand } from "./hand.js";
import { press } from "./keyboard.js";
import { showRules } from "./learn.js";
import { moveList } from "./moves.js";
import { Connection } from "./net.js";
import { Puzzle } from "./puzzle.js";
import { Seats } from "./seats.js";
import { knock } from "./settings.js";
import { packed, save, shareGame } from "./share.js";
import { Study } from "./study.js";

export class GamePage {
  constructor(page, session, { levels, leave, seat, task, analysed }) {
    Object.assign(this, { page, session, levels, leave, task, analysed, seen: 0, chosen: "", at: null, dragged: null });
    this.seats = new Seats(this);
    this.queue = Promise.resolve();
    this.root = h("div", { class: "loading" }, "Loading …");
    page.replaceChildren(this.root);
    this.connection = new Connection((event) => this.receive(event), (online) => this.online(online),
      () => ({ t: "join", session, seat, seen: this.seen || null }));
    this.keys = (event) => press(this, event);
    addEventListener("keydown", this.keys);
    this.narrow = matchMedia("(max-width: 600px)");
    this.narrow.onchange = () => this.state && this.fit();
    this.ticking = setInterval(() => this.tick(), 100);
  }

  close() {
    this.connection.close();
    removeEventListener("keydown", this.keys);
    clearInterval(this.ticking);
    this.narrow.onchange = null;
  }

  online(online) {
    document.documentElement.classList.toggle("offline", !online);
    if (!online) announce("Connection lost. Reconnecting …");
  }

  receive(event) {
    if (event.n) {
      if (event.t !== "state" && event.n <= this.seen) return;
      this.seen = event.n;
    }
    // Handle events in turn: each waits for the animation of the previous one to end.
    this.queue = this.queue.then(() => this.happen(event)).catch((error) => console.error(error));
  }

  async happen(event) {
    if (!this.state && !["state", "seats", "gone", "closed", "error"].includes(event.t)) return undefined;
    switch (event.t) {
      case "state": return this.begin(event);
      case "rematch": return this.rematch(event);
      case "seats": return this.seated(event);
      case "ply": return this.ply(event);
      case "part": return this.partMade(event);
      case "back": return this.back(event);
      case "turn": return this.newTurn(event);
      case "ask": return this.ask(event);
      case "why": return this.refuse(event.text);
      case "task": return this.judge(event);
      case "puzzle": return this.puzzle.receive(event);
      case "note":
      case "error": return this.say(event.text);
      case "hint": return this.hinted(event);
      case "study": return this.study.receive(event);
      case "level": this.state.level = event.level; return this.showPlayers();
      case "players": this.state.players = event.players; return this.showPlayers();
      case "pgn": this.pgn = event.text; return this.connection.send({ t: "share" });
      case "share": return shareGame(this, event);
      case "picture": return save(`${this.state.variant.name}.svg`, event.text, "image/svg+xml");
      case "resumed": return this.analysis.on && this.analysis.ask();
      case "lines": return this.analysis.receive(event);
      case "judged":
      case "reviewed": return this.review.receive(event);
      case "gone":
      case "closed": return this.leave("This game no longer exists.");
      default: return undefined;
    }
  }

  // Building the page -----------------------------------------------------------------------------------------------

  begin(state) {
    this.state = state;
    const humans = state.players.map((player) => player === "human");
    this.mine = this.side ?? (humans[0] === humans[1] ? 0 : humans.indexOf(true));
    this.board = new Board(state.board, {
      press: (square, half, pointer) => this.press(square, half, pointer),
      drop: (square, half, pointer) => this.dropped(square, half, pointer),
      hover: (square) => this.hover(square),
      element: (origin) => this.heldElement(origin),
    });
    this.board.learn(state.pictures);
    this.flipped ??= this.mine === 1;
    this.study = new Study(this.board, (letters) => this.connection.send({ t: "study", letters }));
    this.analysis = new Analysis(this);
    this.review = new Review(this);
    this.puzzle = state.puzzle && new Puzzle(this, state.puzzle);
    this.cursor = "";
    this.hints = [];
    this.build();
    this.take(state);
    this.fit();
    if (this.analysed) this.analyse();
    this.analysed = false;
  }

  /** Another game between the same players. */
  rematch(event) {
    this.at = null;
    this.flipped = undefined;
    this.begin(event.state);
    const one = this.seat !== null || this.state.players[0] !== this.state.players[1];
    this.say(one ? `A new game: you play ${this.live.sides[this.mine]}.` : event.text || "A new game.");
  }

  /** What the lesson says about the first move. */
  judge(event) {
    if (this.state.frames.length !== 2) return;
    this.verdict = event.text;
    this.say(event.text);
    this.showPrompt();
  }

  /** This page has other seats, or there are offers. */
  seated(event) {
    const changed = this.seats.receive(event);
    if (!this.state) return;
    if (changed && this.side !== null) this.board.turnTo(this.flipped = (this.mine = this.side) === 1);
    this.chosen = changed ? "" : this.chosen;
    this.refresh();
  }

  /** The seat of this page; null if the page has both or none. */
  get seat() {
    return this.seats.own;
  }

  /** The side of this page's player; null if the page has both or none. */
  get side() {
    return this.seat === null ? null : this.seat ^ Number(this.state.swapped);
  }

  /** Draw the board for the width of the screen. */
  fit() {
    this.board.stacked = this.narrow.matches;
    this.board.turnTo(this.flipped);
    this.root.style.setProperty("--ratio", this.board.view.width / this.board.view.height);
    this.refresh();
  }

  build() {
    const { state } = this;
    this.bars = [h("div", { class: "player" }), h("div", { class: "player" })];
    this.field = h("div", { class: "field" }, this.board.svg);
    this.toast = h("p", { class: "toast", role: "alert" });
    this.extra = h("div", { class: "extra" });
    this.board.svg.setAttribute("tabindex", "0");
    this.board.svg.setAttribute("role", "application");
    this.board.svg.setAttribute("aria-label",
      `${state.variant.title}. Arrow keys move the cursor, Enter picks up and puts down a piece.`);
    this.moves = h("div", { class: "moves", tabindex: "0", role: "region", "aria-label": "Moves" });
    this.result = h("div", { class: "result", hidden: true });
    this.prompt = h("p", { class: "prompt" });
    const send = (t) => () => this.connection.send({ t });
    this.tools = {
      back: button("back", "Take back", send("back")),
      redo: button("forward", "Redo", send("redo")),
      hint: button("hint", "Hint", send("hint")),
      draw: button("draw", "Offer a draw", send("draw")),
      resign: button("resign", "Resign", () => this.resign()),
    };
    this.steps = h("div", { class: "steps" },
      button("first", "First position", () => this.go(0)), button("previous", "Previous position", () => this.step(-1)),
      button("next", "Next position", () => this.step(1)), button("last", "Last position", () => this.go(null)));
    const rules = Object.entries(state.rules).map(([name, value]) => h("li", {}, `${name}: ${value}`));
    this.root = h("div", { class: this.puzzle ? "game quiz" : "game" },
      h("section", { class: "table", "aria-label": "Board" }, this.bars[1], this.field, this.bars[0], this.extra),
      h("aside", { class: "side" },
        h("div", { class: "head" },
          h("h1", {}, state.variant.title),
          h("div", { class: "tools" },
            button("flip", "Flip the board", () => this.flip()),
            button("book", "Rules", () => showRules(state.variant.name)),
            button("lens", "Analysis", () => this.analyse()),
            button("chart", "Review the game", () => this.review.start()),
            button("share", "Share", send("pgn")))),
        rules.length ? h("ul", { class: "house" }, rules) : null,
        this.puzzle?.root, this.prompt, this.seats.root, this.result, this.analysis.root, this.review.root,
        this.moves, this.steps,
        h("div", { class: "actions" }, Object.values(this.tools)), this.study.root),
      this.toast);
    this.root.game = this; // for tests
    this.page.replaceChildren(this.root);
    document.title = `${state.variant.title} · Oddfish`;
    this.root.style.setProperty("--ratio", this.board.view.width / this.board.view.height);
  }

  // What the server says --------------------------------------------------------------------------------------------

  /** Apply the fields that all events about the game have. */
  take(event) {
    Object.assign(this.state, { turn: event.turn, over: event.over, clock: event.clock, thinking: event.thinking });
    this.heard = performance.now();
    this.chosen = "";
    this.closeChooser();
  }

  get live() {
    return this.state.part ?? this.state.frames[this.state.frames.length - 1];
  }

  get shown() {
    return this.at === null ? this.live : this.state.frames[this.at];
  }

  async ply(event) {
    this.board.learn(event.pictures);
    const { frames } = this.state;
    const wasPart = this.state.part;
    frames[event.ply] = event.frame;
    frames.length = event.ply + 1;
    this.state.part = null;
    const follows = this.at === null;
    if (!follows && this.at >= frames.length - 1) this.at = null;
    this.take(event);
    knock(event.frame.captured.length > 0);
    this.hints = [];
    if (follows) {
      let { frame } = event;
      if (wasPart) frame = { ...frame, slides: frame.slides.slice(wasPart.slides.length) };
      this.board.mark({ last: event.frame.last });
      await this.board.play(frame, this.dragged);
    }
    this.dragged = null;
    this.refresh();
    this.verdict = "";
    if (this.task && event.ply === 1) this.connection.send({ t: "task", goal: this.task.goal });
    announce([event.frame.number, event.frame.text, event.frame.news, event.over?.text].filter(Boolean).join(" "));
  }

  async partMade(event) {
    this.board.learn(event.pictures);
    this.state.part = event.frame;
    this.at = null;
    this.take(event);
    this.hints = [];
    if (event.frame) {
      knock(event.frame.captured.length > 0);
      await this.board.play(event.frame, this.dragged);
      announce(`${event.frame.text}, now make the second move of the turn`);
    }
    this.dragged = null;
    this.refresh();
  }

  back(event) {
    this.state.frames.length = event.to + 1;
    this.state.part = null;
    this.at = null;
    this.hints = [];
    this.take(event);
    this.refresh();
    announce("Move taken back");
  }

  newTurn(event) {
    this.take(event);
    if (event.over) {
      this.state.part = null;
      announce(event.over.text);
    }
    this.refresh();
  }

  hinted(event) {
    if (event.ply !== this.state.frames.length - 1) return;
    this.hints = event.squares;
    this.say(event.score ? `Hint: ${event.text} (${event.score})` : event.text);
    this.refresh();
  }

  // Showing ---------------------------------------------------------------------------------------------------------

  refresh() {
    const { state, shown } = this;
    this.board.halves = this.at === null ? state.turn.halves : {};
    this.board.show(shown.cells);
    this.showMarks();
    this.showPlayers();
    this.moves.replaceChildren(moveList(state.frames, this.at, (ply) => this.go(ply)));
    const current = this.moves.querySelector(".current");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
    const watching = this.seats.watching || !state.players.includes("human");
    this.tools.back.disabled = watching || (state.frames.length < 2 && !state.part && !state.over);
    this.tools.redo.disabled = watching || !state.turn.redo;
    for (const name of ["draw", "resign"]) this.tools[name].disabled = watching || Boolean(state.over);
    this.tools.hint.disabled = watching || Boolean(state.over) || (this.apart && this.seat !== null);
    this.showPrompt();
    this.analysis.follow();
    if (this.review.values.length) this.review.draw();
    const choices = this.at === null ? state.turn.buttons : [];
    this.extra.replaceChildren(...choices.map(([text, label]) => h("button", {
      type: "button", class: "primary", onclick: () => this.send([`=${text}`]),
    }, label)));
  }

  showMarks() {
    const { state, shown } = this;
    const live = this.at === null;
    const targets = live ? this.targets : {};
    this.board.mark({
      last: shown.last,
      taken: shown.taken,
      check: shown.check,
      chosen: this.chosen.includes("@") ? "" : this.chosen,
      targets: this.chosen ? targets[this.chosen] : [],
      arrows: live && this.hints?.length ? this.hints : (live && this.puzzle?.arrows) || this.analysis.arrows,
      cursor: this.cursor,
    });
  }

  showPrompt() {
    const { state } = this;
    let text = "";
    if (this.at !== null) text = "You are looking at an earlier position.";
    else if (state.over || this.puzzle?.isOpen) text = "";
    else if (this.task && state.frames.length === 1) text = this.task.caption;
    else if (this.verdict && state.frames.length === 2) text = this.verdict;
    else if (state.turn.part) text = `${state.turn.part} … now make the second move of the turn, with another piece.`;
    else if (state.turn.human) {
      const { news } = this.live;
      text = news ? `${news} ` : "";
      if (this.seat !== null && this.apart) {
        text += this.mayMove ? "Your turn." : this.seats.met ? "Your opponent's turn." : "Waiting for your opponent.";
      } else text += this.apart || this.seats.watching ? `${this.live.sides[state.turn.side]} to move.` : "Your turn.";
    } else text = state.thinking ? "Oddfish is thinking …" : "Oddfish is to move.";
    if (this.seats.watching && this.at === null && !state.over) {
      text = `${this.seats.refused ? "Another browser has this seat: you are watching." : "You are watching."} ${text}`;
    }
    this.prompt.textContent = text;
    this.prompt.classList.toggle("urgent", this.at !== null || Boolean(state.turn.part));
    this.result.hidden = !state.over;
    if (state.over) {
      this.result.replaceChildren(h("strong", {}, state.over.result.replace("1/2-1/2", "½–½").replace("-", "–")),
        h("span", {}, ` ${state.over.text}`),
        h("div", { class: "again" },
          h("button", { type: "button", class: "plain", onclick: () => this.leave("", state.variant.name) }, "New game"),
          this.seats.watching ? null : h("button", { type: "button", class: "primary", onclick: () =>
            this.connection.send({ t: "rematch", round: state.round }) }, "Rematch")));
    }
  }

  showPlayers() {
    const { state } = this;
    if (!state) return;
    for (const side of [0, 1]) {
      const bar = this.bars[(side === 1) === this.flipped ? 0 : 1];
      const human = state.players[side] === "human";
      const alone = this.seat === null ? !this.seats.watching && state.players[1 - side] !== "human" : side === this.side;
      const called = this.shown.sides[side];
      const name = human ? (alone ? "You" : called) : this.puzzle ? called : "Oddfish";
      const held = this.heldBy(side);
      const active = !state.over && state.turn.side === side;
      bar.className = `player${active ? " active" : ""}`;
      bar.replaceChildren(
        h("span", { class: `dot side${side}`, "data-side": called, "aria-hidden": "true" }),
        h("span", { class: "name" }, name, h("small", {},
          [name === called ? "" : called, human || this.puzzle ? "" : this.levels[state.level]].filter(Boolean).join(" · "))),
        held,
        state.timed ? h("span", { class: "clock", "data-side": String(side), role: "timer" }) : "");
    }
    this.tick();
  }

  /** What a side holds, or, where nothing can be dropped, what is still hidden. */
  heldBy(side) {
    const { hands, held } = this.shown;
    if (!hands) return "";
    const drops = this.at === null && this.state.turn.side === side && this.state.turn.human;
    const may = drops && counted(hands[side]).some(([letter]) => this.targets[`${letter.toLowerCase()}@`]);
    return hand(this.board, held[side], counted(hands[side]), may ? (letter, event) => this.pick(letter, event) : null,
      this.chosen);
  }

  heldElement(origin) {
    const letter = origin.split("@")[0];
    // The piece has just been dropped: the other side is to move.
    const bar = this.bars[(this.state.turn.side === 1) === this.flipped ? 1 : 0];
    return bar.querySelector(`[data-letters="${letter}" i]`);
  }

  tick() {
    const clock = this.state?.clock;
    if (!clock) return;
    const gone = performance.now() - this.heard;
    for (const element of this.root.querySelectorAll(".clock")) {
      const side = Number(element.dataset.side);
      const left = clock.left[side] - (clock.running === side ? gone : 0);
      element.textContent = clockText(left);
      element.classList.toggle("running", clock.running === side);
      element.classList.toggle("short", left < 20000);
    }
  }

  say(text) {
    this.toast.textContent = text;
    this.toast.classList.add("visible");
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.toast.classList.remove("visible"), 2500 + 45 * text.length);
  }

  refuse(text) {
    this.dragged = null;
    if (text) this.say(text);
    this.chosen = "";
    this.refresh();
  }

  // The pointer -----------------------------------------------------------------------------------------------------

  get targets() {
    return this.mayMove ? this.state.turn.targets : {};
  }

  /** Whether the person at this page plays the side to move. */
  get mayMove() {
    return !this.seats.watching && (this.seat === null || this.side === this.state.turn.side);
  }

  /** Whether two people play. */
  get apart() {
    return this.state.players.every((player) => player === "human");
  }

  /** A square is pressed. Returns whether a piece may be dragged from there. */
  press(square, half, pointer) {
    if (this.at !== null || this.puzzle?.isWrong) {
      if (this.at === null) this.puzzle.retry();
      this.go(null);
      return false;
    }
    if (this.asking) {
      this.answer(square);
      return false;
    }
    const letters = this.board.cells[square];
    if (letters && pointer === "touch") this.study.look(letters);
    const { chosen } = this;
    const [from, narrowed] = chosen.split(":");
    const picks = this.targets[square];
    if (chosen && from === square) {
      const halves = `${square}:${half}`;
      this.choose(half && narrowed !== half && this.targets[halves] ? halves : "");
      return this.chosen !== "";
    }
    const goes = chosen && this.targets[chosen]?.some(([end]) => end === square);
    if (picks && !goes) {
      if (picks.every(([end]) => end === square)) {
        this.send([square]); // it happens on its own square
        return false;
      }
      this.choose(square);
      return true;
    }
    if (chosen) this.send([chosen, this.aimed(square, half, pointer)]);
    else if (letters && this.state.turn.human) this.send([square]);
    return false;
  }

  /** The click on a destination. Half a square is too small for a finger. */
  aimed(square, half, pointer) {
    return half && pointer !== "touch" ? `${square}:${half}` : square;
  }

  dropped(square, half, pointer) {
    const { chosen } = this;
    if (!chosen) return;
    if (!square || square === chosen.split(":")[0]) {
      this.choose(square ? chosen : "");
      return;
    }
    this.dragged = [chosen.split(":")[0], square];
    this.send([chosen, this.aimed(square, half, pointer)]);
  }

  pick(letters, event) {
    const origin = `${letters.toLowerCase()}@`;
    if (!this.targets[origin]) return;
    this.choose(this.chosen === origin ? "" : origin);
    if (event.type === "pointerdown" && this.chosen) {
      event.target.releasePointerCapture?.(event.pointerId);
      event.preventDefault();
      this.board.drag(event, origin, letters);
    }
  }

  choose(origin) {
    this.chosen = origin;
    this.hints = [];
    this.showMarks();
    this.showPlayers();
    const letters = this.board.cells[origin];
    if (letters) this.study.look(letters);
  }

  send(clicks, choice = "") {
    this.chosen = "";
    this.showMarks();
    const ply = this.state.frames.length - 1;
    if (!this.connection.send({ t: "click", clicks, choice, ply })) this.refuse("Connection lost.");
  }

  hover(square) {
    const letters = this.board.cells[square];
    clearTimeout(this.hovering);
    if (letters) this.hovering = setTimeout(() => this.study.look(letters), 300);
  }

  // Choosing between moves ------------------------------------------------------------------------------------------

  ask(event) {
    this.board.learn(event.pictures);
    this.asking = event;
    this.chooser = chooser(this.board, event, { decide: (text) => this.decide(text), cancel: () => this.cancel() });
    this.field.append(this.chooser);
    this.chooser.querySelector(".options button").focus();
    this.board.mark({ ...this.board.marked, ...chooserMarks(event) });
  }

  decide(choice) {
    const { clicks } = this.asking;
    this.closeChooser();
    this.send(clicks, choice);
  }

  /** A click on the board answers, if it names one of the moves. */
  answer(square) {
    const clicks = answering(this.asking, square);
    if (clicks) {
      this.closeChooser();
      this.send(clicks);
    } else this.cancel();
  }

  cancel() {
    this.closeChooser();
    this.dragged = null;
    this.refresh();
  }

  closeChooser() {
    this.chooser?.remove();
    this.asking = this.chooser = null;
  }

  /** Set up another position, from the one that the page shows. */
  edit() {
    const { variant, options } = this.state;
    location.hash = `edit/${packed({ variant: variant.name, options, fen: this.shown.fen, moves: [] })}`;
  }

  analyse() {
    this.analysis.toggle();
    this.showMarks();
  }

  // Other controls --------------------------------------------------------------------------------------------------

  flip() {
    this.flipped = !this.flipped;
    this.board.turnTo(this.flipped);
    this.refresh();
  }

  resign() {
    ask("Resign", "Resign this game?", "Play on", () => this.connection.send({ t: "resign" }));
  }

  /** Show the position after some moves; null for the current one. */
  go(ply) {
    const last = this.state.frames.length - 1;
    this.at = ply === null || ply >= last ? null : Math.max(0, ply);
    this.chosen = "";
    this.closeChooser();
    this.refresh();
  }

  step(by) {
    this.go((this.at ?? this.state.frames.length - 1) + by);
  }
}
