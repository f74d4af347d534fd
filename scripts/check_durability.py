#!/usr/bin/env python3
"""Kill the server again and again while posts are written, and look for what was lost or doubled.

Usage: check_durability.py PROGRAM ATLAS [--kills 100] [--writers 16]

Writers send posts with keys and send those again that were not answered. Each round ends with SIGKILL. In the end every
acknowledged post must be there, every post once, and the database whole. (What a power cut takes, this cannot tell: what was
written stays in the system's memory when only the process ends.)
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Server:
    def __init__(self, program, atlas, data):
        self.port_file = pathlib.Path(data) / "port"
        self.port_file.unlink(missing_ok=True)
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--atlas", atlas, "--data", data, "--host", "127.0.0.1", "--port", "0", "--guests", "post",
             "--port-file", str(self.port_file)], stdout=subprocess.DEVNULL)
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
            body = json.dumps({"message": self.message(), "name": self.name, "key": f"{self.message():>24}".replace(" ", "_")})
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--writers", type=int, default=16)
    options = parser.parse_args()
    chance, starts = random.Random(7), []
    writers = [Writer(f"writer{number}") for number in range(options.writers)]
    with tempfile.TemporaryDirectory() as data:
        for _ in range(options.kills):
            server = Server(options.program, options.atlas, data)
            starts.append(server.start_seconds)
            threads = [threading.Thread(target=writer.run, args=(server.port,)) for writer in writers]
            try:
                for thread in threads:
                    thread.start()
                time.sleep(chance.uniform(0.02, 0.3))
            finally:
                server.kill()
            for thread in threads:
                thread.join()
        # The last round's posts without an answer may or may not be there; the restart also replays the log.
        Server(options.program, options.atlas, data).kill()
        database = sqlite3.connect(os.path.join(data, "community.sqlite"))
        verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        stored = database.execute("SELECT message, lower(hex(id)) FROM posts").fetchall()
        database.close()
    acknowledged = {message: identity for writer in writers for message, identity in writer.acknowledged.items()}
    found = dict(stored)
    lost = [message for message, identity in acknowledged.items() if found.get(message) != identity.replace("-", "")]
    doubled = len(stored) - len(found)
    faults = [fault for writer in writers for fault in writer.faults]
    if len(acknowledged) < 10 * options.kills:
        faults.append("too few posts were written to tell anything")
    print(
        f"{options.kills} kills, {len(acknowledged)} posts acknowledged, {len(stored)} stored: {len(lost)} lost, "
        f"{doubled} doubled, integrity {verdict}; start: median {statistics.median(starts):.3f} s, slowest {max(starts):.3f} s")
    for fault in faults[:5]:
        print(fault)
    sys.exit(1 if faults or lost or doubled or verdict != "ok" else 0)


if __name__ == "__main__":
    main()
