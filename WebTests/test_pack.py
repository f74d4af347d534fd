"""The download for use without a network: killed and resumed, updated, made for walking only. The lists and objects come from packs.py."""
import json
import random
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESK, HERE, PHONE, options, search_field
from packs import Packs, file_of, sections, xxh64

# So many objects that a kill leaves some of them.
PIECE = 20_000
STORE = """async () => {
    const store = await caches.open('hereabouts-pack');
    return (await store.keys()).map(({ url }) => new URL(url)).filter(({ search }) => !search).map(({ pathname }) => pathname.split('/').at(-1));
}"""


@pytest.fixture(scope="module")
def packs(sample):
    return Packs(sample[1].read_bytes(), PIECE)


@pytest.fixture
def keeper(visit, served, packs):
    """Makes a visitor on the offline screen, for whom `packs` answers. Lists what was requested."""
    def make(device=DESK, before=lambda _: None, **settings):
        visitor = visit(served, device, service_workers="allow", geolocation=HERE, permissions=["geolocation"], **settings)
        visitor.expected += ["net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "Failed to load resource"]
        visitor.asked = []

        def heard(hash_):
            visitor.asked.append(hash_)
            return before(hash_)
        packs.serve(visitor.context, heard)
        page = visitor.open("#offline")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        return visitor
    return make


def press(page, name):
    page.get_by_role("button", name=name).click()


def begin(page, choice="Everything"):
    page.get_by_role("radio", name=re.compile(f"^{choice}")).check()
    press(page, "Download for offline use")


def wait_asked(visitor, count):
    """Waits until so many objects were requested."""
    for _ in range(4000):
        if len(visitor.asked) >= count:
            return
        visitor.page.wait_for_timeout(5)
    raise AssertionError(f"only {len(visitor.asked)} objects were requested")


def test_both_downloads_have_their_sizes_before_and_the_smaller_one_is_for_walking(keeper, packs):
    page = keeper(PHONE).page
    rows = page.locator(".pack-choice")
    expect(rows).to_have_count(2)
    bytes_ = [packs.lists[content]["packed_bytes"] for content in ["all", "walking"]]
    assert bytes_[1] < bytes_[0] < 2e6
    for row, count in zip(rows.all(), bytes_):
        size = rf"{round(count / 1e6, 1):g}\s*MB" if count >= 1e6 else rf"{round(count / 1e3)}\s*kB"
        expect(row).to_contain_text(re.compile(f"{size} to download"))
    page.get_by_role("radio", name=re.compile("^Everything")).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=re.compile("^Walking only"))).to_be_checked()


def test_a_download_that_is_killed_at_ten_moments_goes_on(keeper, packs):
    visitor = keeper()
    page, numbers = visitor.page, random.Random(20_26)
    begin(page)
    for kill in range(10):
        before = len(visitor.asked)
        wait_asked(visitor, before + numbers.randint(1, 6))
        # The whole page goes, with everything that was under way.
        page.goto("about:blank")
        visitor.open("#offline")
        expect(page.get_by_text("The download is not complete yet.")).to_be_visible()
        there = set(page.evaluate(STORE))
        asked = len(visitor.asked)
        assert len(there) < len(packs.lists["all"]["objects"])
        press(page, "Continue download")
    expect(page.get_by_text("Downloaded")).to_be_visible()
    assert not there & set(visitor.asked[asked:])
    assert set(page.evaluate(STORE)) == {each["hash"] for each in packs.lists["all"]["objects"]}
    # At each kill, at most four objects were under way.
    assert len(visitor.asked) <= len(packs.objects) + 40


def test_objects_decode_off_the_pages_thread(keeper):
    visitor = keeper()
    page = visitor.page
    # Decoding ends with the sum of the content.
    page.evaluate("() => { crypto.subtle.digest = () => { throw new Error('on the page') } }")
    begin(page)
    expect(page.get_by_text("Downloaded")).to_be_visible()


def test_after_a_lost_tab_the_first_screen_says_that_the_map_is_not_complete(keeper):
    visitor = keeper()
    page = visitor.page
    begin(page)
    wait_asked(visitor, 5)
    page.goto("about:blank")
    visitor.open()
    notice = page.locator(".notice", has_text="The map for offline use is not complete.")
    notice.get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name="Continue download")).to_be_visible()


def offline(visitor, place):
    visitor.context.set_offline(True)
    visitor.page.goto("about:blank")
    return visitor.open(place)


def test_without_a_network_search_routes_round_walks_and_closures_work(keeper):
    visitor = keeper()
    begin(visitor.page)
    expect(visitor.page.get_by_text("Downloaded")).to_be_visible()
    expect(visitor.page.get_by_text("With routes for walking, wheelchair, bicycle and car.")).to_be_visible()
    page = offline(visitor, "#map=16.50/60.16900/24.94500")
    visitor.wait_drawn()
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name=re.compile("^Kappeli")).first.click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    visitor.open("#from=60.170200,24.941500&to=60.167350,24.946830&by=car")
    expect(page.locator(".steps li").nth(2)).to_be_visible()
    visitor.open("#loop=60.170200,24.941500&length=30min&by=foot&kind=cafe")
    expect(page.get_by_role("group", name="Routes").get_by_role("radio").first).to_be_checked()
    visitor.context.set_offline(False)


def test_round_walks_are_the_same_with_and_without_a_network(keeper):
    visitor = keeper()
    begin(visitor.page)
    expect(visitor.page.get_by_text("Downloaded")).to_be_visible()
    shown = []
    for is_offline in [False, True]:
        visitor.context.set_offline(is_offline)
        visitor.page.goto("about:blank")
        page = visitor.open("#loop=60.170200,24.941500&length=30min&by=foot&kind=cafe")
        expect(page.get_by_role("group", name="Routes").get_by_role("radio").first).to_be_checked()
        shown.append(page.locator(".route-choice").all_text_contents() + page.locator(".steps .instruction").all_text_contents())
    assert shown[0] == shown[1] and len(shown[0]) > 5
    visitor.context.set_offline(False)


def test_a_download_for_walking_says_that_it_has_no_other_routes_and_can_be_extended(keeper, packs):
    visitor = keeper()
    page = visitor.page
    begin(page, "Walking only")
    expect(page.get_by_text("With routes for walking and wheelchair only.")).to_be_visible()
    place = "#from=60.170200,24.941500&to=60.167350,24.946830&by="
    offline(visitor, place + "foot")
    expect(page.locator(".steps li").nth(2)).to_be_visible()
    visitor.open(place + "car")
    expect(page.get_by_role("alert")).to_contain_text("Offline, this device has walking routes only.")
    visitor.context.set_offline(False)
    page.goto("about:blank")
    visitor.open("#offline")
    asked = len(visitor.asked)
    press(page, re.compile("Add bicycle and car routes"))
    expect(page.get_by_text("With routes for walking, wheelchair, bicycle and car.")).to_be_visible()
    hashes = [{each["hash"] for each in packs.lists[content]["objects"]} for content in ["all", "walking"]]
    assert set(visitor.asked[asked:]) == hashes[0] - hashes[1]


def test_an_update_fetches_only_what_changed(keeper, packs, sample, monkeypatch):
    visitor = keeper()
    page = visitor.page
    begin(page)
    expect(page.get_by_text("Downloaded")).to_be_visible()
    # The same atlas with another credit.
    parts = [(name, content, width, sum_) for name, content, width, sum_ in sections(sample[1].read_bytes())]
    changed = [part if part[0] != "info.credit" else (part[0], b"(c) somebody", 1, xxh64(b"(c) somebody")) for part in parts]
    newer = Packs(file_of(changed), PIECE)
    monkeypatch.setattr(packs, "lists", newer.lists)
    monkeypatch.setattr(packs, "objects", newer.objects)
    with urllib.request.urlopen(f"{visitor.address}/api/v1/about") as answer:
        about = json.load(answer)
    about["atlas"]["identity"] = newer.identity
    visitor.context.route("**/api/v1/about", lambda route: route.fulfill(json=about))
    page.reload()
    visitor.wait_ready()
    expect(page.get_by_text("The server has a newer map.")).to_be_visible()
    asked, had = len(visitor.asked), set(page.evaluate(STORE))
    press(page, "Update map")
    expect(page.get_by_role("button", name="Update map")).to_have_count(0)
    expect(page.get_by_text("Downloaded")).to_be_visible()
    fetched = visitor.asked[asked:]
    assert set(fetched) == {each["hash"] for each in newer.lists["all"]["objects"]} - had and len(fetched) == 2
    assert set(page.evaluate(STORE)) == {each["hash"] for each in newer.lists["all"]["objects"]}


def test_parts_that_the_browser_deleted_are_named_and_come_again(keeper, packs):
    visitor = keeper()
    page = visitor.page
    begin(page)
    expect(page.get_by_text("Downloaded")).to_be_visible()
    gone = packs.lists["all"]["objects"][5]["hash"]
    page.evaluate("async (hash) => (await caches.open('hereabouts-pack')).delete(`/api/v1/pack/${hash}`)", gone)
    page.goto("about:blank")
    visitor.open("#offline")
    expect(page.get_by_text("The browser deleted parts of the download.")).to_be_visible()
    asked = len(visitor.asked)
    press(page, "Continue download")
    expect(page.get_by_text("Downloaded")).to_be_visible()
    assert visitor.asked[asked:] == [gone]


def test_a_cancelled_download_can_go_on_or_be_removed(keeper):
    visitor = keeper()
    page = visitor.page
    begin(page)
    wait_asked(visitor, 1)
    page.get_by_role("button", name="Cancel").press("Enter")
    # The focus stays on the screen.
    expect(page.get_by_role("button", name="Continue download")).to_be_focused()
    press(page, "Remove download")
    expect(page.get_by_role("button", name="Download for offline use")).to_be_visible()
    assert page.evaluate("async () => (await caches.keys()).filter((name) => name.includes('pack'))") == []


def test_without_space_nothing_is_downloaded_and_the_page_says_how_much_is_free(keeper):
    visitor = keeper()
    page = visitor.page
    page.evaluate("() => { navigator.storage.estimate = async () => ({ quota: 1_500_000, usage: 500_000 }) }")
    page.evaluate("() => { location.hash = '#about' }")
    page.evaluate("() => { location.hash = '#offline' }")
    expect(page.get_by_text(re.compile(r"This device has only 1\s*MB free for this page."))).to_be_visible()
    press(page, "Download for offline use")
    expect(page.locator(".notice")).to_contain_text("Not enough space")
    assert visitor.asked == []


def test_a_network_that_goes_in_the_middle_leaves_what_came(keeper):
    visitor = keeper(before=lambda _: "gone" if len(visitor.asked) > 30 else None)
    page = visitor.page
    begin(page)
    expect(page.locator(".notice")).to_contain_text("The download stopped. Everything received so far stays on this device.")
    expect(page.get_by_role("button", name="Continue download")).to_be_visible()
    assert 0 < len(page.evaluate(STORE)) <= 30


@pytest.mark.parametrize("answer, words", [(True, "The browser promised to keep"), (False, "The browser may delete the download")])
def test_the_page_says_whether_the_browser_promised_to_keep_it(keeper, answer, words):
    visitor = keeper()
    page = visitor.page
    page.evaluate("(answer) => { navigator.storage.persist = navigator.storage.persisted = async () => answer }", answer)
    begin(page)
    expect(page.get_by_text(words)).to_be_visible()


def test_cancel_ends_a_download_while_the_browser_asks_whether_to_keep_it(keeper):
    visitor = keeper()
    page = visitor.page
    page.evaluate("() => { navigator.storage.persist = () => new Promise(() => {}) }")
    begin(page)
    press(page, "Cancel")
    expect(page.get_by_role("button", name="Download for offline use")).to_be_visible()
    assert visitor.asked == []


def test_on_a_page_that_is_not_secure_it_says_why_there_is_no_download(visit, served):
    visitor = visit(served, DESK)
    visitor.context.add_init_script("delete window.caches; delete Window.prototype.caches")
    page = visitor.open("#offline")
    expect(page.get_by_text("Downloading needs a secure connection (https).")).to_be_visible()
