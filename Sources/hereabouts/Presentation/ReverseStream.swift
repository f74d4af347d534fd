import GeoCore
import Glibc
import HereaboutsAPI
import Search
import Server

/// Answers a stream of coordinates: a table (CSV) with columns lat and lon, or with these as its first two, or lines
/// `lat,lon`.
struct ReverseStream {
    enum Form { case csv, ndjson }

    let engine: SearchEngine
    let reverse: ReverseForm
    let form: Form
    private var output: [UInt8] = []
    private var columns = Columns(latitude: 0, longitude: 1, separator: UInt8(ascii: ","))
    private var isFirst = true
    private var answered = 0
    private var leftOut = LeftOutLines("rows")
    /// The number of rows whose coordinate has nothing on the map near it.
    private var unknown = 0

    /// The columns of the coordinate.
    private struct Columns {
        let latitude: Int
        let longitude: Int
        let separator: UInt8
        /// The number of cells of each row; `nil` without a header.
        var count: Int?
    }

    init(_ engine: SearchEngine, _ reverse: ReverseForm, as form: Form) {
        self.engine = engine
        self.reverse = reverse
        self.form = form
        output.reserveCapacity(1 << 20)
    }

    /// Answers standard input on standard output. Throws if either fails and, at the end, if rows had no coordinate.
    mutating func run() throws {
        var reader = RecordReader(STDIN_FILENO), stream = self
        try reader.forEach(
            { record in
                try stream.answer(record)
                if stream.output.count > 1 << 18 { try stream.flush() }
            }, pause: { try stream.flush() })
        try stream.flush()
        self = stream
        if unknown > 0 {
            standardError("\(unknown) of \(answered + leftOut.count) rows lie where the map has nothing")
        }
        guard leftOut.count == 0 else {
            throw CommandFault(
                "\(leftOut.count) of \(answered + leftOut.count) rows could not be answered and stay unchanged; correct the rows listed above and run again"
            )
        }
    }

    private mutating func answer(_ record: RecordReader.Record) throws {
        guard var bytes = record.bytes else {
            return refuse(record.line, [], "is longer than \(RecordReader.longest) bytes")
        }
        let wasFirst = isFirst
        if isFirst {
            isFirst = false
            // Spreadsheets begin a file with a byte order mark.
            if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
            if readHeader(bytes) { return }
        }
        guard let position = position(in: bytes) else {
            let reason =
                wasFirst
                ? "has neither columns lat and lon nor a coordinate at its beginning: use these names, or put latitude and longitude first"
                : "has no latitude and longitude in degrees"
            return refuse(record.line, bytes, reason)
        }
        let missing = columns.count.map { $0 - cellCount(bytes, columns.separator) } ?? 0
        guard missing >= 0 else {
            return refuse(record.line, bytes, "has more cells than the header: quote cells that contain a separator")
        }
        answered += 1
        switch form {
        case .csv:
            output += bytes
            output += [UInt8](repeating: columns.separator, count: missing)
            let isKnown = AddressRow.append(
                at: position, reverse, engine, separator: columns.separator, to: &output)
            if !isKnown { unknown += 1 }
        case .ndjson: output += AddressJSON.write(at: position, reverse, engine)
        }
        output.append(UInt8(ascii: "\n"))
    }

    /// A row without an answer keeps its place: with empty cells, or as an object that names it.
    private mutating func refuse(_ line: Int, _ bytes: ArraySlice<UInt8>, _ reason: String) {
        leftOut.add("line \(line) \(reason)")
        switch form {
        case .csv:
            output += bytes
            output += [UInt8](repeating: columns.separator, count: AddressRow.columns.count)
        case .ndjson:
            var json = JSONWriter(reservingCapacity: 96)
            json.beginObject()
            json.key("line")
            json.value(line)
            json.key("error")
            json.value(reason)
            json.endObject()
            output += json.bytes
        }
        output.append(UInt8(ascii: "\n"))
    }

    /// Determines the separator, and the columns if the first row names them; returns whether it does.
    private mutating func readHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].filter { bytes.contains($0) }
        for separator in separators {
            var names: [CoordinateColumn?] = [], row = bytes
            while let cell = Self.nextCell(&row, separator) {
                names.append(CoordinateColumn(header: String(decoding: cell, as: UTF8.self)))
            }
            guard let latitude = names.firstIndex(of: .latitude), let longitude = names.firstIndex(of: .longitude)
            else { continue }
            columns = Columns(
                latitude: latitude, longitude: longitude, separator: separator, count: cellCount(bytes, separator))
            writeHeader(bytes)
            return true
        }
        // Without names, the separator is the one that makes a coordinate of the first two cells: commas may be decimal
        // commas.
        for separator in separators.reversed() {
            columns = Columns(latitude: 0, longitude: 1, separator: separator)
            if position(in: bytes) != nil { return false }
        }
        return false
    }

    private mutating func writeHeader(_ bytes: ArraySlice<UInt8>) {
        guard form == .csv else { return }
        output += bytes
        for name in AddressRow.columns {
            output.append(columns.separator)
            output += name.utf8
        }
        output.append(UInt8(ascii: "\n"))
    }

    private func cellCount(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) -> Int {
        // A separator at the end is followed by another, empty cell.
        var row = bytes, count = bytes.last == separator || bytes.isEmpty ? 1 : 0
        while Self.nextCell(&row, separator) != nil { count += 1 }
        return count
    }

    private func position(in bytes: ArraySlice<UInt8>) -> Coordinate? {
        var row = bytes, index = 0, latitude: Double?, longitude: Double?
        while index <= max(columns.latitude, columns.longitude), let cell = Self.nextCell(&row, columns.separator) {
            if index == columns.latitude { latitude = Self.number(cell) }
            if index == columns.longitude { longitude = Self.number(cell) }
            index += 1
        }
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func number(_ cell: ArraySlice<UInt8>) -> Double? {
        cell.count <= 64 ? Decimal.read(cell: String(decoding: cell, as: UTF8.self)) : nil
    }

    /// Removes and returns the first cell of a row, without its quotes; `nil` after the last. Doubled quotes inside
    /// stay: numbers have none.
    private static func nextCell(_ row: inout ArraySlice<UInt8>, _ separator: UInt8) -> ArraySlice<UInt8>? {
        if row.isEmpty { return nil }
        // Doubled quotes close and open again.
        let mayBeQuoted = row.first == UInt8(ascii: "\"")
        var isQuoted = false, end = row.endIndex
        for index in row.indices {
            if row[index] == UInt8(ascii: "\""), mayBeQuoted { isQuoted.toggle() }
            if row[index] == separator, !isQuoted {
                end = index
                break
            }
        }
        var cell = row[row.startIndex..<end]
        row = end < row.endIndex ? row[(end + 1)...] : row[row.endIndex...]
        if cell.count >= 2, cell.first == UInt8(ascii: "\""), cell.last == UInt8(ascii: "\"") {
            cell = cell.dropFirst().dropLast()
        }
        return cell
    }

    private mutating func flush() throws {
        var sent = 0
        while sent < output.count {
            let count = output.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + sent, $0.count - sent) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFault("standard output cannot be written: \(String(cString: strerror(errno)))")
            }
            sent += count
        }
        output.removeAll(keepingCapacity: true)
    }
}
