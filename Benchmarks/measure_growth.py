#!/usr/bin/env python3
"""Measure how preparing, bytes and queries grow with the size of the map: one line for each extract.

Usage: measure_growth.py PROGRAM EXTRACT... [--profiles foot,car] [--pairs N]

For each extract the seconds and the peak memory of its import and the size of the atlas; then for each profile the nodes of its hierarchy (for vehicles
one for each arc) and the medians of random pairs in process: a distance, a path, and customizing everything anew.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import measure_import

MEGABYTE = 1_000_000


def hierarchy(program, atlas, profile, pairs):
    """What `bench-hierarchy` says; the graph it writes down is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        printed = subprocess.run(
            [program, "bench-hierarchy", folder, "--atlas", atlas, "--profile", profile, "--pairs", str(pairs)],
            check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(printed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extracts", nargs="+", type=pathlib.Path)
    parser.add_argument("--profiles", default="foot,car")
    parser.add_argument("--pairs", type=int, default=300)
    options = parser.parse_args()
    profiles = options.profiles.split(",")
    print(f"{'extract':22}{'OSM nodes':>11}{'seconds':>9}{'peak MB':>9}{'atlas MB':>10}{'bytes/node':>12}", end="")
    print("".join(f"{profile + ' nodes':>14}{'distance µs':>13}{'path µs':>9}{'custom. ms':>12}" for profile in profiles))
    for extract in options.extracts:
        with tempfile.TemporaryDirectory() as scratch:
            atlas = f"{scratch}/growth.atlas"
            seconds, peak, report = measure_import.run(options.program, str(extract), atlas)
            size = pathlib.Path(atlas).stat().st_size
            print(f"{extract.name.split('.')[0]:22}{report['nodes']:11}{seconds:9.2f}{peak / MEGABYTE:9.0f}"
                  f"{size / MEGABYTE:10.1f}{size / report['nodes']:12.1f}", end="", flush=True)
            for profile in profiles:
                found = hierarchy(options.program, atlas, profile, options.pairs)
                print(f"{found['nodes']:14}{found['distanceMicroseconds']:13.1f}{found['pathMicroseconds']:9.1f}"
                      f"{found['customizeMilliseconds']:12.1f}", end="", flush=True)
            print()


if __name__ == "__main__":
    main()
