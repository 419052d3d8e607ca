/* Write move lists from sets of squares, with AVX-512 VBMI2 if the processor has it. This avoids a loop whose end is
   often mispredicted. It overwrites up to 16 moves past the end of the list. */
#ifndef ODDFISH_LISTING_H
#define ODDFISH_LISTING_H

#include <stdint.h>

#if defined(__clang__)
#define OF_KNOWS_VECTORS (__clang_major__ >= 9)
#elif defined(__GNUC__)
#define OF_KNOWS_VECTORS (__GNUC__ >= 9)
#else
#define OF_KNOWS_VECTORS 0
#endif

#if OF_KNOWS_VECTORS && defined(__x86_64__)
#include <immintrin.h>
#include <stdlib.h>

#define OF_FROM(n) (n) + 7, (n) + 6, (n) + 5, (n) + 4, (n) + 3, (n) + 2, (n) + 1, (n)
#define OF_SQUARES OF_FROM(56), OF_FROM(48), OF_FROM(40), OF_FROM(32), OF_FROM(24), OF_FROM(16), OF_FROM(8), OF_FROM(0)
#define OF_VECTORS __attribute__((noinline, target("popcnt,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")))

static int of_has_vectors; /* whether the functions below may be called */

__attribute__((constructor)) static void of_look_for_vectors(void) {
    const char *portable = getenv("ODDFISH_PORTABLE");
    __builtin_cpu_init();
    of_has_vectors = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")
        && (portable == NULL || *portable == 0);
}

/* Write `stem` with each square of `set` in its low bits, from `moves[n]` on. Returns the new length. */
OF_VECTORS static int of_list_squares(uint32_t *moves, int n, uint64_t set, uint32_t stem) {
    __m512i squares = _mm512_maskz_compress_epi8(set, _mm512_set_epi8(OF_SQUARES));
    __m512i stems = _mm512_set1_epi32((int)stem);
    int i = 0, count = (int)_mm_popcnt_u64(set);
    do { /* at least once, because testing for an empty set is often mispredicted as well */
        __m512i sixteen = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(squares));
        _mm512_storeu_si512(moves + n + i, _mm512_or_si512(stems, sixteen));
        squares = _mm512_alignr_epi64(squares, squares, 2);
        i += 16;
    } while (i < count);
    return n + count;
}

/* The same for at most 16 squares. Each move starts `delta` squares behind its target; its next six bits hold that
   origin. */
OF_VECTORS static int of_list_steps(uint32_t *moves, int n, uint64_t set, uint32_t stem, int delta) {
    __m512i squares = _mm512_maskz_compress_epi8(set, _mm512_set_epi8(OF_SQUARES));
    __m512i to = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(squares));
    __m512i from = _mm512_slli_epi32(_mm512_sub_epi32(to, _mm512_set1_epi32(delta)), 6);
    _mm512_storeu_si512(moves + n, _mm512_or_si512(_mm512_set1_epi32((int)stem), _mm512_or_si512(to, from)));
    return n + (int)_mm_popcnt_u64(set);
}
#else
enum { of_has_vectors = 0 };
static inline int of_list_squares(uint32_t *moves, int n, uint64_t set, uint32_t stem) { return 0; }
static inline int of_list_steps(uint32_t *moves, int n, uint64_t set, uint32_t stem, int delta) { return 0; }
#endif

#endif
