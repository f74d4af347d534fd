import GeoCore

/// The queues of a day. Each place serves visitors in order of arrival, just fast enough for its busiest hours.
package struct Waiting: Sendable {
    /// One person's wait.
    package struct Turn: Sendable {
        package let resident: Int
        package let spot: Int
        /// The arrival in seconds of the day.
        package let arrival: Int
        package let seconds: Int
        /// Whether the person reports the wait.
        package let isReported: Bool

        /// The end of the wait, in seconds of the day.
        package var end: Int { arrival + seconds }
        package var minutes: Int { Int((Double(seconds) / 60).rounded()) }
    }

    package let turns: [Turn]
    private let bySpot: [Int: [Turn]]
    private let services: Services

    /// The share of waits that people report.
    private static let reportedShare = 0.1
    /// The longest wait, in seconds.
    private static let patience = 45 * 60

    /// The rates at which places serve visitors.
    package struct Services: Sendable {
        /// The variation of the staff over the day.
        package enum Staff: Sendable {
            /// The staff of the busiest half hour serves all day.
            case constant
            /// The staff follows the demand of each half hour of an ordinary day, so that people wait at any time of
            /// day.
            case byDemand
        }

        /// Places with queues: for each half hour of the day, how many seconds a visitor takes.
        private let seconds: [Int: [Double]]
        /// The time for a visitor with the least staff, in seconds.
        private static let slowest = 600.0

        /// Sets the speeds so that in the busiest half hour of an ordinary day, or in each half hour, a few more people
        /// arrive than can be served. Places with fewer than `least` arrivals in half an hour have no queue.
        package init(_ crowd: Crowd, ordinary days: [Day], least: Int = 8, staff: Staff = .constant) {
            // Afternoon visitors of museums wait there, too.
            let purposes: [Purpose] = [.meal, .coffee, .errand, .evening] + (staff == .byDemand ? [.leisure] : [])
            let queueing = Set(purposes.flatMap { crowd.town.spotsFor[$0] ?? [] })
            var hours: [Int: [Int: Int]] = [:]
            for stay in days.flatMap(\.stays) {
                if let spot = stay.spot, queueing.contains(spot) {
                    hours[spot, default: [:]][stay.from / 1800, default: 0] += 1
                }
            }
            var seconds: [Int: [Double]] = [:]
            for (spot, counts) in hours {
                guard let most = counts.values.max(), most >= least else { continue }
                var generator = SeededGenerator(seed: crowd.seed, 6, UInt64(spot))
                let pace = generator.uniform(in: 0.9...1.4), quickest = 1800 / Double(most) * pace
                seconds[spot] = (0..<48).map { half in
                    guard staff == .byDemand, let count = counts[half] else { return quickest }
                    return min(max(quickest, Self.slowest), 1800 / Double(count) * pace)
                }
            }
            self.seconds = seconds
        }

        func haveQueue(at spot: Int) -> Bool { seconds[spot] != nil }

        /// Returns how many seconds a visitor takes who is served from a second of the day on; 0 if nobody waits.
        func seconds(at spot: Int, _ second: Double) -> Double {
            seconds[spot].map { $0[min($0.count - 1, Int(second) / 1800)] } ?? 0
        }
    }

    package init(_ crowd: Crowd, _ days: [Day], number: Int, _ services: Services) {
        var arrivals: [Int: [(arrival: Int, resident: Int)]] = [:]
        for (resident, day) in days.enumerated() {
            for stay in day.stays {
                if let spot = stay.spot, services.haveQueue(at: spot) {
                    arrivals[spot, default: []].append((stay.from, resident))
                }
            }
        }
        var bySpot: [Int: [Turn]] = [:]
        for (spot, arrivals) in arrivals {
            var free = 0.0, turns: [Turn] = []
            for (arrival, resident) in arrivals.sorted(by: { ($0.arrival, $0.resident) < ($1.arrival, $1.resident) }) {
                let wait = Int(max(0, free - Double(arrival)))
                // A person who sees such a queue does not join it.
                guard wait < Self.patience else { continue }
                let begin = max(free, Double(arrival))
                free = begin + services.seconds(at: spot, begin)
                var generator = SeededGenerator(
                    seed: crowd.seed, 7, UInt64(resident), UInt64(number), UInt64(arrival))
                turns.append(
                    Turn(
                        resident: resident, spot: spot, arrival: arrival, seconds: wait,
                        isReported: generator.happens(Self.reportedShare)))
            }
            bySpot[spot] = turns
        }
        (self.bySpot, self.services) = (bySpot, services)
        turns = bySpot.values.flatMap { $0 }.sorted { ($0.end, $0.resident) < ($1.end, $1.resident) }
    }

    /// The places with queues.
    package var spots: [Int] { bySpot.keys.sorted() }

    /// Returns how long a person waits who arrives at a second of the day, in seconds.
    package func seconds(at spot: Int, _ second: Int) -> Int {
        // The last arrival before that is served last.
        guard let last = bySpot[spot]?.last(where: { $0.arrival <= second }) else { return 0 }
        return max(0, last.end + Int(services.seconds(at: spot, Double(last.end))) - second)
    }
}
