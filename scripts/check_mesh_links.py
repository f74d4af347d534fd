#!/usr/bin/env python3
"""Let nodes find each other and link, on hosts made of network namespaces joined by veth; as root on Linux.

Usage: check_mesh_links.py PATH_OF_MeshLinksHarness

Where this user may not make namespaces, it says so and ends well. Two nodes of a place are to link within 2 s of the
later one's start, without configuration, and to pass frames both ways. A third without the place's secret is to link to
nobody. Another implementation of service discovery (python-zeroconf, where it is installed) is to see a node's records,
and to resolve the place's name. A cut is to end the link, and its healing to bring another one under other labels.
Labels are to change with the period while the link stays.
"""
import json
import os
import queue
import subprocess
import sys
import textwrap
import threading
import time

SECRET, OTHER_SECRET = "00112233445566778899aabbccddeeff", "ff112233445566778899aabbccddeeff"
HOSTS = [f"hl{os.getpid()}-{name}" for name in "abc"]
PORT = 40404
MONTH = 30 * 86_400_000
BROWSER = textwrap.dedent("""
    import sys, time
    from zeroconf import ServiceBrowser, Zeroconf, DNSAddress, DNSOutgoing, DNSQuestion, const
    found = []
    class Listener:
        def add_service(self, zeroconf, kind, name): found.append(name)
        def update_service(self, *words): pass
        def remove_service(self, *words): pass
    with Zeroconf(interfaces=[sys.argv[1]]) as zeroconf:
        ServiceBrowser(zeroconf, "_hereabouts._tcp.local.", Listener())
        end = time.time() + 10
        while not found and time.time() < end: time.sleep(0.05)
        info = zeroconf.get_service_info("_hereabouts._tcp.local.", found[0])
        print(found[0].split(".")[0], info.server, info.port, *info.parsed_addresses(),
              *(f"{key.decode()}={value.decode()}" for key, value in info.properties.items()))
        question = DNSOutgoing(const._FLAGS_QR_QUERY)
        question.add_question(DNSQuestion("place.local.", const._TYPE_A, const._CLASS_IN))
        zeroconf.send(question)
        addresses = []
        while not addresses and time.time() < end:
            time.sleep(0.05)
            addresses = zeroconf.cache.get_all_by_details("place.local.", const._TYPE_A, const._CLASS_IN)
        print(*sorted(".".join(map(str, record.address)) for record in addresses))
""")


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def can_make_hosts():
    if os.geteuid() != 0:
        return False
    try:
        made = ip("netns", "add", HOSTS[0], check=False).returncode == 0
    except FileNotFoundError:
        return False
    if made:
        ip("netns", "del", HOSTS[0])
    return made


def join(bridge_host):
    """Hosts a, b and c on a bridge that is in c: no packet leaves this machine."""
    for host in HOSTS:
        ip("netns", "add", host)
        ip("-n", host, "link", "set", "lo", "up")
    ip("-n", bridge_host, "link", "add", "meet", "type", "bridge")
    ip("-n", bridge_host, "addr", "add", "10.91.0.3/24", "dev", "meet")
    # A bridge that listens to the groups that hosts join takes a while to learn them.
    ip("-n", bridge_host, "link", "set", "meet", "type", "bridge", "mcast_snooping", "0")
    ip("-n", bridge_host, "link", "set", "meet", "up")
    for number, host in enumerate(HOSTS[:2], start=1):
        ip("link", "add", "up0", "netns", host, "type", "veth", "peer", "name", f"to{number}", "netns", bridge_host)
        subprocess.run(["ip", "netns", "exec", host, "sysctl", "-qw", "net.ipv6.conf.up0.accept_dad=0"], check=True)
        ip("-n", bridge_host, "link", "set", f"to{number}", "master", "meet", "up")
        ip("-n", host, "addr", "add", f"10.91.0.{number}/24", "dev", "up0")
        ip("-n", host, "link", "set", "up0", "up")


class Node:
    """A running harness, and what it has said."""

    def __init__(self, program, host, secret=SECRET, period=MONTH):
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", host, program, secret, str(PORT), str(period), "place.local"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines, self.seen = queue.Queue(), []
        threading.Thread(target=self.read, daemon=True).start()
        self.key = self.wait("key", 30)["key"]
        self.ready = time.monotonic()

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), json.loads(line)))

    def wait(self, event, seconds, **fields):
        """Return the next event of this kind that has these fields, with its time."""
        end = time.monotonic() + seconds
        while True:
            try:
                at, said = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                sys.exit(f"no {event} {fields or ''} within {seconds} s; it said {self.seen[-8:]}")
            self.seen.append(said)
            if said["event"] == event and all(said[name] == value for name, value in fields.items()):
                return said | {"at": at}

    def drain(self):
        while not self.lines.empty():
            self.seen.append(self.lines.get()[1])

    def events(self, event):
        self.drain()
        return [said for said in self.seen if said["event"] == event]

    def say(self, text):
        print("say", text, file=self.process.stdin, flush=True)

    def leave(self):
        self.process.stdin.close()
        self.process.wait(10)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def check_linking(nodes, program):
    a = Node(program, HOSTS[0])
    nodes.append(a)
    a.wait("label", 5)
    time.sleep(1)
    stranger = Node(program, HOSTS[2], OTHER_SECRET)
    nodes.append(stranger)
    b = Node(program, HOSTS[1])
    nodes.append(b)
    link_a, link_b = a.wait("link", 10), b.wait("link", 10)
    took = max(link_a["at"], link_b["at"]) - b.ready
    assert (link_a["key"], link_b["key"]) == (b.key, a.key), "somebody else's key"
    assert {link_a["role"], link_b["role"]} == {"dialler", "listener"} and link_a["entry"] == "entry"
    print(f"two nodes linked {took:.2f} s after the second one was ready ({link_b['address']})")
    if took > 2:
        sys.exit("that is more than 2 s")
    for one, other in ((a, b), (b, a)):
        one.say("here I am")
        other.wait("frame", 5, key=one.key, text="here I am")
    time.sleep(2.5)
    assert not stranger.events("link") and not stranger.events("found"), "a stranger found or linked somebody"
    for node in (a, b):
        assert len(node.events("link")) == 1, "two links"
    stranger.leave()
    print("frames pass both ways; a node without the secret links to nobody")
    return a, b


def check_discovery(a):
    if subprocess.run([sys.executable, "-c", "import zeroconf"], capture_output=True).returncode != 0:
        print("python-zeroconf is not installed: another implementation's view was left out")
        return
    # Nothing else here waits without an end.
    done = subprocess.run(
        ["ip", "netns", "exec", HOSTS[2], sys.executable, "-c", BROWSER, "10.91.0.3"], capture_output=True, text=True,
        timeout=60)
    if done.returncode != 0:
        sys.exit(f"python-zeroconf: {done.stderr[-2000:]}")
    service, addresses = (line.split() for line in done.stdout.splitlines())
    label, server, port, *rest = service
    assert server == f"{label}.local." and port == str(PORT), service
    assert "v=1" in rest and any(word.startswith("p=") and len(word) == 10 for word in rest), rest
    assert any(word in rest for word in ("10.91.0.1", "10.91.0.2")), rest
    assert addresses and set(addresses) <= {"10.91.0.1", "10.91.0.2"}, addresses
    print(f"python-zeroconf sees {label}, and place.local at {' and '.join(addresses)}")


def check_cut(a, b):
    first = a.events("label")[-1]["label"]
    ip("-n", HOSTS[0], "link", "set", "up0", "down")
    # b learns of it by its own silence: nobody says goodbye.
    began = time.monotonic()
    b.say("is anybody there")
    b.wait("end", 60)
    print(f"the other side of a cut noticed it after {time.monotonic() - began:.1f} s")
    ip("-n", HOSTS[0], "link", "set", "up0", "up")
    healed = time.monotonic()
    link = b.wait("link", 15, key=a.key)
    second = a.events("label")[-1]["label"]
    assert first != second, "the same label on a network that came back"
    print(f"linked again {link['at'] - healed:.2f} s after healing, as somebody else on the air")


def check_goodbye(a, b):
    # The greater label takes its time.
    time.sleep(3)
    b.leave()
    began = time.monotonic()
    a.wait("end", 5, key=b.key)
    a.wait("lost", 5)
    print(f"a node that leaves is gone after {time.monotonic() - began:.1f} s")
    a.leave()


def check_renewal(nodes, program):
    a, b = (Node(program, host, period=4000) for host in HOSTS[:2])
    nodes.extend([a, b])
    a.wait("link", 10), b.wait("link", 10)
    for _ in range(3):
        a.wait("label", 10)
    a.say("still here")
    b.wait("frame", 5, text="still here")
    assert not a.events("end"), "a link ended with a label"
    labels = [said["label"] for said in a.events("label")]
    assert len(labels) == len(set(labels))
    print(f"the link stayed through {len(labels)} labels")


def main(program):
    if not can_make_hosts():
        print("network namespaces are not allowed here: the check of links was left out")
        return
    nodes = []
    try:
        join(HOSTS[2])
        a, b = check_linking(nodes, program)
        check_discovery(a)
        check_cut(a, b)
        check_goodbye(a, b)
        check_renewal(nodes, program)
    finally:
        for node in nodes:
            node.end()
        for host in HOSTS:
            ip("netns", "del", host, check=False)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
