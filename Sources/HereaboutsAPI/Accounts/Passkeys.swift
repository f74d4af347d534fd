/// Asks for the account's passkeys.
public struct PasskeysRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/passkeys", "passkeys", "The passkeys that log in to the account.",
        answer: .json(PasskeyList.self), access: .users)
}

/// The passkeys of an account.
public struct PasskeyList: Codable, Equatable, Sendable {
    public let passkeys: [Passkey]

    public init(passkeys: [Passkey]) { self.passkeys = passkeys }

    /// A passkey of the account.
    public struct Passkey: Codable, Equatable, Sendable {
        public let id: String
        public let label: String
        public let created: String
        public let used: String?
        public let isSynced: Bool

        public init(id: String, label: String, created: String, used: String?, isSynced: Bool) {
            (self.id, self.label, self.created, self.used, self.isSynced) = (id, label, created, used, isSynced)
        }

        enum CodingKeys: String, CodingKey {
            case id, label, created, used
            case isSynced = "is_synced"
        }
    }
}

extension PasskeyList: Annotated {
    package static let notes = ["passkeys": "Newest first."]
}

extension PasskeyList.Passkey: Annotated {
    package static let notes = [
        "label": "The browser that created it, unless its owner gave it a name.",
        "created": "When it was added, as ISO 8601 in UTC.",
        "used":
            "When somebody last logged in or confirmed with it, as ISO 8601 in UTC; missing when nobody has.",
        "is_synced": "Whether a copy exists on the owner's other devices or in a password manager.",
    ]
}

/// Adds a passkey to the account.
public struct AddPasskeyRequest: BodyRequest, FieldlessRequest {
    public var body: NewPasskey

    /// A passkey to add.
    public struct NewPasskey: Codable, Equatable, Sendable {
        public var label: String?
        public var credential: PasskeyRegistration

        public init(label: String? = nil, credential: PasskeyRegistration) {
            (self.label, self.credential) = (label, credential)
        }
    }

    public init(_ credential: PasskeyRegistration, label: String? = nil) {
        body = NewPasskey(label: label, credential: credential)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/passkeys", "add_passkey",
        "Adds a passkey that a browser made with the options that the same session got from `passkey_options`.",
        answer: .created(PasskeyList.Passkey.self), access: .users, needsConfirmation: true,
        failures: [
            .invalidBody, .invalidPasskey, .passkeysUnavailable, .unknownChallenge, .passkeyTaken, .quotaReached,
            .changedMeanwhile, .notFound,
        ])
    package static let blank = AddPasskeyRequest(.blank)
    // Browsers' newer versions write more.
    package static let refusesUnknownMembers = false
}

extension AddPasskeyRequest.NewPasskey: Annotated {
    package static let notes = [
        "label": "1 to 80 characters; the browser's name when this is missing.",
        "credential": "The result of the new credential's `toJSON()`.",
    ]
}

/// A new passkey, as `PublicKeyCredential.toJSON()` writes it; its other members are not read.
public struct PasskeyRegistration: Codable, Equatable, Sendable {
    public var id: String
    public var rawId: String
    public var type: String
    public var response: Response

    public init(id: String, rawId: String, type: String = "public-key", response: Response) {
        (self.id, self.rawId, self.type, self.response) = (id, rawId, type, response)
    }

    /// The authenticator's answer.
    public struct Response: Codable, Equatable, Sendable {
        public var clientDataJSON: String
        public var attestationObject: String
        public var transports: [String]?

        public init(clientDataJSON: String, attestationObject: String, transports: [String]? = nil) {
            (self.clientDataJSON, self.attestationObject) = (clientDataJSON, attestationObject)
            self.transports = transports
        }
    }
}

extension PasskeyRegistration {
    static let blank = PasskeyRegistration(
        id: "", rawId: "", response: Response(clientDataJSON: "", attestationObject: ""))
}

/// Removes a passkey of the account.
public struct RemovePasskeyRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/passkeys/{id}", "remove_passkey", "Removes a passkey: nobody can log in with it any more.",
        answer: .nothing, access: .users, needsConfirmation: true, failures: [.notFound])
}

/// Logs in with a passkey: the answer sets the session's cookie.
public struct LogInWithPasskeyRequest: BodyRequest, FieldlessRequest {
    public var body: PasskeyAssertion

    public init(_ assertion: PasskeyAssertion) { body = assertion }

    package static let endpoint = Endpoint(
        .post, "/api/v1/session/passkey", "log_in_with_passkey",
        """
        Logs in with a passkey that a browser showed for `log_in_options`. This begins a session of the page, which \
        counts as confirmed.
        """,
        answer: .json(Me.self),
        failures: [
            .invalidBody, .wrongCredentials, .passkeyCopied, .passkeysUnavailable, .unknownChallenge,
            .changedMeanwhile,
        ])
    package static let blank = LogInWithPasskeyRequest(.blank)
    package static let refusesUnknownMembers = false
}

/// Confirms the session with a passkey.
public struct ConfirmWithPasskeyRequest: BodyRequest, FieldlessRequest {
    public var body: PasskeyAssertion

    public init(_ assertion: PasskeyAssertion) { body = assertion }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation/passkey", "confirm_with_passkey",
        """
        Confirms the session that asks, as the password does, with a passkey that a browser showed for \
        `confirm_options`.
        """,
        answer: .json(Confirmation.self), access: .users,
        failures: [
            .invalidBody, .wrongCredentials, .passkeyCopied, .passkeysUnavailable, .unknownChallenge,
            .changedMeanwhile,
        ])
    package static let blank = ConfirmWithPasskeyRequest(.blank)
    package static let refusesUnknownMembers = false
}

/// A passkey that somebody shows, as `PublicKeyCredential.toJSON()` writes it; its other members are not read.
public struct PasskeyAssertion: Codable, Equatable, Sendable {
    public var id: String
    public var rawId: String
    public var type: String
    public var response: Response

    public init(id: String, rawId: String, type: String = "public-key", response: Response) {
        (self.id, self.rawId, self.type, self.response) = (id, rawId, type, response)
    }

    /// The authenticator's answer.
    public struct Response: Codable, Equatable, Sendable {
        public var clientDataJSON: String
        public var authenticatorData: String
        public var signature: String
        public var userHandle: String?

        public init(clientDataJSON: String, authenticatorData: String, signature: String, userHandle: String? = nil) {
            (self.clientDataJSON, self.authenticatorData) = (clientDataJSON, authenticatorData)
            (self.signature, self.userHandle) = (signature, userHandle)
        }
    }
}

extension PasskeyAssertion {
    static let blank = PasskeyAssertion(
        id: "", rawId: "", response: Response(clientDataJSON: "", authenticatorData: "", signature: ""))
}

/// Why passkeys do not work at the address at which the server was asked.
public enum PasskeyObstacle: String, Codable, Sendable, CaseIterable {
    case ipAddress = "ip-address"
    case insecure
    case invalidHost = "invalid-host"
    /// All nodes of a place share the address, and a passkey would belong to all of them.
    case placeName = "place-name"
}

extension PasskeyObstacle: WireWords {}
