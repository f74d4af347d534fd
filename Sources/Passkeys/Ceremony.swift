import Crypto

/// The common part of registration and log-in.
struct Ceremony: Sendable {
    let relyingParty: RelyingParty
    let challenge: Challenge
    let requiresUserVerification: Bool

    /// Compares the authenticator's data with the request (Level 3 §7.1 steps 14 to 17, §7.2 steps 15 to 18).
    func check(_ data: AuthenticatorData) throws(PasskeyError) {
        guard data.relyingPartyHash == Self.digest(Array(relyingParty.id.utf8)) else {
            throw .otherRelyingParty(expected: relyingParty.id)
        }
        // Only a passkey that a password manager adds by itself ("conditional create") may lack these flags; the server
        // does not request that.
        let flags = data.flags
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .contradictoryBackup }
    }

    /// Returns the message that the authenticator signs.
    static func message(_ authenticatorData: [UInt8], _ clientDataJSON: [UInt8]) -> [UInt8] {
        authenticatorData + digest(clientDataJSON)
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
