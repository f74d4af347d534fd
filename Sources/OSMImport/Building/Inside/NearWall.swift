import GeoCore

/// Finds nodes beside walls: mappers often draw a door next to the outline of its room, without joining them.
struct NearWall {
    /// The maximum distance of a door from its wall, in E7 degrees of latitude: 0.3 m. On a campus, nine doors in ten
    /// that are not part of a wall lie nearer; walls are thinner.
    static let limit = 27.0

    /// A place on a ring: after its corner `corner`, at `share` of the way to the next.
    struct Place {
        let ring: Int
        let corner: Int
        let share: Double
    }

    private let rings: [[PointE7]]
    private let cosine: Double
    /// Around the rings, with the limit.
    let box: IntBox

    init(_ rings: [[PointE7]]) {
        self.rings = rings
        var box = IntBox.empty
        for point in rings[0] { box.include(point) }
        cosine = max(0.01, Elementary.cosine(Double(box.minY) * 1e-7 * Elementary.radiansPerDegree))
        let north = Int32(Self.limit) + 1, east = Int32((Self.limit / cosine).rounded(.up)) + 1
        self.box = IntBox(
            minX: box.minX &- east, minY: box.minY &- north, maxX: box.maxX &+ east, maxY: box.maxY &+ north)
    }

    /// Returns the nearest place on the rings; `nil` if it is farther than the limit.
    func place(of point: PointE7) -> Place? {
        var best = Self.limit * Self.limit, found: Place?
        for (number, ring) in rings.enumerated() {
            for (corner, from) in ring.enumerated() {
                let to = ring[corner + 1 < ring.count ? corner + 1 : 0]
                let (x, y) = difference(from, to), (px, py) = difference(from, point)
                let length = x * x + y * y
                let share = length > 0 ? min(1, max(0, (px * x + py * y) / length)) : 0
                let dx = px - share * x, dy = py - share * y
                guard dx * dx + dy * dy < best else { continue }
                best = dx * dx + dy * dy
                found = Place(ring: number, corner: corner, share: share)
            }
        }
        return found
    }

    private func difference(_ from: PointE7, _ to: PointE7) -> (Double, Double) {
        (
            (Double(to.longitudeE7) - Double(from.longitudeE7)) * cosine,
            Double(to.latitudeE7) - Double(from.latitudeE7)
        )
    }
}
