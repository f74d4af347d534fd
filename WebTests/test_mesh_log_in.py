"""Logging in at a node that shares its address with others: the form says which node answers, and secrets go to that one alone."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE, next_frame
from mesh_node import MeshStub, Node, admitted, line, public
from mesh_page import AWAY, come_back, lines, shown

STUB = MeshStub
PASSWORD = "correct horse"
REFUSED = "401"


@pytest.fixture
def stub(stub):
    """At the name of the place, with a node that takes nothing from guests."""
    stub.place_host, stub.is_for_members = "127.0.0.1", True
    return stub


def visitor_who_knows(visit, stub, *names, device=PHONE, **options):
    """A visitor whose phone has met the place before, and heard that these nodes are members."""
    for name in names:
        stub.node.take(admitted(name))
    stub.is_for_members = False
    visitor = visit(stub.address, device, **options)
    visitor.expected.append(REFUSED)
    page = visitor.open("#chat")
    expect(page.get_by_role("button", name="General")).to_be_visible()
    stub.wait_answered("/api/v1/mesh/fetch")
    next_frame(page)
    stub.is_for_members = True
    come_back(page)
    expect(form(page)).to_contain_text("a member of Stubville")
    return visitor


def go_to(visitor, stub, node):
    """The visitor walks to another node; between the two nobody answers."""
    visitor.expected += AWAY
    stub.node = None
    stub.answered.clear()
    come_back(visitor.page)
    stub.wait_answered("/api/v1/mesh")
    # The walk takes longer than a proof counts.
    visitor.page.wait_for_timeout(1_200)
    stub.secrets.clear()
    stub.node = node
    come_back(visitor.page)


def form(page):
    return page.locator(".chat-log-in")


def log_in(page, password=PASSWORD):
    form(page).get_by_label("Name").fill("Aino")
    form(page).get_by_label("Password").fill(password)
    form(page).get_by_label("Password").press("Enter")


def passwords(stub):
    return [(node, secret) for node, path, secret in stub.secrets if path == "/api/v1/tokens"]


def tokens(stub, path):
    return {(node, token) for node, asked, token in stub.secrets if asked.startswith(path)}


def test_the_form_names_the_member_and_gives_it_the_password(visit, stub, north):
    visitor = visitor_who_knows(visit, stub, "North")
    page = visitor.page
    expect(form(page)).to_contain_text("This node is North, a member of Stubville.")
    expect(form(page).locator(".key-code")).to_have_text(re.compile(r"^[0-9a-z]{6}$"))
    north.keep(line("Soup at six"))
    log_in(page)
    expect(form(page)).to_have_count(0)
    assert passwords(stub) == [("North", PASSWORD)]
    page.get_by_role("button", name="General").click()
    expect(shown(page, "Soup at six")).to_be_visible()
    page.get_by_label("Write a line").fill("Thank you")
    page.get_by_role("button", name="Send").click()
    expect(shown(page, "Thank you")).to_contain_text("At this node")
    # The token stays on the phone, and goes to no other node.
    page.reload()
    expect(lines(page)).to_have_count(2)
    go_to(visitor, stub, Node("South"))
    page.goto(f"{stub.address}/#chat")
    expect(form(page)).to_contain_text("no member of this place")
    assert not stub.secrets


def test_a_wrong_password_is_said_beside_the_field_and_sent_once(visit, stub):
    page = visitor_who_knows(visit, stub, "North").page
    log_in(page, "wrong horse")
    expect(form(page).get_by_role("alert").filter(has_text="Name or password is wrong.")).to_be_visible()
    expect(form(page).get_by_label("Password")).to_be_focused()
    assert passwords(stub) == [("North", "wrong horse")] and not any(stub.cookies)
    form(page).get_by_label("Password").fill("")
    form(page).get_by_label("Password").press("Enter")
    expect(form(page).get_by_text("Fill in this field.")).to_be_visible()
    log_in(page)
    expect(form(page)).to_have_count(0)


def test_a_form_that_is_left_sends_nothing_and_forgets_the_password(visit, stub):
    page = visitor_who_knows(visit, stub, "North", device=DESK).page
    form(page).get_by_label("Name").fill("Aino")
    form(page).get_by_label("Password").fill(PASSWORD)
    # Whatever else changes on the screen, what was typed stays.
    come_back(page)
    stub.node.heard.append(Node.fact("South"))
    expect(form(page).get_by_label("Password")).to_have_value(PASSWORD)
    expect(form(page).get_by_label("Password")).to_be_focused()
    page.get_by_role("button", name="Close").click()
    expect(form(page)).to_have_count(0)
    page.goto(f"{stub.address}/#chat")
    expect(form(page).get_by_label("Password")).to_have_value("")
    assert not stub.secrets


def test_without_an_answer_the_form_says_so_and_sends_nothing(visit, stub, north):
    visitor = visitor_who_knows(visit, stub, "North")
    visitor.expected += AWAY
    page = visitor.page
    expect(form(page).get_by_label("Password")).to_be_visible()
    form(page).get_by_label("Name").fill("Aino")
    form(page).get_by_label("Password").fill(PASSWORD)
    # The page takes the form away once it has noticed by itself that the node is away.
    stub.node = None
    form(page).get_by_label("Password").press("Enter")
    expect(form(page).get_by_role("alert").filter(has_text="does not answer")).to_be_visible()
    expect(form(page).get_by_label("Password")).to_have_value(PASSWORD)
    assert not passwords(stub)
    stub.node = north
    form(page).get_by_role("button", name="Log in at this node").click()
    expect(form(page)).to_have_count(0)


def test_another_node_than_the_form_names_gets_no_password(visit, stub, north):
    page = visitor_who_knows(visit, stub, "North", "South").page
    expect(form(page)).to_contain_text("This node is North")
    south = Node("South")
    stub.node = south
    log_in(page)
    expect(form(page)).to_contain_text("This node is South")
    expect(form(page).get_by_role("alert").filter(has_text="Another node answers now.")).to_be_visible()
    expect(form(page).get_by_label("Password")).to_have_value("")
    assert not passwords(stub)
    log_in(page)
    expect(form(page)).to_have_count(0)
    assert passwords(stub) == [("South", PASSWORD)]


def test_a_node_that_is_no_member_is_asked_for_nothing(visit, stub):
    visitor = visitor_who_knows(visit, stub, "North", "South")
    page = visitor.page
    former = Node("Bad")
    stub.node = former
    page.reload()
    expect(form(page)).to_contain_text("no member of this place")
    expect(form(page).locator(".key")).to_have_count(1)
    expect(form(page).get_by_label("Password")).to_have_count(0)
    # It can say what it wants of its name.
    former.name = "Bad"
    stub.claims = "North"
    page.reload()
    expect(form(page).get_by_role("alert")).to_be_visible()
    expect(form(page).get_by_label("Password")).to_have_count(0)
    assert not stub.secrets


def test_a_removed_node_is_no_member(visit, stub, north):
    north.take(admitted("North"))
    north.take(admitted("South", until=1))
    page = visitor_who_knows(visit, stub).page
    stub.node = Node("South")
    page.reload()
    expect(form(page)).to_contain_text("no member of this place")


def test_a_phone_that_knows_no_member_asks_to_compare(visit, stub):
    visitor = visit(stub.address)
    visitor.expected.append(REFUSED)
    page = visitor.open("#chat")
    expect(form(page)).to_contain_text("This phone does not know the members of this place yet")
    expect(form(page).locator(".key .spoken")).to_contain_text("key")
    log_in(page)
    expect(form(page)).to_have_count(0)
    expect(page.get_by_role("button", name="General")).to_be_visible()


def test_the_account_acts_by_the_token_of_the_node_that_gave_it(visit, stub, north):
    visitor = visitor_who_knows(visit, stub, "North", "South", device=DESK)
    page = visitor.page
    page.goto(f"{stub.address}/#account")
    expect(form(page)).to_contain_text("This node is North")
    expect(page.get_by_text("so an account works here at one node alone")).to_be_visible()
    for missing in ["Register", "Log in with a passkey"]:
        expect(page.get_by_role("button", name=missing)).to_have_count(0)
    log_in(page)
    expect(page.get_by_role("button", name="Log out", exact=True)).to_be_visible()
    [given] = tokens(stub, "/api/v1/me")
    assert given[0] == "North" and given in stub.tokens
    page.reload()
    expect(page.get_by_role("button", name="Log out", exact=True)).to_be_visible()
    # Another node does not know the account, and gets nothing of it.
    go_to(visitor, stub, Node("South"))
    expect(form(page)).to_contain_text("This node is South")
    assert not stub.secrets
    go_to(visitor, stub, north)
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(form(page)).to_contain_text("This node is North")
    assert not stub.tokens and not any(stub.cookies)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, scheme):
    page = visitor_who_knows(visit, stub, "North", color_scheme=scheme).page
    for address in ["#chat", "#account"]:
        page.goto(f"{stub.address}/{address}")
        expect(form(page).get_by_label("Password")).to_be_visible()
        found = Axe().run(page, context=".screen")
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_the_form_speaks_the_language_and_fits_a_narrow_phone(visit, stub, language):
    stub.node.take(admitted("North" * 12))
    stub.node.name = "North" * 12
    narrow = {**PHONE, "viewport": {"width": 320, "height": 640}}
    visitor = visit(stub.address, narrow, locale=language)
    visitor.expected.append(REFUSED)
    page = visitor.open("#chat")
    for address in ["#chat", "#account"]:
        page.goto(f"{stub.address}/{address}")
        expect(form(page).locator("input[type=password]")).to_be_visible()
        wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
        assert wide <= 0, address
        assert not re.search(r"\b(logIn|account|operators)\.[a-z]", form(page).inner_text())
