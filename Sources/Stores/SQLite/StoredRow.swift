import Community
import Foundation
import GRDB

/// A row as it is read: what stands in it may be damaged, and must not stop the server.
///
/// GRDB's own subscripts trap on what they cannot convert.
struct StoredRow {
    private let row: Row
    private let table: String
    /// Which column names the row in errors.
    private let idColumn: Int

    init(_ row: Row, of table: String, id column: Int = 0) {
        self.row = row
        self.table = table
        idColumn = column
    }

    /// The value of a column, which may be missing for an optional type; throws `DamagedRow` for any other.
    func callAsFunction<Value: DatabaseValueConvertible>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(DamagedRow) -> Value {
        do { return try row.decode(type, atIndex: column) } catch { throw damage }
    }

    /// A number that is counted on from: a revision, or a place in an order.
    func count(_ column: Int) throws(DamagedRow) -> Int {
        let count = try self(column, as: Int.self)
        guard (0...Int.max / 2).contains(count) else { throw damage }
        return count
    }

    func id<Entity>(_ column: Int) throws(DamagedRow) -> ID<Entity> {
        guard let id = ID<Entity>(bytes: try self(column, as: Data.self)) else { throw damage }
        return id
    }

    func optionalID<Entity>(_ column: Int) throws(DamagedRow) -> ID<Entity>? {
        try self(column, as: Data?.self) == nil ? nil : try id(column)
    }

    func time(_ column: Int) throws(DamagedRow) -> HybridTime {
        guard let value = UInt64(exactly: try self(column, as: Int64.self)) else { throw damage }
        return HybridTime(rawValue: value)
    }

    /// One of the cases of an enumeration.
    func word<Word: RawRepresentable<UInt8>>(_ column: Int, as type: Word.Type = Word.self) throws(DamagedRow) -> Word {
        guard let word = try Word(rawValue: self(column)) else { throw damage }
        return word
    }

    /// What the table's row, whose id is readable or not, is told as.
    var damage: DamagedRow {
        let id = try? row.decode(Data?.self, atIndex: idColumn)
        return DamagedRow(table: table, id: id?.count == 16 ? id.map { Array($0) } : nil)
    }
}

extension ID {
    /// The id as it is stored.
    var data: Data { Data(bytes) }

    /// Reads an id that alone was asked of a row of `table`; throws `DamagedRow`.
    init(_ data: Data, of table: String) throws(DamagedRow) {
        guard let id = ID(bytes: data) else { throw DamagedRow(table: table, id: nil) }
        self = id
    }
}

extension HybridTime {
    /// The time as it is stored; readings stay below 2^63 until the year 6429.
    var stored: Int64 { Int64(clamping: rawValue) }
}
