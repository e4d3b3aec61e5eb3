"""Files in the inbox, which mark a day once, however the carrier brings them."""

import json
import os
import shutil
import urllib.request

from home import until
from rounds import LIMIT, check
from week import day

# Days that nobody has studied, as numbers from today.
FIRST, SECOND = -40, -41


def marks_once(pair):
    """A file that A finds, and one that only B finds; returns the second, as it was before B had it."""
    a, b = pair.machines
    put(a, day(pair, FIRST))
    marked(pair, FIRST, "a file in A's folder")

    # Nobody takes it at A, so that it comes to B.
    a.end_agent()
    path = put(a, day(pair, SECOND) + ".txt")
    echo = shutil.copy2(path, a("echo"))
    until(lambda: is_studied(b, day(pair, SECOND)), LIMIT, "a mark on B")
    until(lambda: not os.path.exists(path), LIMIT, "the end of the file on A")
    a.start_agent()
    marked(pair, SECOND, "a file that only B found")
    return echo, path


def comes_again(pair, echo, path):
    """The same file once more, with the time that it had, as of a carrier that keeps the times of files."""
    a, b = pair.machines
    shutil.copy2(echo, path)
    marked(pair, SECOND, "the same file once more")
    a.haru("unmark", day(pair, SECOND))
    until(lambda: not is_studied(b, day(pair, SECOND)), LIMIT, "a cleared day on B")
    shutil.copy2(echo, path)
    gone(pair)
    check("once more, after the day was cleared: it stays cleared",
          not any(is_studied(machine, day(pair, SECOND)) for machine in pair.machines))


def fetched(pair, address, inbox):
    """A file that a phone puts on a WebDAV server, from where one machine fetches it."""
    name = day(pair, FIRST)
    request = urllib.request.Request(f"http://{address}/haru/inbox/{name}", data=b"", method="PUT")
    with urllib.request.urlopen(request, timeout=10):
        pass
    marked(pair, FIRST, "a file on the server")
    until(lambda: not os.listdir(inbox), LIMIT, "an empty inbox on the server")


def put(machine, name):
    """Makes a file in the inbox, as a phone does."""
    path = os.path.join(machine.folder, "inbox", name)
    with open(path, "w", encoding="utf-8"):
        pass
    return path


def marked(pair, number, what):
    """Waits until both have marked a day, and the files are gone; checks that it was marked once."""
    name = day(pair, number)
    for machine in pair.machines:
        until(lambda: is_studied(machine, name), LIMIT, f"a mark by {what}")
    gone(pair)
    for machine in pair.machines:
        said = [entry["said"]["source"] for entry in json.loads(machine.export())["journal"]
                if entry["kind"] == "study" and entry["day"] == name]
        check(f"{what}: {machine.name.upper()} has one mark, and no file", said == ["inbox"], said)


def gone(pair):
    """Waits until no folder has a file in its inbox."""
    until(lambda: not any(files(machine) for machine in pair.machines), LIMIT, "an empty inbox")


def files(machine):
    try:
        return os.listdir(os.path.join(machine.folder, "inbox"))
    except FileNotFoundError:
        return []


def is_studied(machine, name):
    return any(mark["day"] == name for mark in json.loads(machine.export())["marks"])
