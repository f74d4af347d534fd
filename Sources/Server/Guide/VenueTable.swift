import Community
import HereaboutsAPI

/// The columns of the guide's table, in exports and imports.
enum VenueColumn: String, CaseIterable {
    case name, address, lat, lon, hours, link, description, works, state
    case publishAt = "publish_at"

    /// Makes the column for one half of a coordinate from one of its other names.
    init?(coordinate header: String) {
        switch CoordinateColumn(header: header) {
        case .latitude?: self = .lat
        case .longitude?: self = .lon
        case nil: return nil
        }
    }

    /// Makes the column for the member of a venue that a fault names.
    init?(field: String) {
        self.init(rawValue: field == "location" ? "lat" : field)
    }
}

/// Reads venues from a table.
struct VenueTable {
    /// The valid rows, and the refused ones.
    private(set) var drafts: [GuideDraft] = []
    private(set) var faults: [GuideTables.Fault] = []

    init(_ text: String) {
        // The head, and one row more than an import may have.
        let table = TableRows(text, upTo: GuideTables.venues + 2)
        if let head = table.rows.first, let columns = readColumns(head) {
            for row in table.rows.dropFirst() { read(row, columns) }
        }
        if let fault = table.fault { faults.append(.init(place: "row \(fault.row)", reason: fault.reason)) }
    }

    private mutating func readColumns(_ head: TableRows.Row) -> [VenueColumn]? {
        var columns: [VenueColumn] = []
        for cell in head.cells {
            let name = cell.lowercased().filter { !$0.isWhitespace }
            guard let column = VenueColumn(rawValue: name) ?? VenueColumn(coordinate: cell), !columns.contains(column)
            else {
                let known = VenueColumn.allCases.map(\.rawValue).joined(separator: ", ")
                faults.append(
                    .init(
                        place: "row \(head.number)",
                        reason: "has an unknown or repeated column '\(cell.prefix(40))'; columns are \(known)"))
                return nil
            }
            columns.append(column)
        }
        guard columns.contains(.name) else {
            faults.append(.init(place: "row \(head.number)", reason: "has no column name"))
            return nil
        }
        return columns
    }

    private mutating func read(_ row: TableRows.Row, _ columns: [VenueColumn]) {
        guard row.cells.count <= columns.count else {
            return faults.append(.init(place: "row \(row.number)", reason: "has more cells than there are columns"))
        }
        var texts: [VenueColumn: String] = [:]
        for (column, cell) in zip(columns, row.cells) where !cell.isEmpty { texts[column] = Self.plain(cell) }
        do {
            let draft = try GuideDraft(try Self.fields(texts))
            try Guide.check(draft.content)
            drafts.append(draft)
        } catch {
            guard case .invalid(let field, let reason) = error else { return }
            let column = VenueColumn(field: field)?.rawValue ?? field
            faults.append(.init(place: "row \(row.number), column \(column)", reason: reason))
        }
    }

    /// Returns a cell's text without the apostrophe that exports put before a formula, and with LF for CRLF.
    private static func plain(_ cell: String) -> String {
        let cell = cell.replacing("\r\n", with: "\n")
        return cell.unicodeScalars.first == "'" && cell.beginsLikeFormula
            ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    private static func fields(_ texts: [VenueColumn: String]) throws(CommunityFault) -> VenueFields {
        var location: GuideLocation?
        switch (texts[.lat], texts[.lon]) {
        case (nil, nil): break
        case (let lat?, let lon?):
            location = GuideLocation(lat: try degrees(lat, .lat), lon: try degrees(lon, .lon))
        case (nil, _): throw .invalid(field: "lat", reason: "is empty, but lon is not")
        case (_, nil): throw .invalid(field: "lon", reason: "is empty, but lat is not")
        }
        guard let state = GuideState(rawValue: texts[.state] ?? GuideState.draft.rawValue) else {
            throw .invalid(field: "state", reason: "is neither draft nor published")
        }
        return VenueFields(
            name: texts[.name] ?? "", address: texts[.address], location: location,
            description: texts[.description], hours: texts[.hours], link: texts[.link], state: state,
            publishAt: texts[.publishAt])
    }

    private static func degrees(_ text: String, _ column: VenueColumn) throws(CommunityFault) -> Double {
        guard let degrees = Decimal.read(cell: text), abs(degrees) <= (column == .lat ? 90 : 180) else {
            throw .invalid(
                field: column.rawValue,
                reason: "is not a number of degrees up to \(column == .lat ? 90 : 180), such as 24.94")
        }
        return degrees
    }
}

extension String {
    /// Whether spreadsheets would read it as a formula, ignoring apostrophes before it.
    var beginsLikeFormula: Bool {
        let start = unicodeScalars.first { $0 != "'" }
        return start.map { ["=", "+", "-", "@", "\t", "\r"].contains($0) } ?? false
    }
}
