import ArgumentParser
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Routing
import Server

/// Computes travel times and distances between many points.
struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Compute the fastest routes between all points of a table.",
        discussion: """
            The file has separated values: latitude and longitude in the columns lat and lon, or in the first two; numbers may \
            have a decimal comma. Prints a line \
            for each pair: the numbers of both points, from 1, seconds and metres; no line if there is no route. Rows without a coordinate \
            keep their numbers, have no lines and appear on standard error; the exit status is then 1.
            """)

    @Argument(help: "The file of points (CSV).") var points: String
    @Option(help: "The travel mode: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        guard let content = try? Data(contentsOf: URL(filePath: points)) else {
            throw CommandFault("\(points) cannot be read")
        }
        let text = String(decoding: TextBytes.utf8(Array(content)), as: UTF8.self)
        let read = try Self.points(text, of: points)
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var question = TableQuestion(read.points.map { $0.coordinate }, profile: profile.value),
                workspace = RouteWorkspace()
            question.wantsLengths = true
            do throws(RouteError) {
                let planned = try engine.table(question, workspace: &workspace)
                print(
                    json
                        ? String(decoding: TableJSON.write(planned, profile.value, engine), as: UTF8.self)
                        : Self.lines(planned.table, of: read.points.map { $0.number }))
            } catch {
                throw CommandFault(error.message)
            }
        }
        guard read.bad == 0 else {
            throw CommandFault("\(read.bad) rows of \(points) could not be read; correct the rows named above")
        }
    }

    /// A point of the file, with its number among the rows of points, from 1.
    private typealias Point = (number: Int, coordinate: Coordinate)

    /// Returns the points of a table, and the number of rows without a point, which it reports on standard error.
    /// Throws if no row has a point.
    private static func points(_ text: String, of path: String) throws(CommandFault) -> (points: [Point], bad: Int) {
        let table = TableRows(text)
        guard let first = table.rows.first else { throw CommandFault("\(path) has no points") }
        let columns = first.cells.map { CoordinateColumn(header: $0) }
        let latitude = columns.firstIndex(of: .latitude), longitude = columns.firstIndex(of: .longitude)
        let hasNames = latitude != nil && longitude != nil
        var points: [Point] = [], leftOut = LeftOutLines("rows of \(path)")
        for (index, row) in table.rows.dropFirst(hasNames ? 1 : 0).enumerated() {
            let cells = [latitude, longitude].enumerated().map { position, column in
                let column = hasNames ? column ?? position : position
                let cell = column < row.cells.count ? row.cells[column] : ""
                return Decimal.read(cell: cell) == nil ? cell : cell.replacing(",", with: ".")
            }
            if let coordinate = CoordinateArgument(argument: cells.joined(separator: ","))?.value {
                points.append((index + 1, coordinate))
            } else {
                leftOut.add("row \(row.number) of \(path) has no latitude and longitude in degrees")
            }
        }
        if let fault = table.fault {
            standardError("row \(fault.row) of \(path) \(fault.reason); the rows after it are not read")
        }
        guard !points.isEmpty else { throw CommandFault("no row of \(path) has a latitude and a longitude in degrees") }
        return (points, leftOut.count + (table.fault == nil ? 0 : 1))
    }

    private static func lines(_ table: TravelTable, of numbers: [Int]) -> String {
        var lines = ["from,to,seconds,metres"]
        for cell in table.millis.indices {
            let ends = "\(numbers[cell / table.targetCount]),\(numbers[cell % table.targetCount])"
            let numbers = [table.seconds(cell), table.metres(cell)].map { number in
                number.map { Decimal.print(($0 * 10).rounded() / 10) } ?? ""
            }
            lines.append("\(ends),\(numbers[0]),\(numbers[1])")
        }
        return lines.joined(separator: "\n")
    }
}
