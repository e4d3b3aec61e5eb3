"""A private session bus, and a time zone for a session."""

import time

from home import Talker

BUS = """\
<busconfig>
  <type>session</type>
  <listen>unix:path={}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{}</servicedir>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Bus(Talker):
    """A bus of a home; it starts the programs whose service files are in the home's `services`."""

    def __init__(self, home, kind="SESSION"):
        configuration = home.write(f"{kind}.conf", BUS.format(home(kind), home("services")))
        super().__init__(
            ["dbus-daemon", "--config-file=" + configuration, "--nofork", "--nopidfile",
             "--print-address=1"], home.environment)
        home.environment[f"DBUS_{kind}_BUS_ADDRESS"] = self.line()


def morning():
    """A zone in which it is nine o'clock: far from midnight, and from reminders."""
    ahead = (9 * 3600 - int(time.time())) % 86_400
    ahead -= 86_400 if ahead > 43_200 else 0
    hours, minutes, seconds = abs(ahead) // 3600, abs(ahead) // 60 % 60, abs(ahead) % 60
    # In POSIX the sign is the other way round.
    return f"XXX{'-' if ahead >= 0 else ''}{hours}:{minutes:02}:{seconds:02}", ahead
