"""The camera view by itself, on an empty page: with a device, places and troubles that the test plays."""
import pytest

# Opens a view with the program of the page. The test plays frames, fixes and the answers of the browser.
PLAY = """async () => {
    document.documentElement.lang = 'en';
    const [{ CameraView }, { loadProgram }, { loadWords }] = await Promise.all(
        ['/ar/camera-view.js', '/ar/program.js', '/ar/words.js'].map((path) => import(path)));
    await loadWords();
    const real = await loadProgram();
    window.played = { frames: 0, places: [], tiles: true, asked: 0, opened: [] };
    const program = { ...real, show: (view) => { played.frames += 1; return real.show(view); } };
    window.place = (name, lat, lon) => ({ name, position: { lat, lon }, drawing: 'map-pin', open: () => played.opened.push(name) });
    const position = new EventTarget();
    Object.assign(position, { state: 'found', fix: null, start() {} });
    window.stand = (lat, lon, at = Date.now()) => {
        position.fix = { position: { lat, lon }, accuracy: 5, speed: 0, course: null, at };
        position.dispatchEvent(new Event('change'));
    };
    window.setState = (state) => { position.state = state; position.dispatchEvent(new Event('change')); };
    window.hide = (hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    };
    window.frames = async (count) => {
        const before = played.frames;
        for (let each = 0; each < count; each += 1) await new Promise(requestAnimationFrame);
        return played.frames - before;
    };
    const camera = document.createElement('canvas');
    camera.getContext('2d');
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: async () => {
        if (played.camera) throw new DOMException('', played.camera);
        return camera.captureStream();
    } } });
    const motion = new Promise((answer) => { window.answerMotion = answer; });
    DeviceOrientationEvent.requestPermission = () => motion;
    window.body = document.createElement('div');
    window.view = new CameraView(program, body, {
        position, target: Promise.resolve(null), route: Promise.resolve(null),
        places: async () => { played.asked += 1; return { places: played.places, hasTiles: played.tiles }; },
        distanceText: (metres) => `${Math.round(metres)} m`, positionText: (state) => state, close() {},
    });
}"""
HOLD = """() => { setInterval(() => {
    const angles = { alpha: 0, beta: 90, gamma: 0 };
    window.dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { ...angles, absolute: true }));
}, 30); }"""


@pytest.fixture
def page(browser, stub):
    context = browser.new_context(permissions=["camera"])
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{stub.address}/licences.txt")
    page.evaluate(PLAY)
    page.wait_for_function("() => document.querySelector('dialog[open]')")
    page.evaluate("() => document.querySelector('.ar-ask button')?.click()")
    yield page
    assert faults == []
    context.close()


def started(page):
    page.evaluate(HOLD)
    page.evaluate("() => answerMotion('granted')")
    page.wait_for_function("() => played.frames > 0 && view.camera.state === 'on'")


def test_a_page_hidden_and_shown_during_the_question_runs_one_loop_of_frames(page):
    page.evaluate("() => { hide(true); hide(false); answerMotion('granted'); }")
    page.wait_for_function("() => played.frames > 0")
    assert page.evaluate("() => frames(20)") <= 21
    page.evaluate("() => view.leave()")
    assert page.evaluate("() => frames(5)") == 0


def test_a_page_that_is_hidden_at_the_answer_starts_when_it_is_shown(page):
    page.evaluate("() => { hide(true); answerMotion('granted'); }")
    assert page.evaluate("() => frames(5)") == 0
    assert page.evaluate("() => view.sensors.state") == "off"
    page.evaluate("() => hide(false)")
    page.wait_for_function("() => played.frames > 0 && view.camera.state === 'on'")


def test_other_places_at_the_same_index_are_other_rows_and_cards(page):
    started(page)
    page.evaluate("() => { played.places = [place('Castle', 60.1710, 24.9415), place('Café', 60.1712, 24.9420)]; stand(60.1702, 24.9415); }")
    page.get_by_role("button", name="List").click()
    page.locator(".ar-list button", has_text="Castle").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.ar-label').length === 2")
    page.evaluate("""() => {
        window.kept = [...document.querySelectorAll('.ar-label')].find((card) => card.textContent.includes('Café'));
        kept.focus();
        view.labels.set([place('Bakery', 60.1711, 24.9417), place('Café', 60.1712, 24.9420)]);
    }""")
    page.locator(".ar-list button", has_text="Bakery").click()
    assert page.locator(".ar-list button", has_text="Castle").count() == 0
    assert page.evaluate("() => played.opened") == ["Bakery"]
    assert page.evaluate("() => kept.isConnected")


def test_places_stay_and_are_asked_for_again_where_no_tile_came(page):
    started(page)
    page.evaluate("() => { played.places = [place('Castle', 60.1710, 24.9415)]; stand(60.1702, 24.9415); }")
    page.wait_for_function("() => view.labels.places.length === 1")
    page.evaluate("() => { played.places = []; played.tiles = false; stand(60.1712, 24.9415); }")
    page.wait_for_function("() => played.asked === 2")
    assert page.evaluate("() => view.labels.places.map(({ name }) => name)") == ["Castle"]
    page.evaluate("() => { played.places = [place('Café', 60.1714, 24.9415)]; played.tiles = true; }")
    page.wait_for_function("() => view.labels.places[0].name === 'Café'")
    assert page.evaluate("() => played.asked") == 3


def test_a_dismissed_trouble_stays_away_and_leaves_the_focus_to_the_picture(page):
    page.evaluate("() => answerMotion('denied')")
    page.locator("[data-cause='sensors.denied'] .closer").click()
    assert page.evaluate("() => document.activeElement.className") == "ar-picture"
    page.evaluate("() => setState('denied')")
    row = page.locator("[data-cause='position.denied']")
    row.wait_for()
    page.evaluate("() => { window.row = document.querySelector('.ar-trouble'); setState('off'); }")
    page.locator("[data-cause='position.off']").wait_for()
    assert page.locator(".ar-trouble").count() == 1
    page.evaluate("() => setState('found')")
    page.wait_for_function("() => !document.querySelector('.ar-trouble')")


def test_live_regions_are_there_before_their_words(page):
    regions = page.locator(".ar-view [role=status], .ar-view [aria-live]")
    assert regions.count() == 3
    assert regions.evaluate_all("(all) => all.map((each) => getComputedStyle(each).display)").count("none") == 0
