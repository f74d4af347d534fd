"""Answers that come late or out of order (N2): only those to the current question count."""
import re

from playwright.sync_api import expect

from conftest import next_frame, options, search_field


def press_long(page, x, y):
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.get_by_role("heading", name="Dropped pin")).to_be_visible()
    page.mouse.up()


def test_suggestions_for_an_older_text_are_dropped(visit, stub):
    held = stub.hold("suggest?q=kais&")
    page = visit(stub.address).open()
    field = search_field(page)
    field.fill("kais")
    expect(page.get_by_text("Searching…")).to_be_visible()
    field.fill("kapp")
    expect(options(page)).to_have_text([re.compile("Kappeli")])
    held.set()
    stub.wait_answered("suggest?q=kais&")
    next_frame(page)
    expect(options(page)).to_have_count(1)


def test_the_address_of_an_older_pin_never_replaces_the_newer_one(visit, stub):
    held = stub.hold("/api/v1/address")
    page = visit(stub.address).open()
    press_long(page, 120, 300)
    address = page.locator(".address-line")
    expect(address).to_have_text("Finding the address…")
    older = next(path for path in stub.asked if "/api/v1/address" in path)
    # From now on answers come at once, except to the older question.
    stub.gates = {older: held}
    page.mouse.move(300, 420)
    page.mouse.down()
    expect(address).to_have_text(re.compile(r"^Stub Street \d+$"))
    page.mouse.up()
    shown = address.text_content()
    held.set()
    stub.wait_answered(older)
    next_frame(page)
    expect(address).to_have_text(shown)
    expect(page.locator(".mark")).to_have_count(1)


def test_a_place_chosen_meanwhile_is_shown_not_the_one_that_answers_late(visit, stub):
    held = stub.hold("/api/v1/places/n1")
    visitor = visit(stub.address)
    page = visitor.open("#place=n1")
    page.evaluate("() => { location.hash = '#place=n2' }")
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
    held.set()
    stub.wait_answered("/api/v1/places/n1")
    next_frame(page)
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
