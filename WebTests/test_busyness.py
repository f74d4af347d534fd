"""Busyness: on the map only on request, and by the hour on a scale, also for screen readers."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE

SIZES = [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK]
FEATURES = ["positions", "busyness", "queues"]
DRAWN = "() => seenMap.getSource('busy')?.serialize().data.features.length"
ORDER = "() => seenMap.getStyle().layers.map(({ id }) => id)"


@pytest.mark.parametrize("device", SIZES)
def test_busy_places_are_on_the_map_on_request_and_beneath_all_names_and_venues(visit, stub, device):
    stub.features = FEATURES
    visitor = visit(stub.address, device)
    page = visitor.open("#place=n1")
    expect(page.locator(".busy-line")).to_be_visible()
    visitor.wait_drawn()
    assert page.evaluate(DRAWN) == 0
    page.evaluate("() => { location.hash = 'now' }")
    expect(page.get_by_role("heading", name="Busy now")).to_be_visible()
    assert page.evaluate(DRAWN) == 0
    page.get_by_role("checkbox", name="Busy places on the map").check()
    page.wait_for_function(f"() => ({DRAWN})() === 1")
    # The menu of the map has the same choice, which stays.
    page.reload()
    visitor.wait_ready()
    page.wait_for_function(f"() => ({DRAWN})() === 1")
    order = page.evaluate(ORDER)
    labels = [index for index, name in enumerate(order) if name.startswith(("poi-", "transit", "guide")) or "label" in name or "name" in name]
    assert len(labels) > 5 and order.index("busy") < min(labels)
    page.evaluate("() => { location.hash = '' }")
    page.wait_for_function(f"() => ({DRAWN})() === 1")
    page.get_by_role("button", name="Map style").click()
    choice = page.locator("#layers-menu").get_by_role("checkbox", name="Busy places on the map")
    expect(choice).to_be_checked()
    choice.uncheck()
    page.wait_for_function(f"() => ({DRAWN})() === 0")
    page.reload()
    visitor.wait_ready()
    visitor.wait_drawn()
    assert page.evaluate(DRAWN) == 0


def test_where_nobody_is_counted_nothing_is_offered(visit, stub):
    page = visit(stub.address, DESK).open()
    page.get_by_role("button", name="Map style").click()
    expect(page.get_by_role("checkbox", name="3D buildings")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Busy places on the map")).to_have_count(0)


@pytest.mark.parametrize("device", SIZES)
def test_the_bars_stand_on_a_scale_with_the_hour_that_it_is(visit, stub, device):
    stub.features = FEATURES
    page = visit(stub.address, device).open("#place=n1")
    chart = page.locator(".busy-chart")
    expect(chart.locator(".scale")).to_have_text(re.compile("very busy.*somewhat busy.*quiet", re.S))
    # Bars as high as their steps: five are five times as high as one.
    heights = chart.locator(".bars i").evaluate_all("(bars) => bars.map((bar) => bar.getBoundingClientRect().height)")
    levels = stub.busyness["levels"][0]
    step = heights[12] / 5
    assert step >= 20 and all(abs(height - level * step) < 1.5 for height, level in zip(heights, levels) if level > 0)
    present = chart.locator(".bars .present")
    expect(present).to_have_count(1)
    expect(present.locator("small")).to_have_text("Now")
    assert chart.locator(".bars > span").evaluate_all("(all) => all.findIndex((one) => one.matches('.present'))") == 12
    # The line of now is at its own height, beside the usual bar: 4 of 5.
    foot = chart.locator(".bars i").first.bounding_box()
    line = present.locator("b").bounding_box()
    assert abs(foot["y"] + foot["height"] - (line["y"] + line["height"] / 2) - 4 * step) < 3
    # Nothing lies over anything else, nor sticks out.
    boxes = [box for box in chart.locator("small").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")]
    boxes.sort(key=lambda box: box["left"])
    assert all(one["right"] <= other["left"] for one, other in zip(boxes, boxes[1:]))
    scale = chart.locator(".scale").bounding_box()
    assert scale["x"] + scale["width"] <= chart.locator(".bars").bounding_box()["x"]
    # Another day has no now.
    chart.get_by_role("button", name="Mon").click()
    expect(present).to_have_count(0)


def test_screen_readers_read_the_chart_hour_by_hour(visit, stub):
    stub.features = FEATURES
    page = visit(stub.address, SIZES[0]).open("#place=n1")
    chart = page.locator(".busy-chart")
    expect(chart.get_by_role("img")).to_have_attribute("aria-label", re.compile("^Thursday: very busy at 11, 12, 13. Now, 12: busy$"))
    table = chart.get_by_role("table", name="Thursday, hour by hour")
    rows = table.get_by_role("row").all_inner_texts()
    assert len(rows) == 11
    assert [" ".join(row.split()) for row in rows][4:7] == ["09 to 11 busy", "11 to 14 very busy", "14 to 16 busy"]
    chart.get_by_role("button", name="Sun").click()
    expect(chart.get_by_role("row")).to_have_text(["00 to 00not enough data"])
    assert Axe().run(page).violations_count == 0


def test_simulated_people_may_have_another_clock_and_the_chart_says_so(visit, stub):
    stub.features = FEATURES
    stub.busyness |= {"is_simulated": True, "clock": "2026-10-01T23:20", "now": {"level": 5, "compared": "usual", "hour": "2026-10-01T13:00"}}
    page = visit(stub.address, SIZES[0]).open("#place=n1")
    expect(page.locator(".busy-chart")).to_contain_text("Simulated visitors have no night: for them it is 13 now")
    assert page.locator(".bars > span").evaluate_all("(all) => all.findIndex((one) => one.matches('.present'))") == 13
