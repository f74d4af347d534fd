"""Ways, reach and round walks that are open while streets are closed or opened: they are asked for again at once, also without a network."""
import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, OPERATOR, PATIENCE_MS, keep_place, next_frame, with_and_without_network
from stub import ABOUT
from test_account import ask
from test_directions import ENDS, LISTEN, choice, summary

CHANGED = re.compile("The route changed")


@pytest.fixture
def live(stub, monkeypatch):
    """A made-up server that says again every moment that the overlay is another, once it has `news`."""
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.retry = 300
    return stub


def asked(stub, what):
    return len([path for path in stub.asked if what in path])


def await_asked(stub, what, before):
    """Waits until something was asked for oftener than `before` times."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while asked(stub, what) <= before:
        assert time.monotonic() < end, f"{what} is not asked for"
        time.sleep(0.02)


def publish_changes(stub):
    """Sends the event in a complete stream: the page asks for another stream afterwards."""
    before = asked(stub, "v1/events")
    stub.news = ["overlay"]
    await_asked(stub, "v1/events", before + 1)
    stub.news = []


def test_a_closed_route_is_replaced_shown_and_spoken(visit, live):
    visitor = visit(live.address, DESK, geolocation=HERE, permissions=["geolocation"])
    visitor.context.add_init_script(LISTEN)
    page = visitor.open("#from=me&to=n2")
    expect(page.locator(".next-step")).to_contain_text("Turn right onto Crossing Lane")
    page.get_by_role("button", name="Voice guidance").press("Enter")
    live.detours = True
    publish_changes(live)
    expect(page.locator(".steps")).to_contain_text("Turn left onto Longer Lane 1")
    expect(page.locator("#notices")).to_contain_text("The route changed: now 11 mins.")
    page.wait_for_function("() => said.some(([, text]) => /^The route changed.*Longer Lane 1/.test(text))")
    # The times of the other travel modes are new ones, too.
    expect(page.get_by_role("radio", name=re.compile("By car.*5 min"))).to_have_count(1)


def test_an_unchanged_route_is_left_alone_and_the_chosen_one_stays_chosen(visit, live):
    page = visit(live.address, DESK).open(ENDS)
    choice(page, "11 min").check()
    page.evaluate("() => { document.querySelector('.steps').dataset.before = '' }")
    before = asked(live, "profile=foot")
    publish_changes(live)
    await_asked(live, "profile=foot", before)
    next_frame(page)
    expect(choice(page, "11 min")).to_be_checked()
    expect(page.locator(".steps[data-before]")).to_have_count(1)
    expect(page.get_by_text(CHANGED)).to_have_count(0)


def test_the_newest_answer_wins(visit, live):
    page = visit(live.address, DESK).open(ENDS)
    expect(page.get_by_role("radio", name=re.compile("By car.*1 min"))).to_have_count(1)
    held = live.hold("profile=foot")
    publish_changes(live)
    live.wait_asked("profile=foot")
    live.gates = {}
    publish_changes(live)
    expect(choice(page, "7 min")).to_be_checked()
    live.detours = True
    held.set()
    live.wait_answered("profile=foot")
    next_frame(page)
    expect(summary(page)).to_contain_text("7 min")
    expect(page.get_by_text(CHANGED)).to_have_count(0)


def test_a_route_that_is_gone_says_so_and_comes_back(visit, live):
    visitor = visit(live.address, DESK)
    visitor.expected.append("404")
    page = visitor.open(f"{ENDS}&by=foot")
    expect(summary(page)).to_contain_text("7 min")
    live.wayless = {"foot"}
    publish_changes(live)
    expect(page.get_by_role("alert")).to_contain_text("No walking route: no path on the map connects these two places")
    live.wayless = set()
    publish_changes(live)
    expect(summary(page)).to_contain_text("7 min")


def test_reach_and_round_walks_are_asked_for_again(visit, live):
    page = visit(live.address, DESK).open("#reach=n1&by=foot&kind=park")
    expect(page.locator(".reach-found .rows li")).to_have_count(1)
    before = asked(live, "v1/reach"), asked(live, "v1/table")
    publish_changes(live)
    await_asked(live, "v1/reach", before[0])
    # The shown route stays meanwhile.
    assert page.locator(".bands li").count() == 3
    await_asked(live, "v1/table", before[1])
    page.evaluate("() => { location.hash = '#loop=n1' }")
    walks = page.get_by_role("group", name="Routes").get_by_role("radio")
    expect(walks).to_have_count(2)
    page.locator(".route-choice").last.click()
    publish_changes(live)
    expect(walks.last).to_be_checked()
    expect(page.get_by_text(CHANGED)).to_have_count(0)
    live.detours = True
    publish_changes(live)
    expect(page.get_by_text(CHANGED).first).to_be_visible()
    expect(walks.first).to_be_checked()


class Operator:
    """Draws on the real program's map as programs do."""

    def __init__(self, address):
        body = json.dumps({**OPERATOR, "label": "draws"}).encode()
        request = urllib.request.Request(f"{address}/api/v1/tokens", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            self.token = json.load(answer)["token"]
        self.address = address

    def publish(self, *features):
        revision = ask(self.address, self.token, "admin/weights")["revision"]
        body = json.dumps({"revision": revision, "fields": {"publish": True, "features": features}}).encode()
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/v1/admin/weights", body, headers, method="PUT")
        urllib.request.urlopen(request).close()


# A route in the sample, and how long it takes.
WAY = "#from=60.168600,24.941200&to=60.169400,24.945500&by=foot"
LINE = """() => seenMap.getSource('route')?.serialize().data.features.find((each) => each.properties.part === 'route')?.geometry.coordinates ?? null"""


def on(line, **more):
    """A feature that closes the middle of a line."""
    middle = line[len(line) // 3 : 2 * len(line) // 3]
    return {"kind": "closed", "name": "Closed here", "points": [{"lat": lat, "lon": lon} for lon, lat in middle], **more}


def test_the_real_program_informs_open_pages_when_streets_close_now_or_later(untouched, visit):
    operator = Operator(untouched)
    page = visit(untouched, DESK).open(WAY)
    expect(summary(page)).to_be_visible()
    before, line = summary(page).inner_text(), page.evaluate(LINE)
    operator.publish(on(line))
    expect(page.get_by_text(CHANGED).first).to_be_visible()
    page.wait_for_function(f"(line) => ![null, line].map(JSON.stringify).includes(JSON.stringify(({LINE})()))", arg=line)
    soon = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 4))
    operator.publish(on(line, until=soon))
    page.wait_for_function(f"(line) => JSON.stringify(({LINE})()) === JSON.stringify(line)", arg=line)
    assert summary(page).inner_text() == before


def test_without_a_network_routes_avoid_known_closures_and_show_their_age(untouched, visit):
    operator = Operator(untouched)
    visitor = visit(untouched, DESK, service_workers="allow")
    page = visitor.open(WAY)
    expect(summary(page)).to_be_visible()
    usual = page.evaluate(LINE)
    operator.publish(on(usual))
    page.goto("about:blank")
    keep_place(visitor)
    shown_routes = []
    for _ in with_and_without_network(visitor):
        visitor.open(WAY)
        page.wait_for_function(f"(usual) => ![null, usual].map(JSON.stringify).includes(JSON.stringify(({LINE})()))", arg=usual)
        expect(page.locator(".profile .time", has_text="min")).to_have_count(4)
        shown_routes.append((page.evaluate(LINE), summary(page).inner_text(), page.locator(".profile .time").all_text_contents()))
    assert shown_routes[0] == shown_routes[1]
    expect(page.locator(".remark")).to_contain_text("last known closures (just now)")
    visitor.context.set_offline(False)
