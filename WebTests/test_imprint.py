"""The imprint: visitors read it, and operators write it."""
import base64

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, PHONE, next_frame
from stub import picture
from test_account import operate
from test_everyone import SMALL

IMPRINT = {
    "revision": 3, "title": "The <b>Museum</b>", "text": "First line,\nsecond line.\n\nSee https://example.org/us. <script>alert(1)</script>\n\n\nThe end.",
    "contact": "Door 3, javascript:alert(1) https://example.org/contact", "pictures": [picture(3, "The crew"), picture(4)],
}
DOT = {"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")}


def choose(page, room):
    """Chooses a picture in one of the picture fields."""
    page.locator(".rooms .picture-choice").nth(room).locator("input[type=file]").set_input_files(DOT)


def test_visitors_read_who_runs_the_place_and_only_web_addresses_are_links(visit, stub):
    stub.imprint = IMPRINT
    page = visit(stub.address).open("#about")
    section = page.locator(".imprint")
    expect(section.locator("h3")).to_have_text("The <b>Museum</b>")
    assert section.locator("p.prose").all_inner_texts() == [
        "First line,\nsecond line.", "See https://example.org/us. <script>alert(1)</script>", "The end.", IMPRINT["contact"]]
    links = section.locator("a")
    assert [link.get_attribute("href") for link in links.all()] == ["https://example.org/us", "https://example.org/contact"]
    assert all(link.get_attribute("rel") == "noopener noreferrer" for link in links.all())
    expect(section.locator("li img")).to_have_count(2)
    expect(section.get_by_role("button", name="Edit")).to_have_count(0)
    section.get_by_role("button", name="The crew: enlarge").tap()
    expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("role", [None, "curator", "operator"])
def test_without_an_imprint_only_operators_are_invited_to_write_it(visit, stub, role):
    if role:
        stub.log_in(role)
    page = visit(stub.address, DESK).open("#about")
    stub.wait_answered("v1/imprint")
    expect(page.locator(".about .skeleton")).to_have_count(0)
    if role != "operator":
        assert page.locator(".imprint").inner_text() == ""
        return
    invitation = page.get_by_role("button", name="Add operator details")
    # It looks like the page's own buttons, not like the browser's.
    assert invitation.evaluate("(button) => [getComputedStyle(button).borderTopWidth, button.offsetHeight >= 44]") == ["0px", True]
    invitation.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Heading")).to_have_value("")
    expect(page.locator(".parts [aria-current=page]")).to_have_text("Settings")
    assert page.url.endswith("operator=settings")


def test_an_operator_writes_who_runs_the_place(visit, served):
    visitor, page = operate(visit, served, "#operator=settings")
    visitor.expected += ["401", "Failed to load resource"]
    page.get_by_label("Heading").fill("The keepers")
    page.get_by_label("Text", exact=True).fill("We keep it.\n\nhttps://example.org")
    page.get_by_label("Contact").fill("Door 3")
    expect(page.locator(".rooms .picture-choice:visible")).to_have_count(1)
    choose(page, 0)
    page.locator(".rooms .picture-choice").nth(0).get_by_label("Describe the picture").fill("A dot")
    expect(page.locator(".rooms .picture-choice:visible")).to_have_count(2)
    choose(page, 1)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    expect(page.locator("h3", has_text="Operators of this map")).to_be_focused()
    # A guest with the page open sees it at once, and its pictures.
    guest = visit(served, PHONE)
    other = guest.open("#about")
    section = other.locator(".imprint")
    expect(section.locator("h3")).to_have_text("The keepers")
    expect(section.get_by_role("button", name="A dot")).to_be_visible()
    assert section.locator("img").first.evaluate("async (image) => (await fetch(image.src)).headers.get('content-type')") == "image/webp"
    page.get_by_label("Heading").fill("Others")
    page.locator(".rooms .picture-choice").nth(1).get_by_role("button", name="Remove picture").click()
    page.get_by_role("button", name="Save").click()
    expect(section.locator("h3")).to_have_text("Others")
    expect(section.locator("img")).to_have_count(1)
    # All empty: gone for visitors.
    for name in ("Heading", "Contact"):
        page.get_by_label(name).fill("")
    page.get_by_label("Text", exact=True).fill("")
    page.locator(".rooms .picture-choice").nth(0).get_by_role("button", name="Remove picture").click()
    page.get_by_role("button", name="Save").click()
    expect(section).to_have_text("")


def test_another_operators_change_is_not_overwritten(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["409", "Failed to load resource"]
    stub.log_in("operator")
    stub.imprint = dict(IMPRINT)
    page = visitor.open("#operator=settings")
    page.get_by_label("Contact").fill("Mine")
    stub.imprint = IMPRINT | {"revision": 4, "title": "Theirs"}
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("button", name="Reload").tap()
    expect(page.get_by_label("Heading")).to_have_value("Theirs")
    expect(page.get_by_label("Contact")).to_have_value("Mine")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Saved")).to_be_visible()
    assert (stub.imprint["title"], stub.imprint["contact"], stub.imprint["revision"]) == ("Theirs", "Mine", 5)
    assert [each["id"] for each in stub.imprint["pictures"]] == [each["id"] for each in IMPRINT["pictures"]]


def test_typed_text_survives_leaving_and_a_missing_server(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.log_in("operator")
    page = visitor.open("#operator=settings")
    page.get_by_label("Text", exact=True).fill("Half a sen")
    stub.refuse("/api/v1/imprint", 503, "unavailable", "busy")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".form-problem")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("button", name="Accounts").tap()
    expect(page.locator(".person").first).to_be_visible()
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_label("Text", exact=True)).to_have_value("Half a sen")


def test_at_most_six_pictures_are_offered(visit, stub):
    stub.log_in("operator")
    stub.imprint = IMPRINT | {"pictures": [picture(number, "x") for number in range(6)]}
    page = visit(stub.address, DESK).open("#operator=settings")
    rooms = page.locator(".rooms .picture-choice:visible")
    expect(rooms).to_have_count(6)
    expect(rooms.get_by_role("button", name="Picture", exact=True)).to_have_count(0)
    expect(rooms.get_by_role("button", name="Replace picture")).to_have_count(6)
    rooms.nth(2).get_by_role("button", name="Remove picture").click()
    # The room that became free is offered, where it was.
    expect(rooms).to_have_count(6)
    expect(rooms.nth(2).get_by_role("button", name="Picture", exact=True)).to_be_focused()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    assert [each["id"] for each in stub.imprint["pictures"]] == [picture(number)["id"] for number in (0, 1, 3, 4, 5)]


def test_start_options_are_shown_and_cannot_be_changed(visit, stub):
    stub.log_in("operator")
    stub.settings = {"guests": "none", "simulated_visitors": False}
    page = visit(stub.address).open("#operator=settings")
    expect(page.locator(".settings dd")).to_have_text(["Use the map only", "Off", "No backups are made"])
    stub.settings["backups"] = {"last": "2026-10-01T06:00:00.000Z", "problem": "the disk is full; make room"}
    page.reload()
    expect(page.locator(".settings dd").last).to_contain_text("Latest")
    expect(page.get_by_role("alert").filter(has_text="make room")).to_be_visible()
    stub.settings["backups"] = {}
    page.reload()
    expect(page.locator(".settings dd").last).to_have_text("The first backup is made soon")
    expect(page.get_by_text("change them only there")).to_be_visible()
    expect(page.locator(".settings input, .settings select, .settings button")).to_have_count(0)


@pytest.mark.parametrize("path, view", [("imprint", "#about"), ("imprint", "#operator=settings"), ("settings", "#operator=settings")])
def test_each_screen_waits_and_reports_a_missing_answer(visit, stub, path, view):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.log_in("operator")
    stub.imprint = IMPRINT
    gate = stub.hold(f"v1/{path}")
    page = visitor.open(view)
    expect(page.locator(".skeleton")).to_be_visible()
    stub.refuse(f"/api/v1/{path}", 503, "unavailable", "busy")
    gate.set()
    expect(page.locator(".trouble")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(".imprint h3, .imprint-form, #imprint-form-title").first).to_be_visible()


def test_without_a_network_the_last_answer_is_shown_with_its_age(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["ERR_INTERNET_DISCONNECTED", "Failed to load resource", "ERR_FAILED"]
    stub.imprint = IMPRINT
    page = visitor.open("#about")
    expect(page.locator(".imprint h3")).to_be_visible()
    page.evaluate("() => { location.hash = '#' }")
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    visitor.context.set_offline(True)
    page.evaluate("() => { location.hash = '#about' }")
    expect(page.locator(".imprint .remark")).to_contain_text("Offline: saved")
    expect(page.locator(".imprint h3")).to_have_text(IMPRINT["title"])
    visitor.context.set_offline(False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, scheme):
    stub.log_in("operator")
    stub.imprint = IMPRINT
    page = visit(stub.address, PHONE, color_scheme=scheme, reduced_motion="reduce").open()
    for view, sign in (("#about", ".imprint h3"), ("#operator=settings", ".settings")):
        page.evaluate("(view) => { location.hash = view }", view)
        expect(page.locator(sign)).to_be_visible()
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar", "fi-FI", "de-DE"])
def test_nothing_is_cut_off_on_a_small_screen(visit, stub, locale):
    stub.log_in("operator")
    stub.imprint = IMPRINT | {"title": "W" * 200, "contact": "https://example.org/" + "a" * 170}
    page = visit(stub.address, SMALL, locale=locale).open()
    for view, sign in (("#about", ".imprint h3"), ("#operator=settings", ".settings")):
        page.evaluate("(view) => { location.hash = view }", view)
        expect(page.locator(sign)).to_be_visible()
        next_frame(page)
        beyond = page.evaluate(
            """() => [...document.querySelectorAll('.screen *')].filter((each) => each.checkVisibility())
                .filter((each) => { const { left, right, width } = each.getBoundingClientRect(); return width > 0 && (left < -1 || right > 361); })
                .map((each) => each.outerHTML.slice(0, 120))""")
        assert beyond == [], view


@pytest.mark.parametrize("language", ["en-GB", "fi", "de", "ar"])
def test_the_settings_keep_clear_of_the_edge_and_the_parts_stand_evenly(visit, stub, language):
    stub.log_in("operator")
    page = visit(stub.address, {**PHONE, "viewport": {"width": 412, "height": 915}}, locale=language).open("#operator=settings")
    expect(page.locator(".settle form")).to_be_visible()
    edges = "(all) => all.map((each) => { const { left, right } = each.getBoundingClientRect(); return [left, innerWidth - right]; })"
    assert all(min(edge) >= 16 for edge in page.locator(".settle > :is(h3, p, dl)").evaluate_all(edges))
    rows = [round(each.bounding_box()["y"]) for each in page.locator(".parts button").all()]
    # All in one row, or three and three.
    assert len(rows) == 6 and all(rows.count(row) in (3, 6) for row in rows)


def test_the_account_leads_to_the_settings(visit, stub):
    stub.log_in("operator")
    page = visit(stub.address, DESK).open("#account")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Heading")).to_be_visible()
