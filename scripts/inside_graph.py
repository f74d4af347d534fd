"""The inside of buildings as a graph for walkers, from an extract as pyosmium reads it: the oracle of check_inside.py.

It follows docs/routing.md and shares no code with the program. Vertices are (node, level), with None for a node that is
one on all levels, or tuples of another form for corners and middles; arcs have seconds.
"""

import collections
import heapq
import itertools
import math

from inside_things import InsideThings, is_open
from sight import Sight, contains, metres

WALK = 5 / 3.6
STAIRS = 2.5 / 3.6
SLOW = {"fine_gravel": 0.75, "gravel": 0.75, "pebblestone": 0.75, "mud": 0.5, "sand": 0.5}
FEW = 16


class Inside(InsideThings):
    """The things of an extract, and the arcs between them."""

    def __init__(self, path):
        super().__init__(path)
        self.arcs = collections.defaultdict(list)
        # By vertex, the ways and shafts with an arc there.
        self.users = collections.defaultdict(set)
        self.surfaces = [surface for index in range(len(self.spaces)) for surface in self.surfaces_of(index)]
        self.note_levels()
        self.add_lines()
        self.add_squares()
        self.doors_of = collections.defaultdict(list)
        for surface in self.surfaces:
            self.add_surface(*surface)
        for shaft in self.shafts:
            self.add_shaft(*shaft)

    def note_levels(self):
        self.levels, self.is_portal = collections.defaultdict(set), set()
        for node, levels in self.path_levels.items():
            self.levels[node] |= levels
        for _, level, rings, portals, _ in self.surfaces:
            for node in portals & {node for ring in rings for node in ring}:
                self.levels[node].add(level)
                self.is_portal.add(node)
        self.on_floors = {
            node for node, levels in self.path_levels.items() if len(levels) > 1 and node in self.at and any(
                set(on) & levels and contains([[self.at[corner] for corner in rings[0]]], self.at[node])
                for _, _, on, rings in self.spaces)}
        self.at_shafts = {node for _, _, _, ring in self.shafts for node in ring}

    def vertex(self, node, level=None):
        levels = self.levels.get(node, set())
        is_split = (node in self.doors or node in self.is_portal or node in self.at_shafts
                    or node in self.on_floors or node in self.slope_levels)
        if len(levels) < 2 or not is_split:
            return node, None
        if level is None or level not in levels:
            stated = self.doors.get(node, set())
            level = min(stated) if len(stated) == 1 and stated <= levels else min(levels, key=lambda x: (abs(x), -x))
        return node, level

    def join(self, user, one, other, there, back=None):
        self.users[one].add(user)
        self.users[other].add(user)
        self.arcs[one].append((other, there))
        self.arcs[other].append((one, there if back is None else back))

    def add_lines(self):
        surfaces = {frozenset(ring) for _, _, _, ring in self.shafts if len(ring) > 1}
        lines = [(refs, tags, [level] * len(refs)) for refs, tags, level in self.paths]
        lines += [(refs, tags, [None] * len(refs)) for refs, tags in self.others if frozenset(refs) not in surfaces]
        lines += [(refs, tags, self.slope_ends(refs, tags, levels)) for refs, tags, levels in self.slopes]
        for refs, tags, levels in lines:
            speed = STAIRS if tags["highway"] == "steps" else WALK * SLOW.get(tags.get("surface"), 1)
            steps = list(zip(refs, levels, strict=True))
            for (one, low), (other, high) in itertools.pairwise(steps):
                if one != other and one in self.at and other in self.at:
                    self.join("way", self.vertex(one, low), self.vertex(other, high),
                              metres(self.at[one], self.at[other]) / speed)

    def add_squares(self):
        """Lines of sight across squares, between the nodes where other streets meet them."""
        uses = collections.Counter(node for refs, _ in self.others for node in set(refs))
        uses.update(node for refs, _, _ in self.paths + self.slopes for node in set(refs))
        for refs, tags in [*self.others, *((refs, tags) for refs, tags, _ in self.paths)]:
            if tags["highway"] not in ("pedestrian", "footway") or tags.get("area") != "yes":
                continue
            if ring := self.ring(refs):
                gates = {k for k, node in enumerate(ring) if uses[node] > 1}
                if len(gates) > 1:
                    for i, j in Sight([[self.at[node] for node in ring]]).lines(gates, 64):
                        self.join("square", self.vertex(ring[i]), self.vertex(ring[j]),
                                  metres(self.at[ring[i]], self.at[ring[j]]) / WALK)

    def slope_ends(self, refs, tags, levels):
        here = [sorted((self.levels.get(node) or self.line_levels(node)) & set(levels)) for node in refs]
        chosen = [on[0] if on else None for on in here]
        if here[0] and here[-1]:
            up, down = here[-1][-1] - here[0][0], here[0][-1] - here[-1][0]
            leads_up = up > down or up == down and not tags.get("incline", "").startswith(("down", "-"))
            chosen[0], chosen[-1] = (here[0][0], here[-1][-1]) if leads_up else (here[0][-1], here[-1][0])
        return chosen

    def add_surface(self, index, level, rings, portals, inner):
        way, kind, _, _ = self.spaces[index]
        corners = [node for ring in rings for node in ring]
        gates = {k for k, node in enumerate(corners) if node in portals}

        def vertex(k):
            return self.vertex(corners[k], level) if k in gates else (way, level, k)

        if len(gates) > 1 and is_open(self.ways[way][1]):
            lines = Sight([[self.at[node] for node in ring] for ring in rings]).lines(gates, FEW)
            for line in [*lines, *self.along_walls(rings, gates, lines)]:
                length = sum(metres(self.at[corners[i]], self.at[corners[j]])
                             for i, j in itertools.pairwise(line))
                self.join(way, vertex(line[0]), vertex(line[-1]), length / WALK)
        if kind == "room":
            ends = [corners[k] for k in sorted(gates)]
            if not ends and inner:
                ends = ["inner", *inner]
            for node in ends if ends[:1] != ["inner"] else inner:
                self.users[self.vertex(node, level)].add(way)
            self.doors_of[way, level] = (
                [self.vertex(node, level) for node in ends] if ends[:1] != ["inner"] else
                [("inner", *[self.vertex(node, level) for node in inner])])

    def along_walls(self, rings, gates, lines):
        ends, seen, first = gates | {k for line in lines for k in line}, set(lines), 0
        for ring in rings:
            here = [k for k in range(first, first + len(ring)) if k in ends]
            walls = []
            for i, j in zip(here, here[1:] + here[:1], strict=True) if len(here) > 1 else ():
                if (min(i, j), max(i, j)) not in seen:
                    steps = (j - i) % len(ring)
                    walls.append([first + (i - first + step) % len(ring) for step in range(steps + 1)])
            yield from walls
            first += len(ring)

    def add_shaft(self, kind, levels, tags, ring):
        if not is_open(tags):
            return
        name = tuple(ring)
        if len(ring) == 1:
            here = self.levels.get(ring[0]) or self.line_levels(ring[0])
            doors = {level: ring for level in (sorted(set(levels) & here) if levels else sorted(here))}
        else:
            doors = self.shaft_doors(levels, ring)
        if len(doors) < 2:
            return
        xs, ys = [self.at[node][0] for node in ring], [self.at[node][1] for node in ring]
        middle = min(xs) + (max(xs) - min(xs)) // 2, math.trunc((min(ys) + max(ys)) / 2)
        wait, speed, each = (20, WALK, 3) if kind == "lift" else (0, STAIRS, 10)
        for level, nodes in doors.items():
            for node in nodes:
                walk = metres(self.at[node], middle) / speed
                self.join(name, self.vertex(node, level), (name, level, "landing"), walk + wait, walk)
        for low, high in itertools.pairwise(doors):
            self.join(name, (name, low, "landing"), (name, high, "landing"), each * (high - low) / 100)

    def shaft_doors(self, levels, ring):
        points, doors = [self.at[node] for node in ring], {}
        near = [(node, on) for node, on, leads_in, place in self.near([points])
                if node not in ring and (leads_in and place or contains([points], self.at[node]))]
        for level in levels:
            border = [node for node in ring if level in (self.levels.get(node) or self.line_levels(node))]
            found = [node for node in border if self.is_door_on(node, level) or level in self.line_levels(node)]
            found += [node for node, on in near
                      if level in on and level in (self.levels.get(node) or self.line_levels(node))]
            if found or border:
                doors[level] = found or border
        return doors

    def is_blocked(self, vertex):
        tags = self.tags.get(vertex[0], {}) if len(vertex) == 2 and isinstance(vertex[0], int) else {}
        if {"foot", "access"} & tags.keys():
            return not is_open(tags)
        return (tags.get("locked") == "yes" and bool({"barrier", "door", "entrance"} & tags.keys())
                or tags.get("barrier") in ("wall", "fence", "yes"))

    def wait(self, vertex):
        """The seconds of waiting at a traffic light."""
        tags = self.tags.get(vertex[0], {}) if isinstance(vertex[0], int) else {}
        return 2 if tags.get("highway") == "traffic_signals" else 0

    def seconds(self, starts):
        """The seconds from any of the vertices to all that can be reached: Dijkstra's algorithm."""
        best, queue = dict.fromkeys(starts, 0.0), [(0.0, repr(start), start) for start in starts]
        heapq.heapify(queue)
        while queue:
            time, _, vertex = heapq.heappop(queue)
            if time > best[vertex] or (self.is_blocked(vertex) and vertex not in starts):
                continue
            for head, more in self.arcs[vertex]:
                more += self.wait(head)
                if time + more < best.get(head, math.inf):
                    best[head] = time + more
                    heapq.heappush(queue, (best[head], repr(head), head))
        return best
