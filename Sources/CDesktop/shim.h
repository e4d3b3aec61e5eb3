#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
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
