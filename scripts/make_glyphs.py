#!/usr/bin/env python3
"""Make the glyphs that map programs without letters of their own ask the server for.

Usage: make_glyphs.py INTER.ttf FOLDER

For each font FOLDER gets one file a range of 256 characters, FONT/0-255.pbf and so on, as MapLibre's glyphs.proto says:
distance fields of 24 pixels an em, drawn by FreeType, with a border of 3 pixels, a radius of 8 and a cutoff of 0.25.
The fonts are three weights of Inter and, as `Noto Sans`, Debian's fonts-noto-core for the scripts that Inter lacks.
Contours of variable fonts overlap, so overlaps are removed before: FreeType 2.13.2 can draw them itself, but then it
writes beyond its memory. Ranges without a glyph have no file: the server answers them with an empty range.
"""
import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import freetype
import numpy

PIXELS, BORDER, RADIUS, CUTOFF = 24, 3, 8, 0.25
# Where the top of a line lies above its baseline. The same for all fonts, so that letters of several stand on one line;
# that of Noto Sans, near what MapLibre assumes of letters that it draws itself.
ASCENDER = 26
WEIGHTS = {"Inter": 400, "Inter Medium": 500, "Inter SemiBold": 600}
NOTO = pathlib.Path("/usr/share/fonts/truetype/noto")
# Scripts in which names of places are written today; the first font that has a character draws it.
SCRIPTS = [
    "", "Arabic", "Hebrew", "Armenian", "Georgian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil",
    "Telugu",
    "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Ethiopic", "Cherokee", "CanadianAboriginal",
    "Tifinagh", "NKo", "Thaana", "Mongolian", "Syriac", "OlChiki", "MeeteiMayek", "Javanese", "Balinese", "Symbols",
]


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def zigzag(field, value):
    return number(field, value << 1 if value >= 0 else (-value << 1) - 1)


def content(field, body):
    return varint(field << 3 | 2) + varint(len(body)) + body


def distance_field(face):
    """The loaded glyph's field with MapLibre's scale, its size without border, and where its corner lies; all empty for
    a space.
    """
    slot = face.glyph
    if not slot.outline.n_points:
        return b"", 0, 0, 0, 0
    slot.render(freetype.FT_RENDER_MODE_SDF)
    bitmap = slot.bitmap
    field = numpy.array(bitmap.buffer, dtype=float).reshape(bitmap.rows, bitmap.pitch)[:, : bitmap.width]
    # FreeType: 128 on the line, more inside, RADIUS pixels to either end. MapLibre: 255 × (1 − CUTOFF) on the line.
    inside = (field - 128) / 128 * RADIUS
    field = numpy.clip(numpy.round(255 * (1 - CUTOFF + inside / RADIUS)), 0, 255).astype(numpy.uint8)
    cut = RADIUS - BORDER
    field = field[cut:-cut, cut:-cut]
    height, width = field.shape
    return field.tobytes(), width - 2 * BORDER, height - 2 * BORDER, slot.bitmap_left + RADIUS, slot.bitmap_top - RADIUS


def glyph(face, character):
    face.load_char(character, freetype.FT_LOAD_NO_HINTING)
    advance = round(face.glyph.linearHoriAdvance / 65536)
    bitmap, width, height, left, top = distance_field(face)
    message = number(1, ord(character))
    if bitmap:
        message += content(2, bitmap)
    return message + number(3, width) + number(4, height) + zigzag(5, left) + zigzag(6, top - ASCENDER) + number(
        7, advance)


def write_range(name, first, characters, folder):
    """Writes the file of one range; `characters` maps each code to the font file that draws it."""
    faces = {}
    for file in set(characters.values()):
        faces[file] = freetype.Face(str(file))
        faces[file].set_pixel_sizes(0, PIXELS)
    span = f"{first}-{first + 255}"
    glyphs = b"".join(content(3, glyph(faces[file], chr(code))) for code, file in sorted(characters.items()))
    path = folder / name / f"{span}.pbf"
    path.write_bytes(content(1, content(1, name.encode()) + content(2, span.encode()) + glyphs))


def ranges(files):
    """The ranges that the files have characters of; of each character the first file that has it counts."""
    found = collections.defaultdict(dict)
    for file in files:
        for code, _ in freetype.Face(str(file)).get_chars():
            if code <= 0xFFFF:
                found[code >> 8 << 8].setdefault(code, file)
    return found


def main():
    inter, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = [NOTO / f"NotoSans{script}-Regular.ttf" for script in SCRIPTS]
    if missing := [file.name for file in files if not file.exists()]:
        sys.exit(
            f"fonts-noto-core lacks {', '.join(missing)}; install it, or take them from the list in make_glyphs.py")
    fonts = {"Noto Sans": files}
    with tempfile.TemporaryDirectory() as name:
        for font, weight in WEIGHTS.items():
            instance = pathlib.Path(name) / f"{weight}.ttf"
            subprocess.run(
                [sys.executable, "-m", "fontTools", "varLib.instancer", str(inter), "opsz=14", f"wght={weight}",
                 "--remove-overlaps", "-o", str(instance)], check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            fonts[font] = [instance]
        with concurrent.futures.ProcessPoolExecutor() as processes:
            jobs = []
            for font, files in fonts.items():
                (target / font).mkdir(parents=True)
                for first, characters in ranges(files).items():
                    jobs.append(processes.submit(write_range, font, first, characters, target))
            for job in jobs:
                job.result()


if __name__ == "__main__":
    main()
