#!/usr/bin/env python3
"""Make the vectors of private messages with another implementation, and compare them with
Tests/Fixtures/mail-vectors.json.

Usage: make_mail_vectors.py [--write]

The layout is written here a second time, from docs/mesh.md, and HPKE from RFC 9180. The curves and AES-GCM are those of
the package cryptography of the tests' environment (.venv). Our HPKE must open the RFC's own vector and what that
package's HPKE seals. Keys come from fixed seeds, the keys of single mails too, so the same vectors come out each time.
`--write` replaces the file.
"""
import hashlib
import hmac
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives import hpke
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from make_message_vectors import ORDER, P, key, point, times

FILE = pathlib.Path(__file__).resolve().parent.parent / "Tests/Fixtures/mail-vectors.json"
NOW = 1_795_770_000_123
# RFC 9180 §A.1.1, base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM.
RFC_9180 = {
    "aead": 1, "info": "4f6465206f6e2061204772656369616e2055726e",
    "ephemeralSecret": "52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736",
    "enc": "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
    "receiverSecret": "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
    "receiver": "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d",
    "aad": "436f756e742d30", "plain": "4265617574792069732074727574682c20747275746820626561757479",
    "sealed": "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a"}


def extract(salt, suite, label, content):
    return hmac.digest(salt, b"HPKE-v1" + suite + label + content, "sha256")


def expand(secret, suite, label, content, length):
    return hmac.digest(secret, struct.pack(">H", length) + b"HPKE-v1" + suite + label + content + b"\1",
                       "sha256")[:length]


def schedule(shared, info, aead):
    """RFC 9180 §5.1 in base mode: the key and the nonce of the first message."""
    suite = b"HPKE" + struct.pack(">HHH", 0x20, 1, aead)
    context = b"\0" + extract(b"", suite, b"psk_id_hash", b"") + extract(b"", suite, b"info_hash", info)
    secret = extract(shared, suite, b"secret", b"")
    return expand(secret, suite, b"key", context, {1: 16, 2: 32}[aead]), expand(
        secret, suite, b"base_nonce", context, 12)


def shared_secret(product, enc, receiver):
    """RFC 9180 §4.1: of the product of the two keys."""
    suite = b"KEM" + struct.pack(">H", 0x20)
    return expand(extract(b"", suite, b"eae_prk", product), suite, b"shared_secret", enc + receiver, 32)


def public(secret):
    return secret.public_key().public_bytes_raw()


def seal(ephemeral, receiver, info, aad, plain, aead=2):
    product = ephemeral.exchange(X25519PublicKey.from_public_bytes(receiver))
    cipher, nonce = schedule(shared_secret(product, public(ephemeral), receiver), info, aead)
    return AESGCM(cipher).encrypt(nonce, plain, aad)


def unseal(secret, enc, info, aad, sealed, aead=2):
    product = secret.exchange(X25519PublicKey.from_public_bytes(enc))
    cipher, nonce = schedule(shared_secret(product, enc, public(secret)), info, aead)
    return AESGCM(cipher).decrypt(nonce, sealed, aad)


def secret_of(name):
    return X25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def weak_keys():
    """Return the reduced writings of points of small order on the curve and its twist, and all other writings of any
    key below 2^255.

    A point of small order of Ed25519 has u = (1 + y) / (1 - y) on the curve of X25519 (RFC 7748 §4.1); u = 0 and u = -1
    are on the twist, too.
    """
    ys, y = set(), 2
    while len(ys) < 5:
        if found := point(y):
            ys.add(times(ORDER, found)[1])
        y += 1
    small = {0, P - 1} | {(1 + y) * pow(1 - y, -1, P) % P for y in ys if y != 1}
    for each in small:
        try:
            secret_of("anybody").exchange(X25519PublicKey.from_public_bytes(each.to_bytes(32, "little")))
        except ValueError:
            continue
        raise AssertionError(f"{each} is no point of small order")
    unreduced = [P + number for number in range(19)] + [small_one | 1 << 255
                                                        for small_one in sorted(small)] + [9 | 1 << 255]
    return [[number.to_bytes(32, "little").hex() for number in numbers] for numbers in (sorted(small), unreduced)]


PLACE = hashlib.sha256(key("place").public_key().public_bytes_raw()).digest()[:8]


def hint(prekey, people):
    """Of the most bits with which sixteen people share a hint, four at most, so many of the digest of the prekey."""
    bits = next(bits for bits in (4, 3, 2, 1, 0) if bits == 0 or people / 2**bits >= 16)
    digest = int.from_bytes(hashlib.sha256(prekey).digest()[:2], "big")
    return bits << 12 | digest >> 16 - bits << 12 - bits


def message(kind, author, body, time, signer=None):
    unsigned = struct.pack(">BBH8sQ32s16sI", 1, kind, 0, PLACE, time, author, bytes(16), len(body)) + body
    return unsigned + (signer.sign(b"hereabouts message 1\0" + hashlib.sha256(unsigned).digest()) if signer else b"")


def prekey_message(name, value, time=NOW << 16):
    author = key(name).public_key().public_bytes_raw()
    return message(0x20, author, struct.pack(">BH", 1, len(value)) + value, time, key(name))


def mail(what, name, text, people, number, kind=1, time=NOW << 16, author="author", receiver="receiver", day="day key"):
    """A mail with everything that makes it. `name` tells mails apart; `number` is the length of its body."""
    prekey_secret, ephemeral = secret_of(day), secret_of(f"key of {name}")
    prekey, enc, capacity = public(prekey_secret), public(ephemeral), number - 51
    head = struct.pack(">BBH8sQ32s16sI", 1, 0x50, 0, PLACE, time, bytes(32), bytes(16),
                       number) + b"\1" + struct.pack(">H", hint(prekey, people))
    receiver_key, author_key = (key(each).public_key().public_bytes_raw() for each in (receiver, author))
    to_sign = b"hereabouts mail 1\0" + head + receiver_key + prekey + enc + bytes([kind]) + text
    signature = key(author).sign(to_sign)
    content = (bytes([kind]) + author_key + struct.pack(">H", len(text)) + text + signature).ljust(capacity, b"\0")
    assert len(content) == capacity
    sealed = seal(ephemeral, prekey, b"hereabouts mail 1" + PLACE, head, content)
    assert unseal(prekey_secret, enc, b"hereabouts mail 1" + PLACE, head, sealed) == content
    whole = head + enc + sealed
    assert len(whole) == 72 + number
    return {"what": what, "kind": kind, "people": people, "time": str(time), "author": author_key.hex(),
            "receiver": receiver_key.hex(),
            "prekeySecret": prekey_secret.private_bytes_raw().hex(), "prekey": prekey.hex(),
            "ephemeralSecret": ephemeral.private_bytes_raw().hex(),
            "enc": enc.hex(), "head": head.hex(), "text": text.hex(), "toSign": to_sign.hex(),
            "signature": signature.hex(),
            "content": content.hex(), "id": hashlib.sha256(whole).hexdigest(), "message": whole.hex()}


def compare_with_others():
    """Hold our HPKE against the RFC's vector and against another implementation of it."""
    rfc = {name: value if name == "aead" else bytes.fromhex(value) for name, value in RFC_9180.items()}
    ephemeral, receiver = (X25519PrivateKey.from_private_bytes(rfc[name])
                           for name in ("ephemeralSecret", "receiverSecret"))
    assert (public(ephemeral), public(receiver)) == (rfc["enc"], rfc["receiver"])
    assert seal(ephemeral, rfc["receiver"], rfc["info"], rfc["aad"], rfc["plain"], 1) == rfc["sealed"]
    assert unseal(receiver, rfc["enc"], rfc["info"], rfc["aad"], rfc["sealed"], 1) == rfc["plain"]
    other = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)
    theirs = other.encrypt(b"soup at six", receiver.public_key(), b"info")
    assert unseal(receiver, theirs[:32], b"info", b"", theirs[32:]) == b"soup at six"
    ours = public(ephemeral) + seal(ephemeral, rfc["receiver"], b"info", b"", b"soup at six")
    assert other.decrypt(ours, receiver, b"info") == b"soup at six"


def vectors():
    compare_with_others()
    small, unreduced = weak_keys()
    ids = b"".join(hashlib.sha256(f"item {number}".encode()).digest() for number in range(2))
    prekey = public(secret_of("day key"))
    return {
        "what": "Private messages with everything that makes them, prekeys, and all X25519 keys to refuse; in "
                "hexadecimal.",
        "source": "scripts/make_mail_vectors.py, with the PyPI package cryptography; rfc9180 is from RFC 9180 §A.1.1",
        "place": PLACE.hex(), "smallOrder": small, "unreduced": unreduced, "rfc9180": RFC_9180,
        "prekey": {"author": key("receiver").public_key().public_bytes_raw().hex(), "key": prekey.hex(),
                   "time": str(NOW << 16),
                   "message": prekey_message("receiver", prekey).hex(),
                   "short": prekey_message("receiver", prekey[:31]).hex(),
                   "weak": prekey_message("receiver", bytes.fromhex(small[1])).hex()},
        "hints": [{"people": people, "hint": hint(prekey, people)}
                  for people in (0, 1, 31, 32, 63, 64, 127, 128, 255, 256, 10_000)],
        "mails": [
            mail("a short text in a small place", "one", b"Are you at the well?", 5, 512),
            mail("a text in another writing, in a larger place", "two", "نعم، عند البئر. Ja!".encode(), 100, 512,
                 time=NOW + 1 << 16 | 7),
            mail("the longest text of the shortest mail", "three", b"x" * 362, 31, 512),
            mail("one byte more", "four", b"x" * 363, 300, 2048),
            mail("the longest text", "five", b"y" * 8042, 300, 8192),
            mail("no text", "six", b"", 5, 512),
            mail("a receipt for two mails", "seven", ids, 5, 512, kind=2),
            mail("from the receiver to themselves", "eight", b"Note", 5, 512, author="receiver"),
        ]}


def main():
    wanted = json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(wanted, encoding="utf-8")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != wanted:
        sys.exit(f"{FILE.name} differs from what this script makes; see what changed, then run "
                 f"scripts/make_mail_vectors.py --write")
    print(f"{FILE.name} has the {len(vectors()['mails'])} mails of this script")


if __name__ == "__main__":
    main()
