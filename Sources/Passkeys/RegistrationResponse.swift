/// The request body of a new passkey: the members of RegistrationResponseJSON (Level 3 §5.1) that matter here.
package typealias RegistrationResponse = CredentialResponse<Registration>

/// An authenticator's statement about a passkey that it made.
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
