/// How a device is held: the rotation from its axes to east, `North` and up.
package struct Attitude<North>: Equatable, Sendable {
    package let rotation: Rotation

    package init(rotation: Rotation) { self.rotation = rotation }

    /// Makes an attitude from the angles of an orientation event, in degrees; `nil` when one is not finite or beyond
    /// two turns.
    package init?(alpha: Double, beta: Double, gamma: Double) {
        guard alpha.magnitude <= 720, beta.magnitude <= 720, gamma.magnitude <= 720 else { return nil }
        rotation = Rotation(alpha: alpha, beta: beta, gamma: gamma)
    }

    /// The device's axes in those of the Earth.
    package var right: Vector { rotation.xAxis }
    package var top: Vector { rotation.yAxis }
    /// Away from the back camera: out of the screen, towards the user.
    package var back: Vector { rotation.zAxis }

    /// The Earth's upward direction in the device's axes.
    package var up: Vector { Vector(right.z, top.z, back.z) }

    /// Where the back camera looks over the horizon; `nil` when it looks straight up or down.
    package var cameraHeading: Heading<North>? { Heading(east: -back.x, north: -back.y) }

    /// How far above the horizon the back camera looks, in degrees, −90 ... 90.
    package var cameraElevationInDegrees: Double { Degrees.arcSine(-back.z) }

    /// Where the top edge points over the horizon; `nil` when it points straight up or down.
    package var topEdgeHeading: Heading<North>? { Heading(east: top.x, north: top.y) }

    /// Where a person who reads the screen looks: the camera's heading, but the one of the screen's upper edge when
    /// the camera looks at the ground, and the opposite one when it looks at the sky.
    ///
    /// - Parameter steep: the camera's elevation in degrees from which the edge decides, above or below the horizon.
    package func facing(_ turn: ScreenTurn, steep: Double = 45) -> Heading<North>? {
        let elevation = cameraElevationInDegrees
        guard elevation.magnitude > steep else { return cameraHeading }
        let upper = turn.upperEdge(right: right, top: top)
        return elevation < 0 ? Heading(east: upper.x, north: upper.y) : Heading(east: -upper.x, north: -upper.y)
    }

    /// The same attitude in a frame whose north lies that many degrees clockwise of this one's.
    func turned<Other>(counterclockwiseByDegrees degrees: Double) -> Attitude<Other> {
        Attitude<Other>(rotation: Rotation(aboutUpByDegrees: degrees) * rotation)
    }
}

extension Attitude<MagneticNorth> {
    /// The same attitude from true north, where magnetic north lies `declination` degrees east of it.
    package func fromTrueNorth(declination: Double) -> Attitude<TrueNorth> {
        turned(counterclockwiseByDegrees: -declination)
    }
}
