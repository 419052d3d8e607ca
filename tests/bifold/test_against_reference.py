"""Bifold Halfgi, ply by ply, against the slow generator of ``tests/reference``: all four games, every option.

Compared at every position: move texts, abbreviations, FEN, end of the game, which positions count as repeated; and
invariants of the engine: incremental keys, struct validity, counting, noisy moves.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.cext.core.errors import MoveError
from oddfish.engine.game import Game
from reference import bifold
from reference.bifold import HANDED, VARIANTS, WAZIRS, WEAK, Options, Position
from support.perft_suite import suite

pytestmark = pytest.mark.sampled(3)

OPTIONS = [
    Options(name, *flags, royal_wazirs=wazirs)
    for name, flags in product(VARIANTS, product((True, False), repeat=2))
    for wazirs in ((True,) if name == WAZIRS else (False, True))
]
DEFAULTS = [Options(name) for name in VARIANTS]


def name_of(options: Options) -> str:
    return f"{options.variant} {options.drop_beside_enemy:d}{options.castling:d}{options.royal_wazirs:d}"


def game_of(options: Options, fen: str) -> Game:
    chosen = {
        "Castling": options.castling,
        "DropBesideEnemy": options.drop_beside_enemy,
        "RoyalWazirs": options.royal_pair == "WW",
    }
    return Game(options.variant, chosen, fen)


def check_position(game: Game, slow: Position, history: list[object], rng: random.Random) -> dict[str, int]:
    """Compare one position; returns the engine's moves by text."""
    fast = game.position
    where = f"{slow.options} {slow.fen()}"
    moves = fast.moves()
    by_text = {fast.text(move): move for move in moves}
    assert fast.fen() == slow.fen()
    assert sorted(by_text) == slow.legal_moves(), where
    assert len(by_text) == len(moves) == fast.count(), where
    assert fast.valid() and fast.key == fast.fresh_key, where
    found = {text: slow.find(text) for text in by_text}
    noisy = fast.noisy()
    assert len(noisy) == len(set(noisy))
    assert set(noisy) == {by_text[text] for text, move in found.items() if move.victims or move.promotion}, where
    result = game.result()
    assert ((result.text, result.reason) if result else None) == slow.outcome(history), where
    for text in rng.sample(sorted(by_text), min(len(by_text), 2)):
        for short in found[text].abbreviations():
            fitting = [full for full, move in found.items() if short in move.abbreviations()]
            if short in by_text or len(fitting) == 1:
                assert fast.text(fast.parse(short)) == slow.find(short).text(), f"{where} {short}"
            else:
                with pytest.raises(MoveError, match=f"fits several moves: {' '.join(sorted(fitting))}$"):
                    fast.parse(short)
    return by_text


def choose(rng: random.Random, slow: Position, texts: list[str]) -> str:
    """A random move that prefers captures, drops, pawn moves and halves that leave, and spares royals."""
    roll = rng.randrange(8)
    wanted = {
        0: lambda text: slow.find(text).victims or "=" in text,
        1: lambda text: "@" in text,
        2: lambda text: "@" not in text and slow.find(text).group.upper() in bifold.PAWNS,
        3: lambda text: slow.find(text).half,
        4: lambda text: slow.find(text).castling or slow.find(text).en_passant,
        5: lambda text: "@" not in text and bifold.royal_unit(slow.find(text).group),
    }.get(roll, lambda text: True)
    if rng.random() < 0.8:
        texts = [text for text in texts if not set(slow.find(text).victims.upper()) & set("WF")] or texts
    return rng.choice([text for text in texts if wanted(text)] or texts)


def compare(options: Options, seed: object, plies: int, fen: str | None = None) -> int:
    """Play one game on both, on past draws by rule; returns its length."""
    rng = random.Random(f"{options} {seed}")
    slow = Position.from_fen(options, fen or options.start_fen())
    game = game_of(options, slow.fen())
    history = [slow.repetition_key()]
    for _ in range(plies):
        texts = check_position(game, slow, history, rng)
        if not texts:
            break
        text = choose(rng, slow, sorted(texts))
        game.push_move(texts[text])
        slow = slow.push(text)
        history.append(slow.repetition_key())
    keys = [position.key for position in game.positions]
    assert len(set(keys)) == len(set(history)) == len(set(zip(keys, history)))
    final = game.position
    again = game_of(options, final.fen()).position
    assert again == final and again.key == final.key and again.fresh_key == final.key
    return len(history) - 1


def crowded_fen(options: Options, rng: random.Random) -> str:
    """A random position: stacks of friends and of enemies, royals anywhere, pawns near the ends, full hands, and an
    en-passant square where there could be one."""
    while True:
        board = [""] * 64
        letters = bifold.PROMOTIONS + bifold.PAWN_SQUARE[options.variant] * 2
        for colour in (0, 1):
            for royal in options.royal_pair[: rng.choice([1, 2, 2, 2])]:
                board[rng.randrange(64)] += bifold.cased(royal, colour)
        for _ in range(rng.randrange(4, 34)):
            board[rng.randrange(64)] += bifold.cased(rng.choice(letters), rng.randrange(2))
        hands = tuple("".join(rng.choices(letters, k=rng.randrange(4))) for _ in "wb")
        turn = rng.randrange(2)
        jumped = [square for square in range(64) if bifold.rank_for(square, turn) == 6]
        ep = rng.choice([None, *jumped])
        if ep is not None:
            board[ep] = board[ep + bifold.forward(turn)] = ""
            board[ep - bifold.forward(turn)] = bifold.cased(rng.choice(options.letters[-2:]), 1 - turn)
            for side in (-1, 1):
                beside = ep - bifold.forward(turn) + side
                board[beside] += bifold.cased(letters[-1], turn)
        cleared = [content[:2] if options.half_pawns or "P" not in content.upper()[:2] else content[:1]
                   for content in board]  # fmt: skip
        position = Position(
            options, tuple(bifold.in_order(content) for content in cleared), (hands[0], hands[1]), turn, "", ep,
            rng.choice([0, 0, 7, 98, 99]), 30,
        )  # fmt: skip
        try:
            return Position.from_fen(options, position.fen()).fen()
        except ValueError:
            continue


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_games(options: Options) -> None:
    compare(options, 0, 60)


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_games_from_crowded_boards(options: Options) -> None:
    rng = random.Random(f"crowded {options}")
    plies = sum(compare(options, number, 4, crowded_fen(options, rng)) for number in range(12))
    assert plies > 20


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_from_the_perft_suites(variant: str) -> None:
    for entry in suite(variant):
        flags = (entry.options.get(name) != "false" for name in ("DropBesideEnemy", "Castling"))
        options = Options(variant, *flags, royal_wazirs=entry.options.get("RoyalWazirs") == "true")
        compare(options, entry.name, 3, entry.fen)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(OPTIONS), st.integers(0, 2**32), st.booleans())
@pytest.mark.later
def test_games_of_any_seed(options: Options, seed: int, crowded: bool) -> None:
    """Hypothesis draws new seeds in each run; it shows and keeps a failing one."""
    compare(options, seed, 8, crowded_fen(options, random.Random(seed)) if crowded else None)


@pytest.mark.later
def test_crowded_boards_have_it_all() -> None:
    """Every kind of move comes up in the random positions."""
    rng = random.Random("all")
    seen: set[str] = set()
    for number in range(160):
        options = DEFAULTS[number % 4]
        position = Position.from_fen(options, crowded_fen(options, rng))
        for text in position.legal_moves():
            move = position.find(text)
            kind = options.variant if options.variant in (HANDED, WEAK) else "full"
            seen |= {f"{kind} en passant"} if move.en_passant else set()
            seen |= {f"{kind} promotion of {len(move.promotion)}"} if move.promotion else set()
            seen |= {"choice"} if move.choice else set()
            seen |= {"half takes royal"} if move.half and set(move.victims.upper()) & set("WF") else set()
            seen |= {"royal unit"} if bifold.royal_unit(move.group) else set()
            seen |= {"both"} if len(move.victims) == 2 else set()
    assert seen == {
        "full en passant", f"{HANDED} en passant", f"{WEAK} en passant",
        "full promotion of 1", f"{HANDED} promotion of 1", f"{HANDED} promotion of 2",
        f"{WEAK} promotion of 1", f"{WEAK} promotion of 2",
        "choice", "half takes royal", "royal unit", "both",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 101))
@pytest.mark.parametrize("options", OPTIONS, ids=name_of)
def test_long_games(options: Options, seed: int) -> None:
    compare(options, seed, 150)
    rng = random.Random(f"long {options} {seed}")
    for number in range(10):
        compare(options, f"{seed} {number}", 8, crowded_fen(options, rng))
