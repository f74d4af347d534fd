"""The controls of the view through the camera: what the user corrects, and what the view says to them."""
import math
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE
from test_ar import HOLD, SENSORS, camera_browser, look, refuse, view  # noqa: F401

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
PIXEL = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36"
NARROW = {**PHONE, "viewport": {"width": 390, "height": 844}}
# The direction of the venue Ateneum in the canned guide.
TO_ATENEUM = math.degrees(math.atan2((24.94425 - HERE["longitude"]) * math.cos(math.radians(60.17)), 60.17015 - HERE["latitude"]))
DECLINATION = 10.5


def opened(look, place="#ar", device=PHONE, **options):
    page = look(device, **options).open(place)
    page.evaluate(HOLD)
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    return page


def touch(session, kind, *points):
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})


def test_two_fingers_fit_the_angle_of_view_and_the_device_keeps_it(look):
    page = opened(look)
    page.wait_for_function("() => document.querySelector('.ar-video')?.videoWidth > 0")
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (150, 600), (250, 600))
    for spread in range(1, 6):
        touch(session, "touchMove", (150 - 2 * spread, 600), (250 + 2 * spread, 600))
    touch(session, "touchEnd")
    # From 100 to 120 pixels: tan(F / 2) = tan(32.5°) / 1.2, so F is 55.9°.
    expect(view(page).locator(".ar-hint")).to_contain_text("56°")
    view(page).get_by_role("button", name="Back").tap()
    page.reload()
    page.get_by_role("button", name="Look through the camera").tap()
    page.wait_for_function("() => document.querySelector('.ar-video')?.videoWidth > 0")
    view(page).locator(".ar-picture").press("-")
    expect(view(page).locator(".ar-hint")).to_contain_text("57°")
    # No wider than lenses of phones are.
    for _ in range(40):
        view(page).locator(".ar-picture").press("-")
    expect(view(page).locator(".ar-hint")).to_contain_text("90°")


def test_a_named_place_under_the_cross_puts_north_right(look):
    page = opened(look)
    # The compass says 40° too little.
    page.evaluate("(heading) => { held.heading = heading; }", (TO_ATENEUM - DECLINATION - 40) % 360)
    view(page).get_by_role("button", name="List").tap()
    row = view(page).locator(".ar-list li", has_text="Ateneum")
    expect(row).to_contain_text("40° right")
    expect(view(page).get_by_role("button", name="Correct the direction")).to_be_hidden()
    view(page).get_by_role("button", name="List").tap()
    view(page).get_by_role("button", name="Correct the direction").tap()
    expect(view(page).locator(".ar-cross")).to_be_visible()
    view(page).locator(".ar-aim").get_by_role("button", name="Ateneum").tap()
    expect(view(page).locator(".ar-hint")).to_have_text("The direction is now that of Ateneum.")
    expect(view(page).locator(".ar-cross")).to_be_hidden()
    expect(view(page).locator(".ar-status")).to_contain_text("3°")
    view(page).get_by_role("button", name="List").tap()
    expect(row).to_contain_text("straight ahead")
    # What the user says holds, whatever the compass says.
    page.evaluate("(heading) => { held.heading = heading; }", (TO_ATENEUM - DECLINATION - 60) % 360)
    expect(row).to_contain_text("20° right")


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_the_names_to_aim_at_leave_the_cross_free_and_axe_finds_nothing(look, size):
    page = opened(look, device={**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    view(page).get_by_role("button", name="Correct the direction").tap()
    cross, names = view(page).locator(".ar-cross").bounding_box(), view(page).locator(".ar-aim").bounding_box()
    assert cross["y"] + cross["height"] <= names["y"] or names["x"] + names["width"] <= cross["x"]
    found = Axe().run(page, "dialog").response["violations"]
    assert found == [], [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


def test_without_sensors_there_is_no_direction_to_correct(look):
    page = look(DESK).open("#ar")
    expect(view(page).get_by_text("This device has no motion sensors.")).to_be_visible()
    status = view(page).locator(".ar-status")
    expect(status).to_have_text(re.compile("North is assumed: drag the picture until the places fit · Location exact to 1[0-9] m"))
    expect(status).not_to_contain_text("°")
    expect(view(page).get_by_role("button", name="Correct the direction")).to_be_hidden()


# A position that the test moves, with the speed and the time that it says.
WALKING = """
const watchers = [];
const answer = (found) => found(window.walked ?? { coords: { latitude: 60.1702, longitude: 24.9415, accuracy: 8, speed: 0, heading: null }, timestamp: 1e12 });
Object.defineProperty(navigator, 'geolocation', { value: {
    watchPosition: (found) => { answer(found); return watchers.push(found); },
    clearWatch: () => { watchers.length = 0; },
    getCurrentPosition: answer,
} });
window.walk = (seconds, speed) => {
    window.walked = { coords: { latitude: 60.1702, longitude: 24.9415 + seconds * 1e-5, accuracy: 8, speed, heading: null }, timestamp: 1e12 + 1000 * seconds };
    watchers.forEach(answer);
};
"""


def test_who_walks_with_the_picture_up_is_told_to_look(look):
    visitor = look()
    visitor.context.add_init_script(f"(() => {{ {WALKING} }})()")
    page = visitor.open("#ar")
    page.evaluate(HOLD)
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    hint = view(page).locator(".ar-hint")
    for seconds, speed in [(1, 1.4), (9, 1.4), (10, 0.3), (11, 1.4), (20, 1.4)]:
        page.evaluate("([seconds, speed]) => walk(seconds, speed)", [seconds, speed])
        expect(hint).to_be_hidden()
    page.evaluate("() => walk(21, 1.4)")
    expect(hint).to_have_text("Look where you walk.")
    expect(hint).to_be_hidden()
    # Not again and again.
    for seconds in (31, 80):
        page.evaluate("(seconds) => walk(seconds, 1.4)", seconds)
        expect(hint).to_be_hidden()
    page.evaluate("() => walk(82, 1.4)")
    expect(hint).to_be_visible()


def test_a_venue_is_looked_for_through_the_camera(look):
    visitor = look()
    page = visitor.open("#venue=00000000-0000-7000-8000-400000000001")
    page.evaluate(HOLD)
    page.get_by_role("button", name="AR", exact=True).tap()
    expect(view(page).locator(".ar-ahead")).to_contain_text("Ateneum")
    view(page).get_by_role("button", name="Back").tap()
    expect(page.get_by_role("heading", name="Ateneum")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fi", "ar"])
def test_try_again_is_on_one_line(look, language):
    visitor = look(NARROW)
    visitor.context.add_init_script(f"localStorage.setItem('hereabouts.language', '{language}'); {refuse('NotReadableError')}")
    page = visitor.open("#ar")
    again = page.locator("[data-cause='camera.busy'] button:not(.closer)")
    expect(again).to_be_visible()
    assert again.evaluate("(button) => { const all = document.createRange(); all.selectNodeContents(button); return all.getClientRects().length; }") == 1
    box, row = again.bounding_box(), page.locator("[data-cause='camera.busy']").bounding_box()
    assert box["height"] <= 48 and row["x"] >= 0 and row["x"] + row["width"] <= 390


@pytest.mark.parametrize("agent, words", [(IPHONE, "Location Services"), (PIXEL, "Permissions"), (None, "Click the icon")], ids=["iPhone", "Android", "desk"])
def test_a_refused_position_is_allowed_where_the_platform_has_it(look, agent, words):
    options = {"user_agent": agent} if agent else {}
    page = look(PHONE if agent else DESK, [name for name in SENSORS if name != "geolocation"], **options).open("#ar")
    start = view(page).get_by_role("button", name="Start the camera")
    trouble = view(page).locator("[data-cause='position.denied']")
    expect(start.or_(trouble).first).to_be_visible()
    if start.is_visible():
        start.tap()
    expect(trouble).to_contain_text("This page may not use your location.")
    expect(trouble).to_contain_text(words)
