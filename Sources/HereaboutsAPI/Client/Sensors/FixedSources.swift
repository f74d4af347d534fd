public import GeoCore

/// A source for a device that stays at one point: a simulated location for development.
public struct FixedPosition: PositionSource {
    private let reading: PositionReading

    /// Makes a source that delivers `reading`, marked as simulated, and nothing more.
    public init(_ reading: PositionReading) {
        var reading = reading
        reading.isSimulated = true
        self.reading = reading
    }

    /// Makes a source that delivers a device at rest at `coordinate`, to 5 metres, since a time (UTC).
    public init(at coordinate: Coordinate, millisecondsSince1970: Int64) {
        reading = PositionReading(
            simulatedAt: coordinate, motion: PositionReading.Motion(speedInMetresPerSecond: 0),
            millisecondsSince1970: millisecondsSince1970)
    }

    public func start(delivering outlet: SensorOutlet<PositionReading>) { outlet.deliver(reading) }

    public func stop() {}
}

/// A source for a device that points in one direction: a simulated heading for development.
public struct FixedHeading: HeadingSource {
    private let reading: HeadingReading

    /// Makes a source that delivers `reading`, marked as simulated, and nothing more.
    public init(_ reading: HeadingReading) {
        var reading = reading
        reading.isSimulated = true
        self.reading = reading
    }

    public func start(delivering outlet: SensorOutlet<HeadingReading>) { outlet.deliver(reading) }

    public func stop() {}
}
