# Include this after `RULES` is complete. Adds the same game evaluated by `material` alone, to measure what the full
# evaluation adds.
cdef Rules MATERIAL_RULES = RULES
MATERIAL_RULES.evaluation.evaluate = material
RULES.evaluation.material_only = &MATERIAL_RULES
