#!/usr/bin/env python3
"""Kill servers of a mesh at random while lines are written at all of them; as root on Linux.

Usage: check_mesh_kills.py PROGRAM ATLAS [--kills NUMBER] [--seed NUMBER]

Three servers run on a line of hosts, A–B–C. Each time one of them is killed with SIGKILL and started again. At the end
each line that a server said it keeps is to be at all servers, once, and the files of messages are to be whole.
"""
import argparse
import copy
import pathlib
import random
import shutil
import signal
import sqlite3
import tempfile
import threading
import time

from mesh_burst import Writer
from mesh_hosts import Hosts, Inside, can_make_hosts, wait_for_same
from mesh_line import Line


class Talker(threading.Thread):
    """Writes lines at a node until `end` is called, and remembers those that the node said it keeps."""

    def __init__(self, node, seed):
        super().__init__(daemon=True)
        self.node = copy.copy(node)
        self.node.inside = Inside(node.hosts.space(node.name))
        self.random, self.stopped = random.Random(f"{seed} {node.name}"), threading.Event()
        self.asked, self.kept, self.fault = set(), set(), None

    def run(self):
        try:
            self.talk(Writer(self.node))
        except Exception as error:  # `end` raises it in the main thread.
            self.fault = error

    def talk(self, writer):
        number = 0
        while not self.stopped.wait(self.random.uniform(0, 0.6)):
            texts = [f"{self.node.name} {number + more}" for more in range(self.random.choice((1, 1, 1, 2, 5)))]
            number += len(texts)
            self.asked.update(texts)
            if self.random.random() < 0.05:
                # The node signs. A second attempt could write a second line.
                self.kept.update(text for text in texts if self.node.say(text, attempts=1))
            else:
                verdicts = writer.bring([writer.sign(text) for text in texts], attempts=1) or []
                states = [verdict["state"] for verdict in verdicts]
                assert set(states) <= {"kept"}, verdicts
                self.kept.update(text for text, _ in zip(texts, states))

    def end(self):
        self.stopped.set()
        self.join()
        if self.fault:
            raise self.fault


def check_kills(line, kills, seed):
    chance, earlier = random.Random(seed), set(line.b.texts())
    talkers = [Talker(node, seed) for node in line.nodes]
    for talker in talkers:
        talker.start()
    ready = []
    for number in range(1, kills + 1):
        time.sleep(chance.uniform(0, 1.5))
        node = chance.choice(line.nodes)
        node.stop(signal.SIGKILL)
        time.sleep(chance.choice((0, 0, chance.uniform(0, 2))))
        began = time.monotonic()
        node.start()
        ready.append(time.monotonic() - began)
        if number % 10 == 0 or number == kills:
            print(f"{number} kills, {sum(len(talker.kept) for talker in talkers)} lines", flush=True)
    for talker in talkers:
        talker.end()
    kept, asked = (set().union(*sets) for sets in ((t.kept for t in talkers), (t.asked for t in talkers)))
    took = wait_for_same(line.nodes, kept, 120)
    texts = [text for text in line.b.texts() if text not in earlier]
    assert len(texts) == len(set(texts)), "a line is there twice"
    assert set(texts) <= asked, "a line is there that nobody wrote"
    print(f"servers were killed {kills} times (seed {seed}) and answered again after {max(ready):.1f} s at most; all "
          f"{len(kept)} acknowledged"
          f" lines are everywhere, each once, {took:.1f} s after the last one; of {len(asked - kept)} others, "
          f"{len(set(texts) - kept)} are")


def check_files(nodes):
    for node in nodes:
        [file] = pathlib.Path(node.data).rglob("mesh.sqlite")
        database = sqlite3.connect(file)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"{file} is damaged"
        database.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not can_make_hosts("killing servers of a mesh"):
        return
    folder = tempfile.mkdtemp(prefix="mesh-")
    with Hosts() as hosts, Line(options.program, options.atlas, hosts, folder) as line:
        line.join()
        check_kills(line, options.kills, options.seed)
        line.stop()
        check_files(line.nodes)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
