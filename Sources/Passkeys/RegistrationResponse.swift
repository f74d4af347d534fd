/// What a page sends when a passkey was made: RegistrationResponseJSON (Level 3 §5.1), the members that matter here.
package struct RegistrationResponse: Codable, Sendable {
    package struct Response: Codable, Sendable {
        package let clientDataJSON: String
        package let attestationObject: String
        package let transports: [String]?

        package init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
            self.clientDataJSON = clientDataJSON
            self.attestationObject = attestationObject
            self.transports = transports
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
}

/// What both kinds of answer have in common.
enum Answer {
    static func credentialID(id: String, rawId: String, type: String) throws(PasskeyError) -> CredentialID {
        guard type.isExactly("public-key") else { throw .malformed(.type) }
        guard id.isExactly(rawId) else { throw .malformed(.rawId) }
        guard let id = CredentialID(bytes: try bytes(of: id, .id, limit: CredentialID.maximumCount)) else {
            throw .malformed(.id)
        }
        return id
    }

    static func challenge(in clientDataJSON: String) throws(PasskeyError) -> Challenge {
        let clientData = try ClientData(json: Self.clientDataJSON(clientDataJSON))
        guard let challenge = Base64URL.decode(clientData.challenge).flatMap(Challenge.init(bytes:)) else {
            throw .otherChallenge
        }
        return challenge
    }

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
