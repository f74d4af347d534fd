/// Who is asking, and what they may do.
public struct Me: Codable, Equatable, Sendable {
    /// `nil` for guests.
    public let account: Account?
    public let mayLook: Bool
    public let mayPost: Bool
    /// Who may register.
    public let registration: RegistrationPolicyName
    /// Why nobody can use a passkey at the address that was asked; `nil` where they can.
    public let passkeysUnavailable: PasskeyObstacle?

    public init(
        account: Account?, mayLook: Bool, mayPost: Bool, registration: RegistrationPolicyName,
        passkeysUnavailable: PasskeyObstacle? = nil
    ) {
        self.account = account
        self.mayLook = mayLook
        self.mayPost = mayPost
        self.registration = registration
        self.passkeysUnavailable = passkeysUnavailable
    }

    enum CodingKeys: String, CodingKey {
        case account, registration
        case mayLook = "may_look"
        case mayPost = "may_post"
        case passkeysUnavailable = "passkeys_unavailable"
    }
}

extension Me: Annotated {
    package static let notes = [
        "passkeys_unavailable":
            "Why nobody can use a passkey at the address at which this was asked; left out where they can."
    ]
}

/// Who may register: everybody, who has a link that an operator made, or nobody.
public enum RegistrationPolicyName: String, Codable, Sendable, CaseIterable {
    case open, invited, closed
}

extension RegistrationPolicyName: WireWords {}

/// Somebody who is registered.
public struct Account: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let role: RoleName
    /// When it was made, as ISO 8601 in UTC.
    public let created: String

    public init(id: String, name: String, role: RoleName, created: String) {
        self.id = id
        self.name = name
        self.role = role
        self.created = created
    }
}

/// What somebody may do; each may do what the ones before it may.
public enum RoleName: String, Codable, Sendable, CaseIterable {
    case user, curator, `operator`
}

extension RoleName: WireWords {}

public struct AccountList: Codable, Equatable, Sendable {
    public let accounts: [Account]

    public init(accounts: [Account]) { self.accounts = accounts }
}

/// The browsers and programs that act for an account.
public struct SessionList: Codable, Equatable, Sendable {
    public let sessions: [Session]

    public init(sessions: [Session]) { self.sessions = sessions }

    public struct Session: Codable, Equatable, Sendable {
        public let id: String
        public let kind: Kind
        public let label: String
        /// As ISO 8601 in UTC.
        public let created: String
        public let expires: String
        /// Whether it is the one that asks.
        public let isCurrent: Bool
        /// As ISO 8601 in UTC; `nil` for one that is not known to have been used.
        public let used: String?

        public init(
            id: String, kind: Kind, label: String, created: String, expires: String, isCurrent: Bool,
            used: String? = nil
        ) {
            self.id = id
            self.kind = kind
            self.label = label
            self.created = created
            self.expires = expires
            self.isCurrent = isCurrent
            self.used = used
        }

        enum CodingKeys: String, CodingKey {
            case id, kind, label, created, expires, used
            case isCurrent = "is_current"
        }

        public enum Kind: String, Codable, Sendable, CaseIterable {
            case page, program
        }
    }
}

extension SessionList.Session: Annotated {
    package static let notes = [
        "created": "As ISO 8601 in UTC.", "used": "When it was last used, as ISO 8601 in UTC, up to an hour too early.",
        "is_current": "Whether it is the one that asks.",
    ]
}

extension SessionList.Session.Kind: WireWords {}

/// A program's secret. It is shown once.
public struct NewToken: Codable, Equatable, Sendable {
    /// Sent as `Authorization: Bearer TOKEN`.
    public let token: String

    public init(token: String) { self.token = token }
}

extension NewToken: Annotated {
    package static let notes = ["token": "Sent as `Authorization: Bearer TOKEN`."]
}

/// A page of the timeline.
public struct PostPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    /// Asks for the page behind this one, as `before`; `nil` at the end.
    public let next: String?
    /// Of the first page: all changes up to this cursor of the live stream are in it.
    public let changed: String?

    public init(posts: [Post], next: String?, changed: String? = nil) {
        self.posts = posts
        self.next = next
        self.changed = changed
    }
}

extension PostPage: Annotated {
    package static let notes = [
        "posts": "Newest first.", "next": "Asks for the page behind this one, as `before`; left out at the end.",
        "changed": "Of the first page: all changes up to this cursor of the live stream are in it.",
    ]
}

/// Something somebody said, here and now.
public struct Post: Codable, Equatable, Sendable {
    public let id: String
    public let author: Author
    public let message: String
    /// As ISO 8601 in UTC, with milliseconds.
    public let created: String
    /// Counts the changes: 1 as it was written.
    public let revision: Int
    public let location: Location?
    public let picture: Picture?
    /// Whether a visitor wrote it who does not exist; left out when not.
    public let isSimulated: Bool?
    /// Whether an operator has hidden it; then only its author and operators see it.
    public let isHidden: Bool

    public init(
        id: String, author: Author, message: String, created: String, revision: Int, location: Location?,
        picture: Picture? = nil, isSimulated: Bool? = nil, isHidden: Bool
    ) {
        self.id = id
        self.author = author
        self.message = message
        self.created = created
        self.revision = revision
        self.location = location
        self.picture = picture
        self.isSimulated = isSimulated
        self.isHidden = isHidden
    }

    enum CodingKeys: String, CodingKey {
        case id, author, message, created, revision, location, picture
        case isSimulated = "is_simulated"
        case isHidden = "is_hidden"
    }

    public struct Author: Codable, Equatable, Sendable {
        /// The account; `nil` for guests.
        public let id: String?
        public let name: String

        public init(id: String?, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Where and how its author was.
    public struct Location: Codable, Equatable, Sendable {
        public let lat: Double
        public let lon: Double
        /// Radius in metres.
        public let accuracy: Double?
        public let place: String
        /// One of eight names in English, or `unknown`.
        public let facing: String
        /// How fast, in English: `resting`, `walking`, …
        public let speed: String

        public init(lat: Double, lon: Double, accuracy: Double?, place: String, facing: String, speed: String) {
            self.lat = lat
            self.lon = lon
            self.accuracy = accuracy
            self.place = place
            self.facing = facing
            self.speed = speed
        }
    }
}

extension Post: Annotated {
    package static let notes = [
        "created": "ISO 8601 in UTC, with milliseconds.",
        "revision": "Counts the changes: 1 as it was written.",
        "location": "Where it was written, if its author said.",
        "is_simulated": "Whether a visitor wrote it who does not exist; left out when not.",
        "picture": "What it shows, if its author added a picture.",
        "is_hidden": "Whether an operator has hidden it; then only its author and operators see it.",
    ]
}

extension Post.Location: Annotated {
    package static let notes = [
        "accuracy": "Radius in metres.",
        "facing": "North, NE, East, SE, South, SW, West, NW or unknown.",
        "speed": "resting, walking, running, cycling, driving, in train or flying.",
    ]
}

/// A picture, whose pixels are at `/pictures/{id}/{size}`.
public struct Picture: Codable, Equatable, Sendable {
    public let id: String
    /// In pixels, of the largest size there is.
    public let width: Int
    public let height: Int
    /// What is to be seen, if somebody said.
    public let text: String?

    public init(id: String, width: Int, height: Int, text: String? = nil) {
        self.id = id
        self.width = width
        self.height = height
        self.text = text
    }
}

extension Picture: Annotated {
    package static let notes = [
        "id": "Its pixels are at `/pictures/{id}/{size}`.", "width": "In pixels, of the largest size there is.",
        "height": "In pixels, of the largest size there is.", "text": "What is to be seen, if somebody said.",
    ]
}

/// A page of the posts whose reports wait for an operator.
public struct ReportPage: Codable, Equatable, Sendable {
    public let posts: [Post]
    /// Asks for the page behind this one, as `before`; `nil` at the end.
    public let next: String?

    public init(posts: [Post], next: String?) {
        self.posts = posts
        self.next = next
    }

    /// A post and what is said against it.
    public struct Post: Codable, Equatable, Sendable {
        public let post: HereaboutsAPI.Post
        /// How many have reported it.
        public let count: Int
        /// The newest 20 of these reports, newest first.
        public let reports: [Report]

        public init(post: HereaboutsAPI.Post, count: Int, reports: [Report]) {
            self.post = post
            self.count = count
            self.reports = reports
        }
    }

    public struct Report: Codable, Equatable, Sendable {
        public let id: String
        /// Who reported it.
        public let reporter: String
        public let reason: String
        public let created: String

        public init(id: String, reporter: String, reason: String, created: String) {
            self.id = id
            self.reporter = reporter
            self.reason = reason
            self.created = created
        }
    }
}

extension ReportPage: Annotated {
    package static let notes = [
        "posts": "The one that was reported last first.",
        "next": "Asks for the page behind this one, as `before`; left out at the end.",
    ]
}

extension ReportPage.Post: Annotated {
    package static let notes = [
        "count": "How many have reported it.", "reports": "The newest 20 of these reports, newest first.",
    ]
}

extension ReportPage.Report: Annotated {
    package static let notes = [
        "reporter": "The name of who reported it.", "created": "ISO 8601 in UTC, with milliseconds.",
    ]
}
