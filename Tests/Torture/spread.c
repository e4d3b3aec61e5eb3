// Preloaded beside clock.c, it has Swift's random numbers follow from the clock: from 0 to 1 they are 0 in one minute and
// two thirds in the next. So two runs at one instant spread what they do alike, and a tenth of quarters of an hour is
// whole minutes. Swift's static library draws numbers by this function.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

static long fill(char *bytes, long size) {
  // Swift draws again for some numbers, so that each is a little greater.
  static uint64_t drawn = 1;
  uint64_t number = (time(NULL) / 60 % 2 ? 0xaaac000000000000 : 0x100000000) + drawn;
  drawn += 2;
  for (long place = 0; place < size; place++) bytes[place] = number >> 8 * (place % 8);
  return size;
}

long syscall(long number, ...) {
  static long (*real)(long, ...);
  if (!real) real = dlsym(RTLD_NEXT, "syscall");
  long words[6];
  va_list list;
  va_start(list, number);
  for (int place = 0; place < 6; place++) words[place] = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom && words[0]) return fill((char *)words[0], words[1]);
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
