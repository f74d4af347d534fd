/// What an import goes by, besides its extracts.
package struct ImportOptions: Sendable {
    /// Inputs beyond it are refused.
    package var memory = MemoryBudget.ofThisMachine()
    /// Whose rules say what roads' tags mean.
    package var rules = RoadRules.own
    /// Whether inputs are refused that would lose more ways than `LostWays.tolerableShare`.
    package var isStrict = false
    /// What says in which countries places lie, where boundaries do not.
    package var countries = CountrySource()
    /// The world's public holidays; without them none is known.
    package var holidays: HolidayFile?

    package init() {}
}
