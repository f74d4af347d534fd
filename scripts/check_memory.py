#!/usr/bin/env python3
"""Hold the memory of `hereabouts import`: by its report, under limits of the process, and with a full disk.

Usage: check_memory.py PROGRAM EXTRACT.osm.pbf

Imports the extract and 4 x 4 copies of it. Needs the `osmium` program (package osmium-tool). Exit status 1 when the
memory grows faster with the nodes than it may, when a limit ends the import in another way than with a sentence, or
when a failed import leaves a file.
"""
import json
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

import extract_copies

# Bytes for each node, with the pages of the files: 390 measured, where sections that wait for the end and freed memory
# that is kept make it 680.
LARGEST_GROWTH = 600
# The copies fit into this limit of data, and not into the other.
ENOUGH = 256 << 20
TOO_LITTLE = 80 << 20


def run(program, extract, atlas, limits=()):
    def set_limits():
        # A write beyond the largest size of a file then fails, as on a full disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for which, size in limits:
            resource.setrlimit(which, (size, size))
    return subprocess.run([program, "import", str(extract), "-o", str(atlas), "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, preexec_fn=set_limits, restore_signals=False, timeout=300)


def report(program, extract, atlas, limits=()):
    done = run(program, extract, atlas, limits)
    if done.returncode != 0:
        sys.exit(f"{extract.name} {limits}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def main(program, extract):
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copies, atlas = folder / "copies.osm.pbf", folder / "copies.atlas"
        extract_copies.copy(extract, copies, 4, 4)
        one = report(program, pathlib.Path(extract), folder / "one.atlas")
        all_of_them = report(program, copies, atlas)
        grown = (all_of_them["peakBytes"] - one["peakBytes"]) / (all_of_them["nodes"] - one["nodes"])
        for title, made in [("extract", one), ("copies", all_of_them)]:
            print(f"{title}: {made['nodes']} nodes, {made['peakBytes'] >> 20} MiB, "
                  f"addresses of {made['addressBytes'] >> 20} MiB")
            if made["addressBytes"] > 2 * made["peakBytes"] + (1 << 30):
                faults.append(f"{title}: the address space is far larger than the memory")
        print(f"growth: {grown:.0f} bytes a node, allowed {LARGEST_GROWTH}")
        if grown > LARGEST_GROWTH:
            faults.append("memory grows too fast with the nodes")

        bytes_before = atlas.read_bytes()
        report(program, copies, atlas, [(resource.RLIMIT_DATA, ENOUGH)])
        if atlas.read_bytes() != bytes_before:
            faults.append("with a limit the atlas has other bytes")

        for title, limits in [
            ("too little memory", [(resource.RLIMIT_DATA, TOO_LITTLE)]),
            ("a full disk", [(resource.RLIMIT_FSIZE, len(bytes_before) // 2)]),
        ]:
            done = run(program, copies, atlas, limits)
            print(f"{title}: status {done.returncode}: {done.stderr.splitlines()[-1] if done.stderr else ''}")
            if done.returncode not in (1, 64) or str(folder) not in done.stderr:
                faults.append(f"{title}: no sentence")
            if sorted(path.name for path in folder.iterdir()) != ["copies.atlas", "copies.osm.pbf", "one.atlas"]:
                faults.append(f"{title}: something is left in the folder")
            if atlas.read_bytes() != bytes_before:
                faults.append(f"{title}: the old atlas changed")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
