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

        package init() {}
    }

    /// The use of a person's quotas, as it is and as stored, and about how many positions the store has of them.
    private struct Count: Sendable {
        var use: PositionUse
        var storedUse: PositionUse?
        var kept: Int
    }

    let store: any PositionStore
    private let work: any Work
    package let limits: PositionLimits
    let keys: any PersonKeyStore
    private let personLocks = KeyedLock<AccountID>()
    private let recentRecords = Mutex(RecentlyUsed<AccountID, RecentRecords>(capacity: mostRemembered) { $0.size })
    /// Separate from `recentRecords`, which errors and deletions clear: neither may reset a day's quota.
    private let counts = Mutex(RecentlyUsed<AccountID, Count>(capacity: mostCounted))

    /// The size of the memory of recent hours, in bytes: enough for 20,000 people who report each minute. For others
    /// the server asks the store.
    private static let mostRemembered = 100_000_000
    /// The number of people whose counts stay in memory. For others the server asks the store.
    private static let mostCounted = 50_000
    /// Work of at most this many microseconds runs in place. Longer work would hold the event loop.
    private static let mostInPlace = 550
    /// The fixed cost to open a piece, in bytes, and the bytes that a worker opens in a microsecond.
    private static let bytesOfPiece = 100
    private static let bytesPerMicrosecond = 30
    /// The number of sealed bytes in one part of a long read: some ten thousand positions.
    static let readAtOnce = 256 << 10
    /// The number of sealed bytes in one removal: a report must not wait longer.
    private static let removedAtOnce = 2 << 20

    package init(
        store: some PositionStore, keys: some PersonKeyStore, limits: PositionLimits = PositionLimits(),
        work: some Work = WorkInPlace()
    ) {
        self.store = store
        self.limits = limits
        self.work = work
        self.keys = keys
    }

    /// Records all positions that `device` sent, in any order, or none. `arrival` is when they arrived, in milliseconds
    /// since 1970; `nil` if unknown. Throws `busy` and `cannotKeep`.
    ///
    /// A position of another device at the same place is the same one if the times differ by less than `precision`
    /// milliseconds.
    package func record(
        _ positions: [Position], from device: Device, at arrival: Int64?, precision: Int64 = 1
    ) async throws -> Outcome {
        try await personLocks.hold(device.person) {
            do {
                return try await recordInTurn(positions, from: device, at: arrival, precision)
            } catch CommunityFault.keyUsed {
                // Another server has recorded a position of this person. The failed attempt left nothing in memory.
                return try await recordInTurn(positions, from: device, at: arrival, precision)
            }
        }
    }

    private func recordInTurn(
        _ positions: [Position], from device: Device, at arrival: Int64?, _ precision: Int64
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
        of fresh: [Position], from device: Device, at arrival: Int64?, _ use: inout PositionUse, kept: Int,
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

    /// Returns a person's use of their quotas on the day of `time`, milliseconds since 1970, and about how many
    /// positions are stored.
    package func use(of person: AccountID, at time: Int64) async throws -> (today: PositionUse, kept: Int) {
        try await personLocks.hold(person) {
            var use = counts.withLock { $0[person]?.use }
            if use == nil { use = try await store.use(of: person) }
            var today = use ?? PositionUse()
            today.begin(at: time)
            return (today, try await store.countPositions(of: person))
        }
    }

    // MARK: What is removed

    /// Makes all records of a person unreadable, here and in every backup, and removes them here. Today's use of their
    /// quotas stays.
    package func forget(_ person: AccountID) async throws {
        try await personLocks.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            // Destroys the key first: from then on the rest is unreadable.
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeHours(of: person, before: .max)
            setKept(0, of: person)
            await store.forgetRemoved()
        }
    }

    /// Removes everything of a person whose account is gone, including the use of their quotas.
    package func forgetAll(of person: AccountID) async throws {
        try await personLocks.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeAll(of: person)
            _ = counts.withLock { $0.take(person) }
            await store.forgetRemoved()
        }
    }

    /// Removes some of the records before `time`, milliseconds since 1970, rounded down to an hour, oldest first.
    /// Returns whether it removed the last of them. Files may hold removed data until `forgetRemoved` returns.
    ///
    /// The server does not remember that a position was removed, because a repeated one is then too old to keep.
    package func removeSome(of person: AccountID, before time: Int64) async throws -> Bool {
        let first = UTCHour.number(at: time)
        guard first > 0 else { return true }
        return try await personLocks.hold(person) {
            let hours = 0...first - 1
            guard let part = try await store.part(of: person, in: hours, from: .oldest, bytes: Self.removedAtOnce)
            else {
                return true
            }
            try await store.removeHours(of: person, before: part.upperBound + 1)
            // The person has room for more positions again.
            setKept(try await store.countPositions(of: person), of: person)
            return part.upperBound == hours.upperBound
        }
    }

    /// Returns the hours before that of `now`, milliseconds since 1970, in which a person's pieces need uniting.
    package func piecedHours(of person: AccountID, now: Int64) async throws -> [Int64] {
        try await store.piecedHours(of: person, before: UTCHour.number(at: now))
    }

    /// Unites the pieces of one hour of a person.
    package func unite(_ hour: Int64, of person: AccountID) async throws {
        try await personLocks.hold(person) {
            guard let key = try await keys.key(of: person, for: .positions) else { return }
            try await unite(hour, of: person, Seal(key))
        }
    }

    /// Removes deleted data and destroyed keys from all files. Call it once for many people: it takes milliseconds, in
    /// which the server records nothing.
    package func forgetRemoved() async {
        await store.forgetRemoved()
        await keys.forgetDestroyed()
    }

    /// Reorganises storage after many people's hours were united.
    package func makeRoom() async { await store.makeRoom() }

    private func unite(_ hour: Int64, of person: AccountID, _ seal: Seal) async throws {
        let pieces = try await store.hours(of: person, in: hour...hour)
        var records = try await takeRecords(of: person)
        records.lastNumber += 1
        let number = records.lastNumber, piece: SealedHour
        do {
            piece = try await open(pieces) { pieces in
                let positions = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
                let groups = Dictionary(grouping: positions, by: \.device).sorted { $0.key < $1.key }
                    .map { device, recorded in
                        let positions = recorded.map { ArrivedPosition(position: $0.position, arrival: $0.arrival) }
                        return (device: device, positions: positions)
                    }
                return Self.closed(groups, hour, number, of: person, seal)
            }
        } catch {
            putBack(records, of: person)
            throw error
        }
        try await store.replace(pieces.map(\.number), of: person, by: piece)
        putBack(records, of: person)
    }

    private func takeRecords(of person: AccountID) async throws -> RecentRecords {
        if let records = recentRecords.withLock({ $0.take(person) }) { return records }
        var generator = SystemRandomNumberGenerator()
        let key = try await keys.key(of: person, for: .positions, orMake: PersonKey(using: &generator))
        let last = try await store.last(of: person)
        return RecentRecords(Seal(key), lastNumber: last?.number ?? 0, lastHour: last?.hour ?? -1)
    }

    private func putBack(_ records: RecentRecords, of person: AccountID) {
        var records = records
        records.forgetOldHours()
        recentRecords.withLock { [records] in $0[person] = records }
    }

    /// Sets about how many positions the store has of a person.
    private func setKept(_ kept: Int, of person: AccountID) {
        counts.withLock { counts in
            guard var count = counts.take(person) else { return }
            count.kept = kept
            counts[person] = count
        }
    }

    // MARK: Sealing

    typealias Group = PositionRecords.Group

    /// Returns each position of `groups` once, in the order of times: two servers may have recorded it at the same
    /// moment.
    static func united(_ groups: [Group]) -> [Recorded] {
        let all = groups.flatMap { group in
            group.positions.map { Recorded(device: group.device, position: $0.position, arrival: $0.arrival) }
        }
        let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
        // Of equal records the last one counts.
        return order.indices.filter { $0 + 1 == order.count || all[order[$0]].key < all[order[$0 + 1]].key }
            .map { all[order[$0]] }
    }

    /// Returns a person's records in `hours`. Throws `DamagedRow` for an unreadable piece.
    private func groups(of person: AccountID, in hours: ClosedRange<Int64>, _ seal: Seal) async throws -> [Group] {
        try await open(try await store.hours(of: person, in: hours)) { pieces in
            try pieces.flatMap { try Self.opened($0, of: person, seal) }
        }
    }

    /// Runs `body` with `pieces`, in a job if it takes long. Besides opening them, it takes about `nanosecondsOfEach`
    /// for each position.
    func open<Result: Sendable>(
        _ pieces: [SealedHour], nanosecondsOfEach nanoseconds: Int = 0,
        _ body: @escaping @Sendable ([SealedHour]) throws -> Result
    ) async throws -> Result {
        let bytes = pieces.reduce(0) { $0 + Self.bytesOfPiece + $1.sealed.count }
        let microseconds =
            bytes / Self.bytesPerMicrosecond + bytes / SealedHour.bytesOfPosition * nanoseconds / 1000
        guard microseconds > Self.mostInPlace else { return try body(pieces) }
        return try await work.run(costing: microseconds) { try body(pieces) }
    }

    static func opened(_ piece: SealedHour, of person: AccountID, _ seal: Seal) throws(DamagedRow) -> [Group] {
        // Data whose key was destroyed is unreadable, also when a backup brings it back.
        guard piece.key == seal.name else { return [] }
        guard let bytes = seal.opened(piece.sealed, at: place(piece.hour, person)),
            let groups = PositionRecords.unpack(bytes, hour: piece.hour)
        else { throw DamagedRow(table: "positions", id: person.bytes) }
        return groups
    }

    private static func closed(
        _ groups: [Group], _ hour: Int64, _ number: Int64, of person: AccountID, _ seal: Seal
    ) -> SealedHour {
        let content = PositionRecords.pack(groups, hour: hour)
        return SealedHour(
            hour: hour, number: number, key: seal.name, sealed: seal.closed(content, at: place(hour, person)))
    }

    /// Binds a sealed hour to its person and hour: it does not open for another.
    private static func place(_ hour: Int64, _ person: AccountID) -> [UInt8] {
        person.bytes + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hour >> $0) }
    }
}
