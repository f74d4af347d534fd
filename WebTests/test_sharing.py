"""Links to a location, and the view of their owner: areas are drawn as areas, and an approximate location offers no directions."""
import json
import time

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, next_frame
from test_account import enter
from test_presence import call, show

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "is_mobile": True, "has_touch": True}
SIZES = pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
PLACE = (60.1690, 24.9400)
# The drawn areas, as the heights of their boxes in degrees of latitude.
DRAWN = """() => seenMap.getSource('homeAreas').serialize().data.features.map(({ geometry }) => {
    const norths = geometry.coordinates[0].map(([, lat]) => lat);
    return Math.max(...norths) - Math.min(...norths);
})"""


def iso(seconds):
    """A time this many seconds from now."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))


def seen(**fields):
    return {
        "id": "00000000000000aa",
        "name": "anna",
        "is_friend": False,
        "is_exact": False,
        "is_at_home": False,
        "since": iso(-1500),
        "last": iso(-720),
        **fields,
    }


def shared(visitor, **answer):
    """Opens a link that shows this."""
    answer = {"name": "anna", "ends": iso(7200), "precision": "fuzzy", **answer}
    visitor.page.route("**/api/v1/shared", lambda route: route.fulfill(content_type="application/json", body=json.dumps(answer)))
    page = visitor.open("#shared=some-token")
    expect(page.get_by_role("heading", name="anna")).to_be_visible()
    next_frame(page)
    return page


@SIZES
def test_an_area_is_drawn_with_its_age_and_without_a_pin_or_a_route_to_its_middle(visit, stub, device):
    page = shared(visit(stub.address, device), person=seen(lat=PLACE[0], lon=PLACE[1], radius=800))
    expect(page.locator(".person-card .when")).to_contain_text("12 minutes ago")
    expect(page.locator(".where-text")).to_contain_text("within 800 m of its middle")
    page.wait_for_function(f"() => ({DRAWN})().length === 1")
    [height] = page.evaluate(DRAWN)
    assert abs(height * 111_195 - 1600) < 10
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.get_by_role("button", name="Directions")).to_have_count(0)
    # The whole circle is in sight.
    page.wait_for_function("() => !seenMap.isMoving()")
    bounds = page.evaluate("() => { const { _sw, _ne } = seenMap.getBounds(); return [_sw.lat, _ne.lat]; }")
    assert bounds[0] < PLACE[0] - 0.0072 and bounds[1] > PLACE[0] + 0.0072


@SIZES
def test_an_exact_place_has_its_pin_and_the_route_there(visit, stub, device):
    page = shared(visit(stub.address, device), precision="exact", person=seen(lat=PLACE[0], lon=PLACE[1], is_exact=True))
    expect(page.locator(".mark.place")).to_have_count(1)
    assert page.evaluate(DRAWN) == []
    page.get_by_role("button", name="Directions").click()
    expect(page.get_by_role("heading", name="Directions")).to_be_visible()


@SIZES
def test_a_new_link_says_by_when_something_is_to_be_seen(visit, stub, device):
    page = shared(visit(stub.address, device), expected=iso(600))
    expect(page.locator(".when")).to_contain_text("No location yet. anna shares an approximate location.")
    expect(page.locator(".when")).to_contain_text("It appears at about")
    expect(page.locator(".mark")).to_have_count(0)


def test_a_later_link_says_what_it_waits_for(visit, stub):
    page = shared(visit(stub.address, PHONE))
    expect(page.locator(".when")).to_contain_text("It appears after 10 to 15 minutes in one place.")


def test_a_home_area_is_drawn_and_no_route_leads_there(visit, stub):
    area = {"south": 60.16, "west": 24.93, "north": 60.17, "east": 24.95}
    page = shared(visit(stub.address, PHONE), person=seen(is_at_home=True, area=area))
    expect(page.locator(".where-text")).to_contain_text("in the marked area")
    page.wait_for_function(f"() => ({DRAWN})().length === 1")
    expect(page.locator(".mark")).to_have_count(0)
    expect(page.get_by_role("button", name="Directions")).to_have_count(0)


@SIZES
def test_a_person_with_coarse_public_sharing_has_no_pin_and_is_no_destination(visit, stub, device):
    visitor = visit(stub.address, device)
    page = visitor.open("#now")
    page.get_by_role("button", name="Heron").click()
    expect(page.locator(".where-text")).to_contain_text("in the marked circle")
    expect(page.get_by_role("button", name="Directions")).to_have_count(0)
    expect(page.locator(".mark")).to_have_count(0)
    assert len(page.evaluate(DRAWN)) == 1
    # On the map of all people this person is a circle of the same size with a name, without any mark.
    features = """() => ['peopleAreas', 'people'].map((id) => {
        const { features } = seenMap.getSource(id).serialize().data;
        return features.map(({ geometry, properties }) => [geometry.type, properties.name ?? '']);
    })"""
    around, marked = page.evaluate(features)
    assert around == [["Polygon", ""], ["Point", "Heron"]] and [name[:4] for _, name in marked] == ["Aatu"]
    visitor.wait_drawn()
    # A person with an exact location has both.
    page.evaluate("() => { location.hash = '#now' }")
    page.get_by_role("button", name="Aatu").click()
    expect(page.get_by_role("button", name="Directions")).to_be_visible()
    expect(page.locator(".mark.place")).to_have_count(1)


def member(visit, address, device, **options):
    visitor = visit(address, device, **options)
    enter(visitor, "anna")
    return visitor


def make_link(page):
    show(page, "#groups", ".groups .lead")
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_text("Your link is ready.")).to_be_visible()
    return page.get_by_label("Link to share")


@SIZES
def test_a_new_link_is_shown_and_copied_at_once(untouched, visit, device):
    page = member(visit, untouched, device, permissions=["clipboard-read", "clipboard-write"]).page
    field = make_link(page)
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = field.input_value()
    assert "#shared=" in link and page.evaluate("() => navigator.clipboard.readText()") == link
    expect(page.get_by_alt_text("QR code that opens the link")).to_be_visible()
    assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(link)
    page.evaluate("() => navigator.clipboard.writeText('something else')")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.wait_for_function("async (link) => await navigator.clipboard.readText() === link", arg=link)
    # It ends with its link.
    page.get_by_role("button", name="End: Shows your approximate location").click()
    expect(field).to_have_count(0)


@SIZES
def test_where_copying_fails_the_link_is_selected_for_the_hand(untouched, visit, device):
    visitor = member(visit, untouched, device)
    visitor.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); }")
    field = make_link(visitor.page)
    expect(visitor.page.get_by_text("The link could not be copied. It is selected")).to_be_visible()
    expect(field).to_be_focused()
    assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(field.input_value())


def test_a_phone_that_can_share_offers_that_beside_copying(untouched, visit):
    visitor = member(visit, untouched, PHONE)
    visitor.page.evaluate("() => { navigator.share = (what) => { window.given = what.url; return Promise.resolve(); }; }")
    link = make_link(visitor.page).input_value()
    visitor.page.get_by_role("button", name="Share", exact=True).click()
    assert visitor.page.evaluate("() => window.given") == link


@SIZES
def test_the_owner_reads_the_view_of_others_and_since_when(untouched, visit, device):
    visitor = member(visit, untouched, device, geolocation=HERE, permissions=["geolocation"])
    page = visitor.page
    make_link(page)
    expect(page.get_by_text("Others see no location now. They see one when a device of yours reports")).to_be_visible()
    show(page, "#now", "#reporting-switch")
    page.get_by_role("switch").check()
    # The sent position is not the visible one.
    expect(page.locator(".reporting [role=status]").first).to_contain_text(
        "Sent just now. Others see no location yet. If you stay in one place, they see your approximate location from about"
    )
    show(page, "#groups", ".groups .lead")
    expect(page.get_by_text("Others see no location yet. If you stay in one place, they see your approximate location from about")).to_be_visible()
    link = call(page, "GET", "me/links")["links"][0]["opener"]["url"]
    guest = visit(untouched, device).open(link.split("/")[-1])
    expect(guest.locator(".when")).to_contain_text("No location yet. anna shares an approximate location")


def test_an_area_that_is_seen_is_read_by_its_owner(untouched, visit):
    page = member(visit, untouched, PHONE).page
    person = seen(lat=PLACE[0], lon=PLACE[1], radius=800)

    def show_area(route):
        # The server holds the change back for minutes: its own tests wait for that.
        answer = route.fetch().json()
        circles = [{**circle, "shown": {"person": person}} for circle in answer["circles"]]
        route.fulfill(content_type="application/json", body=json.dumps({**answer, "circles": circles}))

    page.route("**/api/v1/me/shown", show_area)
    make_link(page)
    expect(page.get_by_text("Others see your approximate location")).to_be_visible()
