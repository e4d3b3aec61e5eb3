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


def build(folder):
    # Into this folder, as its own build does.
    subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True)
    toolchain = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))
    with tempfile.TemporaryDirectory(prefix="haru-build-", dir=os.path.join(ROOT, ".build")) as sources:
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["cpio", "--quiet", "-pdm0", sources], cwd=ROOT, input=files, check=True)
        # The Swift packages as this folder has resolved them.
        os.mkdir(os.path.join(sources, ".build"))
        for name in ("Package.resolved", ".build/workspace-state.json", ".build/repositories", ".build/checkouts"):
            subprocess.run(["cp", "-a", name, os.path.join(sources, name)], cwd=ROOT, check=True)
        with Machine("bookworm", options=(f"--bind-ro={toolchain}", f"--bind={sources}:/root/haru")) as machine:
            install = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--quiet")
            machine.do(*install, "make", "ca-certificates", limit=LIMIT)
            path = f"PATH={toolchain}/bin:{PATH}"
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
