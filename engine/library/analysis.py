"""The engine in this process: analysis and play without a subprocess."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from queue import SimpleQueue
from types import TracebackType
from typing import Any, overload
from weakref import WeakSet

from oddfish.cext.core.board import Move
from oddfish.cext.core.errors import type_name
from oddfish.engine import searcher as searches
from oddfish.engine.library.board import Board
from oddfish.engine.library.reports import Info, Limit, PlayResult, Score
from oddfish.engine.options import Option, find_option
from oddfish.engine.search_options import HASH, MULTIPV, SETTERS, SKILL_LEVEL

#: The options of an engine. The number of lines is an argument of each analysis instead.
OPTIONS: tuple[Option, ...] = tuple(option for option in SETTERS if option != MULTIPV)
_UNLIMITED = Limit()


class Analysis:
    """A running search. Iterate over it for its reports; leaving the ``with`` block stops it.

    In a forked child, an analysis of the parent has ended, as if stopped at the fork; in the parent it goes on.

    Attributes:
        infos: the last report on each line, best first. No two lines begin with the same move.
    """

    def __init__(self, engine: Engine, board: Board, root_moves: tuple[int, ...], lines: int) -> None:
        self._engine = engine
        self._board = board.copy(stack=False)
        self._root_moves = root_moves  # to consider, packed; () for all
        self._lines = lines  # to report
        self._reports: SimpleQueue[Info | None] = SimpleQueue()
        self._finished = threading.Event()
        self._best: searches.Best | None = None
        self._spent = 0, 0.0  # nodes and seconds in all
        self._error: BaseException | None = None
        self.infos: list[Info] = []

    # On the search's thread ---------------------------------------------------------------------------------

    def _report(self, info: searches.Info) -> None:
        try:
            self._note(info)
        except Exception as error:
            self._fail(error)

    def _note(self, info: searches.Info) -> None:
        found = Info(
            info.depth,
            info.seldepth,
            info.line,
            Score(info.score, self._board.turn),
            info.bound or "exact",
            info.nodes,
            info.time / 1000,
            info.hashfull / 1000,
            _line(self._board, info.moves),
        )
        # A line is reported before those that it displaces. Until those follow, their last reports move down.
        others = [one for one in self.infos if one.pv[:1] != found.pv[:1]]
        ranked = [*others[: info.line - 1], found, *others[info.line - 1 :]][: self._lines]
        self.infos = [one._replace(multipv=rank) for rank, one in enumerate(ranked, 1)]
        self._reports.put(found)

    def _fail(self, error: BaseException) -> None:
        self._error = error
        self._engine.stop()  # an endless search would go on

    def _finish(self, best: searches.Best) -> None:
        self._best = best
        status = self._engine._searcher.status()
        self._spent = status.nodes, status.time / 1000
        self._finished.set()
        self._reports.put(None)

    # In a forked child --------------------------------------------------------------------------------------

    def _abandon(self) -> None:
        """End, without the search's thread, which only the parent has."""
        if not self.done():
            self._finished = threading.Event()  # a thread of the parent may hold the lock of the old one
            self._finished.set()
        self._reports.put(None)

    def _so_far(self) -> PlayResult:
        """The result of an abandoned search. Like that of a search that is stopped at once, it may have no report."""
        line = self.info.pv if self.info is not None else self._board._make_moves(self._root_moves[:1])
        move, ponder = [*(line or self._board.legal_moves[:1]), None, None][:2]
        return PlayResult(move, ponder, self.info)

    def _unsearched(self, chosen: PlayResult) -> Info:
        """A report for a search that ended before it had any: the static evaluation."""
        score = Score(0 if self._best is None else self._best.score, self._board.turn)
        line = tuple(move for move in chosen[:2] if move is not None)
        return Info(0, 0, 1, score, "exact", *self._spent, 0.0, line)

    # For the caller -----------------------------------------------------------------------------------------

    @property
    def info(self) -> Info | None:
        """The last report on the best line, if there is one yet."""
        return self.infos[0] if self.infos else None

    def stop(self) -> None:
        """End the search; from any thread."""
        self._engine._stop(self)

    def done(self) -> bool:
        """Whether the search has ended."""
        return self._finished.is_set()

    def wait(self) -> PlayResult:
        """Wait for the end of the search. Ctrl-C stops the search.

        Raises:
            MemoryError, …: what ended the search early.
        """
        try:
            if not self.done():  # if it is done, a forked child must not wait: the event's lock may be held for ever
                self._finished.wait()
        except BaseException:
            self.stop()
            raise
        if self._error is not None:
            raise self._error
        best = self._best
        if best is None:
            return self._so_far()
        if best.move is None:
            return PlayResult(None, None, self.info)
        move = self._board._make_moves([best.move])[0]
        ponder = None
        if best.reply is not None:
            following = self._board.copy()
            following.push(move)
            ponder = following._make_moves([best.reply])[0]
        return PlayResult(move, ponder, self.info)

    def __iter__(self) -> Iterator[Info]:
        while (info := self._next()) is not None:
            yield info
        self._reports.put(None)  # for the next loop
        if self._error is not None:
            raise self._error

    def _next(self) -> Info | None:
        try:
            return self._reports.get()
        except BaseException:  # Ctrl-C
            self.stop()
            raise

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _line(board: Board, packed: Iterable[int]) -> tuple[Move, ...]:
    """The moves of a line, up to the first chance move without its outcome."""
    following, found = board.copy(stack=False), []
    for each in packed:
        move = following._make_moves([each])[0]
        found.append(move)
        if following.chance_outcomes(move) != [(move, 1.0)]:
            break
        following.push(move)
    return tuple(found)


def _checked(board: Board) -> Board:
    """Check that this is a board, and return it.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(board, Board):
        raise TypeError(f"board is of type {type_name(board)}, expected an oddfish.Board")
    return board


def _mapping(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check that these are options by name, and return them.

    Raises:
        TypeError: they are not.
    """
    if not isinstance(options, Mapping):
        raise TypeError(f"options is of type {type(options).__name__}, expected a mapping of names to values")
    return options


#: All engines. A forked child has none of their threads.
_engines: WeakSet[Engine] = WeakSet()


def _abandon_searches() -> None:
    """In a forked child: give up the searches that only the parent runs."""
    for engine in _engines:
        engine._abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_searches)


class Engine:
    """The engine in this process. It plays every variant, and runs one search at a time: starting another search, from
    any thread, stops the one before. A forked child can use its copy of the engine; the parent's search goes on.

    Args:
        options: the engine's options by name, as UCI has them: ``Hash`` (megabytes), ``Threads``, ``EvalFile`` …
        level: the playing level, from 0 to 20 (full strength); it affects only :meth:`play`.

    Raises:
        OptionError: an option is unknown, or a value is wrong.

    >>> from oddfish.engine.library.board import Board
    >>> board = Board("half-chess", "rnbq1bnr/pppp1ppp/4k3/4p3/3P1Q2/8/PPP1PPPP/RNB1KBNR w KQ - 4 4")
    >>> with Engine(options={"Hash": 4}) as engine:
    ...     info = engine.analyse(board, Limit(depth=4))
    >>> str(info.score), info.pv
    ('#1', (Move('f4e5'),))
    """

    def __init__(self, options: Mapping[str, Any] | None = None, *, level: int | None = None) -> None:
        self._lock = threading.RLock()
        self._running: Analysis | None = None
        self._closed = False
        self._values = {option.name: option.default for option in OPTIONS}
        self._searcher = searches.Searcher(16)
        _engines.add(self)
        given = dict(_mapping({} if options is None else options))
        if level is not None:
            given[SKILL_LEVEL.name] = level
        try:
            self.configure({HASH.name: HASH.default, **given})
        except BaseException:
            self.close()
            raise

    @property
    def options(self) -> dict[str, Any]:
        """The options with their values; a new dict."""
        return dict(self._values)

    def configure(self, options: Mapping[str, Any]) -> None:
        """Set options. This ends a running search.

        Raises:
            OptionError: an option is unknown, or a value is wrong: then none of the call's options is set. Or a file
                cannot be used, or a hash table does not fit in memory: then the options before that one are set.
        """
        read = [(option, option.read(value)) for option, value in self._known(options)]
        with self._lock:
            self._check_open()
            self._end()
            for option, value in read:
                SETTERS[option](self._searcher, value)
                self._values[option.name] = value

    def _known(self, options: Mapping[str, Any]) -> list[tuple[Option, Any]]:
        return [(find_option(OPTIONS, str(name)), value) for name, value in _mapping(options).items()]

    # Searches -----------------------------------------------------------------------------------------------

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
    ) -> Analysis:
        """Start an analysis, and return it while it runs.

        Args:
            board: the game to analyse; later changes of the board do not matter.
            limit: when it ends; None to run until you stop it.
            multipv: how many lines to report.
            root_moves: the moves to consider; None for all.

        Raises:
            ValueError: the limit or ``multipv`` is out of range.
            IllegalMoveError: a root move is not legal.
        """
        return self._start(board, limit or _UNLIMITED, multipv, root_moves, analysis=True, endless=True)

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, root_moves: Iterable[Move] | None = None
    ) -> Info: ...
    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int, root_moves: Iterable[Move] | None = None
    ) -> list[Info]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
    ) -> Info | list[Info]:
        """Analyse a game's position at full strength, and return the last report. With ``multipv``, return a list of
        the last reports on that many lines (fewer if there are fewer moves, or if the search ends before it has
        searched so many). If it ends before it has searched any move, the report has depth 0 and the static evaluation.

        Raises:
            ValueError: as :meth:`analysis`, there is no limit, or the side to move has no legal move.
            IllegalMoveError: a root move is not legal.
        """
        if len(_checked(board).legal_moves) == 0:
            raise ValueError(f"no legal move in {board.fen()}")
        running = self._start(board, limit, multipv, root_moves, analysis=True, endless=False)
        chosen = running.wait()
        infos = running.infos or [running._unsearched(chosen)]
        return infos if multipv is not None else infos[0]

    def play(self, board: Board, limit: Limit, *, root_moves: Iterable[Move] | None = None) -> PlayResult:
        """Choose a move, at the playing level.

        Raises:
            ValueError: the limit is out of range, or there is none.
            IllegalMoveError: a root move is not legal.
        """
        return self._start(board, limit, None, root_moves, analysis=False, endless=False).wait()

    def evaluate(self, board: Board) -> int:
        """The static evaluation in centipawns for the side to move, with the evaluation that the options select."""
        self._check_open()
        return self._searcher.evaluate(_checked(board).copy(stack=False).game())

    def _start(
        self,
        board: Board,
        limit: Limit,
        multipv: int | None,
        root_moves: Iterable[Move] | None,
        *,
        analysis: bool,
        endless: bool,
    ) -> Analysis:
        if not isinstance(limit, Limit):
            raise TypeError(f"limit is of type {type_name(limit)}, expected an oddfish.Limit")
        lines = 1 if multipv is None else int(MULTIPV.read(multipv))
        game = _checked(board).game()
        moves = tuple(game.bare(int(board.as_legal(move))) for move in root_moves or ())
        if root_moves is not None and not moves:
            raise ValueError("root_moves is empty")
        limits = limit.limits(board.turn, moves, analysis, endless)
        running = Analysis(self, board, moves, lines)
        with self._lock:
            self._check_open()
            self._end()
            self._running = running
            self._searcher.multipv = lines
            self._searcher.on_error = running._fail
            self._searcher.go(game, limits, running._report, running._finish)
        return running

    def _abandon(self) -> None:
        """In a forked child: give up the parent's search, and the locks that the parent's threads may hold."""
        self._lock = threading.RLock()
        self._searcher.abandon()
        running, self._running = self._running, None
        if running is not None:
            running._abandon()

    def _end(self) -> None:
        """Stop the running search and wait until it ends."""
        self._searcher.stop_and_wait()

    def _stop(self, running: Analysis) -> None:
        """Stop this search, if it is still the running one."""
        with self._lock:
            if running is self._running:
                self._searcher.stop_and_wait()

    def stop(self) -> None:
        """Stop the running search, if there is one; from any thread. It returns what it has found so far."""
        self._searcher.stop()

    def new_game(self) -> None:
        """Forget what earlier searches have learned."""
        with self._lock:
            self._check_open()
            self._searcher.new_game()

    def close(self) -> None:
        """Stop the running search. The engine can no longer be used; closing it again does nothing."""
        with self._lock:
            self._end()
            self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the engine is closed")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine, {'closed' if self._closed else 'level ' + str(self._values[SKILL_LEVEL.name])}>"
