#!/usr/bin/env python3
"""Measure a server over HTTP: start-up, requests a second, latency, memory.

Usage: measure_http.py PROGRAM ATLAS [--seconds N] [--json]

Starts `PROGRAM serve` on loopback with a data folder of its own, asks with wrk (one connection for latency, 32 for throughput),
and ends it. Questions are made from the atlas with a fixed seed. wrk and the server share the machine; nothing else should run.
"""
import argparse
import http.client
import json
import math
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
CONNECTIONS = 32
MIXED_REQUESTS = 10_000


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running server; `started` is the seconds from starting the process to its first answer."""

    def __init__(self, program, atlas, data, *options):
        self.port = free_port()
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", data, "--host", "127.0.0.1", "--port", str(self.port),
             *options],
            stdout=subprocess.DEVNULL)
        while True:
            try:
                assert self.get("/healthz")[0] == 200
                break
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    sys.exit(f"the server ended with status {self.process.returncode}")
                time.sleep(0.0005)
        self.started = time.perf_counter() - begin

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path):
        connection = self.connect()
        connection.request("GET", path, headers={"accept-encoding": "gzip"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body, answer.getheader("content-encoding")

    def json(self, path):
        status, body, coding = self.get(path)
        if coding == "gzip":
            import gzip

            body = gzip.decompress(body)
        return json.loads(body) if status == 200 else None

    def memory(self, field):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith(field + ":"))

    def cpu_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        begin = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        return time.perf_counter() - begin


def tiles(bounds, pick):
    """Addresses of tiles with content inside the bounds, deepest zooms most."""
    west, south, east, north = bounds
    paths = []
    for zoom in range(0, 15):
        def column(longitude):
            return (longitude + 180) / 360 * (1 << zoom)

        def row(latitude):
            y = math.asinh(math.tan(math.radians(latitude))) / math.pi
            return (1 - y) / 2 * (1 << zoom)

        every = [(x, y) for x in range(int(column(west)), int(column(east)) + 1)
                 for y in range(int(row(north)), int(row(south)) + 1)]
        pick.shuffle(every)
        paths += [f"/tiles/{zoom}/{x}/{y}.mvt" for x, y in every[:60]]
    return paths


def misspelt(name, pick):
    """The name with two neighbouring letters exchanged."""
    if len(name) < 5:
        return name
    at = pick.randrange(1, len(name) - 2)
    return name[:at] + name[at + 1] + name[at] + name[at + 2:]


def questions(server):
    """Lists of paths by case."""
    pick = random.Random(1)
    about = server.json("/api/v1/about")
    west, south, east, north = about["bounds"]

    def point():
        return pick.uniform(south, north), pick.uniform(west, east)

    names = set()
    for letter in "abcdefghijklmnopqrstuvwxyz":
        found = server.json(f"/api/v1/suggest?q={letter}&limit=20")
        names |= {result["name"] for result in found["results"]}
    names = sorted(names)
    typed, whole, addresses, routes, foreign = [], [], [], [], []
    for _ in range(400):
        name = pick.choice(names)
        near = "lat={:.6f}&lon={:.6f}".format(*point())
        start = name[: pick.randint(1, len(name))]
        typed.append(f"/api/v1/suggest?q={urllib.parse.quote(start)}&{near}")
        whole.append(f"/api/v1/places?q={urllib.parse.quote(misspelt(name, pick))}&{near}")
        addresses.append("/api/v1/address?lat={:.6f}&lon={:.6f}".format(*point()))
    attempts = 0
    while len(routes) < 200 and attempts < 2000:
        attempts += 1
        (a, b), (c, d) = point(), point()
        path = f"/api/v1/route?from={a:.6f},{b:.6f}&to={c:.6f},{d:.6f}"
        if server.get(path)[0] == 200:
            routes.append(path)
            foreign.append(f"/route/v1/foot/{b:.6f},{a:.6f};{d:.6f},{c:.6f}?overview=full&steps=true")
    with_content = [path for path in tiles(about["bounds"], pick) if server.get(path)[0] == 200]
    return about, {
        "tile, cached": with_content, "suggest": typed, "places, misspelt": whole, "address": addresses,
        "route": routes, "OSRM route, full": foreign,
    }


def wrk(server, paths, connections, seconds, tolerance=0, coding="gzip"):
    """Requests a second, median and 99th percentile in milliseconds, CPU milliseconds of the server for each request.

    Ends the program when more than `tolerance` of the requests fail.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(paths))
        file.flush()
        before = server.cpu_seconds()
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-H", f"accept-encoding: {coding}", "-s",
             str(HERE / "paths.lua"), f"http://127.0.0.1:{server.port}"],
            env=os.environ | {"PATHS": file.name}, check=True, capture_output=True, text=True).stdout
        used = server.cpu_seconds() - before
    line = next(line for line in output.splitlines() if line.startswith("RESULT "))
    requests, microseconds, errors, median, high = map(int, line.split()[1:])
    if errors > tolerance * requests:
        sys.exit(f"{errors} of {requests} requests failed, such as {paths[0]}")
    return requests / microseconds * 1e6, median / 1000, high / 1000, used / requests * 1000


def mixed(server, cases):
    """Asks all kinds of questions in turn over one connection."""
    pick = random.Random(2)
    connection, kinds = server.connect(), list(cases.values())
    for number in range(MIXED_REQUESTS):
        connection.request("GET", pick.choice(kinds[number % len(kinds)]), headers={"accept-encoding": "gzip"})
        connection.getresponse().read()
    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--seconds", type=int, default=3, help="how long each case is measured")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        first = Server(options.program, options.atlas, data)
        first.stop()
        starts = []
        for _ in range(5):
            again = Server(options.program, options.atlas, data)
            starts.append(again.started)
            again.stop()
        server = Server(options.program, options.atlas, data)
        try:
            about, cases = questions(server)
            mixed(server, cases)
            private = server.memory("RssAnon")
            rows = {}
            for name, paths in cases.items():
                if not paths:
                    continue
                alone = wrk(server, paths, 1, options.seconds)
                crowd = wrk(server, paths, CONNECTIONS, options.seconds)
                rows[name] = {
                    "p50_ms": alone[1], "p99_ms": alone[2], "requests_per_second": crowd[0], "crowd_p99_ms": crowd[2],
                    "cpu_ms": crowd[3],
                }
        finally:
            stopped = server.stop()
    figures = {
        "place": about["name"], "atlas_bytes": about["atlas"]["bytes"], "first_start_ms": first.started * 1000,
        "start_ms": sorted(starts)[len(starts) // 2] * 1000, "stop_ms": stopped * 1000,
        "private_memory_bytes": private, "cases": rows,
    }
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"{figures['place']}, atlas of {figures['atlas_bytes'] / 1e6:.1f} MB")
    print(f"start: first, with verification {figures['first_start_ms']:.0f} ms; again {figures['start_ms']:.0f} ms (median of 5); stop {figures['stop_ms']:.0f} ms")
    print(f"private memory after {MIXED_REQUESTS} mixed requests: {private / 1e6:.1f} MB")
    print(f"{'':18}{'p50 ms':>9}{'p99 ms':>9}{'req/s':>9}{'p99 ms':>9}{'CPU ms':>9}   (1 connection; {CONNECTIONS} connections)")
    for name, row in rows.items():
        print(f"{name:18}{row['p50_ms']:9.2f}{row['p99_ms']:9.2f}{row['requests_per_second']:9.0f}{row['crowd_p99_ms']:9.1f}{row['cpu_ms']:9.3f}")


if __name__ == "__main__":
    main()
