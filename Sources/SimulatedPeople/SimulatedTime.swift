import Community
import HereaboutsAPI
import Server

/// A moment of a simulated day. A demonstration shows people who are out, not people at home or at work. So evenings,
/// nights and mornings repeat the hours from 11:00, when people begin to wait, to 17:30.
struct SimulatedTime: Sendable {
    let now: Timestamp
    let day: Int
    /// The second of the simulated day.
    let second: Int
    /// Simulated seconds per real second.
    private let speed: Int64

    /// Makes the moment of a crowd at `now`, when its clock began at `begin`.
    init(_ now: Timestamp, _ crowd: SimulatedCrowd, begin: Timestamp) {
        self.now = now
        speed = Int64(crowd.speed)
        if let hour = crowd.hour {
            day = Int(PlaceClock.minutes(at: begin) / 1440)
            let passed = max(0, now / 1000 - begin / 1000)
            second = (hour * 3600 + Int(passed) * crowd.speed) % 86_400
            return
        }
        let minutes = PlaceClock.minutes(at: now)
        day = Int(minutes / 1440)
        let ofDay = Int(minutes % 1440)
        let (begin, end) = (11 * 60, 17 * 60 + 30), over = (ofDay - end + 1440) % 1440
        let shown = (begin..<end).contains(ofDay) ? ofDay : begin + over % (end - begin)
        second = shown * 60 + Int(now / 1000 % 60)
    }

    /// Returns the real time of a second of the simulated day, at any simulated speed: a full second.
    func passed(_ second: Int) -> Timestamp { now / 1000 * 1000 + Int64(second - self.second) * 1000 / speed }

    /// Returns the time of a second of the simulated day at the speed of the simulated clock. Both clocks agree on the
    /// present.
    func milliseconds(at second: Int) -> Timestamp { now + Int64(second - self.second) * 1000 }
}
