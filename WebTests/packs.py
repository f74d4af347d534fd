"""Packs of an atlas by a writer of their own: what `/api/v1/pack` and its objects are, without the server's code.

The container is described in docs/atlas-format.md, objects in docs/api.md.
"""
import hashlib
import struct
import zlib

HEADER, ENTRY, PIECE = 64, 48, 1 << 20
MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (
    0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


def xxh64(data):
    """XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md)."""
    def rotate(value, bits):
        return (value << bits | value >> (64 - bits)) & MASK

    def round_(total, word):
        return rotate((total + word * P2) & MASK, 31) * P1 & MASK

    at, total = 0, P5
    if len(data) >= 32:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        while at + 32 <= len(data):
            lanes = [round_(lane, word) for lane, word in zip(lanes, struct.unpack_from("<4Q", data, at))]
            at += 32
        total = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ round_(0, lane)) * P1 + P4) & MASK
    total = (total + len(data)) & MASK
    while at + 8 <= len(data):
        total = (rotate(total ^ round_(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        total = (rotate(total ^ struct.unpack_from("<I", data, at)[0] * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        total = rotate(total ^ byte * P5 & MASK, 11) * P1 & MASK
    total = (total ^ total >> 33) * P2 & MASK
    total = (total ^ total >> 29) * P3 & MASK
    return total ^ total >> 32


def sections(atlas):
    """The sections of an atlas: name, content, width of an element, checksum."""
    for index in range(struct.unpack_from("<I", atlas, 16)[0]):
        name, offset, length, checksum, width = struct.unpack_from("<16sQQQI", atlas, HEADER + ENTRY * index)
        yield name.rstrip(b"\0").decode(), atlas[offset:offset + length], width, checksum


def identity(atlas):
    return f"{struct.unpack_from('<Q', atlas, 40)[0]:016x}"


def aligned(offset):
    return -(-offset // 64) * 64


def walking(parts):
    """Those sections that a pack for walking has."""
    return [part for part in parts if not part[0].startswith(("hier.bike", "hier.car"))]


def head_of(parts):
    """The header and directory of an atlas with these sections, their offsets, and the length of the file."""
    end, offsets, directory = HEADER + ENTRY * len(parts), [], b""
    for name, content, width, checksum in parts:
        offsets.append(aligned(end))
        directory += struct.pack("<16sQQQII", name.encode(), offsets[-1], len(content), checksum, width, 0)
        end = offsets[-1] + len(content)
    sums = b"".join(struct.pack("<Q", checksum) for _, _, _, checksum in parts)
    header = struct.pack(
        "<8sIIIIQQQ16x", b"HRBTATLS", 1, 0x01020304, len(parts), 0, aligned(end), xxh64(directory), xxh64(sums))
    return header + directory, offsets, aligned(end)


def file_of(parts):
    """The atlas file with these sections."""
    head, offsets, length = head_of(parts)
    file = bytearray(length)
    file[:len(head)] = head
    for (_, content, _, _), offset in zip(parts, offsets):
        file[offset:offset + len(content)] = content
    return bytes(file)


def packed(content, width, form):
    """The object of a piece: 0 plain, 1 planes of bytes, 2 differences within the planes."""
    arranged = content if form == 0 else b"".join(content[plane::width] for plane in range(width))
    if form == 2:
        count = len(content) // width
        arranged = bytes(
            (byte - (arranged[at - 1] if at % count else 0)) & 255 for at, byte in enumerate(arranged))
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    return struct.pack("<BBxxI", form, width, len(content)) + deflate.compress(arranged) + deflate.flush()


class Packs:
    """The lists and objects of one atlas."""

    def __init__(self, atlas, piece=PIECE):
        self.identity, self.objects, self.lists = identity(atlas), {}, {}
        parts = list(sections(atlas))
        for content, chosen in [("all", parts), ("walking", walking(parts))]:
            head, offsets, length = head_of(chosen)
            listed = [self._object(head, 1, 0, 0)]
            for (_, whole, width, _), offset in zip(chosen, offsets):
                step = piece // width * width
                listed += [self._object(whole[at:at + step], width, offset + at, at // step + width) for at in range(0, len(whole), step)]
            self.lists[content] = {
                "identity": self.identity, "content": content, "bytes": length,
                "packed_bytes": sum(each["packed_bytes"] for each in listed), "objects": listed}

    def _object(self, content, width, offset, number):
        hash_ = hashlib.sha256(content).hexdigest()
        if hash_ not in self.objects:
            self.objects[hash_] = packed(content, width, number % 3)
        return {"hash": hash_, "offset": offset, "bytes": len(content), "packed_bytes": len(self.objects[hash_])}

    def serve(self, context, before=lambda _: None):
        """Answers a browser context's requests for packs. `before` gets each requested hash, and may say that the network is gone."""
        def answer(route):
            path, _, query = route.request.url.partition("/api/v1/pack")[2].partition("?")
            if not path:
                return route.fulfill(json=self.lists["walking" if "walking" in query else "all"])
            if before(path[1:]) == "gone":
                return route.abort()
            if path[1:] not in self.objects:
                return route.fulfill(status=404, json={"code": "not_found", "message": "no such object"})
            return route.fulfill(body=self.objects[path[1:]], content_type="application/octet-stream")
        context.route("**/api/v1/pack*", answer)
        context.route("**/api/v1/pack/*", answer)
