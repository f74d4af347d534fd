#!/usr/bin/env python3
"""Make a bigger extract: lay copies of one in a grid, to the east and to the south.

Usage: extract_copies.py EXTRACT.osm.pbf OUTPUT.osm.pbf COLUMNS ROWS

Each copy has ids of its own, and no street leads from one to another. Needs the `osmium` program (package osmium-tool).
"""
import pathlib
import subprocess
import sys
import tempfile

# Degrees between two copies.
GAP = 0.01


def fields_of(extract):
    """The fields of each object's line in OPL, which has neither blanks nor commas inside values."""
    text = subprocess.run(["osmium", "cat", "--no-progress", "-f", "opl", "-o", "-", str(extract)],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    return [line.split(" ") for line in text.splitlines()]


def number(reference, shift):
    """`w12` as `w112` for a shift of 100, with what follows a sign such as a role."""
    name, at, rest = reference.partition("@")
    return f"{name[0]}{int(name[1:]) + shift}{at}{rest}"


def moved(fields, shift, east, north):
    """The line of one object in a copy."""
    line = [number(fields[0], shift)]
    for field in fields[1:]:
        if field[0] in "xy" and len(field) > 1:
            field = f"{field[0]}{float(field[1:]) + (east if field[0] == 'x' else north):.7f}"
        elif field[0] in "NM" and len(field) > 1:
            field = field[0] + ",".join(number(part, shift) for part in field[1:].split(","))
        line.append(field)
    return " ".join(line) + "\n"


def copy(extract, output, columns, rows):
    objects = fields_of(extract)
    places = [[float(field[1:]) for fields in objects if fields[0][0] == "n"
               for field in fields if field[0] == axis and len(field) > 1] for axis in "xy"]
    width, height = (max(axis) - min(axis) + GAP for axis in places)
    stride = 10 ** len(str(max(int(fields[0][1:]) for fields in objects)))
    with tempfile.TemporaryDirectory(dir=pathlib.Path(output).parent) as folder:
        path = pathlib.Path(folder) / "copies.opl"
        with open(path, "w", encoding="utf-8") as file:
            for kind in "nwr":
                for number_of_copy in range(columns * rows):
                    row, column = divmod(number_of_copy, columns)
                    for fields in objects:
                        if fields[0][0] == kind:
                            file.write(moved(fields, number_of_copy * stride, column * width, -row * height))
        subprocess.run(["osmium", "cat", "--no-progress", "-O", "-o", str(output), str(path)], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    copy(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
