/// Asks for the passkeys of who asks.
public struct PasskeysRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/passkeys", "passkeys", "The passkeys with which somebody logs in to the account.",
        answer: .json(PasskeyList.self), access: .users)
    package static let blank = PasskeysRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// The passkeys of an account.
public struct PasskeyList: Codable, Equatable, Sendable {
    public let passkeys: [Passkey]

    public init(passkeys: [Passkey]) { self.passkeys = passkeys }

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
        "label": "The browser that it was made with, unless it was given a name.",
        "created": "As ISO 8601 in UTC.",
        "used": "When somebody last logged in or confirmed with it, as ISO 8601 in UTC; left out for never.",
        "is_synced": "Whether its owner's other devices have it, too, or a copy in their keeper of passwords.",
    ]
}

/// Adds a passkey to the account of who asks.
public struct AddPasskeyRequest: BodyRequest {
    public var body: NewPasskey

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
        "Adds the passkey that a browser made, as the same session asked for by `passkey_options`.",
        answer: .created(PasskeyList.Passkey.self), access: .users, needsConfirmation: true,
        failures: [
            .invalidBody, .invalidPasskey, .passkeysUnavailable, .unknownChallenge, .passkeyTaken, .quotaReached,
            .changedMeanwhile, .notFound,
        ])
    package static let blank = AddPasskeyRequest(.blank)
    // Browsers' newer versions write more.
    package static let refusesUnknownMembers = false
    package func visit(_ fields: inout some FieldVisitor) {}
}

extension AddPasskeyRequest.NewPasskey: Annotated {
    package static let notes = [
        "label": "1 to 80 characters; the browser's name when this is missing.",
        "credential": "What `toJSON()` of the new credential gives.",
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

/// Removes a passkey of who asks.
public struct RemovePasskeyRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/passkeys/{id}", "remove_passkey", "Removes a passkey: nobody logs in with it any more.",
        answer: .nothing, access: .users, needsConfirmation: true, failures: [.notFound])
    package static let blank = RemovePasskeyRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Logs in with a passkey: the answer sets the session's cookie.
public struct LogInWithPasskeyRequest: BodyRequest {
    public var body: PasskeyAssertion

    public init(_ assertion: PasskeyAssertion) { body = assertion }

    package static let endpoint = Endpoint(
        .post, "/api/v1/session/passkey", "log_in_with_passkey",
        "Begins a session of the page for who shows a passkey, as asked for by `log_in_options`; it counts as confirmed.",
        answer: .json(Me.self),
        failures: [
            .invalidBody, .wrongCredentials, .passkeyCopied, .passkeysUnavailable, .unknownChallenge,
            .changedMeanwhile,
        ])
    package static let blank = LogInWithPasskeyRequest(.blank)
    package static let refusesUnknownMembers = false
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Confirms whose account it is, with a passkey.
public struct ConfirmWithPasskeyRequest: BodyRequest {
    public var body: PasskeyAssertion

    public init(_ assertion: PasskeyAssertion) { body = assertion }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation/passkey", "confirm_with_passkey",
        "Confirms the session that asks, as the password does, with a passkey that it asked for by `confirm_options`.",
        answer: .json(Confirmation.self), access: .users,
        failures: [
            .invalidBody, .wrongCredentials, .passkeyCopied, .passkeysUnavailable, .unknownChallenge,
            .changedMeanwhile,
        ])
    package static let blank = ConfirmWithPasskeyRequest(.blank)
    package static let refusesUnknownMembers = false
    package func visit(_ fields: inout some FieldVisitor) {}
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

/// Why nobody can use a passkey at the address at which the server was asked.
public enum PasskeyObstacle: String, Codable, Sendable, CaseIterable {
    case ipAddress = "ip-address"
    case insecure
    case invalidHost = "invalid-host"
}

extension PasskeyObstacle: WireWords {}
