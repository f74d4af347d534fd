#!/usr/bin/env python3
"""Ask a server and the browser's core the same questions, and compare bytes: the core answers from the pack that a
device downloads.

Usage: check_offline.py PROGRAM ATLAS... [--each 1000] [--seed 1]

The kinds are suggestions, searches, addresses, routes of each profile, tiles, the inside of buildings, round walks and
trips. wasm/questions.mjs makes the questions, the same ones for the same seed; wasm/offline.mjs asks them.
"""
import argparse
import pathlib
import subprocess
import sys

from loopback import ROOT, serving


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas", nargs="+", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=1000, help="how many questions of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for atlas in options.atlas:
        print(f"{atlas.name}, {options.each} questions of each kind, seed {options.seed}", flush=True)
        with serving(options.program, atlas, "--web", "off") as (_, address):
            asked = [str(ROOT / "wasm/offline.mjs"), str(ROOT / "Web/core.wasm"), address, str(options.each),
                     str(options.seed)]
            if subprocess.run(["node", *asked]).returncode != 0:
                sys.exit(1)


if __name__ == "__main__":
    main()
