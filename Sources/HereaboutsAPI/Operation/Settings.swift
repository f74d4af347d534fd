/// Asks for the settings with which the server was started.
public struct StartSettingsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/settings", "settings", "The settings with which the server was started.",
        answer: .json(StartSettings.self), access: .operators)
}

/// The settings with which the server was started. Only a restart changes them.
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

    /// The state of backups.
    public struct Backups: Codable, Equatable, Sendable {
        public let last: String?
        public let problem: String?

        public init(last: String?, problem: String?) { (self.last, self.problem) = (last, problem) }
    }
}

extension StartSettings: Annotated {
    package static let notes = [
        "guests": "What guests may do, besides using the map.",
        "simulated_visitors": "Whether simulated visitors live here.",
        "backups": "How backups go; missing when the operator wants none.",
    ]
}

extension StartSettings.Backups: Annotated {
    package static let notes = [
        "last": "When the last backup was made, as ISO 8601 in UTC; missing before the first.",
        "problem": "Why no backup was made since; missing when all is well.",
    ]
}

/// What guests may do. Each policy also allows what the ones before it allow.
public enum GuestPolicyName: String, Codable, Sendable, CaseIterable {
    case none, look, post
}

extension GuestPolicyName: WireWords {}
