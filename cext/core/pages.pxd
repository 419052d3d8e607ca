# Zeroed memory for large tables.
cdef extern from "pages.h" nogil:
    void* of_pages(size_t size)
    void of_free_pages(void* memory, size_t size)
