import Community
import Server
import Synchronization

/// The clock of a rehearsal: it shows what it is set to. A class because the server and who sets it share it.
final class RehearsalClock: Sendable {
    private let time: Mutex<Int64>

    /// Shows the first moment of a day, counted since 1970 by the calendar of the place.
    init(day: Int) { time = Mutex(Self.milliseconds(day, second: 0)) }

    /// Milliseconds since 1970.
    func now() -> Int64 { time.withLock { $0 } }

    func set(_ day: Int, second: Int) { time.withLock { $0 = Self.milliseconds(day, second: second) } }

    /// The moment when so many seconds of a day have passed, in milliseconds since 1970.
    static func milliseconds(_ day: Int, second: Int) -> Int64 {
        let local = Int64(day) * UTCDay.milliseconds
        var begin = local
        // The second time with the offset that holds there.
        for _ in 0..<2 { begin = local - (PlaceClock.minutes(at: begin) * 60_000 - begin) }
        return begin + Int64(second) * 1000
    }
}
