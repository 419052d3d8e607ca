"""Every text file that we read, as editors, mail programs and version control on other systems leave it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddfish.engine.book import BookError, is_book, load_book
from oddfish.engine.evaluation.parameters import read_parameters
from oddfish.engine.evaluation.weights import WeightsError, read_weights
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import MatchError, Plan, read_engine
from oddfish.engine.experiments.match.records import Journal, PgnFile, Record, read_journal, read_results
from oddfish.engine.experiments.tune.lines import LineFile
from oddfish.engine.files import numbered_lines, plain_lines
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant
from oddfish.protocols.commands.group import cli
from oddfish.protocols.saved_games import read_game
from support.books import GOOD as BOOK
from support.openings import read_openings

pytestmark = pytest.mark.sampled(3)

START = Game("normal").fen()
GAME = '[White "a"]\n[Black "b"]\n[Variant "normal"]\n[Result "1-0"]\n\n1. e2e4 {x}\ne7e5 1-0\n'
PLAN = Plan("normal", (read_engine("name=a cmd=x"), read_engine("name=b cmd=y")), Control(nodes=5), games=4)


def record(number: int) -> Record:
    moves = ("e2e4", "e7e5")
    return Record(
        number, 0, 0, "a", "b", "1-0", "checkmate", "", None, START, 0, moves, 1, "", "2024-01-01", 1.5, (None, None)
    )


def journal(folder: Path) -> bytes:
    path = folder / "written.jsonl"
    kept = Journal(path, PLAN)
    for number in (1, 2):
        kept.append(record(number))
    kept.close()
    return path.read_bytes()


def resumed(path: Path) -> list[Record]:
    """The games of a journal after one more has been written to it."""
    kept = Journal(path)
    try:
        kept.append(record(3))
    finally:
        kept.close()
    return read_journal(path)[1]


def tuned(path: Path) -> list[Any]:
    """The lines of a run after one more has been written to it."""
    for _ in range(2):
        found: list[Any] = []
        file = LineFile(path, "games", "games for tuning", {"seed": 1}, found.append)
        file.append({"x": 3})
        file.close()
    return found


def suite(path: Path) -> str:
    result = CliRunner().invoke(cli, ["perft", "--suite", str(path), "--json"])
    assert result.exit_code == 0, result.output
    return json.dumps(
        [{key: value for key, value in one.items() if key in ("name", "fen", "counts", "nodes")}
         for one in json.loads(result.stdout)["results"]]
    )  # fmt: skip


def pgn_file(path: Path) -> bytes:
    """The PGN file of a match that goes on."""
    PgnFile(path, PLAN, [record(1), record(2)]).append(record(3))
    return path.read_bytes()


def pgn_of(folder: Path) -> bytes:
    path = folder / "written.pgn"
    PgnFile(path, PLAN, [record(1), record(2)])
    return path.read_bytes()


FILES: dict[str, tuple[Callable[[Path], bytes], Callable[[Path], Any]]] = {
    "book": (lambda folder: BOOK, lambda path: (is_book(path), load_book(path).header, load_book(path).records())),
    "weights": (lambda folder: b'{"variant":"normal",\n"weights":{"tempo":5}}\n', read_weights),
    "search parameters": (
        lambda folder: b'{"variant":"normal",\n"search":{"history_bonus_depth":90}}\n', read_parameters,
    ),
    "openings: FEN": (
        lambda folder: f"# x\n{START}\n\n{START[:-1]}2\n".encode(),
        lambda path: read_openings(str(path), get_variant("normal"), {}),
    ),
    "openings: PGN": (
        lambda folder: f"{GAME}\n{GAME}".encode(),
        lambda path: read_openings(str(path), get_variant("normal"), {}),
    ),
    "saved game": (
        lambda folder: f"{GAME}\n{GAME}".encode(),
        lambda path: read_game(str(path), 2, get_variant("normal"), {}).game.texts(),
    ),
    "results: PGN": (lambda folder: f"{GAME}\n{GAME}".encode(), lambda path: read_results(str(path))),
    "results: journal": (journal, lambda path: read_results(str(path))),
    "journal": (journal, resumed),
    "PGN of a match": (pgn_of, pgn_file),
    "tuning": (lambda folder: b'{"type":"games","version":1,"recipe":{"seed":1}}\n{"x":1}\n{"x":2}\n', tuned),
    "suite": (
        lambda folder: f"## one\n{START} ;D1 20\n\nid two\nepd {START}\nperft 1 20\nperft 2 400\n".encode(), suite,
    ),
}  # fmt: skip

CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
    "BOM and CRLF": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "no last line end": lambda data: data.rstrip(b"\n"),
    "CRLF, no last line end": lambda data: data.rstrip(b"\n").replace(b"\n", b"\r\n"),
    "more line ends": lambda data: data + b"\n" * (not data.startswith((b'{"format', b'{"type'))),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", FILES)
def test_text_files_of_other_systems(kind: str, change: str, tmp_path: Path) -> None:
    content, read = FILES[kind]
    path, data = tmp_path / "file", content(tmp_path)
    path.write_bytes(data)
    expected = read(path)
    if kind == "PGN of a match" and change == "more line ends":
        return  # then it is another file: the match does not overwrite it
    path.write_bytes(CHANGES[change](data))
    assert read(path) == expected


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n \xef\xbb\xbf\r\n", b" \x0b\n\x1c\n"])
@pytest.mark.parametrize("kind", [kind for kind in FILES if kind not in ("suite", "PGN of a match", "tuning")])
def test_files_without_text(kind: str, data: bytes, tmp_path: Path) -> None:
    """Nothing, marks of the byte order, and white space: there is nothing to read, or one line says so."""
    path = tmp_path / "file"
    path.write_bytes(data)
    found, message = None, str(path)
    try:
        found = FILES[kind][1](path)
    except (BookError, MatchError, WeightsError, ValueError) as error:
        message = str(error)
    assert not found
    assert "\n" not in message and str(path) in message


@pytest.mark.parametrize("data", [b"", b"a", b"a\n", b"a\r\n\r\nb\r", b"\r", b"\n\r\n", b"a\x0bb\x85\n\xe2\x80\xa8c"])
def test_lines_of_a_file(data: bytes, tmp_path: Path) -> None:
    """Only CR, LF and CRLF end lines; nothing is lost."""
    path = tmp_path / "file"
    path.write_bytes(data)
    with path.open("rb") as file:
        lines = list(numbered_lines(file))
    assert b"".join(line.data for line in lines) == data
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert all(data[line.offset :].startswith(line.data) for line in lines)
    assert len(lines) == plain_lines(data).count(b"\n")
