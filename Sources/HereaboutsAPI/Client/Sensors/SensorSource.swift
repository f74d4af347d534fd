/// A source of positions or headings that can be switched on and off: a sensor, or a stand-in for one.
///
/// A `SensorFeed` calls `start` and `stop` in turns, from any thread but never two at a time. An app on a phone
/// conforms the object that listens to the system's location manager.
public protocol SensorSource<Reading>: Sendable {
    associatedtype Reading: Sendable

    /// Switches the sensor on and returns. It delivers readings to `outlet` from any thread, also before this returns.
    func start(delivering outlet: SensorOutlet<Reading>)

    /// Switches the sensor off and forgets the outlet. The feed ignores later readings.
    func stop()
}

/// A source of positions.
public protocol PositionSource: SensorSource where Reading == PositionReading {}

/// A source of headings.
public protocol HeadingSource: SensorSource where Reading == HeadingReading {}

/// The reason why a sensor delivers nothing.
public enum SensorFailure: Error, Equatable, CustomStringConvertible {
    /// The user, or the administrator of the device, does not allow it.
    case notAllowed
    /// The device has no such sensor, or it is switched off in the settings.
    case unavailable

    public var description: String {
        switch self {
        case .notAllowed: "the sensor may not be read; allow it in the device's settings, then read again"
        case .unavailable: "the device has no such sensor or it is off; switch it on in the settings, then read again"
        }
    }
}

/// Takes the readings of a source, from one start to the next stop.
public struct SensorOutlet<Reading: Sendable>: Sendable {
    enum News: Sendable {
        case reading(Reading)
        case failed(SensorFailure)
        case over
    }

    let send: @Sendable (News) -> Void

    /// Delivers a reading. It replaces the one before for every reader that has not read that.
    public func deliver(_ reading: Reading) { send(.reading(reading)) }

    /// Ends the feed with an error: every reader throws `failure` and is gone, and the source is stopped.
    ///
    /// Not for a sensor that is silent for a while: that just delivers nothing.
    public func fail(_ failure: SensorFailure) { send(.failed(failure)) }

    /// Ends the feed, as at the end of a replay: every reader gets the last reading, if it has not read it, and is
    /// done; the source is stopped.
    public func finish() { send(.over) }
}
