package import Community
import GeoCore
import Synchronization

/// Records positions, each once. Only their owner can read them.
///
/// It seals each hour of a person with that person's key before the data leaves this module.
///
/// A class because all reports share its memory of recent records.
package final class Positions: Sendable {
    /// The result of recording the positions that a device sent.
    package struct Outcome: Sendable, Equatable {
        package var added = 0
        /// The number of positions that were recorded before, were twice in one report, or that another device recorded
        /// at that place and time: a file may repeat what a phone has reported.
        package var repeated = 0
        /// The new positions that exceed their owner's quota.
        package var leftOut: [Position] = []
        /// Whether another server had recorded positions of the person that this one had not seen.
        package var followsOthers = false

        package init() {}
    }

    /// The use of a person's quotas, as it is and as stored, and about how many positions the store has of them.
    struct Count: Sendable {
        var use: PositionUse
        var storedUse: PositionUse?
        var kept: Int
    }

    let store: any PositionStore
    let work: any Work
    package let limits: PositionLimits
    let keys: any PersonKeyStore
    let personLocks = KeyedLock<AccountID>()
    let recentRecords = Mutex(RecentlyUsed<AccountID, RecentRecords>(capacity: mostRemembered) { $0.size })
    /// Separate from `recentRecords`, which errors and deletions clear: neither may reset a day's quota.
    let counts = Mutex(RecentlyUsed<AccountID, Count>(capacity: mostCounted))

    /// The size of the memory of recent hours, in bytes: enough for 20,000 people who report each minute. For others
    /// the server asks the store.
    private static let mostRemembered = 100_000_000
    /// The number of people whose counts stay in memory. For others the server asks the store.
    private static let mostCounted = 50_000
    /// The number of sealed bytes in one part of a long read: some ten thousand positions.
    static let readAtOnce = 256 << 10

    package init(
        store: some PositionStore, keys: some PersonKeyStore, limits: PositionLimits = PositionLimits(),
        work: some Work = WorkInPlace()
    ) {
        self.store = store
        self.limits = limits
        self.work = work
        self.keys = keys
    }

    /// Records all positions that `device` sent, in any order, or none. `arrival` is when they arrived; `nil` if
    /// unknown. Throws `busy` and `storageFailed`.
    ///
    /// A position of another device at the same place is the same one if the times differ by less than `precision`.
    package func record(
        _ positions: [Position], from device: Device, at arrival: Timestamp?, precision: Milliseconds = 1
    ) async throws -> Outcome {
        try await personLocks.hold(device.person) {
            do {
                return try await recordInTurn(positions, from: device, at: arrival, precision)
            } catch CommunityFault.keyUsed {
                // Another server has recorded a position of this person. The failed attempt left nothing in memory.
                try await takeOthersUse(of: device.person)
                var outcome = try await recordInTurn(positions, from: device, at: arrival, precision)
                outcome.followsOthers = true
                return outcome
            }
        }
    }

    private func recordInTurn(
        _ positions: [Position], from device: Device, at arrival: Timestamp?, _ precision: Milliseconds
    ) async throws -> Outcome {
        var count = try await count(of: device.person)
        // Taken out, and put back once the store agrees with it.
        var records = try await takeRecords(of: device.person)
        let hours = Set(positions.map { UTCHour.number(at: $0.time) })
        for hour in hours where !records.has(hour) {
            let isNew = hour > records.lastHour
            records.begin(hour)
            if isNew { continue }
            for group in try await groups(of: device.person, in: hour...hour, records.seal) {
                for arrived in group.positions { _ = records.insert(arrived.position, from: group.device) }
            }
        }
        let earlier = records.counts
        var fresh: [Position] = [], outcome = Outcome()
        var others = OtherDevices(than: device.id, precision: precision)
        for position in positions {
            var isNew = records.insert(position, from: device.id)
            // Memory has times only. To read an hour once is rarer than two devices that report in one millisecond.
            if isNew, precision > 1 || records.isTimeOfAnother(position, than: device.id) {
                for hour in others.unread(near: position) {
                    others.take(try await groups(of: device.person, in: hour...hour, records.seal), of: hour)
                }
                isNew = !others.hold(position)
                if !isNew { records.leaveUncounted(position) }
            }
            if isNew { fresh.append(position) } else { outcome.repeated += 1 }
        }
        let chosen: [Position]
        do {
            (chosen, outcome.leftOut) = try Self.choose(
                of: fresh, from: device, at: arrival, &count.use, kept: count.kept, beside: earlier, limits)
        } catch {
            // Apps repeat a refused report for ever, so the next attempt must not read everything again.
            for position in fresh { records.remove(position, from: device.id) }
            putBack(records, of: device.person)
            throw error
        }
        for position in outcome.leftOut { records.remove(position, from: device.id) }
        outcome.added = chosen.count
        if !chosen.isEmpty {
            var pieces: [SealedHour] = []
            let hours = Dictionary(grouping: chosen) { UTCHour.number(at: $0.time) }
            for (hour, positions) in hours.sorted(by: { $0.key < $1.key }) {
                records.lastNumber += 1
                let arrived = positions.map { ArrivedPosition(position: $0, arrival: arrival) }
                pieces.append(
                    Self.closed([(device.id, arrived)], hour, records.lastNumber, of: device.person, records.seal))
            }
            let use = count.use.needsSaving(after: count.storedUse) ? count.use : nil
            try await store.add(pieces, of: device.person, use: use)
            count.storedUse = use ?? count.storedUse
            count.kept += chosen.count
        }
        counts.withLock { [count] in $0[device.person] = count }
        putBack(records, of: device.person)
        return outcome
    }

    /// Chooses the new positions that the quotas permit, in the order in which they came. Throws `quotaReached`.
    private static func choose(
        of fresh: [Position], from device: Device, at arrival: Timestamp?, _ use: inout PositionUse, kept: Int,
        beside earlier: MinuteCounts, _ limits: PositionLimits
    ) throws(CommunityFault) -> (kept: [Position], leftOut: [Position]) {
        guard let arrival, !fresh.isEmpty else { return (fresh, []) }
        let order = fresh.indices.sorted { (fresh[$0].time, $0) < (fresh[$1].time, $1) }
        let chosen = try use.choose(
            of: order.map { fresh[$0] }, from: device.kind == .files ? .file : .device, at: arrival, kept: kept,
            beside: earlier, limits)
        guard chosen.count < fresh.count else { return (fresh, []) }
        let places = Set(chosen.map { order[$0] })
        return (
            fresh.indices.filter { places.contains($0) }.map { fresh[$0] },
            fresh.indices.filter { !places.contains($0) }.map { fresh[$0] }
        )
    }

    private func count(of person: AccountID) async throws -> Count {
        if let count = counts.withLock({ $0[person] }) { return count }
        let use = try await store.use(of: person)
        return Count(
            use: use ?? PositionUse(), storedUse: use, kept: try await store.countPositions(of: person))
    }

    /// Takes in what other servers have counted of a person's quotas. What they have not stored yet is missing.
    private func takeOthersUse(of person: AccountID) async throws {
        guard var count = counts.withLock({ $0[person] }) else { return }
        count.storedUse = try await store.use(of: person)
        if let stored = count.storedUse, stored.isAhead(of: count.use) { count.use = stored }
        counts.withLock { [count] in $0[person] = count }
    }

    /// Returns a person's use of their quotas on the day of `time`, and about how many positions are stored.
    package func use(of person: AccountID, at time: Timestamp) async throws -> (today: PositionUse, kept: Int) {
        try await personLocks.hold(person) {
            var use = counts.withLock { $0[person]?.use }
            if use == nil { use = try await store.use(of: person) }
            var today = use ?? PositionUse()
            today.begin(at: time)
            return (today, try await store.countPositions(of: person))
        }
    }

    func takeRecords(of person: AccountID) async throws -> RecentRecords {
        if let records = recentRecords.withLock({ $0.take(person) }) { return records }
        var generator = SystemRandomNumberGenerator()
        let key = try await keys.key(of: person, for: .positions, orMake: PersonKey(using: &generator))
        let last = try await store.last(of: person)
        return RecentRecords(Seal(key), lastNumber: last?.number ?? 0, lastHour: last?.hour ?? -1)
    }

    /// The last number of a person's pieces that this server knows; `nil` if it remembers none.
    func knownNumber(of person: AccountID) -> Int64? { recentRecords.withLock { $0[person]?.lastNumber } }

    func putBack(_ records: RecentRecords, of person: AccountID) {
        var records = records
        records.forgetOldHours()
        recentRecords.withLock { [records] in $0[person] = records }
    }

    /// Sets about how many positions the store has of a person.
    func setKept(_ kept: Int, of person: AccountID) {
        counts.withLock { counts in
            guard var count = counts.take(person) else { return }
            count.kept = kept
            counts[person] = count
        }
    }
}
