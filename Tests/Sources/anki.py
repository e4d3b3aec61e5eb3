#!/usr/bin/python3
"""Reviews by pointer in a real Anki, and reads what Haru shows by itself then (docs/sources.md#for-a-student).

    anki.py [unittest's options]

Anki is version 26.9.3 as its makers publish it for Python, which `make test-sources` installs below .build, because
Debian 12 has no package. It is a window in a session of `Tests/Servers`: Xvfb, dunst as Debian installs it, xdotool for
the pointer, and Tesseract to read the screen. The agent asks by itself, for a reminder and at a login. Each picture
is kept in .build/servers/anki.
"""

import dataclasses
import os
import shutil
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(ROOT, "Tests", folder) for folder in ("Harness", "Servers")]
ANKI = os.path.join(ROOT, ".build/anki/bin/anki")

# What Anki itself writes when somebody has chosen a language and made some cards.
USED_BEFORE = """
import pathlib, sys
from anki.collection import Collection
from aqt.profiles import ProfileManager
profiles = ProfileManager(pathlib.Path(sys.argv[1]))
profiles.setupMeta()
profiles.setLang("en_US")
profiles.create("User 1")
profiles.openProfile("User 1")
collection = Collection(profiles.collectionPath())
for number in range(9):
    note = collection.new_note(collection.models.by_name("Basic"))
    note["Front"], note["Back"] = f"Question {number}", f"Answer {number}"
    collection.add_note(note, 1)
collection.close()
"""


class AnkiTests(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(ANKI):
            self.skipTest("make test-sources installs Anki")
        for program in "Xvfb", "dunst", "openbox", "xdotool", "tesseract", "busctl":
            if not shutil.which(program):
                self.skipTest(f"not installed: {program}; make deps-sources installs it")
        from session import Session
        from table import named

        self.desk = self.enterContext(Session(dataclasses.replace(named("dunst"), name="anki")))
        self.desk.row = self._testMethodName
        base = self.desk("data/Anki2")
        os.mkdir(base)
        python = os.path.join(os.path.dirname(ANKI), "python")
        subprocess.run([python, "-c", USED_BEFORE, base], env=self.desk.environment, check=True)
        self.desk.haru("config", "set", "Notifications.at-login", "open")
        self.desk.haru("mark", "-5..-1")
        # The first words of the manual: they name the file.
        found = self.desk.haru("sources")
        self.assertIn("collection.anki2", found)
        self.desk.haru("import", os.path.join(base, "User 1/collection.anki2"), "--keep", "anki")

    # What the student does.

    def press(self, words, button="left", seconds=60):
        """Clicks on words as soon as they stand on the screen."""
        from home import until

        place = until(lambda: self.desk.see().find(words), seconds, f"“{words}” on the screen")[-1]
        self.desk.screen.click(place, button)
        self.desk.screen.leave()

    def open_anki(self):
        # Its browser refuses to run as root otherwise.
        more = {} if os.getuid() else {"QTWEBENGINE_DISABLE_SANDBOX": "1"}
        with open(self.desk("anki.log"), "wb") as log:
            self.anki = subprocess.Popen(
                [ANKI], env=self.desk.environment | more, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.press("Default", seconds=180)
        self.press("Study Now")

    def review(self, count):
        for _ in range(count):
            self.press("Show Answer")
            self.press("Good")

    def close_anki(self):
        self.press("Decks")
        self.desk.screen.key("ctrl+q")
        self.anki.wait(60)

    def wait_for(self, title, seconds):
        """Waits for a notification of Haru, and reads the screen; returns what else was shown before."""
        from home import Late, until
        from session import AGENT

        shown = []

        def comes():
            shown.extend(self.desk.notifies() if self.desk.has_owner(AGENT) else [])
            return any(notification[3] == title for notification in shown)

        try:
            until(comes, seconds, f"“{title}”")
        except Late as error:
            self.fail(f"{error}, but {[notification[3:5] for notification in shown]}")
        until(lambda: not self.desk.see().missing(title), 10, f"“{title}” on the screen")
        return [notification[3] for notification in shown if notification[3] != title]

    # Days.

    @property
    def date(self):
        return time.strftime("%A %-d %B", time.gmtime(time.time() + self.desk.ahead))

    def test_a_reminder_finds_reviews_of_an_open_anki_and_undo_holds(self):
        self.desk.start_agent()
        self.wait_for(self.date, 30)
        self.assertFalse(self.desk.is_studied)
        self.open_anki()
        self.review(3)
        soon = time.gmtime(time.time() + self.desk.ahead + 60)
        self.desk.haru("config", "set", "Notifications.remind-at", time.strftime("%H:%M", soon))
        self.assertEqual(self.wait_for("Studied · Anki: 3 reviews", 130), [])
        self.assertTrue(self.desk.is_studied)
        self.assertIn("source anki: 3 reviews", self.desk.haru("explain"))

        # dunst draws no buttons: one click asks, and another answers. It takes away what it shows after ten seconds,
        # so this needs a machine that reads its screen in less.
        self.press("unmark", "middle")
        self.wait_for("Click again to undo", 10)
        self.press("Click again", "middle")
        self.wait_for(self.date, 10)
        self.assertFalse(self.desk.is_studied)

        self.review(1)
        self.desk.end_agent()
        self.desk.start_agent()
        self.assertEqual(self.wait_for(self.date, 30), [])
        self.assertFalse(self.desk.is_studied)
        self.assertEqual(self.desk.haru("sources", "ask"), f"anki · {self.today}: 4 reviews\n")
        self.assertFalse(self.desk.is_studied)

    @property
    def today(self):
        return time.strftime("%Y-%m-%d", time.gmtime(time.time() + self.desk.ahead))

    def test_a_login_finds_reviews_of_an_anki_that_has_ended(self):
        self.open_anki()
        self.review(2)
        self.close_anki()
        self.desk.start_agent()
        self.assertEqual(self.wait_for("Studied · Anki: 2 reviews", 30), [])
        self.assertTrue(self.desk.is_studied)


if __name__ == "__main__":
    unittest.main(warnings="ignore")
