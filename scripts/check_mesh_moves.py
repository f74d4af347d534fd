#!/usr/bin/env python3
"""Carry a server between two islands, and change addresses under open links; as root on Linux.

Usage: check_mesh_moves.py PROGRAM ATLAS

A is plugged into one switch and C into another. B is plugged out of the one and into the other and back: what was
written at A is to be at C, and the other way round. Then B gets another address while it is linked to A, and the old
one is taken away: lines are to pass again. The hosts have no IPv6, whose addresses would stay and keep the link.
"""
import argparse
import shutil
import signal
import sys
import tempfile
import time

from mesh_hosts import Hosts, Node, can_make_hosts, join, wait_for_same

# Seconds until lines pass after a host was plugged in, and after its address changed.
MOVE, CHANGE = 10, 10


def islands(program, atlas, hosts, folder):
    """A and B at the switch X and C at Y, joined and running."""
    for switch in "xy":
        hosts.switch(switch)
    for number, name in enumerate("abc", start=1):
        hosts.add(name, has_ipv6=False)
        hosts.plug(name, "x", f"10.94.1.{number}/24")
    return [Node(program, atlas, hosts, name, folder) for name in "abc"]


def start(hosts, nodes):
    a, b, c = nodes
    a.start()
    a.wait_for(lambda: a.json("/api/v1/mesh")["node"]["is_member"], 10, "the organiser is no member of its own place")
    for node in (b, c):
        join(a, node, "10.94.1.1")
        node.start()
    a.wait_for(lambda: all(node.links() == 2 for node in nodes), 30, "not all are linked")
    for node in nodes:
        node.find_room()
    hosts.unplug("c", "x")
    hosts.plug("c", "y", "10.94.2.3/24")


def write(node, count, when):
    texts = {f"{when}, line {number} from {node.name}" for number in range(count)}
    for text in texts:
        assert node.say(text), "a line was refused"
    return texts


def report(what, took, most):
    print(f"{what} after {took:.2f} s", flush=True)
    if took > most:
        sys.exit(f"that is more than {most} s")


def check_carrier(hosts, a, b, c):
    said = write(a, 5, "on islands") | write(c, 5, "on islands")
    wait_for_same((a, b), {text for text in said if text.endswith("a")}, 5)
    time.sleep(3)
    assert not any(text in said for text in c.texts() if text.endswith("a")), "a line passed without a carrier"
    hosts.unplug("b", "x")
    hosts.plug("b", "y", "10.94.2.2/24")
    report("a carrier and the other island have the same lines", wait_for_same((b, c), said, 60), MOVE)
    assert not any(text in said for text in a.texts() if text.endswith("c")), "a line passed without a carrier"
    said |= write(a, 5, "while B is away") | write(c, 5, "while B is there")
    wait_for_same((b, c), {text for text in said if text.endswith("c")}, 5)
    hosts.unplug("b", "y")
    hosts.plug("b", "x", "10.94.1.2/24")
    report("a carrier that came back and its island have the same lines", wait_for_same((a, b), said, 60), MOVE)


def check_new_address(hosts, a, b, number):
    # In this order: with its first address, an interface loses the others of the network.
    hosts.set("b", "addr", "flush", "dev", "to-x")
    hosts.set("b", "addr", "add", f"10.94.1.{number}/24", "dev", "to-x")
    said = write(a, 2, f"address {number}") | write(b, 2, f"address {number}")
    report("lines pass a link whose address was changed", wait_for_same((a, b), said, 90), CHANGE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    options = parser.parse_args()
    if not can_make_hosts("moving servers of a mesh"):
        return
    folder = tempfile.mkdtemp(prefix="mesh-")
    nodes = []
    with Hosts() as hosts:
        try:
            nodes = a, b, c = islands(options.program, options.atlas, hosts, folder)
            start(hosts, nodes)
            check_carrier(hosts, a, b, c)
            for number in (100, 101, 102):
                check_new_address(hosts, a, b, number)
        finally:
            for node in nodes:
                node.stop(signal.SIGKILL)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
