import GeoCore

/// A straight segment of a border or a coast.
struct BorderLine: Sendable {
    let from: PointE7
    let to: PointE7
    let isBorder: Bool

    /// Whether the straight line between two points crosses it.
    func isBetween(_ a: PointE7, _ b: PointE7) -> Bool {
        (Self.side(a, b, from) > 0) != (Self.side(a, b, to) > 0) && isLeft(a) != isLeft(b)
    }

    /// Whether a point is on its left.
    func isLeft(_ point: PointE7) -> Bool { Self.side(from, to, point) > 0 }

    /// Returns a positive number if `r` is on the left of the line from `p` to `q`.
    private static func side(_ p: PointE7, _ q: PointE7, _ r: PointE7) -> Double {
        (Double(q.longitudeE7) - Double(p.longitudeE7)) * (Double(r.latitudeE7) - Double(p.latitudeE7))
            - (Double(q.latitudeE7) - Double(p.latitudeE7)) * (Double(r.longitudeE7) - Double(p.longitudeE7))
    }
}
