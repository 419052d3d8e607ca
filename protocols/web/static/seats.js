// The seats of a game over the network, and what its players offer each other.

import { announce, h } from "./dom.js";

const ASKS = { draw: "Your opponent offers a draw.", back: "Your opponent asks to take back a move.",
  rematch: "Your opponent wants a rematch." };
const SENT = { draw: "You offered a draw.", back: "You asked to take back a move.", rematch: "You offered a rematch." };

export class Seats {
  /** @param {GamePage} game */
  constructor(game) {
    Object.assign(this, { game, mine: [0, 1], refused: false, present: [true, true], offers: {} });
    this.root = h("div", { class: "offers" });
  }

  /** Whether this page only watches. */
  get watching() {
    return this.mine.length === 0;
  }

  /** The seat of this page; null if it has both or none. */
  get own() {
    return this.mine.length === 1 ? this.mine[0] : null;
  }

  /** Whether there is a page for the other seat. */
  get met() {
    return this.own === null || this.present[1 - this.own];
  }

  /** Returns whether this page's seats have changed. */
  receive({ mine, refused, present, offers }) {
    const changed = String(mine) !== String(this.mine);
    const fresh = Object.keys(offers).find((kind) => offers[kind] !== this.offers[kind] && offers[kind] === 1 - mine[0]);
    Object.assign(this, { mine, refused, present, offers });
    this.show();
    if (fresh && this.own !== null) announce(ASKS[fresh]);
    return changed;
  }

  show() {
    const send = (t, offer) => () => this.game.connection.send({ t, offer });
    const plain = (label, t, kind) => h("button", { type: "button", class: "plain", onclick: send(t, kind) }, label);
    this.root.replaceChildren(...(this.own === null ? [] : Object.entries(this.offers).map(([kind, seat]) =>
      h("div", { class: seat === this.own ? "offer" : "offer urgent" },
        h("span", {}, (seat === this.own ? SENT : ASKS)[kind]),
        seat === this.own ? plain("Withdraw", "decline", kind)
          : [plain("Decline", "decline", kind),
            h("button", { type: "button", class: "primary", onclick: send("accept", kind) }, "Accept")]))));
    if (this.root.children.length && this.root.getBoundingClientRect().top > innerHeight) {
      this.root.scrollIntoView({ block: "end" });
    }
  }
}
