"""The page and the real program below a path of a host that serves other things, too."""
import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, OPERATOR, keep_place, options, search_field, serving
from proxy import Proxy


@pytest.fixture(scope="module", params=[False, True], ids=["passed on", "cut off"])
def proxy(request, sample, tmp_path_factory):
    """A proxy that passes the path on, or cuts it off, and had to answer for nothing beside it in the end."""
    folder = tmp_path_factory.mktemp("below")
    with serving(sample, folder, "--base-path", "/map") as upstream, Proxy(upstream, "/map", request.param) as proxy:
        yield proxy
        # Browsers look for this by themselves where a page names no icon, and nothing of ours is asked for.
        assert [path for path in proxy.strays if path != "/favicon.ico"] == []


@pytest.fixture
def visitor(visit, proxy):
    return visit(f"{proxy.address}/map", DESK, geolocation=HERE, permissions=["geolocation"])


def test_the_first_view_is_whole(visitor):
    page = visitor.open("#map=16.00/60.16900/24.94500")
    visitor.wait_drawn()
    layers = page.evaluate("() => [...new Set(seenMap.queryRenderedFeatures().map((each) => each.sourceLayer))]")
    assert {"streets", "buildings", "pois"} <= set(layers)
    # The page's typeface and its drawings.
    assert page.evaluate("() => document.fonts.check('16px Inter')")
    assert page.evaluate("async () => (await fetch(document.querySelector('svg use').href.baseVal)).ok")


def test_the_path_alone_leads_to_the_page(visitor, proxy):
    visitor.page.goto(f"{proxy.address}/map#privacy")
    visitor.wait_ready()
    assert visitor.page.url.startswith(f"{proxy.address}/map/#privacy")


def test_an_address_to_say_aloud_is_below_the_path(visitor):
    page = visitor.open("privacy")
    assert re.search(r"/map/#.*privacy", page.url)


def test_search_leads_to_a_route(visitor):
    page = visitor.open()
    search_field(page).click()
    page.keyboard.type("ateneun")
    options(page, name=re.compile("Ateneum")).first.click()
    expect(page.get_by_role("heading", name=re.compile("Ateneum"))).to_be_visible()
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("min")
    assert page.locator(".steps li").count() >= 2


def test_a_post_is_seen_by_another_as_it_is_written(visitor, visit, proxy):
    page = visitor.open("#timeline")
    other = visit(f"{proxy.address}/map", DESK).open("#timeline")
    page.get_by_role("textbox", name="What is happening here?").fill("Hello from below")
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_text("Hello from below").first).to_be_visible()
    other.get_by_role("button", name="1 new post").click()
    expect(other.get_by_text("Hello from below").first).to_be_visible()


def test_a_session_is_of_the_path_alone(visitor, proxy):
    page = visitor.open()
    me = page.evaluate(
        """async (operator) => {
            const headers = { 'content-type': 'application/json' };
            await fetch('api/v1/session', { method: 'POST', headers, body: JSON.stringify(operator) });
            return (await fetch('api/v1/me')).json();
        }""", OPERATOR)
    assert me["account"]["name"] == OPERATOR["name"]
    assert [cookie["path"] for cookie in visitor.context.cookies()] == ["/map/"]


def test_the_page_opens_without_a_network(visit, proxy):
    visitor = visit(f"{proxy.address}/map", DESK, service_workers="allow")
    page = keep_place(visitor)
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).scope") == f"{proxy.address}/map/"
    visitor.context.set_offline(True)
    page.goto("about:blank")
    visitor.open("#map=16.50/60.16900/24.94500")
    visitor.wait_drawn()
    assert page.evaluate("() => seenMap.queryRenderedFeatures().filter((each) => each.sourceLayer === 'streets').length") > 50
    visitor.context.set_offline(False)


def test_files_for_programs_name_the_path(proxy):
    def read(path):
        with urllib.request.urlopen(f"{proxy.address}{path}") as answer:
            return json.load(answer)

    site = f"{proxy.address}/map/"
    tile = read("/map/tiles.json")["tiles"][0]
    assert tile.startswith(f"{site}tiles/")
    with urllib.request.urlopen(tile.format(z=14, x=9326, y=4742)) as answer:
        assert answer.status == 200 and len(answer.read()) > 1000
    for name in ("streets", "light", "dark"):
        links = re.findall(r"https?://[^\"]*", json.dumps(read(f"/map/styles/{name}.json")["sources"]))
        assert links and all(link.startswith((site, "https://www.openstreetmap.org/")) for link in links)
    assert read("/map/openapi.json")["servers"] == [{"url": "/map"}]
    manifest = read("/map/manifest.webmanifest")
    assert not any(address.startswith("/") for address in [manifest["start_url"], *[icon["src"] for icon in manifest["icons"]]])
