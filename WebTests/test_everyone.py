"""The page for everyone: screen readers, both schemes, small screens, right-to-left, reduced motion."""
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, options, search_field
from stub import tour_id, venue_id, work_id

SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
# Every view by its address, and its name.
VIEWS = {
    "": "home", "#search": "search", "#find=k": "results", "#place=n1": "place", "#pin=60.170000,24.945000": "pin",
    "#from=me&to=n1": "directions", "#from=n1&to=n2&via=n4;w3&by=car": "directions", "#reach=n1&by=foot&kind=k": "reach",
    "#list": "list", "#offline": "offline", "#about": "about", "#me": "me",
    "#timeline": "timeline", "#post=00000000-0000-7000-8000-000000000004": "post", "#account": "account",
    "#posts": "posts", "#more": "more", "#play": "play", "#saved": "saved",
    "#operator=reports": "operator", "#operator=hidden": "operator", "#operator=overlay": "operator",
    "#now": "now", "#person=0000000000000000": "person", "#privacy": "privacy", "#devices": "devices",
}


def settle(visitor, view):
    """Shows a view with all its answers there, in the page that is open."""
    page = visitor.page
    if page.url == "about:blank":
        visitor.open(view)
    else:
        page.evaluate("(view) => { location.hash = view }", view or "#")
    name = VIEWS[view]
    page.wait_for_function("(name) => document.documentElement.dataset.screen === name", arg=name)
    expect(page.locator(".skeleton")).to_have_count(0)
    if view == "#from=me&to=n1":
        expect(page.locator(".summary")).to_be_visible()
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_any_view(visit, stub, scheme, device):
    visitor = visit(stub.address, device, color_scheme=scheme, reduced_motion="reduce", geolocation=HERE, permissions=["geolocation"])
    # The checker brings its own script, which the page's policy would refuse.
    for view in VIEWS:
        page = settle(visitor, view)
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar", "fi-FI", "de-DE"])
def test_nothing_is_cut_off_on_a_small_screen(visit, stub, locale):
    visitor = visit(stub.address, SMALL, locale=locale, geolocation=HERE, permissions=["geolocation"])
    for view in VIEWS:
        page = settle(visitor, view)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, view
        beyond = page.evaluate(
            """() => [...document.querySelectorAll('.tabs *, .top *, bottom-sheet *, .tools *')]
                .filter((each) => each.checkVisibility() && !each.closest('.spoken'))
                .filter((each) => !each.closest('.pills > *'))  // Elements that scroll sideways.
                .filter((each) => { const { left, right, width } = each.getBoundingClientRect(); return width > 0 && (left < -1 || right > 361); })
                .map((each) => each.outerHTML.slice(0, 120))""")
        assert beyond == [], view


def test_right_to_left_is_mirrored(visit, stub):
    visitor = visit(stub.address, DESK, locale="ar")
    page = visitor.open()
    assert page.evaluate("() => document.documentElement.dir") == "rtl"
    assert search_field(page).evaluate("(field) => getComputedStyle(field).direction") == "rtl"
    credit, scale = (page.locator(each).bounding_box() for each in (".credit", ".maplibregl-ctrl-scale"))
    assert scale["x"] + scale["width"] < credit["x"]
    assert page.locator("bottom-sheet").bounding_box()["x"] > 800
    assert page.locator("#locate").bounding_box()["x"] < 60


@pytest.mark.parametrize("locale, side", [("ar", "right"), ("en-GB", "left")])
def test_the_second_credit_follows_its_separator(visit, stub, locale, side):
    stub.features = ["satellite"]
    visitor = visit(stub.address, DESK, locale=locale)
    visitor.context.add_init_script("localStorage.setItem('hereabouts.style', 'satellite')")
    page = visitor.open()
    whole, credit = page.locator("#pictures-credit"), page.locator("#pictures-credit bdi")
    expect(credit).to_have_text("Air © 2026")
    outer, inner = whole.bounding_box(), credit.bounding_box()
    gaps = {"left": inner["x"] - outer["x"], "right": outer["x"] + outer["width"] - inner["x"] - inner["width"]}
    # On the other side there is none.
    assert gaps.pop(side) > 4 and abs(gaps.popitem()[1]) < 1
    # The first credit is before it.
    first = page.locator(".credit a").bounding_box()
    assert (first["x"] > outer["x"]) == (locale == "ar")


@pytest.mark.parametrize("locale, turned", [("ar", "matrix(-1, 0, 0, 1, 0, 0)"), ("en-GB", "none")])
def test_arrows_along_the_line_follow_the_reading_direction(visit, stub, locale, turned):
    visitor = visit(stub.address, DESK, locale=locale)
    for view in ["", f"#works={venue_id(0)}", f"#venue={venue_id(0)}&work={work_id(1)}", f"#tour={tour_id(0)}"]:
        page = visitor.open(view)
        pointing = page.locator(".sheet-content .icon:has(use[href*=chevron])")
        expect(pointing.first).to_be_visible()
        ways = pointing.evaluate_all("(icons) => icons.map((icon) => getComputedStyle(icon).transform)")
        assert set(ways) == {turned}, view


@pytest.mark.parametrize("locale", ["ar", "en-GB"])
def test_a_picture_grows_around_its_middle_in_every_direction(visit, stub, locale):
    page = visit(stub.address, PHONE, locale=locale).open(f"#venue={venue_id(0)}")
    page.locator(".sheet-content button.picture").first.tap()
    frame = page.locator(".picture-view .frame")
    frame.press("+")
    expect(frame).to_have_class("frame large")
    middle = "(frame) => [(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth, frame.scrollWidth / frame.clientWidth]"
    where, size = frame.evaluate(middle)
    assert size > 1.5 and abs(where - 0.5) < 0.02


@pytest.mark.parametrize("locale", ["fi-FI", "de-DE", "ar", "xx"])
def test_the_page_speaks_the_language_of_the_browser(visit, stub, locale):
    page = visit(stub.address, locale=locale).open()
    spoken = {"fi-FI": "fi", "de-DE": "de", "ar": "ar"}.get(locale, "en")
    assert page.evaluate("() => document.documentElement.lang") == spoken


def test_with_reduced_motion_nothing_moves(visit, stub):
    visitor = visit(stub.address, reduced_motion="reduce", geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("kapp")
    options(page, name="Kappeli").click()
    expect(page.locator(".mark")).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.querySelector('bottom-sheet')).transitionDuration") == "0s"
    assert (
        page.evaluate(
            "() => document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 0 && each.playState === 'running').length"
        )
        == 0
    )
    assert page.evaluate("() => seenMap.isMoving()") is False


def test_controls_are_large_enough_for_a_finger(visit, stub):
    visitor = visit(stub.address, SMALL, geolocation=HERE, permissions=["geolocation"])
    for view in ["", "#place=n1", "#from=me&to=n1", "#offline"]:
        page = settle(visitor, view)
        small = page.evaluate(
            """() => [...document.querySelectorAll('button, a.button, .tabs a, input, select')]
                .filter((each) => each.checkVisibility() && !each.closest('.skip, .grabber, dd, .maplibregl-ctrl'))
                .filter((each) => {
                    const { width, height } = each.getBoundingClientRect();
                    const after = getComputedStyle(each, '::after');
                    const grown = after.content !== 'none' && after.position === 'absolute' ? 12 : 0;
                    return Math.min(width + grown, height + grown) < 43.5;
                }).map((each) => each.outerHTML.slice(0, 120))""")
        assert [each for each in small if "grabber" not in each] == [], view
