package import Community

/// Something that reports where somebody is: a phone's app, a page, a receiver. Its token is good for that and nothing
/// else.
package struct Device: Sendable, Equatable {
    package let id: DeviceID
    package let person: AccountID
    package let kind: Kind
    /// What its owner calls it.
    package let name: String
    package let token: TokenDigest
    /// Milliseconds since 1970.
    package let created: Int64

    package init(id: DeviceID, person: AccountID, kind: Kind, name: String, token: TokenDigest, created: Int64) {
        self.id = id
        self.person = person
        self.kind = kind
        self.name = name
        self.token = token
        self.created = created
    }

    /// Which program reports: some say the same thing in other units. Raw values are kept.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case page, ownTracks, traccar, osmAnd, overland, gpsd, program
        /// Tracks that its owner sends as files.
        case files
    }

    /// The most characters of a name.
    package static let nameLength = 64

    /// What happens to a person who has as many as they may.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.devices, limit: limit, secondsLeft: nil)
    }
}

package typealias DeviceID = ID<Device>

/// Keeps devices. What a call has written is on the disk when it returns.
package protocol DeviceStore: Sendable {
    /// Adds a device of a person who has less than `limit`; throws `Device.tooMany`.
    func add(_ device: Device, atMost limit: Int) async throws
    func device(_ token: TokenDigest) async throws -> Device?
    /// The devices of a person, oldest first.
    func devices(of person: AccountID) async throws -> [Device]
    /// Removes a device; throws `notFound` when the person has none with this id.
    func remove(_ device: DeviceID, of person: AccountID) async throws
    /// Removes the devices of a person but `kept`; nothing is no fault.
    func removeDevices(of person: AccountID, but kept: Set<DeviceID>) async throws
    /// Removes a person's devices; nothing is no fault.
    func forget(_ person: AccountID) async throws
}
