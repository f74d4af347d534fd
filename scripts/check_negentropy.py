#!/usr/bin/env python3
"""Give NegentropyHarness the recorded sessions of Tests/Fixtures/negentropy-vectors.json, line by line, as the tests of
hoytech/negentropy do, and let two of it reconcile random sets.

Usage: check_negentropy.py PROGRAM [OTHER]

OTHER, if given, is the program of another implementation; each is then the client and the server of the other one. Its
arguments may follow it, in one word in quotes.
"""
import contextlib
import hashlib
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/negentropy-vectors.json"


class Harness:
    """A running program and the set that it was given."""

    def __init__(self, program, items, frame_limit=0, **environment):
        self.process = subprocess.Popen(
            shlex.split(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "FRAMESIZELIMIT": str(frame_limit), **environment})
        for time, name in items:
            self.say(f"item,{time},{name}")
        self.say("seal")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, line):
        """Return the ids that it has, those that it needs, and its message, or None when it is done."""
        self.say(line)
        have, need = [], []
        while True:
            said = self.process.stdout.readline().rstrip("\n")
            word, _, rest = said.partition(",")
            if word in ("have", "need"):
                (have if word == "have" else need).append(rest)
            elif word == "msg" or said == "done":
                return have, need, rest if word == "msg" else None
            else:
                sys.exit(f"'{' '.join(self.process.args)}' says '{said}' where it should say msg or done")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.stdout.close()


def replay(program, exchange):
    """Give the recorded messages to a client and to a server, and compare what they say and learn."""
    name, have, need = exchange["name"], set(), set()
    with (Harness(program, exchange["client"], exchange["clientFrameLimit"]) as client,
          Harness(program, exchange["server"], exchange["serverFrameLimit"]) as server):
        said = client.answer("initiate")[2]
        for message in exchange["messages"]:
            if said != message["message"]:
                sys.exit(f"{name}: the {message['from']} says {said}, but the recording has {message['message']}")
            if message["from"] == "client":
                said = server.answer("msg," + said)[2]
            else:
                has, needs, said = client.answer("msg," + said)
                have.update(has)
                need.update(needs)
    if said is not None or have != set(exchange["have"]) or need != set(exchange["need"]):
        sys.exit(f"{name}: the client learns other ids than the recording has")


def reconcile(client, server, numbers, **environment):
    """Let two programs reconcile random sets, and compare what the client learns with the sets' difference."""
    count, common = numbers.choice([0, 10, 200, 3000]), numbers.choice([0, 0.5, 0.95, 1])
    ours, theirs = [], []
    for number in range(count):
        item = (1_790_000_000 + number // numbers.choice([1, 50]), hashlib.sha256(f"{number}".encode()).hexdigest())
        both, first = numbers.random() < common, numbers.random() < 0.5
        ours += [item] if both or first else []
        theirs += [item] if both or not first else []
    have, need, limits = set(), set(), [numbers.choice([0, 4096, 20_000]) for _ in range(2)]
    with Harness(client, ours, limits[0], **environment) as asking, Harness(server, theirs, limits[1]) as answering:
        said = asking.answer("initiate")[2]
        while said is not None:
            has, needs, said = asking.answer("msg," + answering.answer("msg," + said)[2])
            have.update(has)
            need.update(needs)
    names = [{name for _, name in items} for items in (ours, theirs)]
    if (have, need) != (names[0] - names[1], names[1] - names[0]):
        sys.exit(
            f"{client} and {server} find other differences than there are, in {count} items with frame limits {limits}")


def main():
    programs = sys.argv[1:3]
    if not programs:
        sys.exit(__doc__)
    recorded = json.loads(VECTORS.read_text(encoding="utf-8"))
    for program in programs:
        for exchange in recorded["exchanges"]:
            replay(program, exchange)
    numbers = random.Random(36)
    pairs = [(client, server) for client in programs for server in programs if len(programs) == 1 or client != server]
    for _ in range(20):
        for client, server in pairs:
            reconcile(client, server, numbers)
            # Ours then opens with parts at random places; others do not know the word.
            reconcile(client, server, numbers, CUTSEED=str(numbers.randrange(1000)))
    print(f"{len(recorded['exchanges'])} recorded sessions and {40 * len(pairs)} random ones agree")


if __name__ == "__main__":
    main()
