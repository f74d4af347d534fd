import Community
import GeoCore
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds the routes of the overlay of temporary changes: everybody reads it, operators and their programs change it.
    mutating func addOverlay(
        _ live: LiveOverlay, _ effects: OverlayEffects, feed: LiveFeed, _ authentication: Authentication
    ) {
        on(OverlayRequest.self, authentication) { _, _, exchange in
            let overlay = try await live.overlays.current()
            let features = overlay.published.map { OverlayFeature($0) }
            return try await exchange.encoded(
                HereaboutsAPI.Overlay(revision: overlay.publishedRevision, features: features),
                isList: true, cacheControl: Exchange.personal)
        }
        on(OverlayDraftRequest.self, authentication) { _, _, exchange in
            let overlay = try await live.overlays.current()
            return try await exchange.encoded(
                OverlayDraft(overlay, try await effects.ofDraft(overlay)), isList: true, cacheControl: Exchange.personal
            )
        }
        on(PreviewOverlayRequest.self, authentication) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let features = try Self.features(request.body.features)
            try live.overlays.check(features)
            return try await exchange.encoded(
                try await effects.preview(of: features, for: editor.id), isList: true, cacheControl: Exchange.personal)
        }
        on(ChangeOverlayRequest.self, authentication) { request, viewer, exchange in
            guard let editor = viewer.account else { throw CommunityFault.notAllowed }
            let fields = request.body.fields, features = try Self.features(fields.features)
            try live.overlays.check(features)
            let overlay = try await live.overlays.change(
                to: features, publishes: fields.publish, at: request.body.revision, by: editor)
            if fields.publish {
                await live.apply(overlay)
                feed.overlayChanged()
            }
            return try await exchange.encoded(
                OverlayDraft(overlay, try await effects.ofDraft(overlay)), isList: true, cacheControl: Exchange.personal
            )
        }
    }

    /// Reads features; throws `invalid` naming the field.
    private static func features(_ sent: [OverlayFeature]) throws(CommunityFault) -> [Community.Overlay.Feature] {
        var features: [Community.Overlay.Feature] = []
        for (index, feature) in sent.enumerated() {
            features.append(try Community.Overlay.Feature(feature, "features.\(index)"))
        }
        return features
    }
}

extension OverlayDraft {
    fileprivate init(_ overlay: Community.Overlay, _ effects: [OverlayEffect]?) {
        self.init(
            revision: overlay.revision, publishedRevision: overlay.publishedRevision,
            features: overlay.draft.map { OverlayFeature($0) }, effects: effects)
    }
}

extension OverlayFeature {
    fileprivate init(_ feature: Community.Overlay.Feature) {
        let everybody = feature.travellers == Community.Overlay.Traveller.allCases
        self.init(
            OverlayKind(feature.kind), name: feature.name, note: feature.note,
            profiles: everybody ? nil : feature.travellers.map { RouteProfile($0) }, factor: feature.factor,
            from: feature.from.map { WireTime.text($0) }, until: feature.until.map { WireTime.text($0) })
        switch feature.place {
        case .point(let point): points = [GuideLocation(point)]
        case .line(let line): points = line.map { GuideLocation($0) }
        case .area(let corners): (points, area) = (corners.map { GuideLocation($0) }, true)
        case .ways(let ids): ways = ids
        }
    }
}

extension Community.Overlay.Feature {
    /// Throws `invalid` naming the field below `path`.
    fileprivate init(_ wire: OverlayFeature, _ path: String) throws(CommunityFault) {
        let place = try Community.Overlay.Place(wire, path)
        let profiles = wire.profiles ?? RouteProfile.allCases
        let travellers = Community.Overlay.Traveller.allCases.filter { profiles.contains(RouteProfile($0)) }
        func time(_ text: String?, _ field: String) throws(CommunityFault) -> Timestamp? {
            guard let text else { return nil }
            guard let milliseconds = WireTime.milliseconds(text) else {
                throw .invalid(field: "\(path).\(field)", reason: "is not a time such as 2026-12-31T12:00:00Z")
            }
            return milliseconds
        }
        self.init(
            kind: .init(wire.kind), name: wire.name, note: wire.note, place: place, travellers: travellers,
            factor: wire.factor, from: try time(wire.from, "from"), until: try time(wire.until, "until"))
    }
}

extension Community.Overlay.Place {
    fileprivate init(_ wire: OverlayFeature, _ path: String) throws(CommunityFault) {
        guard (wire.points == nil) != (wire.ways == nil) else {
            throw .invalid(field: path, reason: "needs either points or ways")
        }
        if let ways = wire.ways {
            self = .ways(ways)
            return
        }
        var points: [PointE7] = []
        for location in wire.points ?? [] {
            guard let coordinate = Coordinate(latitude: location.lat, longitude: location.lon) else {
                throw .invalid(field: path + ".points", reason: "are not latitudes and longitudes in degrees")
            }
            points.append(PointE7(coordinate))
        }
        if wire.area == true {
            self = .area(points)
        } else if points.count == 1 {
            self = .point(points[0])
        } else {
            self = .line(points)
        }
    }
}

extension Community.Overlay.Kind {
    fileprivate init(_ wire: OverlayKind) {
        self =
            switch wire {
            case .stage: .stage
            case .stall: .stall
            case .toilets: .toilets
            case .firstAid: .firstAid
            case .meetingPoint: .meetingPoint
            case .entrance: .entrance
            case .fence: .fence
            case .oneWay: .oneWay
            case .closed: .closed
            case .slow: .slow
            }
    }
}

extension GuideLocation {
    init(_ point: PointE7) {
        self.init(lat: Double(point.latitudeE7) / 1e7, lon: Double(point.longitudeE7) / 1e7)
    }
}

extension OverlayKind {
    fileprivate init(_ kind: Community.Overlay.Kind) {
        self =
            switch kind {
            case .stage: .stage
            case .stall: .stall
            case .toilets: .toilets
            case .firstAid: .firstAid
            case .meetingPoint: .meetingPoint
            case .entrance: .entrance
            case .fence: .fence
            case .oneWay: .oneWay
            case .closed: .closed
            case .slow: .slow
            }
    }
}

extension RouteProfile {
    fileprivate init(_ traveller: Community.Overlay.Traveller) {
        self =
            switch traveller {
            case .foot: .foot
            case .wheelchair: .wheelchair
            case .bicycle: .bicycle
            case .car: .car
            }
    }
}
