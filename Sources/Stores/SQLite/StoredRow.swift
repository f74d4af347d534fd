import Community
import Foundation
import GRDB
import GeoCore

/// A row as read from a file that may be damaged, which must not stop the server.
///
/// GRDB's own subscripts trap on values that they cannot convert.
struct StoredRow {
    private let row: Row
    private let table: String
    /// The column that identifies the row in errors.
    private let idColumn: Int

    init(_ row: Row, of table: String, id column: Int = 0) {
        self.row = row
        self.table = table
        idColumn = column
    }

    /// Returns the value of a column; for an optional type the value may be null. Throws `DamagedRow` for any other
    /// value.
    func callAsFunction<Value: DatabaseValueConvertible>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(DamagedRow) -> Value {
        do { return try row.decode(type, atIndex: column) } catch { throw damage }
    }

    /// Returns a number that later numbers continue from: a revision, or a position in an order.
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

    /// Returns a case of an enumeration.
    func word<Word: RawRepresentable<UInt8>>(_ column: Int, as type: Word.Type = Word.self) throws(DamagedRow) -> Word {
        guard let word = try Word(rawValue: self(column)) else { throw damage }
        return word
    }

    /// The error that names this row, whether or not its id is readable.
    var damage: DamagedRow {
        let id = try? row.decode(Data?.self, atIndex: idColumn)
        return DamagedRow(table: table, id: id?.count == 16 ? id.map { Array($0) } : nil)
    }
}

extension ID {
    /// The id in its stored form.
    var data: Data { Data(bytes) }

    /// Makes an id from the only column of a query of `table`; throws `DamagedRow`.
    init(_ data: Data, of table: String) throws(DamagedRow) {
        guard let id = ID(bytes: data) else { throw DamagedRow(table: table, id: nil) }
        self = id
    }
}

extension HybridTime {
    /// The time in its stored form; readings stay below 2^63 until the year 6429.
    var stored: Int64 { Int64(clamping: rawValue) }
}
