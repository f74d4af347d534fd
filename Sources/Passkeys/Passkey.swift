/// The server's record of a passkey: the credential record of Level 3 §4.
package struct Passkey: Equatable, Sendable {
    package let id: CredentialID
    package let publicKey: PasskeyPublicKey
    /// The authenticator's count of its signatures; 0 if it does not count.
    package var signCount: UInt32
    /// Whether the passkey may be copied to other devices of its owner. It never changes.
    package let isBackupEligible: Bool
    /// Whether it is copied there now: the account then survives the loss of the device.
    package var isBackedUp: Bool
    /// Whether the authenticator has ever verified its owner (by finger, face or PIN).
    package var wasUserVerified: Bool
    /// How the browser reached the authenticator (`internal`, `usb`, `hybrid`, …). Not signed: a hint for the next
    /// time.
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
