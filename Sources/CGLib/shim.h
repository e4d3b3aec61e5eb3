#include "flags.h"
#include <elf.h>
#include <glib.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>

// Macros that Swift cannot import, and what has to be in C.

// Gives free memory back, and the pages of the program's own code and constants to the page cache; what
// is used again is mapped again.
static inline gboolean haru_release_code(void *_Nullable unused) {
  const Elf64_Phdr *segments = (const Elf64_Phdr *)getauxval(AT_PHDR);
  unsigned long count = getauxval(AT_PHNUM), page = getauxval(AT_PAGESZ), base = 0;
  for (unsigned long i = 0; i < count; i++) {
    if (segments[i].p_type == PT_PHDR) base = (unsigned long)segments - segments[i].p_vaddr;
  }
  for (unsigned long i = 0; i < count; i++) {
    if (segments[i].p_type != PT_LOAD || (segments[i].p_flags & PF_W)) continue;
    unsigned long begin = (base + segments[i].p_vaddr + page - 1) & ~(page - 1);
    unsigned long end = (base + segments[i].p_vaddr + segments[i].p_memsz) & ~(page - 1);
    if (end > begin) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  malloc_trim(0);
  return G_SOURCE_REMOVE;
}

// A core dump of the process would hold all that it has in memory; nor do its user's other programs look into it.
static inline void haru_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// The main loop itself calls it: the callers in Swift would be mapped again on the way back, 0.7 MiB.
static inline void haru_release_code_last(void) {
  g_idle_add_full(G_PRIORITY_LOW, haru_release_code, NULL, NULL);
}
