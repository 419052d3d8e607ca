"""FENs that other programs write a little differently: every reader accepts them as the same position."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddfish.cext.core.errors import FenError
from oddfish.engine.board import VariantBoard
from oddfish.engine.game import Game
from oddfish.engine.suites import Entry, read_suite
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.commands.group import cli
from support.openings import read_openings
from support.pipes import CecpEngine, UciEngine

pytestmark = pytest.mark.sampled(3)

#: Ways to write a FEN, by their difference.
SPELLINGS: dict[str, Callable[[list[str]], str]] = {
    "as written": " ".join,
    "two spaces": "  ".join,
    "tabs": "\t".join,
    "no-break spaces": "\u00a0".join,
    "spaces around": lambda fields: f"  {' '.join(fields)} \t",
    "move number 0": lambda fields: " ".join([*fields[:-1], "0"]),
    "no move number": lambda fields: " ".join(fields[:-1]),
    "no counters": lambda fields: " ".join(fields[:-2]),
}
CASTLED = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"

spellings = pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS)


def start(variant: str) -> tuple[list[str], dict[str, Any]]:
    """The fields of a start position up to the counters, and the options: they name the armies."""
    game = Game(variant, seed=1)
    fields = game.fen().split()
    chosen = {name: value for name, value in game.variant.tags(game.position).items() if name in game.options}
    return fields[:-1] if ":" in fields[-1] else fields, chosen


@spellings
@pytest.mark.parametrize("variant", REGISTRY)
def test_games(variant: str, spell: Callable[[list[str]], str]) -> None:
    fields, options = start(variant)
    fen = Game(variant, options, " ".join(fields)).fen()
    read = Game(variant, options, spell(fields))
    assert read.fen() == fen
    assert read.variant.read_any_board(spell(fields), read.options, random.Random(0)).fen() == fen


@spellings
@pytest.mark.quick(3)
def test_protocols(spell: Callable[[list[str]], str]) -> None:
    fen = spell(CASTLED.split())
    with UciEngine(variant="normal") as engine:
        engine.sync()
        engine.send(f"position fen {fen} moves e1g1", f"position fen {fen}")
        assert engine.sync() == []
        assert engine.fen() == CASTLED
    with CecpEngine(variant="normal") as engine:
        engine.send("force", f"setboard {fen}")
        assert engine.sync() == []
        assert engine.fen() == CASTLED


@spellings
@pytest.mark.parametrize("variant", [name for name, variant in REGISTRY.items() if not variant.options])
def test_setboard(variant: str, spell: Callable[[list[str]], str]) -> None:
    """XBoard's own FENs, which each projection reads."""
    from oddfish.protocols.projections import projection_for

    projection = projection_for(variant)
    shown = projection.write_fen(Game(variant).position)
    if spell is SPELLINGS["no counters"] and len(shown.split()) < 6:
        pytest.skip("this FEN has no counters")
    read = Game(variant, None, projection.read_fen(spell(shown.split())))
    assert read.legal() == Game(variant, None, projection.read_fen(shown)).legal()


@spellings
def test_commands(spell: Callable[[list[str]], str], tmp_path: Path) -> None:
    fen = spell(CASTLED.split())

    def output(*words: str, stdin: str = "") -> str:
        result = CliRunner().invoke(cli, list(words), input=stdin)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert CASTLED in output("show", "normal", fen)
    assert "e1g1" in output("moves", "normal", fen).split()
    assert output("perft", "normal", "1", "--fen", fen) == "Nodes searched: 37\n"
    assert CASTLED in output("play", "normal", "--fen", fen, "--white", "human", stdin="fen\nquit\n")
    suite = tmp_path / "suite.epd"
    suite.write_text(f"{fen} ;D1 37\n")
    assert "1 position" in output("perft", "normal", "1", "--suite", str(suite))


@spellings
def test_files_and_boards(spell: Callable[[list[str]], str], tmp_path: Path) -> None:
    fen = spell(CASTLED.split())
    assert VariantBoard("normal", fen).fen() == CASTLED
    (entry,) = read_suite(f"{fen} ;D1 37\n", "suite.epd", "normal")
    assert isinstance(entry, Entry) and entry.position().fen() == CASTLED
    for name, text in (
        ("openings.fen", fen),
        ("openings.epd", f'{fen} id "x";'),
        ("openings.pgn", f'[FEN "{fen}"]\n\n*\n'),
    ):
        path = tmp_path / name
        path.write_text(text + "\n")
        (opening,) = read_openings(str(path), get_variant("normal"), {})
        assert Game("normal", None, opening.fen).fen() == CASTLED


@pytest.mark.parametrize("fen", ["", " \t ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "4k3/8/8/8/8/8/8/4K3 w - - 0 -1"])
def test_invalid_fens(fen: str) -> None:
    with pytest.raises(FenError):
        Game("normal", None, fen)
