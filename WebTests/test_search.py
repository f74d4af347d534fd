"""Finding a place and walking there, with canned answers."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE, options, search_field


def test_suggestions_come_with_the_first_letter_and_mark_what_matches(visit, stub):
    page = visit(stub.address).open()
    field = search_field(page)
    field.click()
    page.keyboard.type("k")
    found = options(page)
    expect(found).to_have_count(3)
    page.keyboard.type("app")
    expect(found).to_have_count(1)
    expect(found.locator("mark")).to_have_text("Kapp")
    expect(found).to_contain_text("350 m")
    expect(found).to_contain_text("northeast")


def test_from_search_to_route(visit, stub):
    visitor = visit(stub.address, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name="Kappeli").click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    expect(page.get_by_text("Open", exact=True).first).to_be_visible()
    expect(page.locator(".walk")).to_contain_text("7 min")
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("7 min")
    expect(page.locator(".steps li")).to_have_count(3)
    assert re.search(r"from=me&to=n1", page.url)
    page.get_by_role("button", name="Swap start and destination").click()
    expect(page.get_by_role("combobox", name="From")).to_have_value("Kappeli")
    expect(page.get_by_role("combobox", name="To")).to_have_value("My position")
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
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


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
    # What an end already is stays as it is.
    to.focus()
    page.keyboard.press("Enter")
    expect(to).to_have_value("Kappeli")
    assert "from=n1&to=n1" in page.url


def test_typing_replaces_what_a_field_held(visit, stub):
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
    expect(page.get_by_text("Nothing found for “zzz”")).to_be_visible()
    page.get_by_role("button", name="Change the text").click()
    expect(search_field(page)).to_be_focused()


def test_recent_places_are_offered_before_typing(visit, stub):
    page = visit(stub.address).open()
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name="Kappeli").click()
    page.get_by_role("button", name="Close").click()
    search_field(page).click()
    expect(options(page).first).to_contain_text("Kappeli")


def test_names_are_text_whatever_they_hold(visit, stub):
    page = visit(stub.address).open()
    search_field(page).click()
    page.keyboard.type("<img")
    options(page, name="<img").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("<img src=x onerror=alert(1)> & Söner")
    assert page.locator("main img").count() == 0
