// Draws a board and its pieces, and turns pointer actions into clicks. It knows no rules: the server says what you may
// click, and what to mark.

import { picture, s } from "./dom.js";

const SLIDE = 190;
const FAR = 5; // pixels after which a press becomes a drag
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * @param {object} shape the board as the server describes it
   * @param {{press?: Function, drop?: Function, hover?: Function, label?: string}} hands what to call: `press(square,
   *   half, start)` when a square is pressed (it returns whether you may drag a piece from there); `drop(square, half)`
   *   when a drag ends; `hover(square)`
   */
  constructor(shape, hands = {}) {
    Object.assign(this, { shape, hands, flipped: false, stacked: false, pictures: {}, cells: {}, halves: {} });
    this.templates = new Map();
    this.standing = new Map(); // what stands on the squares: nodes, letters, and the templates of their pictures
    const layer = (name) => s("g", { class: name });
    this.layers = Object.fromEntries(
      ["ground", "under", "pieces", "over", "flying"].map((name) => [name, layer(name)]));
    this.svg = s("svg", { class: "board", role: "img" }, picture(shape.definitions), ...Object.values(this.layers));
    if (hands.press) this.listen();
    this.turnTo(false);
  }

  get view() {
    const { views, stacked } = this.shape;
    return (this.stacked && stacked.length ? stacked : views)[this.flipped ? 1 : 0];
  }

  turnTo(flipped) {
    this.flipped = flipped;
    const { width, height, ground } = this.view;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.setProperty("--ratio", width / height);
    this.layers.ground.replaceChildren(picture(ground));
    this.layers.pieces.replaceChildren();
    this.standing.clear();
    this.show(this.cells);
    this.mark(this.marked ?? {});
  }

  /** The nearest square in a direction, as boards may have gaps between them; a square in the middle if none is given. */
  beside(square, dx, dy) {
    const places = this.view.squares;
    const names = Object.keys(places);
    if (!square) return names[names.length - Math.round(Math.sqrt(names.length) / 2)] ?? names[0];
    const [x, y] = places[square];
    const ahead = names.filter((name) => {
      const [left, top] = places[name];
      return dx ? top === y && (left - x) * dx > 0 : left === x && (top - y) * dy > 0;
    });
    const far = (name) => Math.abs(places[name][0] - x) + Math.abs(places[name][1] - y);
    ahead.sort((a, b) => far(a) - far(b));
    return ahead[0] ?? square;
  }

  learn(pictures) {
    Object.assign(this.pictures, pictures);
  }

  /** A fresh picture of pieces. */
  piece(letters) {
    let template = this.templates.get(letters);
    if (!template) {
      template = picture(this.pictures[letters] ?? "");
      // The board and the buttons have labels; ARIA forbids them on groups.
      for (const node of template.querySelectorAll("[aria-label]")) node.removeAttribute("aria-label");
      if (this.pictures[letters] !== undefined) this.templates.set(letters, template);
    }
    return template.cloneNode(true);
  }

  put(layer, letters, square, extra = "") {
    const [x, y] = this.view.squares[square];
    const node = s("g", { class: `piece ${extra}`, transform: `translate(${x} ${y})`, "data-square": square },
      this.piece(letters));
    layer.append(node);
    return node;
  }

  show(cells) {
    this.cells = cells;
    this.layers.flying.replaceChildren();
    // Draw only the squares that have changed.
    for (const [square, { node, letters, template }] of this.standing) {
      if (cells[square] === letters && this.templates.get(letters) === template) continue;
      node.remove();
      this.standing.delete(square);
    }
    for (const [square, letters] of Object.entries(cells)) {
      if (this.standing.has(square)) continue;
      const node = this.put(this.layers.pieces, letters, square);
      this.standing.set(square, { node, letters, template: this.templates.get(letters) });
    }
  }

  /**
   * Marks: `last`, `taken`, `check` are lists of squares; `chosen` a square with an optional half; `targets` pairs of
   * square and kind; `arrows` pairs of squares; `cursor` a square.
   */
  mark(marks) {
    this.marked = marks;
    const { under, over } = this.layers;
    under.replaceChildren();
    over.replaceChildren();
    for (const square of marks.last ?? []) this.field(under, square, "last");
    for (const square of marks.taken ?? []) this.field(under, square, "taken");
    for (const square of marks.check ?? []) this.field(under, square, "check");
    if (marks.chosen) this.field(under, ...marks.chosen.split(":"), "chosen");
    for (const [square, kind] of marks.targets ?? []) {
      if (!this.view.squares[square]) continue;
      const [x, y] = this.view.squares[square];
      const node = picture(this.shape.marks[kind]);
      node.setAttribute("transform", `translate(${x} ${y})`);
      node.setAttribute("class", "mark");
      node.setAttribute("data-square", square);
      over.append(node);
    }
    for (const [start, end, strength] of marks.arrows ?? []) this.arrow(start, end, strength);
    if (marks.cursor) this.field(over, marks.cursor, "cursor");
  }

  field(layer, square, half, kind = half) {
    const place = this.view.squares[square];
    if (!place) return;
    const side = this.shape.cell;
    const index = half === kind || half === "*" ? -1 : (this.halves[square] ?? "").toLowerCase().indexOf(half);
    const width = index < 0 ? side : side / 2;
    layer.append(s("rect", { class: kind, x: place[0] + (index > 0 ? side / 2 : 0), y: place[1], width, height: side }));
  }

  arrow(start, end, strength = 1) {
    const middle = this.shape.cell / 2;
    if (!this.view.squares[end]) return;
    const [x2, y2] = this.view.squares[end].map((value) => value + middle);
    if (!this.view.squares[start] || start === end) {
      this.layers.over.append(s("circle", { class: "arrow ring", cx: x2, cy: y2, r: middle - 3 }));
      return;
    }
    const [x1, y1] = this.view.squares[start].map((value) => value + middle);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - 13 * dx, y2 - 13 * dy];
    const head = `M${x2} ${y2}L${hx - 7 * dy} ${hy + 7 * dx}L${hx + 7 * dy} ${hy - 7 * dx}z`;
    this.layers.over.append(
      s("g", { class: "arrow", opacity: strength },
        s("path", { d: `M${x1 + 8 * dx} ${y1 + 8 * dy}L${hx} ${hy}` }), s("path", { class: "head", d: head })));
  }

  // Movement ------------------------------------------------------------------------------------------------------

  /** Show a frame, and animate the pieces that move, except the one that was dragged. */
  async play(frame, dragged = null) {
    const slides = frame.slides.filter(
      ([start, end]) => this.view.squares[end] && !(dragged && dragged[0] === start && dragged[1] === end));
    if (!slides.length || calm.matches || document.hidden) {
      this.show(frame.cells);
      return;
    }
    const before = this.cells;
    const halfway = { ...frame.cells };
    for (const [, end] of slides) {
      if (before[end]) halfway[end] = before[end];
      else delete halfway[end];
    }
    for (const [start] of slides) {
      if (frame.cells[start]) halfway[start] = frame.cells[start];
      else delete halfway[start];
    }
    this.show(halfway);
    await Promise.all(slides.map(([start, end, letters]) => this.fly(start, end, letters)));
    this.show(frame.cells);
  }

  fly(start, end, letters) {
    const [x2, y2] = this.view.squares[end];
    const [x1, y1] = this.view.squares[start] ?? this.fromHand(start) ?? [x2, y2];
    const node = this.put(this.layers.flying, letters, end);
    const moving = node.animate(
      [{ transform: `translate(${x1}px, ${y1}px)` }, { transform: `translate(${x2}px, ${y2}px)` }],
      { duration: SLIDE, easing: "ease-in-out" });
    return moving.finished.catch(() => {});
  }

  /** Where a piece in hand is, in the board's coordinates. */
  fromHand(origin) {
    const element = this.hands.element?.(origin);
    if (!element) return null;
    const box = element.getBoundingClientRect();
    const half = this.shape.cell / 2;
    const [x, y] = this.place(box.x + box.width / 2, box.y + box.height / 2);
    return [x - half, y - half];
  }

  // Hands -----------------------------------------------------------------------------------------------------------

  place(x, y) {
    const box = this.svg.getBoundingClientRect();
    return [((x - box.x) * this.view.width) / box.width, ((y - box.y) * this.view.height) / box.height];
  }

  /** The square at a point of the screen, and the letter of the half there; null for none. */
  at(clientX, clientY) {
    const [x, y] = this.place(clientX, clientY);
    const side = this.shape.cell;
    for (const [square, [left, top]] of Object.entries(this.view.squares)) {
      if (x >= left && x < left + side && y >= top && y < top + side) {
        const letters = this.halves[square];
        return [square, letters ? letters[x < left + side / 2 ? 0 : 1].toLowerCase() : ""];
      }
    }
    return null;
  }

  listen() {
    const element = this.svg;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const found = this.at(event.clientX, event.clientY);
      if (!found) return;
      event.preventDefault();
      const drags = this.hands.press(...found, event.pointerType);
      if (drags) this.drag(event, found[0], this.cells[found[0]]);
    });
    element.addEventListener("pointermove", (event) => {
      if (this.dragging) return;
      this.hands.hover?.(this.at(event.clientX, event.clientY)?.[0] ?? "");
    });
    element.addEventListener("pointerleave", () => this.hands.hover?.(""));
  }

  /** Drag a piece with the pointer until it is released. */
  drag(event, origin, letters) {
    const start = [event.clientX, event.clientY];
    let flying = null;
    const source = this.layers.pieces.querySelector(`[data-square="${CSS.escape(origin)}"]`);
    this.dragging = true;
    const follow = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      if (!flying && Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) < FAR) return;
      if (!flying) {
        flying = s("g", { class: "piece dragged" }, this.piece(letters));
        this.layers.flying.append(flying);
        source?.classList.add("lifted");
      }
      const [x, y] = this.place(moved.clientX, moved.clientY);
      const half = this.shape.cell / 2;
      flying.setAttribute("transform", `translate(${x - half} ${y - half})`);
      const over = this.at(moved.clientX, moved.clientY);
      this.layers.under.querySelector(".aim")?.remove();
      if (over) this.field(this.layers.under, over[0], "aim");
    };
    const stop = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      this.dragging = false;
      for (const [name, listener] of listeners) removeEventListener(name, listener);
      this.layers.under.querySelector(".aim")?.remove();
      source?.classList.remove("lifted");
      flying?.remove();
      if (flying && ended.type === "pointerup") {
        this.hands.drop(...(this.at(ended.clientX, ended.clientY) ?? ["", ""]), ended.pointerType);
      }
    };
    const listeners = [["pointermove", follow], ["pointerup", stop], ["pointercancel", stop]];
    for (const [name, listener] of listeners) addEventListener(name, listener);
  }
}

/** A few squares side by side, with the pieces on them. */
export function squares(board, list) {
  const side = board.shape.cell;
  const cells = list.map(([square, after, before], index) => {
    const group = s("g", { transform: `translate(${index * (side + 5)} 0)` },
      s("rect", { class: "cell", width: side, height: side, rx: 4 }));
    if (after) group.append(board.piece(after));
    else if (before) {
      group.append(s("g", { class: "gone" }, board.piece(before)), s("path", { class: "cross", d: "M6 6L39 39M39 6L6 39" }));
    }
    group.append(s("text", { class: "where", x: side / 2, y: side + 11, "text-anchor": "middle" }, square));
    return group;
  });
  const width = list.length * (side + 5) - 5;
  return s("svg", { viewBox: `-1 -1 ${width + 2} ${side + 15}`, class: "squares", width: 1.2 * width }, ...cells);
}
