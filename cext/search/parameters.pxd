# The constants of the search by name. Values, ranges and meanings stand in one table, parameters.h; a name that is
# missing there does not compile.
cdef extern from "parameters.h" nogil:
    ctypedef struct Parameter "OfParameter":
        const char* name
        int value
        int low
        int high
        const char* text

    const Parameter* table "of_parameters"
    int COUNT "OF_PARAMETER_COUNT"

    enum:
        # Histories
        HISTORY_MAX
        HISTORY_BONUS_SQUARE
        HISTORY_BONUS_DEPTH
        HISTORY_BONUS_MAX
        HISTORY_AGING
        # Move ordering
        CAPTURE_SEE_MARGIN
        CAPTURE_GAIN_FACTOR
        CAPTURE_HISTORY_DIVISOR
        HINT_FACTOR
        # Quiescence
        QUIET_EVASIONS
        DELTA_MARGIN
        # Reverse futility pruning
        REVERSE_FUTILITY_DEPTH
        REVERSE_FUTILITY_MARGIN
        # Razoring
        RAZORING_DEPTH
        RAZORING_MARGIN
        # Null move pruning
        NULL_MOVE_DEPTH
        NULL_MOVE_REDUCTION
        NULL_MOVE_DEPTH_DIVISOR
        NULL_MOVE_EVAL_DIVISOR
        NULL_MOVE_EVAL_MAX
        VERIFICATION_DEPTH
        VERIFICATION_REDUCTION
        VERIFICATION_DIVISOR
        VERIFICATION_PLIES
        # Internal iterative reduction
        IIR_DEPTH
        IIR_REDUCTION
        # Late move pruning
        LATE_MOVE_DEPTH
        LATE_MOVE_COUNT
        LATE_MOVE_DIVISOR
        # Futility pruning
        FUTILITY_DEPTH
        FUTILITY_MARGIN
        FUTILITY_DEPTH_MARGIN
        FUTILITY_HISTORY_DIVISOR
        # History pruning
        HISTORY_PRUNING_DEPTH
        HISTORY_PRUNING_MARGIN
        # SEE pruning
        SEE_DEPTH
        SEE_QUIET_MARGIN
        SEE_CAPTURE_MARGIN
        SEE_CAPTURE_SQUARE_MARGIN
        # Extensions
        EXTENSION_PLIES
        CHECK_EXTENSION
        SINGULAR_DEPTH
        SINGULAR_TABLE_DEPTH
        SINGULAR_MARGIN
        SINGULAR_DIVISOR
        SINGULAR_EXTENSION
        # Late move reductions
        LMR_DEPTH
        LMR_MOVES
        LMR_BASE
        LMR_DIVISOR
        LMR_HISTORY_DIVISOR
        LMR_KILLER
        LMR_CAPTURE
        LMR_PV
        LMR_CUT_NODE
        LMR_NOT_IMPROVING
        LMR_CHECK
        ROOT_LMR_MOVES
        ROOT_LMR_LESS
        # Chance nodes
        CHANCE_SWING
        CHANCE_REDUCTION
        # Repetition
        PERPETUAL_SCORE
        # Aspiration windows
        ASPIRATION_DEPTH
        ASPIRATION_DELTA
        ASPIRATION_GROWTH
        ASPIRATION_MAX
        # Time management
        TIME_CHECK_NODES
        TIME_SOFT_PERCENT
        TIME_STABILITY_BASE
        TIME_STABILITY_STEP
        TIME_STABILITY_MAX
        TIME_EFFORT_BASE
        TIME_DROP_MAX
        MATE_DEPTH_FACTOR
        MATE_DEPTH_MARGIN
        # Threads and reports
        HELPER_SKIP
        REPORT_MOVE_MS
        REPORT_BOUND_MS
