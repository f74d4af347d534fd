#!/usr/bin/env python3
"""Ask a server random questions, half of them malformed, for some minutes, and watch that it stays well.

Usage: soak.py PROGRAM ATLAS [--minutes 10] [--seed 1] [--askers 4]

It fails when an answer has a status of 500 or more but 503, when the server ends or hangs, or when its own memory grows
beyond what it had come to in the first third of the time. The report names requests with wrong answers by their
address; the requests are made up.
"""
import argparse
import http.client
import json
import random
import sys
import threading
import time
import urllib.parse

from loopback import serving

WORDS = ["cafe", "kahvila", "museum", "pharmacy", "Mannerheimintie 5", "park", "hotel", "a", "kauppa", "x" * 200]
PROFILES = ["foot", "wheelchair", "bicycle", "car"]
COSTINGS = ["pedestrian", "wheelchair", "bicycle", "auto"]
FORMATS = ["xml", "json", "jsonv2", "geojson", "geocodejson"]
OUTLINES = ["polygon_geojson", "polygon_kml", "polygon_svg", "polygon_text"]
# Requests that nobody sends by mistake.
STRANGE = [
    "", "NaN", "-1", "1e999", "inf", "null", "%00", "%ff", "%", ";", ",", ",,,", "0", "99999999999999999999",
    "x" * 2000, "🧭", "../..",
    "' OR 1=1 --", "{", "[]", "-0.0000001,180", "91,181", "polyline(_)", "true", "1;2;3"]
# The process's memory may vary by as many bytes besides.
SLACK = 48 << 20


class Asker:
    """Makes questions about a place."""

    def __init__(self, seed, bounds):
        self.random = random.Random(seed)
        self.west, self.south, self.east, self.north = bounds

    def point(self):
        """Latitude and longitude, seldom off the map."""
        if self.random.random() < 0.05:
            return self.random.uniform(-90, 90), self.random.uniform(-180, 180)
        return self.random.uniform(self.south, self.north), self.random.uniform(self.west, self.east)

    def near(self, count, spread=0.004):
        """Points not far from each other."""
        latitude, longitude = self.point()
        return [(latitude + self.random.uniform(-spread, spread), longitude + self.random.uniform(-spread, spread))
                for _ in range(count)]

    def ours(self, points):
        return ";".join(f"{lat:.6f},{lon:.6f}" for lat, lon in points)

    def theirs(self, points):
        return ";".join(f"{lon:.6f},{lat:.6f}" for lat, lon in points)

    def many(self):
        return self.random.choice([2, 2, 2, 3, 5, 9, 25])

    def question(self):
        """Method, path, query items and body."""
        choose, some = self.random.choice, self.random
        profile = choose(PROFILES)
        form = choose([[], [], [("format", "geojson")], [("format", "gpx")]])
        points = self.near(self.many(), choose([0.002, 0.01]))
        here = [("lat", f"{points[0][0]:.6f}"), ("lon", f"{points[0][1]:.6f}")]
        kind = some.randrange(20)
        if kind == 0:
            items = [("from", self.ours(points[:1])), ("to", self.ours(points[-1:])), ("profile", profile), *form]
            return "GET", "/api/v1/route", items + [("alternatives", str(some.randrange(4)))], None
        if kind == 1:
            items = [("from", self.ours(points[:1])), ("to", self.ours(points[-1:]))]
            return "GET", "/api/v1/route", items + ([("via", self.ours(points[1:-1]))] if len(points) > 2 else []), None
        if kind == 2:
            items = [("points", self.ours(points)), ("profile", profile), ("roundtrip", choose(["true", "false"])),
                     *form]
            return "GET", "/api/v1/trip", items + choose([[], [("start", "first")], [("end", "last")]]), None
        if kind == 3:
            return "GET", "/api/v1/match", [("points", self.ours(points)), ("profile", profile),
                                            ("accuracy", str(some.randint(1, 100))), *form], None
        if kind == 4:
            line = {"type": "LineString",
                    "coordinates": [[lon, lat] for lat, lon in self.near(some.choice([2, 30, 300]), 0.003)]}
            return "POST", "/api/v1/match", [("profile", profile),
                                             ("accuracy", str(some.randint(1, 60)))], json.dumps(line)
        if kind == 5:
            track = "".join(f'<trkpt lat="{lat:.6f}" lon="{lon:.6f}"/>' for lat, lon in self.near(40, 0.002))
            return "POST", "/api/v1/match", [("profile", profile),
                                             *form], f"<gpx><trk><trkseg>{track}</trkseg></trk></gpx>"
        if kind == 6:
            length = choose([("minutes", str(some.randint(5, 60))), ("metres", str(some.randint(300, 5000))),
                             ("steps", str(some.randint(500, 9000)))])
            extra = choose([[], [("kind", choose(WORDS[:5]))]]) + [("alternatives", str(some.randrange(4)))]
            return "GET", "/api/v1/loop", here + [length, ("profile", choose(PROFILES[:2])), *extra, *form], None
        if kind == 7:
            return "GET", "/api/v1/table", [("points", self.ours(points)), ("profile", profile)], None
        if kind == 8:
            minutes = ",".join(str(some.randint(1, 30)) for _ in range(some.randint(1, 4)))
            return "GET", "/api/v1/reach", [("from", self.ours(points[:1])), ("minutes", minutes),
                                            ("profile", profile)], None
        return self.later_question(kind, points, profile)

    def later_question(self, kind, points, profile):
        """The questions of the kinds from 9 on."""
        choose, some = self.random.choice, self.random
        (lat, lon), here = points[0], [("lat", f"{points[0][0]:.6f}"), ("lon", f"{points[0][1]:.6f}")]
        if kind in (9, 10):
            contours = [{choose(["time", "time", "distance"]): round(some.uniform(0.1, 15), 2)}
                        for _ in range(some.randint(1, 4))]
            body = json.dumps({
                "locations": [{"lat": lat, "lon": lon}], "costing": choose(COSTINGS), "contours": contours,
                "polygons": some.random() < 0.5, "denoise": some.random(), "show_locations": some.random() < 0.3})
            return ("GET", "/isochrone", [("json", body)], None) if kind == 9 else ("POST", "/isochrone", [], body)
        if kind == 11:
            items = [("q", choose(WORDS)), *here, ("limit", str(some.randint(1, 50)))]
            return "GET", "/api/v1/places", items + choose([[], [("profile", profile)], [("order", "time")]]), None
        if kind == 12:
            return "GET", "/api/v1/suggest", [("q", choose(WORDS)[: some.randint(1, 9)]), *here], None
        if kind == 13:
            service = choose(["route", "table", "trip", "match"])
            items = choose([[], [("steps", "true")], [("annotations", "duration")], [("overview", "full")]])
            return "GET", f"/{service}/v1/{profile}/{self.theirs(points)}", items if service != "table" else [], None
        if kind == 14:
            return "POST", f"/{choose(['route', 'table'])}/v1/{profile}", [], json.dumps(
                {"coordinates": [[lon, lat] for lat, lon in points]})
        if kind == 15:
            return "GET", "/api/v1/address", here, None
        return "GET", *self.foreign_search(here), None

    def foreign_search(self, here):
        """Path and query items of a question to Nominatim or Photon."""
        choose, some = self.random.choice, self.random
        word, lat, lon = choose(WORDS), float(here[0][1]), float(here[1][1])
        corners = f"{lon - 0.01:.6f},{lat - 0.01:.6f},{lon + 0.01:.6f},{lat + 0.01:.6f}"
        output = [("format", choose(FORMATS)),
                  (choose(["addressdetails", "extratags", "namedetails", "layer"]), choose(["1", "0", "poi"]))]
        output += choose([[], [(choose(OUTLINES), "1"), ("polygon_threshold", f"{some.random() / 100:.5f}")],
                          [("accept-language", "sv,fi;q=0.5")]])
        tags = choose([[],
                       [("osm_tag", choose(["amenity", "!shop", ":cafe", "highway:residential"])),
                        ("layer", choose(["street", "house", "city"]))]])
        return choose([
            ("/search",
             [("q", word), ("limit", str(some.randint(0, 60))), *output,
              *choose([[], [("viewbox", corners), ("bounded", "1")]])]),
            ("/search", [(choose(["street", "amenity", "city"]), word), ("country", "fi"), *output]),
            ("/reverse", [*here, ("zoom", str(some.randint(0, 18))), *output]),
            ("/lookup",
             [("osm_ids", f"N{some.randrange(10**9)},W{some.randrange(10**6)},R{some.randrange(99)}"), *output]),
            ("/photon/api", [("q", word[: some.randint(1, 9)]), *here, *tags, *choose([[], [("bbox", corners)]])]),
            ("/photon/structured", [("street", word), ("city", "Helsinki"), *tags]),
            ("/photon/reverse",
             [*here, ("radius", f"{some.random() * 6:.3f}"), ("limit", str(some.randint(1, 50))), *tags])])

    def spoil(self, method, path, items, body):
        """The same with something wrong in it."""
        some, items = self.random, list(items)
        how = some.randrange(7)
        if how == 0 and items:
            index = some.randrange(len(items))
            items[index] = (items[index][0], some.choice(STRANGE))
        elif how == 1 and items:
            items.append(some.choice(items))
        elif how == 2:
            items.append((some.choice(["x", "profile", "lang", "format", "limit"]), some.choice(STRANGE)))
        elif how == 3 and items:
            items.pop(some.randrange(len(items)))
        elif how == 4:
            path = "/".join(path.split("/")[:-1]) + "/" + some.choice(STRANGE)
        elif how == 5:
            points = ";".join(["60.17,24.94"] * 1000)
            items = [(name, points if name in ("points", "via") else value) for name, value in items]
        if body and (how == 6 or some.random() < 0.5):
            cut = some.randrange(len(body))
            body = some.choice([body[:cut], body[:cut] + some.choice(STRANGE) + body[cut:], "", some.choice(STRANGE),
                                body.replace("2", "NaN")])
        elif how == 6:
            method = some.choice(["PUT", "DELETE", "PATCH", "POST"])
        return method, path, items, body

    def target(self, path, items):
        # Entries of a list of strange requests are sent unchanged.
        query = "&".join(f"{name}={value if value in STRANGE else urllib.parse.quote(value, safe=',;.-')}"
                         for name, value in items)
        text = path + ("?" + query if query else "")
        return "".join(character if "!" <= character <= "~" else urllib.parse.quote(character) for character in text)


class Soak:
    """Asks until the time is over; several threads at once."""

    def __init__(self, address, bounds, until, seed):
        self.host = urllib.parse.urlparse(address).netloc
        self.bounds, self.until, self.seed = bounds, until, seed
        self.lock = threading.Lock()
        self.counts, self.faults, self.slowest = {}, [], (0, "")

    def run(self, number):
        asker, connection = Asker(self.seed * 1000 + number, self.bounds), None
        while time.monotonic() < self.until and len(self.faults) < 20:
            question = asker.question()
            if asker.random.random() < 0.5:
                question = asker.spoil(*question)
            method, path, items, body = question
            target = asker.target(path, items)
            begin = time.monotonic()
            try:
                connection = connection or http.client.HTTPConnection(self.host, timeout=60)
                connection.request(method, target, body and body.encode("utf-8", "replace"),
                                   {"content-type": "application/json"} if body else {})
                answer = connection.getresponse()
                answer.read()
                self.note(answer.status, f"{method} {target}", time.monotonic() - begin)
                if answer.getheader("connection") == "close":
                    connection = None
            except (http.client.HTTPException, OSError) as error:
                connection = None
                self.note(0 if isinstance(error, (http.client.RemoteDisconnected, ConnectionResetError)) else -1,
                          f"{method} {target}: {error!r}", 0)

    def note(self, status, question, seconds):
        with self.lock:
            self.counts[status] = self.counts.get(status, 0) + 1
            if seconds > self.slowest[0]:
                self.slowest = (seconds, question)
            # The server may close a connection that it answered with an error, but it has to answer.
            if status == -1 or (status >= 500 and status != 503):
                self.faults.append(f"{status}: {question[:600]}")


def memory(process):
    """The bytes of the process's own memory."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("RssAnon"):
            return int(line.split()[1]) << 10
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--askers", type=int, default=4)
    options = parser.parse_args()
    with serving(options.program, options.atlas) as (server, address):
        connection = http.client.HTTPConnection(urllib.parse.urlparse(address).netloc, timeout=60)
        connection.request("GET", "/api/v1/about")
        bounds = json.loads(connection.getresponse().read())["bounds"]
        begin = time.monotonic()
        soak = Soak(address, bounds, begin + options.minutes * 60, options.seed)
        threads = [threading.Thread(target=soak.run, args=(number,)) for number in range(options.askers)]
        for thread in threads:
            thread.start()
        samples = []
        while any(thread.is_alive() for thread in threads):
            time.sleep(min(1, options.minutes * 2))
            if server.poll() is not None:
                soak.until = 0
                sys.exit(f"the server ended with status {server.returncode}; last questions are not known")
            samples.append((time.monotonic() - begin, memory(server)))
        for thread in threads:
            thread.join()
        third = options.minutes * 20
        early = max((size for at, size in samples if at <= third), default=0)
        late = max((size for at, size in samples if at > 2 * third), default=0)
        print(f"answers by status: {dict(sorted(soak.counts.items()))}")
        print(f"memory: {early >> 20} MB at most in the first third, {late >> 20} MB in the last; slowest "
              f"{soak.slowest[0]:.2f} s")
        print(f"  {soak.slowest[1][:200]}")
        for fault in soak.faults:
            print(f"wrong: {fault}")
        if soak.faults:
            sys.exit(f"{len(soak.faults)} answers were wrong")
        if late > early * 1.25 + SLACK:
            sys.exit("the server's memory keeps growing")
        if sum(count for status, count in soak.counts.items() if 200 <= status < 300) < 10:
            sys.exit("hardly anything was answered")


if __name__ == "__main__":
    main()
