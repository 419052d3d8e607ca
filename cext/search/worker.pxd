# The state of a search: a stack entry for each ply, root moves, the data shared by all threads, and one thread's
# worker.
from cpython.pythread cimport PyThread_type_lock
from libc.stdint cimport int16_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from oddfish.cext.core.pages cimport of_free_pages, of_pages
from oddfish.cext.core.rules cimport Rules
from oddfish.cext.core.table cimport Bound, Table
from oddfish.cext.core.types cimport INFINITE, MAX_PLY, Key, Move
from oddfish.cext.search.network cimport Net, Views, clear_views
from oddfish.cext.search.parameters cimport Parameters

cdef enum:
    NO_SCORE = 40000                # no score yet; no static evaluation (in check)

cdef enum:
    STACK_BEFORE = 4                # entries before the root's, so that looking back needs no check
    VIEWS = MAX_PLY + 4             # network views, one for each ply
    GAIN_CLASSES = 8                # of captures, in capture history
    CORRECTIONS = 4                 # correction histories, at most, by keys of the game (`SearchRules.correction_keys`)
    CORRECTION_SIZE = 1 << 14       # entries of each
    SIGNALS = 1 << 18               # nodes between checks for signals

ctypedef struct Stack:              # one ply of the line being searched
    Move current_move               # the move made from here; NO_MOVE for a null move
    int slot                        # of that move in the history tables (`SearchRules.history_slot`), -1 for none
    int16_t* continuation           # continuation history after that move; NULL for none
    int static_eval                 # corrected; NO_SCORE in check
    int side                        # to move
    int in_check                    # 0 or 1; -1: not known yet
    bint null_move                  # whether the move made is a null move
    bint quiet                      # whether the move made is quiet
    bint repeats                    # whether this repeats an earlier position, in a way that wins or loses the game
    bint table_pv                   # whether the position is, or ever was, a PV node
    int reduction                   # of the move being searched, in plies
    int cutoffs                     # number of children that have failed high
    Move killers[2]
    Move excluded_move              # the move that a singular search excludes
    int pv_length                   # of the principal variation from here
    Move pv[MAX_PLY + 1]

ctypedef struct RootMove:
    Move move
    int score                       # of this iteration; -INFINITE unless it became the best of its line
    int previous_score              # of the last iteration
    uint64_t nodes                  # its effort: nodes over all iterations
    int seldepth
    int pv_length
    Move pv[MAX_PLY + 1]

ctypedef struct Worker              # below

# Calls from a file to one that is built on it. All other calls go to files that the caller cimports, so that the files
# of the search form an acyclic graph.
ctypedef struct Calls:
    # tree.pxd, for chance.pxd: search the position at `ply + 1`; its score for the side to move at `ply`.
    int (*search_child)(Worker* w, int ply, int depth, int alpha, int beta, bint cut_node) noexcept nogil
    # root.pxd, for threads.pyx: iterative deepening by one thread.
    void (*search_root)(Worker* w) noexcept nogil
    # session.pyx, for root.pxd: report the line with this index, and a root move with its index before its search.
    void (*report_line)(Worker* w, int depth, int line, Bound bound) noexcept nogil
    void (*report_root_move)(Worker* w, Move move, int index) noexcept nogil
    # session.pyx, for time.pxd: let Python handle signals such as Ctrl-C.
    void (*check_signals)(Worker* w) noexcept nogil

ctypedef struct Shared:             # shared by all threads of a search
    const Rules* rules              # the rules to search by (see turns.pxd)
    Parameters parameters
    int reductions[256]             # late move reductions: factors by depth and by move number, scaled by 32
    Table* table
    const Net* network              # evaluates positions; NULL: use the game's own evaluation
    volatile int stop
    int64_t node_rate               # nodes per second of the simulated clock; 0: the clock shows real time
    int64_t begun                   # ns of the clock when the search began
    volatile int64_t start          # ns of the clock from which the limits count; a ponder hit moves it
    volatile int64_t soft_limit     # ns after start; 0 for none (see time.pxd)
    volatile int64_t firm_limit
    volatile int64_t hard_limit
    volatile double wanted          # the share of the soft limit that the search has earned so far
    volatile int urgency            # Urgency of the running iteration
    int last_urgency                # of the iteration before it
    bint forced                     # whether there is nothing to choose
    const volatile uint64_t* main_nodes     # of the main thread
    uint64_t node_limit
    int depth_limit
    int mate_limit                  # in moves
    int overlooked_quiets           # share of moves overlooked, in 1024ths (see overlooking.pxd); 0 for none at all
    int overlooked_captures
    int overlooked_winning          # captures that win material
    uint64_t seed                   # decides which moves are overlooked
    int multipv
    int threads                     # how many may search
    int joined                      # how many of them are searching
    uint64_t signals_at             # main-thread nodes at which to check for signals; 0: another thread gets them
    Worker** workers                # one for each of these threads
    void* owner                     # the Search, for reports
    Calls calls

ctypedef struct Turns:              # moves made of parts; only turns.pxd changes this
    const Rules* game               # the rules of whole moves
    Move* searchmoves               # the whole moves that the root is restricted to
    int searchmove_count
    int restricted_ply              # the ply at which moves must complete one of them; 0: none
    bint restricted                 # whether some root moves are not searched

ctypedef struct Worker:             # one thread
    Shared* shared
    const Rules* rules              # of `shared`
    const Parameters* p             # of `shared`
    int index                       # 0 is the main thread
    PyThread_type_lock wake         # of a helper thread (threads.pyx)
    PyThread_type_lock idle
    volatile bint has_thread        # whether that thread has started and may be woken
    bint quitting                   # whether its thread is to end
    volatile bint leaving           # whether it is to stop before the search does
    bint searching                  # whether its thread has been woken and not been found idle since
    volatile uint64_t nodes
    uint64_t table_hits             # tablebase hits
    volatile uint64_t node_limit    # of this thread; 0 for none
    uint64_t divided                # its nodes when the search's limit was last divided (helpers.pxd)
    int first_depth                 # of iterative deepening
    int64_t real_start              # of the main thread's search, and the processor time used by then (time.pxd)
    int64_t cpu_start
    int seldepth                    # deepest ply of the line being searched
    int root_depth                  # of the running iteration
    int completed_depth             # of the last completed iteration
    int null_move_min_ply           # no null moves before this ply in a verification search; else 0

    # The line: positions lie one after another, preceded by those of the game.
    char* positions                 # from the earliest game position that can still be repeated
    Key* keys
    int game_length                 # how many game positions come before the root
    int repeated_length             # ... counted from the earliest occurrence that can make a third one
    char* line                      # positions from the root on
    Key* line_keys                  # their keys; negative indices reach back into the game
    Stack* stack                    # by ply; those before the root hold nothing
    Stack stack_memory[STACK_BEFORE + MAX_PLY + 4]

    Views* views                    # network views by ply; NULL without a network

    # One pool of move lists, and their ordering scores in parallel.
    Move* moves
    int* scores
    size_t top                      # first free entry

    # Histories (history.pxd)
    int16_t* history                # [slot]
    int16_t* capture_history        # [slot][class of gain]
    int16_t* continuation_history   # [slot of the previous move][slot]
    Move* counter_moves             # [slot of the previous move]
    int16_t* corrections            # [which][side][key]
    int16_t* move_corrections       # [slot of the previous move]

    # The root
    RootMove* root_moves
    int root_move_count
    int pv_index                    # the MultiPV line being searched; root moves before it are done
    int current_root_move           # index of the root move being searched
    int lead                        # centipawns by which other moves have overtaken the best one in this iteration
    Turns turns


cdef inline char* position_at(const Worker* w, int ply) noexcept nogil:
    return w.line + <size_t> ply * w.rules.size


cdef inline int known_score(const RootMove* root_move) noexcept nogil:
    """The score of a root move in this iteration, else in the last one; -INFINITE if it has none."""
    return root_move.score if root_move.score > -INFINITE else root_move.previous_score


cdef inline void free_worker(Worker* w) noexcept nogil:
    cdef size_t slots
    if w == NULL:
        return
    slots = w.rules.search.history_slots
    free(w.positions)
    free(w.keys)
    free(w.history)
    free(w.capture_history)
    free(w.corrections)
    free(w.move_corrections)
    of_free_pages(w.continuation_history, slots * slots * sizeof(int16_t))
    free(w.counter_moves)
    of_free_pages(w.views, VIEWS * sizeof(Views))
    free(w.moves)
    free(w.scores)
    free(w.root_moves)
    free(w.turns.searchmoves)
    free(w)


cdef inline Worker* new_worker(const Rules* rules, Shared* shared, int index) noexcept nogil:
    """A worker with empty histories; NULL if out of memory."""
    cdef int i
    cdef size_t slots = rules.search.history_slots, pool = 2 * MAX_PLY * <size_t> rules.max_moves
    cdef Worker* w = <Worker*> calloc(1, sizeof(Worker))
    if w == NULL:
        return NULL
    w.shared = shared
    w.rules = rules
    w.p = &shared.parameters
    w.index = index
    w.stack = w.stack_memory + STACK_BEFORE
    w.history = <int16_t*> calloc(slots, sizeof(int16_t))
    w.capture_history = <int16_t*> calloc(slots * GAIN_CLASSES, sizeof(int16_t))
    w.continuation_history = <int16_t*> of_pages(slots * slots * sizeof(int16_t))
    w.corrections = <int16_t*> calloc(CORRECTIONS * 2 * CORRECTION_SIZE, sizeof(int16_t))
    w.move_corrections = <int16_t*> calloc(slots, sizeof(int16_t))
    w.counter_moves = <Move*> calloc(slots, sizeof(Move))
    w.moves = <Move*> calloc(pool, sizeof(Move))
    w.scores = <int*> calloc(pool, sizeof(int))
    if not (w.history and w.capture_history and w.continuation_history and w.counter_moves and w.corrections
            and w.move_corrections and w.moves and w.scores):
        free_worker(w)
        return NULL
    if shared.network != NULL:
        w.views = <Views*> of_pages(VIEWS * sizeof(Views))      # page-aligned, so that each view starts on a cache line
        if w.views == NULL:
            free_worker(w)
            return NULL
        for i in range(VIEWS):
            clear_views(shared.network, &w.views[i])
    return w
