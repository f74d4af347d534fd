"""Directions: travel modes with their times, points to pass, steps that follow the walker, other routes, sharing and printing."""
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, next_frame, try_again

ENDS = "#from=n1&to=n2"


def profile(page, name):
    return page.get_by_role("group", name="Travel mode").get_by_role("radio", name=re.compile(name))


def summary(page):
    return page.locator(".summary")


def test_each_profile_shows_its_time_and_is_selected_without_waiting(visit, stub):
    page = visit(stub.address, DESK).open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    for name, time in [("On foot", "7 min"), ("By wheelchair", "10 min"), ("By bicycle", "2 min"), ("By car", "1 min")]:
        expect(profile(page, f"{name}.*{time}")).to_have_count(1)
    stub.hold("/api/v1/route")
    profile(page, "By bicycle").check()
    expect(summary(page)).to_contain_text("2 min")
    expect(page.locator(".directions .fact")).to_have_text("By bicycle")
    expect(page).to_have_url(re.compile("by=bicycle"))


def test_walkers_avoid_crowded_streets_and_see_the_extra_time(visit, stub):
    stub.features = ["positions", "busyness", "queues"]
    page = visit(stub.address, PHONE).open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    quieter = page.get_by_role("switch", name="Avoid crowds")
    quieter.check()
    expect(summary(page)).to_contain_text("11 min")
    expect(page.get_by_text("takes 4 min longer")).to_be_visible()
    expect(page).to_have_url(re.compile("quieter=1"))
    # The car route ignores crowds; the walking route avoids them again.
    profile(page, "By car").check()
    expect(summary(page)).to_contain_text("1 min")
    expect(quieter).to_be_hidden()
    assert "quieter" not in page.url
    profile(page, "On foot").check()
    expect(summary(page)).to_contain_text("11 min")
    page.reload()
    expect(summary(page)).to_contain_text("11 min")
    expect(quieter).to_be_checked()
    quieter.uncheck()
    expect(summary(page)).to_contain_text("7 min")
    expect(page.get_by_text("takes 4 min longer")).to_have_count(0)


def test_a_server_without_crowd_data_offers_no_quieter_route(visit, stub):
    page = visit(stub.address, DESK).open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    expect(page.get_by_role("switch", name="Avoid crowds")).to_be_hidden()


def test_the_travel_mode_is_chosen_by_keys_and_remembered_on_the_device(visit, stub):
    page = visit(stub.address, DESK).open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    profile(page, "On foot").focus()
    page.keyboard.press("ArrowRight")
    expect(summary(page)).to_contain_text("10 min")
    # An address that leaves it open.
    page.goto("about:blank")
    page.goto(f"{stub.address}/{ENDS}")
    expect(profile(page, "By wheelchair")).to_be_checked()
    expect(summary(page)).to_contain_text("10 min")
    # One with a travel mode.
    page.goto("about:blank")
    page.goto(f"{stub.address}/{ENDS}&by=car")
    expect(profile(page, "By car")).to_be_checked()


def test_a_travel_mode_without_a_route_says_so_and_the_others_stay(visit, stub):
    stub.wayless = {"car"}
    visitor = visit(stub.address, DESK)
    visitor.expected.append("404")
    page = visitor.open(ENDS)
    expect(profile(page, "By car.*No route")).to_have_count(1)
    profile(page, "By car").check()
    expect(page.get_by_role("alert")).to_contain_text("No route by car: no road on the map connects these two places")
    expect(page.get_by_role("button", name="Change the starting point")).to_be_visible()
    profile(page, "By bicycle").check()
    expect(summary(page)).to_contain_text("2 min")
    assert page.evaluate("() => seenMap.getSource('route').serialize().data.features.length") > 0


def test_a_route_by_wheelchair_lists_avoided_obstacles_and_unmapped_parts(visit, stub):
    page = visit(stub.address, DESK).open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    expect(page.locator(".wheels")).to_have_count(0)
    profile(page, "By wheelchair").check()
    expect(page.locator(".wheels li")).to_have_text(["Avoids: stairs (200 m)", "Not known: 3 kerbs"])


def test_a_late_time_of_other_ends_is_dropped(visit, stub):
    held = stub.hold("profile=car")
    page = visit(stub.address, DESK).open(ENDS)
    expect(profile(page, "By bicycle.*2 min")).to_have_count(1)
    stub.wait_asked("profile=car")
    stub.gates = {}
    page.get_by_role("button", name="Swap start and destination").click()
    expect(profile(page, "By car.*1 min")).to_have_count(1)
    stub.wayless = {"car"}
    held.set()
    stub.wait_answered("profile=car")
    next_frame(page)
    expect(profile(page, "By car.*1 min")).to_have_count(1)


def test_a_missing_server_is_reported_and_asked_again(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected.append("ERR_")
    page = visitor.open(ENDS)
    expect(summary(page)).to_be_visible()
    stub.stop()
    page.get_by_role("button", name="Swap start and destination").click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    stub.start()
    try_again(page, ".route-result")
    expect(summary(page)).to_contain_text("7 min")


# Where the corner of the drawn route is on the page, and how many lines are drawn.
CORNER = """() => {
    const { features } = seenMap.getSource('route').serialize().data;
    const line = features.find((each) => each.properties.part === 'route').geometry.coordinates;
    const [west, north] = line[1], [x, y] = [line[0][0], line[0][1]];
    const { x: left, y: top } = seenMap.project([(west + x) / 2, (north + y) / 2]);
    return [left, top];
}"""
LINE_POINTS = "() => seenMap.getSource('route').serialize().data.features.find((each) => each.properties.part === 'route').geometry.coordinates.length"


def stops(page):
    return page.get_by_role("list", name="Stops").get_by_role("listitem")


def test_pulling_the_line_passes_another_point_and_back_takes_it_back(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    visitor.wait_drawn()
    x, y = page.evaluate(CORNER)
    page.mouse.move(x, y)
    expect(page.locator(".route-knob")).to_be_visible()
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=4)
    # Drawn anew while it is pulled.
    page.wait_for_function(f"() => ({LINE_POINTS})() === 5")
    expect(stops(page)).to_have_count(0)
    page.mouse.up()
    expect(stops(page)).to_have_text([re.compile(r"Stub Street \d+")])
    expect(summary(page)).to_contain_text("14 min")
    expect(page).to_have_url(re.compile(r"via=60\.\d+,24\.\d+"))
    expect(page.locator(".via-mark")).to_have_text("1")
    shared_address = page.url
    page.reload()
    visitor.wait_ready()
    expect(stops(page)).to_have_count(1)
    expect(summary(page)).to_contain_text("14 min")
    page.go_back()
    expect(stops(page)).to_have_count(0)
    expect(summary(page)).to_contain_text("7 min")
    page.go_forward()
    expect(stops(page)).to_have_count(1)
    assert re.search("via=[^&]+", page.url)[0] == re.search("via=[^&]+", shared_address)[0]
    # Closing goes below all steps.
    page.get_by_role("button", name="Close").click()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    expect(page.locator(".via-mark")).to_have_count(0)


def test_a_finger_that_rests_on_the_line_pulls_it_and_drops_no_pin(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = visitor.open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    visitor.wait_drawn()
    x, y = page.evaluate(CORNER)
    touch = visitor.context.new_cdp_session(page)

    def send(kind, *points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": left, "y": top} for left, top in points]})

    middle = page.evaluate("() => seenMap.getCenter().toArray()")
    send("touchStart", (x, y))
    expect(page.locator(".route-knob.held")).to_be_visible()
    for step in range(1, 6):
        send("touchMove", (x + 8 * step, y + 6 * step))
        page.wait_for_timeout(16)
    send("touchEnd")
    expect(stops(page)).to_have_count(1)
    assert page.evaluate("() => seenMap.getCenter().toArray()") == middle
    expect(page.locator("html")).to_have_attribute("data-screen", "directions")


def test_a_finger_pulls_the_line_at_once_and_pushes_the_map_beside_it(visit, stub):
    visitor = visit(stub.address, {**PHONE, "viewport": {"width": 390, "height": 844}})
    page = visitor.open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    visitor.wait_drawn()
    x, y = page.evaluate(CORNER)
    touch = visitor.context.new_cdp_session(page)
    middle = page.evaluate("() => seenMap.getCenter().toArray()")

    def drag(left, top):
        send = lambda kind, *points: touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        send("touchStart", (left, top))
        for step in range(1, 6):
            send("touchMove", (left + 8 * step, top + 6 * step))
            page.wait_for_timeout(16)
        send("touchEnd")

    drag(x, y)
    expect(stops(page)).to_have_count(1)
    assert page.evaluate("() => seenMap.getCenter().toArray()") == middle
    expect(page.locator("html")).to_have_attribute("data-screen", "directions")
    page.go_back()
    expect(stops(page)).to_have_count(0)
    drag(x - 110, y - 20)
    page.wait_for_function("(before) => seenMap.getCenter().lng !== before[0]", arg=middle)
    expect(stops(page)).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-screen", "directions")


@pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK], ids=["phone", "desk"])
def test_a_tap_away_from_a_route_offers_the_way_back_to_it(visit, stub, device):
    visitor = visit(stub.address, device)
    page = visitor.open(ENDS)
    expect(summary(page)).to_contain_text("7 min")
    visitor.wait_drawn()
    back = page.get_by_role("button", name="Back to the route")
    expect(back).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_attribute("data-screen", "pin")
    expect(page.get_by_text("Your route is still open.")).to_be_visible()
    back.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-screen", "directions")
    expect(summary(page)).to_contain_text("7 min")
    expect(back).to_have_count(0)
    page.wait_for_function("() => seenMap.getSource('route').serialize().data.features.length > 0")


def test_a_stop_on_the_route_is_reached_and_only_the_end_is_arrived_at(visit, stub):
    page = visit(stub.address, DESK).open(f"{ENDS}&via=n4;w3")
    steps = page.locator(".steps .instruction")
    expect(steps.filter(has_text="You have reached stop")).to_have_text(["You have reached stop 1", "You have reached stop 2"])
    expect(steps.filter(has_text="You have arrived")).to_have_count(1)
    icons = page.locator(".steps li svg use").evaluate_all("(all) => all.map((each) => each.getAttribute('href').split('#')[1])")
    assert icons.count("flag") == 1 and icons.count("map-pin") == 2


def test_no_instruction_of_another_profiles_route_is_spoken(visit, stub):
    held = stub.hold("profile=wheelchair")
    _, page = walker(visit, stub)
    heard = page.locator(".directions > [role=status].spoken")
    expect(heard).to_contain_text("Turn right onto Crossing Lane")
    profile(page, "By wheelchair").check()
    # Until its route is there, nothing is said of the walkers'.
    expect(heard).to_have_text("")
    expect(page.locator(".next-step")).to_be_hidden()
    held.set()
    expect(heard).to_contain_text("Turn right onto Crossing Lane")


def test_stops_are_added_reordered_and_removed_by_keyboard(visit, stub):
    page = visit(stub.address, DESK).open(f"{ENDS}&via=n4;w3")
    expect(stops(page)).to_have_text([re.compile("Söner"), "Kaisaniemi Park"])
    expect(summary(page)).to_contain_text("21 min")
    move = stops(page).first.get_by_role("button", name=re.compile("Move .*Söner down"))
    move.focus()
    page.keyboard.press("Enter")
    expect(stops(page)).to_have_text(["Kaisaniemi Park", re.compile("Söner")])
    expect(page).to_have_url(re.compile("via=w3;n4"))
    stub.wait_asked("via=60.17415,24.9462;60.16905,24.9441")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Remove Kaisaniemi Park").press("Enter")
    expect(stops(page)).to_have_text([re.compile("Söner")])
    expect(summary(page)).to_contain_text("14 min")
    page.get_by_role("button", name="Add a stop").press("Enter")
    expect(page.get_by_role("combobox", name="Stop")).to_be_focused()
    page.keyboard.type("kaisaniemi")
    expect(page.get_by_role("option", name=re.compile("Kaisaniemi"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(stops(page)).to_have_text([re.compile("Söner"), "Kaisaniemi Park"])
    expect(page.get_by_role("combobox", name="Stop")).to_have_count(0)
    page.go_back()
    expect(stops(page)).to_have_count(1)


def test_a_stop_is_moved_on_the_map_and_a_late_answer_for_the_older_stop_is_dropped(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open(f"{ENDS}&via=60.170000,24.945000")
    expect(summary(page)).to_contain_text("14 min")
    visitor.wait_drawn()
    box = page.locator(".via-mark").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    held = stub.hold("/api/v1/address")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10, steps=3)
    page.mouse.up()
    expect(page).not_to_have_url(re.compile("via=60.170000,24.945000"))
    page.go_back()
    expect(page).to_have_url(re.compile("via=60.170000,24.945000"))
    held.set()
    expect(page.locator(".via-mark")).to_have_count(1)
    expect(stops(page)).to_have_text(["Stub Street 0"])


# From HERE to n2 the made-up route leads 28 m north, round a corner, and 400 m east.
WALK = "#from=me&to=n2"
ON_THE_WAY = {"latitude": 60.17045, "longitude": 24.9450, "accuracy": 8}
BESIDE = {"latitude": 60.1720, "longitude": 24.9450, "accuracy": 8}
LISTEN = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', { value: { speak: ({ text, lang }) => said.push([lang, text]), cancel() {} } });
"""


def walker(visit, stub, device=DESK, **options):
    visitor = visit(stub.address, device, geolocation=HERE, permissions=["geolocation"], **options)
    visitor.context.add_init_script(LISTEN)
    return visitor, visitor.open(WALK)


def current(page):
    return page.locator(".steps [aria-current=step]")


def test_the_steps_follow_the_walker_to_the_end(visit, stub):
    visitor, page = walker(visit, stub)
    banner = page.locator(".next-step")
    expect(banner).to_contain_text("30 m")
    expect(banner).to_contain_text("Turn right onto Crossing Lane")
    expect(current(page)).to_contain_text("Head north")
    visitor.context.set_geolocation(ON_THE_WAY)
    expect(current(page)).to_contain_text("Turn right onto Crossing Lane")
    expect(banner).to_contain_text("210 m")
    expect(page.locator(".directions > [role=status].spoken")).to_have_text("Your destination is in 210 m")
    visitor.context.set_geolocation({**ON_THE_WAY, "longitude": 24.94870})
    expect(banner).to_contain_text("Arrived")
    expect(current(page)).to_contain_text("You have arrived")
    # The route was asked for once.
    assert len([path for path in stub.asked if "route?" in path and "profile=foot" in path]) == 1


def test_steps_are_spoken_on_request_in_the_pages_language_and_that_is_remembered(visit, stub):
    visitor, page = walker(visit, stub, locale="fi-FI")
    expect(page.locator(".next-step")).to_be_visible()
    assert page.evaluate("() => said") == []
    speak = page.get_by_role("button", name="Ääniopastus")
    speak.press("Enter")
    expect(speak).to_have_attribute("aria-pressed", "true")
    [[language, text]] = page.evaluate("() => said")
    assert language == "fi-FI" and "Turn right" in text
    page.reload()
    expect(page.get_by_role("button", name="Ääniopastus")).to_have_attribute("aria-pressed", "true")
    visitor.context.set_geolocation(ON_THE_WAY)
    page.wait_for_function("() => said.some(([, text]) => text.includes('210 m'))")
    page.get_by_role("button", name="Ääniopastus").press("Enter")
    expect(speak).to_have_attribute("aria-pressed", "false")
    before = page.evaluate("() => said.length")
    visitor.context.set_geolocation({**ON_THE_WAY, "longitude": 24.94870})
    expect(page.locator(".next-step")).to_contain_text("Perillä")
    assert page.evaluate("() => said.length") == before


def test_leaving_the_route_gives_a_new_route_from_there(visit, stub):
    visitor, page = walker(visit, stub)
    expect(page.locator(".next-step")).to_be_visible()
    held = stub.hold("from=60.172,24.945")
    visitor.context.set_geolocation(BESIDE)
    expect(current(page)).to_have_count(0)
    stub.wait_asked("from=60.172,24.945")
    # The older route stays until the new route is there, and an answer for an earlier position never takes its place.
    expect(page.locator(".steps li")).to_have_count(3)
    stub.gates = {"from=60.172,24.945": held}
    visitor.context.set_geolocation({**BESIDE, "latitude": 60.1740})
    stub.wait_asked("from=60.174,24.945")
    expect(page.locator(".next-step")).to_be_visible()
    start = "() => seenMap.getSource('route').serialize().data.features.find((each) => each.properties.part === 'route').geometry.coordinates[0][1]"
    page.wait_for_function(f"() => ({start})() === 60.174")
    held.set()
    stub.wait_answered("from=60.172,24.945")
    next_frame(page)
    assert page.evaluate(start) == 60.174


def test_without_a_new_route_the_older_route_stays_and_the_page_says_so(visit, stub):
    visitor, page = walker(visit, stub)
    visitor.expected.append("ERR_")
    expect(page.locator(".next-step")).to_be_visible()
    stub.stop()
    visitor.context.set_geolocation(BESIDE)
    expect(page.locator("#notices")).to_contain_text("You left the route, and no new one was found")
    expect(page.locator(".steps li")).to_have_count(3)
    stub.start()


def choice(page, name):
    return page.get_by_role("group", name="Routes").get_by_role("radio", name=re.compile(name))


OTHERS = "() => seenMap.getSource('otherRoutes').serialize().data.features.map(({ properties }) => properties.label)"


def test_other_routes_are_drawn_in_grey_and_chosen_in_the_list_or_on_the_map(visit, stub):
    visitor = visit(stub.address, DESK)
    page = visitor.open(ENDS)
    expect(choice(page, "7 min.*via Stub Street")).to_be_checked()
    expect(choice(page, r"11 min.*via Longer Lane 1.*\+4 min")).to_have_count(1)
    assert page.evaluate(OTHERS) == ["+4 mins", "+8 mins"]
    choice(page, "7 min").focus()
    page.keyboard.press("ArrowDown")
    expect(summary(page)).to_contain_text("11 min")
    expect(page.locator(".steps")).to_contain_text("Turn left onto Longer Lane 1")
    expect(choice(page, "11 min")).to_be_focused()
    assert page.evaluate(OTHERS) == ["−4 mins", "+4 mins"]
    # The quickest route is grey now: a press on it takes it back.
    visitor.wait_drawn()
    x, y = page.evaluate(
        """() => {
            const [line] = seenMap.getSource('otherRoutes').serialize().data.features.map(({ geometry }) => geometry.coordinates);
            const { x, y } = seenMap.project(line[0].map((each, axis) => each * 0.6 + line[1][axis] * 0.4));
            return [x, y];
        }""")
    page.mouse.click(x, y)
    expect(summary(page)).to_contain_text("7 min")
    expect(choice(page, "7 min")).to_be_checked()
    page.get_by_role("button", name="Close").click()
    page.wait_for_function(f"() => ({OTHERS})().length === 0")


def test_the_chosen_of_several_routes_is_shared_printed_and_kept_as_a_file(visit, stub):
    page = visit(stub.address, DESK).open(f"{ENDS}&by=foot")
    choice(page, "11 min").check()
    expect(page).to_have_url(re.compile("by=foot&way=1$"))
    with page.expect_download() as kept:
        page.get_by_role("button", name="GPX file").click()
    assert kept.value.path().read_text() == "<gpx>foot 1</gpx>"
    assert any("alternatives=2&only=1&format=gpx" in path or "alternatives=2&format=gpx&only=1" in path for path in stub.asked)
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".paper")).to_contain_text("Longer Lane 1")
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    # The link opens the same one.
    page.reload()
    expect(choice(page, "11 min")).to_be_checked()
    expect(page.locator(".steps")).to_contain_text("Turn left onto Longer Lane 1")
    choice(page, "7 min").check()
    expect(page).not_to_have_url(re.compile("way="))
    choice(page, "15 min").check()
    page.get_by_role("button", name="Swap start and destination").click()
    expect(choice(page, "7 min")).to_be_checked()
    expect(page).not_to_have_url(re.compile("way="))


def test_a_mark_of_a_stop_is_as_large_as_a_finger(visit, stub):
    page = visit(stub.address, PHONE).open(f"{ENDS}&via=60.170000,24.945000")
    expect(page.locator(".via-mark")).to_be_visible()
    size = page.evaluate(
        """() => {
            const mark = document.querySelector('.via-mark'), { left, top, width, height } = mark.getBoundingClientRect();
            const hits = (dx, dy) => document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy) === mark;
            return hits(-21, 0) && hits(21, 0) && hits(0, -21) && hits(0, 21);
        }""")
    assert size


def test_a_known_route_is_shown_at_once_and_the_others_come_after_it(visit, stub):
    page = visit(stub.address, DESK).open(ENDS)
    expect(profile(page, "By car.*1 min")).to_have_count(1)
    held = stub.hold("profile=car")
    profile(page, "By car").check()
    expect(summary(page)).to_contain_text("1 min")
    expect(choice(page, "1 min")).to_have_count(0)
    held.set()
    expect(choice(page, r"5 min.*\+4 min")).to_have_count(1)


def test_with_further_points_there_is_one_route(visit, stub):
    page = visit(stub.address, DESK).open(f"{ENDS}&via=n4")
    expect(summary(page)).to_contain_text("14 min")
    expect(page.get_by_role("group", name="Routes")).to_have_count(0)


def test_a_route_is_printed_with_its_map_and_steps(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.context.add_init_script("window.mapDensity = 1")
    page = visitor.open(f"{ENDS}&via=n4&by=foot")
    expect(summary(page)).to_contain_text("14 min")
    visitor.wait_drawn()
    page.evaluate("() => { window.hasPrinted = false; window.print = () => { window.hasPrinted = true } }")
    page.get_by_role("button", name="Print").press("Enter")
    page.wait_for_function("() => window.hasPrinted")
    page.emulate_media(media="print")
    expect(page.locator(".paper h2")).to_have_text("Route to Kaisa Library")
    expect(page.locator(".paper")).to_contain_text("Via <img src=x onerror=alert(1)> & Söner")
    expect(page.locator(".paper li")).to_have_count(6)
    expect(page.locator("bottom-sheet")).to_be_hidden()
    # The picture shows the line, and no other page's colour could be it.
    assert page.evaluate(
        """() => {
            const image = document.querySelector('.paper img');
            const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let at = 0; at < data.length; at += 4) count += data[at] === 0x1d && data[at + 1] === 0x4f && data[at + 2] === 0xd7;
            return count;
        }""") > 200
    page.emulate_media(media="screen")
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".paper")).to_have_count(0)
    # The browser's own print command finds it too; without a route there is none.
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".paper li")).to_have_count(6)
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".paper")).to_have_count(0)


def test_a_route_is_shared_as_a_link_and_kept_as_a_file(visit, stub):
    visitor = visit(stub.address, DESK, permissions=["clipboard-read", "clipboard-write"])
    page = visitor.open(f"{ENDS}&via=n4&by=bicycle")
    expect(summary(page)).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert "from=n1&to=n2&via=n4&by=bicycle" in link
    with page.expect_download() as kept:
        page.get_by_role("button", name="GPX file").click()
    assert kept.value.suggested_filename == "bicycle.gpx"
    assert kept.value.path().read_text() == "<gpx>bicycle 60.16905,24.9441</gpx>"
    shared = []
    page.expose_function("recordShared", lambda what: shared.append(what))
    page.evaluate("() => { navigator.share = async (what) => recordShared(what) }")
    page.get_by_role("button", name="Share").click()
    next_frame(page)
    page.wait_for_function("() => recordShared({ isLast: true }).then(() => true)")
    assert shared[0]["title"] == "Route to Kaisa Library" and shared[0]["url"] == link


def test_a_file_that_is_not_to_be_had_says_so(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected.append("ERR_")
    page = visitor.open(ENDS)
    expect(summary(page)).to_be_visible()
    stub.stop()
    page.get_by_role("button", name="GPX file").click()
    expect(page.locator("#notices")).to_contain_text("does not answer")
    expect(page.get_by_role("button", name="GPX file")).to_be_enabled()
    stub.start()
