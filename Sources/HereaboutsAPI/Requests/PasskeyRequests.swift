/// Asks for the passkeys of who asks.
public struct PasskeysRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/passkeys", "passkeys", "The passkeys with which somebody logs in to the account.",
        answer: .json(PasskeyList.self), access: .users)
    package static let blank = PasskeysRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks how to ask a browser for a new passkey.
public struct PasskeyOptionsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/passkey-options", "passkey_options",
        "How to ask a browser for a new passkey: what `navigator.credentials.create` takes, as JSON.",
        answer: .json(PasskeyCreationOptions.self), access: .users, needsConfirmation: true,
        failures: [.passkeysUnavailable])
    package static let blank = PasskeyOptionsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
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

extension PasskeyRegistration {
    static let blank = PasskeyRegistration(
        id: "", rawId: "", response: Response(clientDataJSON: "", attestationObject: ""))
}

extension PasskeyAssertion {
    static let blank = PasskeyAssertion(
        id: "", rawId: "", response: Response(clientDataJSON: "", authenticatorData: "", signature: ""))
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

/// Asks how to ask a browser for a passkey to log in with.
public struct LogInOptionsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/session/passkey-options", "log_in_options",
        "How to ask a browser for a passkey to log in with: what `navigator.credentials.get` takes, as JSON.",
        answer: .json(PasskeyRequestOptions.self), failures: [.passkeysUnavailable])
    package static let blank = LogInOptionsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
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

/// Asks how to ask a browser for a passkey of the account that asks.
public struct ConfirmOptionsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation/passkey-options", "confirm_options",
        "How to ask a browser for a passkey of the account: what `navigator.credentials.get` takes, as JSON.",
        answer: .json(PasskeyRequestOptions.self), access: .users, failures: [.passkeysUnavailable, .notFound])
    package static let blank = ConfirmOptionsRequest()
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
