"""People: sharing and reporting a location, the live view of others, and the data that never leaves the device."""
import json
import math
import re
import urllib.request
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, next_frame
from stub import ago
from test_account import enter
from test_everyone import SMALL

GEO = {"geolocation": HERE, "permissions": ["geolocation"]}
FRIEND = "() => fetch('/api/v1/me/friends', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: %s }) })"
# The names on the map, of marks and in the circles of approximate locations.
NAMED = """() => ['people', 'peopleAreas'].flatMap((id) => seenMap.getSource(id).serialize().data.features)
    .flatMap(({ properties }) => properties.name ?? [])"""
VIEWS = {"#place=n1": ".busy-chart", "#now": ".now .rows li", "#privacy": ".viewers", "#devices": ".people-list"}


def show(page, view, sign):
    page.evaluate("(view) => { location.hash = view }", view)
    expect(page.locator(sign).first).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    return page


def member(visit, address, name, device=PHONE, **options):
    visitor = visit(address, device, **{**GEO, **options})
    enter(visitor, name)
    return visitor


def call(page, method, path, body=None):
    """Asks the server as the account that is logged in on the page."""
    return page.evaluate(
        """async ([method, path, body]) => {
            const headers = body ? { 'content-type': 'application/json' } : {};
            const response = await fetch(`/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
            return response.status === 204 ? null : response.json();
        }""", [method, path, body])


def befriend(one, name, other, other_name):
    call(one, "POST", "me/friends", {"name": other_name})
    call(other, "POST", "me/friends", {"name": name})


def report(page, address, *positions):
    """Reports positions as a phone of the logged-in account, and returns its token."""
    token = call(page, "POST", "me/devices", {"kind": "program", "name": "phone"})["token"]
    now = page.evaluate("() => Date.now()")
    send(address, token, [{"time": now - 2_100_000 - (len(positions) - index) * 60_000, "lat": lat, "lon": lon} for index, (lat, lon) in enumerate(positions)])
    return token


def send(address, token, positions):
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{address}/api/v1/positions", json.dumps(positions).encode(), headers)).read()


def test_a_friend_is_seen_live_and_at_home_no_more_than_the_area(untouched, visit):
    anna, ben = (member(visit, untouched, name).page for name in ("anna", "ben"))
    befriend(anna, "anna", ben, "ben")
    show(ben, "#now", ".now .hint")
    token = report(anna, untouched, (60.1690, 24.9400))
    show(anna, "#privacy", ".viewers")
    anna.get_by_label("Friends see").select_option("exact")
    expect(anna.locator(".viewers")).to_contain_text("exact location")
    row = ben.locator(".now section").first.locator(".rows button")
    expect(row).to_contain_text("anna")
    row.click()
    expect(ben.get_by_role("heading", name="anna")).to_be_visible()
    expect(ben.locator(".where-text")).to_contain_text("Near")
    before = ben.locator(".where-text").text_content()
    now = anna.evaluate("() => Date.now()")
    send(untouched, token, {"time": now, "lat": 60.1718, "lon": 24.9470})
    ben.wait_for_function("(before) => document.querySelector('.where-text').textContent !== before", arg=before)
    # The classic switch: works at once, and says no place.
    anna.get_by_label("I am at home").check()
    expect(ben.locator(".where-text")).to_contain_text("At home")
    assert ben.get_by_role("button", name="Directions").count() == 0
    anna.get_by_label("Friends see").select_option("nothing")
    expect(ben.locator(".person-card .hint")).to_be_visible()
    ben.go_back()
    expect(ben.locator(".now .hint").first).to_be_visible()


def test_a_guest_sees_pseudonyms_and_no_names(untouched, visit):
    visitor = member(visit, untouched, "anna")
    # A name that is taken.
    visitor.expected.append("status of 409")
    anna = visitor.page
    # An approximate place that arrives now is visible at the next full step; who presses *at home* is so at once.
    share(anna, 0, homes=[home_here(anna)], at_home=True)
    show(anna, "#privacy", ".viewers")
    anna.get_by_label("Public name").fill("keeper")
    anna.get_by_role("button", name="Show", exact=True).click()
    expect(anna.get_by_text("This name is taken")).to_be_visible()
    anna.get_by_label("Public name").fill("Heron")
    anna.get_by_role("button", name="Show", exact=True).click()
    expect(anna.locator(".viewers")).to_contain_text("Heron")
    guest = visit(untouched, DESK).open("#now")
    expect(guest.locator(".now .rows").first).to_contain_text("Heron")
    assert "anna" not in guest.locator(".now").text_content()
    guest.locator(".now .rows button").first.click()
    expect(guest.locator(".where-text")).to_contain_text("At home")
    anna.get_by_role("button", name="Hide", exact=True).click()
    expect(guest.locator(".person-card .hint")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_an_approximate_place_is_a_circle_with_a_name_on_the_map(visit, stub, device):
    page = visit(stub.address, device).open("#now")
    page.wait_for_function("() => seenMap.getSource('peopleAreas').serialize().data.features.some(({ properties }) => properties.name === 'Heron')")
    page.locator(".now .rows button", has_text="Heron").click()
    expect(page.locator(".where-text")).to_contain_text("in the marked circle")


def test_the_page_reports_the_position_with_a_sign_and_says_when_it_cannot(untouched, visit):
    visitor = member(visit, untouched, "anna")
    page = visitor.page
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    show(page, "#now", "#reporting-switch")
    expect(page.locator("#reporting")).to_be_hidden()
    with page.expect_request(lambda request: request.url.endswith("/api/v1/positions")) as sent:
        page.get_by_role("switch").check()
    [position] = json.loads(sent.value.post_data)["positions"]
    assert (position["lat"], position["lon"]) == (HERE["latitude"], HERE["longitude"])
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    expect(page.locator("#reporting.working")).to_be_visible()
    # It goes on after the page was left, and waits without a network.
    page.reload()
    visitor.wait_ready()
    expect(page.locator("#reporting.working")).to_be_visible()
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    page.get_by_label("Time between reports").select_option("10")
    visitor.context.set_offline(True)
    page.wait_for_function("(at) => Date.now() > at", arg=page.evaluate("() => Date.now() + 11_000"))
    visitor.context.set_geolocation({**HERE, "latitude": HERE["latitude"] + 0.002})
    expect(page.get_by_text("1 report is waiting.")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    page.get_by_role("switch").uncheck()
    expect(page.locator("#reporting")).to_be_hidden()
    page.wait_for_function("async () => (await (await fetch('/api/v1/me/devices')).json()).devices.length === 0")
    assert len(call(page, "GET", "me/positions")["features"]) >= 2


def test_in_a_home_area_the_true_place_never_leaves_the_page(untouched, visit):
    visitor = member(visit, untouched, "anna", DESK)
    page = visitor.page
    asked = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(request))
    show(page, "#privacy", ".viewers")
    page.locator(".homes-part").get_by_role("button", name="Use my location").click()
    expect(page.get_by_role("button", name="Area 1", exact=True)).to_be_visible()
    show(page, "#now", "#reporting-switch")
    page.get_by_role("switch").check()
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    [area] = call(page, "GET", "me/sharing")["areas"]
    assert lies(HERE["latitude"], HERE["longitude"], area["area"])
    bodies = [request.post_data for request in asked if request.url.endswith("/api/v1/positions")]
    for body in bodies:
        for position in json.loads(body)["positions"]:
            assert {key: position[key] for key in ("lat", "lon")} == area["middle"] and set(position) == {"time", "lat", "lon"}
    assert bodies
    # Naming the home and looking at the map do not say it either, not to fifty metres.
    said = [number for request in asked for number in re.findall(r"\d+\.\d+", f"{request.url} {request.post_data}")]
    assert any(is_near(number, area["middle"]["lat"]) for number in said)
    assert not any(is_near(number, HERE["latitude"]) or is_near(number, HERE["longitude"]) for number in said)
    # Nor with the switch, where no area is named.
    show(page, "#privacy", ".viewers")
    page.get_by_role("button", name="Remove Area 1").click()
    expect(page.get_by_role("button", name="Area 1", exact=True)).to_have_count(0)


def share(page, revision, **fields):
    """Changes the sharing choices, as another device of the logged-in account would."""
    usual = {"friends": "nothing", "statistics": False, "homes": [], "at_home": False, "retention_days": 30}
    return call(page, "PUT", "me/sharing", {"revision": revision, "fields": {**usual, **fields}})


def home_here(page):
    """The home area at the position of the visitor."""
    lat, lon = HERE["latitude"], HERE["longitude"]
    x, y = (lon + 180) / 360 * 1024, (0.5 - math.asinh(math.tan(math.radians(lat))) / (2 * math.pi)) * 1024
    areas = call(page, "GET", f"home-areas/{int(x)}/{int(y)}")["areas"]
    found = [each for each in areas if lies(lat, lon, each["area"])]
    return min(found, key=lambda each: each["area"]["north"] - each["area"]["south"])["home"]


def lies(lat, lon, area):
    return area["south"] <= lat <= area["north"] and area["west"] <= lon <= area["east"]


def is_near(number, degrees):
    """Whether a number in a text says a latitude or longitude to some fifty metres."""
    return abs(float(number) - degrees) < 0.0005


def post_located(page, text):
    """Posts, and returns the location that goes over the network."""
    page.get_by_role("textbox", name="What is happening here?").fill(text)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/posts")) as sent:
        page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post", has_text=text)).to_have_count(1)
    return sent.value.post_data_json.get("location")


def test_a_post_from_a_home_area_says_so_before_and_the_true_place_never_leaves_the_page(untouched, visit):
    visitor = member(visit, untouched, "anna", DESK)
    page = visitor.page
    home = home_here(page)
    [area] = share(page, 0, homes=[home])["areas"]
    asked = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(f"{request.url} {request.post_data}"))
    show(page, "#timeline", ".composer")
    switch = page.get_by_role("button", name="Add my location")
    switch.click()
    expect(page.locator(".location-text")).to_contain_text("your home area")
    assert post_located(page, "From home") == area["middle"]
    # The next post has no location unless the author asks for it again.
    expect(switch).to_have_attribute("aria-pressed", "false")
    [post] = call(page, "GET", "posts")["posts"]
    assert {key: post["location"][key] for key in ("lat", "lon")} == area["middle"] and post["location"]["accuracy"] > 100
    # Nor with *at home* switched on and no home area: then there is no location to show.
    share(page, 1, at_home=True)
    switch.click()
    expect(page.locator(".location-text")).to_contain_text("have no home area yet")
    assert post_located(page, "From nowhere") is None
    numbers = {float(number) for text in asked for number in re.findall(r"\d+\.\d+", text)}
    assert area["middle"]["lat"] in numbers and not numbers & {HERE["latitude"], HERE["longitude"]}
    # Outside it is exact, as it says.
    share(page, 2, homes=[home])
    north = round(area["around"]["north"] + 0.01, 4)
    visitor.context.set_geolocation({**HERE, "latitude": north})
    switch.click()
    expect(page.locator(".location-text")).to_contain_text("Everybody will see your location on the map")
    assert post_located(page, "From outside")["lat"] == north


def test_a_queue_report_from_a_home_area_does_not_reveal_its_position(untouched, visit):
    visitor = member(visit, untouched, "anna", DESK)
    # The area's middle is far from the place.
    visitor.expected.append("status of 403")
    page = visitor.page
    [area] = share(page, 0, homes=[home_here(page)])["areas"]
    show(page, "#now", ".now .unfolder")
    page.get_by_role("button", name="Report waiting time").click()
    page.locator(".choosing").get_by_role("combobox").fill("Lidl")
    page.locator(".choosing").get_by_role("option").first.click()
    page.get_by_label("Minutes").fill("12")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/queues")) as sent:
        page.get_by_role("button", name="Send", exact=True).click()
    body = sent.value.post_data_json
    assert {key: body[key] for key in ("lat", "lon")} == area["middle"]


def test_a_home_area_is_taken_from_the_map(untouched, visit):
    visitor = member(visit, untouched, "anna", PHONE)
    page = visitor.page
    show(page, "#privacy", ".viewers")
    page.locator(".homes-part").get_by_role("button", name="Choose on the map").click()
    expect(page.get_by_text("Tap the map where the area should be")).to_be_visible()
    page.get_by_role("button", name="Middle of the map").click()
    expect(page.get_by_role("button", name="Area 1", exact=True)).to_be_visible()
    expect(page.get_by_text("Tap the map where the area should be")).to_have_count(0)
    # Escape leaves off choosing, and stays on the screen.
    page.locator(".homes-part").get_by_role("button", name="Choose on the map").click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Tap the map where the area should be")).to_have_count(0)
    expect(page.get_by_role("button", name="Area 1", exact=True)).to_be_visible()
    # Leaving the screen leaves off choosing, too.
    page.locator(".homes-part").get_by_role("button", name="Choose on the map").click()
    show(page, "#now", "#reporting-switch")
    expect(page.get_by_text("Tap the map where the area should be")).to_have_count(0)


def test_a_device_is_set_up_by_a_code_that_is_shown_once(untouched, visit):
    page = member(visit, untouched, "anna").page
    show(page, "#devices", ".devices .lead")
    page.get_by_role("button", name="Add a device").click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Fill in this field")).to_be_visible()
    page.get_by_label("Name").fill("Anna's phone")
    page.get_by_role("button", name="Add", exact=True).click()
    code = page.get_by_role("img", name="QR code that sets up the app")
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.naturalWidth > 0")
    assert page.get_by_role("link", name="Set up the app").get_attribute("href").startswith("owntracks:///config?inline=")
    token = page.get_by_label("Token").input_value()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".people-list li", has_text="Anna's phone")).to_contain_text("waiting for first report")
    assert token not in page.content()
    page.get_by_role("button", name="Remove: Anna's phone").click()
    page.get_by_role("dialog").get_by_role("button", name="Not now").click()
    expect(page.locator(".people-list")).to_contain_text("Anna's phone")
    page.get_by_role("button", name="Remove: Anna's phone").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No devices yet.")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_person_who_reports_too_often_reads_how_many_positions_were_left_out(visit, stub, device):
    stub.log_in()
    page = visit(stub.address, device).open("#devices")
    expect(page.get_by_text("Positions stored today: 1,234 of 20,000")).to_be_visible()
    expect(page.get_by_text("Stored positions: 40,000 of 3,000,000")).to_be_visible()
    expect(page.locator(".devices .problem", has_text="not stored today")).to_have_count(0)
    stub.quotas[0] |= {"used": 20000, "left_out": 5678}
    page.reload()
    expect(page.get_by_text("Positions not stored today, because your devices reported too often: 5,678")).to_be_visible()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_new_device_waits_for_its_first_report_and_an_old_one_has_no_recent_one(visit, stub, device):
    stub.log_in()
    stub.devices.append({"id": "2", "kind": "osmand", "name": "New phone", "created": ago(60)})
    page = visit(stub.address, device).open("#devices")
    rows = page.locator(".people-list li")
    expect(rows.nth(0)).to_contain_text("last report")
    expect(rows.nth(1)).to_contain_text("no recent reports")
    expect(rows.nth(2)).to_contain_text("waiting for first report")


def test_friends_are_asked_for_agreed_to_and_parted_from(untouched, visit):
    visitor, other = (member(visit, untouched, name) for name in ("anna", "ben"))
    visitor.expected.append("status of 404")
    anna, ben = visitor.page, other.page
    show(anna, "#privacy", ".friends")
    anna.get_by_label("Add a friend by name").fill("nobody-here")
    anna.get_by_role("button", name="Send request", exact=True).click()
    expect(anna.get_by_text("There is no account with this name.")).to_be_visible()
    anna.get_by_label("Add a friend by name").fill("ben")
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("Request sent", exact=True)).to_be_visible()
    show(ben, "#privacy", ".friends")
    ben.get_by_role("button", name="Accept: anna").click()
    expect(ben.get_by_role("button", name="Remove: anna")).to_be_visible()
    ben.get_by_role("button", name="Remove: anna").click()
    expect(ben.locator(".friends .people-list")).to_have_count(0)


def test_a_file_is_added_to_the_positions_once_and_a_bad_file_gives_the_reason(untouched, visit, tmp_path):
    visitor = member(visit, untouched, "anna")
    visitor.expected.append("status of 400")
    page = visitor.page
    show(page, "#privacy", ".viewers")
    time = page.evaluate("() => new Date(Date.now() - 3_600_000).toISOString()")
    good, bad = tmp_path / "walk.gpx", tmp_path / "photo.gpx"
    good.write_text(f'<gpx version="1.1"><trk><trkseg><trkpt lat="60.17" lon="24.94"><time>{time}</time></trkpt></trkseg></trk></gpx>')
    bad.write_bytes(b"\x89PNG")
    field = page.locator(".privacy input[type=file]")
    field.set_input_files(good)
    expect(page.get_by_text("Positions added: 1; already there: 0.")).to_be_visible()
    page.locator(".privacy input[type=file]").set_input_files(good)
    expect(page.get_by_text("Positions added: 0; already there: 1.")).to_be_visible()
    page.locator(".privacy input[type=file]").set_input_files(bad)
    expect(page.locator(".privacy .problem", has_text="neither GPX, GeoJSON")).to_be_visible()
    # One bad point costs that point, and is named.
    earlier = page.evaluate("() => new Date(Date.now() - 3_500_000).toISOString()")
    good.write_text(
        good.read_text().replace(
            "</trkseg>",
            f'<trkpt lat="60.17" lon="24.94"><time>noon</time></trkpt><trkpt lat="60.17" lon="24.94"><time>{earlier}</time></trkpt></trkseg>',
        )
    )
    page.locator(".privacy input[type=file]").set_input_files(good)
    expect(page.get_by_text("Positions added: 1; already there: 1.")).to_be_visible()
    expect(page.locator(".privacy .problem li")).to_have_count(1)
    expect(page.locator(".privacy .problem li")).to_contain_text("Point 2: ")
    # They stand where the other lines do, and a label of two lines has room in its button.
    edges = [found.bounding_box()["x"] for found in (page.locator(".privacy .problem li"), page.get_by_text("Positions added"))]
    assert edges[0] == edges[1]
    button = page.get_by_role("button", name="Add a file")
    room = button.evaluate(
        """(button) => {
            const range = document.createRange();
            range.selectNodeContents(button);
            const [inside, outside] = [range, button].map((one) => one.getBoundingClientRect());
            return inside.top - outside.top;
        }"""
    )
    assert room >= 7
    assert len(call(page, "GET", "me/positions")["features"]) == 2
    # The server names the first hundred; the page counts all.
    good.write_text(good.read_text().replace("</trkseg>", '<trkpt lat="60.17" lon="24.94"/>' * 119 + "</trkseg>"))
    page.locator(".privacy input[type=file]").set_input_files(good)
    expect(page.get_by_text("Points not added: 120")).to_be_visible()


def test_people_see_their_own_visits_and_keep_them_longer_if_they_want(untouched, visit):
    page = member(visit, untouched, "anna").page
    show(page, "#privacy", ".viewers")
    expect(page.get_by_text("No places in the last day. A place appears here")).to_be_visible()
    place = call(page, "GET", "places?q=kappeli&limit=1")["results"][0]
    report(page, untouched, *[(place["lat"], place["lon"])] * 15)
    page.reload()
    row = page.locator(".visits .rows button")
    expect(row).to_have_count(1)
    expect(row.locator(".where")).to_contain_text("14 min")
    page.get_by_label("Keep the places I visited").check()
    page.wait_for_function("async () => (await (await fetch('/api/v1/me/sharing')).json()).fields.keeps_visits === true")
    page.reload()
    expect(page.get_by_label("Keep the places I visited")).to_be_checked()
    page.locator(".visits").get_by_role("button", name="Before").press("Enter")
    expect(page.get_by_text("Nothing is stored from")).to_be_visible()
    expect(page.locator(".visits button").first).to_be_focused()
    page.locator(".visits").get_by_role("button", name="Last day").click()
    row.click()
    expect(page.locator("html")).to_have_attribute("data-screen", "place")


def test_without_an_answer_the_visits_are_requested_again(visit, stub):
    stub.log_in()
    visitor = visit(stub.address, PHONE, **GEO)
    visitor.expected.append("ERR_FAILED")
    page = visitor.open()
    page.route("**/api/v1/me/visits?*", lambda route: route.abort())
    page.evaluate("() => { location.hash = '#privacy' }")
    again = page.locator(".visits").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/v1/me/visits?*")
    again.click()
    expect(page.locator(".visits .rows li")).to_have_count(2)


def test_positions_are_deleted_after_a_question_and_the_sharing_stays(untouched, visit):
    page = member(visit, untouched, "anna").page
    report(page, untouched, (60.1690, 24.9400))
    show(page, "#privacy", ".viewers")
    page.get_by_label("Friends see").select_option("exact")
    expect(page.locator(".viewers")).to_contain_text("exact location")
    with page.expect_download() as download:
        page.get_by_role("link", name="GPX").click()
    assert "<trkpt" in open(download.value.path()).read()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Positions deleted")).to_be_visible()
    expect(page.locator(".viewers")).not_to_contain_text("exact location")
    expect(page.get_by_label("Friends see")).to_have_value("exact")
    assert call(page, "GET", "me/positions")["features"] == []


def test_a_counted_person_is_asked_for_a_home_area(visit, stub):
    stub.log_in()
    homes = stub.sharing["fields"]["homes"]
    stub.sharing["fields"] |= {"homes": [], "statistics": True}
    visitor = visit(stub.address, PHONE, **GEO)
    page = visitor.open("#privacy")
    remark = page.get_by_text("Set your home area, too")
    expect(remark).to_be_visible()
    page.get_by_label("Count my visits anonymously").uncheck()
    expect(remark).to_be_hidden()
    stub.sharing["fields"] |= {"homes": homes, "statistics": True}
    page.reload()
    expect(page.get_by_label("Count my visits anonymously")).to_be_checked()
    expect(remark).to_be_hidden()


def test_the_data_visible_through_groups_and_links_is_shown_beside_the_rest(visit, stub):
    stub.log_in()
    page = visit(stub.address, PHONE, **GEO).open("#privacy")
    viewers = page.locator(".viewers")
    expect(viewers.locator("dt")).to_have_count(4)
    expect(viewers.locator("dt").nth(2)).to_have_text("Tour")
    expect(viewers.locator("dd").nth(2)).to_have_text(viewers.locator("dd").nth(0).inner_text())
    expect(viewers.locator("dt").nth(3)).to_contain_text("Anyone with the link that ends")
    expect(viewers.locator("dd").nth(3)).to_have_text("Nothing")


def test_changes_of_another_browser_are_shown(visit, stub):
    stub.log_in()
    visitor = visit(stub.address, PHONE, **GEO)
    visitor.expected.append("status of 409")
    page = visitor.open("#privacy")
    expect(page.locator(".viewers")).to_be_visible()
    stub.sharing = {**stub.sharing, "revision": 7, "fields": {**stub.sharing["fields"], "friends": "nothing"}}
    page.get_by_label("Friends see").select_option("exact")
    expect(page.get_by_text("This was changed elsewhere in the meantime")).to_be_visible()
    expect(page.get_by_label("Friends see")).to_have_value("nothing")


def test_without_a_network_each_screen_says_so_and_comes_back(visit, stub):
    stub.log_in()
    visitor = visit(stub.address, PHONE, **GEO)
    visitor.expected += ["ERR_", "Failed to load resource"]
    page = visitor.open("#now")
    expect(page.locator(".now .rows").first.locator("li")).to_have_count(3)
    stub.stop()
    for view in ("#privacy", "#devices"):
        page.evaluate("(view) => { location.hash = view }", view)
        expect(page.locator(".trouble").first).to_be_visible()
    stub.start()
    page.evaluate("() => document.querySelector('.trouble button')?.click()")
    expect(page.locator(".devices .people-list")).to_be_visible()


def test_how_busy_a_place_is_stands_on_its_card_and_among_results(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    page = visit(stub.address, DESK).open("#place=n1")
    card = page.locator(".place-now")
    expect(card.locator(".busy-line")).to_have_text("busy, busier than usual")
    expect(card.locator(".queue-line")).to_contain_text("12 mins wait")
    expect(card.locator(".queue-line")).to_contain_text("usually 7.5 min at this hour (8 reports)")
    card.get_by_role("button", name="Usual waiting times by day and hour").click()
    usual = card.locator(".usual-waits")
    expect(usual.get_by_role("row")).to_have_count(24)
    expect(usual.get_by_role("row").nth(13)).to_have_text(re.compile("^13.*7.5 min .8 reports.$"))
    usual.get_by_role("button", name="Wed").focus()
    page.keyboard.press("Enter")
    expect(usual.get_by_role("table")).to_have_attribute("aria-label", "Wednesday")
    # The chart says what its bars show, and their basis.
    card.locator(".busy-chart").get_by_role("button", name="Tue").click()
    expect(card.get_by_role("img")).to_have_attribute("aria-label", re.compile("^Tuesday: very busy at"))
    assert card.locator(".bars i").count() == 24
    card.locator(".busy-chart").get_by_role("button", name="Sun").click()
    expect(card.get_by_role("img")).to_have_attribute("aria-label", "Sunday: not enough data")
    expect(card).to_contain_text(
        "ε 1.76 and δ 0.0001 per day, noise scale 2.3, at most 4 hours per person and day, at least 20 people over all weeks and 10 for now"
    )
    # Guests see no button to report.
    assert card.get_by_role("button", name="Report waiting time").count() == 0
    page.evaluate("() => { location.hash = 'find=k' }")
    expect(page.locator("[data-result=n1]")).to_contain_text("busy, busier than usual")


def test_no_wait_is_asked_for_where_nobody_waits(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    stub.busyness = stub.busyness | {"has_queue": False}
    page = visit(stub.address, DESK).open("#place=n1")
    expect(page.locator(".place-now .busy-line")).to_have_text("busy, busier than usual")
    expect(page.locator(".place-now .queue-line")).to_be_empty()
    assert not [path for path in stub.asked if path.partition("?")[0].endswith("/queue")]


@pytest.mark.parametrize("failing", ["places/n1/busyness", "places/n1/queue", "me"])
def test_a_part_of_the_card_that_fails_leaves_the_others(visit, stub, failing):
    stub.features = ["positions", "busyness", "queues"]
    stub.refuse(f"/api/v1/{failing}", 503, "unavailable", "busy")
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    card = visitor.open("#place=n1").locator(".place-now")
    stub.wait_answered(f"/api/v1/{failing}")
    expect(card.locator(".busy-line")).to_have_count(0 if "busyness" in failing else 1)
    if failing != "places/n1/queue":
        expect(card.locator(".queue-line")).to_contain_text("12 mins wait")
    expect(card).to_be_visible()


def test_busyness_is_shown_while_the_queue_is_awaited(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    stub.hold("places/n1/queue")
    page = visit(stub.address, DESK).open("#place=n1")
    expect(page.locator(".place-now .busy-line")).to_be_visible()
    stub.release_all()
    expect(page.locator(".place-now .queue-line")).to_contain_text("12 mins wait")


@pytest.mark.parametrize("feature, line, other", [("busyness", "busy-line", "/queue"), ("queues", "queue-line", "/busyness")])
def test_the_card_asks_only_for_what_the_server_offers(visit, stub, feature, line, other):
    stub.features = ["positions", feature]
    page = visit(stub.address, DESK).open("#place=n1")
    expect(page.locator(f".place-now .{line}")).not_to_be_empty()
    assert not [path for path in stub.asked if path.partition("?")[0].endswith(f"places/n1{other}")]


def test_nothing_is_said_of_a_place_whose_busyness_is_not_published(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    stub.busyness = {key: stub.busyness[key] for key in ("id", "parameters", "clock")} | {"weeks": 0}
    stub.queue, stub.busy_places, stub.queues = {"id": "n1", "usual": []}, [], []
    page = visit(stub.address, PHONE).open("#place=n1")
    expect(page.locator(".facts")).to_be_visible()
    next_frame(page)
    expect(page.locator(".place-now")).to_be_hidden()
    show(page, "#now", ".now .rows")
    expect(page.get_by_text("No queue reports")).to_be_visible()
    expect(page.get_by_text("No data yet")).to_be_visible()


def test_simulated_people_are_marked_everywhere_and_hidden_with_one_press(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    for simulated in (stub.people[0], stub.busyness, stub.queue, stub.busy_places[0], stub.queues[0]):
        simulated["is_simulated"] = True
    invented, real = stub.people[0]["name"], stub.people[-1]["name"]
    page = visit(stub.address, PHONE).open("/")
    notice = page.locator(".notice[data-state=life]")
    expect(notice).to_contain_text("Simulated visitors walk around here")
    drawn = f"(count) => ({NAMED})().length === count"
    shown = sum("lat" in person for person in stub.people)
    page.wait_for_function(drawn, arg=shown)
    show(page, "#now", ".now .rows li")
    row = page.locator(".now .rows li", has_text=invented)
    expect(row).to_contain_text("Simulated visitor")
    expect(page.locator(".now .rows li", has_text="Kiosk").first).to_contain_text("simulated")
    # The notice on the map does not appear beside the list, which has its own.
    expect(notice).to_have_count(0)
    show(page, "#place=n1", ".place-now .badge")
    page.evaluate("() => { location.hash = '' }")
    notice.get_by_role("button", name="Hide them").tap()
    expect(notice).to_have_count(0)
    page.wait_for_function(drawn, arg=shown - 1)
    show(page, "#now", ".now .rows li")
    expect(row).to_have_count(0)
    expect(page.locator(".now .rows li", has_text=real)).to_have_count(1)
    expect(page.locator(".now .rows li", has_text="Kiosk")).to_have_count(0)
    page.get_by_role("button", name="Show them").tap()
    expect(row).to_have_count(1)


def test_people_without_a_report_for_a_day_are_listed_apart_and_not_on_the_map(visit, stub):
    stub.features = ["positions"]
    old, *others = stub.people
    stub.people = [{**old, "since": ago(minutes=3000), "last": ago(minutes=2000)}, *others]
    page = visit(stub.address, DESK).open("#now")
    lists = page.locator("[aria-labelledby=now-people] .rows")
    expect(lists).to_have_count(2)
    expect(lists.first).not_to_contain_text(old["name"])
    expect(page.get_by_role("heading", name="Last seen a day or more ago")).to_be_visible()
    expect(lists.last).to_contain_text(old["name"])
    drawn = f"(name) => ({NAMED})().includes(name)"
    page.wait_for_function(drawn, arg=next(one["name"] for one in others if "lat" in one))
    assert not page.evaluate(drawn, old["name"])


def test_switched_off_without_a_network_the_device_goes_from_the_list_once_there_is_one(untouched, visit):
    visitor = member(visit, untouched, "anna")
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = visitor.page
    show(page, "#now", "#reporting-switch")
    # How often is chosen before, too, and stays chosen.
    page.get_by_label("Time between reports").select_option("60")
    page.get_by_role("switch").check()
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    expect(page.get_by_label("Time between reports")).to_have_value("60")
    visitor.context.set_offline(True)
    page.get_by_role("switch").uncheck()
    expect(page.get_by_text("Off. Nothing leaves this device")).to_be_visible()
    visitor.context.set_offline(False)
    page.wait_for_function("async () => (await (await fetch('/api/v1/me/devices')).json()).devices.length === 0")


def test_a_friend_request_is_shown_under_now(untouched, visit):
    anna, ben = (member(visit, untouched, name).page for name in ("anna", "ben"))
    call(anna, "POST", "me/friends", {"name": "ben"})
    show(ben, "#now", "#reporting-switch")
    ben.get_by_role("button", name="1 person wants to be your friend").click()
    expect(ben.get_by_role("button", name="Accept: anna")).to_be_visible()


def test_of_many_people_ten_are_shown_and_all_at_a_press(visit, stub):
    stub.features = ["positions"]
    first = stub.people[0]
    stub.people = [{**first, "id": f"p{number}", "name": f"Person {number:02}"} for number in range(14)]
    page = visit(stub.address, DESK).open("#now")
    rows = page.locator("[aria-labelledby=now-people] .rows li")
    expect(rows).to_have_count(10)
    page.get_by_role("button", name="Show all 14").click()
    expect(rows).to_have_count(14)
    expect(page.get_by_role("button", name="Person 10")).to_be_focused()


def test_a_waiting_person_reports_the_queue_and_everybody_sees_it(untouched, visit):
    visitor = member(visit, untouched, "anna", DESK)
    visitor.expected += ["status of 403", "status of 429"]
    page = visitor.page
    guest = visit(untouched, PHONE).open("#now")
    expect(guest.get_by_text("No queue reports")).to_be_visible()
    show(page, "#now", ".now .unfolder")
    page.get_by_role("button", name="Report waiting time").click()
    place = page.locator(".choosing").get_by_role("combobox")
    place.fill("Lidl")
    page.locator(".choosing").get_by_role("option").first.click()
    page.get_by_label("Minutes").fill("12.5")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Enter whole minutes from 0 to 480")).to_be_visible()
    page.get_by_label("Minutes").fill("12")
    # From afar it is refused.
    visitor.context.set_geolocation({**HERE, "latitude": 60.2})
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("You are too far from this place")).to_be_visible()
    found = call(page, "GET", "places?q=Lidl&limit=1")["results"][0]
    visitor.context.set_geolocation({"latitude": found["lat"], "longitude": found["lon"], "accuracy": 5})
    page.wait_for_timeout(1_000)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Everybody sees your report now")).to_be_visible()
    expect(guest.locator(".now")).to_contain_text("12 mins wait · 1 report")
    guest.get_by_role("button", name=re.compile("Lidl.*12 min")).click()
    expect(guest.locator(".place-now .queue-line")).to_contain_text("usually 12.0 min at this hour (1 report)")
    guest.get_by_role("button", name="Usual waiting times by day and hour").click()
    expect(guest.locator(".usual-waits").get_by_role("row")).to_have_text([re.compile("12.0 min .1 report.$")])
    for day in guest.locator(".usual-waits .days button").all():
        day.click()
        expect(guest.locator(".usual-waits")).to_contain_text(re.compile("12.0 min|No queue reports on a"))
    # Once is enough for twenty minutes.
    page.get_by_role("button", name=re.compile("Lidl.*12 min")).click()
    page.get_by_role("button", name="Report waiting time").click()
    page.get_by_label("Minutes").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You can report again in 20 minutes")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_and_small_screens_cut_nothing_off(visit, stub, scheme, device):
    stub.log_in()
    stub.features = ["positions", "busyness", "queues"]
    visitor = visit(stub.address, device, color_scheme=scheme, **GEO)
    page = visitor.open()
    for view, sign in VIEWS.items():
        show(page, view, sign)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar", "fi-FI", "de-DE"])
def test_nothing_is_cut_off_on_a_small_screen(visit, stub, locale):
    stub.log_in()
    stub.features = ["positions", "busyness", "queues"]
    page = visit(stub.address, SMALL, locale=locale, **GEO).open()
    for view, sign in VIEWS.items():
        show(page, view, sign)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, view
        beyond = page.evaluate(
            """() => [...document.querySelectorAll('bottom-sheet *')].filter((each) => each.checkVisibility() && !each.closest('.spoken'))
                .filter((each) => { const { left, right, width } = each.getBoundingClientRect(); return width > 0 && (left < -1 || right > 361); })
                .map((each) => each.outerHTML.slice(0, 120))""")
        assert beyond == [], view


def test_the_address_to_say_aloud_leads_to_privacy(untouched, visit):
    page = visit(untouched, PHONE).open("privacy")
    expect(page.locator("html")).to_have_attribute("data-screen", "privacy")
    assert re.search(r"/#.*privacy$", page.url)


def test_sharing_and_reporting_work_by_keyboard(untouched, visit):
    page = member(visit, untouched, "anna", DESK).page
    show(page, "#now", "#reporting-switch")
    page.get_by_role("switch").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Sent just now.")).to_be_visible()
    expect(page.get_by_role("switch")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Time between reports")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-screen", "privacy")
    expect(page.get_by_role("heading", name="Privacy")).to_be_focused()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_times_are_those_of_the_places_clock_and_say_so_where_the_device_has_another(visit, stub, device):
    stub.time_zone = "Europe/Helsinki"
    moment = datetime.now(UTC) - timedelta(minutes=20)
    stub.people[0] |= {"last": moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")}
    there = moment.astimezone(ZoneInfo("Europe/Helsinki")).strftime("%H:%M")
    for zone, suffix in [("America/New_York", r" (GMT\+[23]|EES?T)"), ("Europe/Helsinki", "")]:
        page = visit(stub.address, device, timezone_id=zone).open("#now")
        row = page.locator(".now .rows .where").first
        expect(row).to_contain_text(re.compile(f"{there}{suffix}"))
        if not suffix:
            expect(row).not_to_contain_text("GMT")


def test_a_duration_stays_in_one_piece_on_a_line(visit, stub):
    page = visit(stub.address, PHONE).open("#now")
    expect(page.locator(".now .rows .where").first).to_be_visible()
    said = page.evaluate("() => [...document.querySelectorAll('.now .where')].map((each) => each.textContent).join('\\n')")
    assert not re.search(r"\d (hr|hrs|hour|hours) \d", said)


def test_where_nobody_stands_in_line_no_wait_can_be_reported(visit, stub):
    stub.log_in()
    stub.features = ["positions", "busyness", "queues"]
    stub.busyness = stub.busyness | {"has_queue": False}
    page = visit(stub.address, DESK, **GEO).open("#now")
    page.get_by_role("button", name="Report waiting time").click()
    page.locator(".choosing").get_by_role("combobox").fill("Kappeli")
    page.locator(".choosing").get_by_role("option").first.click()
    expect(page.locator(".choosing [role=alert]")).to_contain_text("There is no place with queues")
    expect(page.get_by_label("Minutes")).to_have_count(0)
