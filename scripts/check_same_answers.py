#!/usr/bin/env python3
"""Ask an earlier and a later program the same questions, and show where they answer otherwise.

Usage: check_same_answers.py BEFORE AFTER EXTRACT... [--requests 3000] [--seed 1] [--ignore NAME ...] [--pages WEB_BEFORE WEB_AFTER]

Each program imports each extract and serves it with a clock that stands still (Debian's `faketime`). Then both get the same requests: every operation of the
later program's /openapi.json as guest, user, curator and operator, those that write included, and every tile of the place. Compared are the status, the header
fields that clients act on, and the bytes of the answer; identifiers and secrets, which are random, are named by the order in which they appear. With --pages the
accessibility trees of the page's screens are compared, too, in its four languages.

Nothing is recorded: the earlier program is the record. Differences are grouped by operation and printed; the exit status is 1 when there are any.
"""
import argparse
import collections
import contextlib
import difflib
import gzip
import http.client
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import types

import made_requests
from attacked import PASSWORD, World, ask
from made_requests import STREAMS, Maker, Place

NOON = 1_781_524_800
CLOCK = ["faketime", "-f", time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(NOON))]
STANDING = os.environ | {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC"}
COMPARED = ["content-type", "content-encoding", "cache-control", "vary", "location", "allow", "www-authenticate", "content-range", "access-control-allow-origin",
            "content-security-policy"]
# What is drawn by chance in each program, or says how it fares.
DRAWN = {"metrics", "device_homes", "home_grid", "people", "people_geojson", "shown", "shared", "owntracks", "owntracks_points", "pub", "atlas", "settings"}
RANDOM = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"  # identifiers
    r"|(?<![0-9A-Za-z_-])(?:hb_)?[0-9A-Za-z_-]{43}(?![0-9A-Za-z_-])"  # tokens
    r"|(?<![0-9A-Z])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}(?![0-9A-Z])"  # codes
    r"|(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])"  # what an atlas is known by
    r'|(?<="changed":")[a-z]+(?=")')  # revisions, which count what others wrote meanwhile
SHOWN = 3


class Program:
    """One of the two programs while it serves."""

    def __init__(self, program, extract, folder):
        self.program, self.folder = str(pathlib.Path(program).resolve()), pathlib.Path(folder)
        self.folder.mkdir()
        self.atlas = self.folder / "place.atlas"
        self.run("import", str(extract), "-o", str(self.atlas))
        self.run("account", "add", "keeper", "--role", "operator", "--data", self.data, input=PASSWORD + "\n")

    @property
    def data(self):
        return str(self.folder / "data")

    def run(self, *words, **options):
        done = subprocess.run([*CLOCK, self.program, *words], text=True, capture_output=True, check=False, env=STANDING, **options)
        if done.returncode:
            sys.exit(f"{self.program} {words[0]}: {done.stderr}")

    @contextlib.contextmanager
    def serving(self, *options):
        port_file = self.folder / "port"
        with open(self.folder / "log", "ab") as log:
            server = subprocess.Popen(
                [*CLOCK, self.program, "serve", "--atlas", str(self.atlas), "--data", self.data, "--host", "127.0.0.1", "--port", "0", "--port-file", str(port_file), "--guests", "post", *options],
                stdout=log, stderr=log, env=STANDING)
        try:
            while not (port_file.exists() and port_file.read_text().strip()):
                if server.poll() is not None:
                    sys.exit(f"{self.program} ended: {(self.folder / 'log').read_text()[-2000:]}")
                time.sleep(0.02)
            self.port = int(port_file.read_text().strip())
            yield self
        finally:
            server.terminate()
            server.wait(30)

    def settle(self, world_number):
        """Gives the program the people and things that requests speak of."""
        keeper = json.loads(ask(self.port, "POST", "/api/v1/tokens", {"name": "keeper", "password": PASSWORD, "label": "keeper"})[1])["token"]
        self.world = World(self.port, world_number, keeper)
        self.world.renew()

    def answer(self, request):
        """Status, compared fields and the named bytes of an answer."""
        target = request.path + ("?" + "&".join(f"{name}={value}" for name, value in request.items) if request.items else "")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            body = request.body if request.body is None or isinstance(request.body, bytes) else json.dumps(request.body).encode()
            connection.request(request.method, target, body, dict(request.fields))
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            return None, {}, repr(error)
        finally:
            connection.close()
        fields = {name: answer.headers[name] for name in COMPARED if name in answer.headers}
        if fields.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return answer.status, fields, content
        return answer.status, fields, self.named(text)

    @staticmethod
    def named(text):
        """A text with what is random in it named by the order of its appearance."""
        names = {}
        text = RANDOM.sub(lambda match: names.setdefault(match[0], f"<{len(names)}>"), text)
        return re.sub(r"(localhost|127\.0\.0\.1):\d+", r"\1", text)


class Differences:
    """What the two programs answered otherwise, by operation."""

    def __init__(self):
        self.compared, self.found = collections.Counter(), collections.defaultdict(list)

    def compare(self, name, question, before, after):
        self.compared[name] += 1
        if before == after:
            return
        self.found[name].append((question, before, after))

    def tell(self):
        for name, found in sorted(self.found.items()):
            print(f"\n{name}: {len(found)} of {self.compared[name]} differ")
            for question, before, after in found[:SHOWN]:
                print(f"  {question}"[:300])
                for line in difference(before, after):
                    print(f"    {line}"[:400])
        print(f"{sum(self.compared.values())} answers of {len(self.compared)} operations compared, {sum(map(len, self.found.values()))} differ")


def difference(before, after):
    """The lines in which two answers differ, few of them."""
    if isinstance(before, str):
        texts = [before, after]
    elif any(isinstance(each[2], bytes) for each in (before, after)):
        return [f"{len(each[2])} bytes, {each[:2]}" for each in (before, after)]
    else:
        texts = [f"{status} {fields}\n{pretty(text)}" for status, fields, text in (before, after)]
    lines = difflib.unified_diff(texts[0].splitlines(), texts[1].splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))][:8]


def pretty(text):
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    except ValueError:
        return text


def place_of(port):
    """Where the map is, and what can be asked of it by name."""
    bounds = json.loads(ask(port, "GET", "/tiles.json")[1])["bounds"]
    found = []
    for words in ("cafe", "school", "park", "street", "rua", "kirche", "museum"):
        found += json.loads(ask(port, "GET", f"/api/v1/places?q={words}&limit=20")[1])["results"]
    return Place(bounds, found)


def compare_answers(before, after, count, seed, ignored, differences):
    contract = json.loads(ask(after.port, "GET", "/openapi.json")[1])
    place = place_of(before.port)
    makers = [Maker(contract, place, program.world) for program in (before, after)]
    # In turn, so that each is asked for about as often: what is dear would else be seldom.
    operations = [each for each in makers[0].operations if each[0] not in STREAMS | ignored | DRAWN]
    for number in range(count):
        operation = operations[number % len(operations)]
        requests = [maker.valid(random.Random(f"{seed} {number}"), operation) for maker in makers]
        answers = [program.answer(request) for program, request in zip((before, after), requests, strict=True)]
        differences.compare(operation[0], f"{requests[1].method} {requests[1].path} {requests[1].items}", *answers)


def tiles_of(bounds, zoom):
    west, south, east, north = bounds

    def at(longitude, latitude):
        y = math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))
        return int((longitude + 180) / 360 * 2 ** zoom), int((1 - y / math.pi) / 2 * 2 ** zoom)
    (left, bottom), (right, top) = at(west, south), at(east, north)
    return [(zoom, x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def compare_tiles(before, after, differences):
    bounds = json.loads(ask(before.port, "GET", "/tiles.json")[1])["bounds"]
    for zoom in range(15):
        for z, x, y in tiles_of(bounds, zoom):
            path = f"/tiles/{z}/{x}/{y}.mvt"
            differences.compare("tile", path, *[ask(program.port, "GET", path)[:2] + (b"",) for program in (before, after)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("extracts", nargs="+", type=pathlib.Path)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ignore", nargs="*", default=[])
    arguments = parser.parse_args()
    # What is sent is of the servers' moment.
    made_requests.time = types.SimpleNamespace(time=lambda: NOON, gmtime=time.gmtime, strftime=time.strftime)
    differences = Differences()
    for extract in arguments.extracts:
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as open_ones:
            folder = pathlib.Path(name)
            programs = [Program(program, extract, folder / side) for program, side in ((arguments.before, "before"), (arguments.after, "after"))]
            before, after = (open_ones.enter_context(program.serving()) for program in programs)
            for program in (before, after):
                program.settle(1)
            compare_tiles(before, after, differences)
            compare_answers(before, after, arguments.requests, arguments.seed, set(arguments.ignore), differences)
        print(f"{extract.name}: {sum(differences.compared.values())} answers so far", flush=True)
    differences.tell()
    sys.exit(1 if differences.found else 0)


if __name__ == "__main__":
    main()
