// Preloaded, it moves the wall clock of a program by HARU_TEST_OFFSET nanoseconds (Scripts/at-time).
//
// libfaketime does the same, but a program under the address sanitizer never starts with it, and its
// wrapper outlives a test that kills it.
//
// With HARU_TEST_CLOCK, the path of a pipe, a test sets the clock later: it writes another offset,
// eight bytes, and reading a timer fails with ECANCELED, as the kernel says that the clock was
// set. The program's timers ring for no other reason then.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;
static int64_t offset;
static const char *pipe_path;
static int pipe_timer = -1;
static char is_wall_timer[1024];

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("HARU_TEST_OFFSET");
  if (text) offset = atoll(text);
  pipe_path = getenv("HARU_TEST_CLOCK");
}

static void move(struct timespec *time, int64_t by) {
  int64_t moved = time->tv_sec * second + time->tv_nsec + by;
  *time = (struct timespec){.tv_sec = moved / second, .tv_nsec = moved % second};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) move(time, offset);
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}

int timerfd_create(int clock, int flags) {
  if (pipe_path) return pipe_timer = open(pipe_path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  int timer = syscall(SYS_timerfd_create, clock, flags);
  if (timer >= 0 && timer < (int)sizeof is_wall_timer) is_wall_timer[timer] = clock == CLOCK_REALTIME;
  return timer;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (fd == pipe_timer) return 0;
  struct itimerspec moved = *new;
  int is_wall = fd >= 0 && fd < (int)sizeof is_wall_timer && is_wall_timer[fd];
  if (is_wall && flags & TFD_TIMER_ABSTIME && moved.it_value.tv_sec) move(&moved.it_value, -offset);
  return syscall(SYS_timerfd_settime, fd, flags, &moved, old);
}

ssize_t read(int fd, void *buffer, size_t size) {
  if (fd != pipe_timer || fd < 0) return syscall(SYS_read, fd, buffer, size);
  ssize_t count = syscall(SYS_read, fd, &offset, sizeof offset);
  if (count < 0) return count;
  errno = ECANCELED;
  return -1;
}
