"""The map of posts opens where posts are, and leaves a view alone on which there are some."""
import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE
from stub import post

SIZES = [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK]
# Posts that lie clear of the search field, the sheet and the panel.
IN_SIGHT = """() => {
    const sheet = document.querySelector('bottom-sheet').getBoundingClientRect();
    const isPanel = matchMedia('(min-width: 900px)').matches;
    const { right, width, height } = { ...seenMap.getContainer().getBoundingClientRect().toJSON() };
    return seenMap.getSource('posts').serialize().data.features.filter(({ geometry }) => {
        const { x, y } = seenMap.project(geometry.coordinates);
        return x > (isPanel ? sheet.right : 0) && x < width && y > 60 && y < (isPanel ? height : sheet.top);
    }).length;
}"""
CAMERA = "() => [...seenMap.getCenter().toArray(), seenMap.getZoom(), seenMap.getPitch()]"


def located(number, lat, lon):
    return post(number, f"Post {number}", location={"lat": lat, "lon": lon})


def scattered(stub):
    """Nine posts in the west of the place, and one from another town long ago."""
    near = [located(9 - number, 60.1660 + number * 0.0002, 24.9370 + number * 0.0002) for number in range(9)]
    stub.posts = [*near[:2], located(0, 60.45, 22.27)]


def posts_map(visitor, begin):
    page = visitor.open(begin)
    visitor.wait_drawn()
    before = page.evaluate(CAMERA)
    page.evaluate("() => { location.hash = 'posts' }")
    expect(page.get_by_role("heading", name="Posts on the map")).to_be_visible()
    expect(page.locator(".screen .skeleton")).to_have_count(0)
    page.wait_for_function("() => seenMap.getSource('posts').serialize().data.features.length > 0")
    page.wait_for_function("() => !document.querySelector('bottom-sheet').getAnimations().length")
    visitor.wait_drawn()
    return page, before


@pytest.mark.parametrize("device", SIZES)
def test_the_map_goes_to_the_newest_posts_where_none_are_in_sight(visit, stub, device):
    scattered(stub)
    # In the east of the place, near enough to see streets.
    page, _ = posts_map(visit(stub.address, device), "#map=17.00/60.17800/24.95200")
    # The post of another town does not draw the map away from the place.
    assert page.evaluate(IN_SIGHT) == 2
    assert page.evaluate("() => seenMap.getZoom()") > 13


@pytest.mark.parametrize("device", SIZES)
def test_a_view_on_which_posts_are_stays(visit, stub, device):
    scattered(stub)
    visitor = visit(stub.address, device)
    page, before = posts_map(visitor, "#map=15.00/60.16500/24.93700")
    assert page.evaluate(CAMERA) == before
    assert page.evaluate(IN_SIGHT) == 2


@pytest.mark.parametrize("device", SIZES)
@pytest.mark.parametrize("here, pitch", [({"latitude": 60.1661, "longitude": 24.9371}, 60), ({"latitude": 60.1780, "longitude": 24.9520}, 0)])
def test_it_opens_around_me_only_if_posts_are_in_sight_of_me(visit, stub, device, here, pitch):
    scattered(stub)
    visitor = visit(stub.address, device, geolocation={**here, "accuracy": 10}, permissions=["geolocation"])
    page = visitor.open("#map=17.00/60.17800/24.95200")
    expect(page.locator(".me")).to_have_count(1)
    page, _ = posts_map(visitor, "#map=17.00/60.17800/24.95200")
    assert page.evaluate(IN_SIGHT) > 0
    assert page.evaluate("() => seenMap.getPitch()") == pitch


@pytest.mark.parametrize("posts, text", [([], "No posts yet"), ([post(1, "Anywhere")], "None of the loaded posts")])
def test_without_posts_on_it_the_map_says_why_and_stays(visit, stub, posts, text):
    stub.posts = posts
    visitor = visit(stub.address, SIZES[0])
    page = visitor.open("#map=15.00/60.16500/24.93700")
    visitor.wait_drawn()
    before = page.evaluate(CAMERA)
    page.evaluate("() => { location.hash = 'posts' }")
    expect(page.locator(".hint")).to_contain_text(text)
    assert page.evaluate(CAMERA) == before
