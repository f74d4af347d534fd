import GeoCore
import Gossip

/// Two nodes have the same eighty messages, and each two that the other lacks. The sums of these are equal, as a
/// patient adversary can make them (MESH.md §3). Comparisons cut the sets at random places: 25 of them find the
/// difference in at least 99 of 100 pairs of sets.
struct HiddenSums {
    static let common = 80
    static let limit = 25

    private struct Pair {
        var client: ItemRuns
        var server: ItemRuns
        var onlyClient: Set<MessageID>
        var onlyServer: Set<MessageID>
    }

    private var generator: SeededGenerator
    private var report = Attack.Report()

    init(seed: UInt64) { generator = SeededGenerator(seed: seed, 77) }

    consuming func run(_ events: Int, _ atHalfTime: () -> Void) throws -> Attack.Report {
        var pairs = 0, late = 0, most = 0
        while report.events < events {
            let pair = self.pair()
            var tries = 0, isFound = false
            repeat {
                tries += 1
                report.events += 1
                if report.events == events / 2 { atHalfTime() }
                isFound = try compare(pair)
            } while !isFound && tries < 1000
            pairs += 1
            if tries > Self.limit { late += 1 }
            if !isFound { report.faults.append("a thousand comparisons found nothing") }
            most = max(most, tries)
        }
        report.remark =
            "\(pairs) pairs of sets, \(late) of them found after more than \(Self.limit) comparisons, \(most) at most"
        if late * 100 > pairs { report.faults.append("\(late) of \(pairs) differences were found late") }
        return report
    }

    private mutating func id() -> MessageID {
        let number = generator.next()
        return MessageID(
            PortableSHA256.digest(of: (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }))
    }

    /// The sets: a second for each common message, and one in their midst for the others.
    private mutating func pair() -> Pair {
        let place = generator.index(below: Self.common + 1)
        var items: [NegentropyItem] = []
        for number in 0..<Self.common {
            items.append(NegentropyItem(time: UInt64(1_790_000_000 + number + (number < place ? 0 : 1)), id: id()))
        }
        let first = id(), second = id(), third = id()
        var sum = IDSum()
        sum.add(first)
        sum.add(second)
        sum.subtract(third)
        guard let rest = Bytes32(sum.bytes) else { preconditionFailure("a sum has 32 bytes") }
        let fourth = MessageID(rest), time = UInt64(1_790_000_000 + place)
        func set(_ ids: [MessageID]) -> ItemRuns { ItemRuns(items + ids.map { NegentropyItem(time: time, id: $0) }) }
        return Pair(
            client: set([first, second]), server: set([third, fourth]), onlyClient: [first, second],
            onlyServer: [third, fourth])
    }

    /// Compares the sets once; returns whether the difference was found, as a whole or not at all.
    private mutating func compare(_ pair: Pair) throws -> Bool {
        let settings = Negentropy(.usual, frameLimit: 32_768)
        var client = NegentropyClient(settings), have: Set<MessageID> = [], need: Set<MessageID> = []
        var message = client.opening(of: pair.client, using: &generator)
        while true {
            let answer = try NegentropyServer.answer(message, from: pair.server, settings)
            let step = try client.receive(answer, about: pair.client)
            have.formUnion(step.have)
            need.formUnion(step.need)
            guard case .send(let next) = step.next else { break }
            message = next
        }
        guard !have.isEmpty || !need.isEmpty else { return false }
        if have != pair.onlyClient || need != pair.onlyServer { report.faults.append("a comparison found other ids") }
        return true
    }
}
