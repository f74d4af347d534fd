"""The tabs: on a phone's bar and a desktop's rail, by touch, keyboard and right to left; and the part of the map that they and the sheet leave free."""
import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, search_field
from stub import ABOUT, BOUNDS, tour_id, venue_id

TABS = {"Explore": "home", "Timeline": "timeline", "Guide": "guide", "Now": "now", "More": "more"}
GEO = {"geolocation": HERE, "permissions": ["geolocation"]}
# How far right, left, up and down the map shows what lies beyond the place, in the part that neither sheet nor rail nor panel covers.
BEYOND = """([west, south, east, north]) => {
    const sheet = document.querySelector('bottom-sheet').getBoundingClientRect();
    const isPanel = sheet.left > 0;
    const [left, bottom] = [isPanel ? sheet.right : 0, isPanel ? innerHeight : sheet.top];
    const low = seenMap.unproject([left, bottom]), high = seenMap.unproject([innerWidth, 0]);
    return [high.lng - east, west - low.lng, high.lat - north, south - low.lat];
}"""


def tab(page, name):
    return page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True)


def on_screen(page, screen):
    expect(page.locator("html")).to_have_attribute("data-screen", screen)


def at_rest(visitor):
    """Waits until nothing of the page and of the map moves."""
    visitor.page.wait_for_function("() => !seenMap.isMoving()")
    visitor.wait_drawn()


def test_by_touch_each_tab_is_one_tap_and_back_leads_home(visit, stub):
    page = visit(stub.address, PHONE).open()
    expect(tab(page, "Explore")).to_have_attribute("aria-current", "page")
    for name in ("Timeline", "Guide", "Now", "More"):
        tab(page, name).tap()
        on_screen(page, TABS[name])
        assert page.locator(".tabs [aria-current]").all_text_contents() == [f"\n          \n          {name}\n        "]
    # Ways take each other's place: there is nothing between the last and home.
    page.go_back()
    on_screen(page, "home")
    tab(page, "Guide").tap()
    page.locator(".venue-card").first.tap()
    on_screen(page, "venue")
    expect(tab(page, "Guide")).to_have_attribute("aria-current", "true")
    tab(page, "Timeline").tap()
    on_screen(page, "timeline")
    page.go_back()
    on_screen(page, "venue")
    tab(page, "Guide").tap()
    on_screen(page, "guide")
    tab(page, "Explore").tap()
    on_screen(page, "home")


def test_the_home_tab_walks_back_to_where_it_was_pressed(visit, stub):
    page = visit(stub.address, PHONE).open()
    before = page.evaluate("() => history.state?.depth ?? 0")
    tab(page, "Guide").tap()
    expect(page.locator(".venue-card").first).to_be_visible()
    page.get_by_role("button", name="Raise the panel").tap()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "full")
    tab(page, "Explore").tap()
    on_screen(page, "home")
    assert page.evaluate("() => history.state?.depth ?? 0") == before
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "peek")


def test_the_current_tab_raises_the_sheet_and_scrolls_to_its_beginning(visit, stub):
    page = visit(stub.address, PHONE).open()
    tab(page, "Explore").tap()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "half")
    expect(page.get_by_role("button", name="Museum")).to_be_visible()
    tab(page, "Timeline").tap()
    expect(page.locator(".post").first).to_be_visible()
    # There is more to scroll once the sheet has risen and the posts have their heights.
    page.wait_for_function("""() => {
        const content = document.querySelector('.sheet-content');
        content.scrollTo(0, 200);
        return content.scrollTop > 0;
    }""")
    tab(page, "Timeline").tap()
    page.wait_for_function("() => document.querySelector('.sheet-content').scrollTop === 0")


def test_the_bar_lies_below_the_sheet_and_above_the_edge_of_the_device(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = visitor.page
    session = visitor.context.new_cdp_session(page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"bottom": 34, "bottomMax": 34}})
    visitor.open()
    at_rest(visitor)
    for box in (tab(page, name).bounding_box() for name in TABS):
        assert (box["height"] >= 44, box["width"] >= 44, box["y"] + box["height"] <= 839 - 34) == (True, True, True)
    bar = page.locator(".tabs").bounding_box()
    hint = page.locator(".home .fact").bounding_box()
    assert hint["y"] + hint["height"] <= bar["y"]
    credit, locate, sheet = (page.locator(each).bounding_box() for each in (".credit", "#locate", "bottom-sheet"))
    assert max(credit["y"] + credit["height"], locate["y"] + locate["height"]) <= sheet["y"]
    # The end of a long screen can be read, too.
    page.evaluate("() => { location.hash = '#about' }")
    last = page.locator(".about > :not([hidden])").last
    last.scroll_into_view_if_needed()
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= bar["y"]


def test_by_keyboard_the_rail_comes_after_the_list_and_the_focus_goes_along(visit, stub):
    page = visit(stub.address, DESK).open()
    page.keyboard.press("Tab")
    for name in TABS:
        page.keyboard.press("Tab")
        expect(tab(page, name)).to_be_focused()
    page.keyboard.press("Tab")
    expect(search_field(page)).to_be_focused()
    tab(page, "Guide").press("Enter")
    expect(page.get_by_role("heading", name="Guide", exact=True)).to_be_focused()
    tab(page, "Explore").press("Enter")
    on_screen(page, "home")
    expect(tab(page, "Explore")).to_be_focused()
    tab(page, "More").press("Enter")
    page.keyboard.press("Escape")
    on_screen(page, "home")
    rail, panel = page.locator(".tabs").bounding_box(), page.locator("bottom-sheet").bounding_box()
    assert (rail["x"], rail["y"], rail["height"]) == (0, 0, 800)
    assert rail["x"] + rail["width"] < panel["x"]
    expect(page.get_by_text("Search, or right-click the map")).to_be_visible()


def test_a_tab_opens_in_another_window_like_any_link(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open()
    with visitor.context.expect_page() as other:
        tab(page, "Guide").click(modifiers=["Control"])
    other.value.wait_for_url("**/#guide")
    on_screen(page, "home")


def test_right_to_left_the_tabs_run_from_the_right(visit, stub):
    page = visit(stub.address, PHONE, locale="ar").open()
    places = [each.bounding_box()["x"] for each in page.locator(".tabs a").all()]
    assert places == sorted(places, reverse=True)
    page.set_viewport_size(DESK["viewport"])
    rail = page.locator(".tabs").bounding_box()
    assert rail["x"] + rail["width"] == 1280
    assert page.locator(".tabs").get_attribute("aria-label") == "القائمة الرئيسية"


def test_while_searching_writing_or_printing_the_bar_makes_room(visit, stub):
    page = visit(stub.address, PHONE).open()
    bar = page.locator(".tabs")
    search_field(page).tap()
    expect(bar).to_be_hidden()
    page.get_by_role("button", name="Back").tap()
    expect(bar).to_be_visible()
    tab(page, "Timeline").tap()
    # Some browsers give the keyboard a part of the page's height.
    page.set_viewport_size({"width": 412, "height": 500})
    expect(bar).to_be_visible()
    page.get_by_placeholder("What is happening here?").focus()
    expect(bar).to_be_hidden()
    page.get_by_role("heading", name="Timeline").focus()
    expect(bar).to_be_visible()
    page.emulate_media(media="print")
    expect(bar).to_be_hidden()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_the_tabs_are_there_from_the_start_and_nothing_shifts(visit, stub, device):
    visitor = visit(stub.address, device)
    visitor.context.add_init_script(
        """window.shifts = [];
        const moved = ({ sources }) => String(sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((each) => [each.value, moved(each)])))
            .observe({ type: 'layout-shift', buffered: true });"""
    )
    gate = stub.hold("v1/about")
    page = visitor.open(ready=False)
    first = page.locator(".tabs a").first
    expect(first).to_be_visible()
    before = first.bounding_box()
    # A phone's own bars may resize the page before the sheet is there.
    page.evaluate("() => window.dispatchEvent(new Event('resize'))")
    gate.set()
    visitor.wait_ready()
    at_rest(visitor)
    assert first.bounding_box() == before
    # The sheet is measured once the fonts are there; what that moves is less than a tenth of what counts as good (web.dev/articles/cls).
    assert page.evaluate("() => shifts.reduce((sum, [value]) => sum + value, 0)") < 0.01


@pytest.mark.parametrize("role", [None, "operator"])
def test_more_leads_to_the_other_screens(visit, stub, role):
    if role:
        stub.log_in(role)
    page = visit(stub.address, PHONE).open("#more")
    for name, screen in (("Account", "account"), ("Use offline", "offline"), ("About", "about")):
        page.locator(".doors").get_by_role("button", name=name, exact=True).tap()
        on_screen(page, screen)
        expect(tab(page, "More")).to_have_attribute("aria-current", "true")
        page.locator(".screen-head").get_by_role("button", name="Close").tap()
        on_screen(page, "more")
    own = page.locator(".doors").get_by_role("button", name="Manage this map")
    if role:
        own.tap()
        on_screen(page, "operator")
        page.go_back()
    else:
        expect(own).to_be_hidden()
    page.get_by_label("Language").select_option("fi")
    expect(page.locator("html")).to_have_attribute("lang", "fi")


def test_nothing_is_blank_after_the_guide_is_closed(visit, stub, monkeypatch):
    monkeypatch.setitem(ABOUT, "features", ["guide"])
    visitor = visit(stub.address, PHONE)
    page = visitor.open()
    tab(page, "Guide").tap()
    expect(page.locator(".venue-card").first).to_be_visible()
    at_rest(visitor)
    tab(page, "Explore").tap()
    on_screen(page, "home")
    at_rest(visitor)
    assert max(page.evaluate(BEYOND, BOUNDS)) <= 1e-9


def test_nothing_is_blank_beside_the_guide(visit, stub):
    visitor = visit(stub.address, DESK, **GEO)
    page = visitor.open("#guide")
    expect(page.locator(".venue-card").first).to_be_visible()
    expect(page.locator(".me")).to_be_visible()
    at_rest(visitor)
    assert max(page.evaluate(BEYOND, BOUNDS)) <= 1e-9


def test_where_the_user_has_moved_the_map_it_stays(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = visitor.open(f"#venue={venue_id(0)}")
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "half")
    at_rest(visitor)
    page.mouse.move(200, 200)
    page.mouse.down()
    page.mouse.move(150, 150, steps=4)
    page.mouse.up()
    at_rest(visitor)
    there = page.evaluate("() => seenMap.getCenter().toArray()")
    tab(page, "Explore").tap()
    on_screen(page, "home")
    at_rest(visitor)
    assert page.evaluate("() => seenMap.getCenter().toArray()") == pytest.approx(there)


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_the_names_of_a_tours_stops_are_not_cut_off(visit, stub, device):
    for each in stub.guide.venues[:3]:
        each["location"]["lat"] = 60.17
    visitor = visit(stub.address, device)
    page = visitor.open(f"#tour={tour_id(0)}")
    expect(page.locator(".stops li").first).to_be_visible()
    at_rest(visitor)
    covered = page.evaluate("() => { const { left, right } = document.querySelector('bottom-sheet').getBoundingClientRect(); return left > 0 ? right : 0; }")
    places = page.evaluate("() => seenMap.queryRenderedFeatures({ layers: ['guide-stop'] }).map(({ geometry }) => seenMap.project(geometry.coordinates).x)")
    assert len(places) == 3
    # A name is broken into lines of at most ten letters' width: half of that at each side.
    assert min(places) - covered >= 65
    assert device["viewport"]["width"] - max(places) >= 65
