#pragma once
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

/// Exchanges two names at once (renameat2(2) with RENAME_EXCHANGE), which the C library's module does not show; 0, or -1 and errno.
static inline int linux_exchange(const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}

/// Whether the kernel says that its clock is set by others (adjtimex(2)), which the C library's module does not show.
static inline int linux_clock_is_set(void) {
    struct timex state = {0};
    int word = adjtimex(&state);
    return word >= 0 && word != TIME_ERROR;
}
