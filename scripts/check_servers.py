#!/usr/bin/env python3
"""Let servers share one PostgreSQL, strike at it and at them, and look for lost, doubled and unseen posts.

    check_servers.py PROGRAM ATLAS [--rounds 4] [--seed 1] [--servers 2] [--kinds quiet kill server] [--port 21800]
                     [--network] [--patroni] [--logs FOLDER]

Clients send posts with keys and positions to any of the servers, and again to any of them what was not answered.
Readers follow the events of any server by its cursor. Each round strikes once, and waits until all is well again. At
the servers: `server` kills one, `stop` ends one, `ahead` and `behind` shift the clock of one by an hour, `quiet` does
nothing. At PostgreSQL: as in check_postgres_lanes.py.

With `--network` (as root on Linux, with haproxy) each server is on a host of its own, and clients go through haproxy
with the configuration of docs/operating.md, but for some that go past it. Then `cut` cuts the network of one server for
10 to 20 s: packets are lost, and nobody is told. With `--patroni`, Patroni and etcd run PostgreSQL, and the strikes are
those of patroni_nodes.py.

In the end every acknowledged post and position must be there, each once, with the time of the machine, and every reader
must have seen each post once, in one order. Then people delete their positions, and no file of any host of either
cluster may hold a byte sequence of their destroyed keys."""
import argparse
import contextlib
import pathlib
import random
import sys
import tempfile
import threading
import time

from mesh_hosts import Hosts, can_make_hosts
from patroni_nodes import PatroniNodes
from place_clients import Following, Guest, Member, connect, faults_of
from postgres_nodes import OF_KEYS, Nodes
from server_strikes import OF_HOSTS, OF_NETWORKS, OF_PATRONI, OF_SERVERS, Strikes
from shared_servers import Network, SharedServer, clock_library, proxy

# How long clients work before a strike, and after all is well again.
SECONDS_BEFORE, SECONDS_AFTER = 1.5, 3


def destroyed_keys(nodes, keys, members, address):
    """Let people delete their positions, and look for their keys: what is found, and whether the search finds keys."""
    text = keys.sql(keys.primary(), "SELECT string_agg(encode(key, 'hex'), ' ') FROM person_keys")
    known = [bytes.fromhex(one) for one in text.split()]
    keys.sql(keys.primary(), "CHECKPOINT")
    before = files_with(nodes, keys, known)
    for member in members:
        status, _ = member.ask(connect(address, 30), "DELETE", "me/positions", token=member.session)
        if status != 204:
            return [f"deleting positions was answered with {status}"]
    left = set(keys.sql(keys.primary(), "SELECT encode(key, 'hex') FROM person_keys").split())
    gone = [key for key in known if key.hex() not in left]
    faults = [] if gone and before else ["no key was found before it was destroyed: the search tells nothing"]
    return faults + [f"a destroyed key is in {path}" for path in files_with(nodes, keys, gone)]


def files_with(nodes, keys, known):
    """The files of all hosts that hold one of the byte sequences."""
    found = []
    for cluster in (nodes, keys):
        for path in cluster.folder.rglob("*"):
            # Hosts that run remove files meanwhile.
            with contextlib.suppress(FileNotFoundError):
                content = path.read_bytes() if path.is_file() else b""
                found += [path] if any(key in content for key in known) else []
    return found


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", choices=[*OF_SERVERS, *OF_NETWORKS, *OF_HOSTS, *OF_PATRONI])
    parser.add_argument("--port", type=int, default=21800)
    parser.add_argument("--network", action="store_true")
    parser.add_argument("--patroni", action="store_true")
    parser.add_argument("--logs", help="the folder for the servers' logs")
    given = parser.parse_args()
    if given.network and not can_make_hosts("the network of hosts"):
        sys.exit("run this as root on Linux, or without --network")
    usual = OF_PATRONI if given.patroni else OF_SERVERS + OF_HOSTS + (OF_NETWORKS if given.network else [])
    given.kinds = given.kinds or usual
    if not given.network and set(given.kinds) & set(OF_NETWORKS):
        parser.error("cutting a server off needs --network")
    if bool(set(given.kinds) & set(OF_PATRONI)) != given.patroni or given.patroni and set(given.kinds) & set(OF_HOSTS):
        parser.error("these strikes are at hosts that Patroni runs, or at hosts without it: see --patroni")
    return given


def order_of(kinds, rounds, generator):
    """The kinds of all rounds: each as often as the others, in an order of the seed."""
    order = []
    while len(order) < rounds:
        order += generator.sample(kinds, len(kinds)) if rounds > len(kinds) else kinds
    return order[:rounds]


def main():
    given = read_options()
    with contextlib.ExitStack() as stack:
        folder = given.logs or stack.enter_context(tempfile.TemporaryDirectory())
        pathlib.Path(folder).mkdir(exist_ok=True)
        network = Network(stack.enter_context(Hosts()), given.servers) if given.network else None
        reach = {"host": network.HOST, "block": network.BLOCK} if network else {}
        nodes = stack.enter_context((PatroniNodes if given.patroni else Nodes)(given.port, 2, **reach))
        keys = stack.enter_context(Nodes(given.port + 10, 1, OF_KEYS, **reach))
        library = clock_library(folder) if {"ahead", "behind"} & set(given.kinds) else None
        options = ["--database", nodes.address, "--keys-database", keys.address]
        servers = []
        for number in range(given.servers):
            server = SharedServer(
                number, given.program, given.atlas, folder, network, given.port + 50 + number, library, options)
            stack.callback(server.kill)
            servers.append(server)
            # The first one makes the tables.
            server.start()
        front = [stack.enter_context(proxy(servers, folder, given.port + 49))] if network else servers
        sys.exit(check(given, nodes, keys, servers, front, network))


def check(given, nodes, keys, servers, front, network):
    generator, since = random.Random(given.seed), time.time()
    # So slow that a reader who waits for one that was cut off misses fewer posts than it gets afterwards (500).
    guests = [Guest(f"guest{number}", pause=0.2) for number in range(8)]
    members = [Member(f"member{number}", pause=0.2) for number in range(3)]
    # Some go past the proxy, which takes servers out that are not ready.
    clients = [(one, servers if number < 2 else front) for some in (guests, members) for number, one in enumerate(some)]
    strikes = Strikes(nodes, servers, network, generator)
    for member in members:
        member.enter(connect(front[0], 30))
    following = Following([front, front, servers])
    try:
        time.sleep(1)
        order = order_of(given.kinds, given.rounds, generator)
        for number, kind in enumerate(order):
            round_of(kind, strikes, clients, guests[2:])
            count = sum(len(guest.acknowledged) for guest in guests)
            print(f"round {number + 1} of {given.rounds}, {kind}: {count} posts acknowledged; {strikes.last()}",
                  flush=True)
        # What a client gave up may still arrive.
        time.sleep(1)
        following.end(int(nodes.sql(nodes.primary(), "SELECT count(*) FROM posts")))
    finally:
        following.end()
    faults = faults_of(nodes, guests, members, following.followers, front[0].port, since) + strikes.faults
    faults += destroyed_keys(nodes, keys, members, front[0])
    for fault in faults[:10]:
        print(fault)
    strikes.print_pauses()
    print(f"{given.rounds} rounds with seed {given.seed}; faults:", len(faults))
    return 1 if faults else 0


def round_of(kind, strikes, clients, guests):
    """One strike while clients work; the pauses are those of these guests."""
    over = threading.Event()
    threads = [threading.Thread(target=one.run, args=(addresses, over.is_set)) for one, addresses in clients]
    for thread in threads:
        thread.start()
    try:
        time.sleep(SECONDS_BEFORE)
        begin = time.monotonic()
        strikes.strike(kind)
        time.sleep(SECONDS_AFTER)
        end = time.monotonic()
    finally:
        over.set()
        for thread in threads:
            thread.join()
    strikes.measure(kind, begin, end, guests)


if __name__ == "__main__":
    main()
