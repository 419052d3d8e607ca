"""EPD: where the position ends, operations, counters, and the same lines as openings and in suites."""

from __future__ import annotations

import doctest
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oddfish.engine.epd as epd_module
from oddfish.cext.core.errors import FenError
from oddfish.engine.epd import read_epd
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.game import Game
from oddfish.engine.suites import BadLine, Entry, builtin_text, read_suite
from oddfish.engine.variants import REGISTRY, get_variant
from support.openings import read_openings
from support.saved import played_at_random

BOARD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
FIELDS = f"{BOARD} w KQkq -"


def test_docstrings_are_true() -> None:
    assert doctest.testmod(epd_module).failed == 0


@pytest.mark.parametrize(
    ("line", "fen", "operations"),
    [
        (FIELDS, FIELDS, []),
        (f"{FIELDS} 99 80", f"{FIELDS} 99 80", []),
        (f"{FIELDS} hmvc 99; fmvn 80;", FIELDS, [("hmvc", "99"), ("fmvn", "80")]),
        (f"{FIELDS} 0 1 ;D1 48 ;D2 2_039", f"{FIELDS} 0 1", [("D1", "48"), ("D2", "2_039")]),
        (f'{FIELDS} id "a;b"; c0 "x";', FIELDS, [("id", "a;b"), ("c0", "x")]),
        (f'{FIELDS} c0 "x;y{{z}}"; bm Qxf6 e5g6;', FIELDS, [("c0", "x;y{z}"), ("bm", "Qxf6", "e5g6")]),
        (f"{FIELDS} unheard_of 1 2;", FIELDS, [("unheard_of", "1", "2")]),
        (f'{FIELDS};id "";noop;', FIELDS, [("id", ""), ("noop",)]),
        (f'{FIELDS} bm e4; id "open; c0 x', FIELDS, [("bm", "e4"), ("id", '"', "open"), ("c0", "x")]),
        (f"{BOARD} w id 5;", f"{BOARD} w", [("id", "5")]),
        (f"{BOARD} w KQkq e3 id 5;", f"{BOARD} w KQkq e3", [("id", "5")]),
        (f"{BOARD}\tw  KQkq\t-\tid\t5 ; ", f"{BOARD}\tw  KQkq\t-", [("id", "5")]),
        (";;", "", []),
        ("", "", []),
    ],
)
def test_lines(line: str, fen: str, operations: list[tuple[str, ...]]) -> None:
    epd = read_epd(line)
    assert epd.fen == fen
    assert [(opcode, *operands) for opcode, operands in epd.operations] == operations


@given(st.text(alphabet='"; \tabcdhmvc019{}/-', max_size=60))
def test_any_text_is_separated(line: str) -> None:
    epd = read_epd(line)
    assert len(epd.fields) == len(epd.operations) <= len(line)


@pytest.mark.parametrize("variant", sorted(REGISTRY))
def test_operations_behind_positions_of_every_variant(variant: str) -> None:
    """They begin behind the FEN, and set its counters."""
    for seed in range(8):
        position = played_at_random(variant, seed, 12).position
        fen = position.fen()
        for line in (f'{fen} id "x";', f"{fen};D1 5", f'{fen} c3 "d4"; bm e4;', f"{fen} fmvn 7;"):
            assert read_epd(line).fen == fen
        assert (
            read_epd(f"{fen} hmvc 3; fmvn 71;").complete(position.from_fen)
            == position.from_fen(read_epd(f"{fen};hmvc 3;fmvn 71").complete(position.from_fen)).fen()
        )
        assert position.from_fen(read_epd(f"{fen} fmvn 71;").complete(position.from_fen)).number == 71


def test_counters_are_those_of_python_chess() -> None:
    line = f"{FIELDS} hmvc 99; fmvn 80;"
    theirs, operations = chess.Board.from_epd(line)
    assert read_epd(line).complete(lambda fen: Game("normal", fen=fen).position) == theirs.fen()
    assert operations["hmvc"] == 99


# ------------------------------------------------------------------------------------------ the two readers


def as_opening(line: str, folder: Path) -> str:
    (folder / "openings.epd").write_text(f"\n{line}\n")
    (opening,) = read_openings(str(folder / "openings.epd"), get_variant("normal"), {})
    return Game("normal", fen=opening.fen).fen()


def as_suite(line: str) -> str:
    entry = next(iter(read_suite(f"\n{line}", "x.epd")))
    if isinstance(entry, BadLine):
        raise entry
    return entry.position().fen()


@pytest.mark.parametrize(
    ("operations", "counters"),
    [
        ("", "0 1"),
        ("hmvc 99; fmvn 80;", "99 80"),
        ("fmvn 80; hmvc 99;", "99 80"),
        ("hmvc 7;", "7 1"),
        ("5 6 fmvn 80;", "5 80"),
        ('id "a;b"; c0 "hmvc 3;"; hmvc 4;', "4 1"),
        (" ;hmvc 4 ;fmvn 0", "4 1"),
        ('bm e5g6; acd 12; ce -35; pv e2a6 b4c3; eco "C 1;"; noop;', "0 1"),
    ],
)
def test_openings_and_suites_read_alike(operations: str, counters: str, tmp_path: Path) -> None:
    line = f"{FIELDS} {operations}"
    assert as_opening(line, tmp_path) == as_suite(f"{line.rstrip(';')};D1 48" if operations else f"{line};D1 48")
    assert as_opening(line, tmp_path) == f"{FIELDS} {counters}"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"{FIELDS} hmvc x;", "hmvc 'x' is not a whole number"),
        (f"{FIELDS} hmvc;", "hmvc '' is not a whole number"),
        (f"{FIELDS} fmvn -1;", "fmvn '-1' is not a whole number"),
        (f"{FIELDS} hmvc 100000;", "clock"),
        ("nonsense hmvc 1;", "rank"),
    ],
)
def test_wrong_counters_are_named(line: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(MatchError, match=rf":2: .*{problem}"):
        as_opening(line, tmp_path)
    with pytest.raises(BadLine, match=rf":2: bad FEN: .*{problem}"):
        as_suite(f"{line} D1 48")


def test_suites_of_other_programs_keep_their_names() -> None:
    lines = (
        f'{FIELDS} id "Kiwi; {{pete}}"; perft 1 48; perft 2 2039;\n'
        f'{FIELDS} bm e5g6; id "two"; c0 "perft 9;"; D1 48;\n'
        f"id three\nepd {FIELDS} hmvc 3;\nperft 1 48\n"
    )
    found = [entry for entry in read_suite(lines, "x.epd") if isinstance(entry, Entry)]
    assert [(entry.name, entry.counts) for entry in found] == [
        ("Kiwi; {pete}", {1: 48, 2: 2039}), ("two", {1: 48}), ("three", {1: 48}),
    ]  # fmt: skip
    assert found[2].position().fen().endswith(" 3 1")


def test_the_built_in_suites_are_read_as_before() -> None:
    """Whatever stands before the first semicolon is the FEN."""
    for variant in REGISTRY:
        text = builtin_text(variant)
        lines = [line.partition(";")[0].strip() for line in text.splitlines() if line and line[0] not in "#%"]
        assert [entry.fen for entry in read_suite(text, variant) if isinstance(entry, Entry)] == lines


def test_games_without_counters_refuse_them() -> None:
    class Position:
        def fen(self) -> str:
            return "8/8 w"

    with pytest.raises(FenError, match="no counters"):
        read_epd("8/8 w hmvc 1;").complete(lambda fen: Position())  # type: ignore[arg-type, return-value]


def test_messages_quote_long_texts_in_part() -> None:
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    for end in (
        f"w KQkq - {'9' * 5000} 1",
        f"w KQkq - 0 {'x' * 5000}",
        f"{'w' * 5000} KQkq - 0 1",
        f"w KQkq {'e' * 5000}",
    ):
        with pytest.raises(FenError) as raised:
            Game("normal", fen=f"{board} {end}")
        assert len(str(raised.value)) < 120
