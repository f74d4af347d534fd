import GeoCore
import Gossip
import Mesh
import MeshSimulation
import Testing

struct QuotaTests {
    /// Two nodes that get the same messages in different orders, and meet afterwards.
    private func meeting(_ messages: [Message], seed: UInt64) throws -> Simulation {
        var settings = Simulation.Settings()
        settings.mesh.classes[.talk].entryADay = 30
        var simulation = Simulation(settings)
        // They do not stamp: the messages are stamped.
        for number in 0..<2 { try simulation.add(FakeSigner(UInt64(number))) }
        simulation.roster.named = [FakeSigner(100).key]
        try simulation.spreadRoster()
        var generator = SeededGenerator(seed: seed)
        for message in messages.shuffled(using: &generator) { try simulation.write(message, at: 0) }
        for message in messages.shuffled(using: &generator) where generator.happens(0.8) {
            try simulation.write(message, at: 1)
        }
        try simulation.connect(0, 1)
        try simulation.run(for: 200_000)
        return simulation
    }

    /// 200 messages of a named author and 100 of strangers, over a quarter of an hour.
    private func overQuota() throws -> [Message] {
        let simulation = Simulation(Simulation.Settings())
        var messages: [Message] = []
        for number: UInt64 in 0..<300 {
            let author = FakeSigner(number.isMultiple(of: 3) ? 200 + number % 9 : 100)
            let time = HybridTime(milliseconds: simulation.settings.start - 7_200_000 + Int64(number) * 3000)
            messages.append(
                try simulation.message(by: author, at: time, number).stamped(by: FakeSigner(0), at: time))
        }
        return messages
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `quotas leave the same messages in every order of arrival, and equal sets compare in one round`(seed: UInt64)
        throws
    {
        let messages = try overQuota()
        var simulation = try meeting(messages, seed: seed)
        #expect(simulation.shown(0) == simulation.shown(1))
        // The oracle: in the order of time, whatever fits into its spans.
        #expect(simulation.shown(0) == greedy(messages))
        try expectOneRound(&simulation)
    }

    private func expectOneRound(_ simulation: inout Simulation) throws {
        simulation.probe = ComparisonProbe()
        try simulation.run(for: 90_000)
        #expect(simulation.probe.comparisons > 0)
        #expect(simulation.probe.mostRounds == 1)
    }

    private func greedy(_ messages: [Message]) -> Set<MessageID> {
        var counts: [String: Int] = [:], kept: Set<MessageID> = []
        for message in messages.sorted(by: { $0.order < $1.order }) {
            guard let author = message.author else { continue }
            let time = message.time.milliseconds
            var spans = [
                ("\(author.beginning) \(time / 600_000)", 80), ("\(author.beginning) d\(time / 86_400_000)", 500),
            ]
            if author != FakeSigner(100).key { spans.append(("strangers \(time / 86_400_000)", 30)) }
            guard spans.allSatisfy({ counts[$0.0, default: 0] < $0.1 }) else { continue }
            for (span, _) in spans { counts[span, default: 0] += 1 }
            kept.insert(message.id)
        }
        return kept
    }

    @Test func `a node that hears late of an author's name keeps no more than one that knew it`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
        try simulation.spreadRoster()
        try simulation.connect(0, 1)
        // A stranger counts anew at each member, so all 120 are kept.
        let author = FakeSigner(100)
        for number: UInt64 in 0..<120 {
            try simulation.write(simulation.message(by: author, number), at: Int(number % 2))
            try simulation.run(for: 1000)
        }
        #expect(simulation.shown(0).count == 120)
        simulation.roster.named = [author.key]
        try simulation.add(FakeSigner(2))
        try simulation.spreadRoster()
        try simulation.connect(2, 0)
        try simulation.run(for: 100_000)
        for node in 0..<3 { #expect(simulation.shown(node) == greedy(simulation.written, most: 80)) }
        try expectOneRound(&simulation)
    }

    private func greedy(
        _ written: [MessageID: (time: Milliseconds, last: Milliseconds, nodes: Int)], most: Int
    ) -> Set<MessageID> {
        Set(written.sorted { $0.value.time < $1.value.time }.prefix(most).map(\.key))
    }

    @Test func `a node that has older messages of registers keeps no more new ones than a node without them`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
        simulation.roster.registers = [.roomLine]
        simulation.roster.named = [FakeSigner(100).key]
        try simulation.spreadRoster()
        // 80 fit in ten minutes.
        for (spanStart, subjects) in [(0, 0..<80), (600_000, 80..<100), (1_200_000, 0..<100)] {
            try simulation.run(until: Int64(spanStart))
            for subject in subjects {
                let about = SubjectID(high: 1, low: UInt64(subject))
                try simulation.write(simulation.message(by: FakeSigner(100), about: about), at: 0)
                try simulation.run(for: 10)
            }
        }
        try simulation.connect(1, 0)
        try simulation.run(for: 100_000)
        #expect(simulation.shown(0).count == 100)
        #expect(simulation.shown(1) == simulation.shown(0))
        try expectOneRound(&simulation)
    }

    @Test func `a whole guide that a curator publishes at once comes to the other nodes`() throws {
        var simulation = try MeshLine(2).simulation
        let curator = FakeSigner(100)
        simulation.roster.curators = [curator.key]
        try simulation.spreadRoster()
        for field: UInt64 in 0..<1000 {
            let about = SubjectID(high: 2, low: field)
            let message = try simulation.message(.guideChange, by: curator, about: about, field)
            #expect(try simulation.write(message, at: 0) == .kept)
        }
        try simulation.run(for: 60_000)
        #expect(simulation.shown(1).count == 1000)
        #expect(simulation.closed.isEmpty)
    }

    @Test func `what a flood displaced comes back once operators hide the flood`() throws {
        var settings = Simulation.Settings()
        settings.mesh.classes[.talk].count = 100
        var simulation = Simulation(settings)
        for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
        simulation.roster.named = [FakeSigner(100).key, FakeSigner(101).key]
        try simulation.spreadRoster()
        var old: Set<MessageID> = []
        for number: UInt64 in 0..<40 {
            let message = try simulation.message(by: FakeSigner(100), number)
            for node in 0..<2 { try simulation.write(message, at: node) }
            old.insert(message.id)
            try simulation.run(for: 1000)
        }
        for number: UInt64 in 0..<160 {
            try simulation.write(simulation.message(by: FakeSigner(101), number), at: 0)
            try simulation.run(for: 10_000)
        }
        #expect(simulation.shown(0).isDisjoint(with: old))
        simulation.roster.hiddenAuthors = [FakeSigner(101).key]
        try simulation.spreadRoster()
        try simulation.connect(0, 1)
        try simulation.run(for: 100_000)
        #expect(simulation.shown(0) == old && simulation.shown(1) == old)
        try expectOneRound(&simulation)
    }
}
