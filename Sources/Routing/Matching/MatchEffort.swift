/// The search effort for matching a track: it bounds the cost of hostile tracks without limiting usual ones.
///
/// Each candidate has its own share. Candidates of close fixes need little; the rest is available to others.
struct MatchEffort {
    private var candidates: Int
    private let own: Int
    private var common: Int

    /// The maximum number of states for a whole track, and for one candidate: more than lie between two fixes of any
    /// useful record.
    private static let mostOfAll = 1_000_000
    private static let most = 5000
    /// The number of even shares of the common rest that one candidate may take.
    private static let generosity = 100

    init(candidates: Int) {
        self.candidates = candidates
        own = Self.mostOfAll / 2 / max(1, candidates)
        common = Self.mostOfAll / 2
    }

    /// The maximum number of states for the next candidate.
    var share: Int { min(Self.most, own + min(common, common * Self.generosity / max(1, candidates))) }

    /// Counts a candidate without a search.
    mutating func skip() { candidates -= 1 }

    /// Counts the states of a candidate's search.
    mutating func spend(_ look: () -> Int) {
        candidates -= 1
        common -= min(common, max(0, look() - own))
    }
}
