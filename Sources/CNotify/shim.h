#include "../CGLib/flags.h"
#include <libnotify/notify.h>

// Macros and variadics that Swift cannot import.

// Sets the text, and the path of a picture as app_icon, which every server draws. libnotify up to
// 0.8.3 sends its icon so. From 0.8.4 on it makes it a hint, which LXQt does not draw, and has a
// property for app_icon; this asks the library that runs and not the one we were built with.
static inline void haru_notification_set_content(NotifyNotification *_Nonnull notification,
                                                 const char *_Nonnull title,
                                                 const char *_Nonnull body,
                                                 const char *_Nullable icon) {
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(notification), "app-icon")) {
    notify_notification_update(notification, title, body, NULL);
    g_object_set(notification, "app-icon", icon, NULL);
  } else {
    notify_notification_update(notification, title, body, icon);
  }
}

// Composes a notification and calls the server; NULL if it got an answer, else the reason why not, to
// be freed with g_free.
static inline char *_Nullable haru_notification_show(NotifyNotification *_Nonnull notification) {
  GError *error = NULL;
  if (notify_notification_show(notification, &error)) return NULL;
  char *reason = g_strdup(error ? error->message : "not shown");
  g_clear_error(&error);
  return reason;
}
