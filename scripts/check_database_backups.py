#!/usr/bin/env python3
"""Back up a place in PostgreSQL with the real program, destroy keys, bring a backup back, and move that to PostgreSQL.

    check_database_backups.py PROGRAM ATLAS [--port 22280] [--schedule]

Two servers share a place while clients write. Backups come from the standby, and from the primary when the standby is
behind. When somebody deletes positions at one server, their key must leave the backups of both. A backup that is killed,
has no room or no database must leave nothing that counts. In the end a backup is restored and moved to other databases,
where every table must have the sums of the first ones, and a server must know every acknowledged post and position.
With `--schedule`, servers must make one backup by themselves, not two, and the other one when the first was frozen."""
import argparse
import http.client
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from check_durability import Server
from place_clients import Guest, Member
from postgres_nodes import OF_KEYS, Nodes, programs

KEYS_GO_WITHIN = 15


class Check:
    def __init__(self, given, folder, nodes, keys):
        self.given, self.folder, self.nodes, self.keys = given, folder, nodes, keys
        self.faults, self.servers = [], {}
        self.guests = [Guest(f"guest{number}") for number in range(3)]
        self.members = [Member(f"member{number}") for number in range(2)]
        self.configurations = {}
        for database in ("hereabouts", "again"):
            file = folder / f"{database}.conf"
            file.write_text("".join(f"{name} = {value}\n" for name, value in self.addresses(database).items()))
            self.configurations[database] = str(file)

    def that(self, holds, what):
        if not holds:
            self.faults.append(what)

    def addresses(self, database):
        data, keys = (nodes.address.rpartition("/")[0] + "/" + database for nodes in (self.nodes, self.keys))
        return {"database": data, "keys-database": keys}

    def options(self, database):
        return [word for name, value in self.addresses(database).items() for word in (f"--{name}", value)]

    def run(self, *command, **options):
        return subprocess.run([self.given.program, *command], capture_output=True, text=True, **options)

    def start(self, data, database="hereabouts"):
        (self.folder / data).mkdir(exist_ok=True)
        self.servers[data] = Server(
            self.given.program, self.given.atlas, str(self.folder / data), *self.options(database))
        return self.servers[data]

    def stop(self, data):
        server = self.servers.pop(data)
        server.process.send_signal(signal.SIGTERM)
        self.that(server.process.wait() == 0, f"the server of {data} did not end well")

    def backups(self, data):
        return self.folder / f"{data}-backups"

    def backup(self, data, **options):
        return self.run(
            "backup", "--data", str(self.folder / data), "--config", self.configurations["hereabouts"], **options)

    def backed_up(self, data):
        """The folder of a backup that must succeed."""
        done = self.backup(data)
        if done.returncode != 0:
            sys.exit(f"the backup of {data} failed: {done.stderr}")
        return pathlib.Path(done.stdout.strip())

    def listed(self, data):
        return [line.split()[0] for line in self.run(
            "backup", "--list", "--backups", str(self.backups(data))).stdout.splitlines()]

    def write(self, seconds=2, meanwhile=lambda: None):
        servers = list(self.servers.values())
        end = time.monotonic() + seconds

        def is_over():
            return time.monotonic() >= end

        threads = [threading.Thread(target=one.run, args=(servers, is_over)) for one in [*self.guests, *self.members]]
        for thread in threads:
            thread.start()
        time.sleep(seconds / 2)
        result = meanwhile()
        for thread in threads:
            thread.join()
        return result

    def acknowledged(self):
        return {message: one.replace("-", "") for guest in self.guests for message, one in guest.acknowledged.items()}

    def posts_of(self, folder):
        database = sqlite3.connect(folder / "community.sqlite")
        rows = dict(database.execute("SELECT message, lower(hex(id)) FROM posts"))
        database.close()
        return rows

    # What is checked

    def check_standby(self):
        """A backup under load has what was acknowledged before it, read at the standby."""
        before, read = self.acknowledged(), self.read_at_standby()
        made = self.write(meanwhile=lambda: self.backed_up("one"))
        self.that(before.items() <= self.posts_of(made).items(), "a backup lacks posts that were acknowledged before")
        self.that(self.read_at_standby() > read + len(before), "the standby was not read")

    def read_at_standby(self):
        time.sleep(1.2)  # Until a host has counted.
        return int(self.nodes.sql(1, "SELECT tup_returned FROM pg_stat_database WHERE datname = 'hereabouts'"))

    def check_late_standby(self):
        """While the standby stands still, the backup comes from the primary."""
        self.nodes.sql(1, "SELECT pg_wal_replay_pause()")
        self.write(0.5)
        made = self.backed_up("one")
        self.nodes.sql(1, "SELECT pg_wal_replay_resume()")
        self.that(self.acknowledged().items() <= self.posts_of(made).items(), "a late standby was backed up")

    def check_without_standby(self):
        """While there is none, and no write is acknowledged, a backup is made all the same."""
        self.nodes.stop(1, "immediate")
        made = self.backed_up("one")
        self.nodes.start(1)
        self.that(self.acknowledged().items() <= self.posts_of(made).items(), "the primary was not backed up")

    def check_keys(self):
        """Who deletes positions at one server has no key in the backups of either."""
        self.backed_up("two")
        known = [bytes.fromhex(one) for one in self.keys.sql(0, "SELECT encode(key, 'hex') FROM person_keys").split()]
        for data in ("one", "two"):
            self.that(len(self.found(data, known)) == len(known), f"the backups of {data} do not have all keys")
        member, connection = self.members[0], http.client.HTTPConnection(
            "127.0.0.1", self.servers["one"].port, timeout=30)
        status, _ = member.ask(connection, "DELETE", "me/positions", token=member.session)
        self.that(status == 204, f"deleting positions was answered with {status}")
        member.acknowledged = set()
        left = set(self.keys.sql(0, "SELECT encode(key, 'hex') FROM person_keys").split())
        gone, begin = [key for key in known if key.hex() not in left], time.monotonic()
        self.that(gone, "no key was destroyed")
        for data in ("one", "two"):
            while self.found(data, gone) and time.monotonic() < begin + KEYS_GO_WITHIN:
                time.sleep(0.2)
            self.that(not self.found(data, gone), f"a destroyed key stays in the backups of {data}")
            print(f"destroyed keys left the backups of {data} after {time.monotonic() - begin:.1f} s", flush=True)

    def found(self, data, keys):
        content = b"".join(path.read_bytes() for path in self.backups(data).rglob("*") if path.is_file())
        return [key for key in keys if key in content]

    def state(self, data):
        """The backups that count, and the keys that they are opened with."""
        return self.listed(data), (self.backups(data) / "secret" / "manifest.json").read_bytes()

    def check_failures(self):
        """What fails says so in a line, and leaves all as it was."""
        before = self.state("two")

        def refused(what, words, done):
            self.that(done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1,
                      f"{what} was answered with {done.returncode}: {done.stderr}")
            self.that(self.state("two") == before, f"{what} changed the backups")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        refused("no room", "room", self.backup("two", preexec_fn=limit, restore_signals=False))
        process = subprocess.Popen(
            [self.given.program, "backup", "--data", str(self.folder / "two"), "--config",
             self.configurations["hereabouts"]], stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        process.kill()
        process.wait()
        self.that(self.state("two")[0] == before[0], "a killed backup counts")
        self.keys.stop(0)
        refused("keys that are away", "PostgreSQL", self.backup("two"))
        self.keys.start(0)
        self.backed_up("two")

    def check_doctor(self):
        """The doctor names the latest backup, and who copies the cluster of keys."""
        def lines(words):
            done = self.run("doctor", "--atlas", self.given.atlas, "--data", str(self.folder / "one"), "--host",
                            "127.0.0.1", "--port", "0", *self.options("hereabouts"))
            return [line for line in done.stdout.splitlines() if words in line]

        said = lines("latest backup")
        self.that(len(said) == 1 and said[0].startswith("ok") and str(self.backups("two")) in said[0],
                  f"the doctor says of backups: {said}")
        self.that(not lines("is copied by"), "the doctor says that keys are copied")
        (self.folder / "archive").mkdir()
        copier = subprocess.Popen(
            [programs() / "pg_receivewal", "-D", self.folder / "archive", "-h", "127.0.0.1", "-p",
             str(self.keys.port(0)), "-U", "hereabouts"], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while not (said := lines("is copied by pg_receivewal")) and time.monotonic() < end:
            time.sleep(0.2)
        copier.kill()
        copier.wait()
        self.that(len(said) == 1 and said[0].startswith("fault"), f"the doctor says of a copy of the keys: {said}")

    def sums(self, *options):
        done = self.run("move", *options)
        if done.returncode != 0:
            sys.exit(f"the move {options} failed: {done.stderr}")
        lines = [line.split() for line in done.stdout.splitlines()]
        return [tuple(words) for words in lines if len(words) == 3 and len(words[2]) == 32]

    def check_return(self):
        """A backup, brought back and moved to other databases, has every row."""
        for data in list(self.servers):
            self.stop(data)
        made = self.backed_up("one")
        restored = self.folder / "restored"
        done = self.run("restore", str(made.relative_to(self.backups("one"))), "--backups", str(self.backups("one")),
                        "--data", str(restored), "--config", self.configurations["again"])
        self.that(done.returncode == 0 and "hereabouts move --from" in done.stdout,
                  f"restoring was answered with {done.returncode}: {done.stdout}{done.stderr}")
        there = self.sums("--from", str(restored), *self.options("again"))
        here = self.sums("--to", str(self.folder / "out"), *self.options("hereabouts"))
        self.that(here == there and len(here) > 30, f"sums differ: {set(here) ^ set(there)}")
        port = self.start("three", "again").port
        for member in self.members:
            count, faults = member.check(port)
            self.faults += faults
        stored = dict(row.split("|") for row in self.nodes.sql(
            0, "SELECT message, encode(id, 'hex') FROM posts", "again").splitlines())
        self.that(self.acknowledged().items() <= stored.items(), "acknowledged posts are not there")
        self.that(count > 0, "nobody reported positions")
        print(f"{len(here)} tables, {len(stored)} posts and {count} positions came back")
        self.stop("three")

    def figure(self, data, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.servers[data].port}/metrics", timeout=10) as answer:
            found = re.search(f"^{re.escape(name)} (.*)$", answer.read().decode(), re.MULTILINE)
        return found and float(found[1])

    def check_schedule(self):
        """Of two servers one is to make the backup. When it is frozen, the other one does it, and the first no more."""
        names = {"first", "second"}
        for data in names:
            self.start(data)
        holders = self.holders(names)
        while len(holders) != 1:
            time.sleep(0.5)
            holders = self.holders(names)
        holder, = holders
        other, = names - holders
        time.sleep(2)
        self.servers[holder].process.send_signal(signal.SIGSTOP)
        begin = time.monotonic()
        while not self.listed(other) and time.monotonic() < begin + 120:
            time.sleep(0.5)
        print(f"after {time.monotonic() - begin:.0f} s the other server had made the backup", flush=True)
        self.servers[holder].process.send_signal(signal.SIGCONT)
        time.sleep(20)
        self.that((self.listed(other), self.listed(holder)) == (self.listed(other)[:1], []),
                  f"backups: {self.listed(other)} and {self.listed(holder)}")
        made = [self.figure(data, "hereabouts_backup_last_success_timestamp_seconds") for data in names]
        self.that(made[0] and made[0] == made[1], f"the servers name other times of the last backup: {made}")
        self.that(self.holders(names) == {other}, "the first server goes on with backups")

    def holders(self, names):
        return {data for data in names if self.figure(data, 'hereabouts_database_jobs{name="backups"}') == 1}

    def all(self):
        for nodes in (self.nodes, self.keys):
            nodes.sql(0, "CREATE DATABASE again", "postgres")
        if self.given.schedule:
            return self.check_schedule()
        for data in ("one", "two"):
            self.start(data)
        for member in self.members:
            member.enter(http.client.HTTPConnection("127.0.0.1", self.servers["one"].port, timeout=30))
        self.write()
        for check in (self.check_standby, self.check_late_standby, self.check_without_standby, self.check_keys,
                      self.check_failures, self.check_doctor, self.check_return):
            begin = time.monotonic()
            check()
            print(f"{check.__name__}: {time.monotonic() - begin:.1f} s, faults: {len(self.faults)}", flush=True)
        self.faults += [fault for one in [*self.guests, *self.members] for fault in one.faults]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--port", type=int, default=22280)
    parser.add_argument("--schedule", action="store_true")
    given = parser.parse_args()
    given.program = str(pathlib.Path(given.program).resolve())
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port, 1) as nodes, Nodes(
            given.port + 10, 0, OF_KEYS) as keys:
        check = Check(given, pathlib.Path(folder).resolve(), nodes, keys)
        try:
            check.all()
        finally:
            for server in check.servers.values():
                server.kill()
    for fault in check.faults[:10]:
        print(fault)
    print("faults:", len(check.faults))
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
