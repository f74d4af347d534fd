"""A small server with canned answers. It can do what the real one cannot: disappear, answer late, answer out of order.

Serves Web/ and answers the API for a made-up place. Every answer passes through `Stub.hold`, so that a test decides when, and whether, it arrives.
"""
import datetime
import hashlib
import http.server
import json
import pathlib
import threading
import time
import urllib.parse

from packs import packed

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Web"
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
}
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
BOUNDS = [24.93518, 60.16416, 24.95341, 60.17911]
ABOUT = {
    "name": "Stubville", "bounds": BOUNDS, "center": {"lat": 60.1716, "lon": 24.9443}, "attribution": "© OpenStreetMap contributors",
    "atlas": {"bytes": 4, "identity": "0011223344556677"}, "tile_version": "0011223344556677-1", "data_timestamp": "2026-10-01T00:00:00Z", "version": "0.0.0",
}


def place(osm_id, kind, category, name, lat, lon, street, details=None, **extra):
    return {
        "id": osm_id, "type": "place", "kind": kind, "category": category, "name": name, "names": {}, "lat": lat, "lon": lon,
        "label": f"{street}, Stubville", "bounds": [lon, lat, lon, lat], "details": details or {}, **extra,
        "address": {"street": street, "city": "Stubville", "cross_street": "Crossing Lane"},
    }


PLACES = [
    place(
        "n1", "cafe", "food", "Kappeli", 60.16735, 24.94683, "Esplanade 1",
        {"opening_hours": "24/7"},
        open=True,
        phone="+358 10 000",
        website="https://example.org",
    ),
    place("n2", "library", "civic", "Kaisa Library", 60.17045, 24.94875, "Fabian Street 30"),
    place("n4", "cafe", "food", "<img src=x onerror=alert(1)> & Söner", 60.16905, 24.94410, "Esplanade 3"),
    place("w3", "park", "leisure", "Kaisaniemi Park", 60.17415, 24.94620, "Park Lane 2"),
]


MESSAGES = ["The first one", "<img src=x onerror=alert(1)>", "Two\nlines", "The fourth", "The newest"]


def post(number, message, name="Maija", location=None):
    """A post as the server sends it; every second one has a location."""
    usual = {"lat": 60.17045, "lon": 24.94875, "place": "Kluuvi <b>", "facing": "NE", "speed": "in train"}
    return {
        "id": f"00000000-0000-7000-8000-{number:012}", "author": {"name": name}, "message": message, "revision": 1,
        "created": f"2026-10-01T12:00:0{number}.000Z", "is_hidden": False,
        **({"location": usual | (location or {})} if location or number % 2 == 0 else {}),
    }


def account(number, name, role="user"):
    return {"id": f"00000000-0000-7000-8000-1{number:011}", "name": name, "role": role, "created": "2026-09-01T08:00:00Z"}


def session(number, kind, label, is_current=False):
    """A browser or a program that acts for the logged-in account."""
    times = {"created": "2026-10-01T08:00:00Z", "expires": "2026-11-30T08:00:00Z"}
    return {"id": f"00000000-0000-7000-8000-2{number:011}", "kind": kind, "label": label, "is_current": is_current, **times}


def effects(features, streets):
    """The effects of drawn features on streets: the same number of streets for each, the first from its first point to its last."""
    concerned = [(index, each) for index, each in enumerate(features) if each["kind"] in ("closed", "one_way", "fence", "slow")]
    return [{"feature": index, "streets": streets, "distance": 276.7 * streets, "names": ["<b>Market</b> Street"][:streets],
             "lines": [[each["points"][0], each["points"][-1]]] if streets and "points" in each else []} for index, each in concerned]


def report(number, reporter, reason):
    return {"id": f"00000000-0000-7000-8000-3{number:011}", "reporter": reporter, "reason": reason, "created": "2026-10-01T13:00:00Z"}


def reported(post, *reports):
    return {"post": post, "count": len(reports), "reports": list(reports)}


def page_of(posts, query):
    """Three at a time, as the server has its pages."""
    start = int(query.get("before", 0))
    return {"posts": posts[start : start + 3], **({"next": str(start + 3)} if len(posts) > start + 3 else {})}


def venue_id(number):
    return f"00000000-0000-7000-8000-4{number:011}"


def work_id(number):
    return f"00000000-0000-7000-8000-5{number:011}"


def tour_id(number):
    return f"00000000-0000-7000-8000-6{number:011}"


def picture(number, text=None):
    """A picture as entries of the guide show it; the page's own icon stands for its pixels."""
    return {"id": f"00000000-0000-7000-8000-7{number:011}", "width": 800, "height": 600, **({"text": text} if text else {})}


def venue(number, name, location=None, **more):
    place = {"location": {"lat": location[0], "lon": location[1]}} if location else {}
    return {"id": venue_id(number), "name": name, "revision": 1, "state": "published", "works": 0, **place, **more}


def work(number, title, **more):
    return {"id": work_id(number), "title": title, "revision": 1, "state": "published", "votes": 0, **more}


class StubGuide:
    """The guide's shelves, with revisions and a history, as the server keeps them."""

    def __init__(self):
        self.venues = [
            venue(0, "Kunsthalle <b>Stub</b>", (60.17045, 24.94875), address="Nervander Street 3", hours="24/7", picture=picture(0, "The hall from the street"),
                  description="A hall for art.\nOpen to all.", link="https://example.org/kunsthalle"),
            venue(1, "Ateneum", (60.17015, 24.94425), address="Kaivo Street 2"),
            venue(2, "Taidetalo Ääni", (60.16735, 24.94683), address="Esplanade 1"),
            venue(3, "The Wandering Show", description="Somewhere else each day."),
        ]
        self.works = {
            venue_id(0): [
                work(
                    0,
                    "The <i>First</i> Work",
                    artist="Maija Stub",
                    description="Oil and patience.",
                    medium="Oil on canvas",
                    width=24,
                    height=18.5,
                    unit="in",
                    year=1897,
                    votes=2,
                    picture=picture(1, "Two boats"),
                ),
                work(1, "Untitled", width=40),
                work(2, "A third one with quite a long title that goes on", artist="Somebody"),
            ]
        }
        self.tours = [{"id": tour_id(0), "name": "An hour of art", "description": "Three houses.", "revision": 1, "state": "published",
                       "venues": [venue_id(0), venue_id(1), venue_id(3), venue_id(2)]}]
        self.changes = []
        self.before = {}
        self.imports = 0

    def shelves(self):
        return {"venue": [self.venues], "work": list(self.works.values()), "tour": [self.tours]}

    def find(self, kind, entity):
        for shelf in self.shelves()[kind]:
            for index, each in enumerate(shelf):
                if each["id"] == entity:
                    return shelf, index
        raise Refusal(404, "not_found", "there is nothing with this id")

    def shown(self, shelf, member):
        """The visible entries of a list: curators also see drafts and entries under embargo."""
        sees_all = member is not None and member["role"] != "user"
        now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
        return [each for each in shelf if sees_all or each["state"] == "published" and each.get("publish_at", "") <= now]

    def index(self, member):
        venues = self.shown(self.venues, member)
        return {"venues": [each | {"works": len(self.shown(self.works.get(each["id"], []), member))} for each in venues],
                "tours": self.shown(self.tours, member)}

    def venue(self, entity, member):
        shelf, index = self.find("venue", entity)
        if not self.shown([shelf[index]], member):
            raise Refusal(404, "not_found", "there is nothing with this id")
        works = self.shown(self.works.get(entity, []), member)
        return {"venue": shelf[index] | {"works": len(works)}, "works": [each | {"venue": entity} for each in works]}

    def note(self, kind, action, entity, before):
        number = len(self.changes)
        entry = before or self.find(kind, entity)[0][self.find(kind, entity)[1]]
        self.before[str(number)] = before
        self.changes.insert(0, {"id": str(number), "kind": kind, "entity": entity, "name": entry.get("name") or entry.get("title"), "action": action,
                                "revision": before["revision"] + 1 if before else 1,
                                **self.pictured(kind, action, entity), "editor": "Aino", "time": "2026-10-01T12:00:00Z"})

    def pictured(self, kind, action, entity):
        if action == "deleted":
            return {}
        shelf, index = self.find(kind, entity)
        return {"picture": shelf[index]["picture"]["id"]} if "picture" in shelf[index] else {}

    def purge(self, picture):
        versions = [each for each in self.changes if each.get("picture") == picture]
        if not versions:
            raise Refusal(404, "not_found", "there is nothing with this id")
        for each in versions:
            del each["picture"]
        shown = [entry for shelves in self.shelves().values() for shelf in shelves for entry in shelf if entry.get("picture", {}).get("id") == picture]
        for entry in shown:
            del entry["picture"]
        return {"entries": len(shown), "versions": len(versions)}

    def check(self, fields, prefix):
        name = "title" if "title" in fields else "name"
        if not fields.get(name, "").strip() or fields.get(name) == "refuse me":
            raise Refusal(400, "invalid_body", "this cannot be a name", f"{prefix}{name}")

    def made(self, kind, fields):
        shown = dict(fields)
        if "picture" in fields:
            shown["picture"] = {"width": 800, "height": 600, **fields["picture"]}
        if "detail" in fields:
            sized = {part: [each | {"picture": {"width": 800, "height": 600, **each["picture"]}} for each in fields["detail"].get(part, [])]
                     for part in ("pictures", "plans")}
            shown["detail"] = {"entrances": [], **fields["detail"], **sized}
        return shown | ({"votes": 0} if kind == "work" else {"works": 0} if kind == "venue" else {})

    def add(self, kind, shelf, fields):
        self.check(fields, "")
        number = 100 + len(self.changes)
        entry = {"id": {"venue": venue_id, "work": work_id, "tour": tour_id}[kind](number), "revision": 1} | self.made(kind, fields)
        shelf.append(entry)
        self.note(kind, "added", entry["id"], None)
        return entry

    def change(self, kind, entity, sent):
        shelf, index = self.find(kind, entity)
        old = shelf[index]
        self.check(sent["fields"], "fields.")
        if sent["revision"] != old["revision"]:
            raise Refusal(409, "changed_meanwhile", "it was changed meanwhile")
        shelf[index] = {"id": entity, "revision": old["revision"] + 1} | self.made(kind, sent["fields"])
        self.note(kind, "changed", entity, old)
        return shelf[index]

    def remove(self, kind, entity):
        if any(entity in each["venues"] for each in self.tours):
            raise Refusal(409, "in_tours", "tours lead here")
        shelf, index = self.find(kind, entity)
        old = shelf.pop(index)
        self.note(kind, "deleted", entity, old | {"at": index})

    def undo(self, change):
        entry = next(each for each in self.changes if each["id"] == change)
        old = self.before[change]
        if entry["action"] == "deleted":
            # The venue of a work does not matter here: only one has works.
            shelf = {"venue": self.venues, "tour": self.tours}.get(entry["kind"]) or self.works[venue_id(0)]
            shelf.insert(old["at"], {key: value for key, value in old.items() if key != "at"})
            return
        shelf, index = self.find(entry["kind"], entry["entity"])
        if entry["action"] == "added":
            shelf.pop(index)
        else:
            shelf[index] = old | {"revision": shelf[index]["revision"] + 1}

    def order(self, ids):
        for shelf in [shelf for shelves in self.shelves().values() for shelf in shelves]:
            if {each["id"] for each in shelf} == set(ids):
                shelf.sort(key=lambda each: ids.index(each["id"]))
                return
        raise Refusal(409, "changed_meanwhile", "these are not all")

    def answer(self, method, parts, query, sent, member):
        """The answer to a request below /api/v1/guide: a status and, except for 204, a body."""
        kinds = {"venues": "venue", "works": "work", "tours": "tour"}
        match [method, *parts]:
            case ["GET"]:
                return 200, self.index(member)
            case ["GET", "venues", entity]:
                return 200, self.venue(entity, member)
            case ["GET", "history"]:
                start = int(query.get("before", 0))
                more = {"next": str(start + 5)} if len(self.changes) > start + 5 else {}
                return 200, {"changes": self.changes[start : start + 5], **more}
            case ["POST", "history", entity, revision, "undo"]:
                self.undo(next(each["id"] for each in self.changes if (each["entity"], str(each["revision"])) == (entity, revision)))
                return 204, None
            case ["POST", "venues"]:
                return 201, self.add("venue", self.venues, sent)
            case ["POST", "tours"]:
                return 201, self.add("tour", self.tours, sent)
            case ["POST", "venues", entity, "works"]:
                return 201, self.add("work", self.works.setdefault(entity, []), sent)
            case ["PUT", "order"]:
                self.order(sent["ids"])
                return 204, None
            case ["POST", "import"]:
                self.imports += 1
                if self.imports > 1:
                    return 201, {"venues": 0, "works": 0, "tours": 0, "pictures": 0, "repeated": True}
                return 201, {"venues": 2, "works": 5, "tours": 1, "pictures": 3}
            case ["PUT" | "DELETE", "works", entity, "vote"]:
                if not member:
                    raise Refusal(401, "not_logged_in", "log in first")
                shelf, index = self.find("work", entity)
                entry = shelf[index]
                had = entry.pop("my_vote", False)
                entry["votes"] += (method == "PUT") - had
                if method == "PUT":
                    entry["my_vote"] = True
                return 200, {key: entry[key] for key in ("votes", "my_vote") if key in entry}
            case ["PUT", shelf, entity]:
                return 200, self.change(kinds[shelf], entity, sent)
            case ["DELETE", "pictures", picture]:
                return 200, self.purge(picture)
            case ["DELETE", shelf, entity]:
                self.remove(kinds[shelf], entity)
                return 204, None
        raise Refusal(404, "not_found", "there is nothing here")


HOME = {"zoom": 15, "x": 18654, "y": 9483, "quarters": 15}
AREA = {"south": 60.16, "west": 24.92, "north": 60.17, "east": 24.94}
HOME_PLACE = {"area": AREA, "around": {"south": 60.15, "west": 24.9, "north": 60.18, "east": 24.96}, "middle": {"lat": 60.165, "lon": 24.93}}


def ago(minutes):
    """A moment before now, as the server writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 60 * minutes))


def seen(number, name, is_friend=False, is_exact=False, is_at_home=False, **place):
    """A person who shares the location with the account that asks."""
    times = {"since": ago(minutes=35), "last": ago(minutes=10)}
    return {"id": f"{number:016x}", "name": name, "is_friend": is_friend, "is_exact": is_exact, "is_at_home": is_at_home, **times, **place}


def find(text, near):
    text = text.casefold()
    results = []
    for each in PLACES:
        start = each["name"].casefold().find(text)
        if start < 0:
            continue
        result = {key: each[key] for key in ("id", "type", "kind", "category", "name", "label", "lat", "lon", "open") if key in each}
        results.append(result | {"city": "Stubville", "distance": 350.0, "bearing": 45.0, "match": [[start, start + len(text)]]})
    return {"query": text, "results": results}


def address(lat, lon):
    label = f"Stub Street {round(abs(lat * 1e4)) % 100}"
    return {"lat": lat, "lon": lon, "address": {"label": label, "distance": 3.0}, "street": {"name": "Stub Street", "distance": 3.0}, "place": None,
            "plus_code": {"code": "9GG65WCR+3J", "short": "5WCR+3J Stubville"}}


SPEEDS = {"foot": 1.3, "wheelchair": 0.9, "bicycle": 4.5, "car": 8.0}  # Metres a second.


def route(points, profile):
    """A route from point to point, each leg round one corner and 550 m long, with three steps."""
    line, legs = [], []
    for start, end in zip(points, points[1:]):
        corner = [start[1], end[0]]
        first = max(0, len(line) - 1)
        line += [[start[1], start[0]], corner, [end[1], end[0]]][bool(line):]
        places = [(300.0, line[first], first), (250.0, corner, first + 1), (0.0, line[-1], first + 2)]
        says = [("depart", "", "Head north on Stub Street"), ("turn", "right", "Turn right onto Crossing Lane"), ("arrive", "", "You have arrived")]
        stop = len(legs) + 1 if len(legs) + 2 < len(points) else None
        if stop:
            says[-1] = ("arrive", "", f"You have reached stop {stop}")
        steps = []
        for (kind, modifier, text), (distance, location, index) in zip(says, places):
            maneuver = {"type": kind, "modifier": modifier, "bearing_before": 0, "bearing_after": 0, "location": location}
            if stop and kind == "arrive":
                maneuver["stop"] = stop
            steps.append({"instruction": text, "maneuver": maneuver, "name": "Stub Street", "distance": distance,
                          "duration": distance / SPEEDS[profile], "geometry_index": index})
        legs.append({"distance": 550.0, "duration": round(550 / SPEEDS[profile], 1), "summary": "Stub Street", "steps": steps})
    whole = {key: sum(leg[key] for leg in legs) for key in ("distance", "duration")}
    return {
        "profile": profile, **whole, "geometry": {"type": "LineString", "coordinates": line},
        "legs": legs, "waypoints": [], "edge_of_map": False, "notice": None,
        "wheelchair": {"text": ["Avoids: stairs (200 m)", "Not known: 3 kerbs"]} if profile == "wheelchair" else None,
    }


def longer(quickest, extra):
    """Another route between the same ends, round the other corner and beyond, `extra` times four minutes longer."""
    other = json.loads(json.dumps(quickest))
    start, _, end = other["geometry"]["coordinates"]
    other["geometry"]["coordinates"] = [start, [end[0] + 0.001 * (extra - 1), start[1]], end]
    other["duration"] += 240 * extra
    other["legs"][0]["duration"] += 240 * extra
    other["legs"][0]["summary"] = quickest["legs"][0]["summary"]
    other["label"] = f"via Longer Lane {extra}"
    other["legs"][0]["steps"][1]["instruction"] = f"Turn left onto Longer Lane {extra}"
    return other


def square(lat, lon, minutes):
    """The reachable areas, as if there were streets everywhere."""
    far = minutes * 0.0005
    ring = [[lon + x * far, lat + y * far] for x, y in [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]]
    return {"minutes": minutes, "distance": 1000.0, "outline": {"type": "MultiPolygon", "coordinates": [[ring]]}}


def style(name):
    """Composes a style as the server does: each "@token" becomes the palette's colour."""
    palette = json.loads((WEB / "styles/palettes.json").read_text())["dark" if name == "satellite" else name]

    def fill(value):
        if isinstance(value, dict):
            return {key: fill(each) for key, each in value.items()}
        if isinstance(value, list):
            return [fill(each) for each in value]
        return palette[value[1:]] if isinstance(value, str) and value.startswith("@") else value

    layers = json.loads((WEB / "styles/layers.json").read_text())
    if name == "satellite":
        pictures = {"type": "raster", "tiles": ["/tiles/satellite/{z}/{x}/{y}"], "tileSize": 256, "attribution": "<b>Air</b> © 2026"}
        layers["sources"]["satellite"] = pictures
        labels = [layer for layer in layers["layers"] if layer["type"] in ("background", "symbol")]
        layers["layers"] = labels[:1] + [{"id": "satellite", "type": "raster", "source": "satellite"}] + labels[1:]
    return fill(layers)


class Refusal(Exception):
    def __init__(self, status, code, message, field=None):
        super().__init__(message)
        self.status, self.body = status, {"code": code, "message": message, **({"field": field} if field else {})}


class Stub:
    """The server. `tiles` is a folder of z/x/y.mvt; without it every tile is empty."""

    def __init__(self, tiles=None):
        self.tiles = tiles and pathlib.Path(tiles)
        self.port = 0
        self.asked = []
        self.answered = []
        self.gates = {}
        self.refusals = {}
        self.posts = [post(number, message) for number, message in enumerate(MESSAGES)][::-1]
        # The posts and queue reports as they were sent, and by its key what each post became.
        self.sent, self.keys = [], {}
        # The logged-in account, if any, and its data; for an operator also the data of others.
        self.member = None
        # Whether guests may look.
        self.lets_guests_look = True
        self.sessions, self.accounts, self.reports, self.hidden = [], [], [], []
        # Whether the session is confirmed, and which requests need this; the access to the account, and its activity.
        self.is_confirmed, self.password = True, "correct horse"
        self.passkeys = []
        # Links and groups with their secrets, which only a confirmed session gets.
        self.circles = {"links": [], "groups": []}
        self.access, self.history, self.kept = {"links": [], "groups": [], "registration_links": [], "has_set_up_code": False}, [], None
        self.guide = StubGuide()
        self.imprint = {"revision": 0, "pictures": []}
        # How many streets anything drawn that concerns streets changes.
        self.changed_streets = 1
        # How many things each preview was asked of, and whether previews draw all.
        self.previews = []
        self.draws_all = True
        # The code that lets an operator in, once.
        self.set_up_code = "ABCD-EFGH-JKMN-PQRS"
        self.overlay = {"revision": 0, "published_revision": 0, "features": []}
        self.published = {"revision": 0, "features": []}
        self.settings = {"guests": "look", "simulated_visitors": True}
        # The optional features that the server announces.
        self.features = []
        self.time_zone = None
        # The inside of buildings (floors.py): a function that makes tiles, the answers about buildings, and places of rooms and buildings.
        self.indoor, self.buildings, self.inside = None, {}, {}
        # The busyness of a place, and its waiting times.
        busy = {"level": 4, "compared": "busier", "hour": "2026-10-01T12:00"}
        wait = {"minutes": 12, "reports": 3, "last": "2026-10-01T10:25:00.000Z"}
        self.busyness = {
            "id": "n1",
            "levels": [[max(0, 5 - abs(hour - 12) // 2) for hour in range(24)]] * 6 + [[0] * 24],
            "weeks": 4,
            "now": busy,
            "clock": "2026-10-01T13:20",
            "parameters": {
                "epsilon": 1.76,
                "delta": 0.0001,
                "noise_scale": 2.2727,
                "place_hours_per_day": 4,
                "least_contributors": 20,
                "least_present": 10,
                "least_minutes": 10,
            },
        }
        self.queue = {
            "id": "n1",
            "now": wait,
            "usually": {"day": 3, "hour": 13, "minutes": 7.5, "reports": 8},
            "usual": [
                {"day": day, "hour": hour, "minutes": 7.5, "reports": 8} for day in range(7) for hour in range(24)
            ],
        }
        self.busy_places = [{"id": "n1", "name": "Kiosk", "lat": 60.1705, "lon": 24.9443, "now": busy}]
        self.queues = [{"id": "n1", "name": "Kiosk of a quite long name that does not fit", "lat": 60.1705, "lon": 24.9443, "now": wait}]
        # The visible people, the sharing choices of the member, and the groups and links.
        self.people = [
            seen(0, "Aatu Abcdefghijklmnopqrstuvwxyzabcd", is_friend=True, is_exact=True, lat=60.1705, lon=24.9443),
            seen(1, "Heron", lat=60.172, lon=24.946, radius=800),
            seen(2, "Swift", is_at_home=True, area={"south": 60.16, "west": 24.92, "north": 60.17, "east": 24.94}),
        ]
        self.shown = {"friends": {"person": self.people[1]}, "everybody": {"person": self.people[1]}, "circles": []}
        self.sharing = {
            "revision": 1,
            "fields": {
                "friends": "fuzzy",
                "pseudonym": "Wagtail",
                "statistics": False,
                "homes": [HOME],
                "at_home": False,
                "retention_days": 30,
            },
            "areas": [HOME_PLACE],
        }
        self.visits = [{"id": "n1", "name": "Abcdefghijklmnopqrstuvwxyz " * 3, "lat": 60.17, "lon": 24.94, "arrival": f"2026-10-0{day}T09:00:00.000Z",
                        "departure": f"2026-10-0{day}T09:40:00.000Z"} for day in (1, 2)]
        self.friends = [{"id": str(number), "name": name, "state": state} for number, (name, state) in enumerate(
            [("Abcdefghijklmnopqrstuvwxyzabcdef", "friend"), ("Bertta", "wants"), ("Cecilia", "asked")])]
        self.quotas = [
            {"of": "positions_of_day", "used": 1234, "limit": 20000, "resets": "2026-10-02T00:00:00.000Z", "left_out": 0},
            {"of": "kept_positions", "used": 40000, "limit": 3000000},
            {"of": "friends", "used": 1, "limit": 500},
        ]
        self.devices = [
            {
                "id": "0",
                "kind": "page",
                "name": "This browser",
                "created": "2026-10-01T00:00:00.000Z",
                "heard": "2026-10-02T00:00:00.000Z",
            },
            {
                "id": "1",
                "kind": "owntracks",
                "name": "<b>A phone</b> " * 4,
                "created": "2026-10-01T00:00:00.000Z",
                "refusal": "its place is not on Earth, or is 0, 0",
            },
        ]
        # The travel modes that find no route.
        self.wayless = set()
        # Extra facts of places, by id.
        self.facts = {}
        # The results for a text, besides the places whose names contain it.
        self.found = {}
        # The guide's results for a text, and by their words the kinds of which the map has no place.
        self.topics, self.absent = {}, {}
        # Whether the usual route is closed, and another leads round it.
        self.detours = False
        # The live events for each new listener, as names or as names with their data and ids, and in how many milliseconds they
        # come back.
        self.news, self.retry = [], 1_000_000
        # The cursors of the answers, and the newest cursors at the start of a stream.
        self.changed, self.newest = None, {}
        self._server = None

    def log_in(self, role="user"):
        """Logs the visitor in as a member, with a browser and a program; there is an account with a long name, two reports of a post,
        and a hidden one."""
        self.member = account(0, "Aino", role)
        self.sessions = [session(0, "page", "Firefox, Linux", is_current=True), session(1, "program", "<b>A program with quite a long name</b> " * 2)]
        self.accounts = [self.member, account(1, "Bertta", "curator"), account(2, "Abcdefghijklmnopqrstuvwxyzabcdef")]
        bad, late = self.posts[3], self.posts[0]
        self.reports = [
            reported(bad, report(2, "Cecilia", "<b>Spam</b>"), report(0, "Bertta", "Rude")),
            {**reported(late, report(1, "Bertta", "Not here")), "count": 27},
        ]
        self.hidden = [{**self.posts[1], "is_hidden": True}]

    def start(self):
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                stub.answer(self)

            do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def stop(self):
        """Goes away: connections are refused from now on."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def hold(self, fragment):
        """Holds back answers to requests whose path and query contain the fragment, until the returned event is set."""
        gate = self.gates[fragment] = threading.Event()
        return gate

    def release_all(self):
        """Lets every answer go that is still held back."""
        for gate in self.gates.values():
            gate.set()

    def refuse(self, path, status, code, message, field=None):
        """Answers requests for a path with an error from now on."""
        self.refusals[path] = Refusal(status, code, message, field)

    def answer(self, request):
        if self._server is None:
            request.close_connection = True  # Kept-alive connections die with the server.
            return
        url = urllib.parse.urlsplit(request.path)
        query = {key: values[0] for key, values in urllib.parse.parse_qs(url.query).items()}
        self.asked.append(urllib.parse.unquote_plus(request.path))
        length = int(request.headers.get("content-length") or 0)
        content = request.rfile.read(length)
        body = json.loads(content) if request.headers.get("content-type") == "application/json" else content or None
        for fragment, gate in list(self.gates.items()):
            if fragment in urllib.parse.unquote_plus(request.path):
                gate.wait(20)
        try:
            status, kind, body = self.respond(url.path, query, body, request.command)
        except Refusal as refusal:
            status, kind, body = refusal.status, TYPES[".json"], json.dumps(refusal.body).encode()
        try:
            request.send_response(status)
            request.send_header("content-type", kind)
            request.send_header("content-length", str(len(body)))
            request.send_header("content-security-policy", POLICY)
            request.send_header("cache-control", "no-cache")
            request.end_headers()
            request.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The page no longer wanted this answer.
        self.answered.append(urllib.parse.unquote_plus(request.path))

    def wait_asked(self, fragment):
        """Waits until such a request has come."""
        self._wait(self.asked, fragment)

    def wait_answered(self, fragment):
        """Waits until an answer to such a request has been sent, wanted or not."""
        self._wait(self.answered, fragment)

    def _wait(self, paths, fragment):
        deadline = time.monotonic() + 20
        while not any(fragment in path for path in list(paths)):
            assert time.monotonic() < deadline, f"nothing with {fragment!r} came"
            time.sleep(0.02)

    def respond(self, path, query, sent=None, method="GET"):
        if path in self.refusals:
            raise self.refusals[path]
        if path.startswith("/tiles/indoor/"):
            tile = self.indoor and self.indoor(*(int(part) for part in path.removeprefix("/tiles/indoor/").removesuffix(".mvt").split("/")))
            return (200, "application/vnd.mapbox-vector-tile", tile) if tile else (204, "text/plain", b"")
        if path.startswith("/tiles/"):
            tile = self.tiles and self.tiles / path.removeprefix("/tiles/")
            return (200, "application/vnd.mapbox-vector-tile", tile.read_bytes()) if tile and tile.exists() else (204, "text/plain", b"")
        if path.startswith("/styles/"):
            return 200, TYPES[".json"], json.dumps(style(pathlib.PurePath(path).stem)).encode()
        if path == "/api/v1/atlas":
            return 200, "application/octet-stream", b"stub"
        if path == "/api/v1/pack":
            # One object, which is no atlas.
            listed = {"hash": hashlib.sha256(b"stub").hexdigest(), "offset": 0, "bytes": 4, "packed_bytes": len(packed(b"stub", 1, 0))}
            pack = {"identity": ABOUT["atlas"]["identity"], "content": query.get("content", "all"), "bytes": 4, "packed_bytes": listed["packed_bytes"]}
            return 200, TYPES[".json"], json.dumps({**pack, "objects": [listed]}).encode()
        if path.startswith("/api/v1/pack/"):
            return 200, "application/octet-stream", packed(b"stub", 1, 0)
        if path == "/api/v1/events":
            # The stream ends at once, and the answer makes the browser stay away.
            events = [(each, {}, "") if isinstance(each, str) else each for each in self.news]
            news = "".join(f"event: {name}\nid: {cursor}\ndata: {json.dumps(data)}\n\n" for name, data, cursor in events)
            return 200, "text/event-stream", f"retry: {self.retry}\nevent: ready\ndata: {json.dumps(self.newest)}\n\n{news}".encode()
        if path == "/api/v1/guide" or path.startswith("/api/v1/guide/"):
            if not self.lets_guests_look and not self.member:
                raise Refusal(401, "not_logged_in", "log in first")
            status, body = self.guide.answer(method, path.split("/")[4:], query, sent, self.member)
            if method == "GET" and self.changed:
                body["changed"] = self.changed
            return status, TYPES[".json"], b"" if body is None else json.dumps(body).encode()
        if path == "/api/v1/codes":
            return 200, TYPES[".svg"], (WEB / "icon.svg").read_bytes()
        if path == "/api/v1/imprint" and method == "PUT":
            if sent["revision"] != self.imprint["revision"]:
                raise Refusal(409, "changed_meanwhile", "it was changed meanwhile")
            pictures = [{"width": 800, "height": 600, **each} for each in sent["fields"]["pictures"]]
            self.imprint = sent["fields"] | {"revision": sent["revision"] + 1, "pictures": pictures}
            return 200, TYPES[".json"], json.dumps(self.imprint).encode()
        if path == "/api/v1/set-up":
            if sent["code"] != self.set_up_code:
                raise Refusal(401, "wrong_credentials", "the set-up code is wrong", "code")
            self.set_up_code = None
            self.log_in("operator")
            return 201, TYPES[".json"], json.dumps(self.ask("me", {})).encode()
        if path == "/api/v1/admin/weights/preview":
            self.previews.append(len(sent["features"]))
            answer = {"effects": effects(sent["features"], self.changed_streets), "draws_all": self.draws_all}
            return 200, TYPES[".json"], json.dumps(answer).encode()
        if path == "/api/v1/admin/weights":
            if method == "PUT":
                if sent["revision"] != self.overlay["revision"]:
                    raise Refusal(409, "changed_meanwhile", "it was changed meanwhile")
                revision, features = sent["revision"] + 1, sent["fields"]["features"]
                if sent["fields"]["publish"]:
                    self.published = {"revision": revision, "features": features}
                self.overlay = {"revision": revision, "published_revision": self.published["revision"], "features": features}
            answer = self.overlay | {"effects": effects(self.overlay["features"], self.changed_streets)}
            return 200, TYPES[".json"], json.dumps(answer, sort_keys=True).encode()
        if path.startswith("/pictures/") and not path.endswith(".js"):
            return 200, TYPES[".png"], (WEB / "icon-512.png").read_bytes()
        if path == "/api/v1/pictures":
            return 201, TYPES[".json"], json.dumps(picture(9)).encode()
        if path == "/api/v1/posts" and sent:
            self.sent.append(sent)
            if sent["key"] not in self.keys:
                self.posts.insert(0, post(len(self.posts), sent["message"], sent.get("name", "Guest"), sent.get("location")))
                self.keys[sent["key"]] = self.posts[0]
            return 201, TYPES[".json"], json.dumps(self.keys[sent["key"]]).encode()
        if path == "/api/v1/queues" and sent:
            self.sent.append(sent)
            return 201, TYPES[".json"], json.dumps(self.queue).encode()
        if path == "/api/v1/me/sharing" and method == "PUT":
            if sent["revision"] != self.sharing["revision"]:
                raise Refusal(409, "changed_meanwhile", "it was changed meanwhile")
            areas = [HOME_PLACE] * len(sent["fields"]["homes"])
            self.sharing = {"revision": sent["revision"] + 1, "fields": sent["fields"], "areas": areas}
            return 200, TYPES[".json"], json.dumps(self.sharing).encode()
        if path == "/api/v1/me/confirmation" and method == "POST":
            if sent["password"] != self.password:
                raise Refusal(401, "wrong_credentials", "the password is wrong")
            self.is_confirmed = True
            return 200, TYPES[".json"], b'{"until": "2026-10-02T00:10:00.000Z"}'
        wants = path == "/api/v1/me/confirmation" or (method == "POST" and path in ("/api/v1/me/devices", "/api/v1/me/links", "/api/v1/me/tokens"))
        wants = wants or (method == "POST" and path in ("/api/v1/me/friends", "/api/v1/me/groups", "/api/v1/me/groups/joining"))
        wants = wants or (method == "DELETE" and (path == "/api/v1/me/positions" or path.startswith(("/api/v1/me/passkeys/", "/api/v1/me/sessions/"))))
        if wants and not self.is_confirmed:
            raise Refusal(403, "confirmation_required", "this needs the password once more")
        if path == "/api/v1/me/confirmation":
            return 200, TYPES[".json"], b'{"until": "2026-10-02T00:10:00.000Z"}'
        if path == "/api/v1/me/devices" and method == "POST":
            device = {"id": str(len(self.devices)), "kind": sent["kind"], "name": sent["name"], "created": "2026-10-02T00:00:00.000Z"}
            self.devices.append(device)
            made = {"device": device, "token": "hb_stub", "set_up": {"url": "https://here.example/overland"}}
            return 201, TYPES[".json"], json.dumps(made).encode()
        if path in ("/api/v1/me/password", "/api/v1/me/sign-out"):
            self.kept = sent["keep"] if path.endswith("password") else sent
            if path.endswith("sign-out"):
                self.member = None
            return 204, TYPES[".json"], b""
        if path == "/api/v1/session" and method == "DELETE":
            self.member = None
            return 204, TYPES[".json"], b""
        if path == "/api/v1/route" and query.get("format") == "gpx":
            return 200, "application/gpx+xml", f"<gpx>{query['profile']} {query.get('via', '')}{query.get('only', '')}</gpx>".encode()
        if path.startswith("/api/v1/"):
            return 200, TYPES[".json"], json.dumps(self.ask(path.removeprefix("/api/v1/"), query)).encode()
        file = (WEB / ("index.html" if path == "/" else path.lstrip("/"))).resolve()
        if not file.is_file() or WEB not in file.parents:
            raise Refusal(404, "not_found", f"no file at {path}")
        return 200, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes()

    def ask(self, question, query):
        if question == "about":
            return ABOUT | ({"features": self.features} if self.features else {}) | ({"time_zone": self.time_zone} if self.time_zone else {})
        if question in ("suggest", "places"):
            if query["q"] in self.found:
                return {"query": query["q"], "results": self.found[query["q"]]}
            found = find(query["q"], query.get("lat"))
            beside = {"guide": self.topics.get(query["q"], [])} if query.get("guide") == "true" else {}
            if query["q"] in self.absent:
                beside["absent_kind"] = self.absent[query["q"]]
            return found | {"results": [each | self.facts.get(each["id"], {}) for each in found["results"]]} | beside
        if question == "me":
            return {
                "may_look": bool(self.lets_guests_look or self.member),
                "may_post": True,
                "registration": "open",
                "passkeys_unavailable": "ip-address",
                **({"account": self.member} if self.member else {}),
            }
        if question == "me/access":
            return {"sessions": self.sessions, "passkeys": self.passkeys, "devices": self.devices, **self.access}
        if question == "me/history":
            return {"events": self.history}
        if question == "me/passkeys":
            return {"passkeys": self.passkeys}
        if question == "me/sessions":
            return {"sessions": self.sessions}
        if question == "accounts":
            start = next((index + 1 for index, each in enumerate(self.accounts) if each["name"] == query.get("after")), 0)
            return {"accounts": self.accounts[start : start + int(query["limit"])]}
        if question == "overlay":
            return self.published
        if question == "busyness":
            return {"places": self.busy_places}
        if question == "queues":
            return {"queues": self.queues}
        if question.startswith("places/") and question.endswith(("/busyness", "/queue")):
            return getattr(self, question.rpartition("/")[2])
        if question in ("people", "me/devices", "me/friends"):
            name = question.removeprefix("me/")
            return {name: getattr(self, name)}
        if question == "me/quotas":
            return {"quotas": self.quotas}
        if question in ("me/groups", "me/links"):
            name = question.removeprefix("me/")
            hidden = () if self.is_confirmed else ("opener", "invitation")
            return {name: [{key: one[key] for key in one if key not in hidden} for one in self.circles[name]]}
        if question == "me/sharing":
            return self.sharing
        if question == "me/shown":
            return self.shown
        if question == "me/visits":
            first, last = (datetime.datetime.fromisoformat(query[name]) for name in ("from", "until"))
            if not self.is_confirmed and last - first > datetime.timedelta(days=1):
                raise Refusal(403, "confirmation_required", "this needs the password once more")
            return {"visits": self.visits}
        if question == "me/exposure":
            guesses = [{"viewer": viewer, "attack": attack, "metres": 340} for viewer in ("friends", "everybody") for attack in ("longest", "average")]
            ends = "2035-12-24T18:00:00Z"
            circles = [{"group": "Tour", "ends": ends, "person": self.people[0]}, {"ends": ends}]
            return {"friends": self.people[0], "circles": circles, "guesses": guesses}
        if question in ("imprint", "settings"):
            return getattr(self, question)
        if question == "reports":
            return page_of(self.reports, query)
        if question == "hidden-posts":
            return page_of(self.hidden, query)
        if question == "posts":
            return {**page_of(self.posts, query), **({"changed": self.changed} if self.changed else {})}
        if question.startswith("posts/"):
            found = [each for each in self.posts if each["id"] == question.removeprefix("posts/")]
            if not found:
                raise Refusal(404, "not_found", "there is nothing with this id")
            return found[0]
        if question == "address":
            return address(float(query["lat"]), float(query["lon"]))
        if question == "route":
            via = [each for each in query.get("via", "").split(";") if each]
            points = [[float(part) for part in each.split(",")] for each in [query["from"], *via, query["to"]]]
            if query["profile"] in self.wayless:
                raise Refusal(404, "no_route", "no way leads from point 1 to point 2")
            found = route(points, query["profile"])
            for name, leg, step in [("from_level", 0, 0), ("to_level", -1, -1)]:
                if name in query:
                    found["legs"][leg]["steps"][step]["level"] = float(query[name])
            if self.detours:
                found = longer(found, 1)
            if query.get("quieter"):
                return {**longer(found, 1), "extra_duration": 240, "notice": "This way leaves out what is crowded just now and takes 4 min longer."}
            if query.get("alternatives"):
                found["label"] = "via Stub Street"
                found["alternatives"] = [longer(found, extra) for extra in range(1, int(query["alternatives"]) + 1)]
            return found
        if question == "loop":
            start = [float(query["lat"]), float(query["lon"])]
            if query.get("kind") == "hotel":
                raise Refusal(404, "no_loop", "no such place can be passed on a walk of this length")
            passed = {"place": {key: PLACES[0][key] for key in ("id", "name", "lat", "lon")}} if "kind" in query else {}
            there = [start[0] + 0.004, start[1] + 0.004]
            if self.detours:
                there[1] += 0.001
            walk = {**route([start, there, start], query["profile"]), "walked_twice": 0.05, **passed}
            return {"routes": [walk, {**walk, "duration": walk["duration"] + 120}]}
        if question == "reach":
            lat, lon = (float(part) for part in query["from"].split(","))
            return {"profile": query["profile"], "reaches": [square(lat, lon, int(each)) for each in query["minutes"].split(",")]}
        if question == "table":
            points = [[float(part) for part in each.split(",")] for each in query["points"].split(";")]
            # Ten minutes for a hundredth of a degree.
            far = [abs(lat - points[0][0]) + abs(lon - points[0][1]) for lat, lon in points]
            times = [None if query["profile"] in self.wayless else round(far[int(each)] * 60_000, 1) for each in query["targets"].split(";")]
            return {"profile": query["profile"], "durations": [times], "distances": [times], "sources": [], "targets": []}
        kind, _, identifier = question.partition("/")
        if found := {"buildings": self.buildings, "places": self.inside}.get(kind, {}).get(identifier):
            return found
        for each in PLACES:
            if question == f"places/{each['id']}":
                return each | self.facts.get(each["id"], {})
        raise Refusal(404, "not_found", f"nothing is known of {question}")


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description="Serve Web/ with canned answers, to look at the page without the real server.")
    parser.add_argument("--port", type=int, default=8088)
    parser.add_argument("--tiles", help="a folder of z/x/y.mvt")
    options = parser.parse_args()
    stub = Stub(options.tiles)
    stub.port = options.port
    print(stub.start().address, flush=True)
    while True:
        time.sleep(3600)
