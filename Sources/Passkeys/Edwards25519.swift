/// Whether 32 bytes are a point that may be an Ed25519 public key. Crypto takes any 32 bytes.
///
/// With a key that is no point nothing verifies; with one of the eight points of small order, signatures exist that
/// verify for many messages, without a private key.
enum Edwards25519 {
    /// A number below 2²⁵⁶, from the least limb on; modulo p = 2²⁵⁵ − 19.
    private typealias Number = [UInt64]

    private static let prime: Number = [0xffff_ffff_ffff_ffed, .max, .max, 0x7fff_ffff_ffff_ffff]
    private static let one: Number = [1, 0, 0, 0]
    private static let minusOne: Number = [0xffff_ffff_ffff_ffec, .max, .max, 0x7fff_ffff_ffff_ffff]
    /// The curve's d = −121665/121666 (RFC 8032 §5.1).
    private static let d: Number = [
        0x75eb_4dca_1359_78a3, 0x0070_0a4d_4141_d8ab, 0x8cc7_4079_7779_e898, 0x5203_6cee_2b6f_fe73,
    ]
    /// The y of the points of order 1, 2, 4 and 8.
    private static let ofSmallOrder: [Number] = [
        one, minusOne, [0, 0, 0, 0],
        [0xb027_b2c2_8f95_e826, 0xf098_eff2_89f4_c345, 0x3933_c6d3_05ac_dfd5, 0x05fc_536d_8802_38b1],
        [0x4fd8_4d3d_706a_17c7, 0x0f67_100d_760b_3cba, 0xc6cc_392c_fa53_202a, 0x7a03_ac92_77fd_c74e],
    ]

    static func isPublicKey(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 32 else { return false }
        var y: Number = (0..<4).map { limb in
            (0..<8).reduce(0) { $0 | UInt64(bytes[8 * limb + $1]) << (8 * UInt64($1)) }
        }
        y[3] &= 0x7fff_ffff_ffff_ffff
        guard isBelow(y, prime), !ofSmallOrder.contains(y) else { return false }
        // x² = (y² − 1) / (dy² + 1) has a root exactly when the product of both is a square: Euler's criterion.
        let square = product(y, y)
        let value = product(sum(square, minusOne), sum(product(d, square), one))
        // (p − 1) / 2 is 2²⁵⁴ − 10: ones, then 0110.
        var power = one
        for bit in (0..<254).reversed() {
            power = product(power, power)
            if bit > 3 || bit == 2 || bit == 1 { power = product(power, value) }
        }
        return reduced(power) == one
    }

    private static func isBelow(_ left: Number, _ right: Number) -> Bool {
        for limb in (0..<4).reversed() where left[limb] != right[limb] { return left[limb] < right[limb] }
        return false
    }

    private static func sum(_ left: Number, _ right: Number) -> Number {
        var sum = left, carry: UInt64 = 0
        for limb in 0..<4 {
            let (first, overflow) = left[limb].addingReportingOverflow(right[limb])
            let (second, more) = first.addingReportingOverflow(carry)
            sum[limb] = second
            carry = (overflow ? 1 : 0) + (more ? 1 : 0)
        }
        return adding(carry, to: sum)
    }

    /// 2²⁵⁶ is 38 modulo p: what is above goes in below, times 38.
    private static func adding(_ high: UInt64, to number: Number) -> Number {
        var number = number, carry = high * 38
        while carry > 0 {
            for limb in 0..<4 where carry > 0 {
                let (value, overflow) = number[limb].addingReportingOverflow(carry)
                number[limb] = value
                carry = overflow ? 1 : 0
            }
            carry *= 38
        }
        return number
    }

    private static func product(_ left: Number, _ right: Number) -> Number {
        var wide = [UInt64](repeating: 0, count: 8)
        for i in 0..<4 {
            var carry: UInt64 = 0
            for j in 0..<4 { (carry, wide[i + j]) = multiplied(left[i], right[j], plus: wide[i + j], carry) }
            wide[i + 4] = carry
        }
        var carry: UInt64 = 0
        for limb in 0..<4 { (carry, wide[limb]) = multiplied(wide[limb + 4], 38, plus: wide[limb], carry) }
        return adding(carry, to: Array(wide[..<4]))
    }

    /// left × right + two addends, which always fits two limbs.
    private static func multiplied(
        _ left: UInt64, _ right: UInt64, plus first: UInt64, _ second: UInt64
    ) -> (high: UInt64, low: UInt64) {
        var (high, low) = left.multipliedFullWidth(by: right)
        for addend in [first, second] {
            let (value, overflow) = low.addingReportingOverflow(addend)
            low = value
            high += overflow ? 1 : 0
        }
        return (high, low)
    }

    private static func reduced(_ number: Number) -> Number {
        var number = number
        while !isBelow(number, prime) {
            var borrow: UInt64 = 0
            for limb in 0..<4 {
                let (first, underflow) = number[limb].subtractingReportingOverflow(prime[limb])
                let (second, more) = first.subtractingReportingOverflow(borrow)
                number[limb] = second
                borrow = (underflow ? 1 : 0) + (more ? 1 : 0)
            }
        }
        return number
    }
}
