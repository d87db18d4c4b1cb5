// Injects faults at a chosen system call of a program, with LD_PRELOAD.
//
//   FAULT=operation:k:what[:sticky]   at the k-th call of the operation; sticky: also at later ones
//   FAULT_PATH=text                   only on files whose path contains the text
//   FAULT_COUNT=file                  the file to which the number of calls is written at the end
//   FAULT_DELAY=milliseconds          the duration of DELAY; default: 5
//   FAULT_LOCKS=file                  the file that gets a line for each close() that drops POSIX locks
//                                     of the process on the file whose path ends in FAULT_PATH
//
// operation: write (pwrite), sync (fsync, fdatasync), pread, truncate (ftruncate), read; any: each of
// these, and each open, close and lock (fcntl), on any file
// what: EIO ENOSPC EINTR: fails with that error; SHORT: transfers half; LIE: does nothing and reports
// success; KILL, STOP, INT, TERM, HUP: sends the signal to itself; TORN: writes half, then KILL; DELAY: waits.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

static char operation[16], what[16];
static long k, delay = 5;
static int sticky;
static atomic_long calls;

__attribute__((constructor)) static void prepare(void) {
  const char *fault = getenv("FAULT"), *milliseconds = getenv("FAULT_DELAY");
  char last[16] = "";
  if (fault) sscanf(fault, "%15[^:]:%ld:%15[^:]:%15s", operation, &k, what, last);
  sticky = strcmp(last, "sticky") == 0;
  if (milliseconds) delay = atol(milliseconds);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

static int concerns(int descriptor) {
  const char *part = getenv("FAULT_PATH");
  char link[64], path[4096];
  if (!part) return descriptor > 2;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, part) != NULL;
}

// Whether the call must fail; faults before the call (a signal, a delay) occur here.
static int goes_wrong(const char *name, int descriptor) {
  int any = strcmp(operation, "any") == 0;
  if (!any && strcmp(operation, name) != 0) return 0;
  int before = errno;
  int meant = any || concerns(descriptor);
  errno = before;
  if (!meant) return 0;
  long call = atomic_fetch_add(&calls, 1) + 1;
  if (call != k && !(sticky && call > k)) return 0;
  if (strcmp(what, "KILL") == 0) raise(SIGKILL);
  if (strcmp(what, "STOP") == 0) return raise(SIGSTOP), 0;
  int stop = strcmp(what, "INT") == 0 ? SIGINT : strcmp(what, "TERM") == 0 ? SIGTERM
      : strcmp(what, "HUP") == 0 ? SIGHUP : 0;
  if (stop) return kill(getpid(), stop), 0;
  if (strcmp(what, "DELAY") == 0) {
    struct timespec time = {delay / 1000, delay % 1000 * 1000000};
    return nanosleep(&time, NULL), 0;
  }
  errno = strcmp(what, "ENOSPC") == 0 ? ENOSPC : strcmp(what, "EINTR") == 0 ? EINTR : EIO;
  return 1;
}

static int is(const char *kind) { return strcmp(what, kind) == 0; }
static size_t half(size_t count) { return count < 2 ? count : count / 2; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Without a length: fails, or lies.
#define PLAIN(operation, name, parameters, arguments)                    \
  int name parameters {                                                  \
    static __typeof__(&name) real;                                       \
    if (!real) real = REAL(name);                                        \
    if (goes_wrong(#operation, descriptor)) return is("LIE") ? 0 : -1;   \
    return real arguments;                                               \
  }

// With a length: also in part.
#define PARTIAL(operation, name, parameters, arguments, half_arguments)  \
  ssize_t name parameters {                                              \
    static __typeof__(&name) real;                                       \
    if (!real) real = REAL(name);                                        \
    if (goes_wrong(#operation, descriptor)) {                            \
      if (is("SHORT")) return real half_arguments;                       \
      if (is("TORN")) { real half_arguments; raise(SIGKILL); }           \
      return is("LIE") ? (ssize_t)count : -1;                            \
    }                                                                    \
    return real arguments;                                               \
  }

PLAIN(sync, fsync, (int descriptor), (descriptor))
PLAIN(sync, fdatasync, (int descriptor), (descriptor))
PLAIN(truncate, ftruncate, (int descriptor, off_t size), (descriptor, size))
PLAIN(truncate, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
PARTIAL(write, pwrite, (int descriptor, const void *bytes, size_t count, off_t offset),
        (descriptor, bytes, count, offset), (descriptor, bytes, half(count), offset))
PARTIAL(write, pwrite64, (int descriptor, const void *bytes, size_t count, off64_t offset),
        (descriptor, bytes, count, offset), (descriptor, bytes, half(count), offset))
PARTIAL(pread, pread, (int descriptor, void *bytes, size_t count, off_t offset),
        (descriptor, bytes, count, offset), (descriptor, bytes, half(count), offset))
PARTIAL(pread, pread64, (int descriptor, void *bytes, size_t count, off64_t offset),
        (descriptor, bytes, count, offset), (descriptor, bytes, half(count), offset))
PARTIAL(read, read, (int descriptor, void *bytes, size_t count),
        (descriptor, bytes, count), (descriptor, bytes, half(count)))

// Whether this process holds a POSIX lock on the file, as the kernel lists them.
static int is_locked(int descriptor) {
  struct stat status;
  char line[256], file[64];
  int found = 0;
  FILE *locks = fopen("/proc/locks", "r");
  if (!locks || fstat(descriptor, &status) != 0) return locks ? fclose(locks), 0 : 0;
  snprintf(file, sizeof file, " %d %02x:%02x:%lu ", getpid(), major(status.st_dev),
           minor(status.st_dev), status.st_ino);
  while (!found && fgets(line, sizeof line, locks))
    found = strstr(line, " POSIX ") && strstr(line, file);
  fclose(locks);
  return found;
}

// POSIX locks belong to the process: closing any descriptor of a file drops all of them. SQLite
// waits with closing until it holds none; other code must not open its file.
static void watch_locks(int descriptor) {
  const char *path = getenv("FAULT_LOCKS"), *end = getenv("FAULT_PATH");
  char link[64], name[4096];
  if (!path || !end) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < (ssize_t)strlen(end)) return;
  name[length] = 0;
  if (strcmp(name + length - strlen(end), end) != 0 || !is_locked(descriptor)) return;
  FILE *file = fopen(path, "a");
  if (!file) return;
  fprintf(file, "locks dropped by close(%d)\n", descriptor);
  fclose(file);
}

// Opens a file, with the mode if one is given.
#define OPEN(name)                                                        \
  int name(const char *path, int flags, ...) {                            \
    static __typeof__(&name) real;                                        \
    if (!real) real = REAL(name);                                         \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                         \
    goes_wrong("open", -1);                                               \
    return real(path, flags, mode);                                       \
  }

// Locks a file, or changes its descriptor. All arguments are at most as large as a pointer.
#define CONTROL(name)                                                     \
  int name(int descriptor, int command, ...) {                            \
    static __typeof__(&name) real;                                        \
    if (!real) real = REAL(name);                                         \
    va_list rest;                                                         \
    va_start(rest, command);                                              \
    void *argument = va_arg(rest, void *);                                \
    va_end(rest);                                                         \
    goes_wrong("lock", descriptor);                                       \
    return real(descriptor, command, argument);                           \
  }

OPEN(open)
OPEN(open64)
CONTROL(fcntl)
CONTROL(fcntl64)

int close(int descriptor) {
  static int (*real)(int);
  if (!real) real = REAL(close);
  int before = errno;
  goes_wrong("close", descriptor);
  watch_locks(descriptor);
  errno = before;
  return real(descriptor);
}
