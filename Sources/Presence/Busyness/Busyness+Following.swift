import Community

/// Follows the people who take part, from one position to the next.
extension Busyness {
    /// An hour at a place. Hours are counted since 1970 on the local clock of the map's places.
    struct Slot: Hashable, Sendable {
        let place: PlaceKey
        let hour: Int64
    }

    /// The state that the service keeps for one person who takes part.
    struct FollowedPerson: Sendable {
        private var rule = StayRule()
        /// The open hours that a stay counts in, by the stay's arrival.
        private var counted: [Timestamp: Set<Slot>] = [:]
        /// The places where the person spent recent nights, each with its last night.
        private var nights: [PlaceKey: Night] = [:]

        /// Follows the next position. Returns the stays that continue or have just ended, and for each whether the
        /// person seems to live there, as far as their nights show.
        mutating func follow(
            _ position: Position, _ places: some PlaceFinding, _ localMinutes: (Timestamp) -> Int64
        ) -> [(visit: Visit, isHome: Bool)] {
            let visits = rule.follow(position, places)
            if let rest = rule.rest {
                let until = localMinutes(rest.until), last = Night(before: until)
                if last != Night(before: localMinutes(rest.since)), nights[rest.place] != last {
                    nights = nights.filter { $0.value.isRecent(at: until) }
                    nights[rest.place] = last
                }
            }
            return visits.map { visit in
                (visit, nights[visit.place]?.isRecent(at: localMinutes(visit.departure)) ?? false)
            }
        }

        /// Updates the open hours that stays count in, by the stays' arrivals. Returns the slots from the hour `first`
        /// on that no longer count: the estimate of a place improves while a person stays.
        mutating func count(_ stays: [Timestamp: Set<Slot>], from first: Int64) -> Set<Slot> {
            let before = slots(from: first)
            counted = counted.merging(stays) { $1 }.filter { $0.value.contains { $0.hour >= first } }
            return before.subtracting(slots(from: first))
        }

        private func slots(from first: Int64) -> Set<Slot> {
            counted.values.reduce(into: []) { $0.formUnion($1.lazy.filter { $0.hour >= first }) }
        }
    }

    /// The last time of night before a local minute, counted since 1970. A person who is at a place at that time
    /// presumably sleeps there.
    private struct Night: Equatable, Sendable {
        private let day: Int64

        private static let minute: Int64 = 4 * 60
        private static let perDay: Int64 = 1440
        /// A night marks a home for this many days. A person who comes once a week does not live there.
        private static let memory: Int64 = 6

        init(before time: Int64) { day = (time - Self.minute) / Self.perDay }

        func isRecent(at time: Int64) -> Bool { abs(time / Self.perDay - day) <= Self.memory }
    }
}
