"""The operators' part of the mesh, with the real program as the organiser's server and as another one."""
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, PHONE, serving, with_mesh
from test_account import enter, go

DEVICES = pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK], ids=["phone", "desk"])


@pytest.fixture
def organiser(sample, tmp_path):
    """The address of the organiser's server."""
    with serving(sample, tmp_path, *with_mesh(), "--set", "mesh-name=town hall") as address:
        yield address


def operate(visitor):
    """Logs the operator in and opens the operators' part of the mesh."""
    enter(visitor, OPERATOR["name"], OPERATOR["password"], button="Log in")
    return go(visitor.page, "#operator=mesh", ".mesh-operating .duties")


def say_line(page, text):
    """Writes a line, which the node signs, and returns its id."""
    return page.evaluate(
        """async (text) => {
            const { rooms } = await (await fetch("/api/v1/mesh/rooms")).json();
            const headers = { "content-type": "application/json" };
            const answer = await fetch(`/api/v1/mesh/rooms/${rooms[0].id}/lines`,
                { method: "POST", headers, body: JSON.stringify({ text }) });
            return (await answer.json()).id;
        }""", text)


@DEVICES
def test_a_code_is_made_shown_once_and_gone(organiser, visit, device):
    page = operate(visit(organiser, device))
    expect(page.locator(".roster li").first).to_contain_text("town hall")
    expect(page.locator(".roster li").first).to_contain_text("organiser's server")
    page.get_by_label("Works for").select_option("1")
    page.get_by_role("button", name="Make a join code").press("Enter")
    code = page.get_by_label("Join code")
    expect(code).to_be_focused()
    text = code.input_value()
    assert re.fullmatch("[a-z2-7]{100,}", text)
    expect(page.get_by_alt_text("The join code as a code to scan")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Make a join code")).to_be_focused()
    assert text not in page.content()


@DEVICES
def test_a_hidden_line_is_listed_and_shown_again(organiser, visit, device):
    visitor = visit(organiser, device)
    page = operate(visitor)
    expect(page.get_by_text("Nothing is hidden.")).to_be_visible()
    line = say_line(page, "Buy this")
    page.evaluate("(id) => fetch(`/api/v1/mesh/hidden/message/${id}`, { method: 'PUT' })", line)
    # The list follows by itself.
    row = page.locator(".roster li", has_text="Buy this")
    expect(row).to_contain_text("message")
    row.get_by_role("button", name="Show again: Buy this").press("Enter")
    expect(page.get_by_text("Nothing is hidden.")).to_be_visible()
    expect(page.get_by_role("heading", name="Nodes", exact=True)).to_be_focused()
    lines = page.evaluate("""async () => {
        const { rooms } = await (await fetch("/api/v1/mesh/rooms")).json();
        return (await (await fetch(`/api/v1/mesh/rooms/${rooms[0].id}/lines`)).json()).lines.map(({ text }) => text);
    }""")
    assert lines == ["Buy this"]


def test_duties_hold_and_bad_ones_are_refused(organiser, visit):
    page = operate(visit(organiser))
    page.get_by_label("Disk to leave free, in MiB").fill("-1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a whole number from 0 on.")).to_be_visible()
    page.get_by_label("Pass on what was written at other nodes").uncheck()
    page.get_by_label("Disk to leave free, in MiB").fill("1073741824")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The disk is too full")).to_be_visible()
    page.reload()
    page.wait_for_selector(".mesh-operating .duties")
    expect(page.get_by_label("Pass on what was written at other nodes")).not_to_be_checked()
    expect(page.get_by_label("Link to nodes that are no members")).to_be_checked()
    expect(page.get_by_label("Disk to leave free, in MiB")).to_have_value("1073741824")


@DEVICES
def test_a_node_joins_by_the_code_and_is_removed(organiser, sample, tmp_path, visit, device):
    visitor = visit(organiser, device)
    page = operate(visitor)
    page.get_by_role("button", name="Make a join code").click()
    code = page.get_by_label("Join code").input_value()
    other = tmp_path / "other"
    other.mkdir()
    joined = subprocess.run([sample[0], "mesh", "join", code, "--name", "library", "--data", str(other / "data"), "--trust-clock"],
                            capture_output=True, text=True)
    if joined.returncode != 0:
        pytest.skip(f"this machine has no address that a node can reach: {joined.stderr}")
    row = page.locator(".roster li", has_text="library")
    expect(row).to_contain_text("member")
    with serving(sample, other, *with_mesh()) as address:
        second = visit(address, device)
        there = operate(second)
        expect(there.get_by_text("town hall is the organiser's server.")).to_be_visible()
        expect(there.get_by_role("button", name="Make a join code")).to_have_count(0)
        expect(there.get_by_role("button", name="Remove")).to_have_count(0)
        second.page.goto("about:blank")
    row.get_by_role("button", name="Remove library").press("Enter")
    expect(row.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(row.get_by_role("button", name="Remove library")).to_be_focused()
    page.keyboard.press("Enter")
    row.get_by_role("button", name="Remove", exact=True).click()
    expect(row).to_contain_text("removed")
    expect(row.get_by_role("button", name="Remove library")).to_have_count(0)


def test_without_an_answer_the_part_says_so_and_comes_back(organiser, visit):
    visitor = visit(organiser)
    enter(visitor, OPERATOR["name"], OPERATOR["password"], button="Log in")
    page = visitor.page
    visitor.expected += ["net::ERR_FAILED", "Failed to load resource"]
    page.route("**/api/v1/mesh/roster", lambda route: route.abort())
    page.goto(f"{organiser}/#operator=mesh")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/api/v1/mesh/roster")
    again.click()
    expect(page.locator(".mesh-operating .duties")).to_be_visible()


@pytest.mark.parametrize("language, name", [("de", "Beitrittscode erstellen"), ("fi", "Luo liittymiskoodi"), ("ar", "إنشاء رمز انضمام")])
def test_each_language_fits_a_narrow_screen(organiser, visit, language, name):
    visitor = visit(organiser, {**PHONE, "viewport": {"width": 320, "height": 640}})
    page = operate(visitor)
    page.evaluate("(language) => localStorage.setItem('hereabouts.language', language)", language)
    page.reload()
    expect(page.get_by_role("button", name=name)).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_servers_without_a_mesh_do_not_offer_it(served, visit):
    visitor = visit(served)
    enter(visitor, OPERATOR["name"], OPERATOR["password"], button="Log in")
    page = go(visitor.page, "#operator=reports", ".parts")
    expect(page.locator(".parts").get_by_role("button", name="Mesh")).to_have_count(0)
