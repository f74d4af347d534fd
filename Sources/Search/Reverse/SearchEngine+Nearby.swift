package import Atlas
package import GeoCore

extension SearchEngine {
    /// Returns the streets, house numbers and named places nearest to `position` that `isWanted` accepts, near ones
    /// first, each once.
    package func nearby(
        _ position: Coordinate, withinMetres limit: Double, count: Int, where isWanted: (PlaceID) -> Bool
    ) -> [NearbyPlace] {
        let plane = LocalPlane(around: PointE7(position))
        var found = reverse.nearest(count, plane, limitInMetres: limit, where: isWanted)
        found.sort { $0.precedes($1) }
        var nearest: [NearbyPlace] = []
        for near in found where nearest.count < count && !nearest.contains(where: { $0.place == near.place }) {
            nearest.append(near)
        }
        return nearest
    }

    /// Returns the nearest street with a name within 500 m, of those that `isWanted` accepts.
    package func nearestStreet(to position: Coordinate, where isWanted: (PlaceID) -> Bool) -> NearbyPlace? {
        reverse.nearestStreet(
            LocalPlane(around: PointE7(position)), limitInMetres: Self.streetReach, where: isWanted)
    }

    private static var streetReach: Double { 500 }

    /// Returns the areas around `position` as a locality, without data from addresses and settlements near it.
    package func areas(around position: Coordinate) -> Locality { reverse.locality(around: PointE7(position)) }

    /// Returns the administrative areas that a place lies in, by their level, the country first: one of each level.
    package func administrativeAreas(
        around place: PlaceID, _ language: NameLanguage, _ tags: AddressTags
    ) -> [(level: Int, name: [UInt8])] {
        administrativeAreas(around: places.point(place), tags).filter { $0.area != place }
            .map { ($0.level, addressParts(of: $0.area, language, tags).name) }
    }

    /// Returns the administrative areas around a point, the country first: one of each level.
    func administrativeAreas(around point: PointE7, _ tags: AddressTags) -> [(level: Int, area: PlaceID)] {
        var areas: [(level: Int, area: PlaceID)] = []
        for area in reverse.areas(around: point) {
            guard let level = adminLevel(of: area, tags), !areas.contains(where: { $0.level == level }) else {
                continue
            }
            areas.append((level, area))
        }
        areas.sort { $0.level < $1.level }
        return areas
    }
}

extension SearchEngine {
    /// Returns the point of a street, or of another place with lines, that is nearest to `position`; `nil` for a place
    /// without lines.
    package func nearestPoint(of place: PlaceID, to position: Coordinate) -> PointE7? {
        guard let shape = places.shape(place), !shape.isArea else { return nil }
        return LocalPlane(around: PointE7(position)).nearestPoint(on: shape)
    }
}
