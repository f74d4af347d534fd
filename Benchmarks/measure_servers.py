#!/usr/bin/env python3
"""Measure posts and reports of positions that one, two and three servers write into one PostgreSQL, beside pgbench.

Usage: measure_servers.py PROGRAM ATLAS [--seconds 8] [--rounds 3] [--servers 1 2 3] [--connections 64] [--standbys 1]

Everything runs on one machine, the load too. pgbench writes single rows of the same size into a table of its own, with as
many connections and the same settings: each commit waits for the disk and, with a standby, for that. The rounds alternate;
the figures are medians, with the lowest and the highest. It needs wrk and pgbench (Debian: wrk, postgresql-15)."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from attacked import PASSWORD, Attacked, add_keeper  # noqa: E402
from postgres_nodes import OF_KEYS, Nodes, programs  # noqa: E402

POST = {"message": "It is lovely here by the water this evening", "name": "Kai"}
POSTS = """
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = [[%s]]
""" % json.dumps(POST)
# The devices report in turn, each a tenth of a second later than before.
REPORTS = """
local tokens = {%s}
local count = %d
request = function()
  count = count + 1
  local number = 1 + count %% #tokens
  local time = %d + math.floor(count / #tokens) * 100
  return wrk.format("POST", nil,
    {["content-type"] = "application/json", authorization = "Bearer " .. tokens[number]},
    string.format('{"time": %%d, "lat": 60.17, "lon": 24.94, "accuracy": 8}', time))
end
"""
ROW = """\\set number random(1, 1000000000)
INSERT INTO bench (tenant, id, number, text) VALUES
    ('\\\\x0123456789abcdef0123456789abcdef', decode(md5(:number::text || random()::text), 'hex'), :number, '%s');
""" % json.dumps(POST).replace("'", "''")


def wrk(port, path, connections, seconds, script):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(script),
               f"http://127.0.0.1:{port}/api/v1/{path}"]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    if "Non-2xx" in words:
        raise SystemExit(f"requests were refused: {' '.join(words[-12:])}")
    return float(words[words.index("Requests/sec:") + 1]), milliseconds(words[words.index("99%") + 1])


def milliseconds(text):
    for unit, factor in (("us", 0.001), ("ms", 1), ("s", 1000)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    raise ValueError(text)


def together(servers, path, connections, seconds, scripts):
    """The requests per second of all servers together, and the worst 99th percentile."""
    results = [None] * len(servers)

    def run(number):
        share = max(1, connections // len(servers))
        results[number] = wrk(servers[number].port, path, share, seconds, scripts[number])
    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(servers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rate for rate, _ in results), max(late for _, late in results)


def pgbench(nodes, connections, seconds, script):
    command = [programs() / "pgbench", "-n", "-M", "prepared", "-c", connections, "-j", "1", "-T", seconds, "-f", script,
               "-h", "127.0.0.1", "-p", nodes.port(0), "-U", "hereabouts", "hereabouts"]
    text = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    return float(text.split("tps = ")[1].split()[0])


def devices(server, count):
    """Tokens of devices, each of another account."""
    tokens = []
    for number in range(count):
        credentials = {"name": f"walker{number}", "password": PASSWORD}
        server.ask("POST", "/api/v1/accounts", credentials)
        token = json.loads(server.ask("POST", "/api/v1/tokens", {**credentials, "label": "bench"})[1])["token"]
        device = {"kind": "program", "name": "phone"}
        tokens.append(json.loads(server.ask("POST", "/api/v1/me/devices", device, token)[1])["token"])
    return tokens


def shown(name, values, unit=""):
    return f"{name} {statistics.median(values):.2f}{unit} [{min(values):.2f}–{max(values):.2f}]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--connections", type=int, nargs="+", default=[64, 1])
    parser.add_argument("--standbys", type=int, default=1)
    parser.add_argument("--people", type=int, default=48)
    parser.add_argument("--port", type=int, default=22300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, Nodes(options.port, options.standbys) as nodes, Nodes(
            options.port + 10, settings=OF_KEYS) as keys:
        measure(options, pathlib.Path(name), nodes, keys)


def measure(options, folder, nodes, keys):
    folder.chmod(0o755)
    row, posts = folder / "row.sql", folder / "posts.lua"
    row.write_text(ROW)
    posts.write_text(POSTS)
    nodes.sql(0, "CREATE TABLE bench (tenant bytea, id bytea, number bigint, text text, PRIMARY KEY (tenant, id))")
    program = str(pathlib.Path(options.program).resolve())
    add_keeper(program, "--database", nodes.address)
    servers = []
    try:
        for number in range(max(options.servers)):
            place = folder / f"server{number}"
            place.mkdir()
            servers.append(Attacked(
                program, str(pathlib.Path(options.atlas).resolve()), place, "--database", nodes.address,
                "--keys-database", keys.address))
        tokens, begin = devices(servers[0], options.people), 0
        scripts = [folder / f"reports{number}.lua" for number in range(len(servers))]
        hours_ago = int(time.time() - 20 * 3600) * 1000
        for connections in options.connections:
            for count in options.servers:
                rates = {"posts": [], "reports": []}
                for _ in range(options.rounds):
                    begin += 1_000_000
                    for number in range(count):
                        mine = tokens[number::count]
                        scripts[number].write_text(
                            REPORTS % (", ".join(f'"{token}"' for token in mine), begin, hours_ago))
                    floor = pgbench(nodes, connections, options.seconds, row)
                    for kind, path, files in (("posts", "posts", [posts] * count), ("reports", "positions", scripts)):
                        rate, late = together(servers[:count], path, connections, options.seconds, files)
                        rates[kind].append((rate / floor, rate, late))
                for kind, found in rates.items():
                    ratio, rate, late = zip(*found)
                    print(f"{connections} connections, {count} servers, {kind}: {shown('of pgbench', ratio)}; "
                          f"{shown('per second', rate)}; {shown('99 of 100 within', late, ' ms')}", flush=True)
    finally:
        for server in servers:
            server.end()


if __name__ == "__main__":
    main()
