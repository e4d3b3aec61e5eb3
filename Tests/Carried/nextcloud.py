"""A Nextcloud server, which Debian does not package, and Debian's client for it on both machines."""

import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

from home import until
from pair import end
from recipes import Command, displays
from syncthing import free_port
from timers import LIMIT, Timers

# An unpacked release of the server, which stays as it is.
RELEASE = os.environ.get("HARU_NEXTCLOUD")
USER, PASSWORD = "admin", "carried-by-Nextcloud"

# The server asks nobody for updates, has one log with PHP, and gives its user no files to begin with.
# PHP's own server does not understand many files in one request.
SETTINGS = """\
<?php
$CONFIG = [
  'has_internet_connection' => false,
  'log_type' => 'errorlog',
  'skeletondirectory' => '',
  'bulkupload.enabled' => false,
];
"""


class Nextcloud(Timers):
    """A server, and on each machine its client, which a person's desktop runs all the time."""

    def __init__(self, pair):
        super().__init__(pair)
        self.tree, self.log = pair.a("nextcloud"), pair.a("nextcloud.log")
        self.address, self.child = f"127.0.0.1:{free_port()}", None
        shutil.copytree(RELEASE, self.tree)
        pair.a.write("nextcloud/config/carried.config.php", SETTINGS)
        self.occ("maintenance:install", "--database=sqlite", "--admin-user=" + USER, "--admin-pass=" + PASSWORD)
        # As every client has one. With the user's password, the server makes a key at each login, for seconds.
        self.token = self.occ("user:auth-tokens:add", "--password-from-env", USER).split()[-1]
        make, share = displays("Nextcloud")[0].splitlines()
        for machine in self.machines:
            self.do(machine, make)
        self.folders = [machine(share.rpartition("~/")[2]) for machine in self.machines]

    def __enter__(self):
        environment = self.machines[0].environment | {"PHP_CLI_SERVER_WORKERS": "4"}
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(["php", "-S", self.address, "-t", self.tree], env=environment,
                                          stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                          start_new_session=True)
        until(self.answers, 20, "the server")
        return self

    def __exit__(self, *_):
        self.stop()
        # Its workers do not end with it.
        os.killpg(self.child.pid, signal.SIGTERM)
        end(self.child, signal.SIGTERM)

    def occ(self, *words):
        """Runs a command of the server, and returns what it prints."""
        environment = self.machines[0].environment | {"NC_PASS": PASSWORD}
        with open(self.log, "ab") as log:
            return subprocess.run(["php", "-d", "memory_limit=512M", self.tree + "/occ", *words],
                                  env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                                  text=True, timeout=LIMIT, check=True).stdout

    def answers(self):
        try:
            with urllib.request.urlopen(f"http://{self.address}/status.php", timeout=5) as answer:
                return answer.status == 200
        except urllib.error.URLError:
            return False

    def commands(self, machine):
        return [Command(["nextcloudcmd", "--non-interactive", "-s", "-u", USER, "-p", self.token,
                         machine("Nextcloud"), "http://" + self.address], may_fail=False)]
