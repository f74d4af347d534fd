package import Community
import Synchronization

/// Stores positions and devices in memory, for tests and as the simplest statement of what a store does.
///
/// A class because all its users share it.
package final class MemoryPresenceStore: PositionStore, DeviceStore, PersonKeyStore {
    struct State {
        var hours: [AccountID: [SealedHour]] = [:]
        var uses: [AccountID: PositionUse] = [:]
        var devices: [Device] = []
        var keys: [KeyPurpose: [AccountID: PersonKey]] = [:]
        var sharing: [AccountID: SealedSharing] = [:]
        /// The people whom each person wants as friends.
        var friendRequests: [AccountID: Set<AccountID>] = [:]
        var circles: [CircleID: Circle] = [:]
        var grid: HomeGrid?
        /// By token.
        var contributions: [[UInt8]: Set<Contribution>] = [:]
        var statisticsKey: PersonKey?
        var queueReports: [QueueReport] = []
        /// By digest.
        var queueKeys: [[UInt8]: (content: [UInt8], expires: Timestamp)] = [:]
        /// By person and day.
        var visits: [AccountID: [Int64: SealedVisits]] = [:]
    }

    let state = Mutex(State())

    package init() {}

    // MARK: Positions

    package func add(_ pieces: [SealedHour], of person: AccountID, use: PositionUse?) throws {
        try state.withLock { state in
            let numbers = Set(state.hours[person]?.map(\.number) ?? [])
            guard pieces.allSatisfy({ !numbers.contains($0.number) }) else { throw CommunityFault.keyUsed }
            state.hours[person, default: []] += pieces
            if let use { state.uses[person] = use }
        }
    }

    package func use(of person: AccountID) -> PositionUse? { state.withLock { $0.uses[person] } }

    package func countPositions(of person: AccountID) -> Int {
        state.withLock { $0.hours[person] ?? [] }
            .reduce(0) { $0 + max(1, ($1.sealed.count - SealedHour.overhead) / SealedHour.bytesOfPosition) }
    }

    package func hours(of person: AccountID, in hours: ClosedRange<Int64>) -> [SealedHour] {
        let found = state.withLock { $0.hours[person] ?? [] }.filter { hours.contains($0.hour) }
        return found.sorted { ($0.hour, $0.number) < ($1.hour, $1.number) }
    }

    package func part(
        of person: AccountID, in hours: ClosedRange<Int64>, from end: HourEnd, bytes: Int
    ) -> ClosedRange<Int64>? {
        let found = self.hours(of: person, in: hours).map { (hour: $0.hour, bytes: $0.sealed.count) }
        return end.part(of: hours, end == .oldest ? found : found.reversed(), bytes: bytes)
    }

    package func last(of person: AccountID) -> (number: Int64, hour: Int64)? {
        let hours = state.withLock { $0.hours[person] ?? [] }
        guard let number = hours.map(\.number).max(), let hour = hours.map(\.hour).max() else { return nil }
        return (number, hour)
    }

    package func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) throws {
        try state.withLock { state in
            var pieces = state.hours[person] ?? []
            pieces.removeAll { $0.hour == piece.hour && old.contains($0.number) }
            guard pieces.count + old.count == state.hours[person]?.count ?? 0 else { throw CommunityFault.notFound }
            guard !pieces.contains(where: { $0.number == piece.number }) else { throw CommunityFault.keyUsed }
            state.hours[person] = pieces + [piece]
        }
    }

    package func removeHours(of person: AccountID, before hour: Int64) {
        state.withLock { state in
            state.hours[person]?.removeAll { $0.hour < hour }
            if state.hours[person]?.isEmpty == true { state.hours[person] = nil }
        }
    }

    package func removeAll(of person: AccountID) {
        state.withLock { state in
            state.hours[person] = nil
            state.uses[person] = nil
        }
    }

    /// Does nothing, because there are no files.
    package func forgetRemoved() {}

    package func makeRoom() {}

    package func piecedHours(of person: AccountID, before hour: Int64) -> [Int64] {
        let pieces = state.withLock { $0.hours[person] ?? [] }.filter { $0.hour < hour }
        return Dictionary(grouping: pieces, by: \.hour).filter { $0.value.count > 1 }.keys.sorted()
    }

    package func people(after person: AccountID?, limit: Int) -> [AccountID] {
        let all = state.withLock { $0.hours.keys.sorted() }
        return Array(all.filter { candidate in person.map { $0 < candidate } ?? true }.prefix(limit))
    }

    // MARK: Devices

    package func add(_ device: Device, atMost limit: Int) throws {
        try state.withLock { state in
            guard state.devices.count(where: { $0.person == device.person }) < limit else {
                throw Device.tooMany(limit)
            }
            state.devices.append(device)
        }
    }

    package func device(_ token: TokenDigest) -> Device? {
        state.withLock { $0.devices.first { $0.token == token } }
    }

    package func devices(of person: AccountID) -> [Device] {
        state.withLock { $0.devices.filter { $0.person == person } }.sorted { $0.id < $1.id }
    }

    package func remove(_ device: DeviceID, of person: AccountID) throws {
        try state.withLock { state in
            guard let index = state.devices.firstIndex(where: { $0.id == device && $0.person == person }) else {
                throw CommunityFault.notFound
            }
            state.devices.remove(at: index)
        }
    }

    package func removeDevices(of person: AccountID, but kept: Set<DeviceID>) {
        state.withLock { $0.devices.removeAll { $0.person == person && !kept.contains($0.id) } }
    }

    package func forget(_ person: AccountID) {
        state.withLock { $0.devices.removeAll { $0.person == person } }
    }

    // MARK: Keys

    package func key(of person: AccountID, for purpose: KeyPurpose, orMake fresh: PersonKey) -> PersonKey {
        state.withLock { state in
            let key = state.keys[purpose]?[person] ?? fresh
            state.keys[purpose, default: [:]][person] = key
            return key
        }
    }

    package func key(of person: AccountID, for purpose: KeyPurpose) -> PersonKey? {
        state.withLock { $0.keys[purpose]?[person] }
    }

    package func statisticsKey(orMake fresh: PersonKey) -> PersonKey {
        state.withLock { state in
            let key = state.statisticsKey ?? fresh
            state.statisticsKey = key
            return key
        }
    }

    package func destroyKey(of person: AccountID, for purpose: KeyPurpose) {
        state.withLock { $0.keys[purpose]?[person] = nil }
    }

    /// Does nothing, because there are no files.
    package func forgetDestroyed() {}
}
