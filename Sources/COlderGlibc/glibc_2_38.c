// What a Swift that was built with glibc 2.38 or later, as Debian's is, takes from there. C23's functions read 0b1
// as a number too; Swift reads settings of its runtime and a line of /proc with them, and neither has any.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// By their names in the C library: newer headers call them as we do here.
long older_strtol(const char *, char **, int) __asm__("strtol");
long long older_strtoll(const char *, char **, int) __asm__("strtoll");
unsigned long older_strtoul(const char *, char **, int) __asm__("strtoul");
unsigned long long older_strtoull(const char *, char **, int) __asm__("strtoull");
int older_vsscanf(const char *, const char *, va_list) __asm__("__isoc99_vsscanf");

#pragma GCC visibility push(hidden)

long __isoc23_strtol(const char *text, char **end, int base) { return older_strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return older_strtoll(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return older_strtoul(text, end, base); }

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return older_strtoull(text, end, base); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = older_vsscanf(text, format, values);
  va_end(values);
  return count;
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size == 0) return length;
  size_t count = length < size ? length : size - 1;
  memcpy(to, from, count);
  to[count] = 0;
  return length;
}
