import Community
import GeoCore
import HereaboutsAPI

extension HereaboutsAPI.VenueDetail {
    init(_ detail: Community.VenueDetail) {
        self.init(
            pictures: detail.pictures.map {
                HereaboutsAPI.VenuePicture(kind: .init($0.kind), picture: Picture($0.picture))
            },
            plans: detail.plans.map { HereaboutsAPI.FloorPlan($0) },
            entrances: detail.entrances.map { HereaboutsAPI.Entrance($0) },
            access: detail.access == Community.VenueAccess() ? nil : HereaboutsAPI.VenueAccess(detail.access))
    }
}

extension HereaboutsAPI.FloorPlan {
    fileprivate init(_ plan: Community.FloorPlan) {
        self.init(
            picture: Picture(plan.picture), level: plan.level.number, label: plan.label,
            center: GuideLocation(plan.center), width: plan.widthMetres, rotation: plan.rotationDegrees,
            opacity: plan.opacity)
    }
}

extension HereaboutsAPI.Entrance {
    fileprivate init(_ entrance: Community.Entrance) {
        self.init(
            location: GuideLocation(entrance.point), name: entrance.name,
            stepFree: entrance.isStepFree.map { $0 ? .yes : .no }, level: entrance.level?.number)
    }
}

extension VenuePictureKind {
    fileprivate init(_ kind: Community.VenuePicture.Kind) {
        self =
            switch kind {
            case .exterior: .exterior
            case .interior: .interior
            }
    }
}

extension Community.VenuePicture.Kind {
    fileprivate init(_ kind: VenuePictureKind) {
        self =
            switch kind {
            case .exterior: .exterior
            case .interior: .interior
            }
    }
}

extension HereaboutsAPI.VenueAccess {
    fileprivate init(_ access: Community.VenueAccess) {
        self.init()
        note = access.note
        for (feature, isThere) in access.features { self[feature] = isThere ? .yes : .no }
    }

    /// The answer about a feature.
    fileprivate subscript(feature: Community.VenueAccess.Feature) -> AccessAnswer? {
        get { self[keyPath: Self.member(feature)] }
        set { self[keyPath: Self.member(feature)] = newValue }
    }

    private static func member(_ feature: Community.VenueAccess.Feature) -> WritableKeyPath<Self, AccessAnswer?> {
        switch feature {
        case .stepFreeEntrance: \.stepFreeEntrance
        case .automaticDoor: \.automaticDoor
        case .lift: \.lift
        case .accessibleToilet: \.accessibleToilet
        case .accessibleParking: \.accessibleParking
        case .hearingLoop: \.hearingLoop
        case .tactilePaving: \.tactilePaving
        }
    }
}

extension AccessAnswer {
    /// `nil` for `unknown`.
    fileprivate var isYes: Bool? {
        switch self {
        case .yes: true
        case .no: false
        case .unknown: nil
        }
    }
}

extension Community.VenueDetail {
    /// Throws `invalid` with the JSON path of a faulty member, and `pictureUnavailable`.
    init(_ fields: VenueDetailFields) throws(CommunityFault) {
        self.init()
        for shown in fields.pictures ?? [] {
            pictures.append(.init(kind: .init(shown.kind), picture: try ShownPicture(shown.picture)))
        }
        for (index, plan) in (fields.plans ?? []).enumerated() {
            plans.append(try .init(plan, at: "detail.plans[\(index)]"))
        }
        for (index, entrance) in (fields.entrances ?? []).enumerated() {
            entrances.append(try .init(entrance, at: "detail.entrances[\(index)]"))
        }
        guard let sent = fields.access else { return }
        access.note = sent.note
        for feature in Community.VenueAccess.Feature.allCases { access.features[feature] = sent[feature]?.isYes }
    }
}

extension Community.FloorPlan {
    fileprivate init(_ fields: FloorPlanFields, at path: String) throws(CommunityFault) {
        self.init(
            picture: try ShownPicture(fields.picture), level: try Level(fields.level, "\(path).level"),
            label: fields.label, center: try fields.center.point("\(path).center"), widthMetres: fields.width,
            rotationDegrees: fields.rotation ?? 0, opacity: fields.opacity ?? 1)
    }
}

extension Community.Entrance {
    fileprivate init(_ fields: HereaboutsAPI.Entrance, at path: String) throws(CommunityFault) {
        self.init(
            point: try fields.location.point("\(path).location"), name: fields.name,
            isStepFree: fields.stepFree?.isYes,
            level: try fields.level.map { number throws(CommunityFault) in try Level(number, "\(path).level") })
    }
}

extension Level {
    /// A level of a venue, with at most one decimal; throws `invalid` for any other number.
    fileprivate init(_ number: Double, _ field: String) throws(CommunityFault) {
        let levels = Guide.planLevels
        guard levels.contains(number), let level = Level(number), level.hundredths % 10 == 0 else {
            throw .invalid(
                field: field,
                reason: "must be \(Int(levels.lowerBound)) to \(Int(levels.upperBound)) with at most one decimal")
        }
        self = level
    }
}

extension GuideLocation {
    /// Returns the stored point; throws `invalid` with `field` if the location is not on Earth.
    func point(_ field: String) throws(CommunityFault) -> PointE7 {
        guard let coordinate = Coordinate(latitude: lat, longitude: lon) else {
            throw .invalid(field: field, reason: "is not on Earth")
        }
        return PointE7(coordinate)
    }
}

extension VenueDetailFields {
    /// Makes the fields that would make `detail` again. Pictures and floor plans for which `choice` returns `nil` are
    /// left out.
    init(_ detail: HereaboutsAPI.VenueDetail, _ choice: (HereaboutsAPI.Picture) -> PictureChoice?) {
        self.init(
            pictures: detail.pictures.compactMap { shown in
                choice(shown.picture).map { VenuePictureFields(kind: shown.kind, picture: $0) }
            },
            plans: detail.plans.compactMap { plan in
                choice(plan.picture).map {
                    FloorPlanFields(
                        picture: $0, level: plan.level, label: plan.label, center: plan.center, width: plan.width,
                        rotation: plan.rotation, opacity: plan.opacity)
                }
            }, entrances: detail.entrances, access: detail.access)
    }

    /// Returns the pictures with their JSON paths within the detail.
    var pictureChoices: [(path: String, picture: PictureChoice)] {
        (pictures ?? []).enumerated().map { ("pictures[\($0.offset)].picture", $0.element.picture) }
            + (plans ?? []).enumerated().map { ("plans[\($0.offset)].picture", $0.element.picture) }
    }

    /// Returns the fields with other pictures.
    func mapPictures(_ change: (PictureChoice) -> PictureChoice) -> VenueDetailFields {
        var fields = self
        fields.pictures = pictures?.map { VenuePictureFields(kind: $0.kind, picture: change($0.picture)) }
        fields.plans = plans?.map { plan in
            var plan = plan
            plan.picture = change(plan.picture)
            return plan
        }
        return fields
    }
}
