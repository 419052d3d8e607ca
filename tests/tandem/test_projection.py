"""Tandem-84 as XBoard sees it: turns of several plies, clicks, refusals, XBoard's FENs, and the pictures.

Positions and their marks were worked out by hand from rules/tandem-84.md.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.cext.tandem.game import GHOST_MOVES, Tandem
from oddfish.engine.game import Game, MoveError
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.tandem import NULL, halves
from support.pipes import CecpEngine, UciEngine
from tandem_boards import board

pytestmark = pytest.mark.sampled(3)

NAME = "tandem-84"
START = "gbmcnrrnkqbg/pppppppppppp/12/12/12/PPPPPPPPPPPP/GBQKNRRNCMBG"


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant=NAME) as running:
        yield running


def moves_of(lines: list[str]) -> list[str]:
    return [line.removeprefix("move ") for line in lines if line.startswith("move ")]


def place(engine: CecpEngine, pieces: str, side: str = "w") -> None:
    assert engine.ask("force", f"setboard {board(pieces)} {side} - 0 1") == []


# Plies -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from(GHOST_MOVES))
@settings(max_examples=25, deadline=None)
def test_random_games_travel_and_are_taken_back(seed: int, ghost: str):
    """After each ply the receiving projection knows whether the turn is over."""
    rng = random.Random(seed)
    games = [Game(NAME, {"GhostMove": ghost}) for _ in range(2)]
    one, two = (projection_for(NAME) for _ in range(2))
    stream: list[str] = []
    ends = [0]
    for _ in range(rng.randrange(60)):
        if games[0].result():
            break
        position = games[0].position
        assert isinstance(position, Tandem)
        begun = [half.plies for half in halves(position)]
        assert len({plies[0] for plies in begun}) == len(begun)  # the first ply determines the move
        move = rng.choice(games[0].legal_moves())
        plies = one.send(games[0], move)
        assert len(plies) % 2 == 1  # XBoard's sides alternate
        assert NULL not in plies[::2]
        for ply in plies[:-1]:
            assert two.receive(games[1], ply, human=False) == (None, ())
            assert move in two.continuing(games[1])
        assert two.receive(games[1], plies[-1], human=False) == (move, ())
        for game in games:
            game.push_move(move)
        stream += plies
        ends.append(len(stream))
    assert two.plies(games[1]) == len(stream)
    for left in range(len(stream) - 1, -1, -1):
        whole = left + 1 in ends
        assert two.undo() == whole
        if whole:
            games[1].pop()
        assert two.plies(games[1]) == left
    assert games[1].moves == []


@pytest.mark.parametrize(
    ("pieces", "move", "plies"),
    [
        ("Kd1 Pl2 ki7", "d1d2,l2l4", "d1d2 @@@@ l2l4"),
        ("Kd1 Bc2 Pl2 ki7", "c2/g4,l2l3", "c2g4 @@@@ l2l3"),
        ("Kd1 Pe6 Pl2 ki7", "e6/k7g,l2l3", "e6k7g @@@@ l2l3"),
        ("Kd1 Rf1 Rg1 Pl2 ki7", "d1g1,l2l3", "d1h1 @@@@ g1i1 @@@@ l2l3"),
        ("Kd1 Rf1 Rg1 Pl2 ki7", "d1f1,l2l3", "d1a4 @@@@ f1d1 @@@@ a4e1 @@@@ l2l3"),
        ("Kd1 Ga1 Rb1 Pl2 ki7", "l2l3,a1~b1", "l2l3 @@@@ a1a4 @@@@ b1a1 @@@@ a4b1"),
        ("Kd1 Ga1 Nh1 Pl2 ki7", "a1/~h1,l2l3", "a1a4 @@@@ h1a1 @@@@ a4h1 @@@@ l2l3"),
        ("Kd1 Ga7 Pb6 Pl2 ki7", "a7~b6n,l2l3", "a7e4 @@@@ b6a7n @@@@ e4b6 @@@@ l2l3"),
        ("Kd1 ki7", "d1d2", "d1d2"),
    ],
)
def test_plies(pieces: str, move: str, plies: str):
    game = Game(NAME, fen=f"{board(pieces)} w KD -" if "Rf1" in pieces else f"{board(pieces)} w")
    assert projection_for(NAME).send(game, game.parse(move)) == plies.split()
    game.push(move)


def test_en_passant():
    game = Game(NAME, fen=f"{board('Kd1 Pe4 Ph4 ki7 pd4 pi4')} w - d5i5")
    projection = projection_for(NAME)
    assert projection.send(game, game.parse("e4d5,h4i5")) == ["e4d4,d4d5", NULL, "h4i4,i4i5"]
    assert projection.lift(game, "e4")[0].count("R") == 1


# People ----------------------------------------------------------------------------------------------------------


def test_the_engine_supplies_nulls(engine: CecpEngine):
    engine.ask("easy", "sd 1")
    engine.send("usermove c2c4")
    engine.until("move .*")
    engine.sync()
    assert engine.ask("usermove h1g3") == [f"move {NULL}", "1 0 0 0 second move: on files a to f"]
    assert engine.fen().split()[1] == "w"
    engine.send("usermove c1c3")
    engine.until(r"move ")


def test_the_first_move_of_the_engine_s_turn_is_marked(engine: CecpEngine):
    """XBoard's arrow shows only the second. Lower-case letters mark without permitting anything."""
    engine.ask("easy", "sd 1")
    engine.send("usermove c2c4")
    first = engine.expect("move ").split()[1]
    assert engine.expect("move ") == f"move {NULL}"
    engine.expect("move ")
    rows = engine.expect("highlight ").split()[1].split("/")
    squares = set()
    for rank, row in zip(range(7, 0, -1), rows, strict=True):
        cells = re.sub(r"\d+", lambda empty: "." * int(empty[0]), row)
        squares |= {f"{file}{rank}" for file, mark in zip("abcdefghijkl", cells, strict=True) if mark == "b"}
    assert squares == {first[:2], first[-2:]}


def test_clicks_are_corrected(engine: CecpEngine):
    place(engine, "Kd1 Rf1 Rg1 Pl2 ki7")
    sent = ["d1a4", NULL, "f1d1", NULL, "a4e1", NULL]
    _, *lines = engine.ask("lift d1", "put f1", "usermove d1f1")
    told = "1 0 0 0 second move: on files g to l"
    assert lines == ["Illegal move (castling): d1f1", *(f"move {ply}" for ply in sent), told]
    engine.ask("usermove l2l3")
    assert engine.fen().startswith(board("Ke1 Rd1 Rg1 Pl3 ki7"))


@pytest.mark.parametrize(
    ("before", "ply", "reason"),
    [
        ([], NULL, "passing is not allowed"),
        ([], "x", "not a move"),
        ([], "b4b5", "no piece on b4"),
        ([], "i7i6", "the piece on i7 is the opponent's"),
        ([], "a1b3", "not the first move of a legal turn"),
        (["a1a2"], "h2h3", f"{NULL} must come first"),
        (["a1a2", NULL], "a2a3", "the second move must begin on files g to l"),
        (["a1a2", NULL], "h2h5", "not a legal second move"),
        (["a1a2", NULL], NULL, "passing is not allowed"),
        (["a1g2", NULL], "g2g3", "not a legal second move"),
    ],
)
def test_refusals(engine: CecpEngine, before: list[str], ply: str, reason: str):
    place(engine, "Kd1 Ra1 Ph2 ki7")
    assert engine.ask(*(f"usermove {each}" for each in before)) == []
    # XBoard shows thinking lines, but not the reason.
    assert engine.ask(f"usermove {ply}") == [f"Illegal move ({reason}): {ply}", f"1 0 0 0 {reason}"]


#: Characters that fit into XBoard's message line at the window's default size, 1156 pixels.
LINE = 100


def test_messages_fit_the_line():
    """The messages for wrong clicks in random games, and the notes between the moves of a turn."""
    rng = random.Random(1)
    game = Game(NAME)
    told: set[str] = set()
    for _ in range(60):
        if game.result():
            game = Game(NAME)
        for _ in range(10):
            ply = "".join(f"{rng.choice('abcdefghijkl')}{rng.randint(1, 7)}" for _ in range(2))
            ply = rng.choice((ply, NULL))
            tried = projection_for(NAME)
            try:
                told |= {line for line in tried.receive(game, ply, True).replies if line.startswith("1 0 0 0 ")}
            except MoveError as error:
                told.add(f"1 0 0 0 {error}")
        game.push_move(rng.choice(game.position.moves()))
    assert len(told) >= 6 and any("second move: on files" in line for line in told)
    assert max(len(line.removeprefix("1 0 0 0 ")) for line in told) <= LINE


def test_go_behind_half_a_turn(engine: CecpEngine):
    """XBoard sends `go` once, after the person's first move, although the turn is not over."""
    place(engine, "Kd1 Ra1 Ph2 ki7 pa6")
    assert moves_of(engine.ask("sd 1", "lift a1", "put a2", "usermove a1a2", "go")) == [NULL]
    engine.send("usermove h2h3")
    engine.until("move ")


def test_the_engine_completes_a_turn(engine: CecpEngine):
    place(engine, "Kd1 Ra1 Ph2 ki7 pa6")
    engine.ask("sd 1", "usermove a1a2", f"usermove {NULL}", "time 1000")
    engine.send("go")
    assert engine.expect("move ")[5:7] == "h2"
    assert moves_of(engine.ask("force")) == []
    assert engine.ask("undo", "undo", "undo") == []
    assert engine.fen().startswith(board("Kd1 Ra1 Ph2 ki7 pa6"))


def test_remove_goes_back_to_the_person_s_last_choice(engine: CecpEngine):
    place(engine, "Kd1 Ra1 Ph2 ki7 pa6 pl6")
    engine.ask("easy", "sd 1", "lift a1", "put a2", "usermove a1a2", "go")
    engine.send("usermove h2h3")
    count = len(moves_of([*engine.until("move "), *engine.sync()]))
    assert count % 2 == 1
    more = ["Illegal move (taken back too): @@@@"] * (count - 1)
    told = ["1 0 0 0 taken back: your move"] if more else []  # in place of XBoard's complaint about an illegal move
    assert engine.ask("remove") == [*more, *told, f"highlight {board('')}"]  # and no mark stays
    assert engine.ask("lift h2") == [f"highlight {board('Yh3 Yh4 Yb3 Yb4')}"]
    assert engine.ask("remove") == [f"highlight {board('')}"]
    assert engine.fen().startswith(board("Kd1 Ra1 Ph2 ki7 pa6 pl6"))


# XBoard's FENs ---------------------------------------------------------------------------------------------------


def test_setup(engine: CecpEngine):
    (line,) = engine.ask("new", f"variant {NAME}")
    table, shape, fen = line.removeprefix("setup (").replace(")", "", 1).split(" ", 2)
    assert shape == "12x7+0_lion"
    assert fen.split()[0] == START
    white = table[: len(table) // 2]
    assert white.lower() == table[len(white) :]
    assert white[0] == white[-1] == "."  # no Pawn and no King
    assert sorted(white.replace(".", "")) == sorted("NBRQCMKPG")
    assert engine.fen() == f"{START} w KDkd - 1 0 1"


@pytest.mark.parametrize(
    ("fen", "read"),
    [
        (f"{START} w - 0 1", f"{START} w KDkd - 1 0 1"),
        (f"{START} w - - 0 1", f"{START} w KDkd - 1 0 1"),
        (f"{START} b - 5 9", f"{START} b KDkd - 2 0 9"),
        (f"{board('Kd1 Rg1 ki7 rg7')} w - 0 4", f"{board('Kd1 Rg1 ki7 rg7')} w Dk - 2 0 4"),
        (f"{board('Kd1 Ra2 Ph3 ki7')} w - - 1:right:a2 0 1", f"{board('Kd1 Ra2 Ph3 ki7')} w - - 1:right:a2 0 1"),
    ],
)
def test_fens(engine: CecpEngine, fen: str, read: str):
    assert engine.ask("force", f"setboard {fen}") == []
    assert engine.fen() == read


def test_a_turn_begun_in_the_fen(engine: CecpEngine):
    engine.ask("force", f"setboard {board('Kd1 Ra2 Ph3 ki7')} w - - 1:right:a2 0 1")
    assert engine.ask("lift h3") == [f"highlight {board('Yh4 Yb4')}"]
    assert engine.ask("usermove h3h4") == []
    assert engine.fen().split()[1] == "b"


@pytest.mark.parametrize("fen", ["", "x", "12/12 w - - 0 1", f"{START} x - - 0 1"])
@pytest.mark.quick(3)
def test_bad_fens(engine: CecpEngine, fen: str):
    (line,) = engine.ask("force", f"setboard {fen}")
    assert line.startswith("tellusererror Illegal position: ")
    assert engine.fen().startswith(f"{START} w KDkd")


def test_edit(engine: CecpEngine):
    engine.ask("force", "edit", "#", "Kd1", "Rf1", "c", "Ki7", "Gl7", ".")
    assert engine.fen() == f"{board('Kd1 Rf1 ki7 gl7')} w K - 2 0 1"


def test_xboard_sets_up_what_was_played(engine: CecpEngine):
    """XBoard does so when it takes back a null. Castling rights and the stage of the turn stay."""
    engine.ask("force", "usermove c2c4", "usermove j6j5", f"usermove {NULL}", "usermove c6c5", "usermove h1g3",
               f"usermove {NULL}")  # fmt: skip
    known = "gbmcnrrnkqbg/ppppppppp1pp/9p2/2P9/12/PP1PPPPPPPPP/GBQKNRRNCMBG b - 0 2"
    assert engine.ask(f"setboard {known}", "lift j5") == [
        f"highlight {board('')}",
        "1 0 0 0 the second move must begin on files a to f",
    ]
    assert engine.ask("usermove c6c5", "usermove h1g3", f"usermove {NULL}", "usermove b1c2") == []
    assert engine.fen().split()[1:3] == ["b", "KDkd"]
    assert engine.ask(*["undo"] * 7) == []
    assert engine.fen() == f"{START} w KDkd - 1 0 1"


# Other GUIs ------------------------------------------------------------------------------------------------------


def test_whole_turns_without_clicks():
    with CecpEngine(variant=NAME, clicks=False) as engine:
        assert engine.ask("force", "usermove c2c4", "usermove c6c5,h7g5") == []
        assert engine.fen().split()[1] == "w"
        (line,) = engine.ask("usermove h1g3")
        assert line.startswith("Illegal move (")
        assert "first move of a turn" in line
        assert engine.ask("undo", "undo") == []
        engine.ask("sd 1", "usermove c2c4")
        engine.send("go")
        assert "," in engine.expect("move ")


def test_uci():
    with UciEngine(variant=NAME) as engine:
        engine.send("position startpos moves c2c4 c6c5,h7g5", "go depth 1")
        assert "," in engine.expect("bestmove ")
        assert engine.fen().split()[1] == "w"
