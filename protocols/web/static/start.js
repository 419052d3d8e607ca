// The start page: a card for each game, and the form for a new game.

import { Armies } from "./armies.js";
import { h } from "./dom.js";
import { Connection } from "./net.js";
import { remember, remembered } from "./settings.js";
import { packed } from "./share.js";

const TIMES = [["none", 0, 0, "No clock"], ["3+2", 180, 2, "3 min + 2 s"], ["5+3", 300, 3, "5 min + 3 s"],
  ["10+5", 600, 5, "10 min + 5 s"], ["15+10", 900, 10, "15 min + 10 s"], ["30+0", 1800, 0, "30 min"]];

export function cards(page, { games, matches }, choose, load) {
  const recent = remembered("games", []).slice(0, 3);
  page.replaceChildren(h("div", { class: "start" },
    h("div", { class: "start-head" }, h("h1", {}, "Choose a game"),
      h("button", { type: "button", class: "plain", onclick: load }, "Load a game")),
    recent.length ? h("p", { class: "recent" }, "Continue ",
      recent.map((game, index) => [index ? ", " : "", h("a", { href: `#game/${game.session}` }, game.title)]).flat()) : null,
    matches.length ? h("p", { class: "recent" }, "Watch ",
      matches.map((title, index) => [index ? ", " : "", h("a", { href: `#watch/${index}` }, title)]).flat()) : null,
    h("ul", { class: "cards" }, games.map((game) => h("li", {},
      h("button", { type: "button", class: "card", onclick: () => choose(game.name), "data-game": game.name },
        h("span", { class: "picture" }, h("img", { src: `picture/${game.name}.svg`, alt: "", loading: "lazy" })),
        h("span", { class: "words" }, h("strong", {}, game.title), h("span", {}, game.summary))),
      h("nav", { class: "card-links", "aria-label": game.title },
        h("a", { href: `#learn/${game.name}` }, "Learn"), h("a", { href: `#puzzles/${game.name}` }, "Puzzles")))))));
}

/** Ask for colour, level, clock and rules. `start` gets the name of the new session. */
export function setUp(game, { levels, beginner }, start, leave, fen = "") {
  const last = remembered(`setup:${game.name}`, {});
  const level = h("input", {
    type: "range", id: "level", name: "level", min: 0, max: levels.length - 1, step: 1,
    value: String(last.level ?? remembered("level", beginner)),
    oninput: () => name(),
  });
  const levelName = h("output", { for: "level" });
  const name = () => {
    levelName.textContent = levels[level.value];
    level.setAttribute("aria-valuetext", levels[level.value]);
  };
  name();
  const problem = h("p", { class: "problem", role: "alert" });
  let started = false;
  const strength = h("div", { class: "row" }, h("label", { for: "level" }, "Level"), level, levelName);
  const colour = radios("colour", last.colour ?? "0",
    [["0", side(game, 0)], ["random", "Random"], ["1", side(game, 1)]], "You play");
  const opponent = radios("opponent", last.opponent ?? "engine",
    [["engine", "Oddfish"], ["human", "Two players"], ["watch", "Watch"]], "Opponent", (value) => {
      colour.hidden = value !== "engine";
      strength.hidden = value === "human";
    });
  colour.hidden = (last.opponent ?? "engine") !== "engine";
  strength.hidden = last.opponent === "human";
  const time = h("select", { id: "time", name: "time" },
    TIMES.map(([key, , , text]) => h("option", { value: key, selected: (last.time ?? "none") === key }, text)));
  let armies = null;
  const armiesBox = h("div", {});
  if (game.armies.length) {
    fetch(`armies/${game.name}`).then((answer) => answer.json()).then((data) => {
      armies = new Armies(data, game.sides.map(capital), last.options ?? {});
      armiesBox.replaceChildren(armies.root);
    });
  }
  const rules = game.options.filter(({ name }) => !game.armies.includes(name)).map((option) => rule(option, last.options?.[option.name]));
  const form = h("form", { method: "dialog", class: "setup" },
    h("h2", { id: "setup-title" }, game.title),
    h("p", {}, game.summary, " ", h("a", { href: `#learn/${game.name}`, onclick: () => {
      started = true;
      box.close();
    } }, "How to play")),
    opponent, colour, strength,
    h("div", { class: "row" }, h("label", { for: "time" }, "Clock"), time),
    game.armies.length ? armiesBox : null,
    h("details", { open: Boolean(fen) }, h("summary", {}, "Start position"),
      h("div", { class: "rule" }, h("label", { for: "fen" }, "FEN"),
        h("input", { type: "text", id: "fen", name: "fen", maxlength: 380, spellcheck: "false", value: fen }),
        h("small", {}, "Leave it empty for the usual start position. ", h("a", { href: `#edit/${packed({
          variant: game.name, options: {}, fen, moves: [] })}`, onclick: () => {
          started = true;
          box.close();
        } }, "Set up a position")))),
    rules.length ? h("details", {}, h("summary", {}, "House rules"), rules) : null,
    problem,
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "plain", onclick: () => box.close() }, "Cancel"),
      h("button", { type: "submit", class: "primary", autofocus: true }, "Play")));
  const box = h("dialog", { class: "large", "aria-labelledby": "setup-title" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.textContent = armies?.problem ?? "";
    if (problem.textContent) return;
    const data = new FormData(form);
    const options = {};
    for (const option of game.options) {
      const value = option.kind === "check" ? data.has(`option:${option.name}`) : data.get(`option:${option.name}`) ?? last.options?.[option.name] ?? option.default;
      if (String(value) !== String(option.default)) options[option.name] = value;
    }
    const kept = {
      colour: data.get("colour"), opponent: data.get("opponent"), level: Number(data.get("level")),
      time: data.get("time"), options,
    };
    remember(`setup:${game.name}`, kept);
    remember("level", kept.level);
    const players = { human: ["human", "human"], watch: ["engine", "engine"] }[kept.opponent] ?? ["engine", "engine"];
    if (kept.opponent === "engine") {
      players[kept.colour === "random" ? Math.floor(2 * Math.random()) : Number(kept.colour)] = "human";
    }
    const [, base, increment] = TIMES.find(([key]) => key === kept.time);
    problem.textContent = "";
    request({ t: "new", variant: game.name, options, players, level: kept.level, base, increment,
      fen: data.get("fen").trim() }, (event) => {
      if (event.t === "error") {
        problem.textContent = event.text;
        return;
      }
      started = true;
      box.close();
      start(event.session);
    });
  });
  box.addEventListener("close", () => {
    box.remove();
    if (!started) leave();
  });
  document.body.append(box);
  box.showModal();
}

/** Send one message and wait for one answer. */
export function request(message, answer) {
  const connection = new Connection((event) => {
    if (event.t === "seats") return;
    connection.close();
    answer(event);
  }, () => {}, () => message);
}

function radios(name, chosen, choices, legend, changed = () => {}) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "segments" }, choices.map(([value, text]) =>
    h("label", {},
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
      h("span", {}, text)))));
}

function rule(option, kept) {
  const id = `option:${option.name}`;
  const value = kept ?? option.default;
  const label = h("label", { for: id }, option.name.replace(/([a-z])([A-Z])/g, "$1 $2"));
  let input;
  if (option.kind === "check") input = h("input", { type: "checkbox", id, name: id, checked: value === true });
  else if (option.kind === "combo") {
    input = h("select", { id, name: id },
      option.choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice)));
  } else if (option.kind === "spin") {
    input = h("input", { type: "number", id, name: id, min: option.low, max: option.high, value: String(value) });
  } else input = h("input", { type: "text", id, name: id, value: String(value), maxlength: 80, spellcheck: "false" });
  input.setAttribute("aria-describedby", `${id}:help`);
  return h("div", { class: "rule" }, label, input, h("small", { id: `${id}:help` }, capital(option.help.replaceAll("`", ""))));
}

/** The name of a side in the form: `First` for `the first player`. */
function side(game, number) {
  return capital(game.sides[number].replace(/^the (.*) player$/, "$1"));
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
