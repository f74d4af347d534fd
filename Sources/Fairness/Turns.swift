/// Decides whose turn it is, so that all keys with waiting work get equal time.
///
/// Start-time fair queueing (P. Goyal, H. M. Vin and H. Cheng, *Start-time Fair Queuing*, IEEE/ACM Transactions on
/// Networking 5(5), 1997). Each key has a virtual time up to which its work is paid; the key that is furthest behind is
/// next. A key that returns after a pause starts at the present, with neither credit nor debt for the pause.
///
/// The paper's present is the start of the running work, which stands still while new keys keep coming: a key served
/// once would wait until no new keys come. So finished work also moves the present on, by its cost divided among all
/// keys with work, as in weighted fair queueing (A. Demers, S. Keshav and S. Shenker, *Analysis and Simulation of a
/// Fair Queueing Algorithm*, SIGCOMM 1989).
struct Turns<Key: Hashable & Sendable>: Sendable {
    private struct Account {
        /// The start of the next piece of work, in virtual time.
        var start: Int
        /// The number of running pieces, whose true cost is still unknown.
        var atWork = 0
    }

    /// The order of keys: by start time, then by the time since which they wait.
    private struct Rank: Comparable, Sendable {
        var start: Int
        let order: UInt64

        static func < (one: Rank, other: Rank) -> Bool { (one.start, one.order) < (other.start, other.order) }
    }

    private var accounts: [Key: Account] = [:]
    private var waiting = IndexedHeap<Key, Rank>()
    /// Keys without waiting or running work that still pay for past work, by the time until which they do.
    private var debtors = IndexedHeap<Key, Int>()
    private var now = 0
    private var arrivals: UInt64 = 0
    private var atWork = 0

    /// The maximum number of known debtors: the key that owes the least is forgotten first.
    static var maximumDebtors: Int { 4096 }

    /// Records that `key` has waiting work; changes nothing if it had some already.
    mutating func wait(_ key: Key) {
        if waiting[key] != nil { return }
        arrivals += 1
        debtors[key] = nil
        let start = max(accounts[key]?.start ?? now, now)
        accounts[key, default: Account(start: start)].start = start
        waiting[key] = Rank(start: start, order: arrivals)
    }

    /// Records that `key` has no waiting work any more.
    mutating func leave(_ key: Key) {
        guard waiting[key] != nil else { return }
        waiting[key] = nil
        forget(key)
    }

    /// The key whose work is next; `nil` if none waits.
    var next: Key? { waiting.first?.key }

    /// Records that a piece of `key`'s work begins, with its estimated cost.
    mutating func begin(_ key: Key, costing cost: Int) {
        guard let start = accounts[key]?.start else { return }
        now = max(now, start)
        accounts[key]?.atWork += 1
        atWork += 1
        charge(key, cost)
    }

    /// Records that a piece of `key`'s work has ended, and its true cost in place of its `estimate`.
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

    /// Forgets keys that owe nothing; all keys, if none has work.
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

    /// The number of known keys: bounded by the keys with work and the keys that still pay.
    var count: Int { accounts.count }
}
