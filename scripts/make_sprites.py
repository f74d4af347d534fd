#!/usr/bin/env python3
"""Make the pictures of the map's icons for map programs that cannot paint them as the page does.

Usage: make_sprites.py STYLES ICONS.svg FOLDER

STYLES is the folder with layers.json and palettes.json. For each palette FOLDER gets NAME.json and NAME.png as the
MapLibre style specification describes sprites, and the same at twice the density as NAME@2x. An icon `drawing:group` is
the Lucide drawing on a disc in the colour of the group's labels, as Web/map/icons.js paints it; one that Lucide has no
drawing for is a dot there.
"""
import json
import math
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

import numpy
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

# In pixels of the style, as in Web/map/icons.js.
DISC, DRAWING, EDGE, STROKE, DOT = 20, 12.5, 1, 2.2, 2.5
SIZE = DISC + 2 * EDGE
COLUMNS = 16
SVG = "{http://www.w3.org/2000/svg}"


class Lines(BasePen):
    """Gathers a path as straight pieces, curves in sixteen."""

    def __init__(self):
        super().__init__(None)
        self.pieces = []

    def _moveTo(self, point):
        self.first = self.last = point

    def _lineTo(self, point):
        self.pieces.append((*self.last, *point))
        self.last = point

    def _curveToOne(self, b, c, d):
        a = self.last
        for step in range(1, 17):
            t = step / 16
            parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            self._lineTo(tuple(sum(part * point[axis] for part, point in zip(parts, (a, b, c, d))) for axis in (0, 1)))

    def _closePath(self):
        self._lineTo(self.first)

    def _endPath(self):
        pass


def ellipse(x, y, radius_x, radius_y):
    return (
        f"M{x - radius_x} {y}a{radius_x} {radius_y} 0 1 0 {2 * radius_x} 0"
        f"a{radius_x} {radius_y} 0 1 0 {-2 * radius_x} 0")


def path_of(shape):
    """A shape of a Lucide drawing as a path; there are no others."""

    def value(name):
        return float(shape.get(name, 0))

    kind = shape.tag.removeprefix(SVG)
    if kind == "path":
        return shape.get("d")
    if kind == "circle":
        return ellipse(value("cx"), value("cy"), value("r"), value("r"))
    if kind == "ellipse":
        return ellipse(value("cx"), value("cy"), value("rx"), value("ry"))
    if kind == "line":
        return f"M{value('x1')} {value('y1')}L{value('x2')} {value('y2')}"
    if kind == "rect":
        x, y, width, height, r = (value(name) for name in ("x", "y", "width", "height", "rx"))
        arcs = [f"a{r} {r} 0 0 1 {dx * r} {dy * r}" if r else "" for dx, dy in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        return (f"M{x + r} {y}h{width - 2 * r}{arcs[0]}v{height - 2 * r}{arcs[1]}h{2 * r - width}{arcs[2]}"
                f"v{2 * r - height}{arcs[3]}z")
    if kind in ("polyline", "polygon"):
        return f"M{shape.get('points')}{'z' if kind == 'polygon' else ''}"
    sys.exit(f"an icon has the shape '{kind}', which make_sprites.py does not draw")


def coverage(distance, density):
    """How much of each pixel lies within a line `distance` units away, negative inside."""
    return numpy.clip(0.5 - distance * density, 0, 1)


def stroke(drawing, density):
    """The coverage of the drawing's strokes, with round ends and corners."""
    pen = Lines()
    for shape in drawing:
        parse_path(path_of(shape), pen)
    scale, corner = DRAWING / 24, SIZE / 2 - DRAWING / 2
    axis = (numpy.arange(SIZE * density) + 0.5) / density
    x, y = numpy.meshgrid(axis, axis)
    nearest = numpy.full(x.shape, math.inf)
    for piece in pen.pieces:
        ax, ay, bx, by = (corner + scale * place for place in piece)
        squared = (bx - ax) ** 2 + (by - ay) ** 2
        along = numpy.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared, 0, 1) if squared else 0
        nearest = numpy.minimum(nearest, numpy.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)))
    return coverage(nearest - STROKE / 2 * scale, density)


def disc(radius, density):
    axis = (numpy.arange(SIZE * density) + 0.5) / density - SIZE / 2
    return coverage(numpy.hypot(*numpy.meshgrid(axis, axis)) - radius, density)


def paint(strokes, colour, land, density):
    """The icon as pixels with red, green, blue and opacity from 0 to 1, not premultiplied."""
    edge = disc(DISC / 2 + EDGE, density)
    mixed = numpy.empty((*edge.shape, 4))
    inner = disc(DISC / 2, density)
    for channel in range(3):
        ground = land[channel] + (colour[channel] - land[channel]) * inner
        mixed[..., channel] = ground + (land[channel] - ground) * strokes
    mixed[..., 3] = edge
    return mixed


def rgb(text):
    if not re.fullmatch("#[0-9a-f]{6}", text):
        sys.exit(f"the colour {text} of an icon is not of the form #rrggbb")
    return [int(text[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def png(pixels):
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in numpy.round(pixels * 255).astype(numpy.uint8))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def main():
    styles, icons, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    layers = (styles / "layers.json").read_text()
    drawings = {symbol.get("id"): symbol for symbol in xml.etree.ElementTree.parse(icons).getroot()}
    names = sorted(set(re.findall(r'"([a-z0-9-]+:[a-z]+)"', layers)))
    folder.mkdir(parents=True)
    for density, suffix in (1, ""), (2, "@2x"):
        side = SIZE * density
        strokes = {
            name: stroke(drawings[drawing], density) if drawing in drawings else disc(DOT, density)
            for name in names for drawing in [name.split(":")[0]]
        }
        for style, palette in json.loads((styles / "palettes.json").read_text()).items():
            sheet = numpy.zeros((side * math.ceil(len(names) / COLUMNS), side * COLUMNS, 4))
            places = {}
            for index, name in enumerate(names):
                x, y = index % COLUMNS * side, index // COLUMNS * side
                colour = rgb(palette[f"poi-{name.split(':')[1]}"])
                sheet[y : y + side, x : x + side] = paint(strokes[name], colour, rgb(palette["land"]), density)
                places[name] = {"width": side, "height": side, "x": x, "y": y, "pixelRatio": density}
            (folder / f"{style}{suffix}.json").write_text(json.dumps(places))
            (folder / f"{style}{suffix}.png").write_bytes(png(sheet))


if __name__ == "__main__":
    main()
