import Community
import Server
import Synchronization

/// The settable clock of a rehearsal. A class because the server and the rehearsal share it.
final class RehearsalClock: Sendable {
    private let time: Mutex<Timestamp>

    /// Starts at the first moment of a day, counted since 1970 by the place's calendar.
    init(day: Int) { time = Mutex(Self.milliseconds(day, second: 0)) }

    func now() -> Timestamp { time.withLock { $0 } }

    func set(_ day: Int, second: Int) { time.withLock { $0 = Self.milliseconds(day, second: second) } }

    /// Returns the time of a second of a day.
    static func milliseconds(_ day: Int, second: Int) -> Timestamp {
        let local = Int64(day) * UTCDay.milliseconds
        var begin = local
        // The second pass uses the offset at the result of the first.
        for _ in 0..<2 { begin = local - (PlaceClock.minutes(at: begin) * 60_000 - begin) }
        return begin + Int64(second) * 1000
    }
}
