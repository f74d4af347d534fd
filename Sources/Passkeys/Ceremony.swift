import Crypto

/// What registration and log-in have in common.
struct Ceremony: Sendable {
    let relyingParty: RelyingParty
    let challenge: Challenge
    let requiresUserVerification: Bool

    /// Holds what the authenticator says against what was asked (Level 3 §7.1 steps 14 to 17, §7.2 steps 15 to 18).
    func check(_ data: AuthenticatorData) throws(PasskeyError) {
        guard data.relyingPartyHash == Self.digest(Array(relyingParty.id.utf8)) else {
            throw .otherRelyingParty(expected: relyingParty.id)
        }
        // Only a passkey that a password manager adds by itself may go without ("conditional create"): not asked for.
        let flags = data.flags
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .contradictoryBackup }
    }

    /// What the authenticator signs.
    static func message(_ authenticatorData: [UInt8], _ clientDataJSON: [UInt8]) -> [UInt8] {
        authenticatorData + digest(clientDataJSON)
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
