"""The search and the evaluation: mates, draws, limits, reproducibility, symmetry."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from oddfish.cext import search
from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.game import HalfChess
from oddfish.cext.search.pipes import Outlet
from oddfish.engine import bench
from oddfish.engine.clock import clock_budget, fixed_budget
from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info, Limits, Searcher, mate_distance
from oddfish.engine.variants import REGISTRY
from tandem_boards import turned

pytestmark = pytest.mark.sampled(3)

# Positions with a forced mate: variant, FEN, moves to mate.
MATES = [
    ("normal", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("normal", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("normal", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("normal", "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3),
    ("normal", "8/8/8/8/8/4k3/8/3QK3 w - - 0 1", 9),
    ("half-chess", "rnbq1bnr/pppp1ppp/4k3/4p3/3P1Q2/8/PPP1PPPP/RNB1KBNR w KQ - 4 4", 1),
    ("halfgi", "7k/5Bpp/8/8/8/8/8/7K[R] w - - 0 1", 1),
    ("tandem-84", "2G1C7/9R2/5QN3k1/5P6/12/2B9/9K2 w - - 2 29 100", 1),  # a turn of two moves counts as one
]


@pytest.fixture
def searcher() -> Searcher:
    return Searcher(hash_mb=8)


@pytest.mark.parametrize(("variant", "fen", "moves"), MATES)
def test_finds_the_mate_and_its_length(searcher: Searcher, variant: str, fen: str, moves: int) -> None:
    best = searcher.think(Game(variant, fen=fen), Limits(mate=moves, nodes=3_000_000))
    distance = mate_distance(best.score)
    assert distance is not None
    assert 0 < distance <= 2 * moves - 1


def test_mate_line_ends_in_checkmate(searcher: Searcher) -> None:
    lines: list[Info] = []
    game = Game("normal", fen="r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    searcher.think(game, Limits(depth=8), lines.append)
    assert lines[-1].mate == 5
    for text in lines[-1].pv:
        game.push(text)
    result = game.result()
    assert result is not None
    assert (result.winner, result.reason) == (0, "checkmate")


def wins(position: Position, plies: int) -> bool:
    """Tries everything to find whether the side to move mates within so many plies."""
    return any(loses(position.make(move), plies - 1) for move in position.moves())


def loses(position: Position, plies: int) -> bool:
    """Tries everything to find whether the side to move is mated within so many plies."""
    outcome, reason = position.outcome()
    if outcome:
        return reason == "checkmate"
    return plies > 0 and all(wins(position.make(move), plies - 1) for move in position.moves())


# No mate in three plies, although there seems to be one if you try only the first evasions of a check.
SAVED_LATE = [
    "8/7R/2K5/r7/2k5/7b/4R3/5R2 w - - 0 1",
    "1R6/2R5/4rP2/2R2N2/1q2R1BK/8/k6p/4r3 w - - 0 1",
    "4R3/7p/k4b2/8/1n6/1K6/3Q4/2Q5 w - - 0 1",
    "6k1/4q3/1Rp3K1/8/8/3PB3/2pr1BN1/1R2Q3 w - - 0 1",
]


@pytest.mark.parametrize("fen", SAVED_LATE)
def test_quiescence_tells_of_proven_mates_only(searcher: Searcher, fen: str) -> None:
    game = Game("normal", fen=fen)
    assert not wins(game.position, 3)
    distance = mate_distance(searcher.think(game, Limits(depth=1)).score)
    assert distance is None or distance > 3


# Searches that exploded while quiescence tried every evasion: the nodes they took then, and the limit now.
EXPLOSIONS = [
    # Turns of two moves: check after check, to seldepth 127.
    ("tandem-84", bench.positions("tandem-84")[0].fen(), 11, 30_000_000, 2_000_000),
    # Drops: quiescence alone, the one ply before it has a few dozen nodes.
    (
        "bifold-halfgi",
        ("3(qq)f(rw)2/2p5/(rr)1h4p/5p2/P(Hq)3p2/2PP(bh)H2/PP(RW)HP1P(RR)/(RR)2Ph(BB)2[QBBBBHPPPPbh] w - - 0 36"),
        1,
        13_390,
        4_000,
    ),
    (
        "bifold-halfgi",
        (
            "(rr)1(bb)(qq)(wf)(Br)2/1pp5/p6p/(hh)4p2/Q4ph1/2PPp(HH)2/PP1(HH)PhPP/(RR)3(WF)(BB)1(RR)[RBBPqbp] "
            "w KQq - 0 16"
        ),
        1,
        16_277,
        5_000,
    ),
]


@pytest.mark.parametrize(("variant", "fen", "depth", "before", "most"), EXPLOSIONS)
def test_quiescence_finds_quiet(searcher: Searcher, variant: str, fen: str, depth: int, before: int, most: int) -> None:
    told: list[Info] = []
    best = searcher.think(Game(variant, fen=fen), Limits(depth=depth, nodes=before), told.append)
    assert best.depth == told[-1].depth == depth
    assert told[-1].nodes <= most < before


def test_drop_mate_is_seen_only_with_a_hand(searcher: Searcher) -> None:
    with_rook = searcher.think(Game("halfgi", fen="7k/5Bpp/8/8/8/8/8/7K[R] w - - 0 1"), Limits(depth=3))
    assert with_rook.text == "r@g8"
    searcher.new_game()
    without = searcher.think(Game("halfgi", fen="7k/5Bpp/8/8/8/8/8/7K[] w - - 0 1"), Limits(depth=3))
    assert mate_distance(without.score) is None


def test_losing_side_takes_the_repetition(searcher: Searcher) -> None:
    # White is lost, except for the perpetual check e8, h5, e8 …
    best = searcher.think(Game("normal", fen="6k1/6p1/8/7Q/8/r7/1q4PP/7K w - - 0 1"), Limits(depth=12))
    assert best.text == "h5e8"
    assert best.score == 0


def test_third_occurrence_is_a_draw_and_the_winner_avoids_it(searcher: Searcher) -> None:
    game = Game("normal", fen="7k/8/8/8/8/8/2Q5/K7 w - - 0 1")
    for text in "c2c1 h8g8 c1c2 g8h8 c2c1 h8g8".split():
        game.push(text)
    # c1c2 g8h8 would be the third time; a winning side has better.
    best = searcher.think(game, Limits(depth=8))
    assert best.score > 500
    game.push("c1c2")
    game.push("g8h8")
    result = game.result()
    assert result is not None
    assert result.reason == "repetition"


def test_fifty_move_rule_is_known_to_the_search(searcher: Searcher) -> None:
    winning = Game("normal", fen="7k/8/8/8/8/8/P1Q5/K7 w - - 98 80")
    assert searcher.think(winning, Limits(depth=6)).text is not None
    hopeless = Game("normal", fen="7k/8/8/8/8/8/2Q5/K7 w - - 99 80")
    assert searcher.think(hopeless, Limits(depth=6)).score == 0


def test_mate_on_the_hundredth_ply_goes_before_the_draw(searcher: Searcher) -> None:
    best = searcher.think(Game("normal", fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80"), Limits(depth=4))
    assert best.text == "a1a8"
    assert mate_distance(best.score) == 1


def test_stalemate_is_not_a_win(searcher: Searcher) -> None:
    # Qg6 would stalemate.
    best = searcher.think(Game("normal", fen="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"), Limits(depth=6))
    assert best.text != "g5g6"
    assert mate_distance(best.score) is not None


@pytest.mark.parametrize("variant", list(REGISTRY))
def test_one_thread_is_reproducible(variant: str) -> None:
    runs = []
    for _ in range(2):
        searcher = Searcher(hash_mb=4)
        lines: list[Info] = []
        game = Game(variant, seed=5)
        depth = 4 if game.position.has_chance else 8
        best = searcher.think(game, Limits(depth=depth), lines.append)
        runs.append((best, [(line.depth, line.score, line.nodes, line.pv) for line in lines]))
    assert runs[0] == runs[1]
    assert len(runs[0][1]) >= depth


@pytest.mark.parametrize("variant", list(REGISTRY))
def test_new_game_forgets(variant: str) -> None:
    searcher = Searcher(hash_mb=4)
    counts = []
    for _ in range(2):
        lines: list[Info] = []
        searcher.new_game()
        game = Game(variant, seed=6)
        searcher.think(game, Limits(depth=4 if game.position.has_chance else 7), lines.append)
        counts.append(lines[-1].nodes)
    assert counts[0] == counts[1]


def test_multipv_gives_different_moves_best_first(searcher: Searcher) -> None:
    searcher.multipv = 4
    lines: list[Info] = []
    best = searcher.think(Game("half-chess"), Limits(depth=7), lines.append)
    told = {line.line: line for line in lines if line.depth == 7 and not line.bound}  # the last line of each
    last = [told[number] for number in (1, 2, 3, 4)]
    assert len({line.pv[0] for line in last}) == 4
    assert [line.score for line in last] == sorted((line.score for line in last), reverse=True)
    assert best.text == last[0].pv[0]


@pytest.mark.parametrize("variant", ["normal", "augmented-half-chess", "banqi", "tandem-84"])
def test_no_move_is_on_two_lines(searcher: Searcher, variant: str) -> None:
    """Wherever a search ends: a new best line takes the place of others, which move down."""
    searcher.multipv = 3
    game = Game(variant, seed=9)
    for nodes in range(1000, 13_000, 400):
        lines: list[Info] = []
        searcher.think(game, Limits(nodes=nodes), lines.append)
        last = {line.line: line for line in lines if not line.bound}
        assert len({line.pv[0] for line in last.values()}) == len(last)
        searcher.new_game()


def test_more_lines_than_moves(searcher: Searcher) -> None:
    searcher.multipv = 50
    lines: list[Info] = []
    game = Game("normal", fen="7k/8/8/8/8/8/8/K7 w - - 0 1")
    searcher.think(game, Limits(depth=2), lines.append)
    assert {line.line for line in lines} == {1, 2, 3}


def test_only_the_wanted_root_moves(searcher: Searcher) -> None:
    game = Game("normal", fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    best = searcher.think(game, Limits(depth=4, moves=(game.parse("g1f1"), game.parse("g1f2"))))
    assert best.text in ("g1f1", "g1f2")


@pytest.mark.parametrize("variant", list(REGISTRY))
def test_lines_are_legal_to_their_ends(searcher: Searcher, variant: str) -> None:
    """From depth 1 on, each has a whole move, in Tandem-84 a whole turn."""
    game = Game(variant, seed=9)
    searcher.multipv = 3
    for _ in range(4):
        lines: list[Info] = []
        best = searcher.think(game, Limits(depth=7, nodes=200_000), lines.append)
        assert lines[0].depth == 1
        for line in lines:
            assert line.pv
            played = game.copy()
            for text, move in zip(line.pv, line.moves, strict=True):
                assert text in played.legal()
                assert played.parse(text) == move
                played.push(text)
        assert best.text is not None
        game.push(best.text)


def test_no_legal_move_no_answer(searcher: Searcher) -> None:
    mated = searcher.think(Game("normal", fen="R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Limits(depth=3))
    assert (mated.move, mated.text) == (None, None)
    assert mate_distance(mated.score) == 0
    stalemated = searcher.think(Game("normal", fen="7k/8/6Q1/8/8/8/8/K7 b - - 0 1"), Limits(depth=3))
    assert (stalemated.move, stalemated.score) == (None, 0)


def test_progress_is_never_that_of_the_search_before() -> None:
    """XBoard's `.` can arrive between `go` and the search: the reported move must be one of this position."""
    running = search.Search(1)
    running.prepare(depth=3)
    running.run(Game("normal").position, [])
    assert Game("normal").position.is_legal(running.progress()[3])
    running.prepare(depth=3)
    assert running.progress() == (0, 0, 0, 0)


def test_node_limit(searcher: Searcher) -> None:
    lines: list[Info] = []
    searcher.think(Game("normal"), Limits(nodes=5000), lines.append)
    assert lines[-1].nodes <= 5001


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("variant", ["normal", "halfgi", "banqi", "tandem-84"])
def test_the_last_line_is_that_of_the_move_played(variant: str, threads: int) -> None:
    """Even if another thread or an unfinished iteration found it."""
    searcher = Searcher(hash_mb=4, threads=threads)
    for nodes in range(4000, 16000, 1000):
        lines: list[Info] = []
        best = searcher.think(Game(variant, seed=1), Limits(nodes=nodes), lines.append)
        assert best.text == lines[-1].pv[0]


def test_a_draw_by_repetition_is_seen_before_it_is_played(searcher: Searcher) -> None:
    """The queen gives check for ever: White draws with a rook and a bishop less."""
    drawn = searcher.think(Game("normal", fen="6k1/5p1p/8/4Q3/8/1rb5/8/7K w - - 0 1"), Limits(depth=10))
    assert drawn.score >= 0


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_stop_ends_an_infinite_search(threads: int) -> None:
    searcher = Searcher(hash_mb=4, threads=threads)
    begun, answers = threading.Event(), []
    searcher.go(Game("normal"), Limits(infinite=True), lambda info: begun.set(), answers.append)
    assert begun.wait(30)
    assert not answers
    searcher.stop()
    assert searcher.wait(30)
    assert isinstance(answers[0], Best)
    assert answers[0].text in Game("normal").legal()


def test_infinite_search_holds_its_answer_even_when_done(searcher: Searcher) -> None:
    answers: list[Best] = []
    mate = Game("normal", fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    searcher.go(mate, Limits(infinite=True, depth=2), None, answers.append)
    assert not searcher.wait(0.3)
    assert not answers
    searcher.stop()
    assert searcher.wait(30)
    assert answers[0].text == "a1a8"


def test_ponderhit_starts_the_clock(searcher: Searcher) -> None:
    answers: list[Best] = []
    searcher.go(Game("normal"), Limits(ponder=True, movetime=50), None, answers.append)
    assert not searcher.wait(0.3)
    searcher.ponderhit()
    assert searcher.wait(30)
    assert len(answers) == 1


def test_ponderhit_with_the_limits_of_the_moment(searcher: Searcher) -> None:
    answers: list[Best] = []
    searcher.go(Game("normal"), Limits(ponder=True, time=(10**8, 10**8)), None, answers.append)
    searcher.ponderhit(Limits(time=(100, 10**8)))
    assert searcher.wait(30)
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("limits", "finishing"), [(Limits(movetime=10**7), True), (Limits(nodes=10**12), True), (Limits(), False)]
)
def test_after_ponderhit_a_search_ends_by_its_limits(searcher: Searcher, limits: Limits, finishing: bool) -> None:
    searcher.go(Game("normal"), limits._replace(ponder=True))
    assert not searcher.finishing
    searcher.ponderhit()
    assert searcher.finishing == finishing
    searcher.stop_and_wait()


@pytest.mark.parametrize("limits", [Limits(infinite=True, depth=1), Limits(depth=1, ponder=True)])
def test_ponderhit_is_for_searches_that_ponder(searcher: Searcher, limits: Limits) -> None:
    answers: list[Best] = []
    searcher.go(Game("normal"), limits, None, answers.append)
    searcher.ponderhit()
    assert searcher.wait(0.3) == limits.ponder
    searcher.stop()
    assert searcher.wait(30)
    assert len(answers) == 1


def test_a_search_that_fails_has_written_no_answer(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer of the search before does not count."""
    reading, writing = os.pipe()
    outlet, answers, failures = Outlet(writing), [], []

    def prepare(info: Info) -> None:
        searcher.running.prepare_answer(outlet, b"answer\n")

    def fail(position: Position) -> int:
        raise MemoryError

    searcher.go(Game("normal"), Limits(depth=3), prepare, answers.append)
    assert searcher.wait(30)
    searcher.on_error = failures.append
    monkeypatch.setattr(searcher, "_reserve_threads", fail)
    searcher.go(Game("normal"), Limits(depth=3), prepare, answers.append)
    assert searcher.wait(30)
    assert [best.answered for best in answers] == [True, False]
    assert len(failures) == 1
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("nodes", [300, 400])
def test_a_move_proven_to_lose_is_not_played_before_the_others_are_searched(searcher: Searcher, nodes: int) -> None:
    """The first iteration ends after the first move, the only one that is mated."""
    game = Game("halfgi", fen="5q2/n7/1p2k3/5p2/2Qp1p1P/3P2pr/PP2KpP1/R4B1R[RBNNPPPPbbbn] b - - 90 44")
    best = searcher.think(game, Limits(nodes=nodes))
    assert best.text != "e6e5" and abs(best.score) < search.MATE - 1000


def test_a_stop_before_anything_was_searched_still_moves(searcher: Searcher) -> None:
    for _ in range(50):
        answers: list[Best] = []
        searcher.go(Game("augmented-half-chess", seed=1), Limits(infinite=True), None, answers.append)
        searcher.stop()
        assert searcher.wait(30)
        assert answers[0].text is not None


def mirrored(fen: str) -> str:
    """The same position with colours and sides exchanged."""
    fields = fen.split()
    board, _, hand = fields[0].partition("[")
    board = "/".join(reversed(board.split("/"))).swapcase()
    fields[0] = board + (f"[{hand.swapcase()}" if hand else "")
    fields[1] = "b" if fields[1] == "w" else "w"
    fields[2] = fields[2].swapcase()
    if fields[3] != "-":
        fields[3] = fields[3][0] + str(9 - int(fields[3][1]))
    if len(fields) > 6:
        fields[6] = ":".join(reversed(fields[6].split(":")))
    return " ".join(fields)


def handed_mirrored(fen: str) -> str:
    """Left hands become right hands in the mirror image."""
    board, rest = mirrored(fen).split(" ", 1)
    return f"{board.translate(str.maketrans('LDld', 'DLdl'))} {rest}"


def recoloured(fen: str) -> str:
    """Banqi's players stay, but each owns the other colour."""
    board, side, first, *rest = fen.split()
    return " ".join([board.swapcase().replace("x", "X"), side, first.translate(str.maketrans("rb", "br")), *rest])


MIRRORS = {
    "bifold-halfgi-handed": handed_mirrored,
    "tandem-84": turned,
    "banqi": recoloured,
    "banqi-hongkong": recoloured,
}


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(REGISTRY))
def test_evaluation_knows_no_colour(variant: str) -> None:
    rng = random.Random(variant)
    for seed in range(12):
        game = Game(variant, seed=seed)
        while game.result() is None and len(game.moves) < 120:
            game.push(rng.choice(game.legal()))
            other = Game(variant, fen=MIRRORS.get(variant, mirrored)(game.fen()))
            assert game.position.evaluate() == other.position.evaluate(), game.fen()


# Exchanges on one square: FEN, move, what it nets (values of the evaluation, checked at the exact threshold).
EXCHANGES = [
    ("6k1/8/8/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5", "P"),
    ("6k1/8/2p5/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5", "P-R"),
    ("6k1/8/2p5/3p4/4P3/8/8/6K1 w - - 0 1", "e4d5", ""),
    ("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", "P-R"),
    ("6k1/8/2n5/3p4/8/8/8/3RR1K1 w - - 0 1", "d1d5", "P"),
]


@pytest.mark.parametrize(("fen", "move", "net"), EXCHANGES)
def test_static_exchange(fen: str, move: str, net: str) -> None:
    position = Game("normal", fen=fen).position
    assert isinstance(position, HalfChess)
    value = {**position.values(0), "P": 100}
    plus, _, minus = net.partition("-")
    expected = sum(value[letter] for letter in plus) - sum(value[letter] for letter in minus)
    packed = position.parse(move)
    assert position.see(packed, expected)
    assert not position.see(packed, expected + 1)


@pytest.mark.parametrize("remaining", [1, 20, 50, 200, 1000, 60_000, 3_600_000])
@pytest.mark.parametrize("increment", [0, 10, 1000])
@pytest.mark.parametrize("moves_to_go", [0, 1, 2, 40])
def test_the_clock_is_never_overrun(remaining: int, increment: int, moves_to_go: int) -> None:
    overhead = 30
    budget = clock_budget(remaining, increment, moves_to_go, overhead)
    assert 1 <= budget.soft <= budget.firm <= budget.hard
    assert budget.hard <= max(remaining - overhead, 1)
    assert fixed_budget(remaining, overhead).hard <= remaining


@pytest.mark.parametrize("moves_to_go", [0, 40])
def test_a_whole_game_fits_the_clock(moves_to_go: int) -> None:
    """Even if every move takes its hard limit, the flag stays up."""
    remaining, left = 10_000, moves_to_go
    for _ in range(40 if moves_to_go else 60):
        budget = clock_budget(remaining, 0, left, 20)
        remaining -= budget.hard
        assert remaining > 0
        left -= 1 if left else 0


def test_every_parameter_is_listed_once_with_its_range() -> None:
    declared = Path(search.__file__).with_name("parameters.pxd").read_text(encoding="utf-8")
    declared = declared.partition("ctypedef struct Parameters")[2]
    assert [one.name for one in search.PARAMETERS] == re.findall(r"^ +int (\w+)$", declared, re.MULTILINE)
    assert len({one.name for one in search.PARAMETERS}) == len(search.PARAMETERS)
    for one in search.PARAMETERS:
        assert one.low <= one.default <= one.high and one.text, one


def test_nothing_changes_under_a_running_search() -> None:
    """A callback or another thread cannot change its tables and histories, which are in use."""
    lines: list[int] = []
    position = Game("half-chess").position
    undisturbed, disturbed = search.Search(1), search.Search(1)
    changes: dict[str, Callable[[], object]] = {
        "set_hash": lambda: disturbed.set_hash(2),
        "set_parameters": lambda: disturbed.set_parameters({}),
        "clear": disturbed.clear,
        "prepare": lambda: disturbed.prepare(depth=1),
        "reserve": lambda: disturbed.reserve(Game("banqi").position),
        "run": lambda: disturbed.run(position, []),
    }

    def refused() -> None:
        for change in changes.values():
            with pytest.raises(RuntimeError, match="a search is running"):
                change()
        lines.append(len(changes))

    def report(*_: object) -> None:
        refused()
        other = threading.Thread(target=refused)
        other.start()
        other.join()

    for each in (undisturbed, disturbed):
        each.prepare(depth=5)
    assert disturbed.run(position, [], report) == undisturbed.run(position, [])
    assert disturbed.nodes == undisturbed.nodes
    assert len(lines) >= 10
    for change in changes.values():
        change()


def test_getting_ready_disturbs_no_search(searcher: Searcher) -> None:
    game, found = Game("normal"), []
    searcher.go(game, Limits(infinite=True), on_done=found.append)
    searcher.get_ready(Game("banqi"))
    assert searcher.searching and not found
    searcher.stop_and_wait()
    assert found[0].move in game.position.moves()


@pytest.mark.parametrize("variant", ["normal", "banqi", "tandem-84"])
def test_getting_ready_changes_no_search(searcher: Searcher, variant: str) -> None:
    game, limits = Game(variant), Limits(nodes=3000)
    unready = searcher.think(game, limits)
    ready = Searcher(hash_mb=8)
    ready.get_ready(game)
    assert ready.think(game, limits) == unready


#: Prints the memory of a process in bytes before a table of 256 MB is touched, after that, and after a second time.
GROWTH = """
from resource import getpagesize
from oddfish.cext.search import Search
search = Search(256, 1)
for _ in range(3):
    print(int(open("/proc/self/statm").read().split()[1]) * getpagesize())
    search.touch_table()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's memory so")
def test_a_table_is_there_before_the_clock_runs() -> None:
    done = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True)
    before, touched, again = map(int, done.stdout.split())
    assert 255 << 20 <= touched - before <= 260 << 20
    assert again - touched < 1 << 20


#: Prints the memory of a process in bytes each time that it has got ready for a game, as for each move of a match.
READY = """
from resource import getpagesize
from oddfish.engine.game import Game
from oddfish.engine.searcher import Searcher
searcher, game = Searcher(hash_mb=1, on_warning=print), Game("normal")
for _ in range(5):
    searcher.get_ready(game)
    print(int(open("/proc/self/statm").read().split()[1]) * getpagesize())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's memory so")
def test_getting_ready_again_takes_no_memory() -> None:
    """That there is memory left is checked each time, but none is used."""
    done = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
    first, *later = map(int, done.stdout.split())
    assert max(later) - first < 1 << 20
