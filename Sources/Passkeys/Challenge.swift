/// 32 bytes in the signed data that nobody can guess, so that an answer is valid for one request only (Level 3 §13.4.3).
package struct Challenge: Hashable, Sendable {
    package static let count = 32
    /// The time for an answer; a person may have to find a security key first. Level 3 §15.1 recommends 5 to 10
    /// minutes.
    package static let lifetime = Duration.milliseconds(lifetimeInMilliseconds)
    static let lifetimeInMilliseconds: Int64 = 300_000

    package let bytes: [UInt8]

    /// Makes the challenge of a seal.
    init(sealed bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "a challenge has \(Self.count) bytes")
        self.bytes = bytes
    }

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }
}

extension [UInt8] {
    static func random(_ count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
