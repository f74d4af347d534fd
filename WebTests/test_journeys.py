"""The page and the real program together, on the sample place."""
import functools
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, options, search_field
from test_late_answers import press_long


@pytest.fixture
def visit(visit):
    """Makes visitors who see everything move."""
    return functools.partial(visit, reduced_motion="no-preference")


def test_a_misspelt_name_is_understood_and_walked_to(visit, served):
    visitor = visit(served, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("ateneun")
    options(page, name=re.compile("Ateneum")).first.click()
    expect(page.get_by_role("heading", name=re.compile("Ateneum"))).to_be_visible()
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("min")
    assert page.locator(".steps li").count() >= 2
    expect(page.locator(".steps li").last).to_contain_text(re.compile("arrive|destination", re.IGNORECASE))


def test_the_map_of_the_place_is_drawn(visit, served):
    visitor = visit(served, DESK)
    page = visitor.open("#map=16.00/60.16900/24.94500")
    visitor.wait_drawn()
    layers = page.evaluate("() => [...new Set(seenMap.queryRenderedFeatures().map((each) => each.sourceLayer))]")
    assert {"streets", "buildings", "street_labels", "pois", "land"} <= set(layers)


def test_a_tap_on_a_place_of_the_map_opens_its_card(visit, served):
    visitor = visit(served, DESK)
    page = visitor.open("#map=17.50/60.16735/24.94683")
    visitor.wait_drawn()
    name, x, y = page.evaluate(
        """() => {
            const layers = seenMap.getStyle().layers.map((each) => each.id).filter((id) => id.startsWith('poi-food'));
            const inside = seenMap.queryRenderedFeatures({ layers })
                .map((each) => ({ name: each.properties.name, point: seenMap.project(each.geometry.coordinates) }))
                .find(({ point }) => point.x > 450 && point.x < 1150 && point.y > 60 && point.y < 700);
            return [inside.name, inside.point.x, inside.point.y];
        }""")
    page.mouse.click(x, y)
    expect(page.get_by_role("heading", level=2)).to_have_text(name)
    assert re.search("place=[nwr][0-9]+", page.url)


def test_a_pin_has_its_address_and_the_walk_there(visit, served):
    visitor = visit(served, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#map=16.50/60.16900/24.94500")
    expect(page.locator(".me")).to_be_visible()
    press_long(page, 800, 400)
    expect(page.locator(".address-line")).to_have_text(re.compile(r", Helsinki$"))
    expect(page.locator(".walk")).to_contain_text("min")


def test_the_list_names_the_places_on_the_map_and_opens_them(visit, served):
    visitor = visit(served, DESK)
    page = visitor.open("#map=16.50/60.16900/24.94500")
    visitor.wait_drawn()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    rows = page.locator(".rows li")
    expect(rows.nth(20)).to_be_attached()
    name = rows.first.locator(".name").text_content()
    rows.first.get_by_role("button").press("Enter")
    expect(page.get_by_role("heading", level=2)).to_have_text(name)


def test_kinds_nearby_are_one_tap_away(visit, served):
    page = visit(served, DESK).open()
    page.get_by_role("button", name="Museum").click()
    expect(page.get_by_role("heading", name="Museum", level=2)).to_be_visible()
    expect(page.locator(".result-mark").first).to_be_visible()


def test_a_route_beyond_the_map_says_why(visit, served):
    visitor = visit(served, DESK)
    visitor.expected.append("404")
    page = visitor.open("#from=60.170000,24.941000&to=61.500000,23.760000")
    expect(page.get_by_text("The start or the destination is outside this map.")).to_be_visible()
