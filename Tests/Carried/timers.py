"""Carriers that a timer runs: the units of haru-sync(7), again and again on each machine."""

import os
import signal
import subprocess
import threading

from home import until
from pair import KEPT, end
from recipes import commands, displays, unit
from syncthing import free_port

# Between two runs, in seconds. A person's timer takes a minute.
PAUSE = 1.0
LIMIT = 60


class Timer(threading.Thread):
    """Runs the commands of a unit in the folder of a machine, one run after another, until it is stopped."""

    def __init__(self, machine, folder, commands, environment, pause):
        super().__init__(daemon=True)
        self.folder, self.commands = folder, commands
        self.environment, self.pause = machine.environment | environment, pause
        self.runs, self.failures, self.is_over = 0, 0, threading.Event()
        self.start()

    def run(self):
        while not self.is_over.is_set():
            self.runs += 1
            self.failures += not all(map(self.does, self.commands))
            self.is_over.wait(self.pause)

    def does(self, command):
        """Runs a command as systemd does: what may fail stops nothing."""
        run = subprocess.run(command.words, cwd=self.folder, env=self.environment, timeout=LIMIT,
                             capture_output=True, text=True, check=False)
        if run.returncode and not command.may_fail:
            with open(os.path.join(KEPT, "timers.log"), "a", encoding="utf-8") as log:
                log.write(f"{self.folder}: {' '.join(command.words)}: {run.returncode}\n{run.stderr}")
        return command.may_fail or not run.returncode

    def stop(self):
        self.is_over.set()
        self.join()


class Timers:
    """The timers of the machines."""

    def __init__(self, pair):
        self.machines, self.timers, self.environment = pair.machines, [], {}
        self.folders = [machine("Haru") for machine in pair.machines]
        self.runs, self.failures = 0, 0

    @property
    def places(self):
        """Wherever the files are."""
        return self.folders

    def commands(self, machine):
        """The commands of the recipe, for a machine."""
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self, pause=PAUSE):
        self.timers = [Timer(machine, folder, self.commands(machine), self.environment, pause)
                       for machine, folder in zip(self.machines, self.folders) if not machine.is_away]

    def stop(self):
        for timer in self.timers:
            timer.stop()
            self.failures += timer.failures
            self.runs += timer.runs
        self.timers = []

    def do(self, machine, text):
        """Types commands in a shell, as their user does."""
        subprocess.run(["sh", "-e", "-c", text], cwd=machine.path, env=machine.environment | self.environment,
                       check=True, timeout=LIMIT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Git(Timers):
    """A bare repository, and a clone on each machine."""

    def __init__(self, pair):
        super().__init__(pair)
        server, clone, first = displays("git")[:3]
        origin = pair.a("days.git")
        # The server is this machine: no HOST, and a path.
        self.do(pair.a, server.replace("ssh HOST ", ""))
        for machine in self.machines:
            self.do(machine, clone.replace("HOST:days.git", origin))
            if machine is pair.a:
                self.do(machine, first)

    def commands(self, machine):
        return commands(unit("git"))


class Rclone(Timers):
    """A WebDAV server, to which each machine copies its files, and from which it copies those of others."""

    def __init__(self, pair):
        super().__init__(pair)
        for folder in self.folders:
            os.mkdir(folder)
        self.child = None
        self.served, port = pair.a("served"), free_port()
        os.mkdir(self.served)
        self.address = f"127.0.0.1:{port}"
        self.environment = {"RCLONE_CONFIG_REMOTE_TYPE": "webdav", "RCLONE_CONFIG_REMOTE_VENDOR": "other",
                            "RCLONE_CONFIG_REMOTE_URL": "http://" + self.address}

    def __enter__(self):
        with open(self.machines[0]("rclone.log"), "ab") as log:
            # It looks anew at each question: files may be lost there.
            self.child = subprocess.Popen(
                ["rclone", "serve", "webdav", "--dir-cache-time", "0", "--addr", self.address, self.served],
                env=self.machines[0].environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        ready = ["rclone", "mkdir", "REMOTE:haru/inbox"]
        until(lambda: subprocess.run(ready, env=self.machines[0].environment | self.environment, timeout=LIMIT,
                                     stderr=subprocess.DEVNULL, check=False).returncode == 0, 20, "the server")
        return self

    def __exit__(self, *_):
        self.stop()
        end(self.child, signal.SIGTERM)

    @property
    def places(self):
        return [*self.folders, os.path.join(self.served, "haru")]

    def commands(self, machine):
        # One machine fetches what a phone has put there.
        return commands(unit("rclone") + (displays("rclone")[2] if machine is self.machines[0] else ""))


class Rsync(Timers):
    """Each machine copies what B lacks, and the other way round; B does so with A."""

    section = "rsync"

    def __init__(self, pair):
        super().__init__(pair)
        for folder in self.folders:
            os.mkdir(folder)

    def commands(self, machine):
        # The other machine is this one: no HOST, and a path.
        number = self.machines.index(machine)
        other = self.folders[0 if number == 1 else 1]
        text = unit(self.section).replace("ssh://HOST/Haru", other).replace("HOST:Haru", other)
        return commands(text.replace("%h/Haru", self.folders[number]))


class Unison(Rsync):
    """One machine brings both folders together."""

    section = "unison"

    def commands(self, machine):
        return super().commands(machine) if machine is self.machines[0] else []


def verify(home):
    """Lets systemd read the units of the recipes, as it would on a user's machine."""
    timer, = [display for display in displays("git") if display.startswith("[Timer]")]
    for section in ("git", "rclone", "rsync", "unison"):
        home.write("units/haru-carry.timer", timer)
        path = home.write("units/haru-carry.service", unit(section))
        run = subprocess.run(["systemd-analyze", "--user", "--man=no", "verify", path, path[:-8] + ".timer"],
                             env=home.environment, capture_output=True, text=True, timeout=LIMIT, check=False)
        said = [line for line in run.stderr.splitlines() if "haru-carry" in line]
        if run.returncode or said:
            raise AssertionError(f"systemd about the recipe of {section}: {run.stderr}")
