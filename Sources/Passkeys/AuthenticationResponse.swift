/// The request body of a log-in: the members of AuthenticationResponseJSON (Level 3 §5.1) that matter here.
package typealias AuthenticationResponse = CredentialResponse<Assertion>

/// An authenticator's proof that it has a passkey.
package struct Assertion: Codable, Sendable, AuthenticatorResponse {
    package let clientDataJSON: String
    package let authenticatorData: String
    package let signature: String
    package let userHandle: String?

    package init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

extension CredentialResponse where Content == Assertion {
    /// The account that the answer names; `nil` if it names none.
    package var userHandle: UserHandle? {
        get throws(PasskeyError) {
            guard let text = response.userHandle, !text.isEmpty else { return nil }
            let bytes = try Answer.bytes(of: text, .userHandle, limit: UserHandle.maximumCount)
            guard let handle = UserHandle(bytes: bytes) else { throw .malformed(.userHandle) }
            return handle
        }
    }
}
