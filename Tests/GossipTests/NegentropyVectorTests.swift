import GeoCore
import Gossip
import TestSupport
import Testing

/// Exchanges that two reference implementations had, and what they found.
private struct Recording: Decodable {
    struct Item: Decodable {
        let item: NegentropyItem

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            let time = try values.decode(UInt64.self)
            item = NegentropyItem(time: time, id: try MessageID(hex: values.decode(String.self)))
        }
    }

    struct Message: Decodable {
        let from: String
        let message: Hex
        let clientLearnsHave: [String]?
        let clientLearnsNeed: [String]?
    }

    struct Exchange: Decodable {
        let name: String
        let clientFrameLimit: Int
        let serverFrameLimit: Int
        let client: [Item]
        let server: [Item]
        let messages: [Message]
        let have: [String]
        let need: [String]
    }

    struct Refusal: Decodable {
        let item: Item?
        let message: Hex
        let answer: Hex
    }

    struct BlindSpot: Decodable {
        let client: [Item]
        let server: [Item]
        let messages: [Hex]
        let onlyClient: [String]
        let onlyServer: [String]
    }

    let refusals: [String: Refusal]
    let exchanges: [Exchange]
    let blindSpot: BlindSpot

    static var all: Recording {
        get throws { try Vectors.read("negentropy-vectors.json") }
    }
}

@Suite struct NegentropyVectorTests {
    private func set(_ items: [Recording.Item]) -> ItemRuns { ItemRuns(items.map(\.item)) }

    private func texts(_ ids: some Sequence<MessageID>) -> Set<String> { Set(ids.map { Hex.text($0.digest.bytes) }) }

    private func settings(_ frameLimit: Int) -> Negentropy {
        .reference(frameLimit: frameLimit == 0 ? nil : frameLimit)
    }

    @Test func `a client says the recorded bytes and learns the recorded ids`() throws {
        let recording = try Recording.all
        #expect(recording.exchanges.map(\.name) == ["few", "bounds", "frames"])
        for exchange in recording.exchanges {
            let items = set(exchange.client)
            var client = NegentropyClient(settings(exchange.clientFrameLimit))
            var next = NegentropyClient.Next.send(client.opening(of: items))
            var have: Set<String> = [], need: Set<String> = []
            for message in exchange.messages {
                if message.from == "client" {
                    #expect(next == .send(message.message.bytes), "\(exchange.name)")
                } else {
                    let step = try client.receive(message.message.bytes, about: items)
                    #expect(texts(step.have) == Set(message.clientLearnsHave ?? []), "\(exchange.name)")
                    #expect(texts(step.need) == Set(message.clientLearnsNeed ?? []), "\(exchange.name)")
                    have.formUnion(texts(step.have))
                    need.formUnion(texts(step.need))
                    next = step.next
                }
            }
            #expect(next == .finished && have == Set(exchange.have) && need == Set(exchange.need), "\(exchange.name)")
        }
    }

    @Test func `a server says the recorded bytes`() throws {
        for exchange in try Recording.all.exchanges {
            let items = set(exchange.server)
            for (question, answer) in zip(exchange.messages, exchange.messages.dropFirst())
            where question.from == "client" {
                let said = try NegentropyServer.answer(
                    question.message.bytes, from: items, settings(exchange.serverFrameLimit))
                #expect(said == answer.message.bytes, "\(exchange.name)")
            }
        }
    }

    @Test func `a server says its version, and lists its items for an empty list`() throws {
        let refusals = try Recording.all.refusals
        #expect(refusals.count == 2)
        for (name, refusal) in refusals {
            let items = ItemRuns(refusal.item.map { [$0.item] } ?? [])
            let said = try NegentropyServer.answer(refusal.message.bytes, from: items, .reference())
            #expect(said == refusal.answer.bytes, "\(name)")
        }
    }

    @Test func `a client refuses a server of another version`() {
        var client = NegentropyClient(Negentropy())
        #expect(throws: NegentropyFault(.otherVersion, at: 0)) { try client.receive([0x60], about: ItemRuns()) }
        #expect(throws: NegentropyFault(.noVersion, at: 0)) { try client.receive([0x70], about: ItemRuns()) }
        #expect(throws: NegentropyFault(.endsEarly, at: 0)) { try client.receive([], about: ItemRuns()) }
    }

    @Test func `sets with equal sums look equal where the recording cuts them`() throws {
        let blind = try Recording.all.blindSpot
        let session = try NegentropySession(set(blind.client), set(blind.server), .reference())
        #expect(session.messages == blind.messages.map(\.bytes))
        #expect(session.have.isEmpty && session.need.isEmpty)
    }

    /// One place of 81 shows the difference, and a session cuts 15 of them: 25 sessions miss it with a probability of
    /// (1 − 15/81)²⁵ = 0.6 %.
    @Test(arguments: [Negentropy(), .reference()])
    func `sessions that cut at random places find what equal sums hide`(settings: Negentropy) throws {
        let blind = try Recording.all.blindSpot, client = set(blind.client), server = set(blind.server)
        let seeds = 1000, sessions = 25
        var found = 0
        for seed in 0..<seeds {
            var generator = SeededGenerator(seed: UInt64(seed))
            for _ in 0..<sessions {
                let session = try NegentropySession(client, server, settings, using: &generator)
                guard !session.have.isEmpty else { continue }
                #expect(texts(session.have) == Set(blind.onlyClient) && texts(session.need) == Set(blind.onlyServer))
                found += 1
                break
            }
        }
        #expect(found >= seeds * 99 / 100, "found with \(found) of \(seeds) seeds")
    }
}
