#!/usr/bin/env python3
"""Let eight people store as much as they may, and see that nobody notices: neither a restart nor anybody's answers.

Usage: check_quotas.py PROGRAM ATLAS [--positions 20000] [--people 8] [--figures] [--any-age]

Promises attacked:
 - A start takes no longer, and no more memory, for what somebody stored: the first answer comes within a second, and
   memory is at most 150 MB above an empty server's.
 - A change of what somebody shares costs others nothing: while each person changes it, another client's answers come,
   and come soon.
 - A tracker beyond its day is answered as delivered, and its owner reads so; a restart gives no second day.
 - What was stored can still be read, by its owner.

Each person's positions lie in the last seven days and are reported over HTTP with the limits raised; the restart has
the usual ones. Without --figures only what needs no clock is checked. --any-age is for programs from before there were
quotas: it leaves out what those cannot do."""
import argparse
import http.client
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

from loopback import Checks

MOST_START_SECONDS, MOST_GROWTH, MOST_WAIT = 1.0, 150 << 20, 0.5
DAY_MS = 86_400_000
AT_ONCE = 40_000
RAISED = ["positions-per-day=10000000", "positions-per-minute=1000000", "posts-per-minute=1000000",
          "log-ins-per-minute=1000000"]


class Server:
    running = []

    def __init__(self, program, atlas, folder, settings=()):
        port_file = folder / "port"
        port_file.unlink(missing_ok=True)
        options = [word for setting in settings for word in ("--set", setting)]
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", str(folder / "data"), "--host", "127.0.0.1", "--port", "0",
             "--port-file", str(port_file), *options],
            stdout=subprocess.DEVNULL, stderr=open(folder / "log", "ab"))
        Server.running.append(self.process)
        while not (port_file.exists() and port_file.read_text().strip()):
            if self.process.poll() is not None:
                sys.exit(f"the server ended with status {self.process.returncode}")
            time.sleep(0.01)
        self.host = f"127.0.0.1:{port_file.read_text().strip()}"
        assert self.ask("GET", "/healthz")[0] == 200
        self.seconds_to_answer = time.perf_counter() - self.begin

    def ask(self, method, path, body=None, token=None, kind="application/json"):
        connection = http.client.HTTPConnection(self.host, timeout=300)
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, content,
                           {"content-type": kind} | ({"authorization": f"Bearer {token}"} if token else {}))
        answer = connection.getresponse()
        found = answer.read()
        connection.close()
        return answer.status, found

    def json(self, *arguments, **options):
        status, content = self.ask(*arguments, **options)
        assert status < 300, (arguments[:2], status, content[:300])
        return json.loads(content) if content else None

    def memory(self, peak=False):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:" if peak else "VmRSS:")[1].split()[0]) << 10

    def end(self):
        self.process.terminate()
        self.process.wait(60)


def person(server, number):
    """An account that shares with friends and everybody, and its phone."""
    name = f"walker{number}"
    server.json("POST", "/api/v1/accounts", {"name": name, "password": "a long enough one"})
    account = server.json("POST", "/api/v1/tokens",
                          {"name": name, "password": "a long enough one", "label": "check"})["token"]
    phone = server.json("POST", "/api/v1/me/devices", {"kind": "program", "name": "phone"}, account)["token"]
    share(server, account, f"Heron{number}")
    return {"name": name, "account": account, "phone": phone}


def share(server, account, pseudonym, **more):
    state = server.json("GET", "/api/v1/me/sharing", None, account)
    fields = {"friends": "exact", "pseudonym": pseudonym, "statistics": True, "homes": [], "at_home": False,
              "retention_days": 30, "keeps_visits": False}
    server.json("PUT", "/api/v1/me/sharing", {"revision": state["revision"], "fields": fields | more}, account)


def fill(server, one, count, middle, rng):
    """Reports `count` positions of the last seven days: minutes at some places, and ways between them."""
    now = int(time.time() * 1000)
    latitude, longitude = middle
    taken = 0
    for first in range(0, count, AT_ONCE):
        part = []
        for index in range(first, min(first + AT_ONCE, count)):
            spot = (index // 400) % 7
            part.append({"lat": round(latitude + spot * 0.01 + rng.uniform(-2e-5, 2e-5), 7),
                         "lon": round(longitude + spot * 0.007, 7),
                         "time": now - 7 * DAY_MS + 600_000 + index * (7 * DAY_MS - 700_000) // count})
        taken += server.json("POST", "/api/v1/positions", part, one["phone"])["added"]
    return taken


class Visitor(threading.Thread):
    """Requests the server's health again and again, and notes how long it took."""

    def __init__(self, server):
        super().__init__()
        self.server, self.longest, self.bad, self.ends = server, 0.0, 0, threading.Event()

    def run(self):
        while not self.ends.is_set():
            begin = time.perf_counter()
            self.bad += self.server.ask("GET", "/healthz")[0] != 200
            self.longest = max(self.longest, time.perf_counter() - begin)
            time.sleep(0.002)


def settled(server, seconds):
    """The most memory while the feed of people has taken up everybody, and the visitor's longest wait meanwhile."""
    visitor = Visitor(server)
    visitor.start()
    time.sleep(seconds)
    visitor.ends.set()
    visitor.join()
    return server.memory(peak=True), visitor


def check_sharing(checks, server, people, has_figures):
    """What others wait for, and what it costs, when all change what they share."""
    visitor, before = Visitor(server), server.memory(peak=True)
    visitor.start()
    slowest = 0.0
    for number, one in enumerate(people):
        begin = time.perf_counter()
        share(server, one["account"], f"Heron{number}", friends="fuzzy")
        slowest = max(slowest, time.perf_counter() - begin)
    visitor.ends.set()
    visitor.join()
    growth = server.memory(peak=True) - before
    print(f"sharing changed: slowest {slowest * 1000:.0f} ms, {growth >> 20} MB more, longest wait of another "
          f"{visitor.longest * 1000:.0f} ms")
    checks.that(visitor.bad == 0 and growth <= MOST_GROWTH, f"changes of sharing cost {growth >> 20} MB")
    if has_figures:
        checks.that(visitor.longest <= MOST_WAIT,
                    f"a visitor waited {visitor.longest:.2f} s while others changed what they share")


def check_restart(checks, start, empty, has_figures):
    """A server that has all that it may keep starts like another; return it. `empty`: an empty server's memory."""
    server = start()
    seconds = server.seconds_to_answer
    most, visitor = settled(server, 15 if has_figures else 5)
    print(
        f"restart: first answer after {seconds:.2f} s, memory {(most - empty) >> 20} MB above an empty server's "
        f"{empty >> 20} MB, longest wait {visitor.longest * 1000:.0f} ms"
    )
    checks.that(visitor.bad == 0, "the visitor was refused after the restart")
    checks.that(most - empty <= MOST_GROWTH,
                f"after the restart memory is {(most - empty) >> 20} MB above an empty server's")
    if has_figures:
        checks.that(seconds <= MOST_START_SECONDS, f"the first answer took {seconds:.2f} s")
        checks.that(visitor.longest <= MOST_WAIT, f"a visitor waited {visitor.longest:.2f} s after the restart")
    return server


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--any-age", action="store_true")
    options = parser.parse_args()
    program, atlas = str(pathlib.Path(options.program).resolve()), str(pathlib.Path(options.atlas).resolve())
    checks, rng = Checks(), random.Random(4)
    raised = [] if options.any_age else RAISED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # An empty server, that has made its data folder.
        for _ in range(2):
            server = Server(program, atlas, folder)
            about = server.json("GET", "/tiles.json")
            empty, _ = settled(server, 5)
            server.end()
        west, south, east, north = about["bounds"]
        middle = ((south + north) / 2, (west + east) / 2)
        server = Server(program, atlas, folder, raised)
        people = [person(server, number) for number in range(options.people)]
        for one in people[1:]:
            server.json("POST", "/api/v1/me/friends", {"name": one["name"]}, people[0]["account"])
            server.json("POST", "/api/v1/me/friends", {"name": people[0]["name"]}, one["account"])
        begin = time.perf_counter()
        for one in people:
            taken = fill(server, one, options.positions, middle, rng)
            checks.that(taken == options.positions,
                        f"{one['name']} reported {options.positions} positions, and {taken} were added")
        print(f"{options.people} people stored {options.positions} positions each in {time.perf_counter() - begin:.1f} "
              f"s; memory {server.memory() >> 20} MB")
        server.end()

        server = check_restart(checks, lambda: Server(program, atlas, folder), empty, options.figures)
        seen = {one["name"] for one in server.json("GET", "/api/v1/people", None, people[0]["account"])["people"]}
        checks.that(seen == {one["name"] for one in people[1:]}, f"a friend sees {sorted(seen)}")

        check_sharing(checks, server, people, options.figures)
        if not options.any_age:
            beyond(checks, server, people, middle, options.positions)
        server.end()
    for fault in checks.faults:
        print(f"fault: {fault}", file=sys.stderr)
    print(f"{checks.made} checks, {len(checks.faults)} faults")
    sys.exit(1 if checks.faults else 0)


def beyond(checks, server, people, middle, count):
    """A tracker beyond its daily quota: answered, thinned, informed, and no second quota by a restart."""
    one = people[0]
    quotas = {quota["of"]: quota for quota in server.json("GET", "/api/v1/me/quotas", None, one["account"])["quotas"]}
    of_day = quotas["positions_of_day"]
    checks.that(of_day["used"] >= min(count, of_day["limit"]) - 100, f"after a restart the day is counted on: {of_day}")
    checks.that(abs(quotas["kept_positions"]["used"] - count) <= count // 10,
                f"kept positions are counted: {quotas['kept_positions']}")
    now = int(time.time() * 1000)
    part = [{"lat": middle[0], "lon": middle[1], "time": now - 3_600_000 + number * 100} for number in range(30_000)]
    status, content = server.ask("POST", "/api/v1/positions", part, one["phone"])
    taken = json.loads(content)
    checks.that(status == 200 and taken["refused"] == [] and taken.get("left_out", 0) > 0,
                f"beyond the day: {status} {content[:200]}")
    checks.that(taken["added"] + taken["repeated"] + taken["left_out"] == len(part),
                f"every position is accounted for: {content[:200]}")
    after = {quota["of"]: quota
             for quota in server.json("GET", "/api/v1/me/quotas", None, one["account"])["quotas"]}["positions_of_day"]
    checks.that(after["left_out"] >= taken["left_out"] and after["used"] >= of_day["used"],
                f"the owner reads it: {after}")
    status, content = server.ask("GET", "/api/v1/me/visits", None, one["account"])
    checks.that(status == 200, f"visits: {status} {content[:200]}")


if __name__ == "__main__":
    try:
        main()
    finally:
        for process in Server.running:
            process.kill()
            process.wait()
