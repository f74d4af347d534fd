"""The timeline: reading, writing, showing a post on the map, accounts; by touch and by keyboard, and with a failing server."""
import contextlib
import json
import re

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, next_frame, touches_are_over
from stub import account, post


def timeline(visitor):
    page = visitor.open("#timeline")
    expect(page.locator(".post").first).to_be_visible()
    return page


def messages(page):
    return page.locator(".post .message").all_inner_texts()


def test_posts_come_newest_first_and_scrolling_loads_older_posts(visit, stub):
    page = timeline(visit(stub.address))
    expect(page.locator(".post")).to_have_count(5)
    assert messages(page) == ["The newest", "The fourth", "Two\nlines", "<img src=x onerror=alert(1)>", "The first one"]
    assert [path for path in stub.asked if "/api/v1/posts" in path] == ["/api/v1/posts", "/api/v1/posts?before=3"]


def test_a_located_post_says_where_facing_where_and_how_fast(visit, stub):
    page = timeline(visit(stub.address))
    newest, fourth = page.locator(".post").nth(0), page.locator(".post").nth(1)
    expect(newest.locator(".sentence")).to_have_text("Posted from Kluuvi <b> while facing northeast moving at train speed.")
    assert newest.locator(".sentence strong").all_inner_texts() == ["Kluuvi <b>", "northeast", "train"]
    expect(fourth.locator(".sentence")).to_have_count(0)
    expect(fourth.get_by_role("button", name="Show on the map")).to_have_count(0)
    expect(newest.locator("time")).to_have_attribute("title", re.compile("1 October 2026"))


def test_a_post_of_somebody_at_rest_names_no_speed(visit, stub):
    stub.posts[0]["location"]["speed"] = "resting"
    newest = timeline(visit(stub.address)).locator(".post").first
    expect(newest.locator(".sentence")).to_have_text("Posted from Kluuvi <b> while facing northeast and resting.")
    assert newest.locator(".sentence strong").all_inner_texts() == ["Kluuvi <b>", "northeast", "resting"]


def test_a_post_is_shown_on_the_map_and_back_leads_to_the_timeline(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = timeline(visitor)
    page.locator(".post").first.get_by_role("button", name="Show on the map").tap()
    expect(page.locator(".mark.place")).to_have_count(1)
    expect(page.locator(".post")).to_have_count(1)
    visitor.wait_drawn()
    camera = page.evaluate("() => ({ pitch: seenMap.getPitch(), bearing: seenMap.getBearing(), zoom: seenMap.getZoom() })")
    assert camera["pitch"] == 60 and camera["bearing"] == 0 and 16 < camera["zoom"] < 17
    page.go_back()
    expect(page.locator(".post")).to_have_count(5)
    expect(page.locator(".mark")).to_have_count(0)


def test_the_map_of_posts_opened_by_its_address_loads_the_newest(visit, stub):
    page = visit(stub.address, PHONE).open("#posts")
    expect(page.get_by_text("2 posts with a location")).to_be_visible()
    page.get_by_role("button", name="Older post").click()
    expect(page.locator(".post")).to_contain_text("The newest")
    assert [path for path in stub.asked if "/api/v1/posts" in path] == ["/api/v1/posts"]


def test_without_a_network_the_timeline_keeps_the_loaded_posts_and_says_that_posting_needs_it(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    expect(page.locator(".post")).to_have_count(5)
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".trouble")).to_contain_text("Posts need a connection. Posts loaded earlier are below.")
    expect(page.locator(".post")).to_have_count(5)
    page.evaluate("() => { location.hash = '#about' }")
    page.evaluate("() => { location.hash = '#timeline' }")
    expect(page.locator(".trouble")).to_contain_text("Posts need a connection.")
    expect(page.locator(".post")).to_have_count(5)
    page.reload()
    expect(page.locator(".trouble")).to_contain_text("none are loaded yet")
    expect(page.locator(".post")).to_have_count(0)


def swipe(page, selector, across, down):
    """A finger that goes over an element."""
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + across * step / 5, "y": y + down * step / 5}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touches_are_over(page)


def drawn_posts(page):
    """The ids of the posts that the map is given to draw."""
    return page.evaluate("() => seenMap.getSource('posts').serialize().data.features.map((feature) => feature.properties.id)")


def tap_on_map(page, location):
    page.wait_for_function(
        "({lat, lon}) => seenMap.queryRenderedFeatures(seenMap.project([lon, lat]), { layers: ['post', 'post-cluster'] }).length > 0", arg=location)
    page.evaluate("() => { window.tapsOnMap = 0; seenMap.on('click', () => { window.tapsOnMap += 1; }); }")
    # A busy browser may take a tap for a long press, or for the end of a gesture before it; people tap again, too.
    for _ in range(5):
        x, y = page.evaluate("({lat, lon}) => { const {x, y} = seenMap.project([lon, lat]); return [x, y]; }", location)
        page.touchscreen.tap(x, y)
        with contextlib.suppress(TooLate):
            page.wait_for_function("() => window.tapsOnMap > 0", timeout=3_000)
            return


def test_a_swipe_to_the_left_shows_the_loaded_posts_on_the_map_and_back(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = timeline(visitor)
    expect(page.locator(".post")).to_have_count(5)
    swipe(page, ".timeline-body", 120, 0)
    swipe(page, ".timeline-body", 10, -150)
    expect(page.locator("html")).to_have_attribute("data-screen", "timeline")
    asked = len(stub.asked)
    swipe(page, ".timeline-body", -120, 20)
    expect(page.locator("html")).to_have_attribute("data-screen", "posts")
    expect(page.get_by_text("3 posts with a location")).to_be_visible()
    visitor.wait_drawn()
    # Posts are in sight: the map stays as it was.
    assert page.evaluate("() => [seenMap.getPitch(), seenMap.getBearing()]") == [0, 0]
    newest = next(post for post in stub.posts if post.get("location"))
    assert drawn_posts(page).count(newest["id"]) == 1 and len(drawn_posts(page)) == 3
    # Posts at one place fall apart at the first tap.
    tap_on_map(page, newest["location"])
    page.wait_for_function("() => !seenMap.isMoving() && seenMap.queryRenderedFeatures({ layers: ['post-cluster'] }).length === 0")
    tap_on_map(page, newest["location"])
    expect(page.locator(".post .message")).to_have_text("The newest")
    expect(page.locator(".post .sentence")).to_contain_text("Kluuvi")
    # The same by keyboard alone.
    page.get_by_role("button", name="Older post").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".post .message")).not_to_have_text("The newest")
    page.get_by_role("button", name="Newer post").press("Enter")
    expect(page.locator(".post .message")).to_have_text("The newest")
    expect(page.get_by_role("button", name="Newer post")).to_be_disabled()
    # It is a view of the loaded posts.
    assert not [path for path in stub.asked[asked:] if "/api/" in path]
    page.go_back()
    expect(page.locator(".post")).to_have_count(5)
    assert drawn_posts(page) == []


def test_posts_that_would_cover_one_another_are_grouped_until_the_map_zooms_in(visit, stub):
    visitor = visit(stub.address, PHONE)
    page = timeline(visitor)
    swipe(page, ".timeline-body", -120, 20)
    located = [post for post in stub.posts if post.get("location")]
    visitor.wait_drawn()
    expect(page.locator("bottom-sheet")).to_have_attribute("data-stop", "half")
    # Above the sheet.
    away = "({lat, lon}) => seenMap.jumpTo({ center: [lon, lat], zoom: 14, pitch: 0 }).panBy([0, 200], { duration: 0 })"
    page.evaluate(f"(at) => void ({away})(at)", located[0]["location"])
    visitor.wait_drawn()
    clusters = "seenMap.queryRenderedFeatures({ layers: ['post-cluster'] })"
    gathered = page.evaluate(f"() => {clusters}.map(({{ properties, geometry }}) => [properties.point_count, geometry.coordinates])")
    assert [count for count, _ in gathered] == [len(located)]
    # The chosen post is visible anywhere on the map.
    page.get_by_role("button", name="Older post").tap()
    expect(page.locator(".post .message")).to_have_text("The newest")
    visitor.wait_drawn()
    chosen = page.evaluate("() => seenMap.queryRenderedFeatures({ layers: ['post-chosen'] }).map((feature) => feature.properties.id)")
    assert chosen == [located[0]["id"]]
    before = page.evaluate("seenMap.getZoom()")
    lon, lat = gathered[0][1]
    tap_on_map(page, {"lon": lon, "lat": lat})
    page.wait_for_function("(before) => !seenMap.isMoving() && seenMap.getZoom() > before", arg=before)
    visitor.wait_drawn()
    assert page.evaluate("() => seenMap.queryRenderedFeatures({ layers: ['post'] }).length") == len(located)


def test_a_post_has_the_location_that_the_page_showed_before(visit, stub):
    page = timeline(visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"]))
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_be_hidden()
    page.get_by_role("textbox", name="What is happening here?").fill("Hello\nthere")
    name.fill("Aino")
    page.get_by_role("button", name="Add my location").tap()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".post")).to_have_count(6)
    assert messages(page)[0] == "Hello\nthere"
    expect(page.get_by_role("textbox", name="What is happening here?")).to_have_value("")
    assert stub.posts[0]["author"]["name"] == "Aino" and stub.posts[0]["location"]["lat"] == HERE["latitude"]
    # The name is remembered, the text is not.
    page.reload()
    page.get_by_role("textbox", name="What is happening here?").focus()
    expect(name).to_have_value("Aino")


def post_and_read_what_is_sent(page, text):
    """The request that posts a text."""
    page.get_by_role("textbox", name="What is happening here?").fill(text)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/posts")) as sent:
        page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post .message").first).to_have_text(text)
    return sent.value.post_data_json


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_after_posting_the_composer_is_closed_and_the_next_post_has_no_place(visit, stub, device):
    page = timeline(visit(stub.address, device, geolocation=HERE, permissions=["geolocation"]))
    switch = page.get_by_role("button", name="Add my location")
    page.get_by_role("textbox", name="What is happening here?").focus()
    expect(page.locator(".composer.open")).to_have_count(1)
    switch.click()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    assert post_and_read_what_is_sent(page, "At the station")["location"]["lat"] == HERE["latitude"]
    # The new post is there, in sight, and has the focus.
    posted = page.locator(".post", has_text="At the station")
    expect(posted).to_be_focused()
    expect(posted).to_be_in_viewport()
    expect(page.locator(".composer.open")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Your name")).to_be_hidden()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".location-text")).to_be_empty()
    assert "location" not in post_and_read_what_is_sent(page, "Somewhere else")


# A moving device with a given speed, and with or without a compass.
MOVING = """
({ speed, faces }) => {
    const coords = { latitude: 60.1702, longitude: 24.9415, accuracy: 12, speed, heading: null };
    const answer = (found) => setTimeout(() => found({ coords, timestamp: Date.now() }));
    Object.defineProperty(navigator, 'geolocation', { value: {
        watchPosition(found) { answer(found); return 1; },
        clearWatch() {},
        getCurrentPosition: answer,
    } });
    const turn = () => dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { alpha: 90, beta: 0, gamma: 0, absolute: true }));
    if (faces) setInterval(turn, 50);
}
"""
MOTION = {
    "en": {(True, True): "Everybody will also see which way you face and how fast you move.", (True, False): "Everybody will also see which way you face.",
           (False, True): "Everybody will also see how fast you move.", (False, False): ""},
    "fi": {(True, True): "Kaikki näkevät myös, mihin suuntaan katsot ja kuinka nopeasti liikut.", (True, False): "Kaikki näkevät myös, mihin suuntaan katsot.",
           (False, True): "Kaikki näkevät myös, kuinka nopeasti liikut.", (False, False): ""},
}


@pytest.mark.parametrize("faces", [True, False], ids=["facing", "no facing"])
@pytest.mark.parametrize(("device", "language", "speed"), [(PHONE, "en", None), (PHONE, "fi", 1.4), (DESK, "en", 0), (DESK, "fi", None)])
def test_the_motion_shown_before_posting_is_the_motion_sent(visit, stub, device, speed, faces, language):
    permissions = ["geolocation", "accelerometer", "gyroscope", "magnetometer"]
    visitor = visit(stub.address, device, geolocation=HERE, permissions=permissions)
    given = json.dumps({"speed": speed, "faces": faces})
    visitor.page.add_init_script(f"({MOVING})({given}); localStorage.setItem('hereabouts.language', '{language}')")
    page = visitor.open("#timeline")
    page.locator(".composer textarea").focus()
    page.locator(".composer .toggle").click()
    # The other texts there are the accuracy and the address.
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    if faces:
        page.wait_for_function("() => document.documentElement.style.getPropertyValue('--facing').startsWith('280.')")
    said = MOTION[language][faces, speed is not None]
    expect(page.locator(".location-text > span").last).to_have_text(said or "Stub Street 2")
    page.locator(".composer textarea").fill("Hello")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/posts")) as sent:
        page.locator(".composer button[type=submit]").click()
    location = sent.value.post_data_json["location"]
    assert (location.get("heading"), location.get("speed")) == (pytest.approx(270, abs=0.1) if faces else None, speed)


def network_is_back(page, stub):
    """The server answers again, and the page hears of it."""
    stub.refusals.clear()
    page.evaluate("() => dispatchEvent(new Event('online'))")


def test_a_post_that_waits_keeps_the_location_where_it_was_written(visit, stub):
    visitor = visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"])
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    page.get_by_role("button", name="Add my location").tap()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page.get_by_role("textbox", name="What is happening here?").fill("At the station")
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".outbox li")).to_contain_text(["At the station"])
    expect(page.locator(".composer.open")).to_have_count(0)
    visitor.context.set_geolocation({**HERE, "latitude": HERE["latitude"] + 0.01})
    network_is_back(page, stub)
    expect(page.locator(".post .message").first).to_have_text("At the station")
    assert stub.posts[0]["location"]["lat"] == HERE["latitude"]


def test_the_place_is_shown_before_posting_also_during_the_lookup_and_without_an_answer(visit, stub):
    visitor = visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"])
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    location = page.locator(".location-text")
    held = stub.hold("/api/v1/address")
    page.get_by_role("button", name="Add my location").tap()
    expect(location).to_contain_text("Finding the address…")
    held.set()
    expect(location).to_contain_text("Stub Street 2")
    assert "60.17" not in location.text_content()
    # Farther away it is another place, whose address is not available now.
    stub.refuse("/api/v1/address", 503, "unavailable", "busy")
    visitor.context.set_geolocation({**HERE, "latitude": HERE["latitude"] + 0.01})
    expect(location).to_contain_text("The address could not be loaded.")
    expect(location).not_to_contain_text("Stub Street")
    stub.refusals.clear()
    location.get_by_role("button", name="Try again").tap()
    expect(location).to_contain_text("Stub Street")


def test_without_the_switch_a_post_has_no_location_although_it_is_known(visit, stub):
    page = timeline(visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"]))
    switch = page.get_by_role("button", name="Add my location")
    switch.tap()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    assert post_and_read_what_is_sent(page, "Here")["location"]["lat"] == HERE["latitude"]
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert "location" not in post_and_read_what_is_sent(page, "Never switched on")
    switch.tap()
    expect(page.locator(".location-text")).to_contain_text("Stub Street 2")
    switch.tap()
    expect(page.locator(".location-text")).to_be_empty()
    assert "location" not in post_and_read_what_is_sent(page, "Switched off")


def test_a_person_who_refuses_location_posts_without_it(visit, stub):
    # The device would report its position if asked.
    page = timeline(visit(stub.address, PHONE, geolocation=HERE))
    page.get_by_role("button", name="Add my location").tap()
    page.get_by_role("button", name="Not now").tap()
    expect(page.get_by_role("button", name="Add my location")).to_have_attribute("aria-pressed", "false")
    assert "location" not in post_and_read_what_is_sent(page, "Nowhere")


def test_a_post_outlives_a_failure_and_a_reload_and_is_sent_once(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    field = page.get_by_role("textbox", name="What is happening here?")
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    field.fill("Important")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".outbox li")).to_contain_text(["Important"])
    page.reload()
    expect(page.locator(".outbox li")).to_contain_text(["Important"])
    expect(field).to_have_value("")
    network_is_back(page, stub)
    expect(page.locator(".outbox")).to_be_hidden()
    expect(page.locator(".post", has_text="Important")).to_have_count(1)
    assert len(stub.posts) == 6


def test_drafts_and_posts_of_a_member_are_gone_after_logging_out(visit, stub):
    stub.log_in()
    page = timeline(visit(stub.address, DESK))
    field = page.get_by_role("textbox", name="What is happening here?")
    field.fill("For later")
    page.reload()
    expect(field).to_have_value("For later")
    page.evaluate("() => { location.hash = '#account' }")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Register")).to_be_visible()
    assert "For later" not in page.evaluate("() => JSON.stringify(sessionStorage)")
    # Posts of the last account are not shown again: the page asks for them as the new account.
    asked = len(stub.asked)
    page.evaluate("() => { location.hash = '#posts' }")
    expect(page.get_by_text("2 posts with a location")).to_be_visible()
    assert any(path.startswith("/api/v1/posts") for path in stub.asked[asked:])
    page.evaluate("() => { location.hash = '#timeline' }")
    expect(field).to_have_value("")


def test_a_draft_is_for_its_writer_also_after_an_unnoticed_log_out(visit, stub):
    stub.log_in()
    page = timeline(visit(stub.address, DESK))
    field = page.get_by_role("textbox", name="What is happening here?")
    field.fill("For later")
    member, stub.member = stub.member, None
    page.reload()
    expect(field).to_have_value("")
    # The same member finds the draft after logging in again.
    stub.member = member
    page.reload()
    expect(field).to_have_value("For later")
    stub.member = account(7, "Somebody else")
    page.reload()
    expect(field).to_have_value("")
    stub.member = None
    page.reload()
    field.fill("A guest's")
    stub.log_in()
    page.reload()
    expect(field).to_have_value("A guest's")


def test_text_written_while_a_post_is_sent_is_the_next_post(visit, stub):
    page = timeline(visit(stub.address))
    field = page.get_by_role("textbox", name="What is happening here?")
    held = stub.hold("/api/v1/posts")
    field.fill("First")
    page.get_by_role("button", name="Post", exact=True).click()
    field.fill("Second thoughts")
    held.set()
    expect(page.locator(".post")).to_have_count(6)
    expect(field).to_have_value("Second thoughts")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post .message").first).to_have_text("Second thoughts")
    assert [each["message"] for each in stub.posts[:2]] == ["Second thoughts", "First"]


def test_other_words_after_a_lost_answer_are_another_post_also_after_a_reload(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    keys = {}
    page.on(
        "request",
        lambda request: (
            request.method == "POST"
            and keys.setdefault(request.post_data_json["message"], set()).add(request.post_data_json["key"])
        ),
    )
    field, send = page.get_by_role("textbox", name="What is happening here?"), page.get_by_role("button", name="Post", exact=True)
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    for count, text in enumerate(("Important", "Urgent"), start=1):
        field.fill(text)
        send.click()
        expect(page.locator(".outbox li")).to_have_count(count)
        page.reload()
    network_is_back(page, stub)
    expect(page.locator(".post .message").first).to_have_text("Urgent")
    assert [each["message"] for each in stub.posts[:2]] == ["Urgent", "Important"]
    assert [len(each) for each in keys.values()] == [1, 1] and keys["Important"] != keys["Urgent"]


def test_the_timeline_says_when_it_is_empty_and_when_no_answer_comes(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page = visitor.open("#timeline")
    expect(page.locator(".timeline-body .trouble")).to_be_visible()
    stub.refusals.clear()
    stub.posts.clear()
    page.locator(".timeline-body").get_by_role("button", name="Try again").click()
    expect(page.get_by_text("No posts yet")).to_be_visible()


def test_posts_between_reading_and_listening_are_read(visit, stub):
    stub.changed, stub.newest = "9", {"posts": "a0"}
    gate = stub.hold("v1/events")
    page = timeline(visit(stub.address))
    newest = page.locator(".posts .message").first
    expect(newest).to_have_text(stub.posts[0]["message"])
    stub.posts.insert(0, {**stub.posts[0], "id": "00000000-0000-7000-8000-000000000099", "message": "Between"})
    stub.changed = "a0"
    gate.set()
    expect(newest).to_have_text("Between")


def test_a_page_that_got_a_post_reads_nothing_again_when_the_stream_begins_anew(visit, stub):
    stub.changed, stub.newest, stub.retry = "9", {"posts": "9"}, 200
    stub.news = [("post", post(9, "Heard"), "a0")]
    gate = stub.hold("v1/events")
    page = timeline(visit(stub.address))
    expect(page.locator(".post")).to_have_count(5)
    gate.set()
    expect(page.get_by_role("button", name="1 new post")).to_be_visible()
    stub.newest = {"posts": "a0"}

    def asked(path):
        return len([each for each in stub.asked if each.startswith(path)])

    read, begun = asked("/api/v1/posts"), asked("/api/v1/events")
    while asked("/api/v1/events") < begun + 3:
        page.wait_for_timeout(50)
    next_frame(page)
    assert asked("/api/v1/posts") == read
    expect(page.locator(".post")).to_have_count(5)
    expect(page.get_by_role("button", name="1 new post")).to_be_visible()


def test_a_post_that_is_being_changed_stays_when_others_are_read_again(visit, stub):
    stub.log_in()
    own = {"name": "Aino", "id": stub.member["id"]}
    # One is on the first page, one on the second.
    stub.posts[1]["author"] = stub.posts[4]["author"] = own
    stub.changed, stub.newest, stub.retry = "9", {"posts": "9"}, 200
    page = timeline(visit(stub.address, DESK))
    page.locator(".post").last.scroll_into_view_if_needed()
    expect(page.locator(".post")).to_have_count(5)
    fields = page.locator(".post-form textarea")
    for index, text in ((4, "Far below"), (1, "Half a sen")):
        page.locator(".post").nth(index).get_by_role("button", name="Edit").click()
        page.locator(".post").nth(index).locator("textarea").fill(text)
    older = stub.hold("before=3")
    stub.posts.insert(0, post(9, "Missed"))
    stub.newest = {"posts": "a0"}
    expect(page.locator(".post .message").first).to_have_text("Missed")
    stub.newest = {"posts": "9"}
    assert [field.input_value() for field in fields.all()] == ["Half a sen", "Far below"]
    expect(fields.first).to_be_focused()
    older.set()
    page.locator(".more").scroll_into_view_if_needed()
    expect(page.locator(".post")).to_have_count(6)
    assert [field.input_value() for field in fields.all()] == ["Half a sen", "Far below"]
    assert page.locator(".post").last.locator("textarea").input_value() == "Far below"


def test_loaded_posts_stay_when_another_reading_fails(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    expect(page.locator(".post")).to_have_count(5)
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".news .trouble")).to_be_visible()
    expect(page.locator(".post")).to_have_count(5)
    stub.refusals.clear()
    stub.posts.insert(0, post(9, "After all"))
    page.locator(".news").get_by_role("button", name="Try again").click()
    expect(page.locator(".post .message").first).to_have_text("After all")
    expect(page.locator(".news .trouble")).to_have_count(0)


def test_others_new_changed_and_deleted_posts_appear_without_a_jump(visit, served):
    reader, writer = visit(served, PHONE), visit(served, DESK)
    other = writer.open("#account")
    other.get_by_label("Name").fill("livewriter")
    other.get_by_label("Password").fill("correct horse")
    other.get_by_role("button", name="Register").click()
    expect(other.locator("html")).to_have_attribute("data-screen", "home")
    other.evaluate("() => { location.hash = '#timeline' }")

    def write(text):
        other.get_by_role("textbox", name="What is happening here?").fill(text)
        other.get_by_role("button", name="Post", exact=True).click()
        expect(other.locator(".post .message").first).to_have_text(text)

    write("Seen from the start")
    page = timeline(reader)
    before = messages(page)
    write("Written while you read")
    expect(page.get_by_role("button", name="1 new post")).to_be_visible()
    assert messages(page) == before
    page.get_by_role("button", name="1 new post").tap()
    expect(page.locator(".post .message").first).to_have_text("Written while you read")
    other.locator(".post").first.get_by_role("button", name="Edit").click()
    other.locator(".post-form textarea").fill("Changed while you read")
    other.get_by_role("button", name="Save").click()
    expect(page.locator(".post .message").first).to_have_text("Changed while you read")
    other.locator(".post").first.get_by_role("button", name="Delete").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".post .message").first).to_have_text("Seen from the start")


def test_registering_writing_editing_and_deleting_by_keyboard_alone(visit, served):
    page = visit(served, DESK).open("#account")
    page.get_by_label("Name").focus()
    page.keyboard.type("keyboarder")
    page.keyboard.press("Tab")
    page.keyboard.type("correct horse")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Register")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.evaluate("() => { location.hash = '#timeline' }")
    field = page.get_by_role("textbox", name="What is happening here?")
    for text in ("Stays", "Tpyo"):
        field.focus()
        page.keyboard.type(text)
        for _ in range(3):  # Past the location and the picture.
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".post .message").first).to_have_text(text)
    expect(page.locator(".post header strong").first).to_have_text("keyboarder")
    edit = page.locator(".post").first.get_by_role("button", name="Edit")
    edit.press("Enter")
    editor = page.locator(".post-form textarea")
    expect(editor).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # Cancels.
    expect(editor).to_have_count(0)
    expect(edit).to_be_focused()
    page.keyboard.press("Enter")
    editor.press("Control+a")
    page.keyboard.type("Typo")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".post .message").first).to_have_text("Typo")
    expect(page.locator(".post time").first).to_contain_text("edited")
    expect(edit).to_be_focused()
    page.locator(".post").first.get_by_role("button", name="Delete").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").press("Enter")
    expect(page.get_by_text("Typo")).to_have_count(0)
    expect(page.locator(".post", has_text="Stays")).to_be_focused()


def test_a_post_with_everything_is_written_by_keyboard_alone(visit, served):
    page = visit(served, DESK, geolocation=HERE, permissions=["geolocation"]).open("#timeline")
    page.on("filechooser", lambda chooser: chooser.set_files("Web/icon-192.png"))
    field = page.get_by_role("textbox", name="What is happening here?")
    field.focus()
    page.keyboard.type("By keys")
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Add my location")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".location-text")).to_contain_text("Everybody will see your location on the map, accurate to 12 m")
    expect(page.get_by_role("button", name="Add my location")).to_be_focused()
    page.keyboard.press("Tab")
    choose = page.locator(".composer").get_by_role("button", name="Picture", exact=True)
    expect(choose).to_be_focused()
    page.keyboard.press("Enter")
    text = page.get_by_label("Describe the picture")
    expect(text).to_be_visible()
    for _ in range(6):
        if text.evaluate("(text) => text === document.activeElement"):
            break
        page.keyboard.press("Shift+Tab")
    expect(text).to_be_focused()
    page.keyboard.type("A white pin")
    send = page.get_by_role("button", name="Post", exact=True)
    for _ in range(6):
        page.keyboard.press("Tab")
        if send.evaluate("(send) => send === document.activeElement"):
            break
    expect(send).to_be_focused()
    page.keyboard.press("Enter")
    post = page.locator(".post", has_text="By keys").first
    expect(post.get_by_role("img", name="A white pin")).to_be_visible()
    expect(post.locator(".sentence")).to_contain_text("Posted from")
    expect(field).to_have_value("")
    # The focus is not lost with the button that was disabled meanwhile.
    assert page.evaluate("() => document.activeElement !== document.body")


def test_a_wrong_password_is_reported_and_logging_out_makes_a_guest(visit, served):
    visitor = visit(served, PHONE)
    visitor.expected += ["401", "Failed to load resource"]
    page = visitor.open("#account")
    page.get_by_label("Name").fill("logger")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Register").tap()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.evaluate("() => { location.hash = '#account' }")
    page.get_by_role("button", name="Log out", exact=True).tap()
    page.get_by_label("Name").fill("logger")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Log in").tap()
    expect(page.locator(".entry .trouble")).to_contain_text("Wrong name or password")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").tap()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")


def test_simulated_visitors_are_marked_and_hidden_with_a_press(visit, stub):
    stub.posts[1]["is_simulated"] = True
    page = timeline(visit(stub.address, PHONE))
    simulated = page.locator(".post", has_text="The fourth")
    expect(simulated.locator(".badge")).to_have_text("simulated")
    expect(page.locator(".badge")).to_have_count(1)
    page.get_by_role("button", name="Hide them").tap()
    expect(simulated).to_have_count(0)
    page.reload()
    expect(page.locator(".post").first).to_be_visible()
    expect(simulated).to_have_count(0)
    page.get_by_role("button", name="Show them").tap()
    expect(simulated).to_have_count(1)


CHANGE_POST = """async ([message, text]) => {
    const { posts } = await (await fetch('/api/v1/posts')).json();
    const { id, revision } = posts.find((post) => post.message === message);
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`/api/v1/posts/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ message: text, revision }) })).status;
}"""


@pytest.mark.parametrize("mine", [True, False], ids=["keeps mine", "takes the newer"])
def test_a_post_changed_in_another_tab_shows_both_texts_and_either_can_be_taken(visit, served, mine):
    visitor = visit(served, DESK)
    visitor.expected += ["409", "Failed to load resource"]
    page = visitor.open("#account")
    page.get_by_label("Name").fill(f"twotabs{int(mine)}")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.evaluate("() => { location.hash = '#timeline' }")
    first = f"First {mine}"
    page.get_by_role("textbox", name="What is happening here?").fill(first)
    page.get_by_role("button", name="Post", exact=True).click()
    post = page.locator(".post", has_text=first).first
    post.get_by_role("button", name="Edit").click()
    page.locator(".post-form textarea").fill(f"Mine {mine}")
    assert page.evaluate(CHANGE_POST, [first, f"Newer <b> {mine}"]) == 200
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".post-form blockquote")).to_have_text(f"Newer <b> {mine}")
    expect(page.get_by_role("button", name="Use the newer text")).to_be_focused()
    page.get_by_role("button", name="Save" if mine else "Use the newer text").click()
    expect(page.locator(".post-form")).to_have_count(0)
    expect(page.locator(".post .message").first).to_have_text(f"Mine {mine}" if mine else f"Newer <b> {mine}")
    page.reload()
    expect(page.locator(".post .message").first).to_have_text(f"Mine {mine}" if mine else f"Newer <b> {mine}")


def test_an_empty_post_and_an_empty_reason_are_refused_and_a_post_is_reported_once(visit, served):
    page = visit(served, DESK).open("#timeline")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_text("Write something, or choose a picture.")).to_be_visible()
    page.get_by_role("textbox", name="What is happening here?").fill("To be reported")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post", has_text="To be reported")).to_have_count(1)
    page.evaluate("() => { location.hash = '#account' }")
    page.get_by_label("Name").fill("reporting")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.evaluate("() => { location.hash = '#timeline' }")
    post = page.locator(".post", has_text="To be reported")
    post.get_by_role("button", name="Report").click()
    form = post.locator(".post-form")
    form.get_by_role("button", name="Report").click()
    expect(form.get_by_text("Fill in this field.")).to_be_visible()
    form.get_by_role("textbox").fill("Because")
    form.get_by_role("button", name="Report").click()
    button = post.get_by_role("button", name="Reported")
    expect(button).to_be_disabled()
    expect(button).to_be_focused()
    page.get_by_role("button", name="Refresh").click()
    expect(post.get_by_role("button", name="Reported")).to_be_disabled()
