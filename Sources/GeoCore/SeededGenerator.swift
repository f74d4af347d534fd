/// Random numbers that are the same in every run (SplitMix64: Steele, Lea and Flood, OOPSLA 2014, doi
/// 10.1145/2660193.2660195).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Numbers of their own for each of `parts`, independent of the numbers for the others.
    package init(seed: UInt64, _ parts: UInt64...) {
        self.init(seed: seed)
        for part in parts { self.init(seed: next() ^ part) }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number of `range`, each equally likely; unlike the standard library's, the same in every version of Swift.
    package mutating func uniform(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) * 0x1p-53)
    }

    /// Returns true with a probability of 0 to 1.
    package mutating func happens(_ probability: Double) -> Bool { uniform(in: 0...1) < probability }

    /// A number of the normal distribution around `mean` (Box and Muller, 1958, doi 10.1214/aoms/1177706645).
    package mutating func normal(_ mean: Double, _ deviation: Double) -> Double {
        let radius = (-2 * Elementary.logarithm(uniform(in: 0x1p-53...1))).squareRoot()
        return mean + deviation * radius * Elementary.cosine(2 * .pi * uniform(in: 0...1))
    }

    /// A number from 0 to `count` − 1; 0 when there is none.
    package mutating func index(below count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

    /// A position in `weights`, with a probability in proportion to its weight; `nil` where all weights are 0.
    package mutating func index(weighted weights: [Double]) -> Int? {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        var rest = uniform(in: 0...1) * sum
        for (index, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return index }
        }
        return weights.lastIndex { $0 > 0 }
    }
}
