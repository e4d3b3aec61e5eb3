// What Swift's library would take from glibc 2.35, so that programs start with 2.34, as of RHEL 9. Nobody else gets it: the
// libraries that a program loads have glibc's own.

#include <math.h>

#pragma GCC visibility push(hidden)

// Here so that the linker does not look for it in glibc. The sum neither overflows nor loses digits in double.
float hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }

// Finds where the frames of a function are described, to unwind a C++ exception. Programs have no such descriptions
// (packaging/programs.ld), so there are none to find.
int _dl_find_object(void *address, void *result) {
  (void)address;
  (void)result;
  return -1;
}
