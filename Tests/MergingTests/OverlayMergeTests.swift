import Community
import GeoCore
import Gossip
import Merging
import TestSupport
import Testing

@Suite struct OverlayMergeTests {
    private let clock = TestClock(1_800_000_000_000)
    private let point = PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)

    private func stage(_ name: String) -> Overlay.Feature {
        Overlay.Feature(kind: .stage, name: name, place: .point(point))
    }

    /// One feature of every kind, shape and extra.
    private var all: [Overlay.Feature] {
        let other = PointE7(latitudeE7: 601_700_001, longitudeE7: 249_400_001)
        let third = PointE7(latitudeE7: 601_700_002, longitudeE7: 249_400_000)
        let points: [Overlay.Kind] = [.stage, .stall, .toilets, .firstAid, .meetingPoint, .entrance]
        return points.map { Overlay.Feature(kind: $0, place: .point(point)) } + [
            Overlay.Feature(kind: .fence, name: "north", place: .line([point, other]), from: 5, until: 1 << 40),
            Overlay.Feature(kind: .oneWay, place: .ways([1, 1 << 40]), travellers: [.bicycle, .car]),
            Overlay.Feature(
                kind: .closed, note: "wet", place: .area([point, other, third]), travellers: [.wheelchair]),
            Overlay.Feature(kind: .slow, place: .line([point, other]), factor: 1.1),
        ]
    }

    private func operators(_ nodes: [Node], _ place: Place) async throws -> (Place, [Account]) {
        var place = place, accounts: [Account] = []
        for (number, node) in nodes.enumerated() {
            var random = SystemRandomNumberGenerator()
            let account = try await node.store.add(
                NewAccount(
                    id: AccountID(at: 1, using: &random), name: try AccountName("operator\(number)x"), role: .operator,
                    password: PasswordHash(text: "none")), at: 1)
            accounts.append(account)
            place.operators.insert(node.keys.key(of: SignerID(account.id.subject)))
        }
        return (place, accounts)
    }

    @Test func `what operators publish is published everywhere, and the last word holds`() async throws {
        let nodes = try [Node.Kind.memory, .sqlite].enumerated().map { try Node($1, UInt8($0), of: Place(), clock) }
        let (place, accounts) = try await operators(nodes, Place())
        let overlays = nodes.map { Overlays(store: $0.store, now: { [clock] in clock.now }) }
        func tell(_ number: Int) async throws -> Int {
            try await nodes[number].merge.tellOverlay(place)
            let messages = try await nodes[number].written()
            for message in messages + messages { _ = try await nodes[1 - number].merge.take(message, place) }
            return messages.count
        }
        _ = try await overlays[0].change(to: all, publishes: false, at: 0, by: accounts[0])
        #expect(try await tell(0) == 0)
        _ = try await overlays[0].change(to: all, publishes: true, at: 1, by: accounts[0])
        #expect(try await tell(0) == 1)
        #expect(try await tell(0) == 0)
        let there = try await overlays[1].current()
        #expect(there.published == all && there.draft == all && there.revision == there.publishedRevision)
        #expect(try await tell(1) == 0)
        // Both publish while apart; one of them also draws on.
        clock.now += 1000
        _ = try await overlays[0].change(to: [stage("a")], publishes: true, at: 2, by: accounts[0])
        _ = try await overlays[0].change(to: [stage("draft")], publishes: false, at: 3, by: accounts[0])
        clock.now += 1000
        _ = try await overlays[1].change(to: [stage("b")], publishes: true, at: there.revision, by: accounts[1])
        #expect(try await tell(0) == 1)
        #expect(try await tell(1) == 1)
        let ends = [try await overlays[0].current(), try await overlays[1].current()]
        #expect(ends.map(\.published) == [[stage("b")], [stage("b")]])
        #expect(ends.map(\.draft) == [[stage("draft")], [stage("b")]])
        #expect(ends[0].publishedRevision == 5 && ends[0].revision == 6)
        for number in 0...1 { #expect(try await tell(number) == 0) }
    }

    @Test(arguments: Node.Kind.allCases)
    func `of several messages the greatest holds in every order`(kind: Node.Kind) async throws {
        let author = Author(place: Place())
        var place = Place()
        place.operators = [author.key]
        let messages = try (0..<4).map { number in
            try author.message(
                .overlay, at: 1000 + Int64(number / 2), try #require(OverlayBody([stage("\(number)")]).fields))
        }
        let last = try #require(messages.max { $0.order < $1.order })
        var random = SeededGenerator(seed: 7)
        for _ in 0..<10 {
            let node = try Node(kind, 1, of: place, clock)
            for message in (messages + messages.prefix(2)).shuffled(using: &random) {
                let before = try await node.store.overlay()
                let outcome = try await node.merge.take(message, place)
                let after = try await node.store.overlay()
                #expect((outcome == .overlay) == (after.published != before.published))
                #expect((outcome == .overlay) == (after.publishedRevision > before.publishedRevision))
            }
            #expect(try await node.store.overlay().published == OverlayBody(last).overlay)
        }
    }

    @Test(arguments: Node.Kind.allCases)
    func `an overlay that breaks the rules, or is a stranger's, changes nothing`(kind: Node.Kind) async throws {
        let author = Author(place: Place()), node = try Node(kind, 1, of: Place(), clock)
        var place = Place()
        let good = try author.message(.overlay, at: clock.now, try #require(OverlayBody(all).fields))
        #expect(try await node.merge.take(good, place) == .notAllowed)
        place.operators = [author.key]
        let wrong = [
            OverlayBody.Feature(kind: 10, travellers: 1, .point(point)),
            OverlayBody.Feature(kind: 0, travellers: 16, .point(point)),
            OverlayBody.Feature(kind: 0, travellers: 0, .point(point)),
            OverlayBody.Feature(kind: 7, travellers: 1, .point(point)),
            OverlayBody.Feature(kind: 9, travellers: 1, .line([point, point])),
        ]
        for feature in wrong {
            let message = try author.message(
                .overlay, at: clock.now, try #require(OverlayBody(features: [feature]).fields))
            #expect(try await node.merge.take(message, place) == .meaningless)
        }
        #expect(try await node.store.overlay() == .empty)
        #expect(try await node.merge.take(good, place) == .overlay)
    }
}
