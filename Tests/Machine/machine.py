"""A clean Debian with systemd as its first process; what happens in there is thrown away."""

import fcntl
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import zlib

from home import LIMIT, Late, Outcome, until

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "haru-machines")
# What Debian's installer puts on every machine with a desktop.
BASE = "systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,ca-certificates"
USER = "somin"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class CannotBoot(Exception):
    """Why no machine boots here."""


class Machine:
    """A machine that was just switched on: `with Machine("bookworm") as machine`."""

    def __init__(self, suite, packages=(), options=()):
        self.suite = suite
        self.tree = tree(suite, packages)
        self.log = tempfile.TemporaryFile()
        self.container = subprocess.Popen(
            ["systemd-nspawn", "--quiet", "--directory=" + self.tree, "--volatile=overlay",
             f"--machine=haru-{os.getpid()}", "--register=no", "--keep-unit", *options, "--boot"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        self.leader = self.state = None
        try:
            self.wait_until_up()
        except BaseException:
            self.__exit__()
            raise

    def wait_until_up(self):
        def is_up():
            if self.container.poll() is not None:
                self.log.seek(0)
                last = self.log.read().decode(errors="replace").strip().splitlines()[-1:]
                raise CannotBoot(f"systemd-nspawn: {' '.join(last) or self.container.returncode}")
            self.leader = self.leader or first_process(self.container.pid)
            self.state = self.leader and self.run("systemctl", "is-system-running").output.strip()
            return self.state in ("running", "degraded")
        try:
            until(is_up, 60, "a machine that is up")
        except Late as late:
            raise CannotBoot(f"{late}: {self.state or 'systemd-nspawn has started nothing'}") from late

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.leader and self.container.poll() is None:
            self.run("systemctl", "poweroff")
        try:
            self.container.wait(10)
        except subprocess.TimeoutExpired:
            self.container.send_signal(signal.SIGTERM)
            self.container.wait()
        self.log.close()

    def run(self, *words, data=None, limit=LIMIT):
        """Runs a program as root."""
        run = self.run_bytes(*words, data=data, limit=limit)
        return Outcome(
            run.returncode, run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace"), 0)

    def run_bytes(self, *words, data=None, limit=LIMIT):
        return subprocess.run(
            ["nsenter", f"--target={self.leader}", "--all", "--", *words], input=data, timeout=limit,
            capture_output=True, check=False, env={"PATH": PATH, "LANG": "C.UTF-8"})

    def do(self, *words, data=None, limit=LIMIT):
        """Runs a program as root that must succeed, and returns what it prints."""
        return succeeded(words, self.run(*words, data=data, limit=limit))

    def user(self, *words):
        """Runs a program of the user in a login of its own, as ssh does."""
        return self.run(
            "systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--property=User={USER}",
            "--property=PAMName=login", f"--working-directory=/home/{USER}",
            "--", *words)

    def user_does(self, *words):
        """Runs a program of the user that must succeed, and returns what it prints."""
        return succeeded(words, self.user(*words))

    def copy(self, file, path, mode="644"):
        """Copies a file of this machine to a path there."""
        with open(file, "rb") as source:
            self.do("sh", "-c", 'mkdir -p "${1%/*}" && cat >"$1" && chmod "$0" "$1"', mode, path,
                    data=source.read())

    def install(self, package, *options):
        """Installs a package file with what it depends on, as a person does."""
        path = "/root/" + os.path.basename(package)
        self.copy(package, path)
        return self.do("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", *options,
                       path, limit=300)


def succeeded(words, outcome):
    if outcome.status != 0:
        raise AssertionError(f"{' '.join(words)}: status {outcome.status}: {outcome.errors or outcome.output}")
    return outcome.output


def first_process(container):
    """The process 1 of a container; a child that only prepares it comes before."""
    try:
        with open(f"/proc/{container}/task/{container}/children", encoding="ascii") as file:
            return next((child for child in file.read().split() if is_first(child)), None)
    except OSError:
        return None


def is_first(process):
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        ids = next((line.split()[1:] for line in file if line.startswith("NSpid:")), [])
    return len(ids) > 1 and ids[-1] == "1"


def tree(suite, packages):
    """The files of a machine, which are made once."""
    if os.geteuid() != 0:
        raise CannotBoot("only root can boot a machine")
    for tool, package in (("systemd-nspawn", "systemd-container"), ("debootstrap", "debootstrap")):
        if not shutil.which(tool):
            raise CannotBoot(f"no {tool}: install {package}")
    os.makedirs(CACHE, exist_ok=True)
    with open(os.path.join(CACHE, "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        base = made(os.path.join(CACHE, suite), lambda path: make_base(suite, path))
        if not packages:
            return base
        name = f"{suite}-{zlib.crc32(' '.join(packages).encode()):x}"
        return made(os.path.join(CACHE, name), lambda path: make_layer(base, packages, path))


def made(path, make):
    """The path of a tree; it is made whole or not at all."""
    if not os.path.isdir(path):
        part = path + ".part"
        shutil.rmtree(part, ignore_errors=True)
        try:
            make(part)
        except subprocess.CalledProcessError as error:
            raise CannotBoot(f"{error}: {error.output.decode(errors='replace')[-500:]}") from error
        os.rename(part, path)
    return path


def make_base(suite, path):
    quietly("debootstrap", "--variant=minbase", "--include=" + BASE, suite, path, source())
    for name in ("etc/resolv.conf", *own_settings_of_apt()):
        shutil.copyfile("/" + name, os.path.join(path, name))
    quietly("chroot", path, "useradd", "--create-home", "--uid=1000", "--shell=/bin/bash", USER)
    quietly("chroot", path, "apt-get", "update")


def own_settings_of_apt():
    """What this machine says about where packages come from; a package that has such a file brings its own."""
    return [name for name in glob.glob("etc/apt/apt.conf.d/*", root_dir="/")
            if subprocess.run(["dpkg-query", "--search", "/" + name], capture_output=True, check=False).returncode != 0]


def make_layer(base, packages, path):
    quietly("cp", "-a", base, path)
    quietly("chroot", path, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes",
            "--no-install-recommends", *packages)


def quietly(*words):
    subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)


def source():
    """Where this machine gets Debian's packages from."""
    for name in ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"):
        if os.path.exists(name):
            with open(name, encoding="utf-8") as file:
                for line in file:
                    words = line.split()
                    if words and words[0] in ("URIs:", "deb"):
                        return next(word for word in words[1:] if "://" in word)
    return "http://deb.debian.org/debian"
