/// How much of the streets may be looked at for a track: bounds what a hostile one costs, and lets no usual one lack
/// anything.
///
/// Each candidate has a share of its own. What is not needed, which is most of it where fixes are close, is for those
/// who need more.
struct MatchEffort {
    private var candidates: Int
    private let own: Int
    private var common: Int

    /// States for all of a track together, and for one candidate: more than lie between two fixes of any record worth
    /// matching.
    private static let mostOfAll = 1_000_000
    private static let most = 5000
    /// How many even shares of what is common one candidate may take.
    private static let generosity = 100

    init(candidates: Int) {
        self.candidates = candidates
        own = Self.mostOfAll / 2 / max(1, candidates)
        common = Self.mostOfAll / 2
    }

    /// How many states the next candidate may look at.
    var share: Int { min(Self.most, own + min(common, common * Self.generosity / max(1, candidates))) }

    /// Counts a candidate that nothing was looked at for.
    mutating func skip() { candidates -= 1 }

    /// Counts the states that were looked at for a candidate.
    mutating func spend(_ look: () -> Int) {
        candidates -= 1
        common -= min(common, max(0, look() - own))
    }
}
