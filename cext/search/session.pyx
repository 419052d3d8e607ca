"""The search of all games, written once against the rules table.

Iterative deepening with aspiration windows, principal variation search, a transposition table shared by lazy SMP
threads, and the usual selectivity (see tree.pxd); chance nodes use zero windows (chance.pxd). With one thread and no
clock, a search is reproducible.

One concept per file, nearly all in this one extension module, so that per-node code is inlined: parameters (every
constant), worker (the state), time, history, turns (moves made of parts), picker, node (what every node does),
quiescence, chance, pruning, tree, setup, helpers, root, vote, and here the class `Search`.
"""
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.pythread cimport WAIT_LOCK, PyThread_get_thread_ident
from libc.stdint cimport int64_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free

from oddfish.cext.core cimport table as tt
from oddfish.cext.core.bits cimport DEBUG
from oddfish.cext.core.held cimport hold, release
from oddfish.cext.core.rules cimport Position, Rules, checked_int
from oddfish.cext.core.table cimport EXACT, LOWER, Bound, Table
from oddfish.cext.core.types cimport INFINITE, LOST, MATE, MAX_PLY, NO_MOVE, NO_REASON, Move, Reason
from oddfish.cext.search cimport parameters
from oddfish.cext.search.helpers cimport all_idle, await_helpers
from oddfish.cext.search.network cimport Network
from oddfish.cext.search.node cimport evaluate
from oddfish.cext.search.overlooking cimport OVERLOOKING_UNIT
from oddfish.cext.search.pipes cimport Answering
from oddfish.cext.search.pruning cimport fill_reductions
from oddfish.cext.search.root cimport complete_root_move, iterative_deepening
from oddfish.cext.search.setup cimport set_up_root
from oddfish.cext.search.threads cimport Helper
from oddfish.cext.search.time cimport CHANGED, clock_ns, start_stopwatch
from oddfish.cext.search.tree cimport search_child
from oddfish.cext.search.turns cimport has_parts, reported_root_move, rules_to_search, whole_moves, whole_score
from oddfish.cext.search.vote cimport best_score, voted_worker
from oddfish.cext.search.worker cimport SIGNALS, RootMove, Shared, Worker, free_worker, known_score, new_worker

import os
from threading import main_thread

from oddfish.cext.search.parameter_list import PARAMETERS as _PARAMETERS

# Limits of what Python callers may request.
cdef enum:
    MAX_THREADS = 1024
    MAX_MEGABYTES = 1 << 24
    MANY = 1000000              # lines, and moves to mate
    MOST_TOUCHED = 1 << 18      # 4 KB pages of a table that are worth waiting for
_MAX_COUNT = 2 ** 63 - 1
_MAX_MS = 10 ** 12       # 30 years

#: Score of a mate on the board; a mate in n plies scores MATE_SCORE - n.
MATE_SCORE = MATE
#: Whether every node is checked (ODDFISH_DEBUG=1).
DEBUG_BUILD = bool(DEBUG)


cdef list checked_budget(budget):
    """Three limits in ms given by a Python caller; raises TypeError or ValueError."""
    limits = [checked_int(limit, "limit", 0, _MAX_MS) for limit in budget]
    if len(limits) != 3:
        raise ValueError(f"a budget of {len(limits)} limits, expected 3")
    return limits


cdef void report_line(Worker* w, int depth, int line, Bound bound) noexcept nogil:
    with gil:
        (<Search> w.shared.owner).guarded_line(w, depth, line, bound)


cdef void report_root_move(Worker* w, Move move, int index) noexcept nogil:
    with gil:
        (<Search> w.shared.owner).guarded_root_move(w, move, index)


cdef void check_signals(Worker* w) noexcept nogil:
    with gil:
        (<Search> w.shared.owner).guarded_signals()


# The addresses of all searches. A forked child has none of their threads.
cdef set _searches = set()


def _forget_threads():
    """In a forked child: give up the threads, which only the parent has."""
    for address in _searches:
        (<Search> <void*> <uintptr_t> address).forget_threads()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


@cython.final
@cython.no_gc_clear     # helper threads may still read what it keeps alive
cdef class Search(Answering):
    """Searches positions of any game on behalf of one session; keeps the transposition table and the histories.

    A forked process has a copy of the table. It has none of the threads, and its next search starts new ones.

    Args:
        hash_mb: megabytes of the transposition table.
        threads: how many threads search (lazy SMP).
    """

    cdef Table table
    cdef Shared shared
    cdef uint64_t no_nodes          # always 0: the node count while there is no main thread
    cdef Worker** workers
    cdef int worker_count
    cdef int workers_wanted         # the number of threads requested; memory may have sufficed for fewer workers
    cdef list helpers               # the threads of all workers except the first
    cdef const Rules* rules         # the rules the workers' histories were made for
    cdef int thread_count
    cdef bint at_once               # the next search ends after one iteration if there is nothing to choose
    cdef bint busy                  # busy with a search, or with something that must not happen during one
    cdef unsigned long runner       # the thread that is busy
    cdef object failure             # what ended the search early: an exception of a callback
    cdef object on_line
    cdef Move reported_move         # the best move of the last line reported
    cdef object on_root_move
    cdef object held                # the rules that the search is reading
    cdef Position root              # kept alive until all threads have stopped reading what it owns
    cdef Network network            # None: the game's own evaluation

    def __cinit__(self, hash_mb=64, threads=1):
        _searches.add(<uintptr_t> <void*> self)
        self.thread_count = checked_int(threads, "threads", 1, MAX_THREADS)
        self.helpers = []
        self.shared.owner = <void*> self
        self.stop_flag = &self.shared.stop
        self.shared.calls.search_child = search_child
        self.shared.calls.search_root = iterative_deepening
        self.shared.calls.report_line = report_line
        self.shared.calls.report_root_move = report_root_move
        self.shared.calls.check_signals = check_signals
        self.shared.main_nodes = &self.no_nodes
        self.set_parameters({})
        self.set_hash(hash_mb)

    def __dealloc__(self):
        _searches.discard(<uintptr_t> <void*> self)
        self.free_workers()
        tt.release(&self.table)

    cdef int begin(self) except -1:
        """Reserve the search until ``busy`` is reset, because a callback or another thread may intervene.

        Raises:
            RuntimeError: a search is running.
        """
        if self.busy:
            raise RuntimeError("a search is running: stop it and wait until it ends")
        self.busy = True
        self.runner = PyThread_get_thread_ident()
        return 0

    cdef void forget_threads(self) noexcept:
        """In the child, just after a fork: drop the helpers, and a search that another thread was running."""
        cdef int i
        for i in range(1, self.worker_count):
            self.workers[i].has_thread = self.workers[i].searching = False
        self.helpers = []
        self.workers_wanted = 0         # the next search makes new ones
        self.shared.joined = 1
        if self.busy and self.runner != PyThread_get_thread_ident():
            self.end()

    # Settings -------------------------------------------------------------------------------------------------

    @property
    def threads(self) -> int:
        """How many threads search."""
        return self.thread_count

    @threads.setter
    def threads(self, value):
        self.thread_count = checked_int(value, "threads", 1, MAX_THREADS)

    def set_hash(self, megabytes) -> None:
        """Replace the table by an empty one.

        Raises:
            MemoryError: there is not enough memory. The old table stays, but if it was larger, almost nothing of it.
            RuntimeError: a search is running.
        """
        size = checked_int(megabytes, "megabytes", 0, MAX_MEGABYTES)
        self.begin()
        try:
            self.settle()
            tt.allocate(&self.table, <size_t> size)
        finally:
            self.busy = False

    def set_parameters(self, values) -> None:
        """Use these values for :data:`oddfish.cext.search.PARAMETERS`, by name, and the defaults for the others.

        Raises:
            ValueError: there is no such parameter, or its value is outside its range.
            RuntimeError: a search is running.
        """
        cdef int i
        cdef int* fields = <int*> &self.shared.parameters
        values = dict(values)
        unknown = set(values) - {row.name for row in _PARAMETERS}
        if unknown:
            raise ValueError(f"unknown search parameter {min(map(str, unknown))}")
        checked = [checked_int(values.get(row.name, row.default), f"search parameter {row.name}:", row.low, row.high)
                   for row in _PARAMETERS]
        self.begin()
        self.settle()
        for i in range(parameters.COUNT):
            fields[i] = checked[i]
        fill_reductions(&self.shared)
        self.busy = False

    def set_network(self, Network network) -> None:
        """Evaluate with a network, or, if None, with each game's own evaluation. Clears what searches have learned.

        Raises:
            RuntimeError: a search is running.
        """
        if network is not self.network:
            self.clear()
            self.network = network
            self.shared.network = NULL if network is None else &network.net

    def clear(self) -> None:
        """Clear the table and all histories.

        Raises:
            RuntimeError: a search is running.
        """
        self.begin()
        try:
            self.settle()
            if self.table.generation:       # an unused table is clear, and touching all its pages takes time
                tt.clear(&self.table)
            self.free_workers()
        finally:
            self.busy = False

    cdef void end(self) noexcept:
        """Clean up after a search, or after one whose thread is gone."""
        release(self.held)
        self.held = self.on_line = self.on_root_move = self.failure = None
        self.end_answer()
        self.busy = self.active = False

    cdef void settle(self) noexcept:
        """Wait for helpers that the last search did not wait for."""
        with nogil:
            all_idle(&self.shared, WAIT_LOCK)
        self.root = None

    cdef void free_workers(self) noexcept:
        cdef int i
        self.settle()
        self.shared.threads = 0
        self.shared.main_nodes = &self.no_nodes
        for helper in self.helpers or ():
            (<Helper> helper).end()
        self.helpers = []
        for i in range(self.worker_count):
            free_worker(self.workers[i])
        free(self.workers)
        self.workers = NULL
        self.worker_count = 0

    cdef int allocate_workers(self, const Rules* rules, int count) except -1:
        """Provide workers with histories for this game; keeps those of the last search if they fit."""
        cdef int i
        if self.rules == rules and self.workers_wanted == count and self.worker_count:
            return 0
        self.free_workers()
        self.rules = rules
        self.workers_wanted = count
        self.workers = <Worker**> calloc(count, sizeof(Worker*))
        if self.workers == NULL:
            raise MemoryError
        for i in range(count):
            self.workers[i] = new_worker(rules, &self.shared, i)
            if self.workers[i] == NULL:
                break
            self.worker_count = i + 1
            if i and not self.start_helper(self.workers[i]):
                free_worker(self.workers[i])
                self.worker_count = i
                break
        if self.worker_count == 0:
            raise MemoryError("no memory for the histories of the search")
        return 0

    cdef bint start_helper(self, Worker* worker) except -1:
        """Start a worker's thread; returns whether the system could provide one."""
        cdef Helper helper
        try:
            helper = Helper()
            helper.start(worker)
        except (RuntimeError, MemoryError):
            return False
        self.helpers.append(helper)
        return True

    def reserve(self, Position position not None) -> int:
        """Provide threads for searches of this game, as many as memory allows; returns their number.

        Raises:
            MemoryError: there is not enough for one.
            RuntimeError: a search is running.
        """
        self.begin()
        try:
            return self.threads_for(position)
        finally:
            self.busy = False

    def touch_table(self) -> None:
        """Make the system provide the memory of an unused table, up to 1 GB, so that no search waits for its pages.

        Raises:
            RuntimeError: a search is running.
        """
        cdef size_t place, pages = self.table.clusters * tt.CLUSTER * sizeof(tt.Entry) // 4096
        self.begin()
        if not self.table.touched and pages <= MOST_TOUCHED:
            with nogil:
                for place in range(pages):  # they are zero anyway; if a search has used the table, it loses an entry
                    (<char*> self.table.entries)[place * 4096] = 0
            self.table.touched = True
        self.busy = False

    cdef int threads_for(self, Position position) except -1:
        self.allocate_workers(rules_to_search(position.rules), max(self.thread_count, 1))
        return self.worker_count

    @property
    def joined(self) -> int:
        """How many threads take part in the running search, or took part in the last one."""
        return self.shared.joined

    # Limits -----------------------------------------------------------------------------------------------------

    def prepare(self, depth=0, nodes=0, mate=0, budget=(0, 0, 0), node_rate=0, bint held=False,
                bint at_once=True) -> None:
        """Set the next search's limits (0: none), and cancel an earlier stop; :meth:`progress` restarts.

        Args:
            depth: in plies.
            nodes: of all threads together.
            mate: stop once a mate in this many moves is found.
            budget: soft, firm and hard limit in ms, from now on.
            node_rate: nodes of the main thread that count as a second of this search; 0 for real time.
            held: whether to hold back a prepared answer until a stop or :meth:`release`.
            at_once: whether a search with a time limit ends after one iteration if there is nothing to choose.

        Raises:
            RuntimeError: a search is running.
        """
        depth = checked_int(depth, "depth", 0, _MAX_COUNT)
        nodes = checked_int(nodes, "nodes", 0, _MAX_COUNT)
        mate = checked_int(mate, "moves to mate", 0, MANY)
        node_rate = checked_int(node_rate, "nodes a second", 0, _MAX_COUNT)
        budget = checked_budget(budget)
        self.begin()
        self.settle()
        self.answered = False
        self.shared.main_nodes = &self.no_nodes
        self.shared.node_rate = node_rate
        self.shared.depth_limit = depth if 0 < depth < MAX_PLY else MAX_PLY - 1
        self.shared.node_limit = nodes
        self.shared.mate_limit = mate
        self.shared.stop = 0
        self.released = not held
        self.at_once = at_once
        if self.worker_count:
            self.workers[0].root_move_count = 0     # from now on, progress is that of the new search
        self.shared.begun = clock_ns(&self.shared)
        self.start_clock(budget)
        self.busy = False

    def overlook(self, double quiets, double captures, double winning, seed=0) -> None:
        """From the next search on, overlook these shares (0 to 1): of all quiet moves; of captures, promotions and
        checks; and of captures and promotions that win at least half of what they gain. ``seed`` decides which. Nothing
        is overlooked if ``quiets`` is 0.

        Raises:
            ValueError, RuntimeError: the shares are out of order or range; a search is running.
        """
        cdef uint64_t drawn = checked_int(seed, "seed", 0, 2**64 - 1)
        if not 0 <= winning <= captures <= quiets <= 1:
            raise ValueError(f"shares of moves overlooked {quiets}, {captures}, {winning}: "
                             "expected 1 >= quiets >= captures >= winning captures >= 0")
        self.begin()
        self.settle()
        self.shared.overlooked_quiets = <int> round(quiets * OVERLOOKING_UNIT)
        self.shared.overlooked_captures = <int> round(captures * OVERLOOKING_UNIT)
        self.shared.overlooked_winning = <int> round(winning * OVERLOOKING_UNIT)
        self.shared.seed = drawn
        self.busy = False

    def set_budget(self, budget) -> None:
        """Start the clock now, with these limits (soft, firm, hard) in ms; works during a search."""
        self.start_clock(checked_budget(budget))

    cdef int start_clock(self, list budget) except -1:
        cdef int64_t soft, firm, hard
        soft, firm, hard = budget
        self.shared.start = clock_ns(&self.shared)
        self.shared.hard_limit = hard * 1000000
        self.shared.firm_limit = firm * 1000000
        self.shared.soft_limit = soft * 1000000     # last: a running search checks it first

    def stop(self) -> None:
        """End the running search, or the next one before it begins."""
        self.released = 1
        self.shared.stop = 1

    # Running ----------------------------------------------------------------------------------------------------

    def run(self, Position position not None, list history not None, report=None, multipv=1, list moves=None,
            current=None) -> tuple:
        """Search until a limit is met or :meth:`stop` is called.

        Args:
            position: the root.
            history: the game's positions before it, oldest first.
            report: called with (depth, seldepth, line, score, bound, nodes, ms, hashfull, pv) for each line.
            multipv: how many lines to search.
            moves: root moves to search; None or empty: all.
            current: called with (depth, move, number) for root moves of long searches.

        Returns:
            (best move or 0, expected reply or 0, score, depth reached)

        Raises:
            ValueError: the network that was set cannot evaluate this game, or a move is not legal.
            RuntimeError: a search is running.
            BaseException: what ``report`` or ``current`` raised, or KeyboardInterrupt; the search has stopped.
        """
        # Own lists of checked values: converting an argument may call Python code that changes the caller's.
        before = list(history)
        only = [position.checked_move(move) for move in moves or ()]
        lines = checked_int(multipv, "lines", 1, MANY)
        self.begin()
        try:
            hold(position.owner)
            self.held = position.owner
            return self.search(position, before, report, lines, only, current)
        finally:
            self.end()

    cdef tuple search(self, Position position, list history, report, int multipv, list moves, current):
        cdef int i
        cdef Worker* w
        if self.network is not None:
            self.network.check(position)
        for before in history:
            if type(before) is not type(position):
                raise TypeError(f"a history of {type(before).__name__} and {type(position).__name__}")
        self.settle()
        self.on_line = report
        self.reported_move = NO_MOVE
        self.begin_answer()
        self.on_root_move = current
        self.threads_for(position)
        self.root = position
        self.shared.rules = self.rules
        self.shared.workers = self.workers
        self.shared.threads = self.worker_count
        self.shared.joined = 1
        self.shared.table = &self.table
        self.shared.multipv = multipv
        self.shared.signals_at = SIGNALS if PyThread_get_thread_ident() == main_thread().ident else 0
        self.table.generation = self.table.generation % 63 + 1      # 0 marks an unused table
        for i in range(1, self.worker_count):
            self.workers[i].nodes = self.workers[i].table_hits = self.workers[i].completed_depth = 0
        set_up_root(self.workers[0], position, history, moves)
        if self.workers[0].root_move_count == 0:
            return 0, 0, self.score_without_moves(), 0
        self.shared.main_nodes = &self.workers[0].nodes
        self.shared.forced = self.at_once and self.nothing_to_choose(moves)
        self.shared.wanted = 1.0
        self.shared.urgency = self.shared.last_urgency = CHANGED
        w = self.workers[0]
        self.active = True
        with nogil:
            start_stopwatch(w)
            iterative_deepening(w)
            self.shared.stop = 1
            await_helpers(&self.shared)
            if self.shared.joined == 1:     # with more threads, a vote follows
                self.answer(w.root_moves[0].pv, w.root_moves[0].pv_length, has_parts(w))
            self.active = False
        if self.failure is not None:
            raise self.failure
        if self.shared.joined > 1 and self.shared.multipv == 1:
            w = voted_worker(self.workers, self.worker_count)
        complete_root_move(w, &w.root_moves[0])
        line = whole_moves(w, w.root_moves[0].pv, w.root_moves[0].pv_length)
        score = best_score(w)
        if score > -INFINITE and line[0] != self.reported_move:     # found by another thread, or only just
            self.report_line(w, w.root_depth, 0, EXACT)
        if score == -INFINITE:          # stopped before any move was searched
            score = evaluate(w, 0)
        score = whole_score(w, w.root_moves[0].pv, w.root_moves[0].pv_length, score)
        return line[0], line[1] if len(line) > 1 else 0, score, w.root_depth

    cdef bint nothing_to_choose(self, list moves) except -1:
        """Whether there is a single move, or all are equally good."""
        cdef const Rules* rules = self.root.rules
        if moves:
            return len(set(moves)) == 1
        return rules.moves.count(self.root.data) == 1 or \
            rules.search.indifferent != NULL and rules.search.indifferent(self.root.data)

    cdef int score_without_moves(self):
        cdef Reason reason = NO_REASON
        return -MATE if self.root.rules.moves.outcome(self.root.data, 0, &reason) == LOST else 0

    # Reports ----------------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """Nodes of the running or last search, all threads together."""
        return sum(self.workers[i].nodes for i in range(self.worker_count))

    @property
    def table_hits(self) -> int:
        """Tablebase hits of the running or last search, all threads together."""
        return sum(self.workers[i].table_hits for i in range(self.worker_count))

    @property
    def elapsed(self) -> int:
        """ms since the search began, pondering included."""
        return (clock_ns(&self.shared) - self.shared.begun) // 1000000

    @property
    def urgency(self) -> str:
        """Why the last iterations were given more time, if they were: ``calm`` (they were not), ``changed`` (another
        move became the best) or ``falling`` (the score fell)."""
        return ("calm", "changed", "falling")[max(self.shared.urgency, self.shared.last_urgency)]

    def progress(self) -> tuple:
        """Depth, number (from 1), count and packed move of the root move being searched."""
        cdef Worker* w
        if self.worker_count == 0 or self.workers[0].root_move_count == 0:
            return 0, 0, 0, 0
        w = self.workers[0]
        move = reported_root_move(w, w.stack[0].current_move)
        return w.root_depth, w.current_root_move + 1, w.root_move_count, move

    # The first exception from a callback or a signal handler ends the search; `run` raises it.

    cdef void guarded_line(self, Worker* w, int depth, int line, Bound bound) noexcept:
        try:
            if self.failure is None:
                self.report_line(w, depth, line, bound)
        except BaseException as error:
            self.fail(error)

    cdef void guarded_root_move(self, Worker* w, Move move, int index) noexcept:
        try:
            if self.failure is None:
                self.report_root_move(w, move, index)
        except BaseException as error:
            self.fail(error)

    cdef void guarded_signals(self) noexcept:
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            self.fail(error)

    cdef void fail(self, error) noexcept:
        self.failure = error if self.failure is None else self.failure
        self.end_answer()
        self.shared.stop = 1

    cdef int report_line(self, Worker* w, int depth, int line, Bound bound) except -1:
        cdef RootMove* root_move = &w.root_moves[line]
        if self.on_line is None:
            return 0
        complete_root_move(w, root_move)
        pv = whole_moves(w, root_move.pv, root_move.pv_length)
        if line == 0:
            self.reported_move = pv[0]
            self.keep_line(root_move.pv, root_move.pv_length, has_parts(w))
        score = whole_score(w, root_move.pv, root_move.pv_length, known_score(root_move))
        self.on_line(depth, root_move.seldepth, line + 1, score, 0 if bound == EXACT else 1 if bound == LOWER else 2,
                     self.nodes, self.elapsed, tt.hashfull(&self.table), pv)
        return 0

    cdef int report_root_move(self, Worker* w, Move move, int index) except -1:
        move = reported_root_move(w, move)
        if self.on_root_move is not None and move != NO_MOVE:
            self.on_root_move(w.root_depth, move, index + 1)
        return 0
