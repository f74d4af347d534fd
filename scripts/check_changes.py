#!/usr/bin/env python3
"""Compare `hereabouts update` with `osmium apply-changes`, `osmium extract` and a fresh import.

Usage: check_changes.py PROGRAM EXTRACT [--rounds NUMBER] [--seed NUMBER]

A round cuts the middle out of the extract, by one of osmium's strategies. It makes change files with random edits of
the whole extract: objects that are created, modified and deleted, inside and outside, several times and out of order.
`hereabouts update` must give the same objects as osmium, whose output is cut again by the same strategy, and the atlas
that `hereabouts import` makes of osmium's output, byte for byte. The same files once more must give the same bytes. In the
first round a server follows the folder in which the files appear, and must serve that atlas.
Needs the `osmium` program (package osmium-tool). Exit status 1 when anything differs.
"""
import argparse
import bz2
import copy
import datetime
import gzip
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

from attacked import Attacked

EDITS_PER_FILE = 1500
# By osmium's name and ours.
RULES = {"smart": "smart", "complete_ways": "complete-ways"}
# Osmium's own default is multipolygons only.
OPTIONS = {"smart": ("-S", "types=multipolygon,boundary,restriction"), "complete_ways": ()}
RELATION_TYPES = ("multipolygon", "boundary", "restriction", "route", "site")
PACKINGS = {".osc": lambda text: text, ".osc.gz": gzip.compress, ".osc.bz2": bz2.compress}


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}")
    return done.stdout


class Editors:
    """People who edit the objects of an extract, and remember their newest versions."""

    def __init__(self, random, extract):
        self.random = random
        self.objects = {"node": {}, "way": {}, "relation": {}}
        root = ET.fromstring(run("osmium", "cat", "--no-progress", "-f", "osm", extract))
        for element in root:
            if element.tag in self.objects:
                self.objects[element.tag][int(element.get("id"))] = element
        places = [(float(node.get("lon")), float(node.get("lat"))) for node in self.objects["node"].values()]
        self.box = [pick(axis) for pick in (min, max) for axis in zip(*places)]
        self.time = datetime.datetime(2026, 1, 1)
        # Beyond all ids of today, but relations within the 32 bits of osmium's index of parents.
        self.next_ids = {"node": 20_000_000_000, "way": 2_000_000_000, "relation": 50_000_000}

    def change_file(self, edits):
        """A change file, as bytes."""
        root = ET.Element("osmChange", version="0.6", generator="random")
        for _ in range(edits):
            action, element = self.random.choices(
                (self.create, self.modify, self.delete, self.repeat), (35, 45, 12, 8))[0]()
            ET.SubElement(root, action).append(element)
        return ET.tostring(root, encoding="utf-8", xml_declaration=True)

    def stamp(self, element, version):
        """Gives an element its next version."""
        # Osmium reads tags only in one piece, as all programs write them.
        element[:] = sorted(element, key=lambda part: part.tag == "tag")
        self.time += datetime.timedelta(seconds=self.random.randint(1, 100))
        element.set("version", str(version))
        element.set("timestamp", self.time.strftime("%Y-%m-%dT%H:%M:%SZ"))
        # The extract must not hold who edited.
        element.attrib |= {"changeset": "17", "uid": "4", "user": "somebody"}

    def kind(self):
        return self.random.choices(("node", "way", "relation"), (60, 30, 10))[0]

    def any_id(self, kind):
        return self.random.choice(list(self.objects[kind]))

    def create(self):
        kind = self.kind()
        element = ET.Element(kind, id=str(self.next_ids[kind]))
        self.next_ids[kind] += self.random.randint(1, 3)
        self.fill(element)
        self.stamp(element, 1)
        self.objects[kind][int(element.get("id"))] = element
        return "create", copy.deepcopy(element)

    def modify(self):
        kind = self.kind()
        element = copy.deepcopy(self.objects[kind][self.any_id(kind)])
        if self.random.random() < 0.6:
            self.fill(element)
        else:
            self.tag(element)
        # Some versions in between never reach a change file.
        self.stamp(element, int(element.get("version")) + self.random.choice((1, 1, 1, 2)))
        self.objects[kind][int(element.get("id"))] = element
        return "modify", copy.deepcopy(element)

    def delete(self):
        kind = self.kind()
        old = self.objects[kind].pop(self.any_id(kind))
        element = ET.Element(kind, id=old.get("id"))
        if kind == "node" and self.random.random() < 0.5:
            element.attrib |= {"lat": old.get("lat"), "lon": old.get("lon")}
        self.stamp(element, int(old.get("version")) + 1)
        return "delete", element

    def repeat(self):
        """An old or the current version of an object, whose time does not change."""
        kind = self.kind()
        element = copy.deepcopy(self.objects[kind][self.any_id(kind)])
        if int(element.get("version")) > 1 and self.random.random() < 0.7:
            element.set("version", str(int(element.get("version")) - 1))
            self.tag(element)
        return "modify", element

    def fill(self, element):
        """Gives an element a new position, new nodes or new members."""
        if element.tag == "node":
            west, south, east, north = self.box
            element.set("lon", f"{self.random.uniform(west - 0.002, east + 0.002):.7f}")
            element.set("lat", f"{self.random.uniform(south - 0.002, north + 0.002):.7f}")
        elif element.tag == "way":
            for part in element.findall("nd"):
                element.remove(part)
            refs = [self.any_id("node") for _ in range(self.random.randint(0, 12))]
            if len(refs) > 3 and self.random.random() < 0.3:
                refs.append(refs[0])
            for ref in refs:
                ET.SubElement(element, "nd", ref=str(ref))
        else:
            for part in element.findall("member"):
                element.remove(part)
            for _ in range(self.random.randint(0, 6)):
                kind = self.random.choice(("node", "way", "way", "relation"))
                role = self.random.choice(("outer", "inner", "", "stop"))
                ET.SubElement(element, "member", type=kind, ref=str(self.any_id(kind)), role=role)
        self.tag(element)

    def tag(self, element):
        tags = {
            "name": self.random.choice(("Café Ä", "Cafe\u0301 A\u0308", "北京", "a \"b\" <&> 'c'", "")),
            "highway": self.random.choice(("footway", "residential", "primary")),
            "building": "yes", "natural": "water", "amenity": self.random.choice(("cafe", "school")),
        }
        for part in element.findall("tag"):
            if part.get("k") in tags and self.random.random() < 0.5:
                element.remove(part)
        known = {part.get("k") for part in element.findall("tag")}
        for key in self.random.sample(list(tags), self.random.randint(0, 3)):
            if key not in known:
                ET.SubElement(element, "tag", k=key, v=tags[key])
        if element.tag == "relation" and "type" not in known:
            ET.SubElement(element, "tag", k="type", v=self.random.choice(RELATION_TYPES))


def newest_time(files):
    times = [time for text in files for time in
             (element.get("timestamp") for element in ET.fromstring(text).iter()) if time]
    return max(times)


def check_round(program, extract, editors, rule, folder, follows):
    """Returns the faults of one round."""
    west, south, east, north = editors.box
    width, height = (east - west) / 4, (north - south) / 4
    box = ",".join(f"{number:.7f}" for number in (west + width, south + height, east - width, north - height))
    (folder / "kept").mkdir()
    (folder / "expected").mkdir()
    # The atlas may have its name from the file: all have the same.
    kept, expected = folder / "kept/place.osm.pbf", folder / "expected/place.osm.pbf"
    cut = ("extract", "--no-progress", "-b", box, "--set-bounds", "-s", rule, *OPTIONS[rule])
    run("osmium", *cut, extract, "-o", kept)
    before = kept.read_bytes()
    texts = [editors.change_file(EDITS_PER_FILE) for _ in PACKINGS]
    files = []
    for number, (text, (name, pack)) in enumerate(zip(texts, PACKINGS.items()), 1):
        files.append(folder / f"{number:03}{name}")
        files[-1].write_bytes(pack(text))
    run("osmium", "apply-changes", "--no-progress", kept, *files, "-o", folder / "applied.osm.pbf")
    run("osmium", *cut, "--clean", "changeset", "--clean", "uid", "--clean", "user", folder / "applied.osm.pbf", "-o",
        expected, f"--output-header=osmosis_replication_timestamp={newest_time(texts)}")
    run(program, "import", expected, "-o", folder / "expected.atlas", stderr=subprocess.DEVNULL)

    faults = []
    updated = folder / "updated/place.osm.pbf"
    updated.parent.mkdir()
    report = run(program, "update", kept, *files, "-o", updated, "--atlas", folder / "updated.atlas", "--cut",
                 RULES[rule], stderr=subprocess.DEVNULL)
    if kept.read_bytes() != before:
        faults.append("the kept extract changed")
    difference = subprocess.run(["osmium", "diff", "--no-progress", "-c", expected, updated], stdout=subprocess.PIPE,
                                text=True)
    if difference.returncode != 0:
        lines = difference.stdout.splitlines()
        faults.append(f"{len(lines)} objects differ from osmium's: {', '.join(lines[:10])}")
    if (folder / "updated.atlas").read_bytes() != (folder / "expected.atlas").read_bytes():
        faults.append("the atlas differs from that of a fresh import")
    info = json.loads(run("osmium", "fileinfo", "-e", "-j", updated))
    if not info["data"]["objects_ordered"]:
        faults.append("the new extract is not sorted")
    stated = info["header"]["boxes"][0]
    if any(abs(one - float(other)) > 1e-9 for one, other in zip(stated, box.split(","))):
        faults.append(f"the new extract states the box {stated}, not {box}")

    once = updated.read_bytes()
    quiet = run(program, "update", updated, *files, "--cut", RULES[rule], "--quiet", "--atlas", folder / "again.atlas",
                stderr=subprocess.DEVNULL)
    if quiet:
        faults.append(f"--quiet prints {quiet!r}")
    if updated.read_bytes() != once:
        faults.append("the same changes once more give another extract")
    if (folder / "again.atlas").read_bytes() != (folder / "updated.atlas").read_bytes():
        faults.append("the same changes once more give another atlas")
    print(f"{rule}: {info['data']['count']}; {report.splitlines()[0]}", flush=True)
    if follows:
        faults += check_following(program, kept, files, RULES[rule], folder)
    return faults


def check_following(program, kept, files, rule, folder):
    """Returns the faults of a server that follows a folder of change files."""
    place, arriving = folder / "following", folder / "following/changes"
    place.mkdir()
    arriving.mkdir()
    extract, atlas = place / "place.osm.pbf", place / "place.atlas"
    shutil.copy(kept, extract)
    run(program, "import", extract, "-o", atlas, stderr=subprocess.DEVNULL)
    settings = {"map-extract": extract, "map-changes": arriving, "map-cut": rule}
    server = Attacked(program, atlas, place, *(word for item in settings.items() for word in ("--set", "=".join(
        map(str, item)))))
    faults = []

    def wait(until, what):
        end = time.monotonic() + 120
        while not until():
            if time.monotonic() > end:
                return faults.append(f"{what}; the log ends {server.last_words()[-300:]!r}")
            time.sleep(0.3)

    def served():
        return server.ask("GET", "/api/v1/atlas")[1]

    try:
        old = served()
        (arriving / "broken.osc").write_text("<osmChange><modify><node")
        (arriving / "notes.txt").write_text("no change file")
        wait(lambda: "was not updated" in server.last_words(), "a broken change file is not named")
        if extract.read_bytes() != kept.read_bytes() or served() != old or not (arriving / "broken.osc").exists():
            faults.append("a broken change file changed something")
        (arriving / "broken.osc").unlink()
        for file in files:
            shutil.copy(file, arriving)
        expected = (folder / "expected.atlas").read_bytes()
        wait(lambda: served() == expected, "the server does not serve the new atlas")
        wait(lambda: [file.name for file in arriving.iterdir()] == ["notes.txt"], "files that were applied are there")
    finally:
        server.end()
    print("a server followed the folder of change files", flush=True)
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("extract", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for number in range(given.rounds):
        seed = given.seed + number
        rule = list(RULES)[number % len(RULES)]
        with tempfile.TemporaryDirectory() as folder:
            editors = Editors(random.Random(seed), given.extract)
            for fault in check_round(given.program, given.extract, editors, rule, pathlib.Path(folder), number == 0):
                print(f"seed {seed}, {rule}: {fault}")
                failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
