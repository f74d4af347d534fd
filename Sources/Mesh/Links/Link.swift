import GeoCore
import Gossip

/// A link to another node, from this node's side.
struct Link {
    let id: LinkID
    let peer: Peer
    let candidate: CandidateID?
    let since: Milliseconds
    /// By how much the other side's clock is ahead of this side's steady one, which does not jump when somebody sets
    /// the machine's clock; `nil` if the other's is not set.
    var clockOffset: Milliseconds?
    var probe: Probe?

    // Spreading.
    /// Whether the other side gets whole messages from here, and not notices.
    var isEager = true
    var notices = Batch()
    var offers = Batch()
    /// When this side last asked for notices instead of whole messages.
    var lastLazy: Milliseconds?
    /// How many messages the other side was asked for that have not come.
    var asked = 0

    // Reconciling.
    var run: ReconcileRun?
    /// When the dialler compares again; `nil` on the other side.
    var nextRun: Milliseconds?
    var carry = CarryQueue()

    // Budgets: what the peer may send, and what this side sends, which is less.
    var given: Budget
    var taken: Budget

    /// `isGuest`: whether this side is one. Guests begin with the budget of a second: their keys cost nothing, so each
    /// new key would bring a new burst.
    init(
        _ id: LinkID, _ peer: Peer, from candidate: CandidateID?, isGuest: Bool, _ settings: MeshSettings,
        at time: Milliseconds
    ) {
        (self.id, self.peer, self.candidate, since) = (id, peer, candidate, time)
        given = Budget(settings, seconds: 5, start: peer.isMember ? 5 : 1, share: 1, at: time)
        taken = Budget(settings, seconds: 2, start: isGuest ? 1 : 2, share: 0.9, at: time)
    }

    /// The times at which the link has something to do.
    var timers: [Milliseconds] {
        [notices.due, offers.due, run?.deadline, nextRun, carry.due, probe?.end].compactMap { $0 }
    }
}

extension Link {
    /// The other side has to send something by `end`, else the link is dead, and `heir` leads to the same node.
    struct Probe {
        let end: Milliseconds
        let heir: CandidateID?
    }
}

/// Beginnings of ids that are sent together a little later.
struct Batch {
    private(set) var beginnings: [UInt64] = []
    private(set) var due: Milliseconds?

    var isFull: Bool { beginnings.count >= Frame.mostBeginnings }

    mutating func append(_ beginning: UInt64, due time: @autoclosure () -> Milliseconds) {
        beginnings.append(beginning)
        if due == nil { due = time() }
    }

    mutating func remove(_ beginning: UInt64) {
        guard let index = beginnings.firstIndex(of: beginning) else { return }
        beginnings.remove(at: index)
        if beginnings.isEmpty { due = nil }
    }

    mutating func take() -> [UInt64] {
        defer { self = Batch() }
        return beginnings
    }
}

/// Messages that the other side lacks, and when the next ones are sent.
struct CarryQueue {
    static let most = 20_000

    private var ids: [MessageID] = []
    private var next = 0
    var due: Milliseconds?

    var count: Int { ids.count - next }
    /// How many ids it remembers, those that are sent included.
    var footprint: Int { ids.count }

    /// More than `most` wait for the next comparison.
    mutating func append(_ new: [MessageID]) { ids += new.prefix(max(0, Self.most - count)) }

    mutating func popFirst() -> MessageID? {
        guard next < ids.count else {
            (ids, next) = ([], 0)
            return nil
        }
        // A peer that always asks for more before the end would let the sent ones pile up.
        if next >= 1024, next * 2 >= ids.count {
            ids.removeFirst(next)
            next = 0
        }
        next += 1
        return ids[next - 1]
    }
}

/// The messages and bytes that one side of a link may send.
struct Budget {
    private var messages: TokenBucket
    private var bytes: TokenBucket
    private var hour: TokenBucket

    /// `seconds`: how much of the rate may come at once; `start`: in the beginning; `share`: of the settings' rates.
    init(_ settings: MeshSettings, seconds: Double, start: Double, share: Double, at time: Milliseconds) {
        let messageRate = share * settings.freshMessages, byteRate = share * settings.freshBytes
        let hourly = share * settings.reconciledBytesAnHour
        messages = TokenBucket(rate: messageRate, capacity: seconds * messageRate, start: start * messageRate, at: time)
        bytes = TokenBucket(rate: byteRate, capacity: seconds * byteRate, start: start * byteRate, at: time)
        hour = TokenBucket(rate: hourly / 3600, capacity: hourly, start: hourly, at: time)
    }

    /// Takes a whole message that nobody asked for. `reserve`: the share that is left for messages of more weight.
    mutating func takeMessage(_ count: Int, reserve: Double = 0, at time: Milliseconds) -> Bool {
        bytes.take(Double(count), reserve: reserve, at: time) && messages.take(1, reserve: reserve, at: time)
    }

    /// Takes a frame without a message. The shortest ones cost as much as 64 bytes: they are work, too.
    mutating func takeFrame(_ count: Int, at time: Milliseconds) -> Bool {
        bytes.take(Double(max(64, count)), at: time)
    }

    /// Takes a frame of reconciling, or a message that was asked for.
    mutating func takeReconciled(_ count: Int, at time: Milliseconds) -> Bool {
        hour.take(Double(max(64, count)), at: time)
    }
}
