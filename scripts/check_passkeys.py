#!/usr/bin/env python3
"""Check the soft authenticator against `fido2`'s server, and that the answers in PasskeysTests are the ones it gives.

Usage: check_passkeys.py [--write]: with --write, the answers in PasskeysTests are written anew.
"""
import json
import pathlib
import sys

from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from soft_authenticator import NotAllowed, SoftAuthenticator

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "Tests/PasskeysTests/SoftAnswers.swift"
HOST, ORIGIN = "map.example", "https://map.example:8443"
CHALLENGES = [bytes(range(32)), bytes(range(32, 64))]
USER = bytes(range(64))
HEAD = '''// Written by `scripts/check_passkeys.py --write`: answers of `scripts/soft_authenticator.py`, which is made with the
// Python packages `fido2` and `cryptography` and holds before `fido2`'s own server.

/// A registration and a log-in by an authenticator that has none of our code. Both answer the host `map.example` at
/// `https://map.example:8443`; the challenges are the bytes from 0 to 31 and from 32 to 63, the user handle those from
/// 0 to 63.
struct SoftAnswer: Sendable {
    let name: String
    let registration: String
    let authentication: String

    static let all: [SoftAnswer] = [
'''
KINDS = {
    "ES256": {"algorithm": "ES256"},
    "EdDSA": {"algorithm": "EdDSA"},
    "ES256, packed by itself, synced": {
        "algorithm": "ES256", "attestation": "packed", "counts": False, "is_backup_eligible": True,
        "is_backed_up": True},
    "EdDSA, packed by itself, not counting": {"algorithm": "EdDSA", "attestation": "packed", "counts": False},
}


def server():
    return Fido2Server({"id": HOST, "name": "Hereabouts"}, verify_origin=lambda origin: origin == ORIGIN)


def ask(authenticator, challenges=CHALLENGES):
    """Registers and logs in; gives both answers, when fido2's server found them right."""
    relying_party = server()
    user = {"id": USER, "name": "kim", "displayName": "Kim"}
    options, state = relying_party.register_begin(
        user, resident_key_requirement="required", user_verification="required", challenge=challenges[0])
    registration = authenticator.make_credential(json.dumps(dict(options)), ORIGIN)
    data = relying_party.register_complete(state, registration)
    options, state = relying_party.authenticate_begin(user_verification="required", challenge=challenges[1])
    authentication = authenticator.get_assertion(json.dumps(dict(options)), ORIGIN)
    relying_party.authenticate_complete(state, [data.credential_data], authentication)
    assert websafe_decode(authentication["response"]["userHandle"]) == USER
    return registration, authentication


def refuses(ceremony, *arguments):
    try:
        ceremony(*arguments)
    except (NotAllowed, ValueError):
        return True
    return False


def check_refusals():
    """The authenticator behaves like a browser's: it does not answer where no browser would."""
    options = {
        "rp": {"id": HOST}, "user": {"id": websafe_encode(USER)}, "challenge": websafe_encode(CHALLENGES[0]),
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}],
        "authenticatorSelection": {"userVerification": "required"}}
    authenticator = SoftAuthenticator()
    made = authenticator.make_credential(options, ORIGIN)
    assert refuses(authenticator.make_credential, options, "https://evil.example")
    assert refuses(authenticator.make_credential, options, "http://map.example")
    assert refuses(authenticator.make_credential, options | {"excludeCredentials": [{"id": made["id"]}]}, ORIGIN)
    assert refuses(SoftAuthenticator("EdDSA").make_credential, options, ORIGIN)
    assert refuses(SoftAuthenticator(verifies_user=False).make_credential, options, ORIGIN)
    asked = {"rpId": HOST, "challenge": websafe_encode(CHALLENGES[1])}
    assert not refuses(authenticator.get_assertion, asked, ORIGIN)
    assert refuses(authenticator.get_assertion, asked, "https://evil.example")
    assert refuses(authenticator.get_assertion, asked | {"allowCredentials": [{"id": "AAAA"}]}, ORIGIN)


def swift(answers):
    text = HEAD
    for name, pair in answers.items():
        registration, authentication = (json.dumps(answer, separators=(",", ":")) for answer in pair)
        text += f'        SoftAnswer(\n            name: "{name}",\n'
        text += f'            registration: #"""\n                {registration}\n                """#,\n'
        text += f'            authentication: #"""\n                {authentication}\n                """#),\n'
    return text + "    ]\n}\n"


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    for _ in range(20):
        for kind in KINDS.values():
            ask(SoftAuthenticator(**kind))
    check_refusals()
    text = swift({name: ask(SoftAuthenticator(**kind, seed=name)) for name, kind in KINDS.items()})
    if sys.argv[1:]:
        ANSWERS.write_text(text)
    elif ANSWERS.read_text() != text:
        sys.exit(f"{ANSWERS.relative_to(ROOT)} is not what the soft authenticator answers; run this with --write")
    print(f"the soft authenticator holds before fido2's server, in {20 * len(KINDS)} registrations and log-ins")


if __name__ == "__main__":
    main()
