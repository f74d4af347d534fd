"""Answers that come late or out of order: only those to the current question count."""
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, arrived, next_frame, options, search_field
from stub import account
from test_guide import HALL, curate


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


def test_results_for_an_older_text_are_gone_while_the_newer_text_waits(visit, stub):
    page = visit(stub.address).open()
    field = search_field(page)
    field.fill("kais")
    expect(options(page)).to_have_count(2)
    held = stub.hold("suggest?q=kapp&")
    field.fill("kapp")
    expect(options(page)).to_have_count(0)
    expect(page.locator("place-field .skeleton")).to_be_visible()
    # No key chooses a missing row.
    page.keyboard.press("ArrowDown")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile(".*"))
    held.set()
    expect(options(page)).to_have_text([re.compile("Kappeli")])
    expect(page.locator("place-field .skeleton")).to_have_count(0)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_suggestions_answered_in_any_order_match_the_typed_text(visit, stub, order):
    texts = ["k", "kais", "kapp"]
    gates = [stub.hold(f"suggest?q={text}&") for text in texts]
    page = visit(stub.address).open()
    for text in texts:
        search_field(page).fill(text)
        stub.wait_asked(f"suggest?q={text}&")
    for index in order:
        gates[index].set()
        stub.wait_answered(f"suggest?q={texts[index]}&")
        arrived(page)
        if 2 not in order[: order.index(index) + 1]:
            expect(options(page)).to_have_count(0)
        else:
            expect(options(page)).to_have_text([re.compile("Kappeli")])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_results_answered_in_any_order_match_the_query(visit, stub, order):
    texts = ["kais", "kapp"]
    gates = [stub.hold(f"places?q={text}&") for text in texts]
    page = visit(stub.address, DESK).open(f"#find={texts[0]}")
    stub.wait_asked(f"places?q={texts[0]}&")
    page.evaluate("(text) => { location.hash = `#find=${text}` }", texts[1])
    stub.wait_asked(f"places?q={texts[1]}&")
    for index in order:
        gates[index].set()
        stub.wait_answered(f"places?q={texts[index]}&")
        arrived(page)
    expect(page.locator(".results .rows li")).to_have_text([re.compile("Kappeli")])
    expect(page.locator(".result-mark")).to_have_count(1)
    expect(page.locator(".results .fact")).to_have_text(re.compile("^1 result"))


def test_the_bands_of_older_results_never_mark_newer_ones(visit, stub):
    held = stub.hold("/api/v1/table")
    page = visit(stub.address, DESK).open("#find=kais")
    expect(page.locator(".results .rows li")).to_have_count(2)
    stub.wait_asked("/api/v1/table")
    older = next(path for path in stub.asked if "/api/v1/table" in path)
    stub.gates = {older: held}
    page.evaluate("() => { location.hash = '#find=kapp' }")
    expect(page.locator(".results .rows li")).to_have_text([re.compile("Kappeli")])
    slots = page.locator(".band-slot")
    expect(slots).to_have_text([re.compile("on foot")])
    shown = slots.text_content()
    held.set()
    stub.wait_answered(older)
    arrived(page)
    expect(slots).to_have_text([shown])


def test_the_address_where_i_am_is_never_that_of_where_i_was(visit, stub):
    held = stub.hold("/api/v1/address")
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#me")
    address = page.locator(".address-line")
    expect(address).to_have_text("Finding the address…")
    stub.wait_asked("/api/v1/address")
    older = next(path for path in stub.asked if "/api/v1/address" in path)
    stub.gates = {older: held}
    visitor.context.set_geolocation({**HERE, "latitude": HERE["latitude"] + 0.002})
    expect(address).to_have_text(re.compile(r"^Stub Street \d+$"))
    shown = address.text_content()
    held.set()
    stub.wait_answered(older)
    arrived(page)
    expect(address).to_have_text(shown)


def test_the_address_of_an_older_pin_never_replaces_the_newer_address(visit, stub):
    held = stub.hold("/api/v1/address")
    page = visit(stub.address).open()
    press_long(page, 120, 300)
    address = page.locator(".address-line")
    expect(address).to_have_text("Finding the address…")
    older = next(path for path in stub.asked if "/api/v1/address" in path)
    # From now on answers come at once, except to the older question.
    stub.gates = {older: held}
    page.mouse.move(300, 360)
    page.mouse.down()
    expect(address).to_have_text(re.compile(r"^Stub Street \d+$"))
    page.mouse.up()
    shown = address.text_content()
    held.set()
    stub.wait_answered(older)
    next_frame(page)
    expect(address).to_have_text(shown)
    expect(page.locator(".mark")).to_have_count(1)


def test_a_place_chosen_meanwhile_is_shown_not_a_late_answer(visit, stub):
    held = stub.hold("/api/v1/places/n1")
    visitor = visit(stub.address)
    page = visitor.open("#place=n1")
    page.evaluate("() => { location.hash = '#place=n2' }")
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()
    held.set()
    stub.wait_answered("/api/v1/places/n1")
    next_frame(page)
    expect(page.get_by_role("heading", name="Kaisa Library")).to_be_visible()


def go_elsewhere(page):
    page.evaluate("() => { location.hash = '#about' }")
    expect(page.locator("html")).to_have_attribute("data-screen", "about")
    return page.title()


def test_a_reader_who_goes_elsewhere_while_logging_in_stays_there(visit, stub):
    page = visit(stub.address, DESK).open("#account")
    held = []
    page.route("**/api/v1/session", lambda route: held.append(route))
    page.get_by_label("Name").fill("Aino")
    page.get_by_label("Password").fill("correct horse")
    with page.expect_request("**/api/v1/session"):
        page.get_by_role("button", name="Log in").click()
    go_elsewhere(page)
    held[0].fulfill(json={"may_look": True, "may_post": True, "registration": "open", "account": account(0, "Aino")})
    expect(page.get_by_text("Aino").first).to_be_visible()
    arrived(page)
    expect(page.locator("html")).to_have_attribute("data-screen", "about")


def press_delete(page):
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()


def delete_post(visitor, stub):
    stub.log_in()
    stub.posts[0]["author"] = {"name": "Aino", "id": stub.member["id"]}
    page = visitor.open(f"#post={stub.posts[0]['id']}")
    expect(page.locator(".post")).to_be_visible()
    return "/api/v1/posts/", lambda: press_delete(page)


def add_venue(visitor, stub):
    page = curate(visitor, stub, "#guide")
    page.get_by_role("button", name="Add a venue").click()
    page.locator(".edit-form").get_by_label("Name").fill("Late")
    return "/api/v1/guide/venues", page.locator(".edit-form").get_by_role("button", name="Save").click


def change_venue(visitor, stub):
    page = curate(visitor, stub, HALL)
    page.get_by_label("Name").fill("Late")
    return "/api/v1/guide/venues", page.get_by_role("button", name="Save").click


def delete_venue(visitor, stub):
    stub.guide.tours = []
    page = curate(visitor, stub, HALL)
    return "/api/v1/guide/venues", lambda: press_delete(page)


@pytest.mark.parametrize("begin", [delete_post, add_venue, change_venue, delete_venue])
def test_a_reader_who_goes_elsewhere_before_the_answer_stays_there(visit, stub, begin):
    visitor = visit(stub.address, DESK)
    path, send = begin(visitor, stub)
    page = visitor.page
    held = stub.hold(path)
    with page.expect_request(lambda request: path in request.url and request.method != "GET"):
        send()
    title = go_elsewhere(page)
    before = len(stub.asked)
    with page.expect_response(lambda answer: path in answer.url):
        held.set()
    arrived(page)
    expect(page.locator("html")).to_have_attribute("data-screen", "about")
    assert page.title() == title
    expect(page.locator(".mark")).to_have_count(0)
    assert not [each for each in stub.asked[before:] if path in each]
