#!/usr/bin/env python3
"""Take an account with a stolen session, and let its owner take it back.

Usage: check_accounts.py PROGRAM ATLAS

Promises attacked:
 - Nothing that a stolen session left behind outlives a change of password, logging out everywhere or a set-up code:
   tokens, devices, links, groups, open streams.
 - What is asked for while access is revoked is not there afterwards.
 - A session that was not confirmed lately adds nothing that lasts, shows nobody more, deletes nothing and takes nothing
   along; no other session's confirmation counts, and none outlives its session.
 - Nor does it lock its owner out: logging in, changing the password and using a set-up code work, however often a
   stolen session logs out everywhere.
 - A copy of a page's cookie ends when the page's owner gives the password.
 - Nobody empties the history.
 - Passwords are tried there no faster than by logging in; the owner reads of the attempts.
"""
import argparse
import base64
import concurrent.futures
import json
import pathlib
import socket
import subprocess
import sys
import time
import urllib.parse

from loopback import Checks, serving

OLD, NEW = "correct horse", "battery staple"
LATER = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400))
EARLIER = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 3 * 86_400))
STRANGER = "203.0.113.7"
REPORT = '{"_type": "location", "lat": 60.17, "lon": 24.94, "tst": 1700000000, "tid": "th", "acc": 5}'

OSMAND = ("/osmand", "/")


class Server:
    def __init__(self, address, program, data):
        self.host = urllib.parse.urlsplit(address)
        self.program, self.data = program, data

    def send(self, method, path, body=None, token=None, kind="application/json", basic=None, client=None, cookie=None):
        """Sends a request over a connection of its own, which is returned."""
        connection = socket.create_connection((self.host.hostname, self.host.port), 20)
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        if cookie:
            lines += [f"Cookie: hereabouts_session={cookie}", "Sec-Fetch-Site: same-origin"]
        if basic:
            lines.append("Authorization: Basic " + base64.b64encode(f"thief:{basic}".encode()).decode())
        if client:
            lines.append(f"X-Forwarded-For: {client}")
        if text:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(text.encode())}"]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + text).encode())
        return connection

    def ask(self, *question, **options):
        """Asks; returns the status and the JSON that comes, if any does."""
        with self.send(*question, **options) as connection:
            received = b""
            while piece := connection.recv(65_536):
                received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        self.set_cookie = next(
            (
                line.split(b"=", 1)[1].split(b";")[0].decode()
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"set-cookie: ")
            ),
            None,
        )
        if b"transfer-encoding: chunked" in head.lower():
            body = b"".join(body.split(b"\r\n")[1::2])
        try:
            return int(head.split(b" ", 2)[1]), json.loads(body or b"null")
        except ValueError:
            return int(head.split(b" ", 2)[1]), None

    def log_in(self, name, password=OLD, label="check"):
        return self.ask("POST", "/api/v1/tokens", {"name": name, "password": password, "label": label})[1]["token"]

    def register(self, name):
        self.ask("POST", "/api/v1/accounts", {"name": name, "password": OLD})
        return self.log_in(name)

    def listen(self, token):
        connection = self.send("GET", "/api/v1/events", token=token)
        received = b""
        while b"event: ready" not in received:
            received += connection.recv(65_536)
        return connection

    def code(self, name):
        made = subprocess.run([self.program, "account", "code", "--for", name, "--data", self.data],
                              capture_output=True, text=True, check=True)
        return made.stdout.strip()


def answers(server, token):
    """The answer of every address to a device's token."""
    form = f"userId={token}&tLatitude=60.17&tLongitude=24.94"
    questions = [
        dict(method="POST", path="/api/v1/positions", body={"positions": []}, token=token),
        dict(method="GET", path="/api/v1/device/homes", token=token),
        dict(method="POST", path="/overland", body={"locations": []}, token=token),
        dict(method="POST", path=f"/overland?token={token}", body={"locations": []}),
        dict(method="POST", path="/owntracks", body=REPORT, basic=token),
        dict(method="POST", path=f"/pub?api_key={token}", body=REPORT),
        dict(method="GET", path=f"/osmand?id={token}&lat=60.17&lon=24.94"),
        dict(method="GET", path=f"/?id={token}&lat=60.17&lon=24.94"),
        dict(method="POST", path="/postposition/", body=form, kind="application/x-www-form-urlencoded"),
    ]
    return {each["path"].split("?")[0]: server.ask(each.pop("method"), each.pop("path"), each.pop("body", None),
                                                   **each)[0] for each in questions}


def steal(server, owner, name):
    """The access that a thief leaves behind who stole a session, and knew the password once."""
    stolen = server.ask("POST", "/api/v1/me/tokens", {"label": "stolen"}, token=owner)[1]["token"]
    server.ask("POST", "/api/v1/me/confirmation", {"password": OLD}, token=stolen)
    left = {"tokens": [stolen,
                       server.ask("POST", "/api/v1/me/tokens", {"label": "for long"}, token=stolen)[1]["token"]]}
    left["devices"] = [
        server.ask("POST", "/api/v1/me/devices", {"kind": kind, "name": kind}, token=stolen)[1]["token"]
        for kind in ("owntracks", "overland", "program", "page")
    ]
    left["link"] = server.ask("POST", "/api/v1/me/links", {"ends": LATER, "precision": "exact"},
                              token=stolen)[1]["opener"]["token"]
    left["group"] = server.ask("POST", "/api/v1/me/groups", {"name": name, "ends": LATER, "precision": "exact"},
                               token=stolen)[1]["invitation"]["token"]
    left["stream"] = server.listen(stolen)
    return left


def check_left(checks, server, left, outsider, way):
    for token in left["tokens"]:
        status, _ = server.ask("GET", "/api/v1/me/access", token=token)
        checks.that(status == 401, f"{way}: a stolen session is good: {status}")
    for token in left["devices"]:
        for path, status in answers(server, token).items():
            # Apps that use OsmAnd's protocol get 400.
            checks.that(status == 401 or (path in OSMAND and status == 400), f"{way}: a device at {path}: {status}")
    checks.that(server.ask("GET", "/api/v1/shared", token=left["link"])[0] == 401, f"{way}: a link shows its owner")
    status, _ = server.ask("POST", "/api/v1/me/groups/joining", {"invitation": left["group"], "precision": "exact"},
                           token=outsider)
    checks.that(status == 404, f"{way}: an invitation opens a group: {status}")
    with left["stream"] as stream:
        stream.settimeout(5)
        try:
            while piece := stream.recv(65_536):
                pass
            checks.that(True, "")
        except TimeoutError:
            checks.that(False, f"{way}: a stream goes on")


def check_revocation(checks, server):
    outsider = server.register("outsider")
    ways = {
        "a new password": lambda name,
        owner: server.ask("PUT", "/api/v1/me/password", {"old": OLD, "new": NEW}, token=owner),
        "logging out everywhere": lambda name, owner: server.ask("POST", "/api/v1/me/sign-out", {}, token=owner),
        "a set-up code": lambda name,
        owner: server.ask("POST", "/api/v1/set-up", {"code": server.code(name), "name": name, "password": NEW}),
    }
    for number, (way, take_back) in enumerate(ways.items()):
        name = f"owner{number}"
        owner = server.register(name)
        left = steal(server, owner, name)
        before = [(path, status) for token in left["devices"] for path, status in answers(server, token).items()]
        refused = {each for each in before if each[1] == 401 or (each[0] in OSMAND and each[1] == 400)}
        # Only devices of some kinds may read the areas of homes.
        checks.that(not refused - {("/api/v1/device/homes", 401)}, f"{way}: devices do not report before: {refused}")
        status, _ = take_back(name, owner)
        checks.that(status in (201, 204), f"{way}: {status}")
        check_left(checks, server, left, outsider, way)


def check_races(checks, server):
    for number in range(2):
        owner = server.register(f"racer{number}")
        own = {"sessions": [each["id"] for each in server.ask("GET", "/api/v1/me/sessions", token=owner)[1]["sessions"]
                            if each["is_current"]]}
        thief = server.log_in(f"racer{number}")
        add = [
            ("/api/v1/me/devices", {"kind": "overland", "name": "late"}),
            ("/api/v1/me/tokens", {"label": "late"}),
            ("/api/v1/me/links", {"ends": LATER, "precision": "exact"}),
        ] * 4
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            late = [pool.submit(server.ask, "POST", path, body, token=thief) for path, body in add]
            changed = pool.submit(server.ask, "PUT", "/api/v1/me/password", {"old": OLD, "new": NEW, "keep": own},
                                  token=owner)
            late += [pool.submit(server.ask, "POST", path, body, token=thief) for path, body in add]
            confirmed = [pool.submit(server.ask, "POST", "/api/v1/me/confirmation", {"password": OLD}, token=thief)
                         for _ in range(2)]
        checks.that(changed.result()[0] == 204, f"the password changes: {changed.result()}")
        for each in late + confirmed:
            checks.that(each.result()[0] < 500 and each.result()[0] != 0,
                        f"a late request is answered {each.result()[0]}")
        access = server.ask("GET", "/api/v1/me/access", token=owner)[1]
        checks.that(len(access["sessions"]) == 1 and not access["devices"] and not access["links"],
                    f"something is there after: {access}")


def check_confirmation(checks, server):
    owner = server.register("careful")
    add = lambda token: server.ask("POST", "/api/v1/me/devices", {"kind": "program", "name": "x"}, token=token)
    one, other = (server.ask("POST", "/api/v1/me/tokens", {"label": label}, token=owner)[1]["token"]
                  for label in ("one", "other"))
    wanted = {("POST", "/api/v1/me/devices", '{"kind": "program", "name": "x"}'),
              ("POST", "/api/v1/me/tokens", '{"label": "x"}'),
              ("POST", "/api/v1/me/links", json.dumps({"ends": LATER, "precision": "exact"})),
              ("GET", "/api/v1/me/positions", None), ("GET", "/api/v1/me/confirmation", None),
              ("POST", "/api/v1/me/groups", json.dumps({"name": "x", "ends": LATER, "precision": "exact"})),
              ("POST", "/api/v1/me/groups/joining", '{"invitation": "x", "precision": "exact"}'),
              ("POST", "/api/v1/me/friends", '{"name": "careful"}'), ("DELETE", "/api/v1/me/positions", None),
              ("GET", f"/api/v1/me/visits?from={EARLIER}", None),
              ("DELETE",
               f"/api/v1/me/sessions/{server.ask('GET', '/api/v1/me/sessions', token=owner)[1]['sessions'][-1]['id']}",
               None)}
    sharing = server.ask("GET", "/api/v1/me/sharing", token=owner)[1]
    for change in ({"friends": "exact"}, {"pseudonym": "somebody"}, {"retention_days": 1}):
        wanted.add(("PUT", "/api/v1/me/sharing",
                    json.dumps({"revision": sharing["revision"], "fields": sharing["fields"] | change})))
    for method, path, body in wanted:
        status, answer = server.ask(method, path, body, token=one)
        checks.that((status, answer["code"]) == (403, "confirmation_required"),
                    f"{method} {path} of a session that is not confirmed: {status}")
    checks.that(server.ask("POST", "/api/v1/me/confirmation", {"password": "guess"}, token=one)[0] == 401,
                "a wrong password confirms")
    checks.that(add(one)[0] == 403, "a wrong password confirmed")
    checks.that(server.ask("POST", "/api/v1/me/confirmation", {"password": OLD}, token=one)[0] == 200,
                "the password does not confirm")
    checks.that(add(one)[0] == 201 and add(other)[0] == 403, "one session's confirmation is another's")
    checks.that(server.ask("POST", "/api/v1/me/confirmation", {"password": OLD})[0] == 401, "a guest is confirmed")
    child = server.ask("POST", "/api/v1/me/tokens", {"label": "child"}, token=one)[1]["token"]
    checks.that(add(child)[0] == 403, "what a confirmed session makes is confirmed")
    server.ask("DELETE", "/api/v1/session", token=one)
    checks.that(add(one)[0] == 401, "a confirmation outlives its session")
    events = server.ask("GET", "/api/v1/me/history", token=owner)[1]["events"]
    counts = {event["kind"]: event["count"] for event in events}
    checks.that(counts.get("failed_log_in") == 1 and "device_added" in counts, f"the history says {counts}")


def check_locking_out(checks, server):
    """A stolen session that logs out everywhere again and again, and ends what its owner begins."""
    owner = server.register("locked")
    stolen = server.ask("POST", "/api/v1/me/tokens", {"label": "stolen"}, token=owner)[1]["token"]
    sessions = server.ask("GET", "/api/v1/me/sessions", token=stolen)[1]["sessions"]
    own = [each["id"] for each in sessions if each["is_current"]]
    code = server.code("locked")
    stops = []

    def attack():
        statuses = set()
        while not stops:
            statuses.add(server_of_thief.ask("POST", "/api/v1/me/sign-out", {"sessions": own}, token=stolen)[0])
            for each in server_of_thief.ask("GET", "/api/v1/me/sessions", token=stolen)[1]["sessions"]:
                if each["id"] not in own:
                    statuses.add(server_of_thief.ask("DELETE", f"/api/v1/me/sessions/{each['id']}", token=stolen)[0])
        return statuses

    server_of_thief = Server(server.host.geturl(), server.program, server.data)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        attacking = pool.submit(attack)
        tried = [server.ask("POST", "/api/v1/tokens", {"name": "locked", "password": OLD, "label": "again"})[0]
                 for _ in range(5)]
        changed = server.ask("POST", "/api/v1/set-up", {"code": code, "name": "locked", "password": NEW})[0]
        stops.append(True)
        try:
            statuses = attacking.result()
        except (KeyError, TypeError):
            # It ended with the rest.
            statuses = {403}
    checks.that(tried == [201] * 5, f"log-ins while a thief logs out are answered {tried}")
    checks.that(statuses <= {403, 401}, f"a session that is not confirmed logs others out: {statuses}")
    checks.that(changed == 201, f"a thief revokes set-up codes: {changed}")
    thief = server.ask("POST", "/api/v1/me/tokens", {"label": "stolen"}, token=server.log_in("locked", NEW))[1]["token"]
    checks.that(
        server.ask("POST", "/api/v1/me/sign-out", {}, token=thief)[0] == 204
        and server.ask("GET", "/api/v1/me/sessions", token=thief)[0] == 401,
        "logging out everywhere leaves the session that asks",
    )


def check_copied_cookie(checks, server):
    """A copy of the cookie of a page that was confirmed."""
    server.ask("POST", "/api/v1/accounts", {"name": "copied", "password": OLD})
    copy = server.set_cookie
    add = lambda cookie: server.ask("POST", "/api/v1/me/devices", {"kind": "program", "name": "x"}, cookie=cookie)[0]
    checks.that(add(copy) == 201, "a page that registered is not confirmed")
    checks.that(server.ask("POST", "/api/v1/me/confirmation", {"password": OLD}, cookie=copy)[0] == 200,
                "the password does not confirm")
    page = server.set_cookie
    checks.that(page and page != copy and add(page) == 201 and add(copy) == 401,
                "a copied cookie is good after a confirmation")
    checks.that(server.ask("PUT", "/api/v1/me/password", {"old": OLD, "new": NEW}, cookie=page)[0] == 204,
                "the password does not change")
    last = server.set_cookie
    checks.that(last and last != page and add(last) == 201 and add(page) == 401,
                "a copied cookie is good after a change of password")


def check_history(checks, server):
    """Somebody who got at a confirmed session and would have its traces pushed out."""
    owner = server.register("noted")
    for number in range(40):
        server.ask("POST", "/api/v1/me/groups", {"name": f"group {number}", "ends": LATER, "precision": "exact"},
                   token=owner)
    sharing = server.ask("GET", "/api/v1/me/sharing", token=owner)[1]
    server.ask("PUT", "/api/v1/me/sharing",
               {"revision": sharing["revision"], "fields": sharing["fields"] | {"friends": "exact"}}, token=owner)
    events = server.ask("GET", "/api/v1/me/history", token=owner)[1]["events"]
    kinds = {event["kind"] for event in events}
    checks.that({"registered", "program_added", "sharing_changed"} <= kinds,
                f"groups push out the rest of the history: {kinds}")
    rest = [event["count"] for event in events if event["is_rest"]]
    joined = [event for event in events if event["kind"] == "group_joined"]
    checks.that(len(joined) <= 11 and len(rest) <= 1, f"{len(joined)} entries of one day, and more counted {rest}")


def check_pace(checks, program, atlas):
    with serving(program, atlas, "--set", "log-ins-per-minute=2") as (_, address):
        server = Server(address, program, "")
        owner = server.register("slow")
        tried = [server.ask("POST", "/api/v1/me/confirmation", {"password": f"guess {n}"}, token=owner,
                            client=STRANGER)[0] for n in range(8)]
        checks.that(429 in tried and tried[0] == 401, f"tries are answered {tried}")
        status, answer = server.ask("POST", "/api/v1/tokens", {"name": "slow", "password": OLD, "label": "x"},
                                    client=STRANGER)
        checks.that(status == 429, f"logging in has another limit: {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    checks = Checks()
    limits = [part for name in ("log-ins-per-minute", "posts-per-minute") for part in ("--set", f"{name}=10000")]
    with serving(program, options.atlas, *limits) as (process, address):
        # The server's data folder: a set-up code comes from there.
        data = pathlib.Path(f"/proc/{process.pid}/cmdline").read_bytes().decode().split("\0--data\0")[1].split("\0")[0]
        server = Server(address, program, data)
        check_revocation(checks, server)
        check_races(checks, server)
        check_confirmation(checks, server)
        check_locking_out(checks, server)
        check_copied_cookie(checks, server)
        check_history(checks, server)
    check_pace(checks, program, options.atlas)
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
