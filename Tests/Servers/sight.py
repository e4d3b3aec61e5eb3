"""What a person reads on a screen: words and their places, by text recognition (Tesseract)."""

import difflib
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageOps, ImageStat

# Text of ten pixels is recognised when it is drawn three times as large.
SCALE = 3
# How much darker than a light ground a letter has to be to count as black.
CONTRAST = 88
# What lies closer than this, in pixels, belongs to one area.
GRID = 16


@dataclass(frozen=True)
class Word:
    """A word and its place on the screen."""

    text: str
    line: tuple
    left: int
    top: int
    right: int
    bottom: int


def middle(words):
    """The middle of words that stand side by side."""
    return ((words[0].left + words[-1].right) // 2, (words[0].top + words[-1].bottom) // 2)


def is_near(place, other):
    """Whether two readings found the same."""
    return abs(place[0] - other[0]) < 12 and abs(place[1] - other[1]) < 12


class Sight:
    """What stands on a screen besides what was there before."""

    def __init__(self, picture, empty):
        self.picture = picture
        self.areas = areas(picture, empty)
        self.words = [word for number, area in enumerate(self.areas)
                      for word in recognised(picture.crop(area), area, number)]

    def __str__(self):
        return " | ".join(self.lines)

    @property
    def lines(self):
        lines = {}
        for word in self.words:
            lines.setdefault(word.line, []).append(word.text)
        return [" ".join(words) for words in lines.values()]

    def find(self, text):
        """Every place of a text, word for word, from the top to the bottom."""
        wanted = text.split()
        found = []
        for index in range(len(self.words) - len(wanted) + 1):
            words = self.words[index:index + len(wanted)]
            if [bare(word.text) for word in words] == wanted and len({w.line for w in words}) == 1:
                place = middle(words)
                if not any(is_near(place, other) for other in found):
                    found.append(place)
        return sorted(found, key=lambda place: place[1])

    def missing(self, text):
        """The words of a text that cannot be read."""
        seen = pieces(" ".join(word.text for word in self.words))
        # A long word may be broken into lines anywhere.
        stream = "".join(seen)
        return [word for word in pieces(text)
                if len(word) > 1 and not difflib.get_close_matches(word, seen, 1, 0.75)
                and not (len(word) > 3 and word in stream)]


def pieces(text):
    return re.findall(r"\w+", text)


def bare(text):
    return text.strip("·.,:;|'\"“”‘’()[]{}<>«»_—–-=~*")


def areas(picture, empty):
    """The parts of a picture that differ from the one before and may hold text, as boxes."""
    cells = ImageChops.difference(picture, empty).convert("L").point(lambda value: value > 8 and 255)
    cells = cells.reduce(GRID).point(lambda value: value and 255)
    width, height = cells.size
    pixels = cells.load()
    left = {(x, y) for x in range(width) for y in range(height) if pixels[x, y]}
    found = []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            x, y = edge.pop()
            group.add((x, y))
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            edge.extend(near)
        columns, rows = [x for x, _ in group], [y for _, y in group]
        found.append((min(columns) * GRID, min(rows) * GRID,
                      min((max(columns) + 1) * GRID, picture.width),
                      min((max(rows) + 1) * GRID, picture.height)))
    return sorted((box for box in found if box[2] - box[0] > 2 * GRID),
                  key=lambda box: (box[1], box[0]))


def recognised(picture, area, number):
    """The words of a part of a picture that lies at `area`."""
    grey = picture.convert("L")
    # Dark letters on light ground are recognised best.
    ground = ImageStat.Stat(grey).median[0]
    if ground < 128:
        grey = ImageOps.invert(grey)
    # As scattered text and as one block: each of them misses words that the other finds.
    readers = [start_reading(grey, mode) for mode in ("11", "6")]
    if ground >= 128:
        # Grey and blue letters are found beside black ones if they are as dark.
        even = grey.point(lambda value: max(0, min(255, (value - ground + CONTRAST) * 3)))
        readers.append(start_reading(even, "11"))
    words = []
    for reading, reader in enumerate(readers):
        for row in reader.stdout.read().decode().splitlines()[1:]:
            level, _, block, paragraph, line, _, x, y, width, height, _, text = row.split("\t")
            if level == "5" and text.strip():
                x, y, width, height = (int(value) // SCALE for value in (x, y, width, height))
                words.append(Word(text.strip(), (number, reading, block, paragraph, line), area[0] + x,
                                  area[1] + y, area[0] + x + width, area[1] + y + height))
        reader.wait()
    return words


def start_reading(grey, mode):
    grey = grey.resize((grey.width * SCALE, grey.height * SCALE), Image.Resampling.LANCZOS)
    with tempfile.TemporaryFile() as file:
        grey.save(file, "PPM")
        file.seek(0)
        return subprocess.Popen(
            ["tesseract", "-", "-", "--psm", mode, "--dpi", "300", "-l", "eng", "tsv"],
            stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"})
