"""A simulated location: it drives "my position" everywhere, says so while it does, and ends at one tap."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE

# Counts the page's requests to the device.
COUNT_SENSORS = """
window.watches = { begun: 0, ended: 0 };
const { geolocation } = navigator;
const [watch, clear] = [geolocation.watchPosition.bind(geolocation), geolocation.clearWatch.bind(geolocation)];
geolocation.watchPosition = (...all) => { watches.begun += 1; return watch(...all); };
geolocation.clearWatch = (...all) => { watches.ended += 1; return clear(...all); };
"""
HIDE = """(isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def gpx(*points):
    lines = "\n".join(f'<trkpt lat="{lat}" lon="{lon}"><time>{time}</time></trkpt>' for lat, lon, time in points)
    return f'<?xml version="1.0"?>\n<gpx version="1.1">\n<trk><trkseg>\n{lines}\n</trkseg></trk></gpx>'.encode()


def choose_track(page, content, name="walk.gpx"):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Replay a GPX file").click()
    chooser.value.set_files({"name": name, "mimeType": "application/gpx+xml", "buffer": content})


def chip(page):
    return page.locator("[data-state=simulated]")


def test_an_address_puts_me_at_a_fixed_point_without_asking_the_device(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.context.add_init_script(COUNT_SENSORS)
    page = visitor.open("?simulate=60.1705,24.9421#me")
    expect(page.locator(".me.simulated")).to_be_visible()
    expect(page.get_by_text("60.17050")).to_be_visible()
    expect(page.get_by_text("Simulated, not your real location")).to_be_visible()
    # In a region that screen readers announce, with its end beside it.
    expect(page.get_by_role("status").filter(has_text="Simulated location: a fixed point")).to_be_visible()
    assert page.evaluate("() => watches.begun") == 0
    page.get_by_role("button", name="Stop simulating").click()
    expect(page.locator(".me")).to_have_count(0)
    expect(chip(page)).to_have_count(0)
    assert "simulate" not in page.url
    page.reload()
    visitor.wait_ready()
    expect(chip(page)).to_have_count(0)


def test_the_preset_starts_routes_and_is_followed(visit, stub):
    page = visit(stub.address, DESK).open("?simulate=middle#from=me&to=n2")
    expect(page.get_by_text("Simulated location: the middle of Stubville")).to_be_visible()
    expect(page.locator(".route-result .summary")).to_be_visible()
    assert any("from=60.1716,24.9443" in path for path in stub.asked), stub.asked
    page.get_by_role("button", name="Show my location").click()
    expect(page.get_by_role("button", name="Following your location")).to_be_visible()
    page.get_by_role("button", name="Stop simulating").click()
    expect(page.get_by_role("button", name="Show my location")).to_be_visible()


def test_an_address_that_names_no_point_says_so(visit, stub):
    for wanted in ("91,0", "60", "60,24,1", "here", ",", "1e999,0"):
        page = visit(stub.address, DESK).open(f"?simulate={wanted}")
        expect(page.get_by_text("The simulated location in the address is not valid")).to_be_visible()
        expect(page.locator(".me")).to_have_count(0)


def test_the_page_shows_the_real_position_again_once_the_simulation_ends(visit, stub):
    page = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"]).open("?simulate=60.1750,24.9460#me")
    expect(page.get_by_text("60.17500")).to_be_visible()
    page.get_by_role("button", name="Stop simulating").click()
    expect(page.get_by_text("60.17020")).to_be_visible()
    expect(page.locator(".me.simulated")).to_have_count(0)
    expect(page.locator(".me")).to_be_visible()


def test_about_offers_the_middle_of_the_map_that_is_seen(visit, stub):
    page = visit(stub.address, DESK).open("#map=17/60.17100/24.94500&about")
    page.get_by_role("button", name="In the middle of the visible map").click()
    expect(page.locator(".me.simulated")).to_be_visible()
    # A layer above the page, so that closing About leaves it there.
    expect(page.get_by_text("Open-source components")).to_have_count(0)
    expect(chip(page)).to_be_visible()


def test_a_track_is_replayed_with_its_course(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#about")
    page.get_by_label("Replay speed").select_option("4")
    choose_track(page, gpx((60.1700, 24.9420, "2026-01-01T00:00:00Z"), (60.1700, 24.9430, "2026-01-01T00:00:08Z"),
                           (60.1710, 24.9430, "2026-01-01T00:10:00Z")))
    expect(page.get_by_text("Simulated location: replaying walk.gpx")).to_be_visible()
    expect(page.locator(".me.simulated.faces")).to_be_visible()
    facing = page.evaluate("() => document.documentElement.style.getPropertyValue('--facing')")
    assert re.match(r"90(\.\d+)?deg$", facing), facing


def test_one_bad_point_of_a_track_is_left_out_and_the_page_says_so(visit, stub):
    page = visit(stub.address, DESK).open("#about")
    choose_track(page, gpx((60, 24, "2026-01-01T00:00:00Z"), (60, 240, "2026-01-01T00:00:01Z"), (60, 24, "2026-01-01T00:00:02Z")))
    expect(page.get_by_text("Simulated location: replaying walk.gpx")).to_be_visible()
    expect(page.get_by_text("Points left out of the file: 1.")).to_be_visible()


def test_a_track_that_cannot_be_replayed_gives_the_reason(visit, stub):
    page = visit(stub.address, DESK).open("#about")
    choose_track(page, gpx((60, 240, "2026-01-01T00:00:01Z")))
    expect(page.get_by_text("The GPX file has no point with a latitude and longitude.")).to_be_visible()
    choose_track(page, b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><gpx/>")
    expect(page.get_by_text("Line 1 of the GPX file is not valid XML")).to_be_visible()
    expect(page.locator(".me")).to_have_count(0)
    expect(chip(page)).to_have_count(0)


def test_the_sensor_is_off_while_nobody_looks_at_the_page(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    visitor.context.add_init_script(COUNT_SENSORS)
    page = visitor.open()
    expect(page.locator(".me")).to_be_visible()
    assert page.evaluate("() => watches") == {"begun": 1, "ended": 0}
    page.evaluate(HIDE, True)
    assert page.evaluate("() => watches") == {"begun": 1, "ended": 1}
    expect(page.locator(".me")).to_be_visible()
    page.evaluate(HIDE, False)
    assert page.evaluate("() => watches") == {"begun": 2, "ended": 1}
    visitor.context.set_geolocation({**HERE, "latitude": 60.1720})
    page.wait_for_function("() => document.querySelector('.me').getBoundingClientRect().top < 200")
