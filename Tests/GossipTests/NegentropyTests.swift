import GeoCore
import Gossip
import TestSupport
import Testing

/// The greatest lengths of both sides' frames.
private struct FrameLimits: Sendable {
    let client: Int?
    let server: Int?

    static let all = [
        FrameLimits(client: 4096, server: 4096), FrameLimits(client: 4096, server: nil),
        FrameLimits(client: nil, server: 4096), FrameLimits(client: 5000, server: 9000),
    ]
}

@Suite struct NegentropyTests {
    private func item(_ number: Int, perSecond: Int = 3) -> NegentropyItem {
        NegentropyItem(time: UInt64(1_790_000_000 + number / perSecond), id: MessageID(item: number))
    }

    /// Two sets of up to `count` items with some in common.
    private func sets(
        _ count: Int, common: Double, _ generator: inout SeededGenerator
    ) -> (Set<NegentropyItem>, Set<NegentropyItem>) {
        var client: Set<NegentropyItem> = [], server: Set<NegentropyItem> = []
        let perSecond = 1 + generator.index(below: 200)
        for number in 0..<count {
            let item = item(number, perSecond: perSecond), isCommon = generator.happens(common)
            let isClients = generator.happens(0.5)
            if isCommon || isClients { client.insert(item) }
            if isCommon || !isClients { server.insert(item) }
        }
        return (client, server)
    }

    private func expectUnion(
        _ session: NegentropySession, _ client: Set<NegentropyItem>, _ server: Set<NegentropyItem>
    ) {
        #expect(session.end == .finished)
        #expect(session.have == Set(client.subtracting(server).map(\.id)))
        #expect(session.need == Set(server.subtracting(client).map(\.id)))
    }

    @Test(arguments: [Negentropy(limits: .none), .reference(), Negentropy(.even(parts: 2, list: 2), limits: .none)])
    func `random sets find exactly what each lacks`(settings: Negentropy) throws {
        var generator = SeededGenerator(seed: 36)
        for _ in 0..<150 {
            let common = [0, 0.5, 0.9, 0.99, 0.999, 1][generator.index(below: 6)]
            let (client, server) = sets(generator.index(below: 3000), common: common, &generator)
            let (asking, answering) = (ItemRuns(Array(client)), ItemRuns(Array(server)))
            try expectUnion(NegentropySession(asking, answering, settings), client, server)
            try expectUnion(NegentropySession(asking, answering, settings, using: &generator), client, server)
        }
    }

    @Test func `sides that divide ranges differently find the same`() throws {
        var generator = SeededGenerator(seed: 37)
        for _ in 0..<50 {
            let (client, server) = sets(2000, common: 0.97, &generator)
            let (asking, answering) = (ItemRuns(Array(client)), ItemRuns(Array(server)))
            let ours = Negentropy(limits: .none)
            try expectUnion(NegentropySession(asking, answering, ours, server: .reference()), client, server)
            try expectUnion(NegentropySession(asking, answering, .reference(), server: ours), client, server)
        }
    }

    @Test(arguments: [Negentropy.Division.usual, .reference], FrameLimits.all)
    private func `with frame limits nothing is missed, and no frame is longer`(
        division: Negentropy.Division, limits: FrameLimits
    ) throws {
        var generator = SeededGenerator(seed: 38)
        for _ in 0..<40 {
            let common = [0, 0.5, 0.9, 0.99][generator.index(below: 4)]
            let (client, server) = sets(generator.index(below: 6000), common: common, &generator)
            let session = try NegentropySession(
                ItemRuns(Array(client)), ItemRuns(Array(server)),
                Negentropy(division, frameLimit: limits.client, limits: .none),
                server: Negentropy(division, frameLimit: limits.server, limits: .none))
            expectUnion(session, client, server)
            for (number, message) in session.messages.enumerated() {
                #expect(message.count <= (number % 2 == 0 ? limits.client : limits.server) ?? .max)
            }
        }
    }

    @Test func `what ends before a second is left out on both sides`() throws {
        var generator = SeededGenerator(seed: 39)
        let (client, server) = sets(2000, common: 0.9, &generator)
        let since = try client.map(\.time).sorted().dropFirst(700).first.orThrow
        let session = try NegentropySession(
            ItemRuns(Array(client)), ItemRuns(Array(server)), Negentropy(), since: since)
        expectUnion(session, client.filter { $0.time >= since }, server.filter { $0.time >= since })
    }

    @Test func `a set that grows between two messages does no harm`() throws {
        let base = (0..<1000).map { item($0) }
        var ours = ItemRuns(Array(base[..<900])), client = NegentropyClient(Negentropy())
        let theirs = ItemRuns(Array(base[50...]))
        var have: Set<MessageID> = [], need: Set<MessageID> = []
        var message = client.opening(of: ours)
        while true {
            let answer = try NegentropyServer.answer(message, from: theirs, Negentropy())
            // The first ten of the missing ones come by another way.
            for item in base[900..<910] { ours.insert(item) }
            let step = try client.receive(answer, about: ours)
            have.formUnion(step.have)
            need.formUnion(step.need)
            guard case .send(let next) = step.next else { break }
            message = next
        }
        #expect(have == Set(base[..<50].map(\.id)) && need == Set(base[910...].map(\.id)))
    }

    @Test func `a session ends at its limits, keeps what it learnt, and the next ones find the rest`() throws {
        let all = (0..<9000).map { item($0) }, server = ItemRuns(all)
        var limits = Negentropy.Limits()
        (limits.rounds, limits.bytes) = (10, 60_000)
        let settings = Negentropy(frameLimit: 4096, limits: limits)
        var client = ItemRuns(), sessions = 0
        while client.count < all.count, sessions < 20 {
            let session = try NegentropySession(client, server, settings)
            #expect(session.rounds <= limits.rounds && session.bytes <= limits.bytes + 4096)
            #expect(session.end == .spent || session.need.count + client.count == all.count)
            for item in all where session.need.contains(item.id) { client.insert(item) }
            sessions += 1
        }
        #expect(client.count == all.count && sessions > 5)
    }

    /// A client whose frame becomes full at a range in which the other side has nothing must not close the frame with
    /// the fingerprint of nothing: the other side would skip its items.
    @Test func `a full frame does not hide the items of the range that did not fit`() throws {
        // 204 seconds of three items, whose fingerprints fill the frame, and two more items.
        let items = ItemRuns((0..<614).map { item($0) }), nothing = ItemRuns().fingerprint(of: 0..<0).bytes
        // 1 790 000 001 + 1 in base 128; then one more than the second since the bound before.
        var answer: [UInt8] = [0x61, 0x86, 0xd5, 0xc4, 0xf7, 0x02, 0, 1] + [UInt8](repeating: 7, count: 16)
        for _ in 1..<204 { answer += [2, 0, 1] + [UInt8](repeating: 7, count: 16) }
        answer += [0, 0, 1] + nothing
        func closing(_ division: Negentropy.Division) throws -> [UInt8] {
            var client = NegentropyClient(Negentropy(division, frameLimit: 4096))
            guard case .send(let said) = try client.receive(answer, about: items).next else { return [] }
            #expect(said.count == 3900)
            return Array(said.suffix(16))
        }
        #expect(try closing(.usual) == items.fingerprint(of: 612..<614).bytes)
        // What the references would say, if they sent fingerprints, too.
        let theirs = Negentropy.Division(parts: 8, leastPart: 4, list: 8, clientList: 1, coversUnanswered: false)
        #expect(try closing(theirs) == nothing)
    }
}
