/// Says whose turn it is among those who wait, so that each who has work gets as much time as any other.
///
/// Start-time fair queueing (P. Goyal, H. M. Vin and H. Cheng, *Start-time Fair Queuing*, IEEE/ACM Transactions on
/// Networking 5(5), 1997). Everybody has a virtual time until which their work so far has paid for; the one who is
/// furthest behind is next. Who comes after a pause starts at the present, with neither credit nor debt for it.
struct Turns<Key: Hashable & Sendable>: Sendable {
    private struct Account {
        /// When the next piece of work starts, in virtual time.
        var start: Int
        /// When it began to wait, among all; who came first goes first where virtual times are equal.
        var order: UInt64
        var isWaiting: Bool
        /// Pieces that are being worked on, whose true cost is still to come.
        var atWork = 0
    }

    private var accounts: [Key: Account] = [:]
    private var now = 0
    private var arrivals: UInt64 = 0
    private var waiting = 0
    private var atWork = 0

    /// Notes that `key` has work that waits; nothing changes when it had some already.
    mutating func wait(_ key: Key) {
        if accounts[key]?.isWaiting == true { return }
        arrivals += 1
        waiting += 1
        let known = accounts[key]
        accounts[key] = Account(
            start: max(known?.start ?? now, now), order: arrivals, isWaiting: true, atWork: known?.atWork ?? 0)
    }

    /// Notes that nothing of `key` waits any more.
    mutating func leave(_ key: Key) {
        guard accounts[key]?.isWaiting == true else { return }
        accounts[key]?.isWaiting = false
        waiting -= 1
        forget(key)
    }

    /// Whose work is next; `nil` when nobody waits.
    ///
    /// - Complexity: O(those who wait or work).
    var next: Key? {
        accounts.lazy.filter(\.value.isWaiting)
            .min { ($0.value.start, $0.value.order) < ($1.value.start, $1.value.order) }?.key
    }

    /// Notes that a piece of `key`'s work begins, of an estimated cost.
    mutating func begin(_ key: Key, costing cost: Int) {
        guard let start = accounts[key]?.start else { return }
        now = max(now, start)
        accounts[key]?.start += cost
        accounts[key]?.atWork += 1
        atWork += 1
    }

    /// Notes that a piece of `key`'s work has ended, and by how much its cost was above the estimate.
    mutating func end(_ key: Key, overrunning excess: Int) {
        guard accounts[key] != nil else { return }
        accounts[key]?.start += excess
        accounts[key]?.atWork -= 1
        atWork -= 1
        forget(key)
    }

    /// Forgets those who owe nothing; all, when nobody has work.
    private mutating func forget(_ key: Key) {
        if waiting == 0, atWork == 0 {
            accounts.removeAll()
        } else if accounts.count > 2 * (waiting + atWork) + 64 {
            accounts = accounts.filter { $0.value.isWaiting || $0.value.atWork > 0 || $0.value.start > now }
        } else if let account = accounts[key], !account.isWaiting, account.atWork == 0, account.start <= now {
            accounts[key] = nil
        }
    }

    /// How many are known: bounded by those who have work and those who still pay for theirs.
    var count: Int { accounts.count }
}
