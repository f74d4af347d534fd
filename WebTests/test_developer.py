"""The developer screen: test positions, and the live updates that others get about them."""
import json

from playwright.sync_api import expect

from conftest import OPERATOR
from test_account import operate
from test_presence import befriend, call, member, report


def test_a_test_position_is_sent_and_arrives_as_others_see_it(visit, untouched):
    visitor, page = operate(visit, untouched, "#operator=developer")
    visitor.expected.append("status of 401")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#test-token-problem")).to_have_text("Fill in this field.")
    page.get_by_label("Token").fill("hb_nobody")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".developer form").first.locator(".problem[role=alert]").last).not_to_be_empty()
    page.get_by_role("button", name="New test device").click()
    page.wait_for_function("() => document.querySelector('#test-token').value.length > 20")
    page.get_by_label("Latitude").fill("north")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#test-lat-problem")).to_have_text("Enter degrees as a number, such as 60.17.")
    page.get_by_label("Latitude").fill("60.169")
    page.get_by_label("Minutes already spent at this place").fill("20")
    with page.expect_request(lambda request: request.url.endswith("/api/v1/positions")) as sent:
        page.get_by_role("button", name="Send").click()
    first, last = json.loads(sent.value.post_data)["positions"]
    assert last["time"] - first["time"] == 20 * 60_000 and last["lat"] == 60.169
    expect(page.get_by_text("Positions added: 2; already there: 0.")).to_be_visible()
    # The same position counts once; an impossible one gives an error.
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Positions added: 0; already there: 2.")).to_be_visible()
    page.get_by_label("Latitude").fill("91")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Last position rejected")).to_be_visible()


def test_the_stream_shows_what_the_server_publishes_of_others(visit, untouched):
    _, page = operate(visit, untouched, "#operator=developer")
    anna = member(visit, untouched, "anna").page
    befriend(anna, "anna", page, OPERATOR["name"])
    state = call(anna, "GET", "me/sharing")
    call(anna, "PUT", "me/sharing", {"revision": state["revision"], "fields": {**state["fields"], "friends": "exact"}})
    expect(page.get_by_text("Waiting for the next update.")).to_be_visible()
    report(anna, untouched, (60.1690, 24.9400))
    expect(page.get_by_role("log")).to_contain_text("anna · Friend · 60.169")
    call(anna, "PUT", "me/sharing", {"revision": state["revision"] + 1, "fields": {**state["fields"], "friends": "nothing"}})
    expect(page.get_by_role("log")).to_contain_text("1 is no longer visible")


def test_people_who_do_not_exist_live_here_while_an_operator_wants_it(visit, untouched):
    _, page = operate(visit, untouched, "#operator=developer")
    people, hour, speed = page.get_by_label("Number of people"), page.get_by_label("Start time"), page.get_by_label("Speed (× real time)")
    expect(people).to_have_value("0")
    expect(speed).to_be_disabled()
    people.fill("2001")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#crowd-people-problem")).to_have_text("Enter a whole number from 0 to 2,000.")
    people.fill("40")
    hour.select_option("11")
    speed.select_option("60")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("40 simulated people live here.")).to_be_visible()
    expect(page.get_by_role("log")).not_to_be_empty()
    # Everybody sees them, marked, and may leave them out.
    guest = visit(untouched).open("#now")
    expect(guest.locator("#now-people + div li").first).to_contain_text("Simulated visitor")
    page.reload()
    expect(people).to_have_value("40")
    expect(hour).to_have_value("11")
    expect(speed).to_have_value("60")
    hour.select_option("")
    expect(speed).to_be_disabled()
    expect(speed).to_have_value("1")
    people.fill("0")
    people.press("Enter")
    expect(page.get_by_text("No simulated people are left.")).to_be_visible()
    expect(guest.get_by_text("Nobody is sharing their location")).to_be_visible()


def test_without_the_crowd_that_there_is_it_is_asked_for_again(visit, untouched):
    visitor, page = operate(visit, untouched, "#operator=developer")
    visitor.expected.append("ERR_FAILED")
    page.route("**/api/v1/admin/crowd", lambda route: route.abort())
    page.reload()
    again = page.locator(".developer").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/v1/admin/crowd")
    again.click()
    expect(page.get_by_label("Number of people")).to_have_value("0")
