#!/usr/bin/env python3
"""Compare the engine with OSRM under OSRM's own rules: walking and driving, distances and durations, pair by pair.

Usage: compare_osrm.py PROGRAM EXTRACT... [--pairs N] [--own]

Hereabouts imports with `--profiles osrm`: the speeds and rules of OSRM's foot and car
profiles. OSRM's car profile runs with `osrm_car.lua`, so that both look for the quickest way. Points lie within 20 m of OSRM's streets.
Every pair that only one of both can route is listed. `--own` compares our own profiles with OSRM's, as it comes, instead.
"""
import argparse
import math
import pathlib
import random
import subprocess
import tempfile

import measure_http
import peers

HERE = pathlib.Path(__file__).parent.resolve()
JITTER_METRES = 20
# Shorter routes differ by much in percent where they differ by a step.
SHORTEST_METRES = 50


def choose(peer, bounds, count, mode):
    """Pairs of points up to JITTER_METRES from OSRM's streets."""
    pick, (west, south, east, north) = random.Random(1), bounds
    points = []
    while len(points) < 2 * count:
        found = peer.json(f"/nearest/v1/{mode}/{pick.uniform(west, east):.6f},{pick.uniform(south, north):.6f}")
        longitude, latitude = found["waypoints"][0]["location"]
        metres, angle = JITTER_METRES * pick.random(), pick.uniform(0, 2 * math.pi)
        longitude += metres * math.cos(angle) / (111_320 * math.cos(math.radians(latitude)))
        latitude += metres * math.sin(angle) / 111_320
        if west < longitude < east and south < latitude < north:
            points.append((longitude, latitude))
    return list(zip(points[::2], points[1::2]))


def answers(server, pairs, mode):
    """(metres, seconds) of each pair, None where there is no way."""
    found = []
    for pair in pairs:
        path = ";".join(f"{longitude:.6f},{latitude:.6f}" for longitude, latitude in pair)
        answer = server.json(f"/route/v1/{mode}/{path}?overview=false")
        found.append((answer["routes"][0]["distance"], answer["routes"][0]["duration"]) if answer else None)
    return found


def compare(what, ours, theirs, pairs):
    both = [(a, b) for a, b in zip(ours, theirs) if a and b and b[0] >= SHORTEST_METRES and b[1] > 0]
    for column, name in enumerate(("distance", "duration")):
        off = sorted((a[column] - b[column]) / b[column] for a, b in both)
        shares = [sum(abs(each) < limit for each in off) / len(off) for limit in (0.01, 0.05)]
        print(f"{what} {name}: {len(off)} pairs, median {off[len(off) // 2]:+.2%}, "
              f"{shares[0]:.1%} within 1 %, {shares[1]:.1%} within 5 %, worst {off[0]:+.1%} and {off[-1]:+.1%}")
    for a, b, pair in zip(ours, theirs, pairs):
        if (a is None) != (b is None):
            print(f"  only {'OSRM' if a is None else 'ours'} has a way: {pair}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extracts", nargs="+")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--own", action="store_true")
    options = parser.parse_args()
    osrm = peers.OSRM()
    car = osrm.profile("car") if options.own else str(HERE / "osrm_car.lua")
    for extract in options.extracts:
        name = pathlib.Path(extract).name.split(".")[0]
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            atlas = str(folder / f"{name}.atlas")
            subprocess.run([options.program, "import", extract, "-o", atlas, "--profiles", "own" if options.own else "osrm"],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            server = measure_http.Server(options.program, atlas, str(folder / "data"))
            try:
                bounds = server.json("/api/v1/about")["bounds"]
                for mode, profile in (("foot", osrm.profile("foot")), ("driving", car)):
                    peer = osrm.serve(osrm.prepare(extract, folder / mode, profile, "mld")[0], "mld")
                    try:
                        pairs = choose(peer, bounds, options.pairs, mode)
                        compare(f"{name} {mode}", answers(server, pairs, mode), answers(peer, pairs, mode), pairs)
                    finally:
                        peer.stop()
            finally:
                server.stop()


if __name__ == "__main__":
    main()
