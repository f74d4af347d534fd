import GeoCore
import Gossip
import Mesh
import MeshSimulation
import Testing

struct AttackTests {
    @Test(arguments: Attack.allCases)
    func `an attack changes nothing for others, and leaves memory flat`(attack: Attack) throws {
        let report = try attack.run(events: 10_000, entryADay: 200, seed: 1)
        #expect(report.faults.isEmpty)
        #expect(report.events > 0)
        // Honest messages come still, and up to 1024 records of offenders; what grows with each event would double. Ids
        // of messages that are too old are remembered for five minutes, which is longer than this run.
        let slack = attack == .timeShift ? 6000.0 : 1100
        #expect(Double(report.footprint) < 1.5 * Double(report.halfFootprint) + slack)
    }

    @Test func `a message with any byte changed is shown nowhere`() throws {
        var simulation = try MeshLine(2).simulation
        let message = try simulation.message(by: FakeSigner(100))
        let stamped = message.stamped(by: FakeSigner(0), at: simulation.now)
        for place in stamped.bytes.indices {
            for change: UInt8 in [1, 0x80] {
                var bytes = stamped.bytes
                bytes[place] ^= change
                guard let altered = try? Message(bytes: bytes) else { continue }
                #expect(try simulation.write(altered, at: 1) != .kept, "byte \(place)")
            }
        }
        #expect(simulation.shown(1).isEmpty)
        #expect(try simulation.write(stamped, at: 1) == .kept)
    }

    @Test func `a clock that is wrong by a day or ten years changes nothing for the rest`() throws {
        let day: Int64 = 86_400_000
        let offsets = [0, 0, day, 0, -day, 0, 3650 * day, 0, -3650 * day, 0]
        var simulation = Simulation(Simulation.Settings())
        for (number, offset) in offsets.enumerated() {
            try simulation.add(FakeSigner(UInt64(number)), clockOffset: offset)
        }
        try simulation.spreadRoster()
        // The right clocks are connected without the wrong ones.
        let right = offsets.indices.filter { offsets[$0] == 0 }
        for (one, other) in zip(right, right.dropFirst()) { try simulation.connect(one, other) }
        for wrong in offsets.indices where offsets[wrong] != 0 {
            try simulation.connect(wrong, right[0])
            try simulation.connect(wrong, right[4])
        }
        var good: Set<MessageID> = []
        for number in 0..<10 {
            let sent = HybridTime(milliseconds: simulation.instant(of: number).clock)
            let message = try simulation.message(by: FakeSigner(UInt64(100 + number)), at: sent, UInt64(number))
            if try simulation.write(message, at: number) == .kept, offsets[number] == 0 { good.insert(message.id) }
            try simulation.run(for: 2000)
        }
        try simulation.run(for: 200_000)
        #expect(good.count == right.count)
        // What the clocks behind wrote is from the past: a day is within the life of talk, ten years are not.
        let shown = simulation.shown(right[0])
        #expect(shown.isSuperset(of: good))
        for node in right { #expect(simulation.shown(node) == shown) }
        #expect(simulation.closed.isEmpty)
    }

    @Test func `among fifty guests, a node finds a member within a minute of its coming`() throws {
        for seed: UInt64 in 1...5 {
            var settings = Simulation.Settings()
            settings.seed = seed
            var simulation = Simulation(settings)
            let node = try simulation.add(FakeSigner(0))
            for guest in 1...50 { try simulation.add(FakeSigner(UInt64(guest)), isMember: false, isPuppet: true) }
            let member = try simulation.add(FakeSigner(51))
            try simulation.spreadRoster()
            func pass(_ seconds: Int) throws -> Bool {
                for _ in 0..<seconds {
                    try simulation.run(for: 1000)
                    for (dialler, candidate) in simulation.takeDials() where dialler == node {
                        try simulation.connect(node, Int(candidate.rawValue), from: candidate)
                    }
                    if simulation.node(node).reachesMember { return true }
                }
                return false
            }
            for guest in 1...50 {
                try simulation.tell(node, .found(CandidateID(rawValue: UInt64(guest)), isKnown: false))
                try simulation.connect(guest, node)
            }
            #expect(try pass(120) == false)
            #expect(simulation.node(node).linkedPeers.count == 4)
            try simulation.tell(node, .found(CandidateID(rawValue: UInt64(member)), isKnown: false))
            #expect(try pass(60))
        }
    }

    @Test func `a node that the roster expelled loses its links, and its stamps count for nothing`() throws {
        var simulation = try MeshLine(3).simulation
        let expelled = FakeSigner(2)
        try simulation.write(simulation.message(by: FakeSigner(100), 1), at: 2)
        try simulation.run(for: 2000)
        #expect(simulation.shown(0).count == 1)
        simulation.roster.ends[expelled.key.beginning] = simulation.now
        for node in [0, 1] { try simulation.tell(node, .roster(simulation.roster)) }
        #expect(simulation.closed.map(\.reason) == [.expelled])
        // It stamps a new message, and another node brings that.
        let message = try simulation.message(by: FakeSigner(100), 2)
        let stamped = message.stamped(by: expelled, at: simulation.now)
        #expect(try simulation.write(stamped, at: 1) == .refused(.unknownMember))
        #expect(simulation.shown(0).count == 1)
    }

    @Test func `a node that the roster does not name yet keeps its links`() throws {
        var simulation = try MeshLine(2).simulation
        let members = simulation.roster.members
        simulation.roster.members = [:]
        try simulation.tell(0, .roster(simulation.roster))
        #expect(simulation.closed.isEmpty && simulation.node(0).linkedPeers.count == 1)
        simulation.roster.members = members
        simulation.roster.ends[FakeSigner(1).key.beginning] = simulation.now
        try simulation.tell(0, .roster(simulation.roster))
        #expect(simulation.closed.map(\.reason) == [.expelled])
    }

    @Test func `a copy with a forged stamp of a hidden node does not keep the good one away`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
        let hidden = FakeSigner(50)
        simulation.roster.members[hidden.key.beginning] = hidden.key
        simulation.roster.hiddenNodes = [hidden.key.beginning]
        let guest = try simulation.add(FakeSigner(9999), isMember: false, isPuppet: true)
        try simulation.spreadRoster()
        let message = try simulation.message(by: FakeSigner(100))
        try simulation.write(message, at: 1)
        let forged = message.stamped(
            EntryStamp(member: hidden.key, time: simulation.now, signature: [UInt8](repeating: 0, count: 64)))
        let link = try simulation.connect(guest, 0)
        simulation.inject(Frame.message(forged.bytes).bytes, on: link, from: guest)
        try simulation.run(for: 1000)
        #expect(simulation.node(0).counters.refused == [.hidden: 1])
        try simulation.connect(0, 1)
        try simulation.run(for: 5000)
        #expect(simulation.shows(0, message.id))
    }

    /// A node that keeps so many messages of named authors, and a member that asks for them.
    private func asked(
        for kind: MessageKind, size: Int, _ count: Int
    ) throws -> (simulation: Simulation, link: LinkID, member: Int, beginnings: [UInt64]) {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        let member = try simulation.add(FakeSigner(1), isPuppet: true)
        for author in 0..<count { simulation.roster.named.insert(FakeSigner(UInt64(100 + author)).key) }
        try simulation.spreadRoster()
        var beginnings: [UInt64] = []
        for number in 0..<count {
            let message = try simulation.message(kind, by: FakeSigner(UInt64(100 + number)), size: size)
            try simulation.write(message, at: 0)
            beginnings.append(message.id.beginning)
        }
        let link = try simulation.connect(member, 0)
        try simulation.run(for: 1000)
        return (simulation, link, member, beginnings)
    }

    @Test func `a peer that never lets its queue run dry fills no memory`() throws {
        var (simulation, link, member, beginnings) = try asked(for: .roomLine, size: 100, 100)
        // The node sends some two hundred of them in 50 ms, and so many more are asked for in that time.
        let first = Frame.fetch((0..<10).flatMap { _ in beginnings }).bytes
        for _ in 0..<6 { simulation.inject(first, on: link, from: member) }
        let next = Frame.fetch(beginnings + beginnings).bytes
        var most = 0
        for _ in 0..<200 {
            simulation.inject(next, on: link, from: member)
            try simulation.run(for: 50)
            most = max(most, simulation.node(0).footprint)
        }
        #expect(most < 15_000)
        #expect(simulation.isUp(link))
    }

    @Test func `a frame that asks for many long messages is answered in parts`() throws {
        var (simulation, link, member, beginnings) = try asked(for: .post, size: 30_000, 80)
        simulation.record(link)
        simulation.inject(Frame.ask(beginnings, joins: false).bytes, on: link, from: member)
        try simulation.run(for: 100)
        let answers = simulation.recorded.filter { $0.first == 2 }
        #expect((30...36).contains(answers.count))
    }
}
