/// Asks what was settled when the server was started.
public struct StartSettingsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/settings", "settings", "What was settled when the server was started.",
        answer: .json(StartSettings.self), access: .operators)
    package static let blank = StartSettingsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
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
