"""Servers of one place that share PostgreSQL, to be killed, cut off the network and given a wrong clock.

With `Network`, each server is on a host of its own, a network namespace (as root on Linux), with the addresses that
docs/operating.md has, and haproxy has its configuration. Without, all are on loopback."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
import types

from loopback import ROOT
from mesh_hosts import Hosts, enter
from place_clients import connect

PAGE = ROOT / "docs" / "operating.md"
# What the clients of one address may do: this check has many at one.
RAISED = ["posts-per-minute=1000000", "guest-posts-per-day=10000000", "answers-per-second=1000000"]
PATIENCE_SECONDS = 60


def clock_library(folder):
    """Compiles the library that shifts a program's clock; returns its path."""
    library = pathlib.Path(folder) / "shifted_clock.so"
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        sys.exit("no C compiler was found, which the wrong clocks need; install gcc or clang")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, ROOT / "scripts" / "shifted_clock.c", "-ldl"],
                   check=True)
    return library


class Network:
    """A switch, in which this check, PostgreSQL and haproxy are, and the hosts of servers around it."""

    HOST, BLOCK, FIRST = "10.0.0.1", "10.0.0.0/24", 11
    # A bridge otherwise takes an address of its ports, and another when one is unplugged.
    HARDWARE = "02:00:00:00:00:01"

    def __init__(self, hosts: Hosts, count):
        self.hosts = hosts
        hosts.switch("net")
        hosts.set("net", "link", "set", "meet", "address", self.HARDWARE)
        hosts.set("net", "addr", "add", f"{self.HOST}/24", "dev", "meet")
        for number in range(count):
            self._add(number)
        # From here on, whatever this check starts is there.
        enter(hosts.space("net"))

    def _add(self, number):
        name, address = self.name(number), self.address(number)
        self.hosts.add(name)
        self.hosts.plug(name, "net", f"{address}/24")
        hardware = json.loads(self.hosts.set(name, "-j", "link", "show", "to-net").stdout)[0]["address"]
        # Hosts that forget each other's address would hear that there is no way, and not just nothing.
        self._know("net", "meet", address, hardware)
        self._know(name, "to-net", self.HOST, self.HARDWARE)

    def _know(self, host, interface, address, hardware):
        self.hosts.set(host, "neigh", "replace", address, "lladdr", hardware, "dev", interface, "nud", "permanent")

    @staticmethod
    def name(number):
        return f"server{number}"

    def address(self, number):
        return f"10.0.0.{self.FIRST + number}"

    def cut(self, number):
        """From now on every packet to and from a server is lost; nobody is told."""
        self.hosts.set("net", "link", "set", f"p-{self.name(number)}", "nomaster")

    def heal(self, number):
        self.hosts.set("net", "link", "set", f"p-{self.name(number)}", "master", "meet")


class SharedServer:
    """One server, which ends and starts again at the same address with the same data."""

    def __init__(self, number, program, atlas, folder, network, port, library, options):
        self.number, self.network, self.process = number, network, None
        self.host, self.port = (network.address(number), 8080) if network else ("127.0.0.1", port)
        self.log = open(f"{folder}/server{number}.log", "ab")
        environment, prefix = [], []
        if network:
            prefix = ["ip", "netns", "exec", network.hosts.space(network.name(number))]
            options = [*options, "--set", f"proxies={network.HOST}", "--set", "drain-seconds=5"]
        if library:
            self.clock = f"{folder}/clock{number}"
            environment = [f"LD_PRELOAD={library}", f"SHIFTED_CLOCK={self.clock}"]
            with open(self.clock, "wb") as file:
                file.write(struct.pack("=q", 0))
        self.command = [
            *prefix, "env", *environment, os.path.abspath(program), "serve", "--host", self.host,
            "--port", str(self.port), "--atlas", os.path.abspath(atlas), "--data", f"{folder}/data{number}",
            "--guests", "post",
            "--set", "web=off", "--set", "backups=off", *(word for one in RAISED for word in ("--set", one)), *options]

    def launch(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.log)

    def start(self):
        self.launch()
        self.wait_until(lambda status, _: status == 200)

    def ready(self):
        """The status and the body of its answer to /readyz; the status is 0 where it does not answer."""
        connection = connect(self, 1)
        try:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def wait_until(self, holds, seconds=PATIENCE_SECONDS):
        """Wait until what it says at /readyz is right."""
        deadline = time.monotonic() + seconds
        while not holds(*self.ready()):
            if self.has_ended():
                sys.exit(f"server {self.number} ended with {self.process.returncode}; see {self.log.name}")
            if time.monotonic() > deadline:
                sys.exit(f"server {self.number} says {self.ready()} after {seconds} s; see {self.log.name}")
            time.sleep(0.05)

    def has_ended(self):
        return self.process.poll() is not None

    def end(self, number):
        """End it by a signal; returns its status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)

    def kill(self):
        if self.process and not self.has_ended():
            self.end(signal.SIGKILL)

    def set_clock(self, seconds):
        """Shift its clock by so many seconds from the machine's."""
        with open(self.clock, "r+b") as file:
            file.write(struct.pack("=q", seconds))


def configuration(servers, port):
    """The page's configuration of haproxy, for these servers."""
    text = re.search(r"```haproxy\n(.*?)```", PAGE.read_text(), re.S)[1]
    lines = re.findall(r"^    server \w+ [\d.:]+\n", text, re.M)
    if not lines or "bind :80\n" not in text:
        sys.exit(f"{PAGE}: the configuration of haproxy has no servers, or another port than 80")
    text = text.replace("bind :80\n", f"bind 127.0.0.1:{port}\n")
    for line in lines[1:]:
        text = text.replace(line, "")
    named = "".join(f"    server s{one.number} {one.host}:{one.port}\n" for one in servers)
    return "global\n    maxconn 5000\n\n" + text.replace(lines[0], named)


@contextlib.contextmanager
def proxy(servers, folder, port):
    """Runs haproxy before the servers, and gives its address once it answers."""
    program = shutil.which("haproxy") or "/usr/sbin/haproxy"
    path = pathlib.Path(folder) / "haproxy.conf"
    path.write_text(configuration(servers, port))
    process = subprocess.Popen([program, "-db", "-q", "-f", str(path)], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"haproxy does not run with {path}")
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            time.sleep(0.05)
        yield types.SimpleNamespace(host="127.0.0.1", port=port)
    finally:
        process.terminate()
        process.wait(30)
