import GeoCore
import Gossip

/// How far recent messages have got, and the acknowledgements that are still to be sent.
struct Deliveries {
    struct Tracked {
        let id: MessageID
        let since: Milliseconds
        /// The link that brought it; `nil`: it was written here.
        let upstream: LinkID?
        var sketch: Sketch
        /// The keys of the peers that keep it: only where it was written here.
        var neighbours: [SignerKey] = []
        var attempts = 0
        var notBefore: Milliseconds
        var isChanged = true

        var state: DeliveryState { DeliveryState(keepers: neighbours, nodes: sketch.estimate) }
    }

    private var all: [UInt64: Tracked] = [:]
    /// The tracked messages, the oldest first.
    private var order: [UInt64] = []
    /// Those that changed since they were acknowledged.
    private var changed: [UInt64] = []
    private(set) var due: Milliseconds?

    var count: Int { all.count + order.count + changed.count }

    subscript(beginning: UInt64) -> Tracked? { all[beginning] }

    mutating func track(_ tracked: Tracked, most: Int) {
        let beginning = tracked.id.beginning
        guard all[beginning] == nil else { return }
        if order.count >= most { all[order.removeFirst()] = nil }
        order.append(beginning)
        all[beginning] = tracked
        guard tracked.upstream != nil else { return }
        changed.append(beginning)
        due = min(due ?? .max, tracked.notBefore)
    }

    /// Takes what a peer says of a message; returns the message's new state where it was written here and changed.
    mutating func learn(_ acknowledgement: Acknowledgement, from peer: SignerKey) -> (MessageID, DeliveryState)? {
        let beginning = acknowledgement.beginning
        guard var tracked = all[beginning] else { return nil }
        let isNew = tracked.upstream == nil && tracked.neighbours.count < 64 && !tracked.neighbours.contains(peer)
        if isNew { tracked.neighbours.append(peer) }
        let grew = tracked.sketch.formUnion(acknowledgement.sketch)
        guard isNew || grew else { return nil }
        if tracked.upstream != nil, !tracked.isChanged {
            tracked.isChanged = true
            changed.append(beginning)
            due = min(due ?? .max, tracked.notBefore)
        }
        all[beginning] = tracked
        return tracked.upstream == nil ? (tracked.id, tracked.state) : nil
    }

    /// Returns the acknowledgements that are due, by the links that brought the messages, in the order of change.
    /// Those that are due a little later go with them: a frame of its own would cost ten times the bytes.
    mutating func takeDue(at time: Milliseconds, delays: [Milliseconds]) -> [(LinkID, Acknowledgement)] {
        var acknowledged: [(LinkID, Acknowledgement)] = [], waiting: [UInt64] = []
        let latest = time + (delays.first ?? 0) / 2
        due = nil
        for beginning in changed {
            guard var tracked = all[beginning], let link = tracked.upstream else { continue }
            if tracked.notBefore > latest {
                waiting.append(beginning)
                due = min(due ?? .max, tracked.notBefore)
                continue
            }
            acknowledged.append((link, Acknowledgement(beginning: beginning, sketch: tracked.sketch)))
            tracked.attempts += 1
            tracked.notBefore = tracked.attempts < delays.count ? time + delays[tracked.attempts] : .max
            // After the last one, the entry stays marked as changed and is never listed again.
            tracked.isChanged = tracked.attempts >= delays.count
            all[beginning] = tracked
        }
        changed = waiting
        return acknowledged
    }

    mutating func forget(before time: Milliseconds) {
        let old = order.prefix { all[$0].map { $0.since < time } ?? true }
        for beginning in old { all[beginning] = nil }
        order.removeFirst(old.count)
    }
}
