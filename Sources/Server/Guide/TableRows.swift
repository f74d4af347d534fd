/// The rows of a table of separated values (RFC 4180), as spreadsheets write them.
///
/// Rows end with CRLF, LF or CR; what stands between quotes may hold anything, a quote as two. Cells are separated by
/// commas, or by what the first row has instead of them: semicolons where the comma is for decimals, or tabs. A mark of
/// byte order is passed over. What stands before a row that cannot be read is read.
package struct TableRows {
    /// A row that says something, and its number in the file, from 1.
    package struct Row: Equatable {
        package let number: Int
        package let cells: [String]
    }

    package struct Fault: Error, Equatable {
        /// The row that is wrong, from 1.
        package let row: Int
        package let reason: String

        package init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }
    }

    package let rows: [Row]
    /// The row that the table is not read beyond: a quote that is never closed, text behind one that is, or too many
    /// cells.
    package let fault: Fault?

    /// The most cells of a row.
    package static let maximumCells = 256

    /// Reads a table, and of more than `most` rows so many. Rows of empty cells are left out.
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

    /// What separates the cells of the first row, outside its quotes. Commas that all stand between digits are decimal
    /// ones where there is something else.
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

/// A column of a table that holds one half of a coordinate.
package enum CoordinateColumn {
    case latitude, longitude

    /// Reads a column's name as spreadsheets and maps write it; `nil` for any other.
    package init?(header: String) {
        switch header.lowercased().filter({ !$0.isWhitespace }) {
        case "lat", "latitude": self = .latitude
        case "lon", "lng", "long", "longitude": self = .longitude
        default: return nil
        }
    }
}
