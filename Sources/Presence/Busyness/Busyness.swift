package import Community
import Synchronization

/// Counts how busy places are, from the visits of people who take part, and publishes the counts with noise, so that no
/// individual can be inferred.
///
/// Hours are counted since 1970 on the local clock of the map's places.
///
/// A class because every device that reports and every viewer share one count.
package final class Busyness: Sendable {
    struct State: Sendable {
        var followed = RecentlyUsed<AccountID, FollowedPerson>(capacity: 50_000)
        /// The number of people by place and hour; `nil` until the service has read the store.
        var counts: [PlaceKey: [Int64: Int]]?
        /// The first hour that was not published yet when the service last read the counts.
        var readUntil: Int64 = .min
        var firstHour: Int64 = .max
        var rule: ReleaseRule?
        /// The first hour that still accepts contributions, as of the last check.
        var openHour: Int64 = .min / 2
        /// Contributions in hours before this one can no longer be linked to one another.
        var unlinked: Int64 = .min
        /// The pattern of each place, computed from the counts before the hour `until`.
        var patterns: [PlaceKey: (until: Int64, pattern: BusynessPattern?)] = [:]
    }

    private let store: any BusynessStore
    private let keys: any PersonKeyStore
    private let places: any PlaceFinding
    private let work: any Work
    /// The service publishes an hour only if at least this many people, over all weeks, with noise, were there.
    package let leastContributors: Double
    private let now: @Sendable () -> Timestamp
    /// Returns the minutes since 1970 on the local clock of the map's places, at a time.
    private let localMinutes: @Sendable (Timestamp) -> Int64
    let state = Mutex(State())
    /// One lock for each person's contributions, so that nobody waits while the store writes another person's.
    private let changes = KeyedLock<AccountID>()
    private let loading = KeyedLock<Int>()
    /// One lock for each person's reports, because each report continues from the one before.
    private let reports = KeyedLock<AccountID>()

    /// An hour stays open for this many minutes after its end. Then the service publishes it and never changes it
    /// again.
    private static let grace: Int64 = 15
    /// The service publishes an hour this many minutes after it closes. By then the store has written the last
    /// contributions.
    private static let settling: Int64 = 1
    /// A person counts in an hour only if they were there for at least this long.
    private static let leastShare: Milliseconds = 300_000
    static let hoursOfWeek: Int64 = 168
    /// How far back to look for an ongoing stay after a restart. It covers a whole night.
    private static let memory: Milliseconds = 36 * UTCHour.milliseconds
    /// The service reads at most this many of those positions. If a person has more, it ignores the older ones.
    package static let mostRemembered = 20_000
    /// A job handles more positions than `followedInPlace`, at most `followedAtOnce` at a time. Each position takes
    /// about `microsecondsToFollow`.
    private static let followedInPlace = 50
    private static let followedAtOnce = 2_000
    private static let microsecondsToFollow = 5

    package init(
        store: some BusynessStore, keys: some PersonKeyStore, places: some PlaceFinding,
        leastContributors: Double = ReleaseRule.leastContributors, work: some Work = WorkInPlace(),
        now: @escaping @Sendable () -> Timestamp,
        localMinutes: @escaping @Sendable (Timestamp) -> Int64
    ) {
        self.store = store
        self.keys = keys
        self.places = places
        self.work = work
        self.leastContributors = leastContributors
        self.now = now
        self.localMinutes = localMinutes
    }

    /// Counts a person who takes part in statistics, from the recorded positions `found`.
    ///
    /// `key` is the person's key. `earlier` returns the person's recorded positions in a span of time; the service
    /// calls it if it no longer knows the person's stay. With `namedHome`, it also counts nights away from home. It
    /// calls `isWanted` just before it writes, because the person may have opted out meanwhile.
    package func follow(
        _ found: [Position], of person: AccountID, _ key: PersonKey, namedHome: Bool = false,
        earlier: (ClosedRange<Timestamp>) async throws -> [Position],
        isWanted: () async throws -> Bool = { true }
    ) async throws {
        try await reports.hold(person) {
            try await followInTurn(found, of: person, key, namedHome, earlier: earlier, isWanted: isWanted)
        }
    }

    private func followInTurn(
        _ found: [Position], of person: AccountID, _ key: PersonKey, _ namedHome: Bool,
        earlier: (ClosedRange<Timestamp>) async throws -> [Position], isWanted: () async throws -> Bool
    ) async throws {
        let found = found.sorted { $0.time < $1.time }
        var one = FollowedPerson()
        if let known = state.withLock({ $0.followed.take(person) }) {
            one = known
        } else if let first = found.first?.time {
            let known = try await earlier(max(0, first - Self.memory)...max(0, first - 1))
            one = try await follow(one, known).one
        }
        // The last known slots of each stay.
        var stays: [Timestamp: Set<Slot>] = [:]
        for start in stride(from: 0, to: found.count, by: Self.followedAtOnce) {
            let part = Array(found[start..<min(start + Self.followedAtOnce, found.count)])
            let visits: [(visit: Visit, isHome: Bool)]
            (one, visits) = try await follow(one, part)
            for (visit, isHome) in visits {
                stays[visit.arrival] = isHome && !namedHome ? [] : counted(visit)
            }
        }
        let withdrawn = one.count(stays, from: firstOpenHour)
        state.withLock { [one] in $0.followed[person] = one }
        let slots = stays.values.reduce(into: Set<Slot>()) { $0.formUnion($1) }
        guard !slots.isEmpty || !withdrawn.isEmpty else { return }
        try await load()
        try await changes.hold(person) {
            guard try await isWanted() else { return }
            let token = Token(key), first = firstOpenHour
            let contributions = { (slots: Set<Slot>) in
                slots.filter { $0.hour >= first }.sorted { ($0.hour, $0.place) < ($1.hour, $1.place) }
                    .map { Contribution(place: $0.place, hour: $0.hour, token: token.bytes(ofDay: $0.hour / 24)) }
            }
            let (removed, added) = try await store.replace(contributions(withdrawn), by: contributions(slots))
            state.withLock { state in
                for one in removed { state.counts?[one.place]?[one.hour]? -= 1 }
                for one in added {
                    state.counts?[one.place, default: [:]][one.hour, default: 0] += 1
                    state.firstHour = min(state.firstHour, one.hour)
                }
            }
        }
    }

    /// Lets `one` follow positions, and returns the stays that continued or ended meanwhile. Many positions go to a
    /// job.
    private func follow(
        _ one: FollowedPerson, _ positions: [Position]
    ) async throws -> (one: FollowedPerson, visits: [(visit: Visit, isHome: Bool)]) {
        let follow: @Sendable () -> (FollowedPerson, [(visit: Visit, isHome: Bool)]) = { [places, localMinutes] in
            var one = one, visits: [(visit: Visit, isHome: Bool)] = []
            for position in positions { visits += one.follow(position, places, localMinutes) }
            return (one, visits)
        }
        guard positions.count > Self.followedInPlace else { return follow() }
        return try await work.run(costing: positions.count * Self.microsecondsToFollow, follow)
    }

    /// Returns the open hours that a visit counts in, none of them in the future.
    private func counted(_ visit: Visit) -> Set<Slot> {
        let (arrival, departure) = (localMinutes(visit.arrival), localMinutes(visit.departure))
        let first = max(arrival / 60, firstOpenHour), last = min(departure / 60, localMinutes(now()) / 60)
        guard first <= last else { return [] }
        let slots = (first...last).compactMap { hour -> Slot? in
            // Local clocks advance in whole minutes with time, so these are the parts of the visit before and after the
            // hour.
            let before = max(0, hour * 60 - arrival) * 60_000, behind = max(0, departure - (hour + 1) * 60) * 60_000
            let share = visit.departure - visit.arrival - before - behind
            return share >= Self.leastShare ? Slot(place: visit.place, hour: hour) : nil
        }
        return Set(slots)
    }

    /// The service has published all hours before this one.
    var firstUnpublishedHour: Int64 {
        min(firstOpenHour, (localMinutes(now()) - Self.grace - Self.settling) / 60)
    }

    /// The first hour that still accepts contributions. It does not go back when the local clock does.
    private var firstOpenHour: Int64 {
        let hour = (localMinutes(now()) - Self.grace) / 60
        return state.withLock { state in
            // A clock that was days ahead was wrong.
            if hour > state.openHour || state.openHour - hour > 48 { state.openHour = hour }
            return state.openHour
        }
    }

    /// Makes the tokens of one person's contributions.
    private struct Token {
        private let draw: KeyedDraw

        init(_ key: PersonKey) { draw = KeyedDraw(key, for: "contributions 1") }

        func bytes(ofDay day: Int64) -> [UInt8] { draw.bytes(Contribution.tokenLength, of: [day]) }
    }

    /// Removes a person's contributions from all open hours. Published hours stay: a watcher who compared them before
    /// and after would learn who had been there.
    package func forget(_ person: AccountID, _ key: PersonKey) async throws {
        try await load()
        try await changes.hold(person) {
            let first = firstOpenHour, today = first / 24, token = Token(key)
            let removed = try await store.removeContributions(
                of: (today - 1...today + 2).map { token.bytes(ofDay: $0) }, from: first)
            state.withLock { state in
                for one in removed { state.counts?[one.place]?[one.hour]? -= 1 }
            }
        }
        forgetStay(of: person)
    }

    /// Forgets where a person is staying at present.
    package func forgetStay(of person: AccountID) { _ = state.withLock { $0.followed.take(person) } }

    /// Removes contributions that are older than any published week. Once a day is closed, it also removes the tokens
    /// that link the contributions of one person.
    package func tidy() async throws {
        let first = firstOpenHour - Int64(ReleaseRule.mostWeeks) * Self.hoursOfWeek
        try await load()
        try await store.removeContributions(before: first)
        state.withLock { state in
            state.counts = state.counts?.mapValues { $0.filter { $0.key >= first } }.filter { !$0.value.isEmpty }
        }
        let today = firstOpenHour - Int64(Self.slot(of: firstOpenHour).hour)
        for hour in max(first, state.withLock(\.unlinked))..<max(first, today) {
            try await store.unlinkContributions(in: hour)
            state.withLock { $0.unlinked = hour + 1 }
        }
        // Otherwise the first viewer would wait for this.
        _ = try await present()
    }

    /// Reads the counts, after the start and whenever the service is about to publish another hour: another server of
    /// the place may have counted people in it.
    func load() async throws {
        guard needsReading else { return }
        try await loading.hold(0) {
            guard needsReading else { return }
            let unpublished = firstUnpublishedHour
            let (last, rule) = state.withLock { ($0.readUntil, $0.rule) }
            let first = max(last, firstOpenHour - Int64(ReleaseRule.mostWeeks) * Self.hoursOfWeek)
            let known: ReleaseRule
            if let rule {
                known = rule
            } else {
                var generator = SystemRandomNumberGenerator()
                known = ReleaseRule(try await keys.statisticsKey(orMake: PersonKey(using: &generator)))
            }
            let found = try await store.hourCounts(from: first)
            state.withLock { state in
                // What others count in open hours meanwhile is read before those are published.
                var counts = (state.counts ?? [:]).mapValues { $0.filter { $0.key < first } }
                for one in found { counts[one.place, default: [:]][one.hour] = one.people }
                state.counts = counts.filter { !$0.value.isEmpty }
                state.firstHour = min(state.firstHour, found.map(\.hour).min() ?? .max)
                state.readUntil = unpublished
                state.rule = known
            }
        }
    }

    private var needsReading: Bool {
        let unpublished = firstUnpublishedHour
        return state.withLock { $0.counts == nil || $0.readUntil < unpublished }
    }
}
