#!/usr/bin/env python3
"""Log in with passkeys while each request goes to the other of two servers, and count attempts over both.

    check_log_ins.py PROGRAM ATLAS [--rounds 20] [--flood 2000] [--port 22000]

Two servers share one PostgreSQL, without a standby. Promises attacked:
 - Adding a passkey, logging in and confirming work when no two requests in a row go to the same server.
 - An answer is good once at both servers together, also when it is sent to both in the same moment.
 - Who only begins log-ins stores nothing, and ends nobody else's.
 - Both servers together give a network its attempts, not each of them.
 - While PostgreSQL does not answer, nobody logs in."""
import argparse
import concurrent.futures
import http.client
import itertools
import json
import pathlib
import sys
import tempfile
import time

from check_durability import Server
from loopback import Checks
from postgres_nodes import OF_KEYS, Nodes
from soft_authenticator import SoftAuthenticator

ORIGIN = "https://map.example"
PASSWORD = "correct horse"
PER_MINUTE = 3
# Two minutes' worth may come at once.
MOST = 2 * PER_MINUTE
OPTIONS, LOG_IN = "/api/v1/session/passkey-options", "/api/v1/session/passkey"


def ask(port, method, path, body=None, token=None, network=None):
    """Asks one server; returns the status, the JSON that comes, and the token that a cookie brings, if any does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Host": "map.example"} | ({"Authorization": f"Bearer {token}"} if token else {})
    if network:
        headers["X-Forwarded-For"] = network
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text, cookie = answer.read(), answer.headers.get("Set-Cookie", "")
    connection.close()
    return answer.status, json.loads(text or b"null"), cookie.partition("=")[2].partition(";")[0] or None


class Alternating:
    """Both servers behind a proxy that sends each request to the other one."""

    def __init__(self, ports):
        self.ports, self.turns = ports, itertools.cycle(ports)

    def ask(self, *question, **options):
        return ask(next(self.turns), *question, **options)


def check_passkeys(checks, proxy, rounds):
    proxy.ask("POST", "/api/v1/accounts", {"name": "anna", "password": PASSWORD})
    token = proxy.ask("POST", "/api/v1/tokens", {"name": "anna", "password": PASSWORD, "label": "check"})[1]["token"]
    own = SoftAuthenticator()
    made = own.make_credential(proxy.ask("POST", "/api/v1/me/passkey-options", token=token)[1], ORIGIN)
    for expected in (201, 409):
        status = proxy.ask("POST", "/api/v1/me/passkeys", {"credential": made}, token)[0]
        checks.that(status == expected, f"adding a passkey: {status}, not {expected}")
    for _ in range(rounds):
        answer = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)
        status, me, page = proxy.ask("POST", LOG_IN, answer)
        checks.that(status == 200 and me["account"]["name"] == "anna", f"logging in: {status} {me}")
        for port in proxy.ports:
            checks.that(ask(port, "POST", LOG_IN, answer)[0] == 409, "an answer is good twice")
        confirm = "/api/v1/me/confirmation/passkey"
        asked = proxy.ask("POST", confirm + "-options", token=page)[1]
        status = proxy.ask("POST", confirm, own.get_assertion(asked, ORIGIN), page)[0]
        checks.that(status == 200, f"confirming: {status}")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in range(rounds):
            answer = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)
            asked = [pool.submit(ask, port, "POST", LOG_IN, answer) for port in proxy.ports * 4]
            statuses = sorted(one.result()[0] for one in asked)
            checks.that(statuses == [200] + [409] * 7, f"an answer that is sent to both at once: {statuses}")
    return own


def check_flood(checks, proxy, nodes, own, count):
    early = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)

    def rows():
        return int(nodes.sql(0, "SELECT count(*) FROM used_challenges").strip())

    before = rows()
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        statuses = {one[0] for one in pool.map(lambda _: proxy.ask("POST", OPTIONS), range(count))}
    checks.that(statuses == {200}, f"beginning log-ins: {statuses}")
    checks.that(rows() <= before, f"{count} log-ins that were only begun left {rows() - before} rows")
    checks.that(proxy.ask("POST", LOG_IN, early)[0] == 200, "others' log-ins ended one that was begun before")


def check_attempts(checks, proxy, nodes):
    body = {"name": "anna", "password": "wrong horse battery", "label": "check"}

    def attempts(network, count):
        return [proxy.ask("POST", "/api/v1/tokens", body, network=network)[0] for _ in range(count)]

    def back(since, share=1):
        """What a bucket may have got back since then."""
        return 1 + share * PER_MINUTE * (time.monotonic() - since) / 60

    for block in (7, 8):
        begin, taken = time.monotonic(), 0
        for number in range(5):
            own, statuses = time.monotonic(), attempts(f"203.0.{block}.{number}", 4 * MOST)
            count = statuses.count(401)
            taken += count
            checks.that(count <= MOST + back(own) and count + statuses.count(429) == len(statuses),
                        f"a network had {count} attempts at both servers, not {MOST}: {statuses}")
            checks.that(number == 4 or count >= MOST, f"a network had {count} attempts only: {statuses}")
        # The block has as many as four of its networks.
        checks.that(taken <= 4 * MOST + back(begin, 4), f"a block had {taken} attempts, not {4 * MOST}")
    right = {"name": "anna", "password": PASSWORD, "label": "check"}
    while attempts("203.0.7.0", 1) != [429]:
        pass
    checks.that(proxy.ask("POST", "/api/v1/tokens", right, network="203.0.7.0")[0] == 429,
                "the right password gets in without an attempt left")
    checks.that(proxy.ask("POST", "/api/v1/tokens", right, network="198.51.100.1")[0] == 201,
                "another network's attempts are used up")
    nodes.stop(0, "immediate")
    for port in proxy.ports:
        status = ask(port, "POST", "/api/v1/tokens", right, network="198.51.100.2")[0]
        checks.that(status == 503, f"while PostgreSQL is away, logging in is answered with {status}")
        checks.that(ask(port, "POST", OPTIONS)[0] == 503, "while PostgreSQL is away, a log-in begins")
    nodes.start(0)
    for port in proxy.ports:
        for _ in range(100):
            if ask(port, "POST", OPTIONS)[0] == 200:
                break
            time.sleep(0.1)


def check_again(checks, proxy, own):
    """After the crash, everything unlogged is gone: the next log-ins work, and no old answer does."""
    answer = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)
    checks.that(proxy.ask("POST", LOG_IN, answer)[0] == 200, "after a crash of PostgreSQL nobody logs in")
    checks.that(proxy.ask("POST", LOG_IN, answer)[0] == 409, "after a crash of PostgreSQL an answer is good twice")


def check(given, folder, nodes, keys):
    options = ["--database", nodes.address, "--keys-database", keys.address, "--set", f"public-url={ORIGIN}",
               "--set", f"log-ins-per-minute={PER_MINUTE}"]
    servers, checks = [], Checks()
    try:
        for number in range(2):
            (folder / f"data{number}").mkdir()
            servers.append(Server(given.program, given.atlas, str(folder / f"data{number}"), *options))
        proxy = Alternating([server.port for server in servers])
        own = check_passkeys(checks, proxy, given.rounds)
        check_flood(checks, proxy, nodes, own, given.flood)
        kept = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)
        used = own.get_assertion(proxy.ask("POST", OPTIONS)[1], ORIGIN)
        checks.that(proxy.ask("POST", LOG_IN, used)[0] == 200, "logging in")
        check_attempts(checks, proxy, nodes)
        for answer in (kept, used):
            for port in proxy.ports:
                status = ask(port, "POST", LOG_IN, answer)[0]
                checks.that(status == 409, f"an answer from before a crash of PostgreSQL: {status}")
        check_again(checks, proxy, own)
    finally:
        for server in servers:
            server.kill()
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return 1 if checks.faults or not checks.made else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--flood", type=int, default=2000)
    parser.add_argument("--port", type=int, default=22000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Nodes(given.port, settings=OF_KEYS) as nodes, Nodes(
            given.port + 10, settings=OF_KEYS) as keys:
        sys.exit(check(given, pathlib.Path(folder), nodes, keys))


if __name__ == "__main__":
    main()
