#include <libnotify/notify.h>

// Macros and variadics that Swift cannot import.

static inline gint haru_notification_id(NotifyNotification *_Nonnull notification) {
  gint id = 0;
  g_object_get(notification, "id", &id, NULL);
  return id;
}

// Shows a notification; NULL if the server took it, else its reason, to be freed with g_free.
static inline char *_Nullable haru_notification_show(NotifyNotification *_Nonnull notification) {
  GError *error = NULL;
  if (notify_notification_show(notification, &error)) return NULL;
  char *reason = g_strdup(error ? error->message : "not shown");
  g_clear_error(&error);
  return reason;
}
