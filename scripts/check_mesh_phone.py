#!/usr/bin/env python3
"""Let a phone's browser carry lines between two servers of a mesh that have no link; as root on Linux.

Usage: check_mesh_phone.py PROGRAM ATLAS [--web FOLDER]

Both servers answer at one address of this machine, one at a time, as `https://NAME.local` is to be: a relay here passes
connections to the one or the other. Chromium reads at the first server, writes there, and without any; then it meets
the second. Lines are to be at each server once, whichever way they came. FOLDER is the built page, that of this
checkout if none is named.
"""
import argparse
import pathlib
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time

from mesh_hosts import PORT, Hosts, Node, can_make_hosts, enter, join

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "WebTests"))
# The map is not drawn: without a graphics processor it would take all of a busy machine's time.
ARGUMENTS = ["--no-sandbox", "--disable-3d-apis"]
# Long enough for a busy machine.
PATIENCE_MS = 180_000


class Relay:
    """An address of this machine behind which one server answers, another, or none."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.space, self.open = None, set()
        threading.Thread(target=self.accept, daemon=True).start()

    def lead_to(self, node):
        """From now on this node answers; `None`: nobody does. Connections that are open end."""
        self.space = node and node.hosts.space(node.name)
        for connection in list(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended.

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            if self.space is None:
                near.close()
                continue
            threading.Thread(target=self.join, args=(near, self.space), daemon=True).start()

    def join(self, near, space):
        enter(space)
        with near, socket.create_connection(("127.0.0.1", PORT)) as far:
            both = {near, far}
            self.open |= both
            back = threading.Thread(target=self.pass_on, args=(far, near), daemon=True)
            back.start()
            self.pass_on(near, far)
            back.join()
            self.open -= both

    @staticmethod
    def pass_on(source, target):
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
        except OSError:
            pass  # One side has gone.
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Phone:
    """A page in Chromium, at the rooms' common room."""

    def __init__(self, browser, relay, room):
        self.said, self.compared = [], 0
        from conftest import PHONE
        self.context = browser.new_context(**PHONE, locale="en-GB", reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("response", self.answered)
        self.page.goto(f"{relay.address}/#chat={room}")
        assert self.page.evaluate("() => isSecureContext && !!crypto.subtle"), "the page is not secure"

    def come_back(self):
        """What happens when a visitor comes back to the page: it meets the node."""
        self.page.evaluate("() => window.dispatchEvent(new Event('online'))")

    def meet(self):
        """Let the page meet the server, and wait until it has compared all that it carries: it shows lines a little
        earlier.
        """
        before = self.compared
        self.come_back()
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while self.compared == before or time.monotonic() - self.compared < 5:
            assert time.monotonic() < deadline, "the page does not end its meeting"
            self.page.wait_for_timeout(100)

    def answered(self, response):
        if response.url.endswith("/mesh/query"):
            self.compared = time.monotonic()

    def line(self, text):
        return self.page.locator(".chat-line").filter(has_text=text)

    def write(self, text, state):
        from playwright.sync_api import expect
        self.page.get_by_label("Write a line").fill(text)
        self.page.get_by_role("button", name="Send").click()
        expect(self.line(text)).to_contain_text(state, timeout=PATIENCE_MS)

    def reads(self, text):
        from playwright.sync_api import expect
        expect(self.line(text)).to_have_count(1, timeout=PATIENCE_MS)


def start(program, atlas, hosts, folder, web):
    """Two servers of one place whose hosts shared a cable for a moment."""
    for name in ("one", "two"):
        hosts.add(name)
    nodes = one, two = [Node(program, atlas, hosts, name, folder) for name in ("one", "two")]
    hosts.cable("one", "two", 1)
    one.start(web=web)
    one.wait_for(lambda: one.json("/api/v1/mesh")["node"]["is_member"], 10,
                 "the organiser is no member of its own place")
    join(one, two, "10.93.1.1")
    two.start(web=web)
    two.wait_for(lambda: two.links() == 1 and two.json("/api/v1/mesh")["node"]["is_member"], 15,
                 "the servers are not linked")
    hosts.set("one", "link", "del", "to-two")
    for node in nodes:
        node.find_room()
    return nodes


def wait_until_once(node, texts, seconds):
    """Wait until a server has each of these lines once; return the seconds."""
    began = time.monotonic()
    while any((there := node.texts()).count(text) != 1 for text in texts):
        if time.monotonic() - began > seconds:
            sys.exit(f"{node.name}: after {seconds} s it has {sorted(there)}, and is to have {sorted(texts)}")
        time.sleep(0.1)
    return time.monotonic() - began


def check_carrying(phone, relay, one, two):
    phone.write("Words of a phone", "At this node")
    phone.write("More words", "At this node")
    for number in range(3):
        assert one.say(f"read at the first server {number}")
    phone.reads("read at the first server 2")
    phone.meet()
    written = {"Words of a phone", "More words", *(f"read at the first server {number}" for number in range(3))}
    wait_until_once(one, written, 5)
    assert not written & set(two.texts()), "a line passed without a phone"

    relay.lead_to(None)
    phone.come_back()
    phone.write("Without a server", "Waiting on this phone")
    written.add("Without a server")
    assert two.say("written at the second server")
    began = time.monotonic()
    relay.lead_to(two)
    phone.come_back()
    took = wait_until_once(two, written | {"written at the second server"}, 150)
    phone.reads("written at the second server")
    phone.meet()
    print(f"{len(written)} lines that a phone wrote and read were at the second server {took:.1f} s after they met",
          flush=True)

    relay.lead_to(one)
    phone.come_back()
    both = written | {"written at the second server"}
    took = wait_until_once(one, both, 150)
    print(f"and the second server's line at the first one {took:.1f} s after they met again")
    for _ in range(3):
        # Meeting again and again brings nothing twice.
        for node in (two, one):
            relay.lead_to(node)
            phone.come_back()
            time.sleep(1)
    for node in (one, two):
        assert sorted(node.texts()) == sorted(both), (node.name, node.texts())
    for text in both:
        phone.reads(text)
    print(f"each server has all {len(both)} lines once, and so has the phone; {time.monotonic() - began:.0f} s in all")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program"), parser.add_argument("atlas")
    parser.add_argument("--web", default=ROOT / "Web")
    options = parser.parse_args()
    if not can_make_hosts("a phone that carries lines"):
        return
    from playwright.sync_api import sync_playwright
    folder, nodes, relay = tempfile.mkdtemp(prefix="mesh-"), [], Relay()
    with Hosts() as hosts, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
        try:
            nodes = one, two = start(options.program, options.atlas, hosts, folder, str(options.web))
            relay.lead_to(one)
            phone = Phone(browser, relay, one.room)
            try:
                check_carrying(phone, relay, one, two)
            except BaseException:
                print("the page said:", *phone.said[-20:], sep="\n")
                raise
        finally:
            browser.close()
            for node in nodes:
                node.stop(signal.SIGKILL)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
