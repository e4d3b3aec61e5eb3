"""What befalls a machine: its home is restored from a backup or copied, or what it has written is lost."""

import contextlib
import json
import os
import shutil
import sqlite3
import time
from datetime import date, timedelta

from home import until
from pair import Pair
from rounds import LIMIT, check, sound
from week import DAY, streak

# What is Haru's in a home, and what is its carrier's.
HARU, CARRIER = ("config/haru", "data/haru", "Haru"), ("syncthing",)


class Fate(Pair):
    """Machines whose clocks pass days together, of which the thirteenth begins a month.

    So the files of the month before are merged in between.
    """

    def __init__(self, row, names):
        super().__init__(row, names)
        today = date.fromisoformat(time.strftime("%Y-%m-%d", time.gmtime(time.time() + self.a.zone_ahead)))
        self.first = ((today.replace(day=1) + timedelta(days=32)).replace(day=1) - today).days - 12
        for machine in self.machines[2:]:
            machine.is_away = True

    def begin(self, carrier):
        """Begins with A and B, which are new."""
        self.carrier = carrier
        for machine in self.present:
            self.come(machine)

    def come(self, machine, day=0):
        """A new machine begins the exchange."""
        self.carrier.stop()
        machine.is_away = False
        machine.begin("")
        machine.wake((self.first + day) * DAY)
        machine.share(self.folder(machine))
        self.carrier.start()

    def folder(self, machine):
        return self.carrier.folders[self.machines.index(machine)]

    def live(self, machine, days):
        """Studies on a machine each day, beside the others."""
        for day in days:
            self.wake(day)
            machine.haru("mark")
        self.same(f"{len(days)} days on {machine.name.upper()}")

    def wake(self, day):
        for machine in self.present:
            machine.wake((self.first + day) * DAY)

    @contextlib.contextmanager
    def off(self, machine):
        """A time in which a machine is off, and nothing is carried."""
        self.carrier.stop()
        machine.end_agent()
        yield
        self.carrier.start()

    def alike(self, what, days):
        """Checks that all know the same, and that their streak is as long as it has to be."""
        self.same(what)
        sound(self)
        for machine in self.present:
            until(lambda: streak(machine) == days, LIMIT, f"a streak of {days} days")
        names = ", ".join(machine.name.upper() for machine in self.present)
        check(f"the streak on {names} is {days} days", True)


def restored(fate):
    """A home of ten days is restored five days later, by then in another month."""
    a, b, new = fate.machines
    backup = a("backup")
    fate.live(a, range(10))
    with fate.off(a):
        copy(a.path, backup, HARU + CARRIER)
    fate.live(a, range(10, 15))
    with fate.off(a):
        copy(backup, a.path, HARU + CARRIER)
        fate.wake(15)
        check("the home of ten days is back", days_of(a) == 10, days_of(a))
    fate.alike("a home restored from a backup", 15)
    b.watch.drain()
    a.click_study()
    b.told(True, LIMIT)
    fate.alike("a click on it", 16)
    fate.come(new, 15)
    fate.alike("a new machine", 16)


def cloned(fate):
    """A home is copied; B has read what the original says before what the copy says is carried."""
    a, _, copied = fate.machines
    fate.live(a, range(10))
    with fate.off(a):
        copy(a.path, copied.path, HARU)
        settle(copied, fate.folder(copied))
        check("the copy has the name of the original", copied.own_name() == a.device)
    fate.live(a, range(10, 12))
    a.haru("note", "today", "on the original")
    fate.same("what the original says")
    with fate.off(copied):
        for day in (10, 12):
            copied.wake((fate.first + day) * DAY)
            copied.haru("mark")
            copied.haru("note", "today", f"on the copy, {day}")
        fate.wake(12)
        copied.is_away = False
    fate.alike("the original and its copy", 13)
    copied.haru("undo")
    notes = {note["text"] for note in json.loads(fate.same("an undo on the copy"))["notes"]}
    check("it took back the last word of the copy alone", notes == {"on the original", "on the copy, 10"}, notes)


def lost(fate):
    """One file of a machine that was given up is lost, and then every file that has something of it."""
    a, b, *new = fate.machines
    fate.live(a, range(10))
    fate.live(b, range(10, 15))
    with fate.off(a):
        a.is_away = True
        fate.wake(15)
    for machine, count in zip(new, (1, None)):
        fate.carrier.stop()
        names = sorted(files_with(a, b.folder))[:count]
        check(f"of the files of A are lost: {len(names)}", names)
        for name in names:
            for place in fate.carrier.places:
                with contextlib.suppress(FileNotFoundError):
                    os.remove(os.path.join(place, "Log", name))
        fate.come(machine, 15)
        fate.alike("a new machine after that", 15)


def days_of(machine):
    return len(json.loads(machine.export())["marks"])


def parted(fate):
    """Two machines hear nothing of each other while a month ends, so each merges its files alone."""
    a, b = fate.machines
    # Both have a file that is most of what each makes of it.
    a.haru("mark", "-30..-1")
    fate.same("30 days")
    with fate.off(a):
        for day, machine in ((0, a), (1, b), (12, a), (13, b)):
            fate.wake(day)
            machine.haru("mark")
    fate.alike("a month that ended apart", 2)
    days = [days_of(machine) for machine in fate.machines]
    check("every day of both is there", days == [34, 34], days)


def copy(source, target, names):
    """Puts what a home has in the place of what another one has."""
    for name in names:
        shutil.rmtree(os.path.join(target, name), ignore_errors=True)
        if os.path.exists(os.path.join(source, name)):
            shutil.copytree(os.path.join(source, name), os.path.join(target, name))


def settle(machine, folder):
    """Lets a copied home find its folder, which on another computer would have the same path."""
    machine.folder = folder
    with contextlib.closing(sqlite3.connect(machine.usual_store, isolation_level=None)) as store:
        store.execute("UPDATE this_machine SET folder = ?", (folder,))


def files_with(machine, folder):
    """The files of a folder that have an entry of a machine."""
    for name in os.listdir(os.path.join(folder, "Log")):
        with open(os.path.join(folder, "Log", name), encoding="utf-8") as file:
            if f'"machine":"{machine.device}"' in file.read():
                yield name
