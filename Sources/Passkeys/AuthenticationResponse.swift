/// What a page sends to log in: AuthenticationResponseJSON (Level 3 §5.1), the members that matter here.
package struct AuthenticationResponse: Codable, Sendable {
    package struct Response: Codable, Sendable {
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

    package let id: String
    package let rawId: String
    package let type: String
    package let response: Response

    package init(id: String, rawId: String, type: String = "public-key", response: Response) {
        self.id = id
        self.rawId = rawId
        self.type = type
        self.response = response
    }

    /// The challenge that this says it answers, to look up what was asked.
    package var challenge: Challenge {
        get throws(PasskeyError) { try Answer.challenge(in: response.clientDataJSON) }
    }

    /// The passkey that this says it is of, to look up its record.
    package var credentialID: CredentialID {
        get throws(PasskeyError) { try Answer.credentialID(id: id, rawId: rawId, type: type) }
    }

    /// Whose passkey it says it is; `nil` where it does not say.
    package var userHandle: UserHandle? {
        get throws(PasskeyError) {
            guard let text = response.userHandle, !text.isEmpty else { return nil }
            let bytes = try Answer.bytes(of: text, .userHandle, limit: UserHandle.maximumCount)
            guard let handle = UserHandle(bytes: bytes) else { throw .malformed(.userHandle) }
            return handle
        }
    }
}
