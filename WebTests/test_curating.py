"""A guide from its first venue to its last, on the real program: made by a curator, seen by a visitor as it changes."""
from playwright.sync_api import expect

from conftest import DESK, OPERATOR, PHONE
from test_account import enter, go
from test_guide import names


def save(page, **values):
    """Fills the open form by its labels and saves it."""
    form = page.locator(".edit-form")
    for label, value in values.items():
        field = form.get_by_label(label.replace("_", " "))
        if field.evaluate("(field) => field.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name="Save").click()


def open_venue(page, name):
    go(page, "#guide", ".venues .order li")
    page.locator(".venues .order li", has_text=name).get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_a_guide_is_made_seen_ordered_kept_back_and_moved(untouched, visit):
    curator, visitor = visit(untouched, DESK), visit(untouched, PHONE)
    seen = visitor.open("#guide")
    expect(seen.get_by_text("The guide is empty.")).to_be_visible()
    shown = seen.locator(".venue-card strong")
    page = enter(curator, OPERATOR["name"], OPERATOR["password"], "Log in")
    page.evaluate("() => { location.hash = '#guide' }")
    page.get_by_role("button", name="Edit the guide").click()

    # A draft with a picture is for curators; once published, everybody sees it.
    page.get_by_role("button", name="Add a venue").click()
    with page.expect_file_chooser() as chooser:
        page.locator(".edit-form").get_by_role("button", name="Picture", exact=True).click()
    chooser.value.set_files("Web/icon-192.png")
    page.get_by_label("Describe the picture").fill("A white pin")
    save(page, Name="Hall", Latitude="60.17", Longitude="24.945")
    expect(page.get_by_role("heading", name="Hall")).to_be_visible()
    assert seen.request.get(f"{untouched}/api/v1/guide").json()["venues"] == []
    save(page, Visibility="published")
    expect(shown).to_have_text(["Hall"])
    expect(seen.get_by_role("img", name="A white pin")).to_be_visible()

    go(page, "#guide", ".venues .order li")
    page.get_by_role("button", name="Add a venue").click()
    save(page, Name="Pavilion", Visibility="published")
    expect(shown).to_have_text(["Hall", "Pavilion"])
    go(page, "#guide", ".venues .order li")
    page.get_by_role("button", name="Move Pavilion up").press("Enter")
    expect(shown).to_have_text(["Pavilion", "Hall"])

    # An entry under embargo is hidden until then, or until the change is undone.
    open_venue(page, "Pavilion")
    save(page, Hidden_until="2031-05-01T10:00")
    expect(shown).to_have_text(["Hall"])
    go(page, "#guide", ".venues .order li")
    page.get_by_role("button", name="Change history").click()
    page.locator(".changes li").first.get_by_role("button").click()
    expect(shown).to_have_text(["Pavilion", "Hall"])

    # A work, and a tour along both.
    open_venue(page, "Hall")
    identity = page.url.split("venue=")[1].split("&")[0]
    go(page, f"#works={identity}", ".editing")
    page.get_by_role("button", name="Add a work").click()
    save(page, Title="Boats", Artist="Maija", Visibility="published")
    expect(page.locator(".order li")).to_contain_text(["Boats"])
    go(page, "#guide", ".venues .order li")
    page.get_by_role("button", name="Add a tour").click()
    for name in ("Hall", "Pavilion"):
        page.locator(".edit-form").get_by_label("Stops, in order").select_option(name)
        page.get_by_role("button", name="Add this stop").click()
    save(page, Name="Both", Visibility="published")
    expect(seen.get_by_text("Both", exact=True)).to_be_visible()

    # Guests are asked in to vote; members vote once.
    work = page.request.get(f"{untouched}/api/v1/guide/venues/{identity}").json()["works"][0]["id"]
    view = f"#venue={identity}&work={work}"
    go(seen, view, ".voting").get_by_role("button", name="Vote").tap()
    expect(seen.get_by_text("Log in to vote")).to_be_visible()
    page.evaluate("(view) => { location.hash = view }", view)
    page.get_by_role("button", name="Edit the guide").click()
    page.get_by_role("button", name="Vote").click()
    expect(page.get_by_role("button", name="Your vote")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Your vote")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".voting")).to_contain_text("1 vote")

    # Favourites stay on the device.
    go(seen, f"#venue={identity}", ".venue .facts, .venue .actions")
    for name in ("Favourite", "Visited"):
        seen.get_by_role("button", name=name, exact=True).tap()
    seen.reload()
    for name in ("Favourite", "Visited"):
        expect(seen.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    go(seen, "#guide", ".venue-card")
    seen.get_by_role("button", name="Favourites", exact=True).tap()
    assert names(seen) == ["Hall"]
    seen.get_by_role("button", name="All", exact=True).tap()

    # The guide goes out as a file, is deleted, and comes back from it.
    go(page, "#guide", ".venue-card")
    page.get_by_role("button", name="Edit the guide").click()
    kept = page.request.get(untouched + page.locator(".files a").first.get_attribute("href")).body()
    # A venue that a tour leads to stays until the tour is gone, and leads to that. The open page is requested once more when it is deleted.
    curator.expected += ["409 (Conflict)", "404 (Not Found)"]
    open_venue(page, "Hall")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("This venue is part of tours.")).to_be_visible()
    page.get_by_role("button", name="Both").click()
    expect(page.get_by_role("heading", name="Both")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(seen.get_by_role("button", name="Both")).to_have_count(0)
    for left, name in ((["Pavilion"], "Hall"), ([], "Pavilion")):
        open_venue(page, name)
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(shown).to_have_text(left)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import from a file").click()
    chooser.value.set_files({"name": "guide.zip", "mimeType": "application/zip", "buffer": kept})
    expect(page.get_by_text("Added: venues 2, works 1, tours 1")).to_be_visible()
    expect(shown).to_have_text(["Pavilion", "Hall"])
