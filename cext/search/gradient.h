/* The squared errors of a network in floating point over positions, and their gradient by parameter: what training
 * computes millions of times.
 *
 * A position has a few dozen features out of thousands, so adding up their columns one by one takes a fiftieth of the
 * work of a matrix product. The same plain C is compiled for AVX2 and for any processor, and chosen at run time; both
 * keep the same number of separate sums (lanes), so they agree to the bit. */
#ifndef ODDFISH_GRADIENT_H
#define ODDFISH_GRADIENT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "network.h"

#define OF_LANES 16             /* separate sums, so that vector instructions can add them in parallel */

typedef struct {
    const uint16_t *features;   /* lists, one after another */
    const int64_t *starts;      /* where each list begins: the mover's and the other player's, for each position */
    const uint8_t *outputs;     /* [positions] */
    const float *targets;       /* [positions] */
} OfRows;

typedef struct {
    float *columns;             /* [features][hidden] */
    float *bias;                /* [hidden] */
    float *output;              /* [OF_OUTPUTS][2 * hidden] */
    float *output_bias;         /* [OF_OUTPUTS] */
} OfLayers;

OF_INLINE void of_add(float *to, const float *what, int n) {
    int i;
    OF_EACH (i = 0; i < n; i++) to[i] += what[i];
}

/* The scalar product of two vectors, whose length is a multiple of OF_LANES. */
OF_INLINE float of_product(const float *a, const float *b, int n) {
    float lanes[OF_LANES] = {0}, total = 0;
    int i, k;
    for (i = 0; i < n; i += OF_LANES)
        for (k = 0; k < OF_LANES; k++) lanes[k] += a[i + k] * b[i + k];
    for (k = 0; k < OF_LANES; k++) total += lanes[k];
    return total;
}

/* The sum over n rows. Adds its gradient to `slope` unless that is NULL. */
OF_INLINE double of_squared_errors(const OfRows *data, const int64_t *rows, size_t n, const OfLayers *net,
                                   const OfLayers *slope, int hidden) {
    float active[2 * OF_MAX_HIDDEN], delta[2 * OF_MAX_HIDDEN];
    double total = 0;
    size_t at;
    for (at = 0; at < n; at++) {
        const int64_t *starts = data->starts + 2 * rows[at];
        const int output = data->outputs[rows[at]];
        const float *weights = net->output + (size_t)output * 2 * (size_t)hidden;
        float *sums, odds, error, step;
        int64_t k;
        int side, i;
        for (side = 0; side < 2; side++) {
            sums = active + side * hidden;
            memcpy(sums, net->bias, (size_t)hidden * sizeof(float));
            for (k = starts[side]; k < starts[side + 1]; k++)
                of_add(sums, net->columns + (size_t)data->features[k] * (size_t)hidden, hidden);
        }
        OF_EACH (i = 0; i < 2 * hidden; i++) {
            float clipped = active[i] < 0 ? 0 : active[i] > 1 ? 1 : active[i];
            delta[i] = clipped < 1 ? 2 * clipped : 0; /* the derivative, which the following code uses */
            active[i] = clipped * clipped;
        }
        odds = (float)(1 / (1 + exp(-(double)(net->output_bias[output] + of_product(weights, active, 2 * hidden)))));
        error = odds - data->targets[rows[at]];
        total += error * error;
        if (slope == NULL) continue;
        step = 2 * error * odds * (1 - odds);
        slope->output_bias[output] += step;
        sums = slope->output + (size_t)output * 2 * (size_t)hidden;
        OF_EACH (i = 0; i < 2 * hidden; i++) {
            sums[i] += step * active[i];
            delta[i] *= step * weights[i];
        }
        for (side = 0; side < 2; side++) {
            of_add(slope->bias, delta + side * hidden, hidden);
            for (k = starts[side]; k < starts[side + 1]; k++)
                of_add(slope->columns + (size_t)data->features[k] * (size_t)hidden, delta + side * hidden, hidden);
        }
    }
    return total;
}

#define OF_SQUARED_ERRORS(NAME, TARGET) \
    TARGET static double of_squared_errors_##NAME(const OfRows *data, const int64_t *rows, size_t n, \
                                                  const OfLayers *net, const OfLayers *slope, int hidden) { \
        return of_squared_errors(data, rows, n, net, slope, hidden); \
    }

OF_SQUARED_ERRORS(plain, )
#if OF_X86
OF_SQUARED_ERRORS(avx2, __attribute__((target("avx2"))))
#endif

/* The same at an instruction level (network.h); SSE4.1 uses the plain code. */
static inline double of_loss(int level, const OfRows *data, const int64_t *rows, size_t n, const OfLayers *net,
                             const OfLayers *slope, int hidden) {
    (void)level;
#if OF_X86
    if (level == OF_AVX2) return of_squared_errors_avx2(data, rows, n, net, slope, hidden);
#endif
    return of_squared_errors_plain(data, rows, n, net, slope, hidden);
}

#endif
