package import Community
import GeoCore
package import Gossip
import Synchronization

/// The current wait at a place, from reports of people who waited there.
package struct QueueEstimate: Sendable, Equatable {
    package let minutes: Int
    /// The number of reports in the last half hour.
    package let reports: Int
    /// The time of the last report.
    package let last: Timestamp

    /// A report counts for this long, and half as much after each `halfLife`, both in milliseconds.
    package static let window: Milliseconds = 1_800_000
    private static let halfLife = 720_000.0

    /// Computes the median wait, weighted by age; `nil` without recent reports. All `reports` are of one place.
    package init?(_ reports: [QueueReport], at now: Timestamp) {
        let lately = reports.filter { now - $0.time < Self.window && $0.time <= now }
        guard let newest = lately.map(\.time).max() else { return nil }
        let weighted = lately.map { (minutes: $0.minutes, weight: Self.weight(now - $0.time)) }
            .sorted { $0.minutes < $1.minutes }
        let half = weighted.reduce(0) { $0 + $1.weight } / 2
        var sum = 0.0
        let median = weighted.first { one in
            sum += one.weight
            return sum >= half
        }
        minutes = median?.minutes ?? 0
        self.reports = lately.count
        last = newest
    }

    private static func weight(_ age: Milliseconds) -> Double {
        Elementary.exponential(-0.693_147_180_559_945_3 * Double(age) / halfLife)
    }
}

/// The usual wait at a place.
package struct QueueAverages: Sendable, Equatable {
    /// The number of all reports and their mean minutes, by day of the week, Monday first, and hour.
    package let cells: [[(reports: Int, minutes: Double)]]

    package static func == (one: QueueAverages, other: QueueAverages) -> Bool {
        zip(one.cells, other.cells).allSatisfy { zip($0, $1).allSatisfy { $0 == $1 } }
    }

    /// `slot` returns the day of the week and the hour of a time.
    init(_ reports: [QueueReport], slot: (Timestamp) -> (day: Int, hour: Int)) {
        var sums = Array(repeating: Array(repeating: (reports: 0, minutes: 0), count: 24), count: 7)
        for report in reports {
            let (day, hour) = slot(report.time)
            sums[day][hour].reports += 1
            sums[day][hour].minutes += report.minutes
        }
        cells = sums.map { $0.map { ($0.reports, $0.reports == 0 ? 0 : Double($0.minutes) / Double($0.reports)) } }
    }
}

/// The reason why the server refused a report on a queue.
package enum QueueFault: Error, Equatable, Sendable {
    /// The person is farther than `Queues.reach` metres from the place.
    case tooFar
    /// The person reported a moment ago, and may report again after this many seconds.
    case tooSoon(seconds: Int)
}

/// Collects reports on queues. A report counts for half an hour, and afterwards in averages only.
///
/// A class because all reports and all viewers share it.
package final class Queues: Sendable {
    private struct State: Sendable {
        /// `nil` until the service has read the store.
        var reports: [PlaceKey: [QueueReport]]?
        /// The times of each person's last reports on each place.
        var lastReports = RecentlyUsed<Reporter, [Timestamp]>(capacity: 50_000)
        /// The times at which each person's reports of the last hour arrived, on any place.
        var times = RecentlyUsed<AccountID, [Timestamp]>(capacity: 50_000)
        /// Learns of each report that somebody makes here.
        var observer: (@Sendable (QueueReport) -> Void)?
    }

    private struct Reporter: Hashable, Sendable {
        let person: AccountID
        let place: PlaceKey
    }

    private let store: any QueueStore
    private let keys: (any PersonKeyStore)?
    private let now: @Sendable () -> Timestamp
    private let localMinutes: @Sendable (Timestamp) -> Int64
    private let state = Mutex(State())
    private let reporting = KeyedLock<AccountID>()
    private let loading = KeyedLock<Int>()
    private let merging = KeyedLock<Int>()

    /// A person must be within this distance to report, in metres.
    package static let reach = 150.0
    /// A report older than this says nothing about the usual wait.
    private static let memory: Milliseconds = 56 * UTCDay.milliseconds

    /// Reads the reports again when they are asked for: another server has changed them.
    package func readAgain() async { await loading.hold(0) { state.withLock { $0.reports = nil } } }

    /// - Parameter keys: Has the key of statistics; needed for a store that holds pauses.
    package init(
        store: some QueueStore, keys: (any PersonKeyStore)? = nil, now: @escaping @Sendable () -> Timestamp,
        localMinutes: @escaping @Sendable (Timestamp) -> Int64
    ) {
        (self.store, self.keys, self.now, self.localMinutes) = (store, keys, now, localMinutes)
    }

    /// Records that `person` waited `minutes` at a place, once for each `key`, and returns whether the report came so
    /// late that it counts in averages only. `metres` is their distance from the place; `nil` skips that check.
    /// `written` is when they reported, if they say.
    ///
    /// Throws `QueueFault`, and `CommunityFault.invalid`, `tooOld` and `keyUsed`.
    @discardableResult
    package func report(
        _ minutes: Int, at place: PlaceKey, by person: AccountID, metres: Double?, key text: String? = nil,
        written: Timestamp? = nil
    ) async throws -> Bool {
        guard (0...QueueReport.mostMinutes).contains(minutes) else {
            throw CommunityFault.invalid(field: "minutes", reason: "is not 0 to \(QueueReport.mostMinutes)")
        }
        let key = try QueueKey(text, by: person, minutes, at: place, written: written)
        try await load()
        // One lock for each person, so that nobody waits while the store writes another's report.
        return try await reporting.hold(person) {
            let arrival = now()
            // Before all that refuses a second report.
            if let key, try await store.knows(key, at: arrival) {
                return arrival - (written ?? arrival) >= QueueEstimate.window
            }
            let time = try WritingTime.checked(written, at: arrival) ?? arrival
            let isLate = arrival - time >= QueueEstimate.window
            if let metres, metres > Self.reach { throw QueueFault.tooFar }
            let reporter = Reporter(person: person, place: place)
            let last = state.withLock { $0.lastReports[reporter] } ?? []
            let times = (state.withLock { $0.times[person] } ?? []).filter { arrival - $0 < UTCHour.milliseconds }
            try QueuePause.check(time, at: arrival, after: last, times)
            let report = QueueReport(place: place, time: time, minutes: minutes)
            if store.holdsPauses, let keys {
                var generator = SystemRandomNumberGenerator()
                let secret = try await keys.statisticsKey(orMake: PersonKey(using: &generator))
                let pause = QueuePause(secret, of: person, at: place, time: time, arrival: arrival)
                try await store.add(report, key: key, after: pause)
            } else {
                try await store.add(report, key: key, at: arrival)
            }
            let observer = state.withLock { state in
                state.lastReports[reporter] = last.suffix(QueuePause.mostInAnHour - 1) + [time]
                state.times[person] = times + [arrival]
                state.reports?[place, default: []].append(report)
                return state.observer
            }
            observer?(report)
            return isLate
        }
    }

    /// Calls `observer` with each report that somebody makes here from now on, after it is on disk; not with merged
    /// ones.
    package func observe(_ observer: @escaping @Sendable (QueueReport) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// Adds a report that somebody made at another node of the mesh, once for each message. That node checked where and
    /// how often they reported. `isOwn`: somebody made it here, so it is new only if it was taken back. Returns whether
    /// it was new; throws `invalid`.
    package func merge(_ report: QueueReport, of message: MessageID, isOwn: Bool = false) async throws -> Bool {
        guard (0...QueueReport.mostMinutes).contains(report.minutes) else {
            throw CommunityFault.invalid(field: "minutes", reason: "is not 0 to \(QueueReport.mostMinutes)")
        }
        try await load()
        let key = QueueKey(message), arrival = now()
        return try await merging.hold(0) {
            guard try await !store.knows(key, at: arrival), !isOwn || !has(report) else { return false }
            try await store.add(report, key: key, at: arrival)
            state.withLock { $0.reports?[report.place, default: []].append(report) }
            return true
        }
    }

    /// Removes the report of a message that operators hide. `isOwn` is as in `merge`. Returns whether it was there.
    package func takeBack(_ report: QueueReport, of message: MessageID, isOwn: Bool = false) async throws -> Bool {
        try await load()
        let key = QueueKey(message), time = now()
        return try await merging.hold(0) {
            let isThere = if isOwn { has(report) } else { try await store.knows(key, at: time) }
            guard isThere else { return false }
            try await store.remove(report, key: key)
            state.withLock { state in
                guard let place = state.reports?[report.place]?.firstIndex(of: report) else { return }
                state.reports?[report.place]?.remove(at: place)
            }
            return true
        }
    }

    private func has(_ report: QueueReport) -> Bool {
        state.withLock { $0.reports?[report.place]?.contains(report) ?? false }
    }

    /// Returns the current wait at each place with recent reports, longest first.
    package func now() async throws -> [(place: PlaceKey, queue: QueueEstimate)] {
        try await load()
        let time = self.now(), all = state.withLock { $0.reports ?? [:] }
        let found = all.compactMap { place, reports in QueueEstimate(reports, at: time).map { (place, $0) } }
        return found.sorted { ($1.1.minutes, $0.0) < ($0.1.minutes, $1.0) }
    }

    /// Returns the usual wait at each place with reports.
    package func usual(
        on run: (@escaping @Sendable () throws -> [PlaceKey: QueueAverages]) async throws -> [PlaceKey: QueueAverages]
    ) async throws -> [PlaceKey: QueueAverages] {
        try await load()
        return try await run { [self] in
            state.withLock { $0.reports ?? [:] }.mapValues { QueueAverages($0, slot: slot(of:)) }
        }
    }

    private func slot(of time: Timestamp) -> (day: Int, hour: Int) { Busyness.slot(of: localMinutes(time) / 60) }

    /// Returns the usual wait at a place and, with recent reports, the current one.
    package func queue(at place: PlaceKey) async throws -> Queue {
        try await load()
        let reports = state.withLock { $0.reports?[place] ?? [] }, time = now()
        return Queue(
            now: QueueEstimate(reports, at: time), usual: QueueAverages(reports, slot: slot(of:)), slot: slot(of: time))
    }

    /// The queue at a place.
    package struct Queue: Sendable {
        package let now: QueueEstimate?
        package let usual: QueueAverages
        /// The current day of the week, 0 for Monday, and hour at the place.
        package let slot: (day: Int, hour: Int)
    }

    /// Removes the reports that are too old for averages, and the keys that nobody may use any more.
    package func tidy() async throws {
        let time = now(), first = time - Self.memory
        try await store.forgetQueueKeys(at: time, beyond: IdempotencyKey.most)
        try await store.removeQueueReports(before: first)
        state.withLock { state in
            guard let reports = state.reports else { return }
            state.reports = reports.mapValues { $0.filter { $0.time >= first } }.filter { !$0.value.isEmpty }
        }
    }

    /// Reads the reports, once after the start.
    private func load() async throws {
        guard state.withLock({ $0.reports == nil }) else { return }
        try await loading.hold(0) {
            guard state.withLock({ $0.reports == nil }) else { return }
            let found = try await store.queueReports(from: now() - Self.memory)
            state.withLock { $0.reports = Dictionary(grouping: found, by: \.place) }
        }
    }
}
