import GeoCore
import Gossip
import TestSupport
import Testing

/// 100 000 items and 200 more, of which each side lacks some: the sets of the measurement in docs/mesh.md.
private struct Spread: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Bytes and rounds of the reference implementation, by parts and list: 16 and 32, 8 and 16, 4 and 4.
    let reference: [(bytes: Int, rounds: Int?)]
    let missing: @Sendable (inout ReferenceNumbers) -> (client: Set<Int>, server: Set<Int>)

    static let count = 100_200

    static let all = [
        Spread(
            testDescription: "spread evenly, both ways", reference: [(206_791, 2), (91_148, 3), (90_849, 5)],
            missing: { numbers in
                var client: Set<Int> = [], server: Set<Int> = []
                while client.count < 100 { client.insert(numbers.index(below: count)) }
                while server.count < 100 {
                    let number = numbers.index(below: count)
                    if !client.contains(number) { server.insert(number) }
                }
                return (client, server)
            }),
        Spread(
            testDescription: "spread evenly, one way", reference: [(113_764, nil), (53_829, nil), (47_339, nil)],
            missing: { numbers in
                var server: Set<Int> = []
                while server.count < 100 { server.insert(numbers.index(below: count)) }
                return ([], server)
            }),
        Spread(
            testDescription: "ten clusters", reference: [(22_126, 3), (16_814, nil), (15_315, 5)],
            missing: { numbers in
                var client: Set<Int> = [], server: Set<Int> = []
                for _ in 0..<10 {
                    let start = numbers.index(below: count - 1000)
                    client.formUnion(start..<start + 10)
                    server.formUnion(start + 200..<start + 210)
                }
                return (client.subtracting(server), server)
            }),
        Spread(
            testDescription: "the newest", reference: [(4863, nil), (4846, nil), (9243, nil)],
            missing: { _ in
                (Set((0..<100).map { count - 1 - 2 * $0 }), Set((0..<100).map { count - 2 - 2 * $0 }))
            }),
        Spread(
            testDescription: "nothing", reference: [(338, 1), (170, 1), (86, 1)], missing: { _ in ([], []) }),
    ]

    /// What ours should not exceed: that of 8 and 16, but for equal sets, where the opening has sixteen parts.
    var goal: Int { testDescription == "nothing" ? 340 : reference[1].bytes }
}

/// The random numbers of the measurement: a linear congruential generator in JavaScript, whose numbers are `Double`s
/// and lose their lowest bits.
private struct ReferenceNumbers {
    private var seed = 1.0

    mutating func index(below count: Int) -> Int {
        let next = Int64(seed * 1_103_515_245 + 12_345) & 0x7fff_ffff
        seed = Double(next)
        return Int(next) % count
    }
}

@Suite struct NegentropyBytesTests {
    private static let items = (0..<Spread.count).map { number in
        NegentropyItem(time: 1_790_000_000 + UInt64(Double(number) * 6.048), id: MessageID(item: number))
    }

    private func set(without missing: Set<Int>) -> ItemRuns {
        ItemRuns(Self.items.indices.filter { !missing.contains($0) }.map { Self.items[$0] })
    }

    @Test(arguments: Spread.all)
    private func `a session sends the reference's bytes where it divides as that does, and fewer as usual`(
        spread: Spread
    ) throws {
        var numbers = ReferenceNumbers()
        let (onlyClient, onlyServer) = spread.missing(&numbers)
        let client = set(without: onlyServer), server = set(without: onlyClient)
        func found(_ session: NegentropySession) -> Bool {
            session.have == Set(onlyClient.map { Self.items[$0].id })
                && session.need == Set(onlyServer.map { Self.items[$0].id })
        }
        for ((parts, list), reference) in zip([(16, 32), (8, 16), (4, 4)], spread.reference) {
            let session = try NegentropySession(client, server, Negentropy(.even(parts: parts, list: list)))
            print("\(spread.testDescription), \(parts)/\(list): \(session.bytes) bytes, \(session.rounds) rounds")
            #expect(found(session) && session.bytes == reference.bytes)
            if let rounds = reference.rounds { #expect(session.rounds == rounds) }
        }
        var generator = SeededGenerator(seed: 54)
        let sessions = try (0..<15).map { _ in try NegentropySession(client, server, using: &generator) }
        let bytes = sessions.map(\.bytes), mean = bytes.reduce(0, +) / bytes.count
        print(
            "\(spread.testDescription), ours: mean \(mean) bytes of \(bytes.sorted()), \(sessions.map(\.rounds)) rounds"
        )
        #expect(sessions.allSatisfy { found($0) && $0.rounds <= 5 })
        #expect(mean <= spread.goal && (bytes.max() ?? 0) <= spread.reference[0].bytes * 11 / 10)
    }
}
