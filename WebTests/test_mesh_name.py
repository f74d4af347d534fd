"""The page of the real program at the name that all nodes of a place share: no cookies, and an account by a token of one node."""
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, serving
from mesh_page import NamedNode
from test_account import go


def form(page):
    return page.locator(".chat-log-in")


def test_at_the_name_a_person_logs_in_posts_opens_the_account_and_saves_a_place(sample, tmp_path, visit):
    node = NamedNode()
    with serving(sample, tmp_path, *node.settings) as address:
        node.wait_for_pages(address)
        visitor = visit(node.address, DESK, ignore_https_errors=True)
        # The browser's own message about the token after logging out.
        visitor.expected.append("401")
        page = visitor.open("#account")
        expect(form(page)).to_contain_text("This node is town hall, a member of")
        expect(page.get_by_role("button", name="Register")).to_have_count(0)
        form(page).get_by_label("Name").fill(OPERATOR["name"])
        form(page).get_by_label("Password").fill(OPERATOR["password"])
        form(page).get_by_role("button", name="Log in at this node").click()
        expect(page.locator(".sessions li").first).to_be_visible()
        expect(page.get_by_text("there are no passkeys here")).to_be_visible()
        # With the token, after the page was loaded anew, too.
        page.reload()
        go(page, "#timeline", ".composer")
        page.get_by_role("textbox", name="What is happening here?").fill("Soup at six")
        page.locator(".composer button[type=submit]").click()
        post = page.locator(".post", has_text="Soup at six")
        expect(post).to_contain_text(OPERATOR["name"])
        # An operator's part, whose changes need the password once more, or a session that began just now.
        go(page, "#operator=mesh", ".mesh-operating .duties")
        page.get_by_role("button", name="Make a join code").click()
        expect(page.get_by_label("Join code")).to_be_visible()
        page.evaluate("() => { location.hash = '#about' }")
        page.evaluate("async () => { const { results } = await (await fetch('/api/v1/suggest?q=Kaisa')).json(); location.hash = `#place=${results[0].id}`; }")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("button", name="Saved", exact=True)).to_have_attribute("aria-pressed", "true")
        go(page, "#account", ".sessions li")
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(form(page)).to_be_visible()
        assert visitor.context.cookies() == []
        # Before the program stops.
        page.goto("about:blank")
