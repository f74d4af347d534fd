package import Community
import GeoCore
import Synchronization

/// How long one waits at a place just now, by those who have waited.
package struct QueueEstimate: Sendable, Equatable {
    package let minutes: Int
    /// How many said so in the last half hour.
    package let reports: Int
    /// When the last one did, in milliseconds since 1970.
    package let last: Int64

    /// So many milliseconds what somebody said tells of the queue; it counts half as much after each `halfLife`.
    private static let window: Int64 = 1_800_000
    private static let halfLife = 720_000.0

    /// The median, weighted by age; `nil` when nobody said anything lately. `reports` are of one place.
    package init?(_ reports: [QueueReport], at now: Int64) {
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

    private static func weight(_ age: Int64) -> Double {
        Elementary.exponential(-0.693_147_180_559_945_3 * Double(age) / halfLife)
    }
}

/// How long one usually waits at a place.
package struct QueueAverages: Sendable, Equatable {
    /// Of all reports by day of the week, Monday first, and hour: how many, and the mean of their minutes.
    package let cells: [[(reports: Int, minutes: Double)]]

    package static func == (one: QueueAverages, other: QueueAverages) -> Bool {
        zip(one.cells, other.cells).allSatisfy { zip($0, $1).allSatisfy { $0 == $1 } }
    }

    /// `slot` tells the day of the week and the hour of a time.
    init(_ reports: [QueueReport], slot: (Int64) -> (day: Int, hour: Int)) {
        var sums = Array(repeating: Array(repeating: (reports: 0, minutes: 0), count: 24), count: 7)
        for report in reports {
            let (day, hour) = slot(report.time)
            sums[day][hour].reports += 1
            sums[day][hour].minutes += report.minutes
        }
        cells = sums.map { $0.map { ($0.reports, $0.reports == 0 ? 0 : Double($0.minutes) / Double($0.reports)) } }
    }
}

/// Why somebody may not say how long they waited.
package enum QueueFault: Error, Equatable, Sendable {
    /// They are not there: farther than `Queues.reach` metres from the place.
    case tooFar
    /// They said so a moment ago; in this many seconds they may again.
    case tooSoon(seconds: Int)
}

/// The rules of queues: told by those who wait, forgotten after half an hour but for averages.
///
/// A class because all who tell and ask share what was told.
package final class Queues: Sendable {
    private struct State: Sendable {
        /// In the order of times; `nil` before the store was asked.
        var reports: [PlaceKey: [QueueReport]]?
        /// When somebody told of a place last.
        var tellers = RecentlyUsed<Teller, Int64>(capacity: 50_000)
        /// When each person told lately, of whatever place.
        var times = RecentlyUsed<AccountID, [Int64]>(capacity: 50_000)
    }

    private struct Teller: Hashable, Sendable {
        let person: AccountID
        let place: PlaceKey
    }

    private let store: any QueueStore
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    private let localMinutes: @Sendable (Int64) -> Int64
    private let state = Mutex(State())
    private let reporting = KeyedLock<AccountID>()
    private let loading = KeyedLock<Int>()

    /// Who tells must be so near, in metres.
    package static let reach = 150.0
    /// Milliseconds between two of one person about one place.
    private static let pause: Int64 = 1_200_000
    /// The most of one person in an hour: nobody stands in more queues.
    private static let mostInAnHour = 12
    private static let hour: Int64 = 3_600_000
    /// What is older tells nothing of how it usually is, in milliseconds.
    private static let memory: Int64 = 56 * 86_400_000

    package init(
        store: some QueueStore, now: @escaping @Sendable () -> Int64, localMinutes: @escaping @Sendable (Int64) -> Int64
    ) {
        (self.store, self.now, self.localMinutes) = (store, now, localMinutes)
    }

    /// Takes that `person` has waited so many minutes at a place, `metres` from which they are if that must be near;
    /// throws `QueueFault` and `CommunityFault.invalid`.
    package func report(_ minutes: Int, at place: PlaceKey, by person: AccountID, metres: Double?) async throws {
        guard (0...QueueReport.mostMinutes).contains(minutes) else {
            throw CommunityFault.invalid(field: "minutes", reason: "is not 0 to \(QueueReport.mostMinutes)")
        }
        if let metres, metres > Self.reach { throw QueueFault.tooFar }
        try await load()
        // So much of each person: nobody waits for another's to be written.
        try await reporting.hold(person) {
            let time = now(), teller = Teller(person: person, place: place)
            if let last = state.withLock({ $0.tellers[teller] }), time - last < Self.pause {
                throw QueueFault.tooSoon(seconds: Int((Self.pause - (time - last) + 999) / 1000))
            }
            let times = (state.withLock { $0.times[person] } ?? []).filter { time - $0 < Self.hour }
            if times.count >= Self.mostInAnHour {
                throw QueueFault.tooSoon(seconds: Int((Self.hour - (time - times[0]) + 999) / 1000))
            }
            let report = QueueReport(place: place, time: time, minutes: minutes)
            try await store.add(report)
            state.withLock { state in
                state.tellers[teller] = time
                state.times[person] = times + [time]
                state.reports?[place, default: []].append(report)
            }
        }
    }

    /// How long one waits at all places of which somebody told lately, the longest first.
    package func now() async throws -> [(place: PlaceKey, queue: QueueEstimate)] {
        try await load()
        let time = self.now(), all = state.withLock { $0.reports ?? [:] }
        let found = all.compactMap { place, reports in QueueEstimate(reports, at: time).map { (place, $0) } }
        return found.sorted { ($1.1.minutes, $0.0) < ($0.1.minutes, $1.0) }
    }

    /// How long one usually waits at all places of which somebody told.
    package func usual(
        on run: (@escaping @Sendable () throws -> [PlaceKey: QueueAverages]) async throws -> [PlaceKey: QueueAverages]
    ) async throws -> [PlaceKey: QueueAverages] {
        try await load()
        return try await run { [self] in
            state.withLock { $0.reports ?? [:] }.mapValues { QueueAverages($0, slot: slot(of:)) }
        }
    }

    private func slot(of time: Int64) -> (day: Int, hour: Int) { Busyness.slot(of: localMinutes(time) / 60) }

    /// How long one waits at a place now, if somebody told lately, and usually.
    package func queue(at place: PlaceKey) async throws -> Queue {
        try await load()
        let reports = state.withLock { $0.reports?[place] ?? [] }, time = now()
        return Queue(
            now: QueueEstimate(reports, at: time), usual: QueueAverages(reports, slot: slot(of:)), slot: slot(of: time))
    }

    /// What is known of the queue at a place.
    package struct Queue: Sendable {
        package let now: QueueEstimate?
        package let usual: QueueAverages
        /// The day of the week, Monday 0, and the hour that it is there.
        package let slot: (day: Int, hour: Int)
    }

    /// Removes what is too old to tell anything.
    package func tidy() async throws {
        let first = now() - Self.memory
        try await store.removeQueueReports(before: first)
        state.withLock { state in
            guard let reports = state.reports else { return }
            state.reports = reports.mapValues { $0.filter { $0.time >= first } }.filter { !$0.value.isEmpty }
        }
    }

    /// Takes up what was told, once after the start.
    private func load() async throws {
        guard state.withLock({ $0.reports == nil }) else { return }
        try await loading.hold(0) {
            guard state.withLock({ $0.reports == nil }) else { return }
            let found = try await store.queueReports(from: now() - Self.memory)
            state.withLock { $0.reports = Dictionary(grouping: found, by: \.place) }
        }
    }
}
