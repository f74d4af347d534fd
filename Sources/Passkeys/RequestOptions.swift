/// The server's request to log in with a passkey: PublicKeyCredentialRequestOptionsJSON (Level 3 §5.1).
package struct RequestOptions: Codable, Equatable, Sendable {
    package let challenge: String
    /// The timeout in milliseconds.
    package let timeout: Int
    package let rpId: String
    package let allowCredentials: [CredentialDescriptor]
    package let userVerification: String

    /// - Parameter passkeys: The allowed passkeys; none allows any of this site, and nobody types a name. Naming some
    ///   reveals to the requester that the account exists and which passkeys it has (Level 3 §14.6.2), so name them
    ///   only to the account itself.
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
