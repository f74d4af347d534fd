"""What operators try out: a position as a device would send it, and what others hear of it."""
import json

from playwright.sync_api import expect

from conftest import OPERATOR
from test_account import operate
from test_presence import befriend, call, member, report


def test_a_test_position_is_sent_and_is_heard_of_as_others_are_told(visit, untouched):
    visitor, page = operate(visit, untouched, "#operator=developer")
    visitor.expected.append("status of 401")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#test-token-problem")).to_have_text("Fill this in.")
    page.get_by_label("Token").fill("hb_nobody")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".developer form .problem[role=alert]").last).not_to_be_empty()
    page.get_by_role("button", name="New test device").click()
    page.wait_for_function("() => document.querySelector('#test-token').value.length > 20")
    page.get_by_label("Latitude").fill("north")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#test-lat-problem")).to_have_text("Degrees as a number, such as 60.17.")
    page.get_by_label("Latitude").fill("60.169")
    page.get_by_label("Minutes there before").fill("20")
    with page.expect_request(lambda request: request.url.endswith("/api/v1/positions")) as sent:
        page.get_by_role("button", name="Send").click()
    first, last = json.loads(sent.value.post_data)["positions"]
    assert last["time"] - first["time"] == 20 * 60_000 and last["lat"] == 60.169
    expect(page.get_by_text("Positions added: 2; there already: 0.")).to_be_visible()
    # The same again counts once; what cannot be is said.
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Positions added: 0; there already: 2.")).to_be_visible()
    page.get_by_label("Latitude").fill("91")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Its last position was not taken")).to_be_visible()


def test_the_stream_shows_what_one_is_told_of_others(visit, untouched):
    _, page = operate(visit, untouched, "#operator=developer")
    anna = member(visit, untouched, "anna").page
    befriend(anna, "anna", page, OPERATOR["name"])
    state = call(anna, "GET", "me/sharing")
    call(anna, "PUT", "me/sharing", {"revision": state["revision"], "fields": {**state["fields"], "friends": "exact"}})
    expect(page.get_by_text("Waiting for the next change.")).to_be_visible()
    report(anna, untouched, (60.1690, 24.9400))
    expect(page.get_by_role("log")).to_contain_text("anna · Friend · 60.169")
    call(anna, "PUT", "me/sharing", {"revision": state["revision"] + 1, "fields": {**state["fields"], "friends": "nothing"}})
    expect(page.get_by_role("log")).to_contain_text("1 is not seen any more")
