# Fills in the entries of `Rules` that every game has, from functions of these names in the including module, which
# declares `cdef Rules RULES` and sets its sizes (`size`, `max_moves`, `history_slots`) before, its optional entries
# afterwards.
RULES.generate = generate
RULES.noisy = noisy
RULES.count = count
RULES.make = make
RULES.make_null = make_null
RULES.null_move_allowed = null_move_allowed
RULES.fresh_key = fresh_key
RULES.valid = valid
RULES.in_check = in_check
RULES.outcome = outcome
RULES.reversible_plies = reversible_plies
RULES.evaluate = evaluate
RULES.gain = gain
RULES.see = see
RULES.history_slot = history_slot
RULES.weights_size = sizeof(Weights)
RULES.weight_count = len(TERMS)
RULES.alternating = True
