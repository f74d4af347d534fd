#!/usr/bin/env python3
"""Let MapLibre Native (PyPI pymgl) draw a server's styles, and look at the glyphs and icons that it takes from there.

Usage: check_map.py PROGRAM ATLAS

The page draws letters itself; every other map program has them, and icons, from the server. An image with text must
differ from one without, and one with icons from one without.
"""
import argparse
import gzip
import io
import json
import math
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request

import PIL.Image
import PIL.ImageChops

from loopback import Checks, serving

STYLES = ["streets", "light", "dark"]
SIZE = 512
# Drawing happens in a process of its own: what MapLibre Native does not like it says on standard error, or aborts.
DRAWER = """
import json, sys, pymgl
style, longitude, latitude, zoom, size = json.load(sys.stdin)
with pymgl.Map(json.dumps(style), size, size, 1, longitude, latitude, zoom) as map:
    sys.stdout.buffer.write(map.renderPNG())
"""


def ask(address, headers=None):
    """The status, headers and unpacked body of an answer."""
    request = urllib.request.Request(address, headers=headers or {})
    try:
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            return answer.status, answer.headers, gzip.decompress(
                body) if answer.headers["content-encoding"] == "gzip" else body
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def fields(message):
    """The fields of a protocol-buffer message: number and value."""
    place = 0

    def varint():
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(message):
        key = varint()
        value = varint()
        if key & 7 == 2:
            place, value = place + value, message[place : place + value]
        yield key >> 3, value


def glyphs(body):
    """The glyphs of a range by character, each a dictionary of fields."""
    (number, stack), = fields(body)
    assert number == 1
    return {glyph[1]: glyph for number, value in fields(stack) if number == 3 for glyph in [dict(fields(value))]}


def check_glyphs(address, style, checks):
    fonts = {",".join(layer["layout"]["text-font"]) for layer in style["layers"]
             if "text-font" in layer.get("layout", {})}
    checks.that(len(fonts) > 1, "the style's labels have no fonts")
    for stack in sorted(fonts) + ["Nothing,Inter Regular"]:
        status, headers, body = ask(f"{address}/fonts/{stack.replace(' ', '%20')}/0-255.pbf",
                                    {"accept-encoding": "gzip"})
        checks.that(status == 200, f"the glyphs of {stack}: {status}")
        checks.that(headers["content-type"] == "application/x-protobuf", f"the glyphs are {headers['content-type']}")
        checks.that(headers["access-control-allow-origin"] == "*", "a page elsewhere may not read glyphs")
        checks.that("max-age" in headers["cache-control"], f"glyphs are cached as {headers['cache-control']}")
        found = glyphs(body)
        checks.that(all(ord(letter) in found for letter in "AZaz09 äöüß"), f"{stack} lacks letters")
        for code, glyph in found.items():
            width, height, bitmap = glyph.get(3, 0), glyph.get(4, 0), glyph.get(2, b"")
            checks.that(len(bitmap) == ((width + 6) * (height + 6) if width else 0),
                        f"the glyph {code} of {stack} has another size")
        status, _, _ = ask(
            f"{address}/fonts/{stack.replace(' ', '%20')}/0-255.pbf",
            {"accept-encoding": "gzip", "if-none-match": headers["etag"]})
        checks.that(status == 304, f"glyphs that are there already: {status}")
    for script, code in ("Greek", 0x3B1), ("Cyrillic", 0x431), ("Arabic", 0x628), ("Hebrew", 0x5D0), (
        "Devanagari", 0x915), ("Thai", 0xE01):
        first = code & ~255
        found = glyphs(ask(f"{address}/fonts/Inter,Noto%20Sans/{first}-{first + 255}.pbf")[2])
        checks.that(code in found, f"no glyphs for {script}")
    status, _, body = ask(f"{address}/fonts/Inter/55296-55551.pbf")
    checks.that(status == 200 and glyphs(body) == {}, f"a range without glyphs: {status}")
    for path, expected in [
        ("Papyrus/0-255.pbf", 404), ("Inter/0-254.pbf", 400), ("Inter/1-256.pbf", 400), ("Inter/65536-65791.pbf", 400),
        ("..%2F..%2Fstyles/0-255.pbf", 404), ("Inter%2F../0-255.pbf", 404), (",,,/0-255.pbf", 404),
    ]:
        status, _, body = ask(f"{address}/fonts/{path}")
        checks.that(status == expected and "code" in json.loads(body), f"{path}: {status} {body[:200]}")


def icons_of(style):
    """The icons that a style names: `drawing:group` wherever it stands."""
    return set(re.findall(r'"([a-z0-9-]+:[a-z]+)"', json.dumps([layer.get("layout", {}) for layer in style["layers"]])))


def check_sprites(address, checks):
    for style in STYLES:
        named = icons_of(json.loads(ask(f"{address}/styles/{style}.json")[2]))
        checks.that(len(named) > 50, f"the style {style} names {len(named)} icons")
        for density, suffix in (1, ""), (2, "@2x"):
            status, _, body = ask(f"{address}/sprites/{style}{suffix}.json")
            places = json.loads(body)
            status_of_picture, headers, picture = ask(f"{address}/sprites/{style}{suffix}.png")
            checks.that(status == status_of_picture == 200, f"the sprite of {style}: {status}, {status_of_picture}")
            checks.that(headers["access-control-allow-origin"] == "*", "a page elsewhere may not read sprites")
            image = PIL.Image.open(io.BytesIO(picture))
            checks.that("utensils:food" in places and "bus:transit" in places, f"the sprite of {style} lacks icons")
            checks.that(named <= places.keys(), f"{style}{suffix} lacks {sorted(named - places.keys())}")
            for name, icon in places.items():
                box = icon["x"], icon["y"], icon["x"] + icon["width"], icon["y"] + icon["height"]
                checks.that(icon["pixelRatio"] == density, f"{name} has the density {icon['pixelRatio']}")
                checks.that(image.crop(box).getchannel("A").getextrema()[1] == 255,
                            f"{name} is not on the picture of {style}")


def draw(style, place, checks):
    """The image that MapLibre Native makes of a style."""
    longitude, latitude, zoom = place
    run = subprocess.run(
        [sys.executable, "-c", DRAWER], input=json.dumps([style, longitude, latitude, zoom, SIZE]).encode(),
        capture_output=True,
        # Mesa draws without a screen.
        env=os.environ | {"EGL_PLATFORM": "surfaceless"}, timeout=120)
    complaints = [line for line in run.stderr.decode().splitlines() if "ERROR" in line or "WARNING" in line]
    checks.that(run.returncode == 0 and not complaints, f"MapLibre Native: status {run.returncode}, {complaints[:3]}")
    return PIL.Image.open(io.BytesIO(run.stdout)).convert("RGB") if run.returncode == 0 else None


def without(style, *names):
    """The style without some properties of its labels."""
    layers = [
        layer | {"layout": {name: value for name, value in layer.get("layout", {}).items() if name not in names}}
        for layer in style["layers"]
    ]
    return style | {"layers": layers}


def different(one, other):
    if one is None or other is None:
        return 0
    return sum(1 for pixel in PIL.ImageChops.difference(one, other).convert("L").get_flattened_data() if pixel > 24)


def check_drawing(address, name, place, checks):
    style = json.loads(ask(f"{address}/styles/{name}.json")[2])
    whole = draw(style, place, checks)
    # Text alone keeps icons away and the other way round, so each is compared with neither.
    neither = draw(without(style, "text-field", "icon-image"), place, checks)
    text = different(draw(without(style, "icon-image"), place, checks), neither)
    icons = different(draw(without(style, "text-field"), place, checks), neither)
    checks.that(text > 2_000, f"text changes {text} pixels of the style {name}")
    checks.that(icons > 2_000, f"icons change {icons} pixels of the style {name}")
    checks.that(different(whole, neither) > 2_000, f"text and icons together change little of the style {name}")
    return text, icons


def tile_of(longitude, latitude, zoom):
    """The tile that a place is in, as addresses have it."""
    radians = math.radians(latitude)
    x, y = (longitude + 180) / 360, (1 - math.asinh(math.tan(radians)) / math.pi) / 2
    return f"{zoom}/{int(x * 2**zoom)}/{int(y * 2**zoom)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    arguments = parser.parse_args()
    checks, figures = Checks(), []
    with serving(arguments.program, arguments.atlas) as (_, address):
        tiles = json.loads(ask(f"{address}/tiles.json")[2])
        longitude, latitude, _ = tiles["center"]
        tile = tiles["tiles"][0].replace("{z}/{x}/{y}", tile_of(longitude, latitude, 14))
        checks.that(ask(tile)[2] == ask(tile.replace(".mvt", ".pbf"))[2] != b"", "a tile as .pbf is another")
        check_glyphs(address, json.loads(ask(f"{address}/styles/streets.json")[2]), checks)
        check_sprites(address, checks)
        for name in STYLES:
            figures.append((name, *check_drawing(address, name, (longitude, latitude, 15.5), checks)))
    for fault in checks.faults[:20]:
        print("FAIL", fault)
    print(f"{checks.made} checks, {len(checks.faults)} faults; pixels of text and icons: {figures}")
    sys.exit(1 if checks.faults else 0)


if __name__ == "__main__":
    main()
