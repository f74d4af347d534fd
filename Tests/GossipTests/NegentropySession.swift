import GeoCore
import Gossip

/// What a client and a server said to each other until the client was done.
struct NegentropySession {
    private(set) var messages: [[UInt8]] = []
    private(set) var have: Set<MessageID> = []
    private(set) var need: Set<MessageID> = []
    private(set) var end: NegentropyClient.Next?

    /// The client's messages, each with its answer.
    var rounds: Int { (messages.count + 1) / 2 }
    var bytes: Int { messages.map(\.count).reduce(0, +) }

    /// Runs a session of a client that opens with even parts.
    init(
        _ client: ItemRuns, _ server: ItemRuns, _ settings: Negentropy = Negentropy(), server other: Negentropy? = nil,
        since: UInt64 = 0
    ) throws {
        var asking = NegentropyClient(settings, since: since)
        let opening = asking.opening(of: client)
        try run(asking, opening, client, server, other ?? settings, since)
    }

    /// Runs a session of a client that opens with parts at random places.
    init(
        _ client: ItemRuns, _ server: ItemRuns, _ settings: Negentropy = Negentropy(),
        using generator: inout some RandomNumberGenerator
    ) throws {
        var asking = NegentropyClient(settings)
        let opening = asking.opening(of: client, using: &generator)
        try run(asking, opening, client, server, settings, 0)
    }

    private mutating func run(
        _ asking: NegentropyClient, _ opening: [UInt8], _ client: ItemRuns, _ server: ItemRuns, _ settings: Negentropy,
        _ since: UInt64
    ) throws {
        var asking = asking, message = opening
        while end == nil {
            let answer = try NegentropyServer.answer(message, from: server, since: since, settings)
            messages += [message, answer]
            let step = try asking.receive(answer, about: client)
            have.formUnion(step.have)
            need.formUnion(step.need)
            if case .send(let next) = step.next { message = next } else { end = step.next }
        }
    }
}

extension Negentropy {
    /// The reference implementations' way to divide ranges.
    static func reference(frameLimit: Int? = nil) -> Negentropy {
        Negentropy(.reference, frameLimit: frameLimit, limits: .none)
    }
}

extension Negentropy.Limits {
    static var none: Negentropy.Limits {
        var limits = Negentropy.Limits()
        (limits.ranges, limits.rounds, limits.bytes) = (.max, .max, .max)
        return limits
    }
}
