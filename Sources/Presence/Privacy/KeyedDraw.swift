import Crypto
import FoundationEssentials

/// Draws random numbers that nobody can predict without a person's key, and that are the same each time. A watcher can
/// average away noise that is drawn anew, but not noise that is drawn once.
struct KeyedDraw: Sendable {
    private let key: SymmetricKey

    /// Makes draws for one use of a person's key.
    init(_ key: PersonKey, for use: StaticString) { self.key = key.derived(for: use) }

    /// Returns three numbers in 0 ..< 1 for `subject`, uniform and independent of those of any other subject.
    func three(_ subject: [Int64]) -> (Double, Double, Double) {
        let bytes = bytes(24, of: subject)
        return (Self.number(bytes[0..<8]), Self.number(bytes[8..<16]), Self.number(bytes[16..<24]))
    }

    /// Returns `count` bytes for `subject`, at most 32.
    func bytes(_ count: Int, of subject: [Int64]) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        for number in subject {
            code.update(data: stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) })
        }
        return Array(code.finalize().prefix(count))
    }

    /// Returns `count` bytes for `subject`, at most 32.
    func bytes(_ count: Int, of subject: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: subject, using: key).prefix(count))
    }

    /// Returns one number for `subject`.
    func word(of subject: [UInt8]) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: subject, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Uses 53 of 64 bits, as many as a Double has.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
        let word = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Double(word >> 11) * 0x1p-53
    }
}
