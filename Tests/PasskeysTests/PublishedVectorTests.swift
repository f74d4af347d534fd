import Passkeys
import Testing

@Suite struct PublishedVectorTests {
    private let relyingParty: RelyingParty

    init() throws { relyingParty = try RelyingParty(origin: "https://example.org", name: "") }

    private func register(_ vector: PublishedVector) throws -> Passkey {
        let id = Base64URL.encode(vector.credentialID)
        return try RegistrationCeremony(
            relyingParty: relyingParty, challenge: Given.challenge(vector.challenge), requiresUserVerification: false
        ).verify(
            RegistrationResponse(
                id: id, rawId: id,
                response: .init(
                    clientDataJSON: Base64URL.encode(vector.clientDataJSON),
                    attestationObject: Base64URL.encode(vector.attestationObject))))
    }

    private func logIn(_ vector: PublishedVector, with passkey: Passkey) throws -> Passkey {
        try AuthenticationCeremony(
            relyingParty: relyingParty, challenge: Given.challenge(vector.loginChallenge), allowed: [passkey.id],
            requiresUserVerification: false
        ).verify(
            AuthenticationResponse(
                id: passkey.id.base64URL, rawId: passkey.id.base64URL,
                response: .init(
                    clientDataJSON: Base64URL.encode(vector.loginClientDataJSON),
                    authenticatorData: Base64URL.encode(vector.authenticatorData),
                    signature: Base64URL.encode(vector.signature))),
            with: passkey, of: Given.owner())
    }

    @Test(arguments: [PublishedVector.none, .packedSelf, .longCredentialID, .packedEdDSA])
    func `the standard's examples hold`(_ vector: PublishedVector) throws {
        let passkey = try register(vector)
        #expect(passkey.id.bytes == vector.credentialID)
        // The key ends the attestation object, in the form in which it is stored.
        #expect(vector.attestationObject.suffix(passkey.publicKey.bytes.count) == passkey.publicKey.bytes[...])
        let updated = try logIn(vector, with: passkey)
        #expect(updated.signCount == 0 && updated.isBackupEligible == passkey.isBackupEligible)
    }

    @Test func `their flags are read`() throws {
        let none = try register(.none), packed = try register(.packedSelf), edDSA = try register(.packedEdDSA)
        #expect(none.isBackupEligible && none.isBackedUp && !none.wasUserVerified)
        #expect(packed.isBackupEligible && packed.isBackedUp && packed.wasUserVerified)
        #expect(!edDSA.isBackupEligible && !edDSA.isBackedUp && !edDSA.wasUserVerified)
        #expect(try logIn(.none, with: none).isBackedUp)
        #expect(try !logIn(.packedSelf, with: packed).isBackedUp)
    }

    @Test(arguments: [PublishedVector.crossOrigin, .topOrigin])
    func `the standard's examples in frames are refused`(_ vector: PublishedVector) throws {
        #expect(throws: PasskeyError.embedded) { try register(vector) }
    }

    @Test func `a signature of another example is refused`() throws {
        let passkey = try register(.longCredentialID)
        var vector = PublishedVector.longCredentialID
        vector.signature = PublishedVector.packedSelf.signature
        #expect(throws: PasskeyError.invalidSignature) { try logIn(vector, with: passkey) }
    }
}
