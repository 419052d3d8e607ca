"""Random games of Tandem-84 under every option, turn by turn, against the slow generator of ``tests/reference``.

Compared at every position: the texts of turns and of their first and second moves, FENs inside turns and between
them, check, the end of the game, which positions count as repeated; and invariants of the fast engine.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.cext.core.errors import FenError
from oddfish.cext.tandem.game import START, Setup, Tandem
from oddfish.engine.game import Game
from reference.tandem import GHOST_MOVES, Options, Position
from support.perft_suite import suite
from tandem_boards import board

pytestmark = pytest.mark.sampled(3)

EVERY_OPTION = [
    *((ghost, swap, "either") for ghost in GHOST_MOVES for swap in (False, True)),
    ("step", False, "first"),
    ("glide-peaceful", True, "first"),
]
CASTLING = f"{board('Kd1 Rf1 Rg1 ki7 rg7 rf7 Pe2 Nk1 nb7 ph6')} w KDkd - 2 0 1"
PAWNS = f"{board('Kf1 kg7 Pb2 Pd4 Ph2 Pj4 pc6 pe4 pi6 pk4 Ga1 gl7 Gi1')} w - - 2 0 1"
ENDING = f"{board('Kb1 kk7 Pc6 Pj5 Gd7 pe2 pl2 gj1 Ml4 ca4')} w - - 2 95 1"


def compare_inside(fast: Tandem, slow: Position, rng: random.Random) -> None:
    """Compare a few first moves, and all their second moves."""
    firsts = fast.first_moves()
    assert sorted(text for text, _ in firsts) == slow.first_moves(), slow.fen()
    for text, ends in rng.sample(firsts, min(3, len(firsts))):
        middle, slow_middle = fast.after_first(text), slow.push_first(text)
        assert middle.fen() == slow_middle.fen() and middle.check == slow_middle.in_check(), text
        assert middle.valid() and middle.key == middle.fresh_key and Tandem(fast.setup, middle.fen()) == middle
        if ends or slow.moves == 1:
            assert ends and middle.turn != fast.turn
            continue
        seconds = sorted(second for second, _ in middle.first_moves())
        assert seconds == slow.second_moves(text) == slow_middle.legal_moves()
        assert seconds == sorted(middle.text(move) for move in middle.moves()) and middle.count() == len(seconds)
        after = rng.choice(seconds)
        assert middle.after_first(after).fen() == slow_middle.push(after).fen()
        turn = fast.parse(f"{text},{after}")
        ((inside, rest),) = fast.inside(turn)
        assert inside == middle and inside.text(rest) == after and inside.make(rest) == fast.make(turn)
        assert inside.inside(rest) == [] and fast.gain(turn) == fast.by_halves().gain(
            fast.by_halves().parse(text)
        ) + inside.gain(rest)


def compare(options: tuple[str, bool, str], seed: object, turns: int, fen: str = START, most: int = 3000) -> int:
    """Play random turns in both engines; returns how many. Ends where a position has more than ``most`` turns."""
    rng = random.Random(f"{options} {seed}")
    slow = Position.from_fen(fen, Options(*options))
    game = Game("tandem-84", dict(zip(("GhostMove", "SwapCompounds", "EnPassantReply"), options)), fen)
    history: list[object] = []
    while True:
        fast = game.position
        assert isinstance(fast, Tandem)
        assert fast.valid() and fast.key == fast.fresh_key and fast.fen() == slow.fen()
        if fast.count() > most:
            break
        texts = {fast.text(move): move for move in fast.moves()}
        assert sorted(texts) == slow.legal_moves(), slow.fen()
        assert fast.count() == len(texts) and fast.check == slow.in_check()
        compare_inside(fast, slow, rng)
        history.append(slow.repetition_key())
        slow_end, fast_end = slow.outcome(history), game.result()
        assert (fast_end.text, fast_end.reason) == slow_end if fast_end else slow_end is None, slow.fen()
        if not texts or len(game.moves) >= turns:
            break
        noisy = [fast.text(move) for move in fast.noisy()]
        assert set(noisy) == {text for text, move in texts.items() if fast.gain(move) > 0}
        text = rng.choice(noisy if noisy and rng.random() < 0.3 else sorted(texts))
        assert game.push(text.upper() if rng.random() < 0.5 else text) == text
        slow = slow.push(text)
    # Repetition keys are equal exactly where 64-bit keys are.
    keys = [position.key for position in game.positions[: len(history)]]
    assert len(set(keys)) == len(set(history)) == len(set(zip(keys, history)))
    return len(game.moves)


@pytest.mark.thorough
@pytest.mark.parametrize("options", EVERY_OPTION)
def test_games(options: tuple[str, bool, str]) -> None:
    assert compare(options, "game", 5) > 1


@pytest.mark.slow
@pytest.mark.parametrize("fen", [CASTLING, PAWNS, ENDING], ids=["castling", "pawns", "ending"])
@pytest.mark.parametrize("options", EVERY_OPTION)
def test_games_from_rich_endings(options: tuple[str, bool, str], fen: str) -> None:
    for seed in range(3):
        compare(options, seed, 12, fen, 1500)


def sparse_fen(rng: random.Random, options: tuple[str, bool, str]) -> str:
    """Few pieces: exposed kings, pawns about to step, take and promote, Ghosts, some facing their king, castling."""
    while True:
        placed, rights = {}, ""
        for colour, home in enumerate(("d1", "i7")):
            castles = rng.random() < 0.3
            letters = ["K", *rng.sample("PPPPPGGNNBRQCM", rng.randrange(5))]
            for letter in letters:
                rank = rng.choice("246" if rng.random() < 0.7 else "35") if letter == "P" else rng.choice("1234567")
                square = home if letter == "K" and castles else rng.choice("abcdefghijkl") + rank
                placed[square] = letter if colour == 0 else letter.lower()
            for square in [square for square, letter in placed.items() if letter == "Kk"[colour]]:
                if rng.random() < 0.3:
                    facing = "abcdefghijkl"["ghijklabcdef".index(square[0])] + square[1]
                    placed.setdefault(facing, "Gg"[colour])
            if castles:
                for square, right in (("f1", "K"), ("g1", "D")) if colour == 0 else (("g7", "k"), ("f7", "d")):
                    placed[square] = "R" if colour == 0 else "r"
                    rights += right
        fields = [rng.choice("wb"), rights or "-", "-", rng.choice("1222"), rng.choice(["0", "0", "7", "97"]), "50"]
        fen = " ".join([board(" ".join(letter + square for square, letter in placed.items())), *fields])
        try:
            return Tandem(Setup(*options), Position.from_fen(fen, Options(*options)).fen()).fen()
        except (ValueError, FenError):  # no king, a king in check, a right without its pieces
            continue


@pytest.mark.slow
@pytest.mark.parametrize("options", EVERY_OPTION)
def test_games_from_sparse_boards(options: tuple[str, bool, str]) -> None:
    rng = random.Random(f"sparse {options}")
    turns = 0
    for number in range(25):
        turns += compare(options, number, 6, sparse_fen(rng, options), 2500)
    assert turns > 50


@pytest.mark.slow
@pytest.mark.parametrize("entry", suite("tandem-84"), ids=lambda entry: entry.name)
def test_games_from_the_perft_suite(entry) -> None:  # type: ignore[no-untyped-def]
    chosen = entry.options
    options = (
        chosen.get("GhostMove", "step"), chosen.get("SwapCompounds") == "true", chosen.get("EnPassantReply", "either")
    )  # fmt: skip
    compare(options, entry.name, 4, entry.fen, 3000)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(EVERY_OPTION), st.integers(0, 2**32))
def test_games_of_any_seed(options: tuple[str, bool, str], seed: int) -> None:
    """Hypothesis draws new seeds in each run; it shows and keeps a failing one."""
    compare(options, seed, 5, sparse_fen(random.Random(seed), options), 2000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", EVERY_OPTION)
def test_long_games(options: tuple[str, bool, str], seed: int) -> None:
    compare(options, seed, 12, START, 6000)
    rng = random.Random(f"long {seed} {options}")
    for number in range(4):
        compare(options, f"{seed} {number}", 15, sparse_fen(rng, options), 2000)
