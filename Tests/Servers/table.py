"""The servers: how each is started, and the few things that a user does there in another way."""

import glob
from dataclasses import dataclass

from screens import ESCAPE, Gnome, Phoc, Sway, X


@dataclass(frozen=True)
class Server:
    """A notification server as Debian installs it, with no settings of its own."""

    name: str
    package: str
    screen: type
    command: str = ""  # where it may be, as in PATH; empty if the screen is the server
    arguments: tuple = ()
    environment: tuple = ()
    files: tuple = ()  # of a home in which the desktop was used before
    manager: str = "openbox"  # of windows, under X
    compositor: str = ""  # without which it draws nothing
    # What the bus may start, if it is installed; never another server.
    services: tuple = ()
    # Or "under the pointer", "none" where a click on the body asks, "nowhere" where none does anything.
    buttons: str = "drawn"
    # The mouse button that answers a notification.
    answer: str = "left"
    # What binds keys for the user, then the presses that study, and those that undo.
    keys: tuple = ()
    # The user's switch for do-not-disturb, on and off.
    quiet: tuple = ()
    # The interfaces whose signals tell of the end of do-not-disturb.
    hears: tuple = ()
    # How the user opens and closes its list of older notifications: a command, a place to click, or
    # keys, which are one word.
    list: tuple = ()
    # What empties a list that keeps what its program has closed.
    forget: tuple = ()
    # A part of the screen that changes by itself, as a box.
    restless: tuple = ()
    # What shows that list, and belongs to the desktop.
    panel: str = ""

    @property
    def path(self):
        patterns = self.command.split(":")
        found = [path for pattern in patterns for path in glob.glob(pattern)] or patterns
        return [found[0], *self.arguments]


def switch(*words):
    """A command that is run with `true` and with `false`."""
    return (*words, "true"), (*words, "false")


def banners(schema, key):
    """The switch of a desktop that shows notifications, or does not: do-not-disturb the other way round."""
    return switch("gsettings", "set", schema, key)[::-1]


# LXQt sees a file that is replaced, as its own settings window does.
LXQT_SWITCH = """
cd "$XDG_CONFIG_HOME/lxqt"
printf '[General]\\ndoNotDisturb=%s\\n' "$0" >notifications.new
mv notifications.new notifications.conf"""

GNOME_SWITCH = banners("org.gnome.desktop.notifications", "show-banners")

# One key each, of a program for keys that runs beside a window manager.
KEYS_OF_X = ("sxhkd", ("super+s",), ("super+u",))
# Lines of the user's configuration.
KEYS_OF_SWAY = ("sway", *KEYS_OF_X[1:])


def budgie(part, method):
    """A command that calls a part of Budgie's desktop, as its own buttons do."""
    return ("gdbus", "call", "--session", f"--dest=org.budgie_desktop.{part}",
            f"--object-path=/org/budgie_desktop/{part}", f"--method={method}")


# It turns do-not-disturb over.
BUDGIE_SWITCH = budgie("Notifications", "org.buddiesofbudgie.budgie.Dispatcher.ToggleDoNotDisturb")

# Not a switch but what a program does while it shows a film.
INHIBIT = ("Inhibit",)

SERVERS = (
    Server("dunst", "dunst", X, "dunst", answer="middle", buttons="none", keys=KEYS_OF_X,
           quiet=switch("dunstctl", "set-paused"), hears=("org.dunstproject.cmd0",)),
    Server("xfce4-notifyd", "xfce4-notifyd", X, "/usr/lib/*/xfce4/notifyd/xfce4-notifyd",
           services=("org.xfce.Xfconf.service",), keys=("xfsettingsd", *KEYS_OF_X[1:]),
           quiet=switch("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-n",
                        "-t", "bool", "-s"), hears=("org.xfce.Xfconf",)),
    Server("notification-daemon", "notification-daemon", X,
           "/usr/lib/notification-daemon/notification-daemon", keys=KEYS_OF_X),
    Server("mate-notification-daemon", "mate-notification-daemon", X,
           "/usr/lib*/mate-notification-daemon/mate-notification-daemon",
           # It ends after 30 seconds without work.
           services=("org.freedesktop.mate.Notifications.service",), keys=KEYS_OF_X,
           quiet=switch("gsettings", "set", "org.mate.NotificationDaemon", "do-not-disturb")),
    Server("lxqt-notificationd", "lxqt-notificationd", X, "lxqt-notificationd",
           environment=(("XDG_CURRENT_DESKTOP", "LXQt"),), keys=KEYS_OF_X,
           files=(("config/lxqt/notifications.conf", "[General]\ndoNotDisturb=false\n"),),
           quiet=switch("sh", "-c", LXQT_SWITCH)),
    Server("mako", "mako-notifier", Sway, "mako", buttons="none", keys=KEYS_OF_SWAY),
    Server("swaync", "sway-notification-center", Sway, "swaync", keys=KEYS_OF_SWAY,
           quiet=(("swaync-client", "--dnd-on"), ("swaync-client", "--dnd-off")),
           list=(("swaync-client", "--open-panel"), ("swaync-client", "--close-panel"))),
    Server("gnome-shell", "gnome-shell", Gnome,
           services=("org.gnome.Shell.Notifications.service",), buttons="under the pointer",
           # The search; then the notification that it brings.
           keys=("", ("super", *"study", "Return"), ("super+n", "Return")),
           quiet=GNOME_SWITCH,
           list=((640, 12), ESCAPE)),
    Server("plasma", "plasma-workspace", X, "plasmashell", ("--no-respawn",),
           manager="kwin_x11", services=("org.kde.ActivityManager.service", "org.kde.kded5.service",
                                         "org.kde.kded6.service", "org.kde.kglobalaccel.service"),
           environment=(("XDG_CURRENT_DESKTOP", "KDE"), ("KDE_FULL_SESSION", "true"),
                        ("KDE_SESSION_VERSION", "5"), ("QT_QUICK_BACKEND", "software")),
           # KRunner finds today, and runs commands.
           keys=("krunner", ("alt+space", *"study", "Return"),
                 ("alt+space", *"haru", "space", *"undo", "Return")),
           quiet=(INHIBIT, INHIBIT),
           # The bell in its panel.
           list=((168, 696), ESCAPE)),
    Server("phosh", "phosh", Phoc, "/usr/libexec/phosh", ("--unlocked",), manager="",
           quiet=GNOME_SWITCH,
           # Its top bar.
           list=((640, 17), (640, 17))),
    Server("cinnamon", "cinnamon", X, "cinnamon", manager="",
           # The session that Cinnamon offers where there is no graphics card.
           environment=(("XDG_CURRENT_DESKTOP", "X-Cinnamon"), ("CINNAMON_2D", "1"),
                        ("CINNAMON_SLOWDOWN_FACTOR", "0.0001")),
           # Cinnamon has Super+S itself.
           keys=("cinnamon", ("super+k",), ("super+j",)),
           quiet=banners("org.cinnamon.desktop.notifications", "display-notifications"),
           list=(("super+n",), ESCAPE)),
    Server("budgie", "budgie-desktop", X, "budgie-daemon", manager="budgie-wm", panel="budgie-panel",
           environment=(("XDG_CURRENT_DESKTOP", "Budgie:GNOME"),), keys=("gsd-media-keys", *KEYS_OF_X[1:]),
           quiet=(BUDGIE_SWITCH, BUDGIE_SWITCH), hears=("org.buddiesofbudgie.budgie.Dispatcher",),
           # The bell in its panel.
           list=((1175, 702), (1175, 702)),
           forget=budgie("Raven", "org.budgie_desktop.Raven.ClearNotifications")),
    Server("notify-osd", "notify-osd", X, "/usr/libexec/notify-osd:/usr/lib/*/notify-osd", buttons="nowhere",
           compositor="picom", keys=KEYS_OF_X),
    Server("awesome", "awesome", X, "awesome", manager="",
           # It has Super+S and Super+U itself.
           keys=("sxhkd", ("super+g",), ("super+b",))),
    Server("enlightenment", "enlightenment", X, "enlightenment_start", ("-profile", "standard"),
           manager="", keys=KEYS_OF_X,
           # What its panel says of the processor.
           restless=(560, 680, 1000, 720)),
    Server("deepin-notifications", "deepin-notifications", X, "/usr/lib/deepin-notifications/deepin-notifications",
           # It crashes now and then; the bus starts it again at the next call.
           services=("com.deepin.dde.freedesktop.Notification.service",), keys=KEYS_OF_X),
    Server("fnott", "fnott", Sway, "fnott", buttons="none", keys=KEYS_OF_SWAY,
           # It says 1 though it has done it.
           quiet=(("sh", "-c", "fnottctl pause; true"), ("sh", "-c", "fnottctl unpause; true"))),
)


def named(name):
    """The server of a name; `None` if there is none."""
    return next((server for server in SERVERS if server.name == name), None)
