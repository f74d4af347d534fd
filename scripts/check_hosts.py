#!/usr/bin/env python3
"""Lead other names to a server, forge what proxies say, and read its figures from elsewhere.

Usage: check_hosts.py PROGRAM ATLAS

Promises attacked:
 - A page of another site whose name leads to the server (DNS rebinding) reads nothing, registers nobody and gets no
   session, at any address.
 - A request without a host, with two, or with an invalid host is refused, in every form of a request.
 - What a request says of clients, hosts and encryption counts from named proxies alone; nobody escapes a limit by it.
 - Figures of operation are for this machine, operators and named clients.
 - The server tells browsers to stay encrypted (HSTS) only where that locks nobody out.
"""
import argparse
import json
import socket
import sys
import urllib.parse

from loopback import Checks, serving

REBOUND, STRANGER = "rebound.example", "203.0.113.7"


def ask(address, request):
    """Sends bytes over a connection of its own; returns status, head and body of what comes."""
    host = urllib.parse.urlsplit(address)
    with socket.create_connection((host.hostname, host.port), 20) as connection:
        connection.sendall(request if isinstance(request, bytes) else request.encode("latin-1"))
        received = b""
        try:
            while piece := connection.recv(65536):
                received += piece
                # A stream of events does not end.
                if b"event: ready" in received:
                    break
        except (TimeoutError, ConnectionResetError):
            pass
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1]) if head.startswith(b"HTTP/1.") else 0
    return status, head.decode("latin-1").lower(), body


def request(target, host, *fields, method="GET", body=None, version="1.1"):
    lines = [f"{method} {target} HTTP/{version}", *([f"Host: {host}"] if host is not None else []), *fields,
             "Connection: close"]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines) + "\r\n\r\n" + (body or "")


def operations(address):
    """Method and path of every address, with values that fit most of them."""
    _, _, body = ask(address, request("/openapi.json", "localhost"))
    for path, methods in json.loads(body)["paths"].items():
        filled = "".join("1" if part.startswith("{") else part
                         for part in path.replace("{", "\0{").replace("}", "}\0").split("\0"))
        for method in methods:
            if method in ("get", "post", "put", "patch", "delete"):
                yield method.upper(), filled


def check_rebinding(checks, address):
    own = [f"Origin: http://{REBOUND}:8080", "Sec-Fetch-Site: same-origin", "Cookie: hereabouts=x; __Host-hereabouts=x"]
    number = 0
    for method, path in [*operations(address), ("GET", "/"), ("GET", "/main.js"), ("OPTIONS", "/api/v1/posts"),
                         ("HEAD", "/healthz"), ("GET", "/nowhere")]:
        number += 1
        for fields in (own, [*own, "X-Forwarded-Host: localhost"],
                       [*own, "X-Forwarded-Host: localhost", "X-Forwarded-For: 127.0.0.1"]):
            body = "{}" if method in ("POST", "PUT", "PATCH") else None
            status, head, _ = ask(address, request(path, f"{REBOUND}:8080", *fields, method=method, body=body))
            checks.that(status == 421, f"{method} {path} by a rebound name: {status}")
            checks.that("set-cookie" not in head, f"{method} {path} by a rebound name sets a cookie")
    checks.that(number > 60, f"only {number} addresses were tried")
    account = json.dumps({"name": "mallory", "password": "correct horse"})
    for way in ("accounts", "session", "tokens", "set-up"):
        status, head, _ = ask(address, request(f"/api/v1/{way}", REBOUND, *own, method="POST", body=account))
        checks.that(status == 421 and "set-cookie" not in head, f"{way} by a rebound name: {status}")
    status, _, _ = ask(address, request("/api/v1/session", "localhost", method="POST", body=account))
    checks.that(status == 401, f"mallory is there: {status}")
    for name in (
        "localhost.evil.example", "127.0.0.1.evil.example", "evil.example.", "EVIL.example:8080", "[evil.example]",
        "local.example", "1.2.3", "..", ".local.example",
    ):
        status, _, _ = ask(address, request("/healthz", name))
        checks.that(status == 421, f"Host: {name}: {status}")
    for name in ("localhost", "LOCALHOST.", "127.0.0.1:1", "[::1]:8080", "192.168.1.9", "server", "server.local",
                 "server.home.arpa", socket.gethostname()):
        status, _, _ = ask(address, request("/healthz", name))
        checks.that(status == 200, f"Host: {name}: {status}")


def check_forms(checks, address):
    forms = {
        request("/healthz", None): 400, request("/healthz", "localhost", "Host: localhost"): 400,
        request("/healthz", "localhost", "hOST:evil.example"): 400,
        request("/healthz", ""): 400, request("/healthz", "a b"): 400, request("/healthz", "me@localhost"): 400,
        request("/healthz", "localhost:66000"): 400,
        request("/healthz", "a,localhost"): 400,
        request("/healthz", "localhost", "Host: localhost", version="1.0"): 400,
        request("/healthz", None, version="1.0"): 200,
        request("/healthz", REBOUND, version="1.0"): 421, request(f"http://{REBOUND}/healthz", "localhost"): 421,
        request("http://localhost/healthz", REBOUND): 200,
        request("http://localhost/healthz", None): 400, request("http://me@localhost/healthz", "localhost"): 400,
        request("http:///healthz", "localhost"): 400,
        request("//localhost/healthz", REBOUND): 421, request("*", REBOUND, method="OPTIONS"): 421,
        request("*", "localhost", method="OPTIONS"): 204,
        # Behind a good one on the same connection.
        request("/healthz", "localhost").replace("Connection: close\r\n", "") + request("/healthz", REBOUND): (
            200, 421),
    }
    for form, expected in forms.items():
        status, _, body = ask(address, form)
        first, second = expected if isinstance(expected, tuple) else (expected, None)
        checks.that(status == first, f"{form!r}: {status}")
        if second:
            checks.that(f"HTTP/1.1 {second}".encode() in body, f"{form!r}: behind it {body[:200]!r}")


def origin(address, *fields, host="localhost"):
    status, _, body = ask(address, request("/tiles.json", host, *fields))
    return json.loads(body)["tiles"][0].split("/tiles/")[0] if status == 200 else status


def limited(address, *fields):
    """Whether one of many answers that take work is refused as too many."""
    return any(ask(address, request(f"/api/v1/places?q=a{number}", "localhost", *fields))[0] == 429
               for number in range(30))


def check_proxies(checks, program, atlas, address):
    for hosts in (REBOUND, f"localhost, {REBOUND}", f"{REBOUND}, localhost"):
        checks.that(origin(address, f"X-Forwarded-Host: {hosts}") == 421, f"X-Forwarded-Host: {hosts} is taken")
    checks.that(origin(address, "X-Forwarded-Host: localhost", f"X-Forwarded-Host: {REBOUND}") == 421,
                "a second X-Forwarded-Host is taken")
    checks.that(origin(address, "X-Forwarded-Host: map.local:81", "X-Forwarded-Proto: https") == "https://map.local:81",
                "a named proxy's word counts")
    checks.that(origin(address, f"Forwarded: for={STRANGER};host=map.local;proto=https") == "http://localhost",
                "Forwarded is read")
    with serving(program, atlas, "--set", "answers-per-second=1", "--set", "proxies=127.0.0.1,10.0.0.0/30") as (
        _, strict):
        for number, fields in enumerate([
            (f"X-Forwarded-For: {STRANGER}",), (f"X-Forwarded-For: {STRANGER}:4711",),
            (f"X-Forwarded-For: 127.0.0.1, {STRANGER}, 10.0.0.1",),
            ("X-Forwarded-For: [2001:db8::7]:4711",), ("X-Forwarded-For: unknown",), ("X-Forwarded-For: ",),
            (f"X-Forwarded-For: 127.0.0.1, {STRANGER},",),
            ("X-Forwarded-For: 127.0.0.1", f"X-Forwarded-For: {STRANGER}"), ("X-Forwarded-For: 2001:db8::7%eth0",),
            ("X-Forwarded-For: ::ffff:203.0.113.7",),
        ]):
            checks.that(limited(strict, *fields), f"{fields} escapes the limit")
        # Each time another, which the proxy did not write.
        statuses = [ask(strict,
                        request(f"/api/v1/places?q=b{n}", "localhost",
                                f"X-Forwarded-For: 198.51.100.{n}, 192.0.2.44"))[0] for n in range(30)]
        checks.that(429 in statuses, "another address before one's own escapes the limit")
        checks.that(not limited(strict), "this machine is limited")
    with serving(program, atlas, "--set", "proxies=off", "--set", f"metrics-from={STRANGER}") as (_, alone):
        checks.that(origin(alone, f"X-Forwarded-Host: {REBOUND}", "X-Forwarded-Proto: https") == "http://localhost",
                    "headers of no proxy are read")
        status, _, _ = ask(alone, request("/metrics", "localhost", f"X-Forwarded-For: {STRANGER}"))
        checks.that(status == 401, f"figures for a forged address: {status}")


def check_figures(checks, address):
    for fields, expected in {
        (): 200,
        (f"X-Forwarded-For: {STRANGER}",): 401,
        ("X-Forwarded-For: unknown",): 401,
        (f"X-Forwarded-For: 127.0.0.1, {STRANGER}",): 401,
    }.items():
        status, head, body = ask(address, request("/metrics", "localhost", *fields))
        checks.that(status == expected and (b"hereabouts_" in body) == (expected == 200),
                    f"figures with {fields}: {status}")
        if status == 200:
            checks.that("access-control-allow-origin" not in head, "pages of other sites read the figures")
    account = json.dumps({"name": "nora", "password": "correct horse"})
    status, head, _ = ask(address, request("/api/v1/accounts", "localhost", method="POST", body=account))
    checks.that(status == 201, f"nora registers: {status}")
    cookie = head.split("set-cookie: ")[1].split(";")[0] if "set-cookie" in head else ""
    status, _, _ = ask(address, request("/metrics", "localhost", f"X-Forwarded-For: {STRANGER}", f"Cookie: {cookie}"))
    checks.that(status in (401, 403), f"figures for a member elsewhere: {status}")


def check_hsts(checks, program, atlas, address):
    field = "strict-transport-security: max-age=31536000"
    _, head, _ = ask(address, request("/healthz", "localhost", "X-Forwarded-Proto: https"))
    checks.that("strict-transport-security" not in head, "a server without TLS speaks of HSTS")
    with serving(program, atlas, "--public-url", "https://map.example.org") as (_, public):
        for host, fields, expected in [
            ("map.example.org", ("X-Forwarded-Proto: https",), True),
            ("127.0.0.1", ("X-Forwarded-Host: map.example.org", "X-Forwarded-Proto: https"), True),
            ("map.example.org", ("X-Forwarded-Proto: http",), False), ("map.example.org", (), False),
            ("192.0.2.1", ("X-Forwarded-Proto: https",), False),
            ("server.local", ("X-Forwarded-Proto: https",), False), ("localhost", ("X-Forwarded-Proto: https",), False),
        ]:
            for target in ("/healthz", "/", "/nowhere", "/api/v1/me"):
                _, head, _ = ask(public, request(target, host, *fields))
                checks.that((field in head) == expected, f"HSTS at {target} for {host} with {fields}: {not expected}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    checks = Checks()
    with serving(options.program, options.atlas, "--guests", "post", "--set", "log-ins-per-minute=1000") as (
        _, address):
        check_rebinding(checks, address)
        check_forms(checks, address)
        check_proxies(checks, options.program, options.atlas, address)
        check_figures(checks, address)
        check_hsts(checks, options.program, options.atlas, address)
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
