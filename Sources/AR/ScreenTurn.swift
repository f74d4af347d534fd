/// How far the picture on the screen is turned against the device: 90 when the top edge of the device is on the left.
package enum ScreenTurn: Int, Sendable, CaseIterable {
    case upright = 0
    case topOnTheLeft = 90
    case upsideDown = 180
    case topOnTheRight = 270

    /// Below this length of gravity's part along the screen, the device lies nearly flat: sin 15°.
    private static let flat = 0.25881904510252074

    /// Finds the turn from gravity: of the two that fit the shape of the viewport, the one that shows the sky above.
    ///
    /// Browsers disagree about `screen.orientation.angle` (w3c/screen-orientation issue 247), so it counts only while
    /// the device lies nearly flat.
    ///
    /// - Parameters:
    ///   - up: the upward direction in the device's axes.
    ///   - isWide: whether the viewport is wider than high.
    ///   - angle: `screen.orientation.angle`, in degrees.
    package init(up: Vector, isWide: Bool, angle: Double) {
        let choices: (ScreenTurn, ScreenTurn) = isWide ? (.topOnTheLeft, .topOnTheRight) : (.upright, .upsideDown)
        if up.x * up.x + up.y * up.y < Self.flat * Self.flat {
            self = angle == Double(choices.1.rawValue) ? choices.1 : choices.0
        } else {
            self = choices.0.height(up) >= choices.1.height(up) ? choices.0 : choices.1
        }
    }

    /// The sine and cosine of the turn, exactly.
    var sineAndCosine: (sine: Double, cosine: Double) {
        switch self {
        case .upright: (0, 1)
        case .topOnTheLeft: (1, 0)
        case .upsideDown: (0, -1)
        case .topOnTheRight: (-1, 0)
        }
    }

    /// How far up on the screen a vector in the device's axes points.
    private func height(_ vector: Vector) -> Double {
        let (sine, cosine) = sineAndCosine
        return sine * vector.x + cosine * vector.y
    }

    /// The direction of the screen's upper edge, in the frame of the device's two axes.
    func upperEdge(right: Vector, top: Vector) -> Vector {
        let (sine, cosine) = sineAndCosine
        return sine * right + cosine * top
    }

    /// The direction of the screen's right edge, likewise.
    func rightEdge(right: Vector, top: Vector) -> Vector {
        let (sine, cosine) = sineAndCosine
        return cosine * right - sine * top
    }
}
