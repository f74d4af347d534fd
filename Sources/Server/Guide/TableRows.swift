/// The rows of a table of separated values (RFC 4180), as spreadsheets write them.
///
/// Rows end with CRLF, LF or CR. A quoted cell may hold anything, with a quote doubled. Cells are separated by commas.
/// If the first row has semicolons or tabs instead, those separate: semicolons are usual where the comma is the decimal
/// mark. A byte order mark is skipped. Rows before an unreadable row remain valid.
package struct TableRows {
    /// A row with a non-empty cell, and its number in the file, from 1.
    package struct Row: Equatable {
        package let number: Int
        package let cells: [String]
    }

    package struct Fault: Error, Equatable {
        /// The faulty row, from 1.
        package let row: Int
        package let reason: String

        package init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }
    }

    package let rows: [Row]
    /// The row at which reading stopped: a quote that is never closed, text after a closing quote, or too many cells.
    package let fault: Fault?

    /// The most cells of a row.
    package static let maximumCells = 256

    /// Reads at most `most` rows of a table. It skips rows of empty cells.
    package init(_ text: String, upTo most: Int = .max) {
        var rows: [Row] = [], fault: Fault?
        do throws(Fault) {
            try Self.read(text, upTo: most, into: &rows)
        } catch {
            fault = error
        }
        (self.rows, self.fault) = (rows, fault)
    }

    private static func read(_ text: String, upTo most: Int, into rows: inout [Row]) throws(Fault) {
        var rest = Substring(text).unicodeScalars
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
        let separator = separator(of: rest)
        var number = 1
        while !rest.isEmpty, rows.count < most {
            var cells: [String] = []
            repeat {
                guard cells.count < maximumCells else {
                    throw Fault(row: number, reason: "has more than \(maximumCells) cells")
                }
                cells.append(try cell(&rest, separator, row: number))
            } while take(separator, from: &rest)
            _ = take("\r", from: &rest)
            _ = take("\n", from: &rest)
            if cells.contains(where: { !$0.isEmpty }) { rows.append(Row(number: number, cells: cells)) }
            number += 1
        }
    }

    private typealias Rest = Substring.UnicodeScalarView

    /// Returns the separator of the first row, outside its quotes. Commas between digits only are decimal marks if the
    /// row has another separator.
    private static func separator(of text: Rest) -> Unicode.Scalar {
        var isQuoted = false, found: Unicode.Scalar?, previous: Unicode.Scalar = " "
        for scalar in text {
            if scalar == "\"" { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if scalar == "\n" || scalar == "\r" { break }
            if previous == "," && !isDigit(scalar) || scalar == "," && !isDigit(previous) { return "," }
            if scalar == ";" || scalar == "\t", found == nil { found = scalar }
            previous = scalar
        }
        return previous == "," ? "," : found ?? ","
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func cell(
        _ rest: inout Rest, _ separator: Unicode.Scalar, row: Int
    ) throws(Fault) -> String {
        var cell = String.UnicodeScalarView()
        guard take("\"", from: &rest) else {
            while let scalar = rest.first, scalar != separator, scalar != "\n", scalar != "\r" {
                cell.append(scalar)
                rest.removeFirst()
            }
            return String(cell)
        }
        while let scalar = rest.popFirst() {
            guard scalar == "\"" else {
                cell.append(scalar)
                continue
            }
            guard take("\"", from: &rest) else {
                if let next = rest.first, next != separator, next != "\n", next != "\r" {
                    throw Fault(row: row, reason: "has text behind a closing quote")
                }
                return String(cell)
            }
            cell.append("\"")
        }
        throw Fault(row: row, reason: "has a quote that is never closed")
    }

    private static func take(_ scalar: Unicode.Scalar, from rest: inout Rest) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}

/// A table's column for one half of a coordinate.
package enum CoordinateColumn {
    case latitude, longitude

    /// Reads a column's name as spreadsheets and maps write it; `nil` for any other name.
    package init?(header: String) {
        switch header.lowercased().filter({ !$0.isWhitespace }) {
        case "lat", "latitude": self = .latitude
        case "lon", "lng", "long", "longitude": self = .longitude
        default: return nil
        }
    }
}
