/// The reason that an authenticator's answer is not valid, and the remedy.
package enum PasskeyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A part of an answer.
    package enum Part: String, Sendable {
        case id, rawId, type, clientDataJSON, attestationObject, authenticatorData, signature, userHandle, publicKey
    }

    /// The part does not follow Level 3; for CBOR, the fault gives the reason.
    case malformed(Part, CBORFault? = nil)
    case tooLong(Part, limit: Int)
    /// For the caller of `ChallengeBook`: the challenge is unknown, used or expired.
    case unknownChallenge
    case otherChallenge
    /// A registration in place of a log-in, or the other way round.
    case otherCeremony
    case otherOrigin(String, expected: [String])
    /// The page was in a frame of another site.
    case embedded
    case otherRelyingParty(expected: String)
    case userNotPresent
    case userNotVerified
    /// Backed up, but not eligible for backup.
    case contradictoryBackup
    case noCredential
    /// The algorithm's COSE number.
    case unsupportedAlgorithm(Int)
    case invalidPublicKey
    case invalidAttestation
    case otherCredential
    case noUserHandle
    case otherUser
    case invalidSignature
    /// The authenticator's count did not grow: a copy of the passkey may be in use.
    case signCountDidNotGrow(stored: UInt32, received: UInt32)
    case backupEligibilityChanged

    package var description: String { words.message }

    /// A stable name of the case, for clients.
    package var code: String { words.code }

    private var words: (code: String, message: String) {
        switch self {
        case .malformed(let part, nil): ("malformed", "'\(part.rawValue)' does not follow WebAuthn; try again")
        case .malformed(let part, let fault?):
            ("malformed", "'\(part.rawValue)' is damaged at byte \(fault.offset): \(fault.kind.rawValue); try again")
        case .tooLong(let part, let limit):
            ("too-long", "'\(part.rawValue)' has more than \(limit) bytes; use another device or key")
        case .unknownChallenge: ("unknown-challenge", "the request is unknown, answered or expired; start again")
        case .otherChallenge: ("other-challenge", "the answer belongs to another request; start again")
        case .otherCeremony:
            ("other-ceremony", "the answer is for registration instead of log-in, or the reverse; start again")
        case .otherOrigin(let origin, let expected):
            (
                "other-origin",
                "the page is at '\(origin)', the server at '\(expected.joined(separator: "', '"))'; "
                    + "open the map there, or let the proxy forward the true host and scheme"
            )
        case .embedded: ("embedded", "the page is in a frame of another site; open it by itself")
        case .otherRelyingParty(let expected):
            ("other-relying-party", "the passkey is not for '\(expected)'; choose another passkey")
        case .userNotPresent:
            ("user-not-present", "the request was not confirmed; confirm it on the device or touch the key")
        case .userNotVerified:
            ("user-not-verified", "the device did not check who you are; set up a PIN, fingerprint or face on it")
        case .contradictoryBackup:
            ("contradictory-backup", "the passkey is backed up, but must not be; use another device or key")
        case .noCredential: ("no-credential", "the answer has no passkey; start again")
        case .unsupportedAlgorithm(let number):
            (
                "unsupported-algorithm",
                "the passkey uses algorithm \(number), not -8, -7 or -257; use another device"
            )
        case .invalidPublicKey:
            ("invalid-public-key", "the passkey's public key is not valid; use another device or key")
        case .invalidAttestation:
            ("invalid-attestation", "the authenticator's statement is not valid; start again")
        case .otherCredential: ("other-credential", "the answer is from another passkey than requested; start again")
        case .noUserHandle: ("no-user-handle", "the passkey does not name its account; register a new one")
        case .otherUser: ("other-user", "the passkey belongs to another account; choose another passkey")
        case .invalidSignature: ("invalid-signature", "the signature is not valid; try again")
        case .signCountDidNotGrow(let stored, let received):
            (
                "sign-count",
                "the passkey counts \(received) signatures after \(stored), so there may be a copy; "
                    + "log in another way and remove it"
            )
        case .backupEligibilityChanged:
            ("backup-eligibility-changed", "the passkey changed whether it may be backed up; register a new one")
        }
    }
}
