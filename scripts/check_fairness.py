#!/usr/bin/env python3
"""Let one network send the most expensive requests that it may, and check that another network's answers come as
before.

Usage: check_fairness.py PROGRAM ATLAS [--seconds 6] [--addresses NAME ...] [--figures] [--default-limits] [--osrm
EXTRACT]

Promises attacked:
 - The requests of one network make no other network's tile, suggestion, route or log-in more than three times as slow
   as alone, and cause no refusal of them.
 - It takes no more than 200 MB of memory, and nothing is done for it when it has gone: work that has begun is stopped.
 - Another network's posts are written, and read, as before while it writes posts, reads them, sends pictures or
   reports, or listens, as fast as it can.
 - No answer that is computed for it is larger than 4 MB.

For each expensive address 24 connections of one network ask for it again and again and read nothing. The networks are
named by `X-Forwarded-For`, as a proxy on this machine does. Without --figures only what needs no clock is checked: that
the visitor is answered, the size of answers, the memory, and that the server is at rest afterwards.

The limits of writes are raised, so that a flood of writes lasts. With --default-limits they are those of a new server:
one network may then write as much as anybody may, and no more.

--osrm prints what the most expensive requests of OSRM do to a visitor of osrm-routed (PyPI osrm-bindings, as `make
bench-peers` installs it) with the same streets, an OSM extract.
"""
import argparse
import http.client
import json
import math
import multiprocessing
import os
import pathlib
import selectors
import socket
import struct
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

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
        connection = http.client.HTTPConnection(self.host, timeout=30)
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


def expensive_requests(place):
    """The most expensive request of each address that computes, by name."""
    latitude, longitude = place.middle
    start = f"{latitude:.6f},{longitude:.6f}"
    contours = [{"time": minutes} for minutes in (120, 90, 60, 30)]

    def isochrone(**more):
        question = {"locations": [{"lat": latitude, "lon": longitude}], "costing": "auto", "contours": contours} | more
        return "/isochrone?json=" + urllib.parse.quote(json.dumps(question))

    hundred, many = place.points(100), place.points(30)
    table = ";".join(f"{a:.6f},{b:.6f}" for a, b in hundred)
    return {
        "reach": f"/api/v1/reach?from={start}&profile=car&minutes=60,45,30,15&streets=false",
        "reach_streets": f"/api/v1/reach?from={start}&profile=car&minutes=60,45,30,15&streets=true",
        "isochrone": isochrone(polygons=True, denoise=0),
        "isochrone_lines": isochrone(denoise=0, reverse=True),
        "table": f"/api/v1/table?points={table}&profile=foot",
        "osrm_table": f"/table/v1/foot/{osrm(hundred)}?annotations=duration,distance",
        "osrm_route": f"/route/v1/foot/{osrm(hundred)}?steps=true&annotations=true&overview=full&geometries=geojson",
        "osrm_trip": f"/trip/v1/foot/{osrm(many)}?steps=true&annotations=true&overview=full&geometries=geojson",
        "osrm_match": f"/match/v1/foot/{osrm(hundred)}?steps=true&annotations=true&overview=full&geometries=geojson"
                      f"&radiuses={';'.join(['100'] * 100)}",
        "alternatives": f"/api/v1/route?from={many[0][0]:.6f},{many[0][1]:.6f}&to={many[-1][0]:.6f},{many[-1][1]:.6f}"
                        "&profile=foot&alternatives=3",
        "loop": f"/api/v1/loop?lat={latitude:.6f}&lon={longitude:.6f}&minutes=120&alternatives=2",
        "search": "/api/v1/places?q=a&limit=50&order=time&lat=%.6f&lon=%.6f" % place.middle,
        "photon": "/photon/api?q=rua&limit=50",
    }


def posted(path, body, token=None, kind="application/json"):
    """A request with a body, as bytes."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {ATTACKER}\r\nContent-Type: "
            f"{kind}\r\n{authorization}"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def read(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n".encode()


def png(side):
    """A grey square, which is small until it is unpacked."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x80" * (3 * side)) * side, 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", rows) + chunk(b"IEND", b"")


def floods(place):
    """Requests that may be sent again and again as fast as the server takes them, by name."""
    def account(name):
        body = json.dumps({"name": name, "password": "correct horse"})
        place.ask("/api/v1/accounts", "POST", body, headers={"Content-Type": "application/json"}, network=ATTACKER)
        status, content = place.ask("/api/v1/tokens", "POST",
                                    json.dumps({"name": name, "password": "correct horse", "label": "x"}),
                                    headers={"Content-Type": "application/json"}, network=ATTACKER)
        assert status < 300, (status, content)
        return json.loads(content)["token"]

    def phone(token):
        status, content = place.ask("/api/v1/me/devices", "POST", json.dumps({"kind": "program", "name": "x"}),
                                    network=ATTACKER,
                                    headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
        assert status < 300, (status, content)
        return json.loads(content)["token"]

    latitude, longitude = place.middle
    tokens = [account(f"attacker{number}") for number in range(4)]
    phones = [phone(token) for token in tokens]
    now = int(time.time() * 1000)
    reports = [json.dumps([{"lat": round(latitude + k % 97 * 1e-4, 6), "lon": round(longitude + k % 89 * 1e-4, 6),
                            "time": now - (9_000 - k) * 1000 - number}
                           for k in range(9_000)]).encode() for number in range(4)]
    square = png(5600)
    return {
        "posts": [posted("/api/v1/posts", json.dumps({"message": "x" * 4000}).encode(), tokens[k % 4])
                  for k in range(CONNECTIONS)],
        "timeline": [read("/api/v1/posts?limit=100")] * CONNECTIONS,
        "reports": [posted("/api/v1/positions", reports[k % 4], phones[k % 4]) for k in range(CONNECTIONS)],
        "pictures": [posted("/api/v1/pictures", square, tokens[k % 4], "image/png") for k in range(CONNECTIONS)],
        "events": [read("/api/v1/events")] * 400,
    }


class Flood:
    """A process with connections of one network, each of which sends its request as soon as the answer before has come.

    A refused client asks again after a second: the attack tests the limits of a network, and not how many refusals a
    server can write.
    """

    def __init__(self, place, requests):
        self.stop, self.count = multiprocessing.Event(), multiprocessing.Value("q", 0)
        self.process = multiprocessing.Process(target=self.run, args=(place.host, requests), daemon=True)
        self.process.start()

    def run(self, host, requests):
        # The server shares the machine with this, which would not be so otherwise.
        os.nice(15)
        host, port = host.split(":")
        selector = selectors.DefaultSelector()

        def connect(request):
            connection = socket.create_connection((host, int(port)))
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_WRITE, [request, 0])

        for request in requests:
            connect(request)
        paused = []
        while not self.stop.is_set():
            while paused and paused[0][0] <= time.monotonic():
                _, connection, state = paused.pop(0)
                selector.register(connection, selectors.EVENT_WRITE, state)
            for key, _ in selector.select(0.05):
                connection, state = key.fileobj, key.data
                try:
                    if state[1] < len(state[0]):
                        state[1] += connection.send(state[0][state[1]:])
                        if state[1] == len(state[0]):
                            selector.modify(connection, selectors.EVENT_READ, state)
                        continue
                    content = connection.recv(1 << 20)
                    if content.startswith(b"HTTP/1.1"):
                        if b" 429 " in content[:20]:
                            state[1] = 0
                            selector.unregister(connection)
                            paused.append((time.monotonic() + 1, connection, state))
                            continue
                        self.count.value += 1
                        if b"text/event-stream" not in content:
                            state[1] = 0
                            selector.modify(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, state)
                    if content:
                        continue
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                # Refused, and closed.
                selector.unregister(connection)
                connection.close()
                connect(state[0])

    def end(self):
        self.stop.set()
        self.process.join(5)
        self.process.terminate()
        self.process.join()


def visits(place):
    """The small things that a visitor asks for, by name."""
    latitude, longitude = place.middle
    other = place.points(12)[5]
    return {
        "suggest": lambda k: ("GET", f"/api/v1/suggest?q={'abcdefghijklmnop'[k % 16]}&lat={latitude}&lon={longitude}",
                              None),
        "route": lambda k: ("GET", f"/api/v1/route?from={latitude},{longitude}&to={other[0]},{other[1]}&profile=foot",
                            None),
        "tile": lambda k: ("GET", tile_path(latitude, longitude, k), None),
    }


def writes(place, every):
    """The same of the timeline: it is read each time and written once in `every` times."""
    return {
        "page": lambda k: ("GET", "/api/v1/posts?limit=20", None),
        "post": lambda k: ("POST", "/api/v1/posts", json.dumps({"message": f"visit {k}"})) if k % every == 0 else None,
    }


class Visitor(threading.Thread):
    """Asks for small things, one after the other, and notes how long each took and whether it came."""

    def __init__(self, place, seconds, asks):
        super().__init__()
        self.place, self.until, self.asks = place, time.monotonic() + seconds, asks
        self.times, self.faults = {}, []

    def run(self):
        place, number = self.place, 0
        while time.monotonic() < self.until:
            for name, make in self.asks.items():
                request = make(number)
                if request is None:
                    continue
                method, path, body = request
                begin = time.perf_counter()
                try:
                    status, content = place.ask(path, method, body,
                                                headers={"Content-Type": "application/json"} if body else {})
                except OSError as error:
                    status, content = 503, str(error).encode()
                self.times.setdefault(name, []).append(time.perf_counter() - begin)
                # A point may lie where no way leads to: an answer is an answer.
                if status >= 500 or status == 429:
                    self.faults.append((name, status, content[:200]))
            number += 1
            time.sleep(0.01)


class LogIns(Visitor):
    """Logs in again and again, as often as the limits allow."""

    def run(self):
        body = json.dumps({"name": "visitor", "password": "correct horse"})
        while time.monotonic() < self.until:
            begin = time.perf_counter()
            status, content = self.place.ask("/api/v1/session", "POST", body,
                                             headers={"Content-Type": "application/json"})
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


def visit(place, seconds, asks, logs_in=True):
    threads = [Visitor(place, seconds, asks)] + ([LogIns(place, seconds, {})] if logs_in else [])
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {name: values for thread in threads for name, values in thread.times.items()}, [
        fault for thread in threads for fault in thread.faults]


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


def compared(before, during):
    """The p99 of each kind alone and under attack, as text, and their ratios."""
    ratios = {kind: p99(during[kind]) / p99(before[kind]) for kind in before if kind in during}
    return "  ".join(f"{kind} {p99(before[kind]) * 1000:.1f}>{p99(during[kind]) * 1000:.1f} ms ({ratio:.1f})"
                     for kind, ratio in ratios.items()), ratios


def ends(place):
    """The work that was dropped and stopped so far."""
    _, content = place.ask("/metrics", network="127.0.0.1")
    lines = dict(line.split() for line in content.decode().splitlines() if line.startswith("hereabouts_work_"))
    return int(lines["hereabouts_work_dropped_total"]), int(lines["hereabouts_work_stopped_total"])


class Streets(Place):
    """osrm-routed with the streets around the same middle."""

    def __init__(self, host, place):
        self.host, self.middle, self.box = host, place.middle, place.box


def attack_osrm(extract, place, seconds):
    """Prints what OSRM's most expensive requests do to those who ask osrm-routed for a route, by its own limits."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Benchmarks"))
    import peers

    osrm_routed = peers.OSRM()
    with tempfile.TemporaryDirectory() as folder:
        graph, _ = osrm_routed.prepare(extract, pathlib.Path(folder) / "foot", osrm_routed.profile("foot"), "ch")
        server = osrm_routed.serve(graph, "ch", raises=False)
        streets = Streets(f"127.0.0.1:{server.port}", place)
        latitude, longitude = place.middle
        other = place.points(12)[5]
        ask = {"route": lambda k: ("GET", f"/route/v1/foot/{osrm([place.middle, other])}", None),
               "nearest": lambda k: ("GET", f"/nearest/v1/foot/{longitude},{latitude}", None)}
        for name, path in expensive_requests(place).items():
            if not name.startswith("osrm_"):
                continue
            status, content = streets.ask(path)
            before, _ = visit(streets, seconds, ask, logs_in=False)
            memory = rss(server.process)
            attack = Attack(streets, path)
            during, faults = visit(streets, seconds, ask, logs_in=False)
            growth = rss(server.process) - memory
            attack.end()
            time.sleep(2)
            print(
                f"osrm-routed {name:16} {status} {len(content) / 1e6:6.2f} MB  +{growth >> 20:4} MB  "
                f"{compared(before, during)[0]}  {len(faults)} faults",
                flush=True,
            )
        server.stop()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--addresses", nargs="*")
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--default-limits", action="store_true")
    parser.add_argument("--osrm", metavar="EXTRACT")
    return parser.parse_args()


def main():
    options = read_options()
    checks = Checks()
    settings = ["log-ins-per-minute=600", "guests=post", "metrics-from=127.0.0.1"]
    if not options.default_limits:
        settings += ["posts-per-minute=12000", "pictures-per-minute=1000000", "posts-per-day=1000000"]
        settings += ["positions-per-day=10000000", "positions-per-minute=1000000"]
    with serving(options.program, options.atlas,
                 *(word for setting in settings for word in ("--set", setting))) as (process, address):
        place = Place(address)
        status, content = place.ask(
            "/api/v1/accounts",
            "POST",
            json.dumps({"name": "visitor", "password": "correct horse"}),
            headers={"Content-Type": "application/json"},
        )
        assert status in (200, 201), (status, content)
        expensive, flooding = expensive_requests(place), floods(place)
        for name in options.addresses or [*expensive, *flooding]:
            asks, status, content, alone = visits(place), 0, b"", 0
            if name in expensive:
                begin = time.perf_counter()
                status, content = place.ask(expensive[name], network="192.0.2.1")
                alone = time.perf_counter() - begin
                checks.that(status < 500 and len(content) <= MOST_BYTES,
                            f"{name}: answers {status} with {len(content)} bytes")
            else:
                asks = asks | writes(place, every=10 if options.default_limits else 1)
            before, faults = visit(place, options.seconds, asks)
            checks.that(not faults, f"{name}: alone {faults[:3]}")
            memory, ended = rss(process), ends(place)
            attack = Attack(place, expensive[name]) if name in expensive else Flood(place, flooding[name])
            during, faults = visit(place, options.seconds, asks)
            growth = rss(process) - memory
            attack.end()
            checks.that(not faults, f"{name}: while attacked {faults[:3]}")
            checks.that(growth <= MOST_GROWTH, f"{name}: memory grows by {growth >> 20} MB")
            time.sleep(1)
            spent = cpu_seconds(process)
            time.sleep(1)
            rest = cpu_seconds(process) - spent
            checks.that(rest < 0.2, f"{name}: a second after the attack the server works for {rest:.2f} s of a second")
            dropped, stopped = (now - then for now, then in zip(ends(place), ended))
            if alone > 0.3:
                checks.that(stopped > 0, f"{name}: nothing was stopped when its client had gone")
            text, ratios = compared(before, during)
            print(f"{name:16} {status} {len(content) / 1e6:6.2f} MB {alone * 1000:7.0f} ms  +{growth >> 20:4} MB  "
                  f"{dropped:3} dropped {stopped} stopped  {text}"
                  + ("" if name in expensive else f"  {attack.count.value} answers"), flush=True)
            if options.figures:
                for kind, ratio in ratios.items():
                    checks.that(ratio <= 3, f"{name}: {kind} takes {ratio:.1f} times as long")
        if options.osrm:
            attack_osrm(options.osrm, place, options.seconds)
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
