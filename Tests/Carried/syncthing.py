"""Syncthing daemons that know only each other, on the loopback."""

import json
import os
import signal
import socket
import subprocess
import urllib.request
import xml.etree.ElementTree as xml

from home import until
from pair import end

KEY = "carried"
# After how many seconds Syncthing tells of a change, at least; haru-sync(7) tells to set it.
LEAST_DELAY = 1
# Whatever would speak to somebody else.
OPTIONS = {
    "globalAnnounceEnabled": "false", "localAnnounceEnabled": "false", "relaysEnabled": "false",
    "natEnabled": "false", "urAccepted": "-1", "crashReportingEnabled": "false", "startBrowser": "false",
    "autoUpgradeIntervalH": "0", "stunKeepaliveStartS": "0", "reconnectionIntervalS": "2",
}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Syncthing:
    """The daemon of a machine, with one folder."""

    def __init__(self, machine):
        self.machine, self.child = machine, None
        self.home, self.folder = machine("syncthing"), machine("Haru")
        os.mkdir(self.folder)
        self.port, self.web = free_port(), free_port()
        self.run("generate", "--no-default-folder", "--skip-port-probing", "--home=" + self.home)
        self.id = self.run("serve", "--device-id", "--home=" + self.home).strip()

    def run(self, *words):
        return subprocess.run(["syncthing", *words], env=self.machine.environment, check=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def configure(self, daemons, delay):
        """Shares the folder among all; a change is told after a delay, in seconds."""
        path = os.path.join(self.home, "config.xml")
        tree = xml.parse(path)
        root = tree.getroot()
        for name, value in {**OPTIONS, "listenAddress": f"tcp://127.0.0.1:{self.port}"}.items():
            root.find("options").find(name).text = value
        root.find("gui").find("address").text = f"127.0.0.1:{self.web}"
        root.find("gui").find("apikey").text = KEY
        for old in (*root.findall("device"), *root.findall("folder")):
            root.remove(old)
        folder = xml.SubElement(root, "folder", id="haru", path=self.folder, type="sendreceive",
                                rescanIntervalS="3600", fsWatcherEnabled="true", fsWatcherDelayS=str(delay))
        for daemon in daemons:
            xml.SubElement(folder, "device", id=daemon.id)
            device = xml.SubElement(root, "device", id=daemon.id, name=daemon.machine.name)
            xml.SubElement(device, "address").text = f"tcp://127.0.0.1:{daemon.port}"
        tree.write(path)

    def start(self):
        with open(self.machine("syncthing.log"), "ab") as log:
            self.child = subprocess.Popen(
                ["syncthing", "serve", "--home=" + self.home, "--no-browser", "--no-restart", "--no-upgrade",
                 "--no-default-folder"],
                env=self.machine.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def is_connected(self, others):
        """Whether it has found all of the others."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.web}/rest/system/connections",
                                         headers={"X-API-Key": KEY})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                text = answer.read().decode()
        except OSError:
            return False
        found = json.loads(text)["connections"]
        return all(found.get(other.id, {}).get("connected", False) for other in others)

    def stop(self):
        if self.child:
            end(self.child, signal.SIGTERM)
        self.child = None


class Daemons:
    """All of them."""

    def __init__(self, pair, delay=LEAST_DELAY):
        self.all = [Syncthing(machine) for machine in pair.machines]
        for daemon in self.all:
            daemon.configure(self.all, delay)

    @property
    def folders(self):
        return [daemon.folder for daemon in self.all]

    places = folders

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        started = [daemon for daemon in self.all if not daemon.machine.is_away]
        for daemon in started:
            daemon.start()
        for daemon in started:
            others = [other for other in started if other is not daemon]
            until(lambda: daemon.is_connected(others), 60, "Syncthing's connection")

    def stop(self):
        for daemon in self.all:
            daemon.stop()
