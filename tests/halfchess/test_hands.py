"""Halfgi as XBoard sees it: streams of plies, clicks, XBoard's FENs. Rank 0 is White's hand, rank 9 Black's."""

from __future__ import annotations

import itertools
import random

import pytest

from oddfish.engine.game import Game, MoveError
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.halfchess.hands import Halfgi
from support.pipes import CecpEngine

HALFGI = "halfgi"


def projected(fen: str) -> tuple[Game, Halfgi]:
    projection = projection_for(HALFGI)
    assert isinstance(projection, Halfgi)
    return Game(HALFGI, fen=fen), projection


def essence(fen: str) -> tuple[str, str, str]:
    """The board, the hands in any order, and the side to move."""
    board, turn = fen.split()[:2]
    board, _, hand = board.partition("[")
    return board, "".join(sorted(hand.strip("]-"))), turn


# Streams ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.quick(3)
def test_random_games(seed: int) -> None:
    """One projection sends, another receives; XBoard's board shows the position, and no turn is a prefix of another."""
    rng = random.Random(seed)
    sent, received = Game(HALFGI), Game(HALFGI)
    sender, receiver = projection_for(HALFGI), projection_for(HALFGI)
    assert isinstance(sender, Halfgi)
    lengths = []
    while sent.result() is None and len(sent.moves) < 150 and len(essence(sent.fen())[1]) < 16:
        cells = sender._follow(sent).cells
        legal = list(sender.turns(sent.position, cells, sent.position.moves()))
        assert {turn.text for turn in legal} == set(sent.legal())
        ways = sorted(way for turn in legal for way in turn.ways)
        assert not any(other[: len(one)] == one for one, other in itertools.pairwise(ways))
        captures = [turn for turn in legal if turn.captures]
        turn = rng.choice(captures if captures and rng.random() < 0.4 else legal)
        plies = sender.send(sent, turn.move)
        answers = [receiver.receive(received, ply, False) for ply in plies]
        assert [answer.move for answer in answers] == [*[None] * (len(plies) - 1), turn.move]
        assert len(plies) % 2 == 1  # it is then the other side's turn, for XBoard too
        sent.push(turn.text)
        received.push(turn.text)
        lengths.append(len(plies))
        shown = receiver.write_fen(received.position)
        assert essence(receiver.read_fen(shown)) == essence(sent.fen())
    for length in reversed(lengths):  # taking back the first ply undoes the turn
        assert [receiver.undo() for _ in range(length)] == [True, *[False] * (length - 1)]
        received.pop()
    assert receiver.plies(received) == 0


@pytest.mark.parametrize(
    ("fen", "move", "plies"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "e2e4", "e2e4"),
        ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "n@h8", "d0h8"),
        ("4k3/8/8/8/8/8/8/4K3[np] b - - 0 1", "p@h7", "a9h7"),
        ("4k3/8/8/3q4/4P3/8/8/4K3[QQ] w - - 0 1", "e4d5", "@@@@ d5b0u e4d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3[] b - - 0 1", "d5e4", "@@@@ e4a9y d5e4"),
        ("4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", "@@@@ d5a0y e5d6"),
        ("1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", "@@@@ b8g0v a7b8q"),
        ("4k3/8/8/8/8/8/8/R3K3[] w Q - 0 1", "e1c1", "e1c1 @@@@ a1d1"),
        ("r3k3/8/8/8/8/8/8/4K3[] b q - 0 1", "e8c8", "e8c8 @@@@ a8d8"),
    ],
)
def test_plies(fen: str, move: str, plies: str) -> None:
    game, projection = projected(fen)
    assert projection.send(game, game.parse(move)) == plies.split()


def test_more_pieces_in_hand_than_there_is_room_for() -> None:
    """Both rows show sixteen. A note names any others, and you drop them by clicking another piece."""
    game, projection = projected("4k3/8/8/3rq3/3PP3/8/8/4K3[PPPPPPPPPPPNNBBR] w - - 0 1")
    assert projection.write_fen(game.position).count("P") == 11 + 2
    for move, ply in (("e4d5", "e4d5"), ("e8d8", "e8d8"), ("d4e5", "d4e5"), ("d8c8", "d8c8"), ("q@h8", "")):
        plies = projection.send(game, game.parse(move))
        assert len(plies) == 1
        assert plies[0] == ply or (plies[0][1] in "09" and plies[0][2:] == "h8q")
        game.push(move)
    assert projection.reminder(game) == ["1 0 0 0 also in hand: R R"]  # one stands for the Queen
    assert len(projection._follow(game).cells) == 5 + 15
    game, projection = projected("k7/8/8/3pP3/8/8/8/4K3[PPPPPPPPPPPNNBBR] w - d6 0 1")
    assert projection.send(game, game.parse("e5d6")) == ["e5d5,d5d6"]


# Clicks ----------------------------------------------------------------------------------------------------------


def test_a_person_s_capture_is_completed() -> None:
    with CecpEngine(variant=HALFGI) as engine:
        engine.ask("force", "setboard 8/4k3/8/8/3r4/4P3/8/8/4K3/8 w - - 0 1")
        assert engine.ask("lift e4") == ["highlight 8/8/8/8/3RY3/8/8/8/8/8"]
        assert engine.ask("put d5") == []
        answer = engine.ask("usermove e4d5")
        assert answer[0].startswith("Illegal move (")
        assert answer[1:] == ["move @@@@", "move d5g0v", "move e4d5"]
        assert engine.ask("usermove e8e7", "usermove g0a7") == []
        assert engine.fen().startswith("8/R3k3/8/3P4/8/8/8/4K3[")


def test_promotions_are_chosen() -> None:
    with CecpEngine(variant=HALFGI) as engine:
        engine.ask("force", "setboard 8/1r2k3/P7/8/8/8/8/8/4K3/8 w - - 0 1")
        assert engine.ask("lift a7") == ["highlight 8/MM6/8/8/8/8/8/8/8/8"]
        assert engine.ask("put b8") == ["choice QRBN"]
        assert engine.ask("usermove a7b8n")[1:] == ["move @@@@", "move b8g0v", "move a7b8n"]
        engine.ask("setboard 8/1r2k3/P7/8/8/8/8/8/4K3/8 w - - 0 1", "lift a7", "put a8")
        assert engine.ask("usermove a7a8")[1:] == ["move a7a8q"]  # the first that was offered
        assert engine.fen().startswith("Qr2k3/")


@pytest.mark.parametrize("ply", ["a1a3", "e1e3", "a0a3", "z1a1", "@@@@"])
def test_plies_that_are_not_a_turn_are_refused(ply: str) -> None:
    game, projection = projected("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
    with pytest.raises(MoveError):
        projection.receive(game, ply, True)


# Positions -------------------------------------------------------------------------------------------------------


def test_rights_are_those_of_pieces_at_home() -> None:
    _, projection = projected("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
    read = projection.read_fen("p7/r3k2r/8/8/8/8/8/8/R3K3/4N3 b - - 3 9")
    assert read == "r3k2r/8/8/8/8/8/8/R3K3[pN] b Qkq - 3 9"
    assert projection.read_edit("8/4k3/8/8/8/8/8/8/4K3/8", "w") == "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"


@pytest.mark.parametrize("board", ["8/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8/8/8", ""])
def test_malformed_boards(board: str) -> None:
    _, projection = projected("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
    with pytest.raises(ValueError, match="rank"):
        projection.read_fen(f"{board} w - - 0 1")
