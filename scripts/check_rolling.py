#!/usr/bin/env python3
"""Stop, kill and restart servers behind haproxy and nginx, and swap atlases, while people ask 500 times a second.

Usage: check_rolling.py PROGRAM EXTRACT [--rate 500] [--streams 40] [--proxies haproxy,nginx] [--rounds 1] [--swaps 10]
                        [--files]

Two servers, which share a place in PostgreSQL or, with `--files`, have data folders of their own, are behind the
configurations of docs/operating.md. A fifth of the requests are posts with keys, and readers keep streams of events open. Each server in turn is ended by SIGTERM and by
SIGKILL and started again. No request may fail, every acknowledged post must be at a server, and at each at most once.
The streams of a server that was stopped must end as answers end; their readers come back with their cursors. Then one
server without a proxy gets a new atlas, again and again, under the same load. Last, two servers of one place get a new
atlas one after the other: both must serve the old one until both have the new one, and then the new one.

It needs haproxy and nginx (Debian: haproxy, nginx-light).
"""
import argparse
import asyncio
import collections
import contextlib
import http.client
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from loopback import ROOT, Checks
from postgres_nodes import OF_KEYS, Nodes

PAGE = (ROOT / "docs" / "operating.md").read_text()
ADDRESSES = ["10.0.0.11:8080", "10.0.0.12:8080"]
READS = ["/api/v1/about", "/api/v1/suggest?q=kap&lat=60.17&lon=24.94", "/tiles/14/9326/4742.mvt", "/api/v1/posts?limit=5",
         "/healthz", "/api/v1/address?lat=60.1702&lon=24.9402"]
# How long a request may take, in seconds: a machine that does other work is slow, which is no failure.
PATIENCE = 30
# A client leaves a connection that it has not used for so long: the proxy may be closing it.
IDLE_SECONDS = 3


class Server:
    """One server of the program, which ends and starts again at the same port with the same data."""

    def __init__(self, program, atlas, folder, port, drain_seconds, *options):
        self.port, folder = port, pathlib.Path(folder)
        self.log = open(folder.with_suffix(".log"), "w")
        self.command = [
            program, "serve", "--atlas", str(atlas), "--data", str(folder), "--host", "127.0.0.1", "--port", str(port),
            "--guests", "post", "--set", "web=off", "--set", "backups=off", "--set", f"drain-seconds={drain_seconds}", *options]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.log)

    def ask(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()

    async def atlas(self):
        """The identity of the atlas that the server serves."""
        return json.loads((await asyncio.to_thread(self.ask, "/api/v1/about"))[1])["atlas"]["identity"]

    async def ready(self):
        """Waits until the server says that it can take requests."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                sys.exit(f"the server at {self.port} ended with status {self.process.returncode}; see {self.log.name}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                if (await asyncio.to_thread(self.ask, "/readyz"))[0] == 200:
                    return
            await asyncio.sleep(0.05)
        sys.exit(f"the server at {self.port} is not ready after a minute")

    async def end(self, number):
        """Ends the server by a signal, and returns its status."""
        self.process.send_signal(number)
        return await asyncio.to_thread(self.process.wait, 120)

    def messages(self):
        """Counts the posts by their message."""
        counts, before = collections.Counter(), ""
        while True:
            page = json.loads(self.ask(f"/api/v1/posts?limit=100{before}")[1])
            counts.update(post["message"] for post in page["posts"])
            if not page.get("next"):
                return counts
            before = f"&before={page['next']}"


def block(kind):
    return re.search(rf"```{kind}\n(.*?)```", PAGE, re.S)[1]


def adapted(text, listens, port, servers):
    """Returns a configuration of the page with the ports of this run."""
    changes = [(listens, f"{listens.split()[0]} 127.0.0.1:{port}")]
    changes += [(address, f"127.0.0.1:{server.port}") for address, server in zip(ADDRESSES, servers)]
    for old, new in changes:
        if old not in text:
            sys.exit(f"docs/operating.md: no '{old}' in the configuration")
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def proxy(kind, folder, port, servers):
    """Runs haproxy or nginx with the configuration of the page."""
    path = pathlib.Path(folder) / f"{kind}.conf"
    if kind == "haproxy":
        path.write_text("global\n    maxconn 5000\n\n" + adapted(block("haproxy"), "bind :80", port, servers))
        command = [shutil.which("haproxy"), "-db", "-q", "-f", str(path)]
    else:
        paths = "".join(f"{name}_temp_path {folder}/{name};\n"
                        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        path.write_text(
            f"daemon off;\nworker_processes 1;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
            f"events {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{paths}"
            + adapted(block("nginx"), "listen 80", port, servers) + "}\n")
        command = [shutil.which("nginx"), "-c", str(path), "-e", f"{folder}/nginx.log"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


class Load:
    """Asks at a steady rate over connections that stay open, and keeps streams of events open."""

    def __init__(self, port, rate, streams, seed):
        self.port, self.rate, self.streams = port, rate, streams
        self.random = random.Random(seed)
        self.idle, self.running = [], set()
        self.asked, self.seconds, self.failed = 0, [], collections.Counter()
        self.acknowledged, self.ends, self.returns, self.stops = set(), collections.Counter(), set(), False

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.ask_on())] + [
            asyncio.create_task(self.listen_on()) for _ in range(self.streams)]
        return self

    async def __aexit__(self, *_):
        self.stops = True
        await self.tasks[0]
        if self.running:
            await asyncio.wait(self.running)
        for task in self.tasks[1:]:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for _, writer, _ in self.idle:
            writer.close()

    async def ask_on(self):
        begin, number = time.monotonic(), 0
        while not self.stops:
            due = int((time.monotonic() - begin) * self.rate)
            for number in range(number, due):
                task = asyncio.create_task(self.ask(number))
                self.running.add(task)
                task.add_done_callback(self.running.discard)
            number = max(number, due)
            await asyncio.sleep(0.01)

    async def ask(self, number):
        self.asked += 1
        begin = time.monotonic()
        is_post = number % 5 == 0
        try:
            if is_post:
                message = f"{self.port}-{number}-{self.random.getrandbits(64):016x}"
                body = json.dumps({"message": message, "name": "Kai", "key": message.rjust(32, "_")}).encode()
                head = ("POST /api/v1/posts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        f"Content-Length: {len(body)}\r\n\r\n").encode()
                status = await asyncio.wait_for(self.exchange(head + body), PATIENCE)
                if status == 201:
                    self.acknowledged.add(message)
            else:
                path = READS[number % len(READS)]
                status = await asyncio.wait_for(
                    self.exchange(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()), PATIENCE)
            fault = None if status == (201 if is_post else 200) else f"status {status}"
        except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
            fault = type(error).__name__
        self.seconds.append(time.monotonic() - begin)
        if fault:
            self.failed[f"{'POST' if is_post else 'GET'}: {fault}"] += 1

    async def exchange(self, request):
        """Sends a request and returns the status of its answer, which has arrived whole."""
        while self.idle and time.monotonic() - self.idle[-1][2] > IDLE_SECONDS:
            self.idle.pop()[1].close()
        reader, writer = self.idle.pop()[:2] if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            status, fields = await head_of(reader)
            if fields.get("transfer-encoding") == "chunked":
                while await chunk(reader):
                    pass
            else:
                await reader.readexactly(int(fields["content-length"]))
        except BaseException:
            writer.close()
            raise
        if fields.get("connection") == "close":
            writer.close()
        else:
            self.idle.append((reader, writer, time.monotonic()))
        return status

    async def listen_on(self):
        """Keeps one stream of events open, and comes back with its cursor as browsers do."""
        cursor, pause = None, 0
        while True:
            await asyncio.sleep(pause)
            writer = None
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                field = f"Last-Event-ID: {cursor}\r\n" if cursor else ""
                writer.write(f"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n{field}\r\n".encode())
                status, _ = await asyncio.wait_for(head_of(reader), PATIENCE)
                if status != 200:
                    self.failed[f"stream: status {status}"] += 1
                    pause = 1
                    continue
                while piece := await chunk(reader):
                    for line in piece.decode().splitlines():
                        if line.startswith("id: "):
                            cursor = line[4:]
                        elif line.startswith("retry: "):
                            pause = int(line[7:]) / 1000
                            self.returns.add(pause)
                self.ends["in order, cursor known" if cursor else "in order, no cursor"] += 1
            except (OSError, EOFError, ValueError, asyncio.TimeoutError):
                self.ends["cut"] += 1
                pause = pause or 1
            finally:
                if writer:
                    writer.close()


async def head_of(reader):
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
    return int(lines[0].split(" ")[1]), fields


async def chunk(reader):
    """Returns the next chunk of a body; empty after the last one."""
    length = int(await reader.readuntil(b"\r\n"), 16)
    return (await reader.readexactly(length + 2))[:-2]


def told(name, load, posts):
    seconds = sorted(load.seconds)
    print(f"{name}: {load.asked} requests, {sum(load.failed.values())} failed {dict(load.failed) or ''}; "
          f"{len(load.acknowledged)} posts acknowledged, {posts}; median {seconds[len(seconds) // 2] * 1000:.0f} ms, "
          f"p99 {seconds[len(seconds) * 99 // 100] * 1000:.0f} ms; streams ended: {dict(load.ends) or 0}", flush=True)


def compare(checks, name, load, servers):
    """Looks for every acknowledged post, and says what it found."""
    counts = [server.messages() for server in servers]
    lost = [message for message in load.acknowledged if not any(count[message] for count in counts)]
    twice = [message for count in counts for message, number in count.items() if number > 1]
    checks.that(not lost, f"{name}: {len(lost)} acknowledged posts are lost")
    checks.that(not twice, f"{name}: {len(twice)} posts are twice at a server")
    checks.that(not load.failed, f"{name}: {dict(load.failed)}")
    told(name, load, f"{len(lost)} lost, {len(twice)} twice")


@contextlib.contextmanager
def shared(port, is_shared=True):
    """The options of servers that share a place."""
    if not is_shared:
        yield []
        return
    with Nodes(port) as nodes, Nodes(port + 1, settings=OF_KEYS) as keys:
        yield ["--database", nodes.address, "--keys-database", keys.address]


async def behind(kind, checks, options, atlas, folder, port, database):
    """Restarts each of two servers behind a proxy, in order and by force."""
    folder = pathlib.Path(folder) / kind
    folder.mkdir()
    drain = int(re.search(r"`drain-seconds = (\d+)`", PAGE)[1]) if kind == "haproxy" else 0
    servers = [Server(options.program, atlas, folder / f"server{number}", port + 1 + number, drain, *database)
               for number in (0, 1)]
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        with proxy(kind, folder, port, servers):
            await asyncio.sleep(2)
            async with Load(port, options.rate, options.streams, options.seed) as load:
                await asyncio.sleep(2)
                for number in (signal.SIGTERM, signal.SIGKILL) * options.rounds:
                    for server in servers:
                        cut = load.ends["cut"]
                        status = await server.end(number)
                        if number == signal.SIGTERM:
                            checks.that(status == 0, f"{kind}: a server stopped with status {status}")
                            await asyncio.sleep(0.2)
                            checks.that(load.ends["cut"] == cut, f"{kind}: streams were cut by SIGTERM")
                        server.start()
                        await server.ready()
                        # As the page says: until haproxy has seen it twice; and the readers are back.
                        await asyncio.sleep(5)
            compare(checks, kind, load, servers[:1] if database else servers)
            checks.that(load.ends["in order, cursor known"] >= options.streams // 2, f"{kind}: too few streams ended")
            checks.that(all(1 <= pause <= 4 for pause in load.returns) and len(load.returns) > options.streams // 2,
                        f"{kind}: readers return after {sorted(load.returns)} s")
    finally:
        for server in servers:
            if server.process and server.process.poll() is None:
                server.process.kill()
                server.process.wait()


async def swapped(checks, options, atlases, folder, port):
    """Gives a server another atlas again and again."""
    served = pathlib.Path(folder) / "served.atlas"
    shutil.copy(atlases[0], served)
    server = Server(options.program, served, pathlib.Path(folder) / "alone", port, 0)
    server.start()
    try:
        await server.ready()
        async with Load(port, options.rate, options.streams, options.seed) as load:
            for number in range(1, options.swaps + 1):
                shutil.copy(atlases[number % 2], served.with_suffix(".new"))
                served.with_suffix(".new").replace(served)
                before = await server.atlas()
                server.process.send_signal(signal.SIGHUP)
                deadline = time.monotonic() + 60
                while await server.atlas() == before:
                    if time.monotonic() > deadline:
                        checks.that(False, f"swap {number}: the atlas is still the one before")
                        break
                    await asyncio.sleep(0.05)
                await asyncio.sleep(1)
        compare(checks, f"{options.swaps} swaps of the atlas", load, [server])
        checks.that(not load.ends, f"a swap ended streams: {dict(load.ends)}")
        checks.that(await server.end(signal.SIGTERM) == 0, "the server did not stop in order")
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


def give(atlas, server):
    """Puts an atlas in the place of the server's, and tells it so."""
    path = pathlib.Path(server.command[server.command.index("--atlas") + 1])
    shutil.copy(atlas, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)
    server.process.send_signal(signal.SIGHUP)


async def agreed(checks, program, atlases, folder, port, database):
    """Gives two servers of one place another atlas, one after the other."""
    servers = []
    for number in (0, 1):
        path = pathlib.Path(folder) / f"shared{number}.atlas"
        shutil.copy(atlases[0], path)
        data = pathlib.Path(folder) / f"shared{number}"
        servers.append(Server(program, path, data, port + number, 0, *database))
    try:
        for server in servers:
            server.start()
        for server in servers:
            await server.ready()
        for number in range(1, 5):
            first, second = servers[:: 1 if number % 2 else -1]
            before = await first.atlas()
            give(atlases[number % 2], first)
            await asyncio.sleep(3)
            seen = {await first.atlas(), await second.atlas()}
            checks.that(seen == {before}, f"swap {number}: a server serves an atlas that the other does not have")
            give(atlases[number % 2], second)
            deadline, times = time.monotonic() + 30, {}
            while len(times) < 2 and time.monotonic() < deadline:
                for server in servers:
                    if server not in times and await server.atlas() != before:
                        times[server] = time.monotonic()
            checks.that(len(times) == 2, f"swap {number}: {2 - len(times)} servers serve the old atlas after 30 s")
            if len(times) == 2:
                print(f"swap {number}: the servers changed their atlas within {abs(times[first] - times[second]):.2f} s")
        # The other one is gone: after 15 seconds nobody waits for it.
        before = await servers[0].atlas()
        await servers[1].end(signal.SIGKILL)
        give(atlases[1], servers[0])
        deadline = time.monotonic() + 40
        while await servers[0].atlas() == before and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        checks.that(await servers[0].atlas() != before, "a server waits for one that was killed")
    finally:
        for server in servers:
            if server.process and server.process.poll() is None:
                server.process.kill()
                server.process.wait()


def imported(program, extract, folder):
    """Returns two atlases: of the extract, and of the extract with a bench more."""
    more = pathlib.Path(folder) / "more.osm"
    more.write_text('<osm version="0.6"><node id="9000000001" version="1" lat="60.1702" lon="24.9405">'
                    '<tag k="amenity" v="bench"/></node></osm>')
    paths = []
    for name, files in (("one", [extract]), ("two", [extract, more])):
        paths.append(pathlib.Path(folder) / f"{name}.atlas")
        subprocess.run([program, "import", *map(str, files), "-o", str(paths[-1])], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("extract")
    parser.add_argument("--rate", type=int, default=500, help="requests per second")
    parser.add_argument("--streams", type=int, default=40)
    parser.add_argument("--proxies", default="haproxy,nginx")
    parser.add_argument("--rounds", type=int, default=1, help="how often each server is stopped and killed")
    parser.add_argument("--swaps", type=int, default=10)
    parser.add_argument("--files", action="store_true", help="each server has a data folder of its own")
    parser.add_argument("--port", type=int, default=21000, help="the first of 32 free ports")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    kinds = [kind for kind in options.proxies.split(",") if kind]
    missing = [kind for kind in kinds if not shutil.which(kind)]
    if missing:
        sys.exit(f"this needs {' and '.join(missing)}: apt-get install haproxy nginx-light")
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        atlases = imported(options.program, options.extract, folder)
        for number, kind in enumerate(kinds):
            port = options.port + 3 * number
            with shared(options.port + 20 + 2 * number, not options.files) as database:
                asyncio.run(behind(kind, checks, options, atlases[0], folder, port, database))
        if options.swaps:
            asyncio.run(swapped(checks, options, atlases, folder, options.port + 8))
            with shared(options.port + 30) as database:
                asyncio.run(agreed(checks, options.program, atlases, folder, options.port + 10, database))
    for fault in checks.faults:
        print(f"FAULT {fault}")
    print(f"rolling: {checks.made} checks, {len(checks.faults)} faults")
    sys.exit(bool(checks.faults))


if __name__ == "__main__":
    main()
