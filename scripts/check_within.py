#!/usr/bin/env python3
"""Compare `hereabouts import --within` with `osmium extract` and a fresh import of its output.

Usage: check_within.py PROGRAM EXTRACT [--each NUMBER] [--seed NUMBER]

For random boxes, an import within the box must keep as many objects as `osmium extract -s smart -S
types=multipolygon,boundary,restriction` and give the atlas of osmium's output, byte for byte. For random polygons, some
with holes and several parts, the objects must be osmium's and the coasts in the polygon's box; the atlas may differ
only where streets end at the edge of the map. Once each, the same is asked of XML, and of two extracts that overlap,
but for the order of names. Regions without a node, and files that are no region, must be refused with the reason.
Needs the `osmium` program (package osmium-tool). Exit status 1 when anything differs.
"""
import argparse
import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

RULE = ("-s", "smart", "-S", "types=multipolygon,boundary,restriction", "--set-bounds")
# Which junctions the region cuts off: the header of an extract has no outline.
EDGE_SECTIONS = {"roads.nodeFlags"}
# Owners of what stands in the order of the texts: two extracts bring these in another order than one, also without
# a region.
TEXT_ORDER_OWNERS = ("place.", "search.", "reverse.")
# A box with fewer of an extract's nodes is not believed, unless somebody asks for it.
LEAST_SHARE = 0.01


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}")
    return done.stdout


def osmium(command, *arguments):
    return run("osmium", command, "--no-progress", *arguments)


class Extract:
    """The places of nodes, and the coasts."""

    def __init__(self, path):
        self.path = path
        self.nodes, self.coasts = {}, {}
        for line in osmium("cat", "-t", "node", "-t", "way", "-f", "opl", path).splitlines():
            fields = {field[0]: field[1:] for field in line.split(" ")}
            if "n" in fields and "x" in fields:
                self.nodes[int(fields["n"])] = (round(float(fields["x"]) * 1e7), round(float(fields["y"]) * 1e7))
            elif "w" in fields and "natural=coastline" in fields["T"].split(","):
                self.coasts[int(fields["w"])] = [int(ref[1:]) for ref in fields["N"].split(",")]
        self.box = box_around(self.nodes.values())
        header = json.loads(osmium("fileinfo", "-j", path))["header"]["option"]
        # Osmium forgets the time of the data, which an atlas states.
        time = header.get("osmosis_replication_timestamp")
        self.header = [f"--output-header=osmosis_replication_timestamp={time}"] if time else []

    def inside(self, box):
        west, south, east, north = box
        return {node for node, (x, y) in self.nodes.items() if west <= x <= east and south <= y <= north}


def box_around(points):
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def degrees(box):
    return ",".join(f"{number / 1e7:.7f}" for number in box)


def counts(path):
    count = json.loads(osmium("fileinfo", "-e", "-j", path))["data"]["count"]
    return [count[kind] for kind in ("nodes", "ways", "relations")]


def sections(path):
    """The bytes of each section of an atlas (docs/atlas-format.md)."""
    content = path.read_bytes()
    found = {}
    for index in range(struct.unpack_from("<I", content, 16)[0]):
        name, offset, length = struct.unpack_from("<16sQQ", content, 64 + 48 * index)
        found[name.rstrip(b"\0").decode()] = content[offset:offset + length]
    return found


def random_box(random, extract):
    """A box that shares at least a corner with the extract's."""
    west, south, east, north = extract.box
    width, height = (round((high - low) * random.uniform(0.03, 0.7)) for low, high in ((west, east), (south, north)))
    x, y = random.randint(west - width // 4, east), random.randint(south - height // 4, north)
    # Some sides lead exactly through a node.
    corner = random.choice(list(extract.nodes.values())) if random.random() < 0.5 else (x, y)
    return corner[0], corner[1], corner[0] + width, corner[1] + height


def random_polygons(random, extract):
    """The coordinates of a MultiPolygon in degrees: stars in the extract's box, which do not overlap."""
    west, south, east, north = extract.box
    parts = random.choice((1, 1, 2))
    polygons = []
    for part in range(parts):
        width, height = (east - west) / parts, north - south
        x, y = west + width * (part + random.uniform(0.4, 0.6)), south + height * random.uniform(0.4, 0.6)
        reach = random.uniform(0.1, 0.39)

        def star(scale, corners):
            turns = sorted(random.uniform(0, 2 * math.pi) for _ in range(corners))
            ring = []
            for turn in turns:
                distance = scale * random.uniform(0.5, 1)
                ring.append([round((x + math.cos(turn) * distance * width) / 1e7, 7),
                             round((y + math.sin(turn) * distance * height) / 1e7, 7)])
            return ring + ring[:1]

        rings = [star(reach, random.choice((5, 12, 300)))]
        if random.random() < 0.5 and len(rings[0]) > 10:
            rings.append(star(reach * 0.3, random.randint(3, 9)))
        polygons.append(rings)
    return polygons


class Check:
    def __init__(self, program, extract, folder):
        self.program, self.extract, self.folder = program, extract, folder
        self.faults = []
        self.number = 0
        # An atlas may have its name from the file: all have the same.
        self.whole = self.place("whole", ".osm.pbf")
        # `update` writes no names of editors.
        osmium("cat", "-c", "changeset", "-c", "uid", "-c", "user", *extract.header, extract.path, "-o", self.whole)
        self.extract.path = self.whole
        self.no_changes = folder / "none.osc"
        self.no_changes.write_text("<osmChange version='0.6'/>")

    def place(self, name, suffix):
        (self.folder / name).mkdir()
        return self.folder / name / f"place{suffix}"

    def new_folder(self):
        self.number += 1
        return f"{self.number:03}"

    def make(self, name, *arguments):
        """The atlas and the counts of an import."""
        atlas = self.folder / name
        report = json.loads(run(self.program, "import", *arguments, "-o", atlas, "--json", stderr=subprocess.DEVNULL))
        return atlas, [report[kind] for kind in ("nodes", "ways", "relations")]

    def say(self, fault):
        self.faults.append(fault)
        print(fault, flush=True)

    def check_box(self, box, inputs=None, may_differ=()):
        """Returns whether the box holds nodes, and compares."""
        text = degrees(box)
        if not self.extract.inside(box):
            return self.refuse(f"--within={text}", "no node of it lies within")
        expected = self.place(self.new_folder(), ".osm.pbf")
        osmium("extract", "-b", text, *RULE, *self.extract.header, self.extract.path, "-o", expected)
        atlas, kept = self.make("ours.atlas", *(inputs or [self.whole]), f"--within={text}")
        if kept != counts(expected):
            self.say(f"--within={text} keeps {kept}, osmium {counts(expected)}")
        if not self.is_believed(expected, box):
            return True
        theirs, _ = self.make("theirs.atlas", expected)
        if atlas.read_bytes() != theirs.read_bytes():
            one, other = sections(atlas), sections(theirs)
            differ = {name for name in one.keys() | other.keys()
                      if one.get(name) != other.get(name) and not name.startswith(may_differ)}
            if differ:
                self.say(f"--within={text} differs from osmium's extract in {', '.join(sorted(differ))}")
        return True

    def check_polygons(self, polygons):
        """Compares, and returns the names of the sections that differ."""
        name = self.new_folder()
        expected = self.place(name, ".osm.pbf")
        area = self.folder / name / "area.geojson"
        geometry = {"type": "MultiPolygon", "coordinates": polygons}
        if len(polygons) == 1:
            geometry = {"type": "Polygon", "coordinates": polygons[0]}
        area.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": geometry}))
        osmium("extract", "-p", area, *RULE, *self.extract.header, self.extract.path, "-o", expected)
        wanted = counts(expected)
        if wanted[0] == 0:
            self.refuse(f"--within={area}", "no node of it lies within")
            return set()
        box = box_around([(round(x * 1e7), round(y * 1e7)) for rings in polygons for x, y in rings[0]])
        near = self.extract.inside(box)
        coasts = [f"w{way}" for way, refs in self.extract.coasts.items() if near.intersection(refs)]
        if coasts:
            completed = self.folder / name / "coasts.osm.pbf"
            subprocess.run(["osmium", "getid", "-r", self.extract.path, *coasts, "-o", completed], check=False)
            merged = self.folder / name / "merged.osm.pbf"
            osmium("merge", expected, completed, "-o", merged)
            expected, wanted = merged, counts(merged)
        atlas, kept = self.make("ours.atlas", self.whole, "--within", area)
        if kept != wanted:
            self.say(f"polygon {name}: {kept} objects are kept, not {wanted}")
        updated = self.place(name + "-updated", ".osm.pbf")
        run(self.program, "update", self.whole, self.no_changes, "--within", area, "-o", updated, "--atlas",
            self.folder / "updated.atlas", stderr=subprocess.DEVNULL)
        difference = subprocess.run(["osmium", "diff", "--no-progress", "-c", expected, updated],
                                    stdout=subprocess.PIPE, text=True)
        if difference.returncode != 0:
            lines = difference.stdout.splitlines()
            self.say(f"polygon {name}: update gives {len(lines)} other objects: {', '.join(lines[:10])}")
        if atlas.read_bytes() != (self.folder / "updated.atlas").read_bytes():
            self.say(f"polygon {name}: update gives another atlas than import")
        plain, _ = self.make("plain.atlas", updated)
        ours, theirs = sections(atlas), sections(plain)
        differ = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
        if not differ <= EDGE_SECTIONS and self.is_believed(updated, box):
            self.say(f"polygon {name} differs from its box in {', '.join(sorted(differ))}")
        return differ

    def is_believed(self, path, box):
        """Whether an import believes that an extract covers the box, as its header states."""
        nodes = Extract(path)
        return len(nodes.inside(box)) >= LEAST_SHARE * len(nodes.nodes)

    def refuse(self, within, reason, *inputs):
        done = subprocess.run([self.program, "import", *(inputs or [self.whole]), within, "-o",
                               self.folder / "refused.atlas"], capture_output=True, text=True)
        if done.returncode == 0 or reason not in done.stderr or (self.folder / "refused.atlas").exists():
            self.say(f"{within}: status {done.returncode}, {done.stderr!r} has not '{reason}'")
        return False

    def check_inputs(self, box):
        """XML, and two extracts that overlap."""
        xml = self.place("xml", ".osm.gz")
        osmium("cat", self.extract.path, "-o", xml)
        header, self.extract.header = self.extract.header, []  # XML does not state the time of the data.
        self.check_box(box, [xml])
        self.extract.header = header
        west, south, east, north = self.extract.box
        third = (east - west) // 3
        halves = []
        for name, half in (("west", (west, south, east - third, north)), ("east", (west + third, south, east, north))):
            halves.append(self.place(name, ".osm.pbf"))
            osmium("extract", "-b", degrees(half), *RULE, *self.extract.header, self.extract.path, "-o", halves[-1])
        whole, merged = self.extract, self.place("merged", ".osm.pbf")
        osmium("merge", *halves, *self.extract.header, "-o", merged)
        self.extract = Extract(merged)
        self.check_box(box, halves, TEXT_ORDER_OWNERS)
        self.extract = whole

    def check_refusals(self):
        for within, reason in (
                ("--within=1,2,3", "four numbers"), ("--within=1,2,3,x", "four numbers"),
                ("--within=1,3,2,2", "south and north are swapped"), ("--within=2,1,1,2", "west and east are swapped"),
                ("--within=1,2,3,91", "latitudes are between"), ("--within=nowhere.geojson", "no such file")):
            self.refuse(within, reason)
        ring = [[1, 1], [2, 1], [2, 2], [1, 1]]
        for number, (content, reason) in enumerate((
                ("{", "area.geojson: it is not JSON"), ("[]", "an object"),
                ({"type": "Point", "coordinates": [1, 2]}, "at type: 'Point'"),
                ({"type": "FeatureCollection", "features": []}, "at features: there are 0 features"),
                ({"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring[:3]]}},
                 "at geometry.coordinates[0]: the ring has fewer than four"),
                ({"type": "Polygon", "coordinates": [ring[:3] + [[1, 1.5]]]},
                 "at coordinates[0]: the ring is not closed"),
                ({"type": "Polygon", "coordinates": [ring[:2] + [[2, 91]] + ring[:1]]}, "at coordinates[0][2]: "),
                ({"type": "MultiPolygon", "coordinates": [[ring], [[["x", 1]]]]},
                 "at coordinates[1][0][0][0]: it is not a number"))):
            folder = self.folder / f"refused-{number}"
            folder.mkdir()
            (folder / "area.geojson").write_text(content if isinstance(content, str) else json.dumps(content))
            self.refuse(f"--within={folder / 'area.geojson'}", reason)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("extract", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=6, help="the number of boxes, and of polygons")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    generator = random.Random(given.seed)
    extract = Extract(given.extract)
    with tempfile.TemporaryDirectory() as folder:
        check = Check(given.program, extract, pathlib.Path(folder))
        held = sum(check.check_box(random_box(generator, extract)) for _ in range(given.each))
        differ = [check.check_polygons(random_polygons(generator, extract)) for _ in range(given.each)]
        west, south, east, north = extract.box
        check.check_inputs((west + (east - west) // 4, south + (north - south) // 4, east - (east - west) // 3,
                            north - (north - south) // 5))
        check.check_refusals()
        print(f"{held} of {given.each} boxes hold nodes; {sum(map(bool, differ))} of {given.each} polygons cut streets "
              f"off, which changes {', '.join(sorted(set().union(*differ)))}")
    sys.exit(1 if check.faults else 0)


if __name__ == "__main__":
    main()
