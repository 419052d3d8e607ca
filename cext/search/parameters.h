/* Every parameter of the search in one table: name, default, lowest and highest sensible value, meaning. Margins and
 * scores are in centipawns, depths in plies, reductions in 1024ths of a ply. parameters.pxd declares the names for
 * Cython; `PARAMETERS` of oddfish.cext.search lists the table for scripts. Each search has its own values. */
#ifndef ODDFISH_SEARCH_PARAMETERS_H
#define ODDFISH_SEARCH_PARAMETERS_H

#define OF_PARAMETERS(P) \
    /* Histories */ \
    P(history_bonus_depth,         160,    20,   400, "history bonus: per ply of depth") \
    P(history_bonus_base,          -60,  -400,   400, "history bonus: base") \
    P(history_bonus_max,          1700,   400,  6000, "history bonus: largest") \
    P(history_malus_depth,         240,    20,   800, "history malus: per ply of depth") \
    P(history_malus_base,          -60,  -400,   400, "history malus: base") \
    P(history_malus_max,          1900,   400,  6000, "history malus: largest") \
    P(history_aging,                 2,     1,     8, "divisor of history values before each search") \
    P(prior_move_percent,           60,     0,   200, "bonus of the quiet move that led to a fail low, in percent") \
    P(table_cutoff_percent,         50,     0,   200, "bonus of a quiet table move that cuts off, in percent") \
    /* Correction history */ \
    P(correction_weight,            40,     0,   300, "percent of the correction histories' sum to apply") \
    P(correction_divisor,           12,     4,    32, "divisor of depth times error when they are updated") \
    /* Move ordering */ \
    P(capture_see_margin,          -20,  -150,   100, "SEE at which a capture counts as good") \
    P(capture_gain_factor,          16,     1,    64, "weight of a capture's gain") \
    P(capture_history_divisor,       8,     1,    64, "divisor of capture history in the ordering of captures") \
    P(hint_factor,                  24,     0,    96, "weight of a game's static hint for quiet moves") \
    P(killer_bonus,               9000,     0, 40000, "bonus for killers in the order of quiet moves") \
    P(counter_bonus,              6000,     0, 40000, "bonus for counter moves") \
    /* Quiescence */ \
    P(quiet_evasions,                2,     0,     8, "quiet moves tried in check (more if all of them lose)") \
    P(delta_margin,                180,    50,   500, "delta pruning: margin beyond what a capture gains") \
    /* Reverse futility pruning */ \
    P(reverse_futility_depth,        9,     1,    16, "greatest depth") \
    P(reverse_futility_margin,      75,    20,   200, "margin per ply of depth") \
    P(reverse_futility_improving,   70,     0,   200, "less margin when improving") \
    P(reverse_futility_divisor,      3,     1,    16, "score: beta plus the excess over it divided by this") \
    /* Mates */ \
    P(winning_score,              1000,   300,  4000, "score from which evaluation, SEE and null move do not prune") \
    /* Razoring */ \
    P(razoring_depth,                4,     1,     8, "greatest depth") \
    P(razoring_margin,             200,    50,   600, "margin: base") \
    P(razoring_square_margin,       70,    10,   300, "margin per depth squared") \
    /* Null move pruning */ \
    P(null_move_depth,               3,     1,     6, "least depth") \
    P(null_move_reduction,           4,     1,     6, "reduction: base") \
    P(null_move_depth_divisor,       3,     2,     8, "reduction: plies of depth per extra ply") \
    P(null_move_eval_divisor,      200,    50,   500, "reduction: centipawns above beta per extra ply") \
    P(null_move_eval_max,            3,     0,     6, "reduction: most extra plies for the evaluation") \
    P(verification_depth,           14,     6,    24, "verification search: least depth") \
    P(verification_plies,           75,    25,   100, "verification search: percent of its plies without null moves") \
    /* Internal iterative reduction */ \
    P(iir_depth,                     4,     2,    10, "least depth") \
    P(iir_reduction,                 1,     0,     3, "reduction") \
    /* ProbCut */ \
    P(probcut_depth,                 5,     3,    10, "least depth") \
    P(probcut_margin,              180,    60,   500, "margin above beta") \
    P(probcut_improving,            50,     0,   200, "less margin when improving") \
    P(probcut_reduction,             4,     2,     6, "plies by which the search is shallower") \
    P(probcut_table_depth,           3,     0,     8, "plies by which a table entry that refutes may be shallower") \
    /* Late move pruning */ \
    P(late_move_count,               3,     1,    16, "quiet moves kept, plus depth squared") \
    /* Futility pruning */ \
    P(futility_depth,                9,     1,    16, "greatest depth after reduction") \
    P(futility_margin,              90,     0,   400, "margin: base") \
    P(futility_depth_margin,        90,    20,   250, "margin per ply of depth") \
    P(pruning_history_divisor,    4096,  1000, 16000, "quiet move's history per extra ply of that depth") \
    /* History pruning */ \
    P(history_pruning_depth,         8,     1,    14, "greatest depth") \
    P(history_pruning_margin,    -4200,-15000,  -500, "history per ply of depth below which a move is skipped") \
    /* SEE pruning */ \
    P(see_quiet_margin,            -25,  -100,    -5, "quiet moves: per depth after reduction squared") \
    P(see_capture_margin,         -100,  -300,   -10, "captures: per ply of depth") \
    P(see_capture_history_divisor,  32,     8,   512, "captures: history per centipawn less") \
    /* Extensions */ \
    P(extension_plies,               2,     1,     4, "extensions end at this multiple of the root depth") \
    P(check_extension,               1,     0,     2, "check extension") \
    P(singular_depth,                6,     4,    14, "singular extension: least depth") \
    P(singular_table_depth,          3,     1,     6, "singular extension: plies the table entry may be shallower") \
    P(singular_margin,              64,    16,   256, "singular extension: margin per ply of depth, in 64ths") \
    P(singular_pv_margin,           64,     0,   256, "singular extension: extra margin for former PV nodes") \
    P(double_extension_margin,      20,     0,   100, "double extension: how far below that margin others must fail") \
    P(triple_extension_margin,     120,    20,   400, "triple extension: the same") \
    P(negative_extension,            2,     0,     4, "plies less for a table move that is not the only good one") \
    /* Late move reductions */ \
    P(lmr_depth,                     2,     1,     6, "least depth") \
    P(lmr_base,                    700, -1024,  2048, "base") \
    P(lmr_factor,                  450,   200,  1000, "factor of log(depth) * log(move number)") \
    P(lmr_history_factor,          800,   100,  2000, "less for each 8192 of a quiet move's history") \
    P(lmr_capture_history_factor,  600,     0,  2000, "less for each 8192 of a capture's history") \
    P(lmr_capture,                 900,     0,  3000, "less for captures") \
    P(lmr_killer,                 1024,     0,  3000, "less for killers") \
    P(lmr_pv,                     1024,     0,  3000, "less in PV nodes") \
    P(lmr_table_pv,                900,     0,  3000, "less for former PV nodes") \
    P(lmr_cut_node,               1400,     0,  4000, "more in expected cut nodes") \
    P(lmr_not_improving,           600,     0,  3000, "more when not improving") \
    P(lmr_table_capture,           700,     0,  3000, "more when the table move is a capture") \
    P(lmr_cutoffs,                 700,     0,  3000, "more when several children have failed high") \
    P(lmr_cutoff_count,              3,     0,    16, "more than this many children must have failed high") \
    P(lmr_check,                  1024,     0,  3000, "less in check or when giving check") \
    P(lmr_deeper_margin,            40,     5,   200, "margin over the best score for a deeper re-search") \
    P(lmr_deeper_depth_margin,       2,     0,    20, "extra margin for each ply of its depth") \
    P(lmr_shallower_margin,          8,     0,    60, "margin below which the re-search is shallower") \
    P(root_lmr_moves,                3,     1,     8, "at the root: moves before the first reduced one") \
    P(root_lmr_less,              1024,     0,  4000, "at the root: less") \
    P(hindsight_margin,            150,     0,   500, "sum of two evaluations above which a reduced node loses a ply") \
    P(hindsight_reduction,           2,     1,     6, "least reduction for that, in plies") \
    /* Chance nodes */ \
    P(chance_swing,               1200,   300,  4000, "most that a random outcome can change the static evaluation") \
    P(chance_reduction,              1,     0,     3, "plies that a chance node costs") \
    P(chance_mate_score,           500,   300,  4000, "score from which mates after every outcome are sought") \
    P(chance_tolerance,              8,     1,    60, "tolerance of the mean of the outcomes") \
    P(chance_tries,                  3,     1,    10, "most searches of one outcome per zero-window test of the mean") \
    /* Aspiration windows */ \
    P(aspiration_depth,              4,     2,    10, "least depth") \
    P(aspiration_delta,             14,     5,    80, "first half-width") \
    P(aspiration_growth,           160,   120,   400, "percent by which a failed window widens") \
    P(aspiration_max,             1200,   200,  4000, "half-width beyond which the window is full") \
    /* Time management */ \
    P(time_check_nodes,            512,    64,  8192, "nodes between checks of the clock") \
    P(time_soft_percent,            90,    30,   150, "percent of the soft limit after which deepening may stop") \
    P(time_stability_base,         135,    80,   250, "percent for a best move that has just changed") \
    P(time_stability_step,           8,     0,    25, "percent less for each iteration it stays best") \
    P(time_stability_max,            8,     1,    20, "iterations of stability that count") \
    P(time_effort_base,            155,   100,   250, "percent, minus the best move's share of the nodes") \
    P(time_easy_share,              90,    60,   100, "percent of the nodes that makes a stable best move easy") \
    P(time_easy_percent,            50,    10,   100, "percent of its time that an easy move takes") \
    P(time_drop_max,                80,     0,   300, "largest drop of the score that counts, one percent each") \
    P(time_drop_urgent,             15,     1,   100, "drop of the score that lifts the firm limit to the hard one") \
    P(time_equal_margin,             5,     0,    50, "lead up to which a new best move is as good as the old one") \
    P(time_overtime,               200,   100,   500, "percent of the time wanted at which an iteration is aborted") \
    P(mate_depth_factor,             2,     1,     4, "deepening stops at this multiple of a mate's distance") \
    P(mate_depth_margin,             2,     0,     8, "plus this many plies") \
    /* Threads and reports */ \
    P(vote_margin,                  14,    1,   100, "votes of threads: margin added to scores above the lowest one") \
    P(helper_nodes,               2000,     0,100000, "nodes after which the main thread calls the helper threads") \
    P(helper_ms,                    20,     0, 10000, "least soft limit of a search that helper threads join") \
    P(helper_cpu_percent,           80,     0,   100, "helper threads join if the main thread got this much CPU") \
    P(helper_watch_ms,              10,     1, 10000, "ms after which they leave again if it does not get that") \
    P(helper_skip,                   3,     2,     8, "helper threads skip every n-th depth") \
    P(report_move_ms,             1000,     0, 10000, "ms after which root moves are reported") \
    P(report_bound_ms,            2000,     0, 10000, "ms after which failed windows are reported")

#define OF_AS_FIELD(name, value, low, high, text) int name;
#define OF_AS_ROW(name, value, low, high, text) {#name, value, low, high, text},

typedef struct { OF_PARAMETERS(OF_AS_FIELD) } OfParameters;

typedef struct {
    const char *name;
    int value, low, high;
    const char *text;
} OfParameter;

static const OfParameter of_parameters[] = {OF_PARAMETERS(OF_AS_ROW)};
enum { OF_PARAMETER_COUNT = sizeof of_parameters / sizeof *of_parameters };

#endif
