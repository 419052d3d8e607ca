/* Bit operations, under the same names with every compiler. */
#ifndef ODDFISH_BITS_H
#define ODDFISH_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#include <stdlib.h>
static __inline void of_prefetch(const void *p) { _mm_prefetch((const char *)p, _MM_HINT_T0); }
static __inline int of_popcount(uint64_t b) { return (int)__popcnt64(b); }
static __inline int of_lsb(uint64_t b) { unsigned long i; _BitScanForward64(&i, b); return (int)i; }
static __inline int of_msb(uint64_t b) { unsigned long i; _BitScanReverse64(&i, b); return (int)i; }
#else
static inline void of_prefetch(const void *p) { __builtin_prefetch(p); }
static inline int of_popcount(uint64_t b) { return __builtin_popcountll(b); }
static inline int of_lsb(uint64_t b) { return __builtin_ctzll(b); } /* b != 0 */
static inline int of_msb(uint64_t b) { return 63 - __builtin_clzll(b); } /* b != 0 */
#endif

/* A square's row of a slider's attack table, indexed by the occupancy of `mask`: with PEXT if the build allows it, else
   by multiplication with the square's magic number. */
typedef struct {
    uint64_t mask;
    uint64_t magic;
    const uint64_t *table;
    uint32_t shift;
} of_magic;

/* A row indexed with PEXT only. For modules that are compiled a second time, for processors with a fast PEXT. */
typedef struct {
    uint64_t mask;
    const uint64_t *table;
} of_pext_row;

#if defined(__BMI2__)
#include <immintrin.h>
#define OF_PEXT 1
static inline uint64_t of_pext(uint64_t b, uint64_t mask) { return _pext_u64(b, mask); }
static inline uint64_t of_magic_index(const of_magic *m, uint64_t occ) { return of_pext(occ, m->mask); }
#else
#define OF_PEXT 0
static inline uint64_t of_pext(uint64_t b, uint64_t mask) { return b & mask; } /* never called */
static inline uint64_t of_magic_index(const of_magic *m, uint64_t occ) {
    return ((occ & m->mask) * m->magic) >> m->shift;
}
#endif

/* Whether this processor has AVX2 and a fast PEXT (AMD's before Zen 3 can take hundreds of cycles). */
static inline int of_has_fast_pext(void) {
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h");
#else
    return 0;
#endif
}

/* Copy a structure of up to 512 bytes. GCC copies up to 256 bytes at a time in registers, but uses `rep movs` for more,
   whose startup alone takes as long as the rest of making a move. `size` must be a constant. */
static inline void of_copy(void *to, const void *from, size_t size) {
    size_t first = size < 256 ? size : 256;
    memcpy(to, from, first);
    memcpy((char *)to + first, (const char *)from + first, size - first);
}

/* Clear `size` bytes, a constant multiple of 64. GCC uses `rep stos` for more than about 100 bytes at a time. */
static inline void of_clear(void *at, size_t size) {
    size_t i;
    for (i = 0; i < size; i += 64) memset((char *)at + i, 0, 64);
}

#if defined(ODDFISH_DEBUG)
#define OF_DEBUG 1
#else
#define OF_DEBUG 0
#endif

#endif
