import Community
import Foundation
import Presence

/// An index of each person's pieces in `recent_positions`.
///
/// A piece that was merged into `positions` stays in that table until many such rows are removed together. Until then
/// it is marked here.
struct RecentPieces: Sendable {
    struct Piece: Sendable {
        let row: Int64
        let hour: Int64
        let number: Int64
        /// Whether `positions` also contains it.
        var isCopied = false
    }

    private struct Person: Sendable {
        var pieces: [Piece] = []
        /// The largest number of the person's pieces; `nil` before the first query of the file.
        var lastNumber: Int64?
    }

    private var people: [AccountID: Person] = [:]
    private var nextRow: Int64 = 1
    private(set) var count = 0

    /// Damaged rows, whose person or hour cannot be read.
    private var damaged: [Int64] = []

    init() {}

    /// Reads the rows of `tenant`.
    init(_ database: Database, _ tenant: Data) throws {
        let found = try Row.fetchCursor(
            database, sql: "SELECT person, row, hour, number FROM recent_positions WHERE tenant = ? ORDER BY row",
            arguments: [tenant])
        while let row = try found.next() {
            let row = StoredRow(row, of: "recent_positions")
            let place: Int64 = try row(1)
            guard let person: AccountID = try? row.id(0), let hour: Int64 = try? row(2),
                let number: Int64 = try? row(3)
            else {
                damaged.append(place)
                continue
            }
            add(Piece(row: place, hour: hour, number: number), of: person)
        }
        // The numbers of rows are shared with other places.
        nextRow = try Int64.fetchOne(database, sql: "SELECT max(row) + 1 FROM recent_positions") ?? 1
    }

    // MARK: Numbers

    /// Returns the largest number of a person's pieces; `nil` if the file must be queried.
    func lastNumber(of person: AccountID) -> Int64? { people[person]?.lastNumber }

    /// Records the largest number in the file, and returns the larger of it and the numbers taken meanwhile.
    mutating func learn(lastNumber: Int64, of person: AccountID) -> Int64 {
        let last = max(lastNumber, people[person]?.lastNumber ?? 0)
        people[person, default: Person()].lastNumber = last
        return last
    }

    /// Reserves numbers for a person's next pieces; throws `keyUsed` if any of them may be in use. They stay reserved
    /// if the pieces are not written.
    mutating func take(_ numbers: some Collection<Int64>, of person: AccountID) throws(CommunityFault) {
        guard let first = numbers.min(), let last = numbers.max() else { return }
        guard first > people[person]?.lastNumber ?? 0 else { throw .keyUsed }
        people[person, default: Person()].lastNumber = last
    }

    /// Forgets a person who has no data here or in the file: their numbers start again.
    mutating func forget(_ person: AccountID) { people[person] = nil }

    /// Reserves a row, and returns its number.
    mutating func takeRow() -> Int64 {
        defer { nextRow += 1 }
        return nextRow
    }

    /// Returns the damaged rows and clears the list, so that they are removed once.
    mutating func takeDamaged() -> [Int64] {
        defer { damaged = [] }
        return damaged
    }

    // MARK: Pieces

    /// The persons with pieces here.
    var persons: some Sequence<AccountID> { people.lazy.filter { !$0.value.pieces.isEmpty }.map(\.key) }

    /// Returns a person's pieces in `hours`, including copied ones.
    func all(of person: AccountID, in hours: some RangeExpression<Int64>) -> [Piece] {
        people[person]?.pieces.filter { hours.contains($0.hour) } ?? []
    }

    /// Returns a person's pieces in `hours` that only this table contains.
    func pieces(of person: AccountID, in hours: some RangeExpression<Int64>) -> [Piece] {
        all(of: person, in: hours).filter { !$0.isCopied }
    }

    /// Adds a piece that was written.
    mutating func add(_ piece: Piece, of person: AccountID) {
        people[person, default: Person()].pieces.append(piece)
        count += 1
    }

    /// Marks a person's pieces with these numbers as copied.
    mutating func markCopied(_ numbers: Set<Int64>, of person: AccountID) {
        guard var known = people.removeValue(forKey: person) else { return }
        for index in known.pieces.indices where numbers.contains(known.pieces[index].number) {
            known.pieces[index].isCopied = true
        }
        people[person] = known
    }

    /// The rows that are no longer needed, in their order.
    var copied: [(row: Int64, person: AccountID)] {
        people.flatMap { person, known in known.pieces.lazy.filter(\.isCopied).map { ($0.row, person) } }
            .sorted { $0.row < $1.row }
    }

    /// Forgets removed rows of a person, and persons without other rows.
    mutating func remove(_ rows: Set<Int64>, of person: AccountID) {
        guard var known = people.removeValue(forKey: person) else { return }
        let before = known.pieces.count
        known.pieces.removeAll { rows.contains($0.row) }
        count -= before - known.pieces.count
        if !known.pieces.isEmpty { people[person] = known }
    }
}
