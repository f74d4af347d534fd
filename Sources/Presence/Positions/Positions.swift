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

        package init() {}
    }

    /// What a position is known by: a device that sends one again means the same.
    private struct Name: Hashable, Sendable {
        let device: DeviceID
        let time: Int64

        init(_ device: DeviceID, _ position: Position) {
            self.device = device
            time = position.time
        }
    }

    /// What is remembered of somebody who reports.
    private struct Memory: Sendable {
        let seal: Seal
        /// The number of what was added last.
        var lastNumber: Int64
        /// Behind this hour nothing was recorded yet.
        var lastHour: Int64
        /// What is recorded in the hours that were looked at last: milliseconds since each began, by device.
        private(set) var hours: [Int64: [DeviceID: Set<UInt32>]] = [:]

        /// Takes up that all of an hour is remembered from now on.
        mutating func begin(_ hour: Int64) {
            hours[hour] = [:]
            lastHour = max(lastHour, hour)
        }

        /// Remembers a position in an hour that was begun; returns whether that is new.
        mutating func insert(_ position: Position, from device: DeviceID) -> Bool {
            let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
            return hours[hour, default: [:]][device, default: []].insert(UInt32(rest)).inserted
        }

        /// Whether another device than `device` has recorded something at the same time, in an hour that was begun.
        func isTimeOfAnother(_ position: Position, than device: DeviceID) -> Bool {
            let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
            return hours[hour]?.contains { $0.key != device && $0.value.contains(UInt32(rest)) } ?? false
        }

        mutating func forgetOldHours() {
            for hour in hours.keys.sorted().dropLast(Positions.hours) { hours[hour] = nil }
        }

        /// About how many bytes it takes.
        var size: Int {
            hours.values.joined().reduce(500) { $0 + 100 + 8 * $1.value.count }
        }
    }

    private let store: any PositionStore
    private let keys: any PersonKeyStore
    private let turns = KeyedLock<AccountID>()
    private let memories = Mutex(RecentlyUsed<AccountID, Memory>(capacity: mostRemembered) { $0.size })

    /// In so many bytes, about, people's last hours are remembered, of 20,000 who report each minute all; for others
    /// the store is asked.
    private static let mostRemembered = 100_000_000
    private static let hours = 3

    package init(store: some PositionStore, keys: some PersonKeyStore) {
        self.store = store
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
        // Taken out, and put back once it is true of the store.
        var memory = try await takeMemory(of: device.person)
        let hours = Set(positions.map { PositionRecords.hour(of: $0.time) })
        for hour in hours where memory.hours[hour] == nil {
            let isNew = hour > memory.lastHour
            memory.begin(hour)
            if isNew { continue }
            for group in try await groups(of: device.person, in: hour...hour, memory.seal) {
                for arrived in group.positions { _ = memory.insert(arrived.position, from: group.device) }
            }
        }
        var fresh: [Int64: [ArrivedPosition]] = [:], outcome = Outcome()
        var others = OtherDevices(than: device.id, precision: precision)
        for position in positions {
            var isNew = memory.insert(position, from: device.id)
            // Only times are remembered. Reading an hour once is rarer than two devices that report in one millisecond.
            if isNew, precision > 1 || memory.isTimeOfAnother(position, than: device.id) {
                for hour in others.unread(near: position) {
                    others.take(try await groups(of: device.person, in: hour...hour, memory.seal), of: hour)
                }
                isNew = !others.hold(position)
            }
            if isNew {
                let arrived = ArrivedPosition(position: position, arrival: arrival)
                fresh[PositionRecords.hour(of: position.time), default: []].append(arrived)
                outcome.added += 1
            } else {
                outcome.repeated += 1
            }
        }
        if !fresh.isEmpty {
            var pieces: [SealedHour] = []
            for (hour, positions) in fresh.sorted(by: { $0.key < $1.key }) {
                memory.lastNumber += 1
                pieces.append(
                    closed([(device.id, positions)], hour, memory.lastNumber, of: device.person, memory.seal))
            }
            try await store.add(pieces, of: device.person)
        }
        memory.forgetOldHours()
        memories.withLock { [memory] in $0[device.person] = memory }
        return outcome
    }

    /// A position, the device that recorded it, and when it arrived.
    package struct Recorded: Sendable, Equatable {
        package let device: DeviceID
        package let position: Position
        /// In milliseconds since 1970; `nil` for what was recorded before arrivals were kept.
        package let arrival: Int64?
    }

    /// What a person's devices recorded in a span of milliseconds since 1970, in the order of times. Opening a month of
    /// it takes seconds, and is left to `run`.
    package func positions(
        of person: AccountID, in times: ClosedRange<Int64>,
        on run: (@escaping @Sendable () throws -> [Position]) async throws -> [Position] = { try $0() }
    ) async throws -> [Position] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run { try reading().map(\.position) }
    }

    /// Returns the same with the device that each position is of, and when it arrived.
    package func recorded(
        of person: AccountID, in times: ClosedRange<Int64>,
        on run: (@escaping @Sendable () throws -> [Recorded]) async throws -> [Recorded] = { try $0() }
    ) async throws -> [Recorded] {
        guard let reading = try await reading(of: person, in: times) else { return [] }
        return try await run(reading)
    }

    /// How to open what a person's devices recorded in a span; `nil` when there is nothing.
    private func reading(
        of person: AccountID, in times: ClosedRange<Int64>
    ) async throws -> (@Sendable () throws -> [Recorded])? {
        guard let key = try await keys.key(of: person, for: .positions) else { return nil }
        let hours = PositionRecords.hour(of: times.lowerBound)...PositionRecords.hour(of: times.upperBound)
        let pieces = try await store.hours(of: person, in: hours)
        return { [self] in
            let seal = Seal(key), found = Self.united(try pieces.flatMap { try opened($0, of: person, seal) })
            return found.filter { times.contains($0.position.time) }
        }
    }

    /// Whether anything of a person was recorded in hours that are over at `time`, milliseconds since 1970.
    package func hasAny(of person: AccountID, before time: Int64) async throws -> Bool {
        let last = PositionRecords.hour(of: time) - 1
        guard last >= 0 else { return false }
        return try await !store.hours(of: person, in: 0...last).isEmpty
    }

    /// Who there are positions of, in the order of ids, at most `limit` behind `person`.
    package func people(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await store.people(after: person, limit: limit)
    }

    // MARK: What is removed

    /// Leaves nothing that could be read of what was recorded of a person, here or in any backup.
    package func forget(_ person: AccountID) async throws {
        try await turns.hold(person) {
            _ = memories.withLock { $0.take(person) }
            // The key first: from here on the rest is noise.
            try await keys.destroyKey(of: person, for: .positions)
            try await store.removeHours(of: person, before: .max)
            await store.forgetRemoved()
        }
    }

    /// Removes what was recorded before `time`, milliseconds since 1970, rounded down to an hour, and puts the pieces
    /// of each hour together that is over at `now`. Files may hold what was removed until `forgetRemoved` returns.
    package func tidy(_ person: AccountID, before time: Int64, now: Int64) async throws {
        try await turns.hold(person) {
            let first = PositionRecords.hour(of: time)
            // Its names count as long as nothing else does: what is sent again after that is too old to be kept.
            try await store.removeHours(of: person, before: first)
            guard let key = try await keys.key(of: person, for: .positions) else { return }
            let pieced = try await store.piecedHours(of: person, before: PositionRecords.hour(of: now))
            // An hour that is damaged does not keep the others.
            var fault: (any Error)?
            for hour in pieced {
                do { try await unite(hour, of: person, Seal(key)) } catch { fault = fault ?? error }
            }
            if let fault { throw fault }
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
        let positions = Self.united(try pieces.flatMap { try opened($0, of: person, seal) })
        var memory = try await takeMemory(of: person)
        memory.lastNumber += 1
        let groups = Dictionary(grouping: positions, by: \.device).sorted { $0.key < $1.key }
            .map { device, recorded in
                let positions = recorded.map { ArrivedPosition(position: $0.position, arrival: $0.arrival) }
                return (device: device, positions: positions)
            }
        let piece = closed(groups, hour, memory.lastNumber, of: person, seal)
        try await store.replace(pieces.map(\.number), of: person, by: piece)
        memories.withLock { [memory] in $0[person] = memory }
    }

    private func takeMemory(of person: AccountID) async throws -> Memory {
        if let memory = memories.withLock({ $0.take(person) }) { return memory }
        var generator = SystemRandomNumberGenerator()
        let key = try await keys.key(of: person, for: .positions, orMake: PersonKey(using: &generator))
        let last = try await store.last(of: person)
        return Memory(seal: Seal(key), lastNumber: last?.number ?? 0, lastHour: last?.hour ?? -1)
    }

    // MARK: Sealing

    private typealias Group = PositionRecords.Group

    /// Each position of `groups` once, in the order of times: two servers may have recorded one at the same moment.
    private static func united(_ groups: [Group]) -> [Recorded] {
        var found: [Name: ArrivedPosition] = [:]
        for group in groups {
            for arrived in group.positions { found[Name(group.device, arrived.position)] = arrived }
        }
        return found.sorted { ($0.key.time, $0.key.device) < ($1.key.time, $1.key.device) }
            .map { Recorded(device: $0.key.device, position: $0.value.position, arrival: $0.value.arrival) }
    }

    /// What is recorded of a person in `hours`; throws `DamagedRow` for what cannot be opened.
    private func groups(of person: AccountID, in hours: ClosedRange<Int64>, _ seal: Seal) async throws -> [Group] {
        try await store.hours(of: person, in: hours).flatMap { try opened($0, of: person, seal) }
    }

    private func opened(_ piece: SealedHour, of person: AccountID, _ seal: Seal) throws(DamagedRow) -> [Group] {
        // What the key of was destroyed is noise, in what was kept elsewhere and came back too.
        guard piece.key == seal.name else { return [] }
        guard let bytes = seal.opened(piece.sealed, at: Self.place(piece.hour, person)),
            let groups = PositionRecords.unpack(bytes, hour: piece.hour)
        else { throw DamagedRow(table: "positions", id: person.bytes) }
        return groups
    }

    private func closed(
        _ groups: [Group], _ hour: Int64, _ number: Int64, of person: AccountID, _ seal: Seal
    ) -> SealedHour {
        let content = PositionRecords.pack(groups, hour: hour)
        return SealedHour(
            hour: hour, number: number, key: seal.name, sealed: seal.closed(content, at: Self.place(hour, person)))
    }

    /// What a sealed hour is bound to: moved to another person or hour, it does not open.
    private static func place(_ hour: Int64, _ person: AccountID) -> [UInt8] {
        person.bytes + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hour >> $0) }
    }
}
