#!/usr/bin/env python3
"""Measure the mesh beside Reticulum's LXMF: the same line of three hosts, the same cases, one after the other; as root on Linux.

Usage: measure_mesh.py PROGRAM ATLAS [--cut SECONDS] [--peers FOLDER --python PYTHON]

FOLDER has `reticulum_baseline.py`, which prints a JSON object a case and makes its hosts by network namespaces as we do; PYTHON has the
packages rns and lxmf. Without them ours is measured alone. Messages have 100 bytes and go from one end of the line to the other. The bytes
are those of the cables' interfaces, with the headers of Ethernet, and with all that was said meanwhile; packets are never joined.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from mesh_burst import burst, single_lines  # noqa: E402
from mesh_hosts import Hosts, can_make_hosts, wait_for_same  # noqa: E402
from mesh_line import Line  # noqa: E402

CABLES = (("a", "b"), ("b", "c"))


def row(case, *cells):
    print(f"| {case} | {' | '.join(map(str, cells))} |", flush=True)


def alone(line, seconds=60):
    before = [line.hosts.bytes(*pair) for pair in CABLES]
    time.sleep(seconds)
    return [(line.hosts.bytes(*pair) - then) * 60 / seconds for pair, then in zip(CABLES, before)]


def cut(line, seconds):
    """Five lines each way during a cut; return the seconds from healing until both ends have all."""
    a, _, c = line.nodes
    line.hosts.set_link("b", "c", False)
    began, said = time.monotonic(), set()
    for number in range(5):
        for node in (a, c):
            said.add(f"{number} from {node.name}")
            assert node.say(f"{number} from {node.name}")
        time.sleep(seconds / 8)
    time.sleep(max(0, began + seconds - time.monotonic()))
    line.hosts.set_link("b", "c", True)
    return wait_for_same((a, c), said, 120)


def ours(program, atlas, seconds):
    folder = tempfile.mkdtemp(prefix="mesh-")
    with Hosts() as hosts, Line(program, atlas, hosts, folder) as line:
        line.join()
        time.sleep(5)
        row("ours: nobody writes, bytes a minute", *(f"{one:.0f}" for one in alone(line)), "")
        took, each = single_lines(*line.nodes)
        row("ours: lines two seconds apart, bytes a line, seconds", *(f"{one:.0f}" for one in each), f"{took:.3f}")
        for number in range(3):
            took, each = burst(*line.nodes, name=f"of burst {number}")
            row("ours: 100 lines at once, bytes a line, seconds", *(f"{one:.0f}" for one in each), f"{took:.2f}")
        row(f"ours: a cut of {seconds} s, seconds after healing", "", "", f"{cut(line, seconds):.1f}")
        line.stop()
    shutil.rmtree(folder)


def theirs(folder, python):
    work = tempfile.mkdtemp(prefix="mesh-")
    words = [python, "reticulum_baseline.py", python, f"{work}/rns", "alone", "hundred", "partition", "announced"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            case = json.loads(line)
            name = f"LXMF: {case['case']}"
            if "per_minute" in case:
                row(f"{name}, bytes a minute", *(one["bytes"] for one in case["per_minute"].values()), "")
            elif "bytes_per_message_and_link" in case:
                row(f"{name}: one message, seconds", "", "", case["one_arrives_s"])
                row(f"{name}: 100 messages at once, bytes a message, seconds", *case["bytes_per_message_and_link"].values(), case["all_took_s"])
            elif "to_c_after_healing_s" in case:
                times = case["to_c_after_healing_s"] + case["to_a_after_healing_s"]
                came = [one for one in times if one is not None]
                row(f"{name}, a cut of 60 s, seconds after healing", "", "", f"{len(came)} of 10, the last after {max(came, default='–')}")
            else:
                row(name, "", "", case.get("took_s", ""))
    shutil.rmtree(work, ignore_errors=True)
    if process.returncode != 0:
        sys.exit(f"reticulum_baseline.py ended with {process.returncode}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--cut", type=int, default=60)
    parser.add_argument("--peers"), parser.add_argument("--python")
    options = parser.parse_args()
    if not can_make_hosts("the measurement of the mesh"):
        return
    print(f"load of the machine: {os.getloadavg()[0]:.1f}\n\n| | A–B | B–C | |\n|---|---|---|---|")
    ours(options.program, options.atlas, options.cut)
    if options.peers and options.python:
        theirs(os.path.abspath(options.peers), options.python)
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
