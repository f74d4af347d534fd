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

/// Why nobody can use a passkey at the address at which the server was asked.
public enum PasskeyObstacle: String, Codable, Sendable, CaseIterable {
    case ipAddress = "ip-address"
    case insecure
    case invalidHost = "invalid-host"
}

extension PasskeyObstacle: WireWords {}

/// How a browser is asked for a new passkey: `PublicKeyCredentialCreationOptionsJSON` of W3C Web Authentication, as
/// `PublicKeyCredential.parseCreationOptionsFromJSON` takes it.
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

    public struct Site: Codable, Equatable, Sendable {
        public let id: String
        public let name: String

        package init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    public struct User: Codable, Equatable, Sendable {
        public let id: String
        public let name: String
        public let displayName: String

        package init(id: String, name: String, displayName: String) {
            (self.id, self.name, self.displayName) = (id, name, displayName)
        }
    }

    public struct Parameter: Codable, Equatable, Sendable {
        public let type: String
        public let alg: Int

        package init(type: String, alg: Int) { (self.type, self.alg) = (type, alg) }
    }

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
        "challenge": "Base64url; good for one answer within five minutes.",
        "pubKeyCredParams": "The algorithms by their COSE number, the preferred one first: Ed25519 and ES256.",
        "timeout": "In milliseconds.", "excludeCredentials": "The passkeys that the account has already.",
    ]
}

/// How a browser is asked to show a passkey: `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication, as
/// `PublicKeyCredential.parseRequestOptionsFromJSON` takes it.
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
        "challenge": "Base64url; good for one answer within five minutes.", "timeout": "In milliseconds.",
        "allowCredentials": "The passkeys that may be shown; empty for any of this server's.",
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
    package static let notes = ["id": "Base64url.", "transports": "How the browser reached it before: a hint."]
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
