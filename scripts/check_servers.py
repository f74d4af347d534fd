#!/usr/bin/env python3
"""Let servers share one PostgreSQL, strike at it and at them, and look for lost, doubled and unseen posts.

    check_servers.py PROGRAM ATLAS [--rounds 4] [--seed 1] [--servers 2] [--kinds quiet kill server] [--port 21800]

Clients send posts with keys and positions to any of the servers, and again to any of them what was not answered. Readers
follow the events of any server by its cursor. Each round strikes once: at PostgreSQL as in check_postgres_lanes.py, or
`server` kills a server, `stop` ends one, `quiet` does nothing. In the end every acknowledged post and position must be
there, each once, and every reader must have seen each post once, in one order. Then people delete their positions, and
no file of any host of either cluster may hold a byte sequence of their destroyed keys."""
import argparse
import http.client
import json
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

from check_durability import Reporter, Server, Writer
from check_postgres_lanes import strike
from postgres_nodes import OF_KEYS, Nodes

SECONDS = 8
OF_SERVERS = ["quiet", "server", "stop"]
OF_HOSTS = ["kill", "freeze", "standby", "standbys", "restart"]


class Guest(Writer):
    """Sends posts to any server until the end of a round; one that was refused for now or not answered, again."""

    def run(self, servers, end):
        while time.monotonic() < end and not self.faults:
            connection = http.client.HTTPConnection("127.0.0.1", random.choice(servers).port, timeout=15)
            try:
                for _ in range(random.randint(1, 20)):
                    if not self.send(connection):
                        break
                    # A reader that is away for a moment must find its place again.
                    time.sleep(0.02)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    def send(self, connection):
        body = {"message": self.message(), "name": self.name, "key": f"{self.message():>24}".replace(" ", "_")}
        connection.request("POST", "/api/v1/posts", json.dumps(body), {"content-type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status == 503:
            time.sleep(0.1)
            return False
        if answer.status != 201:
            self.faults.append(f"a post was answered with {answer.status}: {text[:200]}")
            return False
        self.acknowledged[self.message()] = json.loads(text)["id"]
        self.number += 1
        return True


class Member(Reporter):
    """Reports positions to any server, and changes what is shared there."""

    def run(self, servers, end):
        while time.monotonic() < end and not self.faults:
            connection = http.client.HTTPConnection("127.0.0.1", random.choice(servers).port, timeout=15)
            try:
                for _ in range(random.randint(1, 6)):
                    self.step(connection)
            except (OSError, http.client.HTTPException, Refused):
                time.sleep(0.05)

    def ask(self, connection, method, path, body=None, token=None):
        status, answer = super().ask(connection, method, path, body, token)
        if status == 503:
            raise Refused
        return status, answer


class Refused(Exception):
    """The server cannot do it now."""


class Follower:
    """Reads the events of any server, from the last cursor on."""

    def __init__(self):
        self.seen, self.cursor, self.faults, self.is_over = [], None, [], False

    def run(self, servers):
        while not self.is_over:
            try:
                self.read(http.client.HTTPConnection("127.0.0.1", random.choice(servers).port, timeout=3))
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)

    def read(self, connection):
        connection.request(
            "GET", "/api/v1/events", headers={"last-event-id": self.cursor} if self.cursor else {})
        answer = connection.getresponse()
        if answer.status != 200:
            return
        fields, begin = {}, time.monotonic()
        while not self.is_over and time.monotonic() < begin + 6:
            line = answer.readline().decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
                continue
            if fields.get("event") == "reload":
                self.faults.append("a reader fell so far behind that it had to begin anew")
            if fields.get("event") == "post":
                self.seen.append(json.loads(fields["data"])["id"])
            if "id" in fields:
                self.cursor = fields["id"]
            fields = {}


def destroyed_keys(nodes, keys, members, servers):
    """Let people delete their positions, and look for their keys: what is found, and whether the search finds keys."""
    text = keys.sql(keys.primary(), "SELECT string_agg(encode(key, 'hex'), ' ') FROM person_keys")
    known = [bytes.fromhex(one) for one in text.split()]
    keys.sql(keys.primary(), "CHECKPOINT")
    before = files_with(nodes, keys, known)
    for number, member in enumerate(members):
        port = servers[number % len(servers)].port
        status, _ = member.ask(
            http.client.HTTPConnection("127.0.0.1", port, timeout=30), "DELETE", "me/positions", token=member.session)
        if status != 204:
            return [f"deleting positions was answered with {status}"]
    left = set(keys.sql(keys.primary(), "SELECT encode(key, 'hex') FROM person_keys").split())
    gone = [key for key in known if key.hex() not in left]
    faults = [] if gone and before else ["no key was found before it was destroyed: the search tells nothing"]
    return faults + [f"a destroyed key is in {path}" for path in files_with(nodes, keys, gone)]


def files_with(nodes, keys, known):
    """The files of all hosts that hold one of the byte sequences."""
    found = []
    for cluster in (nodes, keys):
        for path in cluster.folder.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                found += [path] if any(key in content for key in known) else []
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", default=OF_SERVERS + OF_HOSTS)
    parser.add_argument("--port", type=int, default=21800)
    given = parser.parse_args()
    generator = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port, 2) as nodes, Nodes(
            given.port + 10, 1, OF_KEYS) as keys:
        sys.exit(check(given, pathlib.Path(folder), nodes, keys, generator))


def check(given, folder, nodes, keys, generator):
    options = ["--database", nodes.address, "--keys-database", keys.address]
    start = [lambda data=str(folder / f"data{number}"): Server(given.program, given.atlas, data, *options)
             for number in range(given.servers)]
    for number in range(given.servers):
        (folder / f"data{number}").mkdir()
    servers = [begin() for begin in start]
    guests = [Guest(f"guest{number}") for number in range(8)]
    members = [Member(f"member{number}", forgets=False) for number in range(3)]
    followers = [Follower() for _ in range(2)]
    try:
        for member in members:
            member.enter(http.client.HTTPConnection("127.0.0.1", servers[0].port, timeout=30))
        reading = [threading.Thread(target=one.run, args=(servers,)) for one in followers]
        for thread in reading:
            thread.start()
        time.sleep(1)
        for number in range(given.rounds):
            kind = given.kinds[number % len(given.kinds)]
            round_of(kind, nodes, servers, start, [*guests, *members], generator)
            count = sum(len(guest.acknowledged) for guest in guests)
            print(f"round {number + 1} of {given.rounds}, {kind}: {count} posts acknowledged", flush=True)
        wait_for(followers, nodes)
        for one in followers:
            one.is_over = True
        for thread in reading:
            thread.join()
        faults = faults_of(nodes, servers, guests, members, followers)
        faults += destroyed_keys(nodes, keys, members, servers)
    finally:
        for one in followers:
            one.is_over = True
        for server in servers:
            server.kill()
    for fault in faults[:10]:
        print(fault)
    print("faults:", len(faults))
    return 1 if faults else 0


def wait_for(followers, nodes):
    """Gives readers time to read the last posts: a reader asks anew within some seconds."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        count = int(nodes.sql(nodes.primary(), "SELECT count(*) FROM posts"))
        if all(len(one.seen) >= count for one in followers):
            break
        time.sleep(0.2)


def round_of(kind, nodes, servers, start, clients, generator):
    end = time.monotonic() + SECONDS
    threads = [threading.Thread(target=one.run, args=(servers, end)) for one in clients]
    for thread in threads:
        thread.start()
    time.sleep(1.5)
    if kind in ("server", "stop"):
        number = generator.randrange(len(servers))
        if kind == "server":
            servers[number].kill()
        else:
            servers[number].process.send_signal(signal.SIGTERM)
            servers[number].process.wait()
        time.sleep(generator.uniform(0, 2))
        servers[number] = start[number]()
    elif kind != "quiet":
        for host in strike(nodes, kind, generator):
            nodes.rejoin(host)
    for thread in threads:
        thread.join()


def faults_of(nodes, servers, guests, members, followers):
    rows = [row.split("|") for row in nodes.sql(
        nodes.primary(), "SELECT message, encode(id, 'hex') FROM posts ORDER BY changed").splitlines()]
    acknowledged = {message: one for guest in guests for message, one in guest.acknowledged.items()}
    stored = dict(rows)
    faults = [fault for one in [*guests, *members, *followers] for fault in one.faults]
    faults += [f"{message} was acknowledged and is not there" for message, one in acknowledged.items()
               if stored.get(message) != one.replace("-", "")]
    if len(stored) != len(rows):
        faults.append(f"{len(rows) - len(stored)} posts are there twice")
    order = [one for _, one in rows]
    for follower in followers:
        seen = [one.replace("-", "") for one in follower.seen]
        if seen != order:
            faults.append(
                f"a reader saw {len(seen)} posts, {len(set(seen))} different ones, of {len(order)}; in order: "
                f"{seen == [one for one in order if one in set(seen)]}")
    for member in members:
        count, found = member.check(servers[0].port)
        faults += found + ([] if count else [f"{member.name} reported nothing"])
    print(f"{len(acknowledged)} posts acknowledged, {len(rows)} stored; "
          f"{sum(len(member.acknowledged) for member in members)} positions")
    return faults


if __name__ == "__main__":
    main()
