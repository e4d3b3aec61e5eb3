"""What a person does with a package, each on a machine of its own."""

import json
import re
from datetime import date, timedelta

from home import RELEASE, until
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
    """The process of the agent; `None` if none runs. A second one leaves the field to the first."""
    def processes():
        found = machine.run("pgrep", "--exact", "haru-agent").output.split()
        return len(found) < 2 and (found or [None])
    process = until(processes, 10, "one agent at most")[0]
    return process and int(process)


def status(machine, haru="haru"):
    return json.loads(machine.user_does(haru, "status", "--json"))


def files(machine):
    """Every file with Haru's name, besides the records of the system."""
    found = machine.run(
        "find", "/etc", "/usr", "/var", "/home", "/run/user", "-iname", "*haru*", "-not", "-path",
        "/var/log/*", "-not", "-path", "/var/cache/apt/*")
    return found.output.split()


# The rows.

def installed(suite, package):
    """the Debian package: installed, clicked on, logged out and in; disabled; purged"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.deb)
        live_with(machine, "haru", lambda: machine.do("apt-get", "purge", "--yes", "haru"))
        left = [path for path in files(machine) if not path.startswith(f"/home/{USER}/")]
        check("a purge leaves no file of ours", left == [], left)


def unpacked(suite, package):
    """the archive, in the home of a user without root: the same"""
    with Machine(suite, PACKAGES) as machine:
        # What its README names.
        machine.do("apt-get", "install", "--yes", "libnotify4", "libsqlite3-0", "libpangocairo-1.0-0",
                   "libgdk-pixbuf-2.0-0", "libharfbuzz0b", limit=300)
        machine.copy(package.archive, "/tmp/archive")
        folder = f"/home/{USER}/Own programs"
        machine.user_does("sh", "-c", 'mkdir "$0" && tar -C "$0" --strip-components=1 -xf /tmp/archive',
                          folder)
        haru = folder + "/bin/haru"
        machine.user_does(haru, "autostart", "enable")
        live_with(machine, haru, lambda: (
            machine.user_does(haru, "autostart", "disable"), machine.user_does("rm", "-r", folder)))
        left = [path for path in files(machine) if not path.startswith((STORE, f"/home/{USER}/.cache"))
                and path not in (f"/home/{USER}/.config/haru", f"/home/{USER}/.config/haru/haru.conf")]
        check("it leaves only the user's data and settings", left == [], left)


def by_rpm(suite, package):
    """the RPM package: installed, a login, a click; removed"""
    with Machine(suite, PACKAGES) as machine:
        machine.do("apt-get", "install", "--yes", "rpm", "libnotify4", "libsqlite3-0", "libpangocairo-1.0-0",
                   "libgdk-pixbuf-2.0-0", "libharfbuzz0b", limit=300)
        machine.copy(package.rpm, "/root/haru.rpm")
        # rpm knows nothing of what Debian has installed.
        machine.do("rpm", "--install", "--nodeps", "/root/haru.rpm")
        with Session(machine) as desk:
            desk.wait_for("Press Study")
            desk.click("Study")
            desk.wait_for("Studied")
            check("a click on Study is saved and shown", status(machine)["studied"])
            machine.do("rpm", "--erase", "--nodeps", "haru")
            until(lambda: agent(machine) is None, 10, "the end of the agent")
        left = [path for path in files(machine)
                if not path.startswith(f"/home/{USER}/") and "/rpm/" not in path and path != "/root/haru.rpm"]
        check("a removal leaves no file of ours", left == [], left)


def live_with(machine, haru, remove):
    """A first login, a click, later logins, and the end."""
    with Session(machine) as desk:
        desk.wait_for("Press Study")
        check("the next login shows one notification", len(desk.shown) == 1)
        desk.click("Study")
        desk.wait_for("Studied")
        check("a click on Study is saved and shown", status(machine, haru)["studied"])
        # Its server keeps what the killed one has shown, so a logout that is to leave nothing comes later.
        back_after_a_kill(machine, haru)
    machine.user_does(haru, "config", "set", "at-login", "always")
    with Session(machine) as desk:
        desk.wait_for("Studied")
        check("the next login shows Studied", status(machine, haru)["studied"])
    check("a logout ends the agent, which closes its notification",
          agent(machine) is None and desk.shown == [])
    machine.user_does(haru, "autostart", "disable")
    with Session(machine) as desk:
        check("after haru autostart disable a login starts nothing",
              agent(machine) is None and desk.shown == [])
    machine.user_does(haru, "autostart", "enable")
    with Session(machine) as desk:
        desk.wait_for("Studied")
        check("after haru autostart enable it does", agent(machine))
        remove()
        check("a removed agent ends, and closes its notification", until(
            lambda: agent(machine) is None and desk.shown == [], 10, "the end of agent and notification"))
    check("the user's data stay", f"{STORE}/haru.sqlite" in files(machine))


def back_after_a_kill(machine, haru):
    before = agent(machine)
    machine.do("kill", "-9", str(before))
    until(lambda: agent(machine) not in (None, before), 3, "another agent after kill -9")
    check("a killed agent is back within 3 s, and nothing is lost", status(machine, haru)["studied"])


def upgraded(suite, package):
    """an upgrade under a notification; an upgrade when autostart is disabled"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.deb)
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
        machine.install(package.deb, "--allow-downgrades")
        with Session(machine):
            check("an upgrade leaves autostart disabled", agent(machine) is None)


def from_last_release(suite, package):
    """the last release upgraded under its notification, with ten years of days, watches and rest weekdays"""
    if not package.former:
        print(f"    skipped: no package of {RELEASE}; run make .build/{RELEASE}/haru", flush=True)
        return
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.former)
        machine.do("sh", "-c", "cat >/tmp/days.csv", data=ten_years().encode())
        soon = [(date.today() + timedelta(days)).strftime("%a") for days in (2, 3)]
        for words in (("import", "/tmp/days.csv"), ("repo", "add", "apple/swift", "torvalds/linux"),
                      ("repo", "quiet", "torvalds/linux"), ("config", "set", "rest-weekdays", ",".join(soon)),
                      ("rest", "--reason", "fever", str(date.today() - timedelta(50))),
                      ("note", "yesterday", "a page")):
            machine.user_does("haru", *words)
        before, streak = answers(machine), status(machine)["streak"]["current"]
        with Session(machine) as desk:
            desk.wait_for(date.today().strftime("%A %-d %B"))
            former = agent(machine)
            machine.install(package.deb)
            until(lambda: agent(machine) not in (None, former), 10, "the agent of the new package")
            desk.wait_for(date.today().strftime("%A %-d %B"))
            after = answers(machine)
            check("days, streak, calendar and watches are those of before", after == before,
                  [pair for pair in zip(before, after) if pair[0] != pair[1]])
            desk.click("Study")
            desk.wait_for("Studied")
            check("the click after it is saved", status(machine)["streak"]["current"] == streak + 1)
        machine.user_does("haru", "undo")
        check("an undo takes it back", answers(machine) == before)
        weekdays = machine.user_does("haru", "rest", "--list")
        check("the rest weekdays are there", soon[0] in weekdays and soon[1] in weekdays, weekdays)
        check("the doctor finds no fault in the store", machine.user("haru", "store", "check").status == 0)


def ten_years():
    """A table of days up to yesterday, of which each fiftieth was missed."""
    studied = [date.today() - timedelta(ago) for ago in range(1, 3650) if ago % 50]
    return "date\n" + "".join(f"{day}\n" for day in studied)


def answers(machine):
    """What an upgrade must not change."""
    def told(*words):
        return machine.user_does("haru", *words)
    watches = json.loads(told("repo", "list", "--json"))["repositories"]
    return [told("export", "--format", "csv"), told("streak", "--json"), told("calendar", "--json"),
            [(each["name"], each["announced"]) for each in watches]]


def while_logged_in(suite, package):
    """installed in a session, beside a login over ssh that stays"""
    with Machine(suite, PACKAGES) as machine:
        machine.do("loginctl", "enable-linger", USER)
        with Session(machine):
            machine.install(package.deb)
        with Session(machine) as desk:
            desk.wait_for("Press Study")
            check("the next login shows a notification", len(desk.shown) == 1)


def two_sessions(suite, package):
    """two sessions of one user; one that starts autostart files itself"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.deb)
        with Session(machine, "files") as desk:
            desk.wait_for("Press Study")
            check("a desktop that starts autostart files itself starts the agent", agent(machine))
            first = agent(machine)
            with Session(machine):
                until(lambda: of_service(machine, "ExecMainExitTimestampMonotonic") > 0, 10,
                      "the end of a second agent")
                check("a second session of the user has the same agent", agent(machine) == first)


def bare(suite, package):
    """without what is recommended, on a machine without a desktop"""
    with Machine(suite) as machine:
        before = machine.do("dpkg-query", "--show").count("\n")
        machine.install(package.deb, "--no-install-recommends")
        added = machine.do("dpkg-query", "--show").count("\n") - before
        check(f"{added - 1} packages come with it, and none of Pango or curl", not re.search(
            "pango|curl", machine.do("dpkg-query", "--show")))
        machine.user_does("haru", "mark")
        check("the command line keeps the streak", status(machine)["streak"]["current"] == 1)


def quick(suite, package):
    """from the start of the agent to its notification, and a login with and without it"""
    with Machine(suite, PACKAGES) as machine:
        machine.install(package.deb)
        starts, logins = [], {"enable": [], "disable": []}
        for word in ("enable", "disable") * 5:
            machine.user_does("haru", "autostart", word)
            with Session(machine) as desk:
                logins[word].append(desk.login_seconds)
                if word == "enable":
                    desk.wait_for("Press Study")
                    starts.append(desk.notified - of_service(machine, "ExecMainStartTimestamp") / 1e6)
        milliseconds = [round(1000 * seconds) for seconds in sorted(starts)]
        check(f"from exec to Notify: {milliseconds} ms, at most 60", milliseconds[0] <= 60)
        for word, name in (("enable", "with"), ("disable", "without")):
            times = [round(1000 * seconds) for seconds in sorted(logins[word])]
            print(f"    a login {name} Haru: {times} ms", flush=True)


def of_service(machine, name):
    """A time of the agent that systemd started, in microseconds; 0 if that has not happened."""
    shown = machine.user_does(
        "busctl", "--user", "get-property", "org.freedesktop.systemd1",
        "/org/freedesktop/systemd1/unit/haru_2eservice", "org.freedesktop.systemd1.Service", name)
    return int(shown.split()[1])


ROWS = (installed, unpacked, by_rpm, while_logged_in, upgraded, from_last_release, two_sessions, bare)
# Their times say something only where nothing else runs.
MEASURES = (quick,)
