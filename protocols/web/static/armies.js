// Choosing armies: pictures of the pieces, and how each moves.

import { Board } from "./board.js";
import { button, h, s } from "./dom.js";

const RANDOM = "random";
const ENGINE = "engine";

/** One player's army. */
class Army {
  /** @param {(army: Army) => void} changed */
  constructor(data, side, name, value, changed) {
    Object.assign(this, { data, side, name, changed, open: null, note: "" });
    const parts = value.split("-");
    const known = parts.length === data.slots.length && parts.every((code) => data.pieces[code]);
    this.mode = known ? "choose" : value === ENGINE ? ENGINE : RANDOM;
    this.parts = known ? parts : data.slots.map(() => "");
    this.input = h("input", { type: "hidden", name: `option:${data.options[side]}`, value: this.value });
    this.board = new Board(data.board);
    this.board.svg.classList.add("tiny");
    this.root = h("fieldset", { class: "army" });
    this.root.army = this; // for tests
  }

  get value() {
    return this.mode === "choose" ? this.parts.join("-") : this.mode;
  }

  /** The pieces that are still to be chosen, in words; '' if there are none. */
  get missing() {
    if (this.mode !== "choose") return "";
    return this.data.slots.filter((_, index) => !this.parts[index]).map(({ name }) => name).join(", ");
  }

  setMode(mode) {
    this.mode = mode;
    this.note = "";
    this.open = mode === "choose" ? Math.max(0, this.parts.indexOf("")) : null;
    this.changed(this);
    this.root.querySelector(`input[value="${mode}"]`).focus();
  }

  shuffle(barred) {
    const fitting = this.data.random.filter((army) => army.split("-").every((code) => !barred(code)));
    this.note = fitting.length ? "" : "Every possible army shares a piece with the other army.";
    if (fitting.length) this.parts = fitting[Math.floor(fitting.length * Math.random())].split("-");
    this.open ??= 0;
    this.changed(this);
  }

  /** Choose a piece. Pieces that exclude it must be chosen again. */
  choose(index, code) {
    this.parts[index] = code;
    this.note = "";
    for (const [other, part] of this.parts.entries()) {
      const why = other !== index && this.why(code, part);
      if (why) {
        this.parts[other] = "";
        this.note = `${why} Choose another ${this.data.slots[other].name}.`;
      }
    }
    this.changed(this);
  }

  why(one, other) {
    return this.data.conflicts.find(([a, b]) => (a === one && b === other) || (a === other && b === one))?.[2] ?? "";
  }

  /** @param {(code: string) => string} barred why the other army excludes a piece; '' if it does not */
  draw(barred) {
    const { data, side } = this;
    this.input.value = this.value;
    const modes = [[RANDOM, "Random"], [ENGINE, "Strong"], ["choose", "Choose"]].map(([mode, text]) => h("label", {},
      h("input", { type: "radio", name: `army-mode-${side}`, value: mode, checked: mode === this.mode,
        onchange: () => this.setMode(mode) }), h("span", {}, text)));
    const slots = data.slots.map((slot, index) => h("button", {
      type: "button", class: "slot", "aria-expanded": String(this.open === index), "data-slot": String(index),
      onclick: () => {
        this.open = this.open === index ? null : index;
        this.changed(this);
        this.root.querySelector(`[data-slot="${index}"]`).focus();
      },
    }, this.parts[index] ? this.picture(this.parts[index]) : h("span", { class: "unknown" }, "?"),
    h("span", {}, this.parts[index] || slot.name)));
    this.root.replaceChildren(h("legend", {}, `${this.name}’s army`), this.input,
      h("div", { class: "segments" }, modes),
      ...(this.mode === "choose" ? [
        h("div", { class: "slots" }, slots, button("again", "Random army", () => this.shuffle(barred))),
        h("p", { class: "note", role: "status" }, this.note || this.shared(barred)),
        this.open === null ? "" : this.choices(barred)] : []));
  }

  shared(barred) {
    return this.parts.map((code) => code && barred(code)).find(Boolean) ?? "";
  }

  picture(code) {
    this.board.learn({ [code]: this.data.pieces[code].pictures[this.side] });
    return s("svg", { viewBox: "0 0 45 45", class: "held-piece", "aria-hidden": "true" }, this.board.piece(code));
  }

  choices(barred) {
    const index = this.open;
    const title = h("strong", {});
    const look = (code) => {
      const piece = this.data.pieces[code];
      this.picture(code);
      this.board.show({ [piece.square]: code });
      this.board.mark({ targets: piece.targets });
      this.board.svg.setAttribute("aria-label", `${piece.title}: ${piece.targets.map(([square]) => square).join(" ")}`);
      const excluded = this.parts.map((part, other) => (other === index ? "" : this.why(code, part))).find(Boolean);
      title.textContent = `${code}: ${piece.title}`;
      reason.textContent = barred(code) || excluded || "";
    };
    const reason = h("small", {});
    const { codes } = this.data.slots[index];
    const list = codes.map((code) => {
      const excluded = this.parts.some((part, other) => other !== index && this.why(code, part));
      const bar = barred(code);
      return h("button", {
        type: "button", class: excluded || bar ? "slot excluded" : "slot", "data-code": code,
        "aria-pressed": String(this.parts[index] === code), "aria-disabled": bar ? "true" : false,
        "aria-label": `${code}: ${this.data.pieces[code].title}`,
        onpointerenter: () => look(code), onfocus: () => look(code),
        onclick: () => {
          if (bar) {
            this.note = bar;
            this.changed(this);
          } else this.choose(index, code);
          this.root.querySelector(`[data-code="${code}"]`)?.focus();
        },
      }, this.picture(code), h("span", {}, code));
    });
    look(this.parts[index] || codes[0]);
    return h("div", { class: "choices" },
      h("div", { class: "list-of-pieces", role: "group", "aria-label": this.data.slots[index].name }, list),
      h("div", { class: "shown-piece" }, this.board.svg, title, reason));
  }
}

/** Both players' armies, and whether they may share pieces. */
export class Armies {
  constructor(data, sides, kept) {
    this.data = data;
    this.armies = [0, 1].map((side) => new Army(data, side, sides[side], kept[data.options[side]] ?? RANDOM,
      () => this.draw()));
    this.distinct = h("input", { type: "checkbox", id: `option:${data.distinct}`, name: `option:${data.distinct}`,
      checked: kept[data.distinct] === true, onchange: () => this.draw() });
    this.root = h("div", { class: "armies" }, this.armies.map((army) => army.root),
      h("div", { class: "rule" }, h("label", { for: this.distinct.id }, "Different pieces"), this.distinct,
        h("small", {}, "No piece of one army may move like a piece of the other army.")));
    this.draw();
  }

  draw() {
    for (const [side, army] of this.armies.entries()) army.draw((code) => this.barred(code, this.armies[1 - side]));
  }

  /** Why a piece cannot stand against the other army; '' if it can. */
  barred(code, other) {
    if (!this.distinct.checked || other.mode !== "choose") return "";
    const { pieces } = this.data;
    const alike = other.parts.find((part) => part && pieces[part].like === pieces[code].like);
    return alike ? `${other.name}’s ${alike} moves like ${code}.` : "";
  }

  /** What is still to be chosen; '' if the armies are complete. */
  get problem() {
    const army = this.armies.find((one) => one.missing);
    return army ? `${army.name}’s army still needs: ${army.missing}.` : "";
  }
}
