"""Bocce with people of the mesh: with a node in Python, and two people at two real nodes."""
import hashlib
import json
import struct
import subprocess
import time
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE, serving, with_mesh
from mesh_node import MeshStub, line, pin_id, public
from stub import Refusal
from test_bocce import EXPLAINED, court
from test_bocce_shared import came, throw_next
from test_mesh import AWAY, INSECURE, come_back, wait_until

GAME = 0x33
LIST = "#play=mesh"
WISH = "ab" * 32


@pytest.fixture
def stub():
    server = MeshStub().start()
    yield server
    server.release_all()
    server.stop()


@pytest.fixture
def north(stub):
    return stub.node


def said(node, tag=None):
    """The messages in games that the node has, with a tag; the first one first."""
    found = [each for each in node.carried.values() if each[1] == GAME and tag in (None, each[72])]
    return sorted(found, key=lambda each: each[12:20])


def message_id(content):
    length = struct.unpack(">I", content[68:72])[0]
    return hashlib.sha256(content[: 72 + length]).hexdigest()


def player(name):
    return {"key": public(name).hex(), "is_named": False}


def offer_of(key, identity, **more):
    """A game as a node says it."""
    now = int(time.time() * 1000)
    game = {"court": {"width": 360, "length": 640, "resistance": 800, "angular_damping": 800}, "first": "blue", "throws": [], "hashes": []}
    return {"id": identity, "game": game, "state": "waiting", "blue": {"key": key, "is_named": False}, "wishes": [], "points": 0,
            "offered": now, "changed": now, **more}


def opened(visit, stub, place=LIST, **options):
    visitor = visit(stub.address, **options)
    visitor.context.add_init_script(EXPLAINED)
    return visitor, visitor.open(place, ready=False)


def offer(page, north):
    """Offers a game; returns its message."""
    page.get_by_role("button", name="Offer a game").click()
    expect(page.get_by_text("Choose one of the people who want to play")).to_be_visible()
    wait_until(lambda: said(north, 1))
    return said(north, 1)[0]


def hear(page):
    """The node says that a message came."""
    come_back(page)


def test_the_choice_leads_to_the_games_of_the_mesh_where_there_is_one(visit, stub, north):
    visitor, page = opened(visit, stub, "#play")
    page.get_by_role("button", name="With somebody at this place").click()
    expect(page.get_by_text("Nobody offers a game now.")).to_be_visible()
    assert page.url.endswith(LIST)
    page.get_by_role("button", name="Change game").click()
    expect(page.get_by_role("button", name="With somebody at this place")).to_be_visible()
    stub.features = []
    page.reload()
    expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()
    expect(page.get_by_role("button", name="With somebody at this place")).to_have_count(0)


def test_a_person_offers_a_game_and_begins_with_one_who_asks(visit, stub, north):
    north.keep(line("Anybody for a game?", "Ada"))
    visitor, page = opened(visit, stub)
    made = offer(page, north)
    identity, key = pin_id(made), made[20:52].hex()
    assert made[72:84] == bytes([1, 0, 9, 1, 104, 2, 128, 3, 32, 3, 32, 0])
    assert page.url.endswith(f"#play=mesh-{identity}")
    wish = {"player": player("Ada"), "message": WISH, "time": int(time.time() * 1000)}
    north.games = [offer_of(key, identity, wishes=[wish])]
    hear(page)
    page.get_by_role("button", name="~Ada").press("Enter")
    expect(court(page)).to_have_attribute("data-state", "aiming")
    expect(court(page)).to_be_focused()
    expect(page.get_by_text("has been waiting for your throw since")).to_be_visible()
    wait_until(lambda: said(north, 3))
    [begun] = said(north, 3)
    assert begun[75:107].hex() == WISH and begun[52:68].hex() == identity


def playing(visit, stub, north):
    """A game that this page plays with Ada, as the node says it; with the page's own message of its beginning."""
    visitor, page = opened(visit, stub)
    made = offer(page, north)
    identity, key = pin_id(made), made[20:52].hex()
    wish = {"player": player("Ada"), "message": WISH, "time": int(time.time() * 1000)}
    north.games = [offer_of(key, identity, wishes=[wish])]
    hear(page)
    page.get_by_role("button", name="Play with").click()
    wait_until(lambda: said(north, 3))
    last = message_id(said(north, 3)[0])
    north.games = [offer_of(key, identity, state="playing", orange=player("Ada"), last=last, turn="blue")]
    hear(page)
    expect(court(page)).to_have_attribute("data-state", "aiming")
    return visitor, page, last


def throw(page, thrown):
    court(page).focus()
    for key in ["ArrowUp", "Enter"]:
        page.keyboard.press(key)
    came(page, thrown)


def test_a_throw_without_a_node_stays_signed_and_is_sent_as_it_was(visit, stub, north):
    visitor, page, last = playing(visit, stub, north)
    visitor.expected += AWAY
    stub.node = None
    hear(page)
    expect(page.locator(".bocce-state")).to_have_text("Offline. The game goes on when the connection is back.")
    throw(page, 1)
    expect(page.locator(".bocce-state")).to_have_text("Offline. Your throw is sent when the connection is back.")
    page.reload()
    came(page, 1)
    expect(court(page)).to_have_attribute("data-state", "aiming")
    stub.node = north
    hear(page)
    wait_until(lambda: said(north, 4))
    expect(page.locator(".bocce-state")).to_be_hidden()
    # The node does not count it yet, and the page throws the next one after it.
    throw(page, 2)
    wait_until(lambda: len(said(north, 4)) == 2)
    first, second = said(north, 4)
    assert first[75:107].hex() == last and second[75:107].hex() == message_id(first)


def test_who_leaves_a_game_is_asked_first_and_says_so_once(visit, stub, north):
    visitor, page, last = playing(visit, stub, north)
    throw(page, 1)
    wait_until(lambda: said(north, 4))
    page.get_by_role("button", name="Leave game").click()
    page.get_by_role("button", name="Keep playing").click()
    assert not said(north, 5)
    page.get_by_role("button", name="Leave game").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    wait_until(lambda: len(said(north, 5)) == 1)


def test_somebody_asks_to_play_and_takes_it_back(visit, stub, north):
    identity = "01" * 16
    north.games = [offer_of(public("Ada").hex(), identity)]
    visitor, page = opened(visit, stub)
    page.get_by_role("heading", name="Open offers").wait_for()
    page.locator(f"[data-focus='{identity}']").press("Enter")
    ask = page.get_by_role("button", name="Ask to play")
    ask.press("Enter")
    expect(page.get_by_text("sees that you want to play")).to_be_visible()
    wait_until(lambda: len(said(north, 2)) == 1)
    page.get_by_role("button", name="Take it back").press("Enter")
    wait_until(lambda: len(said(north, 5)) == 1)
    expect(page.get_by_role("heading", name="Open offers")).to_be_visible()


def test_others_games_can_be_watched_and_a_game_that_is_gone_says_so(visit, stub, north):
    identity = "02" * 16
    playing_now = {"state": "playing", "orange": player("Ben"), "last": WISH, "turn": "orange"}
    north.games = [offer_of(public("Ada").hex(), identity, **playing_now)]
    visitor, page = opened(visit, stub)
    page.locator(f"[data-focus='{identity}']").click()
    expect(page.get_by_text("You are watching this game.")).to_be_visible()
    north.games = []
    hear(page)
    expect(page.get_by_text("This game is over, or its author took it back.")).to_be_visible()


def test_without_an_answer_the_list_says_so_and_comes_back(visit, stub, north):
    stub.refusals["/api/v1/mesh/games"] = Refusal(503, "unavailable", "no")
    visitor, page = opened(visit, stub)
    visitor.expected += AWAY
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    del stub.refusals["/api/v1/mesh/games"]
    again.click()
    expect(page.get_by_text("Nobody offers a game now.")).to_be_visible()
    stub.refusals["/api/v1/mesh/games"] = Refusal(503, "unavailable", "no")
    hear(page)
    expect(page.get_by_text("No node answers. You see the games that this phone knows.")).to_be_visible()


def test_a_node_for_people_who_are_logged_in_says_so(visit, stub, north):
    stub.refusals["/api/v1/mesh/games"] = Refusal(401, "not_logged_in", "log in first")
    visitor, page = opened(visit, stub)
    visitor.expected += ["Failed to load resource", "401"]
    expect(page.get_by_text("This node answers only people who are logged in.")).to_be_visible()


def test_a_page_that_cannot_sign_only_watches(visit, stub, north):
    north.games = [offer_of(public("Ada").hex(), "03" * 16)]
    visitor = visit(stub.address)
    visitor.context.add_init_script(EXPLAINED)
    visitor.context.add_init_script(INSECURE)
    page = visitor.open(LIST, ready=False)
    expect(page.get_by_text("so you can only watch")).to_be_visible()
    page.locator(f"[data-focus='{'03' * 16}']").click()
    expect(page.get_by_role("button", name="Ask to play")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "fi", "ar"])
def test_each_language_fits_a_narrow_screen(visit, stub, north, language):
    playing_now = {"state": "playing", "orange": player("Ada"), "last": WISH, "turn": "blue"}
    north.games = [offer_of(public("Ada").hex(), "04" * 16), offer_of(public("Ben").hex(), "05" * 16, **playing_now)]
    visitor = visit(stub.address, {**PHONE, "viewport": {"width": 320, "height": 640}})
    visitor.context.add_init_script(EXPLAINED)
    visitor.context.add_init_script(f"localStorage.setItem('hereabouts.language', '{language}')")
    page = visitor.open(LIST, ready=False)
    expect(page.locator(".bocce-mesh [data-focus]")).to_have_count(4)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => [...document.querySelectorAll('.bocce-mesh *')].every((each) => each.scrollWidth <= each.clientWidth + 1 || getComputedStyle(each).display === 'inline')")
    results = Axe().run(page, ".play")
    assert results.violations_count == 0, results.generate_report()


# MARK: Two real nodes


def asked(address, path):
    """What a node answers."""
    with urllib.request.urlopen(f"{address}/api/v1/{path}") as answer:
        return json.load(answer)


@pytest.fixture
def nodes(sample, tmp_path):
    """Two nodes of one place that do not link: `ferry` carries between them."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    mesh = with_mesh()
    with serving(sample, first, *mesh) as one:
        invite = [sample[0], "mesh", "invite", "--data", str(first / "data"), "--address", "127.0.0.1", "--port", mesh[-1]]
        code = subprocess.run(invite, check=True, capture_output=True, text=True).stdout.strip()
        join = [sample[0], "mesh", "join", code, "--name", "library", "--data", str(second / "data"), "--trust-clock"]
        subprocess.run(join, check=True, capture_output=True)
        with serving(sample, second, *with_mesh()) as other:
            assert asked(one, "mesh")["place"] == asked(other, "mesh")["place"]
            yield one, other


def ferry(page, address):
    """Brings to another node what this page gives its own, as the same bytes."""

    def bring(request):
        if request.method == "POST" and request.url.endswith("/api/v1/mesh/messages"):
            again = urllib.request.Request(f"{address}/api/v1/mesh/messages", request.post_data_buffer, {"content-type": "application/octet-stream"})
            urllib.request.urlopen(again).read()

    page.on("requestfinished", bring)


def test_two_people_at_two_nodes_play(nodes, visit):
    pages = []
    for address, other, device in zip(nodes, reversed(nodes), [PHONE, DESK]):
        visitor = visit(address, device)
        visitor.context.add_init_script(EXPLAINED)
        ferry(visitor.page, other)
        pages.append(visitor.open(LIST, ready=False))
    blue, orange = pages
    blue.get_by_role("button", name="Offer a game").click()
    orange.get_by_role("heading", name="Open offers").wait_for()
    orange.locator(".bocce-mesh-row").first.click()
    orange.get_by_role("button", name="Ask to play").click()
    blue.get_by_role("button", name="Play with").click()
    expect(court(blue)).to_have_attribute("data-state", "aiming")
    expect(court(orange)).to_have_attribute("data-state", "thinking")
    for thrown in range(1, 5):
        throw_next(pages, thrown)
    for page in pages:
        expect(page.locator(".bocce-state")).to_be_hidden()
    throws = [asked(address, "mesh/games")["games"][0]["game"] for address in nodes]
    assert throws[0] == throws[1] and len(throws[0]["throws"]) == 4
    # Somebody at a node who comes back goes on.
    orange.reload()
    came(orange, 4)
    orange.get_by_role("button", name="Leave game").click()
    orange.get_by_role("button", name="Leave", exact=True).click()
    expect(blue.locator(".bocce-ending")).to_contain_text("The other player left the game. You win.")
    wait_until(lambda: all(asked(address, "mesh/games")["games"][0]["state"] == "ended" for address in nodes))
