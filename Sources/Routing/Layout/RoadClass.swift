/// The kind of an edge's way, for names, words and drawing; the times define access and speed.
///
/// Raw values are stored in atlases: append, never renumber. The classes follow the values of `highway`
/// (wiki.openstreetmap.org/wiki/Key:highway), with separate classes for sidewalks, crossings, driveways and the like.
package enum RoadClass: UInt8, CaseIterable, Sendable {
    case road = 0
    case motorway, motorwayLink, trunk, trunkLink, primary, primaryLink, secondary, secondaryLink, tertiary,
        tertiaryLink
    case unclassified, residential, livingStreet, service, driveway, parkingAisle, alley, track, busway
    case pedestrian, footway, sidewalk, crossing, path, cycleway, bridleway, steps, corridor, elevator
    case platform, pier, ferry, carPark

    /// Whether it is a footway that rarely has a name, so that instructions use its kind ("the footpath").
    package var isWalkway: Bool {
        switch self {
        case .pedestrian, .footway, .sidewalk, .crossing, .path, .cycleway, .bridleway, .steps, .corridor, .elevator,
            .platform, .pier, .carPark:
            true
        default: false
        }
    }

    /// Whether it is a road that mainly connects places, rather than serving the buildings along it.
    package var isThroughRoad: Bool { RoadClass.motorway.rawValue...RoadClass.unclassified.rawValue ~= rawValue }

    /// Whether it is a ramp between large roads.
    package var isLink: Bool {
        switch self {
        case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: true
        default: false
        }
    }
}

/// Properties of a way in addition to its class, in the atlas's form.
package struct WayFlags: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let bridge = WayFlags(rawValue: 1 << 0)
    package static let tunnel = WayFlags(rawValue: 1 << 1)
    package static let indoor = WayFlags(rawValue: 1 << 2)
    package static let covered = WayFlags(rawValue: 1 << 3)
    /// Traffic goes round in one direction, with the rules of a roundabout.
    package static let roundabout = WayFlags(rawValue: 1 << 4)
    /// The outline of a walkable area, such as a square.
    package static let areaOutline = WayFlags(rawValue: 1 << 5)
    /// An escalator or moving walkway.
    package static let conveying = WayFlags(rawValue: 1 << 6)
    /// A ferry: no route starts or ends in its middle.
    package static let boardedAtEnds = WayFlags(rawValue: 1 << 7)
    package static let toll = WayFlags(rawValue: 1 << 8)
    /// Open only for people with business there: private, customers, destination, delivery.
    package static let restrictedAccess = WayFlags(rawValue: 1 << 9)
    /// The data does not say whether a wheelchair can use it: it lacks surface, smoothness and `wheelchair`.
    package static let unknownForWheelchairs = WayFlags(rawValue: 1 << 10)
    package static let lit = WayFlags(rawValue: 1 << 11)
    /// People drive on the left there.
    package static let drivesOnLeft = WayFlags(rawValue: 1 << 12)

    static let known = WayFlags(rawValue: (1 << 13) - 1)
}

/// The surface of a way, coarse enough for a single word. Raw values are stored in atlases: append only.
package enum Surface: UInt8, CaseIterable, Sendable {
    case unknown = 0, paved, cobbles, compacted, loose, grass, soft, wood, metal
}
