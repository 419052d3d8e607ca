/* Clocks in nanoseconds: a monotonic one, and the processor time of the calling thread (-1 if it is not available). */
#ifndef ODDFISH_CLOCK_H
#define ODDFISH_CLOCK_H

#include <stdint.h>

#if defined(_WIN32)
#include <windows.h>
static inline int64_t of_now_ns(void) {
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (int64_t)((double)ticks.QuadPart * 1e9 / (double)rate.QuadPart);
}
static inline int64_t of_thread_ns(void) { return -1; }
#else
#include <time.h>
static inline int64_t of_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
static inline int64_t of_thread_ns(void) {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec t;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0) return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
    return -1;
}
#endif

#endif
