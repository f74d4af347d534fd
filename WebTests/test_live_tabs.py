"""Several tabs of one browser: one stream of events for all, and no event missed or doubled when the tab with the stream closes."""
import json
import time
import urllib.request
import uuid

import pytest
from playwright.sync_api import expect

from conftest import DESK

LISTEN = """async () => {
    const { listen } = await import('/data/live.js');
    window.received = [];
    window.leave = listen({ post: ({ message }) => received.push(message) });
}"""
# Pages that are not secure have none of these.
WITHOUT_LOCKS = "delete Navigator.prototype.locks;"


class Tabs:
    """Tabs that listen, without the rest of the page, which takes its time eight times over; and the streams they have open."""

    def __init__(self, visitor, number):
        self.context, self.address = visitor.context, visitor.address
        # A text has no icon.
        visitor.expected += ["404"]
        self.streams, self.opened = {}, 0
        self.pages = [visitor.page] + [self.context.new_page() for _ in range(number - 1)]
        for page in self.pages:
            page.on("request", lambda request, page=page: self._began(request, page))
            for name in ("requestfinished", "requestfailed"):
                page.on(name, lambda request: self.streams.pop(request, None))
            page.goto(f"{self.address}/licences.txt")
            page.evaluate(LISTEN)
        self.until(lambda: len(self.streams) == 1)

    def _began(self, request, page):
        if "/api/v1/events" in request.url:
            self.streams[request] = page
            self.opened += 1

    def until(self, holds):
        deadline = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < deadline
            self.pages[-1].wait_for_timeout(50)

    def leader(self):
        [page] = self.streams.values()
        return page

    def close_leader(self):
        page = self.leader()
        self.pages.remove(page)
        for request in [each for each, owner in self.streams.items() if owner == page]:
            del self.streams[request]
        page.close()

    def say(self, message):
        body = json.dumps({"message": message, "name": "Elsewhere", "key": str(uuid.uuid4())}).encode()
        headers = {"content-type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{self.address}/api/v1/posts", body, headers)).close()

    def received(self, messages):
        """Waits until all tabs have got these events, in this order, and no others."""
        for page in self.pages:
            self.until(lambda page=page: page.evaluate("() => received.length") >= len(messages))
            assert page.evaluate("() => received") == messages


def asked_streams(address):
    """How many streams the server was asked for."""
    text = urllib.request.urlopen(f"{address}/metrics").read().decode()
    counts = [line.rsplit(" ", 1)[1] for line in text.splitlines() if line.startswith('hereabouts_requests_total{route="events"')]
    return sum(map(int, counts))


@pytest.mark.parametrize("number", [2, 8])
def test_tabs_share_one_stream_and_another_tab_takes_over(visit, served, number):
    before = asked_streams(served)
    tabs = Tabs(visit(served, DESK), number)
    tabs.say("first")
    tabs.received(["first"])
    assert asked_streams(served) == before + 1
    tabs.close_leader()
    # Perhaps sent while no tab listens.
    tabs.say("second")
    tabs.until(lambda: len(tabs.streams) == 1)
    tabs.say("third")
    tabs.received(["first", "second", "third"])
    assert asked_streams(served) == before + 2


def test_a_tab_that_is_frozen_gives_the_stream_away(visit, served):
    tabs = Tabs(visit(served, DESK), 3)
    tabs.say("first")
    tabs.received(["first"])
    frozen = tabs.leader()
    # Browsers freeze only pages in the background, and no page of a test is there.
    frozen.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    tabs.until(lambda: tabs.streams and frozen not in tabs.streams.values())
    tabs.say("second")
    tabs.received(["first", "second"])
    frozen.evaluate("() => document.dispatchEvent(new Event('resume'))")
    tabs.say("third")
    tabs.received(["first", "second", "third"])
    assert len(tabs.streams) == 1


def test_the_stream_goes_to_the_tab_that_is_looked_at(visit, served):
    tabs = Tabs(visit(served, DESK), 1)
    tabs.leader().evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    hidden = tabs.leader()
    seen = tabs.context.new_page()
    seen.on("request", lambda request: tabs._began(request, seen))
    seen.goto(f"{served}/licences.txt")
    seen.evaluate(LISTEN)
    tabs.pages.append(seen)
    tabs.until(lambda: list(tabs.streams.values()) == [seen])
    tabs.say("first")
    tabs.received(["first"])
    assert hidden in tabs.pages


def test_logging_in_opens_the_stream_anew_in_whichever_tab_has_it(visit, served):
    tabs = Tabs(visit(served, DESK), 2)
    tabs.say("first")
    tabs.received(["first"])
    other = next(page for page in tabs.pages if page != tabs.leader())
    became = """async () => {
        const { Community } = await import('/data/community.js');
        const { enter } = await import('/data/accounts.js');
        const { listenAnew } = await import('/data/live.js');
        window.community = new Community(() => Promise.resolve(false));
        window.register = (name) => enter(community, 'accounts', { name, password: 'correct horse' });
        community.addEventListener('me', listenAnew);
    }"""
    for page in tabs.pages:
        page.evaluate(became)
    leader, opened = tabs.leader(), tabs.opened
    other.evaluate("(name) => register(name)", f"tab-{uuid.uuid4().hex[:8]}")
    tabs.until(lambda: tabs.opened == opened + 1 and len(tabs.streams) == 1)
    assert tabs.leader() == leader
    assert leader.evaluate("async () => (await community.me()).account.name").startswith("tab-")
    tabs.say("second")
    tabs.received(["first", "second"])


def test_tabs_without_locks_have_a_stream_each(visit, served):
    visitor = visit(served, DESK)
    visitor.expected += ["404"]
    visitor.context.add_init_script(WITHOUT_LOCKS)
    before = asked_streams(served)
    pages = [visitor.page, visitor.context.new_page()]
    for page in pages:
        page.goto(f"{served}/licences.txt")
        page.evaluate(LISTEN)
    deadline = time.monotonic() + 60
    while asked_streams(served) < before + 2 and time.monotonic() < deadline:
        pages[0].wait_for_timeout(50)
    assert asked_streams(served) == before + 2
