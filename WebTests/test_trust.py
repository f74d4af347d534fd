"""The page about trusting the server."""
import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import DESK, PHONE, ROOT

SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}


def open_page(visitor):
    visitor.open("trust/index.html", ready=False)
    visitor.page.wait_for_function("() => document.documentElement.dir")
    return visitor.page


@pytest.mark.parametrize("language", ["en", "fi", "de", "ar"])
def test_it_speaks_the_readers_language_and_fits(visit, stub, language):
    page = open_page(visit(stub.address, SMALL, locale=language))
    words = json.loads((ROOT / f"Web/text/{language}.json").read_text())
    assert page.get_by_role("heading", level=1).inner_text() == words["trust.title"]
    assert page.locator("html").get_attribute("dir") == words["direction"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_it_says_its_words_without_scripts(visit, stub):
    visitor = visit(stub.address, java_script_enabled=False)
    visitor.open("trust/index.html", ready=False)
    words = json.loads((ROOT / "Web/text/en.json").read_text())
    shown = " ".join(visitor.page.locator("main").inner_text().split())
    for key, text in words.items():
        assert not key.startswith("trust.") or text in shown, key


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(visit, stub, scheme, device):
    results = Axe().run(open_page(visit(stub.address, device, color_scheme=scheme)))
    assert results.violations_count == 0, results.generate_report()


def test_its_links_are_those_that_the_server_serves(visit, stub):
    page = open_page(visit(stub.address))
    links = page.locator("a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    assert links == ["/authority.mobileconfig", "/authority.pem", "/open"]
