"""Where I am: each failure has a message with a remedy, and a change applies at once."""
import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, next_frame, options, search_field


def test_nothing_is_asked_when_the_page_opens(visit, stub):
    page = visit(stub.address, DESK).open()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".notice:visible")).to_have_count(0)


def test_a_refused_position_says_how_to_allow_it_and_a_later_yes_applies_at_once(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE)
    page = visitor.open()
    page.get_by_role("button", name="Show my location").click()
    # The reason first; then the browser asks, and its answer is no.
    page.get_by_role("dialog", name="Allow this page to use your location?").get_by_role("button", name="Continue").click()
    expect(page.locator("#notices").get_by_text("This page may not use your location.")).to_be_visible()
    expect(page.locator(".me")).to_have_count(0)
    visitor.context.grant_permissions(["geolocation"])
    expect(page.locator(".me")).to_be_visible()
    expect(page.get_by_text("This page may not use your location.")).to_have_count(0)


def test_a_position_taken_back_is_no_longer_shown(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    expect(page.locator(".me")).to_be_visible()
    visitor.context.clear_permissions()
    expect(page.locator(".me")).to_have_count(0)


def test_the_map_centres_on_me_once_and_then_leaves_the_camera_to_the_user(visit, stub):
    visitor = visit(stub.address, DESK, reduced_motion="no-preference", geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    expect(page.locator(".me")).to_be_visible()
    page.wait_for_function("() => seenMap.getZoom() > 15.9 && !seenMap.isMoving()")
    before = page.evaluate("() => seenMap.getCenter().toArray()")
    visitor.context.set_geolocation({**HERE, "latitude": 60.1720})
    page.wait_for_function("() => document.querySelector('.me').getBoundingClientRect().top < 200")
    assert page.evaluate("() => seenMap.getCenter().toArray()") == before


def test_locate_me_follows_until_the_user_moves_the_map(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    page.get_by_role("button", name="Show my location").click()
    button = page.get_by_role("button", name="Following your location")
    expect(button).to_be_visible()
    visitor.context.set_geolocation({**HERE, "latitude": 60.1720})
    page.wait_for_function("() => Math.abs(seenMap.getCenter().lat - 60.1720) < 0.0005")
    page.mouse.move(800, 300)
    page.mouse.down()
    page.mouse.move(700, 380, steps=5)
    page.mouse.up()
    expect(page.get_by_role("button", name="Show my location")).to_be_visible()


def test_a_position_lost_in_mid_use_says_so_and_comes_back(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    page.get_by_role("button", name="Show my location").click()
    expect(page.locator(".me")).to_be_visible()
    visitor.context.set_geolocation(None)
    expect(page.get_by_text("Your location was lost.")).to_be_visible()
    expect(page.locator(".me.stale")).to_be_visible()
    visitor.context.set_geolocation(HERE)
    expect(page.get_by_text("Your location was lost.")).to_have_count(0)
    expect(page.locator(".me.stale")).to_have_count(0)


def test_a_lost_position_is_reported_at_its_button_and_covers_nothing(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    notice = page.get_by_text("Your location was lost.")
    page.get_by_role("button", name="Show my location").tap()
    expect(page.locator(".me")).to_be_visible()
    visitor.context.set_geolocation(None)
    expect(notice).to_be_visible()
    page.evaluate("() => { location.hash = '#account' }")
    expect(page.get_by_label("Password")).to_be_visible()
    expect(notice).to_have_count(0)
    page.evaluate("() => { location.hash = '#timeline' }")
    page.get_by_role("button", name="Add my location").tap()
    expect(notice).to_be_visible()
    page.wait_for_function("() => !document.querySelector('bottom-sheet').getAnimations().length")
    above, sheet = page.locator(".states .notice").bounding_box(), page.locator("bottom-sheet").bounding_box()
    assert above["y"] + above["height"] <= sheet["y"]
    page.get_by_role("button", name="Dismiss").tap()
    expect(notice).to_have_count(0)
    page.wait_for_function("() => document.querySelector('bottom-sheet').getBoundingClientRect().top < 20")


def test_choosing_a_result_shows_it_and_me(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    expect(page.locator(".me")).to_be_visible()
    search_field(page).click()
    page.keyboard.type("kaisaniemi")
    options(page, name="Kaisaniemi Park").click()
    expect(page.locator(".mark")).to_be_visible()
    visitor.wait_drawn()
    covered = page.locator("bottom-sheet").bounding_box()["y"]
    for mark in (".mark", ".me"):
        box = page.locator(mark).bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert 0 < middle[0] < 412 and 60 < middle[1] < covered, mark


def test_a_search_sends_my_position_rounded_to_a_hundred_metres(visit, stub):
    page = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"]).open()
    expect(page.locator(".me")).to_be_visible()
    search_field(page).click()
    page.keyboard.type("kaisa")
    expect(options(page, name="Kaisaniemi Park")).to_be_visible()
    asked = [path for path in stub.asked if path.startswith("/api/v1/suggest")]
    assert asked and all("lat=60.17&lon=24.942&" in path for path in asked), asked


def test_my_own_card_follows_me_and_never_shows_an_old_address(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#me")
    address = page.locator(".address-line")
    expect(address).to_have_text("Stub Street 2")
    held = stub.hold("lat=60.172")
    visitor.context.set_geolocation({**HERE, "latitude": 60.1720})
    expect(address).to_have_text("Finding the address…")
    visitor.context.set_geolocation({**HERE, "latitude": 60.1731})
    expect(address).to_have_text("Stub Street 31")
    held.set()
    stub.wait_answered("lat=60.172")
    next_frame(page)
    expect(address).to_have_text("Stub Street 31")


def test_the_dot_shows_where_the_device_faces(visit, stub):
    permissions = ["geolocation", "accelerometer", "gyroscope", "magnetometer"]
    page = visit(stub.address, DESK, geolocation=HERE, permissions=permissions).open()
    page.get_by_role("button", name="Show my location").click()
    expect(page.get_by_role("button", name="Following your location")).to_be_visible()
    # The device reports again and again; the page listens once it has permission.
    page.wait_for_function(
        """() => {
            dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { alpha: 90, beta: 0, gamma: 0, absolute: true }));
            return document.querySelector('.me.faces') !== null;
        }""")
    # The needle points 10.5° east of north here.
    facing = page.evaluate("() => parseFloat(document.documentElement.style.getPropertyValue('--facing'))")
    assert abs(facing - 280.5) < 1


# A device that answers once, and whose time is up whenever it is asked again or watched: it lies still.
LYING_STILL = """
const fix = { coords: { latitude: 60.1702, longitude: 24.9415, accuracy: 12, speed: null, heading: null }, timestamp: Date.now() };
const up = { code: 3, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 };
window.askedAgain = 0;
Object.defineProperty(navigator, 'geolocation', { value: {
    watchPosition(found, failed) {
        setTimeout(() => found(fix));
        return setInterval(() => failed(up), 20_000);
    },
    clearWatch: (watch) => clearInterval(watch),
    getCurrentPosition(found, failed) {
        window.askedAgain += 1;
        setTimeout(() => failed(up), 20_000);
    },
} });
"""


@pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK])
def test_a_person_who_stands_still_reads_no_message_of_a_lost_position(visit, stub, device):
    visitor = visit(stub.address, device, geolocation=HERE, permissions=["geolocation"])
    visitor.page.clock.install()
    visitor.page.add_init_script(LYING_STILL)
    page = visitor.open()
    page.get_by_role("button", name="Show my location").click()
    expect(page.locator(".me")).to_be_visible()
    for _ in range(10):
        page.clock.run_for(60_000)
        expect(page.get_by_text("Your location was lost.")).to_have_count(0)
        expect(page.locator(".me.stale")).to_have_count(0)
    assert page.evaluate("() => window.askedAgain") > 5
    expect(page.locator(".me")).to_be_visible()


# As in WebKit, which has no absolute event.
LIKE_AN_IPHONE = """
for (const owner of [window, Object.getPrototypeOf(window)]) delete owner.ondeviceorientationabsolute;
window.turn = (webkitCompassHeading, webkitCompassAccuracy) => {
    const event = new DeviceOrientationEvent('deviceorientation', { alpha: 12, beta: 40, gamma: 0 });
    for (const [name, value] of Object.entries({ webkitCompassHeading, webkitCompassAccuracy })) Object.defineProperty(event, name, { value });
    dispatchEvent(event);
};
"""


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_phone_without_a_compass_faces_nowhere_not_north(visit, stub, device):
    permissions = ["geolocation", "accelerometer", "gyroscope", "magnetometer"]
    visitor = visit(stub.address, device, geolocation=HERE, permissions=permissions)
    visitor.context.add_init_script(LIKE_AN_IPHONE)
    page = visitor.open()
    page.get_by_role("button", name="Show my location").click()
    expect(page.get_by_role("button", name="Following your location")).to_be_visible()
    page.wait_for_function("() => { turn(90, 10); return document.querySelector('.me.faces') !== null; }")
    # The compass is lost: its last value is not valid any more.
    page.evaluate("() => turn(0, -1)")
    expect(page.locator(".me")).to_have_count(1)
    expect(page.locator(".me.faces")).to_have_count(0)
    # Nor does a post contain it.
    page.evaluate("() => { location.hash = '#timeline' }")
    page.get_by_role("button", name="Add my location").click()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    expect(page.locator(".location-text")).not_to_contain_text("which way you face")
    page.get_by_role("textbox", name="What is happening here?").fill("Facing nowhere")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/posts")) as sent:
        page.get_by_role("button", name="Post", exact=True).click()
    assert "heading" not in sent.value.post_data_json["location"]
