package import Atlas
package import GeoCore

/// The address of a point, and the places near it.
package struct Surroundings: Equatable, Sendable {
    package let point: PointE7
    /// The nearest house number: of the building around the point, or within 50 m.
    package let house: NearbyPlace?
    /// The nearest street with a name, within 500 m.
    package let street: NearbyPlace?
    /// The side of that street the point lies on; `nil` on the street itself and beyond its end.
    package let side: CompassPoint?
    /// The street that meets the nearest street closest to the point, and the distance of the crossing.
    package let crossStreet: NearbyPlace?
    /// The nearest named place within 250 m; 0 m inside its outline.
    package let place: NearbyPlace?
    package let locality: Locality

    /// Returns the part of it that Nominatim returns at a zoom (nominatim.org/release-docs/latest/api/Reverse).
    ///
    /// 3 country, 5 state, 8 county, 10 city, 13 suburb, 14 neighbourhood, 16 street, 18 house and place; each zoom
    /// includes the smaller ones. `nil` if nothing remains.
    func limited(toZoom zoom: Int) -> Surroundings? {
        var locality = locality
        for (use, least) in [
            (ZoneUse.neighbourhood, 14), (.suburb, 13), (.city, 10), (.postcode, 14), (.county, 8), (.state, 5),
        ]
        where zoom < least { locality[use] = Locality()[use] }
        let limited = Surroundings(
            point: point, house: zoom < 18 ? nil : house, street: zoom < 16 ? nil : street,
            side: zoom < 16 ? nil : side, crossStreet: zoom < 16 ? nil : crossStreet, place: zoom < 18 ? nil : place,
            locality: locality)
        return limited.isEmpty ? nil : limited
    }

    /// Whether it has no content.
    var isEmpty: Bool { house == nil && street == nil && place == nil && locality == Locality() }
}
