import GeoCore

/// The exponential decay of speeds in one step: a rolling ball loses speed at a rate in proportion to it.
struct Decay: Sendable {
    /// The speed after a step, as a part of that before it.
    let factor: Double
    /// The distance during a step without meetings, in points for a speed of one point a second.
    let distance: Double

    /// `rate` is in 1/s.
    init(rate: Double) {
        factor = Elementary.exponential(-rate / Double(Motion.stepsPerSecond))
        distance = (1 - factor) / rate
    }
}
