"""The server is gone, and comes back."""
from playwright.sync_api import expect

from conftest import DESK, options, search_field


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


def test_without_a_server_and_without_a_copy_the_kept_page_says_so(visit, stub):
    visitor = visit(stub.address, DESK, service_workers="allow")
    visitor.expected.append("Failed to load resource")
    page = visitor.open()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    stub.stop()
    page.reload()
    expect(page.get_by_text("no copy is kept on this device")).to_be_visible()
    stub.start()
    page.get_by_role("button", name="Try again").click()
    visitor.wait_ready()


def test_a_copy_that_breaks_off_is_not_kept(visit, stub):
    # The stub's atlas is shorter than it says.
    from stub import ABOUT

    visitor = visit(stub.address, DESK, service_workers="allow")
    page = visitor.open("#offline")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller")
    real, ABOUT["atlas"]["bytes"] = ABOUT["atlas"]["bytes"], 5
    try:
        page.reload()
        page.get_by_role("button", name="Keep this place offline").click()
        expect(page.get_by_text("The place could not be kept.")).to_be_visible()
        expect(page.get_by_role("button", name="Keep this place offline")).to_be_visible()
    finally:
        ABOUT["atlas"]["bytes"] = real
