#pragma once
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Exchanges two names at once (renameat2(2) with RENAME_EXCHANGE), which the C library's module does not show; 0, or -1 and errno.
static inline int linux_exchange(const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2);
}
