"""Nearby: the areas within 5, 10 and 15 minutes, and the places in them, with their bands."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE, next_frame, search_field, try_again

AREAS = "() => seenMap.getSource('reach').serialize().data.features.map(({ properties }) => properties.label)"


def bands(page):
    return page.locator(".bands li")


def kind(page, name):
    return page.get_by_role("list", name="Find nearby").get_by_role("button", name=name)


def rows(page):
    return page.locator(".reach-found .rows li")


def test_from_a_place_its_reach_is_drawn_with_a_legend(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#place=n1")
    page.get_by_role("button", name="Nearby").press("Enter")
    expect(page.get_by_role("heading", name="Nearby")).to_be_visible()
    expect(page.locator(".reach .fact")).to_have_text("From Kappeli")
    expect(bands(page)).to_have_text(["within 5 mins", "within 10 mins", "within 15 mins"])
    # The largest lies below.
    assert page.evaluate(AREAS) == ["15 mins", "10 mins", "5 mins"]
    expect(page).to_have_url(re.compile("reach=n1"))
    page.get_by_role("radio", name="By bicycle").check()
    stub.wait_asked("profile=bicycle")
    expect(page).to_have_url(re.compile("by=bicycle"))
    page.go_back()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    assert page.evaluate(AREAS) == []


def test_results_are_marked_with_their_band_nearest_first(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#me")
    page.get_by_role("button", name="Nearby").click()
    expect(page.locator(".reach .fact")).to_have_text("From My location")
    expect(page.get_by_text("Choose a category")).to_be_visible()
    # The made-up server finds by name.
    page.evaluate("() => { location.hash = '#reach=me&by=foot&kind=kais' }")
    expect(rows(page)).to_have_count(2)
    expect(rows(page)).to_contain_text(["Kaisa Library", "Kaisaniemi Park"])
    expect(rows(page).first.locator(".band")).to_have_text(re.compile(r"8 mins\s*within 10 mins"))
    expect(rows(page).last.locator(".band")).to_have_text(re.compile(r"9 mins\s*within 10 mins"))
    expect(page.locator(".result-mark")).to_have_count(2)
    rows(page).last.get_by_role("button").focus()
    expect(page.locator(".result-mark.pointed")).to_have_attribute("title", "Kaisaniemi Park")
    rows(page).first.get_by_role("button").press("Enter")
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
    page.go_back()
    expect(rows(page)).to_have_count(2)


def test_a_kind_is_chosen_and_let_go_by_keyboard_and_nothing_found_says_so(visit, stub):
    page = visit(stub.address, DESK).open("#reach=n1&by=foot")
    expect(bands(page)).to_have_count(3)
    kind(page, "Park").press("Enter")
    expect(kind(page, "Park")).to_have_attribute("aria-pressed", "true")
    expect(rows(page)).to_contain_text(["Kaisaniemi Park"])
    expect(page).to_have_url(re.compile("kind=park"))
    kind(page, "Museum").press("Enter")
    expect(page.locator(".reach-found")).to_contain_text("No results for “Museum”")
    page.go_back()
    expect(rows(page)).to_contain_text(["Kaisaniemi Park"])
    kind(page, "Park").press("Enter")
    expect(page.get_by_text("Choose a category")).to_be_visible()


def test_a_place_without_a_route_says_so_and_a_server_that_is_gone_is_asked_again(visit, stub):
    stub.wayless = {"car"}
    visitor = visit(stub.address, DESK)
    visitor.expected.append("ERR_")
    page = visitor.open("#reach=n1&by=car&kind=park")
    expect(rows(page).first.locator(".band")).to_contain_text("No route")
    stub.stop()
    page.get_by_role("radio", name="On foot").check()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    assert page.evaluate(AREAS) == []
    stub.start()
    try_again(page, ".reach-legend")
    expect(bands(page)).to_have_count(3)


def test_a_late_reach_of_another_travel_mode_is_dropped(visit, stub):
    held = stub.hold("profile=car")
    page = visit(stub.address, DESK).open("#reach=n1&by=foot")
    expect(bands(page)).to_have_count(3)
    page.get_by_role("radio", name="By car").check()
    stub.wait_asked("profile=car")
    page.get_by_role("radio", name="By bicycle").check()
    expect(page.get_by_role("list", name="By bicycle")).to_be_visible()
    held.set()
    stub.wait_answered("profile=car")
    next_frame(page)
    expect(page.get_by_role("list", name="By bicycle")).to_be_visible()


def test_the_real_reach_of_the_sample_is_drawn_and_its_bands_agree_with_the_routes(visit, served):
    visitor = visit(served, DESK)
    page = visitor.open("#reach=60.170200,24.941500&by=foot&kind=cafe")
    expect(rows(page).nth(3)).to_be_visible()
    assert page.evaluate(AREAS) == ["15 mins", "10 mins", "5 mins"]
    band = rows(page).first.locator(".band strong").text_content()
    rows(page).first.get_by_role("button").click()
    place = re.search("place=([^&]+)", page.url)[1]
    page.evaluate("(place) => { location.hash = `#from=60.170200,24.941500&to=${place}&by=foot` }", place)
    expect(page.locator(".summary strong")).to_have_text(band)


def test_a_search_while_bands_are_drawn_finds_with_bands(visit, stub):
    page = visit(stub.address, DESK).open("#reach=n1&by=foot")
    expect(bands(page)).to_have_count(3)
    search_field(page).click()
    page.keyboard.type("kais")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(page.get_by_role("heading", name="kais")).to_be_visible()
    expect(page).to_have_url(re.compile("reach=n1&by=foot&kind=kais"))
    # On the map in words and numbers, too, not by a colour alone.
    marks = page.locator(".result-mark")
    expect(marks).to_have_count(2)
    assert sorted(mark.get_attribute("aria-label") for mark in marks.all()) == [
        "Kaisa Library, within 10 mins", "Kaisaniemi Park, within 10 mins"]
    assert {mark.get_attribute("data-minutes") for mark in marks.all()} == {"10"}
    page.go_back()
    expect(page.get_by_text("Choose a category")).to_be_visible()
    expect(marks).to_have_count(0)
    # Elsewhere a search finds as ever.
    page.get_by_role("button", name="Close").click()
    search_field(page).click()
    page.keyboard.type("kais")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("find=kais"))


def test_areas_are_asked_for_without_their_streets(visit, served):
    visitor = visit(served, DESK)
    with visitor.page.expect_response(re.compile("v1/reach")) as answered:
        visitor.open("#reach=60.170200,24.941500&by=foot")
    assert all(set(each) == {"minutes", "distance", "outline"} for each in answered.value.json()["reaches"])
