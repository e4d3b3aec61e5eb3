#!/usr/bin/python3
"""Uses programs for arm64 under qemu, and compares them with those of this machine: emulated.py FOREIGN OWN SYSROOT

FOREIGN and OWN are folders of programs, SYSROOT has the libraries of FOREIGN. Both do the same: commands, a
click on Study in `haru-console`, an export, a card. What comes out has to be the same. The kernel has to start
programs for arm64 by qemu (binfmt_misc), for the agent starts the others.
"""

import os
import re
import subprocess
import sys
import tempfile

LIMIT = 120
COMMANDS = (("mark", "2026-11-01..2026-11-05"), ("unmark", "2026-11-03"), ("rest", "2026-11-03"),
            ("note", "2026-11-04", "하루 🌱"), ("undo",), ("status", "--date", "2026-11-05"),
            ("calendar", "2026-11"), ("streak", "--json"))
# The hour of a change, which is another one for each.
INSTANTS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+Z][0-9:]*")


def day(programs, environment, scratch):
    """What the programs print and draw in one day of one home, with a name for each."""
    home = os.path.join(scratch, "home")
    os.makedirs(home)
    environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC",
                   "XDG_RUNTIME_DIR": scratch, **environment}
    haru, results = os.path.join(programs, "haru"), {}

    def run(*words):
        done = subprocess.run([haru, *words], env=environment, capture_output=True, timeout=LIMIT, check=False)
        return f"{done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}"

    for words in COMMANDS:
        results[" ".join(words)] = run(*words)
    results["click"] = click(programs, environment)
    for form in ("csv", "json"):
        results[f"export {form}"] = INSTANTS.sub("INSTANT", run("export", "--format", form))
    card = os.path.join(scratch, "card.png")
    results["card"] = run("card", "study", "--sample", "-o", card).replace(scratch, "")
    with open(card, "rb") as file:
        results["picture"] = file.read()
    return results


def click(programs, environment):
    """Starts console and agent on a bus of their own, types 1, and returns the notification after it."""
    script = 'mkfifo "$0/typed"; "$1/haru-console" <"$0/typed" >"$0/shown" & exec 3>"$0/typed"\n' \
        'gdbus wait --session --timeout 60 org.freedesktop.Notifications; "$1/haru-agent" 2>"$0/log" & \n' \
        'for step in 1 q; do count=$(grep -c "\\[1\\]" "$0/shown")\n' \
        '  for _ in $(seq 300); do [ "$(grep -c "\\[1\\]" "$0/shown")" -gt "${before:-0}" ] && break; sleep 0.2; done\n' \
        '  before=$(grep -c "\\[1\\]" "$0/shown"); echo $step >&3; done; wait %1; kill %2; wait; cat "$0/shown"'
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["dbus-run-session", "--", "bash", "-c", script, folder, programs], env=environment,
                              capture_output=True, timeout=LIMIT * 2, check=False)
        return done.stdout.decode()


def main(foreign, own, sysroot):
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        expected = day(own, {}, first)
        found = day(foreign, {"QEMU_LD_PREFIX": sysroot}, second)
    status = 0
    for name, value in expected.items():
        same = value == found[name]
        print(("same" if same else "DIFFERS") + f": {name}")
        if not same:
            status = 1
            print(value if isinstance(value, str) else len(value), found[name] if isinstance(value, str) else len(found[name]))
    assert "Studied" in found["click"], found["click"]
    return status


if __name__ == "__main__":
    sys.exit(main(*map(os.path.abspath, sys.argv[1:4])))
