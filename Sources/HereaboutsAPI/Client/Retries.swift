/// When a request that may be sent twice is sent again: after no answer came, or the server said that it is busy or
/// away.
public struct Retries: Sendable {
    /// The wait before each further attempt.
    public let delays: [Duration]

    public init(delays: [Duration]) { self.delays = delays }

    /// Three further attempts within seven seconds.
    public static let standard = Retries(delays: [.seconds(1), .seconds(2), .seconds(4)])
    public static let none = Retries(delays: [])

    /// Whether an answer with this status says that another attempt may do better.
    static func mayHelp(_ status: Int) -> Bool { [502, 503, 504].contains(status) }
}
