import Routing

/// The difficulty of a path: its grade as a trail, and whether people must climb or wade.
///
/// `foot=yes` and `bicycle=yes` change nothing here: they say who may pass, not who can.
enum TrailDifficulty {
    /// Whether a path needs hands and a head for heights: no route leads walkers over it.
    ///
    /// From `alpine_hiking` (T4) on, and where cables must be held (wiki.openstreetmap.org/wiki/Key:sac_scale,
    /// /Key:via_ferrata_scale). Tracks and streets are `mountain_hiking` at most: a higher grade on them is an error.
    static func isForClimbers(_ tags: RoadTags, _ kind: RoadClass) -> Bool {
        guard kind.isWalkway else { return false }
        if let ferrata = tags[.viaFerrataScale], ferrata != "0" { return true }
        return hikingGrade(tags).map { $0 >= 4 } ?? false
    }

    /// Whether a path or node is unfit for small wheels, unless `wheelchair` says otherwise.
    ///
    /// `strolling` and `hiking` (T1) and trails for any bicycle (`mtb:scale=0`) may be fit: the surface decides.
    static func stopsWheelchairs(_ tags: RoadTags) -> Bool {
        if let grade = hikingGrade(tags), grade >= 2 { return true }
        if let grade = hardest(tags[.mtbScale]), grade >= 1 { return true }
        // Uphill grade 0 is at most 10 % steep on average (wiki.openstreetmap.org/wiki/Key:mtb:scale:uphill).
        if let grade = hardest(tags[.mtbUphillScale]), grade >= 1 { return true }
        if let grade = hardest(tags[.imbaScale]), grade >= 1 { return true }
        if hurdles.contains(where: { key in tags[key].map { $0 != "no" } ?? false }) { return true }
        if tags.says(.surface, "stepping_stones") || tags.says(.highway, "ford") { return true }
        switch tags[.trailVisibility] {
        case "bad", "horrible", "no": return true
        default: return false
        }
    }

    /// Climbing aids, and water (wiki.openstreetmap.org/wiki/Key:assisted_trail, /Key:ford).
    private static let hurdles: [RoadKey] = [.viaFerrataScale, .assistedTrail, .ladder, .rungs, .safetyRope, .ford]

    /// The grade of the Swiss Alpine Club, 0 to 6, the hardest if there are several; `nil` if unknown.
    private static func hikingGrade(_ tags: RoadTags) -> Int? {
        tags[.sacScale]?.split(separator: ";").compactMap { hikingGrade(of: String($0.drop { $0 == " " })) }.max()
    }

    private static func hikingGrade(of value: String) -> Int? {
        switch value {
        case "strolling": 0
        case "hiking", "T1": 1
        case "mountain_hiking", "T2": 2
        case "demanding_mountain_hiking", "T3": 3
        case "alpine_hiking", "T4": 4
        case "demanding_alpine_hiking", "T5": 5
        case "difficult_alpine_hiking", "T6": 6
        default: nil
        }
    }

    /// Returns the highest digit of a grade such as `2`, `1+` or `0-1` (wiki.openstreetmap.org/wiki/Key:mtb:scale).
    private static func hardest(_ value: String?) -> Int? { value?.compactMap(\.wholeNumberValue).max() }
}
