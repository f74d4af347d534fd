package import Community
import Synchronization

/// Manages devices: their owners and their tokens.
///
/// A class because all reports share its memory of valid tokens.
package final class Devices: Sendable {
    private let store: any DeviceStore
    /// The most devices of one person.
    package let limit: Int
    private let following: any PlaceFollowing
    private let now: @Sendable () -> Timestamp
    private let known = Mutex(Known())

    private struct Known: Sendable {
        var devices = RecentlyUsed<TokenDigest, Device>(capacity: 50_000)
        /// How many times a device was removed. A device that was read from the store before a removal may be gone.
        var removals = 0

        mutating func remove(where isGone: (Device) -> Bool) {
            devices.remove(where: isGone)
            removals += 1
        }
    }

    package init(
        store: some DeviceStore, limit: Int = AccountLimits().devices, following: some PlaceFollowing = OnlyServer(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.following = following
        self.limit = limit
        self.store = store
        self.now = now
    }

    /// Adds a device of a person and returns it with its token, which only this call returns. Throws `invalid` and
    /// `quotaReached`.
    package func add(_ kind: Device.Kind, named name: String, of person: AccountID) async throws -> (Device, Token) {
        try Timeline.checkLine(name, "name", maximum: Device.nameLength)
        var generator = SystemRandomNumberGenerator()
        let token = Token(using: &generator), milliseconds = now()
        let device = Device(
            id: DeviceID(at: milliseconds, using: &generator), person: person, kind: kind, name: name,
            token: token.digest, created: milliseconds)
        try await store.add(device, atMost: limit)
        return (device, token)
    }

    /// Returns the device that `token` belongs to; `nil` for an invalid token.
    package func device(_ token: Token) async throws -> Device? {
        let digest = token.digest
        try await following.catchUp()
        let (found, removals) = known.withLock { ($0.devices[digest], $0.removals) }
        if let found { return found }
        guard let device = try await store.device(digest) else { return nil }
        known.withLock { known in
            if known.removals == removals { known.devices[digest] = device }
        }
        return device
    }

    /// Returns the device of the first valid one of `tokens`; `nil` if all are invalid.
    package func device(_ tokens: [Token]) async throws -> Device? {
        for token in tokens {
            if let device = try await device(token) { return device }
        }
        return nil
    }

    /// Forgets the devices of a person, or of everybody, of which another server has removed some.
    func drop(_ person: AccountID?) { known.withLock { $0.remove { person == nil || $0.person == person } } }

    /// Returns the devices of a person, oldest first.
    package func all(of person: AccountID) async throws -> [Device] { try await store.devices(of: person) }

    /// Removes a device and so makes its token invalid. Throws `notFound`.
    package func remove(_ device: DeviceID, of person: AccountID) async throws {
        try await store.remove(device, of: person)
        known.withLock { $0.remove { $0.id == device } }
    }

    /// Removes the devices of a person but `kept`, and so makes their tokens invalid.
    package func removeAll(of person: AccountID, but kept: Set<DeviceID>) async throws {
        try await store.removeDevices(of: person, but: kept)
        known.withLock { $0.remove { $0.person == person && !kept.contains($0.id) } }
    }

    /// Removes all devices of a person.
    package func forget(_ person: AccountID) async throws {
        try await store.forget(person)
        known.withLock { $0.remove { $0.person == person } }
    }
}
