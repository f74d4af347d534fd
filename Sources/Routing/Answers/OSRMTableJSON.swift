import Atlas
package import GeoCore

/// Writes tables in the format of OSRM's HTTP API, version 1 (github.com/Project-OSRM/osrm-backend, docs/http.md).
package enum OSRMTableJSON {
    /// The options of OSRM's `table` service.
    package struct Options: Sendable {
        package var durations = true
        package var distances = false
        /// The speed in metres a second along the great circle for pairs without a route; `nil` leaves those out.
        package var fallbackSpeed: Double?
        /// Whether that line joins the requested points, rather than the points on streets that they were moved to.
        package var fallsBackFromInput = true
        /// A factor for all durations.
        package var scale = 1.0
        package var hints = true
        package var skipsWaypoints = false
        /// See `OSRMOptions`.
        package var dataVersion: String?

        package init() {}
    }

    /// Returns the answer of the `table` service; `sources` and `targets` are the requested points, in the table's
    /// order.
    package static func write(
        _ planned: PlannedTable, from sources: [Coordinate], to targets: [Coordinate], _ options: Options,
        _ engine: RouteEngine
    ) -> [UInt8] {
        let table = planned.table, words = Words(language: .english, text: engine.network.text)
        let fallback = Fallback(planned, from: sources, to: targets, options)
        var json = JSONWriter(reservingCapacity: 512 + table.millis.count * 16)
        json.beginOSRM(options.dataVersion)
        if options.durations {
            json.key("durations")
            json.rows(of: table) { cell in
                (table.seconds(cell) ?? fallback.seconds(cell)).map { min($0 * options.scale, longestSeconds) }
            }
        }
        if options.distances {
            json.key("distances")
            json.rows(of: table) { table.metres($0) ?? fallback.metres($0) }
        }
        if options.fallbackSpeed != nil {
            json.key("fallback_speed_cells")
            json.beginArray()
            for cell in table.millis.indices where table.millis[cell] == .max {
                json.beginArray()
                json.value(cell / table.targetCount)
                json.value(cell % table.targetCount)
                json.endArray()
            }
            json.endArray()
        }
        if !options.skipsWaypoints {
            json.waypoints(planned.sources, as: "sources", words, hints: options.hints)
            json.waypoints(planned.targets, as: "destinations", words, hints: options.hints)
        }
        json.endObject()
        return json.bytes
    }

    /// The maximum duration, for the slowest speeds and largest scales. It is a number, because null would mean that
    /// there is no route.
    private static let longestSeconds = 9e9

    /// Straight lines for pairs without a route.
    private struct Fallback {
        private let speed: Double?
        private let sources: [Coordinate]
        private let targets: [Coordinate]

        init(_ planned: PlannedTable, from sources: [Coordinate], to targets: [Coordinate], _ options: Options) {
            speed = options.fallbackSpeed
            func places(_ waypoints: [Waypoint], _ points: [Coordinate]) -> [Coordinate] {
                options.fallsBackFromInput ? points : waypoints.map { Coordinate($0.position.point) }
            }
            self.sources = places(planned.sources, sources)
            self.targets = places(planned.targets, targets)
        }

        func metres(_ cell: Int) -> Double? {
            speed.map { _ in sources[cell / targets.count].distance(inMetresTo: targets[cell % targets.count]) }
        }

        func seconds(_ cell: Int) -> Double? { speed.flatMap { speed in metres(cell).map { $0 / speed } } }
    }
}

extension TravelTable {
    /// Returns the seconds of a cell; `nil` if there is no route.
    package func seconds(_ cell: Int) -> Double? { millis[cell] == .max ? nil : Double(millis[cell]) / 1000 }

    /// Returns the metres of a cell; `nil` if there is no route.
    package func metres(_ cell: Int) -> Double? { millis[cell] == .max ? nil : Double(millimetres[cell]) / 1000 }
}

extension JSONWriter {
    /// Writes a table's rows: numbers with one decimal, null for `nil`.
    mutating func rows(of table: TravelTable, _ number: (Int) -> Double?) {
        beginArray()
        for row in 0..<table.sourceCount {
            beginArray()
            for column in 0..<table.targetCount {
                if let number = number(row * table.targetCount + column) {
                    value(number, decimals: 1)
                } else {
                    null()
                }
            }
            endArray()
        }
        endArray()
    }
}
