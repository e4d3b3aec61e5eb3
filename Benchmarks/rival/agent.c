// The rival: the main job of haru-agent in C, with the same libraries and the same care for the
// store, and nothing else.
//
//   agent STORE
//
// It shows today, takes a click, writes it durably, works the streak out again, and shows the new
// state. It knows no settings, no end of the day, no reminder, no language, no server that comes or
// goes or hangs, no locked store and no second instance: what those cost in Haru shows against it.

#include <gio/gio.h>
#include <glib-unix.h>
#include <libnotify/notify.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What `HaruStore` makes of a new file.
static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE mark ("
    "  day TEXT NOT NULL PRIMARY KEY"
    "    CHECK (length(day) = 10 AND date(day, '+0 days') IS day AND day >= '0001-01-01'),"
    "  marked_at INTEGER NOT NULL,"
    "  utc_offset INTEGER NOT NULL,"
    "  zone TEXT NOT NULL,"
    "  source TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE journal ("
    "  id INTEGER PRIMARY KEY,"
    "  batch INTEGER NOT NULL,"
    "  undoes INTEGER,"
    "  kind TEXT NOT NULL,"
    "  day TEXT NOT NULL,"
    "  before TEXT,"
    "  after TEXT,"
    "  at INTEGER NOT NULL,"
    "  utc_offset INTEGER NOT NULL,"
    "  zone TEXT NOT NULL,"
    "  source TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX journal_batch ON journal (batch);"
    "PRAGMA user_version = 1;"
    "COMMIT;";

static sqlite3 *store;
static sqlite3_stmt *begin, *is_marked, *insert_mark, *delete_mark, *insert_journal, *commit,
    *marked_days;
static NotifyNotification *shown;
// The server's id; libnotify forgets it when a server gives it a second time and only then tells
// that the first is closed.
static gint shown_id;

static void check(int code, int wanted) {
  if (code != wanted) g_error("the store: %s", sqlite3_errmsg(store));
}

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(sqlite3_prepare_v3(store, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), SQLITE_OK);
  return statement;
}

static void open_store(const char *path) {
  check(sqlite3_open_v2(path, &store,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL),
      SQLITE_OK);
  sqlite3_busy_timeout(store, 5000);
  sqlite3_stmt *version = prepared("PRAGMA user_version");
  check(sqlite3_step(version), SQLITE_ROW);
  const int is_new = sqlite3_column_int(version, 0) == 0;
  sqlite3_finalize(version);
  if (is_new) check(sqlite3_exec(store, schema, NULL, NULL, NULL), SQLITE_OK);

  begin = prepared("BEGIN IMMEDIATE");
  is_marked = prepared("SELECT 1 FROM mark WHERE day = ?");
  insert_mark = prepared("INSERT INTO mark VALUES (?, ?, ?, ?, 'button')");
  delete_mark = prepared("DELETE FROM mark WHERE day = ?");
  insert_journal = prepared(
      "INSERT INTO journal VALUES (NULL, (SELECT ifnull(max(batch), 0) + 1 FROM journal), NULL,"
      " 'study', ?, ?, ?, ?, ?, ?, 'button')");
  commit = prepared("COMMIT");
  marked_days = prepared("SELECT day FROM mark ORDER BY day DESC");
}

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement), SQLITE_DONE);
  sqlite3_reset(statement);
}

// Writes a mark and its line in the journal in one transaction, on disk when it returns.
static void set_studied(const char *day, int studied) {
  const time_t now = time(NULL);
  struct tm local;
  localtime_r(&now, &local);

  run(begin);
  sqlite3_bind_text(is_marked, 1, day, -1, SQLITE_STATIC);
  const int was_studied = sqlite3_step(is_marked) == SQLITE_ROW;
  sqlite3_reset(is_marked);
  if (studied != was_studied) {
    sqlite3_stmt *mark = studied ? insert_mark : delete_mark;
    sqlite3_bind_text(mark, 1, day, -1, SQLITE_STATIC);
    if (studied) {
      sqlite3_bind_int64(mark, 2, now);
      sqlite3_bind_int64(mark, 3, local.tm_gmtoff);
      sqlite3_bind_text(mark, 4, local.tm_zone, -1, SQLITE_STATIC);
    }
    run(mark);
    sqlite3_bind_text(insert_journal, 1, day, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert_journal, 2, studied ? NULL : "studied", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert_journal, 3, studied ? "studied" : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert_journal, 4, now);
    sqlite3_bind_int64(insert_journal, 5, local.tm_gmtoff);
    sqlite3_bind_text(insert_journal, 6, local.tm_zone, -1, SQLITE_STATIC);
    run(insert_journal);
  }
  run(commit);
}

// Days since some day long ago.
static int number(const char *day) {
  GDate date;
  g_date_clear(&date, 1);
  g_date_set_dmy(&date, atoi(day + 8), atoi(day + 5), atoi(day));
  return (int)g_date_get_julian(&date);
}

// Reads all marks, newest first, for the streak that ends today or, while today is open, yesterday.
static int current_streak(int today, int *is_today_studied) {
  int streak = 0, next = today;
  *is_today_studied = 0;
  while (sqlite3_step(marked_days) == SQLITE_ROW) {
    const int day = number((const char *)sqlite3_column_text(marked_days, 0));
    if (day == today) *is_today_studied = 1;
    if (day == next || (streak == 0 && day == today - 1)) {
      streak += 1;
      next = day - 1;
    }
  }
  sqlite3_reset(marked_days);
  return streak;
}

// The clicks are taken from the bus below, because a key may name any day.
static void ignore(NotifyNotification *notification, char *key, gpointer data) {
  (void)notification, (void)key, (void)data;
}

static void add_action(const char *verb, const char *day, const char *label) {
  g_autofree char *key = g_strdup_printf("%s:%s", verb, day);
  notify_notification_add_action(shown, key, label, ignore, NULL, NULL);
}

// Shows the state of today as a new notification, in place of the one before.
static void show_today(void) {
  const time_t now = time(NULL);
  struct tm local;
  localtime_r(&now, &local);
  char day[16], title[64];
  strftime(day, sizeof day, "%Y-%m-%d", &local);
  strftime(title, sizeof title, "%A %-d %B", &local);
  int studied;
  const int streak = current_streak(number(day), &studied);
  g_autofree char *summary = g_strdup_printf("%s%s", title, studied ? " · Studied" : "");
  g_autofree char *body = g_strdup_printf("%d-day streak", streak);

  if (shown) {
    notify_notification_close(shown, NULL);
    g_object_unref(shown);
  }
  shown = notify_notification_new(summary, body, NULL);
  if (studied) {
    add_action("unstudy", day, "Undo");
    add_action("close", day, "Close");
  } else {
    add_action("study", day, "Study");
    add_action("later", day, "Later");
  }
  notify_notification_set_hint(shown, "desktop-entry", g_variant_new_string("rival"));
  notify_notification_set_hint(shown, "resident", g_variant_new_boolean(TRUE));
  notify_notification_set_timeout(shown, NOTIFY_EXPIRES_NEVER);
  g_autoptr(GError) error = NULL;
  if (!notify_notification_show(shown, &error)) g_printerr("not shown: %s\n", error->message);
  g_object_get(shown, "id", &shown_id, NULL);
}

static void action_invoked(GDBusConnection *bus, const char *sender, const char *path,
    const char *interface, const char *signal, GVariant *arguments, gpointer data) {
  (void)bus, (void)sender, (void)path, (void)interface, (void)signal, (void)data;
  guint32 id;
  const char *key;
  g_variant_get(arguments, "(u&s)", &id, &key);
  if (id != (guint32)shown_id) return;
  if (g_str_has_prefix(key, "study:"))
    set_studied(strchr(key, ':') + 1, 1);
  else if (g_str_has_prefix(key, "unstudy:"))
    set_studied(strchr(key, ':') + 1, 0);
  else
    return;
  show_today();
}

static gboolean quit(gpointer loop) {
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

int main(int count, char **words) {
  if (count != 2) {
    g_printerr("usage: agent STORE\n");
    return 64;
  }
  g_autoptr(GError) error = NULL;
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
  if (!bus) {
    g_printerr("no session bus: %s\n", error->message);
    return 69;
  }
  open_store(words[1]);
  notify_init("Rival");
  const char *server = "org.freedesktop.Notifications";
  g_dbus_connection_signal_subscribe(bus, server, server, "ActionInvoked",
      "/org/freedesktop/Notifications", NULL, G_DBUS_SIGNAL_FLAGS_NONE, action_invoked, NULL, NULL);
  show_today();

  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_unix_signal_add(SIGTERM, quit, loop);
  g_main_loop_run(loop);
  notify_notification_close(shown, NULL);
  sqlite3_close_v2(store);
  return 0;
}
