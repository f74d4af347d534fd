package import GeoCore

/// A place to show, and where it lies on the flat map around the user.
package struct ARPlace: Equatable, Sendable {
    /// A number by which the place is recognised when the list changes.
    package var id = 0.0
    package var coordinate = PointE7(latitudeE7: 0, longitudeE7: 0)
    /// Above the ground, in metres.
    package var height = Self.usualHeight
    /// The label's width in CSS pixels.
    package var width = 0.0
    /// The place competes for a label as if it were nearer by this factor.
    package var importance = 1.0
    /// False for a place without a valid coordinate, which is never shown.
    package var isKnown = false
    /// In metres east and north of the flat map's origin.
    package fileprivate(set) var point = PlanePoint(x: 0, y: 0)

    /// The height of a place that has none, in metres.
    package static let usualHeight = 4.0
    private static let heights: ClosedRange<Double> = -50...1_000
    private static let widths: ClosedRange<Double> = 0...600
    private static let importances: ClosedRange<Double> = 0.1...1_000

    package init() {}

    /// Makes a place; it is not `isKnown` when its coordinate is none.
    ///
    /// - Parameters:
    ///   - height: above the ground in metres; the usual one when it is not finite.
    ///   - width: of its label in CSS pixels.
    ///   - importance: 1 for a usual place, and for numbers that are not above 0.
    package init(
        id: Double, latitude: Double, longitude: Double, height: Double = .nan, width: Double = 0,
        importance: Double = 1
    ) {
        self.id = id
        if let known = Coordinate(latitude: latitude, longitude: longitude) {
            coordinate = PointE7(known)
            isKnown = true
        }
        self.height = height.isFinite ? min(max(height, Self.heights.lowerBound), Self.heights.upperBound) : 4
        self.width = width.isFinite ? min(max(width, Self.widths.lowerBound), Self.widths.upperBound) : 0
        if importance > 0 {
            self.importance = min(max(importance, Self.importances.lowerBound), Self.importances.upperBound)
        }
    }
}

/// A list of places in memory that never grows.
package struct ARPlaces: Sendable {
    private var places: [ARPlace]
    package private(set) var count = 0

    package init(capacity: Int) { places = Array(repeating: ARPlace(), count: capacity) }

    package var capacity: Int { places.count }

    package subscript(index: Int) -> ARPlace { places[index] }

    /// Replaces the place at a position below `capacity`. `lay` must follow.
    package mutating func put(_ place: ARPlace, at index: Int) { places[index] = place }

    /// Lays the first `count` places out on a flat map; no more than there is room for.
    package mutating func lay(_ count: Int, on ground: LocalPlane?) {
        self.count = min(max(0, count), capacity)
        guard let ground else { return }
        for index in 0..<self.count { places[index].point = ground.position(of: places[index].coordinate) }
    }
}
