"""Notices: passing ones leave by themselves, one at a time, and cover neither typed text nor the sheet."""
import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE

SIZES = [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK]
PASSING = ".passing .notice"


def overlap(one, other):
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"])


def write(page, text):
    page.get_by_role("textbox", name="What is happening here?").fill(text)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post .message").first).to_have_text(text)


@pytest.mark.parametrize("device", SIZES)
def test_a_new_post_is_announced_once_beside_the_composer(visit, stub, device):
    visitor = visit(stub.address, device)
    visitor.page.clock.install()
    page = visitor.open("#timeline")
    write(page, "One")
    notice = page.locator(PASSING)
    expect(notice).to_have_count(1)
    assert page.locator(".passing").get_attribute("role") == "status"
    page.wait_for_function("() => !document.querySelector('bottom-sheet').getAnimations().length")
    box = notice.bounding_box()
    assert not overlap(box, page.locator(".writing").bounding_box())
    # Clear of the tabs, too.
    assert not overlap(box, page.locator("#tabs").bounding_box())
    assert box["x"] >= 0 and box["x"] + box["width"] <= device["viewport"]["width"]
    write(page, "Two")
    expect(notice).to_have_count(1)
    page.clock.fast_forward(11_000)
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("device", SIZES)
def test_beside_a_sheet_at_half_height_a_notice_lies_on_the_map(visit, stub, device):
    visitor = visit(stub.address, device, permissions=["clipboard-read", "clipboard-write"])
    page = visitor.open("#place=n1")
    page.locator(".facts").get_by_role("button", name="Copy").first.click()
    box = page.locator(PASSING).bounding_box()
    assert not overlap(box, page.locator("bottom-sheet").bounding_box())
    assert not overlap(box, page.locator("#search").bounding_box())


def test_a_pointer_that_merely_lies_there_does_not_keep_a_notice(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.page.clock.install()
    page = visitor.open("#timeline")
    write(page, "One")
    notice = page.locator(PASSING)
    box = notice.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # It is read as long as the pointer goes over it.
    page.mouse.move(middle[0] - 5, middle[1])
    page.mouse.move(*middle)
    page.clock.fast_forward(60_000)
    expect(notice).to_be_visible()
    # The pointer stays where the next one comes up.
    page.evaluate("() => document.querySelector('.passing .closer').click()")
    expect(notice).to_have_count(0)
    page.get_by_role("textbox", name="What is happening here?").fill("Two")
    page.get_by_role("textbox", name="What is happening here?").press("Tab")
    page.evaluate("() => document.querySelector('form.composer').requestSubmit()")
    expect(notice).to_be_visible()
    page.clock.fast_forward(11_000)
    expect(notice).to_have_count(0)


def test_a_notice_with_something_to_press_stays_longer_and_is_put_away_by_keyboard(visit, stub):
    visitor = visit(stub.address, SIZES[0])
    visitor.page.clock.install()
    page = visitor.open("#place=n1")
    page.get_by_role("button", name="Save").click()
    page.evaluate("() => { location.hash = 'saved' }")
    page.get_by_role("button", name="Remove").first.click()
    notice = page.locator(PASSING)
    page.clock.fast_forward(9_000)
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Dismiss").focus()
    page.clock.fast_forward(60_000)
    expect(notice).to_be_visible()
    page.keyboard.press("Enter")
    expect(notice).to_have_count(0)


def test_that_visitors_are_simulated_is_said_for_a_while(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    stub.people[0]["is_simulated"] = True
    visitor = visit(stub.address, SIZES[0])
    visitor.page.clock.install()
    page = visitor.open()
    notice = page.locator(".notice[data-state=life]")
    expect(notice).to_be_visible()
    page.clock.fast_forward(31_000)
    expect(notice).to_have_count(0)
