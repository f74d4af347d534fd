#!/usr/bin/env python3
"""Measure what people write and read: durable posts a second, pages of the timeline, and many listeners to what happens.

Usage: measure_community.py PROGRAM ATLAS [--posts 50000] [--listeners 5000] [--seconds 5] [--bare PROGRAM]

`--bare` names the built BareStreams: what a listener costs a server that has nothing else to do is measured beside it. Everything runs on one machine, the load too. The floor is one connection of SQLite that commits each insert with synchronous=FULL,
measured in the same run.
"""
import argparse
import contextlib
import http.client
import json
import pathlib
import resource
import select
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

from measure_http import free_port

POST = {"message": "It is lovely here by the water this evening", "location": {
    "lat": 60.17, "lon": 24.94, "heading": 44, "speed": 1.2, "accuracy": 8, "place": "Here"}}
SCRIPT = """
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = [[%s]]
""" % json.dumps(POST)


def floor(folder, seconds):
    database = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE posts (id BLOB PRIMARY KEY, message TEXT) STRICT")
    end, count = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        database.execute("INSERT INTO posts VALUES (randomblob(16), ?)", (POST["message"],))
        count += 1
    return count / seconds


def wrk(url, connections, seconds, *more):
    out = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *more, url], capture_output=True, text=True, check=True).stdout
    words = out.split()
    return float(words[words.index("Requests/sec:") + 1]), words[words.index("50%") + 1], words[words.index("99%") + 1]


def fill(port, wanted, script):
    """Writes posts until there are about as many as wanted."""
    written, begin = 0, time.perf_counter()
    while written < wanted:
        written += wrk(f"http://127.0.0.1:{port}/api/v1/posts", 64, 1, "-s", script)[0]
    return time.perf_counter() - begin


def open_stream(port):
    """Listens, and returns the socket once the server does."""
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\n\r\n")
    received = b""
    while b"event: ready" not in received:
        received += stream.recv(4096)
    return stream


def listeners(port, count, posts):
    """Opens streams, writes a post a second, and returns how long each took to arrive everywhere, in seconds."""
    waiting = select.epoll()
    streams = {}
    for _ in range(count):
        stream = open_stream(port)
        streams[stream.fileno()] = stream
        waiting.register(stream.fileno(), select.EPOLLIN)
    heard = []
    for _ in range(posts):
        begin = time.perf_counter()
        threading.Thread(target=post, args=(port, "Somebody says something")).start()
        while time.perf_counter() < begin + 1:
            for descriptor, _ in waiting.poll(0.05):
                if b"event: post" in streams[descriptor].recv(4096):
                    heard.append(time.perf_counter() - begin)
    for stream in streams.values():
        stream.close()
    return sorted(heard)


def post(port, message):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/api/v1/posts", json.dumps({"message": message}), {"content-type": "application/json"})
    connection.getresponse().read()


def private_bytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1]) * 1024
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--posts", type=int, default=50_000)
    parser.add_argument("--listeners", type=int, default=5000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--bare")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (options.listeners + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        script = folder / "post.lua"
        script.write_text(SCRIPT)
        port, ports = free_port(), folder / "port"
        server = subprocess.Popen(
            [options.program, "serve", "--atlas", options.atlas, "--data", str(folder / "data"), "--host", "127.0.0.1",
             "--port", str(port), "--port-file", str(ports), "--guests", "post", "--set", f"connections={options.listeners + 1000}"],
            stdout=subprocess.DEVNULL)
        try:
            while not ports.exists():
                time.sleep(0.02)
            address = f"http://127.0.0.1:{port}/api/v1/posts"
            single = statistics.median(floor_run(folder, index) for index in range(3))
            written = wrk(address, 64, options.seconds, "-s", str(script))
            print(f"durable posts, 64 connections: {written[0]:.0f}/s, median {written[1]}, p99 {written[2]}; "
                  f"one SQLite connection {single:.0f}/s, ratio {written[0] / single:.2f}")
            fill(port, options.posts, str(script))
            first = wrk(address, 32, options.seconds)
            print(f"first page: {first[0]:.0f}/s, median {first[1]}, p99 {first[2]}")
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/api/v1/posts")
            cursor = json.loads(connection.getresponse().read())["next"]
            page = wrk(f"{address}?before={cursor}", 32, options.seconds)
            print(f"any page: {page[0]:.0f}/s, median {page[1]}, p99 {page[2]}")
            before = private_bytes(server.pid)
            heard = listeners(port, options.listeners, 10)
            after = private_bytes(server.pid)
            print(f"{options.listeners} listeners, one post a second: {len(heard)} of {10 * options.listeners} heard, "
                  f"median {heard[len(heard) // 2] * 1e3:.0f} ms, p99 {heard[int(len(heard) * 0.99)] * 1e3:.0f} ms from before the post was sent; "
                  f"{(after - before) / options.listeners / 1e3:.1f} kB for each")
        finally:
            server.terminate()
            server.wait(20)
    if options.bare:
        print(f"a bare server's listener: {bare_listener(options.bare, options.listeners) / 1e3:.1f} kB")


def bare_listener(program, count):
    """Bytes of memory that one listener takes of a server that does nothing else."""
    port = free_port()
    server = subprocess.Popen([program, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                open_stream(port).close()
                break
            time.sleep(0.02)
        before = private_bytes(server.pid)
        streams = [open_stream(port) for _ in range(count)]
        taken = private_bytes(server.pid) - before
        for stream in streams:
            stream.close()
        return taken / count
    finally:
        server.kill()
        server.wait(20)


def floor_run(folder, index):
    place = folder / f"floor{index}"
    place.mkdir()
    return floor(place, 2)


if __name__ == "__main__":
    main()
