"""Tandem-84, the engine alone: abbreviated moves, keys, single moves of turns, evaluation, exchanges, the variant."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from oddfish.cext.core.perft import perft
from oddfish.cext.tandem.game import GHOST_MOVES, START, Setup, Tandem
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from tandem.sides import NAME
from tandem_boards import SQUARES, board, play, setup, texts, turned, walk


def wanderings(number: int, turns: int, name: str = "walk") -> Iterator[Tandem]:
    """Positions of random games under every option."""
    for seed in range(number):
        rng = random.Random(f"{name} {seed}")
        position = Tandem(Setup(GHOST_MOVES[seed % 3], bool(seed % 2)))
        for _ in range(turns):
            yield position
            moves = position.noisy() if rng.random() < 0.3 else []
            moves = moves or position.moves()
            if not moves:
                break
            position = position.make(rng.choice(moves))  # type: ignore[assignment]


# ------------------------------------------------------------------------------------------------- move texts


def test_moves_of_a_turn_begin_on_different_boards() -> None:
    for position in wanderings(4, 12):
        for text in texts(position):
            first, comma, second = text.partition(",")
            assert not comma or (first[0] < "g") != (second[0] < "g"), text


@pytest.mark.thorough
def test_texts_are_unique_and_parse_back() -> None:
    rng = random.Random("texts")
    signs = set()
    for position in wanderings(9, 40, "texts"):
        by_text = {position.text(move): move for move in position.moves()}
        assert len(by_text) == position.count()
        for text in rng.sample(sorted(by_text), min(20, len(by_text))):
            assert text == text.lower() and position.parse(text) == by_text[text] == position.parse(text.upper())
            signs |= {"".join(sign for sign in half if not sign.isalnum()) for half in text.split(",")}
    assert signs == {"", "/", "~", "/~"}


@pytest.mark.parametrize(
    ("text", "full"),
    [("c2i3", "c2/i3"), ("b3h3", "b3~h3"), ("c1b1", "c1~b1"), ("c1h1", "c1/~h1")],
)
def test_separators_can_be_left_out(text: str, full: str) -> None:
    position = setup("Gc1 Rb1 Rh1 Pc2 Nb3 Rh3 Kf1 kf7", "w - - 1")
    assert position.text(position.parse(text)) == full


# -------------------------------------------------------------------------------------- single moves, counts


def test_the_first_turns() -> None:
    start = Tandem()
    assert start.fen() == START == Game(NAME).fen()
    assert start.count() == len(start.moves()) == len(Game(NAME).legal()) == 46
    assert len({start.make(move).key for move in start.moves()}) == 40
    assert perft(start, 2) == sum(start.make(move).count() for move in start.moves())
    after = play(start, "c2c4")
    assert after.count() == len(after.moves()) == 989
    assert len({after.make(move).key for move in after.moves()}) == 488


@pytest.mark.parametrize(
    ("pieces", "ends"), [("Rb1 Ph2 Kg1 nh3 ni3 kj7", False), ("Kd1 Rb2 Pg2 ka7", False), ("Kd1 Rb2 ka6", True)]
)
def test_first_moves_that_end_the_turn(pieces: str, ends: bool) -> None:
    position = setup(pieces)
    assert {end for _, end in position.first_moves()} == {ends}
    assert (texts(position) == {text for text, _ in position.first_moves()}) == ends


@pytest.mark.thorough
def test_turns_are_what_their_moves_make() -> None:
    """The list of turns, the list of single moves and the counts come from different code."""
    rng = random.Random("halves")
    alone = 0
    for position in wanderings(9, 40, "halves"):
        if rng.random() > 0.2:
            assert position.count() == len(position.moves())
            continue
        found = set()
        for text, ends in position.first_moves():
            middle = position.after_first(text)
            assert middle.valid() and middle.key == middle.fresh_key and (middle.turn != position.turn) == ends
            if ends:
                found.add(text)
                alone += position.stage() == "2"
                continue
            seconds = middle.first_moves()
            assert seconds and all(end for _, end in seconds) and texts(middle) == {text for text, _ in seconds}
            found |= {f"{text},{second}" for second, _ in seconds}
            assert middle.count() == len(middle.moves()) == len(seconds) == middle.by_halves().count()
            second = rng.choice(seconds)[0]
            whole, halved = play(position, f"{text},{second}"), middle.after_first(second)
            assert whole == halved and whole.key == halved.key and whole.reversible_plies == halved.reversible_plies
        assert found == texts(position) and position.count() == len(found)


def test_noisy_moves_take_or_promote() -> None:
    for position in wanderings(6, 30, "noisy"):
        for one in (position, position.by_halves()):
            assert set(one.noisy()) == {move for move in one.moves() if one.gain(move) > 0}
        halves = position.by_halves()
        for move in halves.moves()[:4]:
            middle = halves.make(move)
            assert set(middle.noisy()) == {move for move in middle.moves() if middle.gain(move) > 0}


def test_the_move_rule_waits_for_the_end_of_the_turn() -> None:
    middle = walk(setup("Kd1 Rb2 Pl2 kk7", "w - - 2 99 80"), "b2b3")
    assert middle.clock == 100 and middle.outcome() == (0, "") and middle.by_halves().outcome() == (0, "")


def test_repetitions_across_a_pawn_that_is_carried_back() -> None:
    """The pawn's move zeroes the clock, but the search for repetitions goes back beyond it."""
    line = Game(NAME, fen=f"{board('Kd1 Pb2 Nh2 kk7')} w")
    for text in "b2~h2 k7k6 b2~h2 k6k7".split() * 2:
        line.push(text)
    assert line.position.clock <= 3 and line.repetitions() == 3 and line.position.reversible_plies >= 8


# ------------------------------------------------------------------------------------------------ keys, structs


def test_keys_and_structs() -> None:
    for position in wanderings(6, 60, "keys"):
        assert position.valid() and position.key == position.fresh_key
        again = Tandem(position.setup, position.fen())
        assert again == position and again.key == position.key and again.fen() == position.fen()
        plain = position.with_material_only()
        assert plain.key == position.key and plain.count() == position.count()


def test_what_keys_know() -> None:
    pieces = "Kd1 Rf1 Rg1 ki7 rg7 rf7 Pa2 Nl2"
    # The moved pieces matter only on the board that must move.
    assert setup(pieces, "w - - 1:right:f1").key == setup(pieces, "w - - 1:right:a2").key
    assert len({setup(pieces, "w", ghost).key for ghost in GHOST_MOVES}) == 3
    assert setup("Kd1 gd2 kf7", "b", "step-peaceful").valid()


def test_colours_are_symmetric() -> None:
    """Moves and evaluation, between turns and inside them."""
    for position in wanderings(6, 25, "colours"):
        for one in (position, position.after_first(position.first_moves()[0][0]) if position.count() else position):
            other = Tandem(one.setup, turned(one.fen()))
            assert turned(other.fen()) == one.fen()
            assert other.evaluate() == one.evaluate() and other.count() == one.count() and other.check == one.check
            assert other.with_material_only().evaluate() == one.with_material_only().evaluate()


# --------------------------------------------------------------------------------------------- the variant


def test_options() -> None:
    assert [option.name for option in REGISTRY[NAME].options] == ["GhostMove", "SwapCompounds", "EnPassantReply"]
    swapped = Game(NAME, {"SwapCompounds": True, "GhostMove": "glide-peaceful"})
    assert swapped.fen() == START
    swapped.push("c2c4")
    assert "d7c5" in {text.split(",")[0] for text in swapped.legal()}
    fen = f"{board('Mc3 Kf1 kf7')} w - - 1 0 1"
    assert "c3c7" in Game(NAME, fen=fen).legal() and "c3a1" not in Game(NAME, fen=fen).legal()
    game = Game(NAME, {"SwapCompounds": True}, fen)
    assert "c3c7" not in game.legal() and "c3a1" in game.legal() and game.fen() == fen


def test_promotion_with_compounds_exchanged() -> None:
    game = Game(NAME, {"SwapCompounds": True}, f"{board('Pc6 Kf1 kf5')} w - - 1 0 1")
    game.push("c6c7m")
    assert game.fen().startswith("2M9/")
    white_again = game.fen().replace(" b - - 2", " w - - 2")
    assert "c7a5" in Game(NAME, {"SwapCompounds": True}, white_again).legal()


def test_drawn_boards() -> None:
    rows = REGISTRY[NAME].draw(setup("Ka1 kl7 Pg2")).splitlines()
    assert rows[0] == "7  . . . . . .   . . . . . k" and rows[-2] == "1  K . . . . .   . . . . . ."
    assert rows[-3] == "2  . . . . . .   P . . . . ." and rows[-1] == "   a b c d e f   g h i j k l"
    assert len(rows) == 8 and len(SQUARES) == 84
    letters = dict(REGISTRY[NAME].legend(Tandem(Setup("step", True))))
    assert letters["C"] == "Chancellor (Rook + Knight)" and set(letters) == set("GCMQRBNKP")


# -------------------------------------------------------------------------------------------------- exchanges

VALUE = {"P": 100, "N": 320, "B": 310, "R": 470, "Q": 860, "C": 700, "M": 880, "G": 270}

#: Position, move, and its gain as a sum of values.
EXCHANGES = [
    ("Kf1 kf7 Rc1 pc5", "c1c5", "P"),
    ("Kf1 kf7 Rc1 pc5 pd6", "c1c5", "P-R"),
    ("Kf1 kf7 Rc1 pc5 ri2", "c1c5", "P-R"),  # the rook drops to c2, behind the capture, and takes back
    ("Kf1 kf7 Rc1 pc5 ri5", "c1c5", "P"),  # it would have to stop on its drop square
    ("Kf1 kf7 Rc1 pc5 ri2 bc2", "c1c2", "B"),
    ("Kf1 kf7 Rc1 pc5 ri2 Ri1", "c1c5", "P-R+R"),  # the other rook drops to the square the first one left
    ("Kf1 kf7 Ri1 pc5", "i1/c5", "P"),
    ("Kf1 kf7 Ri1 pc5 pd6", "i1/c5", "P-R"),
    ("Kf1 kd7 Ri1 rc6", "i1/c6", "R-R"),
    ("Kf1 kd7 Ri1 rc6 Rc1", "c1c6", "R"),  # the king may not take back where the other rook would
    ("Kf1 kf5 Pc6 nh7", "c6c7q", "Q-P"),
]


@pytest.mark.parametrize(("pieces", "text", "nets"), EXCHANGES)
def test_exchanges(pieces: str, text: str, nets: str) -> None:
    position = setup(pieces, "w - - 1").by_halves()
    move = position.parse(text)
    value = sum((-1 if sign == "-" else 1) * VALUE[letter] for sign, letter in re.findall(r"([+-]?)(\w)", nets))
    assert position.see(move, value) and not position.see(move, value + 1)


def test_gains_of_turns() -> None:
    position = setup("Kf1 kf7 Rc1 pc5 Rh2 nh5 Pa2 Pg6")
    for text, gain in {"c1c5,h2h5": 420, "h2h5,c1c5": 420, "c1c2,h2h5": 320, "g6g7q,c1c5": 860, "a2a3,h2h3": 0}.items():
        assert position.gain(position.parse(text)) == gain
    assert position.see(position.parse("c1c5,h2h5"), 420)
    assert not position.see(position.parse("g6g7q,c1c5"), 860)  # the knight takes the queen
