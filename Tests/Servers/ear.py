"""What a blind user hears: the real screen reader Orca, with a voice that makes no sound."""

import html
import os
import re
import subprocess
import sys

from home import Late, Talker, until

VOICE = """\
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
AudioOutputMethod "alsa"
AudioALSADevice "null"
LogLevel 5
"""
TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tree.py")


class Ear:
    """Orca in a session, which has to know of it before its desktop starts."""

    def __init__(self, session):
        self.session = session
        # Of what reaches the voice; that of Orca is written late.
        self.log = session("run/speech-dispatcher/log/speech-dispatcher.log")
        self.count = 0
        session.write("config/speech-dispatcher/speechd.conf", VOICE)
        session.offer("org.a11y.Bus.service")
        session.environment |= {"GTK_MODULES": "gail:atk-bridge"}
        for schema, key in (("interface", "toolkit-accessibility"),
                            ("a11y.applications", "screen-reader-enabled")):
            subprocess.run(["gsettings", "set", "org.gnome.desktop." + schema, key, "true"],
                           env=session.environment, check=True, timeout=20)

    def start(self):
        environment = self.session.environment
        if environment["XDG_SESSION_TYPE"] == "wayland":
            # Orca hears the keyboard by X only.
            display = Talker(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], environment)
            environment = environment | {"DISPLAY": ":" + display.line(20), "GDK_BACKEND": "x11"}
        with open(self.session("orca.log"), "wb") as log:
            # Without --replace, which would end the Orca of the person who runs this.
            subprocess.Popen(["orca", "--enable=speech", "--disable=braille"], env=environment,
                             stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            until(self.hear, 30, "Orca's first word")
        except Late as error:
            with open(self.session("orca.log"), encoding="utf-8") as log:
                raise Late(f"{error}; {log.read()}") from error

    def hear(self):
        """What Orca has said since the last question."""
        try:
            with open(self.log, encoding="utf-8", errors="replace") as file:
                said = re.findall(r"Queueing message \|(.*?)\| with priority", file.read(), re.S)
        except FileNotFoundError:
            return []
        before, self.count = self.count, len(said)
        return [html.unescape(re.sub("<.*?>", "", words)) for words in said[before:]]

    def read(self, process, text):
        """What a user can read, with the keys of Orca, of the windows of a process that show a text."""
        return subprocess.run(
            [sys.executable, TREE, str(process), text], env=self.session.environment, check=True,
            timeout=30, stdout=subprocess.PIPE, text=True).stdout
