package import Atlas

/// A place and its distance.
package struct NearbyPlace: Equatable, Sendable {
    package let place: PlaceID
    package let distanceInMetres: Double

    package init(place: PlaceID, distanceInMetres: Double) {
        self.place = place
        self.distanceInMetres = distanceInMetres
    }

    func precedes(_ other: NearbyPlace) -> Bool {
        distanceInMetres < other.distanceInMetres || (distanceInMetres == other.distanceInMetres && place < other.place)
    }
}
