#include "../CGLib/flags.h"
#include <errno.h>
#include <fcntl.h>
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <sys/file.h>
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

// A descriptor that can be read once a process has ended; older C libraries lack the call.
static inline int haru_open_process(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}
