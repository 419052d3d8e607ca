// The keyboard on the page of a game.

import { announce } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Does what a key means; the page is `game`. */
export function press(game, event) {
  if (!game.state || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const onBoard = document.activeElement === game.board.svg;
  if (event.key === "Escape") {
    if (game.asking) game.cancel();
    else game.choose("");
  } else if (onBoard && ARROWS[event.key]) moveCursor(game, ...ARROWS[event.key]);
  else if (onBoard && (event.key === "Enter" || event.key === " ") && game.cursor) game.press(game.cursor, "", "key");
  else if (!game.asking && event.key === "ArrowLeft") game.step(-1);
  else if (!game.asking && event.key === "ArrowRight") game.step(1);
  else if (event.key === "f" && !event.ctrlKey && !event.metaKey) game.flip();
  else return;
  event.preventDefault();
}

function moveCursor(game, dx, dy) {
  game.cursor = game.board.beside(game.cursor, dx, dy);
  game.showMarks();
  const letters = game.board.cells[game.cursor];
  const target = game.targets[game.chosen]?.find(([end]) => end === game.cursor);
  announce([game.cursor, letters ? game.study.nameOf(letters) : "empty", target?.[1]].filter(Boolean).join(", "));
  if (letters) game.study.look(letters);
}
