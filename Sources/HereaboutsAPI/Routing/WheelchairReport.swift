/// Obstacles of a route for a wheelchair. Whatever is not mapped is unknown, never good.
///
/// Each part has `steps`, `kerbs`, `ground`, `slope`, `width`, `stated` (the tag `wheelchair`), `conveying` (escalators
/// and moving walkways) and `barriers`, as far as there are any.
public struct WheelchairReport: Codable, Equatable, Sendable {
    public let avoided: [String: Amount]?
    public let accepted: [String: Amount]
    public let unknown: [String: Amount]
    public let text: [String]

    /// How much of one thing there is.
    public struct Amount: Codable, Equatable, Sendable {
        public let count: Int
        public let distance: Double?
    }
}

extension WheelchairReport: Annotated {
    package static let notes = [
        "avoided": """
        What the quickest walk would meet and a wheelchair cannot pass, by kind: `steps`, `kerbs`, `ground`, \
        `slope`, `width`, `stated` (`wheelchair=no`), `conveying` (escalators), `barriers`. Null when there is \
        no walk.
        """,
        "accepted": "What this route has that takes an effort, by the same kinds.",
        "unknown": "What nobody has mapped along this route, by the same kinds.",
        "text": "The same for people, in up to three lines, in the language of the instructions.",
    ]
}

extension WheelchairReport.Amount: Annotated {
    package static let notes = [
        "count": "How many stretches or places.",
        "distance": "The length of stretches, in metres.",
    ]
}
