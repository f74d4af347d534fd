"""The view through the camera: what it shows, what it says when something is missing, and what it leaves off."""
import math

import mapbox_vector_tile
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ARGUMENTS, DESK, HERE, PHONE, Visitor

SENSORS = ["geolocation", "camera", "accelerometer", "gyroscope", "magnetometer"]
# Reports a phone that is held upright, twenty times a second, until `hold` says otherwise. Heading in degrees from magnetic north.
HOLD = """() => {
    window.held = { heading: 0, beta: 90 };
    setInterval(() => {
        const alpha = (360 - held.heading) % 360;
        const angles = { beta: held.beta, gamma: 0 };
        const send = (name, given) => window.dispatchEvent(new DeviceOrientationEvent(name, given));
        send('deviceorientation', { ...angles, alpha: (alpha + 70) % 360, absolute: false });
        send('deviceorientationabsolute', { ...angles, alpha, absolute: true });
    }, 50);
}"""


@pytest.fixture(scope="module")
def camera_browser(browser):
    """A browser whose camera shows a test picture, beside the one of the other tests."""
    camera = browser.browser_type.launch(
        executable_path="/usr/bin/chromium-headless-shell", args=[*ARGUMENTS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"])
    yield camera
    camera.close()


@pytest.fixture
def look(camera_browser, stub):
    """Opens the page as somebody with a camera; every complaint of the page must be expected."""
    visitors = []
    stub.features = ["guide"]

    def opened(device=PHONE, permissions=SENSORS, **options):
        visitor = Visitor(camera_browser, stub.address, device, geolocation=HERE, permissions=permissions, **options)
        visitors.append(visitor)
        return visitor

    yield opened
    stub.features = []
    for visitor in visitors:
        visitor.leave()


def refuse(cause):
    """Makes the camera fail with an error of this name, for a reason that only devices have."""
    return f"navigator.mediaDevices.getUserMedia = async () => {{ throw new DOMException('', '{cause}'); }};"


def view(page):
    return page.get_by_role("dialog", name="Camera view")


def test_nothing_of_it_loads_before_it_is_opened_and_all_is_off_after(look):
    visitor = look()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = visitor.open()
    assert not [url for url in asked if "/ar." in url or "ar-view" in url]
    page.evaluate(HOLD)
    page.get_by_role("button", name="Look through the camera").tap()
    page.wait_for_function("() => document.querySelector('.ar-video')?.videoWidth > 0")
    page.evaluate("() => { window.track = document.querySelector('.ar-video').srcObject.getVideoTracks()[0]; }")
    view(page).get_by_role("button", name="Back").tap()
    expect(view(page)).to_have_count(0)
    assert page.evaluate("() => track.readyState") == "ended"
    assert page.evaluate("() => document.querySelectorAll('video, .ar-label, dialog').length") == 0


def test_places_stand_in_the_picture_and_a_tap_opens_the_card(look):
    visitor = look()
    page = visitor.open()
    page.evaluate(HOLD)
    page.get_by_role("button", name="Look through the camera").tap()
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    view(page).get_by_role("button", name="List").tap()
    rows = view(page).locator(".ar-list button")
    expect(rows.first).to_be_visible()
    expect(rows.first.locator(".where")).to_contain_text("m")
    # The nearest place is first, wherever the phone points.
    metres = rows.locator(".where").evaluate_all("(all) => all.map(({ textContent }) => Number(/([0-9.]+) m$/.exec(textContent)?.[1]))")
    assert len(metres) > 2 and metres == sorted(metres)
    assert rows.locator(".where").evaluate_all("(all) => new Set(all.map(({ textContent }) => textContent.split(',')[0])).size") > 1
    rows.first.tap()
    expect(view(page)).to_have_count(0)
    page.wait_for_function("() => /place|pin|venue/.test(document.documentElement.dataset.screen)")
    page.go_back()
    expect(view(page)).to_be_visible()


def test_places_come_from_tiles_and_the_map_stays_where_the_user_left_it(look, stub, tmp_path):
    zoom, turn = 14, math.radians(HERE["latitude"])
    across, down = ((HERE["longitude"] + 180) / 360 * 2 ** zoom, (1 - math.asinh(math.tan(turn)) / math.pi) / 2 * 2 ** zoom)
    name = f"14/{int(across)}/{int(down)}"
    middle = [round(across % 1 * 4096), round(down % 1 * 4096)]
    places = {"Fifty metres": 170, "<b>Beside</b> me": -200, "Another town": 4000 - middle[0]}
    features = [
        {
            "geometry": {"type": "Point", "coordinates": [middle[0] + east, middle[1]]},
            "properties": {"name": name, "shop": "books"},
        }
        for name, east in places.items()
    ]
    tile = tmp_path / f"{name}.mvt"
    tile.parent.mkdir(parents=True)
    tile.write_bytes(mapbox_vector_tile.encode([{"name": "pois", "features": features}], default_options={"y_coord_down": True}))
    stub.tiles = tmp_path
    # The user looks at something far off, so that the map itself draws none of these places.
    visitor = look()
    page = visitor.open("#map=15/60.17800/24.95200")
    page.evaluate(HOLD)
    camera = "() => [seenMap.getCenter().lat, seenMap.getCenter().lng, seenMap.getZoom(), seenMap.getBearing(), seenMap.getPitch()]"
    before = page.evaluate(camera)
    page.get_by_role("button", name="Look through the camera").tap()
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    view(page).get_by_role("button", name="List").tap()
    listed = view(page).locator(".ar-list strong")
    expect(listed.filter(has_text="Fifty metres")).to_be_visible()
    expect(listed.filter(has_text="<b>Beside</b> me")).to_be_visible()
    expect(listed.filter(has_text="Another town")).to_have_count(0)
    view(page).get_by_role("button", name="Back").tap()
    expect(view(page)).to_have_count(0)
    assert page.evaluate(camera) == before


def test_the_kind_that_the_visitor_looks_for_comes_first_in_a_dense_town(look, stub, tmp_path):
    zoom, turn = 14, math.radians(HERE["latitude"])
    across = (HERE["longitude"] + 180) / 360 * 2 ** zoom
    down = (1 - math.asinh(math.tan(turn)) / math.pi) / 2 * 2 ** zoom
    name = f"14/{int(across)}/{int(down)}"
    middle = [round(across % 1 * 4096), round(down % 1 * 4096)]
    # A hundred shops around, 15 to 60 m off; behind them a station and a café.
    places = [(f"Shop {number}", "shop", "books", 50 + 1.5 * number, 61 * number) for number in range(100)]
    places += [("Central Station", "public_transport", "station", 900, 40), ("Far Café", "amenity", "cafe", 900, 200)]
    layers = {"pois": [], "public_transport": []}
    for title, key, kind, away, bearing in places:
        point = [middle[0] + round(away * math.sin(math.radians(bearing))), middle[1] - round(away * math.cos(math.radians(bearing)))]
        is_transit = key == "public_transport"
        properties = {"name": title, "kind" if is_transit else key: kind}
        feature = {"geometry": {"type": "Point", "coordinates": point}, "properties": properties}
        layers["public_transport" if is_transit else "pois"].append(feature)
    tile = tmp_path / f"{name}.mvt"
    tile.parent.mkdir(parents=True)
    written = [{"name": layer, "features": features} for layer, features in layers.items()]
    tile.write_bytes(mapbox_vector_tile.encode(written, default_options={"y_coord_down": True}))
    stub.tiles = tmp_path
    for start, has_cafe in (("#find=cafe", True), ("", False)):
        page = look().open(start)
        page.evaluate(HOLD)
        page.get_by_role("button", name="Look through the camera").evaluate("(button) => button.click()")
        expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
        assert ("kind=cafe" in page.url) == has_cafe
        view(page).get_by_role("button", name="List").tap()
        listed = view(page).locator(".ar-list strong")
        expect(listed.filter(has_text="Central Station")).to_be_visible()
        expect(listed.filter(has_text="Far Café")).to_have_count(1 if has_cafe else 0)


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_cards_stand_upright_without_sensors(look, device):
    page = look(device).open("#ar")
    cards = view(page).locator(".ar-label")
    page.wait_for_function("() => [...document.querySelectorAll('.ar-label')].some((card) => card.style.transform.includes('rotate'))")
    turns = cards.evaluate_all(
        "(cards) => cards.map((card) => card.style.transform.match(/rotate\\(([-.\\d]+)deg/)).filter(Boolean).map(([, turn]) => Number(turn))"
    )
    assert turns and all(abs(turn) < 1 for turn in turns)


def test_a_refused_camera_is_said_with_its_remedy_and_the_rest_works(look):
    visitor = look(permissions=[name for name in SENSORS if name != "camera"])
    # With its flag for a faked question, this browser never refuses by itself.
    visitor.context.add_init_script(refuse("NotAllowedError"))
    page = visitor.open("#ar")
    page.evaluate(HOLD)
    start = view(page).get_by_role("button", name="Start the camera")
    expect(start.or_(view(page).locator(".ar-trouble")).first).to_be_visible()
    if start.count():
        start.tap()
    expect(view(page).get_by_text("This page may not use the camera.")).to_be_visible()
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    view(page).get_by_role("button", name="Map", exact=True).tap()
    expect(view(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Show the camera")).to_be_visible()


def test_a_refused_position_is_said_with_its_remedy(look):
    visitor = look(permissions=[name for name in SENSORS if name != "geolocation"])
    page = visitor.open("#ar")
    expect(view(page).get_by_text("This page may not use your location.")).to_be_visible()
    # Nothing would ever be found.
    expect(view(page).locator(".ar-status")).to_have_text("Places need your location")


@pytest.mark.parametrize("cause, words", [("NotFoundError", "This device has no camera."), ("NotReadableError", "Another app uses the camera.")])
def test_a_camera_that_is_missing_or_in_use_is_said(look, cause, words):
    visitor = look()
    visitor.context.add_init_script(refuse(cause))
    page = visitor.open("#ar")
    expect(view(page).get_by_text(words)).to_be_visible()


def test_without_sensors_keys_look_around(look):
    visitor = look(DESK)
    page = visitor.open("#ar")
    expect(view(page).get_by_text("This device has no motion sensors.")).to_be_visible()
    expect(view(page).locator(".ar-status")).to_contain_text("North is assumed")
    view(page).get_by_role("button", name="List").click()
    first = view(page).locator(".ar-list .where").first
    expect(first).to_be_visible()
    before = view(page).locator(".ar-list").inner_text()
    view(page).get_by_role("button", name="List").click()
    view(page).locator(".ar-picture").focus()
    for _ in range(18):
        page.keyboard.press("ArrowRight")
    view(page).get_by_role("button", name="List").click()
    page.wait_for_function("(before) => document.querySelector('.ar-list').innerText !== before", arg=before)
    page.keyboard.press("Escape")
    expect(view(page)).to_have_count(0)


def test_a_lowered_phone_shows_the_map_and_a_raised_one_the_picture(look):
    visitor = look()
    page = visitor.open("#ar")
    page.evaluate(HOLD)
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    page.evaluate("() => { held.beta = 20; }")
    expect(view(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Show the camera")).to_be_visible()
    page.evaluate("() => { held.beta = 90; }")
    expect(view(page)).to_be_visible()


def test_hidden_it_is_off_and_shown_again_it_learns_north_anew(look):
    visitor = look()
    page = visitor.open("#ar")
    page.evaluate(HOLD)
    page.wait_for_function("() => document.querySelector('.ar-video')?.videoWidth > 0")
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate("() => { window.track = document.querySelector('.ar-video').srcObject.getVideoTracks()[0]; }")
    page.evaluate(hide, True)
    assert page.evaluate("() => track.readyState") == "ended"
    page.evaluate(hide, False)
    page.wait_for_function("() => document.querySelector('.ar-video').srcObject?.active")
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")


def test_a_route_is_carried_over_and_back(look):
    visitor = look()
    # The corner is at 60.1702, 24.9451: 200 m east of the start.
    visitor.context.set_geolocation({**HERE, "longitude": 24.9435})
    page = visitor.open("#from=60.1702,24.9415&to=60.1719,24.9451&by=foot&quieter=1")
    page.evaluate(HOLD)
    button = page.get_by_role("button", name="View in AR")
    button.evaluate("(element) => element.click()")
    # As on the screen before, which has the quieter way; 89 m before its corner.
    ahead = view(page).locator(".ar-ahead")
    expect(ahead).to_have_text("In 90 m: Turn left onto Longer Lane 1")
    expect(view(page).locator("[role=status].spoken")).to_have_text("In 90 m: Turn left onto Longer Lane 1")
    assert "ar&" in page.url and "to=60.171900,24.945100" in page.url and "quieter=1" in page.url
    visitor.context.set_geolocation({**HERE, "latitude": 60.1708, "longitude": 24.9451})
    expect(ahead).to_have_text("120 m: Stub Street 19")
    view(page).get_by_role("button", name="Back").tap()
    expect(button).to_have_count(1)
    assert "ar&" not in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_second_lines_of_the_list_are_legible(look, scheme):
    page = look(color_scheme=scheme).open("#ar")
    page.evaluate(HOLD)
    # Until then the buttons still move.
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    view(page).get_by_role("button", name="List").tap()
    expect(view(page).locator(".ar-list .where").first).to_be_visible()
    # The list lets some of the picture through: the worst is a white one.
    ratio = page.evaluate("""() => {
        const parts = (text) => text.match(/[0-9.]+/g).map(Number);
        const [red, green, blue, alpha = 1] = parts(getComputedStyle(document.querySelector('.ar-list')).backgroundColor);
        const behind = [red, green, blue].map((each) => each * alpha + 255 * (1 - alpha));
        const light = (colour) => {
            const [r, g, b] = colour.map((each) => each / 255).map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const words = light(parts(getComputedStyle(document.querySelector('.ar-list .where')).color).slice(0, 3));
        return (words + 0.05) / (light(behind) + 0.05);
    }""")
    assert ratio >= 4.5


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_axe_finds_nothing(look, size):
    visitor = look({**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    page = visitor.open("#ar")
    page.evaluate(HOLD)
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    found = Axe().run(page, "dialog").response["violations"]
    assert found == [], [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]
