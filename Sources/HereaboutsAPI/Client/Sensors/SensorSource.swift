/// A source of positions or headings that can be switched on and off: a sensor, or a stand-in for one.
///
/// A `SensorFeed` calls `start`, then `stop`, then perhaps `start` again, from any thread but never two at a time. On a
/// phone, the object that listens to the system's location manager adopts this protocol.
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
        case .notAllowed: "the app must not read the sensor; allow it in the device's settings, then read again"
        case .unavailable: "the device has no such sensor or it is off; switch it on in the settings, then read again"
        }
    }
}

/// Takes the readings of a source between one `start` and the next `stop`; it ignores later readings.
public struct SensorOutlet<Reading: Sendable>: Sendable {
    enum News: Sendable {
        case reading(Reading)
        case failed(SensorFailure)
        case over
    }

    let send: @Sendable (News) -> Void

    /// Delivers a reading. Readers that have not read the previous reading get only this one.
    public func deliver(_ reading: Reading) { send(.reading(reading)) }

    /// Ends the feed with an error: every reader throws `failure`, and the feed stops the source.
    ///
    /// A sensor that has nothing to report for a while delivers nothing instead.
    public func fail(_ failure: SensorFailure) { send(.failed(failure)) }

    /// Ends the feed, as at the end of a replay: every reader ends after the last reading, and the feed stops the source.
    public func finish() { send(.over) }
}
