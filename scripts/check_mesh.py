#!/usr/bin/env python3
"""Let three servers with --mesh pass lines on along a line of hosts, A–B–C, made of network namespaces; as root on Linux.

Usage: check_mesh.py PROGRAM ATLAS [--cut SECONDS]

Where this user may not make namespaces, it says so and ends well. B and C join by codes. A line that is written at one end is to
be at the other within a second, both ways. After a cut, with lines written on both sides, all are to have the same lines within
5 s of healing. B is killed and started again while lines are written; what was acknowledged is to be everywhere, each line once.
A burst of 100 lines of 100 bytes, signed here by another library, is counted in bytes on the wire. Posts are to travel as lines do,
with edits and a deletion made during a cut; what the operator of A hides is to be hidden at C; what C took just before it was
killed is to come; and C is to have its posts again after its community's store was lost. A server without --mesh is to open no
port of links and to make no file of the mesh.
"""
import argparse
import ctypes
import hashlib
import http.client
import json
import os
import pathlib
import queue
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from check_mesh_pictures import check_pictures

PORT, LINKS = 8080, 29170
NAMES = "abc"
HOSTS = {name: f"hm{os.getpid()}-{name}" for name in NAMES}
LIBC = ctypes.CDLL(None, use_errno=True)


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def can_make_hosts():
    if os.geteuid() != 0:
        return False
    try:
        made = ip("netns", "add", HOSTS["a"], check=False).returncode == 0
    except FileNotFoundError:
        return False
    if made:
        ip("netns", "del", HOSTS["a"])
    return made


def join_hosts():
    for host in HOSTS.values():
        ip("netns", "add", host)
        ip("-n", host, "link", "set", "lo", "up")
    # A has no IPv6, as machines whose owner turned it off.
    subprocess.run(["ip", "netns", "exec", HOSTS["a"], "sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1"], check=True)
    for number, (one, two) in enumerate((("a", "b"), ("b", "c")), start=1):
        ip("link", "add", f"to-{two}", "netns", HOSTS[one], "type", "veth", "peer", "name", f"to-{one}", "netns", HOSTS[two])
        for host, other, last in ((one, two, 1), (two, one, 2)):
            subprocess.run(["ip", "netns", "exec", HOSTS[host], "sysctl", "-qw", f"net.ipv6.conf.to-{other}.accept_dad=0"], check=True)
            ip("-n", HOSTS[host], "addr", "add", f"10.93.{number}.{last}/24", "dev", f"to-{other}")
            ip("-n", HOSTS[host], "link", "set", f"to-{other}", "up")


def set_link(one, two, is_up):
    ip("-n", HOSTS[one], "link", "set", f"to-{two}", "up" if is_up else "down")


def link_bytes(one, two):
    """The bytes that passed a link, both directions together, with the headers of Ethernet."""
    text = subprocess.run(["ip", "-n", HOSTS[one], "-s", "-j", "link", "show", f"to-{two}"], check=True, capture_output=True, text=True)
    stats = json.loads(text.stdout)[0]["stats64"]
    return stats["rx"]["bytes"] + stats["tx"]["bytes"]


def enter(host):
    """Move this thread to a host."""
    with open(f"/run/netns/{host}", encoding="utf-8") as space:
        if LIBC.setns(space.fileno(), 0) != 0:
            raise OSError(ctypes.get_errno(), "setns")


class Events:
    """The names of the live events of the server on a host, from now on."""

    def __init__(self, host):
        self.host, self.names, self.ready = host, [], threading.Event()
        threading.Thread(target=self.work, daemon=True).start()
        assert self.ready.wait(10), "the live events do not begin"

    def work(self):
        enter(self.host)
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
        connection.request("GET", "/api/v1/events")
        try:
            for line in connection.getresponse():
                if line.startswith(b"event: "):
                    self.names.append(line[7:].strip().decode())
                    self.ready.set()
        except (OSError, http.client.HTTPException):
            pass  # The server was stopped.


class Inside:
    """A thread on a host: it asks the server there, since no other host reaches it."""

    def __init__(self, host):
        self.host, self.jobs = host, queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        enter(self.host)
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        while True:
            words, answer = self.jobs.get()
            for attempt in (1, 2):
                try:
                    connection.request(*words)
                    response = connection.getresponse()
                    answer.put((response.status, response.read()))
                    break
                except (OSError, http.client.HTTPException) as error:
                    connection.close()
                    if attempt == 2:
                        answer.put((0, str(error).encode()))

    def ask(self, *words):
        answer = queue.Queue()
        self.jobs.put((words, answer))
        return answer.get()


class Node:
    def __init__(self, program, atlas, name, folder):
        self.program, self.atlas, self.name, self.data = program, atlas, name, f"{folder}/{name}"
        self.inside, self.process = Inside(HOSTS[name]), None

    def command(self, *words):
        return subprocess.run(["ip", "netns", "exec", HOSTS[self.name], self.program, *words], capture_output=True, text=True)

    def start(self, *more):
        log = open(f"{self.data}.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", HOSTS[self.name], self.program, "serve", "--atlas", self.atlas, "--data", self.data,
             "--host", "127.0.0.1", "--port", str(PORT), "--guests", "post", "--web", "off", "--set", "backups=off",
             "--set", "mesh-clock=trusted", *more], stdout=log, stderr=log)
        self.wait_for(lambda: self.inside.ask("GET", "/healthz")[0] == 200, 30, "the server does not answer")

    def stop(self, kind=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(kind)
            self.process.wait(20)

    def wait_for(self, holds, seconds, fault):
        """Wait until something holds; return how many seconds that took."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > seconds:
                sys.exit(f"{self.name}: {fault} within {seconds} s; see {self.data}.log")
            time.sleep(0.01)
        return time.monotonic() - began

    def json(self, path):
        status, body = self.inside.ask("GET", path)
        if status != 200:
            raise LookupError(f"{self.name}: {path} is answered with {status}: {body[:200]}")
        return json.loads(body)

    def send(self, method, path, body=None, token=None):
        """Return the answer's object; `None` where the server refuses."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        status, answer = self.inside.ask(method, path, None if body is None else json.dumps(body), headers)
        return json.loads(answer or b"{}") if 200 <= status < 300 else None

    def register(self, name, code=None):
        person = {"name": name, "password": f"the password of {name}"}
        made = self.send("POST", "/api/v1/set-up", person | {"code": code}) if code else self.send("POST", "/api/v1/accounts", person)
        assert made, f"{name} cannot register"
        return self.send("POST", "/api/v1/tokens", person | {"label": "check"})["token"]

    def posts(self):
        return {post["id"]: post["message"] for post in self.json("/api/v1/posts?limit=100")["posts"]}

    def general(self):
        return next(room["id"] for room in self.json("/api/v1/mesh/rooms")["rooms"] if room["kind"] == "general")

    def say(self, text):
        body = json.dumps({"text": text, "name": self.name})
        status, answer = self.inside.ask(
            "POST", f"/api/v1/mesh/rooms/{self.room}/lines", body, {"content-type": "application/json"})
        return json.loads(answer)["id"] if status == 201 else None

    def texts(self):
        texts, before = [], ""
        while True:
            page = self.json(f"/api/v1/mesh/rooms/{self.room}/lines?limit=100{before}")
            texts += [line["text"] for line in page["lines"]]
            if "next" not in page:
                return texts
            before = f"&before={page['next']}"

    def has(self, text):
        return any(line["text"] == text for line in self.json(f"/api/v1/mesh/rooms/{self.room}/lines?limit=100")["lines"])

    def links(self):
        return self.json("/api/v1/mesh")["links"]


def check_without_mesh(node):
    node.start()
    assert node.inside.ask("GET", "/api/v1/mesh")[0] == 404
    ports = subprocess.run(["ip", "netns", "exec", HOSTS[node.name], "ss", "-Hlnut"], check=True, capture_output=True, text=True).stdout
    assert f":{LINKS} " not in ports and ":5353 " not in ports, ports
    made = [name for name in os.listdir(node.data) if "mesh" in name]
    assert not made, made
    node.stop()
    print("without --mesh the server opens no port of links, announces nothing and makes no file of the mesh")


def check_joining(a, b, c):
    a.start("--mesh")
    a.wait_for(lambda: a.json("/api/v1/mesh")["node"]["is_member"], 10, "the organiser is no member of its own place")
    join(a, b, "10.93.1.1")
    b.start("--mesh")
    b.wait_for(lambda: b.links() == 1 and a.links() == 1, 15, "A and B are not linked")
    route_through("b")
    join(a, c, "10.93.1.1")
    unroute("b")
    c.start("--mesh")
    c.wait_for(lambda: c.links() == 1 and b.links() == 2, 15, "B and C are not linked")


def join(organiser, node, address):
    made = organiser.command("mesh", "invite", "--data", organiser.data, "--address", address)
    assert made.returncode == 0, made.stderr
    began = time.monotonic()
    joined = node.command("mesh", "join", made.stdout.strip(), "--data", node.data, "--name", node.name, "--trust-clock")
    assert joined.returncode == 0, joined.stderr
    print(f"{node.name} joined in {time.monotonic() - began:.2f} s")
    again = node.command("mesh", "join", "a" * 140, "--data", node.data)
    assert again.returncode == 2, "a broken code was not refused"


def route_through(middle):
    """Let the far end reach the organiser for a moment, as a person who carries a laptop over would."""
    subprocess.run(["ip", "netns", "exec", HOSTS[middle], "sysctl", "-qw", "net.ipv4.ip_forward=1"], check=True)
    ip("-n", HOSTS["c"], "route", "add", "10.93.1.0/24", "via", "10.93.2.1")
    ip("-n", HOSTS["a"], "route", "add", "10.93.2.0/24", "via", "10.93.1.2")


def unroute(middle):
    subprocess.run(["ip", "netns", "exec", HOSTS[middle], "sysctl", "-qw", "net.ipv4.ip_forward=0"], check=True)
    ip("-n", HOSTS["c"], "route", "del", "10.93.1.0/24")
    ip("-n", HOSTS["a"], "route", "del", "10.93.2.0/24")


def check_passing(a, c):
    taken = []
    for number in range(10):
        for sender, receiver in ((a, c), (c, a)):
            text = f"line {number} from {sender.name}"
            began = time.monotonic()
            assert sender.say(text), "a line was refused"
            receiver.wait_for(lambda: receiver.has(text), 5, f"'{text}' did not come")
            taken.append(time.monotonic() - began)
    print(f"a line passes two links in {statistics.median(taken):.3f} s; the slowest of {len(taken)} took {max(taken):.3f} s")
    if max(taken) > 1:
        sys.exit("that is more than 1 s")


def wait_for_same(nodes, texts, seconds):
    began = time.monotonic()
    while True:
        sets = [sorted(node.texts()) for node in nodes]
        if all(texts <= set(one) for one in sets) and all(one == sets[0] for one in sets):
            return time.monotonic() - began
        if time.monotonic() - began > seconds:
            lacking = {node.name: len(texts - set(one)) for node, one in zip(nodes, sets)}
            sys.exit(f"after {seconds} s the nodes do not have the same lines; missing: {lacking}")
        time.sleep(0.05)


def check_cut(a, b, c, seconds):
    set_link("b", "c", False)
    time.sleep(1)
    said = set()
    for number in range(5):
        for node in (a, c):
            said.add(f"during the cut {number} {node.name}")
            assert node.say(f"during the cut {number} {node.name}")
    time.sleep(max(0, seconds - 1))
    assert not c.has("during the cut 0 a"), "a line passed a cut link"
    set_link("b", "c", True)
    took = wait_for_same((a, b, c), said, 30)
    print(f"after a cut of {seconds} s all nodes have the same lines {took:.2f} s after healing")
    if took > 5:
        sys.exit("that is more than 5 s")


def check_kill(a, b, c):
    said, stop = set(), threading.Event()

    def talk(node):
        number = 0
        while not stop.is_set() and number < 25:
            text = f"while b is killed {number} {node.name}"
            if node.say(text):
                said.add(text)
            number += 1
            time.sleep(0.1)

    talkers = [threading.Thread(target=talk, args=(node,)) for node in (a, b, c)]
    for talker in talkers:
        talker.start()
    time.sleep(1)
    # The process is a child of `ip`, which became it.
    b.stop(signal.SIGKILL)
    time.sleep(1)
    began = time.monotonic()
    b.start("--mesh")
    ready = time.monotonic() - began
    for talker in talkers:
        talker.join()
    took = wait_for_same((a, b, c), said, 90)
    everywhere = b.texts()
    assert len(everywhere) == len(set(everywhere)), "a line is there twice"
    print(f"B was killed and answered again after {ready:.1f} s; all {len(said)} acknowledged lines are everywhere, each once, {took:.1f} s later")


def wait_for_posts(nodes, wanted, fault, seconds=30):
    """Wait until all nodes list the wanted posts; return how many seconds that took."""
    began = time.monotonic()
    for node in nodes:
        node.wait_for(lambda: node.posts() == wanted, max(0.1, began + seconds - time.monotonic()), f"{fault}: {wanted}")
    return time.monotonic() - began


def check_posts(a, b, c):
    nodes, anna, ben = (a, b, c), a.register("anna"), c.register("ben")
    otto = a.register("otto", a.command("account", "code", "--data", a.data).stdout.strip())
    say = lambda node, token, text: node.send("POST", "/api/v1/posts", {"message": text}, token)["id"]
    took, events = [], Events(HOSTS["c"])
    soup = say(a, anna, "Soup at six")
    took.append(wait_for_posts(nodes, {soup: "Soup at six"}, "a post did not come"))
    c.wait_for(lambda: "post" in events.names, 5, "no page was told of the post")
    water = say(c, ben, "No water")
    took.append(wait_for_posts(nodes, {soup: "Soup at six", water: "No water"}, "a post did not come"))
    print(f"posts pass two links in {took[0]:.2f} and {took[1]:.2f} s")
    set_link("b", "c", False)
    assert a.send("PATCH", f"/api/v1/posts/{soup}", {"message": "Soup at seven"}, anna)
    bread, milk = say(c, ben, "Bread"), say(c, ben, "Milk")
    assert c.send("PATCH", f"/api/v1/posts/{water}", {"message": "Water again"}, ben)
    assert c.send("DELETE", f"/api/v1/posts/{bread}", token=ben) is not None
    assert c.send("PATCH", f"/api/v1/posts/{soup}", {"message": "No soup"}, ben) is None, "a stranger edited a post"
    time.sleep(2)
    assert a.posts() == {soup: "Soup at seven", water: "No water"}, "a post passed a cut link"
    set_link("b", "c", True)
    all_posts = {soup: "Soup at seven", water: "Water again", milk: "Milk"}
    print(f"after a cut all nodes have the same posts {wait_for_posts(nodes, all_posts, 'edits did not come'):.2f} s after healing")
    assert a.send("PUT", f"/api/v1/posts/{milk}/hidden", token=otto), "the operator cannot hide a post"
    wait_for_posts(nodes, {soup: "Soup at seven", water: "Water again"}, "a hidden post is shown")
    c.wait_for(lambda: events.names.count("removed") == 2, 5, "no page was told of the deleted and the hidden post")
    assert a.send("DELETE", f"/api/v1/posts/{milk}/hidden", token=otto)
    wait_for_posts(nodes, all_posts, "a post is not shown again")
    eggs = say(c, ben, "Eggs")
    c.stop(signal.SIGKILL)
    c.start("--mesh")
    all_posts[eggs] = "Eggs"
    wait_for_posts(nodes, all_posts, "a post that was written just before C was killed is missing", 60)
    c.stop()
    for file in pathlib.Path(c.data).glob("community.sqlite*"):
        file.unlink()
    c.start("--mesh")
    # All nodes dropped the message of the post that was hidden.
    del all_posts[milk]
    print(f"C has its posts {wait_for_posts((c,), all_posts, 'lost posts did not come back'):.2f} s after it started without its rows")


def signed_line(key, place, room, text, at):
    """Return a line in a room, by the description in docs/mesh.md."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    author = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    text = text.encode()
    body = bytes([1]) + len(text).to_bytes(2, "big") + text
    head = bytes([1, 0x60, 0, 0]) + place + (at << 16).to_bytes(8, "big") + author + room + len(body).to_bytes(4, "big") + body
    digest = hashlib.sha256(head).digest()
    return head + key.sign(b"hereabouts message 1\0" + digest)


def bundle(place, messages):
    text = b"HBM1" + place + len(messages).to_bytes(4, "big") + b"".join(len(one).to_bytes(4, "big") + one for one in messages)
    return text + hashlib.sha256(text).digest()


def check_burst(a, b, c, count=100):
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        print("the package cryptography is not installed: the burst was left out")
        return
    state = a.json("/api/v1/mesh")
    place, room = bytes.fromhex(state["place"]), bytes.fromhex(a.room)
    keys = [Ed25519PrivateKey.generate() for _ in range(5)]
    texts = [f"{number:03d} of a burst ".ljust(100, ".") for number in range(count)]
    messages = [signed_line(keys[number % 5], place, room, text, state["time"]) for number, text in enumerate(texts)]
    time.sleep(3)
    before = {pair: link_bytes(*pair) for pair in (("a", "b"), ("b", "c"))}
    began = time.monotonic()
    status, answer = a.inside.ask(
        "POST", "/api/v1/mesh/messages", bundle(place, messages), {"content-type": "application/octet-stream"})
    assert status == 200, answer
    verdicts = json.loads(answer)["verdicts"]
    assert [verdict["state"] for verdict in verdicts] == ["kept"] * count, verdicts[:3]
    wait_for_same((a, b, c), set(texts), 30)
    took = time.monotonic() - began
    # Acknowledgements come within two seconds.
    time.sleep(2.5)
    for pair in before:
        each = (link_bytes(*pair) - before[pair]) / count
        print(f"link {'-'.join(pair)}: {each:.0f} bytes a line of 100 bytes, with acknowledgements and all headers")
    print(f"{count} lines at once were at the other end after {took:.2f} s")
    ids = b"".join(bytes.fromhex(verdict["id"]) for verdict in verdicts[:10])
    status, answer = c.inside.ask("POST", "/api/v1/mesh/fetch", ids, {"content-type": "application/octet-stream"})
    assert status == 200 and all(message in answer for message in messages[:10]), "other bytes than were brought"
    status, answer = a.inside.ask(
        "POST", "/api/v1/mesh/messages", bundle(place, [messages[0], messages[1][:-1] + b"\0", b"nonsense"]),
        {"content-type": "application/octet-stream"})
    verdicts = json.loads(answer)["verdicts"]
    assert [verdict["state"] for verdict in verdicts] == ["known", "known", "refused"], verdicts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--cut", type=int, default=10)
    options = parser.parse_args()
    if not can_make_hosts():
        print("network namespaces are not allowed here: the check of the mesh was left out")
        return
    folder = tempfile.mkdtemp(prefix="mesh-")
    nodes = {}
    try:
        join_hosts()
        nodes = {name: Node(os.path.abspath(options.program), os.path.abspath(options.atlas), name, folder) for name in NAMES}
        a, b, c = nodes.values()
        check_without_mesh(a)
        shutil.rmtree(a.data)
        check_joining(a, b, c)
        for node in nodes.values():
            node.room = node.general()
        check_passing(a, c)
        check_cut(a, b, c, options.cut)
        check_kill(a, b, c)
        check_burst(a, b, c)
        check_posts(a, b, c)
        check_pictures(a, c)
        for node in nodes.values():
            node.stop()
            assert node.process.returncode == 0, f"{node.name} ended with {node.process.returncode}"
        folder = shutil.rmtree(folder)
    finally:
        for node in nodes.values():
            node.stop(signal.SIGKILL)
        for host in HOSTS.values():
            ip("netns", "del", host, check=False)


if __name__ == "__main__":
    main()
