"""The guide: looking around, finding, walking a tour, voting; by touch and by keyboard, on the map and as lists, and when the server fails."""
import re
import subprocess
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ADD_VENUE, DESK, HERE, OPERATOR, PHONE, arrived, next_frame, touches_are_over
from stub import ABOUT, SPEEDS, picture, tour_id, venue, venue_id, work, work_id
from test_everyone import SMALL
from test_timeline import swipe

GEO = {"geolocation": HERE, "permissions": ["geolocation"]}
HALL, WORK = f"#venue={venue_id(0)}", f"#venue={venue_id(0)}&work={work_id(0)}"
VIEWS = {"#guide": ".venue-card", HALL: ".venue .facts", f"#works={venue_id(0)}": ".work-list", WORK: ".voting",
    f"#tour={tour_id(0)}": ".stops .leg:not(:empty)"}


def guide(visitor, view="#guide"):
    page = visitor.page
    if page.url == "about:blank":
        visitor.open(view)
    else:
        page.evaluate("(view) => { location.hash = view }", view)
    expect(page.locator(VIEWS[view]).first).to_be_visible()
    return page


def names(page):
    return page.locator(".venue-card strong").all_text_contents()


def drawn_venues(visitor):
    """The names of the venues that the map draws by themselves, and where."""
    visitor.wait_drawn()
    visitor.page.wait_for_function("() => seenMap.querySourceFeatures('guide').length > 0")
    found = visitor.page.evaluate(
        """() => seenMap.queryRenderedFeatures({ layers: ['guide-venue'] }).map(({ properties, geometry }) => {
            const { x, y } = seenMap.project(geometry.coordinates);
            return [properties.name, [x, y]];
        })""")
    return dict(found)


def test_the_guide_is_entered_from_home_and_lists_venues_in_the_curators_order(visit, stub):
    page = visit(stub.address, PHONE, **GEO).open()
    page.get_by_role("link", name="Guide", exact=True).tap()
    expect(page.locator(".fact")).to_have_text("4 venues")
    assert names(page) == ["Kunsthalle <b>Stub</b>", "Ateneum", "Taidetalo Ääni", "The Wandering Show"]
    first = page.locator(".venue-card").first
    expect(first).to_contain_text("Nervander Street 3")
    expect(first).to_contain_text("3 works")
    expect(first.get_by_role("img", name="The hall from the street")).to_be_visible()
    expect(first.locator(".far")).to_have_text("400 m")
    expect(page.locator(".venue-card").last.locator(".far")).to_have_count(0)
    page.go_back()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_tours_and_venues_do_not_touch(visit, stub, device):
    page = guide(visit(stub.address, device))
    tours, first = (page.locator(each).bounding_box() for each in (".tours", ".magazine > li:first-child"))
    assert first["y"] - (tours["y"] + tours["height"]) >= 8


def test_a_venue_is_found_by_its_name_and_an_unknown_venue_is_not(visit, stub):
    page = guide(visit(stub.address, DESK))
    field = page.get_by_role("searchbox", name="Find a venue by name")
    field.fill("aani")
    assert names(page) == ["Taidetalo Ääni"]
    field.fill("louvre")
    expect(page.get_by_text("No venue is called “louvre”.")).to_be_visible()
    field.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-screen", "guide")
    assert names(page) == []
    field.fill("WANDER")
    field.press("Enter")
    expect(page.get_by_role("heading", name="The Wandering Show")).to_be_visible()
    # It has no location: it is listed, and not on the map.
    expect(page.locator(".facts")).to_contain_text("Not on the map")
    expect(page.get_by_role("button", name="Directions")).to_have_count(0)
    expect(page.locator(".mark")).to_have_count(0)


@pytest.mark.parametrize("view", [f"#venue={venue_id(77)}", f"#works={venue_id(77)}", f"#venue={venue_id(0)}&work={work_id(77)}", f"#tour={tour_id(77)}"])
def test_a_missing_entry_of_the_guide_is_reported(visit, stub, view):
    visitor = visit(stub.address)
    visitor.expected += ["404", "Failed to load resource"]
    page = visitor.open(view)
    expect(page.get_by_text("Not in the guide. It may have been removed.")).to_be_visible()
    page.get_by_role("button", name="Show the whole guide").tap()
    expect(page.locator(".venue-card").first).to_be_visible()


def test_a_mark_opens_the_venue_at_half_height_and_another_takes_its_place(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = guide(visitor)
    found = drawn_venues(visitor)
    assert set(found) == {"Kunsthalle <b>Stub</b>", "Ateneum", "Taidetalo Ääni"}
    page.touchscreen.tap(*found["Ateneum"])
    expect(page.get_by_role("heading", name="Ateneum")).to_be_visible()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "half")
    expect(page.locator(".mark.place")).to_have_count(1)
    # The map behind still works, and back leads to the screen before.
    page.touchscreen.tap(*drawn_venues(visitor)["Kunsthalle <b>Stub</b>"])
    expect(page.get_by_role("heading", name="Kunsthalle <b>Stub</b>")).to_be_visible()
    page.go_back()
    expect(page.locator("html")).to_have_attribute("data-screen", "guide")
    expect(page.locator(".mark")).to_have_count(0)


def test_thousands_of_venues_are_gathered_and_a_cluster_falls_apart(visit, stub):
    stub.guide.venues = [venue(1000 + n, f"House {n}", (60.166 + n % 71 * 0.0001, 24.936 + n // 71 * 0.0002)) for n in range(5000)]
    visitor = visit(stub.address, DESK)
    page = guide(visitor)
    expect(page.locator(".fact")).to_have_text("5,000 venues")
    assert page.locator(".venue-card").count() < 200
    visitor.wait_drawn()
    page.wait_for_function("() => seenMap.queryRenderedFeatures({ layers: ['guide-cluster'] }).length > 0")
    assert page.locator(".maplibregl-marker").count() == 0
    before = page.evaluate("() => seenMap.getZoom()")
    point = page.evaluate(
        """() => {
            const middle = { x: 800, y: 400 };
            const off = ({ x, y }) => Math.hypot(x - middle.x, y - middle.y);
            return seenMap.queryRenderedFeatures({ layers: ['guide-cluster'] }).map(({ geometry }) => seenMap.project(geometry.coordinates))
                .sort((a, b) => off(a) - off(b)).map(({ x, y }) => [x, y])[0];
        }""")
    page.mouse.click(*point)
    page.wait_for_function("(before) => seenMap.getZoom() > before && !seenMap.isMoving()", arg=before)
    assert page.evaluate("() => document.documentElement.dataset.screen") == "guide"


def test_a_venue_shows_its_facts_and_links(visit, stub):
    page = guide(visit(stub.address, PHONE, **GEO), HALL)
    sheet = page.locator(".venue")
    page.get_by_role("button", name="Raise the panel").tap()
    expect(sheet.get_by_role("button", name="The hall from the street: enlarge")).to_be_visible()
    expect(sheet.locator(".prose")).to_have_text("A hall for art.\nOpen to all.")
    expect(sheet.locator(".facts")).to_contain_text("Open")
    expect(sheet.get_by_role("link", name="example.org/kunsthalle")).to_have_attribute("href", "https://example.org/kunsthalle")
    assert sheet.get_by_role("link", name="Map app").get_attribute("href") == "geo:60.17045,24.94875?q=60.17045,24.94875(Kunsthalle%20%3Cb%3EStub%3C%2Fb%3E)"
    expect(sheet.locator(".walk")).to_contain_text("7 min")
    sheet.get_by_role("button", name="Directions").tap()
    expect(page.locator(".summary")).to_contain_text("7 min")
    assert "to=60.170450,24.948750" in page.url
    page.go_back()
    expect(sheet).to_be_visible()


def test_a_link_that_is_no_web_address_is_not_followed(visit, stub):
    stub.guide.venues[0]["link"] = "javascript:alert(1)"
    page = guide(visit(stub.address, DESK), HALL)
    assert page.locator(".facts a").count() == 0
    assert "openstreetmap.org" in page.get_by_role("link", name="Map app").get_attribute("href")


def test_works_are_pushed_listed_and_looked_at_and_every_screen_leads_back(visit, stub):
    page = guide(visit(stub.address, PHONE), HALL)
    page.get_by_role("button", name="See 3 works").tap()
    expect(page.get_by_role("heading", name="Kunsthalle <b>Stub</b>")).to_be_visible()
    rows = page.locator(".work-list li")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("The <i>First</i> WorkMaija Stub")
    rows.first.get_by_role("button").tap()
    expect(page.get_by_role("heading", name="The <i>First</i> Work")).to_be_visible()
    assert page.locator(".facts dd").all_inner_texts() == ["Oil on canvas", "24 in × 18.5 in", "1897"]
    expect(page.get_by_role("heading", name="Description")).to_be_visible()
    page.get_by_role("button", name="Two boats: enlarge").tap()
    expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next work").tap()
    expect(page.get_by_role("heading", name="Untitled")).to_be_visible()
    # Unknown values leave no trace, and one known dimension stands alone.
    expect(page.get_by_role("heading", name="Description")).to_have_count(0)
    assert page.locator(".facts dd").all_inner_texts() == ["40 cm"]
    page.go_back()
    expect(rows).to_have_count(3)
    page.go_back()
    expect(page.locator(".venue")).to_be_visible()


def test_the_sheet_rises_by_touch_and_the_row_of_works_is_pushed_sideways(visit, stub):
    page = guide(visit(stub.address, PHONE, reduced_motion="reduce"), HALL)
    sheet = page.locator("bottom-sheet")
    expect(sheet).to_have_attribute("data-stop", "half")
    swipe(page, ".venue .prose, .venue .actions", 0, -250)
    expect(sheet).to_have_attribute("data-stop", "full")
    swipe(page, ".strip", -150, 5)
    page.wait_for_function("() => document.querySelector('.strip').scrollLeft > 20")
    expect(sheet).to_have_attribute("data-stop", "full")
    expect(page.locator("html")).to_have_attribute("data-screen", "venue")


def test_favourites_and_visited_stay_on_the_device(visit, stub):
    page = guide(visit(stub.address, PHONE), HALL)
    page.get_by_role("button", name="Favourite").tap()
    page.get_by_role("button", name="Visited").tap()
    page.reload()
    expect(page.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
    guide_again = page.evaluate("() => { location.hash = '#guide' }")
    assert guide_again is None
    expect(page.locator(".venue-card").first).to_contain_text("Favourite")
    page.get_by_role("button", name="Favourites", exact=True).tap()
    assert names(page) == ["Kunsthalle <b>Stub</b>"]
    page.get_by_role("button", name="Not visited").tap()
    assert names(page) == ["Ateneum", "Taidetalo Ääni", "The Wandering Show"]
    assert not [path for path in stub.asked if "favourite" in path]


def test_a_member_votes_once_and_guests_are_asked_to_log_in(visit, stub):
    page = guide(visit(stub.address, PHONE), WORK)
    page.get_by_role("button", name="Vote").tap()
    expect(page.get_by_text("Log in to vote")).to_be_visible()
    stub.log_in()
    page.reload()
    page.get_by_role("button", name="Vote").tap()
    expect(page.locator(".voting")).to_contain_text("3 votes")
    expect(page.get_by_role("button", name="Your vote")).to_have_attribute("aria-pressed", "true")
    page.reload()
    page.get_by_role("button", name="Your vote").tap()
    expect(page.locator(".voting")).to_contain_text("2 votes")


def test_a_tour_is_walked_from_stop_to_stop(visit, stub):
    visitor = visit(stub.address, PHONE, **GEO)
    page = guide(visitor, f"#tour={tour_id(0)}")
    expect(page.locator(".summary")).to_contain_text("14 min")
    assert page.locator(".stops strong").all_inner_texts() == ["Kunsthalle <b>Stub</b>", "Ateneum", "The Wandering Show", "Taidetalo Ääni"]
    visitor.wait_drawn()
    drawn = page.evaluate("() => seenMap.queryRenderedFeatures({ layers: ['guide-stop'] }).map(({ properties }) => properties.number).sort()")
    assert drawn == ["1", "2", "4"]
    assert page.evaluate("() => seenMap.querySourceFeatures('route').length") > 0
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.get_by_role("button", name="Next").tap()
    expect(page.locator(".at-stop")).to_have_text("Stop 2 of 4: Ateneum")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.get_by_role("button", name="From the previous stop").tap()
    expect(page.locator(".steps")).to_be_visible()
    assert "from=60.170450,24.948750&to=60.170150,24.944250" in page.url
    page.go_back()
    expect(page.locator(".stops")).to_be_visible()


def test_the_walks_of_a_tour_add_up_to_its_time(visit, stub, monkeypatch):
    # Each walk takes 2.4 minutes.
    monkeypatch.setitem(SPEEDS, "foot", 550 / 144)
    page = guide(visit(stub.address, PHONE), f"#tour={tour_id(0)}")
    expect(page.locator(".stops .leg:not(:empty)")).to_have_text([re.compile("^2 min"), re.compile("^2 min")])
    expect(page.locator(".summary")).to_contain_text("4 min")


def test_a_leg_without_a_route_says_so_and_the_others_are_walked(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["422", "Failed to load resource"]
    stub.refuse("/api/v1/route", 422, "no_route", "no way")
    page = guide(visitor, f"#tour={tour_id(0)}")
    expect(page.locator(".leg", has_text="No walking route from the previous stop")).to_have_count(2)
    expect(page.locator(".summary")).to_be_hidden()


@pytest.mark.parametrize("view", VIEWS)
def test_each_screen_waits_reports_a_missing_answer_and_asks_again(visit, stub, view):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    path = "/api/v1/guide" if view in ("#guide", f"#tour={tour_id(0)}") else f"/api/v1/guide/venues/{venue_id(0)}"
    gate = stub.hold(path)
    page = visitor.open(view)
    expect(page.locator(".skeleton")).to_be_visible()
    stub.refuse(path, 503, "unavailable", "busy")
    gate.set()
    expect(page.locator(".trouble")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(VIEWS[view]).first).to_be_visible()


def test_a_read_guide_can_be_read_without_a_network(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    page = guide(visitor)
    guide(visitor, HALL)
    next_frame(page)
    for path in ("/api/v1/guide", f"/api/v1/guide/venues/{venue_id(0)}"):
        stub.refuse(path, 503, "unavailable", "busy")
    page.reload()
    expect(page.get_by_text("Offline: guide saved")).to_be_visible()
    expect(page.get_by_role("heading", name="Kunsthalle <b>Stub</b>")).to_be_visible()
    guide(visitor)
    expect(page.get_by_text("Offline: guide saved")).to_be_visible()


def test_an_empty_guide_says_who_can_fill_it(visit, stub):
    stub.guide.venues, stub.guide.tours = [], []
    page = visit(stub.address).open("#guide")
    expect(page.get_by_text("The guide is empty. What curators add appears here.")).to_be_visible()


def test_a_change_elsewhere_appears_without_a_jump(visit, stub):
    stub.retry, stub.news = 400, ["guide"]
    stub.guide.venues += [venue(50 + n, f"Hall {n}") for n in range(20)]
    visitor = visit(stub.address, PHONE)
    page = guide(visitor)
    page.get_by_role("button", name="Raise the panel").tap()
    content = page.locator(".sheet-content")
    content.evaluate("(content) => content.scrollTo(0, 900)")
    page.locator(".venue-card").nth(6).focus()
    top = content.evaluate("(content) => content.scrollTop")
    stub.guide.venues[6]["name"] = "Another name"
    expect(page.locator(".venue-card strong").nth(6)).to_have_text("Another name")
    assert abs(content.evaluate("(content) => content.scrollTop") - top) < 5
    expect(page.locator(".venue-card").nth(6)).to_be_focused()


def test_by_keyboard_alone_from_the_guide_to_a_work_and_back(visit, stub):
    page = guide(visit(stub.address, DESK))
    page.locator(".venue-card").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Kunsthalle <b>Stub</b>")).to_be_focused()
    page.get_by_role("button", name="See 3 works").press("Enter")
    expect(page.locator(".works h2")).to_be_focused()
    expect(page.locator(".work-list")).to_be_visible()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.locator(".work-list button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The <i>First</i> Work")).to_be_focused()
    for screen in ("works", "venue", "guide"):
        page.keyboard.press("Escape")
        expect(page.locator("html")).to_have_attribute("data-screen", screen)
    expect(page.locator(".venue-card").first).to_be_focused()


# How far the first letters of an element are from the edge at which lines begin on a page from right to left.
FROM_THE_RIGHT = """(element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return element.getBoundingClientRect().right - text.getBoundingClientRect().right;
}"""


def test_names_of_another_direction_begin_where_the_pages_lines_do(visit, stub):
    page = guide(visit(stub.address, PHONE, locale="ar"))
    shown = [page.locator(".tours strong").first, page.locator(".venue-card strong").first, page.locator(".venue-card [dir=auto].quiet").first]
    for each in shown:
        assert abs(each.evaluate(FROM_THE_RIGHT)) < 2
    page.evaluate("(view) => { location.hash = view }", f"#tour={tour_id(0)}")
    expect(page.locator(".stops strong").first).to_be_visible()
    for each in (page.locator(".stops strong").first, page.locator(".stops [dir=auto].quiet").first):
        assert abs(each.evaluate(FROM_THE_RIGHT)) < 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_guide(visit, stub, scheme):
    visitor = visit(stub.address, PHONE, color_scheme=scheme, reduced_motion="reduce", **GEO)
    for view in VIEWS:
        results = Axe().run(guide(visitor, view))
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar", "fi-FI", "de-DE"])
def test_nothing_of_the_guide_is_cut_off_or_too_small(visit, stub, locale):
    visitor = visit(stub.address, SMALL, locale=locale, **GEO)
    for view in VIEWS:
        fits(guide(visitor, view), view)


def fits(page, view):
    """Nothing lies outside a page of 360 pixels, and buttons are large enough for a finger."""
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, view
    beyond = page.evaluate(
        """() => [...document.querySelectorAll('bottom-sheet *')]
            .filter((each) => each.checkVisibility() && !each.closest('.spoken, .strip'))
            .filter((each) => { const { left, right, width } = each.getBoundingClientRect(); return width > 0 && (left < -1 || right > 361); })
            .map((each) => each.outerHTML.slice(0, 120))""")
    assert beyond == [], view
    small = page.evaluate(
        """() => [...document.querySelectorAll('bottom-sheet :is(button, a.button, input, select, textarea)')]
            .filter((each) => each.checkVisibility() && !each.closest('.grabber, dd'))
            .filter((each) => {
                const { width, height } = each.getBoundingClientRect();
                const after = getComputedStyle(each, '::after');
                const grown = after.content !== 'none' && after.position === 'absolute' ? 12 : 0;
                return Math.min(width + grown, height + grown) < 43.5;
            }).map((each) => each.outerHTML.slice(0, 120))""")
    assert small == [], view


def wait_until(holds):
    """Waits until the server has the expected state."""
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def curate(visitor, stub, view, role="curator"):
    """A curator with the edit switch on."""
    stub.log_in(role)
    page = visitor.page
    if page.url == "about:blank":
        visitor.open(view)
    else:
        page.evaluate("(view) => { location.hash = view }", view)
    switch = page.get_by_role("button", name="Edit the guide")
    expect(switch).to_be_visible()
    if switch.get_attribute("aria-pressed") == "false":
        switch.click()
    expect(page.locator(".editing").first).to_be_visible()
    return page


def titles(page, which=".order"):
    return page.locator(f"{which} li strong").all_text_contents()


@pytest.mark.parametrize("role", [None, "user"])
def test_only_curators_have_the_edit_switch(visit, stub, role):
    if role:
        stub.log_in(role)
    page = guide(visit(stub.address), HALL)
    expect(page.get_by_role("button", name="Edit the guide")).to_have_count(0)


def test_a_venue_is_added_with_its_place_and_a_picture(visit, stub):
    visitor = visit(stub.address, DESK, **GEO)
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Add a venue").click()
    form = page.locator(".edit-form")
    expect(form.get_by_label("Name")).to_be_focused()
    form.get_by_role("button", name="Save").click()
    expect(form.locator("#venue-form-name-problem")).to_have_text("Fill in this field.")
    form.get_by_label("Name").fill("New <u>hall</u>")
    form.get_by_label("Website").fill("javascript:alert(1)")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("#venue-form-link-problem")).to_have_text("Enter a link that begins with https:// or http://.")
    form.get_by_label("Website").fill("https://example.org")
    form.get_by_label("Latitude").fill("91")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("#venue-form-lat-problem")).to_have_text("Enter a latitude from −90 to 90.")
    expect(form.get_by_label("Latitude")).to_be_focused()
    form.get_by_label("Latitude").fill("60.17")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("#venue-form-lon-problem")).to_have_text("Enter both latitude and longitude, or neither.")
    form.get_by_role("button", name="Use my location").click()
    expect(form.get_by_label("Longitude")).to_have_value("24.941500")
    expect(page.locator(".mark.movable")).to_have_count(1)
    with page.expect_file_chooser() as chooser:
        form.get_by_role("button", name="Picture", exact=True).click()
    chooser.value.set_files("Web/icon-192.png")
    form.get_by_label("Describe the picture").fill("A white pin")
    form.get_by_label("Visibility").select_option("published")
    form.get_by_label("Hidden until").fill("2031-05-01T10:00")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="New <u>hall</u>")).to_be_visible()
    made = stub.guide.venues[-1]
    assert made["location"] == {"lat": 60.1702, "lon": 24.9415} and made["link"] == "https://example.org"
    assert made["picture"]["text"] == "A white pin" and made["state"] == "published" and made["publish_at"] == "2031-05-01T07:00:00.000Z"
    expect(page.locator(".fact .badge")).to_contain_text("From 1 May 2031")


def test_the_mark_of_a_venue_is_dragged_and_typed_degrees_move_it(visit, stub):
    visitor = visit(stub.address, DESK)
    page = curate(visitor, stub, HALL)
    mark = page.locator(".mark.movable")
    visitor.wait_drawn()
    box = mark.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y + 40, steps=4)
    page.mouse.up()
    field = page.get_by_label("Longitude")
    expect(field).not_to_have_value("24.94875")
    assert float(field.input_value()) < 24.94875 and float(page.get_by_label("Latitude").input_value()) < 60.17045
    moved = mark.bounding_box()["x"]
    field.fill("24.9475")
    page.wait_for_function("(x) => Math.abs(document.querySelector('.mark.movable').getBoundingClientRect().x - x) > 2", arg=moved)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    assert stub.guide.venues[0]["location"]["lon"] == 24.9475 and stub.guide.venues[0]["picture"]["text"] == "The hall from the street"
    page.get_by_role("button", name="Remove from the map").click()
    expect(mark).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    assert "location" not in stub.guide.venues[0]


def test_a_refusal_is_shown_beside_the_field(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["400", "503", "Failed to load resource"]
    page = curate(visitor, stub, HALL)
    page.get_by_label("Name").fill("refuse me")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#venue-form-name-problem")).to_have_text("This cannot be saved. Change it and try again.")
    expect(page.get_by_label("Name")).to_be_focused()
    stub.refuse(f"/api/v1/guide/venues/{venue_id(0)}", 503, "unavailable", "busy")
    page.get_by_label("Name").fill("Better")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".form-problem")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Better")).to_be_visible()


def test_another_curators_change_is_read_without_losing_typed_text(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["409", "Failed to load resource"]
    page = curate(visitor, stub, HALL)
    page.get_by_label("Name").fill("My name for it")
    page.get_by_label("Description").fill("My words")
    stub.guide.venues[0] |= {"revision": 2, "description": "Their words", "address": "Their street 1"}
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".form-problem")).to_contain_text("Somebody else changed this in the meantime.")
    expect(page.get_by_role("button", name="Reload")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Address")).to_have_value("Their street 1")
    expect(page.get_by_label("Name")).to_have_value("My name for it")
    expect(page.get_by_label("Description")).to_have_value("My words")
    expect(page.get_by_text("Current version: Their words")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="My name for it")).to_be_visible()
    made = stub.guide.venues[0]
    assert (made["description"], made["address"], made["revision"]) == ("My words", "Their street 1", 3)


def heard(stub):
    """How often the page got the event."""
    return sum(path.startswith("/api/v1/events") for path in list(stub.answered))


def test_typed_text_is_there_after_coming_back_and_can_be_discarded(visit, stub):
    stub.retry, stub.news = 400, ["guide"]
    visitor = visit(stub.address, DESK)
    page = curate(visitor, stub, HALL)
    page.get_by_label("Name").fill("Half a na")
    # Changes meanwhile do not remove the form. A new request for the stream shows that the page got the last events.
    field = page.get_by_label("Name").element_handle()
    stub.guide.venues[0]["address"] = "Elsewhere 1"
    heard_before = heard(stub)
    wait_until(lambda: heard(stub) >= heard_before + 2)
    next_frame(page)
    assert field.evaluate("(field) => field.isConnected && field.value") == "Half a na"
    page.evaluate("(view) => { location.hash = view }", WORK)
    expect(page.get_by_label("Title")).to_be_visible()
    page.evaluate("(view) => { location.hash = view }", HALL)
    expect(page.get_by_label("Name")).to_have_value("Half a na")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Name")).to_have_value("Kunsthalle <b>Stub</b>")


# Blanks, line breaks, seconds and digits that a field does not show, or shows in another way.
AS_IT_WAS = {
    "venue": {"name": " Kunsthalle\t", "address": "A\nB", "description": "One\r\ntwo ", "hours": "24/7", "link": "https://example.org/kunsthalle ",
              "location": {"lat": 0.0000001, "lon": 24.9487512}, "state": "published", "publish_at": "2020-10-25T00:30:15.250Z"},
    "work": {"title": "Untitled ", "width": 0.0000012, "year": -100000, "state": "published", "publish_at": "2020-10-25T00:30:15Z"},
    "tour": {"name": "An hour of art ", "description": "\tThree", "state": "published", "publish_at": "2020-10-25T00:30:15.001Z",
             "venues": [venue_id(0), venue_id(3)]},
}


@pytest.mark.parametrize("kind, view", [("venue", HALL), ("work", f"#venue={venue_id(0)}&work={work_id(1)}"), ("tour", f"#tour={tour_id(0)}")])
def test_a_form_changes_only_the_edited_fields(visit, stub, kind, view):
    entity = {"venue": venue_id(0), "work": work_id(1), "tour": tour_id(0)}[kind]
    shelf, index = stub.guide.find(kind, entity)
    kept = {key: value for key, value in shelf[index].items() if key in ("id", "revision", "votes", "works", "picture")}
    shelf[index] = kept | AS_IT_WAS[kind]
    page = curate(visit(stub.address, DESK), stub, view)
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    form = page.query_selector(".edit-form")
    page.get_by_role("button", name="Save").click()
    wait_until(lambda: shelf[index]["revision"] == 2)
    assert shelf[index] == kept | AS_IT_WAS[kind] | {"revision": 2}
    # The screen is filled anew with the saved values; text in a field that is replaced meanwhile is lost.
    page.wait_for_function("(form) => !form.isConnected", arg=form)
    page.get_by_label("Description").fill("Other words")
    page.get_by_role("button", name="Save").click()
    wait_until(lambda: shelf[index]["revision"] == 3)
    assert shelf[index] == kept | AS_IT_WAS[kind] | {"revision": 3, "description": "Other words"}


def test_earlier_typed_text_does_not_undo_another_persons_change(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["409", "Failed to load resource"]
    page = curate(visitor, stub, HALL)
    page.get_by_label("Name").fill("My name for it")
    page.evaluate("(view) => { location.hash = view }", WORK)
    expect(page.get_by_label("Title")).to_be_visible()
    venue = {key: value for key, value in stub.guide.venues[0].items() if key not in ("id", "revision", "works")}
    stub.guide.change("venue", venue_id(0), {"revision": stub.guide.venues[0]["revision"], "fields": venue | {"address": "Elsewhere 1"}})
    page.evaluate("(view) => { location.hash = view }", HALL)
    expect(page.get_by_label("Name")).to_have_value("My name for it")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Reload").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="My name for it")).to_be_visible()
    assert stub.guide.venues[0]["address"] == "Elsewhere 1"


def test_works_are_added_changed_and_their_numbers_checked(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = curate(visitor, stub, f"#works={venue_id(0)}")
    page.get_by_role("button", name="Add a work").tap()
    form = page.locator(".edit-form")
    form.get_by_label("Title").fill("A new one")
    form.get_by_label("Width").fill("wide")
    form.get_by_role("button", name="Save").tap()
    expect(form.locator("#work-form-width-problem")).to_have_text("Enter a number above zero, such as 18.5.")
    form.get_by_label("Width").fill("18,5")
    form.get_by_label("Year").fill("1897.5")
    form.get_by_role("button", name="Save").tap()
    expect(form.locator("#work-form-year-problem")).to_contain_text("Enter a whole number")
    form.get_by_label("Year").fill("1897")
    form.get_by_role("button", name="Save").tap()
    expect(page.locator(".order li")).to_have_count(4)
    made = stub.guide.works[venue_id(0)][-1]
    assert (made["width"], made["year"], made["state"]) == (18.5, 1897, "draft") and "height" not in made
    expect(page.locator(".order li").last).to_contain_text("Draft")
    page.get_by_role("button", name="A new one", exact=False).first.tap()
    page.get_by_label("Title").fill("Another title")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Another title")).to_be_visible()


def test_venues_and_works_are_put_in_order_by_keyboard_and_by_dragging(visit, stub):
    visitor = visit(stub.address, DESK)
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Move Ateneum up").press("Enter")
    expect(page.get_by_role("button", name="Move Ateneum down")).to_be_focused()
    expect(page.get_by_text("Ateneum is now number 1")).to_have_count(1)
    wait_until(lambda: [each["name"] for each in stub.guide.venues][:2] == ["Ateneum", "Kunsthalle <b>Stub</b>"])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ateneum is now number 3")).to_have_count(1)
    expect(page.get_by_role("button", name="Move Ateneum down")).to_be_focused()
    wait_until(lambda: [each["name"] for each in stub.guide.venues] == ["Kunsthalle <b>Stub</b>", "Taidetalo Ääni", "Ateneum", "The Wandering Show"])
    curate(visitor, stub, f"#works={venue_id(0)}")
    grip, last = page.locator(".order .grip").first.bounding_box(), page.locator(".order li").last.bounding_box()
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, last["y"] + last["height"], steps=12)
    page.mouse.up()
    expect(page.locator(".order strong").last).to_have_text("The <i>First</i> Work")
    wait_until(lambda: stub.guide.works[venue_id(0)][-1]["title"] == "The <i>First</i> Work")


def test_rows_are_dragged_by_a_finger_while_the_sheet_stays(visit, stub):
    page = curate(visit(stub.address, PHONE, reduced_motion="reduce"), stub, f"#works={venue_id(0)}")
    box = page.locator(".order .grip").last.bounding_box()
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + 15, box["y"] + 20
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 16 * step}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".order strong").first).to_have_text("A third one with quite a long title that goes on")
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "full")


def test_an_order_that_is_another_meanwhile_is_shown_as_it_is(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["409", "Failed to load resource"]
    page = curate(visitor, stub, "#guide")
    stub.guide.venues.append(venue(60, "Added elsewhere"))
    page.get_by_role("button", name="Move Ateneum up").click()
    expect(page.get_by_text("The list has changed in the meantime.")).to_be_visible()
    expect(page.locator(".order strong").last).to_have_text("Added elsewhere")
    assert titles(page, ".venues .order")[0] == "Kunsthalle <b>Stub</b>"


def test_a_venue_that_tours_lead_to_stays_and_they_are_named(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected += ["409", "Failed to load resource"]
    page = curate(visitor, stub, f"#venue={venue_id(1)}")
    removal = page.locator(".removal")
    for _ in range(2):
        removal.get_by_role("button", name="Delete").press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Delete").press("Enter")
        expect(removal.locator(".problem")).to_contain_text("This venue is part of tours")
        expect(removal.locator(".link-rows li")).to_have_count(1)
    assert len(stub.guide.venues) == 4
    removal.get_by_role("button", name="An hour of art").press("Enter")
    expect(page.locator("html")).to_have_attribute("data-screen", "tour")


def test_changes_between_reading_and_listening_are_read(visit, stub):
    stub.changed, stub.newest = "9", {"guide": "a0"}
    gate = stub.hold("v1/events")
    page = guide(visit(stub.address))
    expect(page.locator(".venue-card")).to_have_count(4)
    stub.guide.venues.append(venue(60, "Between"))
    stub.changed = "a0"
    gate.set()
    expect(page.locator(".venue-card")).to_have_count(5)


def test_deleting_is_asked_and_can_be_undone(visit, stub):
    stub.guide.tours = []
    visitor = visit(stub.address, DESK)
    page = curate(visitor, stub, "#guide")
    page.locator(".venues .order li", has_text="Ateneum").get_by_role("button", name="Ateneum", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Delete “Ateneum”?")
    dialog.get_by_role("button", name="Not now").click()
    assert len(stub.guide.venues) == 4
    page.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Ateneum deleted")).to_be_visible()
    expect(page.locator(".venues .order li")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".venues .order li")).to_have_count(4)
    assert titles(page, ".venues .order")[1] == "Ateneum"


def test_the_history_shows_who_changed_the_guide_and_undoes_changes(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected += ["409", "Failed to load resource"]
    for number in range(7):
        stub.guide.change("venue", venue_id(1), {"revision": number + 1, "fields": {"name": f"Name <b>{number}</b>", "state": "published"}})
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Change history").tap()
    rows = page.locator(".changes li")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Venue · changed")
    expect(rows.first).to_contain_text("Aino")
    page.get_by_role("button", name="Older changes").tap()
    expect(rows).to_have_count(7)
    stub.refuse(f"/api/v1/guide/history/{venue_id(1)}/4/undo", 409, "changed_meanwhile", "it has changed since")
    rows.nth(4).get_by_role("button").tap()
    expect(rows.nth(4).locator(".problem")).to_have_text("There is a newer change. Undo the newer change first.")
    rows.first.get_by_role("button").tap()
    expect(page.get_by_text("Change undone")).to_be_visible()
    assert stub.guide.venues[1]["name"] == "Name <b>5</b>"


def test_a_tour_is_made_of_venues_in_order(visit, stub):
    page = curate(visit(stub.address, DESK), stub, "#guide")
    page.get_by_role("button", name="Add a tour").click()
    form = page.locator(".edit-form")
    form.get_by_label("Name").fill("Two houses")
    for name in ("Ateneum", "Taidetalo Ääni", "The Wandering Show"):
        form.get_by_label("Stops, in order").select_option(name)
        form.get_by_role("button", name="Add this stop").click()
    form.get_by_role("button", name="Move Taidetalo Ääni up").press("Enter")
    form.get_by_role("button", name="Remove The Wandering Show").click()
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Two houses")).to_be_visible()
    assert stub.guide.tours[-1]["venues"] == [venue_id(2), venue_id(1)]


def test_a_stop_that_is_taken_out_counts_as_typed(visit, stub):
    page = curate(visit(stub.address, DESK), stub, f"#tour={tour_id(0)}")
    rows = page.locator(".edit-form .rows li")
    cancel = page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_hidden()
    page.get_by_role("button", name="Remove The Wandering Show").click()
    expect(cancel).to_be_visible()
    page.evaluate("() => { location.hash = '#about' }")
    expect(page.locator("html")).to_have_attribute("data-screen", "about")
    page.go_back()
    expect(rows).to_have_count(3)
    cancel.click()
    expect(rows).to_have_count(4)


def test_the_mark_of_a_new_venue_goes_with_its_form(visit, stub):
    page = curate(visit(stub.address, DESK), stub, "#guide")
    add, mark = page.get_by_role("button", name="Add a venue"), page.locator(".mark.movable")
    add.click()
    page.get_by_role("button", name="Middle of the map").click()
    expect(mark).to_have_count(1)
    add.click()
    expect(mark).to_have_count(0)
    add.click()
    expect(mark).to_have_count(1)
    page.get_by_role("button", name="Edit the guide").click()
    expect(page.locator(".edit-form")).to_have_count(0)
    expect(mark).to_have_count(0)
    page.get_by_role("button", name="Edit the guide").click()
    add.click()
    expect(mark).to_have_count(1)
    page.evaluate("() => { location.hash = '#about' }")
    expect(page.locator("html")).to_have_attribute("data-screen", "about")
    expect(mark).to_have_count(0)


def test_a_picture_that_is_chosen_while_a_form_is_sent_stays(visit, stub):
    page = curate(visit(stub.address, DESK), stub, HALL)
    page.get_by_label("Name").fill("Another name")
    held = stub.hold("/api/v1/guide/venues")
    page.get_by_role("button", name="Save").click()
    with page.expect_file_chooser() as chooser:
        page.locator(".edit-form").get_by_role("button", name="Replace picture").click()
    chooser.value.set_files("Web/icon-192.png")
    chosen = page.get_by_role("img", name="The picture you chose")
    expect(chosen).to_be_visible()
    held.set()
    expect(page.get_by_text("Saved")).to_be_visible()
    arrived(page)
    expect(chosen).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(chosen).to_have_count(0)
    assert stub.guide.venues[0]["picture"]["id"] == picture(9)["id"]


def test_changes_during_writing_are_shown_afterwards(visit, stub):
    stub.retry = 200
    page = curate(visit(stub.address, DESK), stub, HALL)
    page.get_by_label("Name").fill("Half a na")

    def begin_again():
        begun = len([path for path in stub.asked if "/api/v1/events" in path])
        wait_until(lambda: len([path for path in stub.asked if "/api/v1/events" in path]) >= begun + 2)

    stub.guide.venues[0]["address"] = "Elsewhere 1"
    stub.news = ["guide"]
    begin_again()
    stub.news = []
    begin_again()
    next_frame(page)
    expect(page.get_by_label("Name")).to_have_value("Half a na")
    expect(page.get_by_label("Address")).to_have_value("Nervander Street 3")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Address")).to_have_value("Elsewhere 1")
    expect(page.get_by_label("Name")).to_have_value("Kunsthalle <b>Stub</b>")


def test_the_guide_is_exported_as_files_and_imported_from_a_file(visit, stub):
    page = curate(visit(stub.address, DESK), stub, "#guide", "operator")
    links = page.locator(".files a")
    assert [link.get_attribute("href") for link in links.all()] == [f"/api/v1/guide/export/{kind}" for kind in ("zip", "csv", "geojson")]
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import from a file").click()
    chooser.value.set_files({"name": "guide.zip", "mimeType": "application/zip", "buffer": b"PK"})
    expect(page.get_by_text("Added: venues 2, works 5, tours 1")).to_be_visible()


def test_a_repeated_import_and_a_fault_with_its_place_are_reported(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["400", "Failed to load resource"]
    page = curate(visitor, stub, "#guide", "operator")
    stub.guide.imports = 1

    def send():
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Import from a file").click()
        chooser.value.set_files({"name": "guide.zip", "mimeType": "application/zip", "buffer": b"PK"})

    send()
    expect(page.locator(".import-result")).to_have_text("This guide was imported before and is still here. Nothing was changed.")
    fault = "venues[3].works[0].year: is no year that a work was made in"
    stub.refuse("/api/v1/guide/import", 400, "invalid_body", fault, "venues[3].works[0].year")
    send()
    expect(page.locator(".import-result")).to_contain_text("The file has an error; nothing was added.")
    expect(page.locator(".import-result")).to_contain_text(fault)


def test_a_picture_is_taken_out_of_the_history_for_good(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected += ["503", "Failed to load resource"]
    shown = stub.guide.venues[0]["picture"]
    stub.guide.change("venue", venue_id(0), {"revision": 1, "fields": {"name": "Hall", "state": "published", "picture": shown}})
    stub.guide.change("venue", venue_id(1), {"revision": 1, "fields": {"name": "Ateneum", "state": "published"}})
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Change history").tap()
    remove = page.get_by_role("button", name="Remove the picture of Kunsthalle <b>Stub</b> permanently")
    expect(page.locator(".changes li")).to_have_count(2)
    expect(page.locator(".changes .grave")).to_have_count(1)
    remove.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This cannot be undone.")
    dialog.get_by_role("button", name="Not now").tap()
    assert stub.guide.venues[0]["picture"]["id"] == shown["id"]
    stub.refuse(f"/api/v1/guide/pictures/{shown['id']}", 503, "unavailable", "the server cannot write at the moment")
    remove.tap()
    dialog.get_by_role("button", name="Remove picture permanently").tap()
    expect(page.locator(".changes .problem").nth(1)).to_have_text("The map’s server does not answer.")
    stub.refusals.clear()
    remove.tap()
    dialog.get_by_role("button", name="Remove picture permanently").tap()
    expect(page.get_by_text("Picture removed, also from the history")).to_be_visible()
    expect(page.locator(".changes .grave")).to_have_count(0)
    assert "picture" not in stub.guide.venues[0]


def test_fields_of_a_venue_complete_an_address_and_say_which_hours_cannot_be_read(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Add a venue").tap()
    form = page.locator(".edit-form")
    form.get_by_label("Website").fill("example.org/hall")
    form.get_by_label("Opening hours").fill("every day")
    expect(form.get_by_label("Website")).to_have_value("https://example.org/hall")
    form.get_by_label("Latitude").fill("91")
    unread = form.get_by_text("These hours cannot be read")
    expect(unread).to_be_visible()
    form.get_by_label("Opening hours").fill("Mo-Fr 9:00-17:00")
    form.get_by_label("Name").fill("Hall")
    expect(unread).to_have_count(0)
    form.get_by_role("button", name="Save").tap()
    expect(form.get_by_text("Enter a latitude from")).to_be_visible()
    north, east = (form.get_by_label(name).bounding_box() for name in ("Latitude", "Longitude"))
    assert (north["y"], north["height"]) == (east["y"], east["height"])


PRINT = "() => { window.hasPrinted = false; window.print = () => { window.hasPrinted = true } }"


def on_paper(page):
    """Prints the venue that is open."""
    page.evaluate(PRINT)
    page.get_by_role("button", name="Print").click()
    page.wait_for_function("() => window.hasPrinted")
    # The tests' server is on this machine, where no phone gets.
    expect(page.get_by_text("Phones cannot open the address of this page (127.0.0.1")).to_be_visible()
    page.emulate_media(media="print")


def test_a_printed_code_leads_to_the_venue(visit, served, tmp_path):
    visitor = visit(served, DESK)
    # Its screen is still there when the venue is deleted.
    visitor.expected += ["404"]
    page = visitor.open()
    venue = page.evaluate(ADD_VENUE, {"operator": OPERATOR, "fields": {"name": "Printed house", "state": "published"}})
    try:
        page.reload()
        page.evaluate("(id) => { location.hash = `#venue=${id}` }", venue)
        on_paper(page)
        code = tmp_path / "code.png"
        page.locator(".paper .code").screenshot(path=code)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", str(code)], capture_output=True, text=True, check=True)
        assert read.stdout.strip() == f"{served}/#venue={venue}"
    finally:
        page.evaluate("(id) => fetch(`/api/v1/guide/venues/${id}`, { method: 'DELETE' })", venue)


def test_paper_without_a_code_says_that_the_server_draws_it(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/codes", 503, "unavailable", "busy")
    page = guide(visitor, HALL)
    on_paper(page)
    expect(page.locator(".paper .no-code")).to_contain_text("No QR code")
    expect(page.locator(".paper .code")).to_have_count(0)
    page.emulate_media(media="screen")
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    stub.refusals.clear()
    on_paper(page)
    expect(page.locator(".paper .code")).to_be_visible()
    page.emulate_media(media="screen")


def test_a_venue_is_printed_with_its_works(visit, stub):
    visitor = visit(stub.address, DESK)
    page = guide(visitor, HALL)
    on_paper(page)
    expect(page.locator(".paper h2")).to_have_text("Kunsthalle <b>Stub</b>")
    expect(page.locator(".paper li")).to_have_count(3)
    expect(page.locator("bottom-sheet")).to_be_hidden()
    assert f"/api/v1/codes?path=/#venue={venue_id(0)}" in stub.asked
    # The browser's own print command finds it ready.
    page.evaluate("() => { window.dispatchEvent(new Event('afterprint')); window.dispatchEvent(new Event('beforeprint')) }")
    expect(page.locator(".paper .code")).to_be_visible()
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".paper")).to_have_count(0)
    page.emulate_media(media="screen")


@pytest.mark.parametrize("locale", ["en-GB", "ar", "de-DE"])
def test_editing_is_for_everyone(visit, stub, locale):
    stub.log_in("curator")
    visitor = visit(stub.address, SMALL, locale=locale, reduced_motion="reduce", color_scheme="dark" if locale == "ar" else "light")
    page = visitor.open("#guide")
    page.locator(".edit-switch").tap()
    for view in VIEWS:
        page.evaluate("(view) => { location.hash = view }", view)
        expect(page.locator(".editing").first).to_be_visible()
        fits(page, view)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_the_history_and_its_details_are_accessible(visit, stub, locale):
    stub.guide.change("venue", venue_id(1), {"revision": 1, "fields": {"name": "A name that is longer " * 5, "state": "published"}})
    stub.log_in("curator")
    page = visit(stub.address, SMALL, locale=locale, color_scheme="dark" if locale == "ar" else "light").open("#guide-history")
    expect(page.locator(".changes li")).to_have_count(1)
    fits(page, "history")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.evaluate("() => { location.hash = '#guide' }")
    page.locator(".edit-switch").tap()
    # The forms for a new venue and a new tour, with their errors.
    for form in range(2):
        page.locator(".unfolder").nth(form).press("Enter")
        page.locator(".edit-form .main").press("Enter")
        expect(page.locator(".edit-form [aria-invalid=true]").first).to_be_focused()
        fits(page, f"form {form}")
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        page.locator(".unfolder").nth(form).press("Enter")
        expect(page.locator(".edit-form")).to_have_count(0)


def tab_to(page, name, key="Tab"):
    """Tabs on until something of that name has the focus."""
    for _ in range(30):
        page.keyboard.press(key)
        if name in page.evaluate(
            """() => {
                const { labels, ariaLabel, textContent } = document.activeElement;
                return labels?.[0]?.textContent ?? ariaLabel ?? textContent;
            }"""):
            return
    raise AssertionError(f"{name} is not reached")


def test_a_venue_is_made_by_keyboard_alone(visit, stub):
    page = curate(visit(stub.address, DESK), stub, "#guide")
    page.get_by_role("button", name="Add a venue").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".edit-form").get_by_label("Name")).to_be_focused()
    page.keyboard.type("Typed")
    tab_to(page, "Latitude")
    page.keyboard.type("60.17")
    tab_to(page, "Longitude")
    page.keyboard.type("24.945")
    tab_to(page, "Visibility")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Typed")).to_be_visible()
    made = stub.guide.venues[-1]
    assert (made["location"], made["state"]) == ({"lat": 60.17, "lon": 24.945}, "published")


def test_a_tour_is_made_by_keyboard_alone(visit, stub):
    page = curate(visit(stub.address, DESK), stub, "#guide")
    page.get_by_role("button", name="Add a tour").focus()
    page.keyboard.press("Enter")
    form = page.locator(".edit-form")
    stops = form.locator(".order strong")
    expect(form.get_by_label("Name")).to_be_focused()
    page.keyboard.type("Typed")
    tab_to(page, "Stops, in order")
    for name, downs in (("Taidetalo Ääni", 3), ("Kunsthalle <b>Stub</b>", 1), ("The Wandering Show", 2)):
        for _ in range(downs):
            page.keyboard.press("ArrowDown")
        # Passing over a venue does not add it.
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(stops.last).to_have_text(name)
        page.keyboard.press("Shift+Tab")
    assert stops.all_text_contents() == ["Taidetalo Ääni", "Kunsthalle <b>Stub</b>", "The Wandering Show"]
    tab_to(page, "Move The Wandering Show up", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(form.get_by_role("button", name="Move The Wandering Show up")).to_be_focused()
    page.keyboard.press("Enter")
    # At the top it goes no higher; the way back has the focus.
    expect(form.get_by_role("button", name="Move The Wandering Show down")).to_be_focused()
    expect(page.get_by_text("The Wandering Show is now number 1")).to_have_count(1)
    assert stops.all_text_contents() == ["The Wandering Show", "Taidetalo Ääni", "Kunsthalle <b>Stub</b>"]
    tab_to(page, "Remove Taidetalo Ääni")
    page.keyboard.press("Enter")
    expect(form.get_by_label("Stops, in order")).to_be_focused()
    tab_to(page, "Save")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Typed")).to_be_visible()
    assert stub.guide.tours[-1]["venues"] == [venue_id(3), venue_id(0)]


def test_a_venue_is_made_by_touch_alone(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Add a venue").tap()
    form = page.locator(".edit-form")
    form.get_by_label("Name").tap()
    page.keyboard.type("Touched")
    with page.expect_file_chooser() as chooser:
        form.get_by_role("button", name="Picture", exact=True).tap()
    chooser.value.set_files("Web/icon-192.png")
    form.get_by_label("Describe the picture").tap()
    page.keyboard.type("A white pin")
    page.get_by_role("button", name="Raise the panel").tap()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "full")
    form.get_by_role("button", name="Middle of the map").tap()
    # The sheet makes way for the mark.
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "half")
    expect(page.locator(".mark.movable")).to_have_attribute("aria-label", "Marker on the map")
    latitude, longitude = (form.get_by_label(name) for name in ("Latitude", "Longitude"))
    before = float(latitude.input_value()), float(longitude.input_value())
    visitor.wait_drawn()
    mark = page.locator(".mark.movable")
    box = mark.bounding_box()
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    # Nothing lies over it.
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.mark.movable') !== null", [x, y])
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - 12 * step, "y": y + 8 * step}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(longitude).not_to_have_value(f"{before[1]:.6f}")
    moved = float(latitude.input_value()), float(longitude.input_value())
    assert moved[0] < before[0] and moved[1] < before[1]
    form.get_by_label("Visibility").select_option("published")
    touches_are_over(page)
    form.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Touched")).to_be_visible()
    expect(page.get_by_role("img", name="A white pin").first).to_be_visible()
    made = stub.guide.venues[-1]
    assert (made["location"]["lat"], made["location"]["lon"]) == moved
    assert (made["picture"]["text"], made["state"]) == ("A white pin", "published")


def test_announcements_go_to_an_existing_live_region(visit, stub):
    page = guide(visit(stub.address, DESK))
    status = page.query_selector(".venues [role=status]")
    field = page.get_by_role("searchbox", name="Find a venue by name")
    for text, said in (("aani", "1 result"), ("louvre", "No venue is called “louvre”.")):
        field.fill(text)
        assert status.evaluate("(region) => region.isConnected && region.textContent") == said
    page = guide(visit(stub.address, DESK), f"#tour={tour_id(0)}")
    stop = page.query_selector(".at-stop")
    page.get_by_role("button", name="Next").click()
    assert stop.evaluate("(region) => region.isConnected && region.textContent") == "Stop 2 of 4: Ateneum"
    # The map listens only to drawn layers.
    assert page.evaluate("() => [...document.querySelectorAll('#notices > [role=status]')].every((region) => region.checkVisibility())")


def test_undo_stays_as_long_as_somebody_is_at_it(visit, stub):
    stub.guide.tours = []
    visitor = visit(stub.address, DESK)
    visitor.page.clock.install()
    page = curate(visitor, stub, "#guide")
    page.locator(".venues .order li", has_text="Ateneum").get_by_role("button", name="Ateneum", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    undo = page.get_by_role("button", name="Undo")
    undo.focus()
    page.clock.fast_forward(20_000)
    expect(undo).to_be_focused()
    undo.evaluate("(button) => button.blur()")
    undo.hover()
    page.clock.fast_forward(20_000)
    expect(undo).to_be_visible()
    page.mouse.move(800, 700)
    page.clock.fast_forward(6_000)
    expect(undo).to_have_count(0)


def test_home_shows_the_whole_place(visit, stub):
    visitor = visit(stub.address, PHONE, **GEO)
    page = visitor.open("#map=17.00/60.17000/24.94500")
    page.get_by_role("button", name="Raise the panel").tap()
    page.locator(".entries").get_by_role("button", name="Map", exact=True).tap()
    visitor.wait_drawn()
    west, south, east, north = ABOUT["bounds"]
    shown = page.evaluate("() => seenMap.getBounds().toArray().flat()")
    least = 1e-6
    assert shown[0] <= west + least and shown[1] <= south + least and shown[2] >= east - least and shown[3] >= north - least
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "peek")
    expect(page.locator(".location-off")).to_be_hidden()


def test_home_gives_the_remedy_when_location_is_off_and_notices_when_it_is_on_again(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.context.add_init_script(
        """const status = Object.assign(new EventTarget(), { state: 'denied' });
        navigator.permissions.query = async () => status;
        window.allow = () => { status.state = 'granted'; status.dispatchEvent(new Event('change')); status.onchange?.(); };""")
    page = visitor.open()
    alert = page.locator(".home [role=alert]")
    expect(alert).to_contain_text("Allow it in the browser’s settings")
    # Also while the sheet shows its head only.
    assert alert.bounding_box()["y"] + alert.bounding_box()["height"] <= 839
    page.evaluate("() => allow()")
    expect(alert).to_be_hidden()


def test_venues_are_on_the_map_from_the_start_where_there_is_a_guide(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["guide"])
    visitor = visit(stub.address, DESK)
    page = visitor.open()
    page.mouse.click(*drawn_venues(visitor)["Ateneum"])
    expect(page.get_by_role("heading", name="Ateneum")).to_be_visible()
    page.evaluate("() => { location.hash = '#timeline' }")
    page.wait_for_function("() => seenMap.querySourceFeatures('guide').length === 0")
