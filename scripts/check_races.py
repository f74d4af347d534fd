#!/usr/bin/env python3
"""Let people do things to the same thing at the same moment, and see that each is done or not done, and never half.

Usage: check_races.py PROGRAM ATLAS [--rounds 12] [--seed 1] [--servers 1] [--port 22120]

Promises attacked:
 - No two requests at once are answered with 5xx. Of two that exclude each other, the server does one and refuses the
   other.
 - What one of them removed is gone, and nothing that belongs to it stays: no work without its venue, no tour to a venue
   that is not there, no member of a group that ended, nothing of an account.
 - No limit of what somebody may have is passed by asking for much at once.
 - The server keeps a last operator, and an invitation lets in one person.

Each race is run some times, its requests in another order each time, each over a connection that is there already. With
several servers, they share one PostgreSQL, and each request goes to any of them.
"""
import argparse
import contextlib
import json
import random
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

from attacked import LENGTH, PASSWORD, Several, attacked, confirm
from loopback import Checks
from made_requests import picture, soon
from postgres_nodes import OF_KEYS, Nodes

LIMIT = 6


class Answer:
    def __init__(self, status, content):
        self.status, self.content = status, content

    @property
    def json(self):
        return json.loads(self.content) if self.content else {}

    @property
    def code(self):
        return self.json.get("code") if self.status >= 400 else None


class Crowd:
    """The participants: an operator who makes accounts by invitations, and people made once."""

    def __init__(self, server, seed, checks):
        self.server, self.chance, self.checks, self.number = server, random.Random(seed), checks, 0
        self.keeper = server.keeper
        self.gone = []

    def one(self, method, path, body=None, token=None):
        status, content, headers = self.server.ask(method, path, body, token)
        answer = Answer(status, content)
        answer.headers = headers
        self.checks.that(status < 500, f"{method} {path}: {status} {content[:200]}")
        return answer

    def invitation(self):
        confirm(self.server.port, self.keeper)
        return self.one("POST", "/api/v1/registration-links", {}, self.keeper).json["opener"]["token"]

    def person(self, role="user"):
        """A new account: its name, id and token."""
        self.number += 1
        name = f"racer{self.number}"
        answer = self.one("POST", "/api/v1/accounts",
                          {"name": name, "password": PASSWORD, "invitation": self.invitation()})
        identity = answer.json["account"]["id"]
        if role != "user":
            confirm(self.server.port, self.keeper)
            self.one("PUT", f"/api/v1/accounts/{identity}/role", {"role": role}, self.keeper)
        return {"name": name, "id": identity,
                "token": self.one("POST", "/api/v1/tokens",
                                  {"name": name, "password": PASSWORD, "label": "race"}).json["token"]}

    def together(self, *requests):
        """Sends requests (method, path, body, token) at the same moment, in any order; returns their answers in the
        order given.
        """
        sockets, written = [], []
        for method, path, body, token in requests:
            content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
            kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
            fields = (
                f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: "
                f"{len(content)}\r\nConnection: close\r\n"
                + (f"Authorization: Bearer {token}\r\n" if token else "")
            )
            written.append(fields.encode() + b"\r\n" + content)
            sockets.append(socket.create_connection(("127.0.0.1", self.server.port), 60))
        order = list(range(len(requests)))
        self.chance.shuffle(order)
        for index in order:
            sockets[index].sendall(written[index])
        answers = []
        for index, connection in enumerate(sockets):
            received = b""
            while piece := connection.recv(1 << 16):
                received += piece
            connection.close()
            head, _, body = received.partition(b"\r\n\r\n")
            found = LENGTH.search(head + b"\r\n")
            what = f"{requests[index][0]} {requests[index][1]}"
            self.checks.that(received[:5] == b"HTTP/" and (not found or int(found[1]) == len(body)),
                             f"{what}: no whole answer: {received[:200]!r}")
            answers.append(Answer(int(head[9:12] or 0), body))
            self.checks.that(0 < answers[-1].status < 500,
                             f"{what} at once with others: {answers[-1].status} {body[:200]!r}")
        return answers

    def holds_soon(self, body):
        """Whether `body` holds. Another server learns a little later what one has changed."""
        end = time.monotonic() + (3 if isinstance(self.server, Several) else 0)
        while not (holds := body()) and time.monotonic() < end:
            time.sleep(0.05)
        return holds

    def expect(self, holds, what, *answers):
        self.checks.that(holds,
                         what + ": " + ", ".join(f"{answer.status} {answer.content[:120]!r}" for answer in answers))


def posts(crowd, user, other, curator):
    post = crowd.one("POST", "/api/v1/posts", {"message": "Hello"}, user["token"]).json["id"]
    path = f"/api/v1/posts/{post}"
    answers = crowd.together(
        ("PATCH", path, {"message": "Other"}, user["token"]), ("DELETE", path, None, user["token"]),
        ("DELETE", path, None, user["token"]), ("PUT", path + "/hidden", None, crowd.keeper),
        ("POST", path + "/reports", {"reason": "rude"}, other["token"]), ("DELETE", path, None, crowd.keeper))
    removed = [answers[1], answers[2], answers[5]]
    crowd.expect(
        any(answer.status == 204 for answer in removed) and all(answer.status in (204, 404) for answer in removed),
        "a post is removed three times",
        *removed,
    )
    after = crowd.together(
        ("GET", path, None, user["token"]),
        ("GET", path, None, crowd.keeper),
        ("PATCH", path, {"message": "x"}, user["token"]),
        ("GET", "/api/v1/reports", None, crowd.keeper),
        ("GET", "/api/v1/hidden-posts", None, crowd.keeper),
    )
    crowd.expect([answer.status for answer in after[:3]] == [404] * 3, "a removed post is there", *after[:3])
    crowd.expect(post.encode() not in after[3].content + after[4].content, "a removed post is in a list", *after[3:])


def edits(crowd, user, other, curator):
    post = crowd.one("POST", "/api/v1/posts", {"message": "Hello"}, user["token"]).json
    answers = crowd.together(
        *(
            (
                "PATCH",
                f"/api/v1/posts/{post['id']}",
                {"message": f"edit {k}", "revision": post["revision"]},
                user["token"],
            )
            for k in range(4)
        )
    )
    won = [answer for answer in answers if answer.status == 200]
    crowd.expect(len(won) == 1
                 and all(answer.code == "changed_meanwhile" for answer in answers if answer.status != 200),
                 "four edit one revision", *answers)
    crowd.expect(
        crowd.one("GET", f"/api/v1/posts/{post['id']}", None, user["token"]).json["message"] == won[0].json["message"],
        "the edit that won is not there",
        *won,
    )


def keys(crowd, user, other, curator):
    key = f"{crowd.chance.getrandbits(100):032x}"
    answers = crowd.together(*(("POST", "/api/v1/posts", {"message": "once", "key": key}, user["token"])
                               for _ in range(4)))
    crowd.expect(
        len({answer.json.get("id") for answer in answers}) == 1
        and all(answer.status in (200, 201) for answer in answers),
        "a post is sent four times",
        *answers,
    )
    key = f"{crowd.chance.getrandbits(100):032x}"
    answers = crowd.together(
        ("POST", "/api/v1/posts", {"message": "one", "key": key}, user["token"]),
        ("POST", "/api/v1/posts", {"message": "two", "key": key}, user["token"]),
        ("POST", "/api/v1/posts", {"message": "three", "key": key}, other["token"]),
    )
    ids = {answer.json["id"] for answer in answers if answer.status < 300}
    found = [post for post in crowd.one("GET", "/api/v1/posts?limit=50", None, user["token"]).json["posts"]
             if post["id"] in ids]
    crowd.expect(len(found) == len(ids) and sum(answer.status == 201 for answer in answers[:2]) <= 1,
                 "three send others things with one key", *answers)


def pictures(crowd, user, other, curator):
    shown = {"id": crowd.one("POST", "/api/v1/pictures", picture(), user["token"]).json["id"]}
    answers = crowd.together(
        *(("POST", "/api/v1/posts", {"message": f"p{k}", "picture": shown}, user["token"]) for k in range(3)),
        ("POST", "/api/v1/posts", {"message": "mine", "picture": shown}, other["token"]),
    )
    won = [answer for answer in answers[:3] if answer.status == 201]
    crowd.expect(len(won) == 1 and answers[3].status >= 400, "four posts show one picture", *answers)
    path = f"/api/v1/posts/{won[0].json['id']}"
    answers = crowd.together(
        ("DELETE", path, None, user["token"]),
        ("GET", f"/pictures/{shown['id']}/small", None, None),
        ("POST", "/api/v1/posts", {"message": "again", "picture": shown}, user["token"]),
        ("DELETE", path, None, crowd.keeper),
    )
    crowd.expect(answers[2].status >= 400, "a picture of a removed post is shown again", *answers)
    after = crowd.one("GET", f"/pictures/{shown['id']}/small", None, user["token"])
    crowd.expect(after.status == 404, "the picture of a removed post is there", after)


def guide(crowd, user, other, curator):
    def fields(**more):
        return {"state": "published"} | more
    venue = crowd.one("POST", "/api/v1/guide/venues", fields(name="Hall"), curator["token"]).json
    path, token = f"/api/v1/guide/venues/{venue['id']}", curator["token"]
    work = crowd.one("POST", path + "/works", fields(title="Work"), token).json["id"]
    answers = crowd.together(
        ("DELETE", path, None, token),
        ("PUT", path, {"revision": venue["revision"], "fields": fields(name="Other")}, token),
        ("POST", path + "/works", fields(title="New"), token),
        ("POST", "/api/v1/guide/tours", fields(name="Tour", venues=[venue["id"]]), token),
        ("PUT", f"/api/v1/guide/works/{work}/vote", None, user["token"]),
        ("DELETE", f"/api/v1/guide/works/{work}", None, token),
        ("PUT", f"/api/v1/guide/works/{work}", {"revision": 1, "fields": fields(title="Changed")}, token),
        ("DELETE", path, None, crowd.keeper))
    found = crowd.one("GET", "/api/v1/guide", None, token).json
    venues = {venue["id"] for venue in found["venues"]}
    is_gone = 204 in (answers[0].status, answers[7].status)
    crowd.expect(is_gone == (venue["id"] not in venues), "a venue is removed, or not", answers[0], answers[7])
    crowd.expect(all(set(tour["venues"]) <= venues for tour in found["tours"]),
                 "a tour leads to a venue that is not there", *answers)
    crowd.expect(not (is_gone and answers[3].status == 201), "a venue of a tour was removed", *answers)
    if is_gone:
        after = crowd.together(
            ("POST", path + "/works", fields(title="Late"), token),
            ("PUT", f"/api/v1/guide/works/{work}/vote", None, user["token"]),
            ("GET", path, None, token),
        )
        crowd.expect(all(answer.status == 404 for answer in after), "a removed venue takes more", *after)
    tours = [answer.json["id"] for answer in answers[3:4] if answer.status == 201]
    crowd.together(*(("DELETE", f"/api/v1/guide/tours/{tour}", None, token) for tour in tours * 2))
    # Two simultaneous undos count as one.
    history = crowd.one("GET", "/api/v1/guide/history?limit=5", None, token).json
    changes = next((value for value in history.values() if isinstance(value, list)), [])
    for change in changes[:1]:
        undone = f"/api/v1/guide/history/{change['entity']}/{change['revision']}/undo"
        answers = crowd.together(*(("POST", undone, None, token) for _ in range(3)))
        crowd.expect(sum(answer.status < 300 for answer in answers) <= 1, "a change is undone more than once", *answers)


def revisions(crowd, user, other, curator):
    """Of several people with the same revision, one changes the object."""
    for path, token, fields in (
        (
            "/api/v1/me/sharing",
            user["token"],
            lambda k: {"friends": "fuzzy", "statistics": True, "at_home": False, "retention_days": k, "homes": []},
        ),
        ("/api/v1/imprint", crowd.keeper, lambda k: {"title": f"Us {k}", "pictures": []}),
        (
            "/api/v1/admin/weights",
            crowd.keeper,
            lambda k: {
                "publish": k == 1,
                "features": [{"kind": "stall", "points": [{"lat": 60.17, "lon": 24.94}], "name": f"s{k}"}],
            },
        ),
    ):
        revision = crowd.one("GET", path, None, token).json["revision"]
        answers = crowd.together(*(("PUT", path, {"revision": revision, "fields": fields(k)}, token) for k in range(4)))
        crowd.expect(
            sum(answer.status < 300 for answer in answers) == 1
            and all(answer.code == "changed_meanwhile" for answer in answers if answer.status >= 300),
            f"four change {path} at revision {revision}",
            *answers,
        )
        after = crowd.one("GET", path, None, token)
        crowd.expect(after.json["revision"] == revision + 1, f"{path} is at another revision", after)


def friends(crowd, user, other, curator):
    def seen_by(one, another):
        listed = [friend for value in crowd.one("GET", "/api/v1/me/friends", None, one["token"]).json.values()
                  if isinstance(value, list) for friend in value]
        return next((friend.get("state") for friend in listed if friend["id"] == another["id"]), None)
    ask = [("POST", "/api/v1/me/friends", {"name": other["name"]}, user["token"]),
           ("POST", "/api/v1/me/friends", {"name": user["name"]}, other["token"])]
    end = [("DELETE", f"/api/v1/me/friends/{other['id']}", None, user["token"]),
           ("DELETE", f"/api/v1/me/friends/{user['id']}", None, other["token"])]
    answers = crowd.together(*ask, *ask)
    crowd.expect(
        all(answer.status < 500 for answer in answers) and seen_by(user, other) == seen_by(other, user) == "friend",
        f"both asked, and see {seen_by(user, other)} and {seen_by(other, user)}",
        *answers,
    )
    answers = crowd.together(*ask, *end)
    states = {seen_by(user, other), seen_by(other, user)}
    crowd.expect(states in ({"friend"}, {None}, {"asked", "wants"}), f"friends see each other as {states}", *answers)
    crowd.together(*end)


def groups(crowd, user, other, curator):
    group = crowd.one("POST", "/api/v1/me/groups", {"ends": soon(), "name": "Trip", "precision": "fuzzy"},
                      user["token"]).json
    path, join = f"/api/v1/me/groups/{group['id']}", {"invitation": group["invitation"]["token"], "precision": "exact"}
    answers = crowd.together(
        ("POST", "/api/v1/me/groups/joining", join, other["token"]),
        ("POST", "/api/v1/me/groups/joining", join, other["token"]),
        ("POST", "/api/v1/me/groups/joining", join, curator["token"]), ("DELETE", path, None, user["token"]),
        ("DELETE", path, None, user["token"]), ("DELETE", path, None, other["token"]))
    lists = [crowd.one("GET", "/api/v1/me/groups", None, one["token"]).json["groups"] for one in (user, other, curator)]
    found = [next((one for one in of if one["id"] == group["id"]), None) for of in lists]
    crowd.expect(found[0] is None, "who left a group is in it", *answers)
    members = {tuple(sorted(one["members"])) for one in found if one}
    names = tuple(sorted(one["name"] for one, of in zip((user, other, curator), found) if of))
    crowd.expect(len(members) <= 1 and (not members or members == {names}),
                 f"members of a group are {members}, and {names} have it", *answers)
    crowd.together(("DELETE", path, None, other["token"]), ("DELETE", path, None, curator["token"]))
    answer = crowd.one("POST", "/api/v1/me/groups/joining", join, curator["token"])
    crowd.expect(answer.status >= 400, "a group that everybody left can be joined", answer)


def limits(crowd, user, other, curator):
    """The quotas of one account, requested all at once."""
    for path, body in (("/api/v1/me/devices", {"kind": "program", "name": "p"}),
                       ("/api/v1/me/links", {"ends": soon(), "precision": "fuzzy"})):
        def listed():
            return next(value for value in crowd.one("GET", path, None, other["token"]).json.values()
                        if isinstance(value, list))
        answers = crowd.together(*(("POST", path, body, other["token"]) for _ in range(2 * LIMIT)))
        count = len(listed())
        crowd.expect(
            count <= LIMIT and all(answer.code == "quota_reached" for answer in answers if answer.status >= 300),
            f"{count} of {path} where {LIMIT} may be",
            *answers,
        )
        crowd.together(*(("DELETE", f"{path}/{thing['id']}", None, other["token"]) for thing in listed() * 2))
        crowd.expect(crowd.holds_soon(lambda: listed() == []), f"{path} were removed twice at once, and some are there")


def devices(crowd, user, other, curator):
    added = crowd.one("POST", "/api/v1/me/devices", {"kind": "program", "name": "p"}, user["token"]).json
    report = [{"lat": 60.17, "lon": 24.94, "time": int(time.time() * 1000)}]
    path = f"/api/v1/me/devices/{added['device']['id']}"
    crowd.together(
        ("POST", "/api/v1/positions", report, added["token"]), ("DELETE", path, None, user["token"]),
        ("POST", "/api/v1/positions", report, added["token"]), ("DELETE", "/api/v1/me/positions", None, user["token"]),
        ("DELETE", path, None, user["token"]),
        ("GET", "/api/v1/me/positions", None, user["token"]))
    after = crowd.together(("POST", "/api/v1/positions", report, added["token"]),
                           ("GET", "/api/v1/device/homes", None, added["token"]))
    crowd.expect(all(answer.status == 401 for answer in after), "a device that was removed reports", *after)


def invitations(crowd, user, other, curator):
    code = crowd.invitation()
    names = [f"guest{crowd.number}x{k}" for k in range(3)]
    crowd.number += 1
    answers = crowd.together(*(("POST", "/api/v1/accounts", {"name": name, "password": PASSWORD, "invitation": code},
                                None) for name in names))
    crowd.expect(sum(answer.status == 201 for answer in answers) == 1, "three register with one invitation", *answers)
    codes = [crowd.invitation() for _ in range(2)]
    name = f"twin{crowd.number}"
    answers = crowd.together(*(("POST", "/api/v1/accounts", {"name": name, "password": PASSWORD, "invitation": code},
                                None) for code in codes))
    crowd.expect(sorted(answer.status for answer in answers) == [201, 409], "two register with one name", *answers)
    lost = codes[[answer.status for answer in answers].index(409)] if 409 in [
        answer.status for answer in answers] else codes[0]
    answer = crowd.one("POST", "/api/v1/accounts", {"name": f"{name}b", "password": PASSWORD, "invitation": lost})
    crowd.expect(answer.status == 201, "the invitation of who lost the name is used up", answer)


def operators(crowd, user, other, curator):
    """Two operators take each other's role, and their own, while no other is there."""
    first, second = crowd.person("operator"), crowd.person("operator")
    keeper = crowd.one("GET", "/api/v1/me", None, crowd.keeper).json["account"]["id"]
    crowd.one("PUT", f"/api/v1/accounts/{keeper}/role", {"role": "curator"}, first["token"])
    listed = crowd.one("GET", "/api/v1/accounts?limit=50", None, first["token"]).json
    accounts = next((value for value in listed.values() if isinstance(value, list)), [])
    crowd.expect(sum(account["role"] == "operator" for account in accounts) <= 2, "others are operators")
    answers = crowd.together(*(("PUT", f"/api/v1/accounts/{of['id']}/role", {"role": "user"}, by["token"])
                               for of in (first, second) for by in (first, second)))
    left = [one for one in (first, second)
            if crowd.one("GET", "/api/v1/me", None, one["token"]).json["account"]["role"] == "operator"]
    crowd.expect(len(left) == 1, f"{len(left)} operators are left", *answers)
    crowd.one("PUT", f"/api/v1/accounts/{keeper}/role", {"role": "operator"}, left[0]["token"])
    for one in left:
        crowd.one("PUT", f"/api/v1/accounts/{one['id']}/role", {"role": "user"}, crowd.keeper)


def acts(crowd, token, phone, friend, group):
    """Requests of all that an account does."""
    report = [{"lat": 60.17, "lon": 24.94, "time": int(time.time() * 1000) - 1000 * k} for k in range(3)]
    revision = crowd.one("GET", "/api/v1/me/sharing", None, token).json["revision"]
    shown = crowd.one("POST", "/api/v1/pictures", picture(), token).json["id"]
    return [
        ("POST", "/api/v1/posts", {"message": "while", "picture": {"id": shown}}, token),
        ("POST", "/api/v1/positions", report, phone),
        ("POST", "/api/v1/me/friends", {"name": friend["name"]}, token),
        (
            "PUT",
            "/api/v1/me/sharing",
            {
                "revision": revision,
                "fields": {
                    "friends": "exact",
                    "statistics": True,
                    "at_home": True,
                    "retention_days": 5,
                    "homes": [],
                    "pseudonym": f"Bird{crowd.number}",
                },
            },
            token,
        ),
        (
            "POST",
            "/api/v1/me/groups/joining",
            {"invitation": group["invitation"]["token"], "precision": "exact"},
            token,
        ),
        ("POST", "/api/v1/me/links", {"ends": soon(), "precision": "exact"}, token),
        ("POST", "/api/v1/me/devices", {"kind": "program", "name": "q"}, token),
        ("POST", "/api/v1/pictures", picture(), token),
        ("POST", "/api/v1/me/tokens", {"label": "late"}, token),
    ]


def removals(crowd, user, other, curator):
    """An account goes while it does all that it may."""
    leaver, friend = crowd.person(), other
    token, phone = leaver["token"], crowd.one("POST", "/api/v1/me/devices", {"kind": "program", "name": "p"},
                                              leaver["token"]).json["token"]
    crowd.one("POST", "/api/v1/posts", {"message": "before"}, token)
    crowd.one("POST", "/api/v1/me/friends", {"name": leaver["name"]}, friend["token"])
    group = crowd.one("POST", "/api/v1/me/groups", {"ends": soon(), "name": "Trip", "precision": "fuzzy"},
                      friend["token"]).json
    going = [("POST", "/api/v1/me/removal", {"password": PASSWORD}, token)] * 2
    doing = acts(crowd, token, phone, friend, group)
    # A password takes a while to digest: what comes together with the removal is done before it. So others follow.
    ends, threads = threading.Event(), []

    def keep_on(request):
        while not ends.is_set():
            crowd.server.ask(*request)
    for request in doing:
        threads.append(threading.Thread(target=keep_on, args=(request,)))
        threads[-1].start()
    answers = crowd.together(*going)
    ends.set()
    for thread in threads:
        thread.join()
    crowd.expect(sum(answer.status < 300 for answer in answers) >= 1, "an account is removed", *answers)
    after = crowd.together(
        *doing[:1],
        *doing[1:2],
        ("GET", "/api/v1/me/sharing", None, token),
        ("GET", "/api/v1/me/friends", None, friend["token"]),
        ("GET", "/api/v1/posts?limit=50", None, friend["token"]),
        ("GET", "/api/v1/me/groups", None, friend["token"]),
    )
    crowd.expect(all(answer.status == 401 for answer in after[:3]), "an account that is gone acts", *after[:3])
    crowd.expect(
        all(
            leaver["id"].encode() not in answer.content and f'"{leaver["name"]}"'.encode() not in answer.content
            for answer in after[3:]
        ),
        "others see an account that is gone",
        *after[3:],
    )
    crowd.one("DELETE", f"/api/v1/me/groups/{group['id']}", None, friend["token"])
    crowd.gone.append(leaver)


def passwords(crowd, user, other, curator):
    one = crowd.person()
    path = "/api/v1/me/password"
    answers = crowd.together(*(("PUT", path, {"old": PASSWORD, "new": f"battery staple {k}"}, one["token"])
                               for k in range(2)))
    works = [k for k in range(2) if crowd.one(
        "POST", "/api/v1/session", {"name": one["name"], "password": f"battery staple {k}"}).status == 200]
    done = [k for k in range(2) if answers[k].status < 300]
    crowd.expect(works == done and len(done) == 1, f"passwords {done} were set, and {works} are good", *answers)


RACES = [posts, edits, keys, pictures, guide, revisions, friends, groups, limits, devices]
# Those in which passwords are digested.
DEAR_RACES = [invitations, operators, removals, passwords]


def check_left_in(nodes, crowd, checks):
    """Nothing of who is gone stands in the tables of PostgreSQL, but that something of them changed, for a day."""
    tables = nodes.sql(
        0, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'changes'").split()
    checks.that("posts" in tables or "person_keys" in tables, f"these are no tables of a place: {tables}")
    for table in tables:
        for row in nodes.sql(0, f"SELECT {table}::text FROM {table}").splitlines():
            for one in crowd.gone:
                left = any(value in row for value in (uuid.UUID(one["id"]).hex, one["id"], f'{one["name"]},'))
                checks.that(not left, f"{table} has {row} of {one['name']}, who is gone"[:300])


def check_left(server, crowd, checks):
    """Nothing of who is gone stands in the databases."""
    server.end()
    for file in Path(server.folder, "data").glob("**/*"):
        if not file.is_file() or file.read_bytes()[:15] != b"SQLite format 3":
            continue
        with sqlite3.connect(file) as database:
            checks.that(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], f"{file.name} is damaged")
            checks.that(database.execute("PRAGMA foreign_key_check").fetchall() == [],
                        f"{file.name} has rows that belong to nothing")
            for (table,
                 ) in database.execute(
                     "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").fetchall():
                for row in database.execute(f'SELECT * FROM "{table}"'):
                    for one in crowd.gone:
                        identity = uuid.UUID(one["id"])
                        checks.that(
                            not any(value in (identity.bytes, str(identity), one["name"]) for value in row),
                            f"{file.name}, {table} has {row!r} of {one['name']}, who is gone"[:300],
                        )


@contextlib.contextmanager
def serving(options):
    """What is asked, and the clusters of its place."""
    settings = ["--set", "registration=invited", "--set", f"devices-per-account={LIMIT}", "--set",
                f"groups-and-links-per-account={LIMIT}"]
    if options.servers == 1:
        with attacked(options.program, options.atlas, *settings) as server:
            yield server, []
        return
    with tempfile.TemporaryDirectory() as folder, Nodes(options.port) as nodes, Nodes(
            options.port + 10, settings=OF_KEYS) as keys:
        server = Several(options.program, options.atlas, folder, options.servers, random.Random(options.seed), nodes,
                         keys, *settings)
        try:
            yield server, [nodes, keys]
        finally:
            server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--races", nargs="*")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--port", type=int, default=22120)
    options = parser.parse_args()
    checks = Checks()
    with serving(options) as (server, nodes):
        crowd = Crowd(server, options.seed, checks)
        people = crowd.person(), crowd.person(), crowd.person("curator")
        for race in RACES + DEAR_RACES:
            if options.races and race.__name__ not in options.races:
                continue
            for _ in range(options.rounds if race in RACES else max(1, options.rounds // 8)):
                race(crowd, *people)
        checks.that(server.process.poll() is None, f"the server ended with status {server.process.poll()}")
        log = server.last_words()
        checks.that("no answer from" not in log, f"the log tells of answers that failed:\n{log}")
        for cluster in nodes:
            check_left_in(cluster, crowd, checks)
        if not nodes:
            check_left(server, crowd, checks)
    kinds = {}
    for fault in checks.faults:
        kinds.setdefault(fault[:50], []).append(fault)
    for of_kind in kinds.values():
        print(f"FAILED: {of_kind[0]} ({len(of_kind)} times)")
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
