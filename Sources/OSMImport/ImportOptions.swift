/// The options of an import, apart from its extracts.
package struct ImportOptions: Sendable {
    /// The memory limit; larger inputs are refused.
    package var memory = MemoryBudget.ofThisMachine()
    /// The region to import; `nil` for everything in the extracts.
    package var region: Region?
    /// The rules for the tags of roads.
    package var rules = RoadRules.own
    /// Whether to refuse inputs that would lose more ways than `LostWays.tolerableShare`.
    package var isStrict = false
    /// The countries of places outside boundaries.
    package var countries = CountrySource()
    /// The world's public holidays; without them, none is known.
    package var holidays: HolidayFile?

    package init() {}
}
