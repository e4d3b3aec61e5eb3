"""Carriers that a timer runs: a command of docs/sync.md, again and again on each machine."""

import os
import signal
import subprocess
import threading

from home import ROOT, until
from pair import KEPT, end
from syncthing import free_port

# Between two runs, in seconds. A person's timer takes minutes.
PAUSE = 1.0
LIMIT = 60


class Timer(threading.Thread):
    """Runs a command in the folder of a machine, one run after another, until it is stopped."""

    def __init__(self, machine, folder, command, environment, pause):
        super().__init__(daemon=True)
        self.folder, self.command = folder, command
        self.environment, self.pause = machine.environment | environment, pause
        self.runs, self.failures, self.is_over = 0, 0, threading.Event()
        self.start()

    def run(self):
        while not self.is_over.is_set():
            run = subprocess.run(["sh", "-c", self.command], cwd=self.folder, env=self.environment,
                                 timeout=LIMIT, capture_output=True, text=True, check=False)
            self.runs += 1
            if run.returncode:
                self.failures += 1
                with open(os.path.join(KEPT, "timers.log"), "a", encoding="utf-8") as log:
                    log.write(f"{self.folder}: {self.command}: {run.returncode}\n{run.stderr}")
            self.is_over.wait(self.pause)

    def stop(self):
        self.is_over.set()
        self.join()


class Timers:
    """The timers of both machines."""

    def __init__(self, pair):
        self.machines, self.timers, self.environment = pair.machines, [], {}
        self.folders = [machine("Days") for machine in pair.machines]
        self.runs, self.failures = 0, 0

    def command(self, machine):
        """The command of the page, for a machine."""
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self, pause=PAUSE):
        self.timers = [Timer(machine, folder, self.command(machine), self.environment, pause)
                       for machine, folder in zip(self.machines, self.folders)]

    def stop(self):
        for timer in self.timers:
            timer.stop()
            self.failures += timer.failures
            self.runs += timer.runs
        self.timers = []


def is_on_page(command):
    """Whether docs/sync.md gives a command, however its lines are broken."""
    with open(os.path.join(ROOT, "docs/sync.md"), encoding="utf-8") as file:
        return command in " ".join(file.read().split())


class Git(Timers):
    """A bare repository, and a clone on each machine."""

    FIRST = "git commit -q --allow-empty -m days && git push -q"
    COMMAND = "git add -A && git commit -qm days; git pull -q --no-rebase --no-edit && git push -q"

    def __init__(self, pair):
        super().__init__(pair)
        origin = pair.a("days.git")
        self.environment = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
                            for what, value in (("NAME", "A Person"), ("EMAIL", "person@example.org"))}
        self.git(pair.a, "init", "--quiet", "--bare", origin)
        for machine, folder in zip(self.machines, self.folders):
            self.git(machine, "clone", "--quiet", origin, folder)
            if machine is pair.a:
                self.do(machine, ["sh", "-c", self.FIRST], folder)

    def git(self, machine, *words):
        self.do(machine, ["git", *words], machine.path)

    def do(self, machine, words, folder):
        subprocess.run(words, cwd=folder, env=machine.environment | self.environment, check=True, timeout=LIMIT,
                       stderr=subprocess.DEVNULL)

    def command(self, machine):
        return self.COMMAND


class Rclone(Timers):
    """A WebDAV server, to which each machine copies its own directory, and from which it copies the others."""

    UP = 'rclone copy FOLDER REMOTE:haru --include "/MACHINE/**"'
    DOWN = 'rclone copy REMOTE:haru FOLDER --exclude "/{MACHINE,inbox}/**"'

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
            self.child = subprocess.Popen(
                ["rclone", "serve", "webdav", "--addr", self.address, self.served],
                env=self.machines[0].environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        ready = ["rclone", "mkdir", "REMOTE:haru"]
        until(lambda: subprocess.run(ready, env=self.machines[0].environment | self.environment, timeout=LIMIT,
                                     stderr=subprocess.DEVNULL, check=False).returncode == 0, 20, "the server")
        return self

    def __exit__(self, *_):
        self.stop()
        end(self.child, signal.SIGTERM)

    def command(self, machine):
        return f"{self.UP}; {self.DOWN}".replace("MACHINE", machine.device).replace("FOLDER", ".")
