"""Playing levels: the table, what a level sees, how strong it is, and that full strength is unaffected."""

from __future__ import annotations

import itertools
import random

import pytest

from oddfish.cext.search import MATE, Search
from oddfish.engine.game import Game
from oddfish.engine.levels import (
    BEGINNER,
    FULL_STRENGTH,
    HIGHEST_ELO,
    LEVELS,
    LOWEST_ELO,
    NODES_FOR_CHANCE,
    NODES_FOR_PARTS,
    Level,
    Skill,
    level_of_elo,
)
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.networks import Parts

AMPLE = Limits(movetime=60_000)
#: Nodes that a search still counts while it returns to the root after reaching its limit.
LATE = 8

#: Mates in one: variant, FEN.
MATES_IN_ONE = [
    ("normal", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"),
    ("half-chess", "rnbq1bnr/pppp1ppp/4k3/4p3/3P1Q2/8/PPP1PPPP/RNB1KBNR w KQ - 4 4"),
    ("halfgi", "7k/5Bpp/8/8/8/8/8/7K[R] w - - 0 1"),
]


def searcher_at(level: int, seed: int = 1) -> Searcher:
    searcher = Searcher(hash_mb=1, overhead=0)
    searcher.skill.level, searcher.skill.seed = level, seed
    return searcher


def played(variant: str, level: int, seed: int, plies: int = 16) -> list[str]:
    """The moves of a game of a level against itself."""
    game, searcher = Game(variant, seed=5), searcher_at(level, seed)
    while game.result() is None and len(game.moves) < plies:
        move = searcher.think(game, AMPLE).move
        assert move is not None
        assert move in game.position.moves()
        game.push_move(move)
    return game.texts()


def score_of(better: Searcher, worse: Searcher, variant: str, games: int) -> float:
    """The points of the first player in games from random openings, with sides swapped."""
    points = 0.0
    for number in range(games):
        game, rng = Game(variant, seed=number // 2), random.Random(number // 2)
        players = (better, worse) if number % 2 == 0 else (worse, better)
        for _ in range(4):
            game.push_move(rng.choice(game.position.moves()))
        while (result := game.result()) is None and len(game.moves) < 300:
            move = players[game.turn].think(game, AMPLE).move
            assert move is not None
            game.push_move(move)
        winner = None if result is None or result.winner is None else players[result.winner]
        points += 0.5 if winner is None else float(winner is better)
    return points


# The table ----------------------------------------------------------------------------------------------------------


def test_every_level_is_stronger_than_the_one_below_it() -> None:
    for low, high in itertools.pairwise(LEVELS):
        assert low.depth <= high.depth
        assert low.nodes < high.nodes
        assert low.overlooked > high.overlooked > 0
        assert low.elo < high.elo
        assert low.network_nodes < high.network_nodes < high.nodes or not high.network_nodes
        assert low.chance_network_nodes < high.chance_network_nodes <= high.network_nodes or not high.network_nodes
        assert bool(high.chance_network_nodes) == bool(high.network_nodes)


@pytest.mark.parametrize("level", range(FULL_STRENGTH))
def test_a_level_has_its_own_rating(level: int) -> None:
    assert level_of_elo(LEVELS[level].elo) == level


def test_ratings_between_levels() -> None:
    low, high = LEVELS[7].elo, LEVELS[8].elo
    assert level_of_elo((low + high) / 2) == pytest.approx(7.5)
    assert level_of_elo(LOWEST_ELO - 100) == 0
    assert level_of_elo(HIGHEST_ELO + 100) == FULL_STRENGTH - 1


def test_a_rating_between_two_levels_is_met_by_both_in_turn() -> None:
    skill = Skill(limited=True, elo=(LEVELS[7].elo + LEVELS[8].elo) // 2, seed=1)
    game = Game("normal")
    chosen = []
    for text in ("g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6", "a2a3", "a7a6", "h2h3", "h7h6"):
        game.push(text)
        choice = skill.choose(game)
        assert choice is not None
        chosen.append(choice[0])
    assert set(chosen) == {LEVELS[7], LEVELS[8]}


def test_a_rating_near_a_level_is_mostly_met_by_that_level() -> None:
    """A quarter of the way to the next level, the next level chooses a quarter of the moves."""
    elo = round(0.75 * LEVELS[7].elo + 0.25 * LEVELS[8].elo)
    chosen = [Skill(limited=True, elo=elo, seed=seed).choose(Game("normal")) for seed in range(1, 401)]
    assert 80 <= [choice[0] for choice in chosen if choice is not None].count(LEVELS[8]) <= 120


def test_a_level_overlooks_the_same_again_until_a_position_repeats() -> None:
    """It carries out what it has seen, but does not shuffle back and forth."""
    skill, game = Skill(level=3, seed=1), Game("normal")
    seeds = []
    for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
        game.push(text)
        choice = skill.choose(game)
        assert choice is not None
        seeds.append(choice[1])
    assert seeds[0] == seeds[1] == seeds[2] != seeds[3]


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_conspicuous_is_overlooked_less_often(level: Level) -> None:
    """Captures by two looks; those that win material a quarter as often, but not in games of chance."""
    assert level.captures_overlooked == pytest.approx(level.overlooked**2)
    assert 4 * level.winning_overlooked == pytest.approx(level.captures_overlooked)
    assert level._replace(chance=True).winning_overlooked == level.captures_overlooked


def test_a_limit_by_rating_overrules_the_level() -> None:
    choice = Skill(level=FULL_STRENGTH, limited=True, elo=LEVELS[3].elo).choose(Game("normal"))
    assert choice is not None
    assert choice[0] == LEVELS[3]
    assert Skill(level=FULL_STRENGTH).choose(Game("normal")) is None


# What a level does --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.parametrize("level", [0, 4])
@pytest.mark.quick(3)
def test_moves_are_legal_and_repeat_under_a_seed(variant: str, level: int) -> None:
    assert played(variant, level, seed=1) == played(variant, level, seed=1)


def test_another_seed_is_another_game() -> None:
    assert len({tuple(played("normal", 3, seed)) for seed in (1, 2, 3)}) == 3


def test_without_a_seed_games_differ() -> None:
    searcher, firsts = searcher_at(0, seed=0), set()
    for _ in range(20):
        searcher.new_game()
        firsts.add(searcher.think(Game("normal"), AMPLE).text)
    assert len(firsts) > 1


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.parametrize("level", [0, 5, 10])
def test_a_level_keeps_to_its_depth_and_nodes(variant: str, level: int) -> None:
    searcher = searcher_at(level)
    game = Game(variant, seed=3)
    extra = {"tandem-84": NODES_FOR_PARTS}.get(variant, NODES_FOR_CHANCE if variant.startswith("banqi") else 0)
    best = searcher.think(game, AMPLE)
    assert searcher.status().nodes <= LEVELS[level].nodes + extra + LATE
    assert best.depth <= LEVELS[level].depth * (2 if variant == "tandem-84" else 1)


def test_plies_are_turns_where_a_move_is_a_turn() -> None:
    """The search of the weakest levels gets to the second move of a turn."""
    begun = [Searcher(16), Searcher(16)]
    for level, searcher in enumerate(begun):
        searcher.skill.level, searcher.skill.seed = level, 1
    assert all(searcher.think(Game("tandem-84"), AMPLE).depth == 2 for searcher in begun)


def test_a_level_with_a_network_looks_at_fewer_positions() -> None:
    level = FULL_STRENGTH - 2
    banqi = Game("banqi", seed=1)
    for _ in range(6):  # at first, all pieces are equally good to turn up
        banqi.push_move(banqi.position.moves()[0])
    for game, kind, allowed in [
        (Game("normal"), "network", LEVELS[level].network_nodes),
        (Game("normal"), "hand-made", LEVELS[level].nodes),
        (banqi, "network", LEVELS[level].chance_network_nodes),
        (banqi, "hand-made", LEVELS[level].nodes + NODES_FOR_CHANCE),
        (Game("bifold-halfgi-handed", {"RoyalWazirs": True}), "network", LEVELS[level].nodes),  # which it has not
    ]:
        searcher = searcher_at(level)
        searcher.set_evaluation(kind)
        searcher.think(game, AMPLE)
        assert allowed - LATE <= searcher.status().nodes <= allowed + LATE


def test_limits_hold_below_those_of_the_level() -> None:
    searcher = searcher_at(15)
    assert searcher.think(Game("normal"), Limits(depth=2)).depth <= 2
    searcher.think(Game("normal"), Limits(nodes=50))
    assert searcher.status().nodes <= 50 + LATE


def test_a_level_plays_alike_at_every_time_control() -> None:
    controls = (
        AMPLE,
        Limits(),
        Limits(depth=50),
        Limits(time=(300_000, 300_000), increment=(5000, 5000), moves_to_go=4),
    )
    for level in (0, 6, 10):
        assert len({nodes_and_best(searcher_at(level), limits) for limits in controls}) == 1


@pytest.mark.parametrize(("variant", "fen"), MATES_IN_ONE)
@pytest.mark.parametrize("level", [12, 16, 19])
def test_middling_levels_play_a_mate_in_one(variant: str, fen: str, level: int) -> None:
    for seed in range(1, 6):
        game = Game(variant, fen=fen)
        game.push_move(searcher_at(level, seed).think(game, AMPLE).move or 0)
        result = game.result()
        assert result is not None and result.reason == "checkmate", seed


def test_a_level_that_sees_a_mate_carries_it_out() -> None:
    """Mate in two against a bare king, with a few moves to spare."""
    searcher = searcher_at(12)
    game = Game("normal", fen="7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    while game.result() is None and len(game.moves) < 12:
        game.push_move(searcher.think(game, AMPLE).move or 0)
    result = game.result()
    assert result is not None and result.reason == "checkmate"


def test_the_deal_is_not_seen() -> None:
    """With two deals of the same board, a level flips the same square."""
    moves = {searcher_at(3).think(Game("banqi", seed=seed), AMPLE).text for seed in range(8)}
    assert len(moves) == 1


@pytest.mark.parametrize("variant", ["normal", "banqi"])
@pytest.mark.quick(3)
def test_level_0_loses_to_level_8(variant: str) -> None:
    assert score_of(searcher_at(8, 1), searcher_at(0, 2), variant, games=20) >= 15


def test_level_0_loses_to_one_ply() -> None:
    class OnePly(Searcher):
        def think(self, game, limits, on_info=None):  # type: ignore[no-untyped-def]
            return super().think(game, Limits(depth=1))

    assert score_of(OnePly(1, overhead=0), searcher_at(0), "halfgi", games=20) >= 15


# Full strength ------------------------------------------------------------------------------------------------------


def nodes_and_best(searcher: Searcher, limits: Limits) -> tuple[int, str | None, int]:
    best = searcher.think(Game("normal"), limits)
    return searcher.status().nodes, best.text, best.score


@pytest.mark.parametrize(
    ("level", "limits"),
    [(FULL_STRENGTH, Limits(depth=9)), (3, Limits(depth=9, analysis=True)), (3, Limits(depth=9, mate=50))],
)
def test_full_strength_is_what_it_is_without_levels(level: int, limits: Limits) -> None:
    """Even after moves of a level, which must leave no trace in the hash table."""
    expected = nodes_and_best(Searcher(hash_mb=1, overhead=0), limits)
    searcher = searcher_at(3)
    searcher.think(Game("normal"), AMPLE)
    searcher.skill.level = level
    assert nodes_and_best(searcher, limits) == expected


def test_a_level_learns_nothing_from_analysis() -> None:
    fresh, told = searcher_at(5), searcher_at(5)
    told.think(Game("normal"), Limits(depth=10, analysis=True))
    assert nodes_and_best(told, AMPLE) == nodes_and_best(fresh, AMPLE)


def test_judgement_is_honest() -> None:
    game = Game("normal", fen="3qk3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1")
    assert searcher_at(0).judge(game) == searcher_at(FULL_STRENGTH).judge(game) > 1000


# Overlooking --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", REGISTRY)
def test_a_search_that_overlooks_everything_finds_a_legal_move(variant: str) -> None:
    search, game = Search(1), Game(variant, seed=1)
    for seed in range(10):
        search.prepare(depth=3, nodes=2000)
        search.overlook(1.0, 1.0, 1.0, seed)
        move = search.run(game.position, game.positions[:-1])[0]
        assert move in game.position.moves()
        game.push_move(move)


def test_nothing_is_overlooked_in_check() -> None:
    """Of White's two evasions one wins the queen."""
    position = Game("normal", fen="4k3/8/8/8/8/8/5q2/R5K1 w - - 0 1").position
    search = Search(1)
    for seed in range(10):
        search.clear()
        search.prepare(depth=2)
        search.overlook(1.0, 1.0, 1.0, seed)
        assert position.text(search.run(position, [])[0]) == "g1f2"


@pytest.mark.parametrize(
    ("quiets", "captures", "winning"),
    [(1.5, 0.5, 0.1), (0.5, 0.6, 0.1), (0.5, 0.1, 0.2), (0.5, 0.1, -0.1), (-1, -1, -1)],
)
def test_shares_out_of_range(quiets: float, captures: float, winning: float) -> None:
    with pytest.raises(ValueError, match="shares of moves overlooked"):
        Search(1).overlook(quiets, captures, winning)


def share_of(fen: str, level: int, wanted: set[str], variant: str = "normal") -> float:
    """How often a level plays one of these moves."""
    game, seeds = Game(variant, fen=fen), range(1, 61)
    found = [searcher_at(level, seed).think(game, AMPLE).move for seed in seeds]
    return sum(move is not None and game.position.text(move) in wanted for move in found) / len(seeds)


@pytest.mark.parametrize("level", [0, 2, 5])
def test_what_hangs_is_nearly_always_seen(level: int) -> None:
    """A hanging queen, and a bishop that has just taken a knight."""
    assert share_of("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", level, {"f3h4"}) >= 0.7
    assert share_of("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4", level, {"d7c6", "b7c6"}) >= 0.7


@pytest.mark.parametrize(("level", "shares"), [(0, (0.1, 0.3)), (2, (0.3, 0.5)), (5, (0.6, 0.8)), (8, (0.9, 1.0))])
def test_what_hangs_in_banqi_has_to_be_learned(level: int, shares: tuple[float, float]) -> None:
    """A chariot beside an enemy general: each level captures it more often than lower levels."""
    low, high = shares
    assert low <= share_of("4/4/4/4/1r2/1K2/4/p3[] w r 0 9", level, {"b3b4"}, "banqi") <= high


@pytest.mark.parametrize(
    ("fen", "taken"), [("4k3/8/8/3p4/8/8/8/3QK3", range(20, 21)), ("4k3/8/2p5/3p4/8/8/8/3QK3", range(8))]
)
def test_of_all_moves_only_captures_that_win_are_seen(fen: str, taken: range) -> None:
    """The queen can take a pawn; in the second position another pawn protects it."""
    position, search = Game("normal", fen=f"{fen} w - - 0 1").position, Search(1)
    found = []
    for seed in range(20):
        search.clear()
        search.prepare(depth=1)
        search.overlook(1.0, 1.0, 0.0, seed)
        found.append(position.text(search.run(position, [])[0]))
    assert found.count("d1d5") in taken


def test_levels_evaluate_by_hand() -> None:
    """A network does not change the moves of a level, except those of the highest two and of full strength."""
    game = Game("half-chess")
    network = Parts(game.position).network()
    for level in (3, 12):
        plain, other = searcher_at(level), searcher_at(level)
        other.set_network(network)
        plain.set_evaluation("hand-made")
        assert plain.think(game, AMPLE) == other.think(game, AMPLE)
    for level in range(FULL_STRENGTH - 2, FULL_STRENGTH + 1):
        plain, other = searcher_at(level), searcher_at(level)
        other.set_network(network)
        plain.set_evaluation("hand-made")
        assert plain.think(game, Limits(depth=6)).score != other.think(game, Limits(depth=6)).score


ALARMING = 150


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_weak_levels_show_no_alarming_scores(variant: str) -> None:
    """In the first moves of a game, where nothing has happened, a level's score stays near the static evaluation, in
    every report and in the result."""
    game = Game(variant, seed=2)
    rng = random.Random(5)
    for _ in range(6):
        for level in (0, 2, 4):
            searcher = searcher_at(level, 7)
            standing = searcher.evaluate(game)
            told: list[Info] = []
            best = searcher.think(game, Limits(depth=20), told.append)
            for score in (best.score, *(info.score for info in told)):
                assert abs(score) <= abs(standing) + ALARMING * (1 + level), (level, score, standing)
        game.push(rng.choice(game.legal()))


def test_after_e4_d6_a_beginner_is_calm() -> None:
    game = Game("normal")
    game.push("e2e4")
    game.push("d7d6")
    for seed in range(1, 9):
        for level in range(BEGINNER + 2):
            assert abs(searcher_at(level, seed).think(game, Limits()).score) <= 150


@pytest.mark.parametrize("level", LEVELS)
def test_believed_scores(level: Level) -> None:
    """They rise with the search's score, never go beyond it, and are exact up to the static evaluation."""
    scores = [-MATE + 2, -MATE + 40, -900, -283, -31, -30, -29, 0, 29, 30, 31, 283, 900, MATE - 40, MATE - 3, MATE - 1]
    for standing in (0, 30, -30, 500):
        shown = [level.believed(score, standing) for score in scores]
        assert shown == sorted(shown)
        assert all(abs(one) <= abs(score) for one, score in zip(shown, scores))
        assert shown[:-1] == [-level.believed(-score, -standing) for score in scores[:-1]]
        assert all(one == score for one, score in zip(shown, scores) if abs(score) <= abs(standing))
        assert level.believed(-MATE, standing) == -MATE


def test_full_strength_shows_what_it_finds() -> None:
    game = Game("normal", fen="7k/8/8/8/8/8/1q6/K7 w - - 0 1")
    plain = Searcher(1).think(game, Limits(nodes=500)).score
    assert searcher_at(3, 1).think(game, Limits(nodes=500, analysis=True)).score == plain
