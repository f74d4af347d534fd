#!/usr/bin/env python3
"""Let people stop to share at one server, and ask another at once: it must tell nothing any more.

    check_sharing.py PROGRAM ATLAS [--people 40] [--seconds 20] [--seed 1] [--delay] [--port 21900]

Two servers share one PostgreSQL. People share where they are with a friend, by a link and by a group, and take it back at
one server: their sharing, the friendship, the link, the group, a device's token. From the moment of the answer their
friend asks the other server, again and again. With `--delay`, a proxy holds up what the other server reads from
PostgreSQL, and its nudges are dropped; it may then refuse (503), and must not tell."""
import argparse
import collections
import json
import pathlib
import random
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from check_durability import Server
from postgres_nodes import OF_KEYS, Nodes

ASKED = 20


class Api:
    """One server, asked by a person."""

    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}/api/v1/"

    def ask(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(
            self.address + path, None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def need(self, method, path, body=None, token=None):
        """Asks until the server can do it."""
        for _ in range(100):
            status, answer = self.ask(method, path, body, token)
            if status != 503:
                break
            time.sleep(0.1)
        if status >= 300:
            sys.exit(f"{method} {path} was answered with {status}: {answer}")
        return answer


class Proxy:
    """Passes bytes on between a server and a host, and holds up the answers for a random time."""

    def __init__(self, target, generator):
        self.target, self.generator, self.is_slow = target, generator, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            host = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.copy, args=(client, host, False), daemon=True).start()
            threading.Thread(target=self.copy, args=(host, client, True), daemon=True).start()

    def copy(self, source, target, are_answers):
        try:
            while data := source.recv(65536):
                if are_answers and self.is_slow:
                    # A notification is a message of type A; without its bytes no nudge arrives.
                    if data[:1] == b"A":
                        continue
                    time.sleep(self.generator.choice([0, 0, 0.01, 0.05, 0.3]))
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Person:
    def __init__(self, number, api):
        self.name, self.number = f"person{number}", number
        self.token, self.id = enter(api, self.name)
        self.device = None
        self.point = {"lat": 60.17 + number * 0.0001, "lon": 24.94}

    def report(self, api):
        now = int(time.time() * 1000)
        places = [{"time": now - minute * 60_000, "lat": self.point["lat"] + minute * 0.001, "lon": self.point["lon"]}
                  for minute in range(90, -1, -3)]
        api.need("POST", "positions", places, self.device["token"])

    def add_device(self, api):
        self.device = api.need("POST", "me/devices", {"kind": "program", "name": "phone"}, self.token)

    def share(self, api, friends):
        state = api.need("GET", "me/sharing", token=self.token)
        fields = {**state["fields"], "friends": friends}
        api.need("PUT", "me/sharing", {"revision": state["revision"], "fields": fields}, self.token)


def enter(api, name):
    api.need("POST", "accounts", {"name": name, "password": "correct horse"})
    answer = api.need("POST", "tokens", {"name": name, "password": "correct horse", "label": "test"})
    return answer["token"], answer.get("account", {}).get("id")


def sees(api, viewer, name):
    """Whether a viewer sees somebody by name; nothing if the server does not tell now."""
    status, answer = api.ask("GET", "people", token=viewer)
    if status == 503:
        return None
    return any(one.get("name") == name for one in answer["people"])


def befriend(api, one, other):
    api.need("POST", "me/friends", {"name": other.name}, one.token)
    api.need("POST", "me/friends", {"name": one.name}, other.token)


def wait_until(condition, what):
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            return [f"{what} was not seen in 20 s"]
        time.sleep(0.05)
    return []


def toggle(kind, person, friend, here, there, counts):
    """Takes something back at `here`, and asks `there`; returns what was told."""
    if kind == "sharing":
        person.share(here, "exact")
        faults = wait_until(lambda: sees(there, friend.token, person.name), f"{person.name}, sharing")
        person.share(here, "nothing")
        told = [sees(there, friend.token, person.name) for _ in range(ASKED)]
    elif kind == "friend":
        person.share(here, "exact")
        faults = wait_until(lambda: sees(there, friend.token, person.name), f"{person.name}, a friend")
        friends = here.need("GET", "me/friends", token=person.token)["friends"]
        identity = next(one["id"] for one in friends if one["name"] == friend.name)
        here.need("DELETE", f"me/friends/{identity}", token=person.token)
        told = [sees(there, friend.token, person.name) for _ in range(ASKED)]
        befriend(here, person, friend)
    elif kind == "positions":
        person.share(here, "exact")
        person.report(here)
        faults = wait_until(lambda: sees(there, friend.token, person.name), f"{person.name}, positions")
        here.need("DELETE", "me/positions", token=person.token)
        told = [sees(there, friend.token, person.name) for _ in range(ASKED)]
        person.report(here)
    elif kind == "device":
        faults = []
        place = [{"time": int(time.time() * 1000), **person.point}]
        there.need("POST", "positions", place, person.device["token"])
        here.need("DELETE", f"me/devices/{person.device['device']['id']}", token=person.token)
        answers = [there.ask("POST", "positions", place, person.device["token"])[0] for _ in range(ASKED)]
        told = [None if status == 503 else status != 401 for status in answers]
        person.add_device(here)
    else:
        ends = int(time.time() * 1000) + 3_600_000
        link = here.need("POST", "me/links", {"ends": ends, "precision": "exact"}, person.token)
        opener = link["opener"]["token"]
        faults = wait_until(
            lambda: there.ask("GET", "shared", token=opener)[0] == 200, f"{person.name}, a link")
        here.need("DELETE", f"me/links/{link['id']}", token=person.token)
        answers = [there.ask("GET", "shared", token=opener)[0] for _ in range(ASKED)]
        told = [None if status == 503 else status == 200 for status in answers]
    counts[kind] += 1
    counts["refused"] += sum(one is None for one in told)
    counts["asked"] += len(told)
    return faults + [f"{kind} of {person.name}: told {told.count(True)} times" for _ in range(any(told))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--delay", action="store_true")
    parser.add_argument("--port", type=int, default=21900)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port, settings=OF_KEYS) as nodes, Nodes(
            given.port + 10, settings=OF_KEYS) as keys:
        sys.exit(check(given, pathlib.Path(folder), nodes, keys))


def check(given, folder, nodes, keys):
    proxy = Proxy(nodes.port(0), random.Random(given.seed))
    options = ["--keys-database", keys.address]
    for name in ("log-ins-per-minute", "posts-per-minute", "requests-per-minute"):
        if name == "log-ins-per-minute":
            options += ["--set", f"{name}=1000000"]
    addresses = [nodes.address, f"postgresql://hereabouts@127.0.0.1:{proxy.port}/hereabouts"]
    servers = []
    for number, address in enumerate(addresses):
        (folder / f"data{number}").mkdir()
        servers.append(Server(
            given.program, given.atlas, str(folder / f"data{number}"), "--database", address, *options))
    try:
        here, there = (Api(server.port) for server in servers)
        people = [Person(number, here) for number in range(given.people)]
        for one, other in zip(people[::2], people[1::2]):
            befriend(here, one, other)
            one.add_device(here)
            one.report(here)
        proxy.is_slow = given.delay
        counts, faults = collections.Counter(), []
        end = time.monotonic() + given.seconds

        def act(number):
            generator = random.Random(given.seed * 1000 + number)
            person, friend = people[number], people[number + 1]
            while time.monotonic() < end and not faults:
                kind = generator.choice(["sharing", "friend", "positions", "device", "link"])
                faults.extend(toggle(kind, person, friend, here, there, counts))

        threads = [threading.Thread(target=act, args=(number,)) for number in range(0, given.people - 1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for server in servers:
            server.kill()
    for fault in faults[:10]:
        print(fault)
    print(dict(counts), "faults:", len(faults))
    return 1 if faults or not counts["asked"] else 0


if __name__ == "__main__":
    main()
