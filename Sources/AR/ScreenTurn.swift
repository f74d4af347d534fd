/// How far the picture on the screen is turned against the device: 90 when the top edge of the device is on the left.
package enum ScreenTurn: Int, Sendable, CaseIterable {
    case upright = 0
    case topOnTheLeft = 90
    case upsideDown = 180
    case topOnTheRight = 270

    /// Below this part of gravity along the axis that both turns share, gravity does not tell them apart: sin 15°.
    private static let flat = 0.25881904510252074

    /// Finds the turn: of the two that the screen allows, the one that shows the sky above.
    ///
    /// Browsers disagree whether 90° means that the top edge is on the left or on the right (w3c/screen-orientation
    /// issue 247). They agree whether the screen is turned by a quarter. So the browser chooses the pair, and gravity
    /// one of the two. Where gravity cannot, because the device lies nearly flat or the turn of its screen is locked,
    /// the last turn holds; without one, the browser's angle decides.
    ///
    /// - Parameters:
    ///   - up: the upward direction in the device's axes.
    ///   - before: the last turn.
    package init(up: Vector, screen: DeviceScreen, before: ScreenTurn? = nil) {
        let choices: (ScreenTurn, ScreenTurn) =
            screen.isQuarterTurned ? (.topOnTheLeft, .topOnTheRight) : (.upright, .upsideDown)
        let height = choices.0.height(up)
        if height.magnitude >= Self.flat {
            self = height > 0 ? choices.0 : choices.1
        } else if let before, before == choices.0 || before == choices.1 {
            self = before
        } else {
            self = screen.angle == Double(choices.1.rawValue) ? choices.1 : choices.0
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
