# Fills in the required entries of `Rules` from functions with these names. Before you include it, declare
# `cdef Rules RULES` and set its sizes (`size`, `max_moves`, `search.history_slots`); set optional entries afterwards.
RULES.moves.generate = generate
RULES.search.noisy = noisy
RULES.moves.count = count
RULES.moves.make = make
RULES.search.make_null = make_null
RULES.search.null_move_allowed = null_move_allowed
RULES.checks.fresh_key = fresh_key
RULES.checks.valid = valid
RULES.moves.in_check = in_check
RULES.moves.outcome = outcome
RULES.moves.reversible_plies = reversible_plies
RULES.evaluation.evaluate = evaluate
RULES.search.gain = gain
RULES.search.see = see
RULES.search.history_slot = history_slot
RULES.evaluation.weights_size = sizeof(Weights)
RULES.evaluation.weight_count = len(TERMS)
RULES.search.alternating = True
