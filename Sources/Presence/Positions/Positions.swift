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
        /// How much of what they may they have used, and what was kept of that last.
        var use: PositionUse
        var keptUse: PositionUse?
        /// About how many positions are kept.
        var kept: Int
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

        /// Forgets a position that is not recorded after all.
        mutating func remove(_ position: Position, from device: DeviceID) {
            let (hour, rest) = position.time.quotientAndRemainder(dividingBy: PositionRecords.hourInMilliseconds)
            hours[hour]?[device]?.remove(UInt32(rest))
        }

        /// How many positions there are in an hour that was begun.
        func count(of hour: Int64) -> Int { hours[hour]?.values.reduce(0) { $0 + $1.count } ?? 0 }

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

    let store: any PositionStore
    private let work: any Work
    package let limits: PositionLimits
    let keys: any PersonKeyStore
    private let turns = KeyedLock<AccountID>()
    private let memories = Mutex(RecentlyUsed<AccountID, Memory>(capacity: mostRemembered) { $0.size })

    /// In so many bytes, about, people's last hours are remembered, of 20,000 who report each minute all; for others
    /// the store is asked.
    private static let mostRemembered = 100_000_000
    private static let hours = 3
    /// Sealed bytes that are opened where they are asked for; more than that takes the loop too long.
    private static let openedAtOnce = 16 << 10
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
        var fresh: [Position] = [], outcome = Outcome()
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
            if isNew { fresh.append(position) } else { outcome.repeated += 1 }
        }
        let chosen: [Position]
        (chosen, outcome.leftOut) = try choose(of: fresh, from: device, at: arrival, &memory)
        outcome.added = chosen.count
        if !chosen.isEmpty {
            var pieces: [SealedHour] = []
            let hours = Dictionary(grouping: chosen) { PositionRecords.hour(of: $0.time) }
            for (hour, positions) in hours.sorted(by: { $0.key < $1.key }) {
                memory.lastNumber += 1
                let arrived = positions.map { ArrivedPosition(position: $0, arrival: arrival) }
                pieces.append(
                    Self.closed([(device.id, arrived)], hour, memory.lastNumber, of: device.person, memory.seal))
            }
            let use = memory.use.isToBeKept(after: memory.keptUse) ? memory.use : nil
            try await store.add(pieces, of: device.person, use: use)
            memory.keptUse = use ?? memory.keptUse
            memory.kept += chosen.count
        }
        memory.forgetOldHours()
        memories.withLock { [memory] in $0[device.person] = memory }
        return outcome
    }

    /// Chooses which of new positions are kept, in the order in which they came; what is not is forgotten. Throws
    /// `quotaReached`, and then nothing is remembered of the attempt.
    private func choose(
        of fresh: [Position], from device: Device, at arrival: Int64?, _ memory: inout Memory
    ) throws -> (kept: [Position], leftOut: [Position]) {
        guard let arrival, !fresh.isEmpty else { return (fresh, []) }
        let order = fresh.indices.sorted { (fresh[$0].time, $0) < (fresh[$1].time, $1) }
        let chosen = try memory.use.choose(
            of: order.map { fresh[$0] }, from: device.kind == .files ? .file : .device, at: arrival,
            kept: memory.kept, limits)
        let hours = Set(fresh.map { PositionRecords.hour(of: $0.time) })
        // How many positions an hour has beyond those that it may have.
        var excess = Dictionary(
            uniqueKeysWithValues: hours.map { ($0, memory.count(of: $0) - PositionLimits.keptOfHour) })
        guard chosen.count < fresh.count || excess.contains(where: { $0.value > 0 }) else { return (fresh, []) }
        let places = Set(chosen.map { order[$0] })
        var kept: [Position] = [], leftOut: [Position] = []
        for (place, position) in fresh.enumerated() {
            let hour = PositionRecords.hour(of: position.time)
            if places.contains(place), excess[hour, default: 0] <= 0 {
                kept.append(position)
            } else {
                excess[hour, default: 0] -= 1
                memory.remove(position, from: device.id)
                leftOut.append(position)
            }
        }
        return (kept, leftOut)
    }

    /// How much of what they may a person has used on the day that it is at `time`, milliseconds since 1970, and about
    /// how many positions are kept of them.
    package func use(of person: AccountID, at time: Int64) async throws -> (today: PositionUse, kept: Int) {
        try await turns.hold(person) {
            let memory = memories.withLock { $0[person] }
            var use: PositionUse
            if let memory { use = memory.use } else { use = try await store.use(of: person) ?? PositionUse() }
            use.begin(at: time)
            return (use, try await store.countPositions(of: person))
        }
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
            let kept = try await store.countPositions(of: person)
            memories.withLock { memories in
                guard var memory = memories.take(person) else { return }
                memory.kept = kept
                memories[person] = memory
            }
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

    /// Removes what was recorded before `time`, milliseconds since 1970, rounded down to an hour, and puts the pieces
    /// of each hour together that is over at `now`.
    package func tidy(_ person: AccountID, before time: Int64, now: Int64) async throws {
        while try await !removeSome(of: person, before: time) {}
        // An hour that is damaged does not keep the others.
        var fault: (any Error)?
        for hour in try await piecedHours(of: person, now: now) {
            do { try await unite(hour, of: person) } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
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
        var memory = try await takeMemory(of: person)
        memory.lastNumber += 1
        let number = memory.lastNumber
        let piece = try await open(pieces) { pieces in
            let positions = Self.united(try pieces.flatMap { try Self.opened($0, of: person, seal) })
            let groups = Dictionary(grouping: positions, by: \.device).sorted { $0.key < $1.key }
                .map { device, recorded in
                    let positions = recorded.map { ArrivedPosition(position: $0.position, arrival: $0.arrival) }
                    return (device: device, positions: positions)
                }
            return Self.closed(groups, hour, number, of: person, seal)
        }
        try await store.replace(pieces.map(\.number), of: person, by: piece)
        memories.withLock { [memory] in $0[person] = memory }
    }

    private func takeMemory(of person: AccountID) async throws -> Memory {
        if let memory = memories.withLock({ $0.take(person) }) { return memory }
        var generator = SystemRandomNumberGenerator()
        let key = try await keys.key(of: person, for: .positions, orMake: PersonKey(using: &generator))
        let last = try await store.last(of: person)
        let use = try await store.use(of: person)
        return Memory(
            seal: Seal(key), lastNumber: last?.number ?? 0, lastHour: last?.hour ?? -1, use: use ?? PositionUse(),
            keptUse: use, kept: last == nil ? 0 : try await store.countPositions(of: person))
    }

    // MARK: Sealing

    typealias Group = PositionRecords.Group

    /// Each position of `groups` once, in the order of times: two servers may have recorded one at the same moment.
    static func united(_ groups: [Group]) -> [Recorded] {
        var found: [Name: ArrivedPosition] = [:]
        for group in groups {
            for arrived in group.positions { found[Name(group.device, arrived.position)] = arrived }
        }
        return found.sorted { ($0.key.time, $0.key.device) < ($1.key.time, $1.key.device) }
            .map { Recorded(device: $0.key.device, position: $0.value.position, arrival: $0.value.arrival) }
    }

    /// What is recorded of a person in `hours`; throws `DamagedRow` for what cannot be opened.
    private func groups(of person: AccountID, in hours: ClosedRange<Int64>, _ seal: Seal) async throws -> [Group] {
        try await open(try await store.hours(of: person, in: hours)) { pieces in
            try pieces.flatMap { try Self.opened($0, of: person, seal) }
        }
    }

    /// Runs `body` with `pieces`: many of them elsewhere, as it takes long.
    func open<Result: Sendable>(
        _ pieces: [SealedHour], _ body: @escaping @Sendable ([SealedHour]) throws -> Result
    ) async throws -> Result {
        let bytes = pieces.reduce(0) { $0 + Self.bytesOfPiece + $1.sealed.count }
        guard bytes > Self.openedAtOnce else { return try body(pieces) }
        return try await work.run(costing: bytes / Self.bytesPerMicrosecond) { try body(pieces) }
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
