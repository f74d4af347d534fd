import Foundation
import GeoCore
import MeshLinks
import Testing

/// What somebody hears who takes down all packets but cannot tell who sent them, and wants to know which new label
/// belongs to the node of an old one.
struct Capture {
    /// When each label was first named, and when its goodbye came.
    private var begins: [String: Milliseconds] = [:]
    private var ends: [String: Milliseconds] = [:]
    /// The labels that one question listed.
    private var questions: [(time: Milliseconds, labels: Set<String>)] = []
    /// The labels that were named in one packet.
    private var together: [Set<String>] = []
    /// When each label was announced.
    private var answers: [String: [Milliseconds]] = [:]

    init(_ packets: [Air.Packet]) {
        for packet in packets {
            guard let message = packet.message else { continue }
            let labels = Air.labels(message)
            guard message.isResponse else {
                questions.append((packet.time, labels))
                continue
            }
            if labels.count > 1 { together.append(labels) }
            for label in labels {
                begins[label] = min(packet.time, begins[label] ?? .max)
                answers[label, default: []].append(packet.time)
                if message.answers.first?.timeToLive == 0 { ends[label] = packet.time }
            }
        }
    }

    /// Everything that ten nodes say in five periods, of which three begin whole.
    static let nodes = 10
    static let periods = 3
    /// In milliseconds: shorter than the usual one, but longer than records live.
    static let period: Milliseconds = 300_000

    /// Returns what was heard, and the nodes of the labels that began in each of three periods.
    static func made(seed: UInt64) -> (capture: Capture, labels: [[(label: String, node: Int)]]) {
        var air = Air()
        air.loss = 0.1
        air.chance = SeededGenerator(seed: seed, 1)
        for node in 0..<nodes {
            var settings = Air.settings()
            settings.period = period
            _ = air.add(settings, seed: seed << 8 | UInt64(node))
            air.pass(Milliseconds.random(in: 0...20_000, using: &air.chance))
        }
        let first = period - Air.start % period
        air.pass(first + 4 * period - air.time)
        var owners: [String: Int] = [:]
        for (node, entry) in air.nodes.enumerated() {
            for label in entry.renewed { owners[label.description] = node }
        }
        let capture = Capture(air.packets)
        let labels = (0..<Milliseconds(periods)).map { number in
            capture.labels(begunIn: first + number * period..<first + (number + 1) * period).compactMap { label in
                owners[label].map { (label, $0) }
            }
        }
        return (capture, labels)
    }

    /// The labels that began between two times.
    func labels(begunIn times: Range<Milliseconds>) -> [String] {
        begins.filter { times.contains($0.value) }.keys.sorted()
    }

    /// How much speaks for one node behind both labels. Each term is a way in which careless nodes give themselves
    /// away.
    func likeness(_ old: String, _ new: String) -> Double {
        guard let begin = begins[new] else { return -.infinity }
        let end = ends[old] ?? .max
        // A packet that names both.
        var score = together.contains { $0.isSuperset(of: [old, new]) } ? 1000.0 : 0
        // One that ends when the other begins.
        if abs(end - begin) < 5000 { score += 100 }
        // A question that leaves both out, as a node that does not list itself would, or exactly one, as it would not.
        for question in questions where question.time > begin + 10_000 && question.time < end {
            let listed = (question.labels.contains(old) ? 1 : 0) + (question.labels.contains(new) ? 1 : 0)
            score += [1, -1, 0][listed]
        }
        // Answers that always come at the same moment.
        let times = Set(answers[new] ?? [])
        score += Double((answers[old] ?? []).count { times.contains($0) }) / 10
        return score
    }
}

@Suite struct TrackingTests {
    /// How many captures are made; `make soak-mesh` makes a hundred.
    static let captures = ProcessInfo.processInfo.environment["CAPTURES"].flatMap { Int($0) } ?? 5

    /// Returns how many new labels a listener assigned to the right old ones, of how many.
    private func linked(seed: UInt64) -> (right: Int, tried: Int) {
        let (capture, labels) = Capture.made(seed: seed)
        var right = 0, tried = 0
        for (old, new) in zip(labels, labels.dropFirst()) {
            for (label, node) in old {
                let guess = new.max { capture.likeness(label, $0.label) < capture.likeness(label, $1.label) }
                tried += 1
                if guess?.node == node { right += 1 }
            }
        }
        return (right, tried)
    }

    @Test func `a listener who cannot see addresses does no better than chance`() {
        var right = 0, tried = 0
        for seed in 1...UInt64(Self.captures) {
            let result = linked(seed: seed)
            (right, tried) = (right + result.right, tried + result.tried)
        }
        #expect(tried == Self.captures * Capture.nodes * (Capture.periods - 1))
        // Chance is one in ten; five percent more are allowed, and two deviations of so few guesses.
        let deviation = (0.09 / Double(tried)).squareRoot()
        #expect(Double(right) / Double(tried) <= 0.1 + max(0.05, 2 * deviation), "\(right) of \(tried)")
    }

    @Test func `the listener would notice nodes that do not list themselves, or name two labels at once`() {
        // The same listener on packets of careless nodes, made by hand: he is no straw man.
        func packet(_ time: Milliseconds, _ labels: [String], isResponse: Bool) -> Air.Packet {
            var message = DNSMessage()
            message.isResponse = isResponse
            message.answers = labels.map {
                DNSRecord(
                    DNSName(known: "_hereabouts._tcp.local"), .ptr(DNSName(known: "\($0)._hereabouts._tcp.local")),
                    timeToLive: 120)
            }
            return Air.Packet(
                time: time, sender: 0, bytes: message.bytes, segment: Segment(InterfaceID(rawValue: 1), .ipv4))
        }
        let old = (0..<3).map { "000000000000000\($0)" }, new = (0..<3).map { "000000000000001\($0)" }
        let begun =
            old.map { packet(0, [$0], isResponse: true) } + new.map { packet(1_000_000, [$0], isResponse: true) }
        let all = Set(old + new)
        let gaps = (0..<3).map { node in
            packet(1_100_000, all.subtracting([old[node], new[node]]).sorted(), isResponse: false)
        }
        let byGaps = Capture(begun + gaps)
        let byPacket = Capture(begun + [packet(1_200_000, [old[1], new[1]], isResponse: true)])
        for node in 0..<3 {
            #expect(new.max { byGaps.likeness(old[node], $0) < byGaps.likeness(old[node], $1) } == new[node])
        }
        #expect(new.max { byPacket.likeness(old[1], $0) < byPacket.likeness(old[1], $1) } == new[1])
    }
}
