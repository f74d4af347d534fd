import Passkeys
import Testing
import TestSupport

@Suite struct AuthenticationCeremonyTests {
    private func refused(
        _ error: PasskeyError, allowed: [CredentialID] = [], passkey: Passkey? = nil,
        _ change: (inout TestAuthenticator) throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var authenticator = try TestAuthenticator.es256
        let passkey = try passkey ?? Given.register(authenticator.registration())
        authenticator.signCount = 2
        try change(&authenticator)
        #expect(throws: error, sourceLocation: sourceLocation) {
            try Given.logIn(authenticator.authentication(), with: passkey, allowed: allowed)
        }
    }

    @Test func `the owner logs in, and the record follows`() throws {
        for var authenticator in [try TestAuthenticator.es256, try .edDSA] {
            authenticator.flags = [.userPresent, .backupEligible]
            let passkey = try Given.register(authenticator.registration(), requiresUserVerification: false)
            authenticator.signCount = 5
            authenticator.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
            let answer = try authenticator.authentication()
            #expect(try answer.credentialID == passkey.id && answer.challenge == Given.challenge())
            #expect(try answer.userHandle == Given.owner())
            let updated = try Given.logIn(answer, with: passkey)
            var expected = passkey
            expected.signCount = 5
            expected.isBackedUp = true
            expected.wasUserVerified = true
            #expect(updated == expected)
        }
    }

    @Test func `an answer to another question is refused`() throws {
        try refused(.otherCeremony) { $0.type = "webauthn.create" }
        try refused(.otherChallenge) { $0.challenge = Array(1...32) }
        try refused(.otherOrigin("https://map.example.evil", expected: ["https://map.example"])) {
            $0.origin = "https://map.example.evil"
        }
        try refused(.embedded) { $0.members = #","crossOrigin":true"# }
        try refused(.embedded) { $0.members = #","topOrigin":"https://evil.example""# }
        try refused(.otherRelyingParty(expected: "map.example")) { $0.relyingParty = "evil.example" }
    }

    @Test func `somebody has to be there, and be the owner`() throws {
        try refused(.userNotPresent) { $0.flags = [.userVerified] }
        try refused(.userNotVerified) { $0.flags = [.userPresent] }
        var authenticator = try TestAuthenticator.es256
        let passkey = try Given.register(authenticator.registration())
        authenticator.signCount = 2
        authenticator.flags = [.userPresent]
        let updated = try Given.logIn(authenticator.authentication(), with: passkey, requiresUserVerification: false)
        #expect(updated.wasUserVerified)
    }

    @Test func `the backup eligibility of a passkey never changes`() throws {
        try refused(.backupEligibilityChanged) { $0.flags.insert(.backupEligible) }
        var synced = try TestAuthenticator.es256
        synced.flags.formUnion([.backupEligible, .backedUp])
        let passkey = try Given.register(synced.registration())
        try refused(.backupEligibilityChanged, passkey: passkey) { $0.flags = [.userPresent, .userVerified] }
        try refused(.contradictoryBackup, passkey: passkey) { $0.flags.insert(.backedUp) }
    }

    /// Level 3 §6.1.1: what was stored, what comes, and whether that is a warning.
    @Test(
        arguments: [
            (0, 0, false), (0, 1, false), (1, 2, false), (1, UInt32.max, false), (1, 1, true), (2, 1, true),
            (1, 0, true),
            (.max, .max, true), (.max, 0, true),
        ] as [(UInt32, UInt32, Bool)])
    func `a count that does not grow warns of a copy`(_ stored: UInt32, _ received: UInt32, _ warns: Bool) throws {
        var authenticator = try TestAuthenticator.edDSA
        authenticator.signCount = stored
        let passkey = try Given.register(authenticator.registration())
        authenticator.signCount = received
        if warns {
            #expect(throws: PasskeyError.signCountDidNotGrow(stored: stored, received: received)) {
                try Given.logIn(authenticator.authentication(), with: passkey)
            }
        } else {
            #expect(try Given.logIn(authenticator.authentication(), with: passkey).signCount == received)
        }
    }

    @Test func `the counter of an answer with an invalid signature gives no warning`() throws {
        let passkey = try Given.register(TestAuthenticator.es256.registration())
        try refused(.invalidSignature, passkey: passkey) {
            $0.key = try TestAuthenticator.edDSA.key
            $0.signCount = 1
        }
    }

    @Test func `another key's signature is refused`() throws {
        try refused(.invalidSignature) { $0.key = try TestAuthenticator.edDSA.key }
        var authenticator = try TestAuthenticator.es256
        let passkey = try Given.register(authenticator.registration())
        authenticator.signCount = 2
        let right = try authenticator.authentication().response
        let bytes = try #require(Base64URL.decode(right.signature))
        for signature: [UInt8] in [[], [0, 0, 0], bytes + [0], Array(bytes.dropLast()), [0] + bytes] {
            #expect(throws: PasskeyError.invalidSignature) {
                try Given.logIn(
                    AuthenticationResponse(
                        id: passkey.id.base64URL, rawId: passkey.id.base64URL,
                        response: .init(
                            clientDataJSON: right.clientDataJSON, authenticatorData: right.authenticatorData,
                            signature: Base64URL.encode(signature), userHandle: right.userHandle)),
                    with: passkey)
            }
        }
    }

    @Test func `the owner of a passkey must be known and correct`() throws {
        try refused(.noUserHandle) { $0.userHandle = nil }
        try refused(.noUserHandle) { $0.userHandle = [] }
        try refused(.otherUser) { $0.userHandle = [1] }
        try refused(.tooLong(.userHandle, limit: 64)) { $0.userHandle = [UInt8](repeating: 0, count: 67) }
        var authenticator = try TestAuthenticator.es256
        let passkey = try Given.register(authenticator.registration())
        try refused(.otherUser, allowed: [passkey.id]) { $0.userHandle = [1] }
        // The server named the passkey, so it knows whose it is.
        authenticator.userHandle = nil
        authenticator.signCount = 2
        #expect(throws: Never.self) {
            try Given.logIn(authenticator.authentication(), with: passkey, allowed: [passkey.id])
        }
    }

    @Test func `only a requested passkey is accepted`() throws {
        let other = try #require(CredentialID(bytes: [1, 2, 3]))
        try refused(.otherCredential, allowed: [other]) { _ in }
        try refused(.otherCredential) { $0.id = other.bytes }
    }
}
