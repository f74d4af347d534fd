"""Reports of lines and help pins to the operators: with a node in Python, and with two real nodes."""
import dataclasses
import re
import subprocess
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE, serving, with_mesh
from mesh_node import GENERAL, MeshStub, help_pin, line, pin_id, public
from mesh_page import AWAY, INSECURE, come_back, shown, wait_until
from stub import Refusal
from test_mesh_operating import operate, say_line

STUB = MeshStub
ROOM = f"#chat={GENERAL}"
WHY = "Why should the operators look at this?"
THANKS = "Thanks. The operators will see it."


def grouped(identity):
    return re.sub(r"^(.{8})(.{4})(.{4})(.{4})(.{12})$", r"\1-\2-\3-\4-\5", identity)


def flag(page):
    return page.get_by_role("button", name="Report the line of Ada to the operators")


def send(page):
    return page.get_by_role("button", name="Send report")


@pytest.mark.parametrize("signs", [True, False], ids=["signing", "guest"])
def test_somebody_reports_a_line_by_keyboard_and_once(visit, stub, north, signs):
    identity = north.keep(line("Buy coins"))
    visitor = visit(stub.address)
    if not signs:
        visitor.context.add_init_script(INSECURE)
    page = visitor.open(ROOM)
    flag(page).press("Enter")
    group = page.get_by_role("group", name=WHY)
    expect(group.get_by_role("radio")).to_have_count(4)
    expect(group.get_by_role("radio").first).to_be_focused()
    expect(flag(page)).to_have_attribute("aria-expanded", "true")
    send(page).press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose a reason.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(group).to_have_count(0)
    expect(flag(page)).to_be_focused()
    assert page.url.endswith(ROOM) and not stub.reports
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(group.get_by_role("radio", name="Insults or threats")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_text(THANKS)).to_be_focused()
    assert stub.reports == [(identity, {"reason": "abuse"})]
    expect(flag(page)).to_be_disabled()
    assert not any(stub.cookies)


def test_an_open_form_stays_when_its_line_is_shown_anew(visit, stub, north):
    north.keep(line("Buy coins"))
    # The phone has the line before the node says whom the roster names: the line is another element then.
    north.named[public("Ada").hex()] = "Ada Lovelace"
    visitor = visit(stub.address)
    visitor.page.route("**/lines?*", lambda route: None)
    page = visitor.open(ROOM)
    flag(page).click()
    page.get_by_label("False and dangerous").check()
    expect(shown(page, "Buy coins")).not_to_contain_text("Ada Lovelace")
    # Lets go of the requests that wait.
    page.unroute("**/lines?*")
    expect(shown(page, "Buy coins")).to_contain_text("Ada Lovelace")
    expect(page.get_by_label("False and dangerous")).to_be_checked()
    expect(page.get_by_label("False and dangerous")).to_be_focused()


def test_an_own_line_has_no_such_button(visit, stub, north):
    page = visit(stub.address).open(ROOM)
    page.get_by_label("Write a line").fill("Hello")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(shown(page, "Hello")).to_be_visible()
    expect(page.locator(".chat-line .reporting")).to_have_count(0)


def test_failures_say_what_to_do_and_the_form_stays(visit, stub, north):
    identity = north.keep(line("Buy coins"))
    path = f"/api/v1/mesh/messages/{identity}/reports"
    visitor = visit(stub.address)
    visitor.expected += [*AWAY, "429", "404", "403"]
    page = visitor.open(ROOM)
    flag(page).click()
    page.get_by_label("Spam or advertising").check()
    for refusal, words in [
        (Refusal(429, "too_many_requests", "later"), "Too many reports came from here."),
        (Refusal(429, "too_soon", "later"), "Too many reports came from here."),
        (Refusal(404, "not_found", "gone"), "This node does not have this now."),
        (Refusal(403, "not_allowed", "no member"), "Reports do not count at this node now."),
        (Refusal(503, "unavailable", "away"), "No node answers. Try again when one does."),
    ]:
        stub.refusals[path] = refusal
        send(page).click()
        expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
        expect(page.get_by_label("Spam or advertising")).to_be_checked()
    del stub.refusals[path]
    visitor.expected.append("net::ERR_FAILED")
    page.route(f"**{path}", lambda route: route.abort())
    send(page).click()
    expect(page.get_by_role("alert").filter(has_text="No node answers. Try again when one does.")).to_be_visible()
    page.unroute(f"**{path}")
    send(page).click()
    expect(page.get_by_text(THANKS)).to_be_visible()


def test_somebody_reports_a_help_pin_on_its_card(visit, stub, north):
    pin = help_pin("Water", "Eve")
    north.take(pin)
    page = visit(stub.address, DESK).open(f"#help={pin_id(pin)}")
    report = page.get_by_role("button", name="Report", exact=True)
    report.click()
    page.get_by_label("False and dangerous").check()
    send(page).click()
    expect(page.get_by_text(THANKS)).to_be_visible()
    assert stub.reports == [(grouped(pin_id(pin)), {"reason": "danger"})]
    expect(report).to_be_disabled()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, north, scheme):
    pin = help_pin("Water", "Eve")
    north.take(pin)
    north.keep(line("Buy coins"))
    page = visit(stub.address, color_scheme=scheme).open(ROOM)
    flag(page).click()
    assert (found := Axe().run(page, context=".screen")).violations_count == 0, found.generate_report()
    page.goto(f"{stub.address}/#help={pin_id(pin)}")
    page.get_by_role("button", name="Report", exact=True).click()
    assert (found := Axe().run(page, context=".screen")).violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_the_form_speaks_the_language_and_fits_a_narrow_phone(visit, stub, north, language):
    north.keep(line("Buy coins"))
    page = visit(stub.address, {**PHONE, "viewport": {"width": 320, "height": 640}}, locale=language).open(ROOM)
    page.locator(".chat-block[aria-expanded]").click()
    expect(page.get_by_role("radio")).to_have_count(4)
    wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
    assert wide <= 0
    assert not re.search(r"\breport\.[a-z]", page.locator(".chat-body").inner_text())


@dataclasses.dataclass
class Organiser:
    address: str
    port: str


@pytest.fixture
def organiser(sample, tmp_path):
    """The organiser's server, and the port at which its node listens."""
    mesh = with_mesh()
    with serving(sample, tmp_path, *mesh, "--set", "mesh-name=town hall") as address:
        yield Organiser(address, mesh[-1])


@pytest.fixture
def library(organiser, sample, tmp_path):
    """The address of a second node of the organiser's place. The two do not link:
    `Carrying` carries between them."""
    data, other = tmp_path / "data", tmp_path / "other"
    other.mkdir()
    port = organiser.port
    invite = [sample[0], "mesh", "invite", "--data", str(data), "--address", "127.0.0.1", "--port", port]
    code = subprocess.run(invite, check=True, capture_output=True, text=True).stdout.strip()
    join = [sample[0], "mesh", "join", code, "--name", "library", "--data", str(other / "data"), "--trust-clock"]
    subprocess.run(join, check=True, capture_output=True)
    with serving(sample, other, *with_mesh()) as address:
        yield address


class Carrying:
    """Brings to another node, as the same bytes, what a page fetches from its own."""

    def __init__(self, page, address):
        self.page, self.address, self.fetches = page, address, []
        page.on("requestfinished", lambda request: request.url.endswith("/api/v1/mesh/fetch") and self.fetches.append(request))

    def until(self, met):
        def carry():
            come_back(self.page)
            self.page.wait_for_timeout(200)
            while self.fetches:
                bundle = self.fetches.pop(0).response().body()
                sent = urllib.request.Request(f"{self.address}/api/v1/mesh/messages", bundle, {"content-type": "application/octet-stream"})
                urllib.request.urlopen(sent).read()
            return met()

        wait_until(carry)


def test_a_guest_at_one_node_reports_and_the_operator_at_another_hides_it_everywhere(organiser, library, visit):
    office = operate(visit(organiser.address, DESK))
    nothing = office.get_by_text("Nobody has reported a line or a help pin.")
    expect(nothing).to_be_visible()
    page = visit(library).open()
    there = Carrying(page, organiser.address)
    say_line(page, "See you at six")
    say_line(page, "Buy coins")
    room = page.evaluate("() => fetch('/api/v1/mesh/rooms').then((answer) => answer.json()).then(({ rooms }) => rooms[0].id)")
    page.goto(f"{library}/#chat={room}")
    shown(page, "Buy coins").get_by_role("button", name=re.compile("^Report the line of")).click()
    page.get_by_label("Spam or advertising").check()
    send(page).click()
    expect(page.get_by_text(THANKS)).to_be_visible()
    reports = "() => fetch('/api/v1/mesh/reports').then((answer) => answer.json()).then(({ messages }) => messages.length)"
    there.until(lambda: office.evaluate(reports) == 1)
    # Reports come without an event.
    office.reload()
    row = office.locator(".reported li")
    expect(row).to_have_count(1)
    for words in ["Buy coins", "line in a room", "Spam or advertising: 1 node", "Reported at library"]:
        expect(row).to_contain_text(words)
    row.get_by_role("button", name="Hide everywhere: Buy coins").press("Enter")
    expect(row.get_by_role("button", name="Cancel")).to_be_focused()
    row.get_by_role("button", name="Hide everywhere", exact=True).click()
    expect(nothing).to_be_visible()
    expect(office.get_by_role("heading", name="Reported", exact=True)).to_be_focused()
    expect(office.get_by_role("button", name="Show again: Buy coins")).to_be_visible()
    # Somebody at the organiser's server carries what the operator did.
    visitor = visit(organiser.address)
    lines_of = f"() => fetch('/api/v1/mesh/rooms/{room}/lines').then((answer) => answer.json()).then(({{ lines }}) => lines.length)"
    back = Carrying(visitor.page, library)
    visitor.open(f"#chat={room}")
    back.until(lambda: page.evaluate(lines_of) == 1)
    page.reload()
    expect(shown(page, "See you at six")).to_be_visible()
    expect(shown(page, "Buy coins")).to_have_count(0)


def test_an_operator_dismisses_reports_and_an_error_says_so(organiser, visit):
    visitor = visit(organiser.address)
    page = operate(visitor)
    line_id = say_line(page, "See you at six")
    status = page.evaluate(
        """(id) => fetch(`/api/v1/mesh/messages/${id}/reports`, { method: "POST", headers: { "content-type": "application/json" },
            body: JSON.stringify({ reason: "other" }) }).then(({ status }) => status)""", line_id)
    assert status == 204
    visitor.expected += ["net::ERR_FAILED", "Failed to load resource"]
    page.route("**/api/v1/mesh/reports", lambda route: route.abort())
    page.reload()
    again = page.locator(".reported").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/v1/mesh/reports")
    again.click()
    row = page.locator(".reported li", has_text="See you at six")
    expect(row).to_contain_text("Something else: 1 node")
    expect(row).to_contain_text("Reported at town hall")
    assert (found := Axe().run(page, context=".screen")).violations_count == 0, found.generate_report()
    row.get_by_role("button", name="Dismiss the reports: See you at six").press("Enter")
    expect(page.get_by_text("Nobody has reported a line or a help pin.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Nobody has reported a line or a help pin.")).to_be_visible()
