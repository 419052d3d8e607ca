/* Reading and writing file descriptors without the interpreter. */
#ifndef ODDFISH_PIPES_H
#define ODDFISH_PIPES_H

#include <errno.h>
#include <stddef.h>

/* What `of_await` has found. */
enum { OF_INPUT = 1, OF_WOKEN = 2, OF_INTERRUPTED = 4 };

#if defined(_WIN32)
#include <io.h>

static inline int of_write_some(int fd, const char *data, size_t size) {
    return _write(fd, data, size < 32767 ? (unsigned)size : 32767);
}

/* Windows has no poll: it does not use `PollingInbox`. */
static inline int of_await(int input, int woken, int ms) { return OF_INPUT; }
static inline int of_read_some(int fd, char *data, size_t size) { return 0; }
static inline void of_pause(long us) {}
#else
#include <poll.h>
#include <time.h>
#include <unistd.h>

static inline long of_write_some(int fd, const char *data, size_t size) {
    for (;;) {
        ssize_t done = write(fd, data, size);
        if (done >= 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) return (long)done;
        if (errno != EINTR) {   /* a full pipe in non-blocking mode */
            struct pollfd room = {fd, POLLOUT, 0};
            poll(&room, 1, -1);
        }
    }
}

static inline long of_read_some(int fd, char *data, size_t size) {
    ssize_t done;
    do done = read(fd, data, size);
    while (done < 0 && errno == EINTR);
    return (long)done;
}

static inline void of_pause(long us) {
    struct timespec time = {0, us * 1000};
    nanosleep(&time, NULL);
}

/* Wait for input (or its end), or for a byte in the pipe `woken`, for at most `ms` milliseconds (negative: no limit).
   Ignores a negative descriptor. */
static inline int of_await(int input, int woken, int ms) {
    struct pollfd both[2] = {{input, POLLIN, 0}, {woken, POLLIN, 0}};
    if (poll(both, 2, ms) < 0) return errno == EINTR ? OF_INTERRUPTED : OF_INPUT;
    return (both[0].revents ? OF_INPUT : 0) | (both[1].revents ? OF_WOKEN : 0);
}
#endif

#endif
