import GeoCore

/// The camera's picture on the screen.
package struct Lens: Equatable, Sendable {
    /// The angle over the longer side of the picture that is taken when the device does not know better, in degrees.
    package static let usualFieldOfView = 65.0
    package static let fieldsOfView: ClosedRange<Double> = 50...90

    /// The size of the viewport in CSS pixels, both above 0.
    package let width: Double
    package let height: Double
    /// In CSS pixels.
    package let focalLength: Double

    /// Makes the lens of a picture that covers the viewport, centred (`object-fit: cover`).
    ///
    /// - Parameters:
    ///   - picture: the size of the video in its own pixels; `nil` takes the shape of the viewport.
    ///   - fieldOfView: over the picture's longer side, in degrees; brought into `fieldsOfView`.
    package init(width: Double, height: Double, picture: (width: Double, height: Double)?, fieldOfView: Double) {
        self.width = min(max(1, width), 1e5)
        self.height = min(max(1, height), 1e5)
        let wide = fieldOfView.isNaN ? Self.usualFieldOfView : fieldOfView
        let angle = min(max(wide, Self.fieldsOfView.lowerBound), Self.fieldsOfView.upperBound)
        let half = Elementary.tangent(angle / 2 * Elementary.radiansPerDegree)
        let (across, down) = picture ?? (self.width, self.height)
        let scale = max(self.width / across, self.height / down)
        focalLength = max(across, down) / 2 / half * scale
    }

    /// Makes a lens from its focal length in CSS pixels.
    package init(width: Double, height: Double, focalLength: Double) {
        self.width = width
        self.height = height
        self.focalLength = focalLength
    }

    /// The angle that is seen from the left to the right edge, in degrees.
    package var widthInDegrees: Double { 2 * Degrees.arcTangent(y: width / 2, x: focalLength) }
}
