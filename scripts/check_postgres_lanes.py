#!/usr/bin/env python3
"""Kill, freeze and stop PostgreSQL hosts while PostgresLedger writes, and look for lost, doubled and unseen rows.

    check_postgres_lanes.py PROGRAM [--rounds 6] [--seed 1] [--callers 16] [--kinds freeze kill] [--port 21620]

Each round strikes once: `kill` ends the primary and promotes a standby; `freeze` stops the primary, promotes a standby
and lets the old one go on, which still says that it takes writes; `standby` stops one standby; `standbys` stops all, so
that commits wait; `restart` restarts the primary. Every acknowledged row must be there with its time, and a reader
that follows the times must have seen each row once, in one order."""
import argparse
import collections
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from postgres_nodes import Nodes

SECONDS_BEFORE, SECONDS = 1.5, 14
KINDS = ["kill", "freeze", "standby", "standbys", "restart"]


def strike(nodes, kind, generator):
    """Do what the round is about; returns the hosts that must join again, and a word about it."""
    primary = nodes.primary()
    standbys = [number for number in nodes.numbers if number != primary]
    if kind == "kill":
        nodes.signal(primary, signal.SIGKILL)
        time.sleep(generator.uniform(0, 2))
        nodes.promote(standbys)
        return [primary]
    if kind == "freeze":
        nodes.signal(primary, signal.SIGSTOP)
        time.sleep(generator.uniform(0, 1))
        nodes.promote(standbys)
        time.sleep(generator.uniform(0, 4))
        nodes.signal(primary, signal.SIGCONT)
        return [primary]
    if kind == "restart":
        nodes.stop(primary, generator.choice(["fast", "immediate"]))
        time.sleep(generator.uniform(0, 1))
        nodes.start(primary)
        return []
    stopped = standbys if kind == "standbys" else [generator.choice(standbys)]
    for number in stopped:
        nodes.stop(number, "immediate")
    time.sleep(generator.uniform(1, 6))
    for number in stopped:
        nodes.start(number)
    return []


def faults_of(nodes, lines):
    """What is wrong with the rows, and the longest pause between two acknowledgements in seconds."""
    rows = [row.split("|") for row in nodes.sql(
        nodes.primary(), "SELECT encode(key, 'hex'), time FROM ledger").splitlines()]
    kept = dict(rows)
    acknowledged = [line.split() for line in lines if not line.startswith("seen ")]
    seen = [line.split()[1:] for line in lines if line.startswith("seen ")]
    faults = []
    lost = [key for key, when, _ in acknowledged if kept.get(key) != when]
    if lost:
        faults.append(f"{len(lost)} acknowledged rows are not there, or have another time")
    times = [int(when) for _, when in seen]
    if times != sorted(set(times)):
        faults.append("the reader saw rows twice or out of order")
    missed = {when for _, when in rows} - {when for _, when in seen}
    if missed:
        faults.append(f"the reader missed {len(missed)} rows")
    if len(kept) != len(rows):
        faults.append(f"{len(rows) - len(kept)} rows were written twice")
    moments = sorted(float(at) for _, _, at in acknowledged)
    pause = max((later - earlier for earlier, later in zip(moments, moments[1:])), default=SECONDS)
    return faults, pause, len(acknowledged)


def run_round(nodes, given, kind, generator, file):
    if nodes.sql(nodes.primary(), "SELECT to_regclass('ledger')"):
        nodes.sql(nodes.primary(), "TRUNCATE ledger")
    ledger = subprocess.Popen(
        [given.program, nodes.address, str(given.callers), str(SECONDS), file], stdout=subprocess.PIPE, text=True)
    try:
        time.sleep(SECONDS_BEFORE)
        again = strike(nodes, kind, generator)
        said, _ = ledger.communicate(timeout=SECONDS + 60)
    except subprocess.TimeoutExpired:
        return ["the writers did not end"], 0, 0, ""
    finally:
        ledger.kill()
    if ledger.returncode != 0:
        return [f"PostgresLedger ended with {ledger.returncode}"], 0, 0, said
    faults, pause, count = faults_of(nodes, pathlib.Path(file).read_text().splitlines())
    for number in again:
        nodes.rejoin(number)
    return faults, pause, count, said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--callers", type=int, default=16)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--port", type=int, default=21620)
    given = parser.parse_args()
    generator = random.Random(given.seed)
    pauses, total, wrong = collections.defaultdict(list), 0, 0
    with Nodes(given.port, standbys=2) as nodes, tempfile.TemporaryDirectory() as folder:
        for number in range(given.rounds):
            kind = given.kinds[number % len(given.kinds)]
            faults, pause, count, said = run_round(nodes, given, kind, generator, f"{folder}/ledger")
            total += count
            pauses[kind].append(pause)
            print(f"{number + 1} {kind}: {count} acknowledged, pause {pause:.1f} s", *faults, sep="; ", flush=True)
            if faults:
                wrong += 1
                print(said)
    for kind, all_of_kind in pauses.items():
        print(f"{kind}: pause {statistics.median(all_of_kind):.1f} s, at most {max(all_of_kind):.1f} s")
    print(f"{given.rounds} rounds, {total} acknowledged, {wrong} rounds with faults")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
