"""Groups that end by themselves, links to a person's location, signs that set the visitor's location, and the map in other sites' pages."""
import contextlib
import http.server
import re
import threading
import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE
from test_account import PASSWORD, enter
from test_presence import call, report, show

PLACE = (60.1690, 24.9400)


def member(visit, address, name, device=PHONE):
    visitor = visit(address, device)
    enter(visitor, name)
    return visitor


def test_members_of_a_group_see_each_other_until_one_leaves(untouched, visit):
    anna, ben = (member(visit, untouched, name).page for name in ("anna", "ben"))
    report(ben, untouched, PLACE)
    show(anna, "#groups", ".groups .lead")
    expect(anna.get_by_text("No groups yet. The members of a group")).to_be_visible()
    anna.get_by_role("button", name="Create group").click()
    anna.get_by_role("button", name="Create", exact=True).click()
    # A group has a name.
    expect(anna.locator("#group-name-problem")).to_have_text("Fill in this field.")
    anna.get_by_label("Group name").fill("Tour")
    anna.get_by_role("button", name="Create", exact=True).click()
    expect(anna.get_by_text("Members: anna")).to_be_visible()
    anna.get_by_role("button", name="Invite").click()
    expect(anna.get_by_alt_text("QR code that opens the link")).to_be_visible()
    address = anna.get_by_label("Link to share").input_value()
    # A new member reads what joining means, and chooses an approximate or exact location.
    ben.goto(address)
    ben.get_by_label("Others see").select_option("exact")
    ben.get_by_role("button", name="Join").click()
    expect(ben.get_by_text("Members: anna, ben")).to_be_visible()
    show(anna, "#now", ".now .rows")
    expect(anna.locator(".now .rows").first).to_contain_text("In the group Tour")
    anna.locator(".now .rows button").first.click()
    expect(anna.get_by_role("heading", name="ben")).to_be_visible()
    # A member who leaves disappears at once.
    ben.get_by_role("button", name="Leave: Tour").click()
    expect(ben.get_by_text("No groups yet. The members of a group")).to_be_visible()
    expect(anna.locator(".person-card .hint")).to_be_visible()


def test_an_invited_guest_logs_in_first_and_an_expired_invitation_says_so(untouched, visit):
    anna = member(visit, untouched, "anna").page
    group = call(anna, "POST", "me/groups", {
        "name": "Tour", "precision": "fuzzy", "ends": anna.evaluate("() => new Date(Date.now() + 3_600_000).toISOString()")})
    visitor = visit(untouched, DESK)
    visitor.expected.append("status of 404")
    guest = visitor.open(group["invitation"]["url"].split("/")[-1])
    expect(guest.get_by_text("Log in to join the group.")).to_be_visible()
    guest.get_by_role("button", name="Log in").click()
    guest.get_by_label("Name").fill("cleo")
    guest.get_by_label("Password").fill(PASSWORD)
    guest.get_by_role("button", name="Register").click()
    # Back at the invitation.
    expect(guest.locator("#join-precision")).to_be_visible()
    call(anna, "DELETE", f"me/groups/{group['id']}")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("This group has ended")).to_be_visible()


def test_a_link_shows_its_owner_to_a_guest_until_it_is_ended(untouched, visit):
    anna = member(visit, untouched, "anna").page
    show(anna, "#groups", ".groups .lead")
    anna.get_by_role("button", name="Create link").click()
    anna.get_by_label("Others see").select_option("exact")
    anna.get_by_role("button", name="Create", exact=True).click()
    expect(anna.get_by_text("Shows your exact location")).to_be_visible()
    # It is there at once.
    link = anna.get_by_label("Link to share").input_value()
    expect(anna.get_by_text("Others see no location now. They see one when a device of yours reports")).to_be_visible()
    visitor = visit(untouched, PHONE)
    visitor.expected.append("status of 401")
    guest = visitor.open(link.split("/")[-1])
    expect(guest.get_by_role("heading", name="anna")).to_be_visible()
    expect(guest.get_by_text("No location right now. anna shows no location")).to_be_visible()
    report(anna, untouched, PLACE)
    expect(anna.get_by_text("Others see your exact location")).to_be_visible()
    expect(guest.get_by_role("button", name="Directions")).to_be_visible(timeout=30_000)
    # The part after the # went to no server.
    asked = guest.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name)")
    assert any("/api/v1/shared" in each for each in asked)
    assert not any(link.split("#shared=")[-1].split(".")[-1] in each for each in asked)
    guest.get_by_role("button", name="Directions").click()
    guest.go_back()
    anna.get_by_role("button", name=re.compile("End: Shows your exact")).click()
    expect(anna.get_by_text("No links yet. A link shows")).to_be_visible()
    expect(guest.get_by_text("This link has ended")).to_be_visible(timeout=30_000)


def test_a_sign_gives_the_location_without_the_device(served, visit):
    page = visit(served, PHONE).open("#here=60.169000,24.940000")
    expect(page.get_by_role("heading", name="You are here")).to_be_visible()
    expect(page.get_by_text("Your location comes from a sign")).to_be_visible()
    page.evaluate("() => { location.hash = '#me' }")
    expect(page.get_by_text("A sign that you scanned")).to_be_visible()
    expect(page.locator(".me-card")).to_contain_text("60.16900")
    page.get_by_role("button", name="Use this device").click()
    expect(page.get_by_text("Your location comes from a sign")).to_be_hidden()


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_sign_is_printed_with_a_code_that_leads_there(served, visit, device):
    page = visit(served, device).open("#pin=60.169000,24.940000")
    page.evaluate("() => { window.print = () => { window.printed = document.querySelector('.paper.sign')?.innerText; } }")
    page.get_by_role("button", name="Print a sign").click()
    page.wait_for_function("() => window.printed")
    assert "#here=60.169000,24.940000" in page.evaluate("() => window.printed")
    page.emulate_media(media="print")
    expect(page.locator("bottom-sheet")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("bottom-sheet")).to_be_visible()
    # Nothing of it stays on the page.
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".paper")).to_have_count(0)


def test_another_site_shows_the_map_and_nothing_that_changes_anything(served, visit):
    page = visit(served, DESK).open("")
    assert "frame-ancestors 'none'" in page.evaluate("async () => (await fetch('/')).headers.get('content-security-policy')")
    frame = page.frame_locator("iframe")
    for view in ["", "#privacy"]:
        with another_site(f'<iframe src="{served}/embed{view}" width="600" height="500"></iframe>') as address:
            page.goto(address)
            expect(frame.locator("html[data-map]")).to_have_count(1)
            expect(frame.locator("#tabs")).to_be_hidden()
            expect(frame.locator("#sheet")).to_be_hidden()
            expect(frame.get_by_role("link", name="Open the map")).to_be_visible()
            # Inside the other site's page there are no actions.
            frame.locator("html").evaluate("() => { location.hash = '#pin=60.169,24.94' }")
            expect(frame.locator("html[data-screen='pin']")).to_have_count(1)
            frame.locator("html").evaluate("() => { location.hash = '#privacy' }")
            expect(frame.locator("html[data-screen='home']")).to_have_count(1)


@pytest.mark.parametrize("device", [PHONE, DESK])
def test_the_embedded_map_sends_no_cookie_of_a_session(untouched, visit, device):
    visitor = member(visit, untouched, "olga", device)
    page = visitor.page
    session = visitor.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    asked, cookies = {}, {}
    session.on("Network.requestWillBeSent", lambda event: asked.__setitem__(event["requestId"], event["request"]["url"]))
    session.on("Network.requestWillBeSentExtraInfo", lambda event: cookies.__setitem__(
        event["requestId"], {name.lower(): value for name, value in event["headers"].items()}.get("cookie", "")))
    # At the server's own address the browser would send the cookie; other sites show at most as much.
    with page.expect_request("**/api/v1/events*"):
        page.goto(f"{untouched}/embed")
        expect(page.locator("html[data-embedded][data-map]")).to_have_count(1)
    visitor.wait_drawn()
    # The page itself and its preloaded answers are the same for everybody.
    same = re.compile(r"^/(embed|built/.*|vendor/.*|styles/.*\.css|look/.*|icon.*|manifest.*|map/rtl\.js|core/.*|data/.*|.*\.(css|js|woff2|svg)|api/v1/about)$")
    paths = {number: urllib.parse.urlsplit(url).path for number, url in asked.items() if url.startswith(untouched)}
    sent = {path for number, path in paths.items() if "hereabouts" in cookies.get(number, "")}
    assert [path for path in sent if not same.match(path)] == []
    # The browser has the cookie, and the stream and the tiles were asked for.
    assert sent
    for begin in ["/api/v1/events", "/tiles/"]:
        assert any(number in cookies for number, path in paths.items() if path.startswith(begin))


@contextlib.contextmanager
def another_site(content):
    """Serves one page at another origin, and yields its address."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
