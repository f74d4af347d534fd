import GeoCore
import Gossip
import Mesh
import MeshSimulation
import Testing

struct LinkTests {
    /// A node and puppets beside it, which dial it one after the other.
    private func surrounded(by members: Int, guests: Int) throws -> Simulation {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        for number in 1...members { try simulation.add(FakeSigner(UInt64(number)), isPuppet: true) }
        for number in 1...max(1, guests) {
            try simulation.add(FakeSigner(UInt64(1000 + number)), isMember: false, isPuppet: true)
        }
        try simulation.spreadRoster()
        return simulation
    }

    @Test func `a node takes four guests, six members, and eight once it knows them`() throws {
        var simulation = try surrounded(by: 10, guests: 10)
        for guest in 11...20 {
            try simulation.connect(guest, 0)
            try simulation.run(for: 2000)
        }
        #expect(simulation.node(0).linkedPeers.map(\.isMember) == [false, false, false, false])
        for member in 1...10 { try simulation.connect(member, 0) }
        // Members took the places of guests.
        #expect(simulation.node(0).linkedPeers.map(\.isMember) == Array(repeating: true, count: 6))
        try simulation.run(for: 700_000)
        for member in 7...10 { try simulation.connect(member, 0) }
        #expect(simulation.node(0).linkedPeers.count == 8)
        #expect(simulation.node(0).familiar.count == 6)
    }

    @Test func `two nodes that dial each other at once keep the same one of the two links`() throws {
        for (one, other) in [(0, 1), (1, 0)] {
            var simulation = Simulation(Simulation.Settings())
            for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
            try simulation.spreadRoster()
            try simulation.connect(one, other)
            try simulation.connect(other, one)
            try simulation.run(for: 1000)
            #expect(simulation.allLinks.count == 1)
            #expect(simulation.node(0).linkedPeers.count == 1)
            #expect(simulation.node(1).linkedPeers.count == 1)
            // The dialler is the node with the smaller key, whoever was first.
            let dialler = simulation.allLinks.map(\.one)
            let keys = [FakeSigner(0).key.bytes, FakeSigner(1).key.bytes]
            #expect(dialler == [keys[0] < keys[1] ? 0 : 1])
        }
    }

    @Test func `a second link to a node is refused while the first one lives, and the first one ends if it is dead`()
        throws
    {
        var simulation = try MeshLine(2).simulation
        let mute = try simulation.add(FakeSigner(2), isPuppet: true)
        try simulation.spreadRoster()
        for (node, lives) in [(1, true), (mute, false)] {
            let first = try simulation.allLinks.first { $0.other == node }?.link ?? simulation.connect(0, node)
            try simulation.run(for: 60_000)
            let address = CandidateID(rawValue: UInt64(node))
            try simulation.tell(0, .found(address, isKnown: true))
            try simulation.run(for: 2000)
            #expect(simulation.takeDials().map(\.1) == [address])
            let second = try simulation.connect(0, node, from: address)
            #expect(!simulation.isUp(second))
            try simulation.run(for: 2900)
            #expect(simulation.isUp(first))
            try simulation.run(for: 2000)
            #expect(simulation.isUp(first) == lives)
            #expect(simulation.takeDials().map(\.1) == (lives ? [] : [address]))
            let third = try simulation.connect(0, node, from: address)
            #expect(simulation.isUp(third) == !lives)
        }
        #expect(simulation.closed.filter { $0.reason == .silent }.count == 1)
    }

    @Test func `a ban lasts a minute, and the next one twice as long`() throws {
        var simulation = try surrounded(by: 1, guests: 1)
        func ban() throws {
            let link = try simulation.connect(1, 0)
            #expect(simulation.isUp(link))
            for _ in 0..<6 { simulation.inject([99], on: link, from: 1) }
            try simulation.run(for: 100)
            #expect(!simulation.isUp(link))
        }
        func isRefused() throws -> Bool {
            let link = try simulation.connect(1, 0)
            defer { try? simulation.disconnect(link) }
            return !simulation.isUp(link)
        }
        try ban()
        try simulation.run(for: 59_000)
        #expect(try isRefused())
        try simulation.run(for: 2000)
        try ban()
        try simulation.run(for: 118_000)
        #expect(try isRefused())
        try simulation.run(for: 3000)
        #expect(try isRefused() == false)
    }

    @Test func `a node that walks between two islands carries what both wrote`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number: UInt64 in 0..<3 { try simulation.add(FakeSigner(number)) }
        try simulation.spreadRoster()
        for number: UInt64 in 0..<10 {
            try simulation.write(simulation.message(by: FakeSigner(100), number), at: 0)
            try simulation.write(simulation.message(by: FakeSigner(101), number), at: 2)
        }
        for island in [0, 2, 0] {
            let link = try simulation.connect(1, island)
            try simulation.run(for: 5000)
            try simulation.disconnect(link)
            try simulation.run(for: 60_000)
        }
        for node in 0..<3 { #expect(simulation.shown(node) == Set(simulation.written.keys)) }
    }

    @Test func `a new node gets five thousand messages within a minute, and nobody is banned for them`() throws {
        var simulation = Simulation(Simulation.Settings())
        for number: UInt64 in 0..<2 { try simulation.add(FakeSigner(number)) }
        for author: UInt64 in 0..<200 { simulation.roster.named.insert(FakeSigner(100 + author).key) }
        try simulation.spreadRoster()
        for number: UInt64 in 0..<5000 {
            try simulation.write(simulation.message(by: FakeSigner(100 + number % 200), number), at: 0)
        }
        try simulation.connect(1, 0)
        try simulation.run(for: 60_000)
        #expect(simulation.shown(1).count == 5000)
        #expect(simulation.closed.isEmpty)
    }

    @Test func `comparisons cut their sets at other places each time`() throws {
        var simulation = try MeshLine(2).simulation
        for number: UInt64 in 0..<60 {
            try simulation.write(simulation.message(by: FakeSigner(100), number), at: 0)
            try simulation.run(for: 1000)
        }
        let link = try #require(simulation.allLinks.first?.link)
        simulation.record(link)
        try simulation.run(for: 240_000)
        let queries = simulation.recorded.compactMap { bytes -> [UInt8]? in
            guard case .query(let query)? = try? Frame(bytes), query.messageClass == .talk else { return nil }
            return query.negentropy
        }
        #expect(queries.count >= 3)
        // Sixty messages leave four places for the first of fifteen cuts.
        #expect(Set(queries).count > 1)
    }
}
