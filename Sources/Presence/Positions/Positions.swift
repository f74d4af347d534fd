package import Community
import GeoCore
import Synchronization

/// The rules of positions: they are recorded once each, and only their owner reads them.
///
/// They are sealed before they leave this module, each hour of a person with that person's key.
///
/// A class because it remembers, for all who record, what was recorded lately.
package final class Positions: Sendable {
    /// What became of positions that a device sent.
    package struct Outcome: Sendable, Equatable {
        package var added = 0
        /// Those that were recorded before, stand twice in one report, or were at that place at that time by another
        /// device, too: a file holds what a phone has reported already.
        package var repeated = 0
        /// Those that are new and beyond what their owner may have kept.
        package var leftOut: [Position] = []

        package init() {}
    }

    /// How much of what they may a person has used, as it is and as the store has it, and about how many positions are
    /// kept of them.
    private struct Count: Sendable {
        var use: PositionUse
        var storedUse: PositionUse?
        var kept: Int
    }

    let store: any PositionStore
    private let work: any Work
    package let limits: PositionLimits
    let keys: any PersonKeyStore
    private let turns = KeyedLock<AccountID>()
    private let recentRecords = Mutex(RecentlyUsed<AccountID, RecentRecords>(capacity: mostRemembered) { $0.size })
    /// Apart from the former, which go when something fails and when positions are deleted: neither gives anybody a
    /// second day.
    private let counts = Mutex(RecentlyUsed<AccountID, Count>(capacity: mostCounted))

    /// In so many bytes, about, people's last hours are remembered, of 20,000 who report each minute all; for others
    /// the store is asked.
    private static let mostRemembered = 100_000_000
    /// For so many people counts are remembered; for others the store is asked.
    private static let mostCounted = 50_000
    /// What takes so many microseconds is done where it is asked for; more takes the loop too long.
    private static let mostInPlace = 550
    /// What opening a piece costs besides its bytes, in bytes, and bytes that a worker opens in a microsecond.
    private static let bytesOfPiece = 100
    private static let bytesPerMicrosecond = 30
    /// Sealed bytes that are read together of somebody of whom much is read: some ten thousand positions.
    static let readAtOnce = 256 << 10
    /// Sealed bytes that are removed together: nobody's report waits longer for it.
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

    /// Records what `device` sent, in any order, and that it arrived at `arrival`, milliseconds since 1970, or at a
    /// time that is not known: all of it or nothing. Throws `busy` and `cannotKeep`.
    ///
    /// What another device has recorded at the same place is known by its time, exact to less than `precision`
    /// milliseconds.
    package func record(
        _ positions: [Position], from device: Device, at arrival: Int64?, precision: Int64 = 1
    ) async throws -> Outcome {
        try await turns.hold(device.person) {
            do {
                return try await recordInTurn(positions, from: device, at: arrival, precision)
            } catch CommunityFault.keyUsed {
                // Another server has recorded something of this person, and nothing was remembered of the attempt.
                return try await recordInTurn(positions, from: device, at: arrival, precision)
            }
        }
    }

    private func recordInTurn(
        _ positions: [Position], from device: Device, at arrival: Int64?, _ precision: Int64
    ) async throws -> Outcome {
        var count = try await count(of: device.person)
        // Taken out, and put back once it is true of the store.
        var records = try await takeRecords(of: device.person)
        let hours = Set(positions.map { PositionRecords.hour(of: $0.time) })
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
            // Only times are remembered. Reading an hour once is rarer than two devices that report in one millisecond.
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
            // Whoever sends it again, which apps do for ever, must not have everything read again.
            for position in fresh { records.remove(position, from: device.id) }
            putBack(records, of: device.person)
            throw error
        }
        for position in outcome.leftOut { records.remove(position, from: device.id) }
        outcome.added = chosen.count
        if !chosen.isEmpty {
            var pieces: [SealedHour] = []
            let hours = Dictionary(grouping: chosen) { PositionRecords.hour(of: $0.time) }
            for (hour, positions) in hours.sorted(by: { $0.key < $1.key }) {
                records.lastNumber += 1
                let arrived = positions.map { ArrivedPosition(position: $0, arrival: arrival) }
                pieces.append(
                    Self.closed([(device.id, arrived)], hour, records.lastNumber, of: device.person, records.seal))
            }
            let use = count.use.isToBeKept(after: count.storedUse) ? count.use : nil
            try await store.add(pieces, of: device.person, use: use)
            count.storedUse = use ?? count.storedUse
            count.kept += chosen.count
        }
        counts.withLock { [count] in $0[device.person] = count }
        putBack(records, of: device.person)
        return outcome
    }

    /// Chooses which of new positions are kept, in the order in which they came. Throws `quotaReached`.
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

    /// How much of what they may a person has used on the day that it is at `time`, milliseconds since 1970, and about
    /// how many positions are kept of them.
    package func use(of person: AccountID, at time: Int64) async throws -> (today: PositionUse, kept: Int) {
        try await turns.hold(person) {
            var use = counts.withLock { $0[person]?.use }
            if use == nil { use = try await store.use(of: person) }
            var today = use ?? PositionUse()
            today.begin(at: time)
            return (today, try await store.countPositions(of: person))
        }
    }

    // MARK: What is removed

    /// Leaves nothing that could be read of what was recorded of a person, here or in any backup. How much of what they
    /// may they have used today goes on to count.
    package func forget(_ person: AccountID) async throws {
        try await turns.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            // The key first: from here on the rest is noise.
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeHours(of: person, before: .max)
            setKept(0, of: person)
            await store.forgetRemoved()
        }
    }

    /// Leaves nothing of a person whose account is gone, nor of how much they used.
    package func forgetAll(of person: AccountID) async throws {
        try await turns.hold(person) {
            _ = recentRecords.withLock { $0.take(person) }
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeAll(of: person)
            _ = counts.withLock { $0.take(person) }
            await store.forgetRemoved()
        }
    }

    /// Removes some of what was recorded before `time`, milliseconds since 1970, rounded down to an hour, the oldest
    /// first; returns whether there is nothing left of it. Files may hold what was removed until `forgetRemoved`
    /// returns.
    ///
    /// Names count as long as nothing else does: what is sent again after that is too old to be kept.
    package func removeSome(of person: AccountID, before time: Int64) async throws -> Bool {
        let first = PositionRecords.hour(of: time)
        guard first > 0 else { return true }
        return try await turns.hold(person) {
            let hours = 0...first - 1
            guard let part = try await store.part(of: person, in: hours, from: .oldest, bytes: Self.removedAtOnce)
            else {
                return true
            }
            try await store.removeHours(of: person, before: part.upperBound + 1)
            // There is room again.
            setKept(try await store.countPositions(of: person), of: person)
            return part.upperBound == hours.upperBound
        }
    }

    /// The hours that are over at `now`, milliseconds since 1970, and lie in pieces, which `unite` puts together.
    package func piecedHours(of person: AccountID, now: Int64) async throws -> [Int64] {
        try await store.piecedHours(of: person, before: PositionRecords.hour(of: now))
    }

    /// Puts the pieces of an hour of a person together.
    package func unite(_ hour: Int64, of person: AccountID) async throws {
        try await turns.hold(person) {
            guard let key = try await keys.key(of: person, for: .positions) else { return }
            try await unite(hour, of: person, Seal(key))
        }
    }

    /// Leaves nothing in files of what was removed, nor of keys, once for many people: it takes milliseconds, in which
    /// nothing is recorded.
    package func forgetRemoved() async {
        await store.forgetRemoved()
        await keys.forgetDestroyed()
    }

    /// Makes room for what is recorded, after many people's hours were put together.
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

    /// Takes up about how many positions are kept of a person.
    private func setKept(_ kept: Int, of person: AccountID) {
        counts.withLock { counts in
            guard var count = counts.take(person) else { return }
            count.kept = kept
            counts[person] = count
        }
    }

    // MARK: Sealing

    typealias Group = PositionRecords.Group

    /// Each position of `groups` once, in the order of times: two servers may have recorded one at the same moment.
    static func united(_ groups: [Group]) -> [Recorded] {
        let all = groups.flatMap { group in
            group.positions.map { Recorded(device: group.device, position: $0.position, arrival: $0.arrival) }
        }
        let order = all.indices.sorted { (all[$0].key, $0) < (all[$1].key, $1) }
        // Of those that mean the same the one that was added last counts.
        return order.indices.filter { $0 + 1 == order.count || all[order[$0]].key < all[order[$0 + 1]].key }
            .map { all[order[$0]] }
    }

    /// What is recorded of a person in `hours`; throws `DamagedRow` for what cannot be opened.
    private func groups(of person: AccountID, in hours: ClosedRange<Int64>, _ seal: Seal) async throws -> [Group] {
        try await open(try await store.hours(of: person, in: hours)) { pieces in
            try pieces.flatMap { try Self.opened($0, of: person, seal) }
        }
    }

    /// Runs `body` with `pieces`: elsewhere where it takes long. It takes so many nanoseconds for each position, besides
    /// opening them.
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
        // What the key of was destroyed is noise, in what was kept elsewhere and came back too.
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

    /// What a sealed hour is bound to: moved to another person or hour, it does not open.
    private static func place(_ hour: Int64, _ person: AccountID) -> [UInt8] {
        person.bytes + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hour >> $0) }
    }
}
