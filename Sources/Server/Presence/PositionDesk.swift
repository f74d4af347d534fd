import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
import Presence
import Synchronization

/// Takes what devices report, whatever app speaks: knows the device, records what can be, and remembers how it went.
///
/// A class because all who report share it.
package final class PositionDesk: Sendable {
    /// How a device's last report went.
    struct Hearing: Sendable {
        /// Milliseconds since 1970.
        var heard: Int64
        /// Why the position that came last was refused; `nil` when it was taken.
        var refusal: PositionFault?
    }

    /// What became of a report, position by position.
    struct Taken: Sendable {
        var outcome = Positions.Outcome()
        /// Those that cannot be, by their place in the report.
        var refused: [(index: Int, fault: PositionFault)] = []
        /// How many points of a file were left out, as its owner may not keep more.
        var leftOutOfFiles = 0

        /// How many new positions were left out; `nil` for none.
        var leftOut: Int? {
            let count = outcome.leftOut.count + leftOutOfFiles
            return count > 0 ? count : nil
        }
    }

    let devices: Devices
    let positions: Positions
    let people: People
    let busyness: Busyness
    let queues: Queues
    let limits: AccountLimits
    let history: VisitHistory
    private let places: any PlaceFinding
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// What takes much memory is read for one person one after the other.
    let readings = KeyedLock<AccountID>()
    /// One after the other, by networks in turn: what is done with many positions would take all threads.
    private let largeReports = Places(1, .init(jobs: 64, jobsOfBlock: 16, costOfBlock: .max))
    private let largeReadings = Places(1, .init(jobs: 64, jobsOfBlock: 16, costOfBlock: .max))
    /// What a person wants kept changes, and what they do not want kept is removed, one after the other.
    let keepings = KeyedLock<AccountID>()
    /// Reports of more positions than this would take their event loop for milliseconds.
    private static let takenOnLoop = 200
    private let hearings = Mutex<[DeviceID: Hearing]>([:])
    /// More devices than this are not remembered; those that report go on being so.
    private static let maximumHearings = 100_000

    init(
        store: some PresenceStore, keys: some PersonKeyStore, places: some PlaceFinding, leastContributors: Int,
        limits: AccountLimits = AccountLimits(), positionLimits: PositionLimits = PositionLimits(),
        workers: WorkerPool, now: @escaping @Sendable () -> Int64
    ) {
        devices = Devices(store: store, limit: limits.devices, now: now)
        let work = PresenceWork(workers: workers)
        positions = Positions(store: store, keys: keys, limits: positionLimits, work: work)
        people = People(store: store, keys: keys, positions: positions, work: work, limits: limits, now: now)
        busyness = Busyness(
            store: store, keys: keys, places: places, leastContributors: Double(leastContributors),
            work: work, now: now,
            localMinutes: { PlaceClock.minutes(at: $0) })
        history = VisitHistory(store: store, keys: keys)
        queues = Queues(store: store, now: now, localMinutes: { PlaceClock.minutes(at: $0) })
        self.places = places
        self.limits = limits
        self.now = now
    }

    /// Records what `device` reports: all that can be, or nothing when it cannot be kept. With `refusingOld`, what is
    /// older than its owner wants kept is refused; `precision` is that of `Positions.record`.
    func take(
        _ reports: [PositionReport], from device: Presence.Device, refusingOld: Bool = false, precision: Int64 = 1
    ) async throws -> Taken {
        guard reports.count > Self.takenOnLoop else {
            return try await takeNow(reports, from: device, refusingOld: refusingOld, precision: precision)
        }
        return try await largeReports.inTurn(costing: Cost(microseconds: 10 * reports.count)) {
            try await offTheLoop {
                try await takeNow(reports, from: device, refusingOld: refusingOld, precision: precision)
            }
        }
    }

    private func takeNow(
        _ reports: [PositionReport], from device: Presence.Device, refusingOld: Bool, precision: Int64
    ) async throws -> Taken {
        var taken = Taken(), found: [Presence.Position] = []
        let arrival = now()
        // Whatever somebody wants, younger positions are kept.
        let hasOld = refusingOld && reports.contains { ($0.time ?? arrival) < arrival - Self.leastKept }
        let oldest = hasOld ? try await oldestOfUse(to: device.person) : 0
        for (index, report) in reports.enumerated() {
            do throws(PositionFault) {
                let position = try Presence.Position(report, now: arrival)
                guard position.time >= Presence.Position.earliest else { throw .early }
                guard position.time >= oldest else { throw .expired }
                found.append(position)
            } catch {
                // The state of a device without a place is no fault.
                if error != .noPlace { taken.refused.append((index, error)) }
            }
        }
        if !found.isEmpty {
            // From here on nobody knows where in a home area they were.
            found = try await people.concealed(found, of: device.person)
            taken.outcome = try await positions.record(
                found, from: device, at: arrival, precision: precision)
            if !taken.outcome.leftOut.isEmpty {
                let leftOut = Set(taken.outcome.leftOut)
                found.removeAll { leftOut.contains($0) }
            }
            try await people.follow(found, of: device.person)
            try await count(found, of: device.person)
        }
        let last = taken.refused.last.flatMap { $0.index == reports.count - 1 ? $0.fault : nil }
        hearings.withLock { hearings in
            if hearings[device.id] != nil || hearings.count < Self.maximumHearings {
                hearings[device.id] = Hearing(heard: arrival, refusal: last)
            }
        }
        return taken
    }

    /// Counts somebody who wants to be.
    private func count(_ found: [Presence.Position], of person: AccountID) async throws {
        // A clock that is ahead would let nothing count until then.
        let latest = now() + People.clockError, found = found.filter { $0.time <= latest }
        guard !found.isEmpty, let key = try await people.keyInStatistics(of: person) else { return }
        let namedHome = try await !people.sharing(of: person).sharing.homes.isEmpty
        try await busyness.follow(
            found, of: person, key, namedHome: namedHome,
            earlier: {
                try await positions.newest(of: person, in: $0, atLeast: Busyness.mostRemembered).recorded
                    .map(\.position)
            },
            isWanted: { try await people.keyInStatistics(of: person) != nil })
    }

    /// The places that a person was at in a span of milliseconds since 1970, in the order of arrivals.
    func visits(of person: AccountID, in times: ClosedRange<Int64>) async throws -> [Visit] {
        // Who was there already stays.
        let earlier = max(0, times.lowerBound - Self.memory)
        return try await largeReadings.inTurn(costing: .dear) {
            try await offTheLoop {
                let found = try await foundVisits(of: person, in: earlier...times.upperBound)
                let kept = try await history.visits(of: person, in: earlier...times.upperBound)
                return VisitHistory.united(kept, with: found).filter { $0.departure >= times.lowerBound }
            }
        }
    }

    /// What a watcher makes of what a person tells; see `People.exposure`.
    func exposure(of person: AccountID, on workers: WorkerPool) async throws -> Exposure {
        try await largeReadings.inTurn(costing: .dear) {
            try await offTheLoop {
                try await people.exposure(of: person) { try await workers.run(costing: Cost(microseconds: $0), $1) }
            }
        }
    }

    private func foundVisits(of person: AccountID, in times: ClosedRange<Int64>) async throws -> [Visit] {
        try await positions.fold(
            StayRule.Search(), of: person, in: times, nanosecondsOfEach: Self.nanosecondsToSearch, searchStays
        ).visits
    }

    /// Looking for a stay takes about so many nanoseconds for each position, as places are looked up.
    static let nanosecondsToSearch = 5_000

    /// Looks for stays in what comes next of a person's positions.
    var searchStays: @Sendable (inout StayRule.Search, [Positions.Recorded]) -> Void {
        { [places] search, recorded in for one in recorded { search.follow(one.position, places) } }
    }

    /// So many milliseconds before a span it is looked where somebody stays who was there already when it began.
    private static let memory: Int64 = 6 * 3_600_000

    /// What is older is of no use to a person, in milliseconds since 1970; 0 for one whose visits are kept.
    func oldestOfUse(to person: AccountID) async throws -> Int64 {
        let sharing = try await people.sharing(of: person).sharing
        return sharing.keepsVisits ? 0 : Self.oldest(sharing, at: now())
    }

    /// The way from home is known by what came before it, also when a day begins meanwhile.
    private static let leastKept = UTCDay.milliseconds / 2

    /// Who wants nothing kept has the day that is, from which it is known what may be told.
    static func oldest(_ sharing: Sharing, at time: Int64) -> Int64 {
        let days = Int64(sharing.retentionDays + 1)
        return min(UTCDay.end(at: time) - days * UTCDay.milliseconds, time - leastKept)
    }

    /// Shares something else from now on; throws as `People.share` does. Who does not want to be counted any more is
    /// not.
    func share(
        _ sharing: Sharing, at revision: Int, by person: AccountID, isTaken: (String) async throws -> Bool
    ) async throws {
        let before = try await people.sharing(of: person).sharing, wasCounted = before.countsInStatistics
        try await keepings.hold(person) {
            try await people.share(sharing, at: revision, by: person, isTaken: isTaken)
            if !sharing.keepsVisits { try await forgetVisits(of: person) }
        }
        if sharing.retentionDays < before.retentionDays {
            try await offTheLoop { try await removeOld(of: person) }
        }
        if before.keepsVisits && !sharing.keepsVisits || sharing.retentionDays < before.retentionDays {
            await positions.forgetRemoved()
        }
        guard wasCounted, !sharing.countsInStatistics, let key = try await people.key(of: person) else { return }
        try await busyness.forget(person, key)
    }

    /// Leaves nothing of what was reported of a person, and no device that could go on.
    func forget(_ person: AccountID) async throws {
        // Read before it is destroyed; what is damaged of it keeps nothing else.
        var key: PersonKey?
        do { key = try await people.key(of: person) } catch is DamagedRow {}
        for device in try await devices.all(of: person) { _ = hearings.withLock { $0.removeValue(forKey: device.id) } }
        try await devices.forget(person)
        try await people.forget(person)
        try await keepings.hold(person) {
            try await history.forget(person)
            try await positions.forgetAll(of: person)
        }
        if let key { try await busyness.forget(person, key) }
    }

    /// Removes the devices of a person but `kept`.
    func removeDevices(of person: AccountID, but kept: Set<DeviceID>) async throws {
        for device in try await devices.all(of: person) where !kept.contains(device.id) {
            _ = hearings.withLock { $0.removeValue(forKey: device.id) }
        }
        try await devices.removeAll(of: person, but: kept)
    }

    /// Leaves nothing of what was reported of a person, nor of visits; devices go on, and so does what they share.
    func forgetPositions(of person: AccountID) async throws {
        // What others were told goes on to count, also when the server has just started; what is damaged tells nothing.
        do { _ = try await people.told(of: person) } catch is DamagedRow {}
        try await keepings.hold(person) {
            try await history.forget(person)
            try await positions.forget(person)
        }
        try await people.forgetWhereabouts(of: person)
        if let key = try await people.key(of: person) { try await busyness.forget(person, key) }
    }

    func hearing(of device: DeviceID) -> Hearing? { hearings.withLock { $0[device] } }
}

extension Exchange {
    /// What `Authorization: Bearer` holds.
    var bearerToken: Token? { authorization("bearer").map { Token(text: $0) } }

    /// The password of `Authorization: Basic` (RFC 7617), whoever's name stands before it.
    var basicPassword: Token? {
        guard let text = authorization("basic"), let bytes = Base64.decoded(text),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !CombiningMarks.areTooMany(in: bytes)
        else { return nil }
        return Token(text: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
    }

    private func authorization(_ scheme: String) -> String? {
        guard let value = header(.authorization), let blank = value.utf8.firstIndex(of: UInt8(ascii: " ")),
            value[..<blank].lowercased() == scheme
        else { return nil }
        let credentials = value[blank...].drop { $0 == " " }
        return credentials.utf8.contains(UInt8(ascii: " ")) ? nil : String(credentials)
    }
}

extension PositionFault {
    /// What is wrong with it, for whoever sent it: nothing of where it was.
    var sentence: String {
        switch self {
        case .noPlace: "it says nothing of a place"
        case .impossiblePlace: "its place is not on Earth, or is 0, 0"
        case .noTime: "it has no time since 1970"
        case .ahead: "its time is more than a day ahead of this server's clock"
        case .unreadable: "it is no position as JSON; see the description at /openapi.json"
        case .early: "its time is before 1973: a number counts milliseconds since 1970"
        case .expired: "it is older than what you want kept"
        case .noDevice: "its device would be one more than you may have; remove one, and send the file again"
        }
    }
}
