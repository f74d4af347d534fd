import Crypto

/// Makes challenges that nobody has to remember, and knows them again.
///
/// A challenge holds the time of its issue and a digest that only who has the key can make. So whoever has the key knows
/// for which purpose it was issued, and whether it has expired. The seal does not know whether it was answered before.
///
/// The 32 bytes of a challenge: 6 bytes of milliseconds since 1970, the highest first; 10 random bytes; the first 16
/// bytes of the HMAC-SHA-256 (RFC 2104) of a label, those 16 bytes, and the purpose.
package struct ChallengeSeal: Sendable {
    /// The length of a key, in bytes.
    package static let keyLength = 32
    private static let label = Array("challenge of passkeys 1".utf8)
    private static let timeLength = 6, randomLength = 10
    /// How far the clocks of servers may differ, in milliseconds.
    private static let clockError: Int64 = 10_000

    private let key: SymmetricKey

    /// Makes the seal of a key of `keyLength` random bytes.
    package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// Returns a new key.
    package static func newKey(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        .random(keyLength, using: &generator)
    }

    /// Returns a new challenge.
    ///
    /// - Parameters:
    ///   - purpose: What the answer may do.
    ///   - time: The time of issue, in milliseconds since 1970.
    package func challenge(
        for purpose: [UInt8], at time: Int64, using generator: inout some RandomNumberGenerator
    ) -> Challenge {
        let bits = UInt64(bitPattern: time) << 16
        let issue = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        let bytes = issue + .random(Self.randomLength, using: &generator)
        return Challenge(sealed: bytes + digest(of: bytes, for: purpose))
    }

    /// Returns when a challenge was issued, in milliseconds since 1970; `nil` unless it was issued for `purpose` with the
    /// same key, and less than `Challenge.lifetime` before `now`.
    package func issue(of challenge: Challenge, for purpose: [UInt8], at now: Int64) -> Int64? {
        let bytes = Array(challenge.bytes.prefix(Self.timeLength + Self.randomLength))
        // Every byte is compared, so that the time taken does not depend on the first difference.
        let difference = zip(challenge.bytes.dropFirst(bytes.count), digest(of: bytes, for: purpose))
            .reduce(0) { $0 | ($1.0 ^ $1.1) }
        guard difference == 0 else { return nil }
        let issue = bytes.prefix(Self.timeLength).reduce(0) { $0 << 8 | Int64($1) }
        let isOpen = issue <= now + Self.clockError && now - issue < Challenge.lifetimeInMilliseconds
        return isOpen ? issue : nil
    }

    private func digest(of bytes: [UInt8], for purpose: [UInt8]) -> ArraySlice<UInt8> {
        Array(HMAC<SHA256>.authenticationCode(for: Self.label + bytes + purpose, using: key))
            .prefix(Challenge.count - Self.timeLength - Self.randomLength)
    }
}
