/* Every constant of the search in one table: name, default, least and greatest sensible value, meaning. Margins and
 * scores are in centipawns, depths in plies. parameters.pxd declares the names for Cython; `PARAMETERS` of
 * oddfish.cext.search lists the table for scripts. All are compile-time constants. */
#ifndef ODDFISH_SEARCH_PARAMETERS_H
#define ODDFISH_SEARCH_PARAMETERS_H

#define OF_PARAMETERS(P) \
    /* Histories */ \
    P(HISTORY_MAX,               16384,  4096, 32000, "bound of history values") \
    P(HISTORY_BONUS_SQUARE,         16,     0,    64, "history bonus: per depth squared") \
    P(HISTORY_BONUS_DEPTH,          32,     0,   256, "history bonus: per ply of depth") \
    P(HISTORY_BONUS_MAX,          1800,   400,  6000, "history bonus: largest") \
    P(HISTORY_AGING,                 2,     1,     8, "divisor of history values before each search") \
    /* Move ordering */ \
    P(CAPTURE_SEE_MARGIN,          -20,  -150,   100, "SEE at which a capture counts as good") \
    P(CAPTURE_GAIN_FACTOR,          16,     1,    64, "weight of a capture's gain") \
    P(CAPTURE_HISTORY_DIVISOR,      64,     8,   512, "divisor of history in the ordering of captures") \
    P(HINT_FACTOR,                  24,     0,    96, "weight of a game's static hint for quiet moves") \
    /* Quiescence */ \
    P(QUIET_EVASIONS,                2,     0,     8, "quiet moves tried in check, unless all of them lose") \
    P(DELTA_MARGIN,                180,    50,   500, "delta pruning: margin beyond what a capture gains") \
    /* Reverse futility pruning */ \
    P(REVERSE_FUTILITY_DEPTH,        8,     1,    14, "greatest depth") \
    P(REVERSE_FUTILITY_MARGIN,      75,    20,   200, "margin per ply of depth") \
    /* Razoring */ \
    P(RAZORING_DEPTH,                3,     1,     8, "greatest depth") \
    P(RAZORING_MARGIN,             220,    80,   600, "margin per ply of depth") \
    /* Null move pruning */ \
    P(NULL_MOVE_DEPTH,               3,     1,     6, "least depth") \
    P(NULL_MOVE_REDUCTION,           3,     1,     6, "reduction: base") \
    P(NULL_MOVE_DEPTH_DIVISOR,       4,     2,     8, "reduction: plies of depth for one more") \
    P(NULL_MOVE_EVAL_DIVISOR,      200,    50,   500, "reduction: centipawns above beta for one more") \
    P(NULL_MOVE_EVAL_MAX,            3,     0,     6, "reduction: most for the evaluation") \
    P(VERIFICATION_DEPTH,           12,     6,    24, "verification search: least depth") \
    P(VERIFICATION_REDUCTION,        4,     1,     8, "verification search: reduction, base") \
    P(VERIFICATION_DIVISOR,          4,     2,     8, "verification search: reduction, plies of depth for one more") \
    P(VERIFICATION_PLIES,           75,    25,   100, "verification search: percent of its plies without null moves") \
    /* Internal iterative reduction */ \
    P(IIR_DEPTH,                     4,     2,    10, "least depth") \
    P(IIR_REDUCTION,                 1,     0,     3, "reduction") \
    /* Late move pruning */ \
    P(LATE_MOVE_DEPTH,               8,     1,    14, "greatest depth") \
    P(LATE_MOVE_COUNT,               4,     1,    16, "quiet moves kept, besides depth squared") \
    P(LATE_MOVE_DIVISOR,             2,     1,     4, "divisor of that count when not improving") \
    /* Futility pruning */ \
    P(FUTILITY_DEPTH,                7,     1,    14, "greatest depth") \
    P(FUTILITY_MARGIN,             110,     0,   400, "margin: base") \
    P(FUTILITY_DEPTH_MARGIN,        85,    20,   250, "margin per ply of depth") \
    P(FUTILITY_HISTORY_DIVISOR,    128,    32,  1024, "divisor of history in the margin") \
    /* History pruning */ \
    P(HISTORY_PRUNING_DEPTH,         4,     1,    10, "greatest depth") \
    P(HISTORY_PRUNING_MARGIN,    -3500,-12000,  -500, "history per ply of depth below which a move is skipped") \
    /* SEE pruning */ \
    P(SEE_DEPTH,                     8,     1,    14, "greatest depth") \
    P(SEE_QUIET_MARGIN,            -60,  -200,   -10, "quiet moves: per ply of depth") \
    P(SEE_CAPTURE_MARGIN,          -40,  -300,     0, "captures: base") \
    P(SEE_CAPTURE_SQUARE_MARGIN,   -25,  -100,    -5, "captures: per depth squared") \
    /* Extensions */ \
    P(EXTENSION_PLIES,               2,     1,     4, "extensions end at this multiple of the root depth") \
    P(CHECK_EXTENSION,               1,     0,     2, "check extension") \
    P(SINGULAR_DEPTH,                8,     4,    14, "singular extension: least depth") \
    P(SINGULAR_TABLE_DEPTH,          3,     1,     6, "singular extension: plies the table may be shallower") \
    P(SINGULAR_MARGIN,               2,     1,     8, "singular extension: margin per ply of depth") \
    P(SINGULAR_DIVISOR,              2,     1,     4, "singular extension: divisor of its search's depth") \
    P(SINGULAR_EXTENSION,            1,     0,     2, "singular extension") \
    /* Late move reductions */ \
    P(LMR_DEPTH,                     3,     1,     6, "least depth") \
    P(LMR_MOVES,                     2,     1,     8, "moves before the first reduced one") \
    P(LMR_BASE,                     40,  -100,   200, "base, in hundredths of a ply") \
    P(LMR_DIVISOR,                 210,   100,   500, "divisor of log(depth) * log(move number), in hundredths") \
    P(LMR_HISTORY_DIVISOR,        8192,  2048, 32768, "history of a quiet move for one ply less") \
    P(LMR_KILLER,                    1,     0,     3, "plies less for killers and counter moves") \
    P(LMR_CAPTURE,                   1,     0,     3, "plies less for losing captures") \
    P(LMR_PV,                        1,     0,     3, "plies less in PV nodes") \
    P(LMR_CUT_NODE,                  1,     0,     3, "plies more in expected cut nodes") \
    P(LMR_NOT_IMPROVING,             1,     0,     3, "plies more when not improving") \
    P(LMR_CHECK,                     1,     0,     3, "plies less in check or when giving check") \
    P(ROOT_LMR_MOVES,                3,     1,     8, "at the root: moves before the first reduced one") \
    P(ROOT_LMR_LESS,                 1,     0,     3, "at the root: plies less") \
    /* Chance nodes */ \
    P(CHANCE_SWING,               1200,   300,  4000, "most that one throw may change the static evaluation") \
    P(CHANCE_REDUCTION,              1,     0,     3, "plies that a chance node costs") \
    /* Repetition */ \
    P(PERPETUAL_SCORE,           12000,  2000, 30000, "score of winning by repetition: much, but no mate") \
    /* Aspiration windows */ \
    P(ASPIRATION_DEPTH,              5,     2,    10, "least depth") \
    P(ASPIRATION_DELTA,             18,     5,    80, "first half-width") \
    P(ASPIRATION_GROWTH,           200,   120,   400, "percent by which a failed window widens") \
    P(ASPIRATION_MAX,             1200,   200,  4000, "half-width beyond which the window is full") \
    /* Time management */ \
    P(TIME_CHECK_NODES,            512,    64,  8192, "nodes between looks at the clock") \
    P(TIME_SOFT_PERCENT,            75,    30,   150, "percent of the soft limit after which deepening may stop") \
    P(TIME_STABILITY_BASE,         135,    80,   250, "percent for a best move that has just changed") \
    P(TIME_STABILITY_STEP,           8,     0,    25, "percent less for each iteration it stays best") \
    P(TIME_STABILITY_MAX,            8,     1,    20, "iterations of stability that count") \
    P(TIME_EFFORT_BASE,            155,   100,   250, "percent, minus the best move's share of the nodes") \
    P(TIME_DROP_MAX,                80,     0,   300, "largest drop of the score that counts; each centipawn adds one percent") \
    P(MATE_DEPTH_FACTOR,             2,     1,     4, "deepening stops at this multiple of a mate's distance") \
    P(MATE_DEPTH_MARGIN,             2,     0,     8, "plus this many plies") \
    /* Threads and reports */ \
    P(HELPER_SKIP,                   3,     2,     8, "helper threads skip every n-th depth") \
    P(REPORT_MOVE_MS,             1000,     0, 10000, "ms after which root moves are reported") \
    P(REPORT_BOUND_MS,            2000,     0, 10000, "ms after which failed windows are reported")

#define OF_AS_CONSTANT(name, value, low, high, text) name = value,
#define OF_AS_ROW(name, value, low, high, text) {#name, value, low, high, text},

enum { OF_PARAMETERS(OF_AS_CONSTANT) };

typedef struct {
    const char *name;
    int value, low, high;
    const char *text;
} OfParameter;

static const OfParameter of_parameters[] = {OF_PARAMETERS(OF_AS_ROW)};
enum { OF_PARAMETER_COUNT = sizeof of_parameters / sizeof *of_parameters };

#endif
