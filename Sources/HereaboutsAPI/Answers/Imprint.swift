/// Who runs the place, as its operators tell it; all but the revision is missing until they do.
public struct Imprint: Codable, Equatable, Sendable {
    /// Counts the changes, from 0 when nothing was ever told; told again when one changes it.
    public let revision: Int
    public let title: String?
    /// Paragraphs, with an empty line between them.
    public let text: String?
    public let contact: String?
    public let pictures: [Picture]

    public init(revision: Int, title: String?, text: String?, contact: String?, pictures: [Picture]) {
        self.revision = revision
        self.title = title
        self.text = text
        self.contact = contact
        self.pictures = pictures
    }
}

extension Imprint: Annotated {
    package static let notes = [
        "revision": "Counts the changes, from 0 when nothing was ever told; told again when one changes it.",
        "text": "Plain text: paragraphs with an empty line between them.",
        "contact": "One line, such as an address to write to.",
    ]
}

/// What was settled when the server was started, and only changes with the way it is started.
public struct StartSettings: Codable, Equatable, Sendable {
    public let guests: GuestPolicyName
    public let simulatedVisitors: Bool
    public let backups: Backups?

    public init(guests: GuestPolicyName, simulatedVisitors: Bool, backups: Backups?) {
        self.guests = guests
        self.simulatedVisitors = simulatedVisitors
        self.backups = backups
    }

    enum CodingKeys: String, CodingKey {
        case guests, backups
        case simulatedVisitors = "simulated_visitors"
    }

    /// How backups go.
    public struct Backups: Codable, Equatable, Sendable {
        /// When the last was made, as ISO 8601 in UTC; `nil` before the first.
        public let last: String?
        public let problem: String?

        public init(last: String?, problem: String?) { (self.last, self.problem) = (last, problem) }
    }
}

extension StartSettings: Annotated {
    package static let notes = [
        "guests": "What people may do who are not logged in, besides using the map.",
        "simulated_visitors": "Whether visitors who do not exist live here.",
        "backups": "How backups go; not there when none are wanted.",
    ]
}

extension StartSettings.Backups: Annotated {
    package static let notes = [
        "last": "When the last was made, as ISO 8601 in UTC; not there before the first.",
        "problem": "Why none was made since; not there when all is well.",
    ]
}

/// What people may do who are not logged in; each may do what the ones before it may.
public enum GuestPolicyName: String, Codable, Sendable, CaseIterable {
    case none, look, post
}

extension GuestPolicyName: WireWords {}
