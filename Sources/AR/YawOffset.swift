/// The turn from the frame of a device's fast sensors to magnetic north, learnt slowly from a compass.
///
/// The fast sensors are smooth, but their north is wherever the device pointed when they started. A compass knows north,
/// but it is noisy and metal disturbs it for seconds. So differences over 20° are ignored unless they last.
/// Simulated with 6° of noise, a drift of 0.03°/s and a disturbance of 35° for 7 s: 1.8° off (root mean square).
package struct YawOffset: Equatable, Sendable {
    /// What a sample says about its own error.
    package enum Trust: Equatable, Sendable {
        /// The compass states its error, in degrees.
        case stated(Double)
        /// The platform states no error.
        case unstated
        /// The device was held in a way in which its compass may mean another direction: ±25°.
        case rough
    }

    /// Where the offset comes from.
    package enum Source: Int, Sendable {
        case nothing, compass, roughCompass, hand, walk
    }

    /// The time constant of learning, in seconds.
    private static let patience = 8.0
    /// Samples farther off than this, in degrees, are ignored for `persistence` seconds.
    private static let gate = 20.0
    private static let persistence = 10.0
    /// While the offset has been learnt for less than this, in seconds, every sample counts.
    private static let start = 3.0
    /// A sample counts for at most this time, in seconds: the first one after a pause must not decide.
    private static let longestStep = 0.25
    /// The drift of gyroscopes, in degrees a second.
    private static let drift = 0.03
    private static let unstatedError = 15.0
    private static let leastSpread = 5.0
    /// The spread is that of the last 10 s: an exponential window of half that time constant.
    private static let spreadWindow = 10.0
    private static let roughError = 25.0
    package static let errorOfCorrection = 3.0

    package private(set) var source = Source.nothing
    /// Degrees counter-clockwise from the fast frame to magnetic north; `nil` until it is known.
    package private(set) var degrees: Double?
    /// For how long it has been learnt, and for how long samples have been far off, in seconds.
    private var learnt = 0.0
    private var outside = 0.0
    /// The time of the last sample or correction, in seconds.
    private var lastSample = 0.0
    private var lastAccepted = 0.0
    private var meanSquare = 0.0
    private var ownError: Double?

    package init() {}

    /// Whether somebody or a walk has put the offset right: samples then change nothing.
    package var isCorrected: Bool { source == .hand || source == .walk }

    /// Learns from one sample, in degrees counter-clockwise, at a time in seconds.
    package mutating func learn(_ sample: Double, at time: Double, trust: Trust) {
        guard !isCorrected, sample.isFinite, time.isFinite else { return }
        let isRough = trust == .rough
        if isRough, source == .compass { return }
        guard let known = degrees, isRough == (source == .roughCompass) else {
            return restart(from: sample, at: time, trust: trust)
        }
        let step = min(max(0, time - lastSample), Self.longestStep)
        lastSample = time
        let difference = Degrees.signed(sample - known)
        if difference.magnitude > Self.gate, learnt >= Self.start {
            outside += step
            if outside >= Self.persistence { restart(from: sample, at: time, trust: trust) }
            return
        }
        outside = 0
        degrees = Degrees.signed(known + step / (min(learnt, Self.patience) + step + 1e-9) * difference)
        let window = min(learnt, Self.spreadWindow / 2) + step + 1e-9
        meanSquare += step / window * (difference * difference - meanSquare)
        learnt += step
        accept(trust, at: time)
    }

    /// Replaces the learnt offset by an observed one, until `forget`.
    ///
    /// - Parameter error: its standard error in degrees.
    package mutating func correct(
        to sample: Double, by source: Source, error: Double = Self.errorOfCorrection, at time: Double
    ) {
        guard sample.isFinite else { return }
        self = YawOffset()
        self.source = source
        degrees = Degrees.signed(sample)
        ownError = error
        lastAccepted = time
    }

    /// Forgets everything: the sensors started anew, and with them their north.
    package mutating func forget() { self = YawOffset() }

    /// The standard error in degrees at a time; `nil` while the offset is unknown.
    package func errorInDegrees(at time: Double) -> Double? {
        guard degrees != nil else { return nil }
        let drifted = Self.drift * max(0, time - lastAccepted)
        let own = ownError ?? errorFromSpread
        return (own * own + drifted * drifted).squareRoot()
    }

    /// 15° at first, falling within 10 s to the spread of the samples, but not below 5°.
    private var errorFromSpread: Double {
        let spread = max(Self.leastSpread, meanSquare.squareRoot())
        return Self.unstatedError + (spread - Self.unstatedError) * min(1, learnt / Self.spreadWindow)
    }

    private mutating func restart(from sample: Double, at time: Double, trust: Trust) {
        self = YawOffset()
        degrees = Degrees.signed(sample)
        lastSample = time
        source = trust == .rough ? .roughCompass : .compass
        accept(trust, at: time)
    }

    private mutating func accept(_ trust: Trust, at time: Double) {
        lastAccepted = time
        switch trust {
        case .stated(let error): ownError = error
        case .unstated: ownError = nil
        case .rough: ownError = Self.roughError
        }
    }
}
