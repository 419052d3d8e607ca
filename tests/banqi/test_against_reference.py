"""Random games of Banqi, ply by ply, against the slow generator of ``tests/reference``, under every set of options.

Compared at every position: decisions, what each may turn up and how likely, FEN, the end of the game by the position
and by its history; and invariants of the fast engine: keys, validity, counting, noisy moves.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.cext.core.errors import MoveError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from reference import banqi
from support.perft_suite import Entry, entries

pytestmark = pytest.mark.sampled(3)

FLAGS = ("cannon_direct", "dark_capture", "multi_capture")

#: Both variants under every choice of the options that change the moves.
ALL_OPTIONS = [banqi.Options(*values) for values in product(*[(False, True)] * 4, banqi.RIDES)]


def name_of(options: banqi.Options) -> str:
    flags = [flag for flag in FLAGS if getattr(options, flag)]
    return "-".join(["hongkong" if options.hongkong else "taiwanese", *flags, f"rides_{options.chariot_rides}"])


def with_rules(options: banqi.Options, **changes: bool | int | str) -> banqi.Options:
    return banqi.Options(**{**vars(options), **changes})


def setup_of(options: banqi.Options, ranks: int) -> Setup:
    return Setup(**vars(options), ranks=ranks)


def game_of(options: banqi.Options, fen: str) -> Game:
    """A game of the fast engine on a board of any size. There is no deal; moves state their outcomes."""
    game = Game("banqi")
    game.positions = [Banqi(setup_of(options, fen.split("[")[0].count("/") + 1), fen)]
    game.deal = None
    return game


# -------------------------------------------------------------------------------------------------- comparing


def is_capture(slow: banqi.Position, text: str) -> bool:
    """Whether a decision captures a face-up piece, judged by its text and the reference's board alone."""
    return text != banqi.STOP and slow.board[banqi.square_number(text[2:4], slow.ranks)] not in ("", banqi.DARK)


def check_position(game: Game, slow: banqi.Position, line: list[banqi.Position]) -> dict[str, int]:
    """Compare one position; returns the fast engine's decisions by text."""
    fast = game.position
    moves = fast.moves()
    by_text = {fast.text(move): move for move in moves}
    where = slow.fen()
    assert fast.fen() == where
    assert sorted(by_text) == slow.legal_moves(), where
    assert len(by_text) == len(moves) == fast.count(), where
    assert fast.valid(), where
    assert fast.key == fast.fresh_key, where
    noisy = fast.noisy()
    assert len(noisy) == len(set(noisy)), where
    assert set(noisy) == {move for text, move in by_text.items() if is_capture(slow, text)}, where
    for text, move in by_text.items():
        check_move(fast, slow, text, move)
    result = game.result()
    expected = slow.outcome(line)
    assert ((result.text, result.reason) if result else None) == expected, where
    ended = slow.ended()
    assert fast.outcome()[1] in ((ended.reason,) if ended else ("", "move rule")), where
    return by_text


def check_move(fast: Position, slow: banqi.Position, text: str, move: int) -> None:
    """Compare one decision: its outcomes, its text and its gain."""
    where = f"{slow.fen()} {text}"
    outcomes = fast.outcomes(move)
    assert [(fast.text(outcome), weight) for outcome, weight in outcomes] == slow.outcomes(text), where
    assert fast.parse(text) == move, where
    if is_capture(slow, text):
        assert fast.gain(move) > 0, where
    elif not slow.is_chance(text) or text[:2] == text[2:]:
        assert fast.gain(move) == 0, where
    if slow.is_chance(text):
        for outcome, _ in outcomes:
            assert fast.parse(fast.text(outcome)) == outcome, where
        with pytest.raises(ValueError, match="has no outcome yet"):
            fast.make(move)


def choose(rng: random.Random, slow: banqi.Position, texts: list[str], last: list[str], shuffling: float) -> str:
    """A random decision that prefers what random games lack: steps back, captures, attempts, series."""
    if rng.random() < shuffling and len(last) >= 2 and (back := last[-2][2:4] + last[-2][:2]) in texts:
        return back
    wanted = {
        0: lambda text: is_capture(slow, text),
        1: lambda text: slow.is_chance(text) and text[:2] != text[2:],
        2: lambda text: text[:2] != text[2:],
        3: lambda text: text[:2] == text[2:],
    }.get(rng.randrange(6), lambda text: True)
    return rng.choice([text for text in texts if wanted(text)] or texts)


def compare(options: banqi.Options, seed: object, plies: int, fen: str, shuffling: float = 0.1) -> Counter[str]:
    """Play one game on both, on past draws by rule; count its plies and the kinds of moves in it."""
    rng = random.Random(f"{options} {seed}")
    game, slow = game_of(options, fen), banqi.Position.from_fen(fen, options)
    line, last = [slow], []
    met: Counter[str] = Counter()
    for _ in range(plies):
        texts = check_position(game, slow, line)
        result = game.result()
        met.update([result.reason] if result else [])
        if not texts:
            break
        decision = choose(rng, slow, sorted(texts), last, shuffling)
        outcomes = slow.outcomes(decision)
        text = rng.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]
        met.update(kinds_of(slow, decision))
        last.append(text)
        assert game.push(text.upper()) == text
        slow = slow.push(text)
        line.append(slow)
    met["plies"] += len(last)
    met["series"] += sum(position.series is not None for position in line)
    # Repetition keys are equal exactly where 64-bit keys are.
    keys = [position.key for position in game.positions]
    expected = [position.repetition_key() for position in line]
    assert len(set(keys)) == len(set(expected)) == len(set(zip(keys, expected)))
    # Written and read again, a position is the same, key included.
    final = game.position
    again = game_of(options, final.fen()).position
    assert again == final and again.key == final.key == again.fresh_key and again.moves() == final.moves()
    return met


def kinds_of(slow: banqi.Position, decision: str) -> list[str]:
    """The kinds of a move, to check that all kinds came up."""
    if decision == banqi.STOP:
        return ["stop"]
    if decision[:2] == decision[2:]:
        return ["flip"]
    if is_capture(slow, decision):
        return ["capture"]
    return ["attempt"] if slow.is_chance(decision) else ["step"]


def start_of(ranks: int) -> str:
    return banqi.Position.start(ranks=ranks).fen()


# ------------------------------------------------------------------------------------------------------ games


@pytest.mark.slow
@pytest.mark.parametrize("ranks", [8, 4, 2])
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=name_of)
def test_games(options: banqi.Options, ranks: int) -> None:
    met: Counter[str] = Counter()
    for seed, chaser_loses in product(range({8: 1, 4: 1, 2: 4}[ranks]), (False, True)):
        rules = with_rules(options, chaser_loses=chaser_loses, no_progress=(180, 10)[seed % 2])
        met += compare(rules, f"{ranks} {seed}", 110, start_of(ranks))
    assert met["plies"] > 40 and met["flip"] and met["step"] and met["capture"]
    if ranks == 8:
        assert bool(met["attempt"]) == options.dark_capture
        assert bool(met["series"]) == options.multi_capture


def sparse_fen(rng: random.Random, options: banqi.Options, ranks: int) -> str:
    """A random position with few pieces, some face down, perhaps inside a series."""
    army = list(banqi.ARMIES[ranks])
    while True:
        men = rng.sample(army, rng.randrange(1, 5)) + [man.lower() for man in rng.sample(army, rng.randrange(1, 5))]
        squares = rng.sample(range(4 * ranks), len(men))
        board = [""] * (4 * ranks)
        pool = []
        for square, man in zip(squares, men):
            hidden = rng.random() < 0.15
            board[square] = banqi.DARK if hidden else man
            pool += [man] if hidden else []
        pool.sort(key=banqi.ORDER.index)
        clock = rng.choice([0, 0, 3, 170, 179])
        slow = banqi.Position(
            options, tuple(board), tuple(pool), rng.randrange(2), rng.choice("rb"), clock, rng.randrange(1, 90)
        )
        fen = slow.fen()
        if options.multi_capture and rng.random() < 0.3:
            fen += f" {banqi.square_name(rng.choice(squares))}"
        try:
            return banqi.Position.from_fen(fen, options).fen()
        except ValueError:
            continue


@pytest.mark.sampled(6)
@pytest.mark.thorough
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=name_of)
def test_games_with_few_pieces(options: banqi.Options) -> None:
    """Pieces moving to and fro on a small board: repetitions, chases, series, games that end."""
    rng = random.Random(f"few {options}")
    rules = with_rules(options, chaser_loses=True)
    met: Counter[str] = Counter()
    for number in range(36):
        ranks = (2, 4, 8)[number % 3]
        met += compare(rules, number, 24, sparse_fen(rng, rules, ranks), shuffling=0.85)
    assert met["plies"] > 300
    for reason in ("repetition", "perpetual attack", "move rule"):
        assert met[reason], reason
    assert met["no legal move"] + met["all pieces captured"] > 0


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize("entry", list(entries(chance=True)), ids=lambda entry: entry.id)
def test_games_from_the_perft_suites(entry: Entry) -> None:
    options = banqi.Options.named(entry.variant, entry.options)
    for seed in range(2):
        compare(options, f"{entry.name} {seed}", 16, entry.fen)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL_OPTIONS), st.booleans(), st.sampled_from([2, 4, 8]), st.integers(0, 2**32))
def test_games_of_any_seed(options: banqi.Options, chaser_loses: bool, ranks: int, seed: int) -> None:
    """Hypothesis draws new seeds in each run; it shows and keeps a failing one."""
    rules = with_rules(options, chaser_loses=chaser_loses)
    compare(rules, seed, 40, start_of(ranks) if seed % 2 else sparse_fen(random.Random(seed), rules, ranks))


@pytest.mark.slow
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=name_of)
def test_long_games(options: banqi.Options) -> None:
    rng = random.Random(f"long {options}")
    for seed in range(2):
        rules = with_rules(options, chaser_loses=bool(seed % 2), no_progress=(180, 0, 25)[seed % 3])
        compare(rules, seed, 150, start_of((8, 4)[seed]), shuffling=0.3)
    rules = with_rules(options, chaser_loses=True)
    for number in range(10):
        compare(rules, f"long {number}", 40, sparse_fen(rng, rules, (2, 4, 8)[number % 3]), shuffling=0.9)


# ----------------------------------------------------------------------------------------------------- refusals


def refused_by_both(fen: str, options: banqi.Options) -> bool:
    """Whether both refuse a FEN; fails if they disagree."""
    try:
        slow = banqi.Position.from_fen(fen, options)
    except ValueError:
        slow = None
    try:
        fast = Banqi(setup_of(options, 8), fen)
    except ValueError:
        fast = None
    assert (slow is None) == (fast is None), fen
    assert slow is None or fast is None or slow.fen() == fast.fen()
    return slow is None


def test_broken_fens() -> None:
    """FENs of random games with characters exchanged: both accept the same ones, and only valid positions."""
    rng = random.Random("broken")
    refused = kept = 0
    for number in range(40):
        options = rng.choice(ALL_OPTIONS)
        fen = sparse_fen(rng, options, 8) if number % 2 else start_of(8)
        for _ in range(60):
            signs = list(fen)
            for _ in range(rng.randrange(1, 3)):
                signs[rng.randrange(len(signs))] = rng.choice("KGMRNCPkgmrncpX-wbra1234567890/[]")
            if refused_by_both("".join(signs), options):
                refused += 1
            else:
                kept += 1
    assert refused > 1000 and kept > 60


def test_broken_moves() -> None:
    """Move texts with characters exchanged: both understand them, or neither does."""
    rng = random.Random("moves")
    read = 0
    for _ in range(400):
        options = rng.choice(ALL_OPTIONS)
        fen = sparse_fen(rng, options, 8)
        slow, fast = banqi.Position.from_fen(fen, options), Banqi(setup_of(options, 8), fen)
        for text in slow.legal_moves():
            signs = list(rng.choice(slow.outcomes(text))[0])
            signs[rng.randrange(len(signs))] = rng.choice("abcd12345678=rkgmncp0")
            broken = "".join(signs)
            try:
                after = slow.push(broken).fen()
            except ValueError:
                after = None
            try:
                move = fast.parse(broken)
                assert after is not None or (broken in slow.legal_moves() and slow.is_chance(broken)), f"{fen} {broken}"
                assert after is None or fast.make(move).fen() == after, f"{fen} {broken}"
                read += 1
            except MoveError:
                assert after is None, f"{fen} {broken}"
    assert read > 100
