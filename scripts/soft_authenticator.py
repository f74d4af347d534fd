"""An authenticator and its browser in software, for tests: answers WebAuthn's questions as `credential.toJSON()` would.

Written with `cryptography` and the CBOR, COSE and WebAuthn forms of `fido2`; nothing of it is the server's own code.
"""
import dataclasses
import hashlib
import json
import secrets
import urllib.parse

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cose
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


class NotAllowed(Exception):
    """The browser would not ask the authenticator, or this has no passkey that fits."""


@dataclasses.dataclass
class Credential:
    id: bytes
    private_key: object
    relying_party: str
    user_handle: bytes
    sign_count: int


class SoftAuthenticator:
    """Keeps passkeys in memory.

    `algorithm` is "ES256", "EdDSA" or "RS256" (whose keys are others each time, `seed` or not); `counts` says whether
    it counts its signatures, `is_backup_eligible` and `is_backed_up` its statement about its passkeys, `verifies_user`
    whether it checks its owner. `attestation` is "none" or "packed" (by the passkey's own key). With a `seed` it makes
    the same keys and signatures each time.
    """

    def __init__(self, algorithm="ES256", *, counts=True, is_backup_eligible=False, is_backed_up=False,
                 verifies_user=True, attestation="none", seed=None):
        self.algorithm = {"ES256": cose.ES256, "EdDSA": cose.EdDSA, "RS256": cose.RS256}[algorithm]
        self.counts, self.verifies_user, self.attestation = counts, verifies_user, attestation
        self.is_backup_eligible, self.is_backed_up = is_backup_eligible, is_backed_up
        self.credentials = []
        self._seed, self._drawn = seed, 0

    def make_credential(self, options, origin):
        """Returns the RegistrationResponseJSON for a PublicKeyCredentialCreationOptionsJSON, given as dict or text."""
        options = self._options(options)
        relying_party = self._relying_party(options["rp"].get("id"), origin)
        if self.algorithm.ALGORITHM not in [parameter["alg"] for parameter in options["pubKeyCredParams"]]:
            raise NotAllowed("the server does not take this algorithm")
        self._check_verification(options.get("authenticatorSelection", {}))
        excluded = [websafe_decode(other["id"]) for other in options.get("excludeCredentials", [])]
        if any(credential.id in excluded for credential in self.credentials):
            raise NotAllowed("it has a passkey of this account")
        credential = Credential(
            self._random(32), self._private_key(), relying_party, websafe_decode(options["user"]["id"]),
            1 if self.counts else 0)
        client_data = self._client_data(CollectedClientData.TYPE.CREATE, options, origin)
        public_key = self.algorithm.from_cryptography_key(credential.private_key.public_key())
        data = AuthenticatorData.create(
            sha256(relying_party.encode()), self._flags() | FLAG.AT, credential.sign_count,
            AttestedCredentialData.create(bytes(16), credential.id, public_key))
        statement = {}
        if self.attestation == "packed":
            signature = self._sign(credential.private_key, data + client_data.hash)
            statement = {"alg": self.algorithm.ALGORITHM, "sig": signature}
        self.credentials.append(credential)
        return self._answer(credential, client_data, {
            "attestationObject": websafe_encode(AttestationObject.create(self.attestation, data, statement)),
            "authenticatorData": websafe_encode(data),
            "publicKeyAlgorithm": self.algorithm.ALGORITHM,
            "transports": ["hybrid", "internal"],
        })

    def get_assertion(self, options, origin):
        """Returns the AuthenticationResponseJSON for a PublicKeyCredentialRequestOptionsJSON, given as dict or text."""
        options = self._options(options)
        relying_party = self._relying_party(options.get("rpId"), origin)
        self._check_verification(options)
        allowed = [websafe_decode(other["id"]) for other in options.get("allowCredentials", [])]
        fitting = [
            credential for credential in self.credentials
            if credential.relying_party == relying_party and (not allowed or credential.id in allowed)]
        if not fitting:
            raise NotAllowed("it has no passkey that fits")
        credential = fitting[-1]
        credential.sign_count += 1 if self.counts else 0
        client_data = self._client_data(CollectedClientData.TYPE.GET, options, origin)
        data = AuthenticatorData.create(sha256(relying_party.encode()), self._flags(), credential.sign_count)
        return self._answer(credential, client_data, {
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(self._sign(credential.private_key, data + client_data.hash)),
            "userHandle": websafe_encode(credential.user_handle),
        })

    @staticmethod
    def _options(options):
        options = json.loads(options) if isinstance(options, (str, bytes)) else options
        return options.get("publicKey", options)

    @staticmethod
    def _relying_party(identifier, origin):
        """The rule of browsers: a secure page, and an id that is its host or a parent domain of it."""
        address = urllib.parse.urlsplit(origin)
        host = address.hostname or ""
        is_local = host == "localhost" or host.endswith(".localhost")
        if address.scheme != "https" and not is_local:
            raise NotAllowed("the page is not secure")
        identifier = identifier or host
        if host != identifier and not host.endswith("." + identifier):
            raise NotAllowed(f"'{identifier}' is not the site of '{origin}'")
        return identifier

    def _check_verification(self, options):
        if options.get("userVerification") == "required" and not self.verifies_user:
            raise NotAllowed("it cannot check its owner")

    def _flags(self):
        return (FLAG.UP | (FLAG.UV if self.verifies_user else 0) | (FLAG.BE if self.is_backup_eligible else 0)
                | (FLAG.BS if self.is_backed_up else 0))

    @staticmethod
    def _client_data(kind, options, origin):
        return CollectedClientData.create(kind, options["challenge"], origin)

    @staticmethod
    def _answer(credential, client_data, response):
        identifier = websafe_encode(credential.id)
        return {
            "id": identifier, "rawId": identifier, "type": "public-key", "authenticatorAttachment": "platform",
            "clientExtensionResults": {}, "response": {"clientDataJSON": websafe_encode(client_data)} | response,
        }

    def _private_key(self):
        if self.algorithm is cose.EdDSA:
            return ed25519.Ed25519PrivateKey.from_private_bytes(self._random(32))
        if self.algorithm is cose.RS256:
            return rsa.generate_private_key(65_537, 2048)
        # The group's order is so close to 2²⁵⁶ that no 32 random bytes will ever be above it.
        return ec.derive_private_key(int.from_bytes(self._random(32), "big"), ec.SECP256R1())

    def _sign(self, key, message):
        if self.algorithm is cose.EdDSA:
            return key.sign(message)
        if self.algorithm is cose.RS256:
            return key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=self._seed is not None))

    def _random(self, count):
        if self._seed is None:
            return secrets.token_bytes(count)
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed} {self._drawn}".encode()).digest(count)
