package import GeoCore

/// A post that a simulated person writes while out.
package struct Remark: Sendable {
    package let resident: Int
    /// The second of the day.
    package let second: Int
    package let point: PointE7
    package let message: String

    /// The share of stays at a place during which a person writes a post.
    fileprivate static let share = 0.02

    package static let messages = [
        "The sun has reached the benches.", "Buskers by the square, worth a detour.",
        "Coffee queue is short right now.",
        "Found the quiet courtyard again.", "Market stalls are still open.", "Lost a blue glove somewhere here.",
        "Tram is late, so I walk.", "Best light for photographs at the moment.",
        "Somebody feeds the gulls. Mind your lunch.",
        "The fountain is on.", "Good view from the stairs.", "Free seats on the terrace.",
        "A choir is practising inside.",
        "Fewer people than yesterday.", "The bookshop has a new window.", "Cobblestones and wheels do not mix.",
    ]
}

extension Crowd {
    /// Returns the posts of a day, from all residents' `days`, in the order of times.
    package func remarks(on days: [Day], number: Int) -> [Remark] {
        var remarks: [Remark] = []
        for (resident, day) in days.enumerated() {
            var generator = SeededGenerator(seed: seed, 8, UInt64(resident), UInt64(bitPattern: Int64(number)))
            for stay in day.stays where stay.spot != nil && generator.happens(Remark.share) {
                remarks.append(
                    Remark(
                        resident: resident, second: (stay.from + stay.until) / 2, point: stay.point,
                        message: Remark.messages[generator.index(below: Remark.messages.count)]))
            }
        }
        return remarks.sorted { ($0.second, $0.resident) < ($1.second, $1.resident) }
    }
}
