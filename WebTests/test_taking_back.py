"""Taking an account back: the list of access and ending it, the confirmation with the password, and the account activity."""
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK

SMALL = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "is_mobile": True, "has_touch": True}
SIZES = pytest.mark.parametrize("device", [SMALL, DESK], ids=["phone", "desk"])
LINK = {"id": "00000000-0000-7000-8000-300000000000", "name": "", "created": "2026-10-01T08:00:00Z",
    "ends": "2026-10-03T08:00:00Z", "precision": "exact", "is_own": True}
GROUP = LINK | {"id": "00000000-0000-7000-8000-400000000000", "name": "<b>Tour</b> of quite a long name " * 2}
INVITATION = {"id": "00000000-0000-7000-8000-500000000000", "note": "", "created": "2026-10-01T08:00:00Z", "expires": "2026-10-08T08:00:00Z"}
EVENTS = [
    {"kind": "failed_log_in", "text": "", "time": "2026-10-02T07:00:00Z", "count": 12},
    {"kind": "device_added", "text": "<b>A phone</b> of quite a long name", "time": "2026-10-02T06:00:00Z", "count": 1},
    {"kind": "role_changed", "text": "curator", "time": "2026-10-01T06:00:00Z", "count": 1},
    {"kind": "log_in", "text": "Firefox, Linux", "time": "2026-09-30T06:00:00Z", "count": 3},
    {"kind": "something_new", "text": "x", "time": "2026-09-29T06:00:00Z", "count": 1},
]


OPENER = {"token": "hb_link", "url": "https://here.example/#shared=hb_link"}


def account(visit, stub, device, view="#account", role="operator", **options):
    stub.log_in(role)
    stub.access = {"links": [LINK], "groups": [GROUP], "registration_links": [INVITATION], "has_set_up_code": True}
    stub.history = EVENTS
    visitor = visit(stub.address, device, **options)
    return visitor, visitor.open(view)


def unfold(page, name):
    button = page.get_by_role("button", name=name, exact=True)
    button.click()
    return button.locator("xpath=following-sibling::*[contains(@class, 'unfolded')]")


def no_scrolling_sideways(page):
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for part in page.locator(".access, .account-history, dialog").all():
        assert part.evaluate("(each) => each.scrollWidth <= each.clientWidth + 1")


@SIZES
def test_a_changed_password_ends_all_but_the_kept_access(visit, stub, device):
    visitor, page = account(visit, stub, device)
    form = unfold(page, "Change password")
    choices = form.get_by_role("checkbox")
    # All but this session.
    expect(choices).to_have_count(6)
    for number in range(6):
        expect(choices.nth(number)).to_be_checked()
    expect(form.get_by_role("group", name="Browsers and programs")).to_contain_text("<b>A program")
    expect(form.get_by_role("group", name="Devices")).to_contain_text("last report")
    expect(form).to_contain_text("An unused set-up code")
    expect(form.get_by_label("Current password")).to_be_focused()
    no_scrolling_sideways(page)
    assert not Axe().run(page).response["violations"]
    choices.nth(1).press("Space")
    form.get_by_role("checkbox", name="Tour").uncheck()
    form.get_by_label("Current password").fill("correct horse")
    form.get_by_label("New password").fill("battery staple")
    form.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_text("Password changed. Items that you did not keep have lost access.")).to_be_visible()
    assert stub.kept == {"sessions": [], "passkeys": [], "devices": ["0"], "links": [], "groups": [GROUP["id"]], "registration_links": []}


@SIZES
def test_logging_out_everywhere_ends_this_session_too(visit, stub, device):
    visitor, page = account(visit, stub, device)
    visitor.expected += ["503", "Failed to load resource"]
    stub.refuse("/api/v1/me/access", 503, "unavailable", "busy")
    form = unfold(page, "Log out everywhere")
    expect(form.locator(".trouble")).to_contain_text("does not answer")
    stub.refusals.clear()
    form.get_by_role("button", name="Try again").click()
    expect(form.get_by_role("checkbox")).to_have_count(7)
    expect(form.get_by_role("checkbox", name="this session")).to_be_checked()
    no_scrolling_sideways(page)
    form.get_by_role("button", name="End checked items").click()
    expect(page.get_by_role("button", name="Register")).to_be_visible()
    assert stub.kept == {"sessions": [], "passkeys": [], "devices": [], "links": [], "groups": [], "registration_links": []}


@SIZES
def test_the_address_of_a_link_is_shown_after_a_confirmation(visit, stub, device):
    stub.circles = {
        "links": [{"id": LINK["id"], "ends": LINK["ends"], "precision": "exact", "opener": OPENER}],
        "groups": [
            {
                "id": GROUP["id"],
                "name": "Tour",
                "ends": LINK["ends"],
                "is_own": True,
                "precision": "fuzzy",
                "members": ["anna"],
                "invitation": OPENER | {"url": "https://here.example/#join=hb_group"},
            }
        ],
    }
    visitor, page = account(visit, stub, device, "#groups")
    visitor.expected += ["403", "Failed to load resource"]
    stub.is_confirmed = False
    page.reload()
    show = page.get_by_role("button", name="Show link")
    show.press("Enter")
    dialog = page.get_by_role("dialog", name="Confirm your identity")
    expect(dialog.get_by_label("Password")).to_be_focused()
    # After cancelling, nothing is shown, and the visitor can begin again.
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(show).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_label("Link to share")).to_have_count(0)
    show.press("Enter")
    dialog.get_by_label("Password").fill("correct horse")
    dialog.get_by_label("Password").press("Enter")
    expect(page.get_by_label("Link to share")).to_have_value(OPENER["url"])
    expect(page.get_by_label("Link to share")).to_be_focused()
    no_scrolling_sideways(page)
    assert not Axe().run(page).response["violations"]
    # The rest is there without another question.
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_label("Link to share").first).to_have_value("https://here.example/#join=hb_group")


@SIZES
def test_excess_events_of_one_kind_are_counted(visit, stub, device):
    visitor, page = account(visit, stub, device)
    stub.history = [
        {"kind": "group_joined", "text": "", "time": "2026-10-02T07:00:00Z", "count": 190, "is_rest": True},
        {"kind": "sharing_changed", "text": "exact", "time": "2026-10-02T06:00:00Z", "count": 1},
        {"kind": "role_given", "text": "<b>Eve</b>", "time": "2026-10-02T05:00:00Z", "count": 1},
    ]
    form = unfold(page, "Account activity")
    expect(form.get_by_role("listitem").nth(0)).to_contain_text("190 more on that day")
    expect(form.get_by_role("listitem").nth(1)).to_contain_text("friends see: exact location")
    expect(form.get_by_role("listitem").nth(2)).to_contain_text("the role of <b>Eve</b>")
    no_scrolling_sideways(page)


@SIZES
def test_the_password_is_asked_for_where_something_is_added_and_that_goes_on(visit, stub, device):
    visitor, page = account(visit, stub, device, "#devices")
    visitor.expected += ["401", "403", "429", "503", "Failed to load resource"]
    stub.is_confirmed = False
    form = unfold(page, "Add a device")
    form.get_by_label("App").select_option("overland")
    form.get_by_label("Name").fill("Phone")
    form.get_by_label("Name").press("Enter")
    dialog = page.get_by_role("dialog", name="Confirm your identity")
    password = dialog.get_by_label("Password")
    expect(password).to_be_focused()
    no_scrolling_sideways(page)
    assert not Axe().run(page).response["violations"]
    password.press("Enter")
    expect(dialog.locator("#confirm-password-problem")).to_have_text("Fill in this field.")
    password.fill("wrong horse")
    password.press("Enter")
    expect(dialog.locator("#confirm-password-problem")).to_have_text("Wrong password.")
    expect(password).to_be_focused()
    # Too many tries, and no answer.
    for status, code, said in [(429, "too_many_requests", "Too many requests"), (503, "unavailable", "does not answer")]:
        stub.refuse("/api/v1/me/confirmation", status, code, "not now")
        password.press("Enter")
        expect(dialog).to_contain_text(said)
    stub.refusals.clear()
    # After cancelling, nothing is added, and the page says why.
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(form).to_contain_text("This needs your password.")
    expect(form.get_by_label("Name")).to_have_value("Phone")
    assert len(stub.devices) == 2
    form.get_by_label("Name").press("Enter")
    password.fill("correct horse")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Enter this in the app now")).to_be_focused()
    expect(dialog).to_have_count(0)
    assert [each["name"] for each in stub.devices[2:]] == ["Phone"]


def test_recorded_positions_are_downloaded_after_the_password(visit, stub):
    visitor, page = account(visit, stub, DESK, "#privacy")
    visitor.expected += ["403", "Failed to load resource"]
    stub.is_confirmed = False
    page.get_by_role("link", name="GPX").click()
    dialog = page.get_by_role("dialog", name="Confirm your identity")
    dialog.get_by_label("Password").fill("correct horse")
    assert not any("positions" in each for each in stub.asked)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Confirm").click()
    assert download.value.suggested_filename == "positions.gpx"


@SIZES
def test_the_history_of_the_account_is_there_to_read(visit, stub, device):
    visitor, page = account(visit, stub, device)
    page.get_by_role("button", name="Account activity").click()
    items = page.locator(".account-history li")
    expect(items).to_have_count(5)
    expect(items.nth(0)).to_contain_text("Wrong password entered")
    expect(items.nth(0)).to_contain_text("12 ×")
    expect(items.nth(1)).to_contain_text("Device added: <b>A phone</b>")
    expect(items.nth(2)).to_contain_text("Your role is now: Curator")
    expect(items.nth(4)).to_contain_text("something_new")
    expect(page.get_by_role("link", name="Download as a file")).to_have_attribute("download", "account-history.json")
    no_scrolling_sideways(page)
    assert not Axe().run(page).response["violations"]


@pytest.mark.parametrize("language, said", [("fi", "Laite lisätty"), ("de", "Gerät hinzugefügt"), ("ar", "أُضيف جهاز")])
def test_the_history_speaks_every_language(visit, stub, language, said):
    visitor, page = account(visit, stub, SMALL, locale=language)
    page.locator(".unfolder").nth(1).click()
    expect(page.locator(".account-history li").nth(1)).to_contain_text(said)
    no_scrolling_sideways(page)


def test_events_elsewhere_are_shown_at_once(visit, stub):
    stub.news = [("account", EVENTS[1], "")]
    visitor, page = account(visit, stub, SMALL, "")
    notice = page.locator(".passing .notice")
    expect(notice).to_contain_text("New on your account: Device added: <b>A phone</b>")
    notice.get_by_role("button", name="View").click()
    expect(page.get_by_role("button", name="Account activity")).to_be_visible()
