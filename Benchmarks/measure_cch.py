#!/usr/bin/env python3
"""Measure the hierarchies beside RoutingKit's customizable contraction hierarchies, in process and on the same graphs.

Usage: measure_cch.py PROGRAM EXTRACT... [--profiles foot,car] [--pairs N]

The program writes down a profile's graph (for vehicles with a node for each arc, so that turns cost time) and random pairs of nodes with its own
answers, which must be RoutingKit's. Of each pair the fastest of five times counts, then the median of the pairs.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
from routingkit_cch import CCH, CCHMetric, CCHQuery, compute_order_inertial

import measure_import


def fastest(work):
    """Seconds of the quickest of five times."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def measure(program, atlas, name, profile, pairs):
    with tempfile.TemporaryDirectory() as folder:
        printed = subprocess.run(
            [program, "bench-hierarchy", folder, "--atlas", atlas, "--profile", profile, "--pairs", str(pairs)],
            check=True, capture_output=True, text=True).stdout
        ours = json.loads(printed)

        def column(name, kind="<u4"):
            return numpy.fromfile(pathlib.Path(folder) / name, dtype=kind)

        tails, heads, millis = (column(name).tolist() for name in ("tails", "heads", "millis"))
        latitudes, longitudes = ((column(name, "<i4") / 1e7).tolist() for name in ("latitudes", "longitudes"))
        ends, answers = column("ends").tolist(), column("answers").tolist()
    order = compute_order_inertial(len(latitudes), tails, heads, latitudes, longitudes)
    hierarchy = CCH(order, tails, heads, False)
    metric = CCHMetric(hierarchy, millis)
    customized = fastest(lambda: metric.reset(millis))
    query, distances, paths, differing = CCHQuery(metric), [], [], 0
    for pair, answer in enumerate(answers):
        start, end = ends[2 * pair], ends[2 * pair + 1]
        # The query does not run again while its last result lives.
        found = query.run(start, end).distance
        differing += (found if found is not None else 0xffffffff) != answer
        distances.append(fastest(lambda: query.run(start, end).distance))
        paths.append(fastest(lambda: query.run(start, end).node_path))
    if differing:
        sys.exit(f"{differing} of {len(answers)} pairs have another distance in RoutingKit")
    theirs = [statistics.median(distances) * 1e6, statistics.median(paths) * 1e6, customized * 1e3]
    mine = [ours["distanceMicroseconds"], ours["pathMicroseconds"], ours["customizeMilliseconds"]]
    print(f"{name} {profile}: {ours['nodes']} nodes, {ours['steps']} steps, {pairs} pairs equal")
    for what, unit, mine, theirs in zip(("distance", "path", "customizing"), ("us", "us", "ms"), mine, theirs):
        print(f"  {what:12}{mine:9.1f} {unit}   RoutingKit {theirs:9.1f} {unit}   ratio {mine / theirs:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extracts", nargs="+")
    parser.add_argument("--profiles", default="foot,car")
    parser.add_argument("--pairs", type=int, default=1000)
    options = parser.parse_args()
    for extract in options.extracts:
        name = pathlib.Path(extract).name.split(".")[0]
        with tempfile.TemporaryDirectory() as scratch:
            atlas = str(pathlib.Path(scratch) / f"{name}.atlas")
            measure_import.run(options.program, extract, atlas)
            for profile in options.profiles.split(","):
                measure(options.program, atlas, name, profile, options.pairs)


if __name__ == "__main__":
    main()
