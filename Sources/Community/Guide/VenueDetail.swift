package import GeoCore

/// A visitor's view of the building of a venue: further pictures, floor plans, entrances, and accessibility.
package struct VenueDetail: Sendable, Hashable {
    package var pictures: [VenuePicture]
    /// In the curators' order; a level may have more than one.
    package var plans: [FloorPlan]
    package var entrances: [Entrance]
    package var access: VenueAccess

    package init(
        pictures: [VenuePicture] = [], plans: [FloorPlan] = [], entrances: [Entrance] = [],
        access: VenueAccess = VenueAccess()
    ) {
        self.pictures = pictures
        self.plans = plans
        self.entrances = entrances
        self.access = access
    }

    package var isEmpty: Bool { self == VenueDetail() }

    /// Returns the detail with other pictures. Pictures and plans for which `change` returns `nil` are left out.
    func mapPictures(_ change: (ShownPicture) throws -> ShownPicture?) rethrows -> VenueDetail {
        var detail = self
        detail.pictures = try pictures.compactMap { shown in
            try change(shown.picture).map { VenuePicture(kind: shown.kind, picture: $0) }
        }
        detail.plans = try plans.compactMap { plan in
            guard let picture = try change(plan.picture) else { return nil }
            var plan = plan
            plan.picture = picture
            return plan
        }
        return detail
    }
}

/// A further picture of a venue.
package struct VenuePicture: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case exterior, interior
    }

    package var kind: Kind
    package var picture: ShownPicture

    package init(kind: Kind, picture: ShownPicture) {
        self.kind = kind
        self.picture = picture
    }
}

/// A picture of a level that lies on the map.
package struct FloorPlan: Sendable, Hashable {
    package var picture: ShownPicture
    package var level: Level
    /// The level's name on signs, such as "UG"; `nil` where signs show the number.
    package var label: String?
    /// The place of the picture's middle.
    package var center: PointE7
    /// The length on the ground of the picture's upper edge, in metres. The height follows from the picture's shape.
    package var widthMetres: Double
    /// The bearing of the picture's upper edge seen from its middle, in degrees clockwise from north, `0..<360`.
    package var rotationDegrees: Double
    /// 0 for invisible to 1 for opaque.
    package var opacity: Double

    package init(
        picture: ShownPicture, level: Level, label: String? = nil, center: PointE7, widthMetres: Double,
        rotationDegrees: Double = 0, opacity: Double = 1
    ) {
        self.picture = picture
        self.level = level
        self.label = label
        self.center = center
        self.widthMetres = widthMetres
        self.rotationDegrees = rotationDegrees
        self.opacity = opacity
    }
}

/// A way into a building.
package struct Entrance: Sendable, Hashable {
    package var point: PointE7
    package var name: String?
    /// Whether it has no step; `nil` if nobody knows.
    package var isStepFree: Bool?
    package var level: Level?

    package init(point: PointE7, name: String? = nil, isStepFree: Bool? = nil, level: Level? = nil) {
        self.point = point
        self.name = name
        self.isStepFree = isStepFree
        self.level = level
    }
}

/// The accessibility of a venue.
package struct VenueAccess: Sendable, Hashable {
    package enum Feature: String, Sendable, CaseIterable {
        case stepFreeEntrance, automaticDoor, lift, accessibleToilet, accessibleParking, hearingLoop, tactilePaving
    }

    /// Whether the venue has a feature; nobody knows about those that are missing.
    package var features: [Feature: Bool]
    package var note: String?

    package init(features: [Feature: Bool] = [:], note: String? = nil) {
        self.features = features
        self.note = note
    }
}
