"""A part of scripts/check_mesh.py: pictures of posts travel between servers, in a small edition, and go with their
post.
"""
import json
import pathlib
import random
import struct
import time
import zlib


def noise(side):
    """Return a PNG of random pixels: its small size is longer than a message may be, so an edition must be made."""
    source = random.Random(1)
    rows = b"".join(b"\0" + source.randbytes(3 * side) for _ in range(side))

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def check_pictures(a, c):
    """`a` and `c` are servers of one place."""
    token, made, took = a.register("cora"), [], []
    for text in ("Look at this", ""):
        status, answer = a.inside.ask(
            "POST", "/api/v1/pictures", noise(600), {"authorization": f"Bearer {token}", "content-type": "image/png"})
        assert status == 201, answer
        choice = {"id": json.loads(answer)["id"], "text": "noise"}
        post = a.send("POST", "/api/v1/posts", {"message": text, "picture": choice}, token)["id"]
        began = time.monotonic()

        def shown():
            posts = c.json("/api/v1/posts?limit=100")["posts"]
            return next((one["picture"] for one in posts if one["id"] == post and one.get("picture")), None)

        c.wait_for(shown, 60, "a picture did not come")
        took.append(time.monotonic() - began)
        picture = shown()
        assert picture["text"] == "noise" and picture["id"] != choice["id"], picture
        assert max(picture["width"], picture["height"]) <= 480, picture
        address = f"/pictures/{picture['id']}/large"
        status, file = c.inside.ask("GET", address)
        assert status == 200 and file[:4] == b"RIFF" and file[8:12] == b"WEBP", status
        made.append((post, address))
    files = len(list(pathlib.Path(c.data).glob("pictures/*/*.webp")))
    post, address = made[0]
    assert a.send("DELETE", f"/api/v1/posts/{post}", token=token) is not None
    c.wait_for(lambda: c.inside.ask("GET", address)[0] == 404, 30, "a deleted picture is still there")
    c.wait_for(lambda: len(list(pathlib.Path(c.data).glob("pictures/*/*.webp"))) == files - 1, 30,
               "its file is still there")
    print(f"pictures pass two links in {took[0]:.1f} and {took[1]:.1f} s, and go with their post")
