import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// An atlas of nothing but places, made from an extract, and an engine over it.
///
/// A class because the engine reads the memory that it holds.
final class SearchWorld {
    let data: OSMData
    let engine: SearchEngine
    private let memory: AtlasMemory

    init(_ data: OSMData, countries: CountrySource = CountrySource()) throws {
        self.data = data
        memory = AtlasMemory(try Self.atlas(data, countries: countries))
        engine = try SearchEngine(memory.view())
        try engine.check()
    }

    convenience init(_ map: HandMade) throws { try self.init(try map.data()) }

    /// The atlas of `data`.
    static func atlas(_ data: OSMData, countries: CountrySource = CountrySource()) throws -> [UInt8] {
        var text = StringInterner(), writer = AtlasWriter()
        try PlaceBuilding.build(data, Areas(data), countries: countries, text: &text, into: &writer)
        text.add(to: &writer)
        return writer.finish()
    }

    /// The names of what a query suggests, best first.
    func suggest(_ text: String, near: Coordinate? = nil, limit: Int = 10) -> [String] {
        hits(text, near: near, limit: limit).map { name($0) }
    }

    func hits(_ text: String, near: Coordinate? = nil, limit: Int = 10) -> [SearchHit] {
        var workspace = SearchWorkspace()
        return engine.suggest(SearchRequest(text: text, near: near, limit: limit), workspace: &workspace).hits
    }

    /// "Street 12" for an address, the place's name for everything else, empty for a position.
    func name(_ hit: SearchHit) -> String {
        guard let place = hit.place else { return "" }
        guard case .address = hit.subject, let street = engine.places.street(place) else { return text(of: place) }
        return "\(text(of: street)) \(houseNumber(place))"
    }

    func text(of place: PlaceID) -> String { engine.places.text.string(engine.places.name(place)) }
    func houseNumber(_ place: PlaceID) -> String { engine.places.text.string(engine.places.houseNumber(place)) }
    func city(_ place: PlaceID) -> String { engine.places.text.string(engine.places.locality(place).city.name) }
    func suburb(_ place: PlaceID) -> String { engine.places.text.string(engine.places.locality(place).suburb.name) }
    func neighbourhood(_ place: PlaceID) -> String {
        engine.places.text.string(engine.places.locality(place).neighbourhood.name)
    }

    func place(_ ref: String) throws -> PlaceID {
        try #require(PlaceRef(ref).flatMap { engine.places.place($0) }, "\(ref) is a place")
    }
}

/// Answers as the server and the browser's core write them.
extension SearchEngine {
    func suggestJSON(
        _ request: SearchRequest, at time: PlaceTime? = nil, in guide: GuideIndex? = nil,
        workspace: inout SearchWorkspace
    ) -> [UInt8] {
        HitJSON.write(suggest(request, workspace: &workspace), with: HitOptions(at: time, in: guide), self)
    }

    func placesJSON(
        _ request: SearchRequest, _ options: HitOptions = HitOptions(), workspace: inout SearchWorkspace
    ) -> [UInt8] {
        HitJSON.write(places(request, workspace: &workspace), with: options, self)
    }

    func placeJSON(_ ref: PlaceRef, language: String? = nil, at time: PlaceTime? = nil) -> [UInt8]? {
        PlaceJSON.write(ref, language: language, at: time, self)
    }

    func addressJSON(at position: Coordinate, zoom: Int = 18) -> [UInt8] {
        AddressJSON.write(at: position, ReverseForm(zoom: zoom, self), self)
    }
}

extension HandMade {
    /// A small town between a river and a hill, with a neighbour that has a street of the same name.
    static var town: HandMade {
        var map = HandMade()
        map.statedBounds = (600_000_000, 250_000_000, 602_000_000, 253_000_000)
        // Aleksanterinkatu runs west to east in two ways; Mikonkatu crosses it in the middle.
        map.node(1, 60.1000, 25.1000)
        map.node(2, 60.1000, 25.1020)
        map.node(3, 60.1000, 25.1040)
        map.node(4, 60.1000, 25.1060)
        map.node(5, 60.0990, 25.1040)
        map.node(6, 60.1010, 25.1040)
        map.way(100, [1, 2, 3], ["highway": "residential", "name": "Aleksanterinkatu", "name:sv": "Alexandersgatan"])
        map.way(101, [3, 4], ["highway": "pedestrian", "name": "Aleksanterinkatu", "alt_name": "Aleksi"])
        map.way(102, [5, 3, 6], ["highway": "residential", "name": "Mikonkatu"])
        // The same name 8 km to the east, in Naapurila.
        map.node(11, 60.1000, 25.2500)
        map.node(12, 60.1000, 25.2520)
        map.way(103, [11, 12], ["highway": "residential", "name": "Mikonkatu"])
        map.node(20, 60.1005, 25.1030, ["place": "town", "name": "Kotikaupunki", "population": "12000"])
        map.node(21, 60.1004, 25.2510, ["place": "village", "name": "Naapurila"])
        map.node(22, 60.1003, 25.1020, ["place": "neighbourhood", "name": "Ydin"])
        // House numbers on the street: nodes and a building.
        map.node(30, 60.1001, 25.1010, ["addr:street": "Aleksanterinkatu", "addr:housenumber": "50"])
        map.node(31, 60.1001, 25.1030, ["addr:street": "Aleksanterinkatu", "addr:housenumber": "52"])
        map.node(32, 60.1001, 25.1034, ["addr:street": "Aleksanterinkatu", "addr:housenumber": "52b"])
        map.node(
            33, 60.1001, 25.2510,
            ["addr:street": "Mikonkatu", "addr:housenumber": "1", "addr:city": "Itäkylä", "addr:postcode": "12345"])
        map.node(41, 60.10008, 25.10500)
        map.node(42, 60.10008, 25.10540)
        map.node(43, 60.10028, 25.10540)
        map.node(44, 60.10028, 25.10500)
        map.way(
            110, [41, 42, 43, 44, 41], ["building": "yes", "addr:street": "Aleksanterinkatu", "addr:housenumber": "54"])
        // Things to go to.
        map.node(
            50, 60.1002, 25.1012,
            [
                "amenity": "restaurant", "name": "Kappeli", "name:ru": "Каппели", "cuisine": "finnish",
                "opening_hours": "Mo-Fr 10:00-22:00", "wheelchair": "yes",
            ])
        map.node(51, 60.1003, 25.1050, ["amenity": "pharmacy", "name": "Yliopiston Apteekki"])
        map.node(52, 60.1004, 25.2512, ["amenity": "pharmacy", "name": "Naapurilan Apteekki"])
        map.node(53, 60.0995, 25.1050, ["amenity": "toilets"])
        map.node(54, 60.0996, 25.1012, ["amenity": "cafe", "name": "Café Ångström", "brand": "Straße & Söhne"])
        map.node(55, 60.1006, 25.1013, ["amenity": "cafe", "name": "Robert's Coffee"])
        map.node(56, 60.1007, 25.2513, ["amenity": "cafe", "name": "Robert's Coffee"])
        return map
    }
}

extension HandMade {
    /// Adds a street of two ways, one on either side of where two villages meet, with a number 7 in both and a house
    /// that is said to be in a third one.
    mutating func addLongStreet() {
        for (node, longitude) in [(Int64(9001), 25.0), (9006, 25.01), (9002, 25.02), (9007, 25.035), (9003, 25.05)] {
            self.node(node, 60, longitude)
        }
        way(9001, [9001, 9006, 9002], ["highway": "residential", "name": "Long Street"])
        way(9002, [9002, 9007, 9003], ["highway": "residential", "name": "Long Street"])
        node(9004, 60.001, 25.01, ["place": "village", "name": "Westby"])
        node(9005, 60.001, 25.035, ["place": "village", "name": "Eastby"])
        for (id, longitude, number, city) in [
            (Int64(10), 25.011, "7", ""), (11, 25.036, "7", ""), (12, 25.037, "9", ""), (13, 25.04, "21", "Northby"),
            (14, 25.0401, "21", ""),
        ] {
            let tags: KeyValuePairs = ["addr:street": "Long Street", "addr:housenumber": "\(number)"]
            let stated: KeyValuePairs = [
                "addr:street": "Long Street", "addr:housenumber": "\(number)", "addr:city": "\(city)",
            ]
            node(id, 60.0001, longitude, city.isEmpty ? tags : stated)
        }
    }

    static var longStreet: HandMade {
        var map = HandMade()
        map.addLongStreet()
        return map
    }
}
