/// A row of a store that this program cannot have written: its file was edited by hand, or its disk fails.
///
/// The error names table and id only; the content may be private.
package struct DamagedRow: LoggableFault, Equatable {
    package let table: String
    /// The id's bytes as hexadecimal digits; anything other than an id is not repeated.
    package let id: String

    package init(table: String, id: [UInt8]?) {
        self.table = table
        self.id = id.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() } ?? "(unreadable)"
    }

    package var description: String {
        "row \(id) of table '\(table)' is damaged; restore the database from a backup, or repair the row"
    }
}
