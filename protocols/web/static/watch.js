// Watching a match through its `oddfish match` record: standings, finished games, and one of them on the board.

import { Board } from "./board.js";
import { announce, button, h } from "./dom.js";
import { counted, hand } from "./hand.js";
import { moveList } from "./moves.js";
import { Connection } from "./net.js";

const PACE = 900; // milliseconds between two moves while a game is played back

export class WatchPage {
  /** @param {string[]} titles the matches of this server; `leave()` returns to the start page */
  constructor(page, number, titles, leave) {
    Object.assign(this, { page, number, titles, leave, match: null, game: null, at: 0, flipped: false, follows: true });
    page.replaceChildren(h("div", { class: "loading" }, "Loading …"));
    this.connection = new Connection((event) => this.receive(event),
      (online) => document.documentElement.classList.toggle("offline", !online), () => ({ t: "watch", match: number }));
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.narrow = matchMedia("(max-width: 600px)");
    this.narrow.onchange = () => this.fit();
    this.build();
  }

  close() {
    this.connection.close();
    removeEventListener("keydown", this.keys);
    this.narrow.onchange = null;
    clearTimeout(this.playing);
  }

  receive(event) {
    if (event.t === "gone") this.leave();
    else if (event.t === "match") this.heard(event);
    else if (event.t === "watched") this.open(event);
    else if (event.t === "note" || event.t === "error") this.note.textContent = event.text;
  }

  build() {
    this.bars = [h("div", { class: "player" }), h("div", { class: "player" })];
    this.field = h("div", { class: "field" });
    this.title = h("h1", {}, this.titles[this.number] ?? "");
    this.progress = h("p", { class: "prompt" });
    this.standings = h("div", { class: "standings" });
    this.details = h("details", {}, h("summary", {}, "Statistics"), h("div", {}));
    this.note = h("p", { class: "prompt problem", role: "status" });
    this.games = h("div", { class: "games", role: "region", tabindex: "0", "aria-label": "Games" });
    this.moves = h("div", { class: "moves", role: "region", tabindex: "0", "aria-label": "Moves" });
    this.steps = h("div", { class: "steps" });
    const other = this.titles.length > 1 && h("select", { "aria-label": "Match",
      onchange: (event) => { location.hash = `watch/${event.target.value}`; },
    }, this.titles.map((title, index) => h("option", { value: String(index), selected: index === this.number }, title)));
    this.root = h("div", { class: "game watch" },
      h("section", { class: "table", "aria-label": "Board" }, this.bars[1], this.field, this.bars[0]),
      h("aside", { class: "side" },
        h("div", { class: "head" }, this.title,
          h("div", { class: "tools" }, other, button("flip", "Flip the board", () => this.flip()))),
        this.progress, this.standings, this.note, this.games, this.moves, this.steps));
    this.root.watch = this; // for tests
    this.page.replaceChildren(this.root);
    this.showSteps();
  }

  // The match -------------------------------------------------------------------------------------------------------

  heard(event) {
    this.match = event;
    const { variant, missing, problems, damaged } = event;
    this.title.textContent = variant?.title ?? event.title;
    document.title = `${event.title} · Oddfish`;
    const more = damaged > problems.length ? ` … ${damaged} damaged lines` : "";
    this.note.textContent = [missing && `The file cannot be read: ${missing}.`, problems.join("; ") + more]
      .filter(Boolean).join(" ");
    if (!variant) {
      this.progress.textContent = missing ? "Waiting for the record." : "The record does not contain a match yet.";
      this.standings.replaceChildren();
      this.games.replaceChildren();
      return;
    }
    this.progress.textContent = event.done < event.total
      ? `${event.done} of ${event.total} games are finished. Each game appears when it ends.`
      : `All ${event.total} games are finished.`;
    this.showStandings();
    this.showGames();
    const last = event.games.at(-1);
    if (last && this.follows && this.wanted !== last.number) {
      this.ask(last.number);
      announce(`Game ${last.number}: ${last.white} ${score(last.result)} ${last.black}`);
    }
  }

  showStandings() {
    const { engines, lines } = this.match;
    const elo = engines.some((one) => one.elo);
    const faults = engines.some((one) => one.faults);
    const head = ["Engine", "Wins", "Draws", "Losses", "Score", elo && "Elo", faults && "Faults"];
    const cells = (one) => [one.wins, one.draws, one.losses, one.score, elo && one.elo, faults && one.faults];
    this.standings.replaceChildren(
      h("table", {},
        h("thead", {}, h("tr", {}, head.filter(Boolean).map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, engines.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name),
          cells(one).filter((cell) => cell !== false).map((cell) => h("td", {}, String(cell))))))),
      lines.length ? this.details : "");
    this.details.lastChild.replaceChildren(...lines.map((line) => h("p", {}, line[0].toUpperCase() + line.slice(1))));
  }

  showGames() {
    const { games, done } = this.match;
    this.games.replaceChildren(
      ...games.slice().reverse().map((one) => h("button", {
        type: "button", class: "watched", "aria-current": one.number === this.wanted ? "true" : null, title: one.why,
        onclick: () => {
          this.follows = one === games.at(-1);
          this.ask(one.number);
        },
      }, h("span", { class: "number" }, String(one.number)), h("span", { class: "pairing" }, `${one.white} – ${one.black}`),
      h("b", {}, score(one.result)))),
      games.length < done ? h("p", { class: "prompt" }, `The list shows the last ${games.length} games.`) : "");
  }

  ask(number) {
    this.wanted = number;
    this.connection.send({ t: "record", match: this.number, game: number });
    this.showGames();
  }

  // The game --------------------------------------------------------------------------------------------------------

  open(game) {
    if (game.number !== this.wanted) return;
    this.pause();
    const before = this.game;
    this.game = game;
    this.board = new Board(game.board);
    this.board.learn(game.pictures);
    this.field.replaceChildren(this.board.svg);
    if (game.problem) this.note.textContent = game.problem;
    this.at = game.frames.length - 1;
    this.fit();
    if (!before) this.root.classList.add("ready");
  }

  fit() {
    if (!this.game) return;
    this.board.stacked = this.narrow.matches;
    this.board.turnTo(this.flipped);
    this.root.style.setProperty("--ratio", this.board.view.width / this.board.view.height);
    this.show();
  }

  show() {
    const { frames } = this.game;
    const frame = frames[this.at];
    this.board.show(frame.cells);
    this.board.svg.setAttribute("aria-label", this.at ? `The position after ${frame.number} ${frame.text}` : "The start position");
    this.board.mark({ last: frame.last, taken: frame.taken, check: frame.check });
    for (const side of [0, 1]) {
      const bar = this.bars[(side === 1) === this.flipped ? 0 : 1];
      const ended = this.at === frames.length - 1;
      bar.className = `player${!ended && frame.turn === side ? " active" : ""}`;
      bar.replaceChildren(
        h("span", { class: `dot side${side}`, "data-side": frame.sides[side], "aria-hidden": "true" }),
        h("span", { class: "name" }, side ? this.game.black : this.game.white, h("small", {}, frame.sides[side])),
        frame.hands ? hand(this.board, frame.held[side], counted(frame.hands[side]), null, "") : "",
        ended ? h("span", { class: "points" }, score(this.game.result).split("–")[side]) : "");
    }
    const end = h("p", { class: "ending" }, `${score(this.game.result)} ${this.game.why}`);
    this.moves.replaceChildren(moveList(frames, this.at, (ply) => this.go(ply)), end);
    const current = this.moves.querySelector(".current");
    this.moves.scrollTop = current ? current.offsetTop - this.moves.clientHeight / 2 : 0;
    this.showSteps();
  }

  showSteps() {
    const last = (this.game?.frames.length ?? 1) - 1;
    const step = (name, label, ply) => button(name, label, () => this.go(ply), { disabled: ply < 0 || ply > last || ply === this.at });
    const focused = this.steps.contains(document.activeElement) && document.activeElement.ariaLabel;
    this.steps.replaceChildren(step("first", "First position", 0), step("previous", "Previous position", this.at - 1),
      button(this.playing ? "pause" : "play", this.playing ? "Pause" : "Play back", () => this.toggle(), { disabled: last < 1 }),
      step("next", "Next position", this.at + 1), step("last", "Last position", last));
    if (focused) [...this.steps.children].find((one) => one.ariaLabel === focused)?.focus();
  }

  go(ply) {
    if (!this.game) return;
    this.pause();
    this.at = Math.max(0, Math.min(this.game.frames.length - 1, ply));
    this.show();
  }

  toggle() {
    if (this.playing) {
      this.pause();
      this.showSteps();
      return;
    }
    if (this.at === this.game.frames.length - 1) this.at = 0;
    this.next(0);
  }

  /** Play back, move by move. */
  next(wait) {
    this.playing = setTimeout(async () => {
      const { frames } = this.game;
      if (this.at >= frames.length - 1) this.pause();
      else {
        this.at += 1;
        const game = this.game;
        await this.board.play(frames[this.at]);
        if (!this.playing || game !== this.game) return;
        this.next(PACE);
      }
      this.show();
    }, wait);
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = null;
  }

  flip() {
    this.flipped = !this.flipped;
    this.fit();
  }

  key(event) {
    if (!this.game || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "f" && !event.ctrlKey && !event.metaKey) this.flip();
    else return;
    event.preventDefault();
  }
}

function score(result) {
  return result.replace("1/2-1/2", "½–½").replace("-", "–");
}
