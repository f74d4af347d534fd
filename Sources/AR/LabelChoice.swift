package import GeoCore

/// Chooses the places that get a label: those that stand out in their direction, and well-known ones farther off.
///
/// The nearest places alone would all be at the next corner. So a place has an *effort*, its distance divided by its
/// importance, and a *crowd* of rivals: places of less effort in about the same direction. The places with the least
/// effort · (1 + crowd)³ are chosen. Places of far less importance are no rivals, so that a street of shops does not
/// hide a tower behind it.
///
/// Rivals fade in with direction and effort. So a step of the user changes the order little: fixed sectors, or the
/// first of each direction, change at their edges, and each change moves others.
package struct LabelChoice: Sendable {
    /// A place in the competition.
    package struct Candidate: Equatable, Sendable {
        /// The position of the place among those given.
        package var place = 0
        /// The distance in metres, and the direction to the place as a vector of length 1.
        package var distance = 0.0
        package var east = 0.0
        package var north = 0.0
        /// In metres; infinite for a place that takes no part.
        package var effort = Double.infinity
        /// What decides: the least one comes first. In metres.
        package var score = Double.infinity
        fileprivate var importance = 1.0
        fileprivate var hasLabel = false
    }

    /// The places that are chosen at most.
    package static let most = 30
    /// At this angle a place is no rival any more: the cosine of 20°.
    private static let aside = 0.9396926207859084
    /// A place is a full rival with this share of the effort, and none with the other.
    private static let full = 0.75
    private static let none = 1.25
    /// A place is a rival only of places whose importance, times this, is not above its own.
    private static let peer = 0.5
    /// The share of its score that counts for a place with a label, so that small moves change nothing.
    private static let loyalty = 0.5

    /// The chosen places, the first one first: `count` of `chosen`.
    package private(set) var chosen: [Candidate]
    package private(set) var count = 0
    /// The places that took part.
    package private(set) var total = 0
    /// All places by their effort: nearly sorted when the next choice begins.
    private var candidates: [Candidate]
    private var placeCount = 0

    package init(capacity: Int) {
        chosen = Array(repeating: Candidate(), count: Self.most)
        candidates = Array(repeating: Candidate(), count: capacity)
    }

    /// Chooses anew.
    ///
    /// - Parameters:
    ///   - here: where the user stands.
    ///   - nearest: places within this distance in metres take no part.
    ///   - hasLabel: whether the place with an id has a label now.
    /// - Complexity: O(places²) at worst, far less while crowds are in one direction; no allocation.
    package mutating func choose(
        _ places: borrowing ARPlaces, from here: PlanePoint, nearest: Double, hasLabel: (Double) -> Bool
    ) {
        measure(places, from: here, nearest: nearest, hasLabel: hasLabel)
        sort()
        count = 0
        total = candidates[..<placeCount].firstIndex { $0.effort == .infinity } ?? placeCount
        for index in 0..<total {
            let limit = count == Self.most ? chosen[count - 1].score : .infinity
            // Those that follow have more effort, and no score is below its share of that.
            if Self.loyalty * candidates[index].effort >= limit { break }
            candidates[index].score = score(index, limit: limit)
            if candidates[index].score < limit { insert(candidates[index]) }
        }
    }

    private mutating func measure(
        _ places: borrowing ARPlaces, from here: PlanePoint, nearest: Double, hasLabel: (Double) -> Bool
    ) {
        if placeCount != min(places.count, candidates.count) {
            placeCount = min(places.count, candidates.count)
            for index in 0..<placeCount { candidates[index].place = index }
        }
        for index in 0..<placeCount {
            let place = places[candidates[index].place]
            var candidate = Candidate(place: candidates[index].place)
            let east = place.point.x - here.x, north = place.point.y - here.y
            candidate.distance = (east * east + north * north).squareRoot()
            if place.isKnown, candidate.distance > 0, candidate.distance >= nearest {
                candidate.east = east / candidate.distance
                candidate.north = north / candidate.distance
                candidate.importance = place.importance
                candidate.effort = candidate.distance / place.importance
                candidate.hasLabel = hasLabel(place.id)
            }
            candidates[index] = candidate
        }
    }

    /// By insertion, which is fast for a nearly sorted list.
    private mutating func sort() {
        for index in 1..<max(1, placeCount) {
            let candidate = candidates[index]
            var free = index
            while free > 0, candidates[free - 1].effort > candidate.effort {
                candidates[free] = candidates[free - 1]
                free -= 1
            }
            candidates[free] = candidate
        }
    }

    /// The score of a candidate; infinite as soon as it is not below `limit`.
    private func score(_ index: Int, limit: Double) -> Double {
        let own = candidates[index], least = own.hasLabel ? Self.loyalty * own.effort : own.effort
        var crowd = 1.0
        for rival in 0..<total where rival != index {
            let other = candidates[rival]
            if other.effort >= Self.none * own.effort { break }
            let along = other.east * own.east + other.north * own.north
            guard along > Self.aside, other.importance >= Self.peer * own.importance else { continue }
            let share = (Self.none - other.effort / own.effort) / (Self.none - Self.full)
            crowd += min(1, share) * (along - Self.aside) / (1 - Self.aside)
            if least * crowd * crowd * crowd >= limit { return .infinity }
        }
        return least * crowd * crowd * crowd
    }

    /// Puts a candidate into its place among the chosen ones, and drops the last one if there is no room.
    private mutating func insert(_ candidate: Candidate) {
        if count < Self.most { count += 1 }
        var free = count - 1
        while free > 0, chosen[free - 1].score > candidate.score {
            chosen[free] = chosen[free - 1]
            free -= 1
        }
        chosen[free] = candidate
    }
}
