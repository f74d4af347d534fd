"""What is written without a network: it waits on the device, survives a restart, and arrives once."""
import datetime
import re

from playwright.sync_api import expect

from conftest import ARGUMENTS, DESK, HERE, PATIENCE_MS, PHONE, arrived
from stub import HOME_PLACE, account, venue_id, work_id

OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
FIELD = "What is happening here?"


def timeline(visitor):
    visitor.expected += [OFFLINE, "Failed to load resource"]
    page = visitor.open("#timeline")
    expect(page.locator(".post").first).to_be_visible()
    return page


def write(page, text):
    page.get_by_role("textbox", name=FIELD).fill(text)
    page.get_by_role("button", name="Post", exact=True).click()


def waiting(page):
    """The items that the list shows."""
    return page.locator(".outbox li")


def test_a_post_written_offline_survives_a_restart_and_26_hours_and_arrives_once_though_its_answer_is_lost(browser, stub, tmp_path):
    stub.log_in()

    def opened():
        """The browser, started with what it kept."""
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS, locale="en-GB", reduced_motion="reduce", **PHONE)
        context.set_default_timeout(PATIENCE_MS)
        return context, context.new_page()

    context, page = opened()
    page.goto(f"{stub.address}/#timeline")
    expect(page.locator(".post")).to_have_count(5)
    context.set_offline(True)
    write(page, "From the tunnel")
    expect(waiting(page)).to_contain_text(["From the tunnel"])
    expect(waiting(page)).to_contain_text(["Waits for a connection"])
    expect(page.get_by_role("textbox", name=FIELD)).to_have_value("")
    assert stub.sent == []
    context.close()

    context, page = opened()
    later = datetime.datetime.now() + datetime.timedelta(hours=26)
    context.clock.install(time=later)
    attempts = []

    def lose_the_first_answer(route):
        if route.request.method != "POST":
            return route.continue_()
        attempts.append(route.request.post_data_json)
        if len(attempts) > 1:
            return route.continue_()
        # The server has the post, and nobody hears of it.
        route.fetch()
        return route.abort()

    page.route("**/api/v1/posts", lose_the_first_answer)
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/v1/posts")):
        page.goto(f"{stub.address}/#timeline")
    expect(waiting(page)).to_contain_text(["From the tunnel"])
    expect(waiting(page)).to_contain_text(["Waits for a connection"])
    assert len(stub.keys) == 1
    context.clock.fast_forward("01:00")
    expect(page.locator(".outbox")).to_be_hidden()
    expect(page.locator(".post", has_text="From the tunnel")).to_have_count(1)
    assert len(attempts) >= 2 and len({each["key"] for each in attempts}) == 1
    assert all(each == attempts[0] for each in attempts)
    assert [each["message"] for each in stub.posts].count("From the tunnel") == 1
    written = datetime.datetime.fromisoformat(attempts[0]["written_at"].replace("Z", "+00:00")).timestamp()
    assert abs(later.timestamp() - written - 26 * 3600) < 600
    context.close()


def test_what_the_server_refuses_is_named_and_goes_back_into_the_form(visit, stub):
    visitor = visit(stub.address, DESK)
    page = timeline(visitor)
    visitor.context.set_offline(True)
    for text in ("Bad", "Good"):
        write(page, text)
        expect(waiting(page).filter(has_text=text)).to_have_count(1)
    expect(page.locator(".notice[data-state=outbox]")).to_contain_text("2 items wait for a connection.")
    stub.refuse("/api/v1/posts", 400, "invalid_body", "this word is not allowed", "message")
    visitor.context.set_offline(False)
    expect(waiting(page).filter(has_text="Not sent")).to_have_count(2)
    expect(waiting(page).first).to_contain_text("Not sent. The server cannot accept this: this word is not allowed.")
    expect(page.locator(".notice[data-state=outbox]")).to_contain_text("2 items could not be sent.")
    # One status says so beside the list, and the second try is silent until its end.
    status = page.locator(".outbox-part [role=status]")
    expect(status).to_have_count(1)
    expect(status).to_contain_text(re.compile("Not sent. The server|2 items could not be sent."))
    stub.refusals.clear()
    waiting(page).nth(1).get_by_role("button", name="Try again").click()
    expect(page.locator(".post", has_text="Good")).to_have_count(1)
    waiting(page).get_by_role("button", name="Edit").click()
    expect(page.get_by_role("textbox", name=FIELD)).to_have_value("Bad")
    expect(page.locator(".outbox")).to_be_hidden()
    expect(page.locator(".notice[data-state=outbox]")).to_have_count(0)
    write(page, "Better")
    expect(page.locator(".post", has_text="Better")).to_have_count(1)
    assert [each["message"] for each in stub.posts[:2]] == ["Better", "Good"]


def test_an_item_is_deleted_only_after_a_question(visit, stub):
    visitor = visit(stub.address, DESK)
    page = timeline(visitor)
    visitor.context.set_offline(True)
    write(page, "Never mind")
    for answer in ("Not now", "Delete"):
        waiting(page).get_by_role("button", name="Delete").click()
        page.locator("dialog").get_by_role("button", name=answer).click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(waiting(page)).to_have_count(0 if answer == "Delete" else 1)
    visitor.context.set_offline(False)
    arrived(page)
    assert stub.sent == []


def test_an_item_is_neither_shown_to_others_nor_sent_in_their_name(visit, stub):
    stub.log_in()
    aino = stub.member
    visitor = visit(stub.address, DESK)
    page = timeline(visitor)
    visitor.context.set_offline(True)
    write(page, "Mine alone")
    expect(waiting(page)).to_have_count(1)
    for other in (None, account(7, "Somebody else")):
        stub.member = other
        visitor.context.set_offline(False)
        page.reload()
        expect(page.locator(".post").first).to_be_visible()
        arrived(page)
        expect(page.locator(".outbox")).to_be_hidden()
        assert stub.sent == []
    stub.member = aino
    page.reload()
    expect(page.locator(".post", has_text="Mine alone")).to_have_count(1)
    assert len(stub.sent) == 1


def test_a_picture_waits_with_its_post(visit, stub):
    visitor = visit(stub.address, DESK)
    page = timeline(visitor)
    with page.expect_file_chooser() as chooser:
        page.locator(".composer").get_by_role("button", name="Picture", exact=True).click()
    chooser.value.set_files("Web/icon-192.png")
    expect(page.locator(".picture-preview img")).to_be_visible()
    visitor.context.set_offline(True)
    write(page, "Look")
    expect(waiting(page)).to_have_count(1)
    expect(page.locator(".picture-preview img")).to_have_count(0)
    visitor.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    assert stub.sent[0]["picture"]["id"]
    uploads = [path for path in stub.asked if path.startswith("/api/v1/pictures?key=")]
    assert len(uploads) == 1 and stub.sent[0]["key"] not in uploads[0]


def test_a_vote_waits_and_is_counted_once(visit, stub):
    stub.log_in()
    visitor = visit(stub.address, DESK)
    visitor.expected += [OFFLINE, "Failed to load resource"]
    page = visitor.open(f"#venue={venue_id(0)}&work={work_id(0)}")
    vote = page.locator(".voting button.toggle")
    expect(vote).to_have_attribute("aria-pressed", "false")
    visitor.context.set_offline(True)
    vote.click()
    expect(page.locator(".voting")).to_contain_text("Your vote will be sent when there is a connection.")
    expect(vote).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".voting")).to_contain_text("3 votes")
    visitor.context.set_offline(False)
    expect(page.locator(".notice[data-state=outbox]")).to_have_count(0)
    stub.wait_answered("/vote?key=")
    assert len([path for path in stub.asked if "/vote?key=" in path]) == 1
    assert stub.guide.works[venue_id(0)][0]["votes"] == 3


def test_a_queue_report_waits_with_its_time_and_its_place(visit, stub):
    stub.log_in()
    stub.features = ["busyness", "queues"]
    visitor = visit(stub.address, PHONE, geolocation=HERE, permissions=["geolocation"])
    visitor.expected += [OFFLINE, "Failed to load resource"]
    page = visitor.open("#place=n1")
    page.get_by_role("button", name="Report waiting time").click()
    visitor.context.set_offline(True)
    page.get_by_label("Minutes").fill("12")
    page.locator(".short-form").get_by_role("button", name="Send").click()
    expect(page.get_by_text("Your report will be sent when there is a connection.")).to_be_visible()
    page.locator(".notice[data-state=outbox]").get_by_role("button", name="Show").click()
    expect(waiting(page)).to_contain_text(["Waiting time 12 min: Kappeli"])
    visitor.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    [sent] = stub.sent
    # Only now did the device hear that this is at home: the exact position never leaves it.
    assert (sent["place"], sent["minutes"], sent["lat"]) == ("n1", 12, HOME_PLACE["middle"]["lat"])
    assert sent["key"] and sent["written_at"]
