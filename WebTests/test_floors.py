"""The inside of buildings on the map: the switch of levels, the rooms of a building, rooms in addresses, failures, and the real server."""
import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import floors
from conftest import DESK, HERE, PHONE, ROOT, arrived, serving, try_again

LAT, LON = floors.middle(floors.HALL)
AT = f"#map=18.5/{LAT}/{LON}"
UPRIGHT = {**PHONE, "viewport": {"width": 390, "height": 844}}
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
LYING = {**PHONE, "viewport": {"width": 844, "height": 390}}
# A lecture hall on level G, and one on level 2.
HALL_G, HALL_2 = "w103011", "w103041"
# The levels whose rooms the map draws of a building.
DRAWN = """(building) => [...new Set(seenMap.queryRenderedFeatures().filter((each) => each.layer.id === 'indoor-floor' && each.properties.building === building)
    .map((each) => each.properties.level))]"""


@pytest.fixture
def inside(stub):
    floors.furnish(stub)
    return stub


def levels(page, name="Levels of Hall"):
    return page.get_by_role("group", name=name)


def draws(page, level, building=floors.HALL):
    page.wait_for_function(
        f"([building, level]) => {{ const drawn = ({DRAWN})(building); return drawn.length === 1 && drawn[0] === level; }}",
        arg=[building, level],
    )


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_the_switch_has_the_levels_in_order_and_the_map_draws_the_chosen_one(visit, inside, device):
    page = visit(inside.address, device).open(AT)
    buttons = levels(page).locator(".levels-list button")
    expect(buttons).to_have_text(["8", "7", "6", "5", "4", "3", "2", "1", "0.5", "G", "B"])
    expect(levels(page).get_by_role("button", pressed=True).first).to_have_text("G")
    draws(page, 0)
    buttons.filter(has_text="B").click()
    draws(page, -1)
    if device is DESK:
        # A choice holds for one building; a phone shows no other.
        draws(page, 1, floors.ANNEX)
    page.wait_for_function("() => location.hash.includes('level=w103/-1')")
    box = buttons.first.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    assert Axe().run(page).violations_count == 0


def test_arrow_keys_move_among_levels_and_enter_chooses(visit, inside):
    page = visit(inside.address, DESK).open(AT)
    levels(page).get_by_role("button", pressed=True).first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    draws(page, -1)
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    draws(page, 8)


def test_an_address_opens_a_level_and_no_building_hides_the_switch(visit, inside):
    visitor = visit(inside.address, DESK)
    page = visitor.open(f"{AT}&level=w103/0.5")
    draws(page, 0.5)
    page.evaluate("() => seenMap.jumpTo({ zoom: 15 })")
    expect(page.locator(".level-switch")).to_be_hidden()


def test_levels_that_do_not_come_are_asked_for_again(visit, inside):
    visitor = visit(inside.address, DESK)
    visitor.expected.append("net::ERR_FAILED")
    visitor.page.route("**/api/v1/buildings/*", lambda route: route.abort())
    page = visitor.open(AT)
    retry = page.locator(".level-retry")
    expect(retry).to_be_visible()
    # The focus stays there when they fail again, and goes to the shown level when they come.
    retry.evaluate("(button) => { button.isOld = true; }")
    retry.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.level-retry') && !document.activeElement.isOld")
    page.unroute("**/api/v1/buildings/*")
    page.keyboard.press("Enter")
    expect(levels(page)).to_be_visible()
    expect(page.locator(".levels-list [aria-pressed=true]")).to_be_focused()


def meets(one, other):
    """Whether two boxes of the page overlap."""
    return all(one[start] < other[start] + other[size] and other[start] < one[start] + one[size] for start, size in [("x", "width"), ("y", "height")])


@pytest.mark.parametrize("view", ["", "&place=w103"], ids=["map", "card"])
@pytest.mark.parametrize("locale", ["en-GB", "ar"])
@pytest.mark.parametrize("device", [UPRIGHT, SMALL, LYING, DESK], ids=["upright", "small", "lying", "desk"])
def test_the_switch_has_its_place_on_every_screen(visit, inside, device, locale, view):
    page = visit(inside.address, device, locale=locale).open(AT + view)
    switch = page.locator(".level-switch")
    expect(switch.locator(".levels-list button")).to_have_count(11)
    if view:
        expect(page.locator(".rooms summary")).to_have_count(11)
    page.wait_for_function("""() => document.querySelector('.levels-list').scrollHeight > 0
        && getComputedStyle(document.querySelector('.level-switch')).position === 'absolute'""")
    box = switch.bounding_box()
    for other in [".top", "bottom-sheet", ".credit", ".maplibregl-ctrl-scale", *(["#locate", "#layers"] if device is not LYING else [])]:
        assert not meets(box, page.locator(other).bounding_box()), other
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= device["viewport"]["width"]
    # The shown level is in sight, however few fit.
    shown, seen = page.locator(".levels-list [aria-pressed=true]").bounding_box(), page.locator(".levels-list").bounding_box()
    assert shown["width"] >= 44 and shown["height"] >= 44
    assert shown["y"] >= seen["y"] - 1 and shown["y"] + shown["height"] <= seen["y"] + seen["height"] + 1
    assert shown["x"] >= seen["x"] - 1 and shown["x"] + shown["width"] <= seen["x"] + seen["width"] + 1
    mine = page.locator(".level-mine").bounding_box()
    assert mine["width"] >= 44 and mine["height"] >= 44


# Each state by its address, and what is there once it is.
STATES = {
    "level": (f"{AT}&level=w103/-1", ".levels-list [aria-pressed=true]"), "building": (f"{AT}&place=w103", ".rooms summary"),
    "room": (f"#place={HALL_2}", ".levels-list [aria-pressed=true]"), "route": (f"#from={HALL_G}&to={HALL_2}&by=foot", ".step-level"),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("device", [UPRIGHT, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_in_the_dark(visit, inside, device, state):
    address, there = STATES[state]
    page = visit(inside.address, device, color_scheme="dark").open(address)
    expect(page.locator(there).first).to_be_visible()
    if state == "building":
        page.locator(".rooms summary").first.click()
        page.get_by_label("Search the rooms").fill("lec")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_axe_finds_nothing_while_levels_come_and_when_they_do_not(visit, inside):
    gate = inside.hold("/api/v1/buildings/")
    visitor = visit(inside.address, UPRIGHT, color_scheme="dark")
    visitor.expected.append("503")
    page = visitor.open(AT)
    expect(page.locator(".level-waits")).to_be_visible()
    assert Axe().run(page).violations_count == 0
    inside.refuse("/api/v1/buildings/w103", 503, "busy", "busy")
    gate.set()
    expect(page.locator(".level-retry")).to_be_visible()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_a_route_between_rooms_asks_for_their_levels_and_its_steps_show_them(visit, inside):
    page = visit(inside.address, DESK).open(f"#from={HALL_G}&to={HALL_2}&by=foot")
    expect(page.locator(".step-level")).to_have_text(["Level 0", "Level 2"])
    [asked] = {each for each in inside.asked if each.startswith("/api/v1/route?") and "profile=foot" in each}
    assert "from_level=0" in asked and "to_level=2" in asked
    # The map begins where the route does, near enough to read the numbers of rooms.
    draws(page, 0)
    assert page.evaluate("() => seenMap.getZoom()") > 18
    page.locator(".step").last.click()
    draws(page, 2)
    page.locator(".step").first.click()
    draws(page, 0)


def test_between_rooms_of_one_building_nobody_cycles_or_drives(visit, inside):
    visitor = visit(inside.address, DESK)
    page = visitor.open()
    page.evaluate("() => localStorage.setItem('hereabouts.profile', 'bicycle')")
    page.evaluate(f"() => {{ location.hash = '#from={HALL_G}&to={HALL_2}' }}")
    expect(page.get_by_role("radio", name="On foot")).to_be_checked()
    expect(page.locator(".profile:visible .time")).to_have_text([re.compile("min")] * 2)
    assert "by=foot" in page.url
    asked = [each for each in inside.asked if each.startswith("/api/v1/route?")]
    assert asked and not [each for each in asked if "bicycle" in each or "car" in each.split("profile=")[1]]
    # Outside there are all travel modes again, and the device remembers the one of before.
    assert page.evaluate("() => localStorage.getItem('hereabouts.profile')") == "bicycle"
    page.evaluate(f"() => {{ location.hash = '#from={HALL_G}&to=n1' }}")
    expect(page.locator(".profile:visible")).to_have_count(4)


def test_a_route_from_me_begins_on_the_level_that_i_said_while_i_am_there(visit, inside):
    there = {"latitude": LAT, "longitude": LON, "accuracy": 20}
    visitor = visit(inside.address, DESK, geolocation=there, permissions=["geolocation"])
    page = visitor.open(AT)
    group = levels(page)
    group.get_by_role("button", name="Level 3").click()
    group.get_by_role("button", name="I am on this level").click()
    page.evaluate(f"() => {{ location.hash = '#from=me&to={HALL_2}&by=foot' }}")
    inside.wait_asked("from_level=3&to_level=2")
    expect(page.locator(".step-level")).to_have_text(["Level 3", "Level 2"])
    # The open route follows.
    group.get_by_role("button", name="Level 4").click()
    group.get_by_role("button", name="I am on this level").click()
    expect(page.locator(".step-level")).to_have_text(["Level 4", "Level 2"])
    # Away from the building, its levels mean nothing.
    page.evaluate("() => { location.hash = '#' }")
    visitor.context.set_geolocation(HERE)
    page.evaluate("() => { location.hash = '#from=me&to=n1&by=foot' }")
    inside.wait_asked(f"from={HERE['latitude']},{HERE['longitude']}")
    assert not any("from_level" in each for each in inside.asked if f"from={HERE['latitude']}" in each)


def test_only_places_with_an_inside_are_asked_about_theirs(visit, inside):
    plain = {**floors.place_of_building(floors.HALL), "id": "w300"}
    del plain["inside"]
    inside.inside["w300"] = plain
    page = visit(inside.address, DESK).open("#place=w103")
    # The part of the page that asks is there from then on.
    expect(page.locator(".rooms summary").first).to_be_visible()
    page.evaluate("() => { location.hash = '#place=w300' }")
    inside.wait_answered("/api/v1/places/w300")
    expect(page.locator(".rooms")).to_have_count(0)
    arrived(page)
    assert not any(each.startswith("/api/v1/buildings/w300") for each in inside.asked)


def test_the_card_of_a_building_lists_its_rooms_and_a_room_shows_its_level(visit, inside):
    page = visit(inside.address, DESK).open("#place=w103")
    rooms = page.get_by_role("region", name="Rooms").or_(page.locator(".rooms"))
    rooms.get_by_role("searchbox").fill("cafe")
    rooms.get_by_role("link").or_(rooms.get_by_role("button")).filter(has_text="Café").first.click()
    expect(page.get_by_role("heading", name="Café Åäö")).to_be_visible()


def test_the_card_says_when_rooms_do_not_come_and_asks_again(visit, inside):
    visitor = visit(inside.address, DESK)
    visitor.expected += ["status of 500", "status of 503"]
    inside.refuse("/api/v1/buildings/w103", 500, "internal_error", "busy")
    page = visitor.open(f"{AT}&place=w103")
    expect(page.locator(".rooms").get_by_role("alert")).to_be_visible()
    inside.refuse("/api/v1/buildings/w103", 503, "busy", "busy")
    page.evaluate(f"() => {{ location.hash = '#place={HALL_2}' }}")
    expect(page.get_by_role("heading", name="Lecture hall")).to_be_visible()
    page.evaluate("() => { location.hash = '#place=w103' }")
    expect(page.locator(".rooms").get_by_role("button", name="Try again")).to_be_visible()
    inside.refusals.clear()
    try_again(page, ".rooms")
    expect(page.locator(".rooms summary").first).to_be_visible()


def test_a_house_on_the_real_server(visit, sample, tmp_path):
    program, _ = sample
    atlas = tmp_path / "house.atlas"
    subprocess.run([program, "import", str(ROOT / "Tests/Fixtures/floors.osm"), "-o", str(atlas)], check=True, capture_output=True)
    with serving((program, atlas), tmp_path) as address:
        page = visit(address, DESK).open("#place=w103")
        group = levels(page, "Levels of Science House")
        expect(group.locator(".levels-list button")).to_have_text(["2", "First", "0.5", "G", "−0.5", "−1"])
        group.get_by_role("button", name="First").click()
        draws(page, 1, "w103")
