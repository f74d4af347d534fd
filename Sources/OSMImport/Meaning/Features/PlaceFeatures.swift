/// Layer `place_labels`: settlements and their parts.
enum PlaceFeatures {
    private struct Place: Sendable {
        let zoom: Int
        /// The assumed population if none is tagged.
        let population: Int32
        var mayBeCapital = false
    }

    private static let places: [String: Place] = [
        "city": Place(zoom: 6, population: 100_000, mayBeCapital: true),
        "town": Place(zoom: 7, population: 5_000, mayBeCapital: true),
        "village": Place(zoom: 10, population: 100, mayBeCapital: true),
        "hamlet": Place(zoom: 10, population: 50, mayBeCapital: true),
        "suburb": Place(zoom: 10, population: 1_000),
        "quarter": Place(zoom: 10, population: 500),
        "neighbourhood": Place(zoom: 10, population: 100),
        "isolated_dwelling": Place(zoom: 10, population: 5),
        "farm": Place(zoom: 10, population: 5),
        "island": Place(zoom: 10, population: 0),
        "locality": Place(zoom: 10, population: 0),
    ]

    private static let capitals = ["yes": "capital", "4": "state_capital"]

    /// Adds a node or an area. Skips boundaries: their label is a separate node.
    static func add(_ object: MapObject, to features: inout FeatureCollector) {
        let tags = object.tags
        guard !object.isBoundary, let value = tags["place"], let place = places[value] else { return }
        let names = object.names
        guard !names.isEmpty else { return }
        let capital = place.mayBeCapital ? tags["capital"].flatMap { capitals[$0] } : nil
        let population = tags["population"].flatMap(count) ?? place.population
        features.add(
            .placeLabels, from: capital == nil ? place.zoom : 4, order: -Double(population),
            [.kind(capital ?? value), .integer(.population, population)] + names)
    }

    /// Reads a population, with or without separators between thousands.
    private static func count(_ value: String) -> Int32? {
        let digits = value.filter { $0 != " " && $0 != "," && $0 != "\u{a0}" }
        return Int32(digits).flatMap { $0 >= 0 ? $0 : nil }
    }
}
