"""The ways that a folder takes between two machines, one function for each."""

import os

from fates import Fate, cloned, lost, parted, restored
from home import Home, until
from inbox import comes_again, fetched, marks_once
from lists import Lists
from nextcloud import RELEASE, Nextcloud
from pair import KEPT, Machine, Pair, Versions
from rounds import LIMIT, check, click, goes_on, hurry, live_apart, nothing_waits, sound, together
from syncthing import Daemons
from tasklist import Phone, Radicale, Side, Xandikos
from timers import PAUSE, Git, Rclone, Rsync, Unison, verify
from week import BY_A_YEAR, BY_MINUTES, DAY, DEEDS, live_a_week, same_streak, week_together

# After how many seconds Syncthing tells of a change, as it is installed.
USUAL_DELAY = 10


def syncthing(rounds):
    """Syncthing, which tells of a change after a second: clicks; a week apart, and together"""
    with Pair("syncthing") as pair:
        pair.begin()
        with Daemons(pair) as daemons:
            daemons.start()
            pair.share(*daemons.folders)
            click(pair, rounds or 20)
            daemons.stop()
            live_apart(pair)
            daemons.start()
            together(pair)
            goes_on(pair)


def syncthing_as_installed(rounds):
    """Syncthing as it is installed: clicks"""
    with Pair("syncthing_as_installed") as pair:
        pair.begin()
        with Daemons(pair, USUAL_DELAY) as daemons:
            daemons.start()
            pair.share(*daemons.folders)
            click(pair, rounds or 5)


def git(rounds):
    """git, with a bare repository and a timer: clicks; a week apart, and together; in a hurry"""
    timed("git", Git, rounds)


def rclone(rounds):
    """rclone, with a WebDAV server and a timer: clicks; a week apart, and together; in a hurry"""
    timed("rclone", Rclone, rounds)


def rsync(rounds):
    """rsync and a timer, in both directions: clicks; a week apart, and together; in a hurry"""
    timed("rsync", Rsync, rounds)


def unison(rounds):
    """unison and a timer on one machine: clicks; a week apart, and together; in a hurry"""
    timed("unison", Unison, rounds)


def nextcloud(rounds):
    """Nextcloud, with its client again and again: clicks; weeks apart, and together; in a hurry; the inbox"""
    if not RELEASE:
        print("    skipped: HARU_NEXTCLOUD names no unpacked release of the server", flush=True)
        return
    timed("nextcloud", Nextcloud, rounds)
    week_by(Nextcloud)
    wrong_year_by(Nextcloud)
    inbox_by(Nextcloud)


def units(_):
    """the units of haru-sync(7), whose commands git and rclone run here"""
    with Home() as home:
        verify(home)
    check("systemd takes them", True)


def timed(name, carrier, rounds):
    """What carriers with a timer share."""
    with Pair(name) as pair:
        pair.begin()
        with carrier(pair) as timers:
            for machine, folder in zip(pair.machines, timers.folders):
                machine.share(folder)
            timers.start()
            pair.same("what A knew is on B")
            click(pair, rounds or 5)
            timers.stop()
            live_apart(pair)
            timers.start()
            together(pair)
            goes_on(pair)
            timers.stop()
            print(f"    {timers.runs} runs of the timers, {PAUSE:.0f} s apart; {timers.failures} failed",
                  flush=True)
            timers.start(pause=0)
            hurry(pair)
            timers.stop()
            sound(pair)


def stick(rounds):
    """a USB stick: pulled out of A, put into B, and back, with changes on both in between"""
    with Pair("stick") as pair:
        pair.begin()
        in_a, in_b, pocket = pair.a("stick"), pair.b("stick"), pair.a("pocket")
        os.mkdir(in_a)
        pair.a.share(in_a)
        os.rename(in_a, in_b)
        pair.b.share(in_b)
        os.rename(in_b, in_a)
        pair.a.haru("sync", "check")
        pair.same("what A knew is on B")

        os.rename(in_a, pocket)
        live_apart(pair)
        for machine in pair.machines:
            check(f"{machine.name.upper()} says that changes wait", machine.waiting)
        for place, machine in ((in_a, pair.a), (in_b, pair.b)):
            os.rename(pocket, place)
            nothing_waits(machine)
            os.rename(place, pocket)
        os.rename(pocket, in_a)
        together(pair)
        pair.b.haru("unmark")
        os.rename(in_a, in_b)
        nothing_waits(pair.b)
        os.rename(in_b, in_a)
        until(lambda: not pair.a.is_studied, LIMIT, "an open day on A")
        pair.same("a change after that")


def versions(rounds):
    """git, with the last release on B: clicks; a week apart, and together; an import; an update of B"""
    with Versions("versions") as pair:
        pair.begin()
        with Git(pair) as carried:
            share(pair, carried)
            carried.start()
            click(pair, rounds or 5)
            carried.stop()
            live_apart(pair)
            carried.start()
            together(pair)
            # Rows that are instants: A notes in which zone it has read them.
            pair.a.haru("import", pair.a.write("days.csv", "when\n2026-01-01T12:00:00Z\n2026-01-03T12:00:00Z\n"))
            pair.same("an import on A")
            check("B counts what it does not understand", "by a newer Haru" in pair.b.haru("sync", "status"))
            pair.update()
            sound(pair)
            check("after an update B has the same log", pair.b.export() == pair.a.export())
            goes_on(pair)


def week(_):
    """seven days apart, day by day, with clocks that are wrong by minutes: Syncthing, git"""
    week_by(Daemons)
    week_by(Git)


def week_by(carrier):
    with Pair("week-" + carrier.__name__.lower()) as pair:
        pair.begin()
        with carrier(pair) as carried:
            share(pair, carried)
            live_a_week(pair, BY_MINUTES)
            carried.start()
            week_together(pair)
            same_streak(*pair.machines)


def wrong_year(_):
    """seven days apart, day by day, and B's clock is a year ahead: Syncthing, git"""
    wrong_year_by(Daemons)
    wrong_year_by(Git)


def wrong_year_by(carrier):
    with Pair("wrong_year-" + carrier.__name__.lower()) as pair:
        pair.begin()
        with carrier(pair) as carried:
            share(pair, carried)
            live_a_week(pair, BY_A_YEAR)
            # A day in the future of A.
            pair.b.haru("mark")
            carried.start()
            week_together(pair)
            told = pair.a.haru("sync", "status")
            check("A names the machine whose clock is ahead", f"The clock of {pair.b.device} is" in told, told)
            same_streak(pair.a)
            pair.b.haru("undo")
            pair.b.wake(len(DEEDS) * DAY)
            pair.same("with the right clock")
            same_streak(*pair.machines)


def inbox(_):
    """files in the inbox, which mark once: Syncthing, git, rclone"""
    inbox_by(Daemons)
    inbox_by(Git)
    with Pair("inbox-rclone") as pair:
        pair.begin()
        with Rclone(pair) as carried:
            share(pair, carried)
            carried.start()
            fetched(pair, carried.address, os.path.join(carried.served, "haru", "inbox"))


def inbox_by(carrier):
    with Pair("inbox-" + carrier.__name__.lower()) as pair:
        pair.begin()
        with carrier(pair) as carried:
            share(pair, carried)
            carried.start()
            echo = marks_once(pair)
            # git gives files the time at which they come.
            if carrier is not Git:
                comes_again(pair, *echo)
            pair.same("after all files")
            sound(pair)


def backup(_):
    """a home restored from a backup, a click on it, and a new machine: rclone, rsync, Syncthing"""
    befall(restored)


def clone(_):
    """a home copied, and both go on: rclone, rsync, Syncthing"""
    befall(cloned)


def loss(_):
    """files of a machine that was given up are lost, and new machines come: rclone, rsync, Syncthing"""
    befall(lost, "abcd")


def month(_):
    """a month that ends apart: git, rclone, rsync, unison, Syncthing"""
    befall(parted, "ab", (Git, Rclone, Rsync, Unison, Daemons))


def befall(happens, names="abc", carriers=(Rclone, Rsync, Daemons)):
    for carrier in carriers:
        name = carrier.__name__.lower()
        print(f"   {name}:", flush=True)
        with Fate(f"{happens.__name__}-{name}", names) as fate, carrier(fate) as carried:
            fate.begin(carried)
            happens(fate)


def caldav(rounds):
    """a task list, by vdirsyncer and todoman: completed there, marked with Haru, and back: radicale, xandikos"""
    for server in (Radicale, Xandikos):
        list_on(server, lambda desk, server: Side(desk, "phone", server), rounds)


def caldav_phone(rounds):
    """the same list, by a phone that speaks to the server itself, python-caldav: radicale, xandikos"""
    for server in (Radicale, Xandikos):
        list_on(server, lambda _, server: Phone(server), rounds)


def list_on(kind, phone, rounds):
    """What servers and phones share."""
    os.makedirs(KEPT, exist_ok=True)
    print(f"   {kind.name}:", flush=True)
    with Machine("caldav", "a") as desk, kind(desk) as server:
        desk.begin("-30..-1")
        desk.see_today()
        lists = Lists(desk, Side(desk, "desk", server), phone(desk, server))
        lists.begin()
        lists.complete_and_reopen(rounds or 5)
        lists.mark_and_unmark()
        lists.keep_a_week()
        lists.check_others()


def share(pair, carried):
    """Begins the exchange, waits until both know the same, and stops what carries it."""
    for machine, folder in zip(pair.machines, carried.folders):
        machine.share(folder)
    carried.start()
    pair.same("what A knew is on B")
    carried.stop()


ROWS = (syncthing, syncthing_as_installed, units, git, rclone, rsync, unison, nextcloud, stick, versions, week,
        wrong_year, inbox, month, backup, clone, loss, caldav, caldav_phone)
