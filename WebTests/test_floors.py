"""The inside of buildings on the map: the switch of levels, the rooms of a building, rooms in addresses, failures, and the real server."""
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import floors
from conftest import DESK, PHONE, ROOT, serving

LAT, LON = floors.middle(floors.HALL)
AT = f"#map=18.5/{LAT}/{LON}"
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
    page.unroute("**/api/v1/buildings/*")
    retry.click()
    expect(levels(page)).to_be_visible()


def test_the_card_of_a_building_lists_its_rooms_and_a_room_shows_its_level(visit, inside):
    page = visit(inside.address, DESK).open("#place=w103")
    rooms = page.get_by_role("region", name="Rooms").or_(page.locator(".rooms"))
    rooms.get_by_role("searchbox").fill("cafe")
    rooms.get_by_role("link").or_(rooms.get_by_role("button")).filter(has_text="Café").first.click()
    expect(page.get_by_role("heading", name="Café Åäö")).to_be_visible()


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
