#!/usr/bin/env python3
"""Let a server answer from large tables in PostgreSQL, and look at how it found the rows of each statement.

    check_plans.py PROGRAM ATLAS [--posts 1000000] [--positions 10000000] [--figures] [--port 22160]

PostgreSQL writes the plan of every statement into its log, with the rows that it read. No statement of a request may read
more than MOST rows of a table, whatever was read of it in the end, and none may look through a table without its
index. The requests are those of check_races.py and of a reader, a phone and an operator. With `--figures`, the times of
pages are printed."""
import argparse
import collections
import json
import pathlib
import random
import re
import statistics
import sys
import tempfile
import time

from attacked import Attacked, add_keeper, token_of_keeper
from check_races import DEAR_RACES, LIMIT, RACES, Crowd
from loopback import Checks
from postgres_nodes import OF_KEYS, Nodes

# A page has at most 100 rows, and each may bring some of another table.
MOST = 1000
# A table with fewer rows may be looked through.
SMALL = 300
SETTINGS = """
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_timing = off
auto_explain.log_format = json
"""
# What may look through a table, and why.
RARE = {
    "SELECT count(*) FROM accounts WHERE tenant = $1 AND role = $2": "an operator's role is taken back",
    "UPDATE account_history SET text = ''": "an account is removed",
    "SELECT post, count(*), max(created) AS last FROM reports": "an operator reads the open reports",
    "SELECT place, time, minutes FROM queue_reports": "once, at the first question about a queue",
}
PLAN = re.compile(r"plan:\n((?:\t.*\n)+)")
ID = "decode(md5('{}' || n), 'hex')"
HOUR = 3_600_000


class Log:
    """PostgreSQL's log, read from where it ends now."""

    def __init__(self, nodes):
        self.file = nodes.folder / "log0"
        self.skip()

    def skip(self):
        self.begin = self.file.stat().st_size

    def plans(self):
        """The statements since then, each with the plan of its tables."""
        with open(self.file, "rb") as log:
            log.seek(self.begin)
            text = log.read().decode("utf-8", "replace")
        for found in PLAN.finditer(text):
            plan = json.loads(re.sub(r"^\t", "", found[1], flags=re.M))
            yield plan["Query Text"], plan["Plan"]


def nodes_of(plan):
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes_of(part)


def rows_read(node):
    """The rows that a node of a plan read of its table, whether it passed them on or not."""
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return (node.get("Actual Rows", 0) + removed) * node.get("Actual Loops", 1)


def faults_of(plan, sizes):
    for node in nodes_of(plan):
        table = node.get("Relation Name")
        if table is None or sizes.get(table, 0) < SMALL:
            continue
        count = rows_read(node)
        if node["Node Type"] == "Seq Scan" and count > 0:
            yield f"looks through {table} without an index"
        elif count > MOST:
            index = node.get("Index Name", "no index")
            yield f"reads {count:.0f} rows of {table} by {index}"


def fill(nodes, options, me):
    """Puts many rows beside those that are there."""
    tenant = "(SELECT id FROM tenants)"
    posts = """tenant, author, author_name, latitude_e7, longitude_e7, accuracy_metres, place, facing, speed,
        classic_location, revision, simulated, written"""
    every = {
        "accounts": f"""INSERT INTO accounts SELECT tenant, {ID.format("a")}, name || n, folded_name || n, 0, password,
            revision, created, changed FROM accounts, generate_series(1, {options.people}) n WHERE name = 'racer1'""",
        "sessions": f"""INSERT INTO sessions (tenant, id, account, kind, label, token, created, expires)
            SELECT {tenant}, {ID.format("s")}, {ID.format("a")}, 0, 'browser', {ID.format("t")} || {ID.format("t")},
            created, expires FROM (SELECT created, expires FROM sessions LIMIT 1) AS one,
            generate_series(1, {options.people}) n""",
        "account_history": f"""INSERT INTO account_history SELECT {tenant}, {ID.format("a")}, number, 0, '', 1, 1
            FROM generate_series(1, {options.people}) n, generate_series(1, 20) number""",
        "posts": f"""INSERT INTO posts ({posts}, id, message, state, created, changed)
            SELECT {posts}, {ID.format("p")}, 'Words of post ' || n, CASE WHEN n % 50 = 0 THEN 1 WHEN n % 20 = 0 THEN 2
            ELSE 0 END, created - n * 1000, changed - (n * 1000 << 16)
            FROM (SELECT * FROM posts WHERE message LIKE 'template%') AS templates,
            generate_series(1, {options.posts // 2}::bigint) n ON CONFLICT DO NOTHING""",
        "others": f"""INSERT INTO posts (tenant, id, author, author_name, message, state, revision, created, changed)
            SELECT {tenant}, {ID.format("o")}, decode(md5('a' || 1 + n % {options.people}), 'hex'), 'somebody', 'Words',
            0, 1, created - n * 1000, changed - (n * 1000 << 16)
            FROM (SELECT * FROM posts WHERE message LIKE 'template%' LIMIT 1) AS template,
            generate_series(1, {options.posts // 2}::bigint) n""",
        "request_keys": f"""INSERT INTO request_keys SELECT {tenant}, decode(md5('a' || 1 + n % {options.people}), 'hex'),
            'key' || n, {ID.format("o")}, NULL, {me["now"] + 24 * HOUR} FROM generate_series(1, {options.posts // 10}) n""",
        "reports": f"""INSERT INTO reports SELECT tenant, id, author, {ID.format("r")}, 'rude', created FROM
            (SELECT *, row_number() OVER () AS n FROM posts WHERE author IS NOT NULL LIMIT {options.people}) AS chosen
            ON CONFLICT DO NOTHING""",
        "devices": f"""INSERT INTO devices SELECT {tenant}, {ID.format("d")}, {ID.format("a")}, 0, 'phone',
            {ID.format("u")} || {ID.format("u")}, 1 FROM generate_series(1, {options.people}) n""",
        "friends": f"""INSERT INTO friends SELECT {tenant}, {ID.format("a")},
            decode(md5('a' || 1 + (n + k) % {options.people}), 'hex'), 1
            FROM generate_series(1, {options.people}) n, generate_series(1, 10) k ON CONFLICT DO NOTHING""",
        # A hundred pieces an hour, of some people; the asker has many hours, too.
        "positions": f"""INSERT INTO positions SELECT {tenant}, CASE WHEN n % 10 = 0 THEN '\\x{me["id"]}'::bytea
            ELSE decode(md5('a' || 1 + n % 1000), 'hex') END, {me["now"]} / {HOUR} - n / 10000, n, 1,
            decode(repeat(md5('z' || n), 3), 'hex') FROM generate_series(1, {options.positions}::bigint) n""",
        "contributions": f"""INSERT INTO contributions SELECT {tenant}, {me["now"]} / {HOUR} - n / 1000, n % 1000,
            {ID.format("c")} FROM generate_series(1, {options.posts}) n""",
        "visits": f"""INSERT INTO visits SELECT {tenant}, {ID.format("a")}, {me["now"]} / {24 * HOUR} - k, 1, '\\x00'
            FROM generate_series(1, {options.people}) n, generate_series(1, 30) k""",
        "queue_reports": f"""INSERT INTO queue_reports SELECT {tenant}, {me["now"]} - n * 60000, n, n % 500, 5
            FROM generate_series(1, {options.posts // 10}::bigint) n ON CONFLICT DO NOTHING""",
        "queue_keys": f"""INSERT INTO queue_keys SELECT {tenant}, {ID.format("q")} || {ID.format("q")},
            {ID.format("q")} || {ID.format("q")}, {me["now"] + HOUR} FROM generate_series(1, {options.posts // 10}) n""",
    }
    sizes = collections.Counter()
    for statement in every.values():
        nodes.sql(0, f"SET statement_timeout = 0; SET auto_explain.log_min_duration = -1; {statement}", seconds=3600)
    nodes.sql(0, "SET statement_timeout = 0; ANALYZE", seconds=3600)
    # PostgreSQL's own tables do not grow with the place.
    tables = "SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    for row in nodes.sql(0, tables).splitlines():
        name, count = row.split("|")
        sizes[name] = int(count)
    return sizes


def live(crowd, person, other):
    """What readers, a phone and an operator ask, besides the races."""
    token, keeper = person["token"], crowd.keeper
    get = lambda path, of=token: crowd.one("GET", f"/api/v1/{path}", None, of)
    page = get("posts?limit=100").json
    for _ in range(5):
        page = get(f"posts?limit=100&before={page['next']}").json
    post = page["posts"][0]["id"]
    for path in ("guide", "guide/history", "me", "me/history", "me/access", "me/sessions", "me/devices", "me/quotas",
                 "me/sharing", "me/exposure", "me/shown", "me/friends", "me/groups", "me/links", "me/visits", "people",
                 "busyness", "queues", "people.geojson", "busyness.tsv", f"posts/{post}", "hidden-posts", "overlay",
                 "me/passkeys"):
        get(path)
    for path in ("accounts?limit=50", "reports?limit=50", "hidden-posts?limit=50", "settings", "registration-links",
                 "admin/weights", "admin/crowd"):
        get(path, keeper)
    now = int(time.time() * 1000)
    phone = crowd.one("POST", "/api/v1/me/devices", {"kind": "program", "name": "phone"}, token).json["token"]
    for number in range(20):
        report = [{"lat": 60.17, "lon": 24.94 + number / 1e4, "time": now - 60_000 * number}]
        crowd.one("POST", "/api/v1/positions", report, phone)
    day = lambda days: time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(now / 1000 - 86400 * days))
    get(f"me/positions?from={day(40)}&until={day(39)}")
    get(f"posts/{post}", other["token"])
    crowd.one("POST", f"/api/v1/posts/{post}/reports", {"reason": "rude"}, other["token"])


def figures(server):
    """The times of pages and tiles, in milliseconds."""
    first = json.loads(server.ask("GET", "/api/v1/posts?limit=20")[1])
    deep = first["next"]
    for _ in range(100):
        deep = json.loads(server.ask("GET", f"/api/v1/posts?limit=100&before={deep}")[1])["next"]
    for name, path in (("the newest posts", "posts?limit=20"), ("posts of long ago", f"posts?limit=20&before={deep}"),
                       ("the guide", "guide"), ("how busy places are", "busyness")):
        times = []
        for _ in range(300):
            begin = time.perf_counter()
            server.ask("GET", f"/api/v1/{path}")
            times.append(1000 * (time.perf_counter() - begin))
        times.sort()
        print(f"{name}: median {statistics.median(times):.2f} ms, 99 of 100 within {times[296]:.2f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=10_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--port", type=int, default=22160)
    options = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, Nodes(options.port, settings=SETTINGS) as nodes, Nodes(
            options.port + 10, settings=OF_KEYS) as keys:
        database = ["--database", nodes.address, "--keys-database", keys.address]
        program = str(pathlib.Path(options.program).resolve())
        add_keeper(program, "--database", nodes.address)
        server = Attacked(program, str(pathlib.Path(options.atlas).resolve()), folder, "--set", "registration=invited",
                          "--set", f"devices-per-account={LIMIT}", "--set", f"groups-and-links-per-account={LIMIT}",
                          # They read whole tables, page by page.
                          "--set", "backups=off", *database)
        try:
            server.keeper = token_of_keeper(server)
            crowd = Crowd(server, 1, checks)
            people = crowd.person(), crowd.person(), crowd.person("curator")
            for number, place in enumerate([None, {"lat": 60.17, "lon": 24.94}]):
                post = {"message": f"template {number}"} | ({"location": place} if place else {})
                checks.that(crowd.one("POST", "/api/v1/posts", post, people[0]["token"]).status == 201, "no template")
            me = {"id": people[1]["id"].replace("-", ""), "now": int(time.time() * 1000)}
            sizes = fill(nodes, options, me)
            # What a server reads once, when it starts, may be much.
            server.end()
            server.begin()
            server.ask("GET", "/api/v1/posts?limit=1")
            time.sleep(3)
            if options.figures:
                figures(server)
            log = Log(nodes)
            live(crowd, people[0], people[1])
            random.seed(1)
            for race in RACES + DEAR_RACES:
                race(crowd, *people)
            time.sleep(1)
            plans = list(log.plans())
        finally:
            server.end()
    statements = collections.defaultdict(set)
    for text, plan in plans:
        statements[" ".join(text.split())] |= set(faults_of(plan, sizes))
    checks.that(len(statements) > 100, f"only {len(statements)} statements were seen")
    for text, faults in statements.items():
        if not text.startswith(tuple(RARE)):
            checks.that(not faults, f"{text[:300]}: {', '.join(sorted(faults))}")
    print(f"{len(plans)} plans of {len(statements)} statements; rows: "
          + ", ".join(f"{name} {count}" for name, count in sizes.most_common(8)))
    for fault in checks.faults[:40]:
        print(f"FAILED: {fault}")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
