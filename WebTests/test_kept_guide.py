"""The copy of the guide on the device: it holds the public part, and nothing that is no longer public."""
import pytest
from playwright.sync_api import expect

from conftest import DESK, next_frame
from stub import picture, tour_id, venue, venue_id, work
from test_guide import HALL, drawn_venues, guide, names, wait_until

SECRET = "Secret"
LATER = "2999-01-01T00:00:00.000Z"
PRIVATE = f"#venue={venue_id(81)}"
# All that the page has written down of the guide.
KEPT = """async () => {
    const stored = [JSON.stringify(localStorage)];
    for (const name of await caches.keys()) {
        const store = await caches.open(name);
        if (name.includes('guide')) for (const each of await store.keys()) stored.push(each.url, await (await store.match(each)).text());
    }
    return stored.join('\\n');
}"""


@pytest.fixture
def curated(stub):
    """A guide with venues, a work and a tour that only curators see; a curator is logged in."""
    stub.guide.venues += [
        venue(80, f"{SECRET} hall", (60.1690, 24.9450), state="draft"), venue(81, f"{SECRET} later", (60.1685, 24.9455), publish_at=LATER)]
    stub.guide.works[venue_id(0)] += [work(80, f"{SECRET} work", state="draft"), work(81, f"{SECRET} later work", publish_at=LATER)]
    stub.guide.works[venue_id(0)][0]["my_vote"] = True
    stub.guide.tours[0]["venues"].append(venue_id(80))
    stub.guide.tours.append({"id": tour_id(80), "name": f"{SECRET} tour", "revision": 1, "state": "draft", "venues": [venue_id(0)]})
    stub.log_in("curator")
    return stub


def lose(visitor, stub):
    """Stops the server, and opens the page again."""
    visitor.expected += ["503", "Failed to load resource"]
    for path in ("guide", "me", *(f"guide/venues/{venue_id(number)}" for number in (0, 81))):
        stub.refuse(f"/api/v1/{path}", 503, "unavailable", "busy")
    visitor.page.reload()


def read_all(visitor):
    """Reads everything of the guide that there is to read."""
    page = guide(visitor)
    guide(visitor, HALL)
    expect(page.get_by_role("heading", name="Kunsthalle <b>Stub</b>")).to_be_visible()
    page.evaluate("(view) => { location.hash = view }", PRIVATE)
    expect(page.get_by_role("heading", name=f"{SECRET} later")).to_be_visible()
    guide(visitor)
    next_frame(page)
    wait_until(lambda: "Kunsthalle" in page.evaluate(KEPT))
    return page


def test_a_curators_device_keeps_the_public_guide_only_and_says_so_without_a_network(visit, curated):
    visitor = visit(curated.address, DESK)
    page = read_all(visitor)
    kept = page.evaluate(KEPT)
    assert SECRET not in kept and venue_id(80) not in kept and venue_id(81) not in kept and "my_vote" not in kept
    lose(visitor, curated)
    expect(page.get_by_text("Offline: public part of the guide")).to_be_visible()
    assert names(page) == ["Kunsthalle <b>Stub</b>", "Ateneum", "Taidetalo Ääni", "The Wandering Show"]
    page.evaluate("(view) => { location.hash = view }", HALL)
    expect(page.get_by_role("button", name="See 3 works")).to_be_visible()
    page.evaluate("(view) => { location.hash = view }", PRIVATE)
    expect(page.locator(".trouble")).to_contain_text("does not answer")


def test_without_a_network_only_curators_read_about_drafts(visit, stub):
    visitor = visit(stub.address, DESK)
    guide(visitor)
    next_frame(visitor.page)
    lose(visitor, stub)
    expect(visitor.page.get_by_text("Offline: guide saved")).to_be_visible()


@pytest.mark.parametrize("knows_me", [True, False], ids=["as a guest", "while nobody says who is asking"])
def test_after_logging_out_nothing_private_is_left(visit, curated, knows_me):
    visitor = visit(curated.address, DESK)
    page = read_all(visitor)
    assert f"{SECRET} hall" in drawn_venues(visitor)
    page.evaluate("() => { location.hash = '#account' }")
    if not knows_me:
        visitor.expected += ["500", "Failed to load resource"]
        curated.refuse("/api/v1/me", 500, "internal_error", "out of order")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Register") if knows_me else page.locator(".account .trouble")).to_be_visible()
    guide(visitor)
    expect(page.locator(".venue-card", has_text=SECRET)).to_have_count(0)
    expect(page.locator(".venue-card")).to_have_count(4)
    page.evaluate("() => { location.hash = '#home' }")
    page.wait_for_function("() => seenMap.querySourceFeatures('guide').length > 0")
    assert not [name for name in drawn_venues(visitor) if SECRET in name]
    lose(visitor, curated)
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    page.evaluate("() => { location.hash = '#guide' }")
    if knows_me:
        expect(page.get_by_text("Offline: guide saved")).to_be_visible()
    else:
        # Whether guests may look is not known either.
        expect(page.locator(".trouble")).to_contain_text("does not answer")
    assert SECRET not in page.content() + page.evaluate(KEPT)


def test_where_guests_may_not_look_logging_out_takes_the_guide_along(visit, curated):
    curated.lets_guests_look = False
    visitor = visit(curated.address, DESK)
    page = read_all(visitor)
    visitor.expected += ["401", "Failed to load resource"]
    page.evaluate("() => { location.hash = '#account' }")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Register")).to_be_visible()
    wait_until(lambda: "Kunsthalle" not in page.evaluate(KEPT))


def test_what_was_taken_out_of_the_guide_goes_from_the_device(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["404", "Failed to load resource"]
    page = guide(visitor, HALL)
    wait_until(lambda: "A hall for art" in page.evaluate(KEPT))
    stub.guide.venues[0]["state"] = "draft"
    page.reload()
    expect(page.get_by_text("Not in the guide. It may have been removed.")).to_be_visible()
    wait_until(lambda: "A hall for art" not in page.evaluate(KEPT))
    stub.guide.venues[0]["state"] = "published"
    guide(visitor)
    guide(visitor, HALL)
    wait_until(lambda: "A hall for art" in page.evaluate(KEPT))
    # Also when only the list was read since.
    page.evaluate("() => { location.hash = '#timeline' }")
    stub.guide.venues[0]["state"] = "draft"
    guide(visitor)
    wait_until(lambda: "A hall for art" not in page.evaluate(KEPT))


def test_a_picture_that_cannot_be_had_leaves_a_calm_place_with_its_words(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["404", "Failed to load resource"]
    for size in ("small", "medium", "large"):
        stub.refuse(f"/pictures/{picture(0)['id']}/{size}", 404, "not_found", "there is nothing with this id")
    page = guide(visitor)
    card = page.locator(".venue-card").first
    expect(card.get_by_role("img", name="Not available: The hall from the street")).to_be_visible()
    expect(card.locator("img")).to_have_count(0)
