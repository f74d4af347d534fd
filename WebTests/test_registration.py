"""Registration: open, by invitation, or closed; and invitations by operators."""
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, PHONE, serving
from test_account import PASSWORD, enter, go

DEVICES = pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK], ids=["phone", "desk"])


@pytest.fixture
def invited(sample, tmp_path):
    """The address of a real program where registration needs an invitation."""
    with serving(sample, tmp_path, "--registration", "invited") as address:
        yield address


@pytest.fixture
def closed(sample, tmp_path):
    """The address of a real program with closed registration."""
    with serving(sample, tmp_path, "--registration", "closed") as address:
        yield address


@DEVICES
def test_an_invitation_lets_one_person_in(invited, visit, device):
    keeper = visit(invited, device)
    enter(keeper, OPERATOR["name"], OPERATOR["password"], button="Log in")
    page = go(keeper.page, "#operator=accounts", ".person")
    expect(page.get_by_text("Only invited people can register.")).to_be_visible()
    expect(page.get_by_text("No unused invitations.")).to_be_visible()
    page.get_by_role("button", name="Invite somebody").click()
    # The name is required: the focus is there at once.
    expect(page.get_by_label("Name of the person")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Fill in this field.")).to_be_visible()
    page.keyboard.type("Anna")
    page.get_by_label("Valid for").select_option("1")
    page.get_by_role("button", name="Create invitation").click()
    address = page.get_by_label("Link to share")
    expect(address).to_be_focused()
    link = address.input_value()
    assert re.fullmatch(re.escape(invited) + r"/#invite=([0-9A-Z]{4}-){3}[0-9A-Z]{4}", link)
    expect(page.get_by_text("The link is shown only now")).to_be_visible()
    waiting = page.locator(".invitations .sessions li")
    expect(waiting).to_have_count(1)
    expect(waiting).to_contain_text("Anna")
    page.get_by_role("button", name="Done").click()
    # Nowhere any more.
    assert link.split("=")[1] not in page.content()

    visitor = visit(invited, device)
    visitor.expected += ["401", "403", "Failed to load resource"]
    anna = visitor.open("#account")
    expect(anna.get_by_text("You need an invitation to register.")).to_be_visible()
    expect(anna.get_by_role("button", name="Register")).to_have_count(0)
    anna.goto("about:blank")
    anna.goto(link)
    # The code stands in no address that is shared or kept.
    expect(anna).to_have_url(re.compile("#(map=[^&]*&)?account$"))
    expect(anna.get_by_text("You are invited.")).to_be_visible()
    anna.get_by_label("Name").fill("anna")
    anna.get_by_label("Password").fill(PASSWORD)
    # The return key registers her.
    anna.keyboard.press("Enter")
    expect(anna.get_by_text("Welcome, anna")).to_be_visible()
    # It works once.
    other = visit(invited, device)
    other.expected += ["401", "Failed to load resource"]
    eve = other.open(link.split("/")[-1])
    eve.get_by_label("Name").fill("eve")
    eve.get_by_label("Password").fill(PASSWORD)
    eve.get_by_role("button", name="Register").click()
    expect(eve.get_by_role("alert").get_by_text("This invitation was used already")).to_be_visible()
    # A logged-in member reads for whom the invitation is.
    anna.goto("about:blank")
    anna.goto(link)
    expect(anna.get_by_text("This invitation is for a person without an account")).to_be_visible()


@DEVICES
def test_an_invitation_that_is_taken_back_lets_nobody_in(invited, visit, device):
    keeper = visit(invited, device)
    keeper.expected += ["net::ERR_INTERNET_DISCONNECTED", "401", "Failed to load resource"]
    enter(keeper, OPERATOR["name"], OPERATOR["password"], button="Log in")
    page = go(keeper.page, "#operator=accounts", ".person")
    made = page.evaluate("""async () => (await (await fetch('/api/v1/registration-links', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: '{"note": "Ben"}' })).json())""")
    go(page, "#account", ".sessions li")
    go(page, "#operator=accounts", ".invitations .sessions li")
    revoke = page.get_by_role("button", name="Revoke the invitation for Ben")
    # Without a network it stays, and says so.
    keeper.context.set_offline(True)
    revoke.click()
    expect(page.locator(".invitations .problem")).not_to_be_empty()
    keeper.context.set_offline(False)
    revoke.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("No unused invitations.")).to_be_visible()
    expect(page.get_by_role("heading", name="Invitations")).to_be_focused()
    status = page.evaluate(
        """async (invitation) => (await fetch('/api/v1/accounts', { method: 'POST', credentials: 'omit',
        headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'ben', password: 'correct horse', invitation }) })).status""",
        made["opener"]["token"],
    )
    assert status == 401


@DEVICES
@pytest.mark.parametrize(
    "locale, text",
    [
        ("en", "Registration is closed."),
        ("de", "Die Registrierung ist geschlossen."),
        ("fi", "Rekisteröityminen on suljettu."),
        ("ar", "التسجيل مغلق."),
    ],
)
def test_where_nobody_registers_the_account_says_so(closed, visit, device, locale, text):
    page = visit(closed, device, locale=locale).open("#account")
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator(".entry button")).to_have_count(1)
    assert page.evaluate("() => document.querySelector('.sheet-content').scrollWidth <= innerWidth")
