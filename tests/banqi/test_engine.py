"""Banqi in the engine alone: packed moves, keys, the referee and its deal, the variants."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, product

import pytest

from banqi.cycles import CYCLES, Cycle
from banqi.sides import CHASER, DARK, HONGKONG, MULTI, RIDES, START, TAIWAN, VARIANTS, Engine, Options, fen_of
from oddfish.cext.banqi.game import SETS, Banqi, Setup
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.banqi import BanqiDeal


def game(pieces: str, pool: str = "", rest: str = "w r", options: Options | None = None) -> Game:
    """A game without a deal: the moves state their outcomes."""
    made = Game(TAIWAN, options, fen_of(pieces, pool, rest))
    made.deal = None
    return made


# ----------------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("variant", VARIANTS)
def test_start(variant: str) -> None:
    start = Game(variant)
    assert start.fen() == START == Banqi(Setup(hongkong=variant == HONGKONG)).fen()
    assert start.legal() == [f"{file}{rank}" * 2 for rank in range(1, 9) for file in "abcd"]
    assert start.position.has_chance and not start.position.check
    assert (start.position.turn, start.position.number, start.position.clock) == (0, 1, 0)


def test_the_first_players_colour() -> None:
    for shown, first in (("rk", "r"), ("bp", "b")):
        line = Game(TAIWAN)
        line.deal = None
        assert line.push(f"a1a1={shown}") == f"a1a1={shown}"
        position = line.position
        assert isinstance(position, Banqi)
        assert position.first == first and position.turn == 1


def test_horizon_within_a_series() -> None:
    assert Game(TAIWAN, MULTI, "4/4/4/4/4/p3/R3/3k[] w r 7 5 a2").position.reversible_plies == 7


@pytest.mark.parametrize("cycle", CYCLES, ids=[cycle.name for cycle in CYCLES])
def test_the_result_of_a_cycle_for_the_side_to_move(cycle: Cycle) -> None:
    options = {**cycle.options, **CHASER}
    line = Engine.setup(cycle.pieces, cycle.pool, cycle.rest, cycle.variant, options).play(cycle.moves)
    assert isinstance(line, Engine)
    game, result = line.game, line.game.result()
    assert game.repetitions() == 3 and result is not None
    last = max(at for at, position in enumerate(game.positions[:-1]) if position.key == game.position.key)
    lost, drawn, won = 1, 2, 3
    code = drawn if result.winner is None else won if result.winner == game.turn else lost
    assert game.position.repetition(game.positions[last:]) == (code, result.reason)


def test_taking_back_a_series() -> None:
    before = fen_of("Ra1 pa2 pa3 nb3 Pd8 Xd1 kd4", "p", "b b 3 12")
    line = Game(TAIWAN, MULTI, before)
    for text in ("a1a2", "a2a3", "a3b3"):
        assert line.push(text) == text
    for text in ("a3b3", "a2a3", "a1a2"):
        move = line.pop()
        assert line.position.text(move) == text
    assert line.fen() == before


def test_keys_differ_between_rules() -> None:
    """The same board under other rules has another key, so that one hash table can serve all games."""
    flags = ("CannonDirect", "DarkCapture", "MultiCapture", "ChariotRides")
    keys = set()
    for values in product(*[(False, True)] * 3, ("off", "ranked", "any")):
        keys.add(Game(TAIWAN, dict(zip(flags, values, strict=True))).position.key)
        keys.add(Game(HONGKONG, dict(zip(flags[1:], values[1:], strict=True))).position.key)
    assert len(keys) == 24 + 12


@pytest.mark.parametrize("ranks", [2, 4])
def test_small_boards(ranks: int) -> None:
    setup = Setup(ranks=ranks)
    start = Banqi(setup)
    assert Banqi(setup, start.fen()) == start and start.count() == 4 * ranks
    with pytest.raises(FenError, match=f"board has 8 ranks, expected {ranks}"):
        Banqi(setup, START)


def test_no_board_has_three_ranks() -> None:
    with pytest.raises(ValueError, match="no set of men for 3 ranks, only for 8, 4, 2"):
        Setup(ranks=3)


# --------------------------------------------------------------------------------------------------------- moves


def test_a_bad_move_leaves_the_game_as_it_was() -> None:
    line = game("Xa1 Rb2 pb3", "k")
    before = line.fen()
    for text in (
        "a1a1=", "a1a1=k", "a1a1=wk", "a1a1=rq", "a1a1=rkk", "a1a1=rk=rk", "a1a1=rm", "a1a1=rk", "a2a2=bk", "a1a2=bk",
        "a1", "", "=", "0000", "e1e1=bk", "b2b3=bp", "b2c2=bp", "b2d2", "b3b4",
    ):  # fmt: skip
        with pytest.raises(MoveError):
            line.push(text)
        assert line.fen() == before and not line.pending


def test_a_move_without_its_outcome_is_not_made() -> None:
    position = game("Xa1 Rb2 pb3", "k").position
    with pytest.raises(ValueError, match="'a1a1' has no outcome yet"):
        position.make(position.parse("a1a1"))


def test_texts_in_any_case() -> None:
    position = Banqi()
    flip = position.parse("A1A1")
    assert position.text(flip) == "a1a1"
    shown = {position.text(move): (move, weight) for move, weight in position.outcomes(flip)}
    assert {text: weight for text, (_, weight) in shown.items()} == {
        f"a1a1={color}{letter}": number for color in "rb" for letter, number in zip("kgmrncp", SETS[8], strict=True)
    }
    for text, (move, _) in shown.items():
        assert position.parse(text) == move == position.parse(text.upper())
        assert position.outcomes(move) == [(move, 1)]


def test_texts_are_unique_and_parse_back() -> None:
    rng = random.Random("texts")
    seen: Counter[int] = Counter()
    for seed in range(6):
        options: Options = {**DARK, **MULTI, **RIDES} if seed % 2 else {}
        line = Game(VARIANTS[seed % 3 % 2], options, seed=seed)
        while line.result() is None and len(line.moves) < 150:
            legal = line.legal()
            assert len(set(legal)) == len(legal) == line.position.count()
            for text in legal:
                assert line.position.text(line.parse(text.upper())) == text == text.lower()
            line.push(rng.choice(legal))
        for before, after in pairwise(line.positions):
            assert after.number - before.number in (0, 1)
        seen.update(len(text) for text in line.texts())
    assert seen.keys() == {4, 7}


# --------------------------------------------------------------------------------------- the referee and the deal


def outcome_of(line: Game, text: str) -> str:
    return line.push(text).partition("=")[2]


def _shown_of(pool: str) -> list[str]:
    return [f"{'r' if man.isupper() else 'b'}{man.lower()}" for man in pool]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_is_reproducible_from_its_seed(variant: str) -> None:
    games = []
    for seed in (7, 7, 8):
        rng, line = random.Random("choices"), Game(variant, DARK, seed=seed)
        while line.result() is None:
            line.push(rng.choice(line.legal()))
        games.append((line.texts(), line.fen(), line.result()))
    assert games[0] == games[1] != games[2]
    shown = [text.partition("=")[2] for text in games[0][0] if "=" in text]
    assert len(shown) > 20 and Counter(shown) <= Counter(_shown_of(Banqi().pool))


def test_deal_seed_decides_the_deal() -> None:
    """The game's seed does not matter, unless DealSeed is 0."""

    def deal(number: int, seed: int) -> list[str]:
        line = Game(TAIWAN, {"DealSeed": number}, seed=seed)
        return [outcome_of(line, f"{file}{rank}" * 2) for file in "abcd" for rank in (1, 2)]

    assert deal(5, 1) == deal(5, 2) != deal(6, 1)
    assert deal(0, 1) == deal(0, 1) != deal(0, 2)


def test_every_piece_is_dealt_once() -> None:
    line = Game(TAIWAN, seed=3)
    shown = [outcome_of(line, f"{file}{rank}" * 2) for file in "abcd" for rank in range(1, 9)]
    assert sorted(shown) == sorted(_shown_of(Banqi().pool))


def test_a_copy_knows_nothing_hidden() -> None:
    line = Game(TAIWAN, seed=3)
    other = line.copy()
    assert line.deal is not None and other.deal is None
    assert other.push("a1a1") == "a1a1"
    assert other.pending and other.fen() == START and other.moves == []
    line.push("a1a1")
    assert not line.pending and line.fen() != START


def test_a_pending_move_waits_for_its_outcome() -> None:
    line = game("Xa1 Xa2 Rb2 pb3", "kP")
    assert line.push("a1a1") == "a1a1"
    assert line.legal() == ["a1a1=rp", "a1a1=bk"]
    assert line.result() is None
    for text in ("b2b3", "a2a2", "a2a2=bk", "a1a1", "a1a1=rk"):
        with pytest.raises(MoveError):
            line.push(text)
        assert line.pending and line.moves == []
    other = line.copy()
    assert line.push("a1a1=bk") == "a1a1=bk"
    assert not line.pending and line.texts() == ["a1a1=bk"]
    assert other.pending and other.position.text(other.pop()) == "a1a1"  # taking it back leaves nothing pending
    assert not other.pending and other.fen() == fen_of("Xa1 Xa2 Rb2 pb3", "Pk") + " 0 1"
    assert not line.copy(1).pending and line.copy(1).texts() == ["a1a1=bk"]
    line.push("a2a2")
    assert line.copy().pending and not line.copy(1).pending
    assert line.copy(0).moves == [] and line.copy(0).fen() == other.fen()
    assert other.push("b2b3") == "b2b3"


def test_games_without_a_deal_follow_games_that_deal() -> None:
    """A game given the moves as the referee records them is the same game."""
    rng = random.Random("told")
    for options in ({}, DARK, {**DARK, **MULTI, **RIDES}):
        line, told = Game(TAIWAN, options, seed=rng.random()), Game(TAIWAN, options)  # type: ignore[arg-type]
        told.deal = None
        while line.result() is None and len(line.moves) < 200:
            told.push(line.push(rng.choice(line.legal())))
            assert told.fen() == line.fen()


def chi_square(counts: Mapping[str, int], shares: Mapping[str, float]) -> float:
    total = sum(counts.values())
    assert set(counts) <= set(shares)
    return sum((counts.get(kind, 0) - total * share) ** 2 / (total * share) for kind, share in shares.items())


def bound(degrees: int) -> float:
    """The chi-square, by degrees of freedom, that is exceeded about once in 10,000 times (Wilson-Hilferty)."""
    return degrees * (1 - 2 / (9 * degrees) + 3.9 * math.sqrt(2 / (9 * degrees))) ** 3


#: The pieces that a square can hold, by their share of the pool.
SHARES = {shown: number / 32 for shown, number in Counter(_shown_of(Banqi().pool)).items()}


@pytest.mark.thorough
@pytest.mark.parametrize("square", ["a1", "b5", "d8"])
def test_deals_are_uniform(square: str) -> None:
    rng = random.Random(square)
    counts = Counter(outcome_of(Game(TAIWAN, seed=rng.getrandbits(60)), square * 2) for _ in range(3000))
    assert chi_square(counts, SHARES) < bound(13)


@pytest.mark.later
def test_deals_of_two_squares_are_independent() -> None:
    """One of four squares hides the chariot, the others soldiers."""
    rng, counts = random.Random("pairs"), Counter[str]()
    for _ in range(3000):
        line = Game(TAIWAN, fen=fen_of("Xa1 Xb1 Xc1 Xd1", "RPpp", "w -"), seed=rng.getrandbits(60))
        counts["".join(outcome_of(line, f"{file}1" * 2)[1] for file in "abcd")] += 1
    assert chi_square(counts, {"rppp": 0.25, "prpp": 0.25, "pprp": 0.25, "pppr": 0.25}) < bound(3)


@pytest.mark.thorough
@pytest.mark.parametrize("forced", ["a1a1=rk b1b1=bk", "a1a1=rp b1b1=rp", "a1a1=rk b1b1=rg c1c1=rg"])
def test_outcomes_from_outside_leave_the_deal_uniform(forced: str) -> None:
    """A GUI that deals sends outcomes that contradict our deal. The remaining squares stay uniform over the pool."""
    rng, counts = random.Random(forced), Counter[str]()
    for _ in range(3000):
        line = Game(TAIWAN, seed=rng.getrandbits(60))
        for text in forced.split():
            assert line.push_move(line.parse(text)) == text
        shown = outcome_of(line, "d4d4")
        counts[shown] += 1
    pool = Counter(_shown_of(Banqi().pool)) - Counter(text.partition("=")[2] for text in forced.split())
    shares = {kind: number / pool.total() for kind, number in pool.items()}
    assert chi_square(counts, shares) < bound(len(shares) - 1)


def test_a_deal_does_not_change() -> None:
    """Taking a flip back and flipping again shows the same piece; so does flipping in another order."""
    line = Game(TAIWAN, seed=11)
    first = line.push("c3c3")
    line.pop()
    assert line.push("c3c3") == first
    second = line.push("d5d5")
    line.pop()
    line.pop()
    assert line.push("d5d5") == second and line.push("c3c3") == first
    # An outcome from outside changes as few squares as possible: two, or one if it agrees.
    line = Game(TAIWAN, seed=11)
    deal = line.deal
    assert isinstance(deal, BanqiDeal)
    before = dict(deal._pieces)
    wanted = next(shown for shown in ("bk", "rk") if shown != first.partition("=")[2])
    line.push_move(line.parse(f"c3c3={wanted}"))
    line.push("a8a8")
    changed = [square for square in before if before[square] != deal._pieces[square]]
    assert len(changed) <= 2


# ------------------------------------------------------------------------------------------------------ variants


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants(variant: str) -> None:
    one = REGISTRY[variant]
    names = [option.name for option in one.options]
    expected = ["DarkCapture", "MultiCapture", "ChariotRides", "NoProgressPlies", "Repetition", "DealSeed"]
    assert names == (["CannonDirect"] if variant == TAIWAN else []) + expected
    assert (one.files, one.ranks) == (4, 8)
    with pytest.raises(OptionError):
        Game(variant, {"Repetition": "chaser-wins"})


@pytest.mark.parametrize(
    ("value", "meant"),
    [("off", "off"), ("Ranked", "ranked"), ("ANY", "any"), ("true", "ranked"), ("false", "off"), (True, "ranked"),
     (False, "off"), ("1", "ranked"), ("0", "off")],
)  # fmt: skip
def test_chariot_rides_was_a_check_option(value: str | bool, meant: str) -> None:
    """Its old values in files and scripts still work."""
    line = Game(HONGKONG, {"ChariotRides": value})
    assert line.options["ChariotRides"] == meant
    assert isinstance(line.position, Banqi) and line.position.setup.chariot_rides == meant


def test_no_other_chariot_rides() -> None:
    with pytest.raises(OptionError, match="unknown value 'far': expected one of off, ranked, any"):
        Game(TAIWAN, {"ChariotRides": "far"})
    with pytest.raises(ValueError, match="chariot_rides 'true', expected one of off, ranked, any"):
        Setup(chariot_rides="true")


def test_drawn_board() -> None:
    line = game("Ka1 pc8 Xb2", "G", "b b")
    rows = line.variant.draw(line.position).splitlines()
    assert rows[0].startswith("8  . . p .") and rows[0].endswith("face down: G")
    assert rows[6].startswith("2  . # . .")
    assert rows[7].startswith("1  K . . .") and "first player: black, second: red" in rows[7]
    assert rows[8] == "   a b c d"
