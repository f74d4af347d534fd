/// An authenticator's answer, as a page forwards it.
package protocol AuthenticatorResponse: Codable, Sendable {
    var clientDataJSON: String { get }
}

/// An answer with its passkey (PublicKeyCredential's JSON, Level 3 §5.1).
package struct CredentialResponse<Content: AuthenticatorResponse>: Codable, Sendable {
    package typealias Response = Content

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

    /// The challenge that the answer names, for finding the request.
    package var challenge: Challenge {
        get throws(PasskeyError) {
            let clientData = try ClientData(json: Answer.clientDataJSON(response.clientDataJSON))
            guard let challenge = Base64URL.decode(clientData.challenge).flatMap(Challenge.init(bytes:)) else {
                throw .otherChallenge
            }
            return challenge
        }
    }

    /// The passkey that the answer names, for finding its record.
    package var credentialID: CredentialID {
        get throws(PasskeyError) {
            guard type.isExactly("public-key") else { throw .malformed(.type) }
            guard id.isExactly(rawId) else { throw .malformed(.rawId) }
            guard let id = CredentialID(bytes: try Answer.bytes(of: id, .id, limit: CredentialID.maximumCount)) else {
                throw .malformed(.id)
            }
            return id
        }
    }
}

/// Decodes the texts of answers.
enum Answer {
    /// Browsers write about 200 bytes, and an origin may be long.
    static func clientDataJSON(_ text: String) throws(PasskeyError) -> [UInt8] {
        try bytes(of: text, .clientDataJSON, limit: 4096)
    }

    static func bytes(of text: String, _ part: PasskeyError.Part, limit: Int) throws(PasskeyError) -> [UInt8] {
        // Four characters stand for three bytes.
        guard text.utf8.count <= limit * 4 / 3 + 1 else { throw .tooLong(part, limit: limit) }
        guard let bytes = Base64URL.decode(text) else { throw .malformed(part) }
        return bytes
    }
}
