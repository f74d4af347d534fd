package import GeoCore

/// The classes of messages. Each has one life and one limit of size. Nodes reconcile class by class, in this order.
package enum MessageClass: UInt8, CaseIterable, Sendable {
    case roster = 1, keys, now, plan, mail, talk, posts, pictures

    /// How long a message of this class lives after its time; `nil`: until another one replaces it.
    ///
    /// The life is the class's and not the message's: the expired part of a class, sorted by time, is its beginning, so
    /// two nodes that reconcile leave the same part out.
    package var life: Milliseconds? {
        switch self {
        case .roster, .plan: nil
        case .now: 6 * Self.hour
        case .talk: 3 * Self.day
        case .mail: 7 * Self.day
        case .keys: 8 * Self.day
        case .posts, .pictures: 30 * Self.day
        }
    }

    /// The greatest length of a body in bytes.
    package var maximumBody: Int {
        switch self {
        case .now, .keys: 512
        case .roster: 4096
        case .talk, .mail: 8192
        case .posts: 32_768
        case .pictures: 49_152
        case .plan: 65_536
        }
    }

    /// The lengths of a body that hides its content, shortest first: senders pad to the next one. `nil`: any length.
    package var paddedBodies: [Int]? { isSealed ? [512, 2048, 8192] : nil }

    /// Whether only the receiver can read the body. Such messages have neither author nor signature outside.
    package var isSealed: Bool { self == .mail }

    private static let hour: Milliseconds = 3_600_000
    private static let day: Milliseconds = 24 * hour
}
