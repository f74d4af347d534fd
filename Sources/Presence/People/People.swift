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
        /// Folded names that are being taken: by which existing person, if any, and how many times at once.
        var reserved: [String: (person: AccountID?, times: Int)] = [:]
    }

    private let store: any PeopleStore
    private let keys: any PersonKeyStore
    let positions: Positions
    let work: any Work
    /// The current time, in milliseconds since 1970.
    let now: @Sendable () -> Int64
    let state = Mutex(State())
    private let personLocks = KeyedLock<AccountID>()
    package let friends: Friends
    /// Groups and links.
    package let circles: Circles

    /// The number of people whom the server loads at once.
    private static let loadsAtOnce = 8
    /// How far a device's clock may be ahead, in milliseconds.
    package static let clockError: Int64 = 300_000
    /// The number of positions that are followed before other tasks have their turn.
    static let followedAtOnce = 500
    /// The number of positions that determine a location: more than most people's week holds. If a person has more, the
    /// older ones count as unknown.
    package static let mostReplayed = 50_000
    private static let fewReplayed = 1_000
    /// The approximate time to follow one position.
    private static let nanosecondsToFollow = 500
    /// More positions than this are followed in a job.
    private static let followedInPlace = 200

    package init(
        store: some PeopleStore & FriendStore & CircleStore, keys: some PersonKeyStore, positions: Positions,
        work: some Work = WorkInPlace(), limits: AccountLimits = AccountLimits(), now: @escaping @Sendable () -> Int64
    ) {
        self.work = work
        friends = Friends(store: store, limit: limits.friends, now: now)
        circles = Circles(store: store, keys: keys, limit: limits.circles, now: now)
        self.store = store
        self.keys = keys
        self.positions = positions
        self.now = now
    }

    // MARK: What people share

    /// Returns what a person shares, and its revision: 0 if they have not chosen yet.
    package func sharing(of person: AccountID) async throws -> (sharing: Sharing, revision: Int) {
        let known = try await known(person)
        return (known.sharing, known.revision)
    }

    /// Changes what a person shares, which must be at `revision`.
    ///
    /// Throws `changedMeanwhile`, `invalid`, and `nameTaken` for a new pseudonym that `isTaken` or that another person
    /// uses. A person who keeps their pseudonym never gets `nameTaken`: nobody can keep them from sharing less.
    ///
    /// Changes nothing when it throws. Until the server has located the person again, nobody sees them.
    package func share(
        _ sharing: Sharing, at revision: Int, by person: AccountID,
        isTaken: (String) async throws -> Bool = { _ in false }
    ) async throws {
        try Self.check(sharing)
        guard let pseudonym = sharing.pseudonym, try await known(person).sharing.pseudonym != pseudonym else {
            return try await change(sharing, at: revision, by: person)
        }
        try await reserve(pseudonym, for: person, isTaken) {
            try await change(sharing, at: revision, by: person)
        }
    }

    /// Runs `body`, which gives a person a name, while nobody can take it as a pseudonym. Throws `nameTaken` if a
    /// person uses it or is taking it.
    package func take<Result: Sendable>(_ name: String, _ body: () async throws -> Result) async throws -> Result {
        try await reserve(name, for: nil, { _ in false }, body)
    }

    /// Runs `body` while nobody else can take `name`. Throws `nameTaken` if a person uses it or is taking it.
    ///
    /// A second request for the same name is refused rather than made to wait. Requests for other names do not wait.
    private func reserve<Result: Sendable>(
        _ name: String, for person: AccountID?, _ isTaken: (String) async throws -> Bool,
        _ body: () async throws -> Result
    ) async throws -> Result {
        // A text that is not a valid name belongs to nobody.
        guard let folded = (try? AccountName(name))?.folded else { return try await body() }
        try state.withLock { state throws(CommunityFault) in
            let known = state.reserved[folded]
            if let known, person == nil || known.person != person { throw .nameTaken }
            state.reserved[folded] = (person, (known?.times ?? 0) + 1)
        }
        defer {
            state.withLock { state in
                state.reserved[folded]?.times -= 1
                if state.reserved[folded]?.times == 0 { state.reserved[folded] = nil }
            }
        }
        if try await isTaken(name) { throw CommunityFault.nameTaken }
        if try await isSeen(folded, besides: person) { throw CommunityFault.nameTaken }
        return try await body()
    }

    private func change(_ sharing: Sharing, at revision: Int, by person: AccountID) async throws {
        try await personLocks.hold(person) {
            var known = try await load(person, orMake: true)
            guard known.revision == revision else { throw CommunityFault.changedMeanwhile(current: known.revision) }
            // What others could see until now stays relevant.
            let before = try await followed(known, of: person)
            let time = now(), sharing = sharing.after(known.sharing, at: time)
            let content = Array(try JSONEncoder().encode(StoredSharing(sharing))), seal = Seal(known.key)
            let sealed = SealedSharing(
                revision: revision + 1, key: seal.name, sealed: seal.closed(content, at: Self.place(person)))
            try await store.setSharing(sealed, of: person)
            known.sharing = sharing
            known.revision = revision + 1
            known.earlier = (before, time)
            // From now on nobody sees more than this, whatever the next steps do.
            state.withLock { $0.nonSharing[person] = nil }
            do {
                try await locate(known, of: person)
            } catch {
                // The change is stored and applies: nobody sees the person until they are located.
            }
        }
    }

    /// Returns the rule that knows what others could see of a person until now. The caller holds their turn.
    private func followed(_ known: KnownPerson, of person: AccountID) async throws -> WhereaboutsRule {
        guard !known.isLocated else { return known.rule }
        if known.needsLocating {
            do { return try await replayed(known, of: person) } catch is DamagedRow {}
        }
        var rule = WhereaboutsRule()
        if let earlier = known.earlier { rule.resume(from: earlier.rule, at: earlier.until) }
        return rule
    }

    /// Locates a person from recorded positions. Meanwhile nobody sees them. When it throws, what hid them before stays
    /// for the next attempt.
    private func locate(_ known: KnownPerson, of person: AccountID) async throws {
        var known = known
        known.rule = WhereaboutsRule()
        known.progress = .underWay([])
        state.withLock { [known] in $0.people[person] = known }
        do {
            known.rule = try await replayed(known, of: person)
        } catch {
            known.progress = error is DamagedRow ? .failed : .notBegun
            state.withLock { [known] in $0.people[person] = known }
            throw error
        }
        known.earlier = nil
        state.withLock { [known] state in
            var known = known
            if case .underWay(let pending)? = state.people[person]?.progress {
                for (position, arrival) in pending {
                    known.rule.follow(position, at: arrival, known.sharing, known.noise)
                }
            }
            known.progress = .done
            state.people[person] = known
        }
    }

    /// Returns whether another person uses a folded name as their pseudonym.
    private func isSeen(_ folded: String, besides person: AccountID?) async throws -> Bool {
        try await complete()
        return state.withLock { $0.people.contains { $0 != person && $1.foldedPseudonym == folded } }
    }

    private static func check(_ sharing: Sharing) throws(CommunityFault) {
        if let pseudonym = sharing.pseudonym { _ = try AccountName(pseudonym) }
        guard sharing.homes.count <= Sharing.maximumHomes else {
            throw .invalid(field: "homes", reason: "has more than \(Sharing.maximumHomes) areas")
        }
        guard (0...Sharing.maximumRetentionDays).contains(sharing.retentionDays) else {
            throw .invalid(field: "retention_days", reason: "is not 0 to \(Sharing.maximumRetentionDays)")
        }
    }

    /// Returns the key that counts a person in statistics; `nil` if they do not take part.
    package func keyInStatistics(of person: AccountID) async throws -> PersonKey? {
        try await known(person).keyInStatistics
    }

    /// Returns the key that would count a person in statistics, whether they take part or not; `nil` if they have none.
    package func key(of person: AccountID) async throws -> PersonKey? {
        try await keys.key(of: person, for: .sharing)
    }

    // MARK: What is known

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
        try await personLocks.hold(person) {
            let time = now()
            state.withLock { $0.people[person]?.rule.forgetPublished(at: time) }
        }
    }

    /// Loads what everybody shares, once after the start.
    func complete() async throws {
        guard !state.withLock({ $0.isComplete }) else { return }
        var last: AccountID?
        while true {
            let people = try await store.sharers(after: last, limit: 500)
            try await each(of: people) { _ = try await self.known($0) }
            guard let next = people.last else { break }
            last = next
        }
        state.withLock { $0.isComplete = true }
    }

    /// Locates all known people who are not located yet.
    func locateAll() async throws {
        let people = state.withLock { $0.people.filter { $0.value.needsLocating }.map(\.key) }
        if !people.isEmpty { try await each(of: people) { _ = try await self.located($0) } }
    }

    /// Runs `body` for each of `people`, several at once, because it mostly waits for the store. A person with damaged
    /// rows does not hide the others.
    private func each(
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

    func known(_ person: AccountID) async throws -> KnownPerson {
        if let known = state.withLock({ $0.people[person] ?? $0.nonSharing[person] }) { return known }
        return try await personLocks.hold(person) { try await knownInTurn(person) }
    }

    private func knownInTurn(_ person: AccountID) async throws -> KnownPerson {
        let known = try await load(person, orMake: false)
        state.withLock { state in
            if known.revision > 0 { state.people[person] = known } else { state.nonSharing[person] = known }
        }
        return known
    }

    /// Returns a person and their location.
    func located(_ person: AccountID) async throws -> KnownPerson {
        let known = try await known(person)
        guard known.revision > 0, !known.isLocated else { return known }
        return try await personLocks.hold(person) {
            let known = try await knownInTurn(person)
            guard known.revision > 0, !known.isLocated else { return known }
            // Any viewer may ask first, and all viewers use the result.
            try await work.forEverybody { try await locate(known, of: person) }
            return state.withLock { $0.people[person] ?? known }
        }
    }

    private func load(_ person: AccountID, orMake: Bool) async throws -> KnownPerson {
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

    /// Follows the recorded positions of the last days: what others may see depends on where the day began.
    private func replayed(_ known: KnownPerson, of person: AccountID) async throws -> WhereaboutsRule {
        let few = try await work.forEverybody {
            let time = now()
            let few = try await positions.newest(
                of: person, in: KnownPerson.followed(at: time), atLeast: Self.fewReplayed)
            return few.isWhole ? try await rule(of: known, few.recorded, isWhole: true, at: time) : nil
        }
        if let few { return few }
        // Long histories take memory, so they run one person at a time.
        return try await work.inTurn(.changes, costing: Self.mostReplayed * Self.nanosecondsToFollow / 1000) {
            try await work.forEverybody {
                let time = now()
                let many = try await positions.newest(
                    of: person, in: KnownPerson.followed(at: time), atLeast: Self.mostReplayed)
                return try await rule(of: known, many.recorded, isWhole: many.isWhole, at: time)
            }
        }
    }

    private func rule(
        of known: KnownPerson, _ recorded: [Positions.Recorded], isWhole: Bool, at time: Int64
    ) async throws -> WhereaboutsRule {
        let follow: @Sendable () -> WhereaboutsRule = {
            var known = known
            known.rule = WhereaboutsRule()
            known.replay(recorded, isWhole: isWhole, at: time)
            return known.rule
        }
        guard recorded.count > Self.followedInPlace else { return follow() }
        return try await work.run(costing: recorded.count * Self.nanosecondsToFollow / 1000, follow)
    }

    private static func place(_ person: AccountID) -> [UInt8] { Array("sharing ".utf8) + person.bytes }
}

extension Optional {
    func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let value = self else { return nil }
        return try await body(value)
    }
}
