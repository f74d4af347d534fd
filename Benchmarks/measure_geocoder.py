#!/usr/bin/env python3
"""Measure the server beside a Nominatim that serves the same extract: the same questions, in turns, on the same machine.

Usage: measure_geocoder.py PROGRAM EXTRACT PORT [--rounds N] [--seconds N]

A Nominatim, set up as its own guide says, listens on PORT of loopback. Questions are names, addresses and points near addresses of the extract. Of
each sort the rounds alternate between the servers. The figures are medians of the rounds: requests a second over 4 connections, then ours by
theirs. It needs pyosmium, like make_names.py.
"""
import argparse
import pathlib
import random
import statistics
import subprocess
import tempfile
import urllib.parse

import osmium

import measure_http

CONNECTIONS, QUESTIONS = 4, 1500


class Nominatim:
    """A server that somebody else has started, asked like our own."""

    def __init__(self, port):
        self.port = port

    def cpu_seconds(self):
        return 0


def questions(extract):
    """Paths by sort, the same for the same extract."""
    pick, names, points = random.Random(7), set(), []
    for thing in osmium.FileProcessor(extract):
        tags = thing.tags
        if len(tags.get("name", "")) > 3:
            names.add(tags["name"])
        if "addr:street" in tags and "addr:housenumber" in tags:
            names.add(f"{tags['addr:street']} {tags['addr:housenumber']}")
        if thing.is_node() and "addr:housenumber" in tags:
            points.append((thing.location.lat, thing.location.lon))
    near = lambda degrees: degrees + pick.uniform(-0.0005, 0.0005)
    texts = pick.sample(sorted(names), min(QUESTIONS, len(names)))
    spots = pick.sample(points, min(QUESTIONS, len(points)))
    return {
        "search": [f"/search?format=jsonv2&q={urllib.parse.quote(text)}" for text in texts],
        "reverse": [f"/reverse?format=jsonv2&lat={near(lat):.5f}&lon={near(lon):.5f}" for lat, lon in spots],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("extract")
    parser.add_argument("port", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        atlas = str(pathlib.Path(folder, "measured.atlas"))
        subprocess.run([options.program, "import", options.extract, "--output", atlas], check=True, capture_output=True)
        ours, theirs = measure_http.Server(options.program, atlas, folder + "/data"), Nominatim(options.port)
        try:
            for sort, paths in questions(options.extract).items():
                rounds = [
                    [measure_http.wrk(server, paths, CONNECTIONS, options.seconds)[0] for server in (ours, theirs)]
                    for _ in range(options.rounds)
                ]
                mine, other = (statistics.median(column) for column in zip(*rounds))
                ratio = statistics.median(a / b for a, b in rounds)
                print(f"{sort:8} {mine:8.0f}/s, Nominatim {other:6.0f}/s, ratio {ratio:.0f}", flush=True)
        finally:
            ours.stop()


if __name__ == "__main__":
    main()
