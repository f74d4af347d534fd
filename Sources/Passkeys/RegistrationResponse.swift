/// What a page sends when a passkey was made: RegistrationResponseJSON (Level 3 §5.1), the members that matter here.
package typealias RegistrationResponse = CredentialResponse<Registration>

/// What an authenticator says of a passkey that it made.
package struct Registration: Codable, Sendable, AuthenticatorResponse {
    package let clientDataJSON: String
    package let attestationObject: String
    package let transports: [String]?

    package init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
    }
}
