#!/usr/bin/env python3
"""Compare the engine with OSRM under OSRM's own rules: walking and driving, distances and durations, pair by pair.

Usage: compare_osrm.py PROGRAM EXTRACT... [--pairs N] [--own] [--everywhere]

Hereabouts imports with `--profiles osrm`: the speeds and rules of OSRM's foot and car
profiles. OSRM's car profile runs with `osrm_car.lua`, so that both look for the quickest way. Points lie within 20 m of nodes of streets, more
of them where the streets are denser; with `--everywhere` within 20 m of OSRM's streets, all over the extract. Every pair that only one of both can route is listed. `--own` compares our own profiles with OSRM's, as it comes, instead.
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


DRIVEN = {"motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street"}
WALKED = DRIVEN - {"motorway", "trunk"} | {"footway", "pedestrian", "path", "steps", "service", "track"}


def beside(place, pick):
    """A point up to JITTER_METRES from another."""
    longitude, latitude = place
    metres, angle = JITTER_METRES * pick.random(), 2 * math.pi * pick.random()
    return (round(longitude + metres * math.cos(angle) / (111_320 * math.cos(math.radians(latitude))), 6),
            round(latitude + metres * math.sin(angle) / 111_320, 6))


def choose_everywhere(peer, bounds, count, mode):
    """Pairs of points near OSRM's streets, as many in one part of the extract as in another of its size."""
    pick, (west, south, east, north) = random.Random(1), bounds
    points = []
    while len(points) < 2 * count:
        found = peer.json(f"/nearest/v1/{mode}/{pick.uniform(west, east):.6f},{pick.uniform(south, north):.6f}")
        point = beside(found["waypoints"][0]["location"], pick)
        if west < point[0] < east and south < point[1] < north:
            points.append(point)
    return list(zip(points[::2], points[1::2]))


def choose(extract, count, mode):
    """Pairs of points near nodes of public streets, each node as likely as another: more in towns than outside."""
    kinds, used, pick = WALKED if mode == "foot" else DRIVEN, set(), random.Random(1)

    def objects(kind):
        # One a line, in columns that begin with a letter (osmcode.org/opl-file-format).
        text = subprocess.run(["osmium", "cat", "-t", kind, "-f", "opl,add_metadata=false", str(extract)],
                              check=True, capture_output=True, text=True).stdout
        return ({column[0]: column[1:] for column in line.split(" ")} for line in text.splitlines())

    for way in objects("way"):
        tags = dict(tag.split("=") for tag in way["T"].split(",") if tag)
        if tags.get("highway") in kinds and tags.get("access") not in ("no", "private"):
            used.update(node[1:] for node in way["N"].split(","))
    places = [(float(node["x"]), float(node["y"])) for node in objects("node") if node["n"] in used]
    return [(beside(pick.choice(places), pick), beside(pick.choice(places), pick)) for _ in range(count)]


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
    parser.add_argument("--everywhere", action="store_true")
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
                        pairs = (choose_everywhere(peer, bounds, options.pairs, mode) if options.everywhere
                                 else choose(extract, options.pairs, mode))
                        compare(f"{name} {mode}", answers(server, pairs, mode), answers(peer, pairs, mode), pairs)
                    finally:
                        peer.stop()
            finally:
                server.stop()


if __name__ == "__main__":
    main()
