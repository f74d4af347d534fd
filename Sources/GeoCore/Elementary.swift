#if canImport(Glibc)
    // Debug executables call libm for `rounded()`; naming the library here links it. No function of it is called by
    // name.
    import Glibc
#endif

/// The elementary functions of the portable ring, in plain IEEE 754 additions, multiplications and divisions.
///
/// The C library and a browser's `Math` differ from each other in the last bit, and one bit moves a rounded tile
/// coordinate. These give the same bits on every machine. Errors, measured against 500-bit arithmetic: below 1 unit in
/// the last place for `sine`, `cosine`, `exponential` and `logarithm`, 1.5 for the arc functions, 2.5 for `tangent`.
package enum Elementary {
    /// π / 180.
    package static let radiansPerDegree = 0x1.1df46a2529d39p-6

    /// Returns the sine and cosine of `angle` in radians, |angle| ≤ 2²⁰.
    ///
    /// Argument reduction by Cody and Waite with π/2 in three pieces (33 + 33 + 53 bits), then Taylor series on |r| ≤
    /// π/4.
    package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let quarterTurns = nearest(angle * 0x1.45f306dc9c883p-1)
        let coarse = angle - quarterTurns * 0x1.921fb544p+0
        let middle = quarterTurns * 0x1.0b4611a6p-34
        let head = coarse - middle
        let rest = (coarse - head) - middle - quarterTurns * 0x1.3198a2e037073p-69
        let r = head + rest
        let tail = (head - r) + rest
        let sine = sineSeries(r, tail), cosine = cosineSeries(r, tail)
        switch Int64(quarterTurns) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// Returns the sine of `angle` in radians, |angle| ≤ 2²⁰.
    package static func sine(_ angle: Double) -> Double { sineAndCosine(angle).sine }

    /// Returns the cosine of `angle` in radians, |angle| ≤ 2²⁰.
    package static func cosine(_ angle: Double) -> Double { sineAndCosine(angle).cosine }

    /// Returns the tangent of `angle` in radians, |angle| ≤ 2²⁰.
    package static func tangent(_ angle: Double) -> Double {
        let both = sineAndCosine(angle)
        return both.sine / both.cosine
    }

    /// Returns the angle of the vector (x, y) in radians, in −π ... π; 0 for the zero vector.
    package static func arcTangent(y: Double, x: Double) -> Double {
        let steep = y.magnitude > x.magnitude
        let numerator = steep ? x.magnitude : y.magnitude, denominator = steep ? y.magnitude : x.magnitude
        guard denominator > 0 else { return 0 }
        let first = arcTangentOfRatio(numerator, denominator)
        let acute = steep ? (0x1.921fb54442d18p+0 - first) + 0x1.1a62633145c07p-54 : first
        let upper = x < 0 ? (0x1.921fb54442d18p+1 - acute) + 0x1.1a62633145c07p-53 : acute
        return y < 0 ? -upper : upper
    }

    /// Returns the arc sine of `ratio` in radians; values outside −1 ... 1 are taken as the nearer end.
    package static func arcSine(_ ratio: Double) -> Double {
        let inside = min(1, max(-1, ratio))
        return arcTangent(y: inside, x: ((1 - inside) * (1 + inside)).squareRoot())
    }

    /// Returns e to the power of `exponent`; 0 below −708, infinity above 709.
    package static func exponential(_ exponent: Double) -> Double {
        guard exponent < 709 else { return exponent.isNaN ? .nan : .infinity }
        guard exponent > -708 else { return 0 }
        let k = nearest(exponent * 0x1.71547652b82fep+0)
        let r = (exponent - k * 0x1.62e42fefp-1) - k * 0x1.473de6af278edp-34
        var sum = 1.0 / 6_227_020_800
        let coefficients = inverseFactorials
        for index in coefficients.indices { sum = sum * r + coefficients[index] }
        let power = 1 + r * (1 + r * sum)
        return power * Double(sign: .plus, exponent: Int(k), significand: 1)
    }

    /// Returns the natural logarithm of `value`; −∞ at zero, NaN below.
    package static func logarithm(_ value: Double) -> Double {
        guard value > 0 else { return value == 0 ? -.infinity : .nan }
        guard value < .infinity else { return .infinity }
        var exponent = Double(value.exponent), m = value.significand
        if m > 1.4142135623730951 {
            m *= 0.5
            exponent += 1
        }
        let f = m - 1
        let s = f / (2 + f), z = s * s
        var sum = 1.0 / 23
        sum = sum * z + 1.0 / 21
        sum = sum * z + 1.0 / 19
        sum = sum * z + 1.0 / 17
        sum = sum * z + 1.0 / 15
        sum = sum * z + 1.0 / 13
        sum = sum * z + 1.0 / 11
        sum = sum * z + 1.0 / 9
        sum = sum * z + 1.0 / 7
        sum = sum * z + 1.0 / 5
        sum = sum * z + 1.0 / 3
        // 2·atanh(s) = f − s·(f − 2·z·Σ): the leading f is exact, so only a small correction is rounded.
        let correction = s * (f - 2 * z * sum)
        return exponent * 0x1.62e42fefp-1 + (f - (correction - exponent * 0x1.473de6af278edp-34))
    }

    /// Rounds to the nearest integer, ties to even, for |x| < 2⁵¹: one addition and one subtraction, no library call.
    static func nearest(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

    private static func sineSeries(_ r: Double, _ tail: Double) -> Double {
        let z = r * r
        var sum = -1.0 / 1_307_674_368_000
        sum = sum * z + 1.0 / 6_227_020_800
        sum = sum * z - 1.0 / 39_916_800
        sum = sum * z + 1.0 / 362_880
        sum = sum * z - 1.0 / 5_040
        sum = sum * z + 1.0 / 120
        let cube = z * r
        return r - ((z * (0.5 * tail - cube * sum) - tail) + cube * (1.0 / 6))
    }

    private static func cosineSeries(_ r: Double, _ tail: Double) -> Double {
        let z = r * r
        var sum = 1.0 / 20_922_789_888_000
        sum = sum * z - 1.0 / 87_178_291_200
        sum = sum * z + 1.0 / 479_001_600
        sum = sum * z - 1.0 / 3_628_800
        sum = sum * z + 1.0 / 40_320
        sum = sum * z - 1.0 / 720
        sum = sum * z + 1.0 / 24
        let half = 0.5 * z, head = 1 - half
        return head + (((1 - head) - half) + (z * z * sum - r * tail))
    }

    /// 1/12!, 1/11!, …, 1/2!: the coefficients of the exponential series below the first, highest power first.
    private static var inverseFactorials: [11 of Double] {
        [
            1.0 / 479_001_600, 1.0 / 39_916_800, 1.0 / 3_628_800, 1.0 / 362_880, 1.0 / 40_320, 1.0 / 5_040, 1.0 / 720,
            1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2,
        ]
    }

    /// atan(k/8), k = 0 ... 8, as a double and its remainder.
    private static var arcTangentsOfEighths: [9 of (head: Double, tail: Double)] {
        [
            (0, 0), (0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59), (0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57),
            (0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56), (0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56),
            (0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58), (0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56),
            (0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56), (0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55),
        ]
    }

    /// atan(n/d) for 0 ≤ n ≤ d, d > 0, by atan(a) = atan(k/8) + atan((a − k/8) / (1 + a·k/8)).
    private static func arcTangentOfRatio(_ n: Double, _ d: Double) -> Double {
        let k = nearest(n / d * 8), eighth = k / 8
        let t = k == 0 ? n / d : (n - eighth * d) / (d + eighth * n)
        let z = t * t
        var sum = -1.0 / 15
        sum = sum * z + 1.0 / 13
        sum = sum * z - 1.0 / 11
        sum = sum * z + 1.0 / 9
        sum = sum * z - 1.0 / 7
        sum = sum * z + 1.0 / 5
        sum = sum * z - 1.0 / 3
        let base = arcTangentsOfEighths[Int(k)]
        return base.head + (t + (base.tail + t * z * sum))
    }
}
