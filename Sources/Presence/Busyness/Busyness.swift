package import Community
import Synchronization

/// The rules of how busy places are: found in the positions of those who want to be counted, and told so that nobody is
/// told of.
///
/// A class because all who report and all who ask share what was counted.
package final class Busyness: Sendable {
    private struct State: Sendable {
        var followed = RecentlyUsed<AccountID, Followed>(capacity: 50_000)
        /// People by place and hour; `nil` before the store was asked.
        var counts: [PlaceKey: [Int64: Int]]?
        var firstHour: Int64 = .max
        var rule: ReleaseRule?
        /// The first hour that is not told yet, as far as that was looked at.
        var openHour: Int64 = .min / 2
        /// Before this hour nothing tells any more which contributions are of one person.
        var unlinked: Int64 = .min
        /// What was made of counts until an hour.
        var patterns: [PlaceKey: (until: Int64, pattern: BusynessPattern?)] = [:]
    }

    /// What is remembered of somebody who is counted.
    private struct Followed: Sendable {
        private var rule = StayRule()
        /// The hours that are not told yet in which a stay was counted, by when it began.
        private var counted: [Int64: Set<Slot>] = [:]
        /// The places that they were at in recent nights, and the last of those nights.
        private var nights: [PlaceKey: Night] = [:]

        /// Learns of the next position; returns the stays that go on or just ended, and of each whether they live
        /// there, as far as nights tell.
        mutating func follow(
            _ position: Position, _ places: some PlaceFinding, _ localMinutes: (Int64) -> Int64
        ) -> [(visit: Visit, isHome: Bool)] {
            let visits = rule.follow(position, places)
            if let rest = rule.rest {
                let until = localMinutes(rest.until), last = Night(before: until)
                if last != Night(before: localMinutes(rest.since)), nights[rest.place] != last {
                    nights = nights.filter { $0.value.isRecent(at: until) }
                    nights[rest.place] = last
                }
            }
            return visits.map { visit in
                (visit, nights[visit.place]?.isRecent(at: localMinutes(visit.departure)) ?? false)
            }
        }

        /// Takes up in which hours stays are counted from now on, by when they began; returns where somebody is not
        /// counted any more in hours from `first` on: where they are becomes clearer while they stay.
        mutating func count(_ stays: [Int64: Set<Slot>], from first: Int64) -> Set<Slot> {
            let before = slots(from: first)
            counted = counted.merging(stays) { $1 }.filter { $0.value.contains { $0.hour >= first } }
            return before.subtracting(slots(from: first))
        }

        private func slots(from first: Int64) -> Set<Slot> {
            counted.values.reduce(into: []) { $0.formUnion($1.lazy.filter { $0.hour >= first }) }
        }
    }

    /// Who is somewhere at this time of the night sleeps there, as far as anybody can tell: the last such time before a
    /// minute on the clock there, counted since 1970.
    private struct Night: Equatable, Sendable {
        private let day: Int64

        private static let minute: Int64 = 4 * 60
        private static let perDay: Int64 = 1440
        /// For so many days it says where somebody lives: who comes once a week does not.
        private static let memory: Int64 = 6

        init(before time: Int64) { day = (time - Self.minute) / Self.perDay }

        func isRecent(at time: Int64) -> Bool { abs(time / Self.perDay - day) <= Self.memory }
    }

    private let store: any BusynessStore
    private let keys: any PersonKeyStore
    private let places: any PlaceFinding
    private let work: any Work
    /// Hours with fewer people over all weeks together, with noise, are not told.
    package let leastContributors: Double
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// Minutes since 1970 on the clock of the places on the map, at a time in milliseconds.
    private let localMinutes: @Sendable (Int64) -> Int64
    private let state = Mutex(State())
    /// What is written of each person: nobody waits for what is written of others.
    private let changes = KeyedLock<AccountID>()
    private let loading = KeyedLock<Int>()
    /// Of each person's reports: each goes on from the one before.
    private let reports = KeyedLock<AccountID>()

    /// So many minutes after an hour what was learned of it is all that counts: from then on it is told, and never
    /// otherwise.
    private static let grace: Int64 = 15
    /// So many minutes after that it is: what was learned just before is written by then.
    private static let settling: Int64 = 1
    /// Who was somewhere for less of an hour is not counted in it, in milliseconds.
    private static let leastShare: Int64 = 300_000
    private static let hoursOfWeek: Int64 = 168
    /// So many milliseconds back it is looked where somebody stays, after a restart: a whole night is among them.
    private static let memory: Int64 = 36 * 3_600_000
    /// So many positions are looked at of that; of who has more, what came before is not known.
    package static let mostRemembered = 20_000
    /// More positions than this are followed elsewhere, and at most so many at once, each in about so many microseconds.
    private static let followedInPlace = 50
    private static let followedAtOnce = 2_000
    private static let microsecondsToFollow = 5

    package init(
        store: some BusynessStore, keys: some PersonKeyStore, places: some PlaceFinding,
        leastContributors: Double = ReleaseRule.leastContributors, work: some Work = WorkInPlace(),
        now: @escaping @Sendable () -> Int64,
        localMinutes: @escaping @Sendable (Int64) -> Int64
    ) {
        self.store = store
        self.keys = keys
        self.places = places
        self.work = work
        self.leastContributors = leastContributors
        self.now = now
        self.localMinutes = localMinutes
    }

    // MARK: Counting

    /// Counts somebody who wants to be counted, of positions that were recorded; `key` is theirs, and `earlier` gives
    /// what was recorded of them in a span of milliseconds since 1970, if it was forgotten where they stay. Who has
    /// `namedHome` is counted elsewhere at night, too. Whether they still want to be is asked for just before.
    package func follow(
        _ found: [Position], of person: AccountID, _ key: PersonKey, namedHome: Bool = false,
        earlier: (ClosedRange<Int64>) async throws -> [Position],
        isWanted: () async throws -> Bool = { true }
    ) async throws {
        try await reports.hold(person) {
            try await followInTurn(found, of: person, key, namedHome, earlier: earlier, isWanted: isWanted)
        }
    }

    private func followInTurn(
        _ found: [Position], of person: AccountID, _ key: PersonKey, _ namedHome: Bool,
        earlier: (ClosedRange<Int64>) async throws -> [Position], isWanted: () async throws -> Bool
    ) async throws {
        let found = found.sorted { $0.time < $1.time }
        var one = Followed()
        if let known = state.withLock({ $0.followed.take(person) }) {
            one = known
        } else if let first = found.first?.time {
            let known = try await earlier(max(0, first - Self.memory)...max(0, first - 1))
            one = try await follow(one, known).one
        }
        // Of each stay what is known of it last.
        var stays: [Int64: Set<Slot>] = [:]
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

    /// Lets `one` learn of positions, and returns the stays that go on or ended meanwhile: of many elsewhere.
    private func follow(
        _ one: Followed, _ positions: [Position]
    ) async throws -> (one: Followed, visits: [(visit: Visit, isHome: Bool)]) {
        let follow: @Sendable () -> (Followed, [(visit: Visit, isHome: Bool)]) = { [places, localMinutes] in
            var one = one, visits: [(visit: Visit, isHome: Bool)] = []
            for position in positions { visits += one.follow(position, places, localMinutes) }
            return (one, visits)
        }
        guard positions.count > Self.followedInPlace else { return follow() }
        return try await work.run(costing: positions.count * Self.microsecondsToFollow, follow)
    }

    private struct Slot: Hashable, Sendable {
        let place: PlaceKey
        let hour: Int64
    }

    /// The hours that a visit counts in and that may still change: none that is to come.
    private func counted(_ visit: Visit) -> Set<Slot> {
        let (arrival, departure) = (localMinutes(visit.arrival), localMinutes(visit.departure))
        let first = max(arrival / 60, firstOpenHour), last = min(departure / 60, localMinutes(now()) / 60)
        guard first <= last else { return [] }
        let slots = (first...last).compactMap { hour -> Slot? in
            // Clocks go by whole minutes with the time: so much of the visit lies before the hour, and behind it.
            let before = max(0, hour * 60 - arrival) * 60_000, behind = max(0, departure - (hour + 1) * 60) * 60_000
            let share = visit.departure - visit.arrival - before - behind
            return share >= Self.leastShare ? Slot(place: visit.place, hour: hour) : nil
        }
        return Set(slots)
    }

    /// Hours before this are told.
    private var firstUnpublishedHour: Int64 {
        min(firstOpenHour, (localMinutes(now()) - Self.grace - Self.settling) / 60)
    }

    /// Nothing is counted in hours before this; it does not go back when clocks do.
    private var firstOpenHour: Int64 {
        let hour = (localMinutes(now()) - Self.grace) / 60
        return state.withLock { state in
            // A clock that was days ahead was wrong.
            if hour > state.openHour || state.openHour - hour > 48 { state.openHour = hour }
            return state.openHour
        }
    }

    /// What carries somebody's contributions.
    private struct Token {
        private let draw: KeyedDraw

        init(_ key: PersonKey) { draw = KeyedDraw(key, for: "contributions 1") }

        func bytes(ofDay day: Int64) -> [UInt8] { draw.bytes(Contribution.tokenLength, of: [day]) }
    }

    /// Counts a person no more in what is not told yet. What is told stays: who compared it before and after would know
    /// who had been there.
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

    /// Leaves nothing of where a person stays just now.
    package func forgetStay(of person: AccountID) { _ = state.withLock { $0.followed.take(person) } }

    /// Removes what is older than all that is told, and what tells which contributions are of one person, once that
    /// person's day is over and nobody is counted in it any more.
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
        // What the first who asks would wait for.
        _ = try await present()
    }

    // MARK: Telling

    /// How busy a place usually is; `nil` where nothing may be told.
    package func pattern(of place: PlaceKey) async throws -> BusynessPattern? {
        try await load()
        return patternNow(of: place)
    }

    /// How busy all places usually are of which that may be told. Of thousands it takes seconds once a day, and is left
    /// to `run`.
    package func patterns(
        on run: (@escaping @Sendable () throws -> [PlaceKey: BusynessPattern]) async throws
            -> [PlaceKey: BusynessPattern]
    ) async throws -> [PlaceKey: BusynessPattern] {
        try await load()
        return try await run { [self] in
            let places = state.withLock { $0.counts.map { Array($0.keys) } ?? [] }
            var patterns: [PlaceKey: BusynessPattern] = [:]
            for place in places {
                try Task.checkCancellation()
                patterns[place] = patternNow(of: place)
            }
            return patterns
        }
    }

    /// How busy a place is now; `nil` where nothing may be told.
    package func present(at place: PlaceKey) async throws -> BusynessNow? {
        try await load()
        return presentNow(at: place)
    }

    /// How busy all places are now of which that may be told, in the order of their keys.
    package func present() async throws -> [(place: PlaceKey, now: BusynessNow)] {
        try await load()
        let places = state.withLock { $0.counts.map { Array($0.keys) } ?? [] }
        return places.sorted().compactMap { place in presentNow(at: place).map { (place, $0) } }
    }

    private func presentNow(at place: PlaceKey) -> BusynessNow? {
        guard let pattern = patternNow(of: place) else { return nil }
        let hour = firstUnpublishedHour - 1
        let (rule, count) = state.withLock { ($0.rule, $0.counts?[place]?[hour] ?? 0) }
        return rule.flatMap { BusynessNow($0.noisy(count, place, hour), at: hour, pattern) }
    }

    /// By whole days: today is not usual yet.
    private func patternNow(of place: PlaceKey) -> BusynessPattern? {
        let open = firstUnpublishedHour, end = open - open % 24
        let (known, rule, hours, first) = state.withLock { state in
            (state.patterns[place], state.rule, state.counts?[place], state.firstHour)
        }
        if let known, known.until == end { return known.pattern }
        guard let rule, let hours else { return nil }
        // It takes milliseconds, in which nobody else waits.
        let oldest = max(first - first % 24, end - Int64(ReleaseRule.mostWeeks) * Self.hoursOfWeek)
        var counts = Array(repeating: Array(repeating: [Double](), count: 24), count: 7)
        for hour in stride(from: oldest, to: end, by: 1) {
            let (day, hourOfDay) = Self.slot(of: hour)
            counts[day][hourOfDay].append(rule.noisy(hours[hour] ?? 0, place, hour))
        }
        let pattern = BusynessPattern(counts, atLeast: leastContributors)
        state.withLock { $0.patterns[place] = (end, pattern) }
        return pattern
    }

    /// The day of the week, Monday 0, and the hour of the day.
    static func slot(of hour: Int64) -> (day: Int, hour: Int) {
        // 1 January 1970 was a Thursday.
        let day = (hour - (hour % 24 + 24) % 24) / 24
        return (Int(((day + 3) % 7 + 7) % 7), Int((hour % 24 + 24) % 24))
    }

    /// Takes up what was counted, once after the start.
    private func load() async throws {
        guard state.withLock({ $0.counts == nil }) else { return }
        try await loading.hold(0) {
            guard state.withLock({ $0.counts == nil }) else { return }
            var generator = SystemRandomNumberGenerator()
            let key = try await keys.statisticsKey(orMake: PersonKey(using: &generator))
            let found = try await store.hourCounts(
                from: firstOpenHour - Int64(ReleaseRule.mostWeeks) * Self.hoursOfWeek)
            var counts: [PlaceKey: [Int64: Int]] = [:]
            for one in found { counts[one.place, default: [:]][one.hour] = one.people }
            state.withLock { [counts] state in
                state.counts = counts
                state.firstHour = found.map(\.hour).min() ?? .max
                state.rule = ReleaseRule(key)
            }
        }
    }
}
