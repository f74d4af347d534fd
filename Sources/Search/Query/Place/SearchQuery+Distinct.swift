import Atlas
import GeoCore

/// The last stage: removes duplicates.
extension SearchQuery {
    /// Returns the best hits, as many as the request asks for.
    ///
    /// Leaves out hits in other countries than the request's, and hits that a person would take for an earlier hit.
    func distinct(_ hits: [SearchHit]) -> [SearchHit] {
        var kept: [SearchHit] = []
        let tags = countries.isAny ? nil : AddressTags(in: engine.places)
        for hit in hits {
            guard kept.count < request.limit else { break }
            if let tags, let place = hit.place {
                let code = engine.countryCode(of: place, in: engine.locality(of: hit), tags)
                guard countries.holds(code) else { continue }
            }
            if !kept.contains(where: { hit.isSame(as: $0, engine) }) { kept.append(hit) }
        }
        return kept
    }
}

extension SearchHit {
    /// Whether a person would take two hits for the same thing.
    fileprivate func isSame(as other: SearchHit, _ engine: SearchEngine) -> Bool {
        let places = engine.places
        return switch (other.subject, subject) {
        case (.address(let a), .address(let b)): places.isSameAddress(a, b)
        case (.place(let a), .place(let b)): places.isSamePlace(a, b) && !engine.areRoomsApart(a, b)
        case (.corner(let one, let two), .corner(let three, let four)):
            // Where a street changes its name, a crossing street meets both names at one point.
            point == other.point
                || ((one, two) == (three, four) || (one, two) == (four, three))
                    && LocalPlane(around: other.point).distance(to: point) < PlaceTable.samePlaceInMetres
        default: false
        }
    }
}

extension SearchEngine {
    /// Whether two places are rooms on other levels or in other buildings: these share numbers.
    fileprivate func areRoomsApart(_ a: PlaceID, _ b: PlaceID) -> Bool {
        guard let indoor, let one = indoor.space(places.ref(a)), let other = indoor.space(places.ref(b)) else {
            return false
        }
        let (first, second) = (indoor.space(at: one), indoor.space(at: other))
        return first.building != second.building || first.levels != second.levels
    }
}

extension PlaceTable {
    /// Two places with the same name and kind this near are one place: stops on both sides of a road, a node and the
    /// building around it.
    fileprivate static var samePlaceInMetres: Double { 150 }
    /// The distance between a town's node and its boundary.
    private static var sameAreaInMetres: Double { 20_000 }

    /// Whether two places have the same name and kind, and are so near that a person would take them for the same
    /// place.
    fileprivate func isSamePlace(_ a: PlaceID, _ b: PlaceID) -> Bool {
        guard name(a) == name(b), !name(a).isEmpty, type(a) == type(b) else { return false }
        let distance = LocalPlane(around: point(a)).distance(to: point(b))
        switch type(a) {
        case .area: return distance < Self.sameAreaInMetres
        case .street, .address: return false
        case .place: return kind(a) == kind(b) && distance < Self.samePlaceInMetres
        }
    }

    /// Whether two places have the same address. A street through two towns may have a number in both, and a house on
    /// the border may name either town.
    func isSameAddress(_ a: PlaceID, _ b: PlaceID) -> Bool {
        guard street(a) == street(b), houseNumber(a) == houseNumber(b) else { return false }
        return locality(a).city.name == locality(b).city.name
            || LocalPlane(around: point(a)).distance(to: point(b)) < Self.samePlaceInMetres
    }
}
