#!/usr/bin/env python3
"""Send the largest allowed bodies and the most expensive quick questions, and see that no event loop is held by one of
them.

Usage: check_loops.py PROGRAM ATLAS [--addresses NAME ...] [--rounds 3] [--figures]

Promises attacked:
 - No body, good or bad, keeps an event loop from serving others for 10 ms. The server measures it
   (`hereabouts_event_loop_held_seconds`).
 - Bodies take no more than 400 MiB: 160 MiB of their own, and what reading them takes on the workers.

At every address that takes a body, the check sends the largest allowed body, valid and invalid: many small objects,
deep nesting, one long text, gzip of blanks. Without --figures, times are not checked: only that each is answered, and
the memory.
"""
import argparse
import contextlib
import gzip
import json
import pathlib
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from loopback import Checks, serving

BAR = 0.01
MOST_GROWTH = 400 << 20
PATIENCE = 120


class Server:
    """Asks as somebody, and reads how long the loops were held."""

    def __init__(self, process, address, tokens):
        self.process, self.address, self.tokens = process, address, tokens

    def ask(self, method, path, body=None, headers=None):
        request = urllib.request.Request(self.address + path, body, headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except (urllib.error.URLError, ConnectionError):
            return 0, b""

    def held(self):
        """How many turns held a loop for longer than each bound."""
        _, text = self.ask("GET", "/metrics")
        counts, total = {}, 0
        for line in text.decode().splitlines():
            if line.startswith("hereabouts_event_loop_held_seconds_bucket"):
                bound, count = line.split('le="')[1].split('"} ')
                counts[float(bound)] = int(count)
            elif line.startswith("hereabouts_event_loop_held_seconds_count"):
                total = int(line.split()[1])
        return {bound: total - count for bound, count in counts.items()}

    def rss(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) << 10


def bad_bodies(most):
    """Invalid bodies."""
    yield "objects", (b"[" + b"{}," * most)[: most - 3] + b"{}]"
    yield "nested", b"[" * most
    yield "text", b'"' + b"a" * (most - 2) + b'"'
    yield "numbers", (b"[" + b"1," * most)[: most - 2] + b"1]"
    yield "lines", b"{}\n" * (most // 3)
    # Combining marks out of their order, as a member's name: to compare it by its canonical form takes the square of
    # its length.
    marks = "\u0327\u0301".encode()
    yield "marks", b'{"' + marks * ((most - 6) // 4) + b'":1}'


def filled(before, item, after, most):
    """A list of as many items as there is room for."""
    count = (most - len(before) - len(after)) // (len(item) + 1)
    return before + b",".join([item] * count) + after


def good_bodies(place):
    """Bodies of the right form, by address: as many entries as there is room for."""
    latitude, longitude = place
    point = f'{{"lat":{latitude},"lon":{longitude}}}'.encode()
    now = int(time.time() * 1000)
    yield "report_positions", filled(b"[", f'{{"time":{now},"lat":{latitude},"lon":{longitude}}}'.encode(), b"]",
                                     4 << 20)
    location = (
        f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{longitude},{latitude}]}},'
        f'"properties":{{"timestamp":"2026-01-01T00:00:00Z","speed":1,"horizontal_accuracy":5}}}}').encode()
    yield "overland", filled(b'{"locations":[', location, b"]}", 8 << 20)
    yield "overland", filled(b'{"locations":[', b"{}", b"]}", 8 << 20)
    yield "addresses", filled(b"[", point, b"]", 1000 * (len(point) + 1))
    yield "addresses", filled(b"[", point, b"]", 256 << 10)
    line = filled(b'{"type":"LineString","coordinates":[', f"[{longitude},{latitude}]".encode(), b"]}", 2 << 20)
    yield "match_track", line
    track = f'<trkpt lat="{latitude}" lon="{longitude}"><time>2026-01-01T00:00:00Z</time></trkpt>'.encode()
    yield "match_track", b"<gpx><trk><trkseg>" + track * ((2 << 20) // len(track) - 2) + b"</trkseg></trk></gpx>"
    yield "add_track", b"<gpx><trk><trkseg>" + track * ((16 << 20) // len(track) - 2) + b"</trkseg></trk></gpx>"


def bodies_of(document):
    """The addresses that take a body: by name the method, the path, the media type, who may, and the most bytes."""
    found = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "requestBody" in operation:
                media = next(iter(operation["requestBody"]["content"]))
                found[operation["operationId"]] = (method.upper(), path.replace("{", "").replace("}", ""), media)
    return found


MOST = {
    "report_positions": 4 << 20, "overland": 8 << 20, "owntracks": 1 << 20, "match_track": 2 << 20,
    "add_track": 16 << 20, "addresses": 256 << 10,
    "preview_weights": 4 << 20, "change_weights": 4 << 20, "change_imprint": 256 << 10, "add_picture": 16 << 20,
    "import_guide": 64 << 20}


def quick_questions(place):
    """Questions that are answered at once, at their most expensive."""
    latitude, longitude = place
    points = [(latitude + 0.02 * ((k * 7) % 11 - 5) / 5, longitude + 0.02 * ((k * 5) % 13 - 6) / 6) for k in range(10)]
    line = ";".join(f"{lon:.6f},{lat:.6f}" for lat, lon in points)
    yield "route of ten", f"/route/v1/car/{line}?overview=full&steps=true&annotations=true"
    yield "nearest", f"/nearest/v1/foot/{longitude},{latitude}?number=100"
    yield "suggest", f"/api/v1/suggest?q=a&lat={latitude}&lon={longitude}"
    yield "search", "/search?q=cafe&format=json&limit=40&addressdetails=1&extratags=1"
    yield "places", "/api/v1/places?q=street&limit=50"
    yield "reverse", f"/reverse?lat={latitude}&lon={longitude}&format=json&polygon_geojson=1"
    yield "lookup", "/lookup?osm_ids=" + ",".join(f"R{k}" for k in range(50)) + "&polygon_geojson=1"
    yield "description", "/openapi.json"
    yield "style", "/styles/light.json"


@contextlib.contextmanager
def populated(program, atlas):
    """A server with an operator, a device of theirs, and what asks as them."""
    credentials = {"name": "anna", "password": "correct horse"}
    with serving(program, atlas, "--guests", "post", operator=credentials.values()) as (process, address):
        server = Server(process, address, {})
        kind = {"Content-Type": "application/json"}
        _, text = server.ask("POST", "/api/v1/tokens", json.dumps(credentials | {"label": "check"}).encode(), kind)
        server.tokens["account"] = json.loads(text)["token"]
        _, text = server.ask(
            "POST", "/api/v1/me/devices", json.dumps({"kind": "overland", "name": "phone"}).encode(),
            kind | {"Authorization": f"Bearer {server.tokens['account']}"})
        server.tokens["device"] = json.loads(text)["token"]
        yield server


def heads():
    """Requests whose headers are long to compare."""
    marks = ("\u0327\u0301" * 7000).encode()
    for name in (
        "Accept-Encoding", "Authorization", "Connection", "Content-Type", "Cookie", "Expect", "If-None-Match",
        "Origin", "Sec-Fetch-Site", "X-Forwarded-For", "X-Forwarded-Host",
    ):
        head = f"POST /api/v1/posts HTTP/1.1\r\nHost: localhost\r\n{name}: ".encode()
        yield name, head + marks + b"\r\nContent-Length: 0\r\n\r\n"


def send_head(server, content):
    """Sends bytes over a connection; returns the status of what comes."""
    with socket.create_connection(("127.0.0.1", urllib.parse.urlsplit(server.address).port), PATIENCE) as connection:
        connection.sendall(content)
        return int(connection.recv(4096)[9:12] or 0)


DEVICE = {"report_positions", "overland", "owntracks", "osmand"}
# Their token is in the body.
CLASSIC = {"classic_position", "classic_line"}


def attack(server, name, what, ask, checks, options):
    """Sends something some times, and prints how long a loop was held by it."""
    before = server.held()
    for _ in range(options.rounds):
        status = ask()
        checks.that(status != 0 and status < 500 and (status not in (401, 403) or name in CLASSIC) or status == 503,
                    f"{name}, {what}: status {status}")
    after = server.held()
    longest = max([bound for bound in after if after[bound] > before[bound]], default=0)
    if longest >= 0.003 or not options.quiet:
        print(f"{name:28} {what:14} {status}  {'held for more than %g ms' % (1000 * longest) if longest else ''}",
              flush=True)
    if options.figures:
        checks.that(after[BAR] == before[BAR],
                    f"{name}, {what}: a loop was held for more than {BAR * 1000:g} ms, and more than "
                    f"{longest * 1000:g} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--addresses", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    checks = Checks()
    with populated(options.program, options.atlas) as server:
        document = json.loads(server.ask("GET", "/openapi.json")[1])
        west, south, east, north = json.loads(server.ask("GET", "/tiles.json")[1])["bounds"]
        place = (round((south + north) / 2, 5), round((west + east) / 2, 5))
        takers = bodies_of(document)
        before = server.rss()
        most = before

        def send(name, body, packed=False):
            method, path, media = takers[name]
            token = server.tokens["device" if name.split("_alias_")[0] in DEVICE else "account"]
            headers = {"Content-Type": media,
                       "Authorization": f"Bearer {token}"} | ({"Content-Encoding": "gzip"} if packed else {})
            return server.ask(method, path, body, headers)[0]

        for name in takers:
            if options.addresses and name not in options.addresses:
                continue
            length = MOST.get(name, 64 << 10)
            for what, body in bad_bodies(length):
                attack(server, name, what, lambda: send(name, body), checks, options)
            bomb = gzip.compress(b"{}," * (length // 3))
            attack(server, name, "packed", lambda: send(name, bomb, packed=True), checks, options)
            most = max(most, server.rss())
        for name, body in good_bodies(place):
            if name in takers and not (options.addresses and name not in options.addresses):
                attack(server, name, "good", lambda: send(name, body), checks, options)
                most = max(most, server.rss())
        for name, content in heads():
            if not options.addresses:
                attack(server, name, "head", lambda: send_head(server, content), checks, options)
        for name, path in quick_questions(place):
            if not options.addresses or name in options.addresses:
                attack(server, name, "quick", lambda: server.ask("GET", path, None, {"Accept-Encoding": "gzip"})[0],
                       checks, options)
        checks.that(most - before <= MOST_GROWTH, f"bodies took {(most - before) >> 20} MiB")
        print(f"bodies took {(most - before) >> 20} MiB at most, and {(server.rss() - before) >> 20} MiB stay")
    for fault in checks.faults:
        print(f"wrong: {fault}")
    if checks.faults:
        sys.exit(f"{len(checks.faults)} of {checks.made} checks failed")
    print(f"no body holds up others: {checks.made} checks")


if __name__ == "__main__":
    main()
