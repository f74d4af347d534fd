/* Shifts the time of day that a program sees, by what a file says: a library that the program loads first.

   The file that SHIFTED_CLOCK names holds one signed number of 8 bytes in the machine's order, in seconds. Whoever
   writes there changes the clock at once, while the program runs. Clocks that only count from the start of the machine
   go on as they are. Waits until a time of day end when the shifted clock shows it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* No clock that counts from the start of the machine comes so far: 31 years in seconds. */
#define TIME_OF_DAY 1000000000

static const volatile int64_t *shift;

__attribute__((constructor)) static void open_shift(void) {
    const char *path = getenv("SHIFTED_CLOCK");
    if (path == NULL) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) abort();
    void *bytes = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED) abort();
    shift = bytes;
}

static time_t seconds(void) { return shift == NULL ? 0 : (time_t)*shift; }

/* The real time of a deadline. */
static struct timespec real(const struct timespec *deadline) {
    struct timespec moved = *deadline;
    if (moved.tv_sec > TIME_OF_DAY) moved.tv_sec -= seconds();
    return moved;
}

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *now) {
    static typeof(&clock_gettime) next;
    if (next == NULL) next = NEXT(clock_gettime);
    int result = next(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
        now->tv_sec += seconds();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec exact;
    int result = clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){.tv_sec = exact.tv_sec, .tv_usec = exact.tv_nsec / 1000};
    return result;
}

time_t time(time_t *kept) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (kept != NULL) *kept = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
    struct timespec moved = real(deadline);
    return NEXT(sem_timedwait)(semaphore, &moved);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    struct timespec moved = real(deadline);
    return NEXT(pthread_cond_timedwait)(condition, mutex, &moved);
}
