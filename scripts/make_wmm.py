#!/usr/bin/env python3
"""Check that the coefficients in Sources/AR/MagneticModel.swift are those of the World Magnetic Model of 2025.

Usage: make_wmm.py [--write]

The model's own file, WMM_2025.COF, comes with the pinned package pygeomag of the tests' environment (.venv); its
checksum is checked first. `--write` replaces the table: for a next model, name its file and checksum here.
"""
import hashlib
import pathlib
import sys

import pygeomag

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "Sources/AR/MagneticModel.swift"
FILE = pathlib.Path(pygeomag.__file__).parent / "wmm/WMM_2025.COF"
CHECKSUM = "dfa8597825af4e0b87ff4198a5b4fb661b3c49f4cd090cd0164e0259b075582f"
BEGIN, END = "    // WMM_2025.COF begins.\n", "    // WMM_2025.COF ends.\n"
DEGREE = 12


def rows(text):
    """Yield g, h and their yearly changes for each degree and order, in the file's order."""
    lines = [line.split() for line in text.splitlines()[1:] if not line.startswith("9999")]
    wanted = [(degree, order) for degree in range(1, DEGREE + 1) for order in range(degree + 1)]
    if [(int(line[0]), int(line[1])) for line in lines] != wanted:
        sys.exit(f"{FILE.name} has other degrees and orders than 1 to {DEGREE}")
    for line in lines:
        # Zero has a sign in the file.
        yield [float(number) + 0.0 for number in line[2:]]


def table(text):
    lines = ("        " + ", ".join(map(repr, row)) + ",\n" for row in rows(text))
    return "    private static let table: [Double] = [\n" + "".join(lines) + "    ]\n"


def main():
    data = FILE.read_bytes()
    if hashlib.sha256(data).hexdigest() != CHECKSUM:
        sys.exit(f"{FILE} has another checksum than the pinned one")
    source = SOURCE.read_text(encoding="utf-8")
    before, rest = source.split(BEGIN)
    _, after = rest.split(END)
    wanted = before + BEGIN + table(data.decode()) + END + after
    if sys.argv[1:] == ["--write"]:
        SOURCE.write_text(wanted, encoding="utf-8")
    elif source != wanted:
        sys.exit(f"{SOURCE.name} differs from {FILE.name}; run scripts/make_wmm.py --write")
    print(f"the magnetic model has the {len(list(rows(data.decode())))} rows of {FILE.name}")


if __name__ == "__main__":
    main()
