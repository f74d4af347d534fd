/// What somebody in a wheelchair should know of a route. What is not mapped is unknown, never good.
///
/// Each part names `steps`, `kerbs`, `ground`, `slope`, `width`, `stated` (what `wheelchair` says), `conveying`
/// (escalators and moving walkways) and `barriers`, as far as there are any.
public struct WheelchairReport: Codable, Equatable, Sendable {
    /// What the quickest walk would meet and wheels do not pass; nothing when there is no walk.
    public let avoided: [String: Amount]?
    public let accepted: [String: Amount]
    public let unknown: [String: Amount]
    /// The same for people, a line each, in the language of the instructions.
    public let text: [String]

    /// How much of one thing there is.
    public struct Amount: Codable, Equatable, Sendable {
        /// Stretches, or places.
        public let count: Int
        /// Of stretches.
        public let distance: Double?
    }
}

extension WheelchairReport: Annotated {
    package static let notes = [
        "avoided":
            "What the quickest walk would meet and wheels do not pass, by kind: `steps`, `kerbs`, `ground`, `slope`, `width`, `stated` (`wheelchair=no`), `conveying` (escalators), `barriers`. Null when there is no walk.",
        "accepted": "What is on this route and takes an effort, by the same kinds.",
        "unknown": "What nobody has mapped of this route, by the same kinds.",
        "text": "The same for people, up to three lines, in the language of the instructions.",
    ]
}

extension WheelchairReport.Amount: Annotated {
    package static let notes = ["count": "Stretches, or places.", "distance": "Metres, of stretches."]
}
