import ArgumentParser
import FoundationEssentials
import GeoCore
import HereaboutsAPI
import Routing
import Server

/// Measures the ways between many points.
struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table", abstract: "Measure the quickest ways between all points of a table.",
        discussion: """
            The file has separated values: latitude and longitude in columns so named (lat, lon), or in the first two. Prints a line \
            for each pair: the numbers of both points, from 1, seconds and metres; nothing where there is no way.
            """)

    @Argument(help: "The file of points (CSV).") var points: String
    @Option(help: "The way of travel: foot, wheelchair, bicycle, car.") var profile = ProfileArgument(value: .foot)
    @Flag(help: "Print the server's JSON.") var json = false
    @OptionGroup var atlas: AtlasOptions

    func run() throws {
        guard let text = try? String(contentsOf: URL(filePath: points), encoding: .utf8) else {
            throw CommandFault("\(points) cannot be read as text")
        }
        let coordinates = try Self.coordinates(text, of: points)
        try atlas.with { view in
            let engine = try RouteEngine(view)
            var question = TableQuestion(coordinates, profile: profile.value), workspace = RouteWorkspace()
            question.wantsLengths = true
            do throws(RouteError) {
                let planned = try engine.table(question, workspace: &workspace)
                print(
                    json
                        ? String(decoding: TableJSON.write(planned, profile.value, engine), as: UTF8.self)
                        : Self.lines(planned.table))
            } catch {
                throw CommandFault(error.message)
            }
        }
    }

    private static func coordinates(_ text: String, of path: String) throws(CommandFault) -> [Coordinate] {
        let rows: [TableRows.Row]
        do throws(TableRows.Fault) {
            rows = try TableRows(text).rows
        } catch {
            throw CommandFault("row \(error.row) of \(path) \(error.reason)")
        }
        guard let first = rows.first else { throw CommandFault("\(path) has no points") }
        let names = first.cells.map { $0.lowercased() }
        let latitude = names.firstIndex { ["lat", "latitude"].contains($0) }
        let longitude = names.firstIndex { ["lon", "lng", "longitude"].contains($0) }
        let hasNames = latitude != nil && longitude != nil
        var coordinates: [Coordinate] = []
        for row in rows.dropFirst(hasNames ? 1 : 0) {
            let cells = [latitude, longitude].enumerated().map { position, column in
                let column = hasNames ? column ?? position : position
                return column < row.cells.count ? row.cells[column] : ""
            }
            guard let coordinate = CoordinateArgument(argument: cells.joined(separator: ","))?.value else {
                throw CommandFault("row \(row.number) of \(path) has no latitude and longitude in degrees")
            }
            coordinates.append(coordinate)
        }
        return coordinates
    }

    private static func lines(_ table: TravelTable) -> String {
        var lines = ["from,to,seconds,metres"]
        for cell in table.millis.indices {
            let ends = "\(cell / table.targetCount + 1),\(cell % table.targetCount + 1)"
            let numbers = [table.seconds(cell), table.metres(cell)].map { number in
                number.map { Decimal.print(($0 * 10).rounded() / 10) } ?? ""
            }
            lines.append("\(ends),\(numbers[0]),\(numbers[1])")
        }
        return lines.joined(separator: "\n")
    }
}
