#!/usr/bin/env python3
"""Serve two places with one process, by their names, and try to come from one to the other.

    check_places.py PROGRAM ATLAS [--port 22040] [--kinds files postgres]

The second place is a made-up town on the other side of the world. Pages, tiles and answers of each must be of its own
atlas, and posts, sessions, devices and events of one must be nothing at the other: with files, then with PostgreSQL on
loopback, where both places share the connections of one server. Then settings that cannot work must stop the start, each
with the file and the remedy. Restarts, a damaged atlas and the commands belong to it."""
import argparse
import contextlib
import http.client
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from loopback import Checks
from postgres_nodes import OF_KEYS, Nodes

SAMPLE, TOWN = "sample.example.org", "town.example.org"
checks = Checks()


def made_town(program, folder):
    """An atlas of two streets and a café, 20 km off the coast of nowhere."""
    nodes = [(1, -30.0, 5.0), (2, -30.0, 5.005), (3, -30.0, 5.01), (4, -29.998, 5.005), (5, -30.002, 5.005)]
    lines = [f'<node id="{one}" version="1" lat="{lat}" lon="{lon}"/>' for one, lat, lon in nodes]
    lines.append('<node id="6" version="1" lat="-29.9998" lon="5.0052"><tag k="amenity" v="cafe"/>'
                 '<tag k="name" v="Zwiebelturm"/></node>')
    for one, refs, name in ((10, (1, 2, 3), "Harbour Lane"), (11, (4, 2, 5), "Cross Lane")):
        lines.append(f'<way id="{one}" version="1">' + "".join(f'<nd ref="{ref}"/>' for ref in refs)
                     + f'<tag k="highway" v="residential"/><tag k="name" v="{name}"/></way>')
    extract = folder / "town.osm"
    extract.write_text('<?xml version="1.0"?><osm version="0.6">' + "".join(lines) + "</osm>")
    subprocess.run([program, "import", str(extract), "-o", str(folder / "town.atlas")], check=True, capture_output=True)
    return folder / "town.atlas"


class Installation:
    """The process with its two places, which ends and starts again."""

    def __init__(self, program, folder, atlases, *options):
        self.program, self.folder, self.options = program, folder, options
        self.places, self.port, self.process = folder / "places", None, None
        self.places.mkdir(parents=True)
        self.write("sample", f"atlas = {atlases[0]}", f"host-name = {SAMPLE}", "time-zone = Europe/Helsinki")
        self.write("town", f"atlas = {atlases[1]}", f"host-name = {TOWN}", "guests = look",
                   "time-zone = America/New_York")
        self.main = folder / "main.conf"
        self.main.write_text("\n".join([
            f"places = {self.places}", f"data = {folder / 'data'}", "host = 127.0.0.1", "port = 0", "web = off",
            "guests = post", "time-zone = Europe/Helsinki", f"port-file = {folder / 'port'}", *options]) + "\n")

    def write(self, name, *lines):
        (self.places / f"{name}.conf").write_text("\n".join(lines) + "\n")

    def run(self, *arguments, text=""):
        return subprocess.run([self.program, *arguments], input=text, capture_output=True, text=True, timeout=60)

    def start(self):
        (self.folder / "port").unlink(missing_ok=True)
        self.log = open(self.folder / "log", "a")
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", str(self.main)], stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while not ((self.folder / "port").exists() and (self.folder / "port").read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > end:
                sys.exit(f"the server did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.02)
        self.port = int((self.folder / "port").read_text())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        checks.that(self.process.wait(60) == 0, f"the server ended with status {self.process.returncode}")

    def refusal(self):
        """What the program says when it does not start with the settings as they are."""
        done = self.run("serve", "--config", str(self.main))
        checks.that(done.returncode in (1, 2), f"it started or crashed ({done.returncode}): {done.stderr}")
        return done.stderr

    def ask(self, name, method, path, body=None, headers=None, port=None):
        """The status, the headers and the body of an answer at a name."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=30)
        with contextlib.closing(connection):
            fields = {"host": name, **({"content-type": "application/json"} if body is not None else {}),
                      **(headers or {})}
            connection.request(method, path, json.dumps(body) if body is not None else None, fields)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def json(self, name, method, path, body=None, token=None):
        status, _, text = self.ask(
            name, method, path, body, {"authorization": f"Bearer {token}"} if token else None)
        return status, json.loads(text) if text else None


def check_maps(here):
    """Answers of each place are of its own atlas."""
    for name, own, other in ((SAMPLE, "Kappeli", "Zwiebelturm"), (TOWN, "Zwiebelturm", "Kappeli")):
        for word, is_there in ((own, True), (other, False)):
            found = here.json(name, "GET", f"/api/v1/suggest?q={word}")[1]["results"]
            checks.that((word in json.dumps(found)) == is_there, f"{name} finds for {word}: {found}")
    abouts = [here.json(name, "GET", "/api/v1/about")[1] for name in (SAMPLE, TOWN)]
    checks.that(abouts[0]["time_zone"] == "Europe/Helsinki" and abouts[1]["time_zone"] == "America/New_York",
                f"the time zones are {[one.get('time_zone') for one in abouts]}")
    checks.that(abouts[0]["bounds"] != abouts[1]["bounds"], "both places have one area")
    for name, path in ((SAMPLE, "/tiles/14/9326/4742.mvt"), (TOWN, "/tiles/14/8419/9624.mvt")):
        sizes = [len(here.ask(one, "GET", path)[2]) for one in (SAMPLE, TOWN)]
        own = sizes[0] if name == SAMPLE else sizes[1]
        checks.that(own > 0 and sizes[0] != sizes[1], f"the tile {path} has {sizes} bytes at the two places")


def check_people(here):
    """What people do at one place is nothing at the other; returns what must still be there after a restart."""
    begin = events(here, SAMPLE).partition("id: ")[2].partition("\n")[0]
    checks.that(begin, "a stream of events begins without a cursor")
    status, post = here.json(SAMPLE, "POST", "/api/v1/posts", {"message": "Only here", "name": "Ann"})
    checks.that(status == 201, f"a guest's post got {status}")
    checks.that(here.json(TOWN, "POST", "/api/v1/posts", {"message": "No", "name": "Ann"})[0] == 401,
                "guests post where they may only look")
    checks.that("Only here" in str(here.json(SAMPLE, "GET", "/api/v1/posts")[1]), "the post is not at its place")
    checks.that("Only here" not in str(here.json(TOWN, "GET", "/api/v1/posts")[1]), "the post is at the other place")
    checks.that(here.json(TOWN, "GET", f"/api/v1/posts/{post['id']}")[0] == 404, "the post is at the other place")
    person = {"name": "anna", "password": "correct horse"}
    tokens = {}
    for name in (SAMPLE, TOWN):
        checks.that(here.json(name, "POST", "/api/v1/accounts", person)[0] == 201, f"anna cannot register at {name}")
        tokens[name] = here.json(name, "POST", "/api/v1/tokens", {**person, "label": "test"})[1]["token"]
        person = {**person, "password": "another horse"}
    for name, other in ((SAMPLE, TOWN), (TOWN, SAMPLE)):
        checks.that(here.json(name, "GET", "/api/v1/me", token=tokens[name])[0] == 200, f"{name} refuses its token")
        checks.that(here.json(other, "GET", "/api/v1/me", token=tokens[name])[0] == 401, f"{other} takes another's token")
    # The cookie of a page.
    status, headers, _ = here.ask(SAMPLE, "POST", "/api/v1/session", {"name": "anna", "password": "correct horse"})
    cookie = (headers["set-cookie"] or "").split(";")[0]
    checks.that(status == 200 and cookie, f"logging in got {status}")
    for name, sees in ((SAMPLE, True), (TOWN, False)):
        text = here.ask(name, "GET", "/api/v1/me", headers={"cookie": cookie})[2].decode()
        checks.that(("anna" in text) == sees, f"with the cookie {name} says {text[:100]}")
    # A device, and the cursor of an event.
    device = here.json(SAMPLE, "POST", "/api/v1/me/devices", {"kind": "program", "name": "phone"}, tokens[SAMPLE])[1]
    position = {"time": int(time.time() * 1000), "lat": 60.1702, "lon": 24.9402}
    for name, allowed in ((TOWN, False), (SAMPLE, True)):
        status = here.json(name, "POST", "/api/v1/positions", position, device["token"])[0]
        checks.that((status < 300) == allowed and (allowed or status == 401), f"a report at {name} got {status}")
    for name, sees in ((SAMPLE, True), (TOWN, False)):
        checks.that(("Only here" in events(here, name, begin)) == sees, f"the events of {name} are not its own")
    # Names.
    for name, fields in (("elsewhere.example", {}), ("localhost", {}), ("127.0.0.1", {}),
                         (TOWN, {"x-forwarded-host": SAMPLE}), (SAMPLE, {"x-forwarded-host": f"{TOWN}, {SAMPLE}"})):
        checks.that(here.ask(name, "GET", "/api/v1/posts", headers=fields)[0] == 421, f"{name} {fields} is answered")
        checks.that(here.ask(name, "GET", "/healthz", headers=fields)[0] == 200, f"/healthz at {name} is refused")
    checks.that("Only here" in here.ask("localhost", "GET", "/api/v1/posts", headers={"x-forwarded-host": SAMPLE})[2]
                .decode(), "a proxy cannot name the place")
    # Both have one allowance.
    statuses = [here.ask((SAMPLE, TOWN)[number % 2], "POST", "/api/v1/session", {"name": "x", "password": "wrong horse"},
                         {"x-forwarded-for": "203.0.113.7"})[0] for number in range(12)]
    checks.that(statuses.count(401) == 8 and statuses[8:] == [429] * 4, f"the attempts at both got {statuses}")
    return tokens


def events(here, name, cursor=None):
    """What the stream of events of a place brings within two seconds, after a cursor."""
    connection = http.client.HTTPConnection("127.0.0.1", here.port, timeout=2)
    text = b""
    with contextlib.closing(connection):
        connection.request("GET", "/api/v1/events", headers={
            "host": name, **({"last-event-id": cursor} if cursor else {})})
        answer = connection.getresponse()
        if answer.status != 200:
            return f"{answer.status}"
        with contextlib.suppress(OSError):
            while len(text) < 20_000:
                line = answer.readline()
                if not line:
                    break
                text += line
    return text.decode()


def until(holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)
    return holds()


def check_life(here, atlases):
    """Restarts, and an atlas that is damaged."""
    checks.that(until(lambda: here.ask("localhost", "GET", "/readyz")[0] == 200), "the process does not get ready")
    # A map that cannot be used leaves the other alone, and its own as it was.
    copy = here.folder / "copy.atlas"
    shutil.copy(atlases[1], copy)
    town = (here.places / "town.conf").read_text()
    (here.places / "town.conf").write_text(town.replace(str(atlases[1]), str(copy)))
    here.stop()
    here.start()
    copy.write_bytes(b"no atlas")
    here.process.send_signal(signal.SIGHUP)
    log = here.folder / "log"
    checks.that(until(lambda: "town: the atlas was not replaced" in log.read_text()), "the log does not name the place")
    checks.that(until(lambda: "sample: serving the atlas" in log.read_text()), "the other place did not reload")
    check_maps(here)
    copy.unlink()
    shutil.copy(atlases[1], copy)
    here.stop()
    here.start()


def check_commands(here, tokens, is_in_files):
    """Operators come by place."""
    config = ["--config", str(here.main)]
    code = here.run("account", "code", "--place", "town", *config)
    checks.that(code.returncode == 0, f"no code for the town: {code.stderr}")
    body = {"name": "chief", "password": "correct horse", "code": code.stdout.strip()}
    checks.that(here.json(SAMPLE, "POST", "/api/v1/set-up", body)[0] == 401, "a code is good at the other place")
    status, answer = here.json(TOWN, "POST", "/api/v1/set-up", body)
    checks.that(status == 201 and "operator" in str(answer), f"the code got {status}: {answer}")
    done = here.run("account", "code", "--place", "nowhere", *config)
    checks.that(done.returncode != 0 and "sample, town" in done.stderr, f"an unknown place: {done.stderr}")
    for command in (["account", "list"], ["backup", "--list"]):
        done = here.run(*command, *config)
        checks.that(done.returncode == 2 and "--place: sample, town" in done.stderr, f"no place: {done.stderr}")
    printed = here.run("serve", "--print-config", *config).stdout
    checks.that(f"host-name = {TOWN}" in printed and "place sample" in printed, "--print-config shows no places")
    doctor = here.run("doctor", *config).stdout
    checks.that(f"town: it answers to {TOWN}" in doctor, f"the doctor does not know the places: {doctor}")
    here.stop()
    listed = here.run("account", "list", "--place", "town", *config).stdout
    checks.that("chief\toperator" in listed and "anna" in listed, f"the accounts of the town are {listed!r}")
    listed = here.run("account", "list", "--place", "sample", *config).stdout
    checks.that("chief" not in listed and "anna" in listed, f"the accounts of the sample are {listed!r}")
    if is_in_files:
        done = here.run("backup", "--place", "sample", *config)
        checks.that(done.returncode == 0 and "places/sample-backups" in done.stdout, f"{done.stdout}{done.stderr}")
    here.start()
    for name in (SAMPLE, TOWN):
        checks.that(here.json(name, "GET", "/api/v1/me", token=tokens[name])[0] == 200, f"{name} forgot a session")
    checks.that("Only here" in str(here.json(SAMPLE, "GET", "/api/v1/posts")[1]), "the post is lost")


def check_refusals(here, atlases):
    """Settings that cannot work: each error names the file and the remedy."""
    good = {path: path.read_text() for path in [*here.places.glob("*.conf"), here.main]}
    sample, town = here.places / "sample.conf", here.places / "town.conf"

    def refused(what, *words, **changed):
        refusal = here.refusal()
        checks.that(all(word in refusal for word in words), f"{what}: {refusal}")
        checks.that(refusal.count("\n") == 1, f"{what} has more than a line: {refusal}")
        for path, text in good.items():
            path.write_text(text)
        for path in set(here.places.glob("*.conf")) - set(good):
            path.unlink()

    def with_line(path, line):
        path.write_text(good[path] + line + "\n")

    with_line(town, "port = 80")
    refused("a setting of the process", "'port' in line 5", "town.conf", "main configuration")
    with_line(town, "mesh = on")
    refused("a node of the mesh", "'mesh' in line 5", "town.conf", "process of its own")
    with_line(town, "nonsense = 1")
    refused("an unknown key", "'nonsense' in line 5", "town.conf")
    with_line(town, "guests-post")
    refused("a line that is none", "line 5 of", "town.conf", "key = value")
    with_line(town, "queues = far")
    refused("a value", "'queues' in line 5", "town.conf", "near or anywhere")
    town.write_text(good[town].replace(f"host-name = {TOWN}\n", ""))
    refused("no name", "town.conf", "host-name = ")
    town.write_text(good[town].replace(TOWN, f"x.example,{SAMPLE.upper()}"))
    refused("one name twice", "sample.conf", "town.conf", SAMPLE)
    with_line(town, f"data = {here.folder / 'data' / 'places' / '.' / 'sample'}")
    refused("one data folder twice", "sample.conf", "town.conf", "data folder")
    (here.folder / "link").symlink_to(here.folder / "data" / "places" / "sample")
    with_line(town, f"data = {here.folder / 'link'}")
    refused("one data folder by a link", "sample.conf", "town.conf", "data folder")
    with_line(town, f"pictures = {here.folder / 'data' / 'places' / 'sample' / 'pictures'}")
    refused("one folder of pictures twice", "sample.conf", "town.conf", "pictures")
    town.write_text(good[town].replace(str(atlases[1]), "/nowhere/map.atlas").replace("copy.atlas", "none.atlas"))
    refused("a missing atlas", "town", "town.conf", ".atlas")
    with_line(town, "tls = auto")
    refused("a certificate of one place", "town.conf", "tls")
    with_line(here.main, "host-name = main.example.org")
    refused("a name of the process", "host-name", "its file")
    with_line(here.main, "mesh = on")
    refused("a mesh of places", "mesh and places")
    (here.places / "Old Town.conf").write_text(good[town])
    refused("a file's name", "Old Town.conf", "a-z")
    (here.places / ".hidden.conf").write_text("nonsense")
    (here.places / "town.conf~").write_text("nonsense")
    checks.that(here.run("serve", "--print-config", "--config", str(here.main)).returncode == 0, "an editor's file is read")
    (here.places / ".hidden.conf").unlink()
    for path in here.places.glob("*.conf"):
        path.unlink()
    refused("no place", "has no file of a place")


def check(kind, program, folder, atlases, *options):
    here = Installation(program, folder, atlases, *options)
    here.start()
    try:
        tokens = check_people(here)
        check_maps(here)
        check_life(here, atlases)
        check_commands(here, tokens, kind == "files")
        here.stop()
        check_refusals(here, atlases)
    finally:
        if here.process.poll() is None:
            here.process.kill()
            here.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--port", type=int, default=22040)
    parser.add_argument("--kinds", nargs="+", default=["files", "postgres"])
    given = parser.parse_args()
    program, begin = str(pathlib.Path(given.program).resolve()), time.monotonic()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        atlases = [pathlib.Path(given.atlas).resolve(), made_town(program, folder)]
        usual = ["log-ins-per-minute = 4"]
        if "files" in given.kinds:
            check("files", program, folder / "files", atlases, *usual)
        if "postgres" in given.kinds:
            rows = stack.enter_context(Nodes(given.port))
            keys = stack.enter_context(Nodes(given.port + 10, settings=OF_KEYS))
            check("postgres", program, folder / "postgres", atlases, *usual, f"database = {rows.address}",
                  f"keys-database = {keys.address}")
            tenants = rows.sql(0, "SELECT string_agg(name, ' ' ORDER BY name) FROM tenants")
            checks.that(tenants == "sample town", f"the places in the database are {tenants}")
    if checks.faults:
        sys.exit("\n".join(checks.faults))
    print(f"two places by their names: {checks.made} checks in {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
