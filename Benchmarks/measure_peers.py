#!/usr/bin/env python3
"""Measure the server beside OSRM (contraction hierarchies) and Valhalla: the same questions, in turns, on the same machine.

Usage: measure_peers.py PROGRAM EXTRACT... [--profiles car,foot] [--rounds N] [--seconds N] [--everywhere] [--keep FOLDER]

Of each case the rounds alternate between the servers. The first figure is the processor time of a server for each request at 8 connections,
which other work on the machine hardly moves; then requests a second there; then the median latency of one connection, less that of an
address that does nothing. The figures are medians of the rounds, the ratios ours by theirs. Points lie within 20 m of nodes of streets, so that
most are in towns; with `--everywhere`, beside OSRM, as many in one part of the extract as in another. Answers are not compressed. `--keep` keeps
what the peers prepared, for the next run.
"""
import argparse
import json
import math
import pathlib
import random
import statistics
import subprocess
import tempfile
import urllib.parse

import compare_osrm
import measure_http
import measure_import
import peers

CONNECTIONS, TABLE_SIZE, TRACK_FIXES = 8, 50, 40
# Some pairs have no way on one side; osrm-routed closes a connection after 512 requests, unannounced.
TOLERANCE = 0.1
VALHALLA_COSTING = {"foot": "pedestrian", "car": "auto"}


def coordinates(points):
    return ";".join(f"{longitude:.6f},{latitude:.6f}" for longitude, latitude in points)


def track(peer, pair, profile, pick):
    """A recording of the way between two points: a fix every so often, some metres off; `None` where there is no way."""
    answer = peer.json(f"/route/v1/{profile}/{coordinates(pair)}?overview=full&geometries=geojson")
    line = answer["routes"][0]["geometry"]["coordinates"] if answer else []
    if len(line) < 2 or answer["routes"][0]["distance"] < 500:
        return None
    metres = [math.hypot((b[0] - a[0]) * 111_320 * math.cos(math.radians(a[1])), (b[1] - a[1]) * 111_320)
              for a, b in zip(line, line[1:])]
    gap, fixes, along = min(60, sum(metres) / TRACK_FIXES), [], 0
    for (a, b), length in zip(zip(line, line[1:]), metres):
        while along <= length and len(fixes) < TRACK_FIXES:
            share = along / length if length else 0
            fixes.append(tuple(x + share * (y - x) + pick.gauss(0, 5) / 111_320 for x, y in zip(a, b)))
            along += gap
        along -= length
    return fixes


def osrm_cases(peer, pairs, profile):
    points, pick = [point for pair in pairs for point in pair], random.Random(3)
    tables = [coordinates(points[at:at + TABLE_SIZE]) for at in range(0, len(points) - TABLE_SIZE + 1, TABLE_SIZE)]
    tracks = [fixes for pair in pairs[:200] if (fixes := track(peer, pair, profile, pick))]
    route = f"/route/v1/{profile}/"
    return {
        "route, no geometry": [f"{route}{coordinates(pair)}?overview=false" for pair in pairs],
        "route, full": [f"{route}{coordinates(pair)}?overview=full&geometries=polyline&steps=true" for pair in pairs],
        "table 50 x 50": [f"/table/v1/{profile}/{table}" for table in tables],
        "table, with metres": [f"/table/v1/{profile}/{table}?annotations=duration,distance" for table in tables],
        "nearest": [f"/nearest/v1/{profile}/{coordinates([point])}" for point in points],
        "match, 40 fixes": [f"/match/v1/{profile}/{coordinates(fixes)}?overview=full" for fixes in tracks],
    }


def valhalla_cases(pairs, profile):
    """For each case: our paths and Valhalla's."""
    points = [point for pair in pairs for point in pair]
    places = [[{"lon": longitude, "lat": latitude}] for longitude, latitude in points]
    costing = VALHALLA_COSTING[profile]

    def path(service, **body):
        return f"/{service}?json=" + urllib.parse.quote(json.dumps(body, separators=(",", ":")))

    cases = {}
    for minutes in (10, 15):
        asked = [path("isochrone", locations=place, costing=costing, polygons=True, contours=[{"time": minutes}])
                 for place in places]
        cases[f"isochrone {minutes} min"] = asked, asked
    groups = range(0, len(points) - TABLE_SIZE + 1, TABLE_SIZE)
    cases["matrix 50 x 50"] = (
        [f"/table/v1/{profile}/{coordinates(points[at:at + TABLE_SIZE])}?annotations=duration,distance" for at in groups],
        [path("sources_to_targets", costing=costing, sources=sum(places[at:at + TABLE_SIZE], []),
              targets=sum(places[at:at + TABLE_SIZE], [])) for at in groups])
    return cases


def row(ours, theirs, our_paths, their_paths, rounds, seconds, tolerance=TOLERANCE):
    """Medians of the rounds: (CPU ms, requests/s, latency ms of one connection) of each server."""
    taken = ([], [])
    for _ in range(rounds):
        for server, paths, figures in ((ours, our_paths, taken[0]), (theirs, their_paths, taken[1])):
            crowd, alone = (measure_http.wrk(server, paths, connections, seconds, tolerance, coding="identity")
                            for connections in (CONNECTIONS, 1))
            figures.append((crowd[3], crowd[0], alone[1]))
    return [[statistics.median(column) for column in zip(*figures)] for figures in taken]


def show(name, ours, theirs, floors):
    """Prints a case; where there are `floors`, their latencies are taken off the servers' own first."""
    latency = [side[2] - (floor[2] if floors else 0) for side, floor in zip((ours, theirs), floors or (ours, theirs))]
    print(f"{name:22}{ours[0]:9.3f}{theirs[0]:9.3f}{ours[0] / theirs[0]:8.2f}{ours[1]:10.0f}{theirs[1]:9.0f}"
          f"{ours[1] / theirs[1]:8.2f}{latency[0]:10.3f}{latency[1]:9.3f}{latency[0] / max(1e-3, latency[1]):8.2f}", flush=True)


def head(name):
    print(f"\n== {name}\n{'':22}{'CPU ms':>9}{'theirs':>9}{'ratio':>8}{'req/s':>10}{'theirs':>9}{'ratio':>8}"
          f"{'p50 ms':>10}{'theirs':>9}{'ratio':>8}")


def beside_osrm(server, osrm, profile, extract, bounds, folder, options):
    place = folder / f"osrm-{profile}"
    graph, cost = (str(place / "map.osrm"), None) if place.exists() else osrm.prepare(extract, place, osrm.profile(profile), "ch")
    if cost:
        print(f"OSRM {profile}, contracted: {cost.seconds:.1f} s, {cost.cpu_seconds:.1f} s of processor")
    peer = osrm.serve(graph, "ch")
    try:
        pairs = (compare_osrm.choose_everywhere(peer, bounds, options.pairs, profile) if options.everywhere
                 else compare_osrm.choose(extract, options.pairs, profile))
        head(f"{extract.name}, {profile}, beside OSRM")
        floors = row(server, peer, ["/healthz"], ["/nothing"], options.rounds, options.seconds, tolerance=2)
        show("nothing", *floors, None)
        for name, paths in osrm_cases(peer, pairs, profile).items():
            show(name, *row(server, peer, paths, paths, options.rounds, options.seconds), floors)
    finally:
        peer.stop()


def beside_valhalla(server, peer, pairs, profile, extract, options):
    head(f"{extract.name}, {profile}, beside Valhalla")
    for case, paths in valhalla_cases(pairs, profile).items():
        # A matrix takes Valhalla seconds.
        how = (1, 30) if case.startswith("matrix") else (options.rounds, options.seconds)
        show(case, *row(server, peer, *paths, *how), None)


def measure(program, extract, options):
    osrm, valhalla = peers.OSRM(), peers.Valhalla()
    name = extract.name.split(".")[0]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.keep or scratch) / name
        folder.mkdir(parents=True, exist_ok=True)
        atlas = str(pathlib.Path(scratch) / f"{name}.atlas")
        measure_import.run(program, str(extract), atlas)
        server = measure_http.Server(program, atlas, scratch + "/data")
        try:
            bounds = server.json("/api/v1/about")["bounds"]
            profiles = options.profiles.split(",")
            for profile in profiles:
                beside_osrm(server, osrm, profile, extract, bounds, folder, options)
            configuration, _ = valhalla.prepare(extract, pathlib.Path(scratch) / "valhalla")
            peer = valhalla.serve(configuration, pathlib.Path(scratch))
            try:
                for profile in profiles:
                    pairs = compare_osrm.choose(extract, options.pairs, profile)
                    beside_valhalla(server, peer, pairs, profile, extract, options)
            finally:
                peer.stop()
        finally:
            server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extracts", nargs="+", type=pathlib.Path)
    parser.add_argument("--profiles", default="car,foot")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="how long a case is asked in each round, at 8 and at one connection")
    parser.add_argument("--everywhere", action="store_true", help="points all over the extract rather than at nodes of streets")
    parser.add_argument("--keep", help="folder for what the peers prepare")
    options = parser.parse_args()
    for extract in options.extracts:
        measure(options.program, extract, options)


if __name__ == "__main__":
    main()
