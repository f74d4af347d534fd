/// The side that asks, and that learns what each side lacks. A session is one opening and any number of answers.
///
/// The set may change during a session: each message is about the items that its call gives.
package struct NegentropyClient: Sendable {
    package enum Next: Equatable, Sendable {
        case send([UInt8])
        /// Every difference is known.
        case finished
        /// The session has used its limits. What was learnt holds; another session finds the rest.
        case spent
    }

    /// The outcome of an answer of the server.
    package struct Step: Equatable, Sendable {
        /// Ids that the server lacks. With frame limits, an id may come in several steps.
        package let have: [MessageID]
        /// Ids that this side lacks, so says the server: it may have them or not.
        package let need: [MessageID]
        package let next: Next
    }

    private let settings: Negentropy
    /// Items before this second are left out; the server must leave out the same.
    private let since: UInt64
    package private(set) var budget: NegentropyBudget

    package init(_ settings: Negentropy, since: UInt64 = 0) {
        (self.settings, self.since) = (settings, since)
        budget = NegentropyBudget(settings.limits)
    }

    /// Returns the first message, which divides all items evenly, as the reference implementations do.
    package mutating func opening(of items: ItemRuns) -> [UInt8] {
        var reply = NegentropyReply(settings, isClient: true, items: items)
        reply.divide(items.position(ofTime: since)..<items.count, upTo: .infinity)
        _ = budget.startsRound(with: reply.bytes.count)
        return reply.bytes
    }

    /// Returns the first message, which divides the items at random places, new ones in each session.
    ///
    /// Somebody who writes many messages can make the sums of two different sets equal. Where all sessions cut at the
    /// same places, such a difference stays hidden; a cut inside it shows it. So the parts have equal lengths, but
    /// where the first one ends is random: each place between two items is cut with the same probability.
    package mutating func opening(of items: ItemRuns, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let range = items.position(ofTime: since)..<items.count
        guard range.count > 1 else { return opening(of: items) }
        var reply = NegentropyReply(settings, isClient: true, items: items)
        reply.cut(range, at: Self.cuts(of: range, phase: generator.next()), upTo: .infinity)
        _ = budget.startsRound(with: reply.bytes.count)
        return reply.bytes
    }

    /// With sixteen ranges, the opening of 100 000 items has at most 340 bytes.
    private static let mostCuts = 15

    /// Cuts a range of at least two items. `phase` is the length of the first part in 2⁻⁶⁴ of the others' length.
    private static func cuts(of range: Range<Int>, phase: UInt64) -> [Int] {
        // Between the items: a cut has an item on each side.
        let places = UInt64(range.count - 1), count = min(UInt64(mostCuts), places)
        return (0..<count).map { part in
            // ⌊(part + phase) · places / count⌋ is below `places`, and differs by at least 1 from part to part.
            range.lowerBound + 1 + Int((part * places + places.multipliedFullWidth(by: phase).high) / count)
        }
    }

    /// Reads an answer of the server. Throws where the bytes are no message of version 1; nothing was learnt then.
    package mutating func receive(
        _ answer: [UInt8], about items: ItemRuns
    ) throws(NegentropyFault) -> Step {
        guard budget.spends(answer.count) else { return Step(have: [], need: [], next: .spent) }
        let message = try NegentropyMessage(answer, limits: settings.limits)
        guard message.version == Negentropy.version else { throw NegentropyFault(.otherVersion, at: 0) }
        var reply = NegentropyReply(settings, isClient: true, items: items)
        reply.answer(message, from: items.position(ofTime: since))
        let next: Next =
            if reply.bytes.count == 1 {
                .finished
            } else if budget.startsRound(with: reply.bytes.count) {
                .send(reply.bytes)
            } else {
                .spent
            }
        return Step(have: reply.have, need: reply.need, next: next)
    }
}
