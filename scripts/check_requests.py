#!/usr/bin/env python3
"""Send a server requests with something wrong in them, and bytes that are no requests, and see that it stays well.

Usage: check_requests.py PROGRAM ATLAS [--requests 20000] [--streams 4000] [--seed 1] [--workers 2] [--quiet]

Promises attacked:
 - No request of anybody is answered with 5xx (but 503 `unavailable` with Retry-After, and 507 when pictures have no
   room), ends the server, or holds it. Every error has its form and a documented code.
 - No bytes on a connection, plain or where TLS is spoken, end the server or keep it from answering others.
 - Its memory stays bounded, its data is whole, and a restart finds it so.

Requests are made of every operation in /openapi.json, as guest, member, curator, operator and device, over connections
from many loopback addresses, several at once on each. The same seed makes the same requests, but answers come in
another order. A fault is shown with the request."""
import argparse
import json
import multiprocessing
import pathlib
import random
import re
import selectors
import socket
import sqlite3
import sys
import threading
import time
import traceback

import raw_streams
from attacked import LENGTH, AnswerChecks, World, ask, attacked
from loopback import Checks
from made_requests import HEADER_MARKS, STREAMS, Maker, Place, Spoiler

CONNECTIONS, MOST_IN_ROW, EPOCH = 16, 12, 6000
PATIENCE = 20
MOST_GROWTH = 500 << 20
# How many answers each attacker had.
ANSWERED = multiprocessing.Array("q", 64)
EXPORT = b"GET /api/v1/me/positions"
# The token of a session, which comes in either field.
TOKEN = re.compile(rb"(?im)^(?:authorization: bearer |cookie: hereabouts_session=)(\S+)\r$")
CHUNK = re.compile(rb"([0-9A-Fa-f]+)[^\r\n]*\r\n")


class Connection:
    """One connection: the bytes to send, and the requests without an answer yet."""

    def __init__(self, port, chance):
        self.socket = socket.socket()
        self.socket.bind((f"127.{chance.randint(0, 254)}.{chance.randint(0, 254)}.{chance.randint(1, 254)}", 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.out, self.received, self.owed, self.is_last, self.since = b"", bytearray(), [], False, time.monotonic()

    def answers(self):
        """The answers that are there in full: request, head and body of each."""
        while self.owed:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.received[: end + 2])
            status, request = int(head[9:12]), self.owed[0]
            if status < 200:
                del self.received[: end + 4]
                continue
            begin, small = end + 4, head.lower()
            if request.startswith(b"HEAD ") or status in (204, 304):
                body, stop = b"", begin
            elif b"\r\ncontent-type: text/event-stream" in small:
                body, stop = b"", len(self.received)
                self.is_last = True
            elif length := LENGTH.search(head):
                stop = begin + int(length[1])
                if len(self.received) < stop:
                    return
                body = bytes(self.received[begin:stop])
            elif b"\r\ntransfer-encoding: chunked" in small:
                found = self.chunks(begin)
                if not found:
                    return
                body, stop = found
            else:
                raise ValueError(f"an answer without an end: {head!r}")
            del self.received[:stop]
            self.is_last = self.is_last or b"\r\nconnection: close" in small
            self.owed.pop(0)
            yield request, head, body

    def chunks(self, at):
        body = b""
        while match := CHUNK.match(self.received, at):
            size, at = int(match[1], 16), match.end()
            if size == 0:
                return (body, at + 2) if self.received[at:at + 2] == b"\r\n" else None
            if len(self.received) < at + size + 2:
                return None
            body += bytes(self.received[at:at + size])
            at += size + 2
        return None


class Attacker:
    """Sends requests over some connections until it has had as many answers as it should."""

    def __init__(self, port, keeper, contract, place, number, seed, count):
        self.port, self.number, self.count = port, number, count
        self.chance = random.Random(seed * 1000 + number)
        self.world = World(port, number, keeper)
        self.maker, self.spoiler, self.checks = Maker(contract, place, self.world), Spoiler(
            self.chance, self.world), AnswerChecks(contract)
        self.put_off = []
        self.statuses, self.faults, self.asked, self.answered, self.operations = {}, [], 0, 0, {}
        self.selector = selectors.DefaultSelector()

    def request(self):
        request = self.maker.valid(self.chance)
        self.operations[request.name] = self.operations.get(request.name, 0) + 1
        is_stream = request.name in STREAMS
        # A valid one now and then: it is what others are compared with.
        return (request if self.chance.random() < 0.06 else self.spoiler.spoiled(request)).written(), is_stream

    def fill(self, connection):
        for _ in range(self.chance.randint(1, MOST_IN_ROW)):
            written, is_stream = self.put_off.pop() if self.put_off and not connection.owed else self.request()
            # A head that cannot be read ends its connection: it is sent when nothing else is owed there.
            is_last = HEADER_MARKS.encode("latin-1") in written
            if is_last and connection.owed:
                self.put_off.append((written, is_stream))
                break
            is_stream = is_stream or is_last
            connection.out += written
            connection.owed.append(written)
            self.asked += 1
            if is_stream or len(connection.out) > 200_000:
                break
        connection.since = time.monotonic()
        self.send(connection)

    def send(self, connection):
        try:
            while connection.out:
                connection.out = connection.out[connection.socket.send(connection.out):]
        except BlockingIOError:
            pass
        except OSError:
            # Earlier answers are still read.
            connection.out = b""
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if connection.out else 0)
        self.selector.modify(connection.socket, events, connection)

    def open(self):
        connection = Connection(self.port, self.chance)
        self.selector.register(connection.socket, selectors.EVENT_READ, connection)
        self.fill(connection)

    def close(self, connection):
        self.selector.unregister(connection.socket)
        connection.socket.close()

    def read(self, connection):
        """Takes what came; returns whether the connection goes on."""
        is_over = False
        try:
            piece = connection.socket.recv(1 << 18)
            connection.received += piece
            is_over = not piece
        except BlockingIOError:
            return True
        except OSError:
            is_over = True
        for request, head, body in connection.answers():
            self.answered += 1
            ANSWERED[self.number] = self.answered
            status = head[9:12].decode()
            self.statuses[status] = self.statuses.get(status, 0) + 1
            try:
                fault = self.checks.fault(request, head, body, self.answered % 8 == 0)
            except Exception as error:
                fault = f"cannot be read: {error!r}"
            if fault:
                self.note(fault, request, head)
            connection.since = time.monotonic()
        if is_over and not connection.is_last and connection.owed and not self.ended_with_session(connection):
            self.note("the connection ended without an answer", connection.owed[0], bytes(connection.received[:200]))
        return not (is_over or connection.is_last)

    def ended_with_session(self, connection):
        """Whether an export of positions had begun, and its session has ended: the export ends with it."""
        token = TOKEN.search(connection.owed[0])
        has_begun = connection.owed[0].startswith(EXPORT) and connection.received.startswith(b"HTTP/1.1 200 ")
        return bool(has_begun and token) and ask(self.port, "GET", "/api/v1/me", None,
                                                 token[1].decode("latin-1"))[0] == 401

    def note(self, fault, request, head):
        self.faults.append((fault, request[:3000], head[:600]))

    def run(self):
        renewed = -EPOCH - 1
        while self.answered < self.count and len(self.faults) < 40:
            if self.asked - renewed > EPOCH:
                renewed = self.asked
                self.renew()
            for key, events in self.selector.select(1):
                connection = key.data
                if events & selectors.EVENT_WRITE:
                    self.send(connection)
                if events & selectors.EVENT_READ and not self.read(connection):
                    self.close(connection)
                    self.open()
                elif not connection.owed and not connection.out:
                    self.fill(connection)
            self.look_for_stuck()
        return self.answered, self.statuses, self.faults, self.operations

    def renew(self):
        """Makes a new world. That takes longer than a request may take to arrive, so no connection waits for it."""
        for key in list(self.selector.get_map().values()):
            self.close(key.data)
        self.world.renew()
        for _ in range(CONNECTIONS):
            self.open()

    def look_for_stuck(self):
        now = time.monotonic()
        for key in list(self.selector.get_map().values()):
            if now - key.data.since > PATIENCE:
                self.note(f"no answer for {PATIENCE} s", key.data.owed[0] if key.data.owed else b"", b"")
                self.close(key.data)
                self.open()


def attack(queue, *arguments):
    try:
        queue.put(Attacker(*arguments).run())
    except Exception as error:
        traceback.print_exc()
        queue.put((0, {}, [(f"the attacker ended: {error!r}", b"", b"")], {}))


class Watcher(threading.Thread):
    """Asks for small things while others attack, and watches the server's memory."""

    def __init__(self, server, is_quiet):
        super().__init__(daemon=True)
        self.server, self.is_quiet = server, is_quiet
        self.most, self.longest, self.faults, self.ends = 0, 0.0, [], threading.Event()

    def run(self):
        shown = begin = time.monotonic()
        while not self.ends.is_set() and self.server.process.poll() is None:
            asked = time.monotonic()
            try:
                status, _, _ = self.server.ask("GET", "/healthz", timeout=20)
                if status != 200:
                    self.faults.append(f"/healthz answers {status}")
            except OSError as error:
                self.faults.append(f"/healthz: {error!r}")
            self.longest = max(self.longest, time.monotonic() - asked)
            self.most = max(self.most, self.server.memory())
            if not self.is_quiet and time.monotonic() - shown > 20:
                shown = time.monotonic()
                print(
                    f"  {shown - begin:5.0f} s  {sum(ANSWERED[:])} answers, memory {self.server.memory() >> 20} MB, "
                    f"longest wait {self.longest:.2f} s",
                    flush=True,
                )
            self.ends.wait(0.1)


def in_parts(workers, target, arguments_of):
    """Runs `target` in processes; returns what each found."""
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    processes = [context.Process(target=target, args=(queue, *arguments_of(number))) for number in range(workers)]
    for process in processes:
        process.start()
    found = [queue.get() for _ in processes]
    for process in processes:
        process.join()
    return found


def shown(faults):
    """Returns each fault once, by its kind and operation, with an example."""
    kinds = {}
    for fault, request, head in faults:
        kinds.setdefault((fault[:60], re.sub(rb"[0-9]+|[?].*", b"", request.split(b" HTTP", 1)[0][:24])),
                         []).append((fault, request, head))
    for of_kind in kinds.values():
        fault, request, head = min(of_kind, key=lambda one: len(one[1]))
        yield f"{fault} ({len(of_kind)} times)\n  {request!r}\n  {head!r}"


def check_requests(server, options, checks):
    contract = json.loads(server.ask("GET", "/openapi.json")[1])
    bounds = json.loads(server.ask("GET", "/tiles.json")[1])["bounds"]
    found = json.loads(server.ask("GET", "/api/v1/places?q=cafe&limit=20")[1])
    place = Place(bounds, found["results"])
    begin = time.monotonic()
    parts = in_parts(
        options.workers,
        attack,
        lambda number: (
            server.port, server.keeper, contract, place, number, options.seed,
            options.requests // options.workers,
        ),
    )
    seconds = time.monotonic() - begin
    statuses, operations, faults, answered = {}, {}, [], 0
    for count, of_status, of_fault, of_operation in parts:
        answered, faults = answered + count, faults + of_fault
        for name, value in of_status.items():
            statuses[name] = statuses.get(name, 0) + value
        for name, value in of_operation.items():
            operations[name] = operations.get(name, 0) + value
    for text in shown(faults):
        checks.that(False, text)
    missing = [
        name
        for name in (
            operation["operationId"]
            for methods in contract["paths"].values()
            for operation in methods.values()
            if isinstance(operation, dict)
        )
        if name not in operations
    ]
    checks.that(not missing or options.requests < 200_000, f"operations that were not asked for: {missing}")
    checks.that(answered >= options.requests // options.workers * options.workers, f"only {answered} answers")
    print(
        f"{answered} requests in {seconds:.1f} s ({answered / seconds:.0f}/s): "
        + ", ".join(f"{name} {count}" for name, count in sorted(statuses.items())),
        flush=True,
    )


def check_streams(server, options, checks, count, tls):
    begin = time.monotonic()
    parts = in_parts(options.workers, raw_streams.attack,
                     lambda number: (server.port, options.seed * 1000 + number, count // options.workers, tls))
    seconds, faults = time.monotonic() - begin, [fault for part in parts for fault in part[1]]
    for text in shown(faults):
        checks.that(False, text)
    sent, answers = sum(part[0] for part in parts), sum(part[2] for part in parts)
    print(f"{sent} {'TLS ' if tls else ''}streams in {seconds:.1f} s ({sent / seconds:.0f}/s), {answers} of them "
          f"answered", flush=True)


def held_seconds(server):
    """How many turns of the event loops were no longer than each bound."""
    found = re.findall(rb'hereabouts_event_loop_held_seconds_bucket\{le="([^"]*)"\} (\d+)',
                       server.ask("GET", "/metrics")[1])
    return {bound.decode(): int(count) for bound, count in found}


def check_data(server, checks):
    """Ends the server, looks into its data, and begins again."""
    before = server.ask("GET", "/api/v1/posts?limit=50")[1]
    status = server.end()
    checks.that(status in (0, -15), f"the server ended with status {status}")
    for file in pathlib.Path(server.folder, "data").glob("**/*"):
        if file.is_file() and file.read_bytes()[:15] == b"SQLite format 3":
            with sqlite3.connect(file) as database:
                checks.that(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)],
                            f"{file.name} is damaged")
                checks.that(database.execute("PRAGMA foreign_key_check").fetchall() == [],
                            f"{file.name} has rows that belong to nothing")
    server.begin()
    checks.that(server.ask("GET", "/api/v1/posts?limit=50")[1] == before, "posts are others after a restart")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--streams", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    checks = Checks()
    with attacked(options.program, options.atlas) as server:
        server.ask("GET", "/api/v1/places?q=cafe")
        first = server.memory()
        watcher = Watcher(server, options.quiet)
        watcher.start()
        if options.requests:
            check_requests(server, options, checks)
        if options.streams:
            check_streams(server, options, checks, options.streams, False)
        watcher.ends.set()
        watcher.join()
        print(
            f"memory {first >> 20} MB, at most {watcher.most >> 20} MB, at last {server.memory() >> 20} MB; longest "
            f"wait {watcher.longest:.2f} s"
            if server.process.poll() is None
            else "it ended"
        )
        checks.that(server.process.poll() is None,
                    f"the server ended with status {server.process.poll()}:\n{server.last_words()}")
        if server.process.poll() is None:
            checks.that(not watcher.faults, f"another client: {watcher.faults[:3]}")
            checks.that(watcher.most - first <= MOST_GROWTH, f"memory grew by {(watcher.most - first) >> 20} MB")
            log = server.last_words()
            checks.that("no answer from" not in log, f"the log tells of answers that failed:\n{log}")
            held = held_seconds(server)
            checks.that(held["+Inf"] == held["2.0"],
                        f"{held['+Inf'] - held['2.0']} turns of an event loop held it for more than two seconds")
            check_data(server, checks)
    if options.streams:
        with attacked(options.program, options.atlas, "--tls", "auto") as server:
            check_streams(server, options, checks, options.streams // 10, True)
            checks.that(server.process.poll() is None,
                        f"the server ended with status {server.process.poll()}:\n{server.last_words()}")
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold")
    return bool(checks.faults)


if __name__ == "__main__":
    sys.exit(main())
