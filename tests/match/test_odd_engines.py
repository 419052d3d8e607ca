"""Engines that announce odd options, send floods, or die between games."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from oddfish.engine.experiments.match.cecp import Cecp
from oddfish.engine.experiments.match.engine_output import (
    LONGEST_LINE,
    LineBuffer,
    cecp_kind,
    last_thoughts,
    latest,
    plain_thinking,
    read_info,
    uci_kind,
)
from oddfish.engine.experiments.match.games import MATE_SCORE
from oddfish.engine.experiments.match.option_lines import Read, read_cecp_option, read_features, read_uci_option
from oddfish.engine.experiments.match.uci import Uci
from support.matches import AMPLE, GOOD, SCRIPTED, invoke, play, refusal, scripted

HUGE = "9" * 5000

#: Lines before uciok; the type that each option gets, or None if it is left out; and part of the warning.
UCI_LINES: list[tuple[str, str | None, str]] = [
    (
        "option name TaskWorkers type spin default -1 min 0 max 128",
        "string",
        "TaskWorkers: default -1 is outside 0..128",
    ),
    ("option name Odd type combo default Risky var Solid var Normal", "combo", "Odd: default 'Risky' is not a choice"),
    ("option name Odd type spin min 0 max 9", "string", "Odd: default '' is not a whole number"),
    ("option name Odd type spin default 1.5 min 0 max 9", "string", "Odd: default '1.5' is not a whole number"),
    ("option name Odd type spin default  min 0 max 9", "string", "Odd: default '' is not a whole number"),
    ("option name Odd type spin default 4 min nan max inf", "string", "Odd: default 'nan' is not a whole number"),
    ("option name Odd type spin default 16 min 64", "string", "Odd: default 16 is too small"),
    ("option name Odd type spin default 16 max 9", "string", "Odd: default 16 is outside"),
    ("option name Odd type spin default 16", "spin", ""),
    ("option name Odd type spin default 4 min 9 max 0", "string", "Odd: default 4 is outside 9..0"),
    (f"option name Odd type spin default {HUGE} min 0 max 9", "string", "Odd: default '999"),
    ("option name Odd type check default maybe", "check", "Odd: default 'maybe' is neither true nor false"),
    ("option name Odd type check", "check", ""),
    ("option name Odd type combo", "string", "Odd: default and choices are missing"),
    ("option name Odd type combo default", "string", "Odd: default and choices are missing"),
    ("option name Odd type combo default min-max var min-max var other", "combo", ""),
    ("option name Odd type slider default 3", None, "Odd: unknown type 'slider'"),
    ("option name Odd type knob default 3", None, "Odd: unknown type 'knob'"),
    ("option name Odd type string default", "string", ""),
    ("option name Odd type string default <empty>", "string", ""),
    ("option name Odd type string", "string", ""),
    ("option name Odd type button", "button", ""),
    ("option name Odd type button default x min y", "button", ""),
    ("option name Odd", None, "is not 'option name NAME type TYPE"),
    ("option name type spin default 1 min 0 max 2", None, "is not 'option name NAME type TYPE"),
    ("option", None, "is not 'option name NAME type TYPE"),
    ("option type spin name Odd default 1 min 0 max 2", None, "is not 'option name NAME type TYPE"),
    ("option name Odd\ttype\tspin\tdefault\t1\tmin\t0\tmax\t2", "spin", ""),
    ("option  name  Odd  type  spin  default  1  min  0  max  2", "spin", ""),
    ("option name MultiPV type combo default many var many", None, "MultiPV: type combo, expected spin"),
    ("option name MultiPV type spin default 0 min 1 max 5", None, "MultiPV: default 0 is outside 1..5"),
    ("option name Ponder type spin default 0 min 0 max 1", None, "Ponder: type spin, expected check"),
    (f"option name {'x' * 5000} type button", None, "is not a name"),
    ("option name Odd\x07 type button", None, "is not a name"),
    ("option name O\0dd type spin default 1 min 0 max 2\0", "spin", ""),
    ("option name \udcff type string default \udcfe\udcff", "string", ""),
    ("option name Odd type string default " + "x" * (1 << 21), "string", ""),
]
#: The same for features of CECP.
CECP_LINES: list[tuple[str, str | None, str]] = [
    ('feature option="Odd -spin -1 0 128"', "string", "Odd: default -1 is outside 0..128"),
    ('feature option="Odd -spin"', "string", "Odd: default '' is not a whole number"),
    ('feature option="Odd -spin 1"', "spin", ""),
    ('feature option="Odd -spin 1.5 0 9"', "string", "Odd: default '1.5' is not a whole number"),
    ('feature option="Odd -check"', "check", ""),
    ('feature option="Odd -check maybe"', "check", "Odd: default 'maybe' is neither true nor false"),
    ('feature option="Odd -check 1"', "check", ""),
    ('feature option="Odd -combo Solid /// *Normal /// Very Risky"', "combo", ""),
    ('feature option="Odd -combo"', "string", "Odd: default and choices are missing"),
    ('feature option="Odd -combo /// ///"', "string", "Odd: default and choices are missing"),
    ('feature option="Odd -knob 3"', None, "Odd: unknown type 'knob'"),
    ('feature option="Odd -slider 3 0 9"', "spin", ""),
    ('feature option="Odd -button"', "button", ""),
    ('feature option="Odd -file /tmp/a b"', "file", ""),
    ('feature option="Odd"', None, "is not 'NAME -TYPE"),
    ('feature option=""', None, "is not 'NAME -TYPE"),
    ("feature option=", None, "is not 'NAME -TYPE"),
    ('feature option="Odd -spin 1 0 9', None, "is not 'NAME -TYPE"),
    ("feature option='Odd -check 1'", None, "is not 'NAME -TYPE"),
    ('feature option="Clear Odd -button"', "button", ""),
    ("feature", None, ""),
    ("feature =", None, ""),
    ("feature ping", None, ""),
    ("feature \"'", None, ""),
    ('feature myname="unclosed', None, ""),
    ('feature option="Odd -check 1" name=0 myname="it\'s" option="Bad -knob"', "check", "Bad: unknown type 'knob'"),
]


@pytest.mark.parametrize(("line", "kind", "problem"), UCI_LINES)
def test_options_of_uci(line: str, kind: str | None, problem: str) -> None:
    found = read_uci_option(line.replace("\0", "").encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    check(found, kind, problem)


@pytest.mark.parametrize(("line", "kind", "problem"), CECP_LINES)
def test_options_of_cecp(line: str, kind: str | None, problem: str) -> None:
    values = [value for name, value in read_features(line.removeprefix("feature")) if name == "option"]
    found = [read_cecp_option(value) for value in values]
    assert (kind is None) == (not any(read.option for read in found))
    if found:
        check(found[0], kind, "" if len(found) > 1 else problem)


def check(found: Read, kind: str | None, problem: str) -> None:
    assert (found.option and found.option.type) == kind
    assert found.problem == "" if not problem else problem in found.problem
    assert len(found.problem) < 300
    if found.option is not None and found.option.default is not None:
        found.option.parse(found.option.default)  # the drivers accept it


async def _announced(kind: type[Uci | Cecp], path: Path, *lines: str) -> Uci | Cecp:
    path.write_text(json.dumps({"greeting": lines, "cecp": kind is Cecp}), encoding="utf-8")
    protocol = await kind.start([sys.executable, str(SCRIPTED), str(path)])
    await asyncio.wait_for(protocol.initialize(), 60)
    await asyncio.wait_for(protocol.ping(), 60)
    await asyncio.wait_for(protocol.quit(), 60)
    return protocol


def test_no_line_locks_an_engine_out(tmp_path: Path) -> None:
    """All lines together over a real pipe; every option in the table is there."""
    for kind, table, path in ((Uci, UCI_LINES, tmp_path / "uci"), (Cecp, CECP_LINES, tmp_path / "cecp")):
        whole = ("option name Hash type spin default 16 min 1 max 64",) if kind is Uci else ()
        protocol = asyncio.run(_announced(kind, path, *(line for line, _, _ in table), *whole))
        assert "Odd" in protocol.options
        assert len(protocol.problems) == 8  # the first ones
        if kind is Uci:
            assert protocol.options["TaskWorkers"].type == "string" and protocol.config["Hash"] == 16
        else:
            assert {"Odd", "Clear Odd"} <= set(protocol.options) and protocol.features["name"] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("cecp", [False, True])
def test_a_match_with_an_odd_engine(tmp_path: Path, cecp: bool) -> None:
    """It starts at once, plays, and accepts a value for the odd option; there is one warning."""
    line = CECP_LINES[0][0] if cecp else UCI_LINES[0][0]
    name = "Odd" if cecp else "TaskWorkers"
    odd = scripted(tmp_path, "odd", f"option.{name}=4 restart=on", greeting=[line], cecp=cecp)
    begun = time.monotonic()
    done = invoke(odd, GOOD, "-v", "normal", "--games", 2, "--max-moves", 3, *AMPLE, "--json", tmp_path / "m.jsonl")
    assert done.exit_code == 0, done.output
    assert done.stderr.count("oddfish: engine odd: left out or taken as text: option ") == 1
    assert f"{name}: default -1 is outside 0..128" in done.stderr
    assert "crash" not in (tmp_path / "m.jsonl").read_text()
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("cmd=oddfish option.EvalFile=typo.json", "option EvalFile: typo.json: No such file or directory"),
        ("cmd=oddfish option.SearchFile=typo.json", "option SearchFile: typo.json: No such file or directory"),
        ("cmd=oddfish option.BookFile=typo.book", "book typo.book cannot be read: No such file or directory"),
        ("cmd='oddfish --cecp' proto=cecp option.EvalFile=typo.json", "EvalFile: typo.json: No such file or directory"),
        ("cmd=oddfish proto=cecp option.BookFile=typo.book", "typo.book cannot be read: No such file or directory"),
    ],
)
def test_a_refused_option_ends_the_match(words: str, why: str) -> None:
    """Otherwise it would test something else than it says."""
    error = refusal(f"name=new {words}", GOOD, "-v", "normal", "--games", 2, "--max-moves", 1, "--depth", 1)
    assert "oddfish: engine new does not accept its options: " in error and why in error


def test_other_remarks_about_options_do_not_end_the_match(tmp_path: Path) -> None:
    told = [
        "info string option Path: the cache is warm", "info string unusual [setoption name Paths value x]",
        "info string book x; playing without a book", "info string Path is x [setoption]", "info depth 1", "hello",
    ]  # fmt: skip
    chatty = scripted(
        tmp_path, "chatty", "option.Path=x", greeting=["option name Path type string default"], told=told,
        answer=["info string late [setoption name Path value x]"],
    )  # fmt: skip
    play(tmp_path / "m.jsonl", chatty, GOOD, "-v", "normal", "--games", 2, "--max-moves", 1, *AMPLE)


@pytest.mark.slow
def test_after_uciok_no_other_protocol_is_tried(tmp_path: Path) -> None:
    mute = scripted(tmp_path, "mute", "variant=nosuch", greeting=["option name UCI_Variant type combo default chess"])
    begun = time.monotonic()
    assert "does not know the variant nosuch" in refusal(mute, GOOD, "-v", "normal", "--games", 2, *AMPLE)
    assert time.monotonic() - begun < 30


@pytest.mark.thorough
@pytest.mark.parametrize(
    "script",
    [
        {
            "answer": [
                "info depth nan score cp inf nodes -1",
                "info depth",
                "info score",
                "\0\0",
                "info pv \udcff",
                "\x1b[",
            ]
        },
        {"answer": ["info string " + "x" * (1 << 21), "info multipv 9999999999999999999999 score mate zero"]},
        {"answer": ["garbage"] * 5000},
        {"between": "\t  "},
        {"cecp": True, "answer": ["1 2 3", "9 nan inf -1 e2e4", "\0", "telluser " + "x" * 5000, "feature option=x"]},
    ],
)
def test_odd_lines_while_it_thinks(tmp_path: Path, script: dict[str, Any]) -> None:
    odd = scripted(tmp_path, "odd", **script)
    records = play(tmp_path / "m.jsonl", odd, GOOD, "-v", "normal", "--games", 2, "--max-moves", 2, *AMPLE)
    assert {record.detail for record in records} == {"2 moves played"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["line", "text", "nul"])
def test_a_flood_neither_fills_the_memory_nor_stops_the_match(tmp_path: Path, kind: str) -> None:
    """The match goes on to its end, though the engine may lose its games; or it ends with a reason, if the flood hides
    the engine's answers."""
    bad = scripted(tmp_path, "bad", "proto=uci", flood=kind)
    done = invoke(bad, GOOD, "-v", "normal", "--games", 2, "--max-moves", 2, "--st", 1, "--hang", 3)
    unusable = "oddfish: engine bad does not accept its options: no response" in done.stderr
    assert done.exit_code == (2 if unusable else 0) and (kind == "text" or not unusable), done.output


@pytest.mark.slow
def test_an_engine_that_dies_between_games(tmp_path: Path) -> None:
    mortal = scripted(tmp_path, "mortal", die_after=1)
    records = play(tmp_path / "m.jsonl", mortal, GOOD, "-v", "normal", "--games", 4, "--max-moves", 2, *AMPLE)
    assert len(records) == 4 and all(record.fault in (None, ("mortal", "crash")) for record in records)
    assert any(record.fault is None for record in records)


def test_lines_of_a_stream() -> None:
    buffer = LineBuffer()
    assert buffer.take(b"a\r\nb\0c\nd") == [b"a", b"bc"]
    assert buffer.take(b"\xff\n\n") == [b"d\xff", b""]
    for _ in range(100):
        assert buffer.take(b"x" * (1 << 14)) == []
    (line,) = buffer.take(b"y\n")
    assert len(line) == LONGEST_LINE and buffer.take(b"z\n") == [b"z"]
    assert buffer.take(b"x" * (1 << 20) + b"\n" + b"y" * (1 << 20) + b"\n") == [
        b"x" * LONGEST_LINE,
        b"y" * LONGEST_LINE,
    ]


def test_lines_without_an_effect() -> None:
    """They are dropped by their first word. Of info lines that newer ones replace, only the last is parsed."""
    other = [
        b"info string score cp 1",
        b"info depth 3 currmove e2e4",
        b"",
        b"garbage",
        b"readyoks",
        b"infos score cp 1",
    ]
    assert latest(other * 1000, uci_kind) == []
    scored, counted = b"info depth %d score cp 1 nodes 5", b"info nodes %d"
    lines = [scored % n for n in range(1000)] + [b"bestmove e2e4"] + [counted % n for n in range(1000)]
    kept = latest(lines, uci_kind)
    assert kept[49:51] == [scored % 999, b"bestmove e2e4"] and kept[-1] == counted % 999 and len(kept) == 101
    kept = latest([b"%d 20 3 4 e2e4" % n for n in range(1000)] + [b"# 1 2 3 4", b"Hint: e2e4", b"move e2e4"], cecp_kind)
    assert kept[-2:] == [b"999 20 3 4 e2e4", b"move e2e4"] and len(kept) == 51
    assert latest([b"info\tscore\tcp 1", b"info\tnodes 1"], uci_kind) == [b"info\tscore\tcp 1", b"info\tnodes 1"]


@pytest.mark.parametrize(
    ("line", "depth", "score", "nodes"),
    [
        ("info depth 3 seldepth 5 score cp 12 lowerbound nodes 99 nps 3 pv e2e4", 3, 12, 99),
        (" info\tscore mate -3 depth 7", 7, 3 - MATE_SCORE, None),
        ("info score mate 2 depth 7", 7, MATE_SCORE - 2, None),
        ("info score mate 0 depth 7", 7, -MATE_SCORE, None),
        (f"info depth 1 score cp 1 nodes {2**53}", 1, 1, 2**53 - 1),
        (f"info depth {HUGE} score cp -{HUGE} nodes {HUGE}", 1000, -97999, 2**53 - 1),
        (f"info depth -1 score mate {HUGE} nodes -1", 0, MATE_SCORE - 1999, 0),
        ("info depth nan score cp inf nodes 1e9", None, None, None),
        ("info depth 1 score win 3 nodes 2", None, None, 2),
        ("info depth 5 score cp 1_0 nodes 5", None, None, 5),
        ("info depth 5 score cp", None, None, None),
        ("info nodes 7 string depth 9 score cp 1", None, None, 7),
        ("info", None, None, None),
    ],
)
def test_numbers_of_uci(line: str, depth: int | None, score: int | None, nodes: int | None) -> None:
    assert read_info(line) == (depth, score, nodes)


def test_later_lines_of_uci_replace_what_they_give() -> None:
    lines = ["info depth 1 score cp 5 nodes 10", "info score cp 7", "info depth 9 nodes 30", "info depth 8 score cp"]
    assert last_thoughts(lines) == (1, 7, 30)
    assert last_thoughts([]) == (None, None, None)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("9 156 1084 48000 Nf3 Nc6", "9 156 1084 48000"),
        ("9\t156 1084 48000", "9 156 1084 48000"),
        ("9 100003 1 2 Qh5", "9 100003 1 2"),
        ("9 -99000 1 2 Qh5", "9 -97999 1 2"),
        (f"{HUGE} {HUGE} {HUGE} {HUGE}", f"1000 101999 {2**62} {2**53 - 1}"),
        (f"1 -{HUGE} -1 -1", "1 -101999 0 0"),
        ("1 2 3", ""),
        ("9 nan 3 4", ""),
        ("9. 1 3 4", ""),
    ],
)
def test_numbers_of_cecp(line: str, plain: str) -> None:
    assert plain_thinking(line) == plain
