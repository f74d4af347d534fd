import GeoCore

/// The camera of a device that is held somehow: takes directions to pixels and back.
///
/// Directions are east, north and up of the user. Pixels count from the upper left corner of the viewport.
package struct Camera: Sendable {
    package let lens: Lens
    package let turn: ScreenTurn
    /// The picture's right and upper edges, and the direction out of it towards the user.
    private let right: Vector
    private let up: Vector
    private let back: Vector

    package init(_ attitude: Attitude<TrueNorth>, turn: ScreenTurn, lens: Lens) {
        self.lens = lens
        self.turn = turn
        right = turn.rightEdge(right: attitude.right, top: attitude.top)
        up = turn.upperEdge(right: attitude.right, top: attitude.top)
        back = attitude.back
    }

    /// A point in the camera's own axes: right, up, and ahead, in the units of `target`.
    package func view(_ target: Vector) -> Vector { Vector(right.dot(target), up.dot(target), -back.dot(target)) }

    /// The pixel of a point in the camera's axes that lies ahead.
    package func pixel(of view: Vector) -> ScreenPoint {
        let scale = lens.focalLength / view.z
        return ScreenPoint(x: lens.width / 2 + scale * view.x, y: lens.height / 2 - scale * view.y)
    }

    /// The pixel where `target` appears; `nil` when it is not ahead of the camera.
    package func project(_ target: Vector) -> ScreenPoint? {
        let view = view(target)
        // Below that share of its length, the direction lies so far aside that its pixel is on no screen.
        guard view.z > 1e-3 * target.length else { return nil }
        return pixel(of: view)
    }

    /// The direction that a pixel shows, of no particular length.
    package func direction(of point: ScreenPoint) -> Vector {
        let x = (point.x - lens.width / 2) / lens.focalLength, y = (lens.height / 2 - point.y) / lens.focalLength
        return x * right + y * up - back
    }

    /// The unit vector on the screen that points to the sky, in pixels; straight up when the camera looks up or down.
    package var sky: ScreenPoint {
        let length = (right.z * right.z + up.z * up.z).squareRoot()
        return length > 1e-6 ? ScreenPoint(x: right.z / length, y: -up.z / length) : ScreenPoint(x: 0, y: -1)
    }

    /// The slope of the horizon on the screen, in degrees clockwise, −180..<180.
    package var horizonInDegrees: Double { Degrees.signed(Degrees.arcTangent(y: sky.x, x: -sky.y)) }

    /// Whether a pixel lies within the viewport.
    package func shows(_ point: ScreenPoint) -> Bool {
        point.x >= 0 && point.x <= lens.width && point.y >= 0 && point.y <= lens.height
    }

    /// Where a mark stands for a point in the camera's axes that is not in sight: on the edge of the viewport, `margin`
    /// pixels inside, in its direction from the middle.
    package func edge(toward view: Vector, margin: Double) -> ScreenPoint {
        let length = (view.x * view.x + view.y * view.y).squareRoot()
        // What lies exactly behind is found by turning either way; down is as good.
        let x = length > 0 ? view.x / length : 0, y = length > 0 ? -view.y / length : 1
        let width = max(1, lens.width / 2 - margin), height = max(1, lens.height / 2 - margin)
        let scale = min(width / max(x.magnitude, 1e-9), height / max(y.magnitude, 1e-9))
        return ScreenPoint(x: lens.width / 2 + scale * x, y: lens.height / 2 + scale * y)
    }
}

/// A point on the screen, in CSS pixels to the right and down.
package struct ScreenPoint: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
