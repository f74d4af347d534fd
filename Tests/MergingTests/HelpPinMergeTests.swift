import Community
import GeoCore
import Gossip
import Merging
import TestSupport
import Testing

@Suite struct HelpPinMergeTests {
    private let clock = TestClock(1_800_000_000_000)
    private let point = PointE7(latitudeE7: -601_700_000, longitudeE7: 249_400_000)

    @Test(arguments: Node.Kind.allCases)
    func `the same messages in any order leave the pins that nobody resolved who may`(kind: Node.Kind) async throws {
        var place = Place()
        let authors = (0..<3).map { _ in Author(place: place) }, helper = Author(place: place)
        place.operators = [helper.key]
        let pins = try authors.enumerated().map { number, author in
            try author.message(
                .helpPin, at: clock.now + Int64(number), HelpPinBody.asks(at: point, words: "help \(number)").fields)
        }
        func resolves(_ pin: Message, by author: Author) throws -> Message {
            let body = HelpPinBody.resolves(SubjectID(madeBy: pin.order))
            return try author.message(.helpPin, at: clock.now + 10, about: body.about, body.fields)
        }
        // The first is resolved by its author, the second by an operator, the third by a stranger and so not at all.
        let messages =
            try pins + [
                resolves(pins[0], by: authors[0]), resolves(pins[1], by: helper), resolves(pins[2], by: authors[0]),
            ]
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            let node = try Node(kind, 1, of: place, clock)
            for message in (messages + messages.filter { _ in Bool.random(using: &random) }).shuffled(using: &random) {
                let before = try await node.store.helpPins(at: clock.now)
                let outcome = try await node.merge.take(message, place)
                #expect(try await (node.store.helpPins(at: clock.now) != before) == (outcome == .helpPins))
            }
            let open = try await node.store.helpPins(at: clock.now)
            #expect(open.map(\.words) == ["help 2"] && open.map(\.author) == [authors[2].key])
            #expect(open.map(\.point) == [point] && open.map(\.id.subject) == [SubjectID(madeBy: pins[2].order)])
        }
    }

    @Test(arguments: Node.Kind.allCases)
    func `a pin is shown for six hours, and nothing of it stays`(kind: Node.Kind) async throws {
        let place = Place(), node = try Node(kind, 1, of: place, clock)
        var random = SystemRandomNumberGenerator()
        let guest = SignerID(at: 1, using: &random)
        let asks = HelpPinBody.asks(at: point, words: "a ramp, please")
        let message = try #require(node.merge.message(of: asks, by: guest))
        #expect(message.isSigned(by: CryptoSignatures()))
        #expect(try await node.merge.take(message, place) == .helpPins)
        let end = clock.now + HelpPin.life
        #expect(try await node.store.helpPins(at: end).count == 1)
        #expect(try await node.store.helpPins(at: end + 1).isEmpty)
        try await node.store.forgetHelpPins(at: end + 1)
        #expect(try await node.store.helpPins(at: clock.now).isEmpty)
        clock.now = end + 1
        // An ended one that comes again is shown no more.
        #expect(try await node.merge.take(message, place) == .nothing)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a pin without words, or with too many, is none`(kind: Node.Kind) async throws {
        let place = Place(), node = try Node(kind, 1, of: place, clock), author = Author(place: place)
        // 121 smiling faces are 484 bytes, and fit in a message.
        let faces = String(repeating: "🙂", count: 121)
        for words in ["", " ", "a\u{7}", String(repeating: "a", count: 401), faces] {
            let message = try author.message(
                .helpPin, at: clock.now, HelpPinBody.asks(at: point, words: words).fields)
            #expect(try await node.merge.take(message, place) == .meaningless)
        }
        for words in [String(repeating: "a", count: 600), faces] {
            let signer = SignerID(SubjectID(high: 0, low: 0))
            #expect(node.merge.message(of: .asks(at: point, words: words), by: signer) == nil)
        }
        #expect(try await node.store.helpPins(at: clock.now).isEmpty)
        let longest = HelpPinBody.asks(at: point, words: String(repeating: "🙂", count: 120))
        let message = try author.message(.helpPin, at: clock.now, longest.fields)
        #expect(try await node.merge.take(message, place) == .helpPins)
    }
}
