"""Joining another phone: the steps, their codes, and what to do where a step does not work."""
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE, serving
from mesh_node import MeshStub
from mesh_page import AWAY, NamedNode
from stub import Refusal

STUB = MeshStub
MAP, TRUST = "https://library.local:8443/", ["http://192.0.2.1:8081/trust", "http://192.0.2.2:8081/trust"]
STEPS = {
    "Connect to the Wi-Fi": "choose the network in the phone's settings",
    "Trust the place's certificate": "try the next one",
    "Open the map": "If the phone does not find the name",
}


def opened(visitor):
    page = visitor.open("#nodes")
    page.get_by_text("Join another phone").press("Enter")
    return page


def steps(page):
    return page.locator(".chat-join li")


def copied(page):
    return page.evaluate("() => navigator.clipboard.readText()")


def test_each_step_has_its_code_and_what_to_do_where_it_does_not_work(visit, stub):
    page = opened(visit(stub.address))
    expect(steps(page)).to_have_count(3)
    for index, (title, fallback) in enumerate(STEPS.items()):
        step = steps(page).nth(index)
        expect(step.get_by_role("heading")).to_have_text(title)
        expect(step.locator(".quiet").last).to_contain_text(fallback)
    for text in [MAP, *TRUST]:
        expect(page.get_by_alt_text(f"Code to scan: {text}")).to_be_visible()
    expect(page.locator(".fingerprint")).to_have_text(":".join(["AB", "CD"] * 16))


def test_the_network_gets_a_code_and_its_password_stays_unseen(visit, stub):
    visitor = visit(stub.address, DESK)
    visitor.expected += ["400"]
    page = opened(visitor)
    name, password = page.get_by_label("Name of the network"), page.get_by_label("Its password")
    name.press("Enter")
    expect(page.get_by_text("Type the network's name.")).to_be_visible()
    expect(name).to_be_focused()
    name.fill("Library <b>guests</b>")
    password.fill("short")
    password.press("Enter")
    expect(page.get_by_text("a password 8 to 63 characters")).to_be_visible()
    password.fill("read more books")
    page.get_by_role("button", name="Show the code").press("Enter")
    code = page.get_by_alt_text("Code to scan: Library <b>guests</b>")
    expect(code).to_be_visible()
    expect(steps(page).first.locator("figcaption")).to_have_text("Library <b>guests</b>")
    # The code is of the network, and so nobody copies it as an address.
    expect(steps(page).first.get_by_role("button", name="Copy")).to_have_count(0)


def test_an_address_is_copied_or_selected(visit, stub):
    visitor = visit(stub.address)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(visitor)
    button = page.get_by_role("button", name=f"Copy {MAP}")
    button.press("Enter")
    expect(steps(page).last.get_by_role("status")).to_have_text("Copied.")
    assert copied(page) == MAP
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name=f"Copy {TRUST[1]}").click()
    expect(steps(page).nth(1).get_by_role("status").filter(has_text="copy it by hand")).to_be_visible()
    assert page.evaluate("() => getSelection().toString()") == TRUST[1]


def test_the_keyboard_opens_walks_through_and_closes(visit, stub):
    page = visit(stub.address, DESK).open("#chat")
    page.get_by_role("button", name="Nodes").press("Enter")
    summary = page.get_by_text("Join another phone")
    summary.press("Enter")
    expect(steps(page)).to_have_count(3)
    page.keyboard.press("Tab")
    expect(page.get_by_label("Name of the network")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"Copy {TRUST[0]}")).to_be_focused()
    summary.press("Enter")
    expect(steps(page).first).not_to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="General")).to_be_visible()


def test_a_place_without_a_name_says_so_and_a_node_that_is_away_is_asked_again(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += [*AWAY, "404"]
    stub.refusals["/api/v1/mesh/phone"] = Refusal(404, "not_found", "no certificate")
    page = opened(visitor)
    expect(page.locator(".chat-join").get_by_text("This place has no name for its nodes yet.")).to_be_visible()
    stub.refusals["/api/v1/mesh/phone"] = Refusal(503, "unavailable", "the node is away")
    page.reload()
    page.get_by_text("Join another phone").click()
    again = page.locator(".chat-join").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    del stub.refusals["/api/v1/mesh/phone"]
    again.click()
    expect(steps(page)).to_have_count(3)


def test_the_codes_of_the_real_program_read_back(sample, tmp_path, visit):
    node = NamedNode()
    with serving(sample, tmp_path, *node.settings) as address:
        node.wait_for_pages(address)
        visitor = visit(address, {**DESK, "device_scale_factor": 2})
        page = opened(visitor)
        page.get_by_label("Name of the network").fill("Library; guests")
        page.get_by_label("Its password").fill("read more books")
        page.get_by_role("button", name="Show the code").click()
        figures = page.locator(".chat-code")
        network = page.get_by_alt_text("Code to scan: Library; guests")
        expect(network).to_be_visible()
        read = {}
        for figure in figures.all():
            picture = tmp_path / "code.png"
            figure.locator("img").screenshot(path=picture)
            out = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=True)
            read[figure.locator("figcaption").inner_text()] = out.stdout.removesuffix("\n")
        assert read.pop("Library; guests") == r"WIFI:T:WPA;S:Library\; guests;P:read more books;;"
        assert f"https://{node.name}:{node.port}/" in read
        assert all(text == shown for shown, text in read.items())
        assert all(text.endswith(f":{node.trust_port}/trust") for text in read if text.startswith("http:"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, scheme):
    page = opened(visit(stub.address, color_scheme=scheme))
    expect(steps(page)).to_have_count(3)
    found = Axe().run(page, context=".screen")
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_the_steps_fit_a_narrow_phone(visit, stub, language):
    page = visit(stub.address, {**PHONE, "viewport": {"width": 320, "height": 640}}, locale=language).open("#nodes")
    page.locator(".chat-join summary").click()
    expect(steps(page)).to_have_count(3)
    wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
    assert wide <= 0
