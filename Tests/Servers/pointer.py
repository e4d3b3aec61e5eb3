"""A pointer for a Wayland compositor of the wlroots family, by its protocol `wlr-virtual-pointer`."""

import socket
import struct
import time

MANAGER = "zwlr_virtual_pointer_manager_v1"
# The numbers of its objects, which have to be given without a gap.
DISPLAY, REGISTRY, FIRST_ANSWER, SEAT, FACTORY, POINTER = 1, 2, 3, 4, 5, 6
BUTTONS = {"left": 0x110, "right": 0x111, "middle": 0x112}


class VirtualPointer:
    """Speaks the few requests itself, because no library of Debian knows this protocol."""

    def __init__(self, path, width, height):
        self.size = (width, height)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""
        self.next_answer = FIRST_ANSWER
        self.send(DISPLAY, 1, REGISTRY)
        names = {}
        for number, opcode, body in self.events_until_done():
            if (number, opcode) == (REGISTRY, 0):
                name, length = struct.unpack_from("<II", body)
                names[body[8:7 + length].decode()] = name
        self.bind(names["wl_seat"], "wl_seat", 1, SEAT)
        self.bind(names[MANAGER], MANAGER, 1, FACTORY)
        self.send(FACTORY, 0, SEAT, POINTER)
        self.next_answer = POINTER + 1

    def move(self, place):
        self.send(POINTER, 1, now(), *place, *self.size)
        self.end_frame()

    def press(self, button, is_down):
        self.send(POINTER, 2, now(), BUTTONS[button], int(is_down))
        self.end_frame()

    def end_frame(self):
        self.send(POINTER, 4)
        for _ in self.events_until_done():
            pass

    def bind(self, name, interface, version, number):
        text = interface.encode() + b"\0"
        text += b"\0" * (-len(text) % 4)
        body = struct.pack("<II", name, len(interface) + 1) + text + struct.pack("<II", version, number)
        self.send_bytes(REGISTRY, 0, body)

    def send(self, number, opcode, *words):
        self.send_bytes(number, opcode, struct.pack(f"<{len(words)}I", *words))

    def send_bytes(self, number, opcode, body):
        self.socket.sendall(struct.pack("<II", number, (8 + len(body)) << 16 | opcode) + body)

    def events_until_done(self):
        """The events up to the answer to a `sync`."""
        answer = self.next_answer
        self.next_answer += 1
        self.send(DISPLAY, 0, answer)
        while True:
            while len(self.rest) < 8 or len(self.rest) < struct.unpack_from("<I", self.rest, 4)[0] >> 16:
                read = self.socket.recv(65536)
                if not read:
                    raise ConnectionError("the compositor has ended")
                self.rest += read
            number, word = struct.unpack_from("<II", self.rest)
            body, self.rest = self.rest[8:word >> 16], self.rest[word >> 16:]
            if number == DISPLAY and word & 0xFFFF == 0:
                raise ConnectionError(f"the compositor refuses: {body}")
            if number == answer:
                return
            yield number, word & 0xFFFF, body


def now():
    return int(time.monotonic() * 1000) & 0xFFFFFFFF
