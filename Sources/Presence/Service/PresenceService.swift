package import Community
import Synchronization

/// Takes the reports of devices; decides what the server keeps of them, how long, and what others may see.
///
/// A class because all reports share it.
package final class PresenceService: Sendable {
    package let devices: Devices
    package let positions: Positions
    package let people: People
    package let busyness: Busyness
    package let queues: Queues
    /// The other servers of the place.
    package let following: any PlaceFollowing
    let history: VisitHistory
    let places: any PlaceFinding
    let work: any Work
    package let now: @Sendable () -> Timestamp
    /// Reading much takes memory: each person has one reading at a time.
    package let readings = KeyedLock<AccountID>()
    /// For each person, changes of retention and removals run one after the other.
    let retention = KeyedLock<AccountID>()
    private let lastReports = Mutex<[DeviceID: LastReport]>([:])

    /// The outcome of a device's last report.
    package struct LastReport: Sendable {
        package var arrival: Timestamp
        /// The reason why the server refused its last position; `nil` if the server accepted it.
        package var refusal: PositionFault?
    }

    /// The result of a report.
    package struct ReportResult: Sendable {
        package var outcome = Positions.Outcome()
        /// The refused positions, by their index in the report.
        package var refused: [(index: Int, fault: PositionFault)] = []
        /// How many points of a file were left out because they exceed their owner's quota.
        var leftOutOfFiles = 0

        /// How many new positions were left out; `nil` for none.
        package var leftOut: Int? {
            let count = outcome.leftOut.count + leftOutOfFiles
            return count > 0 ? count : nil
        }
    }

    /// A larger report would hold its event loop for milliseconds.
    private static let recordedInPlace = 200
    private static let microsecondsToRecord = 10
    /// The service remembers the last reports of no more devices than this; known ones stay known.
    private static let maximumLastReports = 100_000
    /// What others may see of a day away from home depends on what came before, so the server always keeps half a day.
    private static let leastKept = UTCDay.milliseconds / 2

    /// `leastContributors` is the least number of people whose visits make an hour's busyness public; `localMinutes`
    /// returns the minutes since 1970 of the place's own clock at a time.
    package init(
        store: some PresenceStore, keys: some PersonKeyStore, places: some PlaceFinding, leastContributors: Int,
        limits: AccountLimits = AccountLimits(), positionLimits: PositionLimits = PositionLimits(),
        work: some Work, following: some PlaceFollowing = OnlyServer(), now: @escaping @Sendable () -> Timestamp,
        localMinutes: @escaping @Sendable (Timestamp) -> Int64
    ) {
        devices = Devices(store: store, limit: limits.devices, following: following, now: now)
        positions = Positions(store: store, keys: keys, limits: positionLimits, work: work)
        people = People(
            store: store, keys: keys, positions: positions, work: work, limits: limits, following: following, now: now)
        busyness = Busyness(
            store: store, keys: keys, places: places, leastContributors: Double(leastContributors), work: work,
            now: now, localMinutes: localMinutes)
        history = VisitHistory(store: store, keys: keys)
        queues = Queues(store: store, keys: keys, now: now, localMinutes: localMinutes)
        self.following = following
        self.places = places
        self.work = work
        self.now = now
    }

    /// Records what `device` reports: every valid position, or none when the store cannot keep them. With
    /// `refusingOld`, it refuses positions that are older than their owner wants to keep. `precision` is that of
    /// `Positions.record`.
    package func record(
        _ reports: [PositionReport], from device: Device, refusingOld: Bool = false, precision: Milliseconds = 1
    ) async throws -> ReportResult {
        guard reports.count > Self.recordedInPlace else {
            return try await recordInPlace(reports, from: device, refusingOld: refusingOld, precision: precision)
        }
        return try await work.inTurn(.reports, costing: Self.microsecondsToRecord * reports.count) {
            try await recordInPlace(reports, from: device, refusingOld: refusingOld, precision: precision)
        }
    }

    private func recordInPlace(
        _ reports: [PositionReport], from device: Device, refusingOld: Bool, precision: Milliseconds
    ) async throws -> ReportResult {
        let person = try await people.known(device.person), arrival = now()
        let oldest = refusingOld ? Self.oldestOfUse(to: person.sharing, at: arrival) : 0
        var (found, refused) = Self.positions(reports, notBefore: oldest, at: arrival)
        var result = ReportResult(refused: refused)
        if !found.isEmpty {
            // From here on nobody knows where in a home area they were.
            found = person.concealed(found)
            result.outcome = try await positions.record(found, from: device, at: arrival, precision: precision)
            if !result.outcome.leftOut.isEmpty {
                let leftOut = Set(result.outcome.leftOut)
                found.removeAll { leftOut.contains($0) }
            }
            if result.outcome.followsOthers {
                // They are located anew, from what all servers have recorded.
                await people.drop(device.person)
            } else {
                people.follow(found, of: device.person)
            }
            try await count(found, of: device.person, person)
        }
        let last = refused.last.flatMap { $0.index == reports.count - 1 ? $0.fault : nil }
        lastReports.withLock { lastReports in
            if lastReports[device.id] != nil || lastReports.count < Self.maximumLastReports {
                lastReports[device.id] = LastReport(arrival: arrival, refusal: last)
            }
        }
        return result
    }

    /// The positions of a report, and the refused ones by their index.
    private static func positions(
        _ reports: [PositionReport], notBefore oldest: Timestamp, at arrival: Timestamp
    ) -> (found: [Position], refused: [(index: Int, fault: PositionFault)]) {
        var found: [Position] = [], refused: [(index: Int, fault: PositionFault)] = []
        for (index, report) in reports.enumerated() {
            do throws(PositionFault) {
                let position = try Position(report, now: arrival)
                guard position.time >= Position.earliest else { throw .early }
                guard position.time >= oldest else { throw .expired }
                found.append(position)
            } catch {
                // A device may report its state alone, without a place.
                if error != .noPlace { refused.append((index, error)) }
            }
        }
        return (found, refused)
    }

    /// Counts the positions of people who take part in statistics.
    private func count(_ found: [Position], of id: AccountID, _ person: KnownPerson) async throws {
        // A clock that is ahead would stop the count until that time.
        let latest = now() + People.clockError, found = found.filter { $0.time <= latest }
        guard !found.isEmpty, let key = person.keyInStatistics else { return }
        try await busyness.follow(
            found, of: id, key, namedHome: !person.sharing.homes.isEmpty,
            earlier: {
                try await positions.newest(of: id, in: $0, atLeast: Busyness.mostRemembered).recorded.map(\.position)
            },
            isWanted: { try await people.keyInStatistics(of: id) != nil })
    }

    /// The earliest time of positions that a person can use; 0 when they keep visits.
    private static func oldestOfUse(to sharing: Sharing, at time: Timestamp) -> Timestamp {
        sharing.keepsVisits ? 0 : oldest(sharing, at: time)
    }

    /// The earliest time of stored positions. The server always keeps the current UTC day and half a day, because they
    /// decide what others may see.
    static func oldest(_ sharing: Sharing, at time: Timestamp) -> Timestamp {
        let days = Int64(sharing.retentionDays + 1)
        return min(UTCDay.end(at: time) - days * UTCDay.milliseconds, time - leastKept)
    }

    /// Takes in a change of any server: forgets what it may have made untrue. Throws if that can't be done, and may then
    /// be called again.
    package func take(_ change: PlaceChange) async throws {
        switch change {
        case .posts, .guide, .imprint, .overlay, .queues, .account, .game: return
        case .sharing(let person): await people.drop(person)
        case .friends(let person): people.friends.drop(person)
        case .circle(let id): try await people.circles.readAgain(id)
        case .devices(let person): devices.drop(person)
        case .positions(let person):
            await positions.drop(person)
            await people.drop(person)
        case .everything:
            devices.drop(nil)
            await positions.drop(nil)
            await people.dropAll()
        }
    }

    /// The outcome of a device's last report since the server's start; `nil` for none.
    package func lastReport(of device: DeviceID) -> LastReport? { lastReports.withLock { $0[device] } }

    func forgetLastReports(of devices: some Sequence<DeviceID>) {
        lastReports.withLock { lastReports in for device in devices { lastReports[device] = nil } }
    }
}
