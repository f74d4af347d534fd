package import Community
import Foundation
package import Presence
import Synchronization

/// Small pieces, which arrive one by one, are appended to `recent_positions`. Large pieces, which fill pages, go
/// straight to `positions`, ordered by person and hour.
///
/// A reader first looks up the rows in `recent_positions`, and then reads a snapshot of both tables. A piece that is
/// merged in between is in at least one of them, and its device and time identify it in both.
///
/// On PostgreSQL all pieces go straight to `positions`; see `SharedNumbers`.
extension SQLitePresenceStore: PositionStore {
    /// The size in bytes from which a piece fills a part of a page alone.
    private static let largePiece = 512
    /// About how many rows the index holds at most; each takes 32 bytes of memory.
    private static let mostRecent = 500_000

    package func add(_ pieces: [SealedHour], of person: AccountID, use: PositionUse?) async throws {
        guard !isShared else { return try await addShared(pieces, of: person, use: use) }
        if recent.withLock({ $0.lastNumber(of: person) }) == nil { _ = try await last(of: person) }
        // `nil` for pieces that go straight to `positions`.
        let rows = try recent.withLock { recent -> [Int64?] in
            try recent.take(pieces.map(\.number), of: person)
            var rows: [Int64?] = []
            for piece in pieces {
                let isRecent = piece.sealed.count < Self.largePiece && recent.count < Self.mostRecent
                rows.append(isRecent ? recent.takeRow() : nil)
            }
            return rows
        }
        try await write { [tenant] database, _ in
            for (piece, row) in zip(pieces, rows) {
                if let row {
                    try database.append(piece, of: person, tenant, at: row)
                } else {
                    try database.insert(piece, of: person, tenant)
                }
            }
            if let use { try database.keep(use, of: person, tenant) }
        }
        recent.withLock { recent in
            for (piece, row) in zip(pieces, rows) {
                guard let row else { continue }
                recent.add(.init(row: row, hour: piece.hour, number: piece.number), of: person)
            }
        }
    }

    package func use(of person: AccountID) async throws -> PositionUse? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT person, day, reported, added, left_out FROM position_use WHERE tenant = ? AND person = ?
                    """)
            return try Row.fetchOne(statement, arguments: [tenant, person.data]).map { found in
                let row = StoredRow(found, of: "position_use")
                return PositionUse(
                    day: try row(1), reported: try row.count(2), added: try row.count(3), leftOut: try row.count(4))
            }
        }
    }

    package func countPositions(of person: AccountID) async throws -> Int {
        let recent = recent.withLock { $0.pieces(of: person, in: 0...) }.count
        let kept = try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT CAST(sum(CASE WHEN length(sealed) < \(SealedHour.overhead + SealedHour.bytesOfPosition) THEN 1
                        ELSE (length(sealed) - \(SealedHour.overhead)) / \(SealedHour.bytesOfPosition) END) AS bigint)
                    FROM positions WHERE tenant = ? AND person = ?
                    """)
            return try Int.fetchOne(statement, arguments: [tenant, person.data]) ?? 0
        }
        return kept + recent
    }

    package func hours(of person: AccountID, in hours: ClosedRange<Int64>) async throws -> [SealedHour] {
        let recent = recent.withLock { $0.pieces(of: person, in: hours) }
        return try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT person, hour, number, key, sealed FROM positions
                    WHERE tenant = ? AND person = ? AND hour BETWEEN ? AND ? ORDER BY hour, number
                    """)
            var pieces = try Row.fetchAll(
                statement, arguments: [tenant, person.data, hours.lowerBound, hours.upperBound]
            ).map { try SealedHour($0, of: "positions") }
            guard !recent.isEmpty else { return pieces }
            let one = try database.cachedStatement(
                sql: """
                    SELECT person, hour, number, key, sealed FROM recent_positions
                    WHERE tenant = ? AND row = ? AND person = ?
                    """)
            for piece in recent {
                guard let found = try Row.fetchOne(one, arguments: [tenant, piece.row, person.data]) else { continue }
                pieces.append(try SealedHour(found, of: "recent_positions"))
            }
            return pieces.sorted { ($0.hour, $0.number) < ($1.hour, $1.number) }
        }
    }

    package func part(
        of person: AccountID, in hours: ClosedRange<Int64>, from end: HourEnd, bytes: Int
    ) async throws -> ClosedRange<Int64>? {
        let recent = recent.withLock { $0.pieces(of: person, in: hours) }.map(\.hour).sorted()
            .map { (hour: $0, bytes: Self.largePiece) }
        let order = end == .oldest ? "ASC" : "DESC"
        let kept = try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT person, hour, length(sealed) FROM positions
                    WHERE tenant = ? AND person = ? AND hour BETWEEN ? AND ? ORDER BY hour \(order)
                    """)
            let cursor = try Row.fetchCursor(
                statement, arguments: [tenant, person.data, hours.lowerBound, hours.upperBound])
            // Reads only as many rows as necessary.
            var sizes: [(hour: Int64, bytes: Int)] = [], sum = 0
            while let found = try cursor.next() {
                let row = StoredRow(found, of: "positions"), hour: Int64 = try row(1)
                let isEnough = sum >= bytes && sizes.last?.hour != hour
                sizes.append((hour, try row(2)))
                if isEnough { break }
                sum += sizes[sizes.count - 1].bytes
            }
            return end.part(of: hours, sizes, bytes: bytes)
        }
        return end.common(kept, end.part(of: hours, end == .oldest ? recent : recent.reversed(), bytes: bytes))
    }

    private func addShared(_ pieces: [SealedHour], of person: AccountID, use: PositionUse?) async throws {
        try await write { [tenant] database, _ in
            try database.take(pieces.map(\.number), of: person, tenant)
            for piece in pieces { try database.insert(piece, of: person, tenant) }
            if let use { try database.keep(use, of: person, tenant) }
        }
    }

    package func last(of person: AccountID) async throws -> (number: Int64, hour: Int64)? {
        guard !isShared else { return try await read { [tenant] in try $0.lastShared(of: person, tenant) } }
        let pieces = recent.withLock { $0.all(of: person, in: 0...) }
        let kept = try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT person, max(number), max(hour) FROM positions WHERE tenant = ? AND person = ? GROUP BY person"
            )
            return try Row.fetchOne(statement, arguments: [tenant, person.data]).map { found in
                let row = StoredRow(found, of: "positions")
                return (number: try row(1, as: Int64.self), hour: try row(2, as: Int64.self))
            }
        }
        guard let hour = [pieces.map(\.hour).max(), kept?.hour].compactMap(\.self).max() else {
            recent.withLock { $0.forget(person) }
            return nil
        }
        let number = recent.withLock { recent in
            recent.learn(lastNumber: max(pieces.map(\.number).max() ?? 0, kept?.number ?? 0), of: person)
        }
        return (number, hour)
    }

    package func lastNumbers(of people: [AccountID]) async throws -> [AccountID: Int64] {
        guard isShared, !people.isEmpty else { return [:] }
        return try await read { [tenant] in try $0.lastNumbers(of: people, tenant) }
    }

    package func replace(_ old: [Int64], of person: AccountID, by piece: SealedHour) async throws {
        if !isShared, recent.withLock({ $0.lastNumber(of: person) }) == nil { _ = try await last(of: person) }
        let recent = Set(recent.withLock { $0.pieces(of: person, in: piece.hour...piece.hour).map(\.number) })
        try await write { [self, tenant] database, _ in
            let statement = try database.cachedStatement(
                sql: "DELETE FROM positions WHERE tenant = ? AND person = ? AND hour = ? AND number = ?")
            for number in old where !recent.contains(number) {
                try statement.execute(arguments: [tenant, person.data, piece.hour, number])
                guard database.changesCount == 1 else { throw CommunityFault.notFound }
            }
            if isShared {
                try database.take([piece.number], of: person, tenant)
            } else {
                try self.recent.withLock { try $0.take(CollectionOfOne(piece.number), of: person) }
            }
            try database.insert(piece, of: person, tenant)
        }
        self.recent.withLock { $0.markCopied(Set(old), of: person) }
    }

    package func removeHours(of person: AccountID, before hour: Int64) async throws {
        try await removeHours(of: person, before: hour, withUse: false)
    }

    package func removeAll(of person: AccountID) async throws {
        try await removeHours(of: person, before: .max, withUse: true)
    }

    private func removeHours(of person: AccountID, before hour: Int64, withUse: Bool) async throws {
        let rows = recent.withLock { $0.all(of: person, in: ..<hour).map(\.row) }
        try await write { [tenant, isShared] database, _ in
            if isShared {
                try withUse ? database.removeNumber(of: person, tenant) : database.skipNumber(of: person, tenant)
            }
            // What is too old to be kept was too old to be seen.
            if hour == .max { database.announce(.positions(person)) }
            try database.cachedStatement(sql: "DELETE FROM positions WHERE tenant = ? AND person = ? AND hour < ?")
                .execute(arguments: [tenant, person.data, hour])
            try database.remove(rows, of: tenant)
            guard withUse else { return }
            try database.cachedStatement(sql: "DELETE FROM position_use WHERE tenant = ? AND person = ?")
                .execute(arguments: [tenant, person.data])
        }
        recent.withLock { $0.remove(Set(rows), of: person) }
    }

    package func forgetRemoved() async { await emptyLog() }

    /// The number of rows that one commit removes: reports of positions wait no longer than for such a commit.
    private static let removedTogether = 1000

    /// Removes damaged rows of `recent_positions` and rows that `positions` contains. If that fails, the next call or
    /// the next start removes them.
    package func makeRoom() async {
        let (copied, damaged) = recent.withLock { ($0.copied, $0.takeDamaged()) }
        if !damaged.isEmpty { try? await write { [tenant] database, _ in try database.remove(damaged, of: tenant) } }
        for start in stride(from: 0, to: copied.count, by: Self.removedTogether) {
            let rows = copied[start..<min(start + Self.removedTogether, copied.count)]
            do {
                try await write { [tenant] database, _ in try database.remove(rows.map(\.row), of: tenant) }
            } catch { return }
            let people = Dictionary(grouping: rows, by: \.person)
            recent.withLock { recent in
                for (person, rows) in people { recent.remove(Set(rows.map(\.row)), of: person) }
            }
        }
    }

    package func piecedHours(of person: AccountID, before hour: Int64) async throws -> [Int64] {
        let recent = recent.withLock { $0.pieces(of: person, in: ..<hour).map(\.hour) }
        let pieced = try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT hour FROM positions WHERE tenant = ? AND person = ? AND hour < ?
                    GROUP BY hour HAVING count(*) > 1
                    """)
            return try Int64.fetchAll(statement, arguments: [tenant, person.data, hour])
        }
        return Set(pieced).union(recent).sorted()
    }

    package func people(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        let recent = recent.withLock { recent in recent.persons.filter { one in person.map { $0 < one } ?? true } }
        let kept = try await read { [tenant] database in
            let found = try Data.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT person FROM positions WHERE tenant = ? AND person > ? ORDER BY person LIMIT ?
                    """, arguments: [tenant, person?.data ?? Data(), limit])
            return try found.map { try AccountID($0, of: "positions") }
        }
        return Array(Set(kept).union(recent).sorted().prefix(limit))
    }
}

extension SealedHour {
    fileprivate init(_ found: Row, of table: String) throws {
        let row = StoredRow(found, of: table)
        self.init(hour: try row(1), number: try row(2), key: try row(3), sealed: Array(try row(4, as: Data.self)))
    }
}

extension Database {
    fileprivate func insert(_ piece: SealedHour, of person: AccountID, _ tenant: Data) throws {
        do {
            try cachedStatement(
                sql: "INSERT INTO positions (tenant, person, hour, number, key, sealed) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [tenant, person.data, piece.hour, piece.number, piece.key, Data(piece.sealed)])
        } catch ConstraintFault.unique {
            throw CommunityFault.keyUsed
        }
    }

    fileprivate func append(_ piece: SealedHour, of person: AccountID, _ tenant: Data, at row: Int64) throws {
        try cachedStatement(
            sql:
                "INSERT INTO recent_positions (tenant, row, person, hour, number, key, sealed) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ).execute(
            arguments: [tenant, row, person.data, piece.hour, piece.number, piece.key, Data(piece.sealed)])
    }

    fileprivate func keep(_ use: PositionUse, of person: AccountID, _ tenant: Data) throws {
        try cachedStatement(
            sql: .replacing("position_use", key: ["tenant", "person"], ["day", "reported", "added", "left_out"])
        ).execute(arguments: [tenant, person.data, use.day, use.reported, use.added, use.leftOut])
    }

    /// Removes rows of `recent_positions`.
    fileprivate func remove(_ rows: [Int64], of tenant: Data) throws {
        let statement = try cachedStatement(sql: "DELETE FROM recent_positions WHERE tenant = ? AND row = ?")
        for row in rows { try statement.execute(arguments: [tenant, row]) }
    }
}
