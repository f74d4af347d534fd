package import Community

/// A phone's app, a page or a receiver that reports its owner's position. Its token permits nothing else.
package struct Device: Sendable, Equatable {
    package let id: DeviceID
    package let person: AccountID
    package let kind: Kind
    /// The name that its owner chose.
    package let name: String
    package let token: TokenDigest
    package let created: Timestamp

    package init(id: DeviceID, person: AccountID, kind: Kind, name: String, token: TokenDigest, created: Timestamp) {
        self.id = id
        self.person = person
        self.kind = kind
        self.name = name
        self.token = token
        self.created = created
    }

    /// The program that reports; each has its own units. The store keeps raw values.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case page, ownTracks, traccar, osmAnd, overland, gpsd, program
        /// Stands for the track files that its owner uploads.
        case files
    }

    /// The most characters in a name.
    package static let nameLength = 64

    /// Returns the error for a person who has as many devices as their quota allows.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.devices, limit: limit, secondsLeft: nil)
    }
}

package typealias DeviceID = ID<Device>

/// Stores devices. A call returns once its changes are on the disk.
package protocol DeviceStore: Sendable {
    /// Adds a device of a person who has fewer than `limit`. Throws `Device.tooMany`.
    func add(_ device: Device, atMost limit: Int) async throws
    func device(_ token: TokenDigest) async throws -> Device?
    /// Returns the devices of a person, oldest first.
    func devices(of person: AccountID) async throws -> [Device]
    /// Removes a device. Throws `notFound` if the person has none with this id.
    func remove(_ device: DeviceID, of person: AccountID) async throws
    /// Removes the devices of a person but `kept`. Does nothing if there are none.
    func removeDevices(of person: AccountID, but kept: Set<DeviceID>) async throws
    /// Removes all devices of a person. Does nothing if there are none.
    func forget(_ person: AccountID) async throws
}
