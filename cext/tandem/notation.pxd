# FEN and move texts (rules/tandem-84.md, "FEN and moves").
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.position cimport SetupData, TandemPosition

cdef int read_fen(TandemPosition* p, const SetupData* setup, str letters, str fen) except -1
cdef str piece_letter(const TandemPosition* p, str letters, int place)
cdef str board_field(list cells)
cdef str stage_field(const TandemPosition* p)
cdef str write_fen(const TandemPosition* p, list cells)
cdef str part_text(const TandemPosition* p, str letters, Move part)
cdef list matching_parts(const TandemPosition* p, str letters, const Move* parts, int n, str text)
