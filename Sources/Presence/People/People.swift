package import Community
import FoundationEssentials
import GeoCore
import Synchronization

/// Decides who may see whose location: nobody, until a person chooses to share.
///
/// A class because all viewers share its memory of the people who share.
package final class People: Sendable {
    struct State: Sendable {
        var people: [AccountID: KnownPerson] = [:]
        /// People who share nothing and were asked for lately.
        var nonSharing = RecentlyUsed<AccountID, KnownPerson>(capacity: 20_000)
        var isComplete = false
        /// People whom another server has changed, and who must be read again.
        var outdated: Set<AccountID> = []
        /// The last number of each person's pieces that was seen, where other servers add pieces.
        var numbers: [AccountID: Int64] = [:]
        /// Folded names that requests are taking now: the person who takes the name, `nil` for a new account, and the
        /// number of requests.
        var reserved: [String: (person: AccountID?, holder: UInt64, times: Int)] = [:]
    }

    let store: any PeopleStore
    let keys: any PersonKeyStore
    let positions: Positions
    let work: any Work
    let now: @Sendable () -> Timestamp
    let following: any PlaceFollowing
    let state = Mutex(State())
    let personLocks = KeyedLock<AccountID>()
    package let friends: Friends
    /// Groups and links.
    package let circles: Circles

    /// The number of people whom the server loads at once.
    private static let loadsAtOnce = 8
    /// How far a device's clock may be ahead.
    package static let clockError: Milliseconds = 300_000
    /// The number of positions that are followed before other tasks have their turn.
    static let followedAtOnce = 500

    package init(
        store: some PeopleStore & FriendStore & CircleStore, keys: some PersonKeyStore, positions: Positions,
        work: some Work = WorkInPlace(), limits: AccountLimits = AccountLimits(),
        following: some PlaceFollowing = OnlyServer(), now: @escaping @Sendable () -> Timestamp
    ) {
        self.work = work
        self.following = following
        friends = Friends(store: store, limit: limits.friends, now: now)
        circles = Circles(store: store, keys: keys, limit: limits.circles, following: following, now: now)
        self.store = store
        self.keys = keys
        self.positions = positions
        self.now = now
    }

    /// Returns people who have chosen what they share, in the order of ids, at most `limit` after `person`.
    package func sharers(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await store.sharers(after: person, limit: limit)
    }

    /// Removes what a person shares, and their friendships, groups and links.
    package func forget(_ person: AccountID) async throws {
        try await circles.forget(person)
        try await personLocks.hold(person) {
            try await keys.destroyKey(of: person, for: .sharing)
            try await store.forgetSharing(of: person)
            try await friends.forget(person)
            state.withLock { state in
                state.people[person] = nil
                state.nonSharing[person] = nil
            }
        }
    }

    /// Removes where others saw a person until now. Their recorded positions are already gone.
    package func forgetWhereabouts(of person: AccountID) async throws {
        _ = try await located(person)
        await personLocks.hold(person) {
            let time = now()
            state.withLock { $0.people[person]?.rule.forgetPublished(at: time) }
        }
    }

    /// Loads what everybody shares, once after the start, and later what other servers have changed.
    func complete() async throws {
        let (isComplete, outdated) = state.withLock { ($0.isComplete, $0.outdated) }
        guard isComplete else { return try await loadAll() }
        try await each(of: Array(outdated)) { person in
            _ = try await self.remembered(person)
            // Another change may have come in between.
            self.state.withLock { state in
                if state.people[person] != nil || state.nonSharing[person] != nil { state.outdated.remove(person) }
            }
        }
    }

    private func loadAll() async throws {
        var last: AccountID?
        while true {
            let people = try await store.sharers(after: last, limit: 500)
            try await each(of: people) { _ = try await self.remembered($0) }
            guard let next = people.last else { break }
            last = next
        }
        state.withLock { $0.isComplete = true }
    }

    /// Runs `body` for each of `people`, several at once, because it mostly waits for the store. A person with damaged
    /// rows does not hide the others.
    func each(
        of people: [AccountID], _ body: @escaping @Sendable (AccountID) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<Self.loadsAtOnce {
                group.addTask {
                    for index in stride(from: worker, to: people.count, by: Self.loadsAtOnce) {
                        do { try await body(people[index]) } catch is DamagedRow { continue }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Forgets what is remembered of a person, which another server has changed.
    func drop(_ person: AccountID) async {
        // A server that locates the person right now would put back what it has read before.
        await personLocks.hold(person) {
            state.withLock { state in
                state.people[person] = nil
                state.nonSharing[person] = nil
                state.outdated.insert(person)
            }
        }
    }

    /// Takes in the positions that other servers have recorded since the last call: their people are located anew.
    package func followOthers() async throws {
        let people = state.withLock { Array($0.people.keys) }
        for (person, number) in try await positions.store.lastNumbers(of: people) {
            let isKnown = state.withLock { state in
                defer { state.numbers[person] = number }
                return state.numbers[person] == number
            }
            // What this server has recorded itself, it has followed.
            if isKnown || positions.knownNumber(of: person) == number { continue }
            await positions.drop(person)
            await drop(person)
        }
    }

    /// Forgets what is remembered of everybody.
    func dropAll() async {
        for person in state.withLock({ Array($0.people.keys) }) { await drop(person) }
        state.withLock { state in
            state.nonSharing.removeAll()
            state.isComplete = false
        }
        friends.dropAll()
        await circles.dropAll()
    }

    func known(_ person: AccountID) async throws -> KnownPerson {
        try await following.catchUp()
        return try await remembered(person)
    }

    /// Returns a person as they were when the server caught up last.
    func remembered(_ person: AccountID) async throws -> KnownPerson {
        if let known = state.withLock({ $0.people[person] ?? $0.nonSharing[person] }) { return known }
        return try await personLocks.hold(person) { try await knownInTurn(person) }
    }

    func knownInTurn(_ person: AccountID) async throws -> KnownPerson {
        let known = try await load(person, orMake: false)
        state.withLock { state in
            if known.revision > 0 { state.people[person] = known } else { state.nonSharing[person] = known }
        }
        return known
    }

    func load(_ person: AccountID, orMake: Bool) async throws -> KnownPerson {
        if let known = state.withLock({ $0.people[person] }) { return known }
        var generator = SystemRandomNumberGenerator()
        let fresh = PersonKey(using: &generator)
        guard let kept = try await store.sharing(of: person), let key = try await keys.key(of: person, for: .sharing),
            case let seal = Seal(key), seal.name == kept.key
        else {
            // Sharing whose key was destroyed is unreadable, and would block a new one.
            if orMake { try await store.forgetSharing(of: person) }
            let key = orMake ? try await keys.key(of: person, for: .sharing, orMake: fresh) : fresh
            return KnownPerson(Sharing(), at: 0, key)
        }
        guard let content = seal.opened(kept.sealed, at: Self.place(person)),
            let stored = try? JSONDecoder().decode(StoredSharing.self, from: Data(content))
        else { throw DamagedRow(table: "sharing", id: person.bytes) }
        return KnownPerson(stored.sharing, at: kept.revision, key)
    }

    static func place(_ person: AccountID) -> [UInt8] { Array("sharing ".utf8) + person.bytes }
}

extension Optional {
    func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
