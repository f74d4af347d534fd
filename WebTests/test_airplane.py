"""Airplane mode: with a kept copy and the network cut, map, search, addresses and routes work."""
import re

import pytest
from playwright.sync_api import expect

from conftest import ADD_VENUE, DESK, HERE, OPERATOR, PHONE, Visitor, keep_place, options, search_field, with_and_without_network
from test_late_answers import press_long

DRAWN_STREETS = "() => seenMap.queryRenderedFeatures().filter((each) => each.sourceLayer === 'streets').length"


@pytest.fixture(scope="module")
def keeper(browser, served):
    """A visitor with an offline copy of the place."""
    visitor = Visitor(browser, served, DESK, service_workers="allow", geolocation=HERE, permissions=["geolocation"])
    keep_place(visitor)
    yield visitor
    visitor.leave()


@pytest.fixture
def flyer(keeper):
    """A visitor with an offline copy, after the loss of the network and a reload."""
    keeper.context.set_offline(True)
    keeper.page.goto("about:blank")
    keeper.open("#map=16.50/60.16900/24.94500")
    return keeper


def test_the_page_says_that_it_is_offline_and_how_old_the_copy_is(flyer):
    expect(flyer.page.locator(".states")).to_contain_text(re.compile("Offline. Map, search and routes use your copy, saved just now."))


def test_the_map_is_drawn_from_the_copy(flyer):
    flyer.wait_drawn()
    assert flyer.page.evaluate(DRAWN_STREETS) > 50


def test_search_and_route_work_without_a_network(flyer):
    page = flyer.page
    search_field(page).click()
    page.keyboard.type("kappeli")
    options(page, name=re.compile("^Kappeli")).first.click()
    expect(page.get_by_role("heading", name="Kappeli")).to_be_visible()
    expect(page.locator(".walk")).to_contain_text("min")
    page.get_by_role("button", name="Directions").click()
    expect(page.locator(".summary")).to_contain_text("min")
    assert page.locator(".steps li").count() > 3


def test_the_route_is_described_in_the_readers_language_with_and_without_a_network(visit, served):
    visitor = visit(served, DESK, locale="fi-FI", service_workers="allow")
    page = keep_place(visitor, "Lataa offline-käyttöön", "Ladattu")
    shown_texts = []
    for _ in with_and_without_network(visitor):
        visitor.open("#from=60.170200,24.941500&to=60.167350,24.946830")
        steps = page.locator(".steps .instruction")
        expect(steps.first).to_have_text(re.compile("^Lähde "))
        shown_texts.append(steps.all_text_contents())
    assert len(shown_texts[0]) > 3 and shown_texts[0][-1].startswith("Määränpää on")
    assert shown_texts[0] == shown_texts[1]


def test_each_travel_mode_takes_as_long_without_a_network_as_with_it(visit, served):
    visitor = visit(served, DESK, service_workers="allow")
    page = keep_place(visitor)
    shown_texts = []
    for _ in with_and_without_network(visitor):
        visitor.open("#from=60.170200,24.941500&to=60.175000,24.946830&by=wheelchair")
        expect(page.locator(".profile .time", has_text="min")).to_have_count(4)
        shown_texts.append(page.locator(".profile .time").all_text_contents() + page.locator(".steps .instruction").all_text_contents())
    assert shown_texts[0] == shown_texts[1] and len(set(shown_texts[0][:4])) > 1
    visitor.context.set_offline(False)


def test_a_card_shows_the_same_with_and_without_a_network(visit, served):
    visitor = visit(served, DESK, service_workers="allow", timezone_id="Pacific/Auckland")
    page = keep_place(visitor)
    shown_texts = []
    for _ in with_and_without_network(visitor):
        visitor.open("#find=kappeli")
        page.locator(".results .rows button").first.click()
        expect(page.locator(".plus-code")).to_contain_text("Helsinki")
        shown_texts.append(page.locator(".place .fact").all_text_contents() + page.locator(".place .fact-row").all_text_contents())
    assert shown_texts[0] == shown_texts[1] and re.search("· (Open|Closed)", shown_texts[0][0])
    visitor.context.set_offline(False)


def test_a_pin_has_its_address_without_a_network(flyer):
    press_long(flyer.page, 800, 400)
    expect(flyer.page.locator(".address-line")).to_have_text(re.compile(r", Helsinki$"))


def test_the_network_is_noticed_when_it_is_back(flyer):
    flyer.context.set_offline(False)
    flyer.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(flyer.page.locator(".notice:visible")).to_have_count(0)


def test_a_curator_in_an_aeroplane_reads_the_public_part_of_the_guide(visit, served):
    visitor = visit(served, DESK, service_workers="allow")
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    venues = [{"name": "Public house", "state": "published"}, {"name": "Secret house", "state": "draft"}]
    made = [page.evaluate(ADD_VENUE, {"operator": OPERATOR, "fields": fields}) for fields in venues]
    try:
        page.reload()
        page.get_by_role("button", name="Download for offline use").click()
        expect(page.get_by_text("Downloaded")).to_be_visible()
        page.evaluate("() => { location.hash = '#guide' }")
        expect(page.locator(".venue-card", has_text="Secret house")).to_be_visible()
        visitor.context.set_offline(True)
        page.reload()
        expect(page.get_by_text("Offline: public part of the guide")).to_be_visible()
        expect(page.locator(".venue-card", has_text="Public house")).to_be_visible()
        assert "Secret house" not in page.content()
    finally:
        visitor.context.set_offline(False)
        page.evaluate("(made) => Promise.all(made.map((id) => fetch(`/api/v1/guide/venues/${id}`, { method: 'DELETE' })))", made)


# Adds a work and pictures to a venue of the real program's guide, as the logged-in account.
ADD_PICTURES = """async (venue) => {
    const picture = async (colour) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
        const context = canvas.getContext('2d');
        context.fillStyle = colour;
        context.fillRect(0, 0, 60, 40);
        const body = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
        return (await (await fetch('/api/v1/pictures', { method: 'POST', body })).json()).id;
    };
    const send = (method, path, body) =>
        fetch(`/api/v1/guide/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const { venue: { revision, name } } = await (await fetch(`/api/v1/guide/venues/${venue}`)).json();
    await send('POST', `venues/${venue}/works`, { title: 'A kept work', state: 'published', picture: { id: await picture('red') } });
    await send('POST', `venues/${venue}/works`, { title: 'A secret work', state: 'draft', picture: { id: await picture('green') } });
    const shown = { id: await picture('blue'), text: 'Blue walls' };
    await send('PUT', `venues/${venue}`, { revision, fields: { name, state: 'published', picture: shown } });
}"""
KEPT_PICTURES = """async () => {
    const kept = await (await caches.open('hereabouts-guide')).keys();
    return kept.filter((each) => new URL(each.url).pathname.startsWith('/pictures/')).length;
}"""


def test_a_kept_place_has_all_of_the_guide_that_everybody_may_see(visit, served):
    visitor = visit(served, DESK, service_workers="allow")
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    made = [page.evaluate(ADD_VENUE, {"operator": OPERATOR, "fields": {"name": name, "state": state}})
            for name, state in [("Whole house", "published"), ("Secret house", "draft")]]
    try:
        page.evaluate(ADD_PICTURES, made[0])
        page.reload()
        expect(page.get_by_text(re.compile(r"pictures \(up to 30 MB\)"))).to_be_visible()
        page.get_by_role("button", name="Download for offline use").click()
        expect(page.get_by_text("Downloaded")).to_be_visible()
        assert page.evaluate(KEPT_PICTURES) == 2
        visitor.context.set_offline(True)
        page.goto("about:blank")
        # Nothing of this was opened before.
        visitor.open(f"#venue={made[0]}")
        expect(page.get_by_role("heading", name="Whole house")).to_be_visible()
        expect(page.get_by_role("list", name=re.compile("Whole house")).get_by_text("A kept work")).to_be_visible()
        assert "A secret work" not in page.content()
        page.wait_for_function("() => document.querySelector('.picture img')?.naturalWidth > 0")
        page.evaluate("(id) => { location.hash = `#venue=${id}` }", made[1])
        expect(page.locator(".trouble")).to_contain_text("this device has no offline copy of this")
        # Search finds the kept part of it, also by a part of a word, and never drafts.
        page.evaluate("() => { location.hash = '' }")
        for text, name in [("whole hou", "Whole house"), ("a kept work", "A kept work")]:
            search_field(page).click()
            page.keyboard.type(text)
            expect(options(page, name=re.compile(f"^{name}")).first).to_be_visible()
            options(page, name=re.compile(f"^{name}")).first.click()
            expect(page.get_by_role("heading", name=name)).to_be_visible()
            page.evaluate("() => { location.hash = '' }")
        for text in ["secret house", "a secret work"]:
            search_field(page).click()
            page.keyboard.type(text)
            expect(page.locator("place-field .found-note, place-field [role=option]").first).to_be_visible()
            assert options(page, name=re.compile("ecret (house|work)")).all_text_contents() == []
            page.keyboard.press("Escape")
        visitor.context.set_offline(False)
        page.evaluate("() => { location.hash = '#offline' }")
        page.get_by_role("button", name="Remove download").click()
        expect(page.get_by_role("button", name="Download for offline use")).to_be_visible()
        assert page.evaluate(KEPT_PICTURES) == 0
    finally:
        visitor.context.set_offline(False)
        page.evaluate("(made) => Promise.all(made.map((id) => fetch(`/api/v1/guide/venues/${id}`, { method: 'DELETE' })))", made)


# Adds two floor plans to a venue of the real program's guide, as the logged-in account: of level 0 red, of level 1 blue.
ADD_PLANS = """async (venue) => {
    const picture = async (colour) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
        const context = canvas.getContext('2d');
        context.fillStyle = colour;
        context.fillRect(0, 0, 1600, 1200);
        const body = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
        return (await (await fetch('/api/v1/pictures', { method: 'POST', body })).json()).id;
    };
    const { venue: { revision, name } } = await (await fetch(`/api/v1/guide/venues/${venue}`)).json();
    const plan = async (level, colour) => ({
        picture: { id: await picture(colour), text: `Plan ${level}` }, level, center: { lat: 60.1690, lon: 24.9450 }, width: 90, rotation: 0, opacity: 1,
    });
    const detail = { pictures: [], plans: [await plan(0, 'red'), await plan(1, 'blue')], entrances: [] };
    const fields = { name, state: 'published', location: { lat: 60.1690, lon: 24.9450 }, detail };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/v1/guide/venues/${venue}`, { method: 'PUT', headers, body: JSON.stringify({ revision, fields }) });
    if (!answer.ok) throw new Error(await answer.text());
}"""
# The width of the drawn plan's picture, in its pixels.
DRAWN_WIDTH = """async () => {
    const answer = await fetch(seenMap.getSource('plan-0').url);
    return (await createImageBitmap(await answer.blob())).width;
}"""
# The median colour of the map where the plan is; names and marks are over it here and there.
DRAWN_COLOUR = """() => new Promise((resolve) => {
    seenMap.once('render', () => {
        const { width, height } = seenMap.getCanvas(), gl = seenMap.painter.context.gl;
        const scale = width / seenMap.getContainer().clientWidth, pixels = [];
        for (let step = 0; step < 81; step++) {
            const { x, y } = seenMap.project([24.9450 + ((step % 9) - 4) * 0.00015, 60.1690 + (Math.floor(step / 9) - 4) * 0.00005]);
            const pixel = new Uint8Array(4);
            gl.readPixels(Math.round(x * scale), Math.round(height - y * scale), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            pixels.push(pixel);
        }
        resolve([0, 1, 2].map((channel) => pixels.map((pixel) => pixel[channel]).sort((a, b) => a - b)[40]));
    });
    seenMap.triggerRepaint();
})"""


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
def test_a_venue_that_nobody_opened_shows_its_floor_plans_without_a_network(visit, served, device):
    visitor = visit(served, device, service_workers="allow")
    visitor.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    venue = page.evaluate(ADD_VENUE, {"operator": OPERATOR, "fields": {"name": "Hall of floors", "state": "published"}})
    try:
        page.evaluate(ADD_PLANS, venue)
        page.reload()
        page.get_by_role("button", name="Download for offline use").click()
        expect(page.get_by_text("Downloaded")).to_be_visible()
        visitor.context.set_offline(True)
        page.goto("about:blank")
        visitor.open(f"#venue={venue}")
        expect(page.get_by_text("Level 0 is on the map.")).to_be_visible()
        # As large as it is with a network, so that its letters can be read.
        assert page.evaluate(DRAWN_WIDTH) == 1600
        page.get_by_role("button", name="2D map", exact=True).click()
        page.wait_for_function("() => seenMap.getZoom() > 16.5 && !seenMap.isMoving()")
        visitor.wait_drawn()
        red, green, blue = page.evaluate(DRAWN_COLOUR)
        assert red > 200 and green < 60 and blue < 60
        page.get_by_role("group", name="Levels").get_by_role("button", name="Level 1", exact=True).click()
        expect(page.get_by_text("Level 1 is on the map.")).to_be_visible()
        visitor.wait_drawn()
        red, green, blue = page.evaluate(DRAWN_COLOUR)
        assert blue > 200 and green < 60 and red < 60
    finally:
        visitor.context.set_offline(False)
        page.evaluate("(id) => fetch(`/api/v1/guide/venues/${id}`, { method: 'DELETE' })", venue)


def test_a_removed_copy_is_gone(visit, served):
    visitor = visit(served, DESK, service_workers="allow")
    page = visitor.open("#offline")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Download for offline use").click()
    page.get_by_role("button", name="Remove download").click()
    expect(page.get_by_role("button", name="Download for offline use")).to_be_visible()
    assert page.evaluate("async () => (await caches.keys()).filter((name) => name.includes('pack'))") == []
