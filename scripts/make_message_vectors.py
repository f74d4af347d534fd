#!/usr/bin/env python3
"""Make the vectors of the mesh's messages with another implementation, and compare them with Tests/Fixtures/message-vectors.json.

Usage: make_message_vectors.py [--write]

The layout is written here a second time, from docs/mesh.md. Keys and signatures are those of the package cryptography of the tests'
environment (.venv). Keys come from fixed seeds, and Ed25519 has no randomness: the same vectors come out each time. The points of small
order are computed from the equation of the curve. `--write` replaces the file.
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
        "what": what, "kind": kind, "place": place.hex(), "time": str(time), "author": author.hex(), "about": about.hex(),
        "fields": None if sealed is not None else [{"tag": tag, "value": value.hex()} for tag, value in fields],
        "body": body.hex(), "id": identity.hex(), "signedBytes": text.hex(), "signature": signature.hex()}
    message = unsigned + signature
    if stamped:
        member = key("member").public_key().public_bytes_raw()
        stamp_time = milliseconds + 1500 << 16
        stamp_text = b"hereabouts entry 1\0" + identity + struct.pack(">Q", stamp_time)
        stamp = member[:8] + struct.pack(">Q", stamp_time) + key("member").sign(stamp_text)
        vector["stamp"] = {"member": member.hex(), "time": str(stamp_time), "signedBytes": stamp_text.hex(), "bytes": stamp.hex()}
        message += stamp
    return vector | {"message": message.hex()}


def vectors():
    now, room = 1_795_770_000_123, bytes(range(0x10, 0x20))
    mail = hashlib.shake_256(b"mail").digest
    return {
        "what": "Messages of the mesh with their ids, signatures and entry stamps, and all Ed25519 points of small order; in hexadecimal.",
        "source": "scripts/make_message_vectors.py, with the PyPI package cryptography",
        "placeKey": key("place").public_key().public_bytes_raw().hex(),
        "smallOrder": small_order(),
        "messages": [
            signed_vector("a line in a room", 0x60, now, 0, [(1, "Is the well at the north gate open?".encode())], room),
            signed_vector("a line with a name and a later version's field", 0x60, now, 65535, [
                (1, "Ja, seit heute früh. نعم".encode()), (2, "Ada".encode()), (200, b"\1\2\3")], room),
            signed_vector("a post without a stamp", 0x70, now, 7, [(1, b"Soup at six.")], stamped=False),
            signed_vector("the deletion of a post: no fields", 0x72, now + 1, 0, [], room),
            signed_vector("an empty value", 0x71, now, 1, [(1, b"")], room),
            signed_vector("a change of the guide with a long value", 0x40, now, 2, [(128, bytes(range(256)) * 2)], room),
            signed_vector("sealed mail", 0x50, now, 3, sealed=mail(512)),
            signed_vector("a receipt without a stamp", 0x51, now, 4, sealed=mail(2048), stamped=False),
        ]}


def main():
    wanted = json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(wanted, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != wanted:
        sys.exit(f"{FILE.name} differs from what this script makes; see what changed, then run scripts/make_message_vectors.py --write")
    print(f"{FILE.name} has the {len(vectors()['messages'])} messages and {len(vectors()['smallOrder'])} points of this script")


if __name__ == "__main__":
    main()
