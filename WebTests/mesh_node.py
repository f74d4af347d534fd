"""A node of the mesh in plain Python, for tests of the page: messages, signatures and Negentropy by an implementation of their own.

The layout is written here from docs/mesh.md; signatures are those of the package cryptography. The node does what the page sees of a
node, over the same addresses. It takes only messages whose signatures hold, so a test that finds a line at a node knows that the page
signed it. It has a server of Negentropy that divides nothing: it lists each range whose fingerprint differs.
"""
import hashlib
import json
import struct
import threading
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from stub import TYPES, Refusal, Stub, account

OCTETS = "application/octet-stream"
ROOM_LINE, TALK, HELP_PIN, NOW, NODES, MODERATION, ROSTER = 0x60, 6, 0x31, 3, 0x12, 0x13, 1


def key(name):
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def public(name):
    return key(name).public_key().public_bytes_raw()


PLACE = hashlib.sha256(public("place")).digest()[:8]


def room_id(name):
    return hashlib.sha256(b"hereabouts room 1\0" + name.encode() + b"\0" + PLACE).digest()[:16].hex()


GENERAL, HELP = room_id("general"), room_id("help")


def signed(kind, author, milliseconds, about, fields, place=PLACE):
    """A signed message, as bytes."""
    body = b"".join(struct.pack(">BH", tag, len(value)) + value for tag, value in fields)
    head = struct.pack(">BBH8sQ32s16sI", 1, kind, 0, place, milliseconds << 16, public(author), about, len(body))
    identity = hashlib.sha256(head + body).digest()
    return head + body + key(author).sign(b"hereabouts message 1\0" + identity)


def stamped(content, member, milliseconds, signer=None):
    """A message with the entry stamp of a member; `signer` forges it."""
    length = struct.unpack(">I", content[68:72])[0]
    identity, moment = hashlib.sha256(content[: 72 + length]).digest(), struct.pack(">Q", milliseconds << 16)
    return content + public(member)[:8] + moment + key(signer or member).sign(b"hereabouts entry 1\0" + identity + moment)


def admitted(name, by="place", until=None):
    """The roster's message that a node is a member."""
    fields = [(1, public(name)), (2, name.encode()), *([(3, struct.pack(">Q", until << 16))] if until is not None else [])]
    return signed(NODES, by, int(time.time() * 1000), public(name)[:16], fields)


def hides(target, subject, milliseconds=None):
    """The roster's message that a message, an author or a node is hidden."""
    number = ["message", "author", "node"].index(target) + 1
    now = int(time.time() * 1000) if milliseconds is None else milliseconds
    return signed(MODERATION, "place", now, bytes(16), [(1, subject), (2, bytes([number])), (3, b"\1")])


def message_id(content):
    return hashlib.sha256(content[: 72 + struct.unpack(">I", content[68:72])[0]]).digest()


def help_pin(text, author="Ada", lat=60.17, lon=24.94, milliseconds=None):
    """A signed help pin, as bytes."""
    now = int(time.time() * 1000) if milliseconds is None else milliseconds
    return signed(HELP_PIN, author, now, bytes(16), [(1, struct.pack(">ii", round(lat * 1e7), round(lon * 1e7))), (2, text.encode())])


def pin_id(content):
    """The id of what a message makes: a UUID of version 7 with the message's time and 74 bits of its id."""
    length, moment = struct.unpack(">I", content[68:72])[0], struct.unpack(">Q", content[12:20])[0]
    digest = hashlib.sha256(content[: 72 + length]).digest()
    high, low = (int.from_bytes(digest[index : index + 8], "big") for index in (0, 8))
    return struct.pack(">QQ", moment >> 16 << 16 | 0x7000 | high >> 52, low >> 2 | 1 << 63).hex()


def line(text, author="Ada", room=GENERAL, milliseconds=None, shown="Ada", place=PLACE):
    """A signed line of a room, as bytes."""
    now = int(time.time() * 1000) if milliseconds is None else milliseconds
    fields = [(1, text.encode()), *([(2, shown.encode())] if shown else [])]
    body = b"".join(struct.pack(">BH", tag, len(value)) + value for tag, value in fields)
    head = struct.pack(">BBH8sQ32s16sI", 1, ROOM_LINE, 0, place, now << 16, public(author), bytes.fromhex(room), len(body))
    identity = hashlib.sha256(head + body).digest()
    return head + body + key(author).sign(b"hereabouts message 1\0" + identity)


def forged(text, author="Ada"):
    """A line with somebody else's key and no signature of that key."""
    whole = line(text, author)
    return whole[:-64] + key("Eve").sign(b"anything")


class Message:
    """What the bytes of a line say. Raises ValueError for bytes that are none."""

    def __init__(self, content):
        if len(content) < 136:
            raise ValueError("too short")
        form, self.kind, zero, self.place, stamp, self.author, about, length = struct.unpack(">BBH8sQ32s16sI", content[:72])
        end = 72 + length
        if (form, zero, self.kind) != (1, 0, ROOM_LINE) or len(content) not in (end + 64, end + 144):
            raise ValueError("no line of a room")
        self.content, self.milliseconds, self.about = content, stamp >> 16, about.hex()
        self.id = hashlib.sha256(content[:end]).digest()
        self.fields, body = {}, content[72:end]
        while body:
            tag, size = struct.unpack(">BH", body[:3])
            self.fields[tag], body = body[3 : 3 + size].decode(), body[3 + size :]
        try:
            Ed25519PublicKey.from_public_bytes(self.author).verify(content[end : end + 64], b"hereabouts message 1\0" + self.id)
            self.holds = True
        except InvalidSignature:
            self.holds = False


def bundle(messages):
    body = b"HBM1" + PLACE + struct.pack(">I", len(messages)) + b"".join(struct.pack(">I", len(each)) + each for each in messages)
    return body + hashlib.sha256(body).digest()


def unbundled(content):
    body, digest = content[:-32], content[-32:]
    assert body[:4] == b"HBM1" and body[4:12] == PLACE and hashlib.sha256(body).digest() == digest
    offset, messages = 16, []
    for _ in range(struct.unpack(">I", body[12:16])[0]):
        length = struct.unpack(">I", body[offset : offset + 4])[0]
        messages.append(body[offset + 4 : offset + 4 + length])
        offset += 4 + length
    assert offset == len(body)
    return messages


def varint(number):
    digits = [number & 127]
    while number := number >> 7:
        digits.insert(0, number & 127 | 128)
    return bytes(digits)


def reconciled(query, items):
    """The answer of a server of Negentropy Protocol V1 to a query, about sorted pairs of a second and an id."""
    assert query[0] == 0x61
    answer, offset, last, start = bytearray(b"\x61"), 1, 0, 0

    def number():
        nonlocal offset
        value = 0
        while True:
            byte = query[offset]
            offset += 1
            value = value << 7 | byte & 127
            if byte < 128:
                return value
    while offset < len(query):
        begun = offset
        delta = number()
        last = last + delta - 1 if delta else float("inf")
        size = number()
        prefix = query[offset : offset + size].ljust(32, b"\0")
        offset += size
        bound = query[begun:offset]
        end = next((index for index in range(start, len(items)) if items[index] >= (last, prefix)), len(items))
        ids = [each for _, each in items[start:end]]
        listed = bound + b"\2" + varint(len(ids)) + b"".join(ids)
        mode = number()
        if mode == 1:
            total = sum(int.from_bytes(each, "little") for each in ids) % 2**256
            own = hashlib.sha256(total.to_bytes(32, "little") + varint(len(ids))).digest()[:16]
            answer += bound + b"\0" if own == query[offset : offset + 16] else listed
            offset += 16
        elif mode == 2:
            length = 32 * number()
            offset += length
            answer += listed
        else:
            answer += bound + b"\0"
        start = end
    return bytes(answer)


def phone_steps(network):
    """The steps for another phone; these codes show nothing."""
    def code(text):
        return {"text": text, "image": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/></svg>'}
    if network.get("password") and len(network["password"]) < 8:
        raise Refusal(400, "invalid_body", "a password has 8 to 63 letters", "name")
    return {**({"network": code(f"WIFI:S:{network['name']};;")} if "name" in network else {}), "map": code("https://library.local:8443/"),
            "trust": [code(f"http://192.0.2.{number}:8081/trust") for number in (1, 2)], "fingerprint": ":".join(["AB", "CD"] * 16)}


class Node:
    """A node with its messages. `named` are the authors that the roster names, by key; `refuses` is a reason to take nothing."""

    def __init__(self, name, messages=()):
        self.name, self.named, self.refuses, self.holds = name, {}, None, False
        self.messages, self.delivery = {}, {}
        self.keeps_from, self.others, self.carried = 0, {}, {}
        self.resolved, self.pin_names = set(), {}
        self.games = []
        self.heard = [self.fact(name, is_this=True)]
        self.given = []
        for each in messages:
            self.keep(each)

    @staticmethod
    def fact(name, is_member=True, is_this=False, is_linked=False, links=(), told=0):
        return {"key": public(name).hex(), "name": name, "is_member": is_member, "is_this": is_this, "is_linked": is_linked,
                "links": [{"key": public(each).hex(), "since": int(time.time() * 1000) - 3_600_000} for each in links],
                **({"links_told": int(time.time() * 1000) - told} if links else {}), **({} if is_this else {"last_heard": int(time.time() * 1000)})}

    def keep(self, content):
        message = Message(content)
        self.messages[message.id] = message
        return message.id.hex()

    def take(self, content):
        if content[1] != ROOM_LINE:
            # Keys and mail: a node carries them, and these tests do not look at them (mail_node.py does).
            form, kind, _, _, stamp, _, _, length = struct.unpack(">BBH8sQ32s16sI", content[:72])
            identity = hashlib.sha256(content[: 72 + length]).digest()
            self.others[identity] = (kind >> 4, stamp >> 16)
            self.carried[identity] = content
            return {"id": identity.hex(), "state": "kept"}
        message = Message(content)
        verdict = {"id": message.id.hex()}
        if self.refuses or not message.holds:
            return verdict | {"state": "refused", "reason": self.refuses or "bad_signature"}
        if self.holds:
            return verdict | {"state": "held"}
        known = message.id in self.messages
        self.messages[message.id] = message
        self.given.append(message.fields[1])
        return verdict | {"state": "known" if known else "kept"}

    def pins(self):
        """The help pins, as the API says them; those that `resolved` names are gone."""
        messages = [each for each in self.carried.values() if isinstance(each, bytes) and each[1] == HELP_PIN]
        ends = {(each[52:68].hex(), each[20:52]) for each in messages if any(each[52:68])}
        found = []
        for each in messages:
            identity, author = pin_id(each), each[20:52]
            if any(each[52:68]) or (identity, author) in ends or identity in self.resolved:
                continue
            lat, lon = struct.unpack(">ii", each[75:83])
            length = struct.unpack(">I", each[68:72])[0]
            name = self.pin_names.get(author.hex())
            groups = [identity[:8], identity[8:12], identity[12:16], identity[16:20], identity[20:]]
            found.append({"id": "-".join(groups), "lat": lat / 1e7, "lon": lon / 1e7, "text": each[86 : 72 + length].decode(),
                          "time": struct.unpack(">Q", each[12:20])[0] >> 16, "author": author.hex(), **({"name": name} if name else {}),
                          "is_named": author.hex() in self.named, "may_resolve": False})
        return {"pins": found}

    def texts(self):
        return sorted(each.fields[1] for each in self.messages.values())

    def about(self):
        return {"place": PLACE.hex(), "place_key": public("place").hex(), "name": "Stubville", "time": int(time.time() * 1000),
                "node": {"key": public(self.name).hex(), "name": self.name, "is_member": True}, "clock_is_set": True,
                "links": sum(each["is_linked"] for each in self.heard), "heard": len(self.heard) - 1,
                "classes": [{"name": "talk", "messages": len(self.messages), "bytes": 1}], "refused": [{"reason": "expired", "count": 3}]}

    def query(self, content):
        number, limit, since = struct.unpack(">BIQ", content[:13])
        if since < self.keeps_from:
            return struct.pack(">BIQ", number, limit, self.keeps_from)
        items = sorted((each.milliseconds // 1000, each.id) for each in self.messages.values() if number == TALK)
        items += sorted((stamp // 1000, identity) for identity, (other, stamp) in self.others.items() if other == number)
        return content[:13] + reconciled(content[13:], [each for each in items if each[0] >= since])

    def lines(self, room, before, limit):
        found = sorted((each for each in self.messages.values() if each.about == room), key=lambda each: (-each.milliseconds, each.id))
        start = int(before or 0)
        rest = {"next": str(start + limit)} if len(found) > start + limit else {}
        return {"lines": [self.line(each) for each in found[start : start + limit]], **rest}

    def line(self, message):
        author = message.author.hex()
        name = self.named.get(author, message.fields.get(2))
        more = {"delivery": self.delivery[message.fields[1]]} if message.fields[1] in self.delivery else {}
        # The node signs for visitors without keys.
        more |= {"visitor_at": self.name} if message.author == public(self.name) else {}
        return {"id": message.id.hex(), "time": message.milliseconds, "author": author, "is_named": author in self.named, "text": message.fields[1],
                **({"name": name} if name else {}), **more}

    def rooms(self):
        names = [(GENERAL, "general", "General"), (HELP, "help", "Help"), ("40" * 16, "venue", "Kunsthalle <b>Stub</b>")]
        times = {room: [each.milliseconds for each in self.messages.values() if each.about == room] for room, _, _ in names}
        return {"rooms": [{"id": room, "kind": kind, "name": name, "lines": len(times[room]), **({"last_time": max(times[room])} if times[room] else {})}
                          for room, kind, name in names]}


class MeshStub(Stub):
    """The canned server as a node of the mesh. `node` is the one that answers now; without one, nobody answers.

    A node gives tokens to people who know the password, and takes those that it gave. `secrets` has what nodes got: the node's name, the
    path, and a password or a token.
    """

    def __init__(self):
        self.asking, self.tokens, self.secrets = threading.local(), {}, []
        super().__init__()
        self.features, self.node, self.written, self.cookies = ["mesh"], Node("North"), {}, []
        self.resolutions, self.is_for_members = [], False
        self.reports = []
        # What `/api/v1/about` says of the name of the place, and the name of the node whose key the one that answers claims.
        self.place_host = self.claims = None

    @property
    def member(self):
        """Who is logged in: with the browser's cookie, or with a token of this node."""
        token = getattr(self.asking, "token", None)
        return self.tokens.get((self.node and self.node.name, token)) if token else self._member

    @member.setter
    def member(self, member):
        if token := getattr(self.asking, "token", None):
            self.tokens.pop((self.node.name, token), None)
        else:
            self._member = member

    def answer(self, request):
        self.asking.token = (request.headers.get("authorization") or "").removeprefix("Bearer ") or None
        if self.asking.token:
            self.secrets.append((self.node and self.node.name, request.path, self.asking.token))
        if request.path.startswith("/api/v1/mesh"):
            self.asking.cookie = request.headers.get("cookie")
            self.cookies.append(self.asking.cookie)
        super().answer(request)

    def respond(self, path, query, sent=None, method="GET"):
        if self.asking.token and path.startswith("/api/") and self.node is None:
            raise Refusal(503, "unavailable", "the node is away")
        if self.asking.token and not self.member and path.startswith("/api/"):
            raise Refusal(401, "not_logged_in", "log in first")
        if path == "/api/v1/tokens":
            return 201, TYPES[".json"], json.dumps(self.token(sent)).encode()
        if path == "/api/v1/about" and self.place_host:
            status, kind, body = super().respond(path, query, sent, method)
            return status, kind, json.dumps(json.loads(body) | {"place_host": self.place_host}).encode()
        if not path.startswith("/api/v1/mesh"):
            return super().respond(path, query, sent, method)
        if path in self.refusals:
            raise self.refusals[path]
        if self.node is None:
            raise Refusal(503, "unavailable", "the node is away")
        if path == "/api/v1/mesh/proof":
            return 200, TYPES[".json"], json.dumps(self.proof(sent["nonce"])).encode()
        if self.is_for_members and not self.asking.cookie and not (self.asking.token and self.member):
            raise Refusal(401, "not_logged_in", "log in first")
        answer = self.mesh(path.removeprefix("/api/v1/mesh").strip("/").split("/"), query, sent, method)
        if isinstance(answer, bytes):
            return 200, OCTETS, answer
        if answer is None:
            return 204, TYPES[".json"], b""
        return 201 if method == "POST" and path.endswith(("/lines", "/pins")) else 200, TYPES[".json"], json.dumps(answer).encode()

    def proof(self, nonce):
        signature = key(self.node.name).sign(b"hereabouts proof 1\0" + bytes.fromhex(nonce))
        return {"node": public(self.claims or self.node.name).hex(), "signature": signature.hex()}

    def token(self, sent):
        if self.node is None:
            raise Refusal(503, "unavailable", "the node is away")
        self.secrets.append((self.node.name, "/api/v1/tokens", sent["password"]))
        if sent["password"] != self.password:
            raise Refusal(401, "wrong_credentials", "name or password is wrong")
        token = f"token-{len(self.secrets)}"
        self.tokens[self.node.name, token] = account(0, sent["name"])
        text = b"hereabouts token 1\0" + bytes.fromhex(sent["nonce"]) + hashlib.sha256(token.encode()).digest()
        return {"token": token, "proof": {"node": public(self.node.name).hex(), "signature": key(self.node.name).sign(text).hex()}}

    def mesh(self, parts, query, sent, method):
        node = self.node
        if parts == [""]:
            return node.about()
        if parts == ["nodes"]:
            return {"nodes": node.heard}
        if parts == ["rooms"]:
            return node.rooms()
        if parts == ["phone"]:
            return phone_steps(sent)
        if parts == ["query"]:
            return node.query(sent)
        if parts == ["fetch"]:
            ids = [sent[index : index + 32] for index in range(0, len(sent), 32)]
            kept = {each.id: each.content for each in node.messages.values()} | node.carried
            return bundle([kept[each] for each in ids if each in kept])
        if parts[0] == "messages" and parts[-1] == "reports":
            self.reports.append((parts[1], sent))
            return None
        if parts == ["messages"]:
            return {"verdicts": [node.take(each) for each in unbundled(sent)]}
        if parts == ["pins"] and method == "POST":
            made = help_pin(sent["text"], sent["key"], sent["lat"], sent["lon"])
            node.take(made)
            return next(each for each in node.pins()["pins"] if each["id"].replace("-", "") == pin_id(made))
        if parts == ["pins"]:
            return node.pins()
        if parts == ["games"]:
            return {"games": node.games}
        if parts[0] == "pins":
            node.resolved.add(parts[1].replace("-", ""))
            self.resolutions.append((parts[1].replace("-", ""), sent))
            return None
        if parts[0] == "rooms" and method == "POST":
            if sent["key"] not in self.written:
                self.written[sent["key"]] = node.keep(line(sent["text"], f"guest of {node.name}", parts[1], shown=sent.get("name")))
            return node.line(node.messages[bytes.fromhex(self.written[sent["key"]])])
        return node.lines(parts[1], query.get("before"), int(query.get("limit", 50)))
