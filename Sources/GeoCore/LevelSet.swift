/// The levels of an object, ascending, without repetitions.
///
/// The text of `level`, `repeat_on` and `non_existent_levels` is a list separated by semicolons or commas. Each element
/// is a decimal or a range (wiki.openstreetmap.org/wiki/Simple_Indoor_Tagging, /Key:repeat_on). A range is read from
/// the left: `-3--1` goes from -3 to -1, `-2-4` from -2 to 4. Its steps are whole, so `0.5-2.5` is 0.5, 1.5 and 2.5;
/// its end is always included.
package struct LevelSet: Equatable, Hashable, Sendable {
    /// No object is on more levels; a longer list is a mistake.
    package static let mostLevels = 100

    package private(set) var levels: [Level]

    /// Makes a set of these levels, of which any may be repeated.
    package init(_ levels: [Level] = []) {
        self.levels = []
        for level in levels.sorted() where self.levels.last != level { self.levels.append(level) }
    }

    /// Reads the text of a tag; `nil` if it is not understood: other words, no number, or more than `mostLevels`.
    package init?(_ text: some StringProtocol) {
        var levels: [Level] = []
        for piece in text.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            guard Self.read(piece, into: &levels) else { return nil }
        }
        guard !levels.isEmpty else { return nil }
        self.init(levels)
        guard self.levels.count <= Self.mostLevels else { return nil }
    }

    /// Appends the levels of one element of a list; false if it is not understood. Spaces alone are nothing.
    private static func read(_ piece: some StringProtocol, into levels: inout [Level]) -> Bool {
        var reader = LevelReader(piece)
        reader.skipSpaces()
        guard !reader.isAtEnd else { return true }
        guard let first = reader.level() else { return false }
        reader.skipSpaces()
        guard reader.take(UInt8(ascii: "-")) else {
            levels.append(first)
            return reader.isAtEnd && levels.count <= 2 * mostLevels
        }
        reader.skipSpaces()
        guard let second = reader.level() else { return false }
        reader.skipSpaces()
        let low = min(first, second), high = max(first, second)
        guard reader.isAtEnd, (high.hundredths - low.hundredths) / 100 < Int32(mostLevels) else { return false }
        for step in stride(from: low.hundredths, through: high.hundredths, by: 100) {
            if let level = Level(hundredths: step) { levels.append(level) }
        }
        levels.append(high)
        return levels.count <= 2 * mostLevels + 2
    }

    package var isEmpty: Bool { levels.isEmpty }
    package var count: Int { levels.count }

    package func contains(_ level: Level) -> Bool { levels.contains(level) }

    package func union(_ other: LevelSet) -> LevelSet { LevelSet(levels + other.levels) }

    /// Returns the levels that `other` does not have; all of them if none would be left.
    package func subtracting(_ other: LevelSet) -> LevelSet {
        let rest = levels.filter { !other.contains($0) }
        return rest.isEmpty ? self : LevelSet(rest)
    }
}
