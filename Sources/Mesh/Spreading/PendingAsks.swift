import GeoCore
import Gossip

/// Messages that other nodes said they have, and that are asked for when no link brings them in time.
struct PendingAsks {
    /// How often a message is asked for before it is forgotten. 0: it was asked for elsewhere, and only waits.
    let mostAttempts: Int

    struct Ask {
        /// The links that have the message, in the order to ask them.
        var sources: [LinkID]
        var attempts = 0
        /// Offered messages are fetched; nobody brings them unasked.
        let isOffer: Bool
        /// The link that is charged for the entry.
        let first: LinkID
    }

    private var asks: [UInt64: Ask] = [:]
    private var counts: [LinkID: Int] = [:]
    /// In the order of time; each time once. So an entry costs little, however many a peer makes wait.
    private var queue: [(due: Milliseconds, beginnings: [UInt64])] = []
    /// How many beginnings wait, and how many of the first time were taken.
    private var waiting = 0
    private var next = 0

    init(mostAttempts: Int) { self.mostAttempts = mostAttempts }

    var count: Int { asks.count + waiting + counts.count }
    var due: Milliseconds? { queue.first?.due }

    subscript(beginning: UInt64) -> Ask? { asks[beginning] }

    /// Notes that a link has a message; returns false where the link has named too many already.
    mutating func note(
        _ beginning: UInt64, of link: LinkID, isOffer: Bool, most: Int, due: Milliseconds
    ) -> Bool {
        if asks[beginning] != nil {
            if asks[beginning]?.sources.count ?? 0 < 8 { asks[beginning]?.sources.append(link) }
            return true
        }
        guard counts[link, default: 0] < most else { return false }
        counts[link, default: 0] += 1
        asks[beginning] = Ask(sources: [link], isOffer: isOffer, first: link)
        wait(for: beginning, until: due)
        return true
    }

    private mutating func wait(for beginning: UInt64, until due: Milliseconds) {
        waiting += 1
        // Most belong near the end: all wait about equally long.
        var place = queue.count
        while place > 0, queue[place - 1].due > due { place -= 1 }
        if place > 0, queue[place - 1].due == due {
            queue[place - 1].beginnings.append(beginning)
        } else {
            queue.insert((due, [beginning]), at: place)
        }
    }

    /// Forgets a message: it is here, or nobody has it.
    mutating func remove(_ beginning: UInt64) {
        guard let ask = asks.removeValue(forKey: beginning) else { return }
        let count = counts[ask.first, default: 0] - 1
        counts[ask.first] = count > 0 ? count : nil
    }

    /// Returns a message whose time has come and the link to ask for it, or `nil` where there is none now.
    mutating func popDue(at time: Milliseconds, patience: Milliseconds) -> (beginning: UInt64, ask: Ask, link: LinkID)?
    {
        while let due, due <= time {
            guard next < queue[0].beginnings.count else {
                queue.removeFirst()
                next = 0
                continue
            }
            let beginning = queue[0].beginnings[next]
            next += 1
            waiting -= 1
            guard var ask = asks[beginning] else { continue }
            guard ask.attempts < mostAttempts else {
                remove(beginning)
                continue
            }
            let link = ask.sources[ask.attempts % ask.sources.count]
            ask.attempts += 1
            asks[beginning] = ask
            wait(for: beginning, until: time + patience)
            return (beginning, ask, link)
        }
        return nil
    }
}

/// Beginnings of ids that were remembered in the last five to ten minutes, at most 100 000 of them.
struct RecentIDs {
    private var current: Set<UInt64> = []
    private var previous: Set<UInt64> = []
    private static let most = 50_000

    var count: Int { current.count + previous.count }

    func contains(_ beginning: UInt64) -> Bool { current.contains(beginning) || previous.contains(beginning) }

    mutating func insert(_ beginning: UInt64) {
        if current.count >= Self.most { turn() }
        current.insert(beginning)
    }

    /// Forgets the older half; the node calls it every five minutes.
    mutating func turn() { (previous, current) = (current, []) }
}
