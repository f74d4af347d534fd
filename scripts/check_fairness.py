#!/usr/bin/env python3
"""Let one network ask for the dearest that it may, and see that another one's answers come as before.

Usage: check_fairness.py PROGRAM ATLAS [--seconds 6] [--addresses NAME ...] [--figures]

Promises attacked:
 - What one network asks for makes no other network's tile, suggestion, route or log-in slower than three times of what it takes alone, and refuses none of them.
 - It takes no more than 200 MB of memory, and nothing is done for it when it has gone.
 - No answer that is computed for it is larger than 4 MB.

For each dear address 24 connections of one network ask for it again and again and read nothing. The networks are named by `X-Forwarded-For`, as a proxy on this machine does. Without --figures
only what needs no clock is checked: that the visitor is answered, the size of answers, the memory, and that the server is at rest afterwards.
"""
import argparse
import http.client
import json
import math
import pathlib
import socket
import sys
import threading
import time
import urllib.parse

from loopback import Checks, serving

ATTACKER, VISITOR = "203.0.113.7", "198.51.100.9"
CONNECTIONS = 24
MOST_BYTES, MOST_GROWTH = 4 << 20, 200 << 20


def rss(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) << 10


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


class Place:
    """Where the map is: points on streets of it."""

    def __init__(self, address):
        self.host = urllib.parse.urlsplit(address).netloc
        about = self.json("/tiles.json")
        west, south, east, north = about["bounds"]
        self.middle = ((south + north) / 2, (west + east) / 2)
        self.box = (south, west, north, east)

    def ask(self, path, method="GET", body=None, network=VISITOR, headers=()):
        connection = http.client.HTTPConnection(self.host, timeout=120)
        connection.request(method, path, body, {"X-Forwarded-For": network} | dict(headers))
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def json(self, path):
        status, content = self.ask(path)
        assert status == 200, (path, status, content[:200])
        return json.loads(content)

    def points(self, count):
        """Points on a spiral around the middle: near and far ones."""
        south, west, north, east = self.box
        latitude, longitude = self.middle
        return [
            (latitude + (north - south) * 0.12 * (k / count) * (1 if k % 4 < 2 else -1) * ((k * 7) % 11) / 11,
             longitude + (east - west) * 0.12 * (k / count) * (1 if k % 2 else -1) * ((k * 5) % 13) / 13)
            for k in range(1, count + 1)
        ]


def osrm(points):
    return ";".join(f"{longitude:.6f},{latitude:.6f}" for latitude, longitude in points)


def dear_requests(place):
    """The dearest request of each address that computes, by name."""
    latitude, longitude = place.middle
    start = f"{latitude:.6f},{longitude:.6f}"
    contours = [{"time": minutes} for minutes in (120, 90, 60, 30)]

    def isochrone(**more):
        question = {"locations": [{"lat": latitude, "lon": longitude}], "costing": "auto", "contours": contours} | more
        return "/isochrone?json=" + urllib.parse.quote(json.dumps(question))

    hundred, many = place.points(100), place.points(30)
    table = ";".join(f"{a:.6f},{b:.6f}" for a, b in hundred)
    return {
        "reach": f"/api/v1/reach?from={start}&profile=car&minutes=60,45,30,15",
        "reach_streets": f"/api/v1/reach?from={start}&profile=car&minutes=60,45,30,15&streets=true",
        "isochrone": isochrone(polygons=True, denoise=0),
        "isochrone_lines": isochrone(denoise=0, reverse=True),
        "table": f"/api/v1/table?points={table}&profile=foot",
        "osrm_table": f"/table/v1/foot/{osrm(hundred)}?annotations=duration,distance",
        "osrm_route": f"/route/v1/foot/{osrm(hundred)}?steps=true&annotations=true&overview=full&geometries=geojson",
        "osrm_trip": f"/trip/v1/foot/{osrm(many)}?steps=true&annotations=true&overview=full&geometries=geojson",
        "osrm_match": f"/match/v1/foot/{osrm(hundred)}?steps=true&annotations=true&overview=full&geometries=geojson&radiuses={';'.join(['100'] * 100)}",
        "alternatives": f"/api/v1/route?from={many[0][0]:.6f},{many[0][1]:.6f}&to={many[-1][0]:.6f},{many[-1][1]:.6f}&profile=foot&alternatives=3",
        "loop": f"/api/v1/loop?lat={latitude:.6f}&lon={longitude:.6f}&minutes=120&alternatives=2",
        "search": "/api/v1/places?q=a&limit=50&order=time&lat=%.6f&lon=%.6f" % place.middle,
        "photon": "/photon/api?q=rua&limit=50",
    }


class Visitor(threading.Thread):
    """Asks for small things, one after the other, and notes how long each took and whether it came."""

    def __init__(self, place, seconds):
        super().__init__()
        self.place, self.until = place, time.monotonic() + seconds
        self.times, self.faults = {}, []

    def run(self):
        place, number = self.place, 0
        latitude, longitude = place.middle
        other = place.points(12)[5]
        asks = {
            "suggest": lambda k: ("GET", f"/api/v1/suggest?q={'abcdefghijklmnop'[k % 16]}&lat={latitude}&lon={longitude}", None),
            "route": lambda k: ("GET", f"/api/v1/route?from={latitude},{longitude}&to={other[0]},{other[1]}&profile=foot", None),
            "tile": lambda k: ("GET", tile_path(latitude, longitude, k), None),
        }
        while time.monotonic() < self.until:
            for name, make in asks.items():
                method, path, body = make(number)
                begin = time.perf_counter()
                status, content = place.ask(path, method, body)
                self.times.setdefault(name, []).append(time.perf_counter() - begin)
                # A point may lie where no way leads to: an answer is an answer.
                if status >= 500 or status == 429:
                    self.faults.append((name, status, content[:200]))
            number += 1
            time.sleep(0.01)


class LogIns(Visitor):
    """Logs in again and again, as often as one may."""

    def run(self):
        body = json.dumps({"name": "visitor", "password": "correct horse"})
        while time.monotonic() < self.until:
            begin = time.perf_counter()
            status, content = self.place.ask("/api/v1/session", "POST", body, headers={"Content-Type": "application/json"})
            self.times.setdefault("log-in", []).append(time.perf_counter() - begin)
            if status >= 300:
                self.faults.append(("log-in", status, content[:200]))
            time.sleep(0.1)


def tile_path(latitude, longitude, number):
    """A tile near the middle: of zoom 14 and fewer, most of them not there yet."""
    zoom = 14 - number % 3
    size = 2 ** zoom
    x = int((longitude + 180) / 360 * size) + number % 7 - 3
    y = int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * size) + number // 7 % 7 - 3
    return f"/tiles/{zoom}/{x}/{y}.mvt"


def visit(place, seconds):
    threads = [Visitor(place, seconds), LogIns(place, seconds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {name: values for thread in threads for name, values in thread.times.items()}, [fault for thread in threads for fault in thread.faults]


class Attack:
    """Connections of one network that ask for the same again and again, and read nothing."""

    def __init__(self, place, path):
        head = f"GET {path} HTTP/1.1\r\nHost: {place.host}\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n".encode()
        host, port = place.host.split(":")
        self.sockets = []
        for _ in range(CONNECTIONS):
            connection = socket.create_connection((host, int(port)))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(head * 4)
            self.sockets.append(connection)

    def end(self):
        for connection in self.sockets:
            connection.close()


def p99(values):
    return sorted(values)[min(len(values) - 1, int(0.99 * len(values)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--addresses", nargs="*")
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    checks = Checks()
    with serving(options.program, options.atlas, "--set", "log-ins-per-minute=600") as (process, address):
        place = Place(address)
        status, content = place.ask("/api/v1/accounts", "POST", json.dumps({"name": "visitor", "password": "correct horse"}), headers={"Content-Type": "application/json"})
        assert status in (200, 201), (status, content)
        requests = dear_requests(place)
        for name in options.addresses or requests:
            path = requests[name]
            begin = time.perf_counter()
            status, content = place.ask(path, network="192.0.2.1")
            alone = time.perf_counter() - begin
            checks.that(status < 500 and len(content) <= MOST_BYTES, f"{name}: answers {status} with {len(content)} bytes")
            before, faults = visit(place, options.seconds)
            checks.that(not faults, f"{name}: alone {faults[:3]}")
            memory = rss(process)
            attack = Attack(place, path)
            during, faults = visit(place, options.seconds)
            growth = rss(process) - memory
            attack.end()
            checks.that(not faults, f"{name}: while attacked {faults[:3]}")
            checks.that(growth <= MOST_GROWTH, f"{name}: memory grows by {growth >> 20} MB")
            time.sleep(1)
            spent = cpu_seconds(process)
            time.sleep(1)
            rest = cpu_seconds(process) - spent
            checks.that(rest < 0.2, f"{name}: a second after the attack the server works for {rest:.2f} s of a second")
            ratios = {kind: p99(during[kind]) / p99(before[kind]) for kind in before}
            print(f"{name:16} {status} {len(content) / 1e6:6.2f} MB {alone * 1000:7.0f} ms  +{growth >> 20:4} MB  " + "  ".join(
                f"{kind} {p99(before[kind]) * 1000:.1f}>{p99(during[kind]) * 1000:.1f} ms ({ratios[kind]:.1f})" for kind in ratios), flush=True)
            if options.figures:
                for kind, ratio in ratios.items():
                    checks.that(ratio <= 3, f"{name}: {kind} takes {ratio:.1f} times as long")
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
