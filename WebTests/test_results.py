"""The results of a search, as a list and on the map, in step with each other."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE, search_field, try_again

ASKED = "/api/v1/places?"


def chip(page, name):
    return page.get_by_role("list", name="Find nearby").get_by_role("button", name=name)


def rows(page):
    return page.locator(".results .rows button")


def marks(page):
    return page.locator(".result-mark")


def camera(page):
    return page.evaluate("() => [seenMap.getCenter().toArray(), seenMap.getZoom()]")


def test_kinds_are_chips_that_are_pressed_and_let_go_by_keyboard(visit, stub):
    page = visit(stub.address, DESK).open()
    expect(chip(page, "Park")).to_have_attribute("aria-pressed", "false")
    chip(page, "Park").press("Enter")
    expect(page.get_by_role("heading", name="Park", level=2)).to_be_visible()
    expect(chip(page, "Park")).to_have_attribute("aria-pressed", "true")
    expect(rows(page)).to_contain_text(["Kaisaniemi Park"])
    # Another in its place keeps the focus, and back leads to the first screen.
    chip(page, "Museum").press("Enter")
    expect(chip(page, "Museum")).to_have_attribute("aria-pressed", "true")
    expect(chip(page, "Park")).to_have_attribute("aria-pressed", "false")
    expect(chip(page, "Museum")).to_be_focused()
    expect(page.get_by_text("No results for “Museum”")).to_be_visible()
    expect(page).to_have_url(re.compile("find=museum"))
    chip(page, "Museum").press("Enter")
    expect(page.get_by_role("heading", name="Stubville", level=2)).to_be_visible()


def test_kinds_are_pushed_sideways_on_a_phone_and_keep_within_it(visit, stub):
    page = visit(stub.address).open()
    last = chip(page, "Park")
    expect(last).not_to_be_in_viewport()
    last.focus()
    expect(last).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_every_result_has_its_band_in_words_in_the_list_and_on_the_map(visit, stub):
    page = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"]).open("#find=kais")
    # From the canned server: ten minutes for a hundredth of a degree, to the second.
    expect(rows(page).locator(".band-slot")).to_have_text([re.compile("within 10 mins on foot$")] * 2)
    expect(page.get_by_role("button", name="Kaisa Library, within 10 mins")).to_have_attribute("data-minutes", "10")
    expect(page.locator(".results .fact")).to_have_text("2 results")


def test_distances_follow_a_person_who_walks_on(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#find=kais")
    expect(rows(page).first.locator(".farness")).to_contain_text("400 m")
    visitor.context.set_geolocation({"latitude": 60.17045, "longitude": 24.94875, "accuracy": 12})
    expect(rows(page).first.locator(".farness")).to_contain_text("0 m")
    expect(rows(page).first.locator(".band-slot")).to_contain_text("within 5 mins")


def test_from_elsewhere_the_page_names_the_origin_of_distances(visit, stub):
    page = visit(stub.address, DESK).open("#find=kais")
    expect(page.locator(".results .fact")).to_have_text("2 results · from the middle of the map")


def test_list_and_map_are_in_step(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#find=kais")
    visitor.wait_drawn()
    library, park = (page.locator(f".result-mark[title='{name}']") for name in ("Kaisa Library", "Kaisaniemi Park"))
    rows(page).first.hover()
    expect(library).to_have_class(re.compile("pointed"))
    expect(park).not_to_have_class(re.compile("pointed"))
    rows(page).last.focus()
    expect(park).to_have_class(re.compile("pointed"))
    park.hover()
    expect(rows(page).last).to_have_class("pointed")
    expect(rows(page).first).not_to_have_class("pointed")
    park.click()
    expect(page.get_by_role("heading", name="Kaisaniemi Park")).to_be_visible()
    expect(page.locator(".mark.place")).to_have_count(1)
    expect(marks(page)).to_have_count(0)


def test_coming_back_shows_the_list_as_it_was(visit, stub):
    page = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"]).open("#find=kais")
    rows(page).last.press("Enter")
    expect(page.get_by_role("heading", name="Kaisaniemi Park")).to_be_visible()
    asked = [path for path in stub.asked if ASKED in path]
    page.go_back()
    expect(rows(page).last).to_be_focused()
    expect(marks(page)).to_have_count(2)
    expect(rows(page).locator(".band-slot")).to_contain_text(["within 10 mins"] * 2)
    assert [path for path in stub.asked if ASKED in path] == asked


def test_the_area_that_the_map_was_moved_to_is_searched_on_request(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#find=kais")
    expect(rows(page)).to_have_count(2)
    visitor.wait_drawn()
    again = page.get_by_role("button", name="Search this area")
    expect(again).to_have_count(0)
    page.mouse.move(800, 400)
    page.mouse.down()
    page.mouse.move(1000, 600, steps=8)
    page.mouse.up()
    expect(again).to_be_visible()
    visitor.wait_drawn()
    before, asked = camera(page), len(stub.asked)
    again.click()
    expect(again).to_have_count(0)
    expect(page).to_have_url(re.compile(r"find=kais&near=60\.\d+,24\.\d+"))
    stub.wait_asked(ASKED)
    [question] = [path for path in stub.asked[asked:] if ASKED in path]
    lat, lon = (float(part) for part in re.search(r"near=([\d.]+),([\d.]+)", page.url).groups())
    # To a hundred metres.
    assert f"lat={lat:.3f}".rstrip("0") in question and f"lon={lon:.3f}".rstrip("0") in question
    expect(page.locator(".results .fact")).to_have_text("2 results · from the middle of the map")
    # Only the user moves the map.
    visitor.wait_drawn()
    assert camera(page) == before


def test_a_small_move_of_the_map_offers_nothing(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#find=kais")
    expect(rows(page)).to_have_count(2)
    visitor.wait_drawn()
    page.mouse.move(800, 400)
    page.mouse.down()
    page.mouse.move(830, 410, steps=4)
    page.mouse.up()
    visitor.wait_drawn()
    expect(page.get_by_role("button", name="Search this area")).to_have_count(0)


def test_nothing_found_leads_on(visit, stub):
    page = visit(stub.address, DESK).open("#find=zzz&near=60.170000,24.945000")
    expect(page.get_by_text("No results for “zzz”")).to_be_visible()
    page.get_by_role("button", name="Search the whole map").click()
    expect(page).to_have_url(re.compile("find=zzz$"))
    expect(page.get_by_role("button", name="Search the whole map")).to_have_count(0)
    page.get_by_role("article").get_by_role("button", name="Show as a list").click()
    expect(page.get_by_role("heading", name="Places in view")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Edit the search").click()
    expect(search_field(page)).to_be_focused()


def test_when_no_result_has_all_the_words_it_is_said(visit, stub):
    page = visit(stub.address, DESK)
    stub.found["kappeli xyz"] = [{"id": "n1", "type": "place", "name": "Kappeli", "lat": 60.16735, "lon": 24.94683, "partial": True}]
    page = page.open("#find=kappeli xyz")
    expect(page.get_by_text("No result has all words of “kappeli xyz”. Closest results:")).to_be_visible()


def test_an_unreachable_server_is_asked_again_from_the_results(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/places", 503, "unavailable", "later")
    page = visitor.open("#find=kais")
    expect(page.locator(".trouble")).to_be_visible()
    stub.refusals.clear()
    try_again(page, ".results")
    expect(rows(page)).to_have_count(2)


def test_a_kind_is_chosen_in_the_open_field_by_keyboard(visit, stub):
    page = visit(stub.address, DESK).open()
    page.keyboard.press("/")
    page.keyboard.press("Tab")
    expect(chip(page, "Restaurant")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.keyboard.press("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Café", level=2)).to_be_visible()
