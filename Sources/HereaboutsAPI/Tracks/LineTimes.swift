/// The times of a line's positions in GeoJSON, or those of several lines: a list for all, or one for each.
///
/// The first time is that of the first position. Where there are fewer, the last positions have none.
struct LineTimes {
    /// The times of each line that has a list of its own; without such lists all of them in one.
    private var lists: [[TrackFile.Moment]] = [[]]
    private var areApart = false
    private(set) var count = 0
    /// How many times of each list positions have taken.
    private var taken: [Int] = []

    /// Adds a time outside of lines' lists. Between such lists, it stands for an empty list of a line.
    mutating func add(_ moment: TrackFile.Moment) {
        count += 1
        if areApart { lists.append([]) } else { lists[0].append(moment) }
    }

    /// Begins the list of the next line.
    mutating func beginLine() {
        count += 1
        // Each value before the first list stood for one line.
        if !areApart { lists = lists[0].map { _ in [] } }
        areApart = true
        lists.append([])
    }

    mutating func addToLine(_ moment: TrackFile.Moment) {
        count += 1
        lists[lists.count - 1].append(moment)
    }

    /// Gets ready for positions: of one line, whose times may stand in a list within the list, or of several.
    mutating func begin(ofSeveralLines: Bool) {
        if areApart, !ofSeveralLines { (lists, areApart) = ([Array(lists.joined())], false) }
        taken = lists.map { _ in 0 }
    }

    /// Takes the time of the next position of a line.
    mutating func next(of line: Int) -> TrackFile.Moment {
        let list = areApart ? line : 0
        guard list < lists.count, taken[list] < lists[list].count else { return .missing }
        taken[list] += 1
        return lists[list][taken[list] - 1]
    }

    /// Takes the remaining times of a line with its own list, and returns their number.
    mutating func rest(of line: Int) -> Int {
        guard areApart, line < lists.count else { return 0 }
        defer { taken[line] = lists[line].count }
        return lists[line].count - taken[line]
    }

    /// How many times no position has taken.
    var rest: Int { zip(lists, taken).reduce(0) { $0 + $1.0.count - $1.1 } }
}
