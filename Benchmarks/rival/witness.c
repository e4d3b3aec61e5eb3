// Tells when a program's write-ahead log has reached the disk, without a change to the program.
//
// Preloaded (LD_PRELOAD), it stands before fsync and fdatasync. After each of them on a file whose
// name ends in "-wal" it writes a line to the file descriptor that HARU_COMMITS names: when the call
// began and when it ended, by CLOCK_MONOTONIC in microseconds. The time is taken before anything
// else is done.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int commits = -1;

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("HARU_COMMITS");
  if (number) commits = atoi(number);
  // For this process alone.
  unsetenv("HARU_COMMITS");
  unsetenv("LD_PRELOAD");
}

static long long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static int synchronize(long call, int file) {
  const long long began = microseconds();
  const int result = (int)syscall(call, file);
  const long long ended = microseconds();
  if (commits < 0 || result != 0) return result;

  char link[32], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, name, sizeof name);
  if (length < 4 || memcmp(name + length - 4, "-wal", 4) != 0) return result;
  char line[64];
  const int count = snprintf(line, sizeof line, "%lld %lld\n", began, ended);
  if (write(commits, line, (size_t)count) < 0) commits = -1;
  return result;
}

int fsync(int file) { return synchronize(SYS_fsync, file); }
int fdatasync(int file) { return synchronize(SYS_fdatasync, file); }
