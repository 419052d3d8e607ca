"""Random games of every variant, ply by ply, against the slow generator of ``tests/reference``.

Compared at every position: move texts, FEN, check, end of the game, which positions count as repeated; and
invariants of the fast engine: incremental keys, struct validity, counting, noisy moves.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from reference import fanorona
from reference.armies import legal_armies
from reference.halfchess import AUGMENTED, VARIANTS, Position
from support.perft_suite import FANORONA, SETUPS, entries, read_position

pytestmark = pytest.mark.sampled(3)

ENDING = "1k6/4P1P1/8/8/8/8/1p1p4/6K1 w - - 0 1"  # promotions at once
ROOKS = "r3k2r/1p4p1/8/8/8/8/1P4P1/R3K2R w KQkq - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EVERY_VARIANT = (*VARIANTS, *fanorona.VARIANTS)


def draw_armies(variant: str, rng: random.Random) -> tuple[str, str] | None:
    """A pair of armies if the variant has armies; one time in six both are the same."""
    if variant not in AUGMENTED:
        return None
    codes = legal_armies(variant)
    white = rng.choice(codes)
    return white, white if rng.random() < 1 / 6 else rng.choice(codes)


def game_of(variant: str, fen: str, armies: tuple[str, str] | None) -> Game:
    """A game of the fast engine; ``chessgi`` is not one of its variants, but Halfgi with other pieces."""
    if variant == "chessgi":
        game = Game("halfgi")
        game.positions = [read_position("chessgi", fen)]
        return game
    options = {"WhiteArmy": armies[0], "BlackArmy": armies[1]} if armies else {}
    return Game(variant, options, fen)


def slow_position(variant: str, fen: str, armies: tuple[str, str] | None) -> Any:
    """The reference's position."""
    if variant in fanorona.VARIANTS:
        return fanorona.Position.from_fen(variant, fen)
    return Position.from_fen(variant, fen, armies)


def is_noisy(slow: Any, text: str) -> bool:
    """Whether a move takes or promotes, judged from its text and the reference's board alone."""
    if isinstance(slow, fanorona.Position):
        return "x" in text or text[-1].isalpha()
    if "@" in text:
        return False
    if len(text) == 5:
        return True
    here, there = (8 * int(text[i + 1]) + "abcdefgh".index(text[i]) - 8 for i in (0, 2))
    return bool(slow.board[there]) or (slow.board[here] in "Pp" and text[0] != text[2])


def check_position(game: Game, slow: Any, history: list[object]) -> dict[str, int]:
    """Compare one position; returns the fast engine's moves by text."""
    fast = game.position
    moves = fast.moves()
    by_text = {fast.text(move): move for move in moves}
    where = slow.fen()
    assert fast.fen() == where
    assert sorted(by_text) == slow.legal_moves(), where
    assert len(by_text) == len(moves) == fast.count(), where
    assert fast.check == slow.in_check(), where
    assert fast.valid(), where
    assert fast.key == fast.fresh_key, where
    noisy = fast.noisy()
    assert len(noisy) == len(set(noisy))
    assert set(noisy) == {move for text, move in by_text.items() if is_noisy(slow, text)}, where
    if isinstance(slow, fanorona.Position):
        check_exchanges(game, slow, by_text)
    result = game.result()
    expected = slow.outcome(history)
    assert ((result.text, result.reason) if result else None) == expected, where
    if result is not None and result.reason in ("checkmate", "stalemate"):
        assert not moves
    return by_text


def check_exchanges(game: Game, slow: fanorona.Position, by_text: dict[str, int]) -> None:
    """Check ``see`` in Fanorona Chess: the gain, less the moved piece if it can be taken on its new point."""
    for text, move in by_text.items():
        after = slow.push(text)
        target = fanorona.point_number(text[2:4])
        enemies = [point for point, piece in enumerate(after.board) if fanorona.belongs(piece, after.turn)]
        royal = after.board[target] in "Kk"
        takeable = not royal and any(
            reply.victim == target for point in enemies for reply in fanorona.piece_moves(after.board, point)
        )
        gain = game.position.gain(move)
        assert (gain != 0) == is_noisy(slow, text), f"{slow.fen()} {text}"
        assert game.position.see(move, gain) != takeable, f"{slow.fen()} {text}"
        assert not game.position.see(move, gain + 1) and game.position.see(move, gain - 10_000), f"{slow.fen()} {text}"


def choose(rng: random.Random, slow: Any, texts: list[str], last: list[str]) -> str:
    """A random move that prefers promotions, captures, pawn moves, drops, and steps back."""
    roll = rng.random()
    if roll < 0.12 and len(last) >= 2 and (back := last[-2][2:4] + last[-2][:2]) in texts:
        return back
    wanted = {
        0: lambda text: len(text) == 5,
        1: lambda text: is_noisy(slow, text),
        2: lambda text: text[1] in "27" and "@" not in text,
        3: lambda text: "@" in text,
    }.get(int((roll - 0.12) * 6), lambda text: True)
    return rng.choice([text for text in texts if wanted(text)] or texts)


def compare(
    variant: str, seed: object, plies: int, fen: str | None = None, armies: tuple[str, str] | None = None
) -> int:
    """Play one game on both, on past draws by rule; returns its length."""
    rng = random.Random(f"{variant} {seed}")
    fen = fen or FANORONA.get(variant, START)
    armies = armies or draw_armies(variant, rng)
    game = game_of(variant, fen, armies)
    slow = slow_position(variant, fen, armies)
    history = [slow.repetition_key()]
    last: list[str] = []
    for _ in range(plies):
        texts = check_position(game, slow, history)
        if not texts:
            break
        text = choose(rng, slow, sorted(texts), last)
        last.append(text)
        game.push_move(texts[text])
        slow = slow.push(text)
        history.append(slow.repetition_key())
    # Repetition keys are equal exactly where 64-bit keys are.
    keys = [position.key for position in game.positions]
    assert len(set(keys)) == len(set(history)) == len(set(zip(keys, history)))
    # Written and read again, a position is the same, key included.
    final = game.position
    again = game_of(variant, final.fen(), armies).position
    assert again == final and again.key == final.key and again.fresh_key == final.key
    return len(last)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_games(variant: str, seed: int) -> None:
    compare(variant, seed, 160)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", AUGMENTED)
def test_many_armies(variant: str) -> None:
    """Short games of many pairs, from the start and from positions about to promote."""
    for seed in range(100):
        compare(variant, f"armies {seed}", 24, (START, ENDING, ROOKS)[seed % 3])


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("fen", [ENDING, ROOKS, "4k3/8/8/2n5/8/8/8/R3K2R w KQ - 90 60"])
def test_games_from_endings(variant: str, fen: str) -> None:
    """Promotions, castling, clocks that run out, repetitions, mates."""
    armies = {
        "augmented-half-chess": ("RF-CD-BW-QV", "RA-VS-BC-RVF"),
        "augmented-chess": ("RF-NA-BW-QV", "RA-ID-BV-QC"),
    }
    for seed in range(4):
        compare(variant, f"{fen} {seed}", 70, fen, armies.get(variant))


def sparse_fen(rng: random.Random) -> str:
    """A random position of Fanorona Chess: few pieces, exposed kings, pawns near promotion, kings that can leap."""
    while True:
        board, unmoved = [""] * 45, ""
        for colour, home in enumerate((2, 42)):
            for letter in rng.sample("PPPPPNNBBRRQ", rng.randrange(8)):
                board[rng.randrange(5, 40)] = fanorona.cased(letter, colour)
            stays = rng.random() < 0.4
            board[home if stays else rng.randrange(45)] = fanorona.cased("K", colour)
            unmoved += fanorona.cased("K", colour) if stays and rng.random() < 0.8 else ""
        clock = rng.choice([0, 0, 7, 92, 99])
        fen = fanorona.Position("fanorona-chess", tuple(board), rng.randrange(2), unmoved, clock, 50).fen()
        try:
            return fanorona.Position.from_fen("fanorona-chess", fen).fen()
        except ValueError:  # a king in check or covered by another piece
            continue


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_games_from_sparse_boards(seed: int) -> None:
    """Fanorona Chess with kings in the open."""
    rng = random.Random(f"sparse {seed}")
    plies = 0
    for number in range(100):
        plies += compare("fanorona-chess", f"{seed} {number}", 12, sparse_fen(rng))
    assert plies > 600


@pytest.mark.parametrize("variant", ["halfgi", "chessgi"])
@pytest.mark.parametrize("hand", ["PPpp", "QRBNPqrbnp", "PPPPpppp", "NNbb"])
def test_games_with_hands(variant: str, hand: str) -> None:
    board = f"4k3/8/8/8/8/8/8/4K3[{hand}]" if hand[0] != "N" else f"p3k2r/8/8/8/8/8/8/P3K2R[{hand}]"
    for seed in range(3):
        compare(variant, f"{hand} {seed}", 60, f"{board} w - - 0 1")


#: The other families have their own files.
ENTRIES = [entry for entry in entries() if entry.variant in (*EVERY_VARIANT, "chessgi")]


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_games_from_the_perft_suites(entry) -> None:  # type: ignore[no-untyped-def]
    """Each position of the suites is the start of a short game."""
    fields = entry.fen.split()
    pair = tuple(fields[6].split(":")) if len(fields) > 6 else None
    compare(entry.variant, entry.name, 16, entry.fen, pair)  # type: ignore[arg-type]


@pytest.mark.thorough
@settings(max_examples=120, deadline=None)
@given(st.sampled_from(EVERY_VARIANT), st.integers(0, 2**32))
def test_games_of_any_seed(variant: str, seed: int) -> None:
    """Hypothesis draws new seeds in each run; it shows and keeps a failing one."""
    compare(variant, seed, 40)


def test_keys_tell_games_apart() -> None:
    """The same board in another game, or of other armies, has another key."""
    rng = random.Random("keys")
    keys = [read_position(variant, START).key for variant in SETUPS]
    for variant in AUGMENTED:
        pairs = {draw_armies(variant, rng) for _ in range(100)}
        keys += [read_position(variant, START, pair).key for pair in pairs]
    assert len(set(keys)) == len(keys) > 150


def test_what_keys_know() -> None:
    """Side, rights, hands and a live en-passant square are in the key; clocks and a dead square are not."""
    base = read_position("normal", "4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1")
    for other in ("w - - 0 1", "b K - 0 1", "w K d6 0 1"):
        assert read_position("normal", f"4k3/8/8/3pP3/8/8/8/4K2R {other}").key != base.key
    assert read_position("normal", "4k3/8/8/3pP3/8/8/8/4K2R w K - 42 77").key == base.key
    dead = "4k3/8/8/3p1P2/8/8/8/4K3 w - {} 0 1"
    assert read_position("normal", dead.format("d6")).key == read_position("normal", dead.format("-")).key
    pinned = "8/8/8/K2pP2r/8/8/8/6k1 w - {} 0 1"
    assert read_position("normal", pinned.format("d6")).key == read_position("normal", pinned.format("-")).key
    half = [read_position("half-chess", pinned.format(square)).key for square in ("d6", "-")]
    assert half[0] != half[1]  # R1: the halfling Rook does not reach the king through both pawns
    kings = "2k2/5/5/5/5/5/5/5/2K2"
    others = [f"{kings} {side} {unmoved} - 0 1" for side in "wb" for unmoved in ("Kk", "K", "k", "-")]
    assert len({read_position("fanorona-chess", fen).key for fen in others}) == 8
    aged = read_position("fanorona-chess", f"{kings} w Kk - 42 77")
    assert aged.key == read_position("fanorona-chess", others[0]).key


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1020))
@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_long_games(variant: str, seed: int) -> None:
    compare(variant, seed, 400)
    if variant in AUGMENTED:
        for number in range(10):
            compare(variant, f"{seed} {number}", 60, (START, ENDING, ROOKS)[number % 3])
    if variant in FANORONA:
        rng = random.Random(f"sparse {seed}")
        for number in range(40):
            compare(variant, f"{seed} {number}", 40, sparse_fen(rng))
