"""Users' texts stay text on every screen: tests on the real program, with texts that would become markup if the page allowed it."""
import datetime
import io
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest
from PIL import Image
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, ROOT, next_frame, serving, with_mesh
from test_account import enter

sys.path.insert(0, str(ROOT / "scripts"))
from soft_authenticator import SoftAuthenticator

TEXTS = [
    "<img src=x onerror=ran()>", '"><svg onload=ran()><script>ran()</script>', "javascript:ran()//{{7*7}}`${ran()}`'-ran()-'",
    "\u202eltr\u202c \u2067rtl\u2069 &lt;b&gt;",
]
# Strings of the contract that the page never shows: ids, times, secrets, lines as text.
UNSEEN = re.compile(
    r"(^|\.)(id|ids\.\[\]|venues\.\[\]|(sessions|passkeys|devices|links|groups|registration_links)\.\[\]|invitation"
    r"|publish_at|written_at|from|until|ends|key|nonce|password|old|new|coordinates|seat|hash)$"
)
# The answers of authenticators are verified, and never shown.
ANSWERS = re.compile(r"_with_passkey |^add_passkey credential\.")
# Of the reports of devices the server stores place and time, and no text.
REPORTS = re.compile(r"^(osmand|owntracks|overland|report_positions)(_|$)")
WATCH = """
window.violations = [];
window.ran = () => violations.push('ran');
addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} ${event.sample}`));
"""


class Writer:
    """A user who writes a text into every field, and remembers the fields."""

    def __init__(self, address, text):
        self.address, self.text = address, text
        self.token, self.sent, self.linked = None, set(), None
        self.token = self.ask("issue_token", "POST", "tokens", {**OPERATOR, "label": text})["token"]

    def ask(self, operation, method, path, body, kind="application/json"):
        content = json.dumps(body).encode() if kind == "application/json" else body
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", content, {"content-type": kind}, method=method)
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request) as answer:
            said = answer.read()
        if kind == "application/json":
            self.sent |= {(operation, field) for field, text in leaves(body) if self.text in text}
        return json.loads(said or "null")

    def picture(self):
        file = io.BytesIO()
        Image.new("RGB", (8, 8)).save(file, "PNG")
        return {"id": self.ask("add_picture", "POST", "pictures", file.getvalue(), "image/png")["id"], "text": self.text}

    def add(self, kind, path, fields):
        """Adds an entry to the guide and changes it to the same, so that there is a history."""
        entry = self.ask(f"add_{kind}", "POST", f"guide/{path}", fields)["id"]
        self.ask(f"change_{kind}", "PUT", f"guide/{kind}s/{entry}", {"revision": 1, "fields": fields})
        return entry

    def write(self):
        """Returns the views that show the text, and how often they do at least."""
        text, picture = self.text, self.picture
        location = {"lat": 60.17, "lon": 24.945, "place": text}
        post = self.ask("add_post", "POST", "posts", {"message": text, "picture": picture(), "location": location})["id"]
        self.ask("edit_post", "PATCH", f"posts/{post}", {"message": f"{text} {text}"})
        self.ask("report_post", "POST", f"posts/{post}/reports", {"reason": text})
        self.ask("new_token", "POST", "me/tokens", {"label": text})
        self.ask("add_registration_link", "POST", "registration-links", {"note": text})
        venue = {"name": text, "address": text, "description": text, "hours": text, "link": f"https://example.org/{text}", "picture": picture(),
                 "location": {"lat": 60.17, "lon": 24.945}, "state": "published"}
        plan = {"picture": picture(), "level": 0, "center": venue["location"], "width": 20}
        venue["detail"] = {
            "pictures": [{"kind": "interior", "picture": picture()}], "plans": [plan],
            "entrances": [{"location": venue["location"], "name": text}], "access": {"note": text}}
        venue["link"] = self.link(venue)
        self.label(venue, plan)
        hall = self.add("venue", "venues", venue)
        work = self.add(
            "work",
            f"venues/{hall}/works",
            {
                "title": text,
                "artist": text,
                "medium": text,
                "description": text,
                "picture": picture(),
                "state": "published",
            },
        )
        tour = self.add("tour", "tours", {"name": text, "description": text, "venues": [hall], "state": "published"})
        self.ask("change_imprint", "PUT", "imprint", {
            "revision": self.ask("imprint", "GET", "imprint", {})["revision"],
            "fields": {"title": text, "text": text, "contact": text, "pictures": [picture()]}})
        drawn = self.ask("weights", "GET", "admin/weights", {})
        feature = {"kind": "stage", "name": text, "note": text, "points": [{"lat": 60.17, "lon": 24.945}]}
        self.ask("preview_weights", "POST", "admin/weights/preview", {"features": [feature]})
        self.ask("change_weights", "PUT", "admin/weights", {
            "revision": drawn["revision"], "fields": {"publish": True, "features": [*drawn["features"], feature]}})
        self.refused(400, "change_sharing", "PUT", "me/sharing", {"revision": self.ask("sharing", "GET", "me/sharing", {})["revision"], "fields": {
            "friends": "nothing", "pseudonym": text, "statistics": False, "homes": [], "at_home": False, "retention_days": 30}})
        self.refused(404, "ask_friend", "POST", "me/friends", {"name": text})
        ends = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
        group = {"name": text, "ends": ends.strftime("%Y-%m-%dT%H:%M:%SZ"), "precision": "fuzzy"}
        # Members see a group's name in lines with other words, as they see a device's: nothing in it may turn the rest around.
        turns = "\u202e" in text
        for operation, path, body in [("add_group", "me/groups", group), ("add_device", "me/devices", {"kind": "program", "name": text})]:
            if turns:
                self.refused(400, operation, "POST", path, body)
            else:
                self.ask(operation, "POST", path, body)
        self.passkey(text, turns)
        self.refused(404, "join_group", "POST", "me/groups/joining", {"invitation": text, "precision": "fuzzy"})
        self.refused(404, "report_queue", "POST", "queues", {"place": text, "minutes": 1})
        rooms = self.ask("mesh_rooms", "GET", "mesh/rooms", {})["rooms"]
        line = self.ask("add_mesh_line", "POST", f"mesh/rooms/{rooms[0]['id']}/lines", {"text": text})["id"]
        self.ask("report_in_mesh", "POST", f"mesh/messages/{line}/reports", {"reason": "other"})
        # As a guest with a key of their own: an account may ask for help once in ten minutes.
        token, self.token = self.token, None
        pin = self.ask("add_help_pin", "POST", "mesh/pins", {**venue["location"], "text": text, "key": uuid.uuid4().hex})["id"]
        self.token = token
        # Names of networks are short, and this place has no name of its own.
        self.refused(400 if len(text.encode()) > 32 else 404, "mesh_phone", "POST", "mesh/phone", {"name": text})
        return {
            f"#chat={rooms[0]['id']}": 1, f"#help={pin}": 1, "#help": 1, "#operator=mesh": 1,
            "#devices": 0 if turns else 1, "#groups": 0 if turns else 1, "#privacy": 0, "#now": 0, "#": 2,
            "#operator=overlay": 1, "#timeline": 2, f"#post={post}": 2, "#guide": 3, f"#venue={hall}": 4,
            f"#works={hall}": 3, f"#venue={hall}&work={work}": 4, f"#tour={tour}": 3,
            "#guide-history": 3, "#account": 2 if turns else 3, "#operator=reports": 2, "#operator=accounts": 1,
            "#operator=hidden": 0, "#operator=settings": 0, "#posts": 0, "#list": 0}

    def passkey(self, label, is_refused):
        """Adds a passkey, at a name: browsers allow none at an address."""
        address, self.address = self.address, self.address.replace("127.0.0.1", "localhost")
        options = self.ask("passkey_options", "POST", "me/passkey-options", {})
        body = {"label": label, "credential": SoftAuthenticator().make_credential(options, self.address)}
        if is_refused:
            self.refused(400, "add_passkey", "POST", "me/passkeys", body)
        else:
            self.ask("add_passkey", "POST", "me/passkeys", body)
        self.address = address

    def refused(self, status, operation, method, path, body):
        """Notes the fields that take only names: the text is none."""
        with pytest.raises(urllib.error.HTTPError, match=str(status)):
            self.ask(operation, method, path, body)
        self.sent |= {(operation, field) for field, value in leaves(body) if self.text in value}

    def link(self, venue):
        """A link with the text in it; as it is, where a link of that kind is none."""
        with pytest.raises(urllib.error.HTTPError, match="400"):
            self.ask("add_venue", "POST", "guide/venues", venue | {"link": self.text})
        for field in ("add_venue", "link"), ("change_venue", "fields.link"):
            self.sent.add(field)
        return f"https://example.org/?{urllib.parse.quote(self.text)}"

    def label(self, venue, plan):
        """The name of a level is too short for the text."""
        with pytest.raises(urllib.error.HTTPError, match="400"):
            self.ask("add_venue", "POST", "guide/venues", venue | {"detail": {"plans": [plan | {"label": self.text}]}})
        self.sent |= {("add_venue", "detail.plans.[].label"), ("change_venue", "fields.detail.plans.[].label")}


def leaves(body, path=""):
    """Every string of a body, by the path to it."""
    for name, value in body.items() if isinstance(body, dict) else [("[]", each) for each in body]:
        at = f"{path}.{name}".lstrip(".")
        if isinstance(value, str):
            yield at, value
        elif isinstance(value, (dict, list)):
            yield from leaves(value, at)


def written_fields(contract):
    """Every string that the contract lets anybody send in a body and that others may be shown."""
    def strings(schema, path=""):
        if "$ref" in schema:
            schema = contract["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for each in schema.get("anyOf", []):
            yield from strings(each, path)
        if "string" in schema.get("type", []) and "enum" not in schema:
            yield path
        if "items" in schema:
            yield from strings(schema["items"], f"{path}.[]")
        for name, each in schema.get("properties", {}).items():
            yield from strings(each, f"{path}.{name}".lstrip("."))

    for operations in contract["paths"].values():
        for operation in operations.values():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            for field in strings(body["schema"]) if body else ():
                name = operation["operationId"]
                if not UNSEEN.search(field) and not REPORTS.search(name) and not ANSWERS.search(f"{name} {field}"):
                    yield operation["operationId"], field


def guest(address, text):
    """Sends everything that guests can send. Returns the fields that took the text, or refuse it for good."""
    sent = set()

    def send(operation, path, body):
        request = urllib.request.Request(f"{address}{path}", json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            urllib.request.urlopen(request).read()
        except urllib.error.HTTPError as refusal:
            assert refusal.code in (400, 401, 403), f"{operation}: {refusal.code}"
        sent.update((operation, field) for field, value in leaves(body) if text in value)

    send("add_post", "/api/v1/posts", {"message": text, "name": text})
    room = json.load(urllib.request.urlopen(f"{address}/api/v1/mesh/rooms"))["rooms"][0]["id"]
    send("add_mesh_line", f"/api/v1/mesh/rooms/{room}/lines", {"text": text, "name": text})
    send("register", "/api/v1/accounts", {"name": text, "password": "correct horse battery"})
    send("log_in", "/api/v1/session", {"name": text, "password": "correct horse battery"})
    send("set_up", "/api/v1/set-up", {"code": text, "name": text, "password": "correct horse battery"})
    send("issue_token", "/api/v1/tokens", {"name": text, "password": "correct horse battery", "label": text})
    send("isochrone_post", "/isochrone", {"locations": [{"lat": 60.17, "lon": 24.94}], "costing": text, "contours": [{"time": 5, "color": text}]})
    # The classic form carries its location as a text of JSON in the text.
    send("classic_post", "/postmaps/", {"username": text, "message": text, "geodata": text})
    return sent


def calm(page, view):
    """Nothing that was written did anything."""
    next_frame(page)
    assert page.evaluate("() => violations") == [], view


def show(page, view):
    page.evaluate("(view) => { location.hash = view }", view)
    expect(page.locator(".skeleton")).to_have_count(0)


@pytest.fixture
def inviting(sample, tmp_path):
    """The address of a real program for this test alone, where operators invite people."""
    with serving(sample, tmp_path, "--registration", "invited", "--guests", "post", *with_mesh()) as address:
        yield address


def test_text_of_people_is_plain_text_on_every_screen(inviting, visit):
    contract = json.load(urllib.request.urlopen(f"{inviting}/openapi.json"))
    visitor = visit(inviting, DESK)
    visitor.context.add_init_script(WATCH)
    dialogs = []
    visitor.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    writers = [Writer(inviting, text) for text in TEXTS]
    views = [(writer.text, writer.write()) for writer in writers]
    for writer in writers:
        missing = set(written_fields(contract)) - writer.sent - guest(inviting, writer.text)
        assert missing == set(), "these fields were not tried: write into them, or say that nobody is shown them"
    page = enter(visitor, OPERATOR["name"], OPERATOR["password"], "Log in")
    page.evaluate("() => { window.print = () => { window.hasPrinted = true } }")
    for text, shown in views:
        for view, times in shown.items():
            show(page, view)
            if times:
                # However the text is directed, all of it is there.
                page.wait_for_function(
                    "([text, times]) => document.querySelector('bottom-sheet').textContent.split(text).length > times", arg=[text, times])
            calm(page, view)
        hall = next(view for view in shown if re.fullmatch("#venue=[^&]*", view))
        show(page, hall)
        hrefs = page.locator("bottom-sheet a").evaluate_all("(links) => links.map((link) => link.protocol)")
        assert set(hrefs) <= {"https:", "http:", "geo:"}
        page.evaluate("() => { window.hasPrinted = false }")
        page.get_by_role("button", name="Print").click()
        page.wait_for_function("() => window.hasPrinted")
        assert text in page.locator(".paper").text_content()
        calm(page, "print")
        page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    # The forms of the guide hold it too.
    show(page, "#guide")
    page.get_by_role("button", name="Edit the guide").click()
    for text, shown in views[:2]:
        for view in shown:
            if re.match("#(venue|works|tour)=", view):
                show(page, view)
                expect(page.locator(".editing").first).to_be_visible()
                calm(page, f"{view} in its form")
    assert dialogs == []


def test_the_parts_of_an_address_are_plain_text(visit, served):
    visitor = visit(served, DESK)
    visitor.context.add_init_script(WATCH)
    visitor.expected += ["400", "404", "Failed to load resource"]
    visitor.page.on("dialog", lambda dialog: (visitor.complaints.append(dialog.message), dialog.dismiss()))
    page = visitor.open()
    for text in TEXTS:
        said = urllib.parse.quote(text, safe="")
        for name in ("map", "find", "place", "post", "operator", "venue", "works", "tour", "pin", "from", "to", "venue=a&work", "search", text):
            show(page, f"#{name}={said}")
            calm(page, f"#{name}={text}")
        show(page, f"#find={said}")
        expect(page.get_by_text(text).first).to_be_attached()
    for text in TEXTS[:2]:
        page = visitor.open(f"?simulate={urllib.parse.quote(text)}")
        calm(page, f"?simulate={text}")
