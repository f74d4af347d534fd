/// The building of a venue: further pictures, floor plans, entrances, and accessibility.
public struct VenueDetail: Codable, Equatable, Sendable {
    public var pictures: [VenuePicture]
    public var plans: [FloorPlan]
    public var entrances: [Entrance]
    public var access: VenueAccess?

    public init(
        pictures: [VenuePicture] = [], plans: [FloorPlan] = [], entrances: [Entrance] = [], access: VenueAccess? = nil
    ) {
        self.pictures = pictures
        self.plans = plans
        self.entrances = entrances
        self.access = access
    }
}

extension VenueDetail: Annotated {
    package static let notes = [
        "plans": "In the curators' order. A level may have more than one.",
        "access": "Missing when nothing is known.",
    ]
}

/// The building of a venue as curators send it.
public struct VenueDetailFields: Codable, Equatable, Sendable {
    public var pictures: [VenuePictureFields]?
    public var plans: [FloorPlanFields]?
    public var entrances: [Entrance]?
    public var access: VenueAccess?

    public init(
        pictures: [VenuePictureFields]? = nil, plans: [FloorPlanFields]? = nil, entrances: [Entrance]? = nil,
        access: VenueAccess? = nil
    ) {
        self.pictures = pictures
        self.plans = plans
        self.entrances = entrances
        self.access = access
    }
}

extension VenueDetailFields: Annotated {
    package static let notes = [
        "pictures": "At most 24, beside the picture that stands for the venue.",
        "plans": "At most 60.",
        "entrances": "At most 40.",
    ]
}

/// The side of a building that a picture shows.
public enum VenuePictureKind: String, Codable, Sendable, CaseIterable {
    case exterior, interior
}

extension VenuePictureKind: WireWords {}

/// A further picture of a venue.
public struct VenuePicture: Codable, Equatable, Sendable {
    public let kind: VenuePictureKind
    public let picture: Picture

    public init(kind: VenuePictureKind, picture: Picture) {
        self.kind = kind
        self.picture = picture
    }
}

/// A further picture as curators send it.
public struct VenuePictureFields: Codable, Equatable, Sendable {
    public var kind: VenuePictureKind
    public var picture: PictureChoice

    public init(kind: VenuePictureKind, picture: PictureChoice) {
        self.kind = kind
        self.picture = picture
    }
}

extension VenuePictureFields: Annotated {
    package static let notes = ["picture": "One that the same curator added, or that the guide has."]
}

/// A picture of a level that lies on the map.
public struct FloorPlan: Codable, Equatable, Sendable {
    public let picture: Picture
    public let level: Double
    public let label: String?
    public let center: GuideLocation
    public let width: Double
    public let rotation: Double
    public let opacity: Double

    public init(
        picture: Picture, level: Double, label: String?, center: GuideLocation, width: Double, rotation: Double,
        opacity: Double
    ) {
        self.picture = picture
        self.level = level
        self.label = label
        self.center = center
        self.width = width
        self.rotation = rotation
        self.opacity = opacity
    }
}

extension FloorPlan: Annotated {
    package static let notes = FloorPlanNote.members
}

/// A floor plan as curators send it.
public struct FloorPlanFields: Codable, Equatable, Sendable {
    public var picture: PictureChoice
    public var level: Double
    public var label: String?
    public var center: GuideLocation
    public var width: Double
    public var rotation: Double?
    public var opacity: Double?

    public init(
        picture: PictureChoice, level: Double, label: String? = nil, center: GuideLocation, width: Double,
        rotation: Double? = nil, opacity: Double? = nil
    ) {
        self.picture = picture
        self.level = level
        self.label = label
        self.center = center
        self.width = width
        self.rotation = rotation
        self.opacity = opacity
    }
}

extension FloorPlanFields: Annotated {
    package static let notes = FloorPlanNote.members.merging(
        ["picture": "One that the same curator added, or that the guide has."]
    ) { _, own in own }
}

enum FloorPlanNote {
    static let members = [
        "level":
            "The number of the level, -100 to 200 with at most one decimal. It is an order, not a height in metres.",
        "label": "The level's name on signs, in at most 20 characters; missing where signs show the number.",
        "center": "The place of the picture's middle.",
        "width":
            """
        The length of the picture's upper edge on the ground, 1 to 5000 metres. The height follows from its shape.
        """,
        "rotation":
            "How far the picture is turned clockwise, in degrees below 360. At 0 its upper edge is in the north.",
        "opacity": "0 is invisible, 1 is opaque.",
    ]
}

/// A way into a building.
public struct Entrance: Codable, Equatable, Sendable {
    public var location: GuideLocation
    public var name: String?
    public var stepFree: AccessAnswer?
    public var level: Double?

    public init(location: GuideLocation, name: String? = nil, stepFree: AccessAnswer? = nil, level: Double? = nil) {
        self.location = location
        self.name = name
        self.stepFree = stepFree
        self.level = level
    }

    enum CodingKeys: String, CodingKey {
        case location, name, level
        case stepFree = "step_free"
    }
}

extension Entrance: Annotated {
    package static let notes = [
        "step_free": "Whether it has no step. `unknown` when this is missing.",
        "level": "The level that it leads to, as in floor plans.",
    ]
}

/// An answer that may be unknown.
public enum AccessAnswer: String, Codable, Sendable, CaseIterable {
    case yes, no, unknown
}

extension AccessAnswer: WireWords {}

/// The accessibility of a venue. A missing member is `unknown`.
public struct VenueAccess: Codable, Equatable, Sendable {
    public var stepFreeEntrance: AccessAnswer?
    public var automaticDoor: AccessAnswer?
    public var lift: AccessAnswer?
    public var accessibleToilet: AccessAnswer?
    public var accessibleParking: AccessAnswer?
    public var hearingLoop: AccessAnswer?
    public var tactilePaving: AccessAnswer?
    public var note: String?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case lift, note
        case stepFreeEntrance = "step_free_entrance"
        case automaticDoor = "automatic_door"
        case accessibleToilet = "accessible_toilet"
        case accessibleParking = "accessible_parking"
        case hearingLoop = "hearing_loop"
        case tactilePaving = "tactile_paving"
    }
}

extension VenueAccess: Annotated {
    package static let notes = [
        "lift": "A lift to all levels that visitors use.",
        "hearing_loop": "An induction loop for hearing aids.",
        "tactile_paving": "Paving that people with a cane feel.",
        "note": "More about accessibility, in at most 2000 characters.",
    ]
}
