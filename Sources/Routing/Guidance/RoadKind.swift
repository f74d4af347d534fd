/// The noun for a street without a name ("the footpath").
package enum RoadKind: CaseIterable, Sendable {
    case road, ramp, serviceRoad, driveway, parkingAisle, alley, track, busway
    case pedestrianStreet, footpath, sidewalk, crossing, path, cycleway, bridleway
    case stairs, stairRamp, escalator, movingWalkway, corridor, elevator
    case platform, pier, ferry, carPark

    /// Returns the kind of a road class; `isConveying` is true for escalators and moving walkways.
    init(_ roadClass: RoadClass, isConveying: Bool) {
        if isConveying, roadClass.isWalkway, roadClass != .elevator {
            self = roadClass == .steps ? .escalator : .movingWalkway
            return
        }
        switch roadClass {
        case .road, .motorway, .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet:
            self = .road
        case .motorwayLink, .trunkLink, .primaryLink, .secondaryLink, .tertiaryLink: self = .ramp
        case .service: self = .serviceRoad
        case .driveway: self = .driveway
        case .parkingAisle: self = .parkingAisle
        case .alley: self = .alley
        case .track: self = .track
        case .busway: self = .busway
        case .pedestrian: self = .pedestrianStreet
        case .footway: self = .footpath
        case .sidewalk: self = .sidewalk
        case .crossing: self = .crossing
        case .path: self = .path
        case .cycleway: self = .cycleway
        case .bridleway: self = .bridleway
        case .steps: self = .stairs
        case .corridor: self = .corridor
        case .elevator: self = .elevator
        case .platform: self = .platform
        case .pier: self = .pier
        case .ferry: self = .ferry
        case .carPark: self = .carPark
        }
    }
}
