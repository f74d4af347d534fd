/// What kind of way an edge belongs to, as far as names, words and drawing care; access and speed are in the times.
///
/// Raw values are stored in atlases: append, never renumber. After the values of `highway`
/// (wiki.openstreetmap.org/wiki/Key:highway), with sidewalks, crossings, driveways and the like told apart.
package enum RoadClass: UInt8, CaseIterable, Sendable {
    case road = 0
    case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink, secondary, secondaryLink, tertiary,
        tertiaryLink
    case unclassified, residential, livingStreet, service, driveway, parkingAisle, alley, track, busway
    case pedestrian, footway, sidewalk, crossing, path, cycleway, bridleway, steps, corridor, elevator
    case platform, pier, ferry, carPark

    /// Ways for people on foot that seldom have a name: told by kind ("the footpath").
    package var isWalkway: Bool {
        switch self {
        case .pedestrian, .footway, .sidewalk, .crossing, .path, .cycleway, .bridleway, .steps, .corridor, .elevator,
            .platform, .pier, .carPark:
            true
        default: false
        }
    }

    /// Roads that lead from place to place, more than to what stands along them.
    package var isThroughRoad: Bool { RoadClass.motorway.rawValue...RoadClass.unclassified.rawValue ~= rawValue }

    /// Ramps between big roads.
    package var isLink: Bool {
        switch self {
        case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
        default: false
        }
    }
}

/// Properties of a way beside its class, as the atlas stores them.
package struct WayFlags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let bridge = WayFlags(rawValue: 1 << 0)
    package static let tunnel = WayFlags(rawValue: 1 << 1)
    package static let indoor = WayFlags(rawValue: 1 << 2)
    package static let covered = WayFlags(rawValue: 1 << 3)
    /// Traffic goes round one way, with the rules of a roundabout.
    package static let roundabout = WayFlags(rawValue: 1 << 4)
    /// The outline of an area that may be walked along, such as a square.
    package static let areaOutline = WayFlags(rawValue: 1 << 5)
    /// An escalator or moving walkway.
    package static let conveying = WayFlags(rawValue: 1 << 6)
    /// No route starts or ends in the middle of it: ferries.
    package static let boardedAtEnds = WayFlags(rawValue: 1 << 7)
    package static let toll = WayFlags(rawValue: 1 << 8)
    /// Open only to those with business there: private, customers, destination, delivery.
    package static let restrictedAccess = WayFlags(rawValue: 1 << 9)
    /// Nothing in the data says whether a wheelchair can use it: neither surface nor smoothness nor `wheelchair`.
    package static let unknownForWheelchairs = WayFlags(rawValue: 1 << 10)
    package static let lit = WayFlags(rawValue: 1 << 11)
    /// People drive on the left there.
    package static let drivesOnLeft = WayFlags(rawValue: 1 << 12)

    static let known = WayFlags(rawValue: (1 << 13) - 1)
}

/// What a way is paved with, coarse enough to be told in one word. Raw values are stored in atlases: append only.
package enum Surface: UInt8, CaseIterable, Sendable {
    case unknown = 0, paved, cobbles, compacted, loose, grass, soft, wood, metal
}
