#!/usr/bin/env python3
"""Cut a mesh in two again and again, with lines written on both sides; as root on Linux.

Usage: check_mesh_cuts.py PROGRAM ATLAS [--runs NUMBER] [--seconds SECONDS]

On a line of hosts, A–B–C, the cable of C is cut and healed. All servers are to have the same lines within 5 s of
healing, each time.
"""
import argparse
import shutil
import statistics
import sys
import tempfile
import time

from mesh_hosts import Hosts, can_make_hosts, wait_for_same
from mesh_line import Line

MOST = 5


def check_cuts(line, runs, seconds):
    a, b, c = line.nodes
    took = []
    for run in range(runs):
        line.hosts.set_link("b", "c", False)
        began, said = time.monotonic(), set()
        for number in range(5):
            time.sleep(max(0, began + number * seconds / 6 - time.monotonic()))
            for node in (a, c):
                said.add(f"cut {run}, line {number} from {node.name}")
                assert node.say(f"cut {run}, line {number} from {node.name}")
        time.sleep(max(0, began + seconds - time.monotonic()))
        assert not c.has(f"cut {run}, line 0 from a"), "a line passed a cut cable"
        line.hosts.set_link("b", "c", True)
        took.append(wait_for_same((a, b, c), said, 60))
        print(f"cut {run + 1}: equal after {took[-1]:.2f} s", flush=True)
        # The next cut finds the mesh at rest.
        line.wait_for_links()
    good = sum(one <= MOST for one in took)
    print(f"after {good} of {runs} cuts of {seconds} s all servers had the same lines within {MOST} s of healing: "
          f"{min(took):.2f} s at best,"
          f" {statistics.median(took):.2f} s in the middle, {max(took):.2f} s at worst")
    if good < runs:
        sys.exit(f"{runs - good} took longer")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=5)
    options = parser.parse_args()
    if not can_make_hosts("cutting a mesh"):
        return
    folder = tempfile.mkdtemp(prefix="mesh-")
    with Hosts() as hosts, Line(options.program, options.atlas, hosts, folder) as line:
        line.join()
        check_cuts(line, options.runs, options.seconds)
        line.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
