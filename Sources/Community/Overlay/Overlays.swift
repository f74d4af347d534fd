import GeoCore

/// The rules of the overlay: its features, and who may draw. All visitors see the published features.
package struct Overlays: Sendable {
    private let store: any OverlayStore
    package let now: @Sendable () -> Timestamp

    package init(store: some OverlayStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// The maximum number of features, of points in one feature and in all together, and of ways.
    package static let features = 2000
    package static let pointsOfFeature = 1000
    package static let points = 20_000
    package static let ways = 1000
    /// The maximum number of characters of names and notes.
    package static let nameLength = 200
    package static let noteLength = 2000
    package static let factors = 1.0...100.0
    /// The maximum distance of a feature's point from its first point, in metres.
    ///
    /// The server compares features with streets on a plane, and corners around the whole Earth also describe a narrow
    /// strip.
    package static let reach = 1_000_000.0

    /// Returns the overlay with its draft.
    package func current() async throws -> Overlay { try await store.overlay() }

    /// Changes the draft and publishes it on request; throws `notAllowed`, `invalid`, `changedMeanwhile`.
    package func change(
        to draft: [Overlay.Feature], publishes: Bool, at revision: Int, by editor: Account
    ) async throws -> Overlay {
        guard editor.role == .operator else { throw CommunityFault.notAllowed }
        try check(draft)
        return try await store.setOverlay(draft, publishes: publishes, at: revision, by: editor.id, at: now())
    }

    /// Throws `invalid` for a draft with an impossible feature.
    package func check(_ draft: [Overlay.Feature]) throws(CommunityFault) { try Self.check(features: draft) }

    /// Throws `invalid` where a feature is impossible.
    package static func check(features draft: [Overlay.Feature]) throws(CommunityFault) {
        guard draft.count <= Self.features else {
            throw CommunityFault.invalid(field: "features", reason: "are more than \(Self.features)")
        }
        for (index, feature) in draft.enumerated() { try Self.check(feature, "features.\(index)") }
        guard draft.reduce(0, { $0 + $1.pointCount }) <= Self.points else {
            throw CommunityFault.invalid(field: "features", reason: "have more than \(Self.points) points")
        }
    }

    private static func check(_ feature: Overlay.Feature, _ path: String) throws(CommunityFault) {
        if let name = feature.name { try Timeline.check(name, path + ".name", maximum: nameLength) }
        if let note = feature.note { try Timeline.check(note, path + ".note", maximum: noteLength) }
        if let reason = feature.wrongPlace { throw .invalid(field: path + ".points", reason: reason) }
        if feature.goesTooFar {
            throw .invalid(
                field: path + ".points",
                reason: "lie more than \(Int(reach / 1000)) km apart: draw nearer to the streets")
        }
        if case .ways(let ways) = feature.place, !(1...Self.ways ~= ways.count) || ways.contains(where: { $0 < 1 }) {
            throw .invalid(field: path + ".ways", reason: "must be 1 to \(Self.ways) ids of OSM ways")
        }
        guard !feature.travellers.isEmpty else {
            throw .invalid(field: path + ".profiles", reason: "must name at least one profile")
        }
        guard (feature.kind == .slow) == (feature.factor != nil), feature.factor.map(factors.contains) ?? true else {
            throw .invalid(
                field: path + ".factor", reason: "must be from 1 to 100 for slow, and absent for all other kinds")
        }
        if let from = feature.from, let until = feature.until, until <= from {
            throw .invalid(field: path + ".until", reason: "must be after from")
        }
    }
}

extension Overlay.Feature {
    fileprivate var pointCount: Int {
        switch place {
        case .point: 1
        case .line(let points), .area(let points): points.count
        case .ways: 0
        }
    }

    fileprivate var goesTooFar: Bool {
        switch place {
        case .point, .ways: false
        case .line(let points), .area(let points):
            points.contains { $0.distance(inMetresTo: points[0]) > Overlays.reach }
        }
    }

    /// The reason that a feature of its kind cannot have its shape: the end of a sentence that begins with its points.
    /// `nil` for a valid shape.
    fileprivate var wrongPlace: String? {
        switch (place, kind) {
        case (.point, .stage), (.point, .stall), (.point, .toilets), (.point, .firstAid), (.point, .meetingPoint),
            (.point, .entrance):
            nil
        case (.line(let points), .fence), (.line(let points), .oneWay), (.line(let points), .closed),
            (.line(let points), .slow):
            2...Overlays.pointsOfFeature ~= points.count ? nil : "must be 2 to \(Overlays.pointsOfFeature)"
        case (.area(let points), .stage), (.area(let points), .stall), (.area(let points), .fence),
            (.area(let points), .closed), (.area(let points), .slow):
            3...Overlays.pointsOfFeature ~= points.count ? nil : "must be 3 to \(Overlays.pointsOfFeature) corners"
        case (.ways, .oneWay), (.ways, .closed), (.ways, .slow): nil
        case (.point, _): "are a single point, but \(kind.rawValue) cannot be a point"
        case (.line, _): "are a line, but \(kind.rawValue) cannot be a line"
        case (.area, _): "are an area, but \(kind.rawValue) cannot be an area"
        case (.ways, _): "are missing: \(kind.rawValue) cannot be given by ways"
        }
    }
}
