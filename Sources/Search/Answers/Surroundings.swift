package import Atlas
package import GeoCore

/// What is at a point.
package struct Surroundings: Equatable, Sendable {
    package let point: PointE7
    /// The nearest house number: around the point, or within 50 m.
    package let house: NearbyPlace?
    /// The nearest street with a name, within 500 m.
    package let street: NearbyPlace?
    /// The street that meets the nearest one closest to the point, and how far the crossing is.
    package let crossStreet: NearbyPlace?
    /// The nearest named place within 250 m; 0 m inside its outline.
    package let place: NearbyPlace?
    package let locality: Locality
}
