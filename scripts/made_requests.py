"""Requests of every operation that a server's /openapi.json names: as they should be, and with something wrong in them.

A request is a `Request` until it is written as bytes: method, path, query items, header fields and a body, which is
JSON as Python has it, or bytes.
"""
import gzip
import json
import struct
import time
import urllib.parse
import zlib

# Operations that cost far more than others, and how often they are asked for in place of each time: hashing, drawing,
# long searches, everything anew.
SELDOM = {
    "log_out": 0.02, "end_session": 0.1, "change_role": 0.05, "register": 0.004, "log_in": 0.004, "issue_token": 0.004,
    "change_password": 0.004, "remove_account": 0.004, "set_up": 0.02, "new_token": 0.1,
    "add_picture": 0.03, "import_guide": 0.05, "export_guide": 0.02, "change_weights": 0.02, "preview_weights": 0.05,
    "change_crowd": 0.02, "crowd": 0.2,
    "loop": 0.15, "trip": 0.3, "osrm_trip": 0.3, "isochrone": 0.3, "isochrone_post": 0.3, "reach": 0.3, "table": 0.5,
    "openapi": 0.1, "metrics": 0.2,
    "atlas": 0.05, "places": 0.5, "nominatim_search": 0.4, "delete_my_positions": 0.2, "guide": 0.5, "style": 0.3,
    "sprite_picture": 0.3, "glyphs": 0.3,
    "match_track": 0.5, "my_positions": 0.3, "my_visits": 0.3, "change_sharing": 0.5}
# Endless answers.
STREAMS = {"events"}
LONG = "x" * 3000
# Combining marks out of their order: a comparison by canonical form sorts them first.
MARKS = "\u0327\u0301"
HEADER_MARKS = (MARKS * 7500).encode().decode("latin-1")
STRANGE = [
    "", "0", "-0", "-1", "1", "NaN", "nan", "Infinity", "-inf", "1e308", "-1e308", "1e999", "5e-324", "0x10", "1_000",
    "1.5", ".", "-", "+1", "1e", " 1", "٣",
    "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "9" * 400, "0." + "1" * 400, "null", "true", "undefined", "[]", "{}", "{", "[[[[", "a",
    LONG, "🧭", "\u202e\u2066x", "e\u0301" * 40,
    "\u0000", "a\u0000b", "\ufeff", MARKS * 600, "a" + MARKS * 12, "\U0001f1e6" * 900, "\ud7ff\ue000\uffff", "ß", "İ",
    "ﷺ", "../..", "..%2f..", "' OR 1=1 --", "%", "%%", ";", ",", ",,,", ",;,", "91,181",
    "90,180", "-90,-180", "60.17,24.94;" * 30, "60.17,24.94,5", "1e308,1e308", "NaN,NaN", "180,90",
    "24.94,60.17;24.94,60.17", "polyline(_)",
    "polyline(" + "~" * 300 + ")", "polyline6(" + "_ibE" * 50 + ")", "1;2;3", "2026-02-30T25:61:61Z",
    "9999-12-31T23:59:60Z", "-271821-04-20T00:00:00Z",
    "0000-00-00", "292277026596-12-04T15:30:08Z", "1970-01-01T00:00:00+99:99", "n0", "n18446744073709551615", "w-1",
    "r99999999999", "N1,W1,R1", "node/1",
    "c:amenity", "wheelchair", "first", "any", "all", "destination", "unlimited", "0,0", "360,360", "-1,1e9", "0;0;0",
    "curb;opposite", "full", "gpx", "zh-Hant-x-x",
    "de,en;q=0.5,*;q=NaN", "*", "*=*", "!amenity:!", "amenity:" + "x" * 300, ":cafe"]
RAW_JSON = [
    "NaN", "Infinity", "1e308", "-1e308", "1e999", "-0", "-0.0", "5e-324", "0", "-1", "1", "2147483648", "4294967296",
    "9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "1" * 400, "1.5", "0.1e1", "01", "null", "true", "false", '""',
    '"x"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"',
    '"a\\u0000b"', '"\\u202e\\u2066"', '"' + "e\u0301" * 200 + '"', '"' + "x" * 5000 + '"', '"\\x"', '"\t"', '"\x7f"',
    "[]", "{}", "[[]]", "[null]", "[{}]", '{"":""}', '{"lat":null}',
    "[" * 2000 + "]" * 2000, '{"a":' * 1000 + "1" + "}" * 1000, "[" * 600, "[" + "1," * 800 + "1]",
    '{"id":"x","id":"y"}', "[1e308,-1e308]", "[[1e308,91],[NaN,0]]", '"90,180"',
    '"9999-12-31T23:59:59.999999999Z"', '"1970-01-01"', '"n1"', '"🧭"', '"\ufeff"', f'"{MARKS * 15_000}"',
    f'{{"{MARKS * 15_000}":1}}', '{"' + "\\u0327\\u0301" * 5000 + '":1}', "", "}", "/**/1", "'x'", "1 2", '"unfinished']
FIELDS = {
    "Accept": ["*/*", "application/octet-stream", "text/event-stream", "image/webp", "", ",", "a" * 500, "*/*;q=NaN"],
    "Accept-Encoding": [
        "gzip", "", "br", "identity;q=0", "*;q=0", "gzip;q=1e999", "gzip;q=-0, *;q=nan", ",;,;q=",
        "gzip;" * 40,
        "x-gzip",
    ],
    "Accept-Language": [
        "de", "ar,fi;q=0.5", "*",
        "x" * 400,
        "de;q=NaN",
        ",,,;;;",
        "-" * 90,
        "\xe9",
        "zh-Hant-TW,en;q=1e308",
    ],
    "Authorization": [
        "Bearer", "Bearer ", "Bearer x",
        "bearer " + "A" * 43,
        "Basic", "Basic Og==", "Basic ====",
        "Basic " + "/" * 99,
        "Basic gP8=", "Digest x", "\xff", "Bearer a b",
    ],
    "Cookie": [
        "hereabouts_session=", "hereabouts_session=x", "=", ";;;=;", "hereabouts_session=a; hereabouts_session=b",
        "x" * 900,
        "hereabouts_session=\xff",
    ],
    "If-None-Match": ["*", '""', '"x"', "W/", 'W/"x", "y"', '"' + "a" * 900 + '"', ",,,", '"unfinished', "\xff"],
    "If-Range": ['"x"', "", "Wed, 21 Oct 2015 07:28:00 GMT", "Thu, 99 Foo 99999 99:99:99 GMT"],
    "If-Modified-Since": ["Wed, 21 Oct 2015 07:28:00 GMT", "x", "Thu, 31 Feb 0000 24:00:60 GMT"],
    "Range": [
        "bytes=0-0", "bytes=-1", "bytes=-0", "bytes=-", "bytes=5-2", "bytes=0-,0-,0-", "bytes=9223372036854775807-",
        "bytes=0-9223372036854775807", "bytes=18446744073709551616-", "bytes=-9223372036854775807", "bytes=--1",
        "lines=1-2", "bytes=0-9223372036854775806", "bytes=1e3-", "bytes= 1-2",
        "bytes=" + "0-1," * 100,
    ],
    "Content-Encoding": ["gzip", "x-gzip", "br", "identity", "gzip, gzip", "", "deflate"],
    "Content-Type": [
        "application/json", "application/json; charset=utf-16", "text/plain", "", ";",
        "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "image/png",
        "x" * 300,
        "\xff/\xff",
    ],
    "Expect": ["100-continue", "x", "100-Continue"],
    "Idempotency-Key": ["", "x", "k" * 64, "k" * 4000],
    "Last-Event-ID": ["", "0", "-1", "9223372036854775807", "x", "1" * 400, "\xff"],
    "Origin": ["null", "http://evil.example", "http://localhost", "x", ""],
    "Sec-Fetch-Site": ["cross-site", "same-origin", "none", ""],
    "X-Forwarded-For": [
        "203.0.113.7", "::1", "x", "", ",,,",
        "2001:db8::" + ":1" * 40,
        "198.51.100.7:99999", "[::1", "1.2.3.4, 127.0.0.1", "%", "127.0.0.1",
    ],
    "X-Forwarded-Proto": ["https", "x", ""],
    "X-Forwarded-Host": ["localhost", "evil.example", ",", "[", "a" * 300],
    "X-Limit-U": ["x", ""],
    "Connection": ["x, y", "keep-alive", "Keep-Alive"],
    "X-Limit-D": ["phone"],
    "User-Agent": ["", "\x80" * 200, "Mozilla/5.0 (" * 60],
    "X-" + "a" * 200: ["b"],
    "TE": ["trailers"],
    "DNT": ["1"],
    "Upgrade": ["websocket", "h2c"],
}
ENCODED = ["%2e%2e", "%2e%2e/", "%00", "%ff", "%252e", "%2f", "%5c", "//", "/./", "/../", "%", "%zz", "%c0%ae",
    "%ed%a0%80", "%F0%9F%A7%AD", ";x", "%3f", "%23", "*", "{id}", "~", "\xff", "+"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "get", "X" * 30]
MARK = "\u0001raw\u0001"


def picture():
    """A small picture, as PNG."""
    def piece(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = (b"\0" + bytes(range(24))) * 8
    return b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) + piece(
        b"IDAT", zlib.compress(rows)) + piece(b"IEND", b"")


BOMBS = [gzip.compress(b" " * (1 << 20)), gzip.compress(b"[" * (8 << 20)), gzip.compress(b'{"a":1}')[:-5],
    gzip.compress(b"[]") * 300, b"\x1f\x8b", gzip.compress(b"[]")[:9], b"\x1f\x8b\x08\xff" + b"\xff" * 60]


class Request:
    """One request, before it is written."""

    __slots__ = ("name", "method", "path", "items", "fields", "body")

    def __init__(self, name, method, path, items, fields, body):
        self.name, self.method, self.path, self.items, self.fields, self.body = name, method, path, items, fields, body

    def written(self):
        """The bytes to send. The stated length of the body is always true."""
        query = "&".join(f"{name}={value}" for name, value in self.items)
        target = self.path + ("?" + query if query else "")
        body = self.body
        if body is not None and not isinstance(body, bytes):
            body = text_of(body).encode("utf-8", "surrogatepass")
        lines = [f"{self.method} {target} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in self.fields]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace") + (body or b"")


def text_of(value):
    """JSON, in which marked texts stand as they are."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if "\\u0001raw" in text:
        parts = text.split('"\\u0001raw\\u0001')
        text = parts[0] + "".join(RAW_JSON[int(part[:2])] + part[3:] for part in parts[1:])
    return text


def raw(chance):
    return MARK + f"{chance.randrange(len(RAW_JSON)):02d}"


def quoted(text):
    return urllib.parse.quote(text, safe=",;.-:", errors="replace")


class Place:
    """Points on the map, and words to search for."""

    def __init__(self, bounds, hits):
        self.west, self.south, self.east, self.north = bounds
        self.places = [hit["id"] for hit in hits] or ["n1"]
        self.spots = {hit["id"]: (hit["lat"], hit["lon"]) for hit in hits}

    def points(self, chance, count, spread=0.003):
        latitude = chance.uniform(self.south + 0.004, self.north - 0.004)
        longitude = chance.uniform(self.west + 0.006, self.east - 0.006)
        return [(round(latitude + chance.uniform(-spread, spread), 6),
                 round(longitude + chance.uniform(-spread, spread), 6)) for _ in range(count)]


class Maker:
    """Makes requests of the operations of a contract, with what a `World` has."""

    def __init__(self, contract, place, world):
        self.schemas, self.place, self.world = contract["components"]["schemas"], place, world
        self.operations = [
            (operation["operationId"], method.upper(), path, operation) for path, methods in contract["paths"].items()
            for method, operation in methods.items() if isinstance(operation, dict) and "operationId" in operation]
        # Requests that end something must leave the others enough to do.
        self.weights = [
            SELDOM.get(name.split("_alias_")[0], 0.03 if method == "DELETE" or name == "leave_group" else 1.0)
            for name, method, *_ in self.operations
        ]
        self.cumulative = [sum(self.weights[: k + 1]) for k in range(len(self.weights))]

    def pick(self, chance):
        """An operation, expensive ones seldom."""
        return chance.choices(self.operations, cum_weights=self.cumulative)[0]

    def valid(self, chance, operation=None):
        """A request that should be answered well, as somebody who may ask."""
        name, method, path, operation = operation or self.pick(chance)
        items, here = [], self.place.points(chance, 1)[0]
        often = 1.2 / (len(operation.get("parameters", [])) + 3)
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", quoted(self.in_path(chance, path, parameter)))
            elif parameter.get("required") or parameter["name"] in ("q", "json") or chance.random() < often:
                items.append((parameter["name"], quoted(self.value(chance, parameter, here))))
        fields, body = list(self.world.person(chance, name, path)), None
        if "requestBody" in operation:
            media = next(iter(operation["requestBody"]["content"]))
            fields.append(("Content-Type", media))
            body = self.body(chance, name, media, operation["requestBody"]["content"][media]["schema"])
        return Request(name, method, path, items, fields, body)

    def in_path(self, chance, path, parameter):
        name, things = parameter["name"], self.world.things
        if name == "id":
            kinds = {
                "posts": "post",
                "venues": "venue",
                "works": "work",
                "tours": "tour",
                "history": "venue",
                "devices": "device",
                "links": "link",
                "groups": "group",
                "friends": "friend",
                "accounts": "account",
                "pictures": "picture",
                "sessions": "session",
                "registration-links": "registration_link",
            }
            parts = path.split("/")
            if "places" in parts:
                return chance.choice(self.place.places)
            return next((things[kinds[part]] for part in reversed(parts) if kinds.get(part) in things), "1")
        if name == "coordinates":
            return ";".join(f"{lon},{lat}"
                            for lat, lon in self.place.points(chance, chance.choice([1, 2, 2, 3, 6, 12])))
        known = {
            "profile": ["foot", "wheelchair", "bicycle", "car"],
            "form": ["json", "geojson", "csv", "gpx", "zip", "venues.csv"],
            "z": ["14", "12", "9", "0"],
            "x": ["9327", "582", "0"],
            "y": ["4742", "296", "0"],
            "size": ["small", "medium", "large"],
            "name": ["light", "dark", "places"],
            "fonts": ["Inter Regular", "Noto Sans Regular"],
            "range": ["0-255", "1024-1279"],
            "revision": ["1", "2"],
        }.get(name)
        return chance.choice(known) if known else self.value(chance, parameter, (60.17, 24.94))

    def value(self, chance, parameter, here):
        """A value for a parameter, as text."""
        name, schema = parameter["name"], parameter["schema"]
        known = {
            "lat": here[0], "lon": here[1], "tLatitude": here[0], "tLongitude": here[1],
            "q": chance.choice(["cafe", "park", "Kluuvi 3", "mus", "a"]), "street": "Mannerheimintie",
            "city": "Helsinki", "lang": "fi", "accept-language": "sv", "token": self.world.things.get("token", "x"),
            "id": self.world.things.get("token", "x"), "osm_ids": "N1,W2,R3",
            "from": f"{here[0]},{here[1]}" if "pattern" in schema else "2026-11-01T00:00:00Z", "before": "9",
            "after": "0", "viewbox": "24.9,60.1,25,60.2", "bbox": "24.9,60.1,25,60.2",
            "timestamp": int(time.time()), "location": f"{here[0]},{here[1]}", "json": text_of(self.isochrone(chance)),
            "minutes": chance.choice(["10", "5,10", "30"]), "path": "/",
            "userId": self.world.things.get("token", "x"), "countrycodes": "fi", "countries": "fi",
            "polygon_threshold": "0.001", "radius": "1"}.get(name)
        if known is not None:
            return str(known)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if schema.get("type") in ("integer", "number"):
            return str(chance.randint(int(schema.get("minimum", 0)), int(min(schema.get("maximum", 50), 10_000))))
        if "9.]+,-" in schema.get("pattern", ""):
            several = ";" in schema["pattern"]
            return ";".join(f"{lat},{lon}"
                            for lat, lon in self.place.points(chance, chance.choice([2, 3, 5]) if several else 1))
        return chance.choice(["1", "0", "true", "a", "2026-11-20T10:00:00Z", "poi"])

    def isochrone(self, chance):
        lat, lon = self.place.points(chance, 1)[0]
        return {
            "locations": [{"lat": lat, "lon": lon}],
            "costing": chance.choice(["pedestrian", "auto", "bicycle"]),
            "contours": [{"time": chance.choice([3, 8, 15])}],
            "polygons": True,
            "denoise": 0.5,
        }

    def queue(self, chance):
        place = chance.choice(self.place.places)
        latitude, longitude = self.place.spots.get(place, (60.17, 24.94))
        return {"place": place, "minutes": 5, "lat": latitude, "lon": longitude}

    def features(self, chance):
        def points(count):
            return [{"lat": lat, "lon": lon} for lat, lon in self.place.points(chance, count, 0.001)]
        return chance.sample(
            [
                {"kind": "fence", "points": points(4), "area": True, "name": "Gate"},
                {"kind": "slow", "points": points(3), "factor": 3, "profiles": ["foot"]},
                {"kind": "closed", "ways": [4253744]},
                {"kind": "stall", "points": points(1), "name": "Tea", "note": "hot"},
                {"kind": "entrance", "points": points(1)},
                {"kind": "one_way", "points": points(2), "from": "2026-11-20T10:00:00Z", "until": soon()},
            ],
            3,
        )

    def changes(self, chance):
        """The bodies that change settings, with the revision that they change."""
        things = self.world.things
        return {
            "change_weights": lambda: {
                "revision": things.get("weights", 0),
                "fields": {"publish": chance.random() < 0.5, "features": self.features(chance)},
            },
            "preview_weights": lambda: {"features": self.features(chance)},
            "change_imprint": lambda: {
                "revision": things.get("imprint", 0),
                "fields": {"title": "Us", "text": "Hello\n\nworld", "contact": "us@example.org", "pictures": []},
            },
            "change_sharing": lambda: {
                "revision": things.get("sharing", 0),
                "fields": {
                    "friends": "fuzzy",
                    "pseudonym": chance.choice([None, "Heron"]),
                    "statistics": True,
                    "at_home": False,
                    "retention_days": 9,
                    "homes": things.get("homes", []),
                },
            },
        }

    def special_bodies(self, chance, lat, lon):
        """The bodies that no schema describes well enough, by the names of their operations."""
        things, now = self.world.things, int(time.time())
        return {
            "overland": lambda: {
                "locations": [
                    {
                        "type": "Feature",
                        "geometry": {"type": "Point", "coordinates": [lon, lat]},
                        "properties": {"timestamp": "2026-11-20T10:00:00Z", "speed": 1, "horizontal_accuracy": 5},
                    }
                ]
            },
            "owntracks": lambda: {"_type": "location", "lat": lat, "lon": lon, "tst": now, "acc": 5, "tid": "ab"},
            "osmand": lambda: {
                "device_id": things.get("token", "x"),
                "location": {
                    "timestamp": now,
                    "coords": {"latitude": lat, "longitude": lon, "speed": 1, "accuracy": 4},
                    "battery": {"level": 0.5},
                },
            },
            "report_positions": lambda: chance.choice(
                [
                    [
                        {
                            "lat": lat,
                            "lon": lon,
                            "time": now * 1000 - k * 9000,
                            "accuracy": 5,
                            "speed": 1.5,
                            "course": 90,
                            "altitude": 3,
                            "battery": 50,
                        }
                        for k in range(3)
                    ],
                    {"lat": lat, "lon": lon, "time": now * 1000},
                ]
            ),
            "isochrone_post": lambda: self.isochrone(chance),
            "classic_post": lambda: {
                "message": "hi",
                "username": "guest",
                "geodata": json.dumps([lat, lon, "x", "N", "1"]),
            },
            "report_queue": lambda: self.queue(chance),
            **self.changes(chance),
            "change_crowd": lambda: {"people": 3, "speed": 1},
            "osrm_body": lambda: {"coordinates": [[b, a] for a, b in self.place.points(chance, 3)]},
        }

    def body(self, chance, name, media, schema):
        things, (lat, lon) = self.world.things, self.place.points(chance, 1)[0]
        now = int(time.time())
        name = name.split("_alias_")[0]
        if "x-www-form" in media:
            token = things.get("token", "x")
            return (
                f"id={token}&userId={token}&lat={lat}&lon={lon}&timestamp={now}&tDate=2026-11-20&tTime=10:00"
                f"&date=2026-11-20&time=10:00&minutes=4&address=Cafe&tLatitude={lat}&tLongitude={lon}"
                "&tTimeAtLocation=5").encode()
        if name == "add_picture":
            return picture()
        if name == "import_guide":
            return chance.choice(
                [
                    b"name,description\nHall,Nice\n",
                    b"PK\x03\x04" + b"\0" * 40,
                    things.get("archive", b"PK\x05\x06" + b"\0" * 18),
                    b'{"venues":[]}',
                ]
            )
        if name in ("match_track", "add_track"):
            line = self.place.points(chance, 12, 0.001)
            points = "".join(f'<trkpt lat="{a}" lon="{b}"><time>2026-11-20T10:{k:02d}:00Z</time></trkpt>'
                             for k, (a, b) in enumerate(line))
            return chance.choice(
                [
                    f"<gpx><trk><trkseg>{points}</trkseg></trk></gpx>".encode(),
                    json.dumps({"type": "LineString", "coordinates": [[b, a] for a, b in line]}).encode(),
                ]
            )
        special = self.special_bodies(chance, lat, lon)
        key = "osrm_body" if name.startswith("osrm_") else name
        if key in special:
            return special[key]()
        return self.made(chance, schema, "", (lat, lon))

    def made(self, chance, schema, name, here):
        """A value of a schema."""
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
        if "anyOf" in schema:
            return self.made(chance, chance.choice(schema["anyOf"]), name, here)
        things, kind = self.world.things, schema.get("type")
        if isinstance(kind, list):
            kind = chance.choice(kind)
        if "enum" in schema and kind == "string":
            return chance.choice(schema["enum"])
        if kind == "object":
            required = schema.get("required", [])
            return {key: self.made(chance, inner, key, here) for key, inner in schema.get("properties", {}).items()
                    if key in required or chance.random() < 0.5}
        if kind == "array":
            if name == "venues":
                return [things.get("venue", "x")]
            return [self.made(chance, schema["items"], name.rstrip("s"), here)
                    for _ in range(chance.choice([0, 1, 1, 2, 3]))]
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "number":
            return {"lat": here[0], "lon": here[1], "factor": 3}.get(name, round(chance.uniform(0, 90), 2))
        if kind == "integer":
            return {"revision": things.get("revision", 1), "year": 1990, "days": 3,
                    "minutes": 4}.get(name, chance.randint(0, 30))
        if kind == "null":
            return None
        return {
            "name": f"n{chance.randrange(9)}", "password": "wrong horse", "old": "wrong horse", "new": "battery staple",
            "message": "Hello", "id": things.get("picture", "x"), "label": "check", "ends": soon(),
            "publish_at": "2026-11-20T10:00:00Z", "from": "2026-11-20T10:00:00Z", "until": "2026-12-20T10:00:00Z",
            "invitation": things.get("invitation", "x"), "hours": "Mo-Fr 09:00-17:00",
            "link": "https://example.org/", "key": f"{chance.randrange(10 ** 20):020d}", "username": "guest",
            "reason": "rude", "code": "AAAA-BBBB-CCCC-DDDD"}.get(name, "text")


def soon():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))


class Spoiler:
    """Puts things into requests that are wrong there."""

    def __init__(self, chance, world):
        self.chance, self.world = chance, world

    def spoiled(self, request):
        """The same request with one to four things wrong in it."""
        for _ in range(self.chance.choice([1, 1, 1, 2, 2, 3, 4])):
            kind = self.chance.random()
            if kind < 0.34 and request.items:
                self.query(request)
            elif kind < 0.62 and request.body is not None:
                self.content(request)
            elif kind < 0.78:
                self.field(request)
            elif kind < 0.88:
                self.path(request)
            elif kind < 0.93:
                self.query(request)
            elif kind < 0.96:
                request.method = self.chance.choice(METHODS)
            else:
                self.person(request)
        return request

    def strange(self):
        text = self.chance.choice(STRANGE)
        return quoted(text) if self.chance.random() < 0.9 else "".join(
            letter if "!" <= letter <= "~" and letter not in "#" else "%FF" for letter in text)

    def query(self, request):
        chance, items = self.chance, request.items
        kind, index = chance.random(), chance.randrange(len(items)) if items else 0
        if not items or kind < 0.1:
            items.append((chance.choice(["x", "lang", "format", "limit", "lat", "token", "", "%00", "%"]),
                          self.strange()))
        elif kind < 0.6:
            items[index] = (items[index][0], self.strange())
        elif kind < 0.7:
            del items[index]
        elif kind < 0.8:
            items.insert(index, items[index] if chance.random() < 0.5 else (items[index][0], self.strange()))
        elif kind < 0.85:
            items[index] = (items[index][0], "&".join([items[index][1]] * 30))
        else:
            # Part of a value: a number of a list, a letter of a word.
            name, text = items[index]
            at = chance.randrange(len(text) + 1)
            items[index] = (
                name,
                text[:at]
                + chance.choice(["-", "9", ".", "e9", ",", ";", "%00", "%ff", "%F0%9F", "0" * 30, "%20", "~", "1e308"])
                + text[at + chance.randrange(2) :],
            )

    def content(self, request):
        chance, body = self.chance, request.body
        if not isinstance(body, bytes) and chance.random() < 0.75:
            for _ in range(chance.choice([1, 1, 2])):
                body = self.changed(body)
            request.body = body
            return
        if not isinstance(body, bytes):
            body = text_of(body).encode("utf-8", "surrogatepass")
        kind, at = chance.random(), chance.randrange(len(body) + 1)
        if kind < 0.25:
            body = body[:at]
        elif kind < 0.5 and body:
            at = min(at, len(body) - 1)
            body = body[:at] + bytes([body[at] ^ 1 << chance.randrange(8)]) + body[at + 1:]
        elif kind < 0.7:
            body = (
                body[:at]
                + chance.choice(
                    [
                        b"\0",
                        b"\xff",
                        b"\xed\xa0\x80",
                        b"\xef\xbb\xbf",
                        b'"',
                        b"9" * 40,
                        b"[" * 3000,
                        b"<",
                        b"&x;",
                        b"-",
                        b"e999",
                        b"<!DOCTYPE a [<!ENTITY b 'c'>]>&b;",
                    ]
                )
                + body[at + chance.randrange(3) :]
            )
        elif kind < 0.8:
            body = chance.choice([b"", b"\xff\xfe{\0}\0", b"\0" * 60, b"[" * 20_000, b'"' + b"a" * 60_000, body + body,
                                  b"{" + body])
        elif kind < 0.9:
            body = gzip.compress(body, 1)
            request.fields.append(("Content-Encoding", "gzip"))
            if chance.random() < 0.5:
                body = body[: chance.randrange(len(body))]
        else:
            body = chance.choice(BOMBS)
            request.fields.append(("Content-Encoding", "gzip"))
        request.body = body

    def changed(self, value):
        """JSON with something else somewhere in it."""
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.9:
            key, kind = chance.choice(list(value)), chance.random()
            if kind < 0.08:
                return {name: inner for name, inner in value.items() if name != key}
            if kind < 0.13:
                return value | {chance.choice(["x", "", "\0", "id", "__proto__", key.upper(), key + " "]): raw(chance)}
            return value | {key: self.changed(value[key])}
        if isinstance(value, list) and value and chance.random() < 0.85:
            index, kind = chance.randrange(len(value)), chance.random()
            if kind < 0.1:
                return value[:index] + value[index + 1:]
            if kind < 0.2:
                return value[:index] + [value[index]] * chance.choice([2, 30]) + value[index:]
            return value[:index] + [self.changed(value[index])] + value[index + 1:]
        if isinstance(value, str) and not value.startswith(MARK) and chance.random() < 0.4:
            at = chance.randrange(len(value) + 1)
            return (value[:at] + chance.choice(STRANGE) + value[at:])[:6000]
        return raw(chance)

    def field(self, request):
        chance = self.chance
        if request.fields and chance.random() < 0.2:
            index = chance.randrange(len(request.fields))
            if chance.random() < 0.5:
                del request.fields[index]
            else:
                request.fields.append(request.fields[index])
            return
        name = chance.choice(list(FIELDS))
        if name == "Content-Encoding" and request.body is None:
            return
        if name == "Expect" and request.body is None:
            return
        request.fields.append((name, HEADER_MARKS if chance.random() < 0.04 else chance.choice(FIELDS[name])))

    def path(self, request):
        chance, parts = self.chance, request.path.split("/")
        index, kind = chance.randrange(1, len(parts)), chance.random()
        if kind < 0.5:
            parts[index] = self.strange()
        elif kind < 0.75:
            at = chance.randrange(len(parts[index]) + 1)
            parts[index] = parts[index][:at] + chance.choice(ENCODED) + parts[index][at:]
        elif kind < 0.85:
            parts.insert(index, chance.choice(ENCODED))
        elif kind < 0.95:
            parts[index] = "".join(f"%{byte:02x}" for byte in parts[index].encode())
        else:
            del parts[index]
        request.path = ("/".join(parts) or "/").replace(" ", "%20")
        if not request.path.startswith("/"):
            request.path = "/" + request.path

    def person(self, request):
        """Somebody else asks."""
        request.fields = [field for field in request.fields
                          if field[0] not in ("Authorization", "Cookie")] + list(self.world.anybody(self.chance))
