#!/usr/bin/python3
"""Builds the packages on clean systems, with the sources of this folder: build.py FOLDER [ARCH]…

Builds them twice for each processor, amd64 and arm64 unless named, and fails if their bytes differ. FOLDER gets
the packages. For amd64 the system is Debian 12 with the toolchain of this machine, for arm64 sid with Debian's own;
the Swift packages are those that this folder has resolved, the rest is Debian's. Ends with the status 77 where no
system can be made.
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
from machine import PATH, CannotBoot, tree

# Two hours: Debian 13 builds programs and tests with an older compiler, and runs them.
LIMIT = 7200
# What every system needs first. The Swift packages are beside the sources.
PREPARE = """
set -ex
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install --yes -qq --no-install-recommends ca-certificates git make
git config --system url./packages/.insteadOf https://github.com/apple/
git config --system safe.directory '*'
"""
# The system that builds for a processor, and where the packages for it are then.
SYSTEMS = {"amd64": ("bookworm", ".build/packages"), "arm64": ("sid", ".build/arm64/packages")}


def toolchain():
    """The folder of the compiler of this machine."""
    return os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("swift"))))


def resolve():
    """Fetches the Swift packages into this folder, as its own build does."""
    subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True)


def copy_sources(folder):
    """Copies the sources of this folder."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    copy = ("xargs", "-0", "cp", "-a", "--parents", f"--target-directory={folder}")
    subprocess.run(copy, cwd=ROOT, input=files, check=True)
    os.mkdir(os.path.join(folder, ".build"))


def run(suite, typed, sources, log=None, folder="/root/haru"):
    """Types in a folder of a copy of a clean system, which has the sources, and returns the status."""
    options, path = [f"--bind={sources}:{folder}"], PATH
    # Debian 12 has no compiler.
    if suite == "bookworm":
        options.append(f"--bind-ro={toolchain()}")
        path = f"{toolchain()}/bin:{PATH}"
    for repository in glob.glob(os.path.join(ROOT, ".build/repositories/*-*")):
        name = os.path.basename(repository).rpartition("-")[0]
        options.append(f"--bind-ro={repository}:/packages/{name}")
    return subprocess.run(
        ["systemd-nspawn", "--quiet", f"--directory={tree(suite, ())}", "--ephemeral", "--register=no",
         "--keep-unit", "--as-pid2", "--console=pipe", f"--setenv=PATH={path}", f"--chdir={folder}", *options,
         "bash", "-c", PREPARE + typed],
        stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=LIMIT, check=False).returncode


def build(folder, arch):
    suite, packages = SYSTEMS[arch]
    with tempfile.TemporaryDirectory(prefix="haru-build-", dir=os.path.join(ROOT, ".build")) as sources:
        copy_sources(sources)
        shutil.copy(os.path.join(ROOT, "Package.resolved"), sources)
        status = run(suite, f"make deps check-reproducible lint-packages ARCH={arch}", sources)
        if status != 0:
            sys.exit(f"build.py: {arch}: status {status}")
        shutil.copytree(os.path.join(sources, packages), folder, dirs_exist_ok=True)


if __name__ == "__main__":
    try:
        resolve()
        for processor in sys.argv[2:] or SYSTEMS:
            build(sys.argv[1], processor)
    except CannotBoot as reason:
        print(f"build.py: skipped: {reason}", file=sys.stderr)
        sys.exit(77)
