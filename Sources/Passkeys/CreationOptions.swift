/// The server's request for a new passkey: PublicKeyCredentialCreationOptionsJSON (Level 3 §5.1).
package struct CreationOptions: Codable, Equatable, Sendable {
    package struct Site: Codable, Equatable, Sendable {
        package let id: String
        package let name: String
    }

    package struct User: Codable, Equatable, Sendable {
        package let id: String
        package let name: String
        package let displayName: String
    }

    package struct Parameter: Codable, Equatable, Sendable {
        package let type: String
        package let alg: Int
    }

    package struct Selection: Codable, Equatable, Sendable {
        package let residentKey: String
        /// For browsers that know Level 1 only.
        package let requireResidentKey: Bool
        package let userVerification: String
    }

    package let rp: Site
    package let user: User
    package let challenge: String
    package let pubKeyCredParams: [Parameter]
    /// The timeout in milliseconds.
    package let timeout: Int
    package let excludeCredentials: [CredentialDescriptor]
    package let authenticatorSelection: Selection
    package let attestation: String

    /// Makes the request.
    ///
    /// - Parameters:
    /// - user: The account's random handle.
    /// - name: The account's name in lists where people choose one: its name for logging in.
    /// - passkeys: The account's existing passkeys, so that no device gets a second one.
    ///
    /// A passkey replaces the password here. So the device must store it together with the account (`residentKey`),
    /// which makes the name unnecessary for logging in, and must verify its owner (`userVerification`).
    package init(
        relyingParty: RelyingParty, challenge: Challenge, user: UserHandle, name: String, displayName: String,
        excluding passkeys: [Passkey] = [], timeout: Duration = Challenge.lifetime
    ) {
        rp = Site(id: relyingParty.id, name: relyingParty.name)
        self.user = User(id: Base64URL.encode(user.bytes), name: name, displayName: displayName)
        self.challenge = Base64URL.encode(challenge.bytes)
        pubKeyCredParams = PasskeyAlgorithm.allCases.map { Parameter(type: "public-key", alg: $0.rawValue) }
        self.timeout = timeout.inMilliseconds
        excludeCredentials = passkeys.map(CredentialDescriptor.init)
        authenticatorSelection = Selection(
            residentKey: "required", requireResidentKey: true, userVerification: "required")
        attestation = "none"
    }
}
