import GeoCore

/// Takes the tremor out of a rotation: the 1€ filter (Casiez, Roussel and Vogel, CHI 2012, doi
/// 10.1145/2207676.2208639), along the shorter way between rotations.
///
/// It is calm while the device rests, and follows at once while it turns. The speed is low-passed as a vector: noise
/// cancels out there, while the length of noise is never zero.
package struct RotationFilter: Equatable, Sendable {
    /// The cut-off frequency at rest, in hertz, and what each radian a second adds to it.
    private static let restingCutoff = 1.0
    private static let cutoffPerSpeed = 10.0
    /// The cut-off frequency of the speed, in hertz.
    private static let speedCutoff = 1.0

    /// The filtered rotation; `nil` before the first measurement.
    package private(set) var rotation: Rotation?
    private var measured = Rotation.none
    /// In radians a second, in the device's axes.
    private var speed = Vector.zero
    private var lastTime = 0.0

    package init() {}

    /// Takes a measurement at a time in seconds.
    package mutating func measure(_ newest: Rotation, at time: Double) {
        guard let known = rotation else {
            (rotation, measured, lastTime) = (newest, newest, time)
            return
        }
        let step = time - lastTime
        guard step > 0 else { return }
        let momentary = 1 / step * (measured.inverse * newest).vector
        speed = speed + Self.share(Self.speedCutoff, step) * (momentary - speed)
        let cutoff = Self.restingCutoff + Self.cutoffPerSpeed * speed.length
        rotation = known.toward(newest, share: Self.share(cutoff, step))
        (measured, lastTime) = (newest, time)
    }

    /// The share of a step that a low-pass filter makes.
    private static func share(_ cutoff: Double, _ step: Double) -> Double {
        let angle = 2 * Double.pi * cutoff * step
        return angle / (1 + angle)
    }
}
