"""Passkeys: added, used instead of the password and to confirm, removed, and refused, with Chromium's virtual authenticators."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK
from test_account import enter, go
from test_taking_back import SMALL

KINDS = pytest.mark.parametrize("device, transport", [(SMALL, "internal"), (DESK, "usb")], ids=["phone", "desk"])
# The functions of browsers before they could convert by themselves.
OLD_BROWSER = """
delete PublicKeyCredential.parseCreationOptionsFromJSON;
delete PublicKeyCredential.parseRequestOptionsFromJSON;
delete PublicKeyCredential.prototype.toJSON;
"""


class Device:
    """An authenticator of the browser's; `transport` says whether it is built in."""

    def __init__(self, visitor, transport, **options):
        self.cdp = visitor.context.new_cdp_session(visitor.page)
        self.cdp.send("WebAuthn.enable")
        settings = {"protocol": "ctap2", "transport": transport, "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
        self.id = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": settings | options})["authenticatorId"]

    def fail(self):
        """The owner is not recognised."""
        self.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": False})

    def credentials(self):
        return self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]


def arrive(visit, served, name, device, transport="internal", **options):
    """A member at a host name that allows passkeys, and their authenticator."""
    visitor = visit(served.replace("127.0.0.1", "localhost"), device, **options)
    key = Device(visitor, transport)
    page = enter(visitor, name)
    return visitor, key, page


def add(page):
    section = page.locator(".passkeys")
    section.get_by_role("button", name="Add a passkey").click()
    return section


def log_out(page):
    page.get_by_role("button", name="Log out", exact=True).click()
    return page.get_by_role("button", name="Log in with a passkey")


def check_looks(page):
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert not Axe().run(page).response["violations"]


@KINDS
def test_a_passkey_is_added_logs_in_without_a_name_and_is_removed(visit, served, device, transport):
    visitor, key, page = arrive(visit, served, f"pat-{transport}", device, transport)
    visitor.expected += ["401", "Failed to load resource"]
    expect(page.locator(".passkeys")).to_contain_text("You have no passkey yet.")
    section = add(page)
    items = section.locator("li")
    expect(items).to_have_count(1)
    expect(items.first).to_contain_text(re.compile("Chrome, .*never used · on one device"))
    expect(page.get_by_text(re.compile("Passkey added: Chrome"))).to_be_visible()
    assert key.credentials()[0]["rpId"] == "localhost" and key.credentials()[0]["isResidentCredential"]
    check_looks(page)
    # The device has one already.
    add(page)
    expect(section.locator(".problem")).to_have_text("This device already has a passkey for your account.")
    # Logged in by the keyboard, without a name.
    button = log_out(page)
    button.focus()
    check_looks(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Welcome, pat-{transport}")).to_be_visible()
    go(page, "#account", ".passkeys li")
    expect(items.first).to_contain_text("last used")
    expect(page.get_by_role("button", name="Account activity")).to_be_visible()
    # Removed: the device still has it, and the server does not take it.
    section.get_by_role("button", name=re.compile("Remove passkey: Chrome")).click()
    expect(section).to_contain_text("You have no passkey yet.")
    expect(section.get_by_role("heading")).to_be_focused()
    log_out(page).click()
    expect(page.locator(".entry .problem")).to_have_text(re.compile("This passkey is not valid here."))
    check_looks(page)


@KINDS
def test_a_passkey_confirms_instead_of_the_password(visit, served, device, transport):
    visitor, key, page = arrive(visit, served, f"confirmer-{transport}", device, transport)
    visitor.expected += ["403", "Failed to load resource"]
    add(page)
    expect(page.locator(".passkeys li")).to_have_count(1)
    # A session that did not confirm.
    token = page.evaluate("""async () => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/api/v1/me/tokens', { method: 'POST', headers, body: JSON.stringify({ label: 'weak' }) });
        return (await answer.json()).token;
    }""")
    visitor.context.add_cookies([{"name": "hereabouts_session", "value": token, "url": visitor.address, "httpOnly": True}])
    page.reload()
    visitor.wait_ready()
    expect(page.locator(".passkeys li")).to_have_count(1)
    page.get_by_role("button", name=re.compile("Remove passkey")).click()
    dialog = page.get_by_role("dialog", name="Confirm your identity")
    use = dialog.get_by_role("button", name="Use a passkey")
    expect(use).to_be_visible()
    expect(dialog.get_by_label("Password")).to_be_focused()
    check_looks(page)
    key.fail()
    use.click()
    expect(dialog).to_contain_text("No passkey was used")
    expect(use).to_be_focused()
    check_looks(page)
    key.cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key.id, "isUserVerified": True})
    use.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".passkeys")).to_contain_text("You have no passkey yet.")


def test_faults_are_shown_as_sentences(visit, served):
    visitor, key, page = arrive(visit, served, "unlucky", SMALL)
    visitor.expected += ["Failed to load resource"]
    key.fail()
    section = add(page)
    expect(section.locator(".problem")).to_have_text(re.compile("^No passkey was added"))
    button = section.get_by_role("button", name="Add a passkey")
    expect(button).to_be_enabled()
    visitor.context.set_offline(True)
    button.click()
    expect(section.locator(".problem")).to_have_text("The map’s server does not answer.")
    visitor.context.set_offline(False)
    # The form comes once the server has said who may log in how.
    enter_again = log_out(page)
    expect(enter_again).to_be_visible()
    visitor.context.set_offline(True)
    enter_again.click()
    expect(page.locator(".entry .problem")).to_have_text("The map’s server does not answer.")
    visitor.context.set_offline(False)


def test_a_browser_that_does_not_convert_by_itself_has_passkeys_too(visit, served):
    visitor = visit(served.replace("127.0.0.1", "localhost"), DESK)
    visitor.context.add_init_script(OLD_BROWSER)
    Device(visitor, "internal")
    page = enter(visitor, "older")
    add(page)
    expect(page.locator(".passkeys li")).to_have_count(1)
    log_out(page).click()
    expect(page.get_by_text("Welcome, older")).to_be_visible()


def test_passkeys_end_with_everything_else_unless_they_are_kept(visit, served):
    visitor, key, page = arrive(visit, served, "leaver", DESK)
    visitor.expected += ["401", "Failed to load resource"]
    add(page)
    expect(page.locator(".passkeys li")).to_have_count(1)
    page.get_by_role("button", name="Log out everywhere").click()
    group = page.get_by_role("group", name="Passkeys")
    expect(group.get_by_role("checkbox")).to_be_checked()
    page.get_by_role("button", name="End checked items").click()
    button = page.get_by_role("button", name="Log in with a passkey")
    button.click()
    expect(page.locator(".entry .problem")).to_have_text(re.compile("This passkey is not valid here."))


@pytest.mark.parametrize("device", [SMALL, DESK], ids=["phone", "desk"])
def test_at_an_ip_address_the_page_says_why_there_are_none(visit, served, device):
    visitor = visit(served, device)
    page = visitor.open("#account")
    reason = "Passkeys do not work at an IP address. Open this map at its host name."
    expect(page.locator(".entry")).to_contain_text(reason)
    expect(page.get_by_role("button", name="passkey")).to_have_count(0)
    enter(visitor, f"numbered-{device['viewport']['width']}")
    expect(page.locator(".passkeys")).to_contain_text(reason)
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    check_looks(page)


@pytest.mark.parametrize(
    "language, said",
    [
        ("fi", "Pääsyavaimet eivät toimi IP-osoitteessa"),
        ("de", "Unter einer IP-Adresse"),
        ("ar", "لا تعمل مفاتيح المرور على عنوان IP"),
    ],
)
def test_the_reason_is_said_in_every_language(visit, stub, language, said):
    page = visit(stub.address, SMALL, locale=language).open("#account")
    expect(page.locator(".entry")).to_contain_text(said)
