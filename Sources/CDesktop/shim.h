#define _GNU_SOURCE
#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Macros and casts that Swift cannot import, one line each.

static inline GVariantType *_Nonnull haru_variant_type(const char *_Nonnull type) {
  return (GVariantType *)type;
}

static inline GActionMap *_Nonnull haru_action_map(GApplication *_Nonnull application) {
  return G_ACTION_MAP(application);
}

static inline GAction *_Nonnull haru_action(GSimpleAction *_Nonnull action) {
  return G_ACTION(action);
}

static inline GQuark haru_io_error_quark(void) { return G_IO_ERROR; }
static inline GQuark haru_key_file_error_quark(void) { return G_KEY_FILE_ERROR; }
static inline GQuark haru_file_error_quark(void) { return G_FILE_ERROR; }

// Gives the pages of the program's own code back to the page cache; what runs again is mapped again.
static inline int haru_release_code_of(struct dl_phdr_info *_Nonnull info, size_t size, void *_Nullable data) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (info->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1);
    uintptr_t end = (info->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
    if (end > begin) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 1;  // The first is the program itself; libraries are shared with others.
}
static inline void haru_release_code(void) { dl_iterate_phdr(haru_release_code_of, NULL); }
