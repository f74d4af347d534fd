#!/usr/bin/env python3
"""Run many servers of a mesh on one machine; as root on Linux.

Usage: check_mesh_many.py PROGRAM ATLAS [--nodes NUMBER] [--seed NUMBER]

First all are plugged into one switch. Then each is plugged into one or two of many switches at random, so that lines
must pass others. Each time every server writes a line, and all are to have all lines. It says how long that took, the
bytes of a server, and its memory.
"""
import argparse
import random
import shutil
import signal
import statistics
import tempfile
import time

from mesh_hosts import Hosts, Node, can_make_hosts, join, wait_for_same


def meet(hosts, nodes):
    """All join at one switch."""
    first = nodes[0]
    hosts.switch("m")
    for number, node in enumerate(nodes, start=1):
        hosts.plug(node.name, "m", f"10.95.0.{number}/24")
    first.start()
    first.wait_for(lambda: first.json("/api/v1/mesh")["node"]["is_member"], 10,
                   "the organiser is no member of its own place")
    took = [join(first, node, "10.95.0.1") for node in nodes[1:]]
    print(f"{len(took)} servers joined, each in {statistics.median(took):.2f} s, the slowest in {max(took):.2f} s",
          flush=True)
    began = time.monotonic()
    for node in nodes[1:]:
        node.launch()
    for node in nodes[1:]:
        node.wait_until_ready()
        node.wait_for(lambda: node.links() > 0, 60, "it is linked to nobody")
    for node in nodes:
        node.find_room()
    print(f"all run and are linked {time.monotonic() - began:.1f} s after they were started", flush=True)


def graph(nodes, switches, chance):
    """Return the switches of each node: every switch but the first is joined to an earlier one by a node."""
    names = [node.name for node in nodes]
    chance.shuffle(names)
    plugs = {name: {chance.randrange(switches)} for name in names}
    for switch, name in zip(range(1, switches), names):
        plugs[name] = {switch, chance.randrange(switch)}
    for name in names[switches:switches + 5]:
        plugs[name].add(chance.randrange(switches))
    return plugs


def scatter(hosts, nodes, chance, switches=12):
    plugs = graph(nodes, switches, chance)
    for switch in range(switches):
        hosts.switch(f"s{switch}")
    began = time.monotonic()
    for number, node in enumerate(nodes, start=1):
        hosts.unplug(node.name, "m")
        for switch in plugs[node.name]:
            hosts.plug(node.name, f"s{switch}", f"10.95.{switch + 1}.{number}/24")
    alone = [name for name, own in plugs.items() if sum(bool(own & other) for other in plugs.values()) == 1]
    assert not alone, f"a switch has one host only: {alone}"
    time.sleep(2)
    for node in nodes:
        node.wait_for(lambda: node.links() > 0, 60, "it is linked to nobody")
    print(f"{len(nodes)} servers were plugged into {switches} switches, and are linked {time.monotonic() - began:.1f} "
          f"s after the first",
          flush=True)
    return {name: [f"s{switch}" for switch in own] for name, own in plugs.items()}


def counted(hosts, plugs):
    return {name: sum(hosts.bytes(name, switch) for switch in own) for name, own in plugs.items()}


def talk(hosts, nodes, plugs, where):
    before, began = counted(hosts, plugs), time.monotonic()
    time.sleep(20)
    idle = counted(hosts, plugs)
    minutes = (time.monotonic() - began) / 60
    texts = {f"{where}, from {node.name}" for node in nodes}
    began = time.monotonic()
    for node in nodes:
        assert node.say(f"{where}, from {node.name}"), "a line was refused"
    written = time.monotonic() - began
    wait_for_same(nodes, texts, 120)
    took = time.monotonic() - began
    time.sleep(9)
    after = counted(hosts, plugs)
    each = [(after[name] - idle[name]) / len(nodes) for name in plugs]
    alone = [(idle[name] - before[name]) / minutes / 1000 for name in plugs]
    links = [node.links() for node in nodes]
    print(f"{where}: {len(nodes)} lines, written within {written:.1f} s, were at all {len(nodes)} servers after "
          f"{took:.1f} s, as far as asking all"
          f" shows; bytes a server and line, in and out, with all other traffic meanwhile: "
          f"{statistics.mean(each):.0f}, at most {max(each):.0f};"
          f" kB a minute before that: {statistics.mean(alone):.0f}, at most {max(alone):.0f};"
          f" links {min(links)} to {max(links)}, {statistics.mean(links):.1f} on average", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--nodes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not can_make_hosts("many servers of a mesh"):
        return
    folder, nodes = tempfile.mkdtemp(prefix="mesh-"), []
    with Hosts() as hosts:
        try:
            for number in range(options.nodes):
                hosts.add(f"n{number}")
                nodes.append(Node(options.program, options.atlas, hosts, f"n{number}", folder))
            meet(hosts, nodes)
            talk(hosts, nodes, {node.name: ["m"] for node in nodes}, "at one switch")
            plugs = scatter(hosts, nodes, random.Random(options.seed))
            talk(hosts, nodes, plugs, "at many switches")
            memory = [node.memory() for node in nodes]
            print(f"memory of a server: {statistics.median(memory):.0f} MB, at most {max(memory):.0f} MB")
            for node in nodes:
                texts = node.texts()
                assert len(texts) == len(set(texts)), "a line is there twice"
        finally:
            for node in nodes:
                node.stop(signal.SIGKILL)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
