"""The game of bocce: by keys and by touch, against the computer, kept over a reload, and loaded only when it is opened."""
import json
import math
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE, next_frame
from test_everyone import SMALL

# A phone that lies on its side.
LYING = {"viewport": {"width": 740, "height": 360}, "device_scale_factor": 1, "is_mobile": True, "has_touch": True}
KEPT = "hereabouts.bocce"
# The court in points, and what is in sight around it.
WIDTH, LENGTH, AROUND, START = 360, 640, 9, 32
EXPLAINED = "localStorage.setItem('hereabouts.bocce-explained', 'yes')"


def court(page):
    return page.locator(".bocce-court")


def said(page):
    """What a screen reader hears of the game."""
    return page.locator(".bocce > .spoken[role=status]")


def begin(page, button="Two people, one device"):
    page.get_by_role("button", name=button).click()
    expect(court(page)).to_have_attribute("data-state", "aiming")


def rests(page, thrown):
    """Waits until so many throws have come to rest, and a person may throw or the game is over."""
    page.wait_for_function(
        """(thrown) => {
            const { state, thrown: so_far } = document.querySelector('.bocce-court').dataset;
            return Number(so_far) === thrown && ['aiming', 'over'].includes(state);
        }""", arg=thrown)


def throw_by_keys(page, thrown, turns=0, strengthen=0):
    """Throws the next ball: the first key shows the aim."""
    court(page).focus()
    page.keyboard.press("ArrowUp")
    for key, count in (("ArrowRight" if turns > 0 else "ArrowLeft", abs(turns)), ("ArrowUp" if strengthen > 0 else "ArrowDown", abs(strengthen))):
        for _ in range(count):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    rests(page, thrown)


def kept(page):
    return page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", KEPT)


def at(page, x, y):
    """A point of the court as a point of the page."""
    box = court(page).bounding_box()
    scale = min(box["width"] / (WIDTH + 2 * AROUND), box["height"] / (LENGTH + 2 * AROUND))
    return box["x"] + box["width"] / 2 + (x - WIDTH / 2) * scale, box["y"] + box["height"] / 2 - (y - LENGTH / 2) * scale


class Finger:
    """A finger on the screen, as the browser's own events."""

    def __init__(self, visitor):
        self.session = visitor.context.new_cdp_session(visitor.page)
        self.page = visitor.page

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        next_frame(self.page)

    def press(self, x, y):
        self._send("touchStart", at(self.page, x, y))

    def move(self, x, y):
        self._send("touchMove", at(self.page, x, y))

    def lift(self):
        self._send("touchEnd")


def test_nothing_of_it_is_asked_for_before_it_is_opened_from_more(visit, stub):
    visitor = visit(stub.address)
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = visitor.open("#more")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "bocce" in url] == []
    page.get_by_role("button", name="Bocce").click()
    expect(page.get_by_role("heading", name="Bocce")).to_be_visible()
    expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()
    expect(page).to_have_url(re.compile("#.*play"))
    parts = sorted(url.rsplit(":", 1)[1].partition("/")[2] for url in asked if "bocce" in url)
    assert parts == ["bocce.wasm", "built/bocce.css", "built/bocce.js", "text/bocce/en.json"]
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Bocce")).to_be_visible()


def test_people_who_wait_long_are_offered_it(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    page = visit(stub.address, DESK).open("#place=n1")
    page.get_by_role("button", name="Play bocce while you wait").click()
    expect(page.get_by_role("heading", name="Bocce")).to_be_visible()
    page.go_back()
    expect(page.locator(".place-now .queue-line")).to_contain_text("12 mins wait")
    stub.queue["now"]["minutes"] = 3
    page.reload()
    expect(page.locator(".place-now .queue-line")).to_contain_text("3 mins wait")
    expect(page.get_by_role("button", name="Play bocce while you wait")).to_have_count(0)


def test_a_whole_game_by_keys_is_heard_and_play_again_resets_all_of_it(visit, stub):
    page = visit(stub.address).open("#play")
    begin(page)
    expect(said(page)).to_have_text("Blue throws the jack.")
    throw_by_keys(page, 1)
    expect(said(page)).to_have_text(re.compile(r"^The jack lies 4\d\d cm away, straight ahead\. Blue to throw\.$"))
    throw_by_keys(page, 2, turns=3)
    expect(said(page)).to_have_text(
        re.compile(
            r"^Blue rolls \d+ cm from the jack\. Blue leads with 1 point\. Orange to throw\. The jack lies 4\d\d cm away, straight ahead\.$"
        )
    )
    for thrown in range(3, 10):
        throw_by_keys(page, thrown, turns=(-1) ** thrown * (thrown % 3))
    expect(court(page)).to_have_attribute("data-state", "over")
    expect(said(page)).to_have_text(re.compile(r"(Blue|Orange) wins \d points?$"))
    winner = page.locator(".bocce-ending strong").text_content().split()[0]
    again = page.get_by_role("button", name="Play again")
    expect(again).to_be_focused()
    assert len(kept(page)["throws"]) == 9
    again.press("Enter")
    expect(court(page)).to_be_focused()
    expect(said(page)).to_have_text(f"{winner} throws the jack.")
    expect(page.locator(".bocce-ending")).to_have_count(0)
    expect(page.locator(".left .gone")).to_have_count(0)
    assert page.locator(".bocce-team .points").all_text_contents() == ["0", "0"]
    assert kept(page) == {"computer": None, "first": ["Blue", "Orange"].index(winner), "throws": []}


def test_buttons_throw_for_people_who_cannot_drag(visit, stub):
    visitor = visit(stub.address)
    visitor.context.add_init_script(EXPLAINED)
    page = visitor.open("#play")
    begin(page)
    throw = page.get_by_role("button", name="Throw", exact=True)
    # A screen reader finds the buttons also where they are out of sight.
    assert throw.bounding_box()["width"] <= 1 or not throw.evaluate("(button) => button.parentElement.clientWidth > 1")
    switch = page.get_by_role("button", name="Buttons")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    visitor.wait_ready()
    throw.click()
    expect(said(page)).to_have_text("Straight ahead, 440 cm")
    for name in ["Turn right", "Turn right", "Turn left", "Weaker", "Weaker", "Stronger"]:
        page.get_by_role("button", name=name).click()
    expect(said(page)).to_have_text("1° to the right, 430 cm")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    throw.click()
    rests(page, 1)
    expect(throw).to_be_focused()
    expect(said(page)).to_have_text(re.compile(r"^The jack lies \d+ cm away, 1° to the right\. Blue to throw\.$"))


def test_the_aim_of_keys_is_heard_and_escape_takes_it_back(visit, stub):
    page = visit(stub.address, DESK).open("#play")
    begin(page)
    court(page).focus()
    page.keyboard.press("ArrowRight")
    expect(said(page)).to_have_text("Straight ahead, 440 cm")
    for key in ["ArrowRight", "ArrowRight", "ArrowUp"]:
        page.keyboard.press(key)
    expect(said(page)).to_have_text("2° to the right, 450 cm")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Escape")
    expect(said(page)).to_have_text("Throw taken back.")
    expect(court(page)).to_have_attribute("data-aim", "none")
    assert kept(page)["throws"] == []
    # No aim is in sight: now the page has the key.
    page.keyboard.press("Escape")
    expect(court(page)).to_have_count(0)


def test_a_finger_aims_throws_and_takes_back(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open("#play")
    begin(page)
    finger = Finger(visitor)
    expect(page.locator(".bocce-hint")).to_have_text("Drag up from the ball to aim")
    finger.press(180, START)
    finger.move(140, START)
    finger.move(140, 120)
    finger.move(160, 280)
    expect(court(page)).to_have_attribute("data-aim", "good")
    expect(page.locator(".bocce-hint")).to_have_text("Let go to throw, or go back to the ball to cancel")
    finger.move(140, 60)
    expect(court(page)).to_have_attribute("data-aim", "weak")
    finger.move(141, 36)
    expect(court(page)).to_have_attribute("data-aim", "back")
    finger.lift()
    expect(said(page)).to_have_text("Throw taken back.")
    assert kept(page)["throws"] == []
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "full")
    finger.press(140, START)
    page.wait_for_timeout(320)
    finger.move(140, 120)
    finger.move(160, 280)
    finger.lift()
    rests(page, 1)
    [thrown] = kept(page)["throws"]
    assert math.isclose(thrown["start"], 14_000, abs_tol=150)
    assert math.isclose(thrown["across"], 1.6 * 20 * 100, abs_tol=300) and math.isclose(thrown["along"], 1.6 * 248 * 100, abs_tol=300)
    expect(page.locator(".bocce-hint")).to_have_text("The balls nearest to the small one win points")


def test_a_fast_finger_flicks_and_a_second_finger_takes_back(visit, stub):
    visitor = visit(stub.address)
    visitor.context.add_init_script(EXPLAINED)
    page = visitor.open("#play")
    begin(page)
    # One task, as quick as a finger is whatever the machine does meanwhile.
    page.evaluate(
        """([down, up]) => {
            const court = document.querySelector('.bocce-court');
            court.setPointerCapture = () => {};
            const send = (type, share, id = 1) => court.dispatchEvent(new PointerEvent(type, {
                pointerId: id, clientX: down[0] + share * (up[0] - down[0]), clientY: down[1] + share * (up[1] - down[1]),
            }));
            const wait = (until) => { while (performance.now() < until); };
            send('pointerdown', 0);
            const begun = performance.now();
            for (let step = 1; step < 6; step += 1) { wait(begun + 15 * step); send('pointermove', step / 5); }
            send('pointerup', 1);
        }""", [at(page, 180, START), at(page, 190, START + 140)])
    rests(page, 1)
    [thrown] = kept(page)["throws"]
    assert thrown["along"] > 20_000
    finger = Finger(visitor)
    finger.press(180, START)
    finger.move(180, 250)
    expect(court(page)).to_have_attribute("data-aim", "good")
    finger._send("touchStart", at(page, 180, 250), at(page, 100, 60))
    expect(court(page)).to_have_attribute("data-aim", "none")
    finger.lift()
    assert len(kept(page)["throws"]) == 1


def test_the_computer_answers_and_a_reload_resumes_the_game(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#play")
    begin(page, "Beginner")
    throw_by_keys(page, 1)
    court(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(court(page)).to_have_attribute("data-state", "thinking")
    expect(page.locator(".bocce-team.is-next")).to_contain_text("Thinking")
    page.wait_for_function(
        "() => Number(document.querySelector('.bocce-court').dataset.thrown) > 2 && document.querySelector('.bocce-court').dataset.state === 'aiming'"
    )
    before, scores = kept(page), page.locator(".bocce-scores").text_content()
    assert before["computer"] == 0 and len(before["throws"]) >= 3
    visitor.page.reload()
    visitor.wait_ready()
    expect(court(page)).to_have_attribute("data-thrown", str(len(before["throws"])))
    expect(page.locator(".bocce-scores")).to_have_text(scores)
    assert kept(page) == before
    page.get_by_role("button", name="Change game").click()
    page.get_by_role("button", name="Resume game").click()
    expect(page.locator(".bocce-scores")).to_have_text(scores)


def test_something_else_in_the_storage_begins_anew(visit, stub):
    visitor = visit(stub.address)
    for written in ["{", json.dumps({"computer": 7, "first": 0, "throws": []}), json.dumps({"computer": None, "first": 0, "throws": [None]})]:
        visitor.open("#about")
        visitor.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, written])
        page = visitor.open("#play")
        expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()


def test_without_an_answer_it_says_so_and_trying_again_helps(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["ERR_", "Failed to load resource"]
    page = visitor.open("#more")
    for part in ["built/bocce.js", "bocce.wasm"]:
        page.route(f"**/{part}*", lambda route: route.abort())
        page.evaluate("() => { location.hash = '#play' }")
        expect(page.get_by_role("alert")).to_contain_text("does not answer")
        page.unroute(f"**/{part}*")
        page.get_by_role("alert").get_by_role("button").click()
        expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()
        page.evaluate("() => { location.hash = '#more' }")
        expect(page.get_by_role("button", name="Bocce")).to_be_visible()


def test_sound_is_off_until_it_is_switched_on(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#play")
    begin(page)
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.reload()
    visitor.wait_ready()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("motion, animation", [("reduce", "none"), ("no-preference", "bocce-turn")])
def test_the_turn_flashes_unless_motion_is_reduced(visit, stub, motion, animation):
    page = visit(stub.address, reduced_motion=motion).open("#play")
    begin(page)
    turn = page.locator(".bocce-team.is-next .turn")
    expect(turn).to_have_text("Throws jack")
    assert turn.evaluate("(turn) => getComputedStyle(turn, '::before').animationName") == animation


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fi-FI", "ar"])
def test_all_of_it_is_in_sight_on_a_small_screen(visit, stub, locale):
    visitor = visit(stub.address, SMALL, locale=locale)
    visitor.context.add_init_script(EXPLAINED)
    page = visitor.open("#play")
    beyond = """() => [...document.querySelectorAll('.play *')].filter((each) => !each.closest('.spoken') && each.checkVisibility())
        .filter((each) => { const { left, right, bottom } = each.getBoundingClientRect(); return left < -1 || right > 361 || bottom > 640 - 55; })
        .map((each) => each.outerHTML.slice(0, 120))"""
    expect(page.locator(".bocce-strengths")).to_be_visible()
    assert page.evaluate(beyond) == []
    page.locator(".bocce-choose").first.click()
    cut = "() => [...document.querySelectorAll('.bocce-team .turn')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    expect(court(page)).to_have_attribute("data-state", "aiming")
    assert page.evaluate(cut) == []
    for thrown in range(1, 10):
        throw_by_keys(page, thrown, turns=thrown % 2)
        if thrown == 2:
            assert page.evaluate(beyond) == []
            assert page.evaluate(cut) == []
    expect(page.locator(".bocce-ending")).to_be_visible()
    assert page.evaluate(beyond) == []
    blue, orange = (page.locator(".bocce-team").nth(team).bounding_box()["x"] for team in (0, 1))
    assert (blue > orange) == (locale == "ar")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fi-FI", "ar"])
def test_on_a_phone_that_lies_on_its_side_the_buttons_stand_beside_the_court(visit, stub, locale):
    visitor = visit(stub.address, LYING, locale=locale)
    visitor.context.add_init_script(f"{EXPLAINED}; localStorage.setItem('hereabouts.bocce-buttons', 'on')")
    page = visitor.open("#play")
    page.locator(".bocce-choose").first.click()
    expect(court(page)).to_have_attribute("data-state", "aiming")
    ground = page.locator(".bocce-ground").bounding_box()
    assert ground["width"] > 200 and ground["height"] > 200
    buttons = page.locator(".bocce-buttons button")
    expect(buttons).to_have_count(5)
    for button in buttons.all():
        box = button.bounding_box()
        right, bottom = box["x"] + box["width"], box["y"] + box["height"]
        assert box["x"] >= 0 and box["y"] >= 0 and right <= 740 and bottom <= 360
        assert box["width"] >= 44 and box["height"] >= 44
        assert right <= ground["x"] or box["x"] >= ground["x"] + ground["width"]
        # Nothing lies above its middle, as the tabs of the page would.
        assert button.evaluate(
            """(button) => {
                const { x, y, width, height } = button.getBoundingClientRect();
                return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }"""
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(visit, stub, scheme, device):
    visitor = visit(stub.address, device, color_scheme=scheme)
    page = visitor.open("#play")

    def check():
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    expect(page.locator(".bocce-choice")).to_be_visible()
    check()
    begin(page)
    check()
    for thrown in range(1, 10):
        throw_by_keys(page, thrown, turns=thrown % 2)
    expect(page.locator(".bocce-ending")).to_be_visible()
    check()
