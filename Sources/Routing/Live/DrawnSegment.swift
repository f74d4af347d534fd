import GeoCore

/// A straight segment of a drawn line, on a plane in metres.
struct DrawnSegment {
    let start: PlanePoint
    let end: PlanePoint
    let stepX: Double
    let stepY: Double
    let metres: Double
    let box: PlaneBox

    init(from start: PlanePoint, to end: PlanePoint) {
        (self.start, self.end) = (start, end)
        (stepX, stepY) = (end.x - start.x, end.y - start.y)
        metres = (stepX * stepX + stepY * stepY).squareRoot()
        box = PlaneBox(from: start, to: end)
    }

    /// Returns the squared distance from a point to the segment.
    func squaredDistance(to point: PlanePoint) -> Double {
        let segment = PlaneSegment(startX: start.x - point.x, startY: start.y - point.y, stepX: stepX, stepY: stepY)
        return segment.squaredDistance(at: segment.nearestShare)
    }

    /// Whether the segment meets a box: their ranges overlap, and not all corners lie on one side of the segment.
    func meets(_ other: PlaneBox) -> Bool {
        guard box.meets(other) else { return false }
        let (middle, width, height) = (other.middle, other.width, other.height)
        let side = stepX * (middle.y - start.y) - stepY * (middle.x - start.x)
        return side.magnitude <= (stepX.magnitude * height + stepY.magnitude * width) / 2
    }
}

/// A box on a plane, in metres.
struct PlaneBox {
    private var minX = Double.infinity, minY = Double.infinity
    private var maxX = -Double.infinity, maxY = -Double.infinity

    init(around points: [PlanePoint]) {
        for point in points { include(point) }
    }

    init(from start: PlanePoint, to end: PlanePoint) {
        include(start)
        include(end)
    }

    /// Projects a box of the map; `nil` if it lies on both sides of the plane, or is as wide as half the Earth.
    init?(_ box: IntBox, on plane: LocalPlane) {
        let low = plane.position(of: PointE7(latitudeE7: box.minY, longitudeE7: box.minX))
        let high = plane.position(of: PointE7(latitudeE7: box.maxY, longitudeE7: box.maxX))
        guard low.x <= high.x, Int64(box.maxX) - Int64(box.minX) < Longitude.halfTurnE7 else { return nil }
        self.init(from: low, to: high)
    }

    private mutating func include(_ point: PlanePoint) {
        (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
        (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }

    var width: Double { maxX - minX }
    var height: Double { maxY - minY }
    var middle: PlanePoint { PlanePoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }

    func widened(by metres: Double) -> PlaneBox {
        var box = self
        (box.minX, box.minY, box.maxX, box.maxY) = (minX - metres, minY - metres, maxX + metres, maxY + metres)
        return box
    }

    func meets(_ other: PlaneBox) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    func contains(_ point: PlanePoint) -> Bool {
        minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
    }
}

extension PlanePoint {
    /// Returns where a street's segment crosses a line's segment; `nil` if it only touches the line's left side.
    static func crossing(of start: PlanePoint, _ end: PlanePoint, and segment: DrawnSegment) -> PlanePoint? {
        let before = side(of: start, segment.start, segment.end), behind = side(of: end, segment.start, segment.end)
        guard (before >= 0) != (behind >= 0),
            (side(of: segment.start, start, end) >= 0) != (side(of: segment.end, start, end) >= 0)
        else { return nil }
        let share = before / (before - behind)
        return PlanePoint(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
    }

    /// Returns twice the signed area of the triangle: positive if `point` lies left of the line from `one` to `other`.
    private static func side(of point: PlanePoint, _ one: PlanePoint, _ other: PlanePoint) -> Double {
        (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)
    }

    func distance(to other: PlanePoint) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}
