import Community
import Foundation
import GRDB
import Presence

/// Where in `recent_positions` each person's pieces are.
///
/// What was put together in `positions` stays in that table until many such rows are removed together: until then it is
/// marked here.
struct RecentPieces: Sendable {
    struct Piece: Sendable {
        let row: Int64
        let hour: Int64
        let number: Int64
        /// Whether `positions` holds the same.
        var isCopied = false
    }

    private struct Person: Sendable {
        var pieces: [Piece] = []
        /// The largest number that anything of them has; `nil` when the file was not asked yet.
        var lastNumber: Int64?
    }

    private var people: [AccountID: Person] = [:]
    private var nextRow: Int64 = 1
    private(set) var count = 0

    /// The rows that nobody can be told to be of, or of when.
    private var damaged: [Int64] = []

    /// Reads what there is of `tenant`.
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
        // Rows of other places count on, too.
        nextRow = try Int64.fetchOne(database, sql: "SELECT max(row) + 1 FROM recent_positions") ?? 1
    }

    // MARK: Numbers

    /// The largest number that anything of a person has; `nil` when the file must be asked.
    func lastNumber(of person: AccountID) -> Int64? { people[person]?.lastNumber }

    /// Takes up what the file says of the largest number, and returns it; what was taken meanwhile counts on.
    mutating func learn(lastNumber: Int64, of person: AccountID) -> Int64 {
        let last = max(lastNumber, people[person]?.lastNumber ?? 0)
        people[person, default: Person()].lastNumber = last
        return last
    }

    /// Takes numbers that a person's next pieces have; throws `keyUsed` when one of them may be taken. They stay taken
    /// when the pieces are not written.
    mutating func take(_ numbers: some Collection<Int64>, of person: AccountID) throws(CommunityFault) {
        guard let first = numbers.min(), let last = numbers.max() else { return }
        guard first > people[person]?.lastNumber ?? 0 else { throw .keyUsed }
        people[person, default: Person()].lastNumber = last
    }

    /// Takes up that nothing is known of a person, neither here nor in the file: their numbers begin anew.
    mutating func forget(_ person: AccountID) { people[person] = nil }

    /// Takes a row, and returns its number.
    mutating func takeRow() -> Int64 {
        defer { nextRow += 1 }
        return nextRow
    }

    /// Takes the damaged rows, so that they are removed once.
    mutating func takeDamaged() -> [Int64] {
        defer { damaged = [] }
        return damaged
    }

    // MARK: Pieces

    /// Those with pieces here.
    var persons: some Sequence<AccountID> { people.lazy.filter { !$0.value.pieces.isEmpty }.map(\.key) }

    /// A person's pieces in `hours`, also those that were copied.
    func all(of person: AccountID, in hours: some RangeExpression<Int64>) -> [Piece] {
        people[person]?.pieces.filter { hours.contains($0.hour) } ?? []
    }

    /// A person's pieces in `hours` that stand nowhere else.
    func pieces(of person: AccountID, in hours: some RangeExpression<Int64>) -> [Piece] {
        all(of: person, in: hours).filter { !$0.isCopied }
    }

    /// Takes up a piece that was written.
    mutating func add(_ piece: Piece, of person: AccountID) {
        people[person, default: Person()].pieces.append(piece)
        count += 1
    }

    /// Marks the pieces of a person that were put together under their numbers.
    mutating func markCopied(_ numbers: Set<Int64>, of person: AccountID) {
        guard var known = people.removeValue(forKey: person) else { return }
        for index in known.pieces.indices where numbers.contains(known.pieces[index].number) {
            known.pieces[index].isCopied = true
        }
        people[person] = known
    }

    /// The rows that nobody needs any more, in their order.
    var copied: [(row: Int64, person: AccountID)] {
        people.flatMap { person, known in known.pieces.lazy.filter(\.isCopied).map { ($0.row, person) } }
            .sorted { $0.row < $1.row }
    }

    /// Forgets rows of a person that were removed, and who has no others.
    mutating func remove(_ rows: Set<Int64>, of person: AccountID) {
        guard var known = people.removeValue(forKey: person) else { return }
        let before = known.pieces.count
        known.pieces.removeAll { rows.contains($0.row) }
        count -= before - known.pieces.count
        if !known.pieces.isEmpty { people[person] = known }
    }
}
