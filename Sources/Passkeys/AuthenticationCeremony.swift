/// Verifies that a person who logs in has a passkey of this server (Level 3 §7.2).
package struct AuthenticationCeremony: Sendable {
    private let ceremony: Ceremony
    private let allowed: [CredentialID]

    /// - Parameter allowed: The passkeys that the request named; none if the server did not know the account. The
    ///   answer must then name the account.
    package init(
        relyingParty: RelyingParty, challenge: Challenge, allowed: [CredentialID] = [],
        requiresUserVerification: Bool = true
    ) {
        ceremony = Ceremony(
            relyingParty: relyingParty, challenge: challenge, requiresUserVerification: requiresUserVerification)
        self.allowed = allowed
    }

    /// Returns the passkey's new record to store.
    ///
    /// - Parameters:
    /// - passkey: The record of the answer's `credentialID`.
    /// - owner: The handle of the account that the record belongs to.
    package func verify(
        _ answer: AuthenticationResponse, with passkey: Passkey, of owner: UserHandle
    ) throws(PasskeyError) -> Passkey {
        let id = try answer.credentialID
        guard id == passkey.id, allowed.isEmpty || allowed.contains(id) else { throw .otherCredential }
        if let handle = try answer.userHandle {
            guard handle == owner else { throw .otherUser }
        } else if allowed.isEmpty {
            throw .noUserHandle
        }
        let json = try Answer.clientDataJSON(answer.response.clientDataJSON)
        try ClientData(json: json).check(.get, ceremony.challenge, at: ceremony.relyingParty)
        let bytes = try Answer.bytes(of: answer.response.authenticatorData, .authenticatorData, limit: 4096)
        let data = try AuthenticatorData(bytes)
        try ceremony.check(data)
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .backupEligibilityChanged }
        // 72 bytes of ES256, 64 of Ed25519, 512 of RS256.
        let signature = try Answer.bytes(of: answer.response.signature, .signature, limit: 512)
        guard passkey.publicKey.isValid(signature: signature, for: Ceremony.message(bytes, json)) else {
            throw .invalidSignature
        }
        // Only a signed count is meaningful. Both are 0 if the authenticator does not count (Level 3 §6.1.1).
        guard data.signCount > passkey.signCount || data.signCount == 0 && passkey.signCount == 0 else {
            throw .signCountDidNotGrow(stored: passkey.signCount, received: data.signCount)
        }
        var updated = passkey
        updated.signCount = data.signCount
        updated.isBackedUp = data.flags.contains(.backedUp)
        updated.wasUserVerified = passkey.wasUserVerified || data.flags.contains(.userVerified)
        return updated
    }
}
