/// Something that knows where the device is or where it points, and can be switched on and off: a sensor, or what
/// stands in for it.
///
/// A `SensorFeed` calls `start` and `stop` in turns, from any thread but never two at a time. An app on a phone
/// conforms the object that listens to the system's location manager.
public protocol SensorSource<Reading>: Sendable {
    associatedtype Reading: Sendable

    /// Switches the sensor on and returns; readings are told to `outlet` from any thread, also before this returns.
    func start(delivering outlet: SensorOutlet<Reading>)

    /// Switches the sensor off and forgets the outlet. What is told to that outlet later is not listened to.
    func stop()
}

/// Tells where the device is.
public protocol PositionSource: SensorSource where Reading == PositionReading {}

/// Tells where the device points.
public protocol HeadingSource: SensorSource where Reading == HeadingReading {}

/// Why a sensor tells nothing.
public enum SensorFailure: Error, Equatable, CustomStringConvertible {
    /// The user, or who looks after the device, does not allow it.
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

/// Takes what a source has to tell, from one start to the next stop.
public struct SensorOutlet<Reading: Sendable>: Sendable {
    enum News: Sendable {
        case reading(Reading)
        case failed(SensorFailure)
        case over
    }

    let tell: @Sendable (News) -> Void

    /// Tells a reading. It replaces the one before for every reader that has not come round to that.
    public func deliver(_ reading: Reading) { tell(.reading(reading)) }

    /// Says that there is nothing to be read; every reader throws `failure` and is gone, and the source is stopped.
    ///
    /// Not for a sensor that is silent for a while: that just delivers nothing.
    public func fail(_ failure: SensorFailure) { tell(.failed(failure)) }

    /// Says that nothing more will come, as at the end of a replay; every reader gets what it has not read yet and is
    /// done, and the source is stopped.
    public func finish() { tell(.over) }
}
