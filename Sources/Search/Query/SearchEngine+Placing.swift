import Atlas
import GeoCore

extension SearchEngine {
    /// Moves streets, rivers and railways to their point nearest to the user, who may stand where the middle is far
    /// away.
    ///
    /// Only for the hits that are left: looking at every line of every candidate would cost more than all the rest.
    func placed(_ hits: [SearchHit], _ scoring: Scoring) -> [SearchHit] {
        guard let plane = scoring.plane else { return hits }
        var placed = Ranking()
        placed.reset(capacity: hits.count)
        for hit in hits {
            guard case .place(let place) = hit.subject, let shape = places.shape(place), !shape.isArea else {
                placed.insert(hit)
                continue
            }
            let point = plane.nearestPoint(on: shape)
            let gain = scoring.proximity(of: point) - scoring.proximity(of: hit.point)
            placed.insert(
                SearchHit(subject: hit.subject, point: point, score: hit.score + gain, isPartial: hit.isPartial))
        }
        return placed.hits
    }
}

extension LocalPlane {
    /// The point nearest to the origin on any line of `shape`.
    func nearestPoint(on shape: PlaceShape) -> PointE7 {
        var nearest = origin, least = Double.infinity
        func take(_ point: PointE7) {
            let distance = distance(to: point)
            guard distance < least else { return }
            least = distance
            nearest = point
        }
        shape.forEachPart { line in
            line.forEachPoint { take($0) }
            line.forEachEdge(closing: false) { take(nearestPoint(onSegmentFrom: $0, to: $1)) }
        }
        return nearest
    }
}
