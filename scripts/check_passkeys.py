#!/usr/bin/env python3
"""Check the soft authenticator against `fido2`'s server, and that the answers in PasskeysTests are the ones it gives.
Then log in to a server of the program with it, and try what must not work.

Usage: check_passkeys.py [--write | PROGRAM ATLAS]: with --write, the answers in PasskeysTests are written anew.

Promises attacked:
 - An answer is good once, for the question that it answers, in the session that asked, at the server's own origin.
 - Nobody gets in with another's passkey, with one that was removed or ended with the account's access, or with a copy
   that counts behind.
 - Passkeys are added by nobody who did not show whose account it is.
"""
import dataclasses
import http.client
import json
import pathlib
import sys
import urllib.parse

from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from loopback import Checks, serving
from soft_authenticator import NotAllowed, SoftAuthenticator

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "Tests/PasskeysTests/SoftAnswers.swift"
HOST, ORIGIN = "map.example", "https://map.example:8443"
CHALLENGES = [bytes(range(32)), bytes(range(32, 64))]
USER = bytes(range(64))
PASSWORD = "correct horse"
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


class Server:
    """The program at `localhost`, where browsers allow passkeys without HTTPS."""

    def __init__(self, address):
        self.port = urllib.parse.urlsplit(address).port
        self.origin = f"http://localhost:{self.port}"

    def ask(self, method, path, body=None, token=None, host="localhost"):
        """Asks; returns the status, the JSON that comes, and the token that a cookie brings, if any does."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Host": f"{host}:{self.port}"} | ({"Authorization": f"Bearer {token}"} if token else {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text, cookie = answer.read(), answer.headers.get("Set-Cookie", "")
        connection.close()
        return answer.status, json.loads(text or b"null"), cookie.partition("=")[2].partition(";")[0] or None

    def register(self, name):
        self.ask("POST", "/api/v1/accounts", {"name": name, "password": PASSWORD})
        return self.ask("POST", "/api/v1/tokens", {"name": name, "password": PASSWORD, "label": "check"})[1]["token"]

    def add(self, token, authenticator, origin=None):
        options = self.ask("POST", "/api/v1/me/passkey-options", token=token)[1]
        made = authenticator.make_credential(options, origin or self.origin)
        return self.ask("POST", "/api/v1/me/passkeys", {"credential": made}, token=token)

    def answer(self, authenticator):
        """An answer to a new question."""
        return authenticator.get_assertion(self.ask("POST", "/api/v1/session/passkey-options")[1], self.origin)

    def log_in(self, authenticator):
        return self.ask("POST", "/api/v1/session/passkey", self.answer(authenticator))


def code(answer):
    return answer[0], (answer[1] or {}).get("code")


def copied(authenticator):
    """The same passkeys in other hands."""
    other = SoftAuthenticator()
    other.__dict__ |= authenticator.__dict__
    other.credentials = [dataclasses.replace(credential) for credential in authenticator.credentials]
    return other


def signed_elsewhere(server, authenticator):
    """The answer that a page of another site would get, if the browser allowed the request."""
    options = server.ask("POST", "/api/v1/session/passkey-options")[1]
    fooled = copied(authenticator)
    for credential in fooled.credentials:
        credential.relying_party = "evil.example"
    return fooled.get_assertion(options | {"rpId": "evil.example"}, "https://evil.example")


def check_program(checks, server, algorithm):
    anna, ben = server.register(f"anna-{algorithm}"), server.register(f"ben-{algorithm}")
    own, other = SoftAuthenticator(algorithm), SoftAuthenticator(algorithm)
    status, added, _ = server.add(anna, own)
    checks.that(status == 201 and added["label"] == "browser" and not added["is_synced"],
                f"{algorithm}: not added: {status} {added}")
    checks.that(server.add(ben, other)[0] == 201, f"{algorithm}: another's is not added")
    try:
        server.add(anna, own)
        checks.that(False, f"{algorithm}: one authenticator has two passkeys of an account")
    except NotAllowed:
        checks.that(True, "")

    page = check_logging_in(checks, server, algorithm, own)
    check_confirming(checks, server, algorithm, own, other, page)
    check_misuse(checks, server, algorithm, (anna, ben), (own, other))
    check_ends(checks, server, algorithm, (anna, ben), (own, other), added)


def check_logging_in(checks, server, algorithm, own):
    """Log in without a name; return the session."""
    answer = server.answer(own)
    status, me, page = server.ask("POST", "/api/v1/session/passkey", answer)
    checks.that(status == 200 and me["account"]["name"] == f"anna-{algorithm}",
                f"{algorithm}: not logged in: {status} {me}")
    checks.that(server.ask("GET", "/api/v1/me/confirmation", token=page)[0] == 200,
                f"{algorithm}: not confirmed by logging in")
    checks.that(code(server.ask("POST", "/api/v1/session/passkey", answer)) == (409, "unknown_challenge"),
                f"{algorithm}: an answer is good twice")
    return page


def check_confirming(checks, server, algorithm, own, other, page):
    weak = server.ask("POST", "/api/v1/me/tokens", {"label": "weak"}, token=page)[1]["token"]
    checks.that(
        code(server.ask("POST", "/api/v1/me/passkey-options", token=weak)) == (403, "confirmation_required"),
        f"{algorithm}: a session that is not confirmed adds a passkey",
    )
    confirm = "/api/v1/me/confirmation/passkey"
    options = server.ask("POST", confirm + "-options", token=weak)[1]
    checks.that(len(options["allowCredentials"]) == 1, f"{algorithm}: asked for other passkeys: {options}")
    foreign = other.get_assertion(options | {"allowCredentials": []}, server.origin)
    checks.that(code(server.ask("POST", confirm, foreign, weak)) == (401, "wrong_credentials"),
                f"{algorithm}: another's passkey confirms")
    asked = server.ask("POST", confirm + "-options", token=weak)[1]
    answer = own.get_assertion(asked, server.origin)
    checks.that(code(server.ask("POST", confirm, answer, page)) == (409, "unknown_challenge"),
                f"{algorithm}: an answer confirms another session")
    answer = own.get_assertion(server.ask("POST", confirm + "-options", token=weak)[1], server.origin)
    checks.that(server.ask("POST", confirm, answer, weak)[0] == 200, f"{algorithm}: not confirmed")
    checks.that(server.ask("GET", "/api/v1/me/confirmation", token=weak)[0] == 200,
                f"{algorithm}: the confirmation does not hold")


def check_misuse(checks, server, algorithm, tokens, authenticators):
    (anna, ben), (own, other) = tokens, authenticators
    checks.that(
        code(server.ask("POST", "/api/v1/session/passkey", signed_elsewhere(server, own)))
        == (401, "wrong_credentials"),
        f"{algorithm}: another site's answer logs in",
    )
    options = server.ask("POST", "/api/v1/me/passkey-options", token=anna)[1]
    made = SoftAuthenticator(algorithm).make_credential(options | {"rp": {"id": "evil.example"}},
                                                        "https://evil.example")
    checks.that(
        code(server.ask("POST", "/api/v1/me/passkeys", {"credential": made}, anna)) == (400, "invalid_passkey"),
        f"{algorithm}: another site's passkey is added",
    )
    made = SoftAuthenticator(algorithm).make_credential(server.ask("POST", "/api/v1/me/passkey-options", token=anna)[1],
                                                        server.origin)
    checks.that(
        code(server.ask("POST", "/api/v1/me/passkeys", {"credential": made}, ben)) == (409, "unknown_challenge"),
        f"{algorithm}: another's question is answered",
    )
    swapped = server.answer(own)
    swapped["response"]["userHandle"] = server.answer(other)["response"]["userHandle"]
    checks.that(code(server.ask("POST", "/api/v1/session/passkey", swapped)) == (401, "wrong_credentials"),
                f"{algorithm}: a passkey is another account's")
    copy = copied(own)
    checks.that(server.log_in(own)[0] == 200, f"{algorithm}: the right passkey is refused")
    checks.that(code(server.log_in(copy)) == (403, "passkey_copied"), f"{algorithm}: a copy logs in")
    kinds = [event["kind"] for event in server.ask("GET", "/api/v1/me/history", token=anna)[1]["events"]]
    checks.that(kinds[0] == "passkey_copied" and "passkey_log_in" in kinds and "passkey_added" in kinds,
                f"{algorithm}: the history has {kinds}")


def check_ends(checks, server, algorithm, tokens, authenticators, added):
    (anna, ben), (own, other) = tokens, authenticators
    checks.that(server.ask("DELETE", f"/api/v1/me/passkeys/{added['id']}", token=ben)[0] == 404,
                f"{algorithm}: another's passkey is removed")
    checks.that(server.ask("DELETE", f"/api/v1/me/passkeys/{added['id']}", token=anna)[0] == 204,
                f"{algorithm}: not removed")
    checks.that(code(server.log_in(own)) == (401, "wrong_credentials"), f"{algorithm}: one that was removed logs in")
    late = SoftAuthenticator(algorithm, counts=False, is_backup_eligible=True, is_backed_up=True)
    checks.that(server.add(anna, late)[1]["is_synced"], f"{algorithm}: a synced passkey is not marked as synced")
    for _ in range(2):
        checks.that(server.log_in(late)[0] == 200, f"{algorithm}: one that does not count is refused")
    checks.that(server.ask("POST", "/api/v1/me/sign-out", {}, token=anna)[0] == 204, f"{algorithm}: not signed out")
    checks.that(code(server.log_in(late)) == (401, "wrong_credentials"),
                f"{algorithm}: a passkey outlives signing out everywhere")
    checks.that(server.log_in(other)[0] == 200, f"{algorithm}: another's went along")


def check_addresses(checks, server):
    """Where browsers allow no passkey, the server says so."""
    for host, obstacle in [("localhost", None), ("127.0.0.1", "ip-address"), ("here", "insecure")]:
        me = server.ask("GET", "/api/v1/me", host=host)[1]
        checks.that(me.get("passkeys_unavailable") == obstacle, f"at {host}: {me}")
        status = server.ask("POST", "/api/v1/session/passkey-options", host=host)[0]
        checks.that(status == (403 if obstacle else 200), f"at {host}: {status}")


def attack(program, atlas):
    checks = Checks()
    with serving(program, atlas) as (_, address):
        server = Server(address)
        for algorithm in ("ES256", "EdDSA", "RS256"):
            check_program(checks, server, algorithm)
        check_addresses(checks, server)
    for fault in checks.faults:
        print("FAILED:", fault)
    print(f"{checks.made - len(checks.faults)} of {checks.made} hold before the program")
    return bool(checks.faults)


def main():
    options = sys.argv[1:]
    if options not in ([], ["--write"]) and len(options) != 2:
        sys.exit(__doc__)
    for _ in range(20):
        for kind in KINDS.values():
            ask(SoftAuthenticator(**kind))
    check_refusals()
    text = swift({name: ask(SoftAuthenticator(**kind, seed=name)) for name, kind in KINDS.items()})
    if options == ["--write"]:
        ANSWERS.write_text(text)
    elif ANSWERS.read_text() != text:
        sys.exit(f"{ANSWERS.relative_to(ROOT)} is not what the soft authenticator answers; run this with --write")
    print(f"the soft authenticator holds before fido2's server, in {20 * len(KINDS)} registrations and log-ins")
    return attack(*options) if len(options) == 2 else 0


if __name__ == "__main__":
    sys.exit(main())
