#!/usr/bin/env python3
"""Kill the server again and again while posts and positions are written, and look for what was lost or doubled.

Usage: check_durability.py PROGRAM ATLAS [--kills 100] [--writers 16]

Writers send posts with keys and send those again that were not answered. Reporters send positions of a device, change
what they share, and some delete all now and then; a backup is made beside them. Each round ends with SIGKILL, for the
backup too: what counts as a backup after it is restored. In the end every acknowledged post and position must be there,
each once, nothing that was deleted, and the databases whole. (What a power cut takes, this cannot tell: what was
written stays in the system's memory when only the process ends.)"""
import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Server:
    host = "127.0.0.1"

    def __init__(self, program, atlas, data, *options):
        self.port_file = pathlib.Path(data) / "port"
        self.port_file.unlink(missing_ok=True)
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", data, "--host", "127.0.0.1", "--port", "0", "--guests",
             "post",
             "--port-file", str(self.port_file), *options], stdout=subprocess.DEVNULL)
        while not (self.port_file.exists() and self.port_file.read_text().strip()):
            if self.process.poll() is not None:
                sys.exit(f"the server ended with status {self.process.returncode}")
            time.sleep(0.005)
        self.port = int(self.port_file.read_text())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/api/v1/posts?limit=1")
        connection.getresponse().read()
        self.start_seconds = time.perf_counter() - begin

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Writer:
    """Sends one post after the other; the one without an answer is sent again in the next round."""

    def __init__(self, name):
        self.name, self.number, self.acknowledged, self.faults = name, 0, {}, []

    def message(self):
        return f"{self.name}-{self.number}"

    def run(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        while True:
            body = json.dumps({"message": self.message(), "name": self.name,
                               "key": f"{self.message():>24}".replace(" ", "_")})
            try:
                connection.request("POST", "/api/v1/posts", body, {"content-type": "application/json"})
                answer = connection.getresponse()
                text = answer.read()
            except (OSError, http.client.HTTPException):
                return
            if answer.status != 201:
                self.faults.append(f"a post was answered with {answer.status}: {text[:200]}")
                return
            self.acknowledged[self.message()] = json.loads(text)["id"]
            self.number += 1


class Reporter:
    """Sends one position after the other, and unanswered positions again; changes the sharing, and may delete all."""

    def __init__(self, name, forgets):
        self.name, self.forgets, self.number, self.faults = name, forgets, 0, []
        self.acknowledged, self.is_deleting, self.revision, self.steps = set(), False, None, 0
        self.session = self.device = None
        self.begin = int(time.time()) * 1000 - 10 * 3_600_000

    def ask(self, connection, method, path, body=None, token=None):
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        connection.request(method, f"/api/v1/{path}", body and json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None

    def enter(self, connection):
        credentials = {"name": self.name, "password": "correct horse"}
        self.ask(connection, "POST", "accounts", credentials)
        status, answer = self.ask(connection, "POST", "tokens", {**credentials, "label": "test"})
        if status == 201:
            self.session = answer["token"]
            self.device = self.ask(connection, "POST", "me/devices", {"kind": "program", "name": "phone"},
                                   self.session)[1]["token"]
        else:
            self.faults.append(f"{self.name} was not let in: {status} {answer}")

    def run(self, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            while not self.faults:
                self.step(connection)
        except (OSError, http.client.HTTPException):
            return

    def step(self, connection):
        if self.is_deleting or (self.forgets and self.steps % 23 == 22):
            self.is_deleting = True
            status, answer = self.ask(connection, "DELETE", "me/positions", token=self.session)
            expected = 204
            self.acknowledged, self.is_deleting = set(), False
        elif self.steps % 11 == 10:
            status, state = self.ask(connection, "GET", "me/sharing", token=self.session)
            fields = {**state["fields"], "friends": "fuzzy" if self.steps % 2 else "exact"} if status == 200 else None
            status, answer = (
                self.ask(
                    connection, "PUT", "me/sharing", {"revision": state["revision"], "fields": fields}, self.session
                )
                if fields
                else (status, state)
            )
            expected = 200
        else:
            at = self.begin + self.number * 1000
            status, answer = self.ask(connection, "POST", "positions", {"time": at, "lat": 60.17, "lon": 24.94},
                                      self.device)
            expected = 200
            if status == expected:
                self.acknowledged.add(at)
                self.number += 1
        self.steps += 1
        if status != expected:
            self.faults.append(f"{self.name} was answered with {status}: {answer}")

    def check(self, port):
        """Returns how many positions there are, and their faults."""
        status, answer = self.ask(http.client.HTTPConnection("127.0.0.1", port, timeout=30), "GET", "me/positions",
                                  token=self.session)
        if status != 200:
            return 0, [f"{self.name}'s positions were answered with {status}"]
        times = [feature["properties"]["time"] for feature in answer["features"]]
        wanted = {time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at / 1000)) for at in self.acknowledged}
        lost, more = wanted - set(times), set(times) - wanted
        faults = [f"{self.name} lost {len(lost)} positions"] if lost and not self.is_deleting else []
        # One that was not answered may have arrived.
        faults += [f"{self.name} has {len(more)} positions that should not be"] if len(
            more) > 1 and not self.is_deleting else []
        faults += [f"{self.name} has positions twice"] if len(times) != len(set(times)) else []
        return len(wanted), faults


class Keeper:
    """Makes backups and is killed meanwhile; brings back what counts as one."""

    def __init__(self, program, folder):
        self.program, self.folder, self.restored, self.faults = program, pathlib.Path(folder), 0, []

    def command(self, *arguments):
        return [self.program, *arguments, "--backups", str(self.folder / "backups")]

    def begin(self):
        self.process = subprocess.Popen(self.command("backup", "--data", str(self.folder / "data")),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def check(self):
        if not (self.folder / "backups" / "backups.txt").exists():
            return
        listed = subprocess.run(self.command("backup", "--list"), capture_output=True, text=True)
        for name in (line.split()[0] for line in listed.stdout.splitlines()):
            target = self.folder / f"restored-{self.restored}"
            restored = subprocess.run(self.command("restore", name, "--data", str(target)), capture_output=True,
                                      text=True)
            if restored.returncode:
                self.faults.append(f"the backup {name} counts and is not whole: {restored.stderr}")
                continue
            for path in target.glob("*.sqlite"):
                verdict = sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone()[0]
                if verdict != "ok":
                    self.faults.append(f"{path.name} of the backup {name} is {verdict}")
            shutil.rmtree(target)
            self.restored += 1


def look_into(data):
    """What SQLite says of the databases of positions and keys, and of the community's, and the stored posts."""
    verdicts = [sqlite3.connect(os.path.join(data, name)).execute("PRAGMA integrity_check").fetchone()[0]
                for name in ("presence.sqlite", "keys.sqlite")]
    database = sqlite3.connect(os.path.join(data, "community.sqlite"))
    verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
    stored = database.execute("SELECT message, lower(hex(id)) FROM posts").fetchall()
    database.close()
    return verdicts, verdict, stored


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--writers", type=int, default=16)
    return parser.parse_args()


def main():
    options = read_options()
    chance, starts = random.Random(7), []
    writers = [Writer(f"writer{number}") for number in range(options.writers)]
    reporters = [Reporter(f"reporter{number}", forgets=number % 2 == 1) for number in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        data, keeper = os.path.join(folder, "data"), Keeper(options.program, folder)
        os.mkdir(data)
        server = Server(options.program, options.atlas, data)
        for reporter in reporters:
            reporter.enter(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30))
        server.kill()
        for _ in range(options.kills):
            server = Server(options.program, options.atlas, data)
            starts.append(server.start_seconds)
            threads = [threading.Thread(target=each.run, args=(server.port,)) for each in [*writers, *reporters]]
            try:
                for thread in threads:
                    thread.start()
                keeper.begin()
                time.sleep(chance.uniform(0.02, 0.6))
            finally:
                keeper.kill()
                server.kill()
            for thread in threads:
                thread.join()
            keeper.check()
        subprocess.run(keeper.command("backup", "--data", data), check=True, stdout=subprocess.DEVNULL)
        keeper.check()
        # The last round's posts without an answer may or may not be there; the restart also replays the log.
        server = Server(options.program, options.atlas, data)
        checked = [reporter.check(server.port) for reporter in reporters]
        server.kill()
        verdicts, verdict, stored = look_into(data)
    acknowledged = {message: identity for writer in writers for message, identity in writer.acknowledged.items()}
    found = dict(stored)
    lost = [message for message, identity in acknowledged.items() if found.get(message) != identity.replace("-", "")]
    doubled = len(stored) - len(found)
    faults = [fault for each in [*writers, *reporters] for fault in each.faults] + [
        fault for _, found in checked for fault in found]
    faults += keeper.faults if keeper.restored else ["no backup counted"]
    faults += [f"a database of positions is {each}" for each in verdicts if each != "ok"]
    positions = sum(count for count, _ in checked)
    if positions < options.kills:
        faults.append("too few positions were reported to tell anything")
    if len(acknowledged) < 10 * options.kills:
        faults.append("too few posts were written to tell anything")
    print(
        f"{options.kills} kills, {len(acknowledged)} posts acknowledged, {len(stored)} stored: {len(lost)} lost, "
        f"{doubled} doubled, integrity {verdict}; {positions} positions acknowledged and not deleted; "
        f"{keeper.restored} backups brought back; start: median {statistics.median(starts):.3f} s, "
        f"slowest {max(starts):.3f} s"
    )
    for fault in faults[:5]:
        print(fault)
    sys.exit(1 if faults or lost or doubled or verdict != "ok" else 0)


if __name__ == "__main__":
    main()
