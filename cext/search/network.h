/* Inference of the small networks that evaluate positions: features -> 2 x hidden -> one of OF_OUTPUTS.
 *
 * A position is a set of features, as the first player sees it; the second sees its mirror image. Each player has a
 * view: the sum of the columns of the features seen. A network may turn the board: while a player's king is on the
 * left half, that player sees left and right exchanged. A view is computed from another view whose set differs little,
 * by adding and subtracting columns, so games do not need to report what a move changes. The mover's view comes first
 * in the output layer. Values are 16-bit integers: activations are clipped to 0 .. OF_ONE and squared, output weights
 * are at most 127.
 *
 * The same plain C is compiled for AVX2, for SSE4.1 and for any processor, and chosen at run time; integers make all
 * three agree to the bit. */
#ifndef ODDFISH_NETWORK_H
#define ODDFISH_NETWORK_H

#include <stdint.h>
#include <string.h>

#include "bits.h"

#define OF_ONE 255              /* 1.0 in the hidden layer */
#define OF_OUTPUT_ONE 64        /* 1.0 among output weights */
#define OF_MAX_WORDS 40         /* MAX_FEATURE_WORDS of core/features.pxd */
#define OF_MAX_HIDDEN 256
#define OF_HIDDEN_STEP 32       /* hidden sizes are multiples of this */
#define OF_OUTPUTS 8            /* FEATURE_OUTPUTS of core/features.pxd */

typedef struct {
    int words;                  /* of a set of features */
    int turning;                /* whether the network turns the board */
    int hidden;
    int scale;                  /* centipawns for an output of 1.0 */
    int level;                  /* instructions to use: OF_PLAIN, OF_SSE41 or OF_AVX2 */
    const int16_t *columns;     /* [feature][hidden] */
    const int16_t *bias;        /* [hidden] */
    const int16_t *output;      /* [output][the mover's view, the other's][hidden] */
    const int32_t *output_bias; /* [output], 1.0 is OF_ONE * OF_ONE * OF_OUTPUT_ONE */
} OfNetwork;

/* What the players see. The sums always belong to the set, so any position's views can serve as a basis. */
typedef struct {
    uint64_t set[OF_MAX_WORDS];
    int turned[2];                  /* by player, as in OfSight */
    int16_t sums[2][OF_MAX_HIDDEN]; /* by player */
} OfViews;

/* How the players see a set of features. */
typedef struct {
    int turned[2];              /* by player: whether left and right are exchanged */
    const uint16_t *maps[2];    /* by player: the feature whose column is used for a feature of the set */
} OfSight;

#if defined(__GNUC__) || defined(__clang__)
#define OF_INLINE static inline __attribute__((always_inline))
#else
#define OF_INLINE static __forceinline
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define OF_EACH _Pragma("GCC ivdep") for /* sums may be the base itself, but overlap nothing else */
#else
#define OF_EACH for
#endif

enum { OF_PLAIN, OF_SSE41, OF_AVX2 };

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#include <immintrin.h>
#define OF_X86 1
#else
#define OF_X86 0
#endif

/* --- Sums ------------------------------------------------------------------------------------------------------- */

/* The features by which two sets differ. */
typedef struct {
    uint16_t added[64 * OF_MAX_WORDS], removed[64 * OF_MAX_WORDS];
    int added_count, removed_count;
} OfChanges;

/* Find the differences between the sets `then` and `now`; only these `words` differ. */
OF_INLINE void of_gather(OfChanges *changes, const uint64_t *then, const uint64_t *now, uint64_t words) {
    uint64_t bits;
    changes->added_count = changes->removed_count = 0;
    for (; words; words &= words - 1) {
        const int i = of_lsb(words);
        for (bits = now[i] & ~then[i]; bits; bits &= bits - 1)
            changes->added[changes->added_count++] = (uint16_t)(64 * i + of_lsb(bits));
        for (bits = then[i] & ~now[i]; bits; bits &= bits - 1)
            changes->removed[changes->removed_count++] = (uint16_t)(64 * i + of_lsb(bits));
    }
}

/* A player's sums: those of `base` with the changes. `map` gives the feature whose column is used for a feature. */
OF_INLINE void of_sum_columns(int16_t *sums, const int16_t *base, const OfNetwork *net, const uint16_t *map,
                              const OfChanges *changes) {
    const int hidden = net->hidden, added_count = changes->added_count, removed_count = changes->removed_count;
    int first_added = 0, first_removed = 0, i, n;
#define OF_COLUMN(FEATURE) (net->columns + (size_t)map[FEATURE] * (size_t)hidden)
    if (added_count && removed_count) { /* the usual move: one feature each way, in one pass */
        const int16_t *a = OF_COLUMN(changes->added[0]), *r = OF_COLUMN(changes->removed[0]);
        if (added_count > 1 && removed_count > 1) { /* or two each way */
            const int16_t *a2 = OF_COLUMN(changes->added[1]), *r2 = OF_COLUMN(changes->removed[1]);
            OF_EACH (i = 0; i < hidden; i++) sums[i] = (int16_t)(base[i] + a[i] + a2[i] - r[i] - r2[i]);
            first_added = first_removed = 2;
        } else if (removed_count > 1) {
            const int16_t *r2 = OF_COLUMN(changes->removed[1]);
            OF_EACH (i = 0; i < hidden; i++) sums[i] = (int16_t)(base[i] + a[i] - r[i] - r2[i]);
            first_added = 1;
            first_removed = 2;
        } else {
            OF_EACH (i = 0; i < hidden; i++) sums[i] = (int16_t)(base[i] + a[i] - r[i]);
            first_added = first_removed = 1;
        }
    } else if (sums != base) {
        memcpy(sums, base, (size_t)hidden * sizeof(int16_t));
    }
    for (n = first_added; n < added_count; n++) {
        const int16_t *a = OF_COLUMN(changes->added[n]);
        OF_EACH (i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] + a[i]);
    }
    for (n = first_removed; n < removed_count; n++) {
        const int16_t *r = OF_COLUMN(changes->removed[n]);
        OF_EACH (i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] - r[i]);
    }
#undef OF_COLUMN
}

/* The sum over a view of clipped squares times weights: 32 bits can hold OF_MAX_HIDDEN times 255 * 255 * 127. */
OF_INLINE int32_t of_output_sum(const int16_t *sums, const int16_t *weights, int hidden) {
    int32_t total = 0;
    int i;
    for (i = 0; i < hidden; i++) {
        int16_t value = sums[i] < 0 ? 0 : sums[i] > OF_ONE ? OF_ONE : sums[i];
        int16_t weighted = (int16_t)(value * weights[i]);
        total += (int32_t)value * weighted;
    }
    return total;
}

/* --- Views ------------------------------------------------------------------------------------------------------ */

/* Most moves change at most this many features. If more differ, another basis may be closer. */
#define OF_USUAL_CHANGES 8

/* Views of an empty set. */
static inline void of_clear_views(const OfNetwork *n, OfViews *views) {
    int player;
    memset(views->set, 0, sizeof(views->set));
    views->turned[0] = views->turned[1] = 0;
    for (player = 0; player < 2; player++) memcpy(views->sums[player], n->bias, (size_t)n->hidden * sizeof(int16_t));
}

#if OF_X86
__attribute__((target("avx2"))) static inline uint64_t of_changed_words_avx2(const uint64_t *a, const uint64_t *b,
                                                                             int words) {
    uint64_t changed = 0;
    int i = 0;
    for (; i + 4 <= words; i += 4) {
        __m256i four = _mm256_loadu_si256((const __m256i *)(const void *)(a + i));
        __m256i other = _mm256_loadu_si256((const __m256i *)(const void *)(b + i));
        int same = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(four, other)));
        changed |= (uint64_t)(same ^ 15) << i;
    }
    for (; i < words; i++) changed |= (uint64_t)(a[i] != b[i]) << i;
    return changed;
}
#endif

/* Which words of two sets differ, as a set of bits. Most words are equal. */
OF_INLINE uint64_t of_changed_words(int level, const uint64_t *a, const uint64_t *b, int words) {
    uint64_t changed = 0;
    int i = 0, k;
    (void)level;
#if OF_X86
    if (level == OF_AVX2) return of_changed_words_avx2(a, b, words);
#endif
    for (; i + 4 <= words; i += 4) {
        if (((a[i] ^ b[i]) | (a[i + 1] ^ b[i + 1]) | (a[i + 2] ^ b[i + 2]) | (a[i + 3] ^ b[i + 3])) == 0) continue;
        for (k = i; k < i + 4; k++) changed |= (uint64_t)(a[k] != b[k]) << k;
    }
    for (; i < words; i++) changed |= (uint64_t)(a[i] != b[i]) << i;
    return changed;
}

/* How many features differ between two sets, of which `words` differ. */
OF_INLINE int of_distance(const uint64_t *a, const uint64_t *b, uint64_t words) {
    int distance = 0;
    for (; words; words &= words - 1) distance += of_popcount(a[of_lsb(words)] ^ b[of_lsb(words)]);
    return distance;
}

/* Update `views` to the views of `set`. Each player's view starts from `before` (which may be NULL) if the set has
   changed by no more than a usual move, else from `before` or `views`, whichever differs less. If neither is turned the
   right way, it starts from scratch. */
OF_INLINE void of_update_views_at(int level, const OfNetwork *n, const OfSight *sight, OfViews *views,
                                  const OfViews *before, const uint64_t *set) {
    static const uint64_t nothing[OF_MAX_WORDS];
    const uint64_t *gathered = NULL; /* the set from which `changes` lead to `set` */
    OfChanges changes;
    uint64_t words = 0, own = 0;
    int player, distance = 0, own_distance = -1;
    if (before != NULL) {
        words = of_changed_words(level, before->set, set, n->words);
        distance = of_distance(before->set, set, words);
    }
    for (player = 0; player < 2; player++) {
        const int near = before != NULL && before->turned[player] == sight->turned[player];
        const int alike = views->turned[player] == sight->turned[player];
        const int16_t *from = n->bias;
        const uint64_t *then = nothing;
        uint64_t differing;
        if (alike && own_distance < 0 && !(near && distance <= OF_USUAL_CHANGES)) {
            own = of_changed_words(level, views->set, set, n->words);
            own_distance = of_distance(views->set, set, own);
        }
        if (near && (distance <= OF_USUAL_CHANGES || !alike || distance <= own_distance)) {
            from = before->sums[player];
            then = before->set;
            differing = words;
        } else if (alike) {
            from = views->sums[player];
            then = views->set;
            differing = own;
        } else {
            differing = of_changed_words(level, nothing, set, n->words);
        }
        if (gathered != then) {
            of_gather(&changes, then, set, differing);
            gathered = then;
        }
        of_sum_columns(views->sums[player], from, n, sight->maps[player], &changes);
    }
    memcpy(views->set, set, (size_t)n->words * sizeof(uint64_t));
    views->turned[0] = sight->turned[0];
    views->turned[1] = sight->turned[1];
}

/* --- Kernels ---------------------------------------------------------------------------------------------------- */

#define OF_KERNELS(NAME, LEVEL, TARGET) \
    TARGET static void of_update_views_##NAME(const OfNetwork *n, const OfSight *sight, OfViews *views, \
                                              const OfViews *before, const uint64_t *set) { \
        of_update_views_at(LEVEL, n, sight, views, before, set); \
    } \
    TARGET static int32_t of_output_sum_##NAME(const int16_t *sums, const int16_t *weights, int hidden) { \
        return of_output_sum(sums, weights, hidden); \
    }

#if defined(__GNUC__) && !defined(__clang__)
OF_KERNELS(plain, OF_PLAIN, __attribute__((optimize("no-tree-vectorize"))))
#else
OF_KERNELS(plain, OF_PLAIN, )
#endif
#if OF_X86
OF_KERNELS(sse41, OF_SSE41, __attribute__((target("sse4.1"))))
OF_KERNELS(avx2, OF_AVX2, __attribute__((target("avx2,bmi,popcnt"))))
#endif

/* The best instruction level that this processor supports. */
static inline int of_best_level(void) {
#if OF_X86
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt"))
        return OF_AVX2;
    return __builtin_cpu_supports("sse4.1") ? OF_SSE41 : OF_PLAIN;
#else
    return OF_PLAIN;
#endif
}

static inline void of_update_views(const OfNetwork *n, const OfSight *sight, OfViews *views, const OfViews *before,
                                   const uint64_t *set) {
#if OF_X86
    if (n->level == OF_AVX2) {
        of_update_views_avx2(n, sight, views, before, set);
        return;
    }
    if (n->level == OF_SSE41) {
        of_update_views_sse41(n, sight, views, before, set);
        return;
    }
#endif
    of_update_views_plain(n, sight, views, before, set);
}

OF_INLINE int32_t of_weigh(int level, const int16_t *sums, const int16_t *weights, int hidden) {
    (void)level;
#if OF_X86
    if (level == OF_AVX2) return of_output_sum_avx2(sums, weights, hidden);
    if (level == OF_SSE41) return of_output_sum_sse41(sums, weights, hidden);
#endif
    return of_output_sum_plain(sums, weights, hidden);
}

/* Centipawns for the mover. */
static inline int of_network_score(const OfNetwork *n, const OfViews *views, int mover, int output) {
    const int16_t *weights = n->output + (size_t)output * 2 * (size_t)n->hidden;
    int64_t sum = n->output_bias[output];
    sum += of_weigh(n->level, views->sums[mover], weights, n->hidden);
    sum += of_weigh(n->level, views->sums[1 - mover], weights + n->hidden, n->hidden);
    return (int)(sum * n->scale / ((int64_t)OF_ONE * OF_ONE * OF_OUTPUT_ONE));
}

#endif
