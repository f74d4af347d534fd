"""Pictures in posts: chosen, sent, shown, looked at closely; by touch and by keyboard, and when they are none."""
import io
import json
import re
import urllib.error
import urllib.request

import pytest
from PIL import Image
from playwright.sync_api import expect

from conftest import DESK, PHONE, next_frame


def photograph(width=1600, height=1200, orientation=1):
    """A JPEG as cameras write it, with orientation and place as metadata. Red above, blue below."""
    image = Image.new("RGB", (width, height), (0, 0, 200))
    image.paste((200, 0, 0), (0, 0, width, height // 2))
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "taken at 60.1699, 24.9384"
    file = io.BytesIO()
    image.save(file, "JPEG", exif=exif)
    return file.getvalue()


def choose(page, content, name="IMG_0001.jpg", kind="image/jpeg"):
    with page.expect_file_chooser() as chooser:
        page.locator(".composer").get_by_role("button", name="Picture", exact=True).click()
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": content})


def composed(visitor):
    page = visitor.open("#timeline")
    expect(page.locator(".composer")).to_be_visible()
    return page


def test_a_picture_is_posted_shown_and_looked_at_closely(visit, served):
    page = composed(visit(served, PHONE))
    choose(page, photograph(orientation=6))
    expect(page.locator(".picture-preview img")).to_be_visible()
    page.get_by_label("Describe the picture").fill("Red beside blue")
    page.locator(".composer").get_by_role("button", name="Post", exact=True).click()
    post = page.locator(".post").first
    image = post.get_by_role("img", name="Red beside blue")
    expect(image).to_be_visible()
    expect(page.locator(".picture-preview img")).to_have_count(0)
    # Held upright, as the camera said: higher than wide.
    page.wait_for_function("() => document.querySelector('.post img').complete")
    assert image.evaluate("(image) => [image.naturalWidth > 0, image.width / image.height < 1.3]") == [True, True]
    assert image.get_attribute("width") == "1200" and image.get_attribute("height") == "1600"
    post.get_by_role("button", name="Red beside blue: enlarge").tap()
    view = page.get_by_role("dialog", name="Picture")
    expect(view).to_be_visible()
    view.get_by_role("button", name="Larger").tap()
    expect(view.locator(".frame")).to_have_class(re.compile("large"))
    page.keyboard.press("-")
    expect(view.locator(".frame")).not_to_have_class(re.compile("large"))
    page.keyboard.press("Escape")
    expect(view).to_have_count(0)


def test_nothing_but_the_picture_leaves_the_device_or_the_server(visit, served):
    page = composed(visit(served, DESK))
    page.evaluate("""() => {
        const real = window.fetch;
        window.fetch = async (address, request) => {
            if (request?.body instanceof Blob) window.sent = await request.body.text();
            return real(address, request);
        };
    }""")
    with page.expect_response(lambda answer: "/api/v1/pictures" in answer.url) as answered:
        choose(page, photograph())
        page.locator(".composer").get_by_role("button", name="Post", exact=True).click()
    assert page.evaluate("() => sent.length > 1000 && !sent.includes('60.1699')")
    # Once a post shows it, it is for everybody.
    expect(page.locator(".picture-preview img")).to_have_count(0)
    identity = answered.value.json()["id"]
    for size, width in {"small": 480, "medium": 1080, "large": 1600}.items():
        answer = urllib.request.urlopen(f"{served}/pictures/{identity}/{size}").read()
        picture = Image.open(io.BytesIO(answer))
        assert picture.format == "WEBP" and picture.width == width and not picture.getexif() and b"60.1699" not in answer


def test_the_server_takes_metadata_away_too(served):
    request = urllib.request.Request(f"{served}/api/v1/pictures", data=photograph(orientation=8), method="POST")
    identity = json.load(urllib.request.urlopen(request))["id"]
    address = f"{served}/pictures/{identity}/large"
    # Before a post shows it, only its sender can see it.
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address)
    post = json.dumps({"message": "", "picture": {"id": identity}}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{served}/api/v1/posts", data=post, headers={"content-type": "application/json"}))
    answer = urllib.request.urlopen(address).read()
    picture = Image.open(io.BytesIO(answer)).convert("RGB")
    assert picture.size == (1200, 1600) and b"60.1699" not in answer and not picture.getexif()
    # Orientation 8: the stored top is the left side of the picture.
    red, _, blue = picture.getpixel((50, 800))
    assert red > 150 and blue < 100


def test_a_picture_is_taken_back(visit, stub):
    page = composed(visit(stub.address, PHONE))
    choose(page, photograph(40, 30))
    expect(page.locator(".picture-preview img")).to_be_visible()
    page.get_by_role("button", name="Remove picture").tap()
    expect(page.locator(".picture-preview img")).to_have_count(0)
    expect(page.locator(".composer").get_by_role("button", name="Picture", exact=True)).to_be_focused()


@pytest.mark.parametrize("language", ["en-GB", "fi", "de", "ar"])
def test_the_composer_stays_in_its_sheet_on_a_phone_with_its_buttons_in_one_row(visit, stub, language):
    page = composed(visit(stub.address, {**PHONE, "viewport": {"width": 412, "height": 915}}, locale=language))
    page.locator(".composer input[type=file]").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photograph(40, 30)})
    expect(page.locator(".picture-preview img")).to_be_visible()
    for box in [each.bounding_box() for each in page.locator(".composer :is(button, textarea, .picture-preview input)").all()]:
        assert box["x"] >= 16 and box["x"] + box["width"] <= 412 - 16
    buttons = [each.bounding_box() for each in page.locator(".composer > .buttons button").all()]
    assert len(buttons) == 3 and len({round(box["y"]) for box in buttons}) == 1


def test_choosing_a_picture_by_keyboard_leads_to_its_description(visit, stub):
    page = composed(visit(stub.address, DESK))
    button = page.locator(".composer").get_by_role("button", name="Picture", exact=True)
    expect(page.locator(".post").first).to_be_visible()
    page.get_by_role("button", name="Add my location").focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    with page.expect_file_chooser() as chooser:
        button.press("Enter")
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photograph(40, 30)})
    words = page.locator(".picture-preview").get_by_role("textbox")
    expect(words).to_be_focused()
    sheet, field = page.locator("bottom-sheet").bounding_box(), words.bounding_box()
    assert field["x"] + field["width"] < sheet["x"] + sheet["width"]


def test_a_file_that_is_no_picture_is_refused_at_once(visit, stub):
    page = composed(visit(stub.address, PHONE))
    choose(page, b"<script>alert(1)</script>", "picture.png", "image/png")
    expect(page.locator(".picture-preview .trouble")).to_contain_text("cannot be read")


def test_a_picture_that_is_swapped_while_it_is_sent_is_sent_anew(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected += ["400", "Failed to load resource"]
    page = composed(visitor)
    choose(page, photograph(40, 30))
    held = stub.hold("/api/v1/pictures")
    stub.refuse("/api/v1/posts", 400, "invalid_body", "a made-up fault")
    page.locator(".composer").get_by_role("button", name="Post", exact=True).tap()
    choose(page, photograph(30, 40))
    held.set()
    expect(page.locator(".composer > div > .trouble")).to_be_visible()
    stub.refusals.clear()
    page.locator(".composer").get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".picture-preview img")).to_have_count(0)
    assert len([path for path in stub.asked if path.startswith("/api/v1/pictures?")]) == 2


def test_a_file_that_turns_out_unreadable_leaves_the_next_choice_alone(visit, stub):
    visitor = visit(stub.address, PHONE)
    # The first is given up while it is read.
    visitor.expected.append("ERR_FILE_NOT_FOUND")
    page = composed(visitor)
    page.evaluate("""async () => {
        const icon = await (await fetch('/icon-192.png')).blob();
        const input = document.querySelector('.composer input[type=file]');
        for (const content of ['<script>', icon]) {
            const choice = new DataTransfer();
            choice.items.add(new File([content], 'picture.png', { type: 'image/png' }));
            input.files = choice.files;
            input.dispatchEvent(new Event('change'));
        }
    }""")
    page.wait_for_function("() => document.querySelector('.picture-preview img')?.naturalWidth > 0")
    next_frame(page)
    expect(page.locator(".picture-preview img")).to_be_visible()
    expect(page.locator(".picture-preview .trouble")).to_have_count(0)


def test_a_picture_that_the_server_refuses_keeps_the_draft(visit, stub):
    visitor = visit(stub.address, PHONE)
    visitor.expected.append("400")
    page = composed(visitor)
    page.get_by_label("What is happening here?").fill("Look")
    choose(page, photograph(40, 30))
    stub.refuse("/api/v1/pictures", 400, "invalid_picture", "it cannot be read")
    page.locator(".composer").get_by_role("button", name="Post", exact=True).tap()
    expect(page.locator(".composer .trouble")).to_contain_text("cannot read this picture")
    expect(page.get_by_label("What is happening here?")).to_have_value("Look")
    expect(page.locator(".picture-preview img")).to_be_visible()
