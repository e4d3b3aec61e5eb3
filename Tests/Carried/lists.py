"""What is tried with a task list: completions that become marks, and back."""

import json
import threading
import time

from home import until
from rounds import check, tell
from tasklist import GROCERIES, HERE, LIMIT


class Arrival(threading.Thread):
    """Notes when the task of a day is completed in a folder."""

    def __init__(self, side, day):
        super().__init__(daemon=True)
        self.side, self.day, self.when = side, day, 0
        self.start()

    def run(self):
        while "STATUS:COMPLETED" not in self.side.item("UID:haru-" + self.day)[1]:
            time.sleep(0.004)
        self.when = time.monotonic()


class Lists:
    """The list of the machine, and that of the phone, with a server between them."""

    def __init__(self, desk, here, phone):
        self.desk, self.here, self.phone = desk, here, phone
        now = time.time() + desk.zone_ahead
        self.today, self.earlier = (time.strftime("%Y-%m-%d", time.gmtime(now - days * 86_400)) for days in (0, 3))

    def begin(self):
        """A list that has something else already."""
        self.phone.write(f"{HERE}/groceries.ics", GROCERIES)
        self.to_desk()
        self.before = self.others()
        self.desk.haru("tasks", "on", self.here.folder)
        self.to_phone()
        check("the phone shows today, open", {*self.phone.tasks()} == {self.today}
              and not self.phone.is_completed(self.today), self.phone.tasks())
        self.rings = self.alarms(self.phone)
        check("the phone rings at each reminder", len(self.rings) == 1, self.rings)

    def alarms(self, side):
        """When today rings, as its file says."""
        lines = side.item("UID:haru-" + self.today)[1].splitlines()
        return [line for line in lines if line.startswith("TRIGGER;VALUE=DATE-TIME:")]

    def to_desk(self):
        self.phone.sync()
        self.here.sync()

    def to_phone(self):
        self.here.sync()
        self.phone.sync()

    def complete_and_reopen(self, rounds):
        """Completes today on the phone until *Studied* is shown, and takes it back there."""
        waits = []
        for _ in range(rounds):
            self.desk.watch.drain()
            arrival = Arrival(self.here, self.today)
            began = time.monotonic()
            self.phone.complete(self.today)
            carrier = threading.Thread(target=self.to_desk)
            carrier.start()
            told = self.desk.told(True, LIMIT)
            arrival.join()
            carrier.join()
            waits.append((told - began, told - arrival.when))
            check("completed on the phone, it is studied", self.desk.is_studied)
            until(lambda: not self.alarms(self.here), LIMIT, "the task without alarms")
            self.to_phone()
            check("completed there, it rings nowhere", not self.alarms(self.phone), self.alarms(self.phone))
            self.phone.reopen(self.today)
            self.to_desk()
            self.desk.told(False, LIMIT)
            check("opened again there, it is open", not self.desk.is_studied)
            until(lambda: self.alarms(self.here) == self.rings, LIMIT, "the task with its alarms")
            self.to_phone()
            check("opened again, it rings there", self.alarms(self.phone) == self.rings, self.alarms(self.phone))
        for name, column in zip(("completed on the phone to Notify", "the task in the folder to Notify"), zip(*waits)):
            tell(name, column)

    def mark_and_unmark(self):
        """Marks and clears today with Haru, until the phone shows it."""
        for word, is_completed in (("mark", True), ("unmark", False), ("mark", True)):
            self.desk.haru(word)
            until(lambda: self.here.is_completed(self.today) == is_completed, LIMIT, f"the task after {word}")
            self.to_phone()
            check(f"after haru {word}, the phone shows it", self.phone.is_completed(self.today) == is_completed)
            check(f"after haru {word}, the phone rings as it ought to",
                  self.alarms(self.phone) == ([] if is_completed else self.rings), self.alarms(self.phone))

    def keep_a_week(self):
        """Keeps the week before too, of which a day is open until the phone completes it."""
        self.desk.haru("unmark", self.earlier)
        self.desk.haru("tasks", "on", "--week", self.here.folder)
        self.to_phone()
        tasks = self.phone.tasks()
        check("today and seven days before, of which one is open", len(tasks) == 8
              and [day for day in tasks if not self.phone.is_completed(day)] == [self.earlier], tasks)
        self.phone.complete(self.earlier)
        self.to_desk()
        marks = until(lambda: [mark for mark in json.loads(self.desk.export())["marks"]
                               if mark["day"] == self.earlier], LIMIT, "the mark of an earlier day")
        check("completed later, that day is studied, by the list", marks[0]["said"]["source"] == "tasks", marks)

    def check_others(self):
        """Checks that what is not Haru's is as it was, byte for byte."""
        self.to_desk()
        check("another program's task is the same, byte for byte", self.others() == self.before)

    def others(self):
        """What is not Haru's, on both sides."""
        return [side.item("UID:groceries") for side in (self.here, self.phone)]
