public import GeoCore

/// Says that the device is at one point and stays there: a simulated location for development.
public struct FixedPosition: PositionSource {
    private let reading: PositionReading

    /// Makes a source that tells `reading`, marked as simulated, and nothing more.
    public init(_ reading: PositionReading) {
        var reading = reading
        reading.isSimulated = true
        self.reading = reading
    }

    /// Makes a source that says the device has rested at `coordinate`, to 5 metres, since a time (UTC).
    public init(at coordinate: Coordinate, millisecondsSince1970: Int64) {
        reading = PositionReading(
            simulatedAt: coordinate, motion: PositionReading.Motion(speedInMetresPerSecond: 0),
            millisecondsSince1970: millisecondsSince1970)
    }

    public func start(delivering outlet: SensorOutlet<PositionReading>) { outlet.deliver(reading) }

    public func stop() {}
}

/// Says that the device points in one direction: a simulated heading for development.
public struct FixedHeading: HeadingSource {
    private let reading: HeadingReading

    /// Makes a source that tells `reading`, marked as simulated, and nothing more.
    public init(_ reading: HeadingReading) {
        var reading = reading
        reading.isSimulated = true
        self.reading = reading
    }

    public func start(delivering outlet: SensorOutlet<HeadingReading>) { outlet.deliver(reading) }

    public func stop() {}
}
