"""Pictures in posts: chosen, sent, shown, looked at closely; by touch and by keyboard, and when they are none."""
import io
import json
import re
import urllib.error
import urllib.request

import pytest
from PIL import Image
from playwright.sync_api import expect

from conftest import DESK, PHONE


def photograph(width=1600, height=1200, orientation=1):
    """A JPEG as cameras write it: how it was held and where are told beside the pixels. Red above, blue below."""
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
    page.get_by_label("What does it show?").fill("Red beside blue")
    page.locator(".composer").get_by_role("button", name="Post", exact=True).click()
    post = page.locator(".post").first
    image = post.get_by_role("img", name="Red beside blue")
    expect(image).to_be_visible()
    expect(page.locator(".picture-preview img")).to_have_count(0)
    # Held upright, as the camera said: higher than wide.
    page.wait_for_function("() => document.querySelector('.post img').complete")
    assert image.evaluate("(image) => [image.naturalWidth > 0, image.width / image.height < 1.3]") == [True, True]
    assert image.get_attribute("width") == "1200" and image.get_attribute("height") == "1600"
    post.get_by_role("button", name="Red beside blue: show it large").tap()
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
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/pictures")) as answered:
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
    # Before a post shows it, it is for whoever sent it.
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address)
    post = json.dumps({"message": "", "picture": {"id": identity}}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{served}/api/v1/posts", data=post, headers={"content-type": "application/json"}))
    answer = urllib.request.urlopen(address).read()
    picture = Image.open(io.BytesIO(answer)).convert("RGB")
    assert picture.size == (1200, 1600) and b"60.1699" not in answer and not picture.getexif()
    # Orientation 8: what is stored above is looked at on the left.
    red, _, blue = picture.getpixel((50, 800))
    assert red > 150 and blue < 100


def test_a_picture_is_taken_back(visit, stub):
    page = composed(visit(stub.address, PHONE))
    choose(page, photograph(40, 30))
    expect(page.locator(".picture-preview img")).to_be_visible()
    page.get_by_role("button", name="Remove picture").tap()
    expect(page.locator(".picture-preview img")).to_have_count(0)
    expect(page.locator(".composer").get_by_role("button", name="Picture", exact=True)).to_be_focused()


def test_a_file_that_is_no_picture_is_told_at_once(visit, stub):
    page = composed(visit(stub.address, PHONE))
    choose(page, b"<script>alert(1)</script>", "picture.png", "image/png")
    expect(page.locator(".picture-preview .trouble")).to_contain_text("cannot be read")


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
