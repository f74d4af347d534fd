import GeoCore
import Gossip
import Mesh
import MeshSimulation
import Testing

struct SpreadingTests {
    @Test func `many nodes with losses and restarts all show the union, once each, for a third of flooding's bytes`()
        throws
    {
        var run = SpreadRun()
        (run.nodes, run.messages) = (150, 60)
        let report = try run.run()
        #expect(report.faults.isEmpty)
        #expect(report.share <= 0.35)
        // The share means nothing if messages had not arrived by spreading.
        #expect(report.lateShare < 0.2)
    }

    @Test func `without losses, spreading alone brings every message to every node`() throws {
        var run = SpreadRun()
        (run.nodes, run.messages, run.loss, run.restartEvery) = (150, 40, 0, nil)
        let report = try run.run()
        #expect(report.faults.isEmpty)
        #expect(report.share <= 0.3)
        #expect(report.lateShare == 0)
        #expect(report.all < 3000)
    }

    @Test func `the same seed gives the same run`() throws {
        func trafficOfRun() throws -> Traffic {
            var run = SpreadRun()
            (run.nodes, run.messages) = (40, 10)
            return try run.run().traffic
        }
        #expect(try trafficOfRun() == trafficOfRun())
    }

    @Test func `two halves that were cut apart are equal five seconds after the cut is healed`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number in 0..<20 { try simulation.add(FakeSigner(UInt64(number))) }
        try simulation.spreadRoster()
        for half in [0, 10] {
            let graph = Graph(count: 10, mean: 3, using: &simulation.generator)
            for (one, other) in graph.pairs { try simulation.connect(half + one, half + other) }
        }
        try simulation.run(for: 1000)
        for number in 0..<20 {
            try simulation.write(simulation.message(by: FakeSigner(100), UInt64(number)), at: number)
            try simulation.run(for: 3000)
        }
        #expect(simulation.shown(0).count == 10)
        try simulation.connect(3, 15)
        try simulation.run(for: 5000)
        for node in 0..<20 { #expect(simulation.shown(node) == Set(simulation.written.keys)) }
        #expect(simulation.duplicatesShown == 0)
    }

    @Test func `a node that starts again knows what it kept and shows nothing twice`() throws {
        var simulation = try MeshLine(3).simulation
        try simulation.write(simulation.message(by: FakeSigner(100)), at: 0)
        try simulation.run(for: 2000)
        try simulation.restart(1)
        try simulation.write(simulation.message(by: FakeSigner(100), 2), at: 0)
        try simulation.connect(0, 1)
        try simulation.connect(1, 2)
        try simulation.run(for: 5000)
        #expect(simulation.shown(2) == Set(simulation.written.keys))
        #expect(simulation.duplicatesShown == 0)
    }

    @Test func `the writer learns that its neighbour and about three nodes keep a message`() throws {
        var simulation = try MeshLine(3).simulation
        let message = try simulation.message(by: FakeSigner(100))
        try simulation.write(message, at: 0)
        #expect(simulation.deliveries[message.id] == DeliveryState(keepers: [], nodes: 1))
        try simulation.run(for: 60_000)
        let state = try #require(simulation.deliveries[message.id])
        #expect(state.neighbours == 1)
        // Two of three nodes may share a bit.
        #expect((2...3).contains(state.nodes ?? 0))
    }

    @Test func `a burst costs a few frames beside its messages`() throws {
        var simulation = try MeshLine(2).simulation
        simulation.record(try #require(simulation.allLinks.first?.link))
        // More than strangers may send at once: notices go for the rest, which is asked for.
        for number in 0..<100 {
            try simulation.write(simulation.message(by: FakeSigner(UInt64(100 + number % 20)), UInt64(number)), at: 0)
        }
        try simulation.run(for: 20_000)
        #expect(simulation.shown(1).count == 100)
        let kinds = simulation.recorded.map(\.first)
        #expect(kinds.count { $0 == 3 } > 0)
        #expect(kinds.count { [4, 13].contains($0) } <= 3)
        // Each message is acknowledged once at least, 512 in a frame at most.
        #expect((1...6).contains(kinds.count { $0 == 12 }))
    }

    @Test func `burst of three hundred messages passes a line without a ban`() throws {
        var simulation = try MeshLine(4).simulation
        for number in 0..<300 {
            let author = FakeSigner(UInt64(100 + number % 20))
            try simulation.write(simulation.message(by: author, UInt64(number)), at: 0)
        }
        try simulation.run(for: 20_000)
        #expect(simulation.shown(3).count == 300)
        #expect(simulation.closed.isEmpty)
    }
}

/// Members in a line, linked for a second.
struct MeshLine {
    var simulation: Simulation

    init(_ count: Int, checker: any SignatureChecking = FakeSignatures(), _ signers: [any EntrySigner]? = nil) throws {
        simulation = Simulation(Simulation.Settings(), checker: checker)
        for number in 0..<count { try simulation.add(signers?[number] ?? FakeSigner(UInt64(number))) }
        try simulation.spreadRoster()
        for number in 0..<count - 1 { try simulation.connect(number, number + 1) }
        try simulation.run(for: 1000)
    }
}
