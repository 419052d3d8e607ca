# The parameters of the search by name. Their defaults, ranges and meanings are in one table, in parameters.h; a name
# that is missing there does not compile.
cdef extern from "parameters.h" nogil:
    ctypedef struct Parameter "OfParameter":
        const char* name
        int value
        int low
        int high
        const char* text

    const Parameter* table "of_parameters"
    int COUNT "OF_PARAMETER_COUNT"

    # COUNT ints, in the table's order
    ctypedef struct Parameters "OfParameters":
        # Histories
        int history_bonus_depth
        int history_bonus_base
        int history_bonus_max
        int history_malus_depth
        int history_malus_base
        int history_malus_max
        int history_aging
        int prior_move_percent
        int table_cutoff_percent
        # Correction history
        int correction_weight
        int correction_divisor
        # Move ordering
        int capture_see_margin
        int capture_gain_factor
        int capture_history_divisor
        int hint_factor
        int killer_bonus
        int counter_bonus
        # Quiescence
        int quiet_evasions
        int delta_margin
        # Reverse futility pruning
        int reverse_futility_depth
        int reverse_futility_margin
        int reverse_futility_improving
        int reverse_futility_divisor
        # Mates
        int winning_score
        # Razoring
        int razoring_depth
        int razoring_margin
        int razoring_square_margin
        # Null move pruning
        int null_move_depth
        int null_move_reduction
        int null_move_depth_divisor
        int null_move_eval_divisor
        int null_move_eval_max
        int verification_depth
        int verification_plies
        # Internal iterative reduction
        int iir_depth
        int iir_reduction
        # ProbCut
        int probcut_depth
        int probcut_margin
        int probcut_improving
        int probcut_reduction
        int probcut_table_depth
        # Late move pruning
        int late_move_count
        # Futility pruning
        int futility_depth
        int futility_margin
        int futility_depth_margin
        int pruning_history_divisor
        # History pruning
        int history_pruning_depth
        int history_pruning_margin
        # SEE pruning
        int see_quiet_margin
        int see_capture_margin
        int see_capture_history_divisor
        # Extensions
        int extension_plies
        int check_extension
        int singular_depth
        int singular_table_depth
        int singular_margin
        int singular_pv_margin
        int double_extension_margin
        int triple_extension_margin
        int negative_extension
        # Late move reductions
        int lmr_depth
        int lmr_base
        int lmr_factor
        int lmr_history_factor
        int lmr_capture_history_factor
        int lmr_capture
        int lmr_killer
        int lmr_pv
        int lmr_table_pv
        int lmr_cut_node
        int lmr_not_improving
        int lmr_table_capture
        int lmr_cutoffs
        int lmr_cutoff_count
        int lmr_check
        int lmr_deeper_margin
        int lmr_deeper_depth_margin
        int lmr_shallower_margin
        int root_lmr_moves
        int root_lmr_less
        int hindsight_margin
        int hindsight_reduction
        # Chance nodes
        int chance_swing
        int chance_reduction
        int chance_mate_score
        int chance_tolerance
        int chance_tries
        # Aspiration windows
        int aspiration_depth
        int aspiration_delta
        int aspiration_growth
        int aspiration_max
        # Time management
        int time_check_nodes
        int time_soft_percent
        int time_stability_base
        int time_stability_step
        int time_stability_max
        int time_effort_base
        int time_easy_share
        int time_easy_percent
        int time_drop_max
        int time_drop_urgent
        int time_equal_margin
        int time_overtime
        int mate_depth_factor
        int mate_depth_margin
        # Threads and reports
        int vote_margin
        int helper_nodes
        int helper_ms
        int helper_cpu_percent
        int helper_watch_ms
        int helper_skip
        int report_move_ms
        int report_bound_ms
