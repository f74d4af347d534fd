import Atlas
import GeoCore

extension SearchEngine {
    /// Stops on both sides of a road, a node and the building around it: the same name and kind this near is one place.
    static var samePlaceInMetres: Double { 150 }
    /// A town's node and its boundary.
    private static var sameAreaInMetres: Double { 20_000 }

    /// Leaves out hits that a person would take for one that is already there, and keeps the best `limit`.
    func distinct(_ hits: [SearchHit], limit: Int) -> [SearchHit] {
        var kept: [SearchHit] = []
        for hit in hits {
            guard kept.count < limit else { break }
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
