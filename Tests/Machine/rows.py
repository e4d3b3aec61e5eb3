"""What a person does with a package, each on a machine of its own."""

import json

from home import until
from machine import USER, Machine
from session import PACKAGES, Session

# The user's own, which stays when the package goes.
STORE = f"/home/{USER}/.local/share/haru"


def check(what, is_so, more=""):
    """Prints what was shown, or raises."""
    if not is_so:
        raise AssertionError(f"not so: {what} {more}".strip())
    print(f"    {what}", flush=True)


def agent(machine):
    """The process of the agent; `None` if none runs."""
    processes = machine.run("pgrep", "--exact", "haru-agent").output.split()
    if len(processes) > 1:
        raise AssertionError(f"{len(processes)} agents run")
    return int(processes[0]) if processes else None


def status(machine):
    return json.loads(machine.user_does("haru", "status", "--json"))


def files(machine):
    """Every file with Haru's name, besides the records of the system."""
    found = machine.run(
        "find", "/etc", "/usr", "/var", "/home", "/run/user", "-iname", "*haru*", "-not", "-path",
        "/var/log/*", "-not", "-path", "/var/cache/apt/*")
    return found.output.split()


# The rows.

def installed(suite, package):
    """installed, clicked on, logged out and in; disabled; purged"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.path)
        with Session(machine) as desk:
            desk.wait_for("Press Study")
            check("the login after an installation shows one notification", len(desk.shown) == 1)
            desk.click("Study")
            desk.wait_for("Studied")
            check("a click on Study is saved and shown", status(machine)["studied"])
            back_after_a_kill(machine)
            machine.user_does("haru", "config", "set", "at-login", "always")
            machine.user_does("haru", "notify")
            desk.wait_for("Studied")
        check("a logout ends the agent, which closes its notification",
              agent(machine) is None and desk.shown == [])
        with Session(machine) as desk:
            desk.wait_for("Studied")
            check("the next login shows Studied", status(machine)["studied"])
        machine.user_does("haru", "autostart", "disable")
        with Session(machine) as desk:
            check("after haru autostart disable a login starts nothing",
                  agent(machine) is None and desk.shown == [])
        machine.user_does("haru", "autostart", "enable")
        with Session(machine) as desk:
            desk.wait_for("Studied")
            check("after haru autostart enable it does", agent(machine))
            machine.do("apt-get", "purge", "--yes", "haru")
            until(lambda: agent(machine) is None, 10, "the end of the agent")
            check("a purge ends the agent, which closes its notification", desk.shown == [])
        left = [path for path in files(machine) if not path.startswith(f"/home/{USER}/")]
        check("a purge leaves no file of ours", left == [], left)
        check("a purge leaves the user's data", f"{STORE}/haru.sqlite" in files(machine))


def back_after_a_kill(machine):
    before = agent(machine)
    machine.do("kill", "-9", str(before))
    until(lambda: agent(machine) not in (None, before), 3, "another agent after kill -9")
    check("a killed agent is back within 3 s, and nothing is lost", status(machine)["studied"])


def upgraded(suite, package):
    """an upgrade under a notification; an upgrade when autostart is disabled"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.path)
        with Session(machine) as desk:
            desk.wait_for("Press Study")
            before = agent(machine)
            machine.install(package.newer)
            until(lambda: agent(machine) not in (None, before), 10, "the agent of the new package")
            desk.wait_for("Press Study")
            check("an upgrade puts a new agent in the place of the old one", True)
            desk.click("Study")
            desk.wait_for("Studied")
            check("the click after it is saved", status(machine)["studied"])
        machine.user_does("haru", "autostart", "disable")
        machine.install(package.path, "--allow-downgrades")
        with Session(machine):
            check("an upgrade leaves autostart disabled", agent(machine) is None)


def while_logged_in(suite, package):
    """installed in a session, beside a login over ssh that stays"""
    with Machine(suite, PACKAGES) as machine:
        machine.do("loginctl", "enable-linger", USER)
        with Session(machine):
            machine.install(package.path)
        with Session(machine) as desk:
            desk.wait_for("Press Study")
            check("the next login shows a notification", len(desk.shown) == 1)


def two_sessions(suite, package):
    """two sessions of one user; one that starts autostart files itself"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.path)
        with Session(machine, "files") as desk:
            desk.wait_for("Press Study")
            check("a desktop that starts autostart files itself starts the agent", agent(machine))
            first = agent(machine)
            with Session(machine):
                check("a second session of the user has the same agent", agent(machine) == first)


ROWS = (installed, while_logged_in, upgraded, two_sessions)
