"""A server to attack: what people have there, and what holds of each of its answers."""
import contextlib
import gzip
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import made_requests

ROOT = pathlib.Path(__file__).resolve().parent.parent
PASSWORD = "correct horse"
# Limits that would hide the code behind them.
RAISED = [
    "answers-per-second=1000000", "posts-per-minute=1000000", "log-ins-per-minute=1000000",
    "pictures-per-minute=1000000", "posts-per-day=1000000", "positions-per-minute=1000000",
    "positions-per-day=1000000", "track-points-per-day=1000000", "devices-per-account=200",
    "groups-and-links-per-account=200"]
# What OSRM says in place of our codes (its docs/http.md), where an address looks like one of its own.
OSRM_CODES = {
    b"InvalidUrl", b"InvalidService", b"InvalidVersion", b"InvalidOptions", b"InvalidQuery", b"InvalidValue",
    b"NoSegment", b"TooBig", b"NoRoute", b"NoTable", b"NotImplemented", b"NoTrips", b"NoMatch",
    b"InvalidContentType", b"InternalError"}
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.I)


class Attacked:
    """A server of the program, with a data folder that outlives it."""

    def __init__(self, program, atlas, folder, *options):
        self.program, self.atlas, self.folder, self.options = program, atlas, pathlib.Path(folder), options
        self.begin()

    def begin(self):
        port_file = self.folder / "port"
        port_file.unlink(missing_ok=True)
        settings = [word for setting in RAISED for word in ("--set", setting)]
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [
                self.program, "serve", "--atlas", self.atlas, "--data",
                str(self.folder / "data"),
                "--host", "127.0.0.1", "--port", "0", "--port-file", str(port_file), "--guests", "post", "--web",
                str(ROOT / "Web"), *settings, *self.options,
            ],
            stdout=subprocess.DEVNULL,
            stderr=self.log,
        )
        while not (port_file.exists() and port_file.read_text().strip()):
            if self.process.poll() is not None:
                sys.exit(f"the server ended with status {self.process.returncode}")
            time.sleep(0.02)
        self.port = int(port_file.read_text().strip())

    def ask(self, method, path, body=None, token=None, timeout=60):
        return ask(self.port, method, path, body, token, timeout)

    def memory(self, kind="RssAnon"):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split(kind + ":")[1].split()[0]) << 10

    def last_words(self):
        return (self.folder / "log").read_bytes()[-3000:].decode("utf-8", "replace")

    def end(self):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()


def ask(port, method, path, body=None, token=None, timeout=60):
    """Asks once; returns status and content. A text as token is a bearer's."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    fields = {"Content-Type": "application/octet-stream" if isinstance(body, bytes) else "application/json"} | (
        {"Authorization": f"Bearer {token}"} if token else {}
    )
    try:
        connection.request(method, path, content, fields)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        connection.close()


@contextlib.contextmanager
def attacked(program, atlas, *options):
    """A server with an operator, who gives others their roles and is in no mutated request."""
    with tempfile.TemporaryDirectory() as name:
        program = str(pathlib.Path(program).resolve())
        add_keeper(program, "--data", str(pathlib.Path(name) / "data"))
        server = Attacked(program, str(pathlib.Path(atlas).resolve()), name, *options)
        try:
            if "--tls" not in options:
                server.keeper = token_of_keeper(server)
            yield server
        finally:
            server.end()


def add_keeper(program, *where):
    """Adds the operator to a place that no server runs on."""
    command = [program, "account", "add", "keeper", "--role", "operator", *where]
    subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, capture_output=True)


def token_of_keeper(server):
    asked = {"name": "keeper", "password": PASSWORD, "label": "keeper"}
    return json.loads(server.ask("POST", "/api/v1/tokens", asked)[1])["token"]


class Several:
    """Servers of one place in PostgreSQL, each asked now and then."""

    def __init__(self, program, atlas, folder, count, chance, nodes, keys, *options):
        database = ["--database", nodes.address, "--keys-database", keys.address]
        program, self.chance = str(pathlib.Path(program).resolve()), chance
        add_keeper(program, "--database", nodes.address)
        self.folders = [pathlib.Path(folder) / f"server{number}" for number in range(count)]
        for one in self.folders:
            one.mkdir()
        atlas = str(pathlib.Path(atlas).resolve())
        self.servers = [Attacked(program, atlas, one, *options, *database) for one in self.folders]
        self.keeper = token_of_keeper(self)

    @property
    def port(self):
        return self.chance.choice(self.servers).port

    @property
    def process(self):
        """One that has ended, if there is such a one."""
        return max((one.process for one in self.servers), key=lambda process: process.poll() is not None)

    def ask(self, method, path, body=None, token=None, timeout=60):
        return ask(self.port, method, path, body, token, timeout)

    def last_words(self):
        return "".join(one.last_words() for one in self.servers)

    def end(self):
        for one in self.servers:
            one.end()


def confirm(port, token):
    """Says once more whose account a token acts for, where that was long ago."""
    if ask(port, "GET", "/api/v1/me/confirmation", None, token)[0] == 403:
        ask(port, "POST", "/api/v1/me/confirmation", {"password": PASSWORD}, token)


class World:
    """The objects of one attacker's people on the server: it makes lost objects again."""

    def __init__(self, port, number, keeper):
        self.port, self.number, self.keeper, self.epoch = port, number, keeper, 0
        self.things, self.tokens, self.cookies = {}, {}, {}
        self.picture = made_requests.picture()

    def ask(self, *arguments):
        return ask(self.port, *arguments)

    def json(self, *arguments):
        status, content, _ = self.ask(*arguments)
        assert status < 300, (arguments[:2], status, content[:300])
        return json.loads(content) if content else {}

    def renew(self):
        """Makes the missing accounts with their tokens, and one object of each kind."""
        for role in ("user", "curator", "operator"):
            # Requests that are still under way may end a session while it is looked at.
            status, content, _ = self.ask("GET", "/api/v1/me", None, self.tokens.get(role))
            if status != 200 or (json.loads(content).get("account") or {}).get("role") != role:
                self.person_of(role)
        for token in self.tokens.values():
            confirm(self.port, token)
        operator, curator, user = (self.tokens[role] for role in ("operator", "curator", "user"))
        things = self.things
        self.ask("PUT", "/api/v1/admin/crowd", {"people": 0, "speed": 1}, operator)
        add = [
            ("post", "POST", "/api/v1/posts", {"message": "Hello"}, user),
            ("venue", "POST", "/api/v1/guide/venues", {"name": "Hall", "state": "published"}, curator),
            ("link", "POST", "/api/v1/me/links", {"ends": made_requests.soon(), "precision": "fuzzy"}, user),
            ("group", "POST", "/api/v1/me/groups", {"ends": made_requests.soon(), "name": "Trip", "precision": "exact"},
             user),
            ("device", "POST", "/api/v1/me/devices", {"kind": "program", "name": "phone"}, user),
            ("registration_link", "POST", "/api/v1/registration-links", {}, operator),
            ("picture", "POST", "/api/v1/pictures", self.picture, user)]
        for name, method, path, body, token in add:
            status, content, _ = self.ask(method, path, body, token)
            if status >= 300:
                # Its quota is used up: it gives something back.
                self.give_back(path, token)
                continue
            answer = json.loads(content)
            things[name] = str(answer.get("id") or answer.get("device", {}).get("id")
                               or answer.get("link", {}).get("id") or "1")
            if name == "device":
                things["token"] = answer["token"]
            if name == "group":
                things["invitation"] = answer["invitation"]["token"]
            if name == "link":
                things["link_token"] = answer["opener"]["token"]
        if "venue" in things:
            for name, path, body in (
                ("work", f"/api/v1/guide/venues/{things['venue']}/works", {"title": "Work", "state": "published"}),
                ("tour", "/api/v1/guide/tours", {"name": "Tour", "state": "published", "venues": [things["venue"]]}),
            ):
                status, content, _ = self.ask("POST", path, body, curator)
                if status < 300:
                    things[name] = str(json.loads(content)["id"])
        self.ask("POST", "/api/v1/me/friends", {"name": f"the-curator-{self.number}-{self.epoch}"}, user)
        sharing = self.ask("GET", "/api/v1/me/sharing", None, user)
        things["sharing"] = json.loads(sharing[1]).get("revision", 0) if sharing[0] == 200 else 0
        things["revision"] = 1
        for name, path in (("weights", "/api/v1/admin/weights"), ("imprint", "/api/v1/imprint")):
            status, content, _ = self.ask("GET", path, None, operator)
            things[name] = json.loads(content).get("revision", 0) if status == 200 else 0
        areas = self.ask("GET", "/api/v1/home-areas/582/296", None, user)
        if areas[0] == 200:
            things["homes"] = [area["home"] for area in json.loads(areas[1])["areas"][-1:]]
        if "archive" not in things:
            things["archive"] = self.ask("GET", "/api/v1/guide/export/zip", None, curator)[1]

    def give_back(self, path, token):
        status, content, _ = self.ask("GET", path, None, token)
        if status == 200 and path != "/api/v1/pictures":
            lists = [value for value in json.loads(content).values() if isinstance(value, list)]
            for thing in (lists[0] if lists else [])[:60]:
                if isinstance(thing, dict) and "id" in thing:
                    self.ask("DELETE", f"{path}/{thing['id']}", None, token)

    def person_of(self, role):
        self.epoch += 1
        name = f"the-{role}-{self.number}-{self.epoch}"
        # Registering and logging in have a password digested, which takes far longer than all else here.
        status, content, headers = self.ask("POST", "/api/v1/accounts", {"name": name, "password": PASSWORD})
        assert status == 201, (status, content)
        account, session = json.loads(content)["account"], headers["set-cookie"].split(";")[0].split("=", 1)[1]
        confirm(self.port, self.keeper)
        self.json("PUT", f"/api/v1/accounts/{account['id']}/role", {"role": role}, self.keeper)
        self.tokens[role] = self.json("POST", "/api/v1/me/tokens", {"label": "check"}, session)["token"]
        self.cookies[role] = f"hereabouts_session={session}"
        if role == "user":
            self.things["account"] = self.things["friend"] = account["id"]

    def person(self, chance, name, path):
        """The header fields of somebody who may ask."""
        base = name.split("_alias_")[0]
        if base in ("overland", "owntracks", "osmand", "osmand_query", "report_positions", "device_homes",
                    "classic_position", "classic_line"):
            return [("Authorization", f"Bearer {self.things.get('token', 'x')}")]
        if base == "shared":
            return [("Authorization", f"Bearer {self.things.get('link_token', 'x')}")]
        if path.startswith("/api/v1/me"):
            return self.fields(chance, "user")
        return self.fields(chance,
                           chance.choice(["user", "curator", "operator", "operator"])) if chance.random() < 0.85 else []

    def anybody(self, chance):
        return self.fields(chance, chance.choice(["user", "curator", "operator"])) if chance.random() < 0.6 else []

    def fields(self, chance, role):
        if chance.random() < 0.7:
            return [("Authorization", f"Bearer {self.tokens[role]}")]
        return [("Cookie", self.cookies[role]), ("Sec-Fetch-Site", "same-origin")]


class AnswerChecks:
    """The rules for every answer to any request."""

    def __init__(self, contract):
        self.codes = {code.encode()
                      for code in contract["components"]["schemas"]["ErrorBody"]["properties"]["code"]["enum"]}

    def fault(self, request, head, body, is_read):
        """Returns the fault of an answer; `None` for a good answer. `is_read` has its JSON read."""
        status = int(head[9:12])
        small = head.lower()
        if status >= 500:
            code = re.search(rb'"code":"([a-z_]+)"', body)
            if status == 507 and code and code[1] == b"picture_budget":
                return None
            if status != 503 or b"\r\nretry-after: " not in small or not code or code[1] != b"unavailable":
                return f"status {status}"
        if status in (429,) and b"\r\nretry-after: " not in small and b"too_soon" not in body:
            return "429 without Retry-After"
        if status == 401 and b"\r\nwww-authenticate: " not in small:
            return "401 without WWW-Authenticate"
        if status == 405 and b"\r\nallow: " not in small:
            return "405 without Allow"
        is_json = b"\r\ncontent-type: application/json" in small
        if status >= 400 and body:
            if is_json and body[:2] == b'{"':
                code = re.match(rb'\{"code":"([^"]*)"', body)
                if code and code[1] not in self.codes and code[1] not in OSRM_CODES:
                    return f"error without a documented code: {body[:200]!r}"
            is_read = True
        if is_json and is_read and body and b"\r\ncontent-encoding:" not in small:
            try:
                json.loads(body, parse_constant=no_number)
            except ValueError as error:
                return f"no JSON ({error}): {body[:200]!r}"
        if is_json and is_read and body and b"\r\ncontent-encoding: gzip" in small and len(body) < 9000:
            json.loads(gzip.decompress(body), parse_constant=no_number)
        return None


def no_number(text):
    raise ValueError(f"{text} is no JSON")
