#!/usr/bin/env python3
"""Draw pictures for the style satellite from a place's own map: shaded roofs, trees, streets and water. They stand in
for photographs.

Usage: draw_demo_imagery.py PROGRAM ATLAS OUTPUT.mbtiles [--zoom 17]

Run it with the Python of the tests (.venv/bin/python), and serve the result with `--set satellite=OUTPUT.mbtiles`. The
same atlas gives the same pictures.
"""
import argparse
import gzip
import io
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import zlib

import mapbox_vector_tile
import PIL.Image
import PIL.ImageChops
import PIL.ImageDraw
import PIL.ImageFilter
from pmtiles.reader import MmapSource, Reader, all_tiles

SIDE = 256
LAND, WATER, STREET, RAIL, PAVED = (150, 146, 128), (38, 66, 84), (118, 117, 116), (96, 88, 82), (160, 156, 148)
GREEN = {
    "forest": (52, 78, 46), "park": (86, 112, 66), "grass": (104, 124, 76), "cemetery": (80, 104, 70),
    "garden": (90, 116, 66), "scrub": (76, 96, 58),
    "recreation_ground": (98, 120, 74), "village_green": (100, 122, 74), "pitch": (92, 128, 80),
    "beach": (214, 200, 164), "sand": (214, 200, 164)}
ROOFS = [(126, 84, 70), (110, 106, 104), (92, 96, 100), (142, 122, 104), (84, 108, 98), (160, 152, 142)]
# Metres across.
WIDTHS = {"motorway": 14, "trunk": 13, "primary": 12, "secondary": 11, "tertiary": 9, "residential": 7, "service": 4,
    "pedestrian": 6, "footway": 2, "path": 1.5}


def features(tile, layer):
    return tile.get(layer, {"features": []})["features"]


def polygons(geometry):
    if geometry["type"] == "Polygon":
        return [geometry["coordinates"]]
    return geometry["coordinates"] if geometry["type"] == "MultiPolygon" else []


def lines(geometry):
    if geometry["type"] == "LineString":
        return [geometry["coordinates"]]
    return geometry["coordinates"] if geometry["type"] == "MultiLineString" else []


class Ground:
    """The picture of one tile of zoom 14, many tiles wide."""

    def __init__(self, tile, side, metres, seed):
        self.tile, self.side, self.scale, self.pixels = tile, side, side / 4096, side / metres
        self.picture = PIL.Image.new("RGB", (side, side), LAND)
        self.drawing = PIL.ImageDraw.Draw(self.picture)
        self.random = random.Random(seed)

    def ring(self, ring, shift=0):
        return [(x * self.scale + shift, y * self.scale + shift) for x, y in ring]

    def fill(self, layer, colour):
        for feature in features(self.tile, layer):
            paint = colour(feature["properties"])
            for rings in polygons(feature["geometry"]) if paint else []:
                mask = PIL.Image.new("1", self.picture.size)
                PIL.ImageDraw.Draw(mask).polygon(self.ring(rings[0]), fill=1)
                for hole in rings[1:]:
                    PIL.ImageDraw.Draw(mask).polygon(self.ring(hole), fill=0)
                self.picture.paste(paint, mask=mask)

    def strokes(self):
        for feature in features(self.tile, "streets"):
            about = feature["properties"]
            if about.get("tunnel"):
                continue
            width = 3 if about.get("rail") else WIDTHS.get(about.get("kind"), 5)
            for line in lines(feature["geometry"]):
                self.drawing.line(self.ring(line), fill=RAIL if about.get("rail") else STREET,
                                  width=max(1, round(width * self.pixels)), joint="curve")

    def buildings(self):
        roofs = []
        for feature in features(self.tile, "buildings"):
            # Heights that the map lacks are guessed, so that shadows differ.
            height = feature["properties"].get("height") or 12
            for rings in polygons(feature["geometry"]):
                roofs.append((rings[0], height, ROOFS[zlib.crc32(repr(rings[0][:3]).encode()) % len(ROOFS)]))
        shadows = PIL.Image.new("L", self.picture.size, 0)
        for ring, height, _ in roofs:
            length = min(height, 40) * 0.6 * self.pixels
            for step in range(4):
                PIL.ImageDraw.Draw(shadows).polygon(self.ring(ring, length * (step + 1) / 4), fill=120)
        self.picture.paste((24, 26, 34), mask=shadows.filter(PIL.ImageFilter.GaussianBlur(max(0.5, self.pixels))))
        for ring, _, colour in roofs:
            self.drawing.polygon(self.ring(ring), fill=colour, outline=tuple(part * 4 // 5 for part in colour))

    def draw(self):
        self.fill("ocean", lambda _: WATER)
        self.fill("land", lambda about: GREEN.get(about.get("kind")))
        self.fill("sites", lambda about: PAVED if about.get("kind") == "parking" else None)
        self.fill("water_polygons", lambda _: WATER)
        self.fill("pier_polygons", lambda _: PAVED)
        self.fill("street_polygons", lambda _: PAVED)
        self.strokes()
        self.buildings()
        grain = PIL.Image.frombytes("L", (SIDE, SIDE),
                                    self.random.randbytes(SIDE * SIDE)).filter(PIL.ImageFilter.GaussianBlur(1))
        texture = PIL.Image.new("L", self.picture.size)
        for left in range(0, self.side, SIDE):
            for top in range(0, self.side, SIDE):
                texture.paste(grain, (left, top))
        texture = texture.point(lambda value: 128 + (value - 128) // 3)
        # Grey of half brightness changes nothing.
        return PIL.ImageChops.overlay(self.picture, PIL.Image.merge("RGB", [texture] * 3))


def ground_tiles(archive):
    """The decoded tiles of zoom 14 inside the place's bounds, and these bounds in degrees."""
    with open(archive, "rb") as file:
        source = MmapSource(file)
        header = Reader(source).header()
        bounds = [header[name] / 1e7 for name in ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")]
        for (z, x, y), data in all_tiles(source):
            if z == 14:
                yield (x, y), mapbox_vector_tile.decode(gzip.decompress(data),
                                                        default_options={"y_coord_down": True}), bounds


def pieces(picture, x, y, zoom):
    """A picture of zoom 14 cut into the tiles of a zoom."""
    count = 2 ** (zoom - 14)
    shrunk = picture.resize((SIDE * count, SIDE * count),
                            PIL.Image.Resampling.LANCZOS) if picture.width != SIDE * count else picture
    for column in range(count):
        for row in range(count):
            yield (zoom, x * count + column,
                   y * count + row), shrunk.crop((column * SIDE, row * SIDE, (column + 1) * SIDE, (row + 1) * SIDE))


def png(picture):
    file = io.BytesIO()
    picture.quantize(96, dither=PIL.Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def draw(program, atlas, output, zoom):
    tiles, shallow, bounds = {}, {}, None
    with tempfile.TemporaryDirectory() as folder:
        archive = pathlib.Path(folder) / "place.pmtiles"
        subprocess.run([program, "tiles", "export", str(atlas), "-o", str(archive)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for (x, y), tile, bounds in ground_tiles(archive):
            # About 1,200 metres across in Europe; shadows and streets need no better.
            picture = Ground(tile, SIDE * 2 ** (zoom - 14), 1200, f"{x} {y}").draw()
            for level in range(14, zoom + 1):
                tiles.update((place, png(piece)) for place, piece in pieces(picture, x, y, level))
            shallow[14, x, y] = picture.resize((SIDE, SIDE), PIL.Image.Resampling.LANCZOS)
    for level in (13, 12):
        for (z, x, y), picture in [item for item in shallow.items() if item[0][0] == level + 1]:
            parent = shallow.setdefault((level, x // 2, y // 2), PIL.Image.new("RGB", (SIDE, SIDE), LAND))
            half = picture.resize((SIDE // 2, SIDE // 2), PIL.Image.Resampling.LANCZOS)
            parent.paste(half, (x % 2 * SIDE // 2, y % 2 * SIDE // 2))
        tiles.update((place, png(picture)) for place, picture in shallow.items() if place[0] == level)
    write(output, tiles, bounds)
    return len(tiles)


def write(output, tiles, bounds):
    output.unlink(missing_ok=True)
    with sqlite3.connect(output) as database:
        database.execute("CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT)")
        database.execute(
            "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, PRIMARY "
            "KEY (zoom_level, tile_column, tile_row))"
        )
        about = {
            "name": "Drawn pictures", "format": "png", "type": "baselayer", "attribution": "drawn from the map",
            "minzoom": min(z for z, _, _ in tiles),
            "maxzoom": max(z for z, _, _ in tiles), "bounds": ",".join(str(side) for side in bounds)}
        database.executemany("INSERT INTO metadata VALUES (?, ?)",
                             [(name, str(value)) for name, value in about.items()])
        database.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)",
                             [(z, x, 2**z - 1 - y, data) for (z, x, y), data in sorted(tiles.items())])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--zoom", type=int, default=17, choices=range(14, 20))
    options = parser.parse_args()
    if options.output.suffix != ".mbtiles":
        sys.exit(f"{options.output} does not end in .mbtiles")
    print(f"{options.output}: {draw(options.program, options.atlas, options.output, options.zoom)} pictures")


if __name__ == "__main__":
    main()
