"""The page of a match: complete in itself, safe whatever engines are called, and with the games that were played."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Plan
from oddfish.engine.experiments.match.records import game_of, read_journal
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.report.curve import curve_of, draw
from oddfish.protocols.report.page import page
from support.matches import record

HOSTILE = "</script><script>alert(1)</script>&amp;<b>"


def played(folder: Path, variant: str, *words: object) -> tuple[str, Path]:
    """The page and the journal of a short match."""
    html, journal = folder / "m.html", folder / "m.jsonl"
    players = ("oddfish", f"name={HOSTILE} cmd=oddfish nodes=20")
    limits = ("--games", 2, "--nodes", 60, "--max-moves", 12, "--random-plies", 2, "--seed", 5)
    arguments = ["match", *players, "-v", variant, *limits, "--json", journal, "--html", html, "-q", *words]
    done = CliRunner().invoke(cli, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return html.read_text("utf-8"), journal


def data_in(text: str) -> Any:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*)</script>', text)
    return json.loads(found)


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(5)
def test_the_games_of_the_page_are_those_of_the_match(tmp_path: Path, variant: str) -> None:
    text, journal = played(tmp_path, variant)
    header, records = read_journal(journal)
    assert header is not None
    plan = Plan.from_json(header["plan"])
    data = data_in(text)
    assert len(data["games"]) == len(records) == 2
    for shown, made in zip(data["games"], records):
        assert [frame.get("text") for frame in shown["frames"][1:]] == [*made.moves]
        assert (shown["white"], shown["black"], shown["result"]) == (made.white, made.black, made.result)
        game = game_of(plan, made)
        pieces = data["looks"][shown["look"]]["pieces"]
        cells: dict[str, str] = {}
        for frame, position in zip(shown["frames"], game.positions):
            cells.update(frame["cells"])
            cells = {square: letters for square, letters in cells.items() if letters}
            assert cells == dict(guide_of(game.variant).cells(position))
            assert {*cells.values()} <= pieces.keys()


@pytest.mark.later
def test_the_page_is_complete_in_itself(tmp_path: Path) -> None:
    text, _ = played(tmp_path, "fanorona-chess")
    assert {*re.findall(r"https?://[\w./]+", text)} == {"http://www.w3.org/2000/svg"}  # the name of SVG
    assert not re.search(r"<(link|img|iframe)\b|\bsrc=|@import|url\(|^import |^export ", text, re.MULTILINE)
    assert HOSTILE not in text
    assert text.count("</script>") == 2
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in text


@pytest.mark.later
def test_a_deal_stays_out_of_the_page(tmp_path: Path) -> None:
    text, journal = played(tmp_path, "banqi")
    _, records = read_journal(journal)
    deals = {made.deal for made in records}
    assert all(deals)
    for deal in deals:
        assert deal not in text


@pytest.mark.later
def test_a_resumed_match_writes_the_page_too(tmp_path: Path) -> None:
    text, journal = played(tmp_path, "normal")
    again = tmp_path / "again.html"
    done = CliRunner().invoke(cli, ["match", "--resume", str(journal), "--yes", "--html", str(again)])
    assert done.exit_code == 0, done.output
    assert again.read_text("utf-8") == text
    refused = CliRunner().invoke(
        cli, ["match", "--resume", str(journal), "--yes", "--html", str(tmp_path / "nosuch" / "m.html")]
    )
    assert refused.exit_code == 2 and "nosuch" in refused.stderr


# ------------------------------------------------------------------------------------------------------- tables


def standings_of(results: str, names: str = "ab", sprt: Sprt | None = None, **fields: Any) -> Standings:
    """The standings after the first games of a match with these results: 1, 0 or = for White."""
    engines = tuple(EngineSpec(name, "oddfish") for name in names)
    plan = Plan("normal", engines, Control(nodes=10), sprt=sprt, **fields)
    known = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}
    return Standings(plan, (record(plan, job, known[result]) for job, result in zip(plan.jobs(), results)))


def test_results_of_pairings() -> None:
    text = page(standings_of("10=1=0", "abc", games=2))
    rows = [
        re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row)
        for row in re.findall(r"<tr>(.*?)</tr>", text[text.index("Results of each pairing") :])
    ]
    assert rows == [
        ["", "a", "b", "c"],
        ["a", "", "+2 =0 -0", "+0 =1 -1"],
        ["b", "+0 =0 -2", "", "+1 =1 -0"],
        ["c", "+1 =1 -0", "+0 =1 -1", ""],
    ]


def test_the_curve_of_a_test_ends_where_the_test_does() -> None:
    sprt = Sprt(0, 60)
    standings = standings_of("10" * 8 + "==1=" * 20, sprt=sprt, games=100)
    curve = curve_of(standings)
    assert curve is not None
    assert len(curve.values) == len(standings.records) // 2
    low, high = sprt.bounds
    assert [height for height, _ in curve.lines] == [low, high, 0.0]
    crossed = [place for place, value in enumerate(curve.values) if not low < value < high]
    assert crossed[:1] == [sum(standings.tested_pairs) - 1] if standings.verdict else not crossed


def test_the_curve_of_elo() -> None:
    curve = curve_of(standings_of("11" + "1=" * 10, games=100))
    assert curve is not None
    assert curve.values[0] == pytest.approx(0)
    assert all(low <= value <= high for value, (low, high) in zip(curve.values, curve.intervals) if low == low)
    drawn = draw(curve)
    assert "nan" not in drawn and "inf" not in drawn
    assert curve_of(standings_of("10", games=100)) is None
    assert curve_of(standings_of("10=1=0", "abc", games=2)) is None
    unbeaten = curve_of(standings_of("1010", games=100))
    assert unbeaten is not None
    assert "nan" not in draw(unbeaten)


# ---------------------------------------------------------------------------------------------------- in a browser


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["bifold-halfgi", "tandem-84", "banqi"])
def test_games_are_replayed_in_a_browser(chromium: Any, tmp_path: Path, variant: str) -> None:
    with ThreadPoolExecutor(1) as other:  # the browser's fixture has an event loop in this thread
        text, _ = other.submit(played, tmp_path, variant).result()
    data = data_in(text)
    opened = chromium.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda request: request.url.startswith("file:") or wrong.append(request.url))
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.goto((tmp_path / "m.html").as_uri())
    opened.click(".replay .results li:nth-child(2) button")
    last = data["games"][1]["frames"][-1]
    assert opened.inner_text(".viewer .ply.current") == last["text"]
    opened.focus(".viewer")
    opened.keyboard.press("Home")
    assert opened.locator(".board .pieces .piece").count() == len(data["games"][1]["frames"][0]["cells"])
    for _ in range(3):
        opened.keyboard.press("ArrowRight")
    assert opened.inner_text(".viewer .ply.current") == data["games"][1]["frames"][3]["text"]
    opened.click("[aria-label='Flip the board']")
    opened.click("[aria-label='Last position']")
    assert opened.inner_text(".viewer .ply.current") == last["text"]
    assert wrong == []
    opened.close()
