// Tells when a program's change of a store has reached the disk, without a change to the program.
//
// Preloaded (LD_PRELOAD), it stands before fsync, fdatasync and unlink. After each sync of a file of a
// store or of a directory, and after the removal of a journal, which is SQLite's commit, it writes a line
// to the file descriptor that HARU_COMMITS names: when the call began and when it ended, by
// CLOCK_MONOTONIC in microseconds. The time is taken before anything else is done.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static void tell(long long began, long long ended) {
  char line[64];
  const int count = snprintf(line, sizeof line, "%lld %lld\n", began, ended);
  if (write(commits, line, (size_t)count) < 0) commits = -1;
}

static int concerns_store(int file) {
  struct stat status;
  if (fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) return 1;
  char link[32], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return strstr(name, ".sqlite") != NULL;
}

static int synchronize(long call, int file) {
  const long long began = microseconds();
  const int result = (int)syscall(call, file);
  const long long ended = microseconds();
  if (commits >= 0 && result == 0 && concerns_store(file)) tell(began, ended);
  return result;
}

int fsync(int file) { return synchronize(SYS_fsync, file); }
int fdatasync(int file) { return synchronize(SYS_fdatasync, file); }

int unlink(const char *path) {
  const long long began = microseconds();
  const int result = (int)syscall(SYS_unlink, path);
  const long long ended = microseconds();
  const char *end = strstr(path, ".sqlite-journal");
  if (commits >= 0 && result == 0 && end) tell(began, ended);
  return result;
}
