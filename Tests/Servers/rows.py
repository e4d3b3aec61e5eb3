"""What a user does, one function for each row of the table; each returns the value of a cell."""

import time

from home import Late, until

# Longer than any server shows a notification that expires by itself.
GONE = 16


def press(desk, sight):
    """Presses Study as a user would who looks for it: on the screen, under the pointer, by a click."""
    if desk.server.hides_buttons:
        desk.screen.move(desk.titles(sight)[-1])
        time.sleep(0.5)
        sight = desk.see_today()
    buttons = sight.find("Study")
    if buttons:
        desk.screen.click(buttons[-1])
    else:
        desk.screen.click(desk.titles(sight)[-1], desk.server.answer)
    desk.screen.leave()


def studied_soon(desk):
    try:
        return until(lambda: desk.is_studied, 2, "studied")
    except Late:
        return False


def clicks_until_studied(desk, sight, most=3):
    """How often the user clicks who sees today's notification; `None` if nothing helps."""
    for count in range(1, most + 1):
        press(desk, sight)
        if studied_soon(desk):
            return count
        sight = desk.see()
        if not desk.titles(sight):
            return None
    return None


def clicks(count):
    return "✗" if count is None else f"{count} click" + "s" * (count != 1)


def first_start(desk):
    """first start with an empty cache: one `Notify`"""
    desk.begin(marks="")
    time.sleep(4)
    count = len(desk.notifies())
    return "✓" if count == 1 else f"✗ {count}"


def study(desk):
    """Study by pointer"""
    return clicks(clicks_until_studied(desk, desk.begin()))


def body(desk):
    """body click: today stays in sight"""
    sight = desk.begin()
    place = desk.titles(sight)[-1]
    desk.watch.drain()
    desk.screen.click(place, desk.server.answer)
    desk.screen.leave()
    time.sleep(2)
    if not desk.titles(desk.see()):
        return "✗ gone"
    return "✓" if desk.notifies() else "nothing happens"


def mark(desk):
    """`haru mark` while it is shown: the new state, once"""
    desk.begin()
    desk.haru("mark")
    time.sleep(1)
    sight = desk.see()
    if not sight.find("Studied"):
        return "✗ old"
    count = len(desk.titles(sight))
    return "✓" if count == 1 else f"✗ {count}"


def restart(desk):
    """server restarted: shown once, and Study works"""
    desk.begin()
    desk.restart_server()
    sight = desk.see_today()
    count = len(desk.titles(sight))
    if count != 1:
        return f"✗ {count}"
    return "✓" if clicks_until_studied(desk, sight) else "✗ dead"


def end(desk):
    """agent ended: nothing is left"""
    desk.begin()
    desk.end_agent()
    time.sleep(1)
    return "✗ stays" if desk.titles(desk.see()) else "✓"


ROWS = (study, body, mark, first_start, restart, end)
