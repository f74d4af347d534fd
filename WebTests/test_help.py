"""Help pins: asking for help at a place, on the map, in the list, resolved; with nodes of the mesh in Python."""
import re
import struct
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE
from mesh_node import (
    GENERAL, HELP, HELP_PIN, MeshStub, Node, admitted, help_pin, hides, line, message_id, pin_id, public, stamped)
from mesh_page import AWAY, INSECURE, come_back, lines, shown, wait_until
from stub import Refusal

STUB = MeshStub
FORM = "#help=60.17,24.94"
PUBLIC = "Everybody at this place sees exactly where this is"


def marks(page):
    return page.locator(".help-mark")


def entry(page, text):
    """A pin in the list; its mark on the map has the same words."""
    return page.locator("[data-pin]").filter(has_text=text)


def asked(node):
    """What the node was given of help pins: the words or, for a resolution, the pin."""
    return [each[86 : 72 + struct.unpack(">I", each[68:72])[0]].decode() or each[52:68].hex()
            for each in node.carried.values() if each[1] == HELP_PIN]


def test_a_person_asks_for_help_at_a_place_and_resolves_it(visit, stub, north):
    page = visit(stub.address).open(f"#chat={HELP}")
    page.get_by_role("button", name="Ask for help at a place").click()
    expect(page.get_by_text(PUBLIC)).to_be_visible()
    send = page.get_by_role("button", name="Ask for help", exact=True)
    send.click()
    expect(page.get_by_text("Write in a few words what you need.")).to_be_visible()
    page.get_by_label("What do you need?").fill("A ramp, please. حساء")
    send.press("Enter")
    mine = entry(page, "A ramp, please. حساء").filter(has_text="You")
    expect(mine).to_be_visible()
    wait_until(lambda: asked(north) == ["A ramp, please. حساء"])
    mine.click()
    expect(page.get_by_role("heading", name="Somebody needs help")).to_be_visible()
    page.get_by_role("button", name="Resolved").press("Enter")
    expect(page.get_by_text("Nobody asks for help at a place now.")).to_be_visible()
    [pin] = [each for each in north.carried.values() if each[1] == HELP_PIN and not any(each[52:68])]
    wait_until(lambda: pin_id(pin) in asked(north))
    # Nobody else says so with somebody else's name: the page's own key signed both.
    assert not stub.resolutions and not any(stub.cookies)
    expect(marks(page)).to_have_count(0)


def test_the_point_is_as_exact_as_the_address_says(visit, stub, north):
    page = visit(stub.address).open("#help=60.171234,-24.939876")
    page.get_by_label("What do you need?").fill("Here")
    page.get_by_role("button", name="Ask for help", exact=True).click()
    wait_until(lambda: asked(north) == ["Here"])
    [pin] = [each for each in north.carried.values() if each[1] == HELP_PIN]
    assert struct.unpack(">ii", pin[75:83]) == (601712340, -249398760)


def test_words_are_counted_as_nodes_count_them_and_the_form_says_how_much_is_left(visit, stub, north):
    page = visit(stub.address).open("#help=60.17,24.94")
    text, send = page.get_by_label("What do you need?"), page.get_by_role("button", name="Ask for help", exact=True)
    left = page.locator("#help-rest")
    expect(left).to_be_empty()
    # An emoji of four bytes is two characters of a browser.
    text.fill("\U0001f198" * 119)
    expect(left).to_contain_text("4 bytes left")
    text.fill("\U0001f198" * 121)
    expect(left).to_have_text("Too long by 4 bytes. Use fewer words.")
    send.click()
    expect(page.get_by_role("alert")).to_have_text("Too long by 4 bytes. Use fewer words.")
    expect(text).to_be_focused()
    text.fill("\U0001f198" * 120)
    expect(left).to_contain_text("0 bytes left")
    expect(page.get_by_role("alert")).to_have_count(0)
    send.click()
    wait_until(lambda: asked(north) == ["\U0001f198" * 120])


def test_where_i_am_asks_the_browser_and_says_why_it_is_not_known(visit, stub, north):
    visitor = visit(stub.address)
    page = visitor.open("#help=60.17,24.94")
    where, here = page.locator(".help-form .digits"), page.get_by_role("button", name="Where I am")
    here.click()
    expect(page.locator(".help-form")).to_contain_text("This page may not use your location. Allow it in the browser")
    expect(where).to_have_text("60.17000, 24.94000")
    # Somebody allows it in the settings: the press still holds.
    visitor.context.set_geolocation(HERE)
    visitor.context.grant_permissions(["geolocation"])
    here.click()
    expect(where).to_have_text("60.17020, 24.94150")
    expect(page.locator(".help-form")).not_to_contain_text("may not use your location")


def test_pins_are_marks_on_the_map_and_one_opens_its_card(visit, stub, north):
    north.take(help_pin("Water <b>now</b>", "Eve"))
    north.pin_names[public("Eve").hex()] = "Eve"
    visitor = visit(stub.address, DESK)
    page = visitor.open("")
    mark = marks(page)
    expect(mark).to_have_count(1)
    expect(mark).to_have_attribute("aria-label", "Help needed: Water <b>now</b>")
    mark.click()
    card = page.locator(".help-card")
    expect(card.locator(".help-text")).to_have_text("Water <b>now</b>")
    expect(card).to_contain_text("~Eve")
    expect(card.locator(".key")).to_have_count(1)
    expect(card.get_by_role("button", name="Directions")).to_be_visible()
    expect(card.get_by_role("button", name="Resolved")).to_have_count(0)
    # Somebody resolves it meanwhile.
    north.resolved.add(pin_id(next(each for each in north.carried.values() if each[1] == HELP_PIN)))
    page.reload()
    expect(page.get_by_text("This is resolved, or has ended.")).to_be_visible()


# The edges at which the words in some elements begin, in pixels.
EDGES = """([selector, isRightToLeft]) => [...document.querySelectorAll(selector)].map((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const box = words.getBoundingClientRect();
    return Math.round(isRightToLeft ? box.right : box.left);
})"""


@pytest.mark.parametrize("language", ["en-GB", "ar"])
def test_words_of_any_language_stand_in_line(visit, stub, north, language):
    for text in ["Water", "نحتاج ماء هنا", "Two people need a wheelchair at the north gate of the market"]:
        north.take(help_pin(text, text))
    visitor = visit(stub.address, locale=language)
    visitor.expected += AWAY
    page = visitor.open("#help")
    expect(page.locator("[data-pin]")).to_have_count(3)
    is_right_to_left = language == "ar"
    assert len(set(page.evaluate(EDGES, ["[data-pin] > span", is_right_to_left]))) == 1
    # Also the card of a pin that waits on this phone.
    stub.node = None
    page.goto(f"{stub.address}/{FORM}")
    page.locator("#help-text").fill("Rope")
    page.locator(".help-form .main").click()
    entry(page, "Rope").click()
    expect(page.locator(".help-card .state-waiting")).to_be_visible()
    assert len(set(page.evaluate(EDGES, [".screen h2, .help-card p:not(.problem)", is_right_to_left]))) == 1


def test_a_name_of_the_roster_has_no_mark_of_doubt(visit, stub, north):
    north.take(help_pin("Water", "Ada"))
    north.named[public("Ada").hex()] = north.pin_names[public("Ada").hex()] = "Ada"
    page = visit(stub.address).open("#help")
    pin = entry(page, "Water")
    expect(pin).to_contain_text("Ada")
    expect(pin).not_to_contain_text("~")


def test_forged_pins_are_not_shown(visit, stub, north):
    forged = bytearray(help_pin("Not hers", "Ada"))
    forged[-1] ^= 1
    north.take(bytes(forged))
    north.take(help_pin("Hers", "Ada"))
    page = visit(stub.address).open("#help")
    expect(entry(page, "Hers")).to_be_visible()
    expect(entry(page, "Not hers")).to_have_count(0)
    expect(marks(page)).to_have_count(1)


@pytest.mark.parametrize("target", ["message", "author", "node"])
def test_what_the_place_hides_is_no_pin_on_the_phone(visit, stub, north, target):
    pin = stamped(help_pin("Buy this", "Eve"), "South", int(time.time() * 1000))
    north.take(pin)
    north.take(help_pin("Water", "Ada"))
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open("#help")
    expect(page.locator("[data-pin]")).to_have_count(2)
    north.take(hides(target, {"message": message_id(pin), "author": public("Eve"), "node": public("South")}[target]))
    come_back(page)
    expect(entry(page, "Buy this")).to_have_count(0)
    expect(entry(page, "Water")).to_be_visible()
    expect(marks(page)).to_have_count(1)
    # Also where no node answers, which could leave it out.
    stub.node = None
    page.reload()
    expect(entry(page, "Water")).to_be_visible()
    expect(entry(page, "Buy this")).to_have_count(0)


def test_a_pin_written_without_a_node_waits_and_goes_with_the_phone(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open("#help")
    expect(page.get_by_text("Nobody asks for help at a place now.")).to_be_visible()
    # The phone has met the node, so it knows the place.
    stub.wait_answered("/api/v1/mesh/query")
    stub.node = None
    page.goto(f"{stub.address}/{FORM}")
    page.get_by_label("What do you need?").fill("Water")
    page.get_by_role("button", name="Ask for help", exact=True).click()
    entry(page, "Water").click()
    expect(page.locator(".help-card")).to_contain_text("Waiting on this phone")
    stub.node = north
    come_back(page)
    wait_until(lambda: asked(north) == ["Water"])
    expect(page.locator(".help-card")).not_to_contain_text("Waiting")


def test_without_keys_the_node_signs_and_the_browser_resolves_its_own(visit, stub, north):
    visitor = visit(stub.address)
    visitor.context.add_init_script(INSECURE)
    page = visitor.open(FORM)
    expect(page.get_by_text("The node writes for you as its guest.")).to_be_visible()
    page.get_by_label("What do you need?").fill("Water")
    page.get_by_role("button", name="Ask for help", exact=True).click()
    entry(page, "Water").click()
    page.get_by_role("button", name="Resolved").click()
    expect(page.get_by_text("Nobody asks for help at a place now.")).to_be_visible()
    [(_, sent)] = stub.resolutions
    assert re.fullmatch("[0-9a-f]{32}", sent["key"]) and not any(stub.cookies)


def test_a_node_that_has_enough_pins_of_a_guest_says_until_when(visit, stub, north):
    visitor = visit(stub.address)
    visitor.context.add_init_script(INSECURE)
    visitor.expected += ["Failed to load resource"]
    stub.refusals["/api/v1/mesh/pins"] = Refusal(429, "too_soon", "ask again later")
    page = visitor.open(FORM)
    page.get_by_label("What do you need?").fill("Water")
    page.get_by_role("button", name="Ask for help", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="ten minutes")).to_be_visible()


def test_the_secret_of_a_guests_pin_goes_to_no_other_node(visit, stub, north):
    visitor = visit(stub.address)
    visitor.context.add_init_script(INSECURE)
    page = visitor.open(FORM)
    page.get_by_label("What do you need?").fill("Water")
    page.get_by_role("button", name="Ask for help", exact=True).click()
    expect(entry(page, "Water")).to_be_visible()
    south = Node("South")
    south.carried = north.carried
    stub.node = south
    entry(page, "Water").click()
    page.get_by_role("button", name="Resolved").click()
    expect(page.get_by_role("alert").filter(has_text="Another node wrote this for you")).to_be_visible()
    assert not stub.resolutions
    stub.node = north
    page.get_by_role("button", name="Resolved").click()
    expect(page.get_by_text("Nobody asks for help at a place now.")).to_be_visible()
    assert len(stub.resolutions) == 1


def test_an_operator_resolves_the_pins_of_others(visit, stub, north):
    stub.member = {"name": "otto", "role": "operator"}
    north.take(help_pin("Water", "Eve"))
    page = visit(stub.address).open("#help")
    entry(page, "Water").click()
    page.get_by_role("button", name="Resolved").click()
    expect(page.get_by_text("Nobody asks for help at a place now.")).to_be_visible()
    assert [sent for _, sent in stub.resolutions] == [{}]


def test_a_dropped_pin_leads_to_the_form_and_a_tap_moves_the_mark(visit, stub, north):
    page = visit(stub.address, DESK).open("#pin=60.17,24.94")
    page.get_by_role("button", name="Ask for help here").click()
    where = page.locator(".help-form .digits")
    expect(where).to_have_text("60.17000, 24.94000")
    page.locator("#map canvas").click(position={"x": 900, "y": 200})
    expect(where).not_to_have_text("60.17000, 24.94000")
    page.get_by_role("button", name="Middle of the map").click()
    page.keyboard.press("Escape")
    expect(page.locator(".mark.movable")).to_have_count(0)


def test_a_stamp_that_no_member_made_does_not_say_when_a_line_came(visit, stub, north):
    now = int(time.time() * 1000)
    north.take(admitted("North"))
    north.take(admitted("South", by="Eve"))
    for text, member, signer in [("Good", "North", "North"), ("Forged", "North", "Eve"), ("Stranger", "South", "South")]:
        north.keep(stamped(line(text, milliseconds=now - 7_200_000), member, now - 60_000, signer))
    page = visit(stub.address).open(f"#chat={GENERAL}")
    expect(lines(page)).to_have_count(3)
    expect(shown(page, "Good")).to_contain_text("came")
    for text in ["Forged", "Stranger"]:
        expect(shown(page, text)).not_to_contain_text("came")


def test_the_nodes_say_over_whom_they_are_reached_and_since_when(visit, stub, north):
    north.heard = [
        Node.fact("North", is_this=True, links=["South"]), Node.fact("South", is_linked=True, links=["North", "East"]),
        Node.fact("East", links=["South", "West"], told=3_600_000), Node.fact("West"), Node.fact("Far")]
    page = visit(stub.address).open("#nodes")
    rows = page.locator(".chat-node-list li")
    expect(rows.filter(has_text="From here through South").first).to_contain_text("East")
    expect(rows.filter(has_text="From here through South and East")).to_contain_text("West")
    expect(rows.filter(has_text="Far")).to_contain_text("This node knows no way to it")
    expect(rows.first).to_contain_text(re.compile(r"Reaches South \(since .+\)"))
    expect(rows.filter(has_text="may have changed since")).to_have_count(1)
    assert page.locator(".chat-drawing line").count() == 3
    assert page.locator(".chat-drawing line.old").count() == 1


def test_an_own_line_says_which_nodes_keep_it(visit, stub, north):
    page = visit(stub.address).open(f"#chat={GENERAL}")
    page.get_by_label("Write a line").fill("Soup")
    page.get_by_role("button", name="Send").click()
    expect(shown(page, "Soup")).to_contain_text("At this node")
    keepers = [{"key": public(name).hex(), "name": name} for name in ["South", "East"]] + [{"key": public("x").hex()}]
    north.delivery["Soup"] = {"state": "nodes", "count": 5, "keepers": keepers}
    page.reload()
    expect(shown(page, "Soup")).to_contain_text("About 5 nodes have it · among them South and East")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, north, scheme):
    pin = help_pin("Water", "Eve")
    north.take(pin)
    page = visit(stub.address, color_scheme=scheme).open("#help")
    expect(entry(page, "Water")).to_be_visible()
    for address in ["#help", f"#help={pin_id(pin)}", FORM]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-body .skeleton")).to_have_count(0)
        found = Axe().run(page, context=".screen")
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_every_screen_speaks_the_language_and_fits_a_narrow_phone(visit, stub, north, language):
    pin = help_pin("Water " * 30 + "w" * 80, "Eve")
    north.take(pin)
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = visit(stub.address, narrow, locale=language).open("#help")
    expect(page.locator("[data-pin]")).to_have_count(1)
    for address in ["#help", f"#help={pin_id(pin)}", FORM]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-body .skeleton")).to_have_count(0)
        wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
        assert wide <= 0, address
        assert not re.search(r"\b(help|nodes|state|guest|author)\.[a-z]", page.locator(".chat-body").inner_text())
