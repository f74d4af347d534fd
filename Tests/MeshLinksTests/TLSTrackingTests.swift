import Foundation
import GeoCore
import MeshLinks
import NIOPosix
import Testing

/// Finds which traces are of one node: by rows of four bytes anywhere, and single bytes at the same place, that no more
/// traces have than one node makes; and by lengths. The length of a signature, which is random, moves the bytes behind
/// it, so many traces share those by chance.
private struct ByteLinker {
    /// What a trace has.
    private enum Feature: Hashable {
        case row(part: Int, UInt32)
        case byte(part: Int, at: Int, UInt8)
        case length(part: Int, Int)

        /// Some random bytes are those of another trace at the same place; a random row never comes twice.
        var weight: Double {
            switch self {
            case .row: 8
            case .byte, .length: 1
            }
        }
    }

    private let features: [[Set<Feature>]]
    private var counts: [Feature: Int] = [:]
    private let total: Double

    /// `traces`: of each period those of all nodes.
    init(_ traces: [[TLSTrace]]) {
        features = traces.map { $0.map(Self.features) }
        for feature in features.joined().joined() { counts[feature, default: 0] += 1 }
        counts = counts.filter { if case .length = $0.key { true } else { $0.value <= traces.count } }
        total = Double(features.joined().count)
    }

    private static func features(of trace: TLSTrace) -> Set<Feature> {
        var found: Set<Feature> = []
        for (number, part) in trace.parts.enumerated() {
            found.insert(.length(part: number, part.count))
            var row: UInt32 = 0
            for (place, byte) in part.enumerated() {
                row = row << 8 | UInt32(byte)
                found.insert(.byte(part: number, at: place, byte))
                if place >= 3 { found.insert(.row(part: number, row)) }
            }
        }
        return found
    }

    /// The sum over what both have: the rarer, the more.
    func likeness(_ period: Int, _ old: Int, _ new: Int) -> Double {
        let (small, large) = (features[period][old], features[period + 1][new])
        return small.reduce(0) { sum, feature in
            guard let count = counts[feature], large.contains(feature) else { return sum }
            return sum + feature.weight * log(total / Double(count))
        }
    }
}

@Suite struct TLSTrackingTests {
    private typealias Heard = (capture: Capture, labels: [[(label: String, node: Int)]])

    private static let nodes = Capture.nodes

    /// Records ten nodes in three periods. `renews`: whether they take new keys with their labels.
    private func traces(_ recorder: TLSRecorder, renews: Bool = true) async throws -> [[TLSTrace]] {
        let transports = try (0..<Self.nodes).map { _ in
            let side = Side(), credentials = LinkCredentials(nodeKey: side.key, rosterEntry: side.entry, relays: true)!
            let (secret, period, policy) = (side.secret, side.period, side.policy)
            return try LinkTransport(group: MultiThreadedEventLoopGroup.singleton) {
                Handshake.Setup(secret: secret, credentials: credentials, period: period, policy: policy)
            }
        }
        var traces: [[TLSTrace]] = []
        for _ in 0..<Capture.periods {
            var those: [TLSTrace] = []
            for transport in transports {
                those.append(try await recorder.trace(transport))
                if renews { try transport.renewIdentity() }
            }
            traces.append(those)
        }
        return traces
    }

    /// How many traces of a period the linker assigns to the right one of the period before, by TLS alone, or with
    /// what `capture` says of the labels that the nodes had.
    private func right(_ traces: [[TLSTrace]], _ capture: Heard? = nil) -> Int {
        let linker = ByteLinker(traces)
        var right = 0
        for period in 0..<Capture.periods - 1 {
            for old in 0..<Self.nodes {
                let scores = (0..<Self.nodes).map { new in
                    linker.likeness(period, old, new)
                        + (capture.map { Self.likeness($0, period, old, new) } ?? 0)
                }
                // In random order: where the linker knows nothing, it takes any.
                let guess = (0..<Self.nodes).shuffled().max { scores[$0] < scores[$1] }
                if guess == old { right += 1 }
            }
        }
        return right
    }

    private static func likeness(_ heard: Heard, _ period: Int, _ old: Int, _ new: Int) -> Double {
        let one = heard.labels[period].first { $0.node == old }
        let other = heard.labels[period + 1].first { $0.node == new }
        guard let one, let other else { return 0 }
        return heard.capture.likeness(one.label, other.label)
    }

    @Test func `neither the bytes of TLS nor announcements tell which node is which after a change`() async throws {
        let recorder = try await TLSRecorder()
        let captures = TrackingTests.captures
        var byTLS = 0, byBoth = 0
        for seed in 1...UInt64(captures) {
            let traces = try await traces(recorder)
            #expect(traces.joined().allSatisfy { $0.hello.count > 200 && $0.certificate.count > 200 })
            #expect(traces.joined().allSatisfy { $0.answer.count > $0.certificate.count })
            byTLS += right(traces)
            byBoth += right(traces, Capture.made(seed: seed))
        }
        try await recorder.close()
        let tried = Double(captures * Self.nodes * (Capture.periods - 1))
        // Chance is one in ten, and five percent more are allowed. The keys of TLS have no seed, so five deviations
        // are, too: with a hundred captures they are less than that.
        let most = 0.1 + max(0.05, 5 * (0.09 / tried).squareRoot())
        #expect(Double(byTLS) / tried <= most, "\(byTLS) of \(tried) by TLS")
        #expect(Double(byBoth) / tried <= most, "\(byBoth) of \(tried) by both")
        print("right of \(Int(tried)): \(byTLS) by TLS, \(byBoth) by TLS and announcements")
    }

    @Test func `the linker would notice keys that stay, and eight bytes of a node's own`() async throws {
        let recorder = try await TLSRecorder()
        let all = Self.nodes * (Capture.periods - 1)
        #expect(right(try await traces(recorder, renews: false)) == all)
        var marked = try await traces(recorder)
        try await recorder.close()
        for node in 0..<Self.nodes {
            let mark = (0..<8).map { _ in UInt8.random(in: 0...255) }
            // Each time at another place.
            for period in marked.indices {
                marked[period][node].hello.replaceSubrange(100 + 20 * period..<108 + 20 * period, with: mark)
            }
        }
        #expect(right(marked) >= all * 3 / 4)
    }
}
