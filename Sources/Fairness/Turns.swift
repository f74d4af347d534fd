/// Says whose turn it is among those who wait, so that each who has work gets as much time as any other.
///
/// Start-time fair queueing (P. Goyal, H. M. Vin and H. Cheng, *Start-time Fair Queuing*, IEEE/ACM Transactions on
/// Networking 5(5), 1997). Everybody has a virtual time until which their work so far has paid for; the one who is
/// furthest behind is next. Who comes after a pause starts at the present, with neither credit nor debt for it.
///
/// The paper's present is the start of the work that is being done, and stands still while ever new keys come: whoever
/// was served once would wait until no new ones come. So finished work moves the present on, too, by its cost divided
/// among all who have work, as in weighted fair queueing (A. Demers, S. Keshav and S. Shenker, *Analysis and Simulation
/// of a Fair Queueing Algorithm*, SIGCOMM 1989).
struct Turns<Key: Hashable & Sendable>: Sendable {
    private struct Account {
        /// When the next piece of work starts, in virtual time.
        var start: Int
        /// Pieces that are being worked on, whose true cost is still to come.
        var atWork = 0
    }

    /// Who started first goes first, and of those who started together, who began to wait first.
    private struct Rank: Comparable, Sendable {
        var start: Int
        let order: UInt64

        static func < (one: Rank, other: Rank) -> Bool { (one.start, one.order) < (other.start, other.order) }
    }

    private var accounts: [Key: Account] = [:]
    private var waiting = IndexedHeap<Key, Rank>()
    /// Those who neither wait nor are worked for, and still pay for what they had, by the time until which they do.
    private var debtors = IndexedHeap<Key, Int>()
    private var now = 0
    private var arrivals: UInt64 = 0
    private var atWork = 0

    /// More debtors than this are not known: who owes the least is forgotten first.
    static var maximumDebtors: Int { 4096 }

    /// Notes that `key` has work that waits; nothing changes when it had some already.
    mutating func wait(_ key: Key) {
        if waiting[key] != nil { return }
        arrivals += 1
        debtors[key] = nil
        let start = max(accounts[key]?.start ?? now, now)
        accounts[key, default: Account(start: start)].start = start
        waiting[key] = Rank(start: start, order: arrivals)
    }

    /// Notes that nothing of `key` waits any more.
    mutating func leave(_ key: Key) {
        guard waiting[key] != nil else { return }
        waiting[key] = nil
        forget(key)
    }

    /// Whose work is next; `nil` when nobody waits.
    var next: Key? { waiting.first?.key }

    /// Notes that a piece of `key`'s work begins, of an estimated cost.
    mutating func begin(_ key: Key, costing cost: Int) {
        guard let start = accounts[key]?.start else { return }
        now = max(now, start)
        accounts[key]?.atWork += 1
        atWork += 1
        charge(key, cost)
    }

    /// Notes that a piece of `key`'s work has ended, and what it cost in truth instead of its `estimate`.
    mutating func end(_ key: Key, costing cost: Int, insteadOf estimate: Int) {
        guard accounts[key] != nil else { return }
        now += max(0, cost) / (waiting.count + atWork + 1)
        accounts[key]?.atWork -= 1
        atWork -= 1
        charge(key, cost - estimate)
        forget(key)
    }

    private mutating func charge(_ key: Key, _ cost: Int) {
        accounts[key]?.start += cost
        waiting[key]?.start += cost
    }

    /// Forgets those who owe nothing; all, when nobody has work.
    private mutating func forget(_ key: Key) {
        if waiting.count == 0, atWork == 0 {
            accounts.removeAll()
            debtors = IndexedHeap()
            return
        }
        if let account = accounts[key], account.atWork == 0, waiting[key] == nil { debtors[key] = account.start }
        while let first = debtors.first, first.priority <= now || debtors.count > Self.maximumDebtors {
            debtors.removeFirst()
            accounts[first.key] = nil
        }
    }

    /// How many are known: bounded by those who have work and those who still pay for theirs.
    var count: Int { accounts.count }
}
