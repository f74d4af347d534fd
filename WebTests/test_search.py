"""Finding a place and walking there, with canned answers."""
import math
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, options, search_field
from stub import PLACES, tour_id, venue_id, work_id

EIGHTHS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]


def seen_from_here(place):
    """The distance of a place, rounded as the page shows it, and its direction, by the haversine formula and the bearing of a great circle."""
    lat, lon, there_lat, there_lon = (math.radians(each) for each in (HERE["latitude"], HERE["longitude"], place["lat"], place["lon"]))
    half = math.sin((there_lat - lat) / 2) ** 2 + math.cos(lat) * math.cos(there_lat) * math.sin((there_lon - lon) / 2) ** 2
    metres = 2 * 6_371_008.8 * math.asin(math.sqrt(half))
    across = math.sin(there_lon - lon) * math.cos(there_lat)
    along = math.cos(lat) * math.sin(there_lat) - math.sin(lat) * math.cos(there_lat) * math.cos(there_lon - lon)
    return f"{round(metres / 10) * 10} m", EIGHTHS[round(math.degrees(math.atan2(across, along)) % 360 / 45) % 8]


def test_suggestions_come_with_the_first_letter_and_mark_what_matches(visit, stub):
    page = visit(stub.address, geolocation=HERE, permissions=["geolocation"]).open()
    expect(page.locator(".me")).to_be_visible()
    field = search_field(page)
    field.click()
    page.keyboard.type("k")
    found = options(page)
    expect(found).to_have_count(3)
    page.keyboard.type("app")
    expect(found).to_have_count(1)
    expect(found.locator("mark")).to_have_text("Kapp")
    # The server got my location only to a hundred metres; the page computes the distance exactly.
    far, way = seen_from_here(PLACES[0])
    expect(found.locator(".farness")).to_have_text(re.compile(f"^{far}{way}$"))


def test_from_search_to_route(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name="Kappeli").click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    expect(page.locator(".place .fact")).to_have_text("Café · Open")
    expect(page.locator(".walk")).to_contain_text("7 min")
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("7 min")
    expect(page.locator(".steps li")).to_have_count(3)
    assert re.search(r"from=me&to=n1", page.url)
    page.get_by_role("button", name="Swap start and destination").click()
    expect(page.get_by_role("combobox", name="From")).to_have_value("Kappeli")
    expect(page.get_by_role("combobox", name="To")).to_have_value("My location")
    expect(page.locator(".summary")).to_contain_text("7 min")


def test_by_keyboard_alone_from_search_to_route(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    page.keyboard.type("kais")
    expect(options(page)).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options(page, name="Kaisaniemi Park")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Kaisaniemi Park")).to_be_focused()
    page.keyboard.press("d")
    expect(page.locator(".summary")).to_contain_text("550 m")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Kaisaniemi Park")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Stubville", level=2)).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_enter_in_the_field_of_an_end_takes_the_first_suggestion(visit, stub):
    page = visit(stub.address, DESK).open("#from=n2&to=")
    held = stub.hold("suggest?q=kapp&")
    to = page.get_by_role("combobox", name="To")
    to.focus()
    page.keyboard.type("kapp")
    # Before it is there.
    page.keyboard.press("Enter")
    held.set()
    expect(page.locator(".summary")).to_contain_text("550 m")
    assert "from=n2&to=n1" in page.url
    expect(to).to_have_value("Kappeli")
    page.get_by_role("combobox", name="From").press("Control+a")
    page.keyboard.type("kapp")
    expect(options(page)).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="From")).to_have_value("Kappeli")
    assert "from=n1&to=n1" in page.url
    # A chosen end stays as it is.
    to.focus()
    page.keyboard.press("Enter")
    expect(to).to_have_value("Kappeli")
    assert "from=n1&to=n1" in page.url


def test_typing_replaces_the_content_of_a_field(visit, stub):
    page = visit(stub.address, DESK).open("#from=60.170000,24.940000&to=n1")
    end = page.get_by_role("combobox", name="To")
    expect(end).to_have_value("Kappeli")
    end.click()
    page.keyboard.type("kaisa")
    expect(end).to_have_value("kaisa")
    options(page, name="Kaisa Library").click()
    expect(end).to_have_value("Kaisa Library")


def test_a_text_sent_as_it_is_lists_results_and_marks_them(visit, stub):
    page = visit(stub.address).open()
    search_field(page).click()
    page.keyboard.type("kais")
    page.keyboard.press("Enter")
    expect(page.locator(".rows li")).to_have_count(2)
    expect(page.locator(".result-mark")).to_have_count(2)
    page.get_by_role("button", name="Kaisa Library").last.click()
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
    expect(page.locator(".result-mark")).to_have_count(0)


def test_nothing_found_says_so_and_offers_to_change_the_text(visit, stub):
    page = visit(stub.address).open("#find=zzz")
    expect(page.get_by_text("No results for “zzz”")).to_be_visible()
    page.get_by_role("button", name="Edit the search").click()
    expect(search_field(page)).to_be_focused()


def test_names_are_text_whatever_they_hold(visit, stub):
    page = visit(stub.address).open()
    search_field(page).click()
    page.keyboard.type("<img")
    options(page, name="<img").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("<img src=x onerror=alert(1)> & Söner")
    assert page.locator("main img").count() == 0


def test_the_field_is_a_combobox_and_announces_its_list(visit, stub):
    page = visit(stub.address, DESK).open()
    field = search_field(page)
    expect(field).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("/")
    page.keyboard.type("k")
    found = options(page)
    expect(found).to_have_count(3)
    expect(field).to_have_attribute("aria-expanded", "true")
    listbox = page.get_by_role("listbox")
    assert field.get_attribute("aria-controls") == listbox.get_attribute("id")
    expect(page.locator("#search").get_by_role("status").get_by_text("3 results")).to_be_attached()
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile(".*"))

    def is_active(index):
        expect(found.nth(index)).to_have_attribute("aria-selected", "true")
        expect(page.locator("[role=option][aria-selected=true]")).to_have_count(1)
        assert field.get_attribute("aria-activedescendant") == found.nth(index).get_attribute("id")
        expect(field).to_be_focused()

    page.keyboard.press("ArrowDown")
    is_active(0)
    page.keyboard.press("End")
    is_active(2)
    page.keyboard.press("ArrowUp")
    is_active(1)
    page.keyboard.press("Home")
    is_active(0)
    # One step before the first is the text itself, where these keys move the cursor.
    page.keyboard.press("ArrowUp")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile(".*"))
    page.keyboard.press("Home")
    expect(page.locator("[role=option][aria-selected=true]")).to_have_count(0)
    page.keyboard.type("q")
    expect(field).to_have_value("qk")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_text("No results for “qk”")).to_be_visible()


def test_escape_closes_the_newest_layer_first_and_gives_the_focus_back(visit, stub):
    page = visit(stub.address, DESK).open("#find=kais")
    row = page.locator(".rows button").first
    row.focus()
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(row).to_be_focused()
    page.keyboard.press("/")
    expect(search_field(page)).to_be_focused()
    page.go_back()
    expect(row).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
    page.keyboard.press("Escape")
    # Back in the list, at what was chosen.
    expect(row).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Stubville", level=2)).to_be_visible()


def test_a_corner_an_unknown_number_and_places_of_the_same_name_are_described_as_such(visit, stub):
    at = {"lat": 60.1690, "lon": 24.9450}
    street = {"id": "w9", "type": "street", "kind": "residential", "category": "highway", "name": "Stub Street", "label": "Kluuvi, Stubville", **at}
    shop = {"type": "place", "kind": "convenience", "category": "shop", "name": "R", "street": "Main Street", "cross_street": "Park Lane", **at}
    stub.found["stub 7 / x"] = [
        {"id": "geo:60.1690000,24.9450000", "type": "position", "name": "Stub Street / Park Lane", "label": "Stub Street 3, Stubville", **at},
        {**street, "partial": True, "estimated": True},
        {**shop, "id": "n8", "city": "Upper Stub"},
        {**shop, "id": "n9", "city": "Nether Stub"},
    ]
    page = visit(stub.address).open()
    search_field(page).fill("stub 7 / x")
    found = options(page)
    expect(found).to_have_count(4)
    expect(found.nth(0).locator(".where")).to_have_text("Corner · Stub Street 3, Stubville")
    expect(found.nth(1)).to_contain_text("No house has this number: shown where it would be")
    expect(found.nth(2).locator(".where")).to_have_text("Convenience store · Main Street at Park Lane, Upper Stub")
    expect(found.nth(3).locator(".where")).to_have_text("Convenience store · Main Street at Park Lane, Nether Stub")
    found.nth(1).click()
    expect(page.get_by_role("heading", name="Stub Street 7", exact=True)).to_be_visible()
    expect(page.get_by_text("No house has this number. This is where it would be.")).to_be_visible()
    assert "pin=60.169000,24.945000" in page.url


def test_an_unreachable_server_is_asked_again_and_a_refusal_gives_the_reason(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["429", "ERR_", "Failed to load resource"]
    page = visitor.open()
    stub.refuse("/api/v1/suggest", 429, "too_many_requests", "slow down")
    search_field(page).fill("kapp")
    expect(page.get_by_text("Too many requests at once.")).to_be_visible()
    stub.refusals.clear()
    page.locator("#search").get_by_role("button", name="Try again").click()
    expect(options(page, name="Kappeli")).to_be_visible()
    stub.refuse("/api/v1/suggest", 400, "invalid_parameter", "no")
    search_field(page).fill("kappe")
    expect(page.get_by_text("This search is not possible. Change the text and search again.")).to_be_visible()
    expect(page.locator("#search").get_by_role("button", name="Try again")).to_have_count(0)
    stub.refusals.clear()
    stub.stop()
    search_field(page).fill("kappel")
    expect(page.locator("#search").get_by_text("The map’s server does not answer.")).to_be_visible()
    expect(page.locator("#search").get_by_role("button", name="Try again")).to_be_visible()


SMALL = PHONE | {"viewport": {"width": 390, "height": 844}}
ANGEL = {"id": work_id(0), "type": "work", "name": "The Wounded Angel", "match": [[4, 11]], "artist": "Hugo <b>Simberg</b>",
         "venue": {"id": venue_id(0), "name": "Kunsthalle <b>Stub</b>"}, "lat": 60.17, "lon": 24.94, "position": 0}
WALK = {"id": tour_id(0), "type": "tour", "name": "Kapp walk", "match": [[0, 4]], "position": 1}


@pytest.mark.parametrize("device", [SMALL, DESK], ids=["phone", "desk"])
def test_the_one_search_box_finds_the_guide_and_opens_its_pages(visit, stub, device):
    stub.topics = {"wounded": [ANGEL], "kapp": [WALK]}
    page = visit(stub.address, device).open()
    search_field(page).click()
    page.keyboard.type("wounded")
    row = options(page, name="The Wounded Angel")
    # It shows its kind, and its texts stay text.
    expect(row.locator(".where")).to_have_text("Work in the guide · Hugo <b>Simberg</b> · Kunsthalle <b>Stub</b>")
    expect(row.locator("mark")).to_have_text("Wounded")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"venue={venue_id(0)}.*work={work_id(0)}|work={work_id(0)}.*venue={venue_id(0)}"))
    # A tour stands behind the place that fits better.
    page.go_back()
    search_field(page).click()
    search_field(page).fill("kapp")
    expect(options(page)).to_have_count(2)
    expect(options(page).nth(1)).to_contain_text("Tour in the guide")
    options(page).nth(1).click()
    expect(page).to_have_url(re.compile(f"tour={tour_id(0)}"))


def test_results_of_a_text_have_the_guide_among_them(visit, stub):
    stub.topics = {"kapp": [WALK], "wounded": [ANGEL]}
    page = visit(stub.address, DESK).open()
    search_field(page).click()
    page.keyboard.type("kapp")
    expect(options(page)).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator(".results .rows li")).to_have_count(2)
    expect(page.locator(".results .rows li").nth(1)).to_contain_text("Tour in the guide")
    expect(page.locator(".results .fact")).to_contain_text("2 results")
    page.locator(".results .rows button").nth(1).click()
    expect(page).to_have_url(re.compile(f"tour={tour_id(0)}"))
    page.go_back()
    expect(page.locator(".results .rows li")).to_have_count(2)


def test_an_end_of_a_route_is_no_page_of_the_guide(visit, stub):
    stub.topics = {"kapp": [WALK]}
    page = visit(stub.address, DESK).open("#from=n2&to=")
    page.get_by_role("combobox", name="To").focus()
    page.keyboard.type("kapp")
    expect(options(page)).to_have_count(1)


@pytest.mark.parametrize("language,said", [
    ("en", "No “Hospital” on this map"), ("de", "„Hospital“ gibt es auf dieser Karte nicht"),
    ("fi", "Tällä kartalla ei ole kohdetta ”Hospital”"), ("ar", "لا يوجد «Hospital» على هذه الخريطة")])
@pytest.mark.parametrize("device", [SMALL, DESK], ids=["phone", "desk"])
def test_a_kind_that_the_map_has_none_of_is_said_to_be_absent(visit, stub, device, language, said):
    stub.absent = {"hospital": {"kind": "hospital", "name": "Hospital"}, "kapp": {"kind": "x", "name": "Hospital"}}
    page = visit(stub.address, device, locale=language).open()
    field = page.locator("place-field input").first
    field.click()
    page.keyboard.type("hospital")
    expect(page.locator(".found-note")).to_contain_text(said)
    expect(options(page)).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".results [role=status]").last).to_contain_text(said)
    # A place that only has this name is listed, and the page says that it is none of this kind.
    field.click()
    field.fill("kapp")
    expect(options(page)).to_have_count(1)
    expect(page.locator(".found-note")).to_contain_text(said)
    page.keyboard.press("Enter")
    expect(page.locator(".results .rows li")).to_have_count(1)
    expect(page.locator(".results .hint")).to_contain_text(said)


def test_a_kind_is_called_as_the_answer_says(visit, stub):
    stub.facts = {PLACES[0]["id"]: {"kind": "ngo", "category": "office", "kind_name": "Non-profit organisation"}}
    page = visit(stub.address).open()
    search_field(page).click()
    page.keyboard.type("kappeli")
    expect(options(page).first.locator(".where")).to_contain_text("Non-profit organisation")
