"""Compares routes between rooms, and the rooms that no route reaches, with a plain graph of the same extract.

    check_inside.py <hereabouts> <extract>

The program imports the extract and answers 100 routes from room to room, chosen by a fixed seed among those that
streets reach. Each must take as long as by Dijkstra's algorithm over the graph that inside_graph.py makes of what
pyosmium reads; and the import must report as many rooms that no walk reaches, by reason, as the graph has. Needs the
package `osmium`.
"""

import collections
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

from inside_graph import Inside, is_open
from sight import contains

ROUTES = 100
# Durations have one decimal; the times of edges are whole milliseconds.
TOLERANCE = 0.05 + 0.1


def components(graph):
    """The number of each vertex's component; the largest is 0."""
    found, sizes = {}, []
    for start in list(graph.arcs):
        if start in found or graph.is_blocked(start):
            continue
        found[start], stack, size = len(sizes), [start], 0
        while stack:
            size += 1
            for head, _ in graph.arcs[stack.pop()]:
                if head not in found and not graph.is_blocked(head):
                    found[head] = len(sizes)
                    stack.append(head)
        sizes.append(size)
    largest = sizes.index(max(sizes, default=0)) if sizes else None
    return {vertex: 0 if number == largest else number + 1 for vertex, number in found.items()}


def middle(points):
    """The centroid of a ring in E7 degrees; None if it lies outside."""
    x0, y0 = points[0]
    area = x = y = 0.0
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        (ax, ay), (bx, by) = (a[0] - x0, a[1] - y0), (b[0] - x0, b[1] - y0)
        cross = ax * by - bx * ay
        area, x, y = area + cross, x + cross * (ax + bx), y + cross * (ay + by)
    point = x0 + round(x / (3 * area)), y0 + round(y / (3 * area))
    return point if contains([points], point) else None


def reasons(graph, component):
    """Counts of the rooms that no walk reaches, by reason."""
    doors = collections.defaultdict(list)
    for (way, _), vertices in graph.doors_of.items():
        doors[way] += [vertex for vertex in vertices if vertex[0] != "inner"]
        for inner in vertices:
            doors[way] += inner[1:] if inner[0] == "inner" else []
    counts = collections.Counter()
    for way, kind, _, _ in graph.spaces:
        here = [vertex for vertex in doors[way] if not graph.is_blocked(vertex)]
        is_private = not is_open(graph.ways[way][1])
        if kind != "room" or not is_private and any(component.get(vertex) == 0 for vertex in here):
            continue
        if not doors[way]:
            counts["room_without_door"] += 1
        elif not here or is_private:
            counts["room_private"] += 1
        else:
            leads_on = any(user != way for vertex in here for user in graph.users[vertex])
            counts["room_cut_off" if leads_on else "room_door_leads_nowhere"] += 1
    return counts


def rooms(graph, component):
    """The reached rooms, as (way, level, middle, doors)."""
    rings = {way: own[0] for way, _, _, own in graph.spaces}
    found = []
    for (way, level), doors in sorted(graph.doors_of.items()):
        if doors and doors[0][0] != "inner" and any(component.get(door) == 0 for door in doors):
            point = middle([graph.at[node] for node in rings[way]])
            if point:
                found.append((way, level, point, doors))
    return found


def seconds(program, atlas, start, end):
    """The program's time from room to room; None if it has no route."""
    ends = [f"{point[1] / 1e7:.7f},{point[0] / 1e7:.7f}" for _, _, point, _ in (start, end)]
    run = subprocess.run(
        [program, "route", *ends, f"--from-level={start[1] / 100:g}", f"--to-level={end[1] / 100:g}", "--json",
         "--atlas", atlas], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["duration"] if run.returncode == 0 else None


def route_faults(graph, component, program, atlas):
    choice, reached, faults, count = random.Random(49), rooms(graph, component), [], 0
    times = {}
    while len(reached) > 1 and count < ROUTES:
        start, end = choice.sample(reached, 2)
        if start[:2] not in times:
            times[start[:2]] = graph.seconds(start[3])
        expected = min((times[start[:2]].get(door, math.inf) for door in end[3]), default=math.inf)
        found = seconds(program, atlas, start, end)
        if found is None or abs(found - expected) > TOLERANCE:
            faults.append(f"from w{start[0]} on {start[1] / 100:g} to w{end[0]} on {end[1] / 100:g}: "
                          f"{found} s, expected {expected:.1f} s")
        count += 1
    return faults, count, len(reached)


def main():
    program, extract = sys.argv[1:]
    graph = Inside(extract)
    component = components(graph)
    with tempfile.TemporaryDirectory() as folder:
        atlas = str(pathlib.Path(folder) / "place.atlas")
        run = subprocess.run(
            [program, "import", extract, "-o", atlas, "--json"], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"the import ended with {run.returncode}: {run.stderr.strip()}")
        faults, routes, reached = route_faults(graph, component, program, atlas)
    expected, issues = reasons(graph, component), json.loads(run.stdout)["issues"]
    for code in ("room_without_door", "room_private", "room_door_leads_nowhere", "room_cut_off"):
        number = issues.get(code, {}).get("count", 0)
        if number != expected[code]:
            faults.append(f"{code}: {number}, expected {expected[code]}")
    for fault in faults:
        print(fault)
    print(f"{routes} routes between {reached} rooms;",
          ", ".join(f"{number} × {code}" for code, number in sorted(expected.items())) or "all rooms are reached")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
