/// What the server keeps of a passkey: the credential record of Level 3 §4.
package struct Passkey: Equatable, Sendable {
    package let id: CredentialID
    package let publicKey: PasskeyPublicKey
    /// How often the authenticator says it has signed; 0 where it does not count.
    package var signCount: UInt32
    /// Whether the passkey may be copied to other devices of its owner. It never changes.
    package let isBackupEligible: Bool
    /// Whether it is copied there now: whoever loses the device does not lose the account.
    package var isBackedUp: Bool
    /// Whether the authenticator has ever checked that it was its owner (by finger, face or PIN).
    package var wasUserVerified: Bool
    /// How the browser reached the authenticator (`internal`, `usb`, `hybrid`, …). Unsigned: a hint for the next time.
    package let transports: [String]

    package init(
        id: CredentialID, publicKey: PasskeyPublicKey, signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool,
        wasUserVerified: Bool, transports: [String]
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.wasUserVerified = wasUserVerified
        self.transports = transports
    }
}
