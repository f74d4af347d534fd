#!/usr/bin/env python3
"""Measure importing: seconds, peak memory, size of the atlas; and reading alone, beside `osmium fileinfo -e` if there is one.

Usage: measure_import.py PROGRAM EXTRACT... [--runs N] [--output FOLDER] [--json]

Each run is a process of its own; its maximum memory is the system's count (ru_maxrss). Both readers decode every
object and keep none; their runs alternate, and each finds the extract in the page cache, which libosmium takes it out of at its end.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def run(program, extract, atlas):
    """Imports once; returns seconds, peak bytes and the report."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [program, "import", extract, "-o", atlas, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    report = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"importing {extract} failed with status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - begin, usage.ru_maxrss * 1024, json.loads(report)


def seconds_of(*command, reading):
    pathlib.Path(reading).read_bytes()
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def reading(program, extract, runs):
    """Returns the median seconds of reading the extract, by this program and by osmium (None without it)."""
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(seconds_of(program, "count", extract, reading=extract))
        if shutil.which("osmium"):
            theirs.append(seconds_of("osmium", "fileinfo", "-e", extract, reading=extract))
    return statistics.median(ours), statistics.median(theirs) if theirs else None


def measure(program, extract, atlas, runs):
    results = [run(program, extract, atlas) for _ in range(runs)]
    seconds = sorted(result[0] for result in results)
    read_seconds, osmium_seconds = reading(program, extract, runs)
    fastest = min(results, key=lambda result: result[0])[2]
    return {
        "extract": pathlib.Path(extract).name, "extract_bytes": os.path.getsize(extract),
        "nodes": fastest["nodes"], "ways": fastest["ways"], "atlas_bytes": os.path.getsize(atlas),
        "minimum_seconds": seconds[0], "median_seconds": seconds[len(seconds) // 2], "maximum_seconds": seconds[-1],
        "peak_bytes": max(result[1] for result in results), "read_seconds": read_seconds,
        "osmium_read_seconds": osmium_seconds, "phases": fastest["seconds"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extracts", nargs="+")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--output", help="keep the atlases in this folder")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print(f"{'extract':32}{'MB':>7}{'nodes':>10}{'seconds: min':>14}{'median':>8}{'max':>8}{'peak MB':>9}{'atlas MB':>10}{'read':>7}{'osmium':>8}")
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for extract in options.extracts:
            stem = pathlib.Path(extract).name.split(".")[0]
            atlas = str(pathlib.Path(options.output or scratch) / f"{stem}.atlas")
            row = measure(options.program, extract, atlas, options.runs)
            rows.append(row)
            if not options.json:
                osmium = f"{row['osmium_read_seconds']:8.2f}" if row["osmium_read_seconds"] else "       –"
                print(
                    f"{row['extract']:32}{row['extract_bytes'] / 1e6:7.2f}{row['nodes']:10}"
                    f"{row['minimum_seconds']:14.2f}{row['median_seconds']:8.2f}{row['maximum_seconds']:8.2f}"
                    f"{row['peak_bytes'] / 1e6:9.0f}{row['atlas_bytes'] / 1e6:10.2f}"
                    f"{row['read_seconds']:7.2f}{osmium}", flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
