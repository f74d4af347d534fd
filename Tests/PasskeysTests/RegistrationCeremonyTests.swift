import Passkeys
import Testing
import TestSupport

@Suite struct RegistrationCeremonyTests {
    private func refused(
        _ error: PasskeyError, _ change: (inout TestAuthenticator) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var authenticator = try TestAuthenticator.es256
        try change(&authenticator)
        #expect(throws: error, sourceLocation: sourceLocation) { try Given.register(authenticator.registration()) }
    }

    @Test func `a passkey has the properties that its authenticator states`() throws {
        for var authenticator in [try TestAuthenticator.es256, try .edDSA] {
            authenticator.signCount = 0x0102_0304
            authenticator.flags = [.userPresent, .userVerified, .backupEligible, .backedUp]
            authenticator.transports = ["internal", "smart-card", "future-way", "", "No Name", "a\u{0}"]
            let passkey = try Given.register(authenticator.registration())
            #expect(passkey.id.bytes == authenticator.id)
            #expect(passkey.publicKey.bytes == authenticator.publicKey)
            #expect(passkey.signCount == 0x0102_0304)
            #expect(passkey.isBackupEligible && passkey.isBackedUp && passkey.wasUserVerified)
            #expect(passkey.transports == ["internal", "smart-card", "future-way"])
        }
    }

    @Test func `an answer names its challenge`() throws {
        #expect(try TestAuthenticator.es256.registration().challenge == Given.challenge())
    }

    @Test func `an answer to another question is refused`() throws {
        try refused(.otherCeremony) { $0.type = "webauthn.get" }
        try refused(.otherCeremony) { $0.type = "webauthn.create " }
        try refused(.otherChallenge) { $0.challenge = Array(1...32) }
        try refused(.otherChallenge) { $0.challenge = Array(0..<31) }
        try refused(.otherOrigin("https://evil.example", expected: ["https://map.example"])) {
            $0.origin = "https://evil.example"
        }
        for origin in ["http://map.example", "https://map.example:8443", "https://map.example/", "https://MAP.example"]
        {
            try refused(.otherOrigin(origin, expected: ["https://map.example"])) { $0.origin = origin }
        }
        try refused(.otherRelyingParty(expected: "map.example")) { $0.relyingParty = "example" }
    }

    @Test func `other origins of the site are allowed if the site says so`() throws {
        let relyingParty = try RelyingParty(
            origin: "https://map.example", name: "", otherOrigins: ["https://map.example:8443"])
        var authenticator = try TestAuthenticator.es256
        authenticator.origin = "https://map.example:8443"
        #expect(throws: Never.self) {
            try RegistrationCeremony(relyingParty: relyingParty, challenge: Given.challenge())
                .verify(authenticator.registration())
        }
    }

    @Test func `rows of combining marks are refused before anything compares them`() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 500)
        let escapes = String(repeating: #"\u0301"#, count: 31)
        for name in ["a" + marks, "a" + escapes] {
            try refused(.malformed(.clientDataJSON)) { $0.members = #","\#(name)":1"# }
        }
        for format in ["none\u{301}", ""] { try refused(.malformed(.attestationObject)) { $0.format = format } }
    }

    @Test func `a page in a frame is refused`() throws {
        try refused(.embedded) { $0.members = #","crossOrigin":true"# }
        try refused(.embedded) { $0.members = #","crossOrigin":false,"topOrigin":"https://map.example""# }
        try refused(.embedded) { $0.members = #","topOrigin":null"# }
        var older = try TestAuthenticator.es256
        older.members = ""
        #expect(throws: Never.self) { try Given.register(older.registration()) }
        older.members = #","crossOrigin":false,"other_keys_can_be_added_here":[{"x":1}]"#
        #expect(throws: Never.self) { try Given.register(older.registration()) }
    }

    @Test func `client data that are not JSON in UTF-8 are refused`() throws {
        for members in ["]", #","origin""#, #","crossOrigin":"false""#, #", ""#, "\u{0}"] {
            try refused(.malformed(.clientDataJSON)) { $0.members = members }
        }
        let right = try TestAuthenticator.es256.registration()
        func answering(_ bytes: [UInt8]) -> RegistrationResponse {
            RegistrationResponse(
                id: right.id, rawId: right.rawId,
                response: .init(
                    clientDataJSON: Base64URL.encode(bytes), attestationObject: right.response.attestationObject))
        }
        let json = try TestAuthenticator.es256.clientData("webauthn.create")
        let wide: [[UInt8]] = [json.flatMap { [$0, 0] as [UInt8] }, json.flatMap { [0, $0] as [UInt8] }]
        for bytes in wide + [[], json + [0xff], Array("[]".utf8), [0x22]] {
            #expect(throws: PasskeyError.malformed(.clientDataJSON)) { try Given.register(answering(bytes)) }
        }
        let nested = Array(#"{"a":"#.utf8) + [UInt8](repeating: 0x5b, count: 4000)
        #expect(throws: PasskeyError.malformed(.clientDataJSON)) { try Given.register(answering(nested)) }
    }

    @Test func `somebody has to be there, and be the owner`() throws {
        try refused(.userNotPresent) { $0.flags = [.userVerified] }
        try refused(.userNotVerified) { $0.flags = [.userPresent] }
        var authenticator = try TestAuthenticator.es256
        authenticator.flags = [.userPresent]
        let passkey = try Given.register(authenticator.registration(), requiresUserVerification: false)
        #expect(!passkey.wasUserVerified)
    }

    @Test func `a passkey that is backed up has to be eligible`() throws {
        try refused(.contradictoryBackup) { $0.flags.insert(.backedUp) }
        var authenticator = try TestAuthenticator.es256
        authenticator.flags.insert(.backupEligible)
        let passkey = try Given.register(authenticator.registration())
        #expect(passkey.isBackupEligible && !passkey.isBackedUp)
    }

    @Test func `authenticator data have their parts and no more`() throws {
        let authenticator = try TestAuthenticator.es256
        #expect(throws: PasskeyError.noCredential) {
            try Given.register(authenticator.registration(data: authenticator.data(registering: false)))
        }
        try refused(.malformed(.authenticatorData)) { $0.extensions = [0] }
        try refused(.malformed(.authenticatorData)) { $0.extensions = hex("a0") }
        try refused(.malformed(.authenticatorData, CBORFault(kind: .truncated, offset: 164))) {
            $0.flags.insert(.hasExtensions)
        }
        for other in ["00", "80", "a000", "f6"] {
            try refused(.malformed(.authenticatorData)) {
                $0.flags.insert(.hasExtensions)
                $0.extensions = hex(other)
            }
        }
        var extended = authenticator
        extended.flags.insert(.hasExtensions)
        // {"credProtect": 2, "hmac-secret": true}
        extended.extensions = hex("a26b6372656450726f74656374026b686d61632d736563726574f5")
        #expect(throws: Never.self) { try Given.register(extended.registration()) }
        // Reserved bits mean nothing yet.
        extended.flags.insert(.init(rawValue: 0x22))
        #expect(throws: Never.self) { try Given.register(extended.registration()) }
    }

    @Test func `an id has 1 to 1023 bytes and equals the answered id`() throws {
        try refused(.malformed(.id)) { $0.id = [] }
        try refused(.tooLong(.id, limit: 1023)) { $0.id = [UInt8](repeating: 7, count: 1025) }
        try refused(.otherCredential) { $0.answeredID = "AAAA" }
        try refused(.malformed(.authenticatorData)) {
            $0.id = [UInt8](repeating: 7, count: 1024)
            $0.answeredID = "AAAA"
        }
        try refused(.malformed(.id)) { $0.answeredID = "AA=" }
        let right = try TestAuthenticator.es256.registration()
        #expect(throws: PasskeyError.malformed(.type)) {
            try Given.register(
                RegistrationResponse(id: right.id, rawId: right.rawId, type: "password", response: right.response))
        }
        #expect(throws: PasskeyError.malformed(.rawId)) {
            try Given.register(RegistrationResponse(id: right.id, rawId: "AAAA", response: right.response))
        }
    }

    @Test func `parts that are too long are refused unread`() throws {
        let right = try TestAuthenticator.es256.registration()
        #expect(throws: PasskeyError.tooLong(.clientDataJSON, limit: 4096)) {
            try Given.register(
                RegistrationResponse(
                    id: right.id, rawId: right.rawId,
                    response: .init(
                        clientDataJSON: String(repeating: "A", count: 6000),
                        attestationObject: right.response.attestationObject)))
        }
        #expect(throws: PasskeyError.tooLong(.attestationObject, limit: 16384)) {
            try Given.register(
                RegistrationResponse(
                    id: right.id, rawId: right.rawId,
                    response: .init(
                        clientDataJSON: right.response.clientDataJSON,
                        attestationObject: String(repeating: "A", count: 30000))))
        }
    }

    @Test func `a statement by the passkey itself has to hold`() throws {
        #expect(throws: Never.self) { try Given.register(TestAuthenticator.es256.packed(algorithm: 0x26)) }
        #expect(throws: Never.self) { try Given.register(TestAuthenticator.edDSA.packed(algorithm: 0x27)) }
        #expect(throws: PasskeyError.invalidAttestation) {
            try Given.register(TestAuthenticator.es256.packed(algorithm: 0x27))
        }
        #expect(throws: PasskeyError.invalidAttestation) {
            try Given.register(TestAuthenticator.es256.packed(algorithm: 0x26, over: [1, 2, 3]))
        }
    }

    @Test func `other attestation statements count as none`() throws {
        try refused(.invalidAttestation) { $0.statement = hex("a10101") }
        try refused(.invalidAttestation) { $0.statement = hex("80") }
        try refused(.invalidAttestation) { $0.format = "packed" }
        for (format, statement) in [("fido-u2f", "a0"), ("tpm", "a163766572 63322e30"), ("compound", "82a0a0")] {
            var authenticator = try TestAuthenticator.es256
            authenticator.format = format
            authenticator.statement = hex(statement)
            #expect(throws: Never.self) { try Given.register(authenticator.registration()) }
        }
        // A fourth member makes it another object; so does a statement that is no CBOR, in any format.
        let right = try TestAuthenticator.es256.registration()
        let object = try #require(Base64URL.decode(right.response.attestationObject))
        let more = Base64URL.encode([0xa4] + object[1...] + hex("6000"))
        #expect(throws: PasskeyError.malformed(.attestationObject)) {
            try Given.register(
                RegistrationResponse(
                    id: right.id, rawId: right.rawId,
                    response: .init(clientDataJSON: right.response.clientDataJSON, attestationObject: more)))
        }
        let fault = CBORFault(kind: .notAllowed, offset: 17)
        try refused(.malformed(.attestationObject, fault)) {
            $0.format = "tpm"
            $0.statement = hex("c0")
        }
    }

    @Test func `each error has a name and a remedy`() {
        let errors: [PasskeyError] = [
            .malformed(.id), .malformed(.attestationObject, CBORFault(kind: .tooDeep, offset: 3)),
            .tooLong(.signature, limit: 1), .unknownChallenge, .otherChallenge, .otherCeremony,
            .otherOrigin("a", expected: ["b"]), .embedded, .otherRelyingParty(expected: "a"), .userNotPresent,
            .userNotVerified, .contradictoryBackup, .noCredential, .unsupportedAlgorithm(-35), .invalidPublicKey,
            .invalidAttestation, .otherCredential, .noUserHandle, .otherUser, .invalidSignature,
            .signCountDidNotGrow(stored: 2, received: 1), .backupEligibilityChanged,
        ]
        #expect(Set(errors.map(\.code)).count == errors.count - 1)
        #expect(errors.allSatisfy { $0.description.contains("; ") })
    }
}
