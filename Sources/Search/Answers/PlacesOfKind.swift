import Atlas
package import GeoCore

/// A place that a search for a kind found.
package struct PlaceOfKind: Equatable, Sendable {
    package let point: Coordinate
    /// The place's reference, such as `w12`.
    package let id: String
    package let name: String
}

extension SearchEngine {
    /// Returns up to 50 places that a search for a kind finds, nearest and best first.
    package func places(
        of kind: String, near: Coordinate, _ language: String?, _ workspace: inout SearchWorkspace
    ) -> [PlaceOfKind] {
        let request = SearchRequest(text: kind, near: near, limit: 50, language: language)
        return places(request, workspace: &workspace).hits.compactMap { hit in
            guard case .place(let place) = hit.subject, !hit.isPartial, places.type(place) == .place else { return nil }
            let label = label(of: place, language: language)
            return PlaceOfKind(point: Coordinate(hit.point), id: label.id, name: label.name)
        }
    }
}
