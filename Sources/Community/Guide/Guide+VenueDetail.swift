extension Guide {
    /// The maximum number of further pictures, of floor plans, and of entrances of a venue.
    package static let venuePictures = 24
    package static let floorPlans = 60
    package static let entrances = 40
    /// The maximum number of characters of a level's name on signs.
    package static let labelLength = 20
    /// The possible widths of a floor plan, in metres.
    package static let planWidths = 1.0...5000.0
    /// The possible levels of floor plans and entrances.
    package static let planLevels = -100.0...200.0

    /// Throws `invalid` with the JSON path of a faulty member, such as `detail.plans[1].width`.
    static func check(_ detail: VenueDetail) throws(CommunityFault) {
        try check(detail.pictures.count, "pictures", maximum: venuePictures)
        try check(detail.plans.count, "plans", maximum: floorPlans)
        try check(detail.entrances.count, "entrances", maximum: entrances)
        for (index, shown) in detail.pictures.enumerated() {
            try check(shown.picture, "detail.pictures[\(index)]")
        }
        for (index, plan) in detail.plans.enumerated() { try check(plan, "detail.plans[\(index)]") }
        for (index, entrance) in detail.entrances.enumerated() {
            try check(entrance.name, "detail.entrances[\(index)].name", maximum: nameLength)
        }
        try check(detail.access.note, "detail.access.note", maximum: lineLength)
    }

    private static func check(_ plan: FloorPlan, _ path: String) throws(CommunityFault) {
        try check(plan.picture, path)
        if let label = plan.label { try Timeline.checkLine(label, "\(path).label", maximum: labelLength) }
        // A comparison with NaN is false, so NaN passes no range.
        guard planWidths.contains(plan.widthMetres) else {
            let (least, most) = (Int(planWidths.lowerBound), Int(planWidths.upperBound))
            throw .invalid(field: "\(path).width", reason: "must be \(least) to \(most) metres")
        }
        guard (0..<360).contains(plan.rotationDegrees) else {
            throw .invalid(field: "\(path).rotation", reason: "must be at least 0 and below 360 degrees")
        }
        guard (0...1).contains(plan.opacity) else {
            throw .invalid(field: "\(path).opacity", reason: "must be 0 to 1")
        }
    }

    private static func check(_ picture: ShownPicture, _ path: String) throws(CommunityFault) {
        guard !picture.text.isEmpty else { return }
        try Timeline.check(picture.text, "\(path).picture.text", maximum: Timeline.pictureTextLength)
    }

    private static func check(_ count: Int, _ member: String, maximum: Int) throws(CommunityFault) {
        guard count <= maximum else {
            throw .invalid(field: "detail.\(member)", reason: "has more than \(maximum) elements")
        }
    }
}
