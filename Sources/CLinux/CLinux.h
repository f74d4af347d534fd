#pragma once
#include <fcntl.h>
#include <malloc.h>
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

/// Makes the C library's allocator give large blocks back to the system as soon as they are freed (mallopt(3)), which its module does
/// not show: blocks of at least `large` bytes, and the end of the heap beyond `spare` bytes. Of `arenas`, threads share one each.
static inline void linux_give_back_when_freed(int large, int spare, int arenas) {
    mallopt(M_MMAP_THRESHOLD, large);
    mallopt(M_TRIM_THRESHOLD, spare);
    mallopt(M_ARENA_MAX, arenas);
}

/// Gives back all whole pages that are free (malloc_trim(3)), which the C library's module does not show.
static inline void linux_give_back_freed(void) { malloc_trim(0); }
