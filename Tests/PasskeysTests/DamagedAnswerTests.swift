import FoundationEssentials
import GeoCore
import Passkeys
import TestSupport
import Testing

/// Answers of an authenticator that has none of our code, whole and damaged.
@Suite struct DamagedAnswerTests {
    private let relyingParty: RelyingParty

    init() throws { relyingParty = try RelyingParty(origin: "https://map.example:8443", name: "") }

    private func decoded<Answer: Decodable>(_ text: String) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
    }

    private func register(_ answer: RegistrationResponse) throws(PasskeyError) -> Passkey {
        guard let challenge = Challenge(bytes: Array(0..<32)) else { throw .otherChallenge }
        return try RegistrationCeremony(relyingParty: relyingParty, challenge: challenge).verify(answer)
    }

    private func logIn(_ answer: AuthenticationResponse, with passkey: Passkey) throws(PasskeyError) -> Passkey {
        guard let challenge = Challenge(bytes: Array(32..<64)), let owner = UserHandle(bytes: Array(0..<64)) else {
            throw .otherChallenge
        }
        return try AuthenticationCeremony(relyingParty: relyingParty, challenge: challenge)
            .verify(answer, with: passkey, of: owner)
    }

    @Test(arguments: SoftAnswer.all)
    func `another's authenticator registers and logs in`(_ answer: SoftAnswer) throws {
        let registration: RegistrationResponse = try decoded(answer.registration)
        let passkey = try register(registration)
        #expect(passkey.transports == ["hybrid", "internal"] && passkey.wasUserVerified)
        #expect(passkey.isBackedUp == answer.name.contains("synced"))
        #expect(passkey.publicKey.algorithm == (answer.name.hasPrefix("ES256") ? .es256 : .edDSA))
        let updated = try logIn(try decoded(answer.authentication), with: passkey)
        #expect(updated.signCount == (passkey.signCount == 0 ? 0 : 2))
    }

    /// Every truncation and every changed byte of what the authenticator made is refused, but for what nothing covers.
    @Test(arguments: SoftAnswer.all)
    func `a damaged registration is refused or is the same`(_ answer: SoftAnswer) throws {
        let registration: RegistrationResponse = try decoded(answer.registration)
        let passkey = try register(registration)
        let object = try #require(Base64URL.decode(registration.response.attestationObject))
        let client = try #require(Base64URL.decode(registration.response.clientDataJSON))
        func verdict(_ object: [UInt8], _ client: [UInt8]) -> Result<Passkey, PasskeyError> {
            let response = RegistrationResponse.Response(
                clientDataJSON: Base64URL.encode(client), attestationObject: Base64URL.encode(object),
                transports: registration.response.transports)
            return Result { () throws(PasskeyError) in
                try register(
                    RegistrationResponse(id: registration.id, rawId: registration.rawId, response: response))
            }
        }
        for damaged in Damage.truncations(of: object) {
            #expect(throws: PasskeyError.self) { try verdict(damaged, client).get() }
        }
        for damaged in Damage.truncations(of: client) {
            #expect(throws: PasskeyError.self) { try verdict(object, damaged).get() }
        }
        let isSigned = answer.name.contains("packed")
        var accepted = 0
        for damaged in Damage.flips(of: object) {
            guard let other = try? verdict(damaged, client).get() else { continue }
            accepted += 1
            #expect(other.id == passkey.id)
            // A statement by the passkey itself covers all, as long as it says that it is one.
            if isSigned { #expect(other == passkey && damaged[6..<12] != object[6..<12]) }
            // Without one, some other Ed25519 key is as good.
            #expect(other.publicKey == passkey.publicKey || other.publicKey.algorithm == .edDSA)
        }
        // A statement can be renamed in 6 places. Without one, nothing covers the maker's number (AAGUID, 16 bytes) nor the
        // count (4 bytes), each damaged in 3 ways, nor all of the flags.
        #expect(isSigned ? accepted == 6 : accepted > 60)
        // No member of the client data is a matter of taste, but for their names that need not be there.
        for damaged in Damage.flips(of: client) {
            guard let other = try? verdict(object, damaged).get() else { continue }
            #expect(!isSigned && other == passkey)
        }
    }

    @Test(arguments: SoftAnswer.all)
    func `a damaged log-in is refused`(_ answer: SoftAnswer) throws {
        let passkey = try register(try decoded(answer.registration))
        let authentication: AuthenticationResponse = try decoded(answer.authentication)
        let right = authentication.response
        let parts = try [right.authenticatorData, right.clientDataJSON, right.signature, #require(right.userHandle)]
            .map { try #require(Base64URL.decode($0)) }
        for part in parts.indices {
            for damaged in Array(Damage.truncations(of: parts[part])) + Array(Damage.flips(of: parts[part])) {
                var parts = parts
                parts[part] = damaged
                let texts = parts.map(Base64URL.encode)
                let response = AuthenticationResponse.Response(
                    clientDataJSON: texts[1], authenticatorData: texts[0], signature: texts[2], userHandle: texts[3])
                #expect(throws: PasskeyError.self) {
                    try logIn(
                        AuthenticationResponse(id: authentication.id, rawId: authentication.rawId, response: response),
                        with: passkey)
                }
            }
        }
        for damaged in Damage.flips(of: passkey.id.bytes) {
            let id = Base64URL.encode(damaged)
            #expect(throws: PasskeyError.otherCredential) {
                try logIn(AuthenticationResponse(id: id, rawId: id, response: right), with: passkey)
            }
        }
    }

    /// Several bytes changed at once, anywhere in the text that the page sends.
    @Test func `no text traps`() throws {
        var generator = SeededGenerator(seed: 40)
        for answer in SoftAnswer.all {
            let passkey = try register(try decoded(answer.registration))
            for text in [answer.registration, answer.authentication] {
                for _ in 0..<500 {
                    var bytes = Array(text.utf8)
                    for _ in 0..<Int.random(in: 1...4, using: &generator) {
                        let place = bytes.indices.randomElement(using: &generator) ?? 0
                        bytes[place] = UInt8.random(in: 32...126, using: &generator)
                    }
                    let data = Data(bytes)
                    if let answer = try? JSONDecoder().decode(RegistrationResponse.self, from: data) {
                        _ = try? answer.challenge
                        _ = try? register(answer)
                    }
                    if let answer = try? JSONDecoder().decode(AuthenticationResponse.self, from: data) {
                        _ = try? answer.challenge
                        #expect(throws: PasskeyError.self) {
                            guard bytes != Array(text.utf8) else { throw PasskeyError.invalidSignature }
                            _ = try logIn(answer, with: passkey)
                            // Only what the server does not read may have changed.
                            let right: AuthenticationResponse = try decoded(text)
                            if answer.response.signature == right.response.signature
                                && answer.response.clientDataJSON == right.response.clientDataJSON
                                && answer.response.authenticatorData == right.response.authenticatorData
                            {
                                throw PasskeyError.invalidSignature
                            }
                        }
                    }
                }
            }
        }
    }
}
