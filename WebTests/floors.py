"""Made-up buildings with an inside: tiles by a writer of their own, and the answers about buildings and rooms.

The layers and attributes are described in docs/tiles.md, the encoding in the Mapbox Vector Tile Specification 2.1.
"""
import math
import struct

EXTENT = 4096
# The south-west corner of each building, and the size of one of its eight rooms, in degrees.
WIDE, HIGH = 0.00022, 0.00011
HALL, ANNEX = "w103", "w200"
CORNERS = {HALL: (60.1704, 24.9438), ANNEX: (60.1704, 24.9449)}
LEVELS = {
    HALL: [{"level": -1, "name": "B"}, {"level": 0, "name": "G"}, {"level": 0.5}, *({"level": number} for number in range(1, 9))],
    ANNEX: [{"level": 1, "name": "Street"}, {"level": 2}],
}
NAMES = {HALL: "Hall", ANNEX: "Annex"}
START = {HALL: 0, ANNEX: 1}
# Names that differ from number to number; the first of each level is what a stranger wrote.
USES = ["<img src=x onerror=alert(1)>", "Lecture hall", "Café Åäö", None, "Library", None, "Toilets", "Workshop"]


def middle(building):
    """The middle of a building."""
    lat, lon = CORNERS[building]
    return lat + 1.5 * HIGH, lon + 2 * WIDE


def rectangle(building, column, row, columns=1, rows=1):
    """A part of a building's grid of four columns and three rows, as a ring of latitudes and longitudes."""
    south, west = CORNERS[building]
    south, west = south + row * HIGH, west + column * WIDE
    north, east = south + rows * HIGH, west + columns * WIDE
    return [(south, west), (north, west), (north, east), (south, east)]


def center(ring):
    return sum(lat for lat, _ in ring) / len(ring), sum(lon for _, lon in ring) / len(ring)


def rooms(building):
    """The rooms of a building with their level and ring: four on each side of a corridor."""
    for index, each in enumerate(LEVELS[building]):
        for number in range(8):
            ref = f"{max(index, 0)}{number:02}"
            name = USES[number]
            kind = "toilets" if name == "Toilets" else "office"
            ring = rectangle(building, number % 4, 0 if number < 4 else 2)
            yield {"id": f"w{building[1:]}{index:02}{number}", "level": each["level"], "ref": ref, "name": name, "kind": kind, "ring": ring}


def answer(building):
    """What /api/v1/buildings/{id} answers."""
    spaces = []
    for room in rooms(building):
        lat, lon = center(room["ring"])
        named = {"name": room["name"]} if room["name"] else {}
        spaces.append({"id": room["id"], "ref": room["ref"], "class": "room", "use": room["kind"], "levels": [room["level"]], "lat": lat, "lon": lon, **named})
    return {"id": building, "name": NAMES[building], "start": START[building], "levels": LEVELS[building], "spaces": spaces}


def place_of(building, level, number):
    """What /api/v1/places/{id} answers about a room."""
    index = [each["level"] for each in LEVELS[building]].index(level)
    room = list(rooms(building))[8 * index + number]
    lat, lon = center(room["ring"])
    return {
        "id": room["id"], "type": "place", "kind": "room", "category": "building", "kind_names": {"en": "Room"},
        "name": room["name"] or room["ref"], "names": {}, "lat": lat, "lon": lon,
        "label": "Hall Street 7, Stubville", "bounds": [lon, lat, lon, lat], "details": {}, "address": {"street": "Hall Street"},
        "building": {"id": building, "name": NAMES[building]}, "levels": [LEVELS[building][index]],
    }


def place_of_building(building):
    """What /api/v1/places/{id} answers about a building."""
    (south, west), _, (north, east), _ = rectangle(building, 0, 0, 4, 3)
    lat, lon = middle(building)
    return {
        "id": building, "type": "place", "kind": "university", "category": "building",
        "kind_names": {"en": "University"}, "name": NAMES[building], "names": {}, "lat": lat, "lon": lon,
        "label": "Hall Street 7, Stubville", "bounds": [west, south, east, north], "details": {}, "address": {"street": "Hall Street"},
        "inside": True,
    }


def things(building):
    """Layer, geometry and attributes of everything in a building."""
    for each in LEVELS[building]:
        level = {"level": each["level"], "building": building}
        yield "indoor_area", rectangle(building, 0, 0, 4, 3), {"class": "level", **level}
        yield "indoor_area", rectangle(building, 0, 1, 4, 1), {"class": "corridor", "name": "Corridor", **level}
        yield "indoor_label", [center(rectangle(building, 0, 1, 4, 1))], {"class": "corridor", "name": "Corridor", **level}
        south, west = CORNERS[building]
        yield "indoor_line", [(south + HIGH, west + WIDE), (south + 2 * HIGH, west + WIDE)], {"class": "wall", **level}
        for kind, at in [("stairs", 0.3), ("lift", 2.3), ("escalator", 3.5)]:
            yield "indoor_point", [(south + 1.5 * HIGH, west + at * WIDE)], {"class": kind, **level}
        if each["level"] == START[building]:
            yield "indoor_point", [(south + 1.5 * HIGH, west)], {"class": "door", "kind": "entrance", **level}
    for room in rooms(building):
        facts = {"class": "room", "level": room["level"], "building": building, "ref": room["ref"], "kind": room["kind"]}
        facts |= {"name": room["name"]} if room["name"] else {"access": "private"}
        yield "indoor_area", room["ring"], facts
        yield "indoor_label", [center(room["ring"])], facts
        lat, lon = center(room["ring"])
        inward = 0.5 * HIGH if lat < middle(building)[0] else -0.5 * HIGH
        yield "indoor_point", [(lat + inward, lon)], {"class": "door", "level": room["level"], "building": building}


def tile(z, x, y):
    """A tile of both buildings; no bytes where there is nothing."""
    layers = {}
    for layer, points, facts in (each for building in CORNERS for each in things(building)):
        placed = [position(lat, lon, z, x, y) for lat, lon in points]
        if all(-64 <= max(axis) and min(axis) <= EXTENT + 64 for axis in zip(*placed)):
            layers.setdefault(layer, []).append((placed, facts))
    return b"".join(field(3, layer_bytes(name, features)) for name, features in layers.items())


def position(lat, lon, z, x, y):
    """A point on the grid of a tile, in Web Mercator."""
    across = (lon + 180) / 360 * 2**z - x
    down = (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * 2**z - y
    return round(across * EXTENT), round(down * EXTENT)


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def commands(points):
    """A point, a line of two points, or a ring."""
    at, out = (0, 0), []
    for index, point in enumerate(points):
        if index == 0:
            out.append(1 | 1 << 3)
        elif index == 1:
            out.append(2 | (len(points) - 1) << 3)
        out += [zigzag(point[0] - at[0]), zigzag(point[1] - at[1])]
        at = point
    return out + ([7 | 1 << 3] if len(points) > 2 else [])


def value_bytes(value):
    if isinstance(value, str):
        return field(1, value.encode())
    if isinstance(value, int):
        return varint(6 << 3) + varint(zigzag(value))
    return varint(3 << 3 | 1) + struct.pack("<d", value)


def layer_bytes(name, features):
    keys, values, written = [], [], b""
    for points, facts in features:
        tags = []
        for key, value in facts.items():
            encoded = value_bytes(value)
            for table, entry in ((keys, key), (values, encoded)):
                if entry not in table:
                    table.append(entry)
                tags.append(table.index(entry))
        kind = {1: 1, 2: 2}.get(len(points), 3)
        written += field(2, field(2, b"".join(map(varint, tags))) + varint(3 << 3) + varint(kind) + field(4, b"".join(map(varint, commands(points)))))
    tables = b"".join(field(3, key.encode()) for key in keys) + b"".join(field(4, value) for value in values)
    return varint(15 << 3) + varint(2) + field(1, name.encode()) + written + tables + varint(5 << 3) + varint(EXTENT)


def furnish(stub):
    """Gives the canned server both buildings."""
    stub.features = [*stub.features, "indoor"]
    stub.indoor = tile
    stub.buildings = {building: answer(building) for building in CORNERS}
    for place in [
        *(place_of_building(building) for building in CORNERS),
        *(place_of(HALL, each["level"], number) for each in LEVELS[HALL] for number in range(8)),
    ]:
        stub.inside[place["id"]] = place
