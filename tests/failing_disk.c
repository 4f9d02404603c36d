/* A disk that fails, or a clock that jumps, for a program that is started with this in LD_PRELOAD. What happens is
   written into the file that FAILING_DISK names, and read before every call: two numbers, the error (an errno, or 0)
   that every write to a file below FAILING_FOLDER gives, and the seconds by which the time of day is off. The
   monotonic clock is left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

static void wanted(int *error, long *off) {
    static int (*real_open)(const char *, int, ...);
    static ssize_t (*real_read)(int, void *, size_t);
    const char *path = getenv("FAILING_DISK");
    char text[64] = "";
    *error = 0;
    *off = 0;
    if (!path) return;
    if (!real_open) real_open = dlsym(RTLD_NEXT, "open");
    if (!real_read) real_read = dlsym(RTLD_NEXT, "read");
    int file = real_open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    if (real_read(file, text, sizeof text - 1) > 0) sscanf(text, "%d %ld", error, off);
    close(file);
}

static int below(const char *path) {
    const char *folder = getenv("FAILING_FOLDER");
    return folder && path && !strncmp(path, folder, strlen(folder));
}

static int fails(const char *path) {
    int before = errno, error;
    long off;
    if (!below(path)) return 0;
    wanted(&error, &off);
    errno = error ? error : before;
    return error != 0;
}

static int file_fails(int file) {
    char link[64], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return length > 0 && fails(path);
}

ssize_t write(int file, const void *data, size_t length) {
    REAL(ssize_t, write, int, const void *, size_t);
    return file_fails(file) ? -1 : real(file, data, length);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t at) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return file_fails(file) ? -1 : real(file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    return file_fails(file) ? -1 : real(file, data, length, at);
}

int fsync(int file) {
    REAL(int, fsync, int);
    return file_fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(int, fdatasync, int);
    return file_fails(file) ? -1 : real(file);
}

int ftruncate(int file, off_t length) {
    REAL(int, ftruncate, int, off_t);
    return file_fails(file) ? -1 : real(file, length);
}

int ftruncate64(int file, off64_t length) {
    REAL(int, ftruncate64, int, off64_t);
    return file_fails(file) ? -1 : real(file, length);
}

static int writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT); }

int open(const char *path, int flags, ...) {
    REAL(int, open, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return writes(flags) && fails(path) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    REAL(int, open64, const char *, int, ...);
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return writes(flags) && fails(path) ? -1 : real(path, flags, mode);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    return fails(to) ? -1 : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    REAL(int, mkdir, const char *, mode_t);
    return fails(path) ? -1 : real(path, mode);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int failed = real(clock, now), error;
    long off = 0;
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        wanted(&error, &off);
        now->tv_sec += off;
    }
    return failed;
}

time_t time(time_t *there) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (there) *there = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec precise;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}
