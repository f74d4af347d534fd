import Crypto
import Foundation
import GeoCore
import Gossip
import Mesh
import MeshSimulation
import Testing

struct KeepingTests {
    @Test func `what a node blocks is not shown there, and is not brought again`() throws {
        var simulation = try MeshLine(2).simulation
        var own = simulation.roster
        own.blockedAuthors = [FakeSigner(100).key]
        try simulation.tell(1, .roster(own))
        for number: UInt64 in 0..<5 { try simulation.write(simulation.message(by: FakeSigner(100), number), at: 0) }
        try simulation.run(for: 100_000)
        #expect(simulation.shown(0).count == 5)
        #expect(simulation.shown(1).isEmpty)
        simulation.record(try #require(simulation.allLinks.first?.link))
        try simulation.run(for: 90_000)
        #expect(simulation.recorded.contains { $0.first == 10 })
        // Nothing is offered or brought again.
        #expect(simulation.recorded.allSatisfy { [10, 11].contains($0.first) })
    }

    @Test func `what operators hide goes everywhere, and comes back from nowhere`() throws {
        var simulation = try MeshLine(3).simulation
        let message = try simulation.message(by: FakeSigner(100), 1)
        try simulation.write(message, at: 0)
        try simulation.run(for: 1000)
        simulation.roster.hiddenMessages = [message.id]
        for node in [0, 1] { try simulation.tell(node, .roster(simulation.roster)) }
        // The third node has the old roster, and offers the message at each comparison.
        try simulation.run(for: 200_000)
        #expect(simulation.shown(0).isEmpty && simulation.shown(1).isEmpty)
        #expect(simulation.shown(2).count == 1)
        try simulation.tell(2, .roster(simulation.roster))
        #expect(simulation.shown(2).isEmpty)
    }

    @Test func `a node that relays nothing passes on what was written at it alone`() throws {
        var simulation = try MeshLine(3).simulation
        try simulation.tell(1, .duties(NodeDuties(relays: false)))
        let others = try simulation.message(by: FakeSigner(100), 1),
            own = try simulation.message(by: FakeSigner(101), 2)
        try simulation.write(others, at: 0)
        try simulation.write(own, at: 1)
        try simulation.run(for: 200_000)
        #expect(simulation.shown(0) == [others.id, own.id] && simulation.shown(1) == simulation.shown(0))
        #expect(simulation.shown(2) == [own.id])
        try simulation.tell(1, .duties(NodeDuties()))
        try simulation.run(for: 200_000)
        #expect(simulation.shown(2) == [others.id, own.id])
    }

    @Test func `messages that a node took as a guest come to the others once it is a member`() throws {
        var simulation = Simulation(Simulation.Settings())
        let node = try simulation.add(FakeSigner(0), isMember: false), other = try simulation.add(FakeSigner(1))
        for author: UInt64 in 0..<40 {
            try simulation.write(simulation.message(by: FakeSigner(100 + author)), at: node)
        }
        simulation.roster.members[FakeSigner(0).key.beginning] = FakeSigner(0).key
        simulation.setSigner(FakeSigner(0), isMember: true, of: node)
        try simulation.spreadRoster()
        try simulation.restart(node)
        try simulation.connect(node, other)
        try simulation.run(for: 10_000)
        #expect(simulation.shown(other) == Set(simulation.written.keys))
        #expect(simulation.closed.isEmpty)
        #expect(simulation.node(other).counters.refused.isEmpty)
    }

    @Test func `a node that wants no guests ends its links to them and begins none`() throws {
        var simulation = Simulation(Simulation.Settings())
        let node = try simulation.add(FakeSigner(1)), member = try simulation.add(FakeSigner(2))
        let guest = try simulation.add(FakeSigner(3), isMember: false)
        try simulation.spreadRoster()
        try simulation.connect(guest, node)
        try simulation.connect(member, node)
        try simulation.run(for: 1000)
        #expect(simulation.node(node).linkedPeers.count == 2)
        try simulation.tell(node, .duties(NodeDuties(takesGuests: false)))
        #expect(simulation.node(node).linkedPeers.map(\.isMember) == [true])
        // The guest hears of the end before it dials again.
        try simulation.run(for: 1000)
        try simulation.connect(guest, node)
        try simulation.run(for: 1000)
        #expect(simulation.node(node).linkedPeers.map(\.isMember) == [true])
        #expect(simulation.closed.map(\.reason) == [.noGuests, .noGuests])
        try simulation.tell(node, .duties(NodeDuties()))
        try simulation.connect(guest, node)
        try simulation.run(for: 1000)
        #expect(simulation.node(node).linkedPeers.count == 2)
    }

    @Test func `what operators show again comes back from a node that has it`() throws {
        var simulation = try MeshLine(3).simulation
        let message = try simulation.message(by: FakeSigner(100), 1)
        simulation.roster.hiddenMessages = [message.id]
        for node in [0, 1] { try simulation.tell(node, .roster(simulation.roster)) }
        try simulation.write(message, at: 2)
        try simulation.run(for: 100_000)
        #expect(simulation.shown(0).isEmpty && simulation.shown(1).isEmpty)
        simulation.roster.hiddenMessages = []
        for node in [0, 1] { try simulation.tell(node, .roster(simulation.roster)) }
        try simulation.run(for: 200_000)
        #expect(simulation.shown(0) == [message.id] && simulation.shown(1) == [message.id])
    }

    @Test func `a register keeps its greatest message alone`() throws {
        var simulation = try MeshLine(2).simulation
        let curator = FakeSigner(100), entry = SubjectID(high: 1, low: 2)
        simulation.roster.curators = [curator.key]
        try simulation.spreadRoster()
        var last: MessageID?
        for number: UInt64 in 0..<5 {
            let message = try simulation.message(.guideChange, by: curator, about: entry, number)
            try simulation.write(message, at: Int(number % 2))
            last = message.id
            try simulation.run(for: 1000)
        }
        #expect(simulation.shown(0) == [try #require(last)])
        #expect(simulation.shown(1) == simulation.shown(0))
        #expect(
            try simulation.write(simulation.message(.guideChange, by: FakeSigner(5)), at: 0) == .refused(.notAllowed))
    }

    @Test func `a message from the near future waits, and one from later is refused`() throws {
        var simulation = try MeshLine(2).simulation
        func message(_ minutes: Int64) throws -> Message {
            let time = HybridTime(milliseconds: simulation.settings.start + simulation.time + minutes * 60_000)
            return try simulation.message(by: FakeSigner(100), at: time, UInt64(minutes))
        }
        // A member stamps it when it is due.
        let soon = try message(1), later = try message(30)
        #expect(try simulation.write(soon, at: 0) == .kept)
        #expect(try simulation.write(later, at: 0) == .held)
        let held = later.stamped(by: FakeSigner(0), at: later.time), latest = try message(90)
        #expect(try simulation.write(held, at: 1) == .held)
        #expect(
            try simulation.write(latest.stamped(by: FakeSigner(0), at: latest.time), at: 1) == .refused(.tooEarly))
        try simulation.run(for: 28 * 60_000)
        #expect(!simulation.shows(0, held.id))
        try simulation.run(for: 3 * 60_000)
        #expect(simulation.shows(0, held.id) && simulation.shows(1, held.id))
    }

    @Test func `who asked for help resolves that at once, and asks again ten minutes later`() throws {
        var simulation = try MeshLine(2).simulation
        let author = FakeSigner(100), some = SubjectID(high: 1, low: 2)
        try simulation.run(for: 600_000 - (simulation.settings.start + simulation.time) % 600_000)
        // Each a little later than the one before: of two in a full span, the later one leaves.
        var moment: Int64 = 0
        func write(_ about: SubjectID?) throws -> Acceptance {
            moment += 1
            let time = HybridTime(milliseconds: simulation.settings.start + simulation.time + moment)
            return try simulation.write(simulation.message(.helpPin, by: author, at: time, about: about), at: 0)
        }
        #expect(try write(nil) == .kept)
        #expect(try write(nil) == .refused(.overQuota))
        for number in 0..<21 { #expect(try write(some) == (number < 20 ? .kept : .refused(.overQuota))) }
        try simulation.run(for: 600_000)
        #expect(try write(nil) == .kept)
    }

    @Test func `messages end everywhere with the life of their class`() throws {
        var simulation = try MeshLine(2).simulation
        let pin = try simulation.message(.helpPin, by: FakeSigner(100))
        try simulation.write(pin, at: 0)
        try simulation.run(for: 6 * 3_600_000 - 60_000)
        #expect(simulation.shows(1, pin.id))
        try simulation.run(for: 5 * 60_000)
        #expect(!simulation.shows(0, pin.id) && !simulation.shows(1, pin.id))
        #expect(simulation.storedCount(1) == 0)
        #expect(try simulation.write(pin, at: 0) == .refused(.tooOld))
    }

    @Test func `a node without a set clock writes nothing until members tell it the time`() throws {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        try simulation.add(FakeSigner(1), clockOffset: -1_800_000_000_000)
        try simulation.spreadRoster()
        try simulation.tell(1, .clock(isSet: false))
        let message = try simulation.message(by: FakeSigner(100))
        #expect(try simulation.write(message, at: 1) == .refused(.noClock))
        try simulation.connect(0, 1)
        try simulation.run(for: 1000)
        #expect(try simulation.write(message, at: 1) == .kept)
        try simulation.run(for: 1000)
        #expect(simulation.shows(0, message.id))
    }

    @Test(arguments: [false, true])
    func `a node without a set clock compares as soon as it knows the time`(byKernel: Bool) throws {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        try simulation.add(FakeSigner(1))
        try simulation.spreadRoster()
        let message = try simulation.message(by: FakeSigner(100))
        #expect(try simulation.write(message, at: 0) == .kept)
        for node in byKernel ? [0, 1] : [1] { try simulation.tell(node, .clock(isSet: false)) }
        try simulation.connect(1, 0)
        try simulation.run(for: 1000)
        for node in byKernel ? [0, 1] : [] { try simulation.tell(node, .clock(isSet: true)) }
        try simulation.run(for: 1000)
        #expect(simulation.shows(1, message.id))
    }

    @Test func `somebody who sets the clock of a node that goes by others' clocks does not change its time`() throws {
        var simulation = Simulation(Simulation.Settings())
        try simulation.add(FakeSigner(0))
        try simulation.add(FakeSigner(1), clockOffset: -1_800_000_000_000)
        try simulation.spreadRoster()
        try simulation.tell(1, .clock(isSet: false))
        try simulation.connect(0, 1)
        try simulation.run(for: 1000)
        simulation.setClock(of: 1, aheadBy: 0)
        let message = try simulation.message(by: FakeSigner(100))
        #expect(try simulation.write(message, at: 1) == .kept)
        try simulation.run(for: 1000)
        #expect(simulation.shows(0, message.id))
    }

    @Test func `strangers lose the bytes of their messages before named authors do`() throws {
        var settings = Simulation.Settings()
        settings.mesh.classes[.posts].bytes = 100_000
        var simulation = Simulation(settings)
        try simulation.add(FakeSigner(0))
        simulation.roster.named = [FakeSigner(100).key]
        try simulation.spreadRoster()
        for number: UInt64 in 0..<30 {
            let author = FakeSigner(number < 10 ? 100 : 200 + number)
            try simulation.write(simulation.message(.post, by: author, size: 7000, number), at: 0)
            try simulation.run(for: 120_000)
        }
        let kept = simulation.node(0).messages(of: .posts)
        #expect(simulation.node(0).keptBytes(of: .posts) <= 100_000)
        #expect(kept.count == 30)
        #expect(kept.count { $0.facts.author == FakeSigner(100).key && $0.hasBytes } == 10)
    }

    @Test func `real signatures pass, and forged ones do not`() throws {
        let signers = (0..<3).map { _ in RealSigner() }
        var simulation = try MeshLine(3, checker: RealSignatures(), signers).simulation
        let author = RealSigner()
        for number: UInt64 in 0..<10 { try simulation.write(simulation.message(by: author, number), at: 0) }
        try simulation.run(for: 5000)
        #expect(simulation.shown(2).count == 10)
        let forged = try simulation.message(by: FakeSigner(7), 11)
        #expect(try simulation.write(forged, at: 0) == .refused(.badSignature))
    }
}

struct RealSignatures: SignatureChecking {
    func holds(_ signature: ArraySlice<UInt8>, of text: [UInt8], by key: SignerKey) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes.bytes) else { return false }
        return key.isValidSignature(Data(signature), for: text)
    }
}

struct RealSigner: EntrySigner {
    private let secret = Curve25519.Signing.PrivateKey()
    let key: SignerKey

    init() {
        guard let bytes = Bytes32(secret.publicKey.rawRepresentation) else { fatalError("a key has 32 bytes") }
        key = SignerKey(bytes)
    }

    func signature(of text: [UInt8]) -> [UInt8] {
        guard let signature = try? secret.signature(for: text) else { fatalError("the key signs") }
        return Array(signature)
    }
}
