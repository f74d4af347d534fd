/// Asks for the options with which a browser makes a new passkey.
public struct PasskeyOptionsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/passkey-options", "passkey_options",
        "The options of `navigator.credentials.create`, as JSON, with which a browser makes a new passkey.",
        answer: .json(PasskeyCreationOptions.self), access: .users, needsConfirmation: true,
        failures: [.passkeysUnavailable])
}

/// The options with which a browser makes a new passkey: `PublicKeyCredentialCreationOptionsJSON` of W3C Web
/// Authentication, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it.
public struct PasskeyCreationOptions: Codable, Equatable, Sendable {
    public let rp: Site
    public let user: User
    public let challenge: String
    public let pubKeyCredParams: [Parameter]
    public let timeout: Int
    public let excludeCredentials: [PasskeyDescriptor]
    public let authenticatorSelection: Selection
    public let attestation: String

    package init(
        rp: Site, user: User, challenge: String, pubKeyCredParams: [Parameter], timeout: Int,
        excludeCredentials: [PasskeyDescriptor], authenticatorSelection: Selection, attestation: String
    ) {
        (self.rp, self.user, self.challenge, self.pubKeyCredParams) = (rp, user, challenge, pubKeyCredParams)
        (self.timeout, self.excludeCredentials) = (timeout, excludeCredentials)
        (self.authenticatorSelection, self.attestation) = (authenticatorSelection, attestation)
    }

    /// The server for which the passkey is.
    public struct Site: Codable, Equatable, Sendable {
        public let id: String
        public let name: String

        package init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// The account for which the passkey is.
    public struct User: Codable, Equatable, Sendable {
        public let id: String
        public let name: String
        public let displayName: String

        package init(id: String, name: String, displayName: String) {
            (self.id, self.name, self.displayName) = (id, name, displayName)
        }
    }

    /// An algorithm by its COSE number.
    public struct Parameter: Codable, Equatable, Sendable {
        public let type: String
        public let alg: Int

        package init(type: String, alg: Int) { (self.type, self.alg) = (type, alg) }
    }

    /// The demands on the authenticator.
    public struct Selection: Codable, Equatable, Sendable {
        public let residentKey: String
        public let requireResidentKey: Bool
        public let userVerification: String

        package init(residentKey: String, requireResidentKey: Bool, userVerification: String) {
            (self.residentKey, self.requireResidentKey) = (residentKey, requireResidentKey)
            self.userVerification = userVerification
        }
    }
}

extension PasskeyCreationOptions: Annotated {
    package static let notes = [
        "rp": "The server: the passkey works at the host with this `id`, at any port.",
        "challenge": "Base64url; valid for one answer within five minutes.",
        "pubKeyCredParams": "The algorithms by their COSE number, the preferred one first: Ed25519 and ES256.",
        "timeout": "In milliseconds.",
        "excludeCredentials": "The passkeys that the account already has.",
    ]
}

/// Asks for the options with which a browser shows a passkey to log in.
public struct LogInOptionsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/session/passkey-options", "log_in_options",
        "The options of `navigator.credentials.get`, as JSON, with which a browser shows a passkey to log in.",
        answer: .json(PasskeyRequestOptions.self), failures: [.passkeysUnavailable])
}

/// Asks for the options with which a browser shows a passkey of the account.
public struct ConfirmOptionsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation/passkey-options", "confirm_options",
        "The options of `navigator.credentials.get`, as JSON, with which a browser shows a passkey of the account.",
        answer: .json(PasskeyRequestOptions.self), access: .users, failures: [.passkeysUnavailable, .notFound])
}

/// The options with which a browser shows a passkey: `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication,
/// as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it.
public struct PasskeyRequestOptions: Codable, Equatable, Sendable {
    public let challenge: String
    public let timeout: Int
    public let rpId: String
    public let allowCredentials: [PasskeyDescriptor]
    public let userVerification: String

    package init(
        challenge: String, timeout: Int, rpId: String, allowCredentials: [PasskeyDescriptor], userVerification: String
    ) {
        (self.challenge, self.timeout, self.rpId) = (challenge, timeout, rpId)
        (self.allowCredentials, self.userVerification) = (allowCredentials, userVerification)
    }
}

extension PasskeyRequestOptions: Annotated {
    package static let notes = [
        "challenge": "Base64url; valid for one answer within five minutes.",
        "timeout": "In milliseconds.",
        "allowCredentials": "The passkeys to choose from; empty for any of this server's.",
    ]
}

/// Names a passkey towards the browser.
public struct PasskeyDescriptor: Codable, Equatable, Sendable {
    public let type: String
    public let id: String
    public let transports: [String]

    package init(type: String, id: String, transports: [String]) {
        (self.type, self.id, self.transports) = (type, id, transports)
    }
}

extension PasskeyDescriptor: Annotated {
    package static let notes = [
        "id": "Base64url.",
        "transports": "How the browser reached the passkey before: a hint.",
    ]
}
