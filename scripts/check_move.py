#!/usr/bin/env python3
"""Move a place from files to PostgreSQL and back with the real program, and look for what was lost or doubled.

    check_move.py PROGRAM ATLAS [--kills 6] [--posts 30000] [--seed 1] [--port 22080]

Clients write to a server on files, which is then stopped. Moves to PostgreSQL are killed at random moments: what they
leave, no server may take. Then the place moves as a whole, a server on PostgreSQL gets more writes, and it moves back the
same way. In the end every acknowledged post and position must be there, each once, in a server on files; SQLite must find
the files whole; and a move of these files to other databases must print the same sums as the move back. In between,
moves must refuse what they may not replace, and name servers that are in the way."""
import argparse
import http.client
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from check_durability import Server
from place_clients import Guest, Member
from postgres_nodes import OF_KEYS, Nodes

SECONDS = 3
FILES = ("community.sqlite", "presence.sqlite", "keys.sqlite")


class Check:
    def __init__(self, given, folder, nodes, keys):
        self.given, self.folder, self.nodes, self.keys = given, folder, nodes, keys
        self.generator, self.faults = random.Random(given.seed), []
        self.guests = [Guest(f"guest{number}") for number in range(4)]
        self.members = [Member(f"member{number}") for number in range(3)]

    def that(self, holds, what):
        if not holds:
            self.faults.append(what)

    # Commands

    def options(self, database):
        data, keys = (nodes.address.rpartition("/")[0] + "/" + database for nodes in (self.nodes, self.keys))
        return ["--database", data, "--keys-database", keys]

    def move(self, *options):
        return subprocess.run([self.given.program, "move", *options], capture_output=True, text=True)

    def moved(self, *options):
        """The sums of a move that must succeed."""
        begin = time.monotonic()
        done = self.move(*options)
        if done.returncode != 0:
            sys.exit(f"the move {options} failed: {done.stderr}")
        lines = [line.split() for line in done.stdout.splitlines()]
        sums = [tuple(words) for words in lines if len(words) == 3 and len(words[2]) == 32]
        rows = sum(int(words[1]) for words in sums)
        print(f"{options[0]}: {len(sums)} tables, {rows} rows in {time.monotonic() - begin:.1f} s", flush=True)
        return sums

    def refused(self, words, *options):
        done = self.move(*options)
        self.that(done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1,
                  f"{options} was answered with {done.returncode}: {done.stderr}")

    def begin(self, data, *options):
        (self.folder / data).mkdir(exist_ok=True)
        return Server(self.given.program, self.given.atlas, str(self.folder / data), *options)

    def is_refused(self, data, *options):
        """Whether a server does not take what an unfinished move left, and says so."""
        command = [self.given.program, "serve", "--atlas", self.given.atlas, "--data", str(self.folder / data),
                   "--host", "127.0.0.1", "--port", "0", *options]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=20)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 1 and "ended early" in done.stderr

    def kills(self, seconds, state, renew, serving, *options):
        """Kill moves at random moments; each leaves nothing, or what no server takes. Returns how often it did that.

        `state` tells whether the target is empty (""), unfinished or whole, and `renew` empties it."""
        count = 0
        for _ in range(self.given.kills):
            process = subprocess.Popen(
                [self.given.program, "move", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(self.generator.uniform(0.02, max(0.1, seconds * 0.8)))
            process.send_signal(signal.SIGKILL)
            process.wait()
            left = state()
            if left == "whole":
                # It was faster than the one that was measured.
                renew()
            elif left == "unfinished":
                count += 1
                self.that(self.is_refused(*serving), f"a server took what a killed move left: {options}")
        return count

    # Writes

    def write(self, server):
        if self.members[0].session is None:
            for member in self.members:
                member.enter(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30))
        end = time.monotonic() + SECONDS

        def is_over():
            return time.monotonic() >= end

        threads = [threading.Thread(target=one.run, args=([server], is_over)) for one in [*self.guests, *self.members]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def stop(self, server):
        server.process.send_signal(signal.SIGTERM)
        self.that(server.process.wait() == 0, "a server did not end well")

    def count_positions(self, server, where):
        for member in self.members:
            count, faults = member.check(server.port)
            self.faults += [f"{where}: {fault}" for fault in faults]
            self.that(count > 0, f"{where}: {member.name} reported nothing")

    def look(self, data):
        for name in FILES:
            verdict = sqlite3.connect(self.folder / data / name).execute("PRAGMA integrity_check").fetchone()[0]
            self.that(verdict == "ok", f"{name} is {verdict}")
        rows = sqlite3.connect(self.folder / data / "community.sqlite").execute(
            "SELECT message, lower(hex(id)) FROM posts").fetchall()
        stored = dict(rows)
        self.that(len(stored) == len(rows), f"{len(rows) - len(stored)} posts are there twice")
        acknowledged = {message: one for guest in self.guests for message, one in guest.acknowledged.items()}
        lost = [message for message, one in acknowledged.items() if stored.get(message) != one.replace("-", "")]
        self.that(not lost, f"{len(lost)} acknowledged posts are not there, such as {lost[:3]}")
        print(f"{len(acknowledged)} posts acknowledged, {len(rows)} stored")

    def import_venue(self, server, *options):
        """Add a venue at the command line beside the server, which must show it."""
        table = self.folder / "venues.csv"
        table.write_text("name,lat,lon,state\nBoat house,60.17,24.94,published\n")
        done = subprocess.run(
            [self.given.program, "guide", "import", table, *options[:2], "--data", self.folder / "other"],
            capture_output=True, text=True)
        self.that(done.stdout.startswith("added 1 venues"), f"guide import failed: {done.stdout} {done.stderr}")
        end, shown = time.monotonic() + 10, b""
        while b"Boat house" not in shown and time.monotonic() < end:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            connection.request("GET", "/api/v1/guide")
            shown = connection.getresponse().read()
            time.sleep(0.1)
        self.that(b"Boat house" in shown, "the server does not show what guide import added")

    # The whole

    def run(self):
        data, back = str(self.folder / "data"), str(self.folder / "back")
        server = self.begin("data")
        self.write(server)
        self.refused("in use by another", "--from", data, *self.options("first"))
        self.stop(server)
        self.add_posts("data")
        wrong = self.move("--from", data, "--to", back, *self.options("first"))
        self.that(wrong.returncode == 2, f"two directions were answered with {wrong.returncode}")
        self.refused("no place in PostgreSQL", "--to", back, *self.options("first"))

        begin = time.monotonic()
        self.moved("--from", data, *self.options("timed"))
        seconds = time.monotonic() - begin
        there = self.options("first")
        count = self.kills(
            seconds, self.state_there, lambda: self.make_databases("first"), ["other", *there], "--from", data,
            *there)
        sums = self.moved("--from", data, *there)
        self.refused("has a place already", "--from", data, *there)

        server = self.begin("other", *there)
        self.count_positions(server, "in PostgreSQL")
        self.import_venue(server, *there)
        self.write(server)
        self.refused("stop them all", "--to", back, *there)
        self.stop(server)

        count_back = self.kills(
            seconds, lambda: self.state_of("back"), lambda: shutil.rmtree(back), ["back"], "--to", back, *there)
        returned = self.moved("--to", back, *there)
        self.refused("has a place already", "--to", back, *there)
        self.look("back")
        self.that(self.moved("--from", back, *self.options("again")) == returned, "the sums of the way back differ")
        server = self.begin("back")
        self.count_positions(server, "in files again")
        self.stop(server)
        self.that(len(sums) == len(returned) and sums != returned, "the sums do not tell one state from another")
        self.that(count and count_back, "no move was killed in its middle; give it more kills")
        print(f"{count} and {count_back} moves killed in their middle were refused, and repeated")
        self.faults += [fault for one in [*self.guests, *self.members] for fault in one.faults]

    def make_databases(self, *names):
        """Make empty databases in both clusters."""
        for name in names:
            for nodes in (self.nodes, self.keys):
                nodes.sql(0, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", "postgres")
                nodes.sql(0, f"CREATE DATABASE {name}", "postgres")

    def state_there(self):
        marks = set()
        for nodes in (self.nodes, self.keys):
            is_there = nodes.sql(0, "SELECT to_regclass('moves') IS NOT NULL", "first") == "t"
            marks.add(nodes.sql(0, "SELECT is_whole FROM moves", "first") if is_there else "")
        return {frozenset({""}): "", frozenset({"t"}): "whole"}.get(frozenset(marks), "unfinished")

    def state_of(self, data):
        if (self.folder / data / "unfinished-move").exists():
            return "unfinished"
        return "whole" if (self.folder / data / "community.sqlite").exists() else ""

    def add_posts(self, data):
        """Many posts, so that a move takes a while."""
        database = sqlite3.connect(self.folder / data / "community.sqlite")
        with database:
            database.execute(
                """INSERT INTO posts (tenant, id, author_name, message, state, revision, created, changed)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                SELECT (SELECT id FROM tenants), randomblob(16), 'guest', 'old-' || i, 0, 1, i << 16, i << 16 FROM n""",
                (self.given.posts,))
        database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--posts", type=int, default=30000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=22080)
    given = parser.parse_args()
    given.program = str(pathlib.Path(given.program).resolve())
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port) as nodes, Nodes(
            given.port + 10, 0, OF_KEYS) as keys:
        check = Check(given, pathlib.Path(folder), nodes, keys)
        check.make_databases("first", "timed", "again")
        check.run()
    for fault in check.faults[:10]:
        print(fault)
    print("faults:", len(check.faults))
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
