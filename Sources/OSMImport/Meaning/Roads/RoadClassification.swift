package import Routing

extension RoadClass {
    /// Returns the class of a way, or `nil` for one that is no street of any kind.
    ///
    /// By `highway` (wiki.openstreetmap.org/wiki/Key:highway); platforms, piers, ferries and car parks have other keys.
    package init?(_ tags: RoadTags) {
        if let highway = tags[.highway] {
            guard let known = Self.ofHighway(highway, tags) else { return nil }
            self = known
        } else if tags.says(.route, "ferry") || tags.says(.route, "shuttle_train") {
            self = .ferry
        } else if tags.says(.railway, "platform") || tags.says(.publicTransport, "platform") {
            self = .platform
        } else if tags.says(.manMade, "pier") {
            self = .pier
        } else if tags.says(.amenity, "parking") {
            self = .carPark
        } else {
            return nil
        }
    }

    private static func ofHighway(_ highway: String, _ tags: RoadTags) -> RoadClass? {
        switch highway {
        case "footway": ofPath(tags, .footway, subtype: .footway)
        case "path": ofPath(tags, .path, subtype: .path)
        case "cycleway": ofPath(tags, .cycleway, subtype: .cycleway)
        case "service": ofService(tags)
        case "residential": .residential
        case "track": .track
        case "steps": .steps
        case "unclassified": .unclassified
        case "tertiary": .tertiary
        case "secondary": .secondary
        case "primary": .primary
        case "pedestrian": .pedestrian
        case "living_street": .livingStreet
        case "trunk": .trunk
        case "motorway": .motorway
        case "motorway_link": .motorwayLink
        case "trunk_link": .trunkLink
        case "primary_link": .primaryLink
        case "secondary_link": .secondaryLink
        case "tertiary_link": .tertiaryLink
        case "bridleway": .bridleway
        case "corridor": .corridor
        case "elevator": .elevator
        case "platform": .platform
        case "busway", "bus_guideway": .busway
        // Not yet, no longer or never a public street.
        case "proposed", "construction", "planned", "abandoned", "razed", "raceway", "escape", "rest_area", "services",
            "bus_stop", "no":
            nil
        // People need their hands there (`FootProfile.isClimb`), also where tags allow everybody.
        case "ladder", "via_ferrata": nil
        default: .road
        }
    }

    private static func ofPath(_ tags: RoadTags, _ plain: RoadClass, subtype: RoadKey) -> RoadClass {
        switch tags[subtype] {
        case "sidewalk": .sidewalk
        case "crossing": .crossing
        default: plain
        }
    }

    private static func ofService(_ tags: RoadTags) -> RoadClass {
        switch tags[.service] {
        case "driveway": .driveway
        case "parking_aisle": .parkingAisle
        case "alley": .alley
        default: .service
        }
    }
}

extension Surface {
    /// From wiki.openstreetmap.org/wiki/Key:surface.
    init(_ tags: RoadTags) {
        switch tags[.surface] {
        case "paved", "asphalt", "concrete", "concrete:plates", "concrete:lanes", "paving_stones", "chipseal", "tartan",
            "rubber", "tiles", "acrylic", "bricks":
            self = .paved
        case "sett", "cobblestone", "unhewn_cobblestone", "cobblestone:flattened", "stone", "rock": self = .cobbles
        case "compacted", "fine_gravel", "unpaved", "ground", "dirt", "earth", "grass_paver", "laterite":
            self = .compacted
        case "gravel", "pebblestone", "shells", "woodchips": self = .loose
        case "grass": self = .grass
        case "mud", "sand", "snow", "ice": self = .soft
        case "wood": self = .wood
        case "metal", "metal_grid": self = .metal
        default: self = .unknown
        }
    }
}

extension WayFlags {
    init(_ tags: RoadTags, _ kind: RoadClass, isClosed: Bool) {
        var flags: WayFlags = []
        if let bridge = tags[.bridge], bridge != "no" { flags.insert(.bridge) }
        if let tunnel = tags[.tunnel], tunnel != "no", tunnel != "building_passage" { flags.insert(.tunnel) }
        if let covered = tags[.covered], covered != "no" { flags.insert(.covered) }
        if tags.says(.indoor, "yes") || kind == .corridor { flags.insert(.indoor) }
        if tags.says(.junction, "roundabout") { flags.insert(.roundabout) }
        if isClosed, tags.says(.area, "yes") || kind == .carPark { flags.insert(.areaOutline) }
        if let conveying = tags[.conveying], conveying != "no" { flags.insert(.conveying) }
        if kind == .ferry { flags.insert(.boardedAtEnds) }
        if tags.says(.toll, "yes") { flags.insert(.toll) }
        if tags.says(.lit, "yes") { flags.insert(.lit) }
        if !tags.has(.surface), !tags.has(.smoothness), !tags.has(.wheelchair) { flags.insert(.unknownForWheelchairs) }
        self = flags
    }
}
