"""The server is gone, and comes back."""
from playwright.sync_api import expect

from conftest import DESK, next_frame, options, search_field
from stub import ABOUT


def test_search_says_that_the_server_is_gone_and_works_again_when_it_is_back(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected.append("Failed to load resource")
    page = visitor.open()
    stub.stop()
    search_field(page).fill("kapp")
    trouble = page.locator("#search .found-note")
    expect(trouble).to_contain_text("The map’s server does not answer.")
    stub.start()
    trouble.get_by_role("button", name="Try again").click()
    expect(options(page, name="Kappeli")).to_be_visible()


def test_a_card_asks_again_by_itself_when_the_server_is_back(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected.append("Failed to load resource")
    page = visitor.open()
    stub.stop()
    page.evaluate("() => { location.hash = '#place=n1' }")
    expect(page.locator(".screen .trouble")).to_contain_text("does not answer")
    stub.start()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    expect(page.locator(".notice:visible")).to_have_count(0)


def lose_and_find(page, stub):
    """The server is gone until the page has noticed, and is back until it has noticed that."""
    stub.stop()
    search_field(page).fill("kapp")
    expect(page.locator("html")).to_have_attribute("data-connection", "unreachable")
    page.go_back()
    stub.start()
    page.locator(".notice").get_by_role("button", name="Try again").click()
    expect(page.locator("html")).to_have_attribute("data-connection", "online")


def test_unsent_text_is_still_there_when_the_server_is_back(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    page = visitor.open("#account")
    stub.refuse("/api/v1/session", 503, "unavailable", "busy")
    page.get_by_label("Name").fill("Aino")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".entry .trouble")).to_be_visible()
    lose_and_find(page, stub)
    expect(page.get_by_label("Name")).to_have_value("Aino")
    expect(page.get_by_label("Password")).to_have_value("correct horse")


def test_the_timeline_is_read_again_without_losing_the_draft(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/posts", 503, "unavailable", "busy")
    page = visitor.open("#timeline")
    expect(page.locator(".timeline-body .trouble")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.locator(".composer").get_by_role("button", name="Picture", exact=True).click()
    chooser.value.set_files("Web/icon-192.png")
    chosen = page.locator(".picture-preview img")
    expect(chosen).to_be_visible()
    stub.refusals.clear()
    lose_and_find(page, stub)
    expect(page.locator(".post").first).to_be_visible()
    expect(chosen).to_be_visible()


def test_without_a_server_and_without_a_copy_the_kept_page_says_so(visit, stub):
    visitor = visit(stub.address, DESK, service_workers="allow")
    visitor.expected.append("Failed to load resource")
    page = visitor.open()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    stub.stop()
    page.reload()
    expect(page.get_by_text("this device has no offline copy")).to_be_visible()
    stub.start()
    page.get_by_role("button", name="Try again").click()
    visitor.wait_ready()


def test_a_copy_that_is_no_atlas_does_not_count(visit, stub):
    # The stub's atlas is four letters.
    visitor = visit(stub.address, DESK, service_workers="allow")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Download for offline use").click()
    expect(page.get_by_text("The download stopped.")).to_be_visible()
    expect(page.get_by_role("button", name="Continue download")).to_be_visible()


def test_a_copy_on_its_way_can_be_cancelled_when_the_server_is_gone_meanwhile(visit, stub):
    visitor = visit(stub.address, DESK, service_workers="allow")
    visitor.expected.append("Failed to load resource")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    stub.hold("/api/v1/pack/")
    page.get_by_role("button", name="Download for offline use").click()
    stub.wait_asked("/api/v1/pack/")
    lose_and_find(page, stub)
    next_frame(page)
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Continue download")).to_be_visible()


def test_a_copy_is_compared_with_the_servers_current_content(visit, stub, monkeypatch):
    visitor = visit(stub.address, DESK, service_workers="allow")
    page = visitor.open()
    keep = """async (about) => {
        const store = await caches.open('hereabouts-pack');
        const pack = { identity: about.atlas.identity, content: 'all', bytes: 4, packed_bytes: 4, objects: [] };
        await store.put('/api/v1/pack?kept', new Response(JSON.stringify({ about, pack, keptAt: Date.now() })));
    }"""
    page.evaluate(keep, ABOUT)
    show = "(view) => { location.hash = view }"
    page.evaluate(show, "#offline")
    expect(page.get_by_text("Downloaded")).to_be_visible()
    expect(page.get_by_role("button", name="Update map")).to_have_count(0)
    page.evaluate(show, "#about")
    monkeypatch.setitem(ABOUT["atlas"], "identity", "another")
    page.evaluate(show, "#offline")
    expect(page.get_by_role("button", name="Update map")).to_be_visible()


def test_the_first_screen_does_not_wait_for_the_others_and_an_opened_screen_appears_when_it_is_loaded(visit, stub):
    held = stub.hold("/built/later.js")
    page = visit(stub.address, DESK).open()
    expect(page.locator(".home")).to_be_visible()
    page.get_by_role("link", name="Timeline").click()
    expect(page.locator("#sheet .skeleton")).to_have_count(1)
    held.set()
    expect(page.get_by_role("heading", name="Timeline")).to_be_visible()


def test_a_reader_who_goes_elsewhere_before_a_screen_has_loaded_stays_there(visit, stub):
    held = stub.hold("/built/later.js")
    page = visit(stub.address, DESK).open()
    page.get_by_role("link", name="Timeline").click()
    expect(page.locator("#sheet .skeleton")).to_have_count(1)
    page.get_by_role("link", name="More").click()
    heading = page.get_by_role("heading", name="More")
    expect(heading).to_be_visible()
    held.set()
    stub.wait_answered("/built/later.js")
    next_frame(page)
    expect(heading).to_be_visible()


def test_a_screen_that_does_not_come_says_so_and_how_to_go_on(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected.append("Failed to load resource")
    stub.refuse("/built/later.js", 500, "internal_error", "broken")
    page = visitor.open("#from=n1&to=n2")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    expect(page.locator(".summary")).to_contain_text("7 min")
