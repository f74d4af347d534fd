"""The chat, with nodes of the mesh in Python: the page signs, checks, keeps and carries messages."""
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, PHONE
from mesh_node import GENERAL, MeshStub, Node, admitted, forged, hides, line, public, stamped
from mesh_page import AWAY, INSECURE, come_back, lines, shown, wait_until
from stub import Refusal

ROOM = f"#chat={GENERAL}"
STUB = MeshStub


def write(page, text, name=None):
    if name is not None:
        page.get_by_label("Your name").fill(name)
    page.get_by_label("Write a line").fill(text)
    page.get_by_role("button", name="Send").click()


def kept_count(page):
    """How many lines this phone keeps."""
    return page.evaluate("""() => new Promise((resolve) => {
        const opening = indexedDB.open('hereabouts-mesh');
        opening.onsuccess = () => {
            const asked = opening.result.transaction('messages').objectStore('messages').getAll();
            asked.onsuccess = () => resolve(asked.result.filter((each) => each.class === 6).length);
        };
    })""")


def numbered(count, step=1000, ago=0):
    """The texts of lines that were written one after the other, and the lines; the last one some milliseconds ago."""
    now = int(time.time() * 1000) - ago
    texts = [f"Line {number}." for number in range(count)]
    return texts, [stamped(line(text, milliseconds=now - step * (count - number)), "North", now - step * (count - number)) for number, text in enumerate(texts)]


def in_sight(page, text):
    """Whether a line is within what is seen of the room."""
    return page.evaluate("""(text) => {
        const line = [...document.querySelectorAll('.chat-line')].find((each) => each.querySelector('.chat-text').textContent === text);
        const box = line?.getBoundingClientRect();
        return Boolean(box && document.elementFromPoint(box.left + box.width / 4, box.top + 12)?.closest('.chat-line') === line);
    }""", text)


def test_more_opens_the_rooms_and_a_room_its_lines(visit, stub, north):
    for text in ["Is the well open?", "<img src=x onerror=alert(1)>"]:
        north.keep(line(text))
    page = visit(stub.address).open("#more")
    page.get_by_role("button", name="Chat").click()
    general = page.get_by_role("button", name="General")
    expect(general).to_contain_text("2 new lines")
    expect(page.get_by_role("button", name="Kunsthalle <b>Stub</b>")).to_contain_text("No lines yet")
    general.click()
    expect(page.get_by_role("heading", name="General")).to_be_visible()
    expect(lines(page)).to_have_count(2)
    expect(shown(page, "<img src=x onerror=alert(1)>")).to_have_count(1)
    page.go_back()
    expect(general).to_be_visible()
    expect(general).not_to_contain_text("new")


def test_a_server_without_a_mesh_has_no_entry(visit, stub):
    stub.features = []
    page = visit(stub.address).open("#more")
    expect(page.get_by_role("button", name="Use offline")).to_be_visible()
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)
    assert not [path for path in stub.asked if "mesh" in path]


def test_nothing_of_the_chat_is_loaded_before_somebody_opens_it(visit, stub):
    visitor = visit(stub.address)
    page = visitor.open("#more")
    expect(page.get_by_role("button", name="Chat")).to_be_visible()
    # The map has the help pins without it.
    assert not [path for path in stub.asked if "mesh" in path and not path.startswith("/api/v1/mesh/pins")]
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("button", name="General")).to_be_visible()
    # From now on this device carries messages, whatever screen is open.
    stub.asked.clear()
    page.goto("about:blank")
    visitor.open("#more")
    stub.wait_answered("/api/v1/mesh/query")


def test_a_written_line_is_signed_and_the_node_keeps_it(visit, stub, north):
    visitor = visit(stub.address)
    visitor.context.add_cookies([{"name": "session", "value": "secret", "url": stub.address}])
    page = visitor.open(ROOM)
    expect(page.get_by_text("Nobody has written here yet.")).to_be_visible()
    write(page, "Soup at six. حساء", "Maija")
    mine = shown(page, "Soup at six. حساء")
    expect(mine).to_contain_text("At this node")
    expect(page.get_by_label("Write a line")).to_have_value("")
    [kept] = north.messages.values()
    assert kept.holds and kept.about == GENERAL and kept.fields == {1: "Soup at six. حساء", 2: "Maija"}
    north.delivery["Soup at six. حساء"] = {"state": "nodes", "count": 4}
    page.reload()
    expect(mine).to_contain_text("About 4 nodes have it")
    assert set(stub.cookies) == {None}


def test_a_node_for_people_who_are_logged_in_learns_who_they_are(visit, stub, north):
    stub.is_for_members = True
    visitor = visit(stub.address)
    # The browser's own message about the first answer.
    visitor.expected.append("401")
    visitor.context.add_cookies([{"name": "session", "value": "secret", "url": stub.address}])
    page = visitor.open(ROOM)
    write(page, "Soup at six.", "Maija")
    expect(shown(page, "Soup at six.")).to_contain_text("At this node")
    assert "session=secret" in stub.cookies


def test_the_same_key_signs_after_the_page_was_closed_and_it_cannot_be_taken_out(visit, stub, north):
    visitor = visit(stub.address)
    page = visitor.open(ROOM)
    write(page, "One")
    expect(shown(page, "One")).to_contain_text("At this node")
    page.close()
    page = visitor.context.new_page()
    page.goto(f"{stub.address}/{ROOM}")
    write(page, "Two")
    expect(shown(page, "Two")).to_contain_text("At this node")
    first, second = north.messages.values()
    assert first.author == second.author
    taken = page.evaluate("""() => new Promise((resolve) => {
        const opening = indexedDB.open('hereabouts-mesh');
        opening.onsuccess = () => {
            const asked = opening.result.transaction('facts').objectStore('facts').get('keys');
            asked.onsuccess = () => crypto.subtle.exportKey('pkcs8', asked.result.privateKey).then(() => resolve('taken'), (failure) => resolve(failure.name));
        };
    })""")
    assert taken == "InvalidAccessError"


def test_a_line_with_a_bad_signature_is_not_shown_and_not_kept(visit, stub, north):
    north.keep(forged("Send me money"))
    north.keep(line("I am here"))
    page = visit(stub.address).open(ROOM)
    expect(shown(page, "I am here")).to_be_visible()
    stub.wait_answered("/lines")
    come_back(page)
    expect(lines(page)).to_have_count(1)
    assert "Send me money" not in page.content()


def test_a_carrier_takes_lines_from_one_node_to_another(visit, stub, north):
    for number in range(300):
        north.keep(line(f"North {number}", milliseconds=int(time.time() * 1000) - 1000 * number))
    south = Node("South", [line("From the south", "Bob")])
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open(ROOM)
    expect(shown(page, "North 0")).to_have_count(1)
    # The page shows the newest of them.
    wait_until(lambda: kept_count(page) == 300)
    expect(lines(page)).to_have_count(100)
    write(page, "Written in the north")
    expect(shown(page, "Written in the north")).to_contain_text("At this node")
    # Between the nodes nobody answers; a line written there waits.
    stub.node = None
    write(page, "Written between")
    expect(shown(page, "Written between")).to_contain_text("Waiting on this phone")
    expect(page.get_by_text("No node answers.")).to_be_visible()
    stub.node = south
    come_back(page)
    expect(shown(page, "From the south")).to_have_count(1)
    expect(shown(page, "Written between")).to_contain_text("At this node")
    wait_until(lambda: len(south.messages) == 303)
    assert south.texts() == sorted([*north.texts(), "Written between", "From the south"])
    # Back in the north, what the south had comes along.
    stub.node = north
    come_back(page)
    wait_until(lambda: "From the south" in north.texts() and "Written between" in north.texts())


def test_lines_written_without_a_node_survive_a_restart_of_the_page(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open(ROOM)
    write(page, "Before")
    expect(shown(page, "Before")).to_contain_text("At this node")
    stub.node = None
    write(page, "Alone")
    expect(shown(page, "Alone")).to_contain_text("Waiting on this phone")
    page.reload()
    expect(shown(page, "Alone")).to_contain_text("Waiting on this phone")
    expect(shown(page, "Before")).to_be_visible()
    expect(page.get_by_role("heading", name="General")).to_be_visible()
    stub.node = north
    come_back(page)
    expect(shown(page, "Alone")).to_contain_text("At this node")
    assert north.given == ["Before", "Alone"]


def test_a_refused_line_says_why_and_can_be_deleted(visit, stub, north):
    north.refuses = "over_quota"
    page = visit(stub.address).open(ROOM)
    write(page, "Once more")
    mine = shown(page, "Once more")
    expect(mine).to_contain_text("too many lines in a short time")
    mine.get_by_role("button", name="Delete").click()
    expect(mine).to_have_count(0)
    expect(page.get_by_text("Nobody has written here yet.")).to_be_visible()


def test_a_held_line_waits_and_is_given_again(visit, stub, north):
    north.holds = True
    page = visit(stub.address).open(ROOM)
    write(page, "Too early")
    stub.wait_answered("/api/v1/mesh/messages")
    expect(shown(page, "Too early")).to_contain_text("Waiting on this phone")
    north.holds = False
    come_back(page)
    expect(shown(page, "Too early")).to_contain_text("At this node")


def test_unnamed_authors_have_a_picture_of_their_key_and_named_ones_have_none(visit, stub, north):
    north.keep(line("I keep the gate", "keeper", shown="Somebody"))
    north.keep(line("I keep the gate, too", "Eve", shown="Aino"))
    north.named[public("keeper").hex()] = "Aino"
    page = visit(stub.address).open(ROOM)
    true, false = shown(page, "I keep the gate").filter(has_not_text="too"), shown(page, "I keep the gate, too")
    expect(true.locator("strong")).to_have_text("Aino")
    expect(true.locator(".key")).to_have_count(0)
    expect(false.locator("strong")).to_have_text("Aino")
    expect(false.locator(".key-code")).to_have_text(re.compile(r"^[0-9a-z]{6}$"))
    expect(false.locator(".key .spoken")).to_contain_text("not in the roster")


@pytest.mark.parametrize("keys", ["with keys", "without keys"])
def test_a_line_that_a_node_signed_is_a_visitors_there(visit, stub, north, keys):
    north.take(admitted("North"))
    north.keep(line("Who has a lamp?", "North", shown=None))
    north.keep(line("I have one", "North", shown="Maija"))
    visitor = visit(stub.address)
    if keys == "without keys":
        visitor.context.add_init_script(INSECURE)
    page = visitor.open(ROOM)
    expect(shown(page, "Who has a lamp?").locator("strong")).to_have_text("A visitor at North")
    expect(shown(page, "I have one").locator("strong")).to_have_text("Maija")
    expect(shown(page, "I have one").locator("header")).to_contain_text("A visitor at North")
    expect(lines(page).locator(".key")).to_have_count(0)


def test_a_line_says_when_it_was_sent_and_when_it_came_if_that_was_later(visit, stub, north):
    now = int(time.time() * 1000)
    for text, sent, came in [("On time", now - 100_000, now - 60_000), ("Late", now - 7_200_000, now - 60_000)]:
        north.keep(stamped(line(text, milliseconds=sent), "North", came))
    north.take(admitted("North"))
    page = visit(stub.address).open(ROOM)
    expect(shown(page, "Late").locator("time")).to_have_count(1)
    expect(shown(page, "Late")).to_contain_text("came")
    expect(shown(page, "On time")).not_to_contain_text("came")
    assert [each.split("\n")[-1] for each in lines(page).locator(".chat-text").all_inner_texts()] == ["Late", "On time"]


def test_who_blocks_an_author_sees_no_line_of_theirs_until_they_unblock(visit, stub, north):
    north.keep(line("Buy this", "Eve", shown="Eve"))
    north.keep(line("Hello", "Bob", shown="Bob"))
    page = visit(stub.address).open(ROOM)
    shown(page, "Buy this").get_by_role("button", name="Block Eve").click()
    expect(shown(page, "Buy this")).to_have_count(0)
    expect(page.get_by_text("1 line of people that you blocked is hidden.")).to_be_visible()
    page.get_by_role("button", name="Unblock").click()
    expect(shown(page, "Buy this")).to_be_visible()
    shown(page, "Buy this").get_by_role("button", name="Block Eve").click()
    expect(shown(page, "Buy this")).to_have_count(0)
    north.keep(line("Buy that", "Eve", shown="Bob"))
    come_back(page)
    expect(page.get_by_text("2 lines of people that you blocked are hidden.")).to_be_visible()
    expect(shown(page, "Hello")).to_be_visible()
    page.goto(f"{stub.address}/#chat")
    page.get_by_role("button", name="Unblock").click()
    page.get_by_role("button", name="General").click()
    expect(shown(page, "Buy this")).to_be_visible()


def test_an_event_of_the_node_brings_its_new_line(visit, stub, north):
    stub.retry = 300
    page = visit(stub.address).open(ROOM)
    expect(page.get_by_text("Nobody has written here yet.")).to_be_visible()
    stub.wait_answered("/api/v1/mesh/query")
    identity = north.keep(line("Just now"))
    stub.news = [("mesh", {"room": GENERAL, "id": identity}, "")]
    expect(shown(page, "Just now")).to_be_visible()


def test_only_a_changed_roster_makes_phones_ask_for_it(visit, stub, north):
    eve = north.keep(line("Buy this", "Eve"))
    stub.retry = 300
    page = visit(stub.address).open(ROOM)
    expect(shown(page, "Buy this")).to_be_visible()
    stub.wait_answered("/api/v1/mesh/query")
    # A guest node links and unlinks.
    stub.news = [("mesh", {"nodes": True}, "")] * 20
    stub.asked.clear()

    def meetings():
        return sum(path == "/api/v1/mesh" for path in list(stub.asked))
    wait_until(lambda: sum("/api/v1/events" in path for path in list(stub.asked)) >= 4)
    assert meetings() == 0
    north.take(hides("message", bytes.fromhex(eve)))
    stub.news = [("mesh", {"nodes": True, "roster": True}, "")] * 20
    expect(shown(page, "Buy this")).to_have_count(0)
    assert meetings() <= 2


def test_older_lines_come_when_they_are_asked_for(visit, stub, north):
    now = int(time.time() * 1000)
    for number in range(60):
        north.keep(line(f"Line {number}", milliseconds=now - 1000 * number))
    # The node offers no line to compare.
    north.keeps_from = now // 1000 + 3600
    visitor = visit(stub.address)
    visitor.expected += AWAY
    page = visitor.open(ROOM)
    expect(lines(page)).to_have_count(50)
    page.get_by_role("button", name="Older lines").click()
    expect(lines(page)).to_have_count(60)
    expect(lines(page).first).to_contain_text("Line 59")
    expect(page.get_by_role("button", name="Older lines")).to_have_count(0)
    # What is shown is kept.
    stub.node = None
    page.reload()
    expect(lines(page)).to_have_count(60)
    expect(page.get_by_text("no space for all older lines")).to_have_count(0)


def test_a_room_of_many_lines_shows_the_newest_and_older_ones_while_somebody_scrolls_up(visit, stub, north):
    north.take(admitted("North"))
    texts, messages = numbered(600)
    for each in messages:
        north.keep(each)
    page = visit(stub.address, DESK).open(ROOM)
    expect(shown(page, "Line 599.")).to_be_visible()
    wait_until(lambda: kept_count(page) == 600)
    expect(lines(page)).to_have_count(100)
    # Each line comes in sight on the way up, and no more of them are on the page than it can hold.
    seen = set()
    for _ in range(200):
        found = page.locator(".chat-text").all_text_contents()
        assert len(found) <= 250
        before, seen = len(seen), seen | set(found)
        if len(seen) == 600 and before == 600:
            break
        page.evaluate("() => document.querySelector('.chat-line').scrollIntoView({ block: 'start', behavior: 'instant' })")
        wait_until(lambda: page.locator(".chat-text").first.text_content() != found[0] or len(seen) == 600)
    assert seen == set(texts)
    assert in_sight(page, "Line 0.") or in_sight(page, "Line 1.")
    # A new line does not move what somebody reads, and can be jumped to.
    top = page.evaluate("() => document.querySelector('.chat-line').getBoundingClientRect().top")
    north.keep(line("And now?", "Bob"))
    come_back(page)
    wait_until(lambda: kept_count(page) == 601)
    assert page.evaluate("() => document.querySelector('.chat-line').getBoundingClientRect().top") == top
    expect(shown(page, "And now?")).to_have_count(0)
    page.get_by_role("button", name="To the newest line").press("Enter")
    expect(shown(page, "And now?")).to_be_visible()
    wait_until(lambda: in_sight(page, "And now?"))
    expect(page.get_by_label("Write a line")).to_be_focused()
    expect(page.get_by_role("button", name="To the newest line")).to_have_count(0)


def test_the_buttons_for_older_and_newer_lines_do_what_scrolling_does(visit, stub, north):
    _, messages = numbered(400)
    for each in messages:
        north.keep(each)
    page = visit(stub.address, DESK).open(ROOM)
    wait_until(lambda: kept_count(page) == 400)
    older = page.get_by_role("button", name="Older lines")
    while older.count() > 0:
        before = page.locator(".chat-text").first.text_content()
        older.press("Enter")
        wait_until(lambda: page.locator(".chat-text").first.text_content() != before or older.count() == 0)
    expect(page.get_by_role("log")).to_be_focused()
    expect(lines(page).first).to_contain_text("Line 0.")
    # Screen readers do not read out what the reader asked for, but what comes later.
    expect(page.get_by_role("log")).not_to_have_attribute("aria-live", "off")
    newer = page.get_by_role("button", name="Newer lines")
    while newer.count() > 0:
        before = page.locator(".chat-text").last.text_content()
        newer.press("Enter")
        wait_until(lambda: page.locator(".chat-text").last.text_content() != before or newer.count() == 0)
    expect(lines(page).last).to_contain_text("Line 399.")


def test_a_room_opens_at_the_first_new_line_also_far_back(visit, stub, north):
    _, messages = numbered(500)
    for each in messages[:200]:
        north.keep(each)
    page = visit(stub.address).open(ROOM)
    expect(shown(page, "Line 199.")).to_be_visible()
    page.go_back()
    page.goto(f"{stub.address}/#chat")
    for each in messages[200:]:
        north.keep(each)
    come_back(page)
    general = page.get_by_role("button", name="General")
    expect(general).to_contain_text("300 new lines")
    general.click()
    first = page.locator(".first-new")
    expect(first).to_contain_text("Line 200.")
    wait_until(lambda: in_sight(page, "Line 200."))
    expect(first.locator("xpath=preceding-sibling::li")).to_have_count(20)
    # Lines that were not shown stay new.
    page.go_back()
    expect(general).to_contain_text(re.compile(r"2\d\d new lines"))


@pytest.mark.parametrize("signs", [True, False])
def test_a_guest_node_without_a_member_says_that_lines_wait_until_one_comes(visit, stub, north, signs):
    guest, other = Node.fact("North", is_member=False, is_this=True), Node.fact("Library", is_member=False, is_linked=True)
    north.heard = [guest, other]
    visitor = visit(stub.address)
    if not signs:
        visitor.context.add_init_script(INSECURE)
    page = visitor.open(ROOM)
    note = page.get_by_role("status").filter(has_text="No member of this place is within reach of this node.")
    expect(note).to_be_visible()
    expect(page.locator(".chat-composer")).to_contain_text("Lines wait here until one is.")
    write(page, "Is anybody there?")
    expect(shown(page, "Is anybody there?")).to_have_count(1)
    page.goto(f"{stub.address}/#nodes")
    expect(page.locator(".chat-nodes")).to_contain_text("or until phones carry them on")
    # The other guest meets a member.
    north.heard = [guest, Node.fact("Library", is_member=False, is_linked=True, links=["North", "Town hall"]), Node.fact("Town hall")]
    stub.news = [("mesh", {"nodes": True}, "")] * 20
    expect(page.get_by_text("reaches no member of this place")).to_have_count(0)
    page.goto(f"{stub.address}/{ROOM}")
    expect(shown(page, "Is anybody there?")).to_have_count(1)
    stub.wait_answered("/api/v1/mesh/nodes")
    expect(note).to_have_count(0)
    # It goes away again.
    north.heard = [guest]
    page.reload()
    expect(note).to_be_visible()


def test_the_last_line_stays_above_the_form_whatever_grows(visit, stub, north):
    for number in range(20):
        north.keep(line(f"Line {number}.", milliseconds=int(time.time() * 1000) - 60_000 * (20 - number)))
    page = visit(stub.address, DESK).open(ROOM)
    expect(shown(page, "Line 19.")).to_be_visible()

    def is_free():
        return page.evaluate("""() => {
            const last = [...document.querySelectorAll('.chat-line')].at(-1).querySelector('article').getBoundingClientRect();
            return last.bottom <= document.querySelector('.chat-composer').getBoundingClientRect().top;
        }""")
    wait_until(is_free)
    page.get_by_label("Write a line").fill("One\nTwo\nThree\nFour\nFive")
    wait_until(is_free)
    page.get_by_role("button", name="Send").click()
    expect(shown(page, "Five")).to_contain_text("At this node")
    wait_until(is_free)
    north.keep(line("A long answer. " * 40, "Bob"))
    come_back(page)
    expect(shown(page, "A long answer.")).to_be_visible()
    wait_until(is_free)
    # Who reads further up is left there.
    page.evaluate("() => document.querySelector('.chat-line').scrollIntoView({ behavior: 'instant' })")
    top = "() => document.querySelector('.chat-line').getBoundingClientRect().top"
    page.wait_for_timeout(300)
    before = page.evaluate(top)
    page.get_by_label("Write a line").evaluate("(field) => { field.value = 'One\\nTwo\\nThree'; field.dispatchEvent(new Event('input')); }")
    north.keep(line("One more.", "Bob"))
    come_back(page)
    expect(shown(page, "One more.")).to_have_count(1)
    assert page.evaluate(top) == before


def test_a_page_that_cannot_sign_writes_as_a_guest_and_says_so(visit, stub, north):
    north.keep(line("Hello"))
    visitor = visit(stub.address)
    visitor.context.add_init_script(INSECURE)
    page = visitor.open("#chat")
    expect(page.get_by_text("This connection is not secure")).to_be_visible()
    expect(page.get_by_role("button", name="General")).to_contain_text("New lines")
    page.get_by_role("button", name="General").click()
    expect(shown(page, "Hello")).to_be_visible()
    write(page, "From a guest", "Maija")
    expect(shown(page, "From a guest")).to_contain_text("You")
    assert "From a guest" in north.texts()
    assert not [path for path in stub.asked if "mesh.wasm" in path]


def test_a_guest_whose_line_does_not_arrive_keeps_the_text_and_can_send_it_again_once(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += AWAY
    visitor.context.add_init_script(INSECURE)
    page = visitor.open(ROOM)
    expect(page.get_by_text("Nobody has written here yet.")).to_be_visible()
    stub.node = None
    write(page, "Once")
    expect(page.locator(".chat-composer").get_by_role("alert")).to_contain_text("The map’s server does not answer")
    expect(page.get_by_label("Write a line")).to_have_value("Once")
    stub.node = north
    page.get_by_role("button", name="Send").click()
    expect(shown(page, "Once")).to_have_count(1)
    assert north.texts() == ["Once"]


def test_a_refusal_of_the_node_says_why(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += ["Failed to load resource"]
    visitor.context.add_init_script(INSECURE)
    page = visitor.open(ROOM)
    expect(page.get_by_text("Nobody has written here yet.")).to_be_visible()
    stub.refusals[f"/api/v1/mesh/rooms/{GENERAL}/lines"] = Refusal(429, "too_many_requests", "too many lines; write again in 60 s")
    write(page, "Once more")
    problem = page.locator(".chat-composer").get_by_role("alert")
    expect(problem).not_to_be_empty()
    expect(problem).not_to_contain_text("does not answer")


def test_the_form_complains_about_nothing_and_says_how_much_is_left(visit, stub):
    page = visit(stub.address, DESK).open(ROOM)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Write something first.")).to_be_visible()
    field = page.get_by_label("Write a line")
    expect(field).to_be_focused()
    field.fill("x" * 1_990)
    expect(page.get_by_text("10 characters left")).to_be_visible()
    field.fill("One")
    field.press("Shift+Enter")
    field.press_sequentially("Two")
    field.press("Enter")
    expect(shown(page, "One\nTwo").or_(shown(page, "One Two"))).to_have_count(1)
    expect(field).to_be_focused()


def test_the_rooms_say_when_no_node_answers_and_try_again(visit, stub, north):
    visitor = visit(stub.address)
    visitor.expected += AWAY
    stub.node = None
    page = visitor.open("#chat")
    expect(page.get_by_role("alert")).to_contain_text("The map’s server does not answer")
    stub.node = north
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="General")).to_be_visible()


def test_the_nodes_are_a_drawing_and_a_list_that_says_the_same(visit, stub, north):
    north.heard = [
        Node.fact("North", is_this=True, links=["South"]), Node.fact("South", is_linked=True, links=["North", "East"]),
        Node.fact("East", links=["South"]), Node.fact("A guest", is_member=False)]
    page = visit(stub.address).open("#nodes")
    expect(page.get_by_role("heading", name="Nodes")).to_be_visible()
    expect(page.get_by_text("You are at North. It has a link to 1 node.")).to_be_visible()
    rows = page.locator(".chat-node-list li")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("this node")
    expect(rows.filter(has_text="linked to this node")).to_contain_text(re.compile(r"Reaches North \(since .+\) and East \(since .+\)"))
    expect(rows.filter(has_text="A guest")).to_contain_text("No links known")
    expect(rows.filter(has_text="A guest").locator(".key")).to_have_count(1)
    assert page.locator(".chat-drawing line").count() == 2
    assert page.locator(".chat-drawing").get_attribute("aria-hidden") == "true"


def test_a_phone_says_what_it_can_and_cannot_do(visit, stub):
    page = visit(stub.address).open("#phone")
    rows = page.locator(".check-list li")
    for name in ["Secure page", "Signatures", "Storage", "Clock"]:
        expect(rows.filter(has_text=name)).to_have_class("good")
    expect(rows.filter(has_text="Page without a network")).to_contain_text("Load the page again")
    expect(rows.filter(has_text="Name of the place")).to_contain_text("ends in .local")
    expect(page.get_by_role("status").filter(has_text="Does not work here")).to_contain_text("4")
    insecure = visit(stub.address)
    insecure.context.add_init_script(INSECURE)
    rows = insecure.open("#phone").locator(".check-list li")
    for name in ["Secure page", "Signatures", "Page without a network"]:
        expect(rows.filter(has_text=name)).to_contain_text("begins with https")
    expect(rows.filter(has_text="Storage")).to_have_class("good")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, north, scheme):
    north.keep(line("Hello", "Eve", shown="Eve"))
    north.heard = [Node.fact("North", is_this=True, links=["South"]), Node.fact("South", is_linked=True), Node.fact("A guest", is_member=False)]
    visitor = visit(stub.address, color_scheme=scheme)
    page = visitor.open(ROOM)
    write(page, "And I")
    expect(shown(page, "And I")).to_contain_text("At this node")
    for address in [ROOM, "#chat", "#nodes", "#phone"]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-body .skeleton")).to_have_count(0)
        found = Axe().run(page, context=".screen")
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["ar", "de", "fi"])
def test_every_screen_speaks_the_language_and_fits_a_narrow_phone(visit, stub, north, language):
    north.keep(line("Hello"))
    north.heard = [Node.fact("North" * 5, is_this=True, links=["South"]), Node.fact("South", is_linked=True)]
    narrow = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = visit(stub.address, narrow, locale=language).open(ROOM)
    expect(lines(page)).to_have_count(1)
    for address in [ROOM, "#chat", "#nodes", "#phone"]:
        page.goto(f"{stub.address}/{address}")
        expect(page.locator(".chat-body .skeleton")).to_have_count(0)
        wide = page.evaluate("() => document.querySelector('.sheet-content').scrollWidth - document.querySelector('.sheet-content').clientWidth")
        assert wide <= 0, address
        # A key in the place of words has a dot within it.
        assert not re.search(r"\b(room|rooms|nodes|check|remedy|compose|line|state|guest|author)\.[a-z]", page.locator(".chat-body").inner_text())
    assert page.evaluate("() => document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
