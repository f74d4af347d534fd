// Makes every flush to the disk take FLUSH_MICROSECONDS longer, to measure as on a slower disk:
//   cc -O2 -shared -fPIC -o slow_flush.so Benchmarks/slow_flush.c
//   FLUSH_MICROSECONDS=1000 LD_PRELOAD=$PWD/slow_flush.so Benchmarks/measure_presence.py …
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void wait_for_disk(void) {
    const char *text = getenv("FLUSH_MICROSECONDS");
    long microseconds = text ? atol(text) : 0;
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&time, NULL);
}

int fdatasync(int file) {
    wait_for_disk();
    return (int)syscall(SYS_fdatasync, file);
}

int fsync(int file) {
    wait_for_disk();
    return (int)syscall(SYS_fsync, file);
}
