import Community
import GeoCore
import Routing

extension [Community.Overlay.Feature] {
    /// The features' changes of streets. Entrances open all fences.
    var streetChanges: [StreetChange] { indexedStreetChanges.map(\.change) }

    /// The changes, with the index of each feature.
    var indexedStreetChanges: [(feature: Int, change: StreetChange)] {
        let openings = compactMap { feature -> PointE7? in
            guard feature.kind == .entrance, case .point(let point) = feature.place else { return nil }
            return point
        }
        return enumerated().compactMap { index, feature in
            feature.streetChange(openings: openings).map { (index, $0) }
        }
    }
}

extension Community.Overlay.Feature {
    /// Returns the feature's change of streets; `nil` for a feature that the map only shows.
    fileprivate func streetChange(openings: [PointE7]) -> StreetChange? {
        let effect: StreetChange.Effect
        switch kind {
        case .closed: effect = .closed
        case .oneWay: effect = .oneWay
        case .slow: effect = .slower(factor ?? 1)
        case .fence: effect = .fence(openings: openings)
        case .stage, .stall, .toilets, .firstAid, .meetingPoint, .entrance: return nil
        }
        let change: StreetChange.Place
        switch place {
        case .point: return nil
        case .line(let points): change = .line(points)
        case .area(let corners): change = .area(corners)
        case .ways(let ids): change = .ways(ids)
        }
        return StreetChange(effect, change, for: ProfileSet(travellers.map { ProfileSet(Profile($0)) }))
    }
}

extension Profile {
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
