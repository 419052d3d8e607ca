// The page's entry point: opens the screen that the address names.

import { announce, button, fetched, h } from "./dom.js";
import { EditPage } from "./edit.js";
import { GamePage } from "./game.js";
import { learn } from "./learn.js";
import { puzzles } from "./puzzle.js";
import { remember, rememberGame, remembered, isDark, showTheme } from "./settings.js";
import { loadDialog, unpacked } from "./share.js";
import { cards, request, setUp } from "./start.js";
import { WatchPage } from "./watch.js";

const page = document.getElementById("page");
let current = null;
let catalogue = null;
let screens = 0; // how many there have been
const analysed = new Set(); // sessions whose analysis is on from the start
const tasks = new Map(); // boards of lessons that ask for a certain move, by session

function tools() {
  const sound = remembered("sound", false);
  const dark = isDark();
  document.getElementById("tools").replaceChildren(
    button(sound ? "sound" : "silent", sound ? "Sound off" : "Sound on", () => {
      remember("sound", !sound);
      tools();
    }),
    button(dark ? "light" : "dark", dark ? "Light colours" : "Dark colours", () => {
      remember("dark", !dark);
      showTheme();
      tools();
    }));
}

/** The parts of the address after its `#`. */
function address() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).split("/");
  } catch { // it has been cut off or changed
    return text.split("/");
  }
}

async function show() {
  screens += 1;
  const mine = screens;
  current?.close?.();
  current = null;
  for (const box of document.querySelectorAll("dialog")) box.remove(); // another screen leaves them behind
  const [screen, name, ...rest] = address();
  const [seat] = rest;
  catalogue ??= await fetched("games.json");
  if (mine !== screens) return; // meanwhile the address has changed
  if (screen === "game" && name) {
    current = new GamePage(page, name, {
      levels: catalogue.levels,
      task: tasks.get(name),
      analysed: analysed.delete(name),
      seat: seat === "0" || seat === "1" ? Number(seat) : null,
      leave: (why, variant) => {
        location.hash = variant ? `new/${variant}` : "";
        if (why) notice(why);
      },
    });
    return;
  }
  const shared = screen === "share" && name && unpacked(name);
  if (shared) {
    open(shared, (why) => {
      if (!why) return;
      location.hash = "";
      notice(why);
    });
    return;
  }
  const edited = screen === "edit" && name && unpacked(name);
  if (edited) {
    current = new EditPage(page, edited, {
      analyse: (game) => open(game, (why) => why && notice(why), (session) => {
        analysed.add(session);
        location.hash = `game/${session}`;
      }),
      play: ({ variant, fen }) => { location.hash = `new/${variant}/${encodeURIComponent(fen)}`; },
      fail: (why) => {
        location.hash = "";
        notice(why);
      },
    });
    return;
  }
  if (screen === "watch") {
    current = new WatchPage(page, Number(name) || 0, catalogue.matches, () => { location.hash = ""; });
    return;
  }
  const taught = screen === "learn" && catalogue.games.find((one) => one.name === name);
  if (taught) {
    const lessons = await fetched(`lessons/${name}`);
    if (mine === screens) learn(page, taught, lessons, {
      attempt: (board) => open({ variant: name, fen: board.fen, options: board.options }, (why) => why && notice(why), (session) => {
        if (board.goal) tasks.set(session, board);
        location.hash = `game/${session}`;
      }),
      play: () => { location.hash = `new/${name}`; },
    });
    return;
  }
  const puzzled = screen?.startsWith("puzzle") && catalogue.games.find((one) => one.name === name);
  if (puzzled && screen === "puzzles") {
    const list = await fetched(`puzzles/${name}`);
    if (mine === screens) puzzles(page, puzzled, list);
    return;
  }
  if (puzzled) {
    open({ variant: name, puzzle: Number(seat) - 1 || 0 }, (why) => {
      if (!why) return;
      location.hash = `puzzles/${name}`;
      notice(why);
    }, (session) => location.replace(`#game/${session}`), false);
    return;
  }
  cards(page, catalogue, (game) => { location.hash = `new/${game}`; },
    () => loadDialog(catalogue.games, (pgn, variant, done) => open({ pgn, variant }, done)));
  document.title = "Oddfish";
  if ((screen === "share" || screen === "edit") && name) notice("The link is damaged: part of it may be missing.");
  const game = screen === "new" && catalogue.games.find((one) => one.name === name);
  if (game) {
    setUp(game, catalogue, (session) => {
      rememberGame(session, game.title);
      location.hash = `game/${session}`;
    }, () => { if (location.hash.startsWith("#new/")) location.hash = ""; }, rest.join("/"));
  }
}

/** Open a given game for two people. `done` gets the reason if that fails, otherwise "". */
function open(game, done, shown = (session) => location.replace(`#game/${session}`), kept = true) {
  request({ t: "new", players: ["human", "human"], ...game }, (event) => {
    if (event.t === "error") {
      done(event.text);
      return;
    }
    done("");
    if (kept) rememberGame(event.session, event.variant.title);
    shown(event.session);
  });
}

function notice(text) {
  announce(text);
  const line = h("p", { class: "toast visible", role: "alert" }, text);
  document.body.append(line);
  setTimeout(() => line.remove(), 4000);
}

showTheme();
tools();
addEventListener("hashchange", show);
show().catch((error) => {
  console.error(error);
  page.replaceChildren(h("p", { class: "problem" }, "Oddfish is not responding. Is it still running?"));
});
