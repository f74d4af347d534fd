"""Temporary map changes: operators draw them, everybody sees them, and routes take them into account."""
import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE
from stub import ABOUT
from test_account import ask, operate

LINE = [{"lat": 60.1690, "lon": 24.9440}, {"lat": 60.1695, "lon": 24.9470}]
FEATURES = [
    {"kind": "closed", "name": "<b>Market</b>", "note": "Until the evening", "points": LINE},
    {"kind": "stage", "points": [{"lat": 60.1700, "lon": 24.9450}], "until": "2999-01-01T12:00:00Z"},
    {"kind": "toilets", "points": [{"lat": 60.1702, "lon": 24.9455}], "until": "2020-01-01T12:00:00Z"},
    {"kind": "fence", "points": [*LINE, {"lat": 60.1699, "lon": 24.9441}], "area": True, "from": "2999-01-01T12:00:00Z"},
    {"kind": "slow", "ways": [7], "factor": 2},
]


@pytest.fixture
def drawn(stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.published = {"revision": 1, "features": FEATURES}
    return stub


def expect_on_the_map(page, kinds):
    """Waits until the map draws these kinds. The text of an effect may be there a moment before its streets are."""
    page.wait_for_function(
        """(kinds) => {
            const features = window.seenMap?.getSource('overlay')?.serialize().data.features ?? [];
            return [...new Set(features.map((each) => each.properties.kind))].join() === kinds;
        }""",
        arg=",".join(kinds),
    )


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_what_holds_now_is_listed_and_drawn(visit, drawn, device):
    page = visit(drawn.address, device).open()
    section = page.locator(".today")
    expect(section.get_by_role("heading")).to_have_text("Map changes")
    expect(section.locator("li .name")).to_have_text(["<b>Market</b>", "Stage", "Slow zone"])
    expect(section.locator("li .where").first).to_have_text("Closed · Until the evening")
    expect(section.locator("li .where").nth(1)).to_contain_text("until")
    page.wait_for_function("() => document.documentElement.dataset.map === ''")
    expect_on_the_map(page, ["closed", "stage"])


def test_nothing_is_said_while_nothing_is_different(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    page = visit(stub.address).open()
    stub.wait_answered("v1/overlay")
    expect(page.locator(".today")).to_be_hidden()


def test_an_open_page_hears_of_another_one(visit, drawn):
    drawn.retry = 400
    page = visit(drawn.address).open()
    expect(page.locator(".today li")).to_have_count(3)
    drawn.published = {"revision": 2, "features": FEATURES[1:2]}
    drawn.news = ["overlay"]
    expect(page.locator(".today li .name")).to_have_text(["Stage"])


def test_it_goes_when_its_time_is_over(visit, drawn):
    visitor = visit(drawn.address)
    now = visitor.page.evaluate("() => Date.now()")
    until = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now / 1000 + 8))
    drawn.published = {"revision": 1, "features": [FEATURES[0] | {"until": until}, FEATURES[1]]}
    page = visitor.open()
    expect(page.locator(".today li")).to_have_count(2)
    expect(page.locator(".today li .name")).to_have_text(["Stage"])


def test_operators_draw_by_taps_and_by_keyboard_and_publish(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    page = visit(stub.address, DESK).open("#operator=overlay")
    page.wait_for_function("() => document.documentElement.dataset.map === ''")
    expect(page.get_by_text("No map changes yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Publish")).to_be_disabled()
    page.get_by_label("Type").select_option("closed")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("button", name="Done")).to_be_disabled()
    for x, y in [(700, 300), (800, 320), (900, 300)]:
        page.mouse.click(x, y)
    expect(page.locator(".drawing .state [role=status]")).to_have_text("3 points")
    expect(page.locator(".drawing > [role=status]")).to_have_text("Blocks 1 street, 280 m: <b>Market</b> Street")
    expect_on_the_map(page, ["closed", "blocked"])
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Done").click()
    # Its name, and no pin was dropped, nor any place opened.
    page.get_by_label("Name").fill("Market Street")
    page.keyboard.press("Enter")
    expect(page.locator(".drawn .name")).to_have_text(["Market Street"])
    expect(page.get_by_text("Draft: only operators")).to_be_visible()
    # By keyboard alone.
    page.get_by_label("Type").select_option("stage")
    page.get_by_role("button", name="Draw", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add point in the middle of the map").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Done").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".drawn")).to_have_count(2)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Everybody sees this.")).to_be_visible()
    features = stub.published["features"]
    assert [each["kind"] for each in features] == ["closed", "stage"]
    assert features[0]["name"] == "Market Street" and len(features[0]["points"]) == 2 and len(features[1]["points"]) == 1


SMALL_PHONE = {**PHONE, "viewport": {"width": 390, "height": 844}}


def draw_by_keyboard(page, kind, points=2):
    """Draws something at the middle of the map, which is moved a little each time."""
    page.get_by_label("Type").select_option(kind)
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    middle = page.get_by_role("button", name="Add point in the middle of the map")
    for _ in range(points):
        middle.press("Enter")
        page.evaluate("() => seenMap.jumpTo({ center: [seenMap.getCenter().lng + 0.001, seenMap.getCenter().lat] })")


@pytest.mark.parametrize("device", [SMALL_PHONE, DESK], ids=["phone", "desk"])
def test_the_streets_that_a_closure_blocks_are_drawn_and_listed_before_it_is_published(visit, stub, monkeypatch, device):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    stub.overlay = {"revision": 1, "published_revision": 1, "features": [FEATURES[0]]}
    visitor = visit(stub.address, device)
    page = visitor.open("#operator=overlay")
    page.wait_for_function("() => document.documentElement.dataset.map === ''")
    # Of the stored features.
    expect(page.locator(".drawn .effect")).to_have_text("Blocks 1 street, 280 m: <b>Market</b> Street")
    expect_on_the_map(page, ["closed", "blocked"])
    # Of the feature being drawn; one point is no line yet.
    stub.changed_streets = 2
    gate = stub.hold("weights/preview")
    draw_by_keyboard(page, "closed", 1)
    status = page.locator(".drawing > [role=status]")
    expect(status).to_be_hidden()
    page.get_by_role("button", name="Add point in the middle of the map").press("Enter")
    expect(status).to_have_text("Finding the streets that this changes…")
    gate.set()
    expect(status).to_have_text("Blocks 2 streets, 550 m: <b>Market</b> Street")
    expect(status).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Done").press("Enter")
    expect(page.locator("form [role=status]")).to_have_text("Blocks 2 streets, 550 m: <b>Market</b> Street")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    expect(page.locator(".drawn .effect")).to_have_count(2)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Published. Routes take it into account.")).to_be_visible()


@pytest.mark.parametrize("device", [SMALL_PHONE, DESK], ids=["phone", "desk"])
def test_who_draws_quickly_asks_once_and_reads_when_only_a_part_is_drawn(visit, stub, monkeypatch, device):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    stub.draws_all = False
    page = visit(stub.address, device).open("#operator=overlay")
    page.get_by_label("Type").select_option("closed")
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    # Twelve points, as fast as a program presses.
    page.evaluate("""() => {
        const add = [...document.querySelectorAll('.drawing button')].find((each) => each.textContent.startsWith('Add point'));
        for (let point = 0; point < 12; point += 1) {
            add.click();
            seenMap.jumpTo({ center: [seenMap.getCenter().lng + 0.001, seenMap.getCenter().lat] });
        }
    }""")
    expect(page.locator(".drawing .state [role=status]")).to_have_text("12 points")
    status = page.locator(".drawing > [role=status]")
    expect(status).to_have_text("Blocks 1 street, 280 m: <b>Market</b> Street The map shows only a part of the changed streets.")
    expect(status).to_be_in_viewport(ratio=1)
    assert stub.previews == [1]
    # *Done* sends no other request: the drawing is known.
    page.get_by_role("button", name="Done").press("Enter")
    expect(page.locator("form [role=status]")).to_contain_text("Blocks 1 street")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    part = page.get_by_text("The map shows only a part of the changed streets.", exact=True)
    expect(part).to_be_visible()
    assert stub.previews == [1]
    page.get_by_role("button", name="Remove Closed").press("Enter")
    expect(part).to_have_count(0)


@pytest.mark.parametrize("device", [SMALL_PHONE, DESK], ids=["phone", "desk"])
def test_what_blocks_nothing_says_so_before_it_is_published_and_is_a_note(visit, stub, monkeypatch, device):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    stub.changed_streets = 0
    page = visit(stub.address, device).open("#operator=overlay")
    draw_by_keyboard(page, "closed")
    status = page.locator(".drawing > [role=status]")
    expect(status).to_have_text("Changes no street: it is only a note on the map. Draw it along a street, or across one.")
    expect(status).to_have_class(re.compile("warns"))
    expect_on_the_map(page, ["closed"])
    page.get_by_role("button", name="Done").press("Enter")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    expect(page.locator(".drawn .effect.warns")).to_contain_text("Changes no street")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Published. 1 thing changes no street and is only a note on the map.")).to_be_visible()


def test_when_nobody_says_what_is_blocked_drawing_goes_on(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/admin/weights/preview", 503, "unavailable", "the server is busy")
    page = visitor.open("#operator=overlay")
    draw_by_keyboard(page, "one_way")
    status = page.locator(".drawing > [role=status]")
    expect(status).to_contain_text("The streets that this changes are not known.")
    stub.refusals.clear()
    status.get_by_role("button", name="Try again").press("Enter")
    expect(status).to_have_text("Makes 1 street one-way, 280 m: <b>Market</b> Street")
    # Nothing of it can be asked without a network, and nothing is lost.
    visitor.context.set_offline(True)
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page.get_by_role("button", name="Add point in the middle of the map").press("Enter")
    expect(status).to_contain_text("server does not answer")
    visitor.context.set_offline(False)
    status.get_by_role("button", name="Try again").press("Enter")
    expect(status).to_contain_text("Makes 1 street one-way")
    expect(page.locator(".drawing .state [role=status]")).to_have_text("3 points")


def test_a_line_across_a_street_of_the_real_program_closes_it(visit, served):
    visitor, page = operate(visit, served, "#operator=overlay")
    with urllib.request.urlopen(f"{served}/route/v1/car/24.9412,60.1686;24.9475,60.1694?overview=full&geometries=geojson") as answer:
        coordinates = json.load(answer)["routes"][0]["geometry"]["coordinates"]
    # Across its longest piece, thirty metres to each side.
    pieces = list(zip(coordinates, coordinates[1:]))
    (west, south), (east, north) = max(pieces, key=lambda piece: (piece[1][0] - piece[0][0]) ** 2 / 4 + (piece[1][1] - piece[0][1]) ** 2)
    lat, lon, step_lat, step_lon = (south + north) / 2, (west + east) / 2, north - south, (east - west) / 2
    length = (step_lat ** 2 + step_lon ** 2) ** 0.5
    side = 15 / 111_195 / length
    ends = [(lat + sign * step_lon * side, lon - 2 * sign * step_lat * side) for sign in (1, -1)]
    page.get_by_label("Type").select_option("closed")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.evaluate("([lat, lon]) => seenMap.jumpTo({ center: [lon, lat], zoom: 18 })", [lat, lon])
    for each in ends:
        page.mouse.click(*page.evaluate("([lat, lon]) => { const { x, y } = seenMap.project([lon, lat]); return [x, y]; }", list(each)))
    expect(page.locator(".drawing > [role=status]")).to_have_text(re.compile(r"^Blocks [1-9]"))
    expect_on_the_map(page, ["closed", "blocked"])


def test_the_real_program_says_that_a_published_line_in_the_water_changes_nothing(visit, served):
    visitor, page = operate(visit, served, "#operator=overlay")
    page.get_by_label("Type").select_option("closed")
    page.get_by_role("button", name="Draw", exact=True).click()
    # In the middle of the block, farther from each street than a line reaches.
    page.evaluate("() => seenMap.jumpTo({ center: [24.9550, 60.1600], zoom: 19 })")
    for x, y in [(700, 300), (720, 300)]:
        page.mouse.click(x, y)
    expect(page.locator(".drawing > [role=status]")).to_contain_text("Changes no street")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Add", exact=True).click()
    try:
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_text("Published. 1 thing changes no street and is only a note on the map.")).to_be_visible()
        # The row too, although the server's coordinates are rounded.
        expect(page.locator(".drawn .effect.warns")).to_contain_text("Changes no street")
    finally:
        page.get_by_role("button", name="Remove Closed").click()
        page.get_by_role("button", name="Publish").click()
        expect(page.get_by_text("No map changes yet.")).to_be_visible()


def test_what_another_drew_meanwhile_is_not_written_over(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    stub.overlay = {"revision": 1, "published_revision": 1, "features": FEATURES[:2]}
    visitor = visit(stub.address, DESK)
    visitor.expected += ["409", "Failed to load resource"]
    page = visitor.open("#operator=overlay")
    page.get_by_role("button", name="Remove Stage").click()
    stub.overlay = {"revision": 7, "published_revision": 7, "features": FEATURES[:1]}
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Somebody else changed this in the meantime.")).to_be_visible()
    assert stub.overlay["revision"] == 7
    page.get_by_role("button", name="Use the newer version").click()
    expect(page.locator(".drawn .name")).to_have_text(["<b>Market</b>"])


def test_routes_of_the_real_program_respect_what_is_published_and_open_pages_show_it(visit, served):
    visitor, page = operate(visit, served, "#operator=overlay")
    other = visit(served, PHONE).open()
    try:
        with urllib.request.urlopen(f"{served}/route/v1/foot/24.9412,60.1686;24.9455,60.1694?overview=full&geometries=geojson") as answer:
            before = json.load(answer)["routes"][0]
        coordinates = before["geometry"]["coordinates"]
        middle = coordinates[len(coordinates) // 3 : 2 * len(coordinates) // 3]
        token = page.evaluate(
            """async () => (await (await fetch('/api/v1/tokens', { method: 'POST', headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ name: 'keeper', password: 'correct horse', label: 'draws' }) })).json()).token""")
        revision = ask(served, token, "admin/weights")["revision"]
        points = [{"lat": lat, "lon": lon} for lon, lat in middle]
        body = {"revision": revision, "fields": {"publish": True, "features": [{"kind": "closed", "name": "Closed here", "points": points}]}}
        request = urllib.request.Request(
            f"{served}/api/v1/admin/weights", json.dumps(body).encode(), {"authorization": f"Bearer {token}", "content-type": "application/json"}, method="PUT")
        with urllib.request.urlopen(request) as answer:
            revision = json.load(answer)["revision"]
        with urllib.request.urlopen(f"{served}/route/v1/foot/24.9412,60.1686;24.9455,60.1694?overview=false") as answer:
            assert json.load(answer)["routes"][0]["duration"] > before["duration"]
        # A page that was open all the time.
        expect(other.locator(".today li .name")).to_have_text(["Closed here"])
    finally:
        body = {"revision": revision, "fields": {"publish": True, "features": []}}
        request = urllib.request.Request(
            f"{served}/api/v1/admin/weights", json.dumps(body).encode(), {"authorization": f"Bearer {token}", "content-type": "application/json"}, method="PUT")
        urllib.request.urlopen(request).close()
    expect(other.locator(".today")).to_be_hidden()


def drawn_at(page, lat, lon):
    """The pixel of a place on the page, once the map shows the place and the drawings there."""
    page.evaluate("([lat, lon]) => seenMap.jumpTo({ center: [lon, lat], zoom: 16 })", [lat, lon])
    page.wait_for_function("() => window.seenMap?.loaded() && seenMap.areTilesLoaded() && !seenMap.isMoving()")
    return page.evaluate("([lat, lon]) => { const { x, y } = seenMap.project([lon, lat]); return [x, y]; }", [lat, lon])


def facts(page):
    return page.locator(".overlay-card .facts dd").all_text_contents()


def test_a_tap_on_what_is_drawn_shows_what_it_is(visit, drawn):
    crowd = [{"lat": 60.1675, "lon": 24.9440}, {"lat": 60.1675, "lon": 24.9470}, {"lat": 60.1682, "lon": 24.9455}]
    drawn.published["features"] = [
        FEATURES[0] | {"from": "2020-01-01T12:00:00Z", "until": "2999-01-01T12:00:00Z"}, FEATURES[1],
        {"kind": "slow", "factor": 2.5, "profiles": ["foot", "bicycle"], "points": crowd, "area": True}]
    visitor = visit(drawn.address, DESK)
    page = visitor.open("#map=16/60.1690/24.9455")
    visitor.wait_drawn()
    page.mouse.click(*drawn_at(page, 60.16925, 24.9455))
    expect(page.get_by_role("heading", name="<b>Market</b>")).to_be_visible()
    expect(page.locator(".overlay-card .fact")).to_have_text(re.compile("^Closed · until .*2999"))
    expect(page.locator(".overlay-card")).to_contain_text("Until the evening")
    assert facts(page)[0].startswith("from 1 Jan 2020") and "Nobody can pass here" in facts(page)[1]
    expect(page).to_have_url(re.compile(r"overlay=closed%4060\.169%2C24\.944$"))
    # Another one takes its place, and back leads to the map.
    page.mouse.click(*drawn_at(page, 60.1700, 24.9450))
    expect(page.get_by_role("heading", name="Stage")).to_be_visible()
    expect(page.get_by_role("button", name="Directions")).to_be_visible()
    page.mouse.click(*drawn_at(page, 60.16773, 24.9455))
    expect(page.get_by_role("heading", name="Slow zone")).to_be_visible()
    assert facts(page) == ["Takes 2.5 times as long as usual.", "On foot, By bicycle"]
    page.go_back()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")


def test_the_keyboard_shows_the_same_and_says_when_it_is_over(visit, drawn):
    drawn.retry = 400
    page = visit(drawn.address, PHONE).open()
    rows = page.locator(".today li button")
    rows.last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Slow zone")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    rows.first.press("Enter")
    expect(page.get_by_role("heading", name="<b>Market</b>")).to_be_visible()
    drawn.published = {"revision": 2, "features": FEATURES[1:2]}
    drawn.news = ["overlay"]
    expect(page.get_by_role("status").filter(has_text="This has ended")).to_be_visible()
    page.get_by_role("button", name="Show on the map").press("Enter")
    expect(page.locator(".today li")).to_have_count(1)


def test_on_a_phone_all_of_drawing_is_in_view_and_marks_are_in_nobodys_way(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["overlay"])
    stub.log_in("operator")
    visitor = visit(stub.address, {**PHONE, "viewport": {"width": 390, "height": 844}}, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#operator=overlay")
    page.get_by_label("Type").select_option("closed")
    page.get_by_role("button", name="Draw", exact=True).tap()
    tool = page.locator(".drawing")
    for name in ["Area", "Add point in the middle of the map", "Undo", "Cancel", "Done"]:
        expect(tool.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.evaluate("([lat, lon]) => seenMap.jumpTo({ center: [lon, lat], zoom: 15, padding: { bottom: 430 } })", [HERE["latitude"], HERE["longitude"]])
    # Where my own mark is, and beside it.
    box = page.locator(".me").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    points = tool.locator(".state [role=status]")
    expect(points).to_have_text("1 point")
    page.touchscreen.tap(x + 60, y + 20)
    expect(points).to_have_text("2 points")
    tool.get_by_role("button", name="Done").tap()
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.locator(".drawn .name")).to_have_text(["Closed"])
    # Marks answer again.
    page.touchscreen.tap(x, y)
    expect(page.locator("html")).to_have_attribute("data-screen", "me")
