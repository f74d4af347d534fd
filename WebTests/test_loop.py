"""Round walks of a wanted length, past a kind of place."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE, next_frame, try_again

LINES = "() => ['route', 'otherRoutes'].map((id) => seenMap.getSource(id).serialize().data.features.length)"


def walks(page):
    return page.get_by_role("group", name="Routes").get_by_role("radio")


def test_a_round_walk_from_where_i_am_is_drawn_listed_and_followed(visit, stub):
    visitor = visit(stub.address, DESK, geolocation=HERE, permissions=["geolocation"])
    page = visitor.open("#me")
    page.get_by_role("button", name="Round walk").press("Enter")
    expect(page.get_by_role("heading", name="Round walk")).to_be_visible()
    expect(page.locator(".loop .fact")).to_have_text("From My location")
    expect(walks(page)).to_have_count(2)
    assert page.evaluate(LINES) == [1, 1]
    expect(page.locator(".next-step")).to_contain_text("Turn right onto Crossing Lane")
    expect(page.locator(".steps [aria-current=step]")).to_contain_text("Head north")
    assert any("minutes=30" in path and "alternatives=2" in path for path in stub.asked)
    walks(page).first.focus()
    page.keyboard.press("ArrowDown")
    expect(walks(page).last).to_be_checked()
    expect(walks(page).last).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="You are here")).to_be_visible()
    assert page.evaluate(LINES) == [0, 0]


def test_length_kind_and_profile_can_be_chosen_and_are_in_the_address(visit, stub):
    page = visit(stub.address, DESK).open("#loop=n1")
    expect(walks(page)).to_have_count(2)
    page.get_by_label("Length").select_option("4000steps")
    stub.wait_asked("steps=4000")
    page.get_by_label("Pass by").select_option("Café")
    expect(page.locator(".route-choice").first).to_contain_text("via Kappeli")
    expect(page.locator(".mark.place")).to_have_count(1)
    page.get_by_role("radio", name="By wheelchair").check()
    stub.wait_asked("profile=wheelchair")
    expect(page).to_have_url(re.compile("loop=n1&length=4000steps&by=wheelchair&kind=cafe"))
    page.reload()
    expect(page.locator(".route-choice").first).to_contain_text("via Kappeli")
    expect(page.get_by_label("Length")).to_have_value("4000steps")


def test_without_a_round_walk_it_says_so_and_other_wishes_help(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["404", "ERR_"]
    page = visitor.open("#loop=n1&kind=hotel")
    expect(page.get_by_role("alert")).to_contain_text("No round walk of this length starts here")
    assert page.evaluate(LINES) == [0, 0]
    page.get_by_label("Pass by").select_option("Anywhere")
    expect(walks(page)).to_have_count(2)
    stub.stop()
    page.get_by_label("Length").select_option("60min")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    stub.start()
    try_again(page, ".route-result")
    expect(walks(page)).to_have_count(2)


def test_a_late_walk_of_an_older_wish_is_dropped(visit, stub):
    held = stub.hold("minutes=45")
    page = visit(stub.address, DESK).open("#loop=n1")
    expect(walks(page)).to_have_count(2)
    page.get_by_label("Length").select_option("45min")
    stub.wait_asked("minutes=45")
    assert page.evaluate(LINES) == [0, 0]
    page.get_by_label("Pass by").select_option("Café")
    page.get_by_label("Length").select_option("20min")
    expect(page.locator(".route-choice").first).to_contain_text("via Kappeli")
    held.set()
    stub.wait_answered("minutes=45")
    next_frame(page)
    expect(page.locator(".route-choice").first).to_contain_text("via Kappeli")


def test_the_real_program_makes_round_walks_that_end_where_they_begin(visit, served):
    visitor = visit(served, DESK)
    with visitor.page.expect_response(re.compile("v1/loop")) as answered:
        page = visitor.open("#loop=60.170200,24.941500&length=30min&by=foot&kind=cafe")
    expect(walks(page).first).to_be_checked()
    shown = page.evaluate("() => seenMap.getSource('route').serialize().data.features[0].geometry.coordinates")
    best = answered.value.json()["routes"][0]
    assert shown == best["geometry"]["coordinates"] and shown[0] == shown[-1]
    assert abs(best["duration"] - 30 * 60) < 6 * 60
    expect(page.locator(".route-choice").first).to_contain_text(f"via {best['place']['name']}")
    assert page.locator(".steps li").count() == sum(len(leg["steps"]) for leg in best["legs"])
