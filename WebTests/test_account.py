"""The account screens and the operators' screens: by touch and by keyboard, with refusals, and for everyone."""
import json
import re
import subprocess
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, PHONE, next_frame
from stub import account, report, reported
from test_everyone import SMALL

PASSWORD = "correct horse"
UNFOLDED = ["Create a token for a program", "Change password", "Log out everywhere", "Delete account"]
VIEWS = {"#account": ".sessions li", "#operator=reports": ".to-settle > li", "#operator=hidden": ".to-settle > li", "#operator=accounts": ".person"}


def enter(visitor, name, password=PASSWORD, button="Register"):
    """Registers or logs in, and shows the account."""
    page = visitor.page if visitor.page.url.startswith("http") else visitor.open("#account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name=button).click()
    expect(page.locator("html")).to_have_attribute("data-screen", "home")
    return go(page, "#account", ".sessions li")


def go(page, view, sign):
    page.evaluate("(view) => { location.hash = view }", view)
    expect(page.locator(sign).first).to_be_visible()
    return page


def operate(visit, served, view, device=DESK):
    visitor = visit(served, device)
    page = enter(visitor, OPERATOR["name"], OPERATOR["password"], "Log in")
    return visitor, go(page, view, VIEWS.get(view, ".operator .parts"))


def unfold(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    return page.locator(".unfolded form")


def ask(address, token, path, body=None):
    """Asks the server as a program does."""
    request = urllib.request.Request(f"{address}/api/v1/{path}", body and json.dumps(body).encode(), {"authorization": f"Bearer {token}"})
    if body:
        request.add_header("content-type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def make_token(page, label):
    form = unfold(page, "Create a token for a program")
    form.get_by_label("Program name").fill(label)
    form.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_text("it will not be shown again")).to_be_visible()
    return page.get_by_label("Token", exact=True).input_value()


def test_the_account_page_shows_the_name_and_the_registration_date(visit, stub):
    stub.log_in("operator")
    page = visit(stub.address, PHONE).open("#account")
    expect(page.locator(".fact")).to_have_text("Aino · Operator")
    expect(page.get_by_text("You manage this map.")).to_be_visible()
    expect(page.get_by_text(re.compile("Registered on 1 Sept? 2026"))).to_be_visible()
    expect(page.locator(".sessions li").nth(0)).to_contain_text("Firefox, Linuxthis sessionBrowser, since 1 Oct 2026, ends 30 Nov 2026")
    expect(page.locator(".sessions li").nth(1)).to_contain_text("<b>A program")


def test_a_changed_password_ends_all_other_sessions(visit, served):
    one, other = visit(served, PHONE), visit(served, DESK)
    one.expected += ["401", "400", "Failed to load resource"]
    page, elsewhere = enter(one, "changer"), enter(other, "changer", button="Log in")
    form = unfold(page, "Change password")
    expect(form).to_contain_text("All other items below lose access to your account")
    expect(form.get_by_role("checkbox", name=re.compile("Chrome.*Browser"))).to_be_checked()
    old, new = form.get_by_label("Current password"), form.get_by_label("New password")
    change = form.get_by_role("button", name="Change", exact=True)
    change.click()
    expect(form.locator("#password-old-problem")).to_have_text("Fill in this field.")
    old.fill("wrong horse")
    new.fill("short")
    change.click()
    expect(form.locator("#password-new-problem")).to_have_text("Use at least 8 characters.")
    new.fill("changer1")
    change.click()
    expect(form.locator("#password-new-problem")).to_contain_text("easy to guess")
    new.fill("battery staple")
    change.click()
    expect(form.locator("#password-old-problem")).to_have_text("Wrong password.")
    expect(old).to_be_focused()
    expect(old).to_have_attribute("aria-invalid", "true")
    expect(new).to_have_value("battery staple")
    old.fill(PASSWORD)
    change.click()
    expect(page.get_by_text("Password changed. Items that you did not keep have lost access.")).to_be_visible()
    expect(form).to_have_count(0)
    expect(page.locator(".sessions li")).to_have_count(1)
    elsewhere.reload()
    expect(elsewhere.get_by_role("button", name="Register")).to_be_visible()
    enter(other, "changer", "battery staple", "Log in")


def test_another_session_is_ended_and_this_session_logs_out(visit, served):
    one, other = visit(served, DESK), visit(served, PHONE)
    other.expected += ["401", "Failed to load resource"]
    page, elsewhere = enter(one, "ender"), enter(other, "ender", button="Log in")
    expect(elsewhere.locator(".sessions li")).to_have_count(2)
    page.reload()
    expect(page.locator(".sessions li")).to_have_count(2)
    page.locator(".sessions li", has_not=page.locator(".here")).get_by_role("button", name="End").click()
    expect(page.locator(".sessions li")).to_have_count(1)
    # The other browser learns it with its next request.
    elsewhere.locator(".sessions li", has=elsewhere.locator(".here")).get_by_role("button", name="End").tap()
    expect(elsewhere.get_by_role("button", name="Register")).to_be_visible()
    page.locator(".sessions li").get_by_role("button", name="End").click()
    expect(page.get_by_role("button", name="Register")).to_be_visible()


def test_a_person_logged_out_elsewhere_is_asked_to_log_in(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["401", "Failed to load resource"]
    stub.log_in()
    page = visitor.open("#account")
    expect(page.locator(".sessions li")).to_have_count(2)
    stub.member = None
    stub.refuse(f"/api/v1/me/sessions/{stub.sessions[1]['id']}", 401, "not_logged_in", "log in first")
    page.locator(".sessions li").nth(1).get_by_role("button", name="End").tap()
    expect(page.get_by_role("button", name="Register")).to_be_visible()


def test_a_token_works_and_is_shown_once(visit, served):
    visitor = visit(served, DESK, permissions=["clipboard-read", "clipboard-write"])
    page = enter(visitor, "tokener")
    token = make_token(page, "My <b>script</b>")
    assert token.startswith("hb_")
    expect(page.get_by_role("button", name="Copy")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Token copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == token
    expect(page.locator(".sessions li")).to_have_count(2)
    expect(page.locator(".sessions li", has_text="My <b>script</b>")).to_contain_text("Program")
    assert ask(served, token, "me")["account"]["name"] == "tokener"
    page.get_by_role("button", name="I have saved it").click()
    assert token not in page.content()
    expect(page.get_by_role("button", name="Create a token for a program")).to_be_focused()


def test_the_password_deletes_the_account_and_its_posts(visit, served):
    visitor = visit(served, PHONE)
    visitor.expected += ["401", "Failed to load resource"]
    page = enter(visitor, "remover")
    ask(served, make_token(page, "writer"), "posts", {"message": "Gone with me"})
    page.get_by_role("button", name="I have saved it").tap()
    form = unfold(page, "Delete account")
    expect(form).to_contain_text("with all its posts")
    form.get_by_label("Password").fill("wrong horse")
    form.get_by_role("button", name="Delete permanently").tap()
    expect(form.locator(".problem").first).to_have_text("Wrong password.")
    form.get_by_role("button", name="Cancel").tap()
    expect(form).to_have_count(0)
    form = unfold(page, "Delete account")
    expect(form.get_by_label("Password")).to_have_value("")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Delete permanently").tap()
    expect(page.get_by_text("Account deleted, with its posts and reports.")).to_be_visible()
    expect(page.get_by_role("button", name="Register")).to_be_visible()
    page.evaluate("() => { location.hash = '#timeline' }")
    expect(page.locator(".timeline-body > *").first).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(page.get_by_text("Gone with me")).to_have_count(0)


def test_the_last_operator_reads_why_the_account_stays(visit, served):
    visitor, page = operate(visit, served, "#operator=accounts")
    visitor.expected += ["409", "Failed to load resource"]
    row = page.locator(".register li", has_text=OPERATOR["name"])
    expect(row).to_contain_text("you")
    row.get_by_role("combobox").select_option("user")
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".problem")).to_contain_text("This map needs an operator.")
    expect(row.get_by_role("combobox")).to_have_value("operator")
    go(page, "#account", ".sessions li")
    form = unfold(page, "Delete account")
    form.get_by_label("Password").fill(OPERATOR["password"])
    form.get_by_role("button", name="Delete permanently").click()
    expect(form.locator(".problem").last).to_contain_text("This map needs an operator.")


def test_an_operator_gives_and_takes_roles(visit, served):
    member = visit(served, DESK)
    other = enter(member, "riser")
    _, page = operate(visit, served, "#operator=accounts", PHONE)
    names = page.locator(".person strong").all_inner_texts()
    assert names == sorted(names) and {"riser", OPERATOR["name"]} <= set(names)
    row = page.locator(".register li", has_text="riser")
    expect(row.get_by_role("button", name="Save")).to_be_hidden()
    row.get_by_role("combobox", name="Role of riser").select_option("operator")
    row.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("riser now has the role: Operator")).to_be_visible()
    expect(row.get_by_role("button", name="Save")).to_be_hidden()
    # An operator who gives the role away is an operator no more, and the page says so.
    other.reload()
    expect(other.locator(".fact")).to_have_text("riser · Operator")
    go(other, "#operator=accounts", ".person")
    own = other.locator(".register li", has_text="riser")
    own.get_by_role("combobox").select_option("curator")
    own.get_by_role("button", name="Save").click()
    expect(other.get_by_text("Only operators can use this.")).to_be_visible()


@pytest.mark.parametrize("field, said", [("name", "Käytä 2–32 kirjainta"), ("password", "helppo arvata")])
def test_a_refused_registration_is_explained_in_the_readers_language(visit, stub, field, said):
    visitor = visit(stub.address, PHONE, locale="fi")
    visitor.expected += ["400", "Failed to load resource"]
    stub.refuse("/api/v1/accounts", 400, "invalid_body", f"{field} is not to be had", field)
    page = visitor.open("#account")
    page.locator("#account-name").fill("x")
    page.locator("#account-password").fill("password1")
    page.get_by_role("button", name="Rekisteröidy").tap()
    expect(page.locator(".entry .problem")).to_contain_text(said)
    expect(page.locator(f"#account-{field}")).to_be_focused()


def test_a_report_is_settled_by_each_action(visit, served):
    writer, reporter = visit(served, DESK), visit(served, DESK)
    written, accuser = (make_token(enter(each, name), "test") for each, name in ((writer, "accused"), (reporter, "accuser")))
    posts = [ask(served, written, "posts", {"message": f"Reported <i>{number}</i>"})["id"] for number in range(3)]
    for number, post in enumerate(posts):
        ask(served, accuser, f"posts/{post}/reports", {"reason": f"Bad <b>{number}</b>"})
    ask(served, written, f"posts/{posts[2]}/reports", {"reason": "I regret it"})
    visitor, page = operate(visit, served, "#operator=reports")
    cards = page.locator(".to-settle > li")
    expect(cards).to_have_count(3)
    assert cards.locator(".message").all_inner_texts() == [f"Reported <i>{number}</i>" for number in (2, 1, 0)]
    assert cards.first.locator(".reasons strong").all_inner_texts() == ["accused", "accuser"]
    expect(cards.first.locator(".reasons li").last).to_contain_text("Bad <b>2</b>")
    cards.first.get_by_role("button", name="Keep post").click()
    expect(page.get_by_text("The post stays as it is.")).to_be_visible()
    expect(cards).to_have_count(2)
    expect(cards.first.locator("article")).to_be_focused()
    cards.first.get_by_role("button", name="Hide").click()
    expect(page.get_by_text("Only its author and operators see the post now.")).to_be_visible()
    expect(cards).to_have_count(1)
    cards.first.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No open reports.")).to_be_visible()
    expect(page.get_by_text("No open reports.")).to_be_focused()
    seen = [post["message"] for post in ask(served, accuser, "posts")["posts"]]
    assert "Reported <i>2</i>" in seen and not {"Reported <i>1</i>", "Reported <i>0</i>"} & set(seen)
    assert ask(served, written, f"posts/{posts[1]}")["is_hidden"]
    # Hidden posts stay in a list, and can be shown again.
    page.get_by_role("button", name="Hidden posts").click()
    expect(cards).to_have_count(1)
    assert cards.locator(".message").all_inner_texts() == ["Reported <i>1</i>"]
    cards.first.get_by_role("button", name="Show again").click()
    expect(page.get_by_text("Everybody sees the post again.")).to_be_visible()
    expect(page.get_by_text("No hidden posts.")).to_be_focused()
    assert not ask(served, written, f"posts/{posts[1]}")["is_hidden"]


def test_an_author_finds_posts_that_operators_hid(visit, stub):
    stub.log_in()
    page = visit(stub.address, PHONE).open("#account")
    hidden = page.locator("section", has=page.get_by_role("heading", name="Posts hidden by operators"))
    expect(hidden.locator(".post")).to_have_count(1)
    expect(hidden.locator(".post .message")).to_have_text(stub.hidden[0]["message"])
    stub.hidden = []
    page.reload()
    expect(page.locator(".sessions li").first).to_be_visible()
    expect(hidden).to_be_hidden()


def test_a_post_that_is_gone_is_settled_and_a_failure_is_shown(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["404", "503", "Failed to load resource"]
    stub.log_in("operator")
    page = visitor.open("#operator=reports")
    cards = page.locator(".to-settle > li")
    expect(cards).to_have_count(2)
    assert cards.first.locator(".reasons p").all_inner_texts() == ["<b>Spam</b>", "Rude"]
    expect(cards.last.locator(".reasons")).to_contain_text("27 reports, the newest:")
    bad = stub.reports[0]["post"]["id"]
    stub.refuse(f"/api/v1/posts/{bad}/hidden", 503, "unavailable", "busy")
    cards.first.get_by_role("button", name="Hide").tap()
    expect(cards.first.locator(".problem")).to_contain_text("does not answer")
    expect(cards.first.get_by_role("button", name="Hide")).to_be_enabled()
    stub.refuse(f"/api/v1/posts/{bad}/hidden", 404, "not_found", "gone")
    cards.first.get_by_role("button", name="Hide").tap()
    expect(page.get_by_text("The post no longer exists.")).to_be_visible()
    expect(cards).to_have_count(1)


@pytest.mark.parametrize("part, path", [("reports", "reports"), ("hidden", "hidden-posts")])
def test_more_posts_are_loaded_behind_the_last_one(visit, stub, part, path):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.log_in("operator")
    stub.reports = [reported(each, report(0, "Bertta", "Rude")) for each in stub.posts[:5]]
    stub.hidden = stub.posts[:5]
    page = visitor.open(f"#operator={part}")
    cards, more = page.locator(".to-settle > li"), page.get_by_role("button", name="More posts")
    expect(cards).to_have_count(3)
    stub.refuse(f"/api/v1/{path}", 503, "unavailable", "busy")
    more.press("Enter")
    expect(page.locator(".trouble")).to_contain_text("does not answer")
    expect(cards).to_have_count(3)
    stub.refusals.clear()
    page.get_by_role("button", name="Try again").press("Enter")
    expect(cards).to_have_count(5)
    expect(cards.nth(3).locator("article")).to_be_focused()
    expect(more).to_have_count(0)
    # Settled ones leave, and the last one makes room for new ones.
    for left in (4, 3, 2, 1, 0):
        if left == 0:
            stub.reports, stub.hidden = [], []
        cards.first.get_by_role("button", name="Keep post" if part == "reports" else "Show again").press("Enter")
        expect(cards).to_have_count(left)
    expect(page.locator(".hint p")).to_be_focused()


def test_more_people_are_loaded_behind_the_last_name(visit, stub):
    stub.log_in("operator")
    stub.accounts = [account(number, f"person{number:03}") for number in range(70)]
    page = visit(stub.address).open("#operator=accounts")
    expect(page.locator(".person")).to_have_count(50)
    page.get_by_role("button", name="More accounts").press("Enter")
    expect(page.locator(".person")).to_have_count(70)
    expect(page.locator(".person select").nth(50)).to_be_focused()
    expect(page.get_by_role("button", name="More accounts")).to_have_count(0)
    assert [path for path in stub.asked if "accounts" in path] == ["/api/v1/accounts?limit=50", "/api/v1/accounts?after=person049&limit=50"]


@pytest.mark.parametrize(
    "view, path",
    [
        ("#account", "me/sessions"),
        ("#operator=reports", "reports"),
        ("#operator=hidden", "hidden-posts"),
        ("#operator=accounts", "accounts"),
    ],
)
def test_each_part_waits_and_reports_a_missing_answer(visit, stub, view, path):
    visitor = visit(stub.address)
    visitor.expected += ["503", "Failed to load resource"]
    stub.log_in("operator")
    gate = stub.hold(f"v1/{path}")
    page = visitor.open(view)
    expect(page.locator(".skeleton")).to_be_visible()
    stub.refuse(f"/api/v1/{path}", 503, "unavailable", "busy")
    gate.set()
    expect(page.locator(".trouble")).to_contain_text("does not answer")
    stub.refusals.clear()
    page.get_by_role("button", name="Try again").tap()
    expect(page.locator(VIEWS[view]).first).to_be_visible()


def test_without_a_network_the_account_says_so_and_loses_nothing_typed(visit, stub):
    visitor = visit(stub.address)
    visitor.expected += ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"]
    stub.log_in()
    page = visitor.open("#account")
    form = unfold(page, "Change password")
    form.get_by_label("Current password").fill(PASSWORD)
    form.get_by_label("New password").fill("battery staple")
    visitor.context.set_offline(True)
    form.get_by_role("button", name="Change", exact=True).tap()
    expect(form.locator(".problem").last).to_contain_text("does not answer")
    expect(form.get_by_label("New password")).to_have_value("battery staple")
    visitor.context.set_offline(False)


@pytest.mark.parametrize("role", [None, "user", "curator"])
def test_only_operators_see_the_operators_screens(visit, stub, role):
    if role:
        stub.log_in(role)
    page = visit(stub.address).open("#operator")
    expect(page.get_by_text("Only operators can use this.")).to_be_visible()
    expect(page.locator(".parts")).to_have_count(0)
    expect(page.locator(".screen").get_by_role("button", name="Log in")).to_have_count(0 if role else 1)
    page.evaluate("() => { location.hash = '#account' }")
    expect(page.locator("html")).to_have_attribute("data-screen", "account")
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(page.locator(".link-rows")).to_have_count(0)
    assert not [path for path in stub.asked if re.search(r"v1/(reports|accounts)", path)]


def test_by_keyboard_alone(visit, stub):
    stub.log_in("operator")
    page = visit(stub.address, DESK).open("#account")
    expect(page.locator(".sessions li")).to_have_count(2)

    def to(name, limit=20):
        """Tabs on until something of that name has the focus."""
        for _ in range(limit):
            page.keyboard.press("Tab")
            if name in page.evaluate("() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"):
                return
        raise AssertionError(f"{name} is not reached")

    page.get_by_role("button", name="Log out", exact=True).focus()
    to("Change password")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Current password")).to_be_focused()
    to("Cancel")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Change password")).to_be_focused()
    expect(page.locator(".unfolded form")).to_have_count(0)
    page.get_by_role("button", name="Log out", exact=True).focus()
    to("Accounts")
    page.keyboard.press("Enter")
    expect(page.locator(".person")).to_have_count(3)
    expect(page.locator("h2")).to_be_focused()
    to("Role of Bertta")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("combobox", name="Role of Bertta")).to_have_value("operator")
    # Nothing is sent before it is confirmed.
    assert not [path for path in stub.asked if path.endswith("/role")]
    to("Save", 1)
    page.locator("h2").focus()
    to("Reported posts")
    page.keyboard.press("Enter")
    expect(page.locator(".to-settle > li")).to_have_count(2)
    for name in ("Show on the map", "Hide", "Keep post", "Delete"):
        to(name, 12)
    page.locator("h2").focus()
    to("Hidden posts")
    page.keyboard.press("Enter")
    expect(page.locator(".to-settle > li")).to_have_count(1)
    to("Show again", 9)
    # The parts are one screen: back leads to where it was opened.
    page.go_back()
    expect(page.locator(".sessions li")).to_have_count(2)
    expect(page.locator("html")).to_have_attribute("data-screen", "account")


def show_all(page, view):
    """Shows a view with all that can be unfolded in it."""
    go(page, view, VIEWS[view])
    expect(page.locator(".skeleton")).to_have_count(0)
    for button in page.locator(".unfolder").all():
        button.press("Enter")
    for save in page.locator(".person select").all()[:1]:
        save.select_option("curator")
    next_frame(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(visit, stub, scheme):
    stub.log_in("operator")
    page = visit(stub.address, PHONE, color_scheme=scheme, reduced_motion="reduce").open()
    for view in VIEWS:
        show_all(page, view)
        for form in page.locator(".unfolded form:has(.field)").all():
            form.locator(".main").press("Enter")
        results = Axe().run(page)
        assert results.violations_count == 0, f"{view}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-GB", "ar", "fi-FI", "de-DE"])
def test_nothing_is_cut_off_or_too_small_on_a_small_screen(visit, stub, locale):
    stub.log_in("operator")
    page = visit(stub.address, SMALL, locale=locale).open()
    assert page.evaluate("() => document.documentElement.dir") == ("rtl" if locale == "ar" else "ltr")
    for view in VIEWS:
        show_all(page, view)
        beyond, small = page.evaluate(
            """() => {
                const shown = [...document.querySelectorAll('.screen *')].filter((each) => each.checkVisibility());
                const box = (each) => each.getBoundingClientRect();
                const start = (each) => each.outerHTML.slice(0, 120);
                return [
                    shown.filter((each) => box(each).width > 0 && (box(each).left < -1 || box(each).right > 361)).map(start),
                    shown.filter((each) => each.matches('button:not(.close), input, select') && Math.min(box(each).width, box(each).height) < 43.5).map(start),
                ];
            }""")
        assert (beyond, small) == ([], []), view
        assert page.evaluate("() => document.querySelector('.sheet-content').scrollWidth") <= 360, view


@pytest.mark.parametrize("device", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESK], ids=["phone", "desk"])
def test_a_set_up_code_makes_an_operator_once(visit, stub, device):
    visitor = visit(stub.address, device)
    visitor.expected += ["401", "Failed to load resource"]
    page = visitor.open("#set-up=WRNG-CDEC-DECD-ECDE")
    # It stands in no address that is shared or kept.
    expect(page).to_have_url(re.compile("#(map=[^&]*&)?account$"))
    form = page.locator(".unfolded form")
    code = form.get_by_label("Set-up code")
    expect(code).to_have_value("WRNG-CDEC-DECD-ECDE")
    form.get_by_label("Name").fill("Aino")
    form.get_by_label("New password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(form.get_by_text("This code is wrong, was used already, or has expired.")).to_be_visible()
    expect(code).to_be_focused()
    code.fill(stub.set_up_code)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You manage this map.")).to_be_visible()
    expect(page.locator(".unfolded form")).to_have_count(0)


def test_a_lost_password_is_set_with_a_code_while_the_real_program_serves(visit, untouched, sample, tmp_path):
    visitor = visit(untouched, DESK)
    visitor.expected += ["401", "404", "Failed to load resource"]
    program, _ = sample
    command = [program, "account", "code", "--for", OPERATOR["name"], "--data", str(tmp_path / "data")]
    code = subprocess.run(command, text=True, check=True, capture_output=True).stdout.strip()
    page = visitor.open("#account")
    form = unfold(page, "Use a set-up code")
    form.get_by_label("Set-up code").fill(code.lower().replace("-", " "))
    form.get_by_label("Name").fill("somebody")
    form.get_by_label("New password").fill("another horse")
    page.keyboard.press("Enter")
    expect(form.get_by_text("This code is for an account with another name")).to_be_visible()
    form.get_by_label("Name").fill(OPERATOR["name"])
    page.keyboard.press("Enter")
    expect(page.get_by_text("You manage this map.")).to_be_visible()
    # It works once.
    answer = page.evaluate("""async (body) => (await fetch('/api/v1/set-up', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body) })).status""", {"code": code, "name": OPERATOR["name"], "password": "a third horse"})
    assert answer == 401
