"""Lines in rooms that another library signs, and bursts of them counted in bytes on the wire."""
import hashlib
import json
import statistics
import sys
import time

from mesh_hosts import wait_for_same

# Seconds until a line has its last acknowledgement: its first come within three, those of nodes behind a neighbour six
# later.
SETTLED = 9


def signed_line(key, place, room, text, at):
    """Return a line in a room, by the description in docs/mesh.md."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    author = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    text = text.encode()
    body = bytes([1]) + len(text).to_bytes(2, "big") + text
    head = bytes([1, 0x60, 0, 0]) + place + (at << 16).to_bytes(8, "big") + author + room + len(body).to_bytes(
        4, "big") + body
    digest = hashlib.sha256(head).digest()
    return head + key.sign(b"hereabouts message 1\0" + digest)


def new_key():
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    return Ed25519PrivateKey.generate()


def bundle(place, messages):
    text = b"HBM1" + place + len(messages).to_bytes(4, "big") + b"".join(
        len(one).to_bytes(4, "big") + one for one in messages)
    return text + hashlib.sha256(text).digest()


class Writer:
    """Signs lines at a node, by keys that change before their quota of 80 lines in ten minutes is used up."""

    def __init__(self, node):
        self.node, self.lines = node, 0
        state = node.json("/api/v1/mesh")
        self.place, self.room, self.ahead = bytes.fromhex(state["place"]), bytes.fromhex(
            node.room), state["time"] - self.clock()
        self.key = new_key()

    @staticmethod
    def clock():
        return int(time.time() * 1000)

    def sign(self, text):
        self.lines += 1
        if self.lines % 20 == 0:
            self.key = new_key()
        return signed_line(self.key, self.place, self.room, text, self.clock() + self.ahead)

    def bring(self, messages, attempts=2):
        """Bring messages to the node; return its verdicts, or `None` where it does not answer."""
        status, answer = self.node.inside.ask(
            "POST", "/api/v1/mesh/messages", bundle(self.place, messages), {"content-type": "application/octet-stream"},
            attempts=attempts)
        assert status in (0, 200), (status, answer)
        return json.loads(answer)["verdicts"] if status == 200 else None


def burst(a, b, c, count=100, name="of a burst"):
    """Bring lines of 100 bytes to A at once; return the seconds until C has all, and the bytes a line of each cable."""
    writer = Writer(a)
    texts = [f"{number:03d} {name} ".ljust(100, ".") for number in range(count)]
    messages = [writer.sign(text) for text in texts]
    time.sleep(3)
    cables = (("a", "b"), ("b", "c"))
    before = [a.hosts.bytes(*pair) for pair in cables]
    began = time.monotonic()
    verdicts = writer.bring(messages)
    assert [verdict["state"] for verdict in verdicts] == ["kept"] * count, verdicts[:3]
    wait_for_same((a, b, c), set(texts), 30)
    took = time.monotonic() - began
    time.sleep(SETTLED)
    each = [(a.hosts.bytes(*pair) - then) / count for pair, then in zip(cables, before)]
    check_bytes(writer, c, messages, verdicts)
    return took, each


def check_bytes(writer, c, messages, verdicts):
    """The far end has the bytes that were signed, and other bytes of the same message are none."""
    ids = b"".join(bytes.fromhex(verdict["id"]) for verdict in verdicts[:10])
    status, answer = c.inside.ask("POST", "/api/v1/mesh/fetch", ids, {"content-type": "application/octet-stream"})
    assert status == 200 and all(message in answer for message in messages[:10]), "other bytes than were brought"
    again = writer.bring([messages[0], messages[1][:-1] + b"\0", b"nonsense"])
    assert [verdict["state"] for verdict in again] == ["known", "known", "refused"], again


def print_burst(result, most=588):
    """Say what a burst took. Reticulum's LXMF takes 516 to 588 bytes a line and cable, in single packets and on a link.
    """
    took, each = result
    print(f"100 lines at once were at the other end after {took:.2f} s; bytes a line of 100 bytes with "
          f"acknowledgements, announcements"
          f" and all headers: {each[0]:.0f} on A-B, {each[1]:.0f} on B-C")
    if max(each) > most:
        sys.exit(f"that is more than {most} bytes")


def single_lines(a, b, c, count=20):
    """Write lines one by one, two seconds apart; return the seconds each took to C, and the bytes a line of each cable.
    """
    writer, took = Writer(a), []
    cables = (("a", "b"), ("b", "c"))
    before = [a.hosts.bytes(*pair) for pair in cables]
    for number in range(count):
        text = f"{number:03d} alone ".ljust(100, ".")
        began = time.monotonic()
        assert writer.bring([writer.sign(text)])[0]["state"] == "kept"
        c.wait_for(lambda: c.has(text), 10, "a line did not come")
        took.append(time.monotonic() - began)
        time.sleep(2)
    time.sleep(SETTLED)
    return statistics.median(took), [(a.hosts.bytes(*pair) - then) / count for pair, then in zip(cables, before)]
