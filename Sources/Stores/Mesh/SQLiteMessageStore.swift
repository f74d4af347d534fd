import Foundation
import GRDB
package import GeoCore
package import Gossip
package import Mesh

/// Keeps messages of the mesh in an SQLite file of their own.
///
/// A class because it stands for one file. One task at a time uses it.
package final class SQLiteMessageStore: MeshStorage {
    private let file: DatabaseFile
    /// The transaction in which calls read and write at the moment; `nil`: each call is one of its own.
    private var current: Database?

    /// Opens or makes the file at `path`; throws `StoreError`.
    package init(path: String) throws { file = try DatabaseFile(path: path, migrations: MeshMigrations.all) }

    package func inOneCommit<Result>(_ body: () throws -> Result) throws -> Result {
        guard current == nil else { return try body() }
        return try file.pool.write { database in
            current = Database(database)
            defer { current = nil }
            return try body()
        }
    }

    private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let current { try body(current) } else { try file.pool.read { try body(Database($0)) } }
    }

    private func write(_ body: (Database) throws -> Void) throws {
        if let current { try body(current) } else { try file.pool.write { try body(Database($0)) } }
    }

    package func records() throws -> [StoredMessage] {
        try read { database in
            var records: [StoredMessage] = []
            let rows = try Row.fetchCursor(database, sql: "SELECT \(Self.columns) FROM messages")
            while let row = try rows.next() { records.append(try Self.record(StoredRow(row, of: "messages"))) }
            return records
        }
    }

    private static let columns =
        "id, time, kind, author, about, entry, entry_time, size, register, bytes IS NOT NULL"

    private static func record(_ row: StoredRow) throws -> StoredMessage {
        guard let id = Bytes32(try row(0, as: Data.self)), let kind = UInt8(exactly: try row(2, as: Int.self)),
            let kind = MessageKind(rawValue: kind)
        else { throw row.damage }
        let order = MessageOrder(time: hybrid(try row(1, as: Int64.self)), id: MessageID(id))
        let facts = MessageFacts(
            order, kind, author: try row(3, as: Data?.self).flatMap { Bytes32($0) }.map { SignerKey($0) },
            about: try row(4, as: Data?.self).flatMap(subject), entry: UInt64(bitPattern: try row(5, as: Int64.self)),
            entryTime: try row(6, as: Int64?.self).map(hybrid), size: try row(7, as: Int.self),
            register: try row(8, as: Data?.self).flatMap(subject))
        return StoredMessage(facts, hasBytes: try row(9, as: Bool.self))
    }

    package func add(_ message: StoredMessage, _ bytes: [UInt8]?) throws {
        let facts = message.facts
        try write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO messages (id, time, kind, author, about, entry, entry_time, size, register, bytes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(arguments: [
                Data(facts.id.digest.bytes), Int64(bitPattern: facts.order.time.rawValue), Int(facts.kind.rawValue),
                facts.author.map { Data($0.bytes.bytes) }, facts.about.map(Self.data), Int64(bitPattern: facts.entry),
                facts.entryTime.map { Int64(bitPattern: $0.rawValue) }, facts.size, facts.register.map(Self.data),
                bytes.map { Data($0) },
            ])
        }
    }

    package func bytes(of id: MessageID) throws -> [UInt8]? {
        try read { database in
            let statement = try database.cachedStatement(sql: "SELECT bytes FROM messages WHERE id = ?")
            return try Data.fetchOne(statement, arguments: [Data(id.digest.bytes)]).map { Array($0) }
        }
    }

    package func empty(_ ids: [MessageID]) throws { try each(ids, "UPDATE messages SET bytes = NULL WHERE id = ?") }

    package func drop(_ ids: [MessageID]) throws { try each(ids, "DELETE FROM messages WHERE id = ?") }

    private func each(_ ids: [MessageID], _ sql: String) throws {
        try write { database in
            let statement = try database.cachedStatement(sql: sql)
            for id in ids { try statement.execute(arguments: [Data(id.digest.bytes)]) }
        }
    }

    private static func hybrid(_ bits: Int64) -> HybridTime { HybridTime(rawValue: UInt64(bitPattern: bits)) }

    private static func data(_ subject: SubjectID) -> Data { Data(subject.bytes) }

    private static func subject(_ data: Data) -> SubjectID? { SubjectID(Array(data)) }
}

extension SQLiteMessageStore {
    package func newest(
        _ kind: MessageKind, about subject: SubjectID, before end: MessageOrder?, limit: Int
    ) throws -> [[UInt8]] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT bytes FROM messages
                    WHERE kind = ? AND about = ? AND (time, id) < (?, ?) AND bytes IS NOT NULL
                    ORDER BY time DESC, id DESC LIMIT ?
                    """)
            let time = end.map { Int64(bitPattern: $0.time.rawValue) } ?? .max
            let id = Data(end?.id.digest.bytes ?? [])
            return try Data.fetchAll(
                statement, arguments: [Int(kind.rawValue), Self.data(subject), time, id, limit]
            ).map { Array($0) }
        }
    }

    package func facts(
        _ kind: MessageKind, about subject: SubjectID, by author: SignerKey?
    ) throws -> [MessageFacts] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM messages
                    WHERE kind = ?1 AND about = ?2 AND bytes IS NOT NULL AND (?3 IS NULL OR author = ?3)
                    ORDER BY time DESC, id DESC
                    """)
            let author = author.map { Data($0.bytes.bytes) }
            return try Row.fetchAll(statement, arguments: [Int(kind.rawValue), Self.data(subject), author]).map {
                try Self.record(StoredRow($0, of: "messages")).facts
            }
        }
    }

    package func subjects(of kind: MessageKind) throws -> [SubjectID: (count: Int, newest: HybridTime)] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT about, count(*), max(time) FROM messages
                    WHERE kind = ? AND about IS NOT NULL AND bytes IS NOT NULL GROUP BY about
                    """, arguments: [Int(kind.rawValue)])
            var found: [SubjectID: (count: Int, newest: HybridTime)] = [:]
            for row in rows {
                let row = StoredRow(row, of: "messages")
                guard let about = Self.subject(try row(0, as: Data.self)) else { throw row.damage }
                found[about] = (try row(1, as: Int.self), Self.hybrid(try row(2, as: Int64.self)))
            }
            return found
        }
    }

    package func note(_ name: String) throws -> [UInt8]? {
        try read { database in
            try Data.fetchOne(database, sql: "SELECT value FROM notes WHERE name = ?", arguments: [name]).map {
                Array($0)
            }
        }
    }

    package func setNote(_ name: String, to value: [UInt8]?) throws {
        try write { database in
            guard let value else {
                return try database.execute(sql: "DELETE FROM notes WHERE name = ?", arguments: [name])
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO notes (name, value) VALUES (?, ?)", arguments: [name, Data(value)])
        }
    }
}
