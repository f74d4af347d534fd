/// Layers `boundaries` and `boundary_labels`: countries and states.
struct BoundaryFeatures: Sendable {
    /// The boundaries of a way.
    private struct Membership: Sendable {
        /// The smallest `admin_level` of the boundaries along it.
        var adminLevel: Int?
        var isDisputed = false
    }

    private var memberships: [Int: Membership] = [:]

    /// Reads the boundary relations of an extract.
    init(_ data: OSMData) {
        for relation in 0..<data.relations.count {
            let tags = data.tags(ofRelation: relation), boundary = tags["boundary"]
            let isDisputed = boundary == "disputed" && Self.mayBeDisputed(tags["admin_level"])
            guard isDisputed || (boundary == "administrative" && Self.level(tags) != nil) else { continue }
            for member in data.relations.members(of: relation) where member.kind == .way {
                guard let way = data.ways.index(of: member.id) else { continue }
                var membership = memberships[way] ?? Membership()
                if isDisputed {
                    membership.isDisputed = true
                } else if let level = Self.level(tags) {
                    membership.adminLevel = min(level, membership.adminLevel ?? level)
                }
                memberships[way] = membership
            }
        }
    }

    /// Returns 2 or 4, the levels that the schema shows.
    private static func level(_ tags: Tags) -> Int? {
        switch tags["admin_level"] {
        case "2": 2
        case "4": 4
        default: nil
        }
    }

    private static func mayBeDisputed(_ level: String?) -> Bool {
        level == nil || level == "2" || level == "3" || level == "4"
    }

    func addLine(_ object: MapObject, way: Int, to features: inout FeatureCollector) {
        let tags = object.tags, membership = memberships[way]
        let own = tags["boundary"] == "administrative" ? Self.level(tags) : nil
        guard let level = [membership?.adminLevel, own].compactMap(\.self).min() else { return }
        let isMaritime = tags["maritime"] == "yes" || tags["natural"] == "coastline"
        let isDisputed = membership?.isDisputed ?? false || tags["disputed"] == "yes"
        features.add(
            .boundaries, from: level == 2 ? 0 : 7,
            [.integer(.adminLevel, Int32(level)), .truth(.maritime, isMaritime), .truth(.disputed, isDisputed)])
    }

    /// Zooms by level and size: the minimum area in km² for a label below zoom 5.
    private static let labelZooms: [(zoom: Int, level2: Double, level4: Double)] = [
        (2, 2e6, .infinity), (3, 7e5, 7e5), (4, 1e5, 1e5),
    ]

    /// Adds the label of a boundary that lies wholly in the extract: the size and middle of a part mean nothing.
    func addArea(_ object: MapObject, to features: inout FeatureCollector) {
        let tags = object.tags, names = object.names
        guard object.isWhole, tags["boundary"] == "administrative", let level = Self.level(tags), !names.isEmpty else {
            return
        }
        let squareKilometres = object.squareMetres / 1e6
        let row = Self.labelZooms.first { squareKilometres >= (level == 2 ? $0.level2 : $0.level4) }
        let hectares = object.squareMetres / 1e4
        features.add(
            .boundaryLabels, from: row?.zoom ?? 5, order: -hectares,
            [.integer(.adminLevel, Int32(level)), .real(.wayArea, hectares)] + names)
    }
}
