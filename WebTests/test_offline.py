"""The network is cut and the page opened again: a way through its screens, the style with pictures, and a device without a copy."""
import math
import re
import sqlite3
import struct
import zlib

import pytest
from playwright.sync_api import expect

from conftest import ADD_VENUE, DESK, HERE, OPERATOR, PHONE, keep_place, options, search_field, serving
from test_airplane import ADD_PLANS
from test_ar import HOLD

LOST = ["net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "Failed to load resource"]
STYLE = "() => window.seenMap?.getStyle()?.name"
HAS_PICTURES = "() => Boolean(window.seenMap?.getLayer('satellite'))"


def png(side, colour):
    """A picture of one colour."""
    rows = (b"\0" + bytes(colour) * side) * side

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pictures_of_the_ground(path):
    """An MBTiles file of green pictures for the sample."""
    def corner(lat, lon, zoom):
        sine = math.sin(math.radians(lat))
        return int((lon + 180) / 360 * 2 ** zoom), int((0.5 - math.atanh(sine) / (2 * math.pi)) * 2 ** zoom)
    picture = png(256, (90, 140, 60))
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata(name TEXT, value TEXT)")
        file.execute("CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        facts = {"format": "png", "minzoom": "10", "maxzoom": "12", "bounds": "24.9,60.1,25.0,60.2"}
        file.executemany("INSERT INTO metadata VALUES (?, ?)", facts.items())
        for zoom in (10, 11, 12):
            (left, top), (right, bottom) = corner(60.2, 24.9, zoom), corner(60.1, 25.0, zoom)
            # Rows count from the south.
            file.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [
                (zoom, x, 2 ** zoom - 1 - y, picture) for x in range(left, right + 1) for y in range(top, bottom + 1)])
    file.close()


@pytest.fixture(scope="module")
def town(sample, tmp_path_factory):
    """The address of a server with pictures of the ground."""
    folder = tmp_path_factory.mktemp("town")
    pictures_of_the_ground(folder / "air.mbtiles")
    with serving(sample, folder, "--set", f"satellite={folder / 'air.mbtiles'}") as address:
        yield address


@pytest.fixture
def keeper(visit, town):
    """Makes a visitor with a copy of the place."""
    def make(device=DESK, **settings):
        visitor = visit(town, device, service_workers="allow", geolocation=HERE, permissions=["geolocation"], **settings)
        visitor.expected += LOST
        keep_place(visitor)
        return visitor
    return make


def cut(visitor, place=""):
    """Cuts the network and opens the page anew."""
    visitor.context.set_offline(True)
    visitor.page.goto("about:blank")
    return visitor.open(place)


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_from_a_search_over_the_route_and_the_camera_view_to_a_floor_plan(visit, town, device):
    visitor = visit(town, device, service_workers="allow", geolocation=HERE, permissions=["geolocation"])
    visitor.expected += LOST
    page = visitor.open()
    venue = page.evaluate(ADD_VENUE, {"operator": OPERATOR, "fields": {"name": "Hall of floors", "state": "published"}})
    try:
        page.evaluate(ADD_PLANS, venue)
        keep_place(visitor)
        cut(visitor)
        search_field(page).click()
        page.keyboard.type("kapeli")
        options(page, name=re.compile("^Kappeli")).first.click()
        expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
        page.get_by_role("button", name="Directions").click()
        expect(page.locator(".summary")).to_contain_text("min")
        page.evaluate(HOLD)
        page.get_by_role("button", name="View in AR").click()
        view = page.get_by_role("dialog", name="Camera view")
        # This browser has no camera; all else of the view works. The route was computed here.
        view.get_by_role("button", name="Start the camera").click()
        expect(view.locator(".ar-status")).to_contain_text(re.compile("Exact to|North is assumed"))
        expect(view).to_contain_text(re.compile(r"\d\s*(m|min)\b"))
        view.get_by_role("button", name="Back").click()
        expect(view).to_have_count(0)
        page.evaluate("() => { location.hash = '' }")
        search_field(page).click()
        page.keyboard.type("hall of fl")
        options(page, name=re.compile("^Hall of floors")).first.click()
        expect(page.get_by_text("Level 0 is on the map.")).to_be_visible()
        page.wait_for_function("() => seenMap.getSource('plan-0')")
    finally:
        visitor.context.set_offline(False)
        page.evaluate("(id) => fetch(`/api/v1/guide/venues/${id}`, { method: 'DELETE' })", venue)


def satellite(page):
    return page.get_by_role("radio", name="Satellite")


def choose_satellite(page):
    page.get_by_role("button", name="Map style").click()
    satellite(page).check()
    page.wait_for_function(HAS_PICTURES)


def test_the_style_with_pictures_waits_for_the_network(keeper):
    visitor = keeper()
    page = visitor.page
    choose_satellite(page)
    cut(visitor)
    visitor.wait_drawn()
    assert page.evaluate(STYLE) == "Streets"
    page.get_by_role("button", name="Map style").click()
    expect(satellite(page)).to_be_disabled()
    expect(page.locator("#layers-menu")).to_contain_text("Needs a connection")
    page.get_by_role("radio", name="Light").check()
    page.wait_for_function(f"() => ({STYLE})() === 'Light'")
    page.evaluate("() => localStorage.setItem('hereabouts.style', 'satellite')")
    # The choice holds again as soon as the server answers.
    visitor.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    page.wait_for_function(HAS_PICTURES)
    expect(satellite(page)).to_be_enabled()
    expect(page.get_by_text("Needs a connection")).to_be_hidden()


def test_when_the_network_goes_the_copys_map_takes_the_place_of_pictures(keeper):
    visitor = keeper()
    page = visitor.page
    choose_satellite(page)
    visitor.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(page.locator(".states")).to_contain_text("Offline.")
    page.wait_for_function(f"() => ({STYLE})() === 'Streets'")
    visitor.context.set_offline(False)


def test_a_style_that_does_not_come_leaves_the_map_and_says_so(visit, town):
    visitor = visit(town, DESK)
    visitor.expected += LOST
    page = visitor.open()
    page.route("**/styles/satellite.json", lambda route: route.abort())
    page.get_by_role("button", name="Map style").click()
    satellite(page).check()
    expect(page.locator(".notice")).to_contain_text("This map style could not be loaded.")
    assert page.evaluate(STYLE) == "Streets"


@pytest.mark.parametrize("place", ["", "#guide", "#play"])
def test_a_visitor_without_a_copy_is_told_so_and_the_page_starts_with_the_network(visit, town, place):
    visitor = visit(town, PHONE, service_workers="allow")
    visitor.expected += LOST
    page = visitor.open()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    visitor.context.set_offline(True)
    page.goto("about:blank")
    visitor.open(place, ready=False)
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text("cannot be reached, and this device has no offline copy")
    expect(trouble.get_by_role("button", name="Try again")).to_be_visible()
    # No field without a name, no button without a drawing.
    expect(page.locator("button:visible, input:visible, a:visible")).to_have_count(1)
    # The page hears of the network, and starts by itself.
    visitor.context.set_offline(False)
    visitor.wait_ready()
