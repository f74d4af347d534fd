"""The building of a venue: pictures, floor plans by level on the map, entrances, accessibility; as visitors see it and as curators place it."""
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE
from stub import account, picture, venue_id

HALL, BARE = f"#venue={venue_id(0)}", f"#venue={venue_id(1)}"
CENTER = {"lat": 60.17045, "lon": 24.94875}


def plan(number, level, **more):
    return {"picture": picture(number, f"Plan {number}"), "level": level, "center": CENTER, "width": 60.0, "rotation": 0.0, "opacity": 0.8, **more}


DETAIL = {
    "pictures": [{"kind": "exterior", "picture": picture(20, "The street side")}, {"kind": "interior", "picture": picture(21, "The big hall")}],
    "plans": [plan(30, 0, label="G"), plan(31, 1), plan(32, -1.5), plan(33, 1, rotation=90.0)],
    "entrances": [{"location": CENTER, "name": "Main <b>door</b>", "step_free": "yes", "level": 1}, {"location": CENTER}],
    "access": {"lift": "yes", "hearing_loop": "no", "tactile_paving": "unknown", "note": "Ring the bell."},
}
# The floor plans on the map: the pictures' addresses, their corners, and what they are painted with.
DRAWN = """() => Object.entries(seenMap.getStyle().sources).filter(([id]) => id.startsWith('plan-')).map(([id, { type, url, coordinates }]) => {
    const layer = seenMap.getStyle().layers.find((each) => each.source === id);
    return { type, url, coordinates, opacity: layer.paint['raster-opacity'], fade: layer.paint['raster-fade-duration'] };
})"""


@pytest.fixture
def hall(stub):
    stub.guide.venues[0]["detail"] = DETAIL
    return stub


def drawn(page, count):
    page.wait_for_function(f"(count) => ({DRAWN})().length === count", arg=count)
    return page.evaluate(DRAWN)


def level(page, name):
    return page.get_by_role("group", name="Levels").get_by_role("button", name=name, exact=True)


def curator(visit, stub, device=DESK, view=HALL):
    stub.member = account(1, "Cura", "curator")
    visitor = visit(stub.address, device)
    page = visitor.open(view)
    page.get_by_role("button", name="Edit the guide").click()
    expect(page.locator(".edit-form")).to_be_visible()
    page.locator(".building-form > summary").click()
    return page


def saved(stub):
    return stub.guide.venues[0]


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_building_shows_pictures_by_kind_entrances_and_accessibility(visit, hall, device):
    page = visit(hall.address, device).open(HALL)
    expect(page.get_by_role("list", name="Outside").get_by_role("img")).to_have_attribute("alt", "The street side")
    expect(page.get_by_role("list", name="Inside").get_by_role("img")).to_have_attribute("alt", "The big hall")
    rows = page.locator(".entrances li")
    expect(rows).to_have_text(["Main <b>door</b>Without steps · Level 1", "EntranceSteps unknown"])
    expect(page.locator(".access li")).to_have_text(["Lift: yes", "Hearing loop: no"])
    expect(page.get_by_text("Ring the bell.")).to_be_visible()
    for name in ("2D map", "Directions"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    assert Axe().run(page).violations_count == 0


def test_a_venue_without_detail_has_no_empty_parts(visit, stub):
    page = visit(stub.address, DESK).open(BARE)
    expect(page.locator(".venue .facts")).to_be_visible()
    for look in (".plans", ".entrances", ".access", ".building-pictures"):
        expect(page.locator(look)).to_have_count(0)
    expect(page.locator(".venue h3")).to_have_count(0)
    assert page.evaluate(DRAWN) == []


def test_plans_are_on_the_map_one_level_at_a_time_and_leave_with_the_page(visit, hall):
    visitor = visit(hall.address, DESK)
    page = visitor.open(HALL)
    # It begins at the level behind the main entrance; the highest is above.
    expect(page.get_by_role("group", name="Levels").get_by_role("button")).to_have_text(["1", "G", "-1.5", "Off"])
    expect(level(page, "Level 1")).to_have_attribute("aria-pressed", "true")
    both = drawn(page, 2)
    assert [each["url"].rsplit("/", 2)[1:] for each in both] == [[picture(31)["id"], "large"], [picture(33)["id"], "large"]]
    assert all((each["type"], each["opacity"], each["fade"]) == ("image", 0.8, 0) for each in both)
    # Clockwise from the top left: the first corner is in the north-west, and a quarter turn brings it to the north-east.
    for each, (is_east, is_north) in zip(both, [(False, True), (True, True)]):
        lon, lat = each["coordinates"][0]
        assert (lon > CENTER["lon"], lat > CENTER["lat"]) == (is_east, is_north)
    level(page, "Level G").click()
    expect(page.get_by_text("Level G is on the map.")).to_be_visible()
    assert drawn(page, 1)[0]["url"].rsplit("/", 2)[1] == picture(30)["id"]
    # Another style keeps the plan.
    page.evaluate("() => seenMap.removeLayer('plan-0').removeSource('plan-0')")
    drawn(page, 1)
    level(page, "Hide the floor plans").click()
    drawn(page, 0)
    level(page, "Level -1.5").click()
    drawn(page, 1)
    page.evaluate("(view) => { location.hash = view }", BARE)
    expect(page.get_by_role("heading", name="Ateneum")).to_be_visible()
    drawn(page, 0)


def test_2d_shows_the_building_on_the_map(visit, hall):
    visitor = visit(hall.address, PHONE)
    page = visitor.open(HALL)
    drawn(page, 2)
    page.get_by_role("button", name="2D map", exact=True).tap()
    page.wait_for_function("() => seenMap.getZoom() > 16.5 && !seenMap.isMoving()")
    middle = page.evaluate("({ lat, lon }) => { const { x, y } = seenMap.project([lon, lat]); return [x, y]; }", CENTER)
    assert 0 < middle[0] < 412 and 0 < middle[1] < 600


def test_a_plan_that_does_not_come_says_so_and_can_be_tried_again(visit, hall):
    visitor = visit(hall.address, DESK)
    visitor.expected += ["Failed to load resource", "503"]
    fails = [True]
    visitor.page.route("**/pictures/*/large", lambda route: route.fulfill(status=503) if fails[0] else route.continue_())
    page = visitor.open(HALL)
    expect(page.get_by_text("The floor plan could not be loaded.")).to_be_visible()
    assert page.evaluate(DRAWN) == []
    fails[0] = False
    page.locator(".plan-status").get_by_role("button", name="Try again").click()
    drawn(page, 2)


def test_a_curator_places_a_plan_by_keys_fields_and_handles_and_nothing_is_saved_before_save(visit, hall):
    page = curator(visit, hall)
    before = saved(hall)
    row = page.locator(".plan-form").first
    row.get_by_role("button", name="Place on the map").click()
    start = drawn(page, 1)[0]["coordinates"]
    move, turn = (page.get_by_role("button", name=f"{name} the plan", exact=True) for name in ("Move", "Turn"))
    # By keyboard: ten steps to the east, and back with one press for each.
    move.focus()
    page.keyboard.press("Shift+ArrowRight")
    east = drawn(page, 1)[0]["coordinates"]
    assert east[0][0] > start[0][0] and east[0][1] == pytest.approx(start[0][1])
    row.get_by_role("button", name="Undo the last step").click()
    assert drawn(page, 1)[0]["coordinates"] == start
    expect(row.get_by_role("button", name="Undo the last step")).to_be_disabled()
    turn.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect(row.get_by_label("Rotation, degrees clockwise")).to_have_value("15")
    # By fields.
    row.get_by_label("Width, metres").fill("80")
    row.get_by_label("Width, metres").press("Tab")
    row.get_by_label("Opacity").fill("50")
    assert drawn(page, 1)[0]["opacity"] == 0.5
    # By dragging.
    box = move.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    lat = row.get_by_label("Latitude").input_value()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 40, steps=5)
    page.mouse.up()
    expect(row.get_by_label("Latitude")).not_to_have_value(lat)
    assert float(row.get_by_label("Latitude").input_value()) > float(lat)
    assert saved(hall) is before
    page.locator(".edit-form").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    placed = saved(hall)["detail"]["plans"][0]
    assert (placed["width"], placed["rotation"], placed["opacity"], placed["level"], placed["label"]) == (80, 15, 0.5, 0, "G")
    assert placed["center"]["lat"] > CENTER["lat"] and placed["center"]["lon"] > CENTER["lon"]
    # The rest is as it was.
    assert saved(hall)["detail"]["plans"][1:] == DETAIL["plans"][1:]
    expect(page.locator(".plan-handle")).to_have_count(0)


def test_a_curator_adds_a_plan_pictures_an_entrance_and_accessibility(visit, stub):
    page = curator(visit, stub, view=BARE)
    form = page.locator(".edit-form")
    with page.expect_file_chooser() as chooser:
        form.get_by_role("button", name="Add a floor plan").click()
    chooser.value.set_files("Web/icon-192.png")
    row = page.locator(".plan-form")
    expect(page.locator(".plan-handle")).to_have_count(3)
    row.get_by_label("Level number").fill("0.25")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a level from −100 to 200")).to_be_visible()
    row.get_by_label("Level number").fill("0,5")
    row.get_by_label("Level on signs").fill("M")
    with page.expect_file_chooser() as chooser:
        form.get_by_role("button", name="Add another picture").click()
    chooser.value.set_files("Web/icon-192.png")
    form.get_by_label("Side of the building").select_option("interior")
    form.get_by_role("button", name="Add an entrance").click()
    form.get_by_label("Name").last.fill("Back door")
    form.get_by_label("Entrance without steps").first.select_option("no")
    form.get_by_label("Lift", exact=True).select_option("yes")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    detail = stub.guide.venues[1]["detail"]
    assert [(each["level"], each["label"], each["picture"]["id"]) for each in detail["plans"]] == [(0.5, "M", picture(9)["id"])]
    assert [each["kind"] for each in detail["pictures"]] == ["interior"]
    assert [(each["name"], each["step_free"]) for each in detail["entrances"]] == [("Back door", "no")]
    assert detail["access"] == {"lift": "yes"}


def test_leaving_and_giving_up_take_unsaved_placing_back(visit, hall):
    page = curator(visit, hall)
    row = page.locator(".plan-form").first
    row.get_by_role("button", name="Place on the map").click()
    row.get_by_role("button", name="Larger").click()
    expect(row.get_by_label("Width, metres")).not_to_have_value("60")
    page.locator(".edit-form").get_by_role("button", name="Undo").last.click()
    page.locator(".plan-form").first.get_by_role("button", name="Place on the map").click()
    expect(page.locator(".plan-form").first.get_by_label("Width, metres")).to_have_value("60")
    page.evaluate("(view) => { location.hash = view }", BARE)
    expect(page.get_by_role("heading", name="Ateneum")).to_be_visible()
    expect(page.locator(".plan-handle")).to_have_count(0)
    drawn(page, 0)
    assert saved(hall)["detail"] is DETAIL


@pytest.mark.parametrize("language, name", [("de", "Grundrisse"), ("fi", "Pohjapiirrokset"), ("ar", "مخططات الطوابق")])
def test_the_building_speaks_the_readers_language(visit, hall, language, name):
    page = visit(hall.address, PHONE, locale=language).open(HALL)
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    # West stays in the west, also where lines run from right to left.
    assert drawn(page, 2)[0]["coordinates"][0][0] < CENTER["lon"]
