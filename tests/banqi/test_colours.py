"""Banqi's colours in XBoard: the table that the engine sends before the first flip."""

from __future__ import annotations

import re

import pytest

from oddfish.engine.game import Game
from oddfish.protocols.projections.banqi import board as banqi_board
from oddfish.protocols.projections.banqi.messages import face_down
from support.pipes import CecpEngine

BANQI = "banqi"


def seed_of(color: str) -> int:
    """A deal in which b3 hides a piece of this colour, `r` or `b`."""
    return next(seed for seed in range(1, 99) if Game(BANQI, {"DealSeed": seed}).push("b3b3")[5] == color)


def tables(lines: list[str]) -> list[list[str]]:
    """The halves of the table in each `setup` line."""
    found = [re.findall(r"[^=](?:=.)?", line.split()[1].strip("()")) for line in lines if line.startswith("setup ")]
    return [["".join(half) for half in (one[: len(one) // 2], one[len(one) // 2 :])] for one in found]


@pytest.mark.parametrize("color", ["r", "b"])
@pytest.mark.quick(3)
def test_the_first_flip_decides_the_pictures(color: str):
    """In a session that began with a loaded game whose first player has black pieces: in a new game the first player
    has red ones, and White's pieces take the slots of the red pictures, before the first flip is made."""
    with CecpEngine("--black-first", "--option", f"DealSeed={seed_of(color)}", variant=BANQI) as engine:
        (usual,) = engine.ask("new", f"variant {BANQI}")
        engine.ask("force")
        lines = engine.ask("lift c3")
        assert [line.split()[0] for line in lines][-5:] == ["highlight", "click", "highlight", "choice", "click"]
        found = tables(lines)
        assert len(found) == 1
        assert re.sub("=.", "", "".join(found[0])) == banqi_board.TABLES[0]
        assert re.sub("=.", "", "".join(tables([usual])[0])) == banqi_board.TABLES[1]
        letter = lines[-2].split()[1]
        assert engine.ask(f"usermove c3d3,d3c3{letter}") == []
        assert not tables(engine.ask("lift f6"))  # later flips decide nothing


def test_a_table_leaves_no_nicknames_of_the_last():
    """XBoard keeps the nickname of a slot until another takes its place."""
    with CecpEngine("--black-first", "--option", f"DealSeed={seed_of('r')}", variant=BANQI) as engine:
        (usual,) = engine.ask("new", f"variant {BANQI}")
        (new,) = tables(engine.ask("force", "lift c3"))
        (old,) = tables([usual])
        for before, after in zip(old, new, strict=True):
            slots = [re.findall(r"[^=](?:=.)?", half) for half in (before, after)]
            for one, other in zip(*slots, strict=True):
                assert other.endswith("=.") == (other[0] == "." and "=" in one and one[0] != ".")


def test_moves_that_were_taken_back_keep_the_colours():
    """XBoard keeps moves that it can step forward to, and then ignores a table."""
    with CecpEngine("--black-first", "--option", f"DealSeed={seed_of('r')}", variant=BANQI) as engine:
        engine.ask("new", f"variant {BANQI}", "force")
        letter = engine.ask("lift c3")[-2].split()[1]
        engine.ask(f"usermove c3d3,d3c3{letter}", "undo")
        for cell in ("a1", "c1", "e1", "g1", "a2", "c2", "e2", "g2"):
            assert not tables(engine.ask(f"lift {cell}"))


def test_winboard_keeps_its_table():
    """It ignores a table for a board of the same shape."""
    with CecpEngine(
        "--black-first", "--option", f"DealSeed={seed_of('r')}", "--option", "Gui=WinBoard", variant=BANQI
    ) as engine:
        engine.ask("new", f"variant {BANQI}", "force")
        assert not tables(engine.ask("lift c3"))


@pytest.mark.parametrize("color", ["r", "b"])
def test_the_first_player_has_the_red_pieces_that_the_board_shows(color: str):
    """XBoard shows the first player's pieces in red. So they are red: if the deal has a black piece on the first
    square, all pieces have changed colours. Only the colours differ from the deal of the same seed elsewhere."""
    seed = seed_of(color)
    with CecpEngine("--option", f"DealSeed={seed}", variant=BANQI) as engine:
        engine.ask("new", f"variant {BANQI}", "force")
        letter = engine.ask("lift c3")[-2].split()[1]
        engine.ask(f"usermove c3d3,d3c3{letter}")
        fen = re.search(r"\S+/\S+\[\w+\] b (\w) \d+ \d+", "\n".join(engine.ask("d")))
        assert fen is not None
        assert fen[1] == "r"
        assert letter == Game(BANQI, {"DealSeed": seed}).push("b3b3")[6]


def test_colours_are_exchanged_for_the_whole_game():
    seed = seed_of("b")
    fixed, usual = Game(BANQI, {"DealSeed": seed}), Game(BANQI, {"DealSeed": seed})
    fixed.deal.fix_colors()
    for square in ("b3", "c6", "a1", "d8", "d1", "a7"):
        one, other = fixed.push(square * 2), usual.push(square * 2)
        assert one == other[:5] + "rb"[other[5] == "r"] + other[6:]
    assert fixed.deal.text() == usual.deal.text().swapcase()


@pytest.mark.parametrize("black_first", [False, True])
def test_what_is_face_down_is_told_in_the_colours_on_the_board(black_first: bool):
    position = Game(BANQI, fen="X3/4/4/4/4/4/4/k2P[p] w b 0 9").position
    assert face_down(position, black_first) == f"Face down: {'black p' if black_first else 'red P'}"  # type: ignore[arg-type]


def test_other_sessions_keep_the_usual_table():
    """XBoard can read a game that it saved with one table only with the same table."""
    with CecpEngine("--option", f"DealSeed={seed_of('b')}", variant=BANQI) as engine:
        (usual,) = engine.ask("new", f"variant {BANQI}")
        assert re.sub("=.", "", "".join(tables([usual])[0])) == banqi_board.TABLES[0]
        assert not tables(engine.ask("force", "lift c3"))
