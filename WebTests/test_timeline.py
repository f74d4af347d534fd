"""What people say: reading, writing, showing a post on the map, accounts; by touch and by keyboard, and when the server fails."""
import re

from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE


def timeline(visitor):
    page = visitor.open("#timeline")
    expect(page.locator(".post").first).to_be_visible()
    return page


def messages(page):
    return page.locator(".post .message").all_inner_texts()


def test_posts_come_newest_first_and_older_ones_as_one_scrolls(visit, stub):
    page = timeline(visit(stub.address))
    expect(page.locator(".post")).to_have_count(5)
    assert messages(page) == ["The newest", "The fourth", "Two\nlines", "<img src=x onerror=alert(1)>", "The first one"]
    assert [path for path in stub.asked if "/api/v1/posts" in path] == ["/api/v1/posts", "/api/v1/posts?before=3"]


def test_a_located_post_says_where_facing_where_and_how_fast(visit, stub):
    page = timeline(visit(stub.address))
    newest, fourth = page.locator(".post").nth(0), page.locator(".post").nth(1)
    expect(newest.locator(".sentence")).to_have_text("Posted from Kluuvi <b> while facing northeast moving at in train speed.")
    assert newest.locator(".sentence strong").all_inner_texts() == ["Kluuvi <b>", "northeast", "in train"]
    expect(fourth.locator(".sentence")).to_have_count(0)
    expect(fourth.get_by_role("button", name="Show on the map")).to_have_count(0)
    expect(newest.locator("time")).to_have_attribute("title", re.compile("October 1, 2026"))


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


def swipe(page, selector, across, down):
    """A finger that goes over an element."""
    box = page.locator(selector).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + across * step / 5, "y": y + down * step / 5}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def drawn_posts(page):
    """The ids of the posts that the map is given to draw."""
    return page.evaluate("() => seenMap.getSource('posts').serialize().data.features.map((feature) => feature.properties.id)")


def tap_on_map(page, location):
    x, y = page.evaluate("({lat, lon}) => { const {x, y} = seenMap.project([lon, lat]); return [x, y]; }", location)
    page.touchscreen.tap(x, y)


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
    assert page.evaluate("() => [seenMap.getPitch(), seenMap.getBearing()]") == [60, 0]
    newest = next(post for post in stub.posts if post.get("location"))
    assert drawn_posts(page).count(newest["id"]) == 1 and len(drawn_posts(page)) == 3
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
    # It is a view of what was loaded.
    assert not [path for path in stub.asked[asked:] if "/api/" in path]
    page.go_back()
    expect(page.locator(".post")).to_have_count(5)
    assert drawn_posts(page) == []


def test_a_post_is_written_with_the_location_that_is_told_before(visit, stub):
    page = timeline(visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"]))
    page.get_by_role("textbox", name="Your name").fill("Aino")
    page.get_by_role("textbox", name="What is happening here?").fill("Hello\nthere")
    page.get_by_role("button", name="With my location").tap()
    expect(page.locator(".told")).to_contain_text("60.17020, 24.94150")
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".post")).to_have_count(6)
    assert messages(page)[0] == "Hello\nthere"
    expect(page.get_by_role("textbox", name="What is happening here?")).to_have_value("")
    assert stub.posts[0]["author"]["name"] == "Aino" and stub.posts[0]["location"]["lat"] == HERE["latitude"]
    # The name is remembered, the text is not.
    page.reload()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Aino")


def test_without_the_switch_or_when_denied_a_post_has_no_location(visit, stub):
    page = timeline(visit(stub.address, PHONE))
    page.get_by_role("textbox", name="What is happening here?").fill("Nowhere")
    page.get_by_role("button", name="With my location").tap()
    page.get_by_role("button", name="Not now").tap()
    expect(page.get_by_role("button", name="With my location")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".post")).to_have_count(6)
    assert "lat" not in stub.posts[0].get("location", {}) or stub.posts[0]["location"]["lat"] != HERE["latitude"]


def test_a_draft_outlives_a_failure_and_a_reload_and_is_sent_once(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    page = timeline(visitor)
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page.get_by_role("textbox", name="What is happening here?").fill("Important")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".composer .trouble")).to_be_visible()
    expect(page.get_by_role("textbox", name="What is happening here?")).to_have_value("Important")
    stub.refusals.clear()
    page.reload()
    expect(page.get_by_role("textbox", name="What is happening here?")).to_have_value("Important")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".post")).to_have_count(6)


def test_the_timeline_says_when_it_is_empty_and_when_nobody_answers(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page = visitor.open("#timeline")
    expect(page.locator(".timeline-body .trouble")).to_be_visible()
    stub.refusals.clear()
    stub.posts.clear()
    page.locator(".timeline-body").get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Nobody has said anything yet")).to_be_visible()


def test_what_is_written_between_reading_and_listening_is_read(visit, stub):
    stub.changed, stub.newest = "9", {"posts": "a0"}
    gate = stub.hold("v1/events")
    page = timeline(visit(stub.address))
    newest = page.locator(".posts .message").first
    expect(newest).to_have_text(stub.posts[0]["message"])
    stub.posts.insert(0, {**stub.posts[0], "id": "00000000-0000-7000-8000-000000000099", "message": "Between"})
    stub.changed = "a0"
    gate.set()
    expect(newest).to_have_text("Between")


def test_what_others_write_change_and_delete_is_seen_without_a_jump(visit, served):
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
    field.focus()
    page.keyboard.type("Tpyo")
    for _ in range(3):  # Past the location and the picture.
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".post .message").first).to_have_text("Tpyo")
    expect(page.locator(".post header strong").first).to_have_text("keyboarder")
    page.locator(".post").first.get_by_role("button", name="Edit").press("Enter")
    editor = page.locator(".post-form textarea")
    expect(editor).to_be_focused()
    editor.press("Control+a")
    page.keyboard.type("Typo")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".post .message").first).to_have_text("Typo")
    expect(page.locator(".post time").first).to_contain_text("edited")
    page.locator(".post").first.get_by_role("button", name="Delete").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").press("Enter")
    expect(page.get_by_text("Typo")).to_have_count(0)


def test_a_wrong_password_is_told_and_logging_out_makes_a_guest(visit, served):
    visitor = visit(served, PHONE)
    visitor.expected += ["401", "Failed to load resource"]
    page = visitor.open("#account")
    page.get_by_label("Name").fill("logger")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Register").tap()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    page.evaluate("() => { location.hash = '#account' }")
    page.get_by_role("button", name="Log out").tap()
    page.get_by_label("Name").fill("logger")
    page.get_by_label("Password").fill("wrong horse")
    page.get_by_role("button", name="Log in").tap()
    expect(page.locator(".entry .trouble")).to_contain_text("The name or the password is wrong")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").tap()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")


def test_visitors_who_do_not_exist_are_marked_and_left_out_at_a_press(visit, stub):
    stub.posts[1]["is_simulated"] = True
    page = timeline(visit(stub.address, PHONE))
    simulated = page.locator(".post", has_text="The fourth")
    expect(simulated.locator(".badge")).to_have_text("simulated")
    expect(page.locator(".badge")).to_have_count(1)
    page.get_by_role("button", name="Leave them out").tap()
    expect(simulated).to_have_count(0)
    page.reload()
    expect(page.locator(".post").first).to_be_visible()
    expect(simulated).to_have_count(0)
    page.get_by_role("button", name="Show them").tap()
    expect(simulated).to_have_count(1)
