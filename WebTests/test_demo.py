"""The demo from its first minute on: queues, busy places and posts are there, by the clock of the place, wherever the machine is."""
import json
import os
import re
import subprocess
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE, ROOT, SAMPLE, arrived
from test_account import enter
from test_posts_map import IN_SIGHT

SIZES = [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The address of the demo on a machine of another zone."""
    program = os.environ.get("HEREABOUTS")
    if not program or not SAMPLE.exists():
        pytest.skip("HEREABOUTS names no program, or the sample is missing; `make test` sees to both")
    folder = tmp_path_factory.mktemp("demo")
    port_file = folder / "port"
    server = subprocess.Popen(
        [program, "demo", "--data", str(folder / "data"), "--host", "127.0.0.1", "--port", "0", "--port-file", str(port_file)],
        cwd=ROOT, env={**os.environ, "TZ": "Pacific/Auckland"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (port_file.exists() and port_file.read_text().strip()):
            assert server.poll() is None, "the program ended instead of serving"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port_file.read_text().strip()}"
    finally:
        server.terminate()
        server.wait(20)


def ask(address, path):
    return json.load(urllib.request.urlopen(f"{address}/api/v1/{path}"))


def test_from_the_first_answer_on_people_wait_and_places_are_busy(demo):
    queues, busy = ask(demo, "queues")["queues"], ask(demo, "busyness")["places"]
    assert len(queues) >= 3 and len(busy) >= 10
    # Not all alike.
    assert len({place["now"]["level"] for place in busy}) >= 3
    busyness = ask(demo, f"places/{queues[0]['id']}/busyness")
    assert busyness["has_queue"]
    assert max(len(set(levels)) for levels in busyness["levels"]) >= 3


def test_the_clock_is_the_places(demo):
    assert ask(demo, "about")["time_zone"] == "Europe/Helsinki"
    place = ask(demo, "busyness")["places"][0]
    there = datetime.fromisoformat(ask(demo, f"places/{place['id']}/busyness")["clock"])
    assert abs(there - datetime.now(ZoneInfo("Europe/Helsinki")).replace(tzinfo=None)) < timedelta(minutes=5)
    # Simulated people live by it: by day, the shown hour is the hour of the place.
    hour = datetime.fromisoformat(place["now"]["hour"])
    assert 11 <= hour.hour < 18 and (hour.hour == there.hour or not 12 <= there.hour < 17)


def test_the_settings_say_whose_clock_it_is_and_another_may_be_chosen():
    program = os.environ.get("HEREABOUTS")
    if not program:
        pytest.skip("HEREABOUTS names no program; `make test` sets it")

    def zone(*arguments):
        settings = subprocess.run(
            [program, "demo", "--print-config", *arguments],
            cwd=ROOT,
            env={**os.environ, "TZ": "Pacific/Auckland"},
            capture_output=True,
            text=True,
        )
        return re.findall("^time-zone = (.*)$", settings.stdout, re.M)

    assert zone() == ["Europe/Helsinki"]
    assert zone("--time-zone", "Asia/Tokyo") == ["Asia/Tokyo"]
    # Another place has another clock.
    assert zone("--atlas", "elsewhere.atlas") != ["Europe/Helsinki"]


@pytest.mark.parametrize("device", SIZES)
def test_a_first_visitor_finds_queues_a_chart_with_a_shape_and_posts(visit, demo, device):
    visitor = visit(demo, device)
    page = visitor.open("#now")
    expect(page.locator("section[aria-labelledby=now-queues] li").first).to_be_visible()
    expect(page.locator("section[aria-labelledby=now-busy] li").first).to_be_visible()
    queue = ask(demo, "queues")["queues"][0]
    page.evaluate("(id) => { location.hash = `place=${id}` }", queue["id"])
    chart = page.locator(".busy-chart")
    expect(chart.locator(".present small")).to_have_text("Now")
    visitor.wait_drawn()
    assert page.evaluate("() => seenMap.getSource('busy').serialize().data.features.length") == 0
    page.evaluate("() => { location.hash = 'posts' }")
    expect(page.get_by_text("posts with a location")).to_be_visible()
    page.wait_for_function("() => !document.querySelector('bottom-sheet').getAnimations().length")
    visitor.wait_drawn()
    assert page.evaluate(IN_SIGHT) >= 1


def test_visitors_are_asked_for_their_wait_in_a_cafe_and_not_in_a_church(visit, demo):
    visitor = visit(demo, SIZES[0])
    enter(visitor, "waiter")
    page = visitor.page
    prompt = page.locator(".place-now").get_by_role("button", name=re.compile("how long you waited|Report waiting time"))
    church = next(place for place in ask(demo, "places?q=kirkko&limit=20")["results"] if place["kind"] == "place_of_worship")
    cafe = next(place for place in ask(demo, "places?q=cafe&limit=20")["results"] if place["kind"] == "cafe")
    for place, count in ((cafe, 1), (church, 0)):
        with page.expect_response(lambda answer, place=place: f"{place['id']}/busyness" in answer.url):
            page.evaluate("(id) => { location.hash = `place=${id}` }", place["id"])
        expect(page.get_by_role("heading", name=place["name"]).first).to_be_visible()
        arrived(page)
        expect(prompt).to_have_count(count)
