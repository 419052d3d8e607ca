"""The page: what it says as HTML, and its games as data for the script that shows them.

Everything is in the page itself: the pictures of boards and pieces, styles and scripts. It opens without a network and
without Oddfish. Names and texts of engines are escaped; Banqi's deals are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from oddfish.engine.experiments.match.games import score_text
from oddfish.engine.experiments.match.plan import Plan
from oddfish.engine.experiments.match.records import Record, game_of
from oddfish.engine.experiments.match.report import elo_texts, knockout_lines, match_lines
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.variants import get_variant
from oddfish.protocols.report.curve import curve_of, draw
from oddfish.protocols.web import drawing
from oddfish.protocols.web.table import Table, letters_in

#: The scripts, each after those that it needs; the board is that of the browser page.
_SCRIPTS = (("web", "dom.js"), ("web", "board.js"), ("web", "moves.js"), ("report", "report.js"))
_STYLES = (("web", "style.css"), ("report", "report.css"))
#: Imports and exports of a module, which are on separate lines.
_MODULE = re.compile(r"^import .*?;\n|^export (?=[a-z])", re.MULTILINE)


def page(standings: Standings) -> str:
    """The page of a match, finished or not."""
    plan = standings.plan
    title = f"{' - '.join(engine.name for engine in plan.engines)}: {get_variant(plan.variant).title}"
    data = json.dumps(_games(standings), separators=(",", ":")).replace("<", "\\u003c")
    curve = curve_of(standings)
    count = len(standings.records)
    played = f"{count} of {standings.total}" if count < standings.total else str(count)
    sections = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_limits(plan))}, seed {plan.seed}. {played} games.</p>",
        _section("Standings", _standings(standings) + _lines(standings)),
        _section("Results of each pairing", _crosstable(standings)) if len(plan.engines) > 2 else "",
        _section(curve.title, draw(curve)) if curve is not None else "",
        _section("Games", '<div class="replay"></div>'),
    ]
    return (
        '<!doctype html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_joined(_STYLES)}</style>\n</head>\n"
        f'<body>\n<main class="report">\n{"".join(sections)}\n</main>\n'
        f'<script type="application/json" id="data">{data}</script>\n'
        f'<script>\n"use strict";\n{_joined(_SCRIPTS)}</script>\n</body>\n</html>\n'
    )


def _joined(names: Sequence[tuple[str, str]]) -> str:
    """Files of the packages, one after the other; modules become one script."""
    texts = [(files(f"oddfish.protocols.{room}") / "static" / name).read_text("utf-8") for room, name in names]
    return "\n".join(_MODULE.sub("", text) if name.endswith(".js") else text for text, (_, name) in zip(texts, names))


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _limits(plan: Plan) -> str:
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    return f"{plan.variant}{f' ({options})' if options else ''}, {plan.control}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    titles = "".join(f"<th scope='col'>{escape(title)}</th>" for title in head)
    lines = [
        f"<tr><th scope='row'>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
        for row in rows
    ]
    return f"<div class='wide'><table><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"


def _standings(standings: Standings) -> str:
    elo = elo_texts(standings)
    rows = []
    for name, score in standings.ranked():
        counts = (score.wins, score.draws, score.losses, standings.faults_of(name))
        rows.append((name, elo.get(name, "–"), str(score.games), f"{100 * score.share:.1f} %", *map(str, counts)))
    return _table(("Engine", "Elo", "Games", "Score", "Wins", "Draws", "Losses", "Faults"), rows)


def _lines(standings: Standings) -> str:
    plan = standings.plan
    lines = []
    if len(plan.engines) == 2:
        lines = match_lines(standings)
    elif plan.format == "knockout":
        lines = knockout_lines(standings)
    return "".join(f"<p class='line'>{escape(line)}</p>" for line in lines)


def _crosstable(standings: Standings) -> str:
    """Wins, draws and losses of each engine against each other."""
    names = [engine.name for engine in standings.plan.engines]
    counts = {(one, two): [0, 0, 0] for one in names for two in names}
    for record in standings.records.values():
        counts[record.white, record.black][int(2 - 2 * record.score)] += 1
        counts[record.black, record.white][int(2 * record.score)] += 1
    rows = []
    for one in names:
        met = (("+{} ={} -{}".format(*counts[one, two]) if any(counts[one, two]) else "–") for two in names)
        rows.append((one, *("" if one == two else cell for two, cell in zip(names, met))))
    return _table(("", *names), rows)


# Games ----------------------------------------------------------------------------------------------------------


def _games(standings: Standings) -> dict[str, Any]:
    """The games for the script: ``looks`` are boards with pictures of their pieces; a game says which it needs."""
    looks: dict[str, dict[str, Any]] = {}
    found = [_game(standings.plan, record, looks) for _, record in sorted(standings.records.items())]
    return {"looks": [*looks.values()], "games": found}


def _game(plan: Plan, record: Record, looks: dict[str, dict[str, Any]]) -> dict[str, Any]:
    game = game_of(plan, record)
    root = game.positions[0]
    table = Table(game)
    key = json.dumps(game.variant.tags(root))  # armies have their own pieces
    if key not in looks:
        looks[key] = {"board": drawing.board(game.variant, root), "pieces": {}}
    pieces = looks[key]["pieces"]
    missing = letters_in(table.frames) - pieces.keys()
    pieces.update(drawing.pieces(game.variant, root, sorted(missing)))
    cells: dict[str, str] = {}
    frames = []
    for place, shown in enumerate(table.frames):
        thought = record.thoughts[place - 1] if 0 < place <= len(record.thoughts) else None
        frame: dict[str, Any] = {"cells": _change(cells, shown["cells"])}
        frame.update(
            {name: shown[name] for name in ("text", "number", "last", "taken", "check", "hands") if shown.get(name)}
        )
        if thought is not None:
            score = "" if thought.score is None else f"{score_text(thought.score)}/{thought.depth} "
            frame["thought"] = f"{score}{thought.seconds:.2f} s"
        cells = shown["cells"]
        frames.append(frame)
    return {
        "number": record.number, "white": record.white, "black": record.black, "result": record.result,
        "reason": record.why, "opening": record.opening, "look": [*looks].index(key), "frames": frames,
    }  # fmt: skip


def _change(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    """The squares that changed, with their new pieces; '' for an empty square."""
    return {
        square: after.get(square, "")
        for square in [*before, *(square for square in after if square not in before)]
        if before.get(square) != after.get(square)
    }
