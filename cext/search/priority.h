/* A thread that gives way to others. */
#ifndef ODDFISH_PRIORITY_H
#define ODDFISH_PRIORITY_H

#if defined(__linux__)
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
/* Lower the calling thread's priority; on Linux, threads have their own. */
static inline void of_lower_priority(int steps) {
    id_t thread = (id_t)syscall(SYS_gettid);
    int now;
    errno = 0;
    now = getpriority(PRIO_PROCESS, thread);
    if (errno == 0) setpriority(PRIO_PROCESS, thread, now + steps);
}
#else
static inline void of_lower_priority(int steps) { (void)steps; }
#endif

#endif
