from oddfish.cext.core.types cimport Move, Score

include "../core/evaluation.pxi"
