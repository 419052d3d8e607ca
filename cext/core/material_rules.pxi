# The same game evaluated by material alone, to measure what the evaluation is worth: a copy of the module's `RULES`,
# which must be complete, with the game's `material` as its evaluation.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluation.evaluate = material
RULES.evaluation.material_only = &MATERIAL_RULES
