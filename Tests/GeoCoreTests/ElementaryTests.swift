import Foundation
import GeoCore
import TestSupport
import Testing

/// One of the elementary functions: ours, the C library's, and how far ours may be off.
struct ElementaryFunction: Sendable, CustomTestStringConvertible {
    let name: String
    let ours: @Sendable (Double, Double) -> Double
    let reference: @Sendable (Double, Double) -> Double
    /// The largest error we promise, in units in the last place of the true value.
    let promisedUnits: Double
    /// Where arguments are drawn from; each half of them uniformly.
    let domains: [ClosedRange<Double>]
    var testDescription: String { name }

    static let all = [
        ElementaryFunction(
            name: "sine", ours: { x, _ in Elementary.sine(x) }, reference: { x, _ in sin(x) }, promisedUnits: 1,
            domains: [-4...4, -1_048_576...1_048_576]),
        ElementaryFunction(
            name: "cosine", ours: { x, _ in Elementary.cosine(x) }, reference: { x, _ in cos(x) }, promisedUnits: 1,
            domains: [-4...4, -1_048_576...1_048_576]),
        ElementaryFunction(
            name: "tangent", ours: { x, _ in Elementary.tangent(x) }, reference: { x, _ in tan(x) },
            promisedUnits: 2.5, domains: [-1.6...1.6, -1_048_576...1_048_576]),
        ElementaryFunction(
            name: "arcSine", ours: { x, _ in Elementary.arcSine(x) }, reference: { x, _ in asin(x) },
            promisedUnits: 1.5, domains: [-1...1, 0.999...1]),
        ElementaryFunction(
            name: "arcTangent", ours: { y, x in Elementary.arcTangent(y: y, x: x) },
            reference: { y, x in atan2(y, x) }, promisedUnits: 1.5, domains: [-1...1, -1e9...1e9]),
        ElementaryFunction(
            name: "exponential", ours: { x, _ in Elementary.exponential(x) }, reference: { x, _ in exp(x) },
            promisedUnits: 1, domains: [-4...4, -707...708]),
        ElementaryFunction(
            name: "logarithm", ours: { x, _ in Elementary.logarithm(x) }, reference: { x, _ in log(x) },
            promisedUnits: 1, domains: [0.25...4, 1e-9...1e12]),
    ]

    /// Calls `body` with `count` seeded arguments of each domain; the second argument is used by `arcTangent` alone.
    func sweep(count: Int, _ body: (Double, Double) -> Void) {
        var generator = SeededGenerator(seed: 7)
        for domain in domains {
            for _ in 0..<count { body(generator.uniform(in: domain), generator.uniform(in: domain)) }
        }
    }
}

@Suite struct ElementaryTests {
    @Test(arguments: ElementaryFunction.all)
    func `each function keeps its promised error against 500-bit arithmetic`(function: ElementaryFunction) throws {
        var rows = 0, worst = 0.0
        for line in ElementaryTruth.table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words[0] == function.name else { continue }
            let numbers = try words.dropFirst().map { try #require(Double($0)) }
            let head = numbers[numbers.count - 2], tail = numbers[numbers.count - 1]
            let ours = function.ours(numbers[0], numbers[1])
            let error = ((ours - head) - tail).magnitude / head.ulp
            #expect(error <= function.promisedUnits, "\(line)")
            worst = max(worst, error)
            rows += 1
        }
        #expect(rows == 40)
        #expect(worst > 0, "nothing was compared")
    }

    @Test(arguments: ElementaryFunction.all)
    func `each function agrees with the C library`(function: ElementaryFunction) {
        // The C library's own error is below one unit (glibc manual, Errors in Math Functions), half of one mostly.
        let tolerance = function.promisedUnits + 0.5
        var worst = 0.0, worstAt = 0.0
        function.sweep(count: 100_000) { first, second in
            let truth = function.reference(first, second)
            let error = (function.ours(first, second) - truth).magnitude / truth.ulp
            if !(error <= worst) { (worst, worstAt) = (error, first) }
        }
        #expect(worst <= tolerance, "at \(worstAt)")
    }

    /// Checksums over the bits of 20 000 results. A change of one bit changes tiles and routes: make it on purpose
    /// only, and say so in the changelog.
    static let golden: [String: UInt64] = [
        "sine": 0x47a507b09f18db21,
        "cosine": 0xd14d3a448647abce,
        "tangent": 0x783a2578520a9383,
        "arcSine": 0x2d5b7b1e0cf625ea,
        "arcTangent": 0x08dc811d0eecb253,
        "exponential": 0x31c0a73a9a72a950,
        "logarithm": 0xdb462aab787cb7e9,
    ]

    @Test(arguments: ElementaryFunction.all)
    func `results keep their bits`(function: ElementaryFunction) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        function.sweep(count: 10_000) { first, second in
            hash = (hash ^ function.ours(first, second).bitPattern) &* 0x0000_0100_0000_01b3
            hash ^= hash >> 32
        }
        #expect(Self.golden[function.name] == hash)
    }

    @Test func `edges have their limits`() {
        #expect(Elementary.logarithm(0) == -.infinity)
        #expect(Elementary.logarithm(-1).isNaN)
        #expect(Elementary.logarithm(.infinity) == .infinity)
        #expect(Elementary.logarithm(.nan).isNaN)
        #expect(Elementary.exponential(800) == .infinity)
        #expect(Elementary.exponential(-800) == 0)
        #expect(Elementary.exponential(.nan).isNaN)
        #expect(Elementary.arcSine(1.5) == .pi / 2)
        #expect(Elementary.arcSine(-1.5) == -.pi / 2)
        #expect(Elementary.arcTangent(y: 0, x: 0) == 0)
        #expect(Elementary.arcTangent(y: 0, x: -1) == .pi)
    }
}
