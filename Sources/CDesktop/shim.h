#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

// On Unix every application that GIO knows has a desktop file.
static inline GDesktopAppInfo *_Nullable haru_desktop_application(GAppInfo *_Nullable application) {
  return G_IS_DESKTOP_APP_INFO(application) ? G_DESKTOP_APP_INFO(application) : NULL;
}

// What a child writes comes through a pipe, which has a descriptor.
static inline int haru_input_descriptor(GInputStream *_Nonnull stream) {
  return g_unix_input_stream_get_fd(G_UNIX_INPUT_STREAM(stream));
}

static inline GQuark haru_io_error_quark(void) { return G_IO_ERROR; }
static inline GQuark haru_key_file_error_quark(void) { return G_KEY_FILE_ERROR; }
static inline GQuark haru_file_error_quark(void) { return G_FILE_ERROR; }

// A descriptor that can be read once a process has ended; older C libraries lack the call.
static inline int haru_open_process(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

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

// The main loop itself calls it, because each caller of ours would be mapped again on the way back.
static inline void haru_release_code_last(void) {
  g_idle_add_full(G_PRIORITY_LOW, haru_release_code, NULL, NULL);
}
