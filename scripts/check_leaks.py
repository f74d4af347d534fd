#!/usr/bin/env python3
"""Let people report where they are for a day, and look for one of their coordinates wherever it must not be.

Usage: check_leaks.py PROGRAM ATLAS [--people 24]

The check searches the log, the metrics, the answers to other people in every form, error answers, every file of the
data folder but the atlas, and every file of a backup, for each position as text, as two numbers of 4 bytes side by
side, and each of its coordinates as a number or floating point of 8 bytes, in both orders of bytes. A person's own
export must hold theirs, and a file that was made with them in all these forms too, or nothing was looked for."""
import argparse
import base64
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from home_grid import home_cell

DAY_MS = 86_400_000
# Around the middle of the sample place.
SOUTH, WEST, SIZE = 60.1640, 24.9330, 0.012


class Server:
    def __init__(self, program, atlas, folder):
        self.program, self.folder = program, folder
        port_file = folder / "port"
        self.log = open(folder / "log", "wb")
        self.process = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", str(folder / "data"), "--host", "127.0.0.1", "--port", "0",
             "--port-file", str(port_file),
             "--set", f"backups={folder / 'backups'}"], stdout=self.log, stderr=subprocess.STDOUT)
        while not (port_file.exists() and port_file.read_text().strip()):
            if self.process.poll() is not None:
                sys.exit(f"the server ended with status {self.process.returncode}")
            time.sleep(0.05)
        self.address = f"http://127.0.0.1:{port_file.read_text().strip()}"

    def ask(self, method, path, body=None, token=None, kind="application/json"):
        headers = {"content-type": kind} | ({"authorization": f"Bearer {token}"} if token else {})
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def json(self, *arguments, **options):
        status, body = self.ask(*arguments, **options)
        assert status < 300, (status, body[:300])
        return json.loads(body)


def day(rng, end):
    """A way from home about the town and back: a position every five minutes."""
    lat, lon, found = SOUTH + SIZE * rng.random(), WEST + SIZE * rng.random(), []
    for step in range(288):
        if 96 <= step < 240:
            lat += rng.gauss(0, 0.0008)
            lon += rng.gauss(0, 0.0016)
        found.append((end - DAY_MS + step * 300_000, round(lat + rng.gauss(0, 3e-5), 7),
                      round(lon + rng.gauss(0, 6e-5), 7)))
    return found


def join(server, number, rng):
    credentials = {"name": f"person{number}", "password": "correct horse"}
    server.json("POST", "/api/v1/accounts", credentials)
    account = server.json("POST", "/api/v1/tokens", credentials | {"label": "check"})["token"]
    found = day(rng, int(time.time() * 1000) - 960_000)
    homes = []
    if number % 2:
        homes = [home_cell(*found[0][1:], lambda path: server.json("GET", path, None, account))]
    fields = {
        "friends": "fuzzy",
        "pseudonym": f"Heron{number}" if number % 3 else None,
        "statistics": True,
        "homes": homes,
        "at_home": False,
        "retention_days": 30,
    }
    server.json("PUT", "/api/v1/me/sharing",
                {"revision": 0, "fields": {key: value for key, value in fields.items() if value is not None}}, account)
    kinds = ["program", "owntracks", "traccar", "osmand"]
    kind = kinds[number % 4]
    device = server.json("POST", "/api/v1/me/devices", {"kind": kind, "name": "phone"}, account)["token"]
    return {"name": credentials["name"], "account": account, "device": device, "kind": kind, "found": found}


def report(server, person):
    """Sends a day as the person's app does."""
    for at, lat, lon in person["found"]:
        if person["kind"] == "owntracks":
            body = {"_type": "location", "lat": lat, "lon": lon, "tst": at // 1000}
            basic = base64.b64encode(f"{person['name']}:{person['device']}".encode()).decode()
            request = urllib.request.Request(server.address + "/owntracks", json.dumps(body).encode(),
                                             {"authorization": f"Basic {basic}"})
            urllib.request.urlopen(request, timeout=30).read()
        elif person["kind"] in ("traccar", "osmand"):
            method = "POST" if person["kind"] == "traccar" else "GET"
            server.ask(method, f"/osmand?id={person['device']}&timestamp={at}&lat={lat}&lon={lon}", token=None)
    if person["kind"] == "program":
        server.json("POST", "/api/v1/positions",
                    [{"time": at, "lat": lat, "lon": lon} for at, lat, lon in person["found"]], person["device"])


def in_an_hour():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))


def friends_of_app(server, person):
    """The answer to the OwnTracks app when it reports that it has no position."""
    basic = base64.b64encode(f"{person['name']}:{person['device']}".encode()).decode()
    request = urllib.request.Request(server.address + "/owntracks", b'{"_type":"status"}',
                                     {"authorization": f"Basic {basic}"})
    return urllib.request.urlopen(request, timeout=30).read()


class Listening(threading.Thread):
    """Keeps the events that one listener gets."""

    def __init__(self, server, token):
        super().__init__(daemon=True)
        self.request = urllib.request.Request(server.address + "/api/v1/events",
                                              headers={"authorization": f"Bearer {token}"})
        self.heard = []

    def run(self):
        with urllib.request.urlopen(self.request, timeout=600) as stream:
            for line in stream:
                self.heard.append(line)


def provoke(server, person):
    """Sends requests that are refused, with coordinates in them, and returns the answers."""
    _, lat, lon = person["found"][150]
    said = []
    for method, path, body, token in (
        ("POST", "/api/v1/positions", f'[{{"time":1,"lat":{lat},"lon":{lon}'.encode(), person["device"]),
        ("POST", "/api/v1/positions", [{"time": "then", "lat": lat, "lon": lon}], person["device"]),
        ("POST", "/api/v1/positions", [{"time": 1, "lat": lat, "lon": lon}], "hb_nothing"),
        ("POST", "/api/v1/queues", {"place": "n1", "minutes": 5, "lat": lat, "lon": lon}, person["account"]),
        ("POST", "/api/v1/me/positions",
         f'<gpx><trk><trkseg><trkpt lat="{lat}" lon="{lon}"/></trkseg></trk></gpx>'.encode(), person["account"]),
        ("GET", f"/api/v1/route?from={lat},{lon}&to=91,0", None, None),
        ("GET", f"/osmand?id=nothing&lat={lat}&lon={lon}", None, None),
    ):
        said.append(server.ask(method, path, body, token)[1])
    return b"\n".join(said)


class Forms:
    """All forms of positions."""

    def __init__(self, people):
        self.bytes, self.texts = set(), {}
        for person in people:
            for _, lat, lon in person["found"]:
                north, east = round(lat * 1e7), round(lon * 1e7)
                for order in "<>":
                    self.bytes |= {struct.pack(f"{order}ii", north, east), struct.pack(f"{order}ii", east, north)}
                    self.bytes |= {struct.pack(f"{order}{form}", number)
                                   for form, number in (("q", north), ("q", east), ("d", lat), ("d", lon))}
                # To a tenth of a metre: a fuzzy place may begin alike.
                self.texts.setdefault(f"{lat:.7f}"[:-1].encode(), set()).add(f"{lon:.7f}"[:-1].encode())
                # As the numbers are that this program counts in.
                self.texts.setdefault(str(north)[:-1].encode(), set()).add(str(east)[:-1].encode())

    def found(self, content):
        """How many there are."""
        count = sum(content[at : at + 8] in self.bytes for at in range(len(content) - 7))
        for match in re.finditer(rb"\d\d\.\d{6}|\d{8}(?=\d)", content):
            around = content[max(0, match.start() - 150) : match.end() + 150]
            count += any(east in around for east in self.texts.get(match.group(), ()))
        return count


def check_forms(forms, lat, lon):
    """A position is found in each form in which a server could keep or say it."""
    for made in (struct.pack(">xii", round(lat * 1e7), round(lon * 1e7)), struct.pack("<xxxd", lon),
                 f'{{"lat":{lat:.7f}, "lon":{lon:.7f}}}'.encode(),
                 f"at {round(lat * 1e7)}, {round(lon * 1e7)}".encode()):
        assert forms.found(made) == 1, made


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--people", type=int, default=24)
    return parser.parse_args()


def main():
    options = read_options()
    program, rng = str(pathlib.Path(options.program).resolve()), random.Random(6)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(program, str(pathlib.Path(options.atlas).resolve()), folder)
        try:
            people = [join(server, number, rng) for number in range(options.people)]
            for one, other in zip(people, people[1:]):
                server.json("POST", "/api/v1/me/friends", {"name": other["name"]}, one["account"])
                server.json("POST", "/api/v1/me/friends", {"name": one["name"]}, other["account"])
            listening = [Listening(server, person["account"]) for person in people[:4]]
            for one in listening:
                one.start()
            for person in people:
                report(server, person)
            published = {}
            for index, person in enumerate(people):
                stranger = people[index - 1]
                answers = [server.ask("GET", path, token=token)[1] for token in (None, stranger["account"])
                           for path in (
                    "/api/v1/people", "/api/v1/people.geojson", "/getpositions/", "/api/v1/busyness",
                    "/api/v1/busyness.tsv", "/api/v1/queues")]
                link = server.json("POST", "/api/v1/me/links", {"ends": in_an_hour(), "precision": "fuzzy"},
                                   person["account"])
                answers.append(server.ask("GET", "/api/v1/shared", token=link["opener"]["token"])[1])
                if stranger["kind"] == "owntracks":
                    answers.append(friends_of_app(server, stranger))
                published[person["name"]] = b"\n".join([*answers, provoke(server, stranger)])
            own = server.ask(
                "GET",
                "/api/v1/me/positions?from="
                + time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 2 * 86_400)),
                token=people[0]["account"],
            )[1]
            everywhere = {"metrics": server.ask("GET", "/metrics")[1]}
            # The server sends them once a second.
            time.sleep(2)
            for one, person in zip(listening, people):
                everywhere[f"what {person['name']} heard"] = heard = b"".join(one.heard)
                assert b"event: ready" in heard, "nobody listened: nothing would be found"
            subprocess.run([program, "backup", "--data", str(folder / "data"), "--backups", str(folder / "backups")],
                           check=True, stdout=subprocess.DEVNULL)
        finally:
            server.process.terminate()
            server.process.wait(30)
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix != ".atlas":
                everywhere[str(file.relative_to(folder))] = file.read_bytes()
        forms = Forms(people)
        assert forms.found(own) > 200, "a person's own export does not hold what they reported: nothing would be found"
        check_forms(forms, *people[-1]["found"][7][1:])
        everywhere |= {f"the answers to others about {name}": content for name, content in published.items()}
        faults = [f"{place} holds {count}" for place, content in everywhere.items() if (count := forms.found(content))]
        if faults:
            sys.exit("\n".join(faults) + "\npositions are where they must not be")
        size = sum(map(len, everywhere.values()))
        print(f"{len(people)} people, {sum(len(person['found']) for person in people)} positions: none in "
              f"{len(everywhere)} files and answers of {size} bytes")


if __name__ == "__main__":
    main()
