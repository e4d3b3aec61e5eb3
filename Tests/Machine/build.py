#!/usr/bin/python3
"""Builds the packages on a clean machine, with the sources of this folder: build.py FOLDER

Builds them twice there, and fails if their bytes differ. FOLDER gets the packages. The machine has the
toolchain of this one and the Swift packages that it has resolved; the rest is Debian's. Ends with the status
77 where no machine boots.
"""

import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Harness"))

from home import ROOT
from machine import PATH, CannotBoot, Machine

# An hour: two processors take ten minutes.
LIMIT = 3600


def toolchain():
    """The folder of the compiler of this machine."""
    return os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))


def copy_sources(folder, *others):
    """Copies the sources of this folder, and what else is named."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    copy = ("xargs", "-0", "cp", "-a", "--parents", f"--target-directory={folder}")
    subprocess.run(copy, cwd=ROOT, input=files, check=True)
    os.mkdir(os.path.join(folder, ".build"))
    for name in others:
        subprocess.run(["cp", "-a", name, os.path.join(folder, name)], cwd=ROOT, check=True)


def build(folder):
    # Into this folder, as its own build does.
    subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory(prefix="haru-build-", dir=os.path.join(ROOT, ".build")) as sources:
        # With the Swift packages as this folder has resolved them.
        copy_sources(sources, "Package.resolved", ".build/workspace-state.json", ".build/repositories",
                     ".build/checkouts")
        with Machine("bookworm", options=(f"--bind-ro={toolchain()}", f"--bind={sources}:/root/haru")) as machine:
            install = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--quiet")
            machine.do(*install, "make", "ca-certificates", limit=LIMIT)
            path = f"PATH={toolchain()}/bin:{PATH}"
            machine.do("env", path, "HOME=/root", "make", "-C", "/root/haru", "deps", "check-reproducible",
                       limit=LIMIT)
        os.makedirs(folder, exist_ok=True)
        for file in glob.glob(os.path.join(sources, ".build/packages/*")):
            shutil.copy(file, folder)


if __name__ == "__main__":
    try:
        build(sys.argv[1])
    except CannotBoot as reason:
        print(f"build.py: skipped: {reason}", file=sys.stderr)
        sys.exit(77)
