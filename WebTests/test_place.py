"""The place card: whether a place is open, its plus code; and the card of a point."""
import datetime
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, options, search_field

# A Friday; the visitor's clock is two hours ahead of Greenwich.
FRIDAY = datetime.datetime(2026, 11, 20, 15, 30, tzinfo=datetime.timezone.utc)
POSTCODE = {"id": "geo:60.1691514,24.9406276", "type": "area", "category": "place", "kind": "postcode", "name": "00100", "label": "Stubville",
            "lat": 60.1691514, "lon": 24.9406276}
BETWEEN = {"id": "geo:60.1705001,24.9445002", "type": "address", "category": "building", "kind": "yes", "name": "Esplanade 2", "label": "Stubville",
           "lat": 60.1705001, "lon": 24.9445002}


def opened_on_friday(visitor, place=""):
    visitor.page.clock.set_fixed_time(FRIDAY)
    return visitor.open(place)


def test_rows_and_marks_say_in_words_what_is_open_and_ask_with_the_devices_time(visit, stub):
    stub.facts = {"n2": {"open": False}}
    page = opened_on_friday(visit(stub.address, DESK))
    search_field(page).fill("ka")
    for name, where in [("Kappeli", "Café · Open · Esplanade 1, Stubville"), ("Kaisa Library", "Library · Closed · Fabian Street 30, Stubville"),
                        ("Kaisaniemi Park", "Park · Park Lane 2, Stubville")]:
        expect(options(page, name=name).locator(".where")).to_have_text(where)
    page.keyboard.press("Enter")
    expect(page.locator(".results .rows .where").filter(has_text="Open")).to_have_count(1)
    for name in ["Kappeli · Open", "Kaisa Library · Closed", "Kaisaniemi Park"]:
        expect(page.locator(f".result-mark[title='{name}']")).to_have_attribute("aria-label", re.compile(f"^{name}, "))
    for question in ["suggest?q=ka&", "places?q=ka&"]:
        assert "&time=2026-11-20T17:30" in next(path for path in stub.asked if question in path)


def test_the_places_clock_says_what_is_open_wherever_the_device_is(visit, stub):
    stub.time_zone = "Europe/Helsinki"
    stub.facts = {"n2": {"open": True, "open_until": "2026-11-21T17:29"}}
    page = opened_on_friday(visit(stub.address, timezone_id="America/New_York"), "#place=n2")
    # Less than a day from now, there.
    expect(page.locator(".place .fact")).to_have_text("Library · Open until 17:29")
    assert next(path for path in stub.asked if "/places/n2?" in path).endswith("&time=2026-11-20T17:30")


@pytest.mark.parametrize(("facts", "text"), [
    ({"open": True, "open_until": "2026-11-20T18:00"}, "Open until 18:00"),
    ({"open": True, "open_until": "2026-11-21T02:00"}, "Open until 02:00"),
    ({"open": True, "open_until": "2026-11-22T22:15"}, "Open until Sun 22:15"),
    ({"open": True}, "Open"),
    ({"open": False, "opens_at": "2026-11-21T09:00"}, "Closed, opens 09:00"),
    ({"open": False, "opens_at": "2026-11-23T09:00"}, "Closed, opens Mon 09:00"),
    ({"open": False}, "Closed"),
])
def test_the_card_says_until_or_from_when(visit, stub, facts, text):
    stub.facts = {"n2": {**facts, "details": {"opening_hours": "Mo-Fr 09:00-18:00;Sa off"}}}
    page = opened_on_friday(visit(stub.address), "#place=n2")
    expect(page.locator(".place .fact")).to_have_text(f"Library · {text}")
    row = page.locator(".fact-row", has_text="Opening hours").locator("dd")
    expect(row).to_have_text(f"{text}Mo-Fr 09:00-18:00; Sa off")
    assert next(path for path in stub.asked if "/places/n2?" in path).endswith("&time=2026-11-20T17:30")


def test_of_hours_that_nobody_understands_nothing_is_claimed(visit, stub):
    stub.facts = {"n2": {"details": {"opening_hours": "sunrise-sunset"}}}
    page = visit(stub.address).open("#place=n2")
    expect(page.locator(".place .fact")).to_have_text("Library")
    expect(page.locator(".fact-row", has_text="Opening hours").locator("dd")).to_have_text("sunrise-sunset")


def test_what_is_a_point_only_opens_as_a_pin_from_wherever_it_is_chosen(visit, stub):
    stub.found = {"00100": [POSTCODE], "esplanade 2": [BETWEEN]}
    page = visit(stub.address, DESK).open()
    search_field(page).fill("00100")
    expect(options(page).locator(".where")).to_have_text("Postcode · Stubville")
    options(page).click()
    expect(page.get_by_role("heading", name="00100")).to_be_visible()
    expect(page).to_have_url(re.compile("pin=60.169151,24.940628"))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Close").click()
    # It is one place among the saved and the recent ones.
    search_field(page).click()
    expect(options(page)).to_have_count(1)
    options(page).click()
    expect(page.get_by_role("heading", name="00100")).to_be_visible()
    page.evaluate("() => { location.hash = '#saved' }")
    page.locator(".kept-rows button", has_text="00100").first.click()
    expect(page.get_by_role("heading", name="00100")).to_be_visible()
    page.evaluate("() => { location.hash = '#find=esplanade 2' }")
    page.locator(".results .rows button").click()
    expect(page.get_by_role("heading", name="Esplanade 2")).to_be_visible()
    expect(page.get_by_text("No house has this number.")).to_have_count(0)
    page.evaluate("() => { location.hash = '#from=n1&to=' }")
    page.get_by_role("combobox", name="To").fill("00100")
    options(page, name=re.compile("^00100 Postcode")).click()
    expect(page.locator(".summary")).to_contain_text("550 m")
    expect(page.get_by_role("combobox", name="To")).to_have_value("00100")
    assert [path for path in stub.asked if "places/geo" in path] == []


@pytest.mark.parametrize("place", ["pin=60.170000,24.945000", "place=n1"])
def test_the_plus_code_is_spelled_out_and_copied(visit, stub, place):
    page = visit(stub.address, DESK, permissions=["clipboard-read", "clipboard-write"]).open(f"#{place}")
    row = page.locator(".fact-row", has=page.locator(".plus-code"))
    expect(row.locator("[aria-hidden] >> text=5WCR")).to_have_text("5WCR+3J Stubville")
    expect(row).to_match_aria_snapshot("""
        - term: Plus code
        - definition:
          - text: 5 W C R plus 3 J, Stubville
          - button "Copy plus code"
    """)
    row.get_by_role("button").click()
    expect(page.get_by_text("Plus code copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == "5WCR+3J Stubville"


def test_without_a_clipboard_the_plus_code_is_selected_and_without_an_answer_the_card_is_whole(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open("#pin=60.170000,24.945000")
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy plus code").click()
    expect(page.get_by_text("Copy the selected text.")).to_be_visible()
    assert page.evaluate("() => getSelection().toString()") == "5WCR+3J Stubville"
    visitor.expected.append("404")
    stub.refuse("/api/v1/address", 404, "not_found", "nothing here")
    page.evaluate("() => { location.hash = '#place=n1' }")
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    stub.wait_answered("/api/v1/address?lat=60.16735")
    expect(page.get_by_role("link", name="example.org")).to_be_visible()
    expect(page.locator(".plus-code")).to_be_hidden()


def test_nothing_moves_when_the_plus_code_comes(visit, stub):
    held = stub.hold("/api/v1/address")
    page = visit(stub.address).open("#place=n1")
    expect(page.get_by_role("link", name="example.org")).to_be_visible()
    expect(page.locator(".plus-code")).to_be_hidden()
    stub.wait_asked("/api/v1/address")
    measure = "() => ['bottom-sheet', '.place', '.facts'].map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"
    before = page.evaluate(measure)
    held.set()
    expect(page.locator(".plus-code")).to_be_visible()
    assert page.evaluate(measure) == before


def test_a_postcode_of_the_real_place_opens_as_a_pin(visit, served):
    page = visit(served, DESK).open()
    search_field(page).fill("00170")
    options(page, name=re.compile("^00170")).click()
    expect(page.get_by_role("heading", name="00170")).to_be_visible()
    expect(page.locator(".address-line")).to_have_text(re.compile(", Helsinki$"))
    expect(page.locator(".plus-code [aria-hidden]").first).to_be_attached()
    assert "pin=60.17" in page.url
