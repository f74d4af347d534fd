import Atlas
import GeoCore

extension SearchEngine {
    /// Stops on both sides of a road, a node and the building around it: the same name and kind this near is one place.
    static var samePlaceInMetres: Double { 150 }
    /// A town's node and its boundary.
    private static var sameAreaInMetres: Double { 20_000 }

    /// By locality whether it lies in one of `countries`, or in none that is known; empty where there are no
    /// `countries`.
    func localities(in countries: [[UInt8]]) -> [Bool] {
        guard !countries.isEmpty else { return [] }
        let tags = AddressTags(in: places)
        var known: [(country: PlaceID, isWanted: Bool)] = []
        return (0..<places.localityCount).map { locality in
            guard let country = places.locality(at: locality).country.place else { return true }
            if let found = known.first(where: { $0.country == country }) { return found.isWanted }
            let code = countryCode(of: country, in: Locality(), tags)
            known.append((country, code.isEmpty || countries.contains(code)))
            return known[known.count - 1].isWanted
        }
    }

    /// Whether a place, or a stretch of a street, lies in a country that the request may be answered from.
    func isWanted(_ place: PlaceID, _ workspace: borrowing SearchWorkspace) -> Bool {
        if workspace.isLocalityWanted.isEmpty || workspace.isLocalityWanted[places.localityIndex(place)] { return true }
        for position in streets.stretchRange(place)
        where workspace.isLocalityWanted[streets.stretch(at: position).locality] { return true }
        return false
    }

    /// Leaves out hits in other countries than the request's and those that a person would take for one that is already
    /// there, and keeps as many of the best as are asked for.
    func distinct(_ hits: [SearchHit], _ request: SearchRequest) -> [SearchHit] {
        var kept: [SearchHit] = []
        let tags = request.countries.isEmpty ? nil : AddressTags(in: places)
        for hit in hits {
            guard kept.count < request.limit else { break }
            if let tags, let place = hit.place {
                let code = countryCode(of: place, in: locality(of: hit), tags)
                guard code.isEmpty || request.countries.contains(code) else { continue }
            }
            if !kept.contains(where: { isSame($0, hit) }) { kept.append(hit) }
        }
        return kept
    }

    private func isSame(_ a: SearchHit, _ b: SearchHit) -> Bool {
        switch (a.subject, b.subject) {
        case (.address(let a), .address(let b)): return isSameAddress(a, b)
        case (.place(let a), .place(let b)):
            guard places.name(a) == places.name(b), !places.name(a).isEmpty, places.type(a) == places.type(b) else {
                return false
            }
            let distance = LocalPlane(around: places.point(a)).distance(to: places.point(b))
            switch places.type(a) {
            case .area: return distance < Self.sameAreaInMetres
            case .street, .address: return false
            case .place: return places.kind(a) == places.kind(b) && distance < Self.samePlaceInMetres
            }
        case (.corner(let one, let two), .corner(let three, let four)):
            // Where a street changes its name another meets both at one point.
            return a.point == b.point
                || ((one, two) == (three, four) || (one, two) == (four, three))
                    && LocalPlane(around: a.point).distance(to: b.point) < Self.samePlaceInMetres
        default: return false
        }
    }
}
