"""Private messages on the page, with a node and correspondents in Python: what the page seals opens there, and the other way round."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import PHONE
from mail_node import Correspondent, MailStub
from mesh_node import GENERAL, line
from mesh_page import AWAY, INSECURE, come_back, wait_until

STUB = MailStub
# A browser that signs, and has no keys to agree on.
NO_X25519 = """const made = SubtleCrypto.prototype.generateKey;
SubtleCrypto.prototype.generateKey = function (algorithm, ...rest) {
    if (algorithm.name === "X25519") return Promise.reject(new DOMException("no X25519", "NotSupportedError"));
    return made.call(this, algorithm, ...rest);
};"""


@pytest.fixture
def bob(north):
    """Somebody who wrote a line and has a key of the day."""
    north.keep(line("Bread at noon", "Bob", shown="Bob"))
    person = Correspondent("Bob")
    north.carry(person.prekey())
    return person


def conversation(stub, person):
    return f"{stub.address}/#mail={person.key.hex()}"


def letters(page):
    return page.locator(".chat-line")


def shown(page, text):
    return letters(page).filter(has_text=text)


def write(page, text):
    page.get_by_label("Write a private message").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


def own(north):
    """The key of the person at the page, and their key of the day, as the node has them."""
    wait_until(lambda: any(each.author != Correspondent("Bob").key for each in north.prekeys()))
    found = [each for each in north.prekeys() if each.author != Correspondent("Bob").key]
    assert len(found) == 1
    return found[0].author, found[0].body[3:]


def opened(north, person):
    return [content for content in map(person.opened, north.mails()) if content]


def test_a_message_goes_from_a_line_to_its_author_who_alone_opens_it(visit, stub, north, bob):
    page = visit(stub.address).open(f"#chat={GENERAL}")
    page.get_by_role("button", name="Write to Bob privately").click()
    expect(page.get_by_role("heading", name="Bob")).to_be_visible()
    expect(page.get_by_text("No messages with this person yet.")).to_be_visible()
    write(page, "Meet me at the well <b>now</b> 🙂")
    expect(shown(page, "Meet me at the well")).to_contain_text("nodes carry it")
    expect(page.get_by_label("Write a private message")).to_have_value("")
    author, _ = own(north)
    assert opened(north, bob) == [(1, author, "Meet me at the well <b>now</b> 🙂".encode())]
    assert opened(north, Correspondent("Eve")) == []
    [mail] = north.mails()
    for secret in [author, bob.key, b"Meet me"]:
        assert secret[:6] not in mail.content
    north.carry(bob.mail(mail.id, author, own(north)[1], kind=2))
    come_back(page)
    expect(shown(page, "Meet me at the well")).to_contain_text("Opened")
    page.reload()
    expect(shown(page, "Meet me at the well")).to_contain_text("Opened")


def test_an_answer_is_unread_until_it_is_on_screen_and_then_its_author_gets_a_receipt(visit, stub, north, bob):
    page = visit(stub.address).open("#mail")
    expect(page.get_by_text("No private messages yet")).to_be_visible()
    author, prekey = own(north)
    identity = north.carry(bob.mail("Yes, at six.\nBring bread.".encode(), author, prekey))
    come_back(page)
    row = page.get_by_role("button", name="Bob")
    expect(row).to_contain_text("1 new message")
    expect(row).to_contain_text("Yes, at six.")
    page.goto(f"{stub.address}/#chat")
    expect(page.get_by_role("button", name="Private messages: 1 new")).to_be_visible()
    assert north.mails() == [north.carried[identity]]
    page.get_by_role("button", name="Private messages: 1 new").click()
    row.click()
    expect(shown(page, "Yes, at six.")).to_contain_text("Bring bread.")
    expect(shown(page, "Yes, at six.")).to_contain_text("New")
    wait_until(lambda: opened(north, bob))
    assert opened(north, bob) == [(2, author, identity)]
    page.go_back()
    expect(row).not_to_contain_text("new message")


def test_a_message_waits_for_a_key_of_its_receiver(visit, stub, north):
    north.keep(line("Bread at noon", "Bob", shown="Bob"))
    bob = Correspondent("Bob")
    page = visit(stub.address).open(f"#mail={bob.key.hex()}")
    write(page, "Hello")
    expect(shown(page, "Hello")).to_contain_text("Waiting on this phone until a key")
    assert north.mails() == []
    page.reload()
    expect(shown(page, "Hello")).to_contain_text("Waiting on this phone until a key")
    north.carry(bob.prekey())
    come_back(page)
    expect(shown(page, "Hello")).to_contain_text("nodes carry it")
    assert [text for _, _, text in opened(north, bob)] == [b"Hello"]


def test_a_message_without_a_node_waits_sealed_and_goes_when_one_answers(visit, stub, north, bob):
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open(f"#mail={bob.key.hex()}")
    write(page, "Now")
    expect(shown(page, "Now")).to_contain_text("nodes carry it")
    stub.node = None
    come_back(page)
    expect(page.get_by_text("No node answers.")).to_be_visible()
    write(page, "Later")
    expect(shown(page, "Later")).to_contain_text("waiting on this phone for a node")
    stub.node = north
    come_back(page)
    expect(shown(page, "Later")).to_contain_text("nodes carry it")
    assert sorted(text for _, _, text in opened(north, bob)) == [b"Later", b"Now"]


def test_forged_altered_and_misdirected_mail_is_not_shown(visit, stub, north, bob):
    page = visit(stub.address).open(f"#mail={bob.key.hex()}")
    author, prekey = own(north)
    good = bob.mail(b"The true one", author, prekey)
    north.carry(bob.mail(b"Forged", author, prekey, signer="Eve"))
    north.carry(bob.mail(b"Meant for Eve", Correspondent("Eve").key, prekey))
    later = bytearray(good)
    later[17] ^= 1
    north.carry(bytes(later))
    north.carry(good[:200] + bytes([good[200] ^ 1]) + good[201:])
    north.carry(good)
    come_back(page)
    expect(shown(page, "The true one")).to_have_count(1)
    expect(letters(page)).to_have_count(1)


def test_a_refused_message_says_why_and_can_be_sent_again(visit, stub, north, bob):
    page = visit(stub.address).open(f"#mail={bob.key.hex()}")
    own(north)
    north.refuses = "over_quota"
    write(page, "Once more")
    expect(shown(page, "Once more")).to_contain_text("too many")
    north.refuses = None
    shown(page, "Once more").get_by_role("button", name="Send again").click()
    expect(shown(page, "Once more")).to_contain_text("nodes carry it")
    expect(letters(page)).to_have_count(1)
    assert len(opened(north, bob)) == 1


def test_a_text_that_is_too_long_or_empty_is_not_sent(visit, stub, north, bob):
    page = visit(stub.address).open(f"#mail={bob.key.hex()}")
    field = page.get_by_label("Write a private message")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Write something first.")
    field.fill("x" * 2_003)
    expect(page.get_by_role("alert")).to_contain_text("Too long by 3 characters")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(field).to_be_focused()
    expect(field).to_have_value("x" * 2_003)
    expect(letters(page)).to_have_count(0)
    field.fill("ض" * 2_000)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(letters(page)).to_contain_text("nodes carry it")
    assert len(north.mails()[0].body) == 8192


def test_who_is_blocked_is_neither_shown_nor_told_and_a_conversation_can_be_deleted(visit, stub, north, bob):
    page = visit(stub.address).open(f"#mail={bob.key.hex()}")
    author, prekey = own(north)
    page.get_by_role("button", name="Block this person").click()
    expect(page.get_by_text("You blocked this person.")).to_be_visible()
    expect(page.get_by_label("Write a private message")).to_be_hidden()
    identity = north.carry(bob.mail(b"Buy this", author, prekey))
    come_back(page)
    page.goto(f"{stub.address}/#mail")
    expect(page.get_by_text("No private messages yet")).to_be_visible()
    assert north.mails() == [north.carried[identity]]
    page.goto(conversation(stub, bob))
    page.get_by_role("button", name="Unblock").click()
    expect(shown(page, "Buy this")).to_be_visible()
    page.get_by_role("button", name="Delete this conversation").click()
    page.get_by_role("button", name="Delete all these messages").click()
    expect(letters(page)).to_have_count(0)
    come_back(page)
    page.reload()
    expect(page.get_by_text("No messages with this person yet.")).to_be_visible()


@pytest.mark.parametrize("script, reason", [(NO_X25519, "cannot seal messages"), (INSECURE, "begins with https")])
def test_a_browser_that_cannot_seal_offers_no_private_messages_and_says_why(visit, stub, north, bob, script, reason):
    visitor = visit(stub.address)
    visitor.context.add_init_script(script)
    page = visitor.open(f"#chat={GENERAL}")
    expect(shown(page, "Bread at noon")).to_be_visible()
    expect(page.get_by_role("button", name="Write to Bob privately")).to_have_count(0)
    for address in ["#mail", f"#mail={bob.key.hex()}"]:
        page.goto(f"{stub.address}/{address}")
        expect(page.get_by_text(reason)).to_be_visible()
        expect(page.get_by_label("Write a private message")).to_have_count(0)
    assert len(north.prekeys()) == 1


def test_a_page_that_only_looks_at_rooms_spreads_no_key(visit, stub, north, bob):
    page = visit(stub.address).open(f"#chat={GENERAL}")
    expect(shown(page, "Bread at noon")).to_be_visible()
    come_back(page)
    page.goto(f"{stub.address}/#nodes")
    expect(page.get_by_role("heading", name="Nodes")).to_be_visible()
    assert len(north.prekeys()) == 1
    page.goto(f"{stub.address}/#mail")
    own(north)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, north, bob, scheme):
    page = visit(stub.address, color_scheme=scheme).open(f"#mail={bob.key.hex()}")
    author, prekey = own(north)
    north.carry(bob.mail(b"Hello", author, prekey))
    write(page, "And I")
    come_back(page)
    expect(letters(page)).to_have_count(2)
    for address in [f"#mail={bob.key.hex()}", "#mail", "#chat"]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-line, .chat-room").first).to_be_visible()
        found = Axe().run(page, context=".screen")
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_each_screen_speaks_the_language_and_fits_a_narrow_phone(visit, stub, north, bob, language):
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = visit(stub.address, narrow, locale=language).open(f"#mail={bob.key.hex()}")
    author, prekey = own(north)
    north.carry(bob.mail(("Hello" * 30).encode(), author, prekey))
    come_back(page)
    expect(letters(page)).to_have_count(1)
    for address in [f"#mail={bob.key.hex()}", "#mail", "#chat"]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-line, .chat-room").first).to_be_visible()
        wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
        assert wide <= 0, address
        # A key in the place of words has a dot within it.
        assert not re.search(r"\b(mail|room|rooms|line|state|compose)\.[a-z]", page.locator(".chat-body").inner_text())
    assert page.evaluate("() => document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
