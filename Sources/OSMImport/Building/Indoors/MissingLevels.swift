import Atlas
import GeoCore

/// The levels that buildings do not have (`non_existent_levels`), by the things inside these buildings: many towers
/// have no 13.
struct MissingLevels: Sendable {
    private var ofThings: [PlaceRef: LevelSet] = [:]

    /// States the missing levels of the building around a thing.
    mutating func add(_ levels: LevelSet, of thing: PlaceRef) { ofThings[thing] = levels }

    /// Returns `levels` without those that the building around a thing does not have; all of them if none would be
    /// left.
    func existing(_ levels: LevelSet, of thing: PlaceRef?) -> LevelSet {
        missing(at: thing).map { levels.subtracting($0) } ?? levels
    }

    /// Returns how many storeys a thing climbs from one level to a higher one, in hundredths; at least one, unless the
    /// levels are nearer.
    func storeys(from low: Level, to high: Level, of thing: PlaceRef?) -> Int32 {
        let all = high.hundredths - low.hundredths
        let missing = missing(at: thing)?.levels.filter { low < $0 && $0 < high && $0.hundredths % 100 == 0 }.count ?? 0
        return max(min(all, 100), all - 100 * Int32(missing))
    }

    private func missing(at thing: PlaceRef?) -> LevelSet? { thing.flatMap { ofThings[$0] } }
}
