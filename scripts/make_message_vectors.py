#!/usr/bin/env python3
"""Make the vectors of the mesh's messages with another implementation, and compare them with
Tests/Fixtures/message-vectors.json.

Usage: make_message_vectors.py [--write]

The layout is written here a second time, from docs/mesh.md. Keys and signatures are those of the package cryptography
of the tests' environment (.venv). Keys come from fixed seeds, and Ed25519 has no randomness: the same vectors come out
each time. The points of small order are computed from the equation of the curve. `--write` replaces the file.
"""
import hashlib
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/message-vectors.json"
# RFC 8032 §5.1: the field, the curve's constant and the order of its base point.
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def add(one, other):
    """Add two points of the curve, each x and y."""
    (x1, y1), (x2, y2) = one, other
    mixed = D * x1 * x2 * y1 * y2 % P
    return (x1 * y2 + x2 * y1) * pow(1 + mixed, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - mixed, -1, P) % P


def times(number, point):
    total = (0, 1)
    while number:
        if number & 1:
            total = add(total, point)
        point, number = add(point, point), number >> 1
    return total


def point(y):
    """Return a point with this y, or None."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in root, root * pow(2, (P - 1) // 4, P) % P:
        if x * x % P == square:
            return x, y
    return None


def small_order():
    """Return all encodings of the eight points of small order, also those whose y is not reduced."""
    points, y = set(), 2
    while len(points) < 8:
        if found := point(y):
            points.add(times(ORDER, found))
        y += 1
    values = {value for _, y in points for value in (y, y + P) if value < 2**255}
    return sorted((value | sign << 255).to_bytes(32, "little").hex() for value in values for sign in (0, 1))


def key(name):
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def signed_vector(what, kind, milliseconds, counter, fields=None, about=bytes(16), sealed=None, stamped=True):
    place = hashlib.sha256(key("place").public_key().public_bytes_raw()).digest()[:8]
    author = key("author").public_key().public_bytes_raw() if sealed is None else bytes(32)
    body = sealed
    if body is None:
        body = b"".join(struct.pack(">BH", tag, len(value)) + value for tag, value in fields)
    time = milliseconds << 16 | counter
    unsigned = struct.pack(">BBH8sQ32s16sI", 1, kind, 0, place, time, author, about, len(body)) + body
    identity = hashlib.sha256(unsigned).digest()
    text = b"hereabouts message 1\0" + identity
    signature = key("author").sign(text) if sealed is None else b""
    vector = {
        "what": what, "kind": kind, "place": place.hex(), "time": str(time), "author": author.hex(),
        "about": about.hex(),
        "fields": None if sealed is not None else [{"tag": tag, "value": value.hex()} for tag, value in fields],
        "body": body.hex(), "id": identity.hex(), "signedBytes": text.hex(), "signature": signature.hex()}
    message = unsigned + signature
    if stamped:
        member = key("member").public_key().public_bytes_raw()
        stamp_time = milliseconds + 1500 << 16
        stamp_text = b"hereabouts entry 1\0" + identity + struct.pack(">Q", stamp_time)
        stamp = member[:8] + struct.pack(">Q", stamp_time) + key("member").sign(stamp_text)
        vector["stamp"] = {"member": member.hex(), "time": str(stamp_time), "signedBytes": stamp_text.hex(),
                           "bytes": stamp.hex()}
        message += stamp
    return vector | {"message": message.hex()}


def vectors():
    now, room = 1_795_770_000_123, bytes(range(0x10, 0x20))
    mail = hashlib.shake_256(b"mail").digest
    return {
        "what": "Messages of the mesh with their ids, signatures and entry stamps, what bodies say, and all Ed25519 "
                "points of small order; in hexadecimal.",
        "source": "scripts/make_message_vectors.py, with the PyPI package cryptography",
        "placeKey": key("place").public_key().public_bytes_raw().hex(),
        "smallOrder": small_order(),
        "messages": [
            signed_vector("a line in a room", 0x60, now, 0, [(1, "Is the well at the north gate open?".encode())],
                          room),
            signed_vector("a line with a name and a later version's field", 0x60, now, 65535, [
                (1, "Ja, seit heute früh. نعم".encode()), (2, "Ada".encode()), (200, b"\1\2\3")], room),
            signed_vector("a post without a stamp", 0x70, now, 7, [(1, b"Soup at six.")], stamped=False),
            signed_vector("the deletion of a post: no fields", 0x72, now + 1, 0, [], room),
            signed_vector("an empty value", 0x71, now, 1, [(1, b"")], room),
            signed_vector("a change of the guide with a long value", 0x40, now, 2, [(128, bytes(range(256)) * 2)],
                          room),
            signed_vector("sealed mail", 0x50, now, 3, sealed=mail(512)),
            signed_vector("a receipt without a stamp", 0x51, now, 4, sealed=mail(2048), stamped=False),
        ],
        "bodies": bodies(now)}


def post_id(vector):
    """Return the id of what a message makes: a UUID of version 7 with 74 bits of the message's id."""
    bits = f"{int(vector['id'], 16):0256b}"
    uuid = f"{int(vector['time']) >> 16:048b}" + "0111" + bits[:12] + "10" + bits[64:126]
    return f"{int(uuid, 2):032x}"


def register(name, key):
    return hashlib.sha256(b"hereabouts register 1\0" + name.encode() + b"\0" + key).digest()[:16].hex()


def sized(text):
    return struct.pack(">H", len(text.encode())) + text.encode()


SOME, AUTHOR = bytes(range(0x20, 0x30)), key("author").public_key().public_bytes_raw()
POINT, NORTH = struct.pack(">ii", 601_700_000, -249_400_001), struct.pack(">ii", 900_000_000, 1_800_000_000)
TEXT, NAME, PLACE = (1, "Soup at six. شوربة".encode()), (2, "Ada".encode()), (4, "Kluuvi".encode())
STAGE = bytes([0, 0b1111, 0b11]) + sized("Main") + sized("loud") + b"\0" + struct.pack(">H", 1) + POINT


def bodies(now):
    """Return messages with what their bodies say, and messages whose bodies say nothing, with the field at fault."""
    return {"good": good_bodies(now), "wrong": wrong_bodies(now)}


def good_bodies(now):
    """Return messages with what their bodies say."""
    def good(what, kind, says, *fields, about=bytes(16), registers=None):
        vector = signed_vector(what, kind, now, 0, list(fields), about, stamped=False)
        return {
            "what": what, "message": vector["message"], "says": says, "makes": post_id(vector), "register": registers,
            "about": about.hex()}

    slow = bytes([9, 0b0001, 0b11100]) + struct.pack(">dQQ", 2.5, now, now + 1) + b"\1" + struct.pack(
        ">H", 2) + POINT + NORTH
    closed = bytes([8, 0b1000, 0]) + b"\3" + struct.pack(">Hqq", 2, 42, 2**40)
    return [
        good("a post", 0x70, {"text": TEXT[1].decode(), "name": "Ada"}, TEXT, NAME),
        good("a post with all fields", 0x70, {
            "text": TEXT[1].decode(), "name": "Ada", "latitudeE7": 601_700_000, "longitudeE7": -249_400_001,
            "facing": 2,
            "speed": 1, "place": "Kluuvi", "accuracyDecimetres": 125, "written": now - 5000},
            TEXT, NAME, (3, POINT + b"\2\1"), PLACE, (5, struct.pack(">I", 125)),
             (6, struct.pack(">Q", now - 5000))),
        good("a post at the edge of the map", 0x70, {
            "text": TEXT[1].decode(), "name": "Ada", "latitudeE7": 900_000_000, "longitudeE7": 1_800_000_000,
            "facing": 8,
            "speed": 6, "place": "Kluuvi"}, TEXT, NAME, (3, NORTH + b"\x08\6"), PLACE),
        good("an edit", 0x71, {"text": "Soup at eight."}, (1, b"Soup at eight."), about=SOME),
        good("a deletion", 0x72, {}, about=SOME),
        good("a report on a queue", 0x30, {"place": "-2", "minutes": 25}, (1, struct.pack(">q", -2)),
             (2, b"\0\x19")),
        good("a help pin", 0x31,
             {"latitudeE7": 601_700_000, "longitudeE7": -249_400_001, "words": "a ramp, please"},
             (1, POINT), (2, b"a ramp, please")),
        good("a resolved help pin", 0x31, {}, (3, b""), about=SOME),
        good("a node's links", 0x32, {"members": [AUTHOR[:8].hex(), "11" * 8], "since": [now - 5000, 0]},
             (1, AUTHOR[:8] + struct.pack(">Q", now - 5000) + b"\x11" * 8 + bytes(8)),
             registers=register("links", AUTHOR)),
        good("no links", 0x32, {"members": [], "since": []}, (1, b""), registers=register("links", AUTHOR)),
        good("a field of the guide", 0x40, {"field": 2, "value": b"Atelier".hex()}, (1, b"\2"), (2, b"Atelier"),
             about=SOME,
             registers=register("guide", SOME + b"\2")),
        good("a field of the guide that is empty now", 0x40, {"field": 5, "value": None}, (1, b"\5"), about=SOME,
             registers=register("guide", SOME + b"\5")),
        good("the overlay", 0x41, {"features": 3}, (1, STAGE + slow + closed), registers=register("overlay", b"")),
        good("a report to the operators", 0x61, {"reason": 3}, (1, b"\3"), about=SOME,
             registers=register("report", AUTHOR + SOME + b"\3")),
        good("the empty overlay", 0x41, {"features": 0}, (1, b""), registers=register("overlay", b"")),
    ]


def wrong_bodies(now):
    """Return messages whose bodies say nothing, with the field at fault."""
    def wrong(what, kind, tag, cause, *fields, about=bytes(16)):
        vector = signed_vector(what, kind, now, 0, list(fields), about, stamped=False)
        return {"what": what, "message": vector["message"], "tag": tag, "cause": cause}

    return [
        wrong("a post about something", 0x70, 0, "notHere", TEXT, NAME, about=SOME),
        wrong("a post without a text", 0x70, 1, "missing", NAME),
        wrong("a post without a name", 0x70, 2, "missing", TEXT),
        wrong("a text that is no UTF-8", 0x70, 1, "notText", (1, b"\xed\xa0\x80"), NAME),
        wrong("a location without its place's name", 0x70, 4, "missing", TEXT, NAME, (3, POINT + b"\2\1")),
        wrong("a place's name without a location", 0x70, 4, "notHere", TEXT, NAME, PLACE),
        wrong("an accuracy without a location", 0x70, 5, "notHere", TEXT, NAME, (5, b"\0\0\0\1")),
        wrong("a short location", 0x70, 3, "length", TEXT, NAME, (3, POINT), PLACE),
        wrong("an unknown facing", 0x70, 3, "value", TEXT, NAME, (3, POINT + b"\x09\1"), PLACE),
        wrong("an unknown speed", 0x70, 3, "value", TEXT, NAME, (3, POINT + b"\2\7"), PLACE),
        wrong("a latitude beyond the pole", 0x70, 3, "value", TEXT, NAME,
              (3, struct.pack(">ii", 900_000_001, 0) + b"\2\1"), PLACE),
        wrong("a short accuracy", 0x70, 5, "length", TEXT, NAME, (3, POINT + b"\2\1"), PLACE, (5, b"\0")),
        wrong("a time after the year 9999", 0x70, 6, "value", TEXT, NAME,
              (6, struct.pack(">Q", 253_402_300_800_000))),
        wrong("an edit about nothing", 0x71, 0, "missing", (1, b"a")),
        wrong("an edit without a text", 0x71, 1, "missing", about=SOME),
        wrong("a deletion about nothing", 0x72, 0, "missing"),
        wrong("a report without a place", 0x30, 1, "missing", (2, b"\0\1")),
        wrong("a report without minutes", 0x30, 2, "missing", (1, bytes(8))),
        wrong("a report about something", 0x30, 0, "notHere", (1, bytes(8)), (2, b"\0\1"), about=SOME),
        wrong("a help pin without a place", 0x31, 1, "missing", (2, b"help")),
        wrong("a help pin without words", 0x31, 2, "missing", (1, POINT)),
        wrong("a resolved help pin with words", 0x31, 2, "notHere", (2, b"help"), (3, b""), about=SOME),
        wrong("a resolved help pin about nothing", 0x31, 0, "missing", (3, b"")),
        wrong("a resolved help pin with content", 0x31, 3, "length", (3, b"1"), about=SOME),
        wrong("links that are not told", 0x32, 1, "missing"),
        wrong("a node's links about something", 0x32, 0, "notHere", (1, bytes(16)), about=SOME),
        wrong("half a link", 0x32, 1, "length", (1, bytes(8))),
        wrong("nine links", 0x32, 1, "length", (1, bytes(9 * 16))),
        wrong("a link since the year 10 000", 0x32, 1, "value",
              (1, bytes(8) + struct.pack(">Q", 253_402_300_800_000))),
        wrong("a field of no entry", 0x40, 0, "missing", (1, b"\2")),
        wrong("no field of an entry", 0x40, 1, "missing", (2, b"a"), about=SOME),
        wrong("a report to the operators about nothing", 0x61, 0, "missing", (1, b"\1")),
        wrong("a report to the operators without a reason", 0x61, 1, "missing", about=SOME),
        wrong("a report to the operators with two reasons", 0x61, 1, "length", (1, b"\1\2"), about=SOME),
        wrong("a report to the operators with no reason's number", 0x61, 1, "value", (1, b"\0"), about=SOME),
        wrong("a report to the operators with a later reason", 0x61, 1, "value", (1, b"\5"), about=SOME),
        wrong("an overlay that ends early", 0x41, 1, "length", (1, STAGE[:-1])),
        wrong("a feature with unknown parts", 0x41, 1, "value", (1, bytes([0, 15, 32]) + STAGE[3:])),
        wrong("a point of two points", 0x41, 1, "value", (1, bytes([0, 15, 0, 0, 0, 2]) + POINT + POINT)),
        wrong("a line of no points", 0x41, 1, "value", (1, bytes([7, 15, 0, 1, 0, 0]))),
        wrong("an unknown shape", 0x41, 1, "value", (1, bytes([7, 15, 0, 4, 0, 1]) + POINT)),
        wrong("a name that is no UTF-8", 0x41, 1, "notText", (1, bytes([0, 15, 1, 0, 1, 0xff, 0, 0, 1]) + POINT)),
    ]


def main():
    wanted = json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(wanted, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != wanted:
        sys.exit(f"{FILE.name} differs from what this script makes; see what changed, then run "
                 f"scripts/make_message_vectors.py --write")
    print(f"{FILE.name} has the {len(vectors()['messages'])} messages and {len(vectors()['smallOrder'])} points of "
          f"this script")


if __name__ == "__main__":
    main()
