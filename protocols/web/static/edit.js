// Setting up a position. What the position means, and what is wrong with it, comes from the server.

import { Board } from "./board.js";
import { announce, button, h } from "./dom.js";
import { counted, handPiece } from "./hand.js";
import { Connection } from "./net.js";
import { packed } from "./share.js";

const MOVE = "move", ERASE = "erase";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class EditPage {
  /**
   * @param {{variant: string, options: object, fen: string}} start the game and the position to begin with
   * @param {{analyse: Function, play: Function, fail: Function}} done what to do with the FEN of the position, and what
   *   to do if the first position cannot be read
   */
  constructor(page, start, done) {
    Object.assign(this, { page, start, done, tool: MOVE, origin: "", cursor: "", waiting: 0, flipped: false, carried: null });
    page.replaceChildren(h("div", { class: "loading" }, "Loading …"));
    this.connection = new Connection((event) => this.receive(event),
      (online) => document.documentElement.classList.toggle("offline", !online),
      () => this.message(this.draft ? { draft: this.draft } : { fen: start.fen }));
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.narrow = matchMedia("(max-width: 600px)");
    this.narrow.onchange = () => this.board && this.fit();
  }

  close() {
    this.connection.close();
    removeEventListener("keydown", this.keys);
    this.narrow.onchange = null;
  }

  message(what) {
    this.waiting = 1;
    return { t: "edit", variant: this.start.variant, options: this.start.options, ...what };
  }

  send(what) {
    const before = this.waiting;
    if (this.connection.send(this.message(what))) this.waiting = before + 1;
  }

  /** The pieces have changed, or only a field. */
  changed(pieces = true) {
    this.typed = false;
    this.send({ draft: this.draft, changed: pieces });
  }

  receive(event) {
    if (event.t !== "edited" && event.t !== "error") return;
    this.waiting = Math.max(0, this.waiting - 1);
    if (event.t === "error") {
      if (!this.board) {
        this.done.fail(event.text);
        return;
      }
      this.problem.textContent = event.text;
      this.show();
      return;
    }
    if (this.waiting) return; // a later change is on its way
    if (!this.board && !event.draft) { // the address has no position
      this.problemAtStart = event.problem;
      this.send({ do: "start" });
      return;
    }
    if (!this.board) this.build(event);
    if (event.draft) {
      this.data = event;
      this.draft = event.draft;
      this.board.learn(event.pictures);
      this.board.templates.clear();
      history.replaceState(null, "", `#edit/${packed({ ...this.start, fen: event.fen, moves: [] })}`);
    }
    if (!this.typed) this.fen.value = event.fen;
    this.problem.textContent = this.problemAtStart ?? event.problem;
    this.problemAtStart = undefined;
    for (const one of this.goOn) one.disabled = Boolean(event.problem);
    this.show();
  }

  // The page --------------------------------------------------------------------------------------------------------

  build(data) {
    this.data = data;
    this.board = new Board(data.board, {
      press: (square, half, pointer) => this.press(square, half, pointer),
      drop: (square) => this.drop(square),
    });
    this.board.svg.setAttribute("tabindex", "0");
    this.board.svg.setAttribute("role", "application");
    this.board.svg.setAttribute("aria-label", "The position. Arrow keys move the cursor, letters choose a piece, Enter puts it"
      + " there, Delete removes what is there.");
    this.palettes = [0, 1].map(() => h("div", { class: "palette", role: "group" }));
    this.form = h("div", { class: "fields" });
    this.handsBox = h("div", {});
    this.problem = h("p", { class: "problem", role: "alert" });
    this.fen = h("textarea", { id: "fen", rows: 3, spellcheck: "false", maxlength: 390, oninput: () => {
      clearTimeout(this.typing);
      this.typed = true;
      this.typing = setTimeout(() => this.send({ fen: this.fen.value.trim() }), 250);
    }, onblur: () => { this.typed = false; } });
    this.goOn = [h("button", { type: "button", class: "primary", onclick: () => this.done.analyse(this.result) }, "Analyse"),
      h("button", { type: "button", class: "plain", onclick: () => this.done.play(this.result) }, "Play from here")];
    this.field = h("div", { class: "field" }, this.board.svg);
    this.root = h("div", { class: "game edit" },
      h("section", { class: "table", "aria-label": "Board" }, this.palettes[1], this.field, this.palettes[0]),
      h("aside", { class: "side" },
        h("div", { class: "head" }, h("h1", {}, `${data.title}: set up a position`),
          h("div", { class: "tools" }, button("flip", "Flip the board", () => this.flip()))),
        h("div", { class: "settings" }, this.problem, this.form, this.handsBox,
          h("label", { for: "fen" }, "FEN"), this.fen,
          h("div", { class: "again" },
            h("button", { type: "button", class: "plain", onclick: () => this.all("start") }, "Start position"),
            h("button", { type: "button", class: "plain", onclick: () => this.all("clear") }, "Clear")),
          h("div", { class: "again" }, this.goOn))));
    this.root.editor = this; // for tests
    this.page.replaceChildren(this.root);
    document.title = `${data.title}: set up a position · Oddfish`;
    this.fit();
  }

  get result() {
    return { ...this.start, fen: this.data.fen };
  }

  all(what) {
    this.typed = false;
    this.send({ do: what });
  }

  fit() {
    this.board.stacked = this.narrow.matches;
    this.board.turnTo(this.flipped);
    this.root.style.setProperty("--ratio", this.board.view.width / this.board.view.height);
    if (this.draft) this.show();
  }

  flip() {
    this.flipped = !this.flipped;
    this.fit();
  }

  show() {
    this.board.halves = Object.fromEntries(Object.entries(this.draft.cells).filter(([, letters]) => letters.length > 1));
    this.board.show(this.draft.cells);
    this.mark();
    this.showPalettes();
    this.showFields();
    this.showHands();
  }

  mark() {
    this.board.mark({ chosen: this.origin, cursor: this.cursor });
  }

  showPalettes() {
    const { palette } = this.data;
    const tools = [this.toolButton("pointer", MOVE, "Move pieces"), this.toolButton("eraser", ERASE, "Remove pieces")];
    const own = [[...palette[0], ...(palette[2] ?? [])].map((letters) => this.pieceButton(letters)),
      palette[1].map((letters) => this.pieceButton(letters))];
    own[0].push(...tools);
    const focused = document.activeElement?.dataset?.tool;
    for (const side of [0, 1]) {
      const bar = this.palettes[(side === 1) === this.flipped ? 0 : 1];
      bar.setAttribute("aria-label", `Pieces: ${this.data.sides[side]}`);
      bar.replaceChildren(...own[side]);
    }
    if (focused) this.root.querySelector(`[data-tool="${focused}"]`)?.focus();
  }

  pieceButton(letters) {
    const name = this.data.names[letters];
    return h("button", {
      type: "button", class: this.tool === letters ? "held chosen" : "held", "data-tool": letters, title: name,
      "aria-label": name, "aria-pressed": String(this.tool === letters),
      onpointerdown: (event) => {
        if (event.button !== 0) return;
        event.target.releasePointerCapture?.(event.pointerId);
        event.preventDefault();
        this.choose(this.tool === letters ? MOVE : letters);
        this.carried = { letters };
        this.board.drag(event, `${letters}@`, letters);
      },
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") this.choose(letters);
      },
    }, handPiece(this.board, letters));
  }

  toolButton(name, tool, label) {
    return button(name, label, () => this.choose(tool), {
      "data-tool": tool, "aria-pressed": String(this.tool === tool), ...(tool === MOVE ? { "data-first": true } : {}) });
  }

  choose(tool) {
    this.tool = tool;
    this.origin = "";
    this.mark();
    this.showPalettes();
    announce(this.data.names[tool] ?? (tool === MOVE ? "Move pieces" : "Remove pieces"));
  }

  /** The fields after the board. They are not replaced while their form stays the same, so that you can keep typing. */
  showFields() {
    const { form } = this.data;
    const known = JSON.stringify(form);
    if (known !== this.known) {
      this.known = known;
      this.form.replaceChildren(...form.map((field, index) => this.formField(field, index)).filter(Boolean));
    }
    for (const input of this.form.querySelectorAll("input")) {
      const text = this.draft.fields[Number(input.dataset.field)];
      if (input.type === "radio") input.checked = input.value === text;
      else if (input.type === "checkbox") input.checked = text.includes(input.value);
      else if (input !== document.activeElement) input.value = text;
    }
  }

  formField({ label, kind, choices }, index) {
    const id = `edit-${index}`;
    const mine = { name: id, "data-field": String(index) };
    const set = (text) => {
      this.draft.fields[index] = text;
      this.changed(false);
    };
    if (kind === "fixed") return null;
    if (kind === "side" || kind === "choice") {
      return h("fieldset", {}, h("legend", {}, label), h("div", { class: "segments" }, choices.map(([text, meaning]) =>
        h("label", {}, h("input", { ...mine, type: "radio", id: `${id}-${text}`, value: text, onchange: () => set(text) }),
          h("span", {}, meaning)))));
    }
    if (kind === "rights") {
      const boxes = () => [...this.form.querySelectorAll(`[name="${id}"]:checked`)].map((box) => box.value);
      return h("fieldset", { class: "rights" }, h("legend", {}, label), choices.map(([text, meaning]) =>
        h("label", {}, h("input", { ...mine, type: "checkbox", id: `${id}-${text}`, value: text,
          onchange: () => set(boxes().join("") || "-") }), meaning)));
    }
    return h("div", { class: "line" }, h("label", { for: id }, label),
      h("input", { ...mine, type: kind === "number" ? "number" : "text", id, min: 0, max: 30000, maxlength: 60,
        spellcheck: "false", class: label === "Armies" ? "wide" : null, onchange: (event) => set(event.target.value) }));
  }

  /** The pieces held: a click adds one, or removes one with the eraser. */
  showHands() {
    const { held, palette, sides, names } = this.data;
    if (this.draft.hand === null) return;
    const numbers = new Map(counted(this.draft.hand));
    const focused = document.activeElement?.dataset?.held;
    const row = (label, letters) => h("fieldset", {}, h("legend", {}, label), h("div", { class: "hand" },
      letters.map((one) => h("button", {
        type: "button", class: "held", "data-held": one, title: names[one],
        "aria-label": `${names[one]}: ${numbers.get(one) ?? 0}`,
        onclick: () => this.hold(one),
      }, handPiece(this.board, one), h("span", { class: numbers.has(one) ? "count" : "count none" },
        String(numbers.get(one) ?? 0))))));
    const label = (side) => `${held.label}: ${sides[side]}`;
    this.handsBox.replaceChildren(
      ...(held.both ? [row(label(0), palette[0]), row(label(1), palette[1])]
        : [row(held.label, [...palette[0], ...palette[1]])]),
      h("small", {}, "Click to add a piece. With the eraser, click to remove one."));
    if (focused) this.root.querySelector(`[data-held="${focused}"]`)?.focus();
  }

  hold(letter) {
    const { hand } = this.draft;
    this.draft.hand = this.tool === ERASE ? hand.replace(letter, "") : hand + letter;
    this.changed(false);
  }

  // The pointer -----------------------------------------------------------------------------------------------------

  /** A square is pressed. Returns whether its piece may be dragged. */
  press(square, half, pointer) {
    const { cells } = this.draft;
    if (this.tool === ERASE) {
      this.remove(square, pointer === "mouse" ? half : "");
      return false;
    }
    if (this.tool !== MOVE) {
      this.put(square, this.tool);
      return false;
    }
    if (this.origin && this.origin !== square) {
      this.move(this.origin, square);
      return false;
    }
    this.origin = this.origin || !cells[square] ? "" : square;
    this.carried = cells[square] ? { from: square } : null;
    this.mark();
    return Boolean(cells[square]);
  }

  /** A drag ends on a square, or beside the board. */
  drop(square) {
    const { carried } = this;
    this.carried = null;
    if (!carried) return;
    if (carried.from && !square) this.remove(carried.from, "");
    else if (carried.from && square !== carried.from) this.move(carried.from, square);
    else if (carried.letters) {
      if (square) this.put(square, carried.letters, false);
      this.choose(MOVE);
    }
  }

  isHalf(letters) {
    return letters.length === 1 && this.data.halves.includes(letters.toUpperCase());
  }

  /** Put a piece on a square: a half goes beside a lone half; otherwise the piece replaces what is there. */
  put(square, letters, toggles = true) {
    const there = this.draft.cells[square] ?? "";
    if (there && this.isHalf(there) && this.isHalf(letters)) this.draft.cells[square] = there + letters;
    else if (toggles && there === letters) delete this.draft.cells[square];
    else this.draft.cells[square] = letters;
    this.changed();
  }

  move(from, to) {
    const letters = this.draft.cells[from];
    this.origin = "";
    delete this.draft.cells[from];
    this.put(to, letters, false);
  }

  remove(square, half) {
    const letters = this.draft.cells[square];
    if (!letters) return;
    this.origin = "";
    const index = letters.length > 1 && half ? letters.toLowerCase().indexOf(half) : -1;
    if (index < 0) delete this.draft.cells[square];
    else this.draft.cells[square] = letters.slice(0, index) + letters.slice(index + 1);
    this.changed();
  }

  // The keyboard ----------------------------------------------------------------------------------------------------

  key(event) {
    if (!this.board || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")
      || document.querySelector("dialog[open]")) return;
    const onBoard = document.activeElement === this.board.svg;
    if (onBoard && ARROWS[event.key]) {
      this.cursor = this.board.beside(this.cursor, ...ARROWS[event.key]);
      this.mark();
      const letters = this.draft.cells[this.cursor] ?? "";
      announce(`${this.cursor}, ${[...letters].map((one) => this.data.names[one]).join(" and ") || "empty"}`);
    } else if (onBoard && (event.key === "Enter" || event.key === " ") && this.cursor) this.press(this.cursor, "", "key");
    else if (onBoard && (event.key === "Delete" || event.key === "Backspace")) this.remove(this.cursor, "");
    else if (onBoard && this.data.names[event.key]) this.choose(event.key);
    else if (event.key === "Escape") this.choose(MOVE);
    else return;
    event.preventDefault();
  }
}
