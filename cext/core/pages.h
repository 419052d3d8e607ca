/* Zeroed memory for large tables, in huge pages where the system has them: fewer page faults and page walks. */
#ifndef ODDFISH_PAGES_H
#define ODDFISH_PAGES_H

#include <stdlib.h>

#if defined(__linux__)
#include <sys/mman.h>
static inline void *of_pages(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#if defined(MADV_HUGEPAGE)
    madvise(memory, size, MADV_HUGEPAGE); /* a hint: it may fail */
#endif
    return memory;
}
static inline void of_free_pages(void *memory, size_t size) {
    if (memory) munmap(memory, size);
}
#else
static inline void *of_pages(size_t size) { return calloc(size, 1); }
static inline void of_free_pages(void *memory, size_t size) {
    (void)size;
    free(memory);
}
#endif

#endif
