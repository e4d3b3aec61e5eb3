"""The machines of one person, each with a home, a bus, a screen, dunst and an agent."""

import contextlib
import glob
import json
import os
import shutil
import subprocess
import time
from dataclasses import replace

from home import FORMER, PROGRAMS, ROOT, Late, until
from session import Session, kill
from table import SERVERS

KEPT = os.path.join(ROOT, ".build", "carried")
DUNST = next(server for server in SERVERS if server.name == "dunst")
STUDIED = "Studied"


class Machine(Session):
    """A session that knows where its folder is, and hears when its notification changes."""

    def __init__(self, row, name, programs=None):
        self.name, self.is_away = name, False
        super().__init__(replace(DUNST, name=f"{row}-{name}"), programs=programs)
        self.zone_ahead = self.ahead

    def wake(self, later):
        """Gives the machine another clock, in seconds from the right one, and starts its agent with that."""
        self.end_agent()
        self.clock = [os.path.join(ROOT, "Scripts/at-time"), f"{later:+d} seconds"]
        self.ahead = self.zone_ahead + later
        self.watch.drain()
        self.start_agent()
        self.watch.line()

    def keep(self, name, sight):
        path = os.path.join(KEPT, self.server.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        sight.picture.save(path + ".png")

    def share(self, folder):
        """Begins the exchange, as its user does."""
        self.folder = folder
        self.haru("sync", "on", "--join", folder)
        self.device = self.own_name()

    def own_name(self):
        """The name by which its changes are known."""
        return next(line.removeprefix("This machine: ") for line in self.haru("sync", "status").splitlines()
                    if line.startswith("This machine: "))

    def entries(self, folder):
        """The entries of this machine in a folder."""
        found = set()
        for path in glob.glob(os.path.join(folder, "Log", "*.jsonl")):
            with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
                found.update(line for line in file if f'"machine":"{self.device}"' in line)
        return found

    def told(self, wanted, seconds):
        """Waits for a `Notify` that says *Studied*, or that does not; returns when it came."""
        deadline = time.monotonic() + seconds
        while True:
            message = json.loads(self.watch.line(max(0, deadline - time.monotonic())))
            now = time.monotonic()
            if (STUDIED in message["payload"]["data"][3]) == wanted:
                return now

    def click_study(self):
        """Clicks until today is studied, as dunst's user has to: twice. Returns when the last click began."""
        place = self.titles(self.see_today())[-1]
        self.watch.drain()
        self.screen.click(place, self.server.answer)
        self.watch.line()
        # Reads the question; a click that follows at once is taken for a server's repeat.
        time.sleep(1)
        place = self.titles(self.see_today())[-1]
        self.watch.drain()
        self.screen.move(place)
        time.sleep(0.2)
        began = time.monotonic()
        self.screen.press(self.server.answer, True)
        self.screen.press(self.server.answer, False)
        return began

    def export(self):
        return self.haru("export", "--format", "json")

    @property
    def waiting(self):
        """What `haru sync status` says of changes that are not in the folder yet.

        Where the folder is gone, it says why, even of none.
        """
        return [line for line in self.haru("sync", "status").splitlines()
                if "not in the folder" in line]

    def __exit__(self, *_):
        """Keeps what the programs said, to be read after a failure."""
        for name in ("agent", "syncthing", "rclone", "nextcloud", "radicale", "xandikos"):
            if os.path.exists(self(name + ".log")):
                shutil.copy(self(name + ".log"), os.path.join(KEPT, f"{self.server.name}-{name}.log"))
        super().__exit__()


class Pair:
    """Machine A, which has studied for thirty days, and B, which is new; or more of them."""

    def __init__(self, row, names="ab", former=""):
        """Makes machines, some of which have programs of the last release."""
        os.makedirs(KEPT, exist_ok=True)
        for old in glob.glob(os.path.join(KEPT, row + "-?")):
            shutil.rmtree(old)
        self.machines = []
        try:
            for name in names:
                self.machines.append(Machine(row, name, FORMER if name in former else None))
        except BaseException:
            self.__exit__()
            raise
        self.a, self.b = self.machines[:2]

    @property
    def present(self):
        """Those that are used, and that the carrier reaches."""
        return [machine for machine in self.machines if not machine.is_away]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for machine in self.machines:
            machine.__exit__()

    def begin(self):
        """Starts both agents, before anything is exchanged."""
        self.a.begin("-30..-1")
        self.b.begin("")
        for machine in self.machines:
            machine.see_today()

    def share(self, folder_of_a, folder_of_b):
        """Begins the exchange on both, and waits until they are the same."""
        self.a.share(folder_of_a)
        self.b.share(folder_of_b)
        self.same("what A knew is on B")

    def export(self, machine):
        """What has to be the same on all."""
        return machine.export()

    def same(self, what, seconds=120):
        """Waits until all exports are equal byte for byte, and returns them."""
        def export():
            texts = {self.export(machine) for machine in self.present}
            return len(texts) == 1 and texts.pop()
        begin = time.monotonic()
        try:
            text = until(export, seconds, what)
        except Late as late:
            for machine in self.present:
                with open(os.path.join(KEPT, machine.server.name + ".json"), "w", encoding="utf-8") as file:
                    file.write(machine.export())
            raise late
        print(f"    {what}: {len(self.present)} exports are equal, {len(text)} bytes, after "
              f"{time.monotonic() - begin:.1f} s", flush=True)
        return text


class Versions(Pair):
    """Machine A, and B with programs of the last release, which is updated in the end."""

    def __init__(self, row):
        super().__init__(row, former="b")

    def export(self, machine):
        """An export without its program, without the log, which 0.4 does not export, and without its watches."""
        export = json.loads(machine.export())
        return json.dumps({key: export[key] for key in export if key not in ("program", "log", "watches")})

    def update(self):
        self.b.end_agent()
        self.b.programs = PROGRAMS
        self.b.start_agent()


def end(child, number, seconds=20):
    """Ends a process by its id, and waits for it; kills it if it stays."""
    kill(child.pid, number)
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        raise
