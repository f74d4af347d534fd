"""What inside_graph.py takes from an extract, as pyosmium reads it; the rules are those of docs/routing.md."""

import collections

import check_floors as floors
import osmium
from sight import contains, place_beside

WALKED = {
    "road", "primary", "primary_link", "secondary", "secondary_link", "tertiary", "tertiary_link", "unclassified",
    "residential", "living_street", "service", "track", "pedestrian", "footway", "path", "steps", "corridor",
    "elevator"}
WALKWAYS = {"pedestrian", "footway", "path", "steps", "corridor", "elevator", "cycleway", "bridleway", "platform"}
CLOSED = {"no", "private", "agricultural", "forestry", "emergency", "military", "official", "restricted", "employees",
          "staff", "use_sidepath"}


def is_open(tags):
    return tags.get("foot", tags.get("access", "yes")) not in CLOSED


def has_way_beside(tags):
    """Whether the only pavement is a way of its own."""
    both = tags.get("sidewalk:both", tags.get("sidewalk"))
    sides = [tags.get(f"sidewalk:{one}", "no" if both == other else both)
             for one, other in (("left", "right"), ("right", "left"))]
    return "separate" in sides and "yes" not in sides and not {"left", "right", "both"} & set(sides) and (
        "foot" not in tags)


def is_door(tags):
    return floors.kind_of(tags, True) == "door" or tags.get("entrance", "no") != "no"


class InsideThings:
    """Rooms, corridors and areas, stairs and lifts, walkways and doors of an extract, with their levels."""

    def __init__(self, path):
        self.tags, self.ways, self.relations, _ = floors.read(path)
        self.at = {item.id: (item.location.x, item.location.y)
                   for item in osmium.FileProcessor(path, osmium.osm.NODE)}
        self.spaces, self.shafts, self.paths, self.slopes, self.others = [], [], [], [], []
        self.sort_ways()
        self.note_nodes()
        self.border_spaces, self.border_shafts = collections.defaultdict(set), collections.defaultdict(set)
        for index, (_, kind, _, rings) in enumerate(self.spaces):
            for one, other in self.borders(rings) if kind != "room" else ():
                self.border_spaces[frozenset((one, other))].add(index)
        for index, (_, _, _, ring) in enumerate(self.shafts):
            for one, other in self.borders([ring]) if len(ring) > 1 else ():
                self.border_shafts[frozenset((one, other))].add(index)

    @staticmethod
    def borders(rings):
        return [pair for ring in rings for pair in zip(ring, ring[1:] + ring[:1], strict=True)]

    def ring(self, refs):
        """The ring of a closed way, counterclockwise; None if it encloses nothing."""
        if len(refs) < 4 or refs[0] != refs[-1] or any(node not in self.at for node in refs):
            return None
        ring = [node for node, before in zip(refs[:-1], [None, *refs], strict=False) if node != before]
        x, y = self.at[ring[0]]
        points = [(self.at[node][0] - x, self.at[node][1] - y) for node in ring]
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
        return None if len(ring) < 3 or area == 0 else ring if area > 0 else ring[::-1]

    def sort_ways(self):
        for way, (refs, tags) in self.ways.items():
            kind, levels = floors.kind_of(tags, False), sorted(floors.stated(tags)[0])
            if kind in floors.SPACES and levels and (ring := self.ring(refs)):
                is_lift = tags.get("room") == "elevator"
                if len(levels) > 1 and (is_lift or tags.get("room") == "stairs" or tags.get("stairs") == "yes"):
                    self.shafts.append(("lift" if is_lift else "stairs", levels, tags, ring))
                else:
                    self.spaces.append((way, kind, levels, [ring]))
                continue
            highway = tags.get("highway")
            if highway not in WALKED or not is_open(tags) or has_way_beside(tags):
                continue
            if highway not in WALKWAYS or not levels:
                self.others.append((refs, tags))
            elif len(levels) == 1:
                self.paths.append((refs, tags, levels[0]))
            elif kind in ("stairs", "escalator", "lift") and (ring := self.ring(refs)):
                self.shafts.append((kind, levels, tags, ring))
            else:
                self.slopes.append((refs, tags, levels))
        for node, tags in self.tags.items():
            if floors.kind_of(tags, True) == "lift":
                self.shafts.append(("lift", sorted(floors.stated(tags)[0]), tags, [node]))

    def note_nodes(self):
        self.path_levels, self.slope_levels = collections.defaultdict(set), collections.defaultdict(set)
        uses, ends, self.outside = collections.Counter(), set(), set()
        walkways = [(refs, level) for refs, _, level in self.paths] + [(refs, None) for refs, _, _ in self.slopes] + [
            (refs, None) for refs, tags in self.others if tags["highway"] in WALKWAYS]
        for refs, level in walkways:
            uses.update(set(refs))
            ends |= {refs[0], refs[-1]} if refs[0] != refs[-1] else set()
            for node in refs if level is not None else ():
                self.path_levels[node].add(level)
        for refs, _, levels in self.slopes:
            for node in refs:
                self.slope_levels[node].update(levels)
        for refs, tags in self.others:
            self.outside.update(refs if tags["highway"] in WALKWAYS else ())
        self.doors = {node: floors.stated(tags)[0] for node, tags in self.tags.items()
                      if is_door(tags) and node in self.at}
        self.candidates = []
        for node in self.doors.keys() | self.path_levels.keys():
            levels = (self.doors[node] or self.line_levels(node)) if node in self.doors else self.path_levels[node]
            if levels and node in self.at:
                self.candidates.append(
                    (self.at[node], node, levels, node in self.doors or node in ends and uses[node] == 1))

    def line_levels(self, node):
        levels = self.path_levels.get(node, set()) | self.slope_levels.get(node, set())
        return levels or ({0} if node in self.outside else set())

    def is_door_on(self, node, level):
        return node in self.doors and (not self.doors[node] or level in self.doors[node])

    def near(self, rings):
        """The candidates in or beside rings, each with its place beside them."""
        xs, ys = [p[0] for p in rings[0]], [p[1] for p in rings[0]]
        return [
            (node, levels, leads_in, place_beside(rings, point)) for point, node, levels, leads_in in self.candidates
            if min(xs) - 80 <= point[0] <= max(xs) + 80 and min(ys) - 30 <= point[1] <= max(ys) + 30]

    def shaft_has_door(self, index, level):
        ring = self.shafts[index][3]
        return any(self.is_door_on(node, level) for node in ring) or any(
            node in self.doors and place and level in levels
            for node, levels, _, place in self.near([[self.at[node] for node in ring]]))

    def surfaces_of(self, index):
        _, kind, levels, rings = self.spaces[index]
        points = [[self.at[node] for node in ring] for ring in rings]
        corners = {node for ring in rings for node in ring}
        near = self.near(points)
        for level in levels:
            portals = {node for node in corners if self.is_door_on(node, level) or level in self.line_levels(node)}
            for pair in self.borders(rings) if kind != "room" else ():
                key = frozenset(pair)
                if any(other != index and level in self.spaces[other][2] for other in self.border_spaces[key]) or any(
                        level in self.shafts[shaft][1] and not self.shaft_has_door(shaft, level)
                        for shaft in self.border_shafts[key]):
                    portals.update(pair)
            bent = [list(ring) for ring in rings]
            beside = [(place, node) for node, on, leads_in, place in near
                      if leads_in and place and level in on and node not in corners]
            for (number, corner, _), node in sorted(beside, reverse=True):
                ring = bent[number]
                same = [k for k in (corner, (corner + 1) % len(ring))
                        if ring[k] not in portals and self.at[ring[k]] == self.at[node]]
                if same:
                    ring[same[0]] = node
                else:
                    ring.insert(corner + 1, node)
                portals.add(node)
            inner = [] if portals & {node for ring in bent for node in ring} else [
                node for node, on, _, _ in near if level in on and contains(points, self.at[node])]
            yield index, level, bent, portals, inner
