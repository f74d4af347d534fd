#!/usr/bin/env python3
"""Measure OSRM and Hereabouts side by side on the same extracts: import, walking distances, requests a second.

Usage: measure_osrm.py PROGRAM OSRM EXTRACT... [--pairs N] [--seconds N]

OSRM is a folder with `bin/osrm-extract` and the others and `share/profiles/foot.lua`: what `pip install osrm-bindings`
unpacks as `osrm` among its packages. Hereabouts imports everything it knows (four profiles, search, tiles); OSRM runs
osrm-extract, osrm-partition and osrm-customize for foot alone. Both then answer one and the same list of pairs: points
chosen in the extract's bounds and moved to OSRM's nearest street.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import measure_http
import measure_import

THREADS = str(os.cpu_count())
# osrm-routed closes a connection after 512 requests, unannounced.
CLOSED_CONNECTIONS = 1 / 256
# Shorter routes differ by much in percent where they differ by a step.
SHORTEST_METRES = 50


def timed(command):
    """Runs to the end; returns seconds and peak bytes."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command[0]} failed with status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - begin, usage.ru_maxrss * 1024


def prepare(osrm, extract, folder):
    """Makes OSRM's foot data; returns seconds, peak bytes and the graph's path."""
    link, graph = folder / "map.osm.pbf", str(folder / "map.osrm")
    link.symlink_to(pathlib.Path(extract).resolve())
    steps = [
        timed([f"{osrm}/bin/osrm-extract", "-t", THREADS, "-p", f"{osrm}/share/profiles/foot.lua", str(link)]),
        timed([f"{osrm}/bin/osrm-partition", "-t", THREADS, graph]),
        timed([f"{osrm}/bin/osrm-customize", "-t", THREADS, graph]),
    ]
    return sum(step[0] for step in steps), max(step[1] for step in steps), graph


class Peer(measure_http.Server):
    """osrm-routed, asked and watched like our own server."""

    def __init__(self, osrm, graph):
        self.port = measure_http.free_port()
        self.process = subprocess.Popen(
            [f"{osrm}/bin/osrm-routed", "--ip", "127.0.0.1", "--port", str(self.port), "--threads", THREADS,
             "--algorithm", "mld", graph], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                self.get("/")
                break
            except (ConnectionRefusedError, http.client.RemoteDisconnected):
                if self.process.poll() is not None:
                    sys.exit(f"osrm-routed ended with status {self.process.returncode}")
                time.sleep(0.01)


def choose_pairs(peer, bounds, count):
    """Pairs of [longitude, latitude] on OSRM's streets inside the bounds."""
    pick, (west, south, east, north) = random.Random(1), bounds
    points = []
    for _ in range(20 * count):
        if len(points) == 2 * count:
            break
        found = peer.json("/nearest/v1/foot/{:.6f},{:.6f}".format(pick.uniform(west, east), pick.uniform(south, north)))
        longitude, latitude = found["waypoints"][0]["location"]
        if west < longitude < east and south < latitude < north:
            points.append((longitude, latitude))
    return list(zip(points[::2], points[1::2]))


def path(pair, options):
    return "/route/v1/foot/" + ";".join(f"{longitude:.6f},{latitude:.6f}" for longitude, latitude in pair) + options


def distances(server, pairs):
    """Metres of each pair's route, None where there is none."""
    answers = [server.json(path(pair, "?overview=false")) for pair in pairs]
    return [answer["routes"][0]["distance"] if answer else None for answer in answers]


def compare(ours, theirs, pairs):
    """Prints how far the distances differ, and the pairs that differ most."""
    both = [each for each in zip(ours, theirs, pairs) if None not in each[:2] and each[1] >= SHORTEST_METRES]
    off = sorted((mine - reference) / reference for mine, reference, _ in both)
    if not off:
        return print("no pair has a route on both")
    shares = {f"p{percent}": off[len(off) * percent // 100] for percent in (1, 5, 25, 50, 75, 95, 99)}
    within = sum(abs(each) < 0.02 for each in off) / len(off)
    only = sum(each is None for each in theirs) - sum(a is None and b is None for a, b in zip(ours, theirs))
    print(f"distances of {len(off)} pairs, (ours - OSRM) / OSRM: "
          + ", ".join(f"{name} {share:+.2%}" for name, share in shares.items())
          + f"; {within:.1%} within 2 %; only ours has a route {only}, "
          + f"only OSRM {sum(a is None and b is not None for a, b in zip(ours, theirs))}")
    for mine, reference, pair in sorted(both, key=lambda each: -abs(each[0] / each[1] - 1))[:3]:
        print(f"  {mine:.0f} m against {reference:.0f} m: {pair}")



def measure(program, osrm, extract, options):
    name = pathlib.Path(extract).name.split(".")[0]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        atlas = str(folder / f"{name}.atlas")
        ours = [measure_import.run(program, extract, atlas)[:2] for _ in range(3)]
        seconds, peak = sorted(ours)[1]
        reference = prepare(osrm, extract, folder)
        print(f"== {name}\nimport: {seconds:.2f} s, {peak / 1e6:.0f} MB; OSRM foot {reference[0]:.2f} s, "
              f"{reference[1] / 1e6:.0f} MB; ratio of seconds {seconds / reference[0]:.2f}")
        if options.import_only:
            return
        peer, server = Peer(osrm, reference[2]), measure_http.Server(program, atlas, str(folder / "data"))
        try:
            pairs = choose_pairs(peer, server.json("/api/v1/about")["bounds"], options.pairs)
            compare(distances(server, pairs), distances(peer, pairs), pairs)
            both = [pair for pair in pairs if None not in (*distances(server, [pair]), *distances(peer, [pair]))]
            for flavour in ("?overview=false", "?overview=full&steps=true"):
                paths = [path(pair, flavour) for pair in both]
                row = [measure_http.wrk(each, paths, 8, options.seconds, CLOSED_CONNECTIONS) for each in (server, peer)]
                print(f"route{flavour}: {row[0][0]:.0f} requests/s, p99 {row[0][2]:.1f} ms, {row[0][3]:.2f} CPU ms each; "
                      f"OSRM {row[1][0]:.0f}, {row[1][2]:.1f} ms, {row[1][3]:.2f} CPU ms")
        finally:
            server.stop()
            peer.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("osrm")
    parser.add_argument("extracts", nargs="+")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=3, help="how long each kind of request is measured")
    parser.add_argument("--import-only", action="store_true")
    options = parser.parse_args()
    for extract in options.extracts:
        measure(options.program, options.osrm, extract, options)


if __name__ == "__main__":
    main()
