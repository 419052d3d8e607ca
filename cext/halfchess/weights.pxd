from oddfish.cext.halfchess.position cimport SetupData

cdef void fill_mobility(SetupData* s) noexcept nogil
cdef void prepare_weights(const void* position, void* weights) noexcept nogil
