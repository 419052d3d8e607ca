"""Time management by a clock that counts nodes: the tests do not wait, and every run is the same."""

from __future__ import annotations

import operator
from statistics import mean
from types import ModuleType

import pytest

from oddfish.cext.search import Search
from oddfish.engine.clock import DEFAULT_OVERHEAD, FIRM_SHARE, clock_budget, fixed_budget
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.bench_scripts import bench_script

pytestmark = pytest.mark.sampled(3)

FIVE_AND_THREE = Limits(time=(300_000, 300_000), increment=(3000, 3000))
TEN_AND_FIVE = Limits(time=(600_000, 600_000), increment=(5000, 5000))


@pytest.fixture(scope="module")
def time_use() -> ModuleType:
    return bench_script("time_use")


def searcher(nodes_a_second: int) -> Searcher:
    made = Searcher(hash_mb=4)
    made.node_rate = nodes_a_second
    return made


def chess(moves: str) -> Game:
    """The game after these moves."""
    game = Game("normal")
    for move in moves.split():
        game.push(move)
    return game


def check(time_use: ModuleType, variant: str, control: str, moves: int, node_rate: int) -> None:
    """No move takes more than the firm limit unless the score falls, and none more than the hard limit. It takes a few
    nodes until a search has stopped."""
    made = 0
    for move in time_use.game_times(variant, control, moves, node_rate):
        made += 1
        most = move.allowed.hard if move.urgency == "falling" else move.allowed.firm
        assert move.spent <= most + 5000 // node_rate + 1, (move, most)
        assert move.spent < move.left, move
    assert made


@pytest.mark.one_a_family
@pytest.mark.parametrize("variant", REGISTRY)
def test_no_move_takes_too_long(time_use: ModuleType, variant: str) -> None:
    check(time_use, variant, "5:00+3", 6, 1000)


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("control", ["1+0.01", "40/5:00"])
@pytest.mark.parametrize("variant", REGISTRY)
def test_no_move_takes_too_long_at_other_controls(time_use: ModuleType, variant: str, control: str) -> None:
    check(time_use, variant, control, 42, 500 if control == "40/5:00" else 20_000)


@pytest.mark.parametrize("left", [500, 10_000, 300_000, 3_600_000])
@pytest.mark.parametrize("increment", [0, 3000])
def test_the_firm_limit_is_a_tenth_of_the_clock_or_what_comes_back(left: int, increment: int) -> None:
    assert clock_budget(left, increment, 0).firm <= max(FIRM_SHARE * left, increment, 1)


def test_the_last_move_before_the_control_may_use_what_is_left() -> None:
    assert clock_budget(10_000, 0, 1).firm > 8_000
    assert clock_budget(10_000, 0, 20).firm <= 1_000


def test_the_last_move_before_the_control_keeps_the_overhead() -> None:
    """The reserve is five more overheads, at most a quarter of the clock."""
    assert clock_budget(10_000, 0, 1, 100).hard == 10_000 - 100 - 500
    assert clock_budget(1000, 0, 1, 100).hard == 1000 - 100 - 250


@pytest.mark.parametrize(("moves_to_go", "share"), [(0, 0.4), (2, 0.75)])
def test_no_move_takes_all_of_the_clock_although_much_comes_back(moves_to_go: int, share: float) -> None:
    budget = clock_budget(100_000, 60_000, moves_to_go, 0)
    assert budget.hard == share * 100_000
    assert budget.soft <= budget.firm <= budget.hard


def test_most_of_the_increment_is_used() -> None:
    assert clock_budget(300_000, 1000, 20, 0).soft - clock_budget(300_000, 0, 20, 0).soft == 750
    assert 0.8 < (clock_budget(300_000, 1000, 0, 0).soft - clock_budget(300_000, 0, 0, 0).soft) / 1600 <= 0.9
    assert clock_budget(20_000, 5000, 0, 0).firm == 5000


def test_moves_to_go_share_the_clock() -> None:
    """The last move but one may take three fifths. A control that is further away counts as 40 moves away."""
    assert clock_budget(400_000, 0, 20, 0).soft == 20_000
    assert clock_budget(400_000, 0, 40, 0) == clock_budget(400_000, 0, 100, 0)
    assert clock_budget(10_000, 0, 2, 0) == (5000, 6250, 7500)
    assert clock_budget(10_000, 8000, 2, 0).soft == 6000


@pytest.mark.parametrize("milliseconds", [1, 10, 100, 1000, 10_000])
def test_a_fixed_time_keeps_the_overhead(milliseconds: int) -> None:
    budget = fixed_budget(milliseconds)
    assert budget.soft == budget.firm == budget.hard
    assert min(milliseconds // 10, DEFAULT_OVERHEAD) <= milliseconds - budget.hard <= 3 * DEFAULT_OVERHEAD
    assert budget.hard >= 0.9 * milliseconds
    assert fixed_budget(milliseconds, 0).hard == milliseconds


def test_a_large_overhead_is_kept_down_to_half_a_fixed_time() -> None:
    assert fixed_budget(10_000, 1000).hard == 10_000 - 970 - 530
    assert fixed_budget(100, 60).hard == 100 - 30 - 10
    assert fixed_budget(100, 5000).hard == 50


def test_later_moves_may_take_longer() -> None:
    """A move in the middle game may take three times as long as the first move of the game."""
    soft = [clock_budget(300_000, 3000, 0, number=number).soft for number in range(1, 60)]
    assert soft == sorted(soft) and soft[29] < soft[30] == soft[58]
    assert 3 * soft[0] < soft[30] < 3.5 * soft[0]
    assert len({clock_budget(300_000, 3000, 20, number=number) for number in (1, 40)}) == 1


def test_a_second_a_move_leaves_room_for_a_busy_machine() -> None:
    assert fixed_budget(1000).hard <= 920


# The King takes the Rook.
ONE_MOVE = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"
START = Game("normal").fen()
A3 = Game("normal").parse("a2a3")


@pytest.mark.parametrize("limits", [FIVE_AND_THREE, Limits(movetime=10_000)])
def test_the_only_move_is_played_at_once(limits: Limits) -> None:
    game = Game("normal", fen=ONE_MOVE)
    assert len(game.legal()) == 1
    thinking = searcher(1000)
    assert thinking.think(game, limits).depth == 1
    assert thinking.status().nodes < 100


def test_the_only_move_left_by_searchmoves_is_played_at_once() -> None:
    game = Game("normal")
    best = searcher(1000).think(game, FIVE_AND_THREE._replace(moves=(game.parse("a2a3"),)))
    assert (best.text, best.depth) == ("a2a3", 1)


@pytest.mark.parametrize("variant", ["banqi", "banqi-hongkong"])
@pytest.mark.parametrize("limits", [FIVE_AND_THREE, TEN_AND_FIVE, Limits(movetime=10_000)])
def test_the_first_flip_is_made_at_once(variant: str, limits: Limits) -> None:
    """All pieces are face down: there is nothing to think about."""
    assert searcher(2000).think(Game(variant, seed=1), limits).depth == 1


def test_the_second_flip_is_thought_about() -> None:
    game = Game("banqi", seed=1)
    game.push_move(game.dealt(game.position.moves()[0]))
    assert searcher(2000).think(game, FIVE_AND_THREE).depth > 1


def test_analysis_does_not_stop_at_the_only_move() -> None:
    game = Game("normal", fen=ONE_MOVE)
    assert Searcher(hash_mb=4).think(game, Limits(depth=4)).depth > 1


@pytest.mark.parametrize(
    ("fen", "limits"),
    [
        (ONE_MOVE, Limits(movetime=1000, analysis=True)),
        (ONE_MOVE, FIVE_AND_THREE._replace(analysis=True)),
        (START, Limits(movetime=1000, moves=(A3,))),
        (START, Limits(movetime=1000, moves=(A3,), analysis=True)),
    ],
)
def test_the_score_of_one_move_is_searched(fen: str, limits: Limits) -> None:
    """In an analysis, or with a fixed time for one of several moves, the score is what matters."""
    assert searcher(1000).think(Game("normal", fen=fen), limits).depth > 1


RECAPTURES = [
    ("e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 c6d4", "d1d4"),
    ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6", "d7c6"),
    ("e2e4 c7c6 d2d4 d7d5 e4d5", "c6d5"),  # the queen can recapture, too
    ("d2d4 g8f6 c1g5 e7e6 g5f6", "d8f6"),  # the pawn can recapture, too
]
MORE_RECAPTURES = [
    ("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4", "c5b4"),
    ("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4", "f3d4"),
    ("e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4d5", "e6d5"),
    ("d2d4 d7d5 c2c4 e7e6 c4d5", "e6d5"),
]


@pytest.mark.parametrize(("moves", "recapture"), RECAPTURES)
def test_a_sensible_recapture_is_quick(moves: str, recapture: str) -> None:
    thinking = searcher(50_000)
    assert thinking.think(chess(moves), FIVE_AND_THREE).text == recapture
    assert thinking.status().time < 300_000 / 80


@pytest.mark.slow
def test_recaptures_are_quick_on_average() -> None:
    """None takes more than another move, and all of them take at most half as much together."""
    usual, times = [], []
    for moves, recapture in RECAPTURES + MORE_RECAPTURES:
        thinking, game = searcher(50_000), chess(moves)
        assert thinking.think(game, FIVE_AND_THREE).text == recapture, moves
        usual.append(FIVE_AND_THREE.budget(game.turn, DEFAULT_OVERHEAD, game.position.number).soft)
        times.append(thinking.status().time)
    assert all(map(operator.lt, times, usual)), (times, usual)
    assert mean(times) < mean(usual) / 2


@pytest.mark.parametrize("variant", ["normal", "augmented-half-chess", "banqi"])
def test_the_first_move_of_ten_minutes_takes_a_twentieth_at_most(variant: str) -> None:
    """The position is even. Banqi once took a sixth of the clock, Augmented Half Chess a fourteenth."""
    thinking = searcher(5000)
    thinking.think(Game(variant, seed=1), TEN_AND_FIVE)
    assert thinking.status().time <= 600_000 / 20


@pytest.mark.slow
def test_first_moves_with_any_armies_take_a_fortieth_on_average() -> None:
    times = []
    for seed in range(1, 21):
        thinking = searcher(5000)
        thinking.think(Game("augmented-half-chess", seed=seed), TEN_AND_FIVE)
        times.append(thinking.status().time)
    assert mean(times) <= 600_000 / 40


def urgencies(fen: str) -> set[str]:
    """The urgency that the search reports after more and more nodes."""
    thinking, found = searcher(5000), set()
    thinking.set_evaluation("hand-made")  # its decrease should not depend on a network
    for nodes in range(2000, 20_000, 2000):
        thinking.new_game()
        thinking.think(Game("normal", fen=fen), Limits(nodes=nodes))
        found.add(thinking.urgency)
    return found


def test_a_falling_score_is_named() -> None:
    """The white Knight is trapped on a8: the search needs some plies to see that it is lost."""
    assert "falling" in urgencies("N1bk1b1r/p2p1ppp/2n2n2/1p6/8/8/PPPP1PPP/R1BQKB1R w KQ - 0 1")


def test_a_falling_average_is_no_reason(time_use: ModuleType) -> None:
    """The score of a flip varies with the depth; some flips once took a sixth of the clock."""
    played = [*time_use.game_times("banqi", "5:00+3", moves=4, node_rate=5000, seed=2)]
    flips = [move for move in played if move.text[:2] == move.text[2:4]]
    assert len(flips) > 5
    for move in flips:
        assert move.urgency != "falling", move
        assert move.spent <= move.allowed.firm + 2, move


def test_the_search_is_calm_in_quiet_positions() -> None:
    assert "calm" in urgencies("k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1")


def test_reports_count_time_from_the_start_of_the_search() -> None:
    """Like the nodes, even if the clock starts only after a ponder hit."""
    searching = Search(1, 1)
    times: list[int] = []

    def report(
        depth: int, seldepth: int, line: int, score: int, bound: int, nodes: int, time: int, *rest: object
    ) -> None:
        times.append(time)
        if depth == 4:
            searching.set_budget((0, 0, 0))

    searching.prepare(depth=8, node_rate=1000)
    searching.run(Game("normal").position, [], report)
    assert times == sorted(times) and 0 < times[-1] <= searching.nodes
