/// Replays a recorded track as if somebody walked it now: a simulated location for development.
///
/// Readings come at the pace of the track, `speedFactor` times as fast, and are marked as simulated. Their time, speed
/// and course are the track's own, with any factor. Each start begins at the first point again.
///
/// A class because it holds the task that replays.
public final class TrackReplay: PositionSource {
    /// The behaviour after the last point.
    public enum Ending: Sendable {
        /// The device stays there: readers wait on.
        case stays
        /// The feed is over: readers are done.
        case finishes
    }

    private let readings: [PositionReading]
    private let speedFactor: Double
    private let ending: Ending
    private let clock: any Clock<Duration>
    private let replaying = SensorTask()

    /// The longest wait for the next point: files may lie by thousands of years, which clocks do not reckon with.
    private static let longestWait = Duration.seconds(1 << 30)

    /// Makes a replay of `track`; `nil` unless `speedFactor` is in 0.001 ... 1000.
    ///
    /// `clock` says how time passes; tests pass their own.
    public init?(
        _ track: GPXTrack, speedFactor: Double = 1, ending: Ending = .stays,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        guard (0.001...1000).contains(speedFactor) else { return nil }
        readings = track.readings
        self.speedFactor = speedFactor
        self.ending = ending
        self.clock = clock
    }

    public func start(delivering outlet: SensorOutlet<PositionReading>) { begin(outlet, on: clock) }

    public func stop() { replaying.end() }

    private func begin(_ outlet: SensorOutlet<PositionReading>, on clock: some Clock<Duration>) {
        replaying.begin { await self.replay(to: outlet, on: clock) }
    }

    private func replay(to outlet: SensorOutlet<PositionReading>, on clock: some Clock<Duration>) async {
        guard let first = readings.first else { return }
        let start = clock.now
        for reading in readings {
            let later = Duration.milliseconds(reading.millisecondsSince1970 - first.millisecondsSince1970) / speedFactor
            do {
                try await clock.sleep(until: start.advanced(by: min(later, Self.longestWait)), tolerance: nil)
            } catch {
                return  // The replay was stopped.
            }
            outlet.deliver(reading)
        }
        if ending == .finishes { outlet.finish() }
    }
}
