#!/usr/bin/env python3
"""Let nodes join a place with the command line, on this machine's loopback, at ports of their own; and let them fail
to.

Usage: check_mesh_join.py PROGRAM ATLAS

Each server has another port of links than the usual one and than the others. A node is to join by a code that names no
port, to link, to pass lines both ways, and to link again after both have started anew: the code is gone then. A code is
to name the port of the server as it runs now. Then come codes that admit nobody: each is to be refused with its own
cause and remedy.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

NOT_VOUCHED = "does not vouch for its clock"


def free_port():
    """A port that nobody has now."""
    with socket.socket(socket.AF_INET6) as one:
        one.bind(("::", 0))
        return one.getsockname()[1]


class Node:
    """A data folder, and the server that runs on it."""

    def __init__(self, program, atlas, folder, name):
        self.program, self.atlas, self.name = os.path.abspath(program), os.path.abspath(atlas), name
        self.data, self.log = folder / name, folder / f"{name}.log"
        self.process, self.port_file, self.links_port = None, folder / f"{name}.port", free_port()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port_file.read_text().strip()}"

    def start(self, *more, clock="trusted"):
        self.port_file.unlink(missing_ok=True)
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--atlas", self.atlas, "--data", str(self.data), "--host", "127.0.0.1",
                 "--port", "0",
                 "--port-file", str(self.port_file), "--mesh", "--mesh-port", str(self.links_port), "--guests", "post",
                 "--web", "off",
                 "--set", "backups=off", "--set", f"mesh-clock={clock}", *more], stdout=log, stderr=log)
        self.wait_for(lambda: self.port_file.exists() and self.port_file.read_text().strip(),
                      "the server does not start")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)

    def wait_for(self, holds, fault, seconds=40):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit(f"{self.name}: {fault}; its log: {self.log.read_text()[-2000:]}")
            time.sleep(0.02)

    def run(self, *words):
        return subprocess.run([self.program, "mesh", *words], capture_output=True, text=True, timeout=120, check=False)

    def state(self):
        with urllib.request.urlopen(f"{self.address}/api/v1/mesh", timeout=20) as answer:
            return json.load(answer)

    def ask(self, command, *words):
        """What a command says that asks the running server."""
        asked = self.run(command, *words, "--server", self.address)
        assert asked.returncode == 0, asked.stderr
        return asked.stdout

    def invite(self, *more):
        made = self.run("invite", "--data", str(self.data), "--address", "127.0.0.1", *more)
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def join(self, code, *more):
        return self.run("join", code, "--data", str(self.data), "--name", self.name, *more)

    def wait_for_port(self):
        """Wait until the node has noted where it listens, a moment after the server answers."""
        file = self.data / "mesh" / "port"
        self.wait_for(lambda: file.exists() and file.read_text().strip() == str(self.links_port), "it notes no port")

    def wait_for_link(self):
        self.wait_for(lambda: self.state()["node"]["is_member"] and self.state()["links"] > 0, "it does not link")


def says(outcome, *texts):
    """A command failed, and said these."""
    said = " ".join(outcome.stderr.split())
    assert outcome.returncode == 1 and all(text in said for text in texts), (outcome.returncode, said, texts)


def check_lines(nodes):
    for writer in nodes:
        writer.ask("send", f"from {writer.name}")
        for reader in nodes:
            reader.wait_for(lambda: f"from {writer.name}" in reader.ask("log"),
                            f"the line from {writer.name} does not come")


def check_joining(first, second):
    first.start()
    first.wait_for_port()
    first.wait_for(lambda: first.state()["node"]["is_member"], "the organiser is no member of its own place")
    assert len({first.links_port, second.links_port, 29170}) == 3
    code = first.invite()
    began = time.monotonic()
    joined = second.join(code)
    assert joined.returncode == 0, joined.stderr
    print(f"a node joins by a code of a server at port {first.links_port} in {time.monotonic() - began:.2f} s")
    second.start()
    second.wait_for_link()
    check_lines([first, second])
    # The code is used up and gone: the node remembers the port.
    for node in (first, second):
        node.stop()
    for node in (first, second):
        node.start()
    second.wait_for_link()
    assert "a member" in second.ask("status")
    print("nodes at ports of their own link, pass lines, and link again when both have started anew")


def check_new_port(first, third):
    """A code names the port at which the server listens now. Return the code, which is used then."""
    first.stop()
    first.links_port = free_port()
    first.start()
    first.wait_for_port()
    code = first.invite()
    joined = third.join(code)
    assert joined.returncode == 0, joined.stderr
    print("a code names the port of the server as it runs now")
    return code


def check_refusals(first, used, third, fourth, other):
    """Each node tries one place: it dials again where it met members."""
    third.stop()
    shutil.rmtree(third.data)
    says(third.join(used), "another node has joined with this code", "mesh invite")
    says(fourth.join(first.invite("--port", "9"), "--wait", "1"), "no node of the place answers", "firewall")
    other.start()
    other.wait_for_port()
    says(fourth.join(first.invite("--port", str(other.links_port)), "--wait", "2"), "belongs to another place")
    says(fourth.join(other.invite(), "--wait", "1"), "--replace")
    bad = fourth.run("join", used[:-1])
    assert bad.returncode != 0 and "copy all of it" in bad.stderr, bad.stderr
    print("a used code, a wrong address, the address of another place, and a code of another place are refused, each "
          "with its remedy")


def check_clock(other, fourth):
    """Where this machine's system does not vouch for its clock, both sides say whose fault that is."""
    other.stop()
    other.start(clock="auto")
    if other.state()["clock_is_set"]:
        print("this system vouches for its clock: what servers say otherwise is not tried")
        return
    outcome = fourth.join(other.invite(), "--wait", "2", "--replace")
    says(outcome, "the organiser's server answers", NOT_VOUCHED, "mesh-clock=trusted")
    other.stop()
    other.start()
    joined = fourth.join(other.invite())
    assert joined.returncode == 0, joined.stderr
    print("a server whose system does not vouch for its clock admits nobody, and says so on both sides")


def check_files(first, folder):
    first.stop()
    file, data = folder / "messages", ("--data", str(first.data))
    assert first.run("export", str(file), *data).returncode == 0
    whole = file.read_bytes()
    for content, cause in (
            (b"hello", "no file of messages"), (whole[:-9], "ends too early"), (whole + b"more", "more bytes follow"),
            (whole[:40] + bytes([whole[40] ^ 1]) + whole[41:], "damaged")):
        file.write_bytes(content)
        says(first.run("import", str(file), *data), cause)
    file.write_bytes(whole)
    taken = first.run("import", str(file), "--trust-clock", *data)
    assert taken.returncode == 0 and "kept 0" in taken.stdout, taken
    print("a file of messages that is none, is cut, has more bytes or other bytes is refused, each with its cause")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("atlas")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        folder = pathlib.Path(place)
        nodes = [Node(options.program, options.atlas, folder, name)
                 for name in ("first", "second", "third", "fourth", "other")]
        for node in nodes:
            stack.callback(node.stop)
        first, second, third, fourth, other = nodes
        check_joining(first, second)
        check_refusals(first, check_new_port(first, third), third, fourth, other)
        check_clock(other, fourth)
        check_files(first, folder)


if __name__ == "__main__":
    main()
