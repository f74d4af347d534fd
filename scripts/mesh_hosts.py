"""Servers with --mesh on hosts made of network namespaces, for the checks of the mesh; as root on Linux.

Hosts are joined by cables (two hosts) or plugged into switches, which are bridges in a namespace of their own. No
packet leaves this machine. Each packet on a cable is counted with its headers: the system may not join several into one
there, as it usually would.
"""
import ctypes
import http.client
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time

PORT, LINKS = 8080, 29170
LIBC = ctypes.CDLL(None, use_errno=True)


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def can_make_hosts(what):
    """Whether this user may make namespaces; says so where not."""
    name = f"hm{os.getpid()}-try"
    try:
        made = os.geteuid() == 0 and ip("netns", "add", name, check=False).returncode == 0
    except FileNotFoundError:
        made = False
    if made:
        ip("netns", "del", name)
    else:
        print(f"network namespaces are not allowed here: {what} was left out")
    return made


class Hosts:
    """The namespaces of one check, removed at its end."""

    made = 0

    def __init__(self):
        Hosts.made += 1
        # Who stops a check wants its servers and hosts gone, too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
        self.prefix, self.names = f"hm{os.getpid()}-{Hosts.made}-", []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in self.names:
            ip("netns", "del", self.space(name), check=False)

    def space(self, name):
        return self.prefix + name

    def inside(self, name, *words, **options):
        return subprocess.run(["ip", "netns", "exec", self.space(name), *words], check=True, capture_output=True,
                              text=True, **options)

    def set(self, name, *words):
        return ip("-n", self.space(name), *words)

    def add(self, name, has_ipv6=True):
        ip("netns", "add", self.space(name))
        self.names.append(name)
        self.set(name, "link", "set", "lo", "up")
        if not has_ipv6:
            # As machines whose owner turned it off.
            self.inside(name, "sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1")
            self.inside(name, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")

    def cable(self, one, two, number):
        """Join two hosts, with the addresses 10.93.NUMBER.1 and .2."""
        ip("link", "add", f"to-{two}", "netns", self.space(one), "type", "veth", "peer", "name", f"to-{one}", "netns",
           self.space(two))
        for host, other, last in ((one, two, 1), (two, one, 2)):
            self.bring_up(host, f"to-{other}", f"10.93.{number}.{last}/24")

    def bring_up(self, host, interface, address):
        self.inside(host, "sysctl", "-qw", f"net.ipv6.conf.{interface}.accept_dad=0")
        self.set(host, "link", "set", interface, "gso_max_segs", "1")
        self.set(host, "addr", "add", address, "dev", interface)
        self.set(host, "link", "set", interface, "up")

    def switch(self, name):
        self.add(name)
        self.set(name, "link", "add", "meet", "type", "bridge")
        # A bridge that listens to the groups that hosts join takes a while to learn them.
        self.set(name, "link", "set", "meet", "type", "bridge", "mcast_snooping", "0")
        self.set(name, "link", "set", "meet", "up")

    def plug(self, host, switch, address):
        """Plug a host into a switch; `address` has the length of the network's part."""
        port = f"p-{host}"
        ip("link", "add", f"to-{switch}", "netns", self.space(host), "type", "veth", "peer", "name", port, "netns",
           self.space(switch))
        self.set(switch, "link", "set", port, "gso_max_segs", "1")
        self.set(switch, "link", "set", port, "master", "meet", "up")
        self.bring_up(host, f"to-{switch}", address)

    def unplug(self, host, switch):
        self.set(host, "link", "del", f"to-{switch}")

    def set_link(self, one, two, is_up):
        self.set(one, "link", "set", f"to-{two}", "up" if is_up else "down")

    def bytes(self, host, other):
        """The bytes that passed a host's interface, both directions together, with the headers of Ethernet."""
        stats = json.loads(self.set(host, "-s", "-j", "link", "show", f"to-{other}").stdout)[0]["stats64"]
        return stats["rx"]["bytes"] + stats["tx"]["bytes"]


def enter(space):
    """Move this thread to a namespace."""
    with open(f"/run/netns/{space}", encoding="utf-8") as file:
        if LIBC.setns(file.fileno(), 0) != 0:
            raise OSError(ctypes.get_errno(), "setns")


class Events:
    """The names of the live events of the server on a host, from now on."""

    def __init__(self, space):
        self.space, self.names, self.ready = space, [], threading.Event()
        threading.Thread(target=self.work, daemon=True).start()
        assert self.ready.wait(10), "the live events do not begin"

    def work(self):
        enter(self.space)
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

    def __init__(self, space):
        self.space, self.jobs = space, queue.Queue()
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        enter(self.space)
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        while True:
            words, attempts, answer = self.jobs.get()
            for left in reversed(range(attempts)):
                try:
                    connection.request(*words)
                    response = connection.getresponse()
                    answer.put((response.status, response.read()))
                    break
                except (OSError, http.client.HTTPException) as error:
                    connection.close()
                    if left == 0:
                        answer.put((0, str(error).encode()))

    def ask(self, *words, attempts=2):
        """Return the status and the body; the status is 0 where the server does not answer, and then it may have acted.
        """
        answer = queue.Queue()
        self.jobs.put((words, attempts, answer))
        return answer.get(timeout=90)


class Node:
    """A server on a host, and what people ask of it."""

    def __init__(self, program, atlas, hosts, name, folder):
        self.program, self.atlas, self.hosts, self.name = os.path.abspath(program), os.path.abspath(atlas), hosts, name
        self.data = f"{folder}/{name}"
        self.inside, self.process, self.room = Inside(hosts.space(name)), None, None

    def command(self, *words):
        return subprocess.run(
            ["ip", "netns", "exec", self.hosts.space(self.name), self.program, *words], capture_output=True, text=True)

    def launch(self, *more, mesh=True, web="off"):
        """Start the server without waiting for it; `web` is the folder of the page."""
        words = ["--mesh"] if mesh else []
        with open(f"{self.data}.log", "a", encoding="utf-8") as log:
            # The process is a child of `ip`, which becomes it.
            self.process = subprocess.Popen(
                ["ip", "netns", "exec", self.hosts.space(self.name), self.program, "serve", "--atlas", self.atlas,
                 "--data", self.data,
                 "--host", "127.0.0.1", "--port", str(PORT), "--guests", "post", "--web", web, "--set", "backups=off",
                 "--set", "mesh-clock=trusted", *words, *more], stdout=log, stderr=log)

    def start(self, *more, **options):
        self.launch(*more, **options)
        self.wait_until_ready()

    def wait_until_ready(self):
        return self.wait_for(lambda: self.inside.ask("GET", "/healthz")[0] == 200, 60, "the server does not answer")

    def stop(self, kind=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(kind)
            self.process.wait(30)

    def wait_for(self, holds, seconds, fault):
        """Wait until something holds; return how many seconds that took."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > seconds:
                sys.exit(f"{self.name}: {fault} within {seconds} s; see {self.data}.log")
            if self.process.poll() is not None:
                sys.exit(f"{self.name}: the server ended with {self.process.returncode}; see {self.data}.log")
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
        made = self.send("POST", "/api/v1/set-up",
                         person | {"code": code}) if code else self.send("POST", "/api/v1/accounts", person)
        assert made, f"{name} cannot register"
        return self.send("POST", "/api/v1/tokens", person | {"label": "check"})["token"]

    def posts(self):
        return {post["id"]: post["message"] for post in self.json("/api/v1/posts?limit=100")["posts"]}

    def find_room(self):
        self.room = next(room["id"] for room in self.json("/api/v1/mesh/rooms")["rooms"] if room["kind"] == "general")

    def say(self, text, attempts=2):
        """Write a line; return its id, or `None` where the server does not say that it keeps it."""
        body = json.dumps({"text": text, "name": self.name})
        status, answer = self.inside.ask(
            "POST", f"/api/v1/mesh/rooms/{self.room}/lines", body, {"content-type": "application/json"},
            attempts=attempts)
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
        return any(line["text"] == text
                   for line in self.json(f"/api/v1/mesh/rooms/{self.room}/lines?limit=100")["lines"])

    def links(self):
        return self.json("/api/v1/mesh")["links"]

    def memory(self):
        """The memory of the process, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def join(organiser, node, address):
    """Let a node join by a code; return the seconds."""
    made = organiser.command("mesh", "invite", "--data", organiser.data, "--address", address)
    assert made.returncode == 0, made.stderr
    began = time.monotonic()
    joined = node.command("mesh", "join", made.stdout.strip(), "--data", node.data, "--name", node.name,
                          "--trust-clock")
    assert joined.returncode == 0, joined.stderr
    return time.monotonic() - began


def wait_for_same(nodes, texts, seconds):
    """Wait until all nodes have the same lines, these among them; return the seconds."""
    began = time.monotonic()
    while True:
        sets = [sorted(node.texts()) for node in nodes]
        if all(texts <= set(one) for one in sets) and all(one == sets[0] for one in sets):
            return time.monotonic() - began
        if time.monotonic() - began > seconds:
            lacking = {node.name: len(texts - set(one)) for node, one in zip(nodes, sets)}
            sys.exit(f"after {seconds} s the nodes do not have the same lines; missing: {lacking}")
        time.sleep(0.05)
