"""The servers: how each is started, and the few things that a user does there in another way."""

import glob
from dataclasses import dataclass

from screens import ESCAPE, Gnome, Sway, X


@dataclass(frozen=True)
class Server:
    """A notification server as Debian installs it, with no settings of its own."""

    name: str
    package: str
    screen: type
    command: str = ""  # empty if the screen is the server
    arguments: tuple = ()
    environment: tuple = ()
    files: tuple = ()  # of a home in which the desktop was used before
    manager: str = "openbox"  # of windows, under X
    # What the bus may start, if it is installed; never another server.
    services: tuple = ()
    buttons: str = "drawn"  # or "under the pointer", or "none"
    # The mouse button that answers a notification.
    answer: str = "left"
    # What binds keys for the user, then the presses that study, and those that undo.
    keys: tuple = ()
    # The user's switch for do-not-disturb, on and off.
    quiet: tuple = ()
    # How the user opens and closes its list of older notifications: a command, a place to click, or a
    # key.
    list: tuple = ()

    @property
    def path(self):
        found = glob.glob(self.command) or [self.command]
        return [found[0], *self.arguments]


def switch(*words):
    """A command that is run with `true` and with `false`."""
    return (*words, "true"), (*words, "false")


# LXQt sees a file that is replaced, as its own settings window does.
LXQT_SWITCH = """
cd "$XDG_CONFIG_HOME/lxqt"
printf '[General]\\ndoNotDisturb=%s\\n' "$0" >notifications.new
mv notifications.new notifications.conf"""

# One key each, of a program for keys that runs beside a window manager.
KEYS_OF_X = ("sxhkd", ("super+s",), ("super+u",))

# Not a switch but what a program does while it shows a film.
INHIBIT = ("Inhibit",)

SERVERS = (
    Server("dunst", "dunst", X, "dunst", answer="middle", buttons="none", keys=KEYS_OF_X,
           quiet=switch("dunstctl", "set-paused")),
    Server("xfce4-notifyd", "xfce4-notifyd", X, "/usr/lib/*/xfce4/notifyd/xfce4-notifyd",
           services=("org.xfce.Xfconf.service",), keys=("xfsettingsd", *KEYS_OF_X[1:]),
           quiet=switch("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "-n",
                        "-t", "bool", "-s")),
    Server("notification-daemon", "notification-daemon", X,
           "/usr/lib/notification-daemon/notification-daemon", keys=KEYS_OF_X),
    Server("mate-notification-daemon", "mate-notification-daemon", X,
           "/usr/lib*/mate-notification-daemon/mate-notification-daemon", keys=KEYS_OF_X,
           quiet=switch("gsettings", "set", "org.mate.NotificationDaemon", "do-not-disturb")),
    Server("lxqt-notificationd", "lxqt-notificationd", X, "lxqt-notificationd",
           environment=(("XDG_CURRENT_DESKTOP", "LXQt"),), keys=KEYS_OF_X,
           files=(("config/lxqt/notifications.conf", "[General]\ndoNotDisturb=false\n"),),
           quiet=switch("sh", "-c", LXQT_SWITCH)),
    Server("mako", "mako-notifier", Sway, "mako", buttons="none", keys=("sway", *KEYS_OF_X[1:])),
    Server("swaync", "sway-notification-center", Sway, "swaync", keys=("sway", *KEYS_OF_X[1:]),
           quiet=(("swaync-client", "--dnd-on"), ("swaync-client", "--dnd-off")),
           list=(("swaync-client", "--open-panel"), ("swaync-client", "--close-panel"))),
    Server("gnome-shell", "gnome-shell", Gnome,
           services=("org.gnome.Shell.Notifications.service",), buttons="under the pointer",
           # The search; then the notification that it brings.
           keys=("", ("super", *"study", "Return"), ("super+n", "Return")),
           quiet=(("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "false"),
                  ("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "true")),
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
)
