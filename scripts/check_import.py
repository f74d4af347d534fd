#!/usr/bin/env python3
"""Compare what `hereabouts import` reads with what osmium counts, and import twice to see the same bytes.

Usage: check_import.py PROGRAM FOLDER

Reads every *.osm.pbf of FOLDER. Needs the `osmium` program (package osmium-tool). Each extract is also imported as the
XML that osmium makes of it: the objects must be the same. Exit status 1 when anything differs.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

TYPES = {"nodes": "n", "ways": "w", "relations": "r"}


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}")
    return done.stdout


def osmium_counts(extract):
    """The numbers of objects, and of objects with a name, by type."""
    counts = json.loads(run("osmium", "fileinfo", "-e", "-j", extract))["data"]["count"]
    # OPL has a line for each object. (`fileinfo` fails on ways without their nodes.)
    named = {
        name: run("osmium", "tags-filter", "-R", "--no-progress", "-f", "opl", "-o", "-", extract,
                  f"{letter}/name").count("\n")
        for name, letter in TYPES.items()
    }
    return {name: counts[name] for name in TYPES}, named


def import_counts(program, extract, atlas):
    report = json.loads(run(program, "import", extract, "-o", atlas, "--json"))
    return {name: report[name] for name in TYPES}, report["named"], report


def check(program, extract, folder):
    """Returns the faults of the import of one extract."""
    faults = []
    expected = osmium_counts(extract)
    atlases = [folder / "first.atlas", folder / "second.atlas"]
    for atlas in atlases:
        objects, named, report = import_counts(program, extract, atlas)
        if (objects, named) != expected:
            faults.append(f"objects and named objects are {objects} {named}, by osmium {expected[0]} {expected[1]}")
    if atlases[0].read_bytes() != atlases[1].read_bytes():
        faults.append("two imports differ in their bytes")
    text = folder / "same.osm"
    run("osmium", "cat", "-O", "--no-progress", "-o", text, extract)
    objects, named, _ = import_counts(program, text, folder / "text.atlas")
    if (objects, named) != expected:
        faults.append(f"as XML, objects and named objects are {objects} {named}")
    seconds = sum(report["seconds"].values())
    problems = {code: issue["count"] for code, issue in report["issues"].items()}
    print(f"{extract.name}: {expected[0]}, {report['atlas']['bytes']} bytes in {seconds:.1f} s, {problems}", flush=True)
    return faults


def main(program, data):
    extracts = sorted(pathlib.Path(data).glob("*.osm.pbf"))
    if not extracts:
        sys.exit(f"{data} holds no *.osm.pbf")
    failed = False
    for extract in extracts:
        with tempfile.TemporaryDirectory() as folder:
            for fault in check(program, extract, pathlib.Path(folder)):
                print(f"{extract.name}: {fault}")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
