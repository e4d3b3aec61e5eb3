"""What the windows of a process expose to assistive programs (AT-SPI), if they show a text: a line for
each text and each button, in the order in which a user meets them.

    tree.py PROCESS TEXT
"""

import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def children(node):
    return [child for number in range(node.get_child_count())
            if (child := node.get_child_at_index(number))]


def texts(node):
    """What a node says of itself: Plasma has its lines in the description, GTK in the text."""
    yield node.get_name()
    if node.get_role() == Atspi.Role.NOTIFICATION:
        yield node.get_description()
    try:
        yield Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    except GLib.Error:
        pass


def lines(node):
    """The role of everything that is shown, with what it says; what repeats its parent is left out."""
    if not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return
    said = dict.fromkeys(text for text in texts(node) if text and text.strip("\ufffc"))
    own = [f"{node.get_role_name()}: {text}" for text in said]
    yield from own
    for child in children(node):
        yield from (line for line in lines(child) if line.split(": ", 1)[1] not in said)


def main():
    process, text = int(sys.argv[1]), sys.argv[2]
    for application in children(Atspi.get_desktop(0)):
        if application.get_process_id() != process:
            continue
        for window in children(application):
            found = list(lines(window))
            if any(text in line for line in found):
                print("\n".join(found))


if __name__ == "__main__":
    main()
