// Preloaded, it gives a program the clock that Tests/Torture/years.py holds: the time stands in the
// file HARU_TORTURE_CLOCK, and the program's timer rings when a byte comes through the pipe of the
// same name with ".ring" behind it. 'c' in that pipe says that the clock was set, as the kernel does.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct shared {
  volatile int64_t now;    // seconds since 1970
  volatile int64_t alarm;  // when the timer is to ring
  volatile int64_t armed;  // how often it was set
};

static int timer = -1;

static struct shared *shared(void) {
  static struct shared *memory;
  if (memory) return memory;
  int file = syscall(SYS_openat, AT_FDCWD, getenv("HARU_TORTURE_CLOCK"), O_RDWR | O_CLOEXEC);
  memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  return memory;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
    return syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){.tv_sec = shared()->now};
  return 0;
}

int gettimeofday(struct timeval *time, void *zone) {
  (void)zone;
  *time = (struct timeval){.tv_sec = shared()->now};
  return 0;
}

time_t time(time_t *place) {
  if (place) *place = shared()->now;
  return shared()->now;
}

int timerfd_create(int clock, int flags) {
  if (clock != CLOCK_REALTIME) return syscall(SYS_timerfd_create, clock, flags);
  char pipe[4096];
  snprintf(pipe, sizeof pipe, "%s.ring", getenv("HARU_TORTURE_CLOCK"));
  return timer = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (fd != timer) return syscall(SYS_timerfd_settime, fd, flags, new, old);
  shared()->alarm = new->it_value.tv_sec;
  __atomic_add_fetch(&shared()->armed, 1, __ATOMIC_SEQ_CST);
  if (new->it_value.tv_sec <= shared()->now) return write(timer, "r", 1) == 1 ? 0 : -1;
  return 0;
}

ssize_t read(int fd, void *buffer, size_t size) {
  if (fd != timer || fd < 0) return syscall(SYS_read, fd, buffer, size);
  char how;
  ssize_t count = syscall(SYS_read, fd, &how, 1);
  if (count != 1) return count;
  if (how == 'c') {
    errno = ECANCELED;
    return -1;
  }
  memcpy(buffer, &(uint64_t){1}, 8);
  return 8;
}
