/// Verifies that a passkey was made for this server, as requested (Level 3 §7.1).
package struct RegistrationCeremony: Sendable {
    private let ceremony: Ceremony

    package init(relyingParty: RelyingParty, challenge: Challenge, requiresUserVerification: Bool = true) {
        ceremony = Ceremony(
            relyingParty: relyingParty, challenge: challenge, requiresUserVerification: requiresUserVerification)
    }

    /// Returns the new passkey. The caller must check that no account has its id already (step 26).
    package func verify(_ answer: RegistrationResponse) throws(PasskeyError) -> Passkey {
        let id = try answer.credentialID
        let json = try Answer.clientDataJSON(answer.response.clientDataJSON)
        try ClientData(json: json).check(.create, ceremony.challenge, at: ceremony.relyingParty)
        let attestation = try AttestationObject(
            Answer.bytes(
                of: answer.response.attestationObject, .attestationObject, limit: AttestationObject.maximumCount))
        let data = try AuthenticatorData(attestation.authenticatorData)
        try ceremony.check(data)
        guard let credential = data.credential else { throw .noCredential }
        try attestation.check(
            with: credential.publicKey, for: Ceremony.message(attestation.authenticatorData, json))
        guard credential.id == id else { throw .otherCredential }
        return Passkey(
            id: id, publicKey: credential.publicKey, signCount: data.signCount,
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp),
            wasUserVerified: data.flags.contains(.userVerified),
            transports: transports(answer.response.transports ?? []))
    }

    /// Keeps valid names, including names from newer browsers (Level 3 §5.2.1.1).
    private func transports(_ names: [String]) -> [String] {
        names.filter { name in
            1...32 ~= name.utf8.count
                && name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "-") }
        }.prefix(8).map(\.self)
    }
}
