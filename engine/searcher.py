"""A search session: go, stop, ponder, limits and information. Both protocols use it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.core.rules import Position
from oddfish.cext.search import Search
from oddfish.cext.search.network import Network
from oddfish.engine.clock import DEFAULT_OVERHEAD, NO_BUDGET
from oddfish.engine.evaluation.networks import default_network
from oddfish.engine.evaluation.parameters import built_in_parameters
from oddfish.engine.evaluation.weights import Weights
from oddfish.engine.game import Game, line_texts
from oddfish.engine.levels import Level, Skill
from oddfish.engine.search_types import Best, Info, Limits, Status, mate_distance
from oddfish.engine.variants.base import Variant

__all__ = ["EVALUATIONS", "Best", "Info", "Limits", "Searcher", "Status", "mate_distance"]

_T = TypeVar("_T")

#: The kinds of evaluation (`Searcher.set_evaluation`).
EVALUATIONS = ("network", "hand-made", "material")
#: Megabytes of the hash table for levels, and nodes of :meth:`Searcher.judge`.
_LEVEL_HASH, _JUDGING_NODES = 1, 4000


class Searcher:
    """Searches one position at a time on its own thread. :meth:`go` stops a running search, starts the new one and
    returns; :meth:`wait` waits for the result.

    ``skill`` sets how strong it plays. Searches that are not for a move in a game (:attr:`Limits.is_for_play`) are
    always at full strength, and share nothing with a level's searches.
    """

    def __init__(
        self,
        hash_mb: int = 64,
        threads: int = 1,
        overhead: int = DEFAULT_OVERHEAD,
        on_warning: Callable[[str], None] | None = None,
    ):
        #: Called with warnings for the user, also on the search's thread. If it is set, a searcher that lacks memory
        #: makes do with a smaller hash table or the hand-written evaluation, and says so; otherwise it raises
        #: MemoryError.
        self.on_warning = on_warning
        self._hash_mb = 0  # size of the hash table, which may be smaller than wanted
        self._search = self.running = self._new_search(hash_mb, threads)  # at full strength; the running or last one
        self._level_search: Search | None = None
        self._shown: Callable[[int], int] = int  # the score to show for a score of the search
        self.skill = Skill()
        self.multipv = 1
        self.overhead = overhead
        #: Called on the search's thread with an error that ended the search; without it, errors are printed.
        self.on_error: Callable[[BaseException], None] | None = None
        self._threads_warned = 0  # the number of threads in the last warning that there is no memory for all of them
        self.node_rate = 0  # nodes that count as a second of thinking, to simulate a clock; 0 for real time
        self._thread: BackgroundThread | None = None
        self._bounded = False  # whether the running search ends by itself
        self._limited = False  # ... and without a clock
        self._pondering = False  # whether it waits for `ponderhit`
        self._released = threading.Event()  # set once the best move may be reported
        self._budget = NO_BUDGET
        self._position: Position | None = None
        self._evaluation = EVALUATIONS[0]
        self._weights: Weights | None = None
        self._network: Network | None = None
        self._parameters: dict[str, int] | None = None
        self._used_parameters: dict[Search, dict[str, int]] = {}
        #: What ended the running or last search early; None if nothing did.
        self.failure: BaseException | None = None
        self._without_network: set[str] = set()  # games for whose network there was no memory
        self._rules: dict[str, dict[str, Any]] = {}  # options of the last search in each game

    @property
    def hash_mb(self) -> int:
        """The size of the transposition table in megabytes, which may be smaller than wanted."""
        return self._hash_mb

    @property
    def searching(self) -> bool:
        """Whether a search is running, or waiting for ponderhit or stop to report its result."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def finishing(self) -> bool:
        """Whether a search is running that ends by itself, because it has a limit."""
        return self.searching and self._bounded

    def set_hash(self, megabytes: int) -> None:
        """Resize and clear the transposition table.

        Raises:
            MemoryError: the table does not fit; the old one stays.
        """
        self.stop_and_wait()
        before = self._hash_mb
        try:
            self._search.set_hash(megabytes)
            self._hash_mb = megabytes
        except MemoryError:
            if megabytes < before:  # then the old one is gone
                self._hash_mb = 0
            raise

    def set_threads(self, threads: int) -> None:
        self.stop_and_wait()
        self._search.threads = threads

    def set_evaluation(self, kind: str) -> None:
        """Set the kind of evaluation, one of `EVALUATIONS`: networks for games that have one, the hand-written
        evaluations, or only material for games that support it. Clears what searches have learned."""
        self.stop_and_wait()
        self._evaluation = kind
        self._search.clear()

    def set_weights(self, weights: Weights | None) -> None:
        """Use these weights for their variant. Other variants (all, if None) use the built-in evaluation. Clears what
        searches have learned."""
        self.stop_and_wait()
        self._weights = weights
        self._search.clear()

    def set_network(self, network: Network | None) -> None:
        """Use this network for the games that it fits. Other games (all, if None) use the built-in evaluation. Clears
        what searches have learned."""
        self.stop_and_wait()
        self._network = network
        self._search.clear()

    def set_parameters(self, values: dict[str, int] | None) -> None:
        """Use these search parameters for all variants; None restores each variant's built-in ones."""
        self.stop_and_wait()
        self._parameters = values
        self._search.clear()

    def evaluate(self, game: Game) -> int:
        """The static evaluation of a game's position in centipawns, for the side to move."""
        network = self._network_for(game)
        return self._weighted(game).evaluate() if network is None else network.evaluate(game.position)

    def _network_for(self, game: Game) -> Network | None:
        """The network that evaluates a game, if any. Weights that were set for the game take precedence over the
        built-in network."""
        if self._evaluation != "network":
            return None
        if self._network is not None and self._network.fits(game.position):
            return self._network
        if self._own_weights(game) is not None or game.variant.name in self._without_network:
            return None
        try:
            return self._with_room(lambda: default_network(game.variant, game.options))
        except MemoryError:
            if self.on_warning is None:
                raise
            self._without_network.add(game.variant.name)
            self._warn(f"no memory for the network of {game.variant.name}: using the hand-written evaluation")
            return None

    def _own_weights(self, game: Game) -> Weights | None:
        return self._weights if self._weights is not None and self._weights.variant == game.variant.name else None

    def _weighted(self, game: Game) -> Position:
        """A game's position with the hand-written evaluation that was set: material only, or weights."""
        if self._evaluation == "material" and game.position.has_material_only:
            return game.position.with_material_only()
        weights = self._own_weights(game)
        return game.position if weights is None else game.position.with_weights(weights.values)

    def new_game(self) -> None:
        """Clear what earlier searches have learned, and draw a new seed for the moves that a level overlooks."""
        self.stop_and_wait()
        self._search.clear()
        self.skill.new_game()

    def go(
        self,
        game: Game,
        limits: Limits,
        on_info: Callable[[Info], None] | None = None,
        on_done: Callable[[Best], None] | None = None,
        on_current: Callable[[int, str, int], None] | None = None,
    ) -> None:
        """Start a search.

        Args:
            game: the game whose position to search.
            on_info: called with each report, on the search's thread.
            on_done: called once with the result, on the search's thread; if the search ponders or is infinite, only
                after ``ponderhit`` or ``stop``.
            on_current: called with each root move (depth, move, number from 1) once the search has run for a second.
        """
        self.stop_and_wait()
        self.failure = None
        try:
            mine = self._with_room(lambda: self._set_up(game, limits))
        except MemoryError as error:
            if self.on_warning is None:
                raise
            self._tell(error)
            move = next(iter(limits.moves or game.position.moves()), None)
            if on_done is not None:
                on_done(Best(move, None if move is None else game.position.text(move), None, 0, 0))
            return
        self._begin(lambda: self._run(mine, limits, on_info, on_done, on_current))

    def _set_up(self, game: Game, limits: Limits) -> Game:
        """Prepare a search; returns the game to search."""
        game = game.copy()
        self._forget_other_rules(game)
        game.positions[-1] = self._position = self._weighted(game)
        chosen = self.skill.choose(game) if limits.is_for_play else None
        self.running = self._search if chosen is None else self._search_of_level(*chosen)
        network = self._network_for(game) if chosen is None or chosen[0].network_nodes else None
        self._equip(self.running, game.variant, network)
        depth, nodes = limits.depth, limits.nodes
        if chosen is not None:
            depth = min(depth or chosen[0].depth, chosen[0].depth)
            most = chosen[0].nodes if network is None else chosen[0].network_nodes
            nodes = min(nodes or most, most)
        self._budget = limits.budget(game.turn, self.overhead, game.position.number)
        held = self._hold(limits, bool(depth or nodes or limits.mate))
        self.running.prepare(
            depth=depth,
            nodes=nodes,
            mate=limits.mate,
            budget=NO_BUDGET if limits.ponder else self._budget,
            node_rate=self.node_rate,
            held=held,
            # A fixed time for one of several moves is meant to get that move's score.
            at_once=limits.is_for_play and not (limits.moves and limits.movetime),
        )
        self._shown = int
        if chosen is not None:
            standing = self._weighted(game).evaluate() if network is None else network.evaluate(game.position)
            self._shown = partial(chosen[0].believed, standing=standing)
        return game

    def _forget_other_rules(self, game: Game) -> None:
        """Clear what searches have learned if they followed other rules of this game. Position keys do not distinguish
        all rules, such as what a repetition means."""
        rules = game.variant.rule_options(game.options)
        if self._rules.setdefault(game.variant.name, rules) != rules:
            self._rules[game.variant.name] = rules
            self._search.clear()

    def _begin(self, run: Callable[[], None]) -> None:
        """Run a search on a new thread.

        If there is no memory for a thread, run a very short search on this one.
        """
        try:
            self._thread = self._with_room(lambda: BackgroundThread(run))
        except MemoryError as error:
            if self.on_warning is None:
                raise
            self._warn(f"{error}: this search is very short")
            self._thread = None
            self.running.prepare(nodes=_JUDGING_NODES)
            self._released.set()
            run()

    def get_ready(self, game: Game) -> None:
        """Load and allocate what a search of this game at full strength needs, unless a search is running. Otherwise
        the first move of the game would do that on its clock."""
        from oddfish.engine.memory import check_slack  # seldom needed

        if self.searching:
            return
        with suppress(MemoryError):  # the search will report it
            self._with_room(lambda: self._equip(self._search, game.variant, self._network_for(game)))
            self._with_room(lambda: self._search.reserve(self._weighted(game)))
            if self.on_warning is not None:
                self._with_room(check_slack)
        self._search.touch_table()

    def _new_search(self, hash_mb: int, threads: int) -> Search:
        """A search with a hash table of this size, or of the largest that fits."""
        self._hash_mb = hash_mb
        while True:
            try:
                search = Search(self._hash_mb, threads)
                break
            except MemoryError:
                if self._hash_mb == 0 or self.on_warning is None:
                    raise
                self._hash_mb //= 2
        if self._hash_mb < hash_mb:
            self._warn(f"no memory for a hash table of {hash_mb} MB: using {self._hash_mb} MB")
        return search

    def _with_room(self, action: Callable[[], _T]) -> _T:
        """Run an action that allocates memory; while there is not enough, shrink the hash table and retry.

        Raises:
            MemoryError: there is not enough even without a hash table.
        """
        before = self._hash_mb
        try:
            while True:
                try:
                    return action()
                except MemoryError:
                    if self.on_warning is None or not self._shrink():
                        raise
        finally:
            if self._hash_mb < before:
                self._warn(f"not enough memory: hash table reduced from {before} MB to {self._hash_mb} MB")

    def _shrink(self) -> bool:
        """Free most of the hash table's memory and return True; False if it has at most 1 MB or is in use."""
        if self._hash_mb <= 1 or (self.searching and self._thread is not BackgroundThread.current()):
            return False
        while self._hash_mb:
            self._hash_mb //= 4
            with suppress(MemoryError):
                self._search.set_hash(self._hash_mb)
                return True
        return True  # its memory is free now

    def _equip(self, search: Search, variant: Variant, network: Network | None) -> None:
        """Set the network (None for none) and the parameters of a search."""
        search.set_network(network)
        parameters = built_in_parameters(variant) if self._parameters is None else self._parameters
        if parameters != self._used_parameters.get(search, {}):
            search.set_parameters(parameters)
            self._used_parameters[search] = parameters

    def _search_of_level(self, level: Level, seed: int) -> Search:
        """The search for a playing level, with everything cleared that it had learned."""
        if self._level_search is None:
            self._level_search = self._with_room(lambda: Search(_LEVEL_HASH, 1))
        self._level_search.clear()
        self._level_search.overlook(level.overlooked, level.captures_overlooked, level.winning_overlooked, seed)
        return self._level_search

    def _hold(self, limits: Limits, limited: bool) -> bool:
        """If the limits require it, hold the result back until ``ponderhit`` or ``stop``; returns whether they do.

        Args:
            limited: the search ends by itself even without a clock.
        """
        held = limits.infinite or limits.ponder
        self._limited, self._pondering = limited, limits.ponder
        self._bounded = not held and (limited or self._budget != NO_BUDGET)
        self._released.clear()
        if not held:
            self._released.set()
        return held

    def give(self, best: Best, limits: Limits, on_done: Callable[[Best], None]) -> None:
        """Report a move that needs no search, such as a book move. Like a search, this waits for ``ponderhit`` or
        ``stop`` if the limits are pondering or infinite."""
        self.stop_and_wait()
        self._hold(limits, True)

        def answer() -> None:
            self._released.wait()
            on_done(best)

        self._begin(answer)

    def _run(
        self,
        game: Game,
        limits: Limits,
        on_info: Callable[[Info], None] | None,
        on_done: Callable[[Best], None] | None,
        on_current: Callable[[int, str, int], None] | None,
    ) -> None:
        """Search on this thread, and report the result."""
        position = game.position

        def report(  # noqa: PLR0913 - the search calls it
            depth: int, seldepth: int, line: int, score: int, bound: int, nodes: int, ms: int, full: int, pv: list[int]
        ) -> None:
            if on_info is not None:
                kind = ("", "lower", "upper")[bound]
                texts = line_texts(position, pv)
                moves = tuple(pv[: len(texts)])
                hits = self.running.table_hits
                on_info(Info(depth, seldepth, line, self._shown(score), kind, nodes, ms, full, texts, moves, hits))

        def current(depth: int, move: int, number: int) -> None:
            if on_current is not None:
                on_current(depth, position.text(move), number)

        try:
            self._reserve_threads(position)
            before, moves = game.positions[:-1], list(limits.moves)
            move, ponder, score, depth = self._with_room(
                lambda: self.running.run(
                    position, before, self._guarded(report), self.multipv, moves, self._guarded(current)
                )
            )
            if self.failure is not None:
                self._tell(self.failure)
        except Exception as error:
            # After any error, play some legal move rather than forfeit.
            self._tell(error)
            move, ponder, score, depth = next(iter(limits.moves or position.moves()), 0), 0, 0, 0
        self._released.wait()
        if on_done is not None:
            on_done(self._best(position, move, ponder, self._shown(score), depth))

    def _guarded(self, call: Callable[..., None]) -> Callable[..., None]:
        """Wrap a callback: its first exception ends the search, which keeps what it has found."""

        def guarded(*arguments: Any) -> None:
            if self.failure is not None:
                return
            try:
                call(*arguments)
            except BaseException as error:
                self.failure = error
                self.running.stop()
                self._released.set()

        return guarded

    def _best(self, position: Position, move: int, ponder: int, score: int, depth: int) -> Best:
        """The result of a search. ``move`` and ``ponder`` are 0 if there is none."""
        if move == 0:
            return Best(None, None, None, score, depth)
        texts = [*line_texts(position, (move, ponder) if ponder else (move,)), None]
        return Best(move, texts[0], texts[1], score, depth, ponder if texts[1] else None, self.running.answered)

    def _tell(self, error: BaseException) -> None:
        """Report the error that has ended a search."""
        self.failure = error
        if self.on_error is not None:
            self.on_error(error)
        elif isinstance(error, MemoryError):
            self._warn("no memory to search: playing any move")
        else:
            sys.__excepthook__(type(error), error, error.__traceback__)

    def _reserve_threads(self, position: Position) -> None:
        """Start the threads, and warn the user once if there is not enough memory for all of them."""
        wanted = self.running.threads
        found = self._with_room(lambda: self.running.reserve(position))
        if found < wanted != self._threads_warned:
            self._warn(f"no memory for {wanted} threads: {found} {'searches' if found == 1 else 'search'}")
        self._threads_warned = wanted if found < wanted else 0

    def _warn(self, text: str) -> None:
        if self.on_warning is not None:
            self.on_warning(text)

    @property
    def threads_used(self) -> int:
        """The number of threads in the running search, or in the last one."""
        return self.running.joined

    @property
    def urgency(self) -> str:
        """Whether and why the last iterations got more time: ``calm`` (they did not), ``changed`` (another move became
        the best) or ``falling`` (the score fell)."""
        return self.running.urgency

    def status(self) -> Status:
        """The progress of the running (or last) search."""
        depth, index, total, move = self.running.progress()
        return Status(self.running.elapsed, self.running.nodes, depth, total - index, total, move)

    def ponderhit(self, limits: Limits | None = None) -> None:
        """The expected move has been played: the clock starts now. Only a search that ponders reacts to this.

        Args:
            limits: the limits of time that apply now, if they have changed since :meth:`go`.
        """
        if not self._pondering:
            return
        self._pondering = False
        if limits is not None and self._position is not None:
            self._budget = limits.budget(self._position.turn, self.overhead, self._position.number)
        self._bounded = self._limited or self._budget != NO_BUDGET
        self.running.set_budget(self._budget)
        self.running.release()
        self._released.set()

    def stop(self) -> None:
        """Stop the search; its result follows at once."""
        self.running.stop()
        self._released.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the result has been reported; False if that takes more than ``timeout`` seconds."""
        thread = self._thread
        if thread is None or thread is BackgroundThread.current():
            return True
        thread.join(timeout)
        return not thread.is_alive()

    def abandon(self) -> None:
        """In a forked child: give up a search that only the parent runs, and the lock that its thread may hold."""
        self._released = threading.Event()

    def stop_and_wait(self) -> None:
        if self.searching:
            self.stop()
            self.wait()

    def judge(self, game: Game) -> int:
        """The score of a game's position for the side to move, from a short search at full strength. Resigning and
        accepting draws depend on it at every playing level."""
        return self.think(game, Limits(nodes=_JUDGING_NODES, analysis=True)).score

    def think(self, game: Game, limits: Limits, on_info: Callable[[Info], None] | None = None) -> Best:
        """Search, wait, and return the result. Ctrl-C stops the search.

        Raises:
            BaseException: what ``on_info`` raised; the search has stopped.
            MemoryError: there is not enough to search, and no one to warn (`on_warning`).
        """
        answers: list[Best] = []
        failures: list[BaseException] = []

        def report(info: Info) -> None:
            try:
                if on_info is not None and not failures:
                    on_info(info)
            except BaseException as error:
                failures.append(error)
                self.stop()

        self.go(game, limits, report, answers.append)
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise
        if failures:
            raise failures[0]
        if self.on_warning is None and isinstance(self.failure, MemoryError):
            raise self.failure
        return answers[0]
