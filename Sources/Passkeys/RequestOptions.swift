/// How the server asks somebody to log in with a passkey: PublicKeyCredentialRequestOptionsJSON (Level 3 §5.1).
package struct RequestOptions: Codable, Equatable, Sendable {
    package let challenge: String
    /// Milliseconds.
    package let timeout: Int
    package let rpId: String
    package let allowCredentials: [CredentialDescriptor]
    package let userVerification: String

    /// - Parameter passkeys: Those that may answer. None: any of this site, and nobody types a name. Naming some tells
    ///   whoever asks that the account exists and what it has (Level 3 §14.6.2), so name them to the account itself
    ///   only.
    package init(
        relyingParty: RelyingParty, challenge: Challenge, allowing passkeys: [Passkey] = [],
        timeout: Duration = Challenge.lifetime
    ) {
        self.challenge = Base64URL.encode(challenge.bytes)
        self.timeout = timeout.inMilliseconds
        rpId = relyingParty.id
        allowCredentials = passkeys.map(CredentialDescriptor.init)
        userVerification = "required"
    }
}
