"""Compares the indoor data of an atlas with that of its extract, as pyosmium reads it.

    check_floors.py <hereabouts> <extract>

The program imports the extract. Its report must count the same rooms, corridors, areas, walls, level outlines, doors,
stairs, lifts and escalators on each level as this script, which reads the tags on its own; and an extract without
indoor data must give no indoor sections. Prints the counts and the sizes of the sections. Needs the package `osmium`
(`pip install osmium`).
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import osmium

RANGE = re.compile(r"\s*([+-]?\d{1,4}(?:\.\d{1,2})?)\s*(?:-\s*([+-]?\d{1,4}(?:\.\d{1,2})?)\s*)?")
SPACES = ("room", "corridor", "area")


def levels_of(text):
    """The levels of a tag in hundredths; None for a text that is not understood."""
    levels = set()
    for piece in re.split("[;,]", text):
        if not piece.strip(" "):
            continue
        match = RANGE.fullmatch(piece)
        if not match:
            return None
        ends = [round(float(end) * 100) for end in match.groups() if end]
        if any(abs(end) > 100_000 for end in ends):
            return None
        low, high = min(ends), max(ends)
        if (high - low) // 100 >= 100:
            return None
        levels |= {*range(low, high + 1, 100), high}
    return levels if 0 < len(levels) <= 100 else None


def stated(tags):
    """The levels of `level` and `repeat_on`, and whether any is not understood."""
    texts = [tags[key] for key in ("level", "repeat_on") if key in tags]
    known = [levels for levels in map(levels_of, texts) if levels]
    return set().union(*known), len(known) < len(texts)


def kind_of(tags, is_node):
    if tags.get("highway") == "elevator":
        return "lift"
    if tags.get("highway") == "steps" and not is_node:
        return "stairs" if tags.get("conveying", "no") == "no" else "escalator"
    indoor = tags.get("indoor")
    if indoor in SPACES:
        return indoor
    if indoor in ("wall", "level"):
        return None if is_node else indoor
    if is_node and (indoor == "door" or tags.get("door", "no") != "no"):
        return "door"
    return None


def read(path):
    nodes, ways, relations, known = {}, {}, {}, set()
    for item in osmium.FileProcessor(path):
        tags = dict(item.tags)
        if item.is_node():
            known.add(item.id)
            if tags:
                nodes[item.id] = tags
        elif item.is_way():
            ways[item.id] = ([node.ref for node in item.nodes], tags)
        elif tags.get("type") == "multipolygon":
            relations[item.id] = ([(m.ref, m.role) for m in item.members if m.type == "w"], tags)
    return nodes, ways, relations, known


def counted(path):
    """Counts by level, in hundredths, and class; and the objects whose levels are not understood, or missing."""
    nodes, ways, relations, known = read(path)
    counts, problems = collections.Counter(), collections.Counter()
    inherited = collections.defaultdict(set)
    for refs, tags in ways.values():
        if {"indoor", "highway", "door"} & tags.keys():
            for node in set(refs):
                inherited[node] |= stated(tags)[0]
    absorbed = {
        way for members, tags in relations.values() for way, role in members
        if role != "inner" and way in ways and kind_of(tags, False) and ways[way][1].get("indoor") == tags.get("indoor")
    }

    def count(kind, levels, is_odd):
        if is_odd:
            problems["level_not_understood"] += 1
        elif not levels and kind in SPACES:
            problems["level_missing"] += 1
        for level in levels:
            counts[level, kind] += 1

    for node, tags in nodes.items():
        if kind := kind_of(tags, True):
            levels, is_odd = stated(tags)
            count(kind, levels or inherited[node], is_odd)
    for way, (refs, tags) in ways.items():
        if way not in absorbed and (kind := kind_of(tags, False)) and known.intersection(refs):
            count(kind, *stated(tags))
    for members, tags in relations.values():
        # A relation that the edge of the extract cuts, or without an outer ring, has no surface.
        is_whole = all(way in ways for way, _ in members) and any(role != "inner" for _, role in members)
        if (kind := kind_of(tags, False)) and kind != "wall" and is_whole:
            count(kind, *stated(tags))
    has_spaces = any(kind in (*SPACES, "wall") for _, kind in counts)
    return (counts, problems) if has_spaces else (collections.Counter(), collections.Counter())


def main():
    program, extract = sys.argv[1:]
    expected, problems = counted(extract)
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [program, "import", extract, "-o", str(pathlib.Path(folder) / "place.atlas"), "--json"],
            capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"the import ended with {run.returncode}: {run.stderr.strip()}")
    report = json.loads(run.stdout)
    found = collections.Counter({
        (round(float(level) * 100), kind): number
        for level, kinds in report.get("indoor", {}).get("levels", {}).items() for kind, number in kinds.items()})
    sections = {name: size for name, size in report["atlas"]["sections"].items() if name.startswith("indoor.")}
    faults = [
        f"level {level / 100:g}: {found[level, kind]} × {kind}, expected {expected[level, kind]}"
        for level, kind in sorted(found.keys() | expected.keys()) if found[level, kind] != expected[level, kind]]
    for code in ("level_not_understood", "level_missing"):
        number = report["issues"].get(code, {}).get("count", 0)
        if number != problems[code]:
            faults.append(f"{code}: {number}, expected {problems[code]}")
    if not expected and sections:
        faults.append(f"no indoor data, but the sections {', '.join(sections)}")
    for fault in faults:
        print(fault)
    totals = collections.Counter()
    for (_, kind), number in expected.items():
        totals[kind] += number
    print(", ".join(f"{number} {kind}" for kind, number in sorted(totals.items())) or "no indoor data",
          f"on {len({level for level, _ in expected})} levels;",
          f"{sum(sections.values())} of {report['atlas']['bytes']} bytes")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
