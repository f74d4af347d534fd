"""The map itself: pins, styles, address bar, back, list twin."""
import time
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, options, search_field
from test_late_answers import press_long


def test_a_long_press_drops_a_pin_with_its_address_and_the_walk_there(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    expect(page.locator(".me")).to_be_visible()
    visitor.wait_drawn()
    press_long(page, 150, 300)
    expect(page.locator(".address-line")).to_have_text(re.compile("Stub Street"))
    expect(page.locator(".walk")).to_contain_text("7 min")
    expect(page.locator(".mark.pin")).to_have_count(1)
    assert page.evaluate("() => seenMap.getSource('route').serialize().data.features.length") == 3
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("550 m")


def test_a_still_finger_drops_a_pin_and_a_moving_finger_does_not(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open()
    touch = visitor.context.new_cdp_session(page)

    def finger(kind, *point):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [dict(zip("xy", point))] if point else []})

    page.clock.install()
    finger("touchStart", 150, 300)
    finger("touchMove", 190, 340)
    page.clock.run_for(1000)
    finger("touchEnd")
    expect(page.locator(".mark")).to_have_count(0)
    finger("touchStart", 150, 300)
    page.clock.run_for(1000)
    expect(page.get_by_role("heading", name="Dropped pin")).to_be_visible()
    finger("touchEnd")
    expect(page.locator(".mark.pin")).to_have_count(1)


def test_a_press_that_moves_is_no_long_press(visit, stub):
    page = visit(stub.address).open()
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    page.mouse.move(150, 300)
    page.mouse.down()
    page.mouse.move(190, 340, steps=4)
    page.clock.run_for(1000)
    page.mouse.up()
    expect(page.locator(".mark")).to_have_count(0)


def test_the_context_menu_and_a_key_drop_pins_too(visit, stub):
    page = visit(stub.address, DESK).open()
    page.mouse.click(800, 300, button="right")
    expect(page.get_by_role("heading", name="Dropped pin")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".mark")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator(".mark.pin")).to_have_count(1)


def test_a_link_opens_the_shared_view(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open("#map=17.00/60.16735/24.94683/30/40&place=n1")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    page = visit(stub.address).open("#from=60.170000,24.940000&to=n2")
    expect(page.locator(".summary")).to_be_visible()
    expect(page.get_by_role("combobox", name="To")).to_have_value("Kaisa Library")
    page = visit(stub.address).open("#map=16.50/60.17000/24.94500/20/30")
    camera = page.evaluate("() => [seenMap.getZoom(), seenMap.getBearing(), seenMap.getPitch()]")
    assert [round(each, 3) for each in camera] == [16.5, 20, 30]


def test_a_link_pasted_into_the_open_page_moves_the_map(visit, stub):
    page = visit(stub.address, DESK).open("#map=15.00/60.17000/24.94500")
    page.evaluate("() => { location.hash = '#map=17.00/60.16735/24.94683&place=n1'; }")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    assert page.evaluate("() => seenMap.getZoom()") == 17


def test_the_address_bar_follows_the_map(visit, stub):
    page = visit(stub.address, DESK).open("#map=15.00/60.17000/24.94500")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function("() => location.hash.startsWith('#map=16.00/')")


def test_the_page_opens_at_the_camera_of_its_address_and_writes_it_back(visit, stub):
    visitor = visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#map=16.25/60.17210/24.94310/30/40")
    look = """() => {
        const { lat, lng } = seenMap.getCenter();
        return [seenMap.getZoom(), lat, lng, seenMap.getBearing(), seenMap.getPitch()];
    }"""
    # Nor does knowing where I am move it.
    expect(page.locator(".me")).to_have_count(1)
    visitor.wait_drawn()
    assert page.evaluate(look) == pytest.approx([16.25, 60.1721, 24.9431, 30, 40], abs=1e-5)
    touch = visitor.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 250, "y": 300}]})
    for step in range(1, 6):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 250 - 20 * step, "y": 300 + 15 * step}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => !location.hash.includes('/60.17210/24.94310/')")
    visitor.wait_drawn()
    there = page.evaluate(look)
    assert abs(there[2] - 24.9431) > 1e-4
    page.wait_for_function("(lon) => location.hash.split('/')[2] === lon", arg=f"{there[2]:.5f}")
    written = [float(part) for part in page.evaluate("() => location.hash.slice('#map='.length).split('/')")]
    assert written == pytest.approx(there, abs=1e-5)
    page.reload()
    visitor.wait_ready()
    assert page.evaluate(look) == pytest.approx(there, abs=1e-5)


def test_back_closes_the_newest_layer_first(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    sheet = page.locator("bottom-sheet")
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name="Kappeli").click()
    expect(sheet).to_have_attribute("data-stop", "half")
    page.get_by_role("button", name="Raise the panel").press("Enter")
    expect(sheet).to_have_attribute("data-stop", "full")
    page.go_back()
    expect(sheet).to_have_attribute("data-stop", "half")
    page.go_forward()
    expect(sheet).to_have_attribute("data-stop", "full")
    page.keyboard.press("Escape")
    expect(sheet).to_have_attribute("data-stop", "half")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    page.get_by_role("button", name="Directions").click()
    expect(page.get_by_role("heading", name="Directions")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    page.go_back()
    expect(sheet).to_have_attribute("data-stop", "peek")
    expect(page.locator(".mark")).to_have_count(0)


def test_the_sheet_is_dragged_between_its_stops(visit, stub):
    # Without motion, so that it is where it will rest when the next finger comes.
    visitor = visit(stub.address, reduced_motion="reduce")
    page = visitor.open("#place=n1")
    sheet = page.locator("bottom-sheet")
    expect(sheet).to_have_attribute("data-stop", "half")
    touch = visitor.context.new_cdp_session(page)

    def swipe(start, end):
        point = lambda y: [{"x": 200, "y": y}]
        # A finger takes hold of a sheet that has come to rest.
        sheet.evaluate("(element) => Promise.all(element.getAnimations({ subtree: true }).map((each) => each.finished))")
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point(start)})
        for step in range(1, 9):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point(start + (end - start) * step / 8)})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(500, 120)
    expect(sheet).to_have_attribute("data-stop", "full")
    swipe(40, 420)
    expect(sheet).to_have_attribute("data-stop", "half")
    swipe(460, 800)
    expect(sheet).to_have_attribute("data-stop", "peek")


def test_styles_are_switched_and_remembered(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open()
    land = "() => seenMap.getPaintProperty('background', 'background-color')"
    light = page.evaluate(land)
    page.get_by_role("button", name="Map style").click()
    page.get_by_role("radio", name="Dark").check()
    page.wait_for_function("(light) => seenMap.getPaintProperty('background', 'background-color') !== light", arg=light)
    dark = page.evaluate(land)
    page.reload()
    visitor.wait_ready()
    assert page.evaluate(land) == dark
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_pictures_are_a_style_where_the_server_has_some(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open()
    page.get_by_role("button", name="Map style").click()
    expect(page.get_by_role("radio", name="Dark")).to_be_visible()
    expect(page.get_by_role("radio", name="Satellite")).to_have_count(0)
    credit = page.locator("#pictures-credit")
    expect(credit).to_be_hidden()

    stub.features = ["satellite"]
    page.reload()
    visitor.wait_ready()
    page.get_by_role("button", name="Map style").click()
    page.get_by_role("radio", name="Satellite").check()
    page.wait_for_function("() => seenMap.getLayer('satellite') && !seenMap.getLayer('street-fill')")
    expect(credit).to_have_text("Air © 2026")
    # The scale stands on a ground of its own, since pictures may be as dark as its words.
    assert page.locator(".maplibregl-ctrl-scale").evaluate("(scale) => getComputedStyle(scale).backgroundColor") == "rgba(255, 255, 255, 0.78)"
    page.get_by_role("radio", name="Streets").check()
    page.wait_for_function("() => !seenMap.getLayer('satellite') && seenMap.getLayer('street-fill')")
    expect(credit).to_be_hidden()

    # The choice stays on the device, but a server that has no pictures any more shows another style.
    page.get_by_role("radio", name="Satellite").check()
    page.wait_for_function("() => seenMap.getLayer('satellite')")
    stub.features = []
    page.reload()
    visitor.wait_ready()
    assert page.evaluate("() => seenMap.getStyle().name") == "Streets"


def test_the_map_follows_the_colour_scheme_of_the_device(visit, stub):
    visitor = visit(stub.address, color_scheme="dark")
    page = visitor.open()
    name = "() => seenMap.getStyle().name"
    assert page.evaluate(name) == "Dark"
    page.emulate_media(color_scheme="light")
    page.wait_for_function("() => seenMap.getStyle().name === 'Streets'")


def test_the_list_twin_is_the_first_thing_a_keyboard_meets(visit, stub):
    page = visit(stub.address, DESK).open()
    page.keyboard.press("Tab")
    first = page.locator("#skip")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Places in view")).to_be_visible()
    expect(page.get_by_text("No named places here.")).to_be_visible()


def test_a_place_that_is_not_there_says_so(visit, stub):
    visitor = visit(stub.address)
    visitor.expected.append("404")
    page = visitor.open("#place=n999")
    expect(page.get_by_text("Not found. It may have been removed.")).to_be_visible()


def test_no_route_says_why_and_offers_another_end(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    visitor.expected.append("404")
    stub.refuse("/api/v1/route", 404, "no_route", "no way leads from point 1 to point 2")
    page = visitor.open("#from=me&to=n1")
    expect(page.get_by_text("No walking route: no path on the map connects these two places")).to_be_visible()
    page.get_by_role("button", name="Change the destination").click()
    expect(page.get_by_role("combobox", name="To")).to_be_focused()
    stub.refusals.clear()
    page.keyboard.type("library")
    options(page, name="Kaisa Library").click()
    expect(page.locator(".summary")).to_contain_text("7 min")


def test_closing_a_raised_card_closes_it(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name="Kappeli").click()
    page.get_by_role("button", name="Raise the panel").press("Enter")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", name="Stubville", level=2)).to_be_visible()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "peek")


def test_an_abandoned_search_leaves_the_earlier_view(visit, stub):
    page = visit(stub.address, DESK).open("#place=n1")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    asked = len([path for path in stub.asked if "/places/n1" in path])
    search_field(page).click()
    page.keyboard.type("kaisa")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    assert len([path for path in stub.asked if "/places/n1" in path]) == asked


def test_a_click_on_the_map_ends_the_search(visit, stub):
    page = visit(stub.address, DESK).open()
    search_field(page).click()
    page.keyboard.type("k")
    expect(options(page).first).to_be_visible()
    page.mouse.click(900, 400)
    expect(options(page)).to_have_count(0)
    page.wait_for_function("() => document.documentElement.dataset.screen === 'home'")
