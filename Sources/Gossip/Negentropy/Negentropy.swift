/// How this side speaks Negentropy Protocol V1 (github.com/hoytech/negentropy, docs/negentropy-protocol-v1.md): two
/// sides find out which items of two sets each of them lacks, by fingerprints of ranges.
///
/// The protocol leaves it to each side how it divides a range, so that is a parameter here.
package struct Negentropy: Equatable, Sendable {
    static let version: UInt8 = 0x61
    /// The smallest frame limit in bytes.
    package static let smallestFrame = 4096

    /// The most that a side takes from a stranger.
    package struct Limits: Equatable, Sendable {
        /// Ranges in a message.
        package var ranges = 16_384
        /// Messages that the client sends in a session.
        package var rounds = 40
        /// Bytes in both directions in a session.
        package var bytes = 2_000_000

        package init() {}
    }

    package let division: Division
    /// The greatest length of an answer in bytes; `nil`: any.
    package let frameLimit: Int?
    package let limits: Limits

    package init(_ division: Division = .usual, frameLimit: Int? = nil, limits: Limits = Limits()) {
        precondition(frameLimit.map { $0 >= Self.smallestFrame } ?? true, "a frame has at least 4096 bytes")
        (self.division, self.frameLimit, self.limits) = (division, frameLimit, limits)
    }

    /// Returns whether a frame of `count` bytes is full: what still has to follow may need the last 200 bytes.
    func isFull(_ count: Int) -> Bool { frameLimit.map { count > $0 - 200 } ?? false }
}

/// The kinds of ranges in a message.
enum NegentropyMode {
    /// Nothing to say about the range.
    static let skip: UInt64 = 0
    static let fingerprint: UInt64 = 1
    /// All ids of the range.
    static let list: UInt64 = 2
}

/// The part of its limits that a session has used.
package struct NegentropyBudget: Equatable, Sendable {
    package private(set) var rounds = 0
    package private(set) var bytes = 0
    private let limits: Negentropy.Limits

    package init(_ limits: Negentropy.Limits) { self.limits = limits }

    /// Counts a message of the client, which begins a round; returns whether the limits allow it.
    package mutating func startsRound(with count: Int) -> Bool {
        rounds += 1
        return spends(count) && rounds <= limits.rounds
    }

    /// Counts bytes; returns whether the limits allow them.
    package mutating func spends(_ count: Int) -> Bool {
        bytes += count
        return bytes <= limits.bytes
    }
}
