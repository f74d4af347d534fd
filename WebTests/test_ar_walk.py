"""The view through the camera along a recorded walk: sensors and picture are made of one attitude, so a place must stand where the
picture has it. Each of these browsers has a film as its camera."""
import contextlib
import io

import pytest
from PIL import Image
from playwright.sync_api import expect

import walk
from conftest import ARGUMENTS, HERE, PHONE, Visitor
from test_ar import SENSORS, view

START = (HERE["latitude"], HERE["longitude"])
# A venue of the canned guide, 150 m east.
LANDMARK, NAME = (60.17015, 24.94425), "Ateneum"
# How far a place may be off, as a part of the picture's width: 0.5° on a phone.
TOLERANCE = 0.015
LANDSCAPE = {**PHONE, "viewport": {"width": 839, "height": 412}}

# Stands in for the position and the sensors of a phone. `held` is what they say now: a frame of a walk.
STAND_IN = """
window.held = null;
window.compassTurn = 0;
const watchers = [];
const answer = (found) => {
    if (!held) return;
    const [latitude, longitude] = held.position;
    found({ coords: { latitude, longitude, accuracy: 3, speed: held.speed, heading: null }, timestamp: Date.now() });
};
Object.defineProperty(navigator, 'geolocation', { value: {
    watchPosition: (found) => watchers.push(found),
    clearWatch: () => { watchers.length = 0; },
    getCurrentPosition: answer,
} });
let place = '';
window.sendSensors = () => {
    if (!held) return;
    const { beta, gamma } = held;
    const send = (name, given) => dispatchEvent(new DeviceOrientationEvent(name, { beta, gamma, ...given }));
    send('deviceorientation', { alpha: held.relative, absolute: false });
    send('deviceorientationabsolute', { alpha: (held.absolute + compassTurn + 360) % 360, absolute: true });
};
setInterval(() => {
    if (!held) return;
    sendSensors();
    if (place !== String(held.position)) watchers.forEach(answer);
    place = String(held.position);
}, 50);
"""
# Measures how far the card of a place is from the bar of the film, in CSS pixels; null while one of them is missing.
MEASURE = """
const size = [180, 320];
const canvas = Object.assign(document.createElement('canvas'), { width: size[0], height: size[1] });
const pen = canvas.getContext('2d', { willReadFrequently: true });
window.look = () => {
    const video = document.querySelector('.ar-video');
    if (!video?.videoWidth) return false;
    pen.drawImage(video, 0, 0, ...size);
    return true;
};
window.frameNumber = () => {
    const { data } = pen.getImageData(0, 6, size[0], 1);
    return Array.from({ length: 10 }, (_, bit) => data[4 * (18 * bit + 9)] > 128).reduce((sum, one) => 2 * sum + one, 0);
};
const barAt = (row) => {
    const { data } = pen.getImageData(0, Math.round(row), size[0], 1);
    let [sum, weight] = [0, 0];
    for (let x = 0; x < size[0]; x += 1) {
        const bright = Math.max(0, data[4 * x] - 100);
        [sum, weight] = [sum + bright * (x + 0.5), weight + bright];
    }
    return weight > 500 ? sum / weight : null;
};
window.offBar = (name) => {
    const card = [...document.querySelectorAll('.ar-label')].find((each) => each.innerText.includes(name));
    if (!card) return null;
    const [x, y] = card.style.transform.match(/translate\\(([-.\\d]+)px, ([-.\\d]+)px\\)/).slice(1).map(Number);
    const scale = Math.max(innerWidth / size[0], innerHeight / size[1]);
    const bar = barAt(size[1] / 2 + (y - innerHeight / 2) / scale);
    return bar === null ? null : x - (innerWidth / 2 + (bar - size[0] / 2) * scale);
};
"""
# Replays a walk to its film, and notes how far the place is off while the phone rests.
REPLAY = """(frames) => {
    window.noted = {};
    window.isOver = false;
    let [last, rest, since] = [-1, null, 0];
    const step = () => {
        if (look()) {
            const number = frameNumber();
            if (number < last) return void (isOver = true);
            last = number;
            held = frames[number];
            if (held.rest !== rest) [rest, since] = [held.rest, performance.now()];
            // The position gets to a fix within 1 s, and the picture is calm a little later.
            const off = rest !== null && performance.now() - since > 1300 ? offBar('Ateneum') : null;
            if (off !== null) (noted[rest] ??= []).push(off);
        }
        requestAnimationFrame(step);
    };
    step();
}"""


@pytest.fixture
def filmed(browser, stub, tmp_path):
    """Opens the page for somebody whose camera shows these frames."""
    stub.features = ["guide"]
    with contextlib.ExitStack() as ends:
        def opened(frames, device=PHONE, scripts=(), permissions=SENSORS, place="#ar", arguments=(), address=stub.address):
            film = tmp_path / "film.y4m"
            walk.write_y4m(film, frames)
            camera = browser.browser_type.launch(executable_path="/usr/bin/chromium-headless-shell", args=[
                *ARGUMENTS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}", *arguments])
            ends.callback(camera.close)
            visitor = Visitor(camera, address, device, geolocation=HERE, permissions=permissions)
            ends.callback(visitor.leave)
            for script in (STAND_IN, MEASURE, *scripts):
                visitor.context.add_init_script(f"(() => {{ {script} }})()")
            return visitor

        yield opened
    stub.features = []


def stand(page, frame):
    """Holds the phone so, until the card of the landmark is there."""
    page.evaluate("(frame) => { held = frame; }", frame)
    page.wait_for_function("(name) => look() && offBar(name) !== null", arg=NAME)


def settled(page, width):
    """Waits until the landmark stands on its bar."""
    page.wait_for_function(
        "([name, most]) => { look(); const off = offBar(name); return off !== null && Math.abs(off) <= most; }",
        arg=[NAME, TOLERANCE * width],
    )


@pytest.mark.parametrize("factor, begin, end, rests", [(1, 4, 18, [0]), (16, 0, 156, [1, 2])], ids=["1x", "16x"])
def test_a_place_stays_on_its_building_along_a_walk(filmed, factor, begin, end, rests):
    frames = walk.walk(START, LANDMARK, 7, begin, end, factor)
    page = filmed(frames).open("#ar")
    page.evaluate(REPLAY, frames)
    page.wait_for_function("() => isOver")
    noted = page.evaluate("() => noted")
    for rest in rests:
        offs = noted[str(rest)]
        assert max(map(abs, offs)) <= TOLERANCE * PHONE["viewport"]["width"], (rest, offs)


def test_a_magnet_does_not_turn_the_view(filmed):
    frame = walk.still(START, LANDMARK)
    page = filmed([frame]).open("#ar")
    stand(page, frame)
    width = PHONE["viewport"]["width"]
    settled(page, width)
    # 3 s of good samples; then 35° of disturbance for 6 s, which a compass alone would show as 400 pixels.
    page.wait_for_function("(begun) => performance.now() > begun + 3000", arg=page.evaluate("() => performance.now()"))
    page.evaluate("""() => {
        window.offs = [];
        compassTurn = 35;
        const note = () => { look(); offs.push(offBar('Ateneum')); requestAnimationFrame(note); };
        note();
    }""")
    page.wait_for_function("(begun) => performance.now() > begun + 6000", arg=page.evaluate("() => performance.now()"))
    offs = page.evaluate("() => offs")
    assert len(offs) > 20 and all(off is not None and abs(off) <= TOLERANCE * width for off in offs), offs


def test_shown_again_a_place_is_on_its_building_although_the_sensors_count_from_elsewhere(filmed):
    frame = walk.still(START, LANDMARK)
    page = filmed([frame]).open("#ar")
    stand(page, frame)
    settled(page, PHONE["viewport"]["width"])
    page.evaluate("() => { window.track = document.querySelector('.ar-video').srcObject.getVideoTracks()[0]; }")
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    assert page.evaluate("() => track.readyState") == "ended"
    # What the phone says meanwhile is not believed later. 15° would be taken for noise, and learnt slowly.
    page.evaluate("""(relative) => {
        held = { ...held, relative };
        compassTurn = 90;
        sendSensors();
        compassTurn = 0;
        window.offs = [];
        const note = () => { if (look()) offs.push(offBar('Ateneum')); requestAnimationFrame(note); };
        note();
    }""", (frame["relative"] + 15) % 360)
    page.evaluate(hide, False)
    page.wait_for_function("() => offs.filter((off) => off !== null).length > 20")
    offs = page.evaluate("() => offs.filter((off) => off !== null)")
    assert max(map(abs, offs)) <= TOLERANCE * PHONE["viewport"]["width"], offs


@pytest.mark.parametrize("roll", [90, -90], ids=["top on the left", "top on the right"])
def test_in_landscape_places_stand_on_their_buildings_whichever_way_the_phone_lies(filmed, roll):
    lying = walk.still(START, LANDMARK, roll)
    # The picture turns with the screen.
    page = filmed([walk.still(START, LANDMARK)], LANDSCAPE).open("#ar")
    stand(page, lying)
    settled(page, LANDSCAPE["viewport"]["width"])
    for card in page.locator(".ar-label").all():
        turn = card.evaluate("(card) => Number(card.style.transform.match(/rotate\\(([-.\\d]+)deg/)[1])")
        assert abs(turn) < 1


def test_a_wide_tablet_that_is_not_turned_shows_places_on_their_buildings(filmed):
    # This browser states the angle 0 for a wide screen where it is no phone.
    frame = walk.still(START, LANDMARK)
    page = filmed([frame], {"viewport": {"width": 1280, "height": 800}, "has_touch": True}).open("#ar")
    assert page.evaluate("() => [screen.orientation.type, screen.orientation.angle]") == ["landscape-primary", 0]
    stand(page, frame)
    settled(page, 1280)
    card = page.locator(".ar-label", has_text=NAME)
    assert abs(card.evaluate("(card) => Number(card.style.transform.match(/rotate\\(([-.\\d]+)deg/)[1])")) < 1


# As in WebKit: no absolute event, a question for motion, and the compass beside the angles.
IPHONE = """
for (const owner of [window, Object.getPrototypeOf(window)]) delete owner.ondeviceorientationabsolute;
window.asked = [];
DeviceOrientationEvent.requestPermission = async () => {
    asked.push(navigator.userActivation.isActive);
    return window.motion ?? 'granted';
};
window.accuracy = 8;
window.sendSensors = () => {
    if (!held || window.motion === 'denied') return;
    const event = new DeviceOrientationEvent('deviceorientation', { alpha: held.relative, beta: held.beta, gamma: held.gamma });
    const compass = accuracy < 0 ? 0 : (360 - held.absolute) % 360;
    for (const [name, value] of Object.entries({ webkitCompassHeading: compass, webkitCompassAccuracy: accuracy }))
        Object.defineProperty(event, name, { value });
    dispatchEvent(event);
};
"""
SAFARI = {
    "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
}


def test_an_iphone_is_asked_in_the_tap_and_its_compass_counts_while_it_is_one(filmed):
    frame = walk.still(START, LANDMARK)
    alpha, beta, gamma = walk.angles(frame["bearing"] - 4, -40, 0)
    lower = {**frame, "beta": beta, "gamma": gamma, "relative": (alpha + walk.DECLINATION + walk.OTHER_NORTH) % 360,
        "absolute": (alpha + walk.DECLINATION) % 360}
    visitor = filmed([frame], {**PHONE, **SAFARI}, [IPHONE], place="")
    page = visitor.open()
    page.evaluate("(lower) => { accuracy = -1; held = lower; }", lower)
    page.get_by_role("button", name="Look through the camera").tap()
    # The tap is over when the view has come: another one starts it, if the browser wants that.
    start = view(page).get_by_role("button", name="Start the camera")
    expect(start.or_(view(page).locator(".ar-status", has_text="Looking for north")).first).to_be_visible()
    if start.is_visible():
        start.tap()
    expect(view(page).locator(".ar-status")).to_contain_text("Looking for north")
    assert page.evaluate("() => asked") == [True]
    expect(view(page).locator(".ar-label")).to_have_count(0)
    page.evaluate("() => { accuracy = 8; }")
    expect(view(page).locator(".ar-status")).to_contain_text("Exact to")
    stand(page, frame)
    settled(page, PHONE["viewport"]["width"])


def test_an_iphone_that_refuses_motion_says_how_to_allow_it(filmed):
    frame = walk.still(START, LANDMARK)
    visitor = filmed([frame], {**PHONE, **SAFARI}, ["window.motion = 'denied';", IPHONE])
    page = visitor.open()
    page.evaluate("(frame) => { held = frame; }", frame)
    page.get_by_role("button", name="Look through the camera").tap()
    start = view(page).get_by_role("button", name="Start the camera")
    trouble = view(page).locator("[data-cause='sensors.denied']")
    expect(start.or_(trouble).first).to_be_visible()
    if start.is_visible():
        start.tap()
    expect(trouble).to_contain_text("Close Safari")
    # The view turns by hand then.
    expect(view(page).locator(".ar-status")).to_contain_text("North is assumed")


def test_an_insecure_page_says_what_to_open_instead(filmed, stub):
    port = stub.address.rsplit(":", 1)[1]
    visitor = filmed([walk.still(START, LANDMARK)], arguments=["--host-resolver-rules=MAP place.test 127.0.0.1"],
        address=f"http://place.test:{port}", permissions=[])
    page = visitor.open("#ar")
    expect(view(page).locator("[data-cause=insecure]")).to_contain_text("https")
    expect(view(page).locator(".ar-trouble")).to_have_count(1)


def test_a_bar_and_a_card_are_one_in_the_screenshot(filmed):
    frame = walk.still(START, LANDMARK)
    page = filmed([frame]).open("#ar")
    stand(page, frame)
    settled(page, PHONE["viewport"]["width"])
    card = page.locator(".ar-label", has_text=NAME).bounding_box()
    shot = Image.open(io.BytesIO(page.screenshot())).convert("L")
    # Below the horizon nothing is drawn over the picture, and the phone is level.
    row = round(shot.height * 0.66)
    bright = [x for x in range(shot.width) if shot.getpixel((x, row)) > 150]
    assert abs((bright[0] + bright[-1] + 1) / 2 - (card["x"] + card["width"] / 2)) <= TOLERANCE * shot.width
