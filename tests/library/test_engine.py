"""oddfish.Engine: analysis and play in this process."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import pytest

import oddfish
from oddfish.engine import searcher as searches
from oddfish.engine.library import analysis
from oddfish.engine.library.reports import Score
from oddfish.engine.variants import REGISTRY

MATE_IN_ONE = "rnbq1bnr/pppp1ppp/4k3/4p3/3P1Q2/8/PPP1PPPP/RNB1KBNR w KQ - 4 4"


@pytest.fixture
def engine() -> Any:
    with oddfish.Engine({"Hash": 4}) as made:
        yield made


def test_the_static_evaluation_is_of_the_position(engine: oddfish.Engine) -> None:
    board = oddfish.Board("half-chess")
    for text in ("d2d4", "e7e5", "d1d2"):
        board.push_text(text)
        assert engine.evaluate(board) == engine.evaluate(board.copy(stack=False)) == board.evaluate()


@pytest.mark.parametrize(
    ("match", "attempt"),
    [
        ("chess.Board, expected an oddfish.Board", lambda engine, limit: engine.analyse(chess.Board(), limit)),
        ("NoneType, expected an oddfish.Board", lambda engine, limit: engine.evaluate(None)),
        ("int, expected an oddfish.Limit", lambda engine, limit: engine.play(oddfish.Board("normal"), 3)),
        ("list, expected a mapping", lambda engine, limit: oddfish.Engine([1])),
        ("list, expected a mapping", lambda engine, limit: engine.configure([("Hash", 1)])),
    ],
)
def test_wrong_types(engine: oddfish.Engine, match: str, attempt: Callable[[Any, Any], object]) -> None:
    with pytest.raises(TypeError, match=match):
        attempt(engine, oddfish.Limit(depth=1))


@pytest.mark.parametrize("name", REGISTRY)
def test_every_variant(engine: oddfish.Engine, name: str) -> None:
    board = oddfish.Board(name, seed=1)
    before = board.fen()
    info = engine.analyse(board, oddfish.Limit(nodes=1500))
    assert info.pv and info.pv[0] in board.legal_moves
    assert 1500 <= info.nodes < 6000 or info.depth > 1
    assert (info.score.color, info.score.is_mate()) == (board.turn, False)
    following = board.copy()
    for move in info.pv:
        assert following.is_legal(move)
        if len(following.chance_outcomes(move)) == 1:
            following.push(move)
    assert engine.analyse(board, oddfish.Limit(depth=2), multipv=1)[0].multipv == 1
    lines = engine.analyse(board, oddfish.Limit(depth=2), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    wanted = list(board.legal_moves)[-2:]
    assert engine.analyse(board, oddfish.Limit(depth=2), root_moves=wanted).pv[0] in wanted
    result = engine.play(board, oddfish.Limit(depth=2))
    assert result.move in board.legal_moves
    assert board.fen() == before
    board.push(result.move)  # type: ignore[arg-type]
    if result.ponder is not None:
        assert result.ponder in board.legal_moves


def test_the_history_counts(engine: oddfish.Engine) -> None:
    """Black is a queen up, but its only move makes a threefold repetition."""
    board = oddfish.Board("normal", "8/8/8/8/8/5k2/8/q6K w - - 0 1")
    assert [move.text for move in board.legal_moves] == ["h1h2"]
    for text in ("h1h2", "a1b2", "h2h1", "b2a1") * 2:
        board.push_text(text)
    assert board.result() == "1/2-1/2"
    board.pop()
    best = [board.parse_text("b2a1")]
    assert engine.analyse(board, oddfish.Limit(depth=3), root_moves=best).score.cp == 0
    assert engine.analyse(board.copy(stack=False), oddfish.Limit(depth=3), root_moves=best).score.value > 300


def test_a_flip_with_one_possible_outcome(engine: oddfish.Engine) -> None:
    """Lines end with it, as with any flip: its text does not say what turns up."""
    board = oddfish.Board("banqi", "4/4/4/4/4/4/K3/X2k[p] w r 0 1", seed=3)
    info = engine.analyse(board, oddfish.Limit(depth=4))
    assert "a1a1" in (move.text for move in board.legal_moves)
    following = board.copy()
    for move in info.pv[:-1]:
        following.push(move)
    assert following.is_legal(info.pv[-1])
    game = oddfish.Board("banqi", seed=11)
    while not game.is_game_over():
        game.push(engine.play(game, oddfish.Limit(depth=1)).move)


def test_scores() -> None:
    score = Score(31990, True)
    assert (score.mate, score.cp, score.is_mate(), str(score)) == (5, None, True, "#5")
    assert (score.black().mate, str(score.black())) == (-5, "#-5")
    assert score.score(mate_score=1000) == 995
    assert score.black().score(mate_score=1000) == -995
    assert score.score() is None
    plain = Score(-123, False)
    assert (plain.cp, plain.white().cp, plain.mate, str(plain)) == (-123, 123, None, "-1.23")
    assert plain.black() is plain
    assert plain.score(mate_score=1000) == -123
    mated = Score(-32000, True)
    assert (mated.mate, str(mated), str(mated.black())) == (0, "#-0", "#0")


def test_limits_for_the_search() -> None:
    clocks = oddfish.Limit(white_clock=60, black_clock=30.0006, white_inc=2, black_inc=1.0004, remaining_moves=20)
    for color in (True, False):
        found = clocks.limits(color, (7,), True, False)
        assert (found.time, found.increment, found.moves_to_go) == ((60000, 30001), (2000, 1000), 20)
        assert (found.moves, found.analysis, found.infinite) == ((7,), True, False)
    instant = oddfish.Limit(time=1e-9, white_clock=0).limits(True, (), False, False)
    assert (instant.movetime, instant.time) == (1, (1, None))  # 0 would be no limit
    others = oddfish.Limit(depth=1000, nodes=5, mate=3).limits(True, (), False, False)
    assert (others.depth, others.nodes, others.mate, others.infinite) == (1000, 5, 3, False)
    assert not oddfish.Limit(mate=1000).limits(True, (), False, False).infinite
    assert oddfish.Limit().limits(True, (), False, True).infinite


def test_reports_come_as_the_search_makes_them(engine: oddfish.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new line moves down those that follow, and later changes of the board do not matter."""
    told: list[Any] = []
    monkeypatch.setattr(searches.Searcher, "go", lambda self, game, limits, *tell: told.extend(tell))
    board = oddfish.Board("normal")
    board.push_text("e2e4")
    running = engine.analysis(board, multipv=2)
    first, second, third = moves = [board.parse_text(text) for text in ("e7e5", "c7c5", "e7e6")]
    board.pop()
    report, finish = told
    for line, move, score in ((1, first, 30), (2, second, 20), (1, third, 40)):
        report(searches.Info(7, 9, line, score, "", 500, 250, 400, [move.text], (int(move),)))
    found = running.infos
    assert [(info.multipv, info.pv, info.score) for info in found] == [
        (1, (third,), Score(40, False)), (2, (first,), Score(30, False))
    ]  # fmt: skip
    assert (found[0].time, found[0].hashfull, found[0].nps) == (0.25, 0.4, 2000)
    assert found[0]._replace(time=0).nps == 500_000
    finish(searches.Best(int(third), third.text, None, 40, 7))
    assert running.wait().move == third and [info.pv[0] for info in running] == moves


def test_mate(engine: oddfish.Engine) -> None:
    board = oddfish.Board("half-chess", MATE_IN_ONE)
    info = engine.analyse(board, oddfish.Limit(mate=1, depth=10))
    assert (info.score.mate, info.pv[0].text) == (1, "f4e5")
    board.push_text("f4e5")
    assert engine.play(board, oddfish.Limit(depth=3)).move is None
    with pytest.raises(ValueError, match="no legal move"):
        engine.analyse(board, oddfish.Limit(depth=3))
    with engine.analysis(board) as running:
        running.stop()
        assert running.wait().move is None


def test_reports_stream(engine: oddfish.Engine) -> None:
    board = oddfish.Board("normal")
    depths = []
    with engine.analysis(board) as running:
        for info in running:
            depths.append(info.depth)
            assert info.bound in ("exact", "lower", "upper")
            assert 0 <= info.hashfull <= 1 and info.time >= 0 and info.nps >= 0
            if info.depth >= 5:
                break
        assert not running.done()
    assert running.done()
    assert depths == sorted(depths)
    assert running.info is not None and running.info.depth >= 5
    assert running.wait().move in board.legal_moves
    assert list(engine.analysis(board, oddfish.Limit(depth=3)))[-1].depth == 3


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("normal", "1nb1k1n1/2qrb3/1ppp1p2/p6r/1PpPPPp1/5NPB/P6P/RNK3R1 w - - 0 21"),
        ("banqi", None),
        ("tandem-84", "b1Nrnrg4g/m1R3kp3b/p4P2p1q1/np2pNP3pp/4P3p1M1/PP5PQ1P1/B4R1GK1BG b - - 2 0 23"),
    ],
)
def test_a_search_that_ends_before_any_report(engine: oddfish.Engine, name: str, fen: str | None) -> None:
    board, limit = oddfish.Board(name, fen).copy(), oddfish.Limit(nodes=1)
    info = engine.analyse(board, limit)
    assert (info.depth, info.multipv, info.score) == (0, 1, Score(engine.evaluate(board), board.turn))
    assert info.pv[0] in board.legal_moves and info.nodes >= 1
    assert [line.depth for line in engine.analyse(board, limit, multipv=3)] == [0]
    assert engine.play(board, limit).info is None


def test_every_line_begins_with_another_move(engine: oddfish.Engine) -> None:
    """Even if the search ends when a new best line has taken a place, but the old one has not yet been searched."""
    board = oddfish.Board("half-chess")
    for nodes in range(40, 2000, 40):
        engine.new_game()
        lines = engine.analyse(board, oddfish.Limit(nodes=nodes), multipv=3)
        assert [line.multipv for line in lines] == list(range(1, len(lines) + 1))
        assert len({line.pv[0] for line in lines}) == len(lines)
        assert [line.depth for line in lines] == sorted((line.depth for line in lines), reverse=True)


def test_stop_from_another_thread(engine: oddfish.Engine) -> None:
    board = oddfish.Board("normal")
    for act in (lambda: engine.stop(), lambda: engine.analyse(oddfish.Board("halfgi"), oddfish.Limit(depth=1))):
        begun = time.monotonic()
        timer = threading.Timer(0.3, act)
        timer.start()
        result = engine.play(board, oddfish.Limit(time=60))
        timer.join()
        assert result.move in board.legal_moves
        assert time.monotonic() - begun < 30


@pytest.mark.later
@pytest.mark.parametrize("use", [oddfish.Analysis.wait, list])
def test_control_c_stops_the_search(engine: oddfish.Engine, use: Callable[[oddfish.Analysis], object]) -> None:
    main = threading.main_thread().ident
    assert main is not None
    running = engine.analysis(oddfish.Board("normal"), oddfish.Limit(time=60))
    threading.Timer(0.3, signal.pthread_kill, [main, signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        use(running)
    assert running.done()
    assert engine.analyse(oddfish.Board("normal"), oddfish.Limit(depth=1)).depth == 1


def test_only_the_running_search_is_stopped(engine: oddfish.Engine) -> None:
    first = engine.analysis(oddfish.Board("normal"))
    second = engine.analysis(oddfish.Board("normal"))
    assert first.done()
    first.stop()
    assert not second.done()
    second.stop()
    assert second.done()


def test_a_new_game_forgets(engine: oddfish.Engine) -> None:
    board, limit = oddfish.Board("half-chess"), oddfish.Limit(depth=6)
    fresh, known = engine.analyse(board, limit), engine.analyse(board, limit)
    assert known.nodes < fresh.nodes
    engine.new_game()
    assert engine.analyse(board, limit).nodes == fresh.nodes


@pytest.mark.parametrize(
    ("owner", "name"), [(searches.Searcher, "_reserve_threads"), (analysis, "_line")], ids=["search", "report"]
)
def test_errors_of_the_search_reach_the_caller(
    engine: oddfish.Engine, monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    def failing(*_: object) -> None:
        raise MemoryError("by a test")

    board = oddfish.Board("normal")
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, failing)
        with pytest.raises(MemoryError, match="by a test"):
            engine.analyse(board, oddfish.Limit(time=60))
        with pytest.raises(MemoryError, match="by a test"):
            list(engine.analysis(board))
    assert engine.analyse(board, oddfish.Limit(depth=3)).depth == 3


def test_levels() -> None:
    board = oddfish.Board("normal")
    with oddfish.Engine({"Hash": 1, "skillseed": 5}, level=0) as weak:
        result = weak.play(board, oddfish.Limit(depth=30))
        assert result.info is not None and result.info.nodes < 1000
        assert weak.play(board, oddfish.Limit(depth=30)).move == result.move
        assert weak.analyse(board, oddfish.Limit(depth=4)).depth == 4  # analysis is at full strength
        assert list(weak.analysis(board, oddfish.Limit(depth=4)))[-1].depth == 4
        weak.configure({"Skill Level": 3})
        assert weak.options["Skill Level"] == 3


def test_options_are_copies() -> None:
    given = {"Hash": 1}
    with oddfish.Engine(given, level=3) as engine:
        assert given == {"Hash": 1}
        engine.options.clear()
        assert (engine.options["Hash"], engine.options["Skill Level"]) == (1, 3)
    with oddfish.Engine() as engine:
        assert engine.options["Hash"] == engine._searcher.hash_mb


@pytest.mark.parametrize(
    ("error", "match", "options"),
    [
        (oddfish.OptionError, "NoSuch", {"NoSuch": 1}),
        (oddfish.OptionError, "Hash", {"Hash": 0}),
        (oddfish.OptionError, "Hash", {"Skill Level": 3, "Hash": 0}),
        (oddfish.OptionError, "Threads", {"Threads": "many"}),
        (oddfish.OptionError, "Skill", {"Skill Level": 21}),
        (oddfish.OptionError, "EvalFile", {"EvalFile": "/nowhere"}),
        (oddfish.OptionError, "SearchFile", {"SearchFile": "/nowhere"}),
        (TypeError, "options", [1]),
    ],
)
def test_wrong_options(engine: oddfish.Engine, error: type[Exception], match: str, options: Any) -> None:
    before = engine.options
    with pytest.raises(error, match=match):
        engine.configure(options)
    assert engine.options == before
    with pytest.raises(error):
        oddfish.Engine(options if isinstance(options, dict) else 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "match", "arguments"),
    [
        (ValueError, "no limit", (oddfish.Limit(),)),
        (ValueError, "no limit", (oddfish.Limit(black_clock=1, white_inc=1, black_inc=1),)),
        (ValueError, "time", (oddfish.Limit(time=-1),)),
        (ValueError, "time", (oddfish.Limit(time=float("nan")),)),
        (ValueError, "depth", (oddfish.Limit(depth=0),)),
        (ValueError, "depth", (oddfish.Limit(depth=2.5),)),  # type: ignore[arg-type]
        (ValueError, "depth", (oddfish.Limit(depth=1001),)),
        (ValueError, "mate", (oddfish.Limit(mate=0),)),
        (ValueError, "remaining_moves", (oddfish.Limit(depth=1, remaining_moves=0),)),
        (ValueError, "nodes", (oddfish.Limit(nodes="5"),)),  # type: ignore[arg-type]
        (TypeError, "limit", (5,)),
        (TypeError, "limit", (None,)),
    ],
)
def test_wrong_limits(engine: oddfish.Engine, error: type[Exception], match: str, arguments: Any) -> None:
    with pytest.raises(error, match=match):
        engine.play(oddfish.Board("normal"), *arguments)
    with pytest.raises(error, match=match):
        engine.analyse(oddfish.Board("normal"), *arguments)


def test_wrong_arguments(engine: oddfish.Engine) -> None:
    board, limit = oddfish.Board("normal"), oddfish.Limit(depth=1)
    wrong: Any = engine
    for arguments, named in (
        ((None, limit), {}), (("startpos", limit), {}), ((board, limit), {"root_moves": ["e2e4"]}),
        ((board, limit), {"root_moves": []}), ((board, limit), {"multipv": 0}), ((board, limit), {"multipv": "x"}),
        ((board, limit), {"root_moves": [oddfish.Board("banqi").legal_moves[0]]}),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError)):
            wrong.analyse(*arguments, **named)
    with pytest.raises(TypeError, match="board is of type str"):
        wrong.evaluate("startpos")
    assert engine.play(board, limit).move is not None


def test_clocks_and_files(engine: oddfish.Engine, tmp_path: Path) -> None:
    limit = oddfish.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01, remaining_moves=20)
    begun = time.monotonic()
    assert engine.play(oddfish.Board("half-chess"), limit).move is not None
    assert time.monotonic() - begun < 5
    weights = tmp_path / "weights.json"
    weights.write_text('{"variant": "half-chess", "weights": {}}')
    engine.configure({"EvalFile": str(weights), "Evaluation": "hand-made", "Threads": 2})
    assert engine.analyse(oddfish.Board("half-chess"), oddfish.Limit(depth=4)).depth == 4
    assert isinstance(engine.evaluate(oddfish.Board("half-chess")), int)


def test_closing() -> None:
    engine = oddfish.Engine({"Hash": 1})
    running = engine.analysis(oddfish.Board("normal"))
    engine.close()
    engine.close()
    assert running.wait().move is not None
    for attempt in (
        lambda: engine.play(oddfish.Board("normal"), oddfish.Limit(depth=1)), lambda: engine.configure({"Hash": 1}),
        lambda: engine.new_game(), lambda: engine.evaluate(oddfish.Board("normal")),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="closed"):
            attempt()
    assert "closed" in repr(engine)
