/// Makes a token for a program, for the account of the logged-in user.
///
/// A token is the secret of a program's session. This session does not start confirmed, so requests that need
/// confirmation are refused until the program confirms it.
public struct NewTokenRequest: BodyRequest, FieldlessRequest {
    public var body: Program

    /// The program that gets the token.
    public struct Program: Codable, Equatable, Sendable {
        public var label: String

        public init(label: String) { self.label = label }
    }

    public init(label: String) { body = Program(label: label) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/tokens", "new_token",
        "Makes a bearer token with which a program acts for your account. No later answer contains it.",
        answer: .created(NewToken.self), access: .users, needsConfirmation: true, failures: [.invalidBody])
    package static let blank = NewTokenRequest(label: "")
}

extension NewTokenRequest.Program: Annotated {
    package static let notes = ["label": "The program's name in the list of sessions."]
}

/// Makes a token for a program that is not logged in, by the account's name and password.
///
/// The session starts confirmed, because the password has just proved who begins it.
public struct IssueTokenRequest: BodyRequest, FieldlessRequest {
    public var body: Program

    /// The program that gets the token, with the account's name and password.
    public struct Program: Codable, Equatable, Sendable {
        public var name: String
        public var password: String
        public var label: String
        public var nonce: String?

        public init(name: String, password: String, label: String, nonce: String? = nil) {
            self.name = name
            self.password = password
            self.label = label
            self.nonce = nonce
        }
    }

    public init(_ credentials: Credentials, label: String, nonce: String? = nil) {
        body = Program(name: credentials.name, password: credentials.password, label: label, nonce: nonce)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/tokens", "issue_token",
        "Makes a bearer token for a program, by the account's name and password; the program need not be logged in.",
        answer: .created(NewToken.self), failures: [.invalidBody, .wrongCredentials, .noMesh])
    package static let blank = IssueTokenRequest(Credentials(name: "", password: ""), label: "")
}

extension IssueTokenRequest.Program: Annotated {
    package static let notes = [
        "label": "The program's name in the list of sessions.",
        "nonce": """
        32 random bytes, 64 hexadecimal digits in small letters: the answer then proves which node of the mesh made the \
        token.
        """,
    ]
}

/// A program's secret. The server keeps only its digest, so no later answer can contain it.
public struct NewToken: Codable, Equatable, Sendable {
    public let token: String
    public let proof: Proof?

    public init(token: String, proof: Proof? = nil) { (self.token, self.proof) = (token, proof) }

    /// Which node of the mesh made the token. At the name of the place another one may answer the next request, and must
    /// not get it.
    public struct Proof: Codable, Equatable, Sendable {
        public let node: String
        public let signature: String

        public init(node: String, signature: String) { (self.node, self.signature) = (node, signature) }
    }
}

extension NewToken: Annotated {
    package static let notes = [
        "token": "Send it as `Authorization: Bearer TOKEN`.",
        "proof": "Which node of the mesh made the token; missing where the request has no nonce.",
    ]
}

extension NewToken.Proof: Annotated {
    package static let notes = [
        "node": "The node's Ed25519 key, 64 hexadecimal digits.",
        "signature": """
        Its signature of `hereabouts token 1`, a zero byte, the nonce's bytes and the SHA-256 of the token's text: 128 \
        hexadecimal digits.
        """,
    ]
}
