// Preloaded, it says to a program that the machine's clock was set, as the kernel does, when a test
// writes a byte into the pipe HARU_TEST_CLOCK: the program's timers become readable, and reading one
// fails with ECANCELED. They ring for no other reason.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer = -1;

int timerfd_create(int clock, int flags) {
  (void)clock;
  (void)flags;
  return timer = open(getenv("HARU_TEST_CLOCK"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  (void)fd;
  (void)flags;
  (void)new;
  (void)old;
  return 0;
}

ssize_t read(int fd, void *buffer, size_t size) {
  ssize_t count = syscall(SYS_read, fd, buffer, fd == timer ? 1 : size);
  if (fd != timer || count != 1) return count;
  errno = ECANCELED;
  return -1;
}
