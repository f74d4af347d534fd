"""Bocce between two people on their own devices, through the real program; and what the choice offers without it."""
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK
from test_bocce import EXPLAINED, court, said, throw_by_keys

SEAT = "hereabouts.bocce-seat-"
# One request of somebody who is no page of ours; returns the status and the answer.
ASK = """async ([method, path, body]) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/v1/bocce/games${path}`, { method, headers, body: body && JSON.stringify(body) });
    return [answer.status, await answer.json()];
}"""
THROWS = re.compile(r"/bocce/games/\w{8}/throws$")
GAME = re.compile(r"/bocce/games/\w{8}$")
EVENTS = re.compile(r"/bocce/games/\w{8}/events$")
JACK = {"start": 18_000, "across": 0, "along": 40_000}


def ask(page, method, path="", body=None):
    return page.evaluate(ASK, [method, path, body])


def player(visit, address, **options):
    visitor = visit(address, **options)
    visitor.context.add_init_script(EXPLAINED)
    # A stream that breaks off, and requests without a network.
    visitor.expected += ["net::ERR_", "Failed to load resource"]
    return visitor


def make_game(visitor):
    """Makes a game from the choice; returns its code."""
    page = visitor.open("#play", ready=False)
    page.get_by_role("button", name="Each on their own phone").click()
    expect(page.get_by_text("Waiting for the other player")).to_be_visible()
    return page.locator(".bocce-code").text_content().replace(" ", "")


def join(visitor, code):
    page = visitor.open(f"#play={code}", ready=False)
    page.get_by_role("button", name="Join the game").click()
    expect(court(page)).to_be_visible()
    return page


def begin(visit, address):
    """Two players on their court, and the code of their game."""
    blue, orange = player(visit, address), player(visit, address, device=DESK)
    code = make_game(blue)
    join(orange, code)
    expect(court(blue.page)).to_have_attribute("data-state", "aiming")
    expect(court(orange.page)).to_have_attribute("data-state", "thinking")
    return blue, orange, code


def came(page, thrown):
    """Waits until so many throws rest on a page."""
    page.wait_for_function(
        """(thrown) => {
            const { state, thrown: so_far } = document.querySelector('.bocce-court')?.dataset ?? {};
            return Number(so_far) === thrown && state !== 'rolling';
        }""", arg=thrown)


def throw_next(pages, thrown):
    """The page whose turn it is throws; waits until the throw has come to rest on all pages."""
    thrower = next(page for page in pages if court(page).get_attribute("data-state") == "aiming")
    court(thrower).focus()
    for key in ["ArrowUp", *["ArrowRight"] * (thrown % 3), "Enter"]:
        thrower.keyboard.press(key)
    for page in pages:
        came(page, thrown)


def ending(page, text):
    expect(page.locator(".bocce-ending strong")).to_have_text(text)


def seat_of(page, code):
    return page.evaluate("(key) => JSON.parse(localStorage.getItem(key))", SEAT + code)


def throw_without_a_network(thrower, other, code, thrown):
    """Throws while there is no network for ten seconds. The throw is sent once it is back, and none is made twice."""
    page = thrower.page
    thrower.context.set_offline(True)
    court(page).focus()
    for key in ["ArrowUp", "ArrowUp", "Enter"]:
        page.keyboard.press(key)
    came(page, thrown)
    expect(page.locator(".bocce-state")).to_have_text("Offline. Your throw is sent when the connection is back.")
    assert len(seat_of(page, code)["unsent"]) == 1
    page.wait_for_timeout(10_000)
    assert court(other.page).get_attribute("data-thrown") == str(thrown - 1)
    thrower.context.set_offline(False)
    came(other.page, thrown)
    expect(page.locator(".bocce-state")).to_be_hidden()
    assert seat_of(page, code)["unsent"] == []


def reload_with_a_lost_answer(visitor, code, thrown):
    """Comes back while this device does not know that the server has its last throw."""
    page = visitor.page
    game = ask(page, "GET", f"/{code}")[1]["game"]
    last = {"number": thrown - 1, "throw": game["throws"][-1], "hash": game["hashes"][-1]}
    page.evaluate("([key, unsent]) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), unsent }))", [SEAT + code, [last]])
    page.reload()
    came(page, thrown)
    page.wait_for_function("(key) => JSON.parse(localStorage.getItem(key)).unsent.length === 0", arg=SEAT + code)
    assert len(ask(page, "GET", f"/{code}")[1]["game"]["throws"]) == thrown


def throw_last(thrower, pages, thrown):
    """Makes the last throw, which takes long to reach the server: the end waits for it."""
    page, held = thrower.page, []
    page.route(THROWS, lambda route: held.append(route))
    throw_next([page], thrown)
    card = page.locator(".bocce-ending")
    expect(card).to_contain_text("Sending your throw …")
    expect(card.get_by_role("button", name="Play again")).to_have_count(0)
    held.pop().continue_()
    page.unroute(THROWS)
    expect(card.get_by_role("button", name="Play again")).to_be_visible()
    expect(card).not_to_contain_text("Sending")
    for each in pages:
        came(each, thrown)


def play_again(blue, orange, watcher, code):
    """Blue asks for another game, orange comes to the same one, and so does who watches."""
    blue.page.get_by_role("button", name="Play again").click()
    expect(blue.page.get_by_text("The other player sees that you want to play again.")).to_be_visible()
    expect(blue.page.locator(".bocce-code")).to_have_count(0)
    expect(orange.page.locator(".bocce-ending")).to_contain_text("Blue wants to play again.")
    expect(said(orange.page)).to_have_text("Blue wants to play again.")
    expect(watcher.locator(".bocce-ending")).to_contain_text("The players begin another game.")
    watcher.get_by_role("button", name="Watch", exact=True).click()
    expect(watcher.get_by_text("The game begins when both players are here.")).to_be_visible()
    # The seat is kept for orange, whoever opens the link.
    watcher.reload()
    expect(watcher.get_by_text("The game begins when both players are here.")).to_be_visible()
    expect(watcher.get_by_role("button", name="Join the game")).to_have_count(0)
    orange.page.get_by_role("button", name="Join the game").click()
    # Orange begins, since blue did before.
    expect(court(orange.page)).to_have_attribute("data-state", "aiming")
    for page in (blue.page, watcher):
        expect(court(page)).to_have_attribute("data-state", "thinking")
    [url] = {page.url for page in (blue.page, orange.page, watcher)}
    assert code not in url
    expect(blue.page.locator(".bocce-team.blue .you")).to_be_visible()
    expect(orange.page.locator(".bocce-team.orange .you")).to_be_visible()


def test_two_play_a_whole_game_with_a_watcher_a_broken_network_and_reloads(served, visit):
    blue, orange, code = begin(visit, served)
    watcher = player(visit, served).open(f"#play={code}", ready=False)
    expect(watcher.get_by_text("You are watching this game.")).to_be_visible()
    expect(court(watcher)).to_have_attribute("data-state", "thinking")
    expect(blue.page.locator(".bocce-team.blue .you")).to_be_visible()
    expect(orange.page.locator(".bocce-team.orange .you")).to_be_visible()
    expect(watcher.locator(".you:visible")).to_have_count(0)
    pages = [blue.page, orange.page, watcher]
    for thrown in range(1, 10):
        thrower = {"blue": blue, "orange": orange}[ask(watcher, "GET", f"/{code}")[1]["turn"]]
        if thrown == 3:
            throw_without_a_network(thrower, orange if thrower is blue else blue, code, thrown)
            came(watcher, thrown)
        elif thrown == 9:
            throw_last(thrower, pages, thrown)
        else:
            throw_next(pages, thrown)
        if thrown == 5:
            reload_with_a_lost_answer(thrower, code, thrown)
            expect(thrower.page.locator(f".bocce-team.{'blue' if thrower is blue else 'orange'} .you")).to_be_visible()
    results = []
    for page in pages:
        expect(court(page)).to_have_attribute("data-state", "over")
        expect(page.locator(".bocce-ending")).to_be_visible()
        results.append((page.locator(".bocce-ending strong").text_content(), page.locator(".bocce-team .points").all_text_contents()))
    assert results[0] == results[1] == results[2]
    assert re.search(r"wins \d points?$|^Nobody", results[0][0])
    assert ask(watcher, "GET", f"/{code}")[1]["state"] == "over"
    expect(watcher.get_by_role("button", name="Play again")).to_have_count(0)
    # The same link shows the result; another game has another code.
    blue.page.reload()
    expect(blue.page.locator(".bocce-ending strong")).to_have_text(results[0][0])
    play_again(blue, orange, watcher, code)


def test_leaving_asks_once_and_ends_the_game_for_the_other(served, visit):
    blue, orange, code = begin(visit, served)
    page = blue.page
    page.get_by_role("button", name="Leave game").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(court(page)).to_have_attribute("data-state", "aiming")
    page.get_by_role("button", name="Leave game").click()
    page.locator("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Each on their own phone")).to_be_visible()
    expect(orange.page.locator(".bocce-ending strong")).to_have_text("The other player left the game. You win.")
    expect(said(orange.page)).to_have_text("The other player left the game. You win.")
    orange.page.get_by_role("button", name="Play again").press("Enter")
    expect(orange.page.locator(".bocce-code")).to_be_visible()
    expect(orange.page.locator(".bocce-link button")).to_be_focused()
    orange.page.get_by_role("button", name="Cancel game").click()
    expect(orange.page.get_by_role("button", name="Each on their own phone")).to_be_visible()
    expect(orange.page.get_by_role("button", name="Resume game")).to_have_count(0)
    assert ask(page, "GET", f"/{code}")[1]["ended_by"] == "blue"


def test_a_throw_that_waits_is_sent_when_the_choice_is_opened(served, visit):
    blue, orange, code = begin(visit, served)
    page, held = blue.page, []
    page.route(THROWS, lambda route: route.abort())
    throw_next([page], 1)
    expect(page.locator(".bocce-state")).to_have_text("Offline. Your throw is sent when the connection is back.")
    page.evaluate("() => { location.hash = '#about' }")
    page.reload()
    page.unroute(THROWS)
    page.route(THROWS, lambda route: held.append(route))
    page.evaluate("() => { location.hash = '#play' }")
    expect(page.get_by_text("Sending your throw …")).to_be_visible()
    expect(page.get_by_role("button", name=f"Resume game {code[:4]} {code[4:]}")).to_be_visible()
    held.pop().continue_()
    page.unroute(THROWS)
    came(orange.page, 1)
    expect(page.get_by_text("Sending your throw …")).to_have_count(0)
    assert seat_of(page, code)["unsent"] == []


def test_screens_that_wait_show_a_lost_connection_and_come_back(served, visit):
    blue, orange = player(visit, served), player(visit, served)
    code = make_game(blue)
    page = orange.open(f"#play={code}", ready=False)
    button = page.get_by_role("button", name="Join the game")
    expect(button).to_be_enabled()
    state = page.locator(".bocce-state")
    orange.context.set_offline(True)
    expect(state).to_have_text("Offline. You can join when the connection is back.")
    expect(button).to_be_disabled()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    orange.context.set_offline(False)
    expect(state).to_be_hidden()
    expect(button).to_be_enabled()
    blue.context.set_offline(True)
    expect(blue.page.locator(".bocce-state")).to_have_text("Offline. The other player can still join. You see it when the connection is back.")
    blue.context.set_offline(False)
    expect(blue.page.locator(".bocce-state")).to_be_hidden()
    button.click()
    expect(court(page)).to_have_attribute("data-state", "thinking")
    expect(court(blue.page)).to_have_attribute("data-state", "aiming")


def test_a_refused_stream_says_why_and_the_game_goes_on_by_questions(served, visit):
    blue, orange = player(visit, served), player(visit, served)
    for address in (EVENTS, GAME):
        blue.page.route(address, lambda route: route.fulfill(status=429, json={"code": "too_many_requests", "message": ""}))
    code = make_game(blue)
    state = blue.page.locator(".bocce-state")
    expect(state).to_have_text("Too many requests at once. Wait a moment, then try again.")
    # Only the stream is refused from now on.
    blue.page.unroute(GAME)
    expect(state).to_be_hidden()
    join(orange, code)
    expect(court(blue.page)).to_have_attribute("data-state", "aiming")
    # A server that is away: a proxy answers.
    for address in (EVENTS, GAME):
        blue.page.route(address, lambda route: route.fulfill(status=502))
    blue.page.reload()
    expect(blue.page.get_by_role("alert")).to_have_text("The map’s server does not answer. This page tries again by itself.")
    blue.page.unroute_all()
    expect(court(blue.page)).to_have_attribute("data-state", "aiming")
    expect(state).to_be_hidden()


def test_cheats_are_refused_and_a_wrong_result_ends_the_game(served, visit):
    blue, orange, code = begin(visit, served)
    cheat = player(visit, served).open("#about")
    secret = seat_of(blue.page, code)["secret"]
    wrong = {"seat": "x" * 43, "number": 0, "throw": JACK, "hash": "0" * 16}
    assert ask(cheat, "POST", f"/{code}/throws", wrong)[1]["code"] == "not_playing"
    assert ask(cheat, "POST", f"/{code}/players", {"seat": "x" * 43})[1]["code"] == "game_full"
    absurd = wrong | {"seat": secret, "throw": JACK | {"along": 2**31 - 1}}
    assert ask(cheat, "POST", f"/{code}/throws", absurd)[1]["code"] == "throw_refused"
    assert ask(cheat, "POST", f"/{code}/throws", wrong | {"seat": secret, "number": 5})[1]["code"] == "wrong_throw"
    throw_next([blue.page, orange.page], 1)
    thrower = blue if court(blue.page).get_attribute("data-state") == "aiming" else orange
    wrong_hash = wrong | {"number": 1, "seat": seat_of(thrower.page, code)["secret"]}
    assert ask(cheat, "POST", f"/{code}/throws", wrong_hash)[1]["code"] == "different_result"
    for page in (blue.page, orange.page):
        ending(
            page,
            "Your device got another result than the server. The other player wins."
            if page is thrower.page
            else "The other player’s device got another result than the server. You win.",
        )


def forge(route):
    """The server's answer with another result of the first throw."""
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r'"hashes":\["\w{16}"', '"hashes":["0123456789abcdef"', answer.text()))


def test_a_device_that_gets_another_result_ends_the_game(served, visit):
    blue, orange, _ = begin(visit, served)
    throw_next([blue.page, orange.page], 1)
    orange.page.route(re.compile(r"/bocce/games/\w{8}$"), forge)
    orange.page.reload()
    ending(orange.page, "Your device got another result than the server. The other player wins.")
    ending(blue.page, "The other player’s device got another result than the server. You win.")


def test_a_watcher_whose_device_gets_another_result_only_learns_that(served, visit):
    blue, orange, code = begin(visit, served)
    throw_next([blue.page, orange.page], 1)
    watcher = player(visit, served)
    watcher.page.route(re.compile(r"/bocce/games/\w{8}$"), forge)
    # The stream would show the true game first.
    watcher.page.route(re.compile(r"/bocce/games/\w{8}/events$"), lambda route: route.abort())
    page = watcher.open(f"#play={code}", ready=False)
    expect(page.locator(".bocce-state")).to_have_text("This device shows this game wrongly.")
    assert ask(page, "GET", f"/{code}")[1]["state"] == "playing"
    expect(page.locator(".bocce-ending")).to_have_count(0)


def join_by_typing(visit, served):
    """Joins a game by its code, leaves the screen and comes back."""
    blue, orange = player(visit, served), player(visit, served)
    code = make_game(blue)
    page = orange.open("#play", ready=False)
    typed = page.get_by_label("Code of a game")
    typed.fill("nonsense!")
    typed.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="8 letters and digits")).to_be_visible()
    typed.fill(f"{code[:4]} {code[4:]}".lower())
    typed.press("Enter")
    for each in (blue.page, page):
        expect(each.locator(".bocce-wait .bocce-code")).to_be_visible()
        results = Axe().run(each)
        assert results.violations_count == 0, results.generate_report()
    page.get_by_role("button", name="Join the game").click()
    expect(court(page)).to_have_attribute("data-state", "thinking")
    page.get_by_role("button", name="Close").click()
    page.evaluate("() => { location.hash = '#more' }")
    page.get_by_role("button", name="Bocce").click()
    page.get_by_role("button", name=f"Resume game {code[:4]} {code[4:]}").click()
    expect(court(page)).to_have_attribute("data-state", "thinking")


def begin_timed(visit, served, secret, seconds):
    """Two players, of whom blue has not opened the screen yet, and the code of their game."""
    blue, orange = player(visit, served), player(visit, served)
    page = blue.open("#about")
    code = ask(page, "POST", "", {"seat": secret, "turn_seconds": seconds})[1]["id"]
    kept = {"secret": secret, "team": 0, "since": 1e15, "isOver": False, "unsent": []}
    page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [SEAT + code, kept])
    join(orange, code)
    return blue, orange, code


def test_another_tab_may_throw_and_a_code_can_be_typed(served, visit):
    blue, orange, code = begin_timed(visit, served, "c" * 43, 60)
    page = blue.page
    # Two tabs of one player: what one throws, the other shows.
    tab = blue.context.new_page()
    tab.goto(f"{served}/#play={code}")
    blue.open(f"#play={code}", ready=False)
    for each in (tab, page):
        expect(court(each)).to_have_attribute("data-state", "aiming")
    throw_by_keys(page, 1)
    came(tab, 1)
    came(orange.page, 1)
    join_by_typing(visit, served)


def test_who_throws_too_late_loses(served, visit):
    blue, orange, code = begin_timed(visit, served, "b" * 43, 20)
    page = blue.open(f"#play={code}", ready=False)
    turn = page.locator(".bocce-team.is-next .turn")
    expect(turn).to_have_text(re.compile(r"^\d+ s left$"))
    expect(said(page)).to_have_text(re.compile(r"seconds left for your throw\.$"))
    page.wait_for_timeout(10_000)
    ending(page, "You did not throw in time. The other player wins.")
    ending(orange.page, "The other player did not throw in time. You win.")


def test_without_the_server_s_part_there_is_no_such_choice(visit, stub):
    page = visit(stub.address).open("#play")
    expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()
    expect(page.get_by_role("button", name="Each on their own phone")).to_have_count(0)


def test_who_may_not_post_reads_why_and_may_watch(visit, stub):
    stub.features = ["bocce"]
    visitor = visit(stub.address)
    visitor.page.route("**/api/v1/me", lambda route: route.fulfill(json={"may_look": True, "may_post": False, "registration": "open"}))
    page = visitor.open("#play")
    phones = page.get_by_role("button", name="Each on their own phone")
    expect(phones).to_have_accessible_description("Log in to play on two phones.")
    expect(phones).to_be_disabled()
    expect(page.get_by_label("Code of a game")).to_be_enabled()


def test_without_a_network_the_choice_says_why(visit, stub):
    stub.features = ["bocce"]
    visitor = visit(stub.address)
    page = visitor.open("#play")
    phones = page.get_by_role("button", name="Each on their own phone")
    expect(phones).to_be_enabled()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    visitor.context.set_offline(True)
    expect(phones).to_be_disabled()
    expect(phones).to_have_accessible_description("You are offline. A game on two phones needs a connection.")
    visitor.context.set_offline(False)
    expect(phones).to_be_enabled()


WAITING, ENDED = "0W9NVJ2S", "1W9NVJ2S"


def game_of(code, state, **others):
    """An answer of the server about a game without throws."""
    court = {"width": 360, "length": 640, "resistance": 800, "angular_damping": 800}
    record = {"court": court, "first": "blue", "throws": [], "hashes": []}
    return {"id": code, "game": record, "state": state, "turn": "blue", "points": 0, "turn_seconds": 120, **others}


def open_waiting(visit, stub, seats=(), **others):
    """Opens a game that waits for its second player, on a device with seats in games that ended."""
    stub.features = ["bocce"]
    visitor = visit(stub.address)
    visitor.expected.append("Failed to load resource")
    for code in seats:
        seat = {"secret": "x" * 43, "team": 1, "since": 4e12, "isOver": True, "unsent": []}
        visitor.context.add_init_script(f"localStorage.setItem('{SEAT}{code}', '{json.dumps(seat)}')")
    page = visitor.page
    page.route(EVENTS, lambda route: route.fulfill(status=503, body="{}"))
    page.route(f"**/bocce/games/{WAITING}", lambda route: route.fulfill(json=game_of(WAITING, "waiting", **others)))
    ended = game_of(ENDED, "ended", ending="left", ended_by="blue", winner="orange", next=WAITING)
    page.route(f"**/bocce/games/{ENDED}", lambda route: route.fulfill(json=ended))
    return visitor.open(f"#play={WAITING}", ready=False)


def test_a_game_that_keeps_its_seat_for_another_is_watched(visit, stub):
    page = open_waiting(visit, stub, is_open=False)
    expect(page.get_by_text("The game begins when both players are here.")).to_be_visible()
    expect(page.get_by_role("button", name="Join the game")).to_have_count(0)
    page.get_by_role("button", name="Change game").click()
    expect(page.get_by_role("button", name="Two people, one device")).to_be_visible()


@pytest.mark.parametrize("answer", [{"is_open": True}, {}], ids=["open", "of an older server"])
def test_a_game_with_a_free_seat_is_joined_unless_somebody_was_quicker(visit, stub, answer):
    page = open_waiting(visit, stub, **answer)
    full = {"code": "game_full", "message": "both players of this game are there; you can watch it"}
    page.route(f"**/bocce/games/{WAITING}/players", lambda route: route.fulfill(status=409, json=full))
    page.get_by_role("button", name="Join the game").click()
    expect(page.get_by_text("This game has two players already. You can watch it.")).to_be_visible()
    expect(page.get_by_text("The game begins when both players are here.")).to_be_visible()
    expect(page.get_by_role("button", name="Join the game")).to_have_count(0)
    assert seat_of(page, WAITING) is None


def test_the_player_for_whom_a_game_keeps_its_seat_joins_it_by_its_link(visit, stub):
    page = open_waiting(visit, stub, [ENDED], is_open=False)
    asked = []

    def again(route):
        asked.append(route.request.post_data_json)
        route.fulfill(status=201, json={"seat": "y" * 43, "game": game_of(WAITING, "playing", team="orange")})

    page.route(f"**/bocce/games/{ENDED}/again", again)
    page.get_by_role("button", name="Join the game").click()
    expect(court(page)).to_be_visible()
    assert asked == [{"seat": "x" * 43}]
    assert seat_of(page, WAITING)["team"] == 1


@pytest.mark.parametrize("code", ["0W9NVJ2S", "short", "<b>"])
def test_a_wrong_code_says_so_and_leads_back(visit, stub, code):
    stub.features = ["bocce"]
    visitor = visit(stub.address)
    visitor.expected.append("Failed to load resource")
    page = visitor.open(f"#play={code}")
    expect(page.get_by_role("alert")).to_have_text("This game is over or the code is wrong.")
    page.get_by_role("button", name="Change game").click()
    expect(page.get_by_role("button", name="Each on their own phone")).to_be_enabled()
    expect(page).to_have_url(re.compile("play$"))


def test_without_an_answer_it_says_so_and_tries_again(visit, stub):
    stub.features = ["bocce"]
    visitor = visit(stub.address)
    visitor.expected += ["net::ERR_", "Failed to load resource"]
    visitor.page.route("**/bocce/games/*", lambda route: route.abort())
    page = visitor.open("#play=0W9NVJ2S")
    expect(page.get_by_role("alert")).to_have_text("The map’s server does not answer. This page tries again by itself.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute("**/bocce/games/*")
    expect(page.get_by_role("alert")).to_have_text("This game is over or the code is wrong.")
