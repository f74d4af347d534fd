import Crypto
import FoundationEssentials

/// Draws that nobody can foretell without a person's key, and that come out alike each time: noise that is drawn anew
/// can be averaged away, noise that is drawn once cannot.
struct KeyedDraw: Sendable {
    private let key: SymmetricKey

    /// Draws for one use of a person's key.
    init(_ key: PersonKey, for use: StaticString) { self.key = key.derived(for: use) }

    /// Three numbers in 0 ..< 1 for `subject`, evenly distributed and independent of those of any other.
    func three(_ subject: [Int64]) -> (Double, Double, Double) {
        let bytes = bytes(24, of: subject)
        return (Self.number(bytes[0..<8]), Self.number(bytes[8..<16]), Self.number(bytes[16..<24]))
    }

    /// At most 32 bytes for `subject`.
    func bytes(_ count: Int, of subject: [Int64]) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        for number in subject {
            code.update(data: stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) })
        }
        return Array(code.finalize().prefix(count))
    }

    /// One number for `subject`.
    func word(of subject: [UInt8]) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: subject, using: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 53 of 64 bits, as many as a Double has.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
        let word = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Double(word >> 11) * 0x1p-53
    }
}
