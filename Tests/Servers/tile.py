"""Whether a picture that a program sent is drawn on a screen, and how large."""

from collections import Counter

from PIL import Image, ImageChops, ImageDraw, ImageStat

# How far the colour of a pixel may lie from that of the ground, which is a little lighter above.
NEAR = 48
# The mean difference of two pictures of the same: those of an open and a studied day have more.
SAME = 24
# A picture of fewer pixels could not be told from a letter.
LEAST = 12


class Tile:
    """The picture of a file, whose ground is of one colour that nothing else on the screen has."""

    def __init__(self, path):
        self.picture = Image.open(path).convert("RGBA")
        pixels = [colour[:3] for colour in self.picture.getdata() if colour[3] == 255]
        self.ground, _ = Counter(pixels).most_common(1)[0]

    def sides(self, screen, box):
        """Where the ground lies in a part of the screen: the box of each place, the largest first."""
        part = screen.crop(box)
        ground = Image.new("RGB", part.size, self.ground)
        bands = ImageChops.difference(part, ground).split()
        far = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).load()
        left = {(x, y) for x in range(part.width) for y in range(part.height) if far[x, y] <= NEAR}
        found = []
        while left:
            edge = [left.pop()]
            group = set(edge)
            while edge:
                x, y = edge.pop()
                near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
                left -= near
                group |= near
                edge.extend(near)
            columns, rows = [x for x, _ in group], [y for _, y in group]
            found.append((box[0] + min(columns), box[1] + min(rows),
                          box[0] + max(columns) + 1, box[1] + max(rows) + 1))
        return sorted((each for each in found if is_square(each)), key=lambda each: each[0] - each[2])

    def distance(self, screen, place):
        """How far a part of the screen is from this picture drawn there: the mean of its pixels."""
        left, top, right, bottom = place
        own = self.picture.resize((right - left, bottom - top), Image.Resampling.BOX)
        there = screen.crop(place)
        mask = own.getchannel("A").point(lambda value: value == 255 and 255)
        # Some servers cut it to a circle.
        circle = Image.new("L", own.size)
        ImageDraw.Draw(circle).ellipse((0, 0, own.width - 1, own.height - 1), fill=255)
        mask = ImageChops.multiply(mask, circle)
        return sum(ImageStat.Stat(ImageChops.difference(there, own.convert("RGB")), mask).mean) / 3


def is_square(place):
    left, top, right, bottom = place
    width, height = right - left, bottom - top
    return min(width, height) >= LEAST and abs(width - height) <= max(2, width // 12)


def drawn(screen, boxes, tiles):
    """Which of some pictures is drawn in some parts of a screen: its number, and how large."""
    for box in boxes:
        for place in tiles[0].sides(screen, box):
            distances = [tile.distance(screen, place) for tile in tiles]
            best = min(distances)
            if best <= SAME:
                return distances.index(best), max(place[2] - place[0], place[3] - place[1])
    return None
