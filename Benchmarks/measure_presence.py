#!/usr/bin/env python3
"""Measure what devices report and others see: durable positions a second, memory over millions of them, and how late a map of thousands is.

Usage: measure_presence.py PROGRAM ATLAS [--folder FOLDER] [--people 20000] [--live 10000] [--positions 10000000] [--runs 3] [--seconds 5]

First `PROGRAM simulate` lets people join who each have a home area and are counted, and live for a day; with `--folder` that is kept, and taken up
again by the next run. Then they report, one after the other, over one connection, over 64, and by hundreds. The floor is one connection of SQLite that commits
with synchronous=FULL, each row or each hundred, measured in the same run. At last `--live` people let everybody know about where they are, and 500 of them a friend exactly; each reports every ten seconds, and it is
measured how late that friend hears of it. Everything runs on
one machine, the load too.
"""
import argparse
import http.client
import json
import pathlib
import random
import resource
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from measure_http import Server

TABLE = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE positions (id INTEGER PRIMARY KEY, device INT, time INT, lat REAL, lon REAL, accuracy REAL, speed REAL, course REAL, battery INT);
CREATE INDEX of_device ON positions (device, time);
"""
BATCH = 100
# Each request is of the next device, and no time comes twice.
REPORTS = """
local devices, batch, first, step, turn = {}, %d, %d, %d, %d
for token in io.lines("%s") do devices[#devices + 1] = token end
local count = 0
function init() math.randomseed(%d) end
function request()
    local parts = {}
    for i = 1, batch do
        count = count + 1
        parts[i] = string.format('{"time":%%d,"lat":%%.5f,"lon":%%.5f,"accuracy":5,"speed":1.4,"course":90,"battery":80}',
            first + count * step, %.4f + math.random() / 10, %.4f + math.random() / 10)
    end
    turn = turn + 1
    return wrk.format("POST", "/api/v1/positions",
        {["authorization"] = "Bearer " .. devices[turn %% #devices + 1], ["content-type"] = "application/json"},
        "[" .. table.concat(parts, ",") .. "]")
end
function done(summary)
    local errors = summary.errors
    io.write(string.format("RESULT %%d %%d %%d\\n", summary.requests, summary.duration,
        errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
"""


def floor(folder, seconds, batch):
    """Rows a second that SQLite commits, `batch` at a time."""
    path = folder / f"floor-{time.monotonic_ns()}.sqlite"
    database = sqlite3.connect(path, isolation_level=None)
    database.executescript(TABLE)
    pick, rows, begin = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() < begin + seconds:
        database.execute("BEGIN IMMEDIATE")
        for _ in range(batch):
            rows += 1
            database.execute(
                "INSERT INTO positions VALUES (?, ?, ?, ?, ?, 5, 1.4, 90, 80)",
                (rows, pick.randrange(10_000), rows, 47 + pick.random() / 10, 9 + pick.random() / 10))
        database.execute("COMMIT")
    seconds = time.perf_counter() - begin
    database.close()
    for file in folder.glob(path.name + "*"):
        file.unlink()
    return rows / seconds


class Reports:
    """The reports of devices, each position later than the last."""

    def __init__(self, server, tokens, folder, corner):
        self.server, self.tokens, self.folder, self.corner = server, tokens, folder, corner
        # A time to come is refused. Between two positions of all are so many milliseconds.
        self.next, self.turn, self.step = int(time.time() * 1000) - 28 * 86_400_000, 0, 1

    def positions(self, connections, batch, seconds):
        """Positions a second; ends the program when one is refused."""
        devices, script = self.folder / "devices", self.folder / "reports.lua"
        devices.write_text("\n".join(self.tokens))
        script.write_text(REPORTS % (batch, self.next, self.step, self.turn, devices, self.next, *self.corner))
        output = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", str(script),
             f"http://127.0.0.1:{self.server.port}"], check=True, capture_output=True, text=True).stdout
        requests, microseconds, errors = map(int, next(x for x in output.splitlines() if x.startswith("RESULT ")).split()[1:])
        if errors:
            sys.exit(f"{errors} of {requests} reports failed")
        # Those that were sent and not answered any more may have arrived.
        self.next += (requests + connections) * batch * self.step
        self.turn += requests
        return requests * batch / microseconds * 1e6


def first_reports(reports, people):
    """Lets everybody report for the first time since the start; the server then reads their sharing and positions again."""
    begin = time.perf_counter()
    while reports.turn < people:
        reports.positions(64, 1, 5)
    print(f"the first reports of {people} people: {reports.turn / (time.perf_counter() - begin):.0f}/s", flush=True)


def ingest(reports, folder, options):
    cases = {"one connection": (1, 1), "64 connections": (64, 1), f"{BATCH} at a time": (1, BATCH)}
    ratios = {name: [] for name in cases}
    for _ in range(options.runs):
        floors = {batch: floor(folder, 2, batch) for batch in (1, BATCH)}
        for name, (connections, batch) in cases.items():
            rate = reports.positions(connections, batch, options.seconds)
            ratios[name].append(rate / floors[batch])
            print(f"{name}: {rate:.0f} positions/s, floor {floors[batch]:.0f}/s, ratio {ratios[name][-1]:.2f}", flush=True)
    for name, found in ratios.items():
        print(f"{name}: ratio {statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f} of {len(found)})", flush=True)


def memory(reports, wanted):
    """Adds so many positions and tells what the server holds meanwhile."""
    added, held = 0, []
    # They share the rest of four weeks.
    reports.step = 27 * 86_400_000 // (wanted + 3_000_000)
    while added < wanted:
        begin = time.perf_counter()
        rate = reports.positions(4, BATCH, 20)
        added += int(rate * (time.perf_counter() - begin))
        held.append((added, reports.server.memory("RssAnon") / 1e6))
    for at, megabytes in held:
        print(f"after {at / 1e6:.1f} million positions: {megabytes:.0f} MB private")


class Person:
    """Asks as somebody, over a connection of its own."""

    def __init__(self, server, tokens):
        self.connection = server.connect()
        self.account, self.phone = tokens

    def ask(self, method, path, body=None, token=None):
        content = None if body is None else json.dumps(body)
        headers = {"authorization": f"Bearer {token or self.account}", "content-type": "application/json"}
        self.connection.request(method, path, content, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            sys.exit(f"{method} {path} was answered {answer.status}: {content[:200].decode()}")
        return json.loads(content) if content else None


def show_themselves(server, people, bases):
    """Lets everybody know about where all of `people` are, and their friends exactly; they left home an hour ago for their base."""
    begin, now = time.perf_counter(), int(time.time() * 1000)
    for number, one in enumerate(people):
        person = Person(server, one)
        latitude, longitude = bases[number]
        # A part of the way from home is published to nobody.
        way = [{"time": now - minutes * 60_000, "lat": latitude + north, "lon": longitude} for minutes, north in ((60, 0.01), (30, 0))]
        person.ask("POST", "/api/v1/positions", way, person.phone)
        sharing = person.ask("GET", "/api/v1/me/sharing")
        fields = sharing["fields"] | {"friends": "exact", "pseudonym": f"heron{number}"}
        person.ask("PUT", "/api/v1/me/sharing", {"revision": sharing["revision"], "fields": fields})
        person.connection.close()
    print(f"{len(people)} people show themselves: {(time.perf_counter() - begin) / len(people) * 1000:.1f} ms each", flush=True)


def befriend(server, viewer, friends):
    name = viewer.ask("GET", "/api/v1/me")["account"]["name"]
    for friend in friends:
        one = Person(server, friend)
        one.ask("POST", "/api/v1/me/friends", {"name": name})
        viewer.ask("POST", "/api/v1/me/friends", {"name": one.ask("GET", "/api/v1/me")["account"]["name"]})
        one.connection.close()


def events(server, token):
    """The events that one listener gets: their names and contents."""
    stream = socket.create_connection(("127.0.0.1", server.port))
    stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n".encode())
    name = None
    for line in stream.makefile("rb"):
        if line.startswith(b"event: "):
            name = line[7:].strip().decode()
        elif line.startswith(b"data: "):
            yield name, line[6:]


class Watch(threading.Thread):
    """Notes when events arrived at one listener, and what they contain about people."""

    def __init__(self, server, token):
        super().__init__(daemon=True)
        self.server, self.token, self.heard, self.ready = server, token, [], threading.Event()

    def run(self):
        for name, content in events(self.server, self.token):
            if name == "ready":
                self.ready.set()
            if name == "people":
                self.heard.append((time.time(), content))


# The server publishes people at full steps of this many seconds.
STEP = 300
FRIENDS = 500


def live(server, people, bases, viewer):
    """Lets each of `people` report every ten seconds until everybody has got their positions, and a little longer."""
    watch = Watch(server, viewer.account)
    watch.start()
    watch.ready.wait()
    connection, pick, sent = server.connect(), random.Random(2), {}
    # Everybody has reported before it.
    begin = time.time()
    step = ((begin + 15) // STEP + 1) * STEP
    count = 0
    while time.time() < step + 10:
        # Nothing waits for a report that is late: they report when they can.
        time.sleep(max(0, begin + count * 10 / len(people) - time.time()))
        base = bases[count % len(people)]
        place = round(base[0] + pick.uniform(-0.001, 0.001), 5), round(base[1] + pick.uniform(-0.001, 0.001), 5)
        content = json.dumps({"time": int(time.time() * 1000), "lat": place[0], "lon": place[1], "accuracy": 5})
        connection.request("POST", "/api/v1/positions", content, {
            "authorization": f"Bearer {people[count % len(people)][1]}", "content-type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        sent[place] = time.time()
        count += 1
    print(f"{count / (time.time() - begin):.0f} reports/s of {len(people)} people")
    # A person who moves little is published at the position before, with another time.
    exact, about = {}, []
    for arrived, content in watch.heard:
        for person in json.loads(content)["people"]:
            place = round(person.get("lat") or 0, 5), round(person.get("lon") or 0, 5)
            if person["is_exact"]:
                if place in sent:
                    exact.setdefault(place, arrived - sent[place])
            elif arrived >= step:
                about.append(arrived - step)
    for words, late in (("a friend's place, after their report", sorted(exact.values())), ("everybody's places, after they are due", sorted(about))):
        print(f"{words}: {len(late)} published, after {late[len(late) // 2]:.2f} s (median), {late[int(len(late) * 0.99)]:.2f} s (99th percentile), "
              f"{late[-1]:.2f} s at most")
    begin = time.perf_counter()
    people = Person(server, (viewer.account, viewer.phone)).ask("GET", "/api/v1/people")["people"]
    print(f"all {len(people)} at once: {(time.perf_counter() - begin) * 1000:.0f} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--folder", type=pathlib.Path, help="where the people are kept who were simulated")
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--live", type=int, default=10_000)
    parser.add_argument("--positions", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kept = options.folder or folder / "kept"
        kept.mkdir(parents=True, exist_ok=True)
        if not (kept / "tokens").exists():
            subprocess.run(
                [options.program, "simulate", options.atlas, "--data", kept / "data", "--people", str(options.people), "--days", "1",
                 "--tokens", kept / "tokens"], check=True)
        shutil.copytree(kept / "data", folder / "data")
        tokens = [line.split() for line in (kept / "tokens").read_text().splitlines()]
        server = Server(options.program, options.atlas, str(folder / "data"), "--set", "backups=off")
        try:
            bounds = server.json("/api/v1/about")["bounds"]
            begin = time.perf_counter()
            Person(server, tokens[0]).ask("GET", "/api/v1/people")
            print(f"where {len(tokens)} people are is known {time.perf_counter() - begin:.1f} s after the start", flush=True)
            if options.runs:
                # Around the middle of the place: some positions are in the reporter's home area, some at places, some on the way.
                corner = (bounds[1] + bounds[3]) / 2 - 0.05, (bounds[0] + bounds[2]) / 2 - 0.05
                reports = Reports(server, [phone for _, phone in tokens], folder, corner)
                first_reports(reports, len(tokens))
                ingest(reports, folder, options)
                memory(reports, options.positions)
            if options.live:
                viewer, others = Person(server, tokens[0]), tokens[1:options.live + 1]
                pick = random.Random(1)
                bases = [(pick.uniform(bounds[1], bounds[3]), pick.uniform(bounds[0], bounds[2])) for _ in others]
                show_themselves(server, others, bases)
                befriend(server, viewer, others[:FRIENDS])
                live(server, others, bases, viewer)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
