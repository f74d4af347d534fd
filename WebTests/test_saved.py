"""Saved places and those chosen last: kept on this device only."""
import json

import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE, options, search_field
from stub import PLACES

KEPT = "(key) => JSON.parse(localStorage.getItem(`hereabouts.${key}`) ?? '[]').map(({ name }) => name)"


def save(page, place):
    page.evaluate("(place) => { location.hash = `#place=${place}` }", place)
    button = page.get_by_role("button", name="Save", exact=True)
    button.click()
    expect(page.get_by_role("button", name="Saved", exact=True)).to_have_attribute("aria-pressed", "true")


def group(page, name):
    """The suggestions of the open field under a heading."""
    return page.locator("place-field").get_by_role("group", name=name).get_by_role("option")


def choose(page, text, name):
    search_field(page).click()
    page.keyboard.type(text)
    options(page, name=name).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Close").click()


def test_a_saved_place_is_offered_before_typing_above_the_recent_ones_and_survives_a_reload(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open()
    search_field(page).click()
    expect(page.get_by_text("Places you open or save are listed here.")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    choose(page, "kais", "Kaisa Library")
    save(page, "n1")
    page.reload()
    visitor.wait_ready()
    expect(page.get_by_role("button", name="Saved", exact=True)).to_be_visible()
    page.get_by_role("button", name="Close").click()
    before = len(stub.asked)
    search_field(page).click()
    expect(group(page, "Saved places")).to_contain_text(["Kappeli"])
    expect(group(page, "Recent")).to_contain_text(["Kaisa Library"])
    titles = page.locator("place-field").get_by_role("group").evaluate_all("(groups) => groups.map((each) => each.ariaLabel)")
    assert titles == ["Saved places", "Recent"]
    group(page, "Saved places").click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    # The page sent no server the saved place. To show it, the page asked for the place by its id, and for the places at its point.
    asked = [path for path in stub.asked[before:] if path.startswith("/api/")]
    assert [path for path in asked if not path.startswith(("/api/v1/places/n1?", "/api/v1/address?lat=60.16735&lon=24.94683&"))] == []
    page.get_by_role("button", name="Saved", exact=True).click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(KEPT, "saved") == []


def test_a_pin_is_saved_under_its_address(visit, stub):
    page = visit(stub.address, DESK).open("#pin=60.170000,24.945000")
    expect(page.locator(".address-line")).to_have_text("Stub Street 0")
    page.get_by_role("button", name="Save", exact=True).click()
    search_field(page).click()
    group(page, "Saved places").click()
    expect(page.get_by_role("heading", name="Stub Street 0")).to_be_visible()
    assert "pin=60.170000,24.945000" in page.url


def test_offered_places_are_removed_by_the_cross_and_by_the_key(visit, stub):
    page = visit(stub.address, DESK).open()
    for text, name in [("kais", "Kaisa Library"), ("kaisan", "Kaisaniemi Park"), ("kapp", "Kappeli")]:
        choose(page, text, name)
    page.keyboard.press("/")
    expect(group(page, "Recent")).to_contain_text(["Kappeli", "Kaisaniemi Park", "Kaisa Library"])
    group(page, "Recent").nth(1).locator(".remove").click()
    expect(group(page, "Recent")).to_contain_text(["Kappeli", "Kaisa Library"])
    expect(search_field(page)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(group(page, "Recent").nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Delete")
    expect(group(page, "Recent")).to_contain_text(["Kappeli"])
    expect(page.locator("#search").get_by_role("status").get_by_text("Kaisa Library removed")).to_be_attached()
    assert page.evaluate(KEPT, "recent") == ["Kappeli"]


def test_the_screen_of_saved_places_lists_removes_and_puts_back(visit, stub):
    page = visit(stub.address, DESK).open("#more")
    page.get_by_role("button", name="Saved places").click()
    expect(page.get_by_text("Nothing saved yet.")).to_be_visible()
    page.get_by_role("article").get_by_role("button", name="Search").click()
    expect(search_field(page)).to_be_focused()
    page.keyboard.press("Escape")
    save(page, "n1")
    save(page, "n2")
    choose(page, "kaisan", "Kaisaniemi Park")
    page.evaluate("() => { location.hash = '#saved' }")
    rows = page.locator(".kept-rows").first.locator("li")
    expect(rows).to_contain_text(["Kaisa Library", "Kappeli"])
    rows.first.get_by_role("button", name="Remove Kaisa Library").press("Enter")
    expect(rows).to_contain_text(["Kappeli"])
    expect(page.get_by_role("button", name="Remove Kappeli")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_contain_text(["Kaisa Library", "Kappeli"])
    page.get_by_role("button", name="Clear recent places").click()
    expect(page.get_by_role("heading", name="Recent")).to_have_count(0)
    assert page.evaluate(KEPT, "recent") == []
    assert page.evaluate(KEPT, "saved") == ["Kaisa Library", "Kappeli"]
    rows.last.get_by_role("button", name="Kappeli").first.click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()


def test_data_of_another_page_breaks_nothing_and_a_full_device_is_reported(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open()
    good = {"id": "n1", "type": "cafe", "name": "Kappeli", "lat": 60.16735, "lon": 24.94683}
    for kept in ["{", "[1, null, {}]", json.dumps([{"id": "n1", "name": "x", "lat": "0", "lon": None}, good])]:
        page.evaluate("(kept) => localStorage.setItem('hereabouts.saved', kept)", kept)
        page.keyboard.press("/")
        expect(page.locator("place-field").get_by_role("list", name="Find nearby")).to_be_visible()
        assert group(page, "Saved places").count() == kept.count("Kappeli")
        page.keyboard.press("Escape")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }")
    page.evaluate("() => { location.hash = '#place=n2' }")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("This browser does not let this page store data.")).to_be_visible()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_attribute("aria-pressed", "false")


def test_the_ends_of_a_route_are_chosen_from_saved_places(visit, stub):
    page = visit(stub.address, DESK).open()
    save(page, "n1")
    page.evaluate("() => { location.hash = '#from=n2&to=' }")
    page.get_by_role("combobox", name="To").click()
    group(page, "Saved places").click()
    expect(page.locator(".summary")).to_contain_text("550 m")
    expect(page.get_by_role("combobox", name="To")).to_have_value("Kappeli")


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_the_kind_of_a_saved_place_is_in_the_current_language(visit, stub, device):
    names = {"en": "Non-profit organisation", "fi": "Kansalaisjärjestö", "de": "Gemeinnützige Organisation", "ar": "منظمة غير ربحية"}
    place = next(each for each in PLACES if each["name"] == "Kappeli")
    cafe = next(each for each in PLACES if each["name"] == "Kaisa Library")
    stub.facts = {place["id"]: {"kind": "ngo", "category": "office", "kind_name": names["en"]}, cafe["id"]: {"kind": "cafe", "kind_name": "Café"}}
    visitor = visit(stub.address, device)
    page = visitor.open()
    choose(page, "kapp", "Kappeli")
    choose(page, "kais", "Kaisa Library")
    # As an older page kept it, in any language.
    page.evaluate("""() => {
        const old = [{ id: 'n77', type: 'place', kind: 'cafe', kind_name: 'Kaffeehaus', name: 'Old', label: '', lat: 60.17, lon: 24.94 }];
        localStorage.setItem('hereabouts.saved', JSON.stringify(old));
    }""")
    for language, cafe_name in [("fi", "Kahvila"), ("en", "Café")]:
        page.evaluate("(language) => localStorage.setItem('hereabouts.language', language)", language)
        page.reload()
        visitor.wait_ready()
        # The card has the name in all languages, and the kept place takes them over.
        stub.facts[place["id"]]["kind_names"] = names
        page.evaluate("() => { location.hash = '#place=n1' }")
        expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
        page.evaluate("() => { location.hash = '#saved' }")
        rows = page.locator(".kept-rows li")
        expect(rows.filter(has_text="Old").locator(".where")).to_contain_text(cafe_name)
        expect(rows.filter(has_text="Kaisa Library").locator(".where")).to_contain_text(cafe_name)
        expect(rows.filter(has_text="Kappeli").locator(".where")).to_contain_text(names[language])
