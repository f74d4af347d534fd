import Atlas
package import GeoCore

/// Writes tables as our own API returns them.
package enum TableJSON {
    /// Returns the object: seconds and metres with one decimal, in a row for each source; null if there is no route.
    package static func write(_ planned: PlannedTable, _ profile: Profile, _ engine: RouteEngine) -> [UInt8] {
        let table = planned.table, words = Words(language: .english, text: engine.network.text)
        var json = JSONWriter(reservingCapacity: 512 + table.millis.count * 16)
        json.beginObject()
        json.key("profile")
        json.value(profile.name)
        json.key("durations")
        json.rows(of: table) { table.seconds($0) }
        json.key("distances")
        json.rows(of: table) { table.metres($0) }
        json.key("sources")
        json.ends(planned.sources, words)
        json.key("targets")
        json.ends(planned.targets, words)
        json.endObject()
        return json.bytes
    }
}

/// Writes reachable areas as our own API returns them.
package enum ReachJSON {
    /// Returns the minimum number of bytes for the streets of `reaches`: two positions for each piece.
    package static func leastBytes(ofStreets reaches: [Reach]) -> Int {
        reaches.reduce(0) { $0 + $1.pieces.count * 40 }
    }

    /// Returns the object: for each of `minutes`, the streets of `reaches` in the same order, if requested, and the
    /// area around them.
    package static func write(
        _ reaches: [Reach], of minutes: [Int], from start: Waypoint, _ profile: Profile, _ engine: RouteEngine,
        withStreets: Bool = true, until stop: StopRequest = .never
    ) -> [UInt8] {
        let network = engine.network, words = Words(language: .english, text: network.text)
        let outlines = network.outlines(of: reaches, until: stop)
        var json = JSONWriter(reservingCapacity: 512 + (reaches.map { $0.pieces.count }.reduce(0, +)) * 64)
        json.beginObject()
        json.key("profile")
        json.value(profile.name)
        json.key("start")
        json.end(start, words)
        json.key("reaches")
        json.beginArray()
        for (index, (reach, minutes)) in zip(reaches, minutes).enumerated() {
            json.beginObject()
            json.key("minutes")
            json.value(minutes)
            json.key("distance")
            json.value(network.metres(of: reach), decimals: 1)
            json.key("outline")
            json.multiPolygon(outlines[index])
            if withStreets {
                json.key("streets")
                json.beginObject()
                json.key("type")
                json.value("MultiLineString")
                json.key("coordinates")
                json.beginArray()
                for piece in reach.pieces { json.positions(network.line(of: piece)) }
                json.endArray()
                json.endObject()
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }
}

extension RoadNetwork {
    /// Returns the areas around reachable streets, in the same order; the limits are either all times or all lengths.
    func outlines(of reaches: [Reach], until stop: StopRequest) -> [ReachOutline] {
        let order = reaches.indices.sorted { reaches[$0].limit < reaches[$1].limit }
        var streets = ReachedStreets(reservingPieces: reaches.reduce(0) { $0 + $1.pieces.count })
        for index in order {
            for piece in reaches[index].pieces {
                forEachPoint(of: piece) { streets.append($0) }
                streets.endPiece()
            }
            streets.endLevel()
        }
        var outlines = [ReachOutline](repeating: ReachOutline(polygons: []), count: reaches.count)
        for (index, outline) in zip(order, ReachOutline.drawing(streets, until: stop)) { outlines[index] = outline }
        return outlines
    }

    /// Returns the total length of all pieces in metres.
    package func metres(of reach: Reach) -> Double {
        reach.pieces.reduce(0) { sum, piece in
            let share = (Double(piece.to) - Double(piece.from)) / 65_535
            return sum + Double(edges[piece.edge.rawValue].lengthMillimetres) / 1000 * share
        }
    }
}

extension JSONWriter {
    fileprivate mutating func ends(_ waypoints: [Waypoint], _ words: Words) {
        beginArray()
        for waypoint in waypoints { end(waypoint, words) }
        endArray()
    }
}
