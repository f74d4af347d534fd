"""A node that also carries keys and private messages, and people who read and write them in plain Python.

It carries mail as nodes do: by its outside alone. What it says about people comes from scripts/make_mail_vectors.py's HPKE and layout, which
are an implementation of their own.
"""
import hashlib
import pathlib
import struct
import sys
import time

import mesh_node
from mesh_node import PLACE, Node, key, public, reconciled

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from make_mail_vectors import hint, prekey_message, seal, secret_of, unseal  # noqa: E402
from make_mail_vectors import public as agreement  # noqa: E402

INFO = b"hereabouts mail 1" + PLACE
PREKEY, MAIL = 0x20, 0x50


class Carried:
    """A message with a key of the day, or a sealed one."""

    def __init__(self, content):
        _, self.kind, _, place, stamp, self.author, about, length = struct.unpack(">BBH8sQ32s16sI", content[:72])
        self.content, self.milliseconds, self.body = content, stamp >> 16, content[72 : 72 + length]
        self.id = hashlib.sha256(content[: 72 + length]).digest()
        sealed = self.kind == MAIL
        assert place == PLACE and about == bytes(16) and len(content) == 72 + length + (0 if sealed else 64)
        if sealed:
            assert self.author == bytes(32) and length in (512, 2048, 8192)
        else:
            assert self.body[:3] == b"\x01\x00\x20" and length == 35
            mesh_node.Ed25519PublicKey.from_public_bytes(self.author).verify(content[-64:], b"hereabouts message 1\0" + self.id)


class MailNode(Node):
    def __init__(self, name):
        super().__init__(name)
        self.carried = {}

    def carry(self, content):
        message = Carried(content)
        self.carried[message.id] = message
        return message.id

    def take(self, content):
        if content[1] not in (PREKEY, MAIL):
            return super().take(content)
        if self.refuses:
            return {"id": Carried(content).id.hex(), "state": "refused", "reason": self.refuses}
        return {"id": self.carry(content).hex(), "state": "kept"}

    def mails(self):
        return [each for each in self.carried.values() if each.kind == MAIL]

    def prekeys(self):
        return [each for each in self.carried.values() if each.kind == PREKEY]

    def query(self, content):
        number, _, since = struct.unpack(">BIQ", content[:13])
        if number not in (2, 5):
            return super().query(content)
        items = sorted((each.milliseconds // 1000, each.id) for each in self.carried.values() if each.kind >> 4 == number)
        return content[:13] + reconciled(content[13:], [each for each in items if each[0] >= since])


class Correspondent:
    """Somebody who reads and writes private messages without our code."""

    def __init__(self, name, day="today"):
        self.name, self.key, self.secret = name, public(name), secret_of(f"{name} {day}")

    def prekey(self):
        return prekey_message(self.name, agreement(self.secret), int(time.time() * 1000) - 5000 << 16)

    def opened(self, mail, place=PLACE):
        """What a mail says to this person, as what, author's key and text; None for others' mail."""
        head, enc, sealed = mail.content[:75], mail.content[75:107], mail.content[107:]
        try:
            content = unseal(self.secret, enc, INFO, head, sealed)
        except Exception:  # noqa: BLE001 - the tag does not hold
            return None
        author, length = content[1:33], struct.unpack(">H", content[33:35])[0]
        text, signature, padding = content[35 : 35 + length], content[35 + length : 99 + length], content[99 + length :]
        assert not any(padding)
        signed = b"hereabouts mail 1\0" + head + self.key + agreement(self.secret) + enc + content[:1] + text
        mesh_node.Ed25519PublicKey.from_public_bytes(author).verify(signature, signed)
        return content[0], author, text

    def mail(self, text, receiver, prekey, kind=1, signer=None):
        """A mail to somebody, whose key of the day the node has. `signer` signs in this person's name."""
        ephemeral = secret_of(f"{self.name} {time.monotonic_ns()}")
        enc, stamp = agreement(ephemeral), int(time.time() * 1000) << 16
        head = struct.pack(">BBH8sQ32s16sI", 1, MAIL, 0, PLACE, stamp, bytes(32), bytes(16), 512) + b"\1" + struct.pack(">H", hint(prekey, 2))
        to_sign = b"hereabouts mail 1\0" + head + receiver + prekey + enc + bytes([kind]) + text
        content = (bytes([kind]) + self.key + struct.pack(">H", len(text)) + text + key(signer or self.name).sign(to_sign)).ljust(461, b"\0")
        return head + enc + seal(ephemeral, prekey, INFO, head, content)


class MailStub(mesh_node.MeshStub):
    """The canned server as a node that carries mail."""

    def __init__(self):
        super().__init__()
        self.node = MailNode("North")

    def mesh(self, parts, query, sent, method):
        if parts != ["fetch"]:
            return super().mesh(parts, query, sent, method)
        here = self.node.messages | self.node.carried
        ids = [sent[index : index + 32] for index in range(0, len(sent), 32)]
        return mesh_node.bundle([here[each].content for each in ids if each in here])
