package import Atlas
package import GeoCore

extension SearchEngine {
    private enum Reach {
        static var house: Double { 50 }
        static var street: Double { 500 }
        static var place: Double { 250 }
        /// Within this distance, a neighbour's postcode and city apply.
        static var locality: Double { 300 }
        static var crossing: Double { 500 }
        /// Within this distance, the town, region and country of the nearest house or street apply, for example off a
        /// coast.
        static var town: Double { 3_000 }
        static var region: Double { 25_000 }
    }

    /// Returns the address at `position`; `nil` if the atlas has nothing near it.
    package func address(at position: Coordinate) -> Surroundings? {
        let point = PointE7(position), plane = LocalPlane(around: point)
        let house = reverse.nearestHouse(plane, limitInMetres: Reach.locality)
        let road = reverse.nearestRoad(plane, limitInMetres: Reach.street), street = road?.street
        let place = reverse.nearestSpot(plane, limitInMetres: Reach.place)
        let near = house.flatMap { $0.distanceInMetres <= Reach.house ? $0 : nil }
        let answer = Surroundings(
            point: point, house: near, street: street,
            side: road.flatMap { side(of: $0.street.place, nearest: $0.line, plane) },
            crossStreet: street.flatMap { nearestCrossStreet(of: $0.place, to: point) }, place: place,
            locality: locality(around: point, house: house, street: street))
        return answer.isEmpty ? nil : answer
    }

    /// Returns one name for the locality of `position`: the town, else the suburb, county, state or country; `nil` if
    /// the atlas has none.
    package func localityName(at position: Coordinate) -> String? {
        guard let locality = address(at: position)?.locality else { return nil }
        let uses: [ZoneUse] = [.city, .suburb, .neighbourhood, .county, .state, .country]
        let names = uses.map { places.text.string(locality[$0].name) }
        return names.first { !$0.isEmpty }
    }

    /// Returns the house's own locality, completed by the areas around the point, then by neighbours.
    private func locality(around point: PointE7, house: NearbyPlace?, street: NearbyPlace?) -> Locality {
        var locality = Locality()
        if let house, house.distanceInMetres <= Reach.house { locality = places.locality(house.place) }
        let areas = reverse.locality(around: point)
        func fill(_ source: Locality) {
            for use in ZoneUse.allCases where locality[use].isUnknown { locality[use] = source[use] }
        }
        fill(areas)
        let neighbour = house.map { places.locality($0.place) } ?? Locality()
        // The street is more reliable than a neighbour in another town.
        let isElsewhere = !locality.city.isUnknown && locality.city.name != neighbour.city.name
        if !isElsewhere { fill(neighbour) }
        if let street { locality.complete(with: self.locality(of: street.place, at: point, in: areas)) }
        fill(neighbour)
        guard house == nil, street == nil, let far = far(from: point) else { return locality }
        let source = self.locality(of: far.place, at: point)
        let uses: [ZoneUse] =
            far.distanceInMetres <= Reach.town ? [.city, .county, .state, .country] : [.county, .state, .country]
        for use in uses where locality[use].isUnknown { locality[use] = source[use] }
        return locality
    }

    /// Returns the nearest street, or else the nearest house or named place.
    private func far(from point: PointE7) -> NearbyPlace? {
        let plane = LocalPlane(around: point)
        return reverse.nearestStreet(plane, limitInMetres: Reach.region)
            ?? reverse.nearestHouse(plane, limitInMetres: Reach.region)
            ?? reverse.nearestSpot(plane, limitInMetres: Reach.region)
    }

    /// Returns the side of a street that the origin of `plane` lies on. At the end of its nearest line, the next line
    /// decides.
    private func side(of street: PlaceID, nearest line: PlaceShape.Part, _ plane: LocalPlane) -> CompassPoint? {
        var side = StreetSide(plane)
        side.add(line)
        if let point = side.point { return point }
        places.shape(street)?.forEachPart { side.add($0) }
        return side.point
    }

    /// Returns the street that meets `street` nearest to `point`, and its distance from it; `nil` if none does within
    /// 500 m.
    package func nearestCrossStreet(of street: PlaceID, to point: PointE7) -> NearbyPlace? {
        let plane = LocalPlane(around: point)
        var best: NearbyPlace?
        for position in streets.crossingRange(street) {
            let crossing = streets.crossing(at: position)
            let distance = plane.distance(to: crossing.point)
            guard distance <= Reach.crossing, places.name(crossing.street) != places.name(street) else { continue }
            let found = NearbyPlace(place: crossing.street, distanceInMetres: distance)
            if best.map({ found.precedes($0) }) ?? true { best = found }
        }
        return best
    }
}
