import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// One of each kind that the words below are for.
private var kinds: HandMade {
    var map = HandMade()
    let all: [KeyValuePairs<String, String>] = [
        ["amenity": "cafe", "name": "A"], ["amenity": "pharmacy", "name": "B"], ["amenity": "bench"],
        ["amenity": "vending_machine"],
        ["shop": "bakery", "name": "C"], ["amenity": "fast_food", "name": "D", "diet:vegan": "only"],
        ["amenity": "restaurant", "name": "E", "diet:vegan": "no", "internet_access": "wlan"],
        ["leisure": "playground"],
        ["amenity": "toilets"], ["historic": "memorial"],
    ]
    for (index, tags) in all.enumerated() { map.node(Int64(index + 1), 60, 25 + 0.001 * Double(index), tags) }
    return map
}

@Test(arguments: [
    ("coffee", 1), ("kahvila", 1), ("Kaffee", 1), ("مقهى", 1), ("pharmacies", 2), ("apteekki", 2), ("Apotheke", 2),
    ("صيدليه", 2),
    ("benches", 3), ("penkki", 3), ("Parkbank", 3), ("vending machine", 4), ("automaatti", 4), ("bakeries", 5),
    ("Bäckerei", 5),
    ("vegan", 6), ("vegan lunch", 6), ("vegaani lounas", 6), ("wifi", 7), ("Spielplatz", 8), ("leikkipuisto", 8),
    ("wc", 9),
    ("restroom", 9), ("Denkmal", 10),
])
private func `a kind is found by its words in the page's languages`(text: String, node: Int64) throws {
    let world = try SearchWorld(kinds)
    let hit = try #require(world.hits(text).first, "\(text)")
    #expect(hit.place == (try world.place("n\(node)")) && !hit.isPartial, "\(text)")
}

/// More of one kind than any pass looks at, most of them far away, in the order of the input and not of where they are.
@Test func `the nearest of a kind come first, however many there are`() throws {
    var map = HandMade(), random = SeededGenerator(seed: 3)
    map.statedBounds = (600_000_000, 250_000_000, 601_000_000, 251_000_000)
    let points = (0..<3000).map { _ in
        (Double(random.next() % 100_000) / 1e6 + 60, Double(random.next() % 100_000) / 1e6 + 25)
    }
    for (index, point) in points.enumerated() { map.node(Int64(index + 1), point.0, point.1, ["amenity": "bench"]) }
    let world = try SearchWorld(map)
    for _ in 0..<20 {
        let near = try #require(
            Coordinate(
                latitude: Double(random.next() % 100_000) / 1e6 + 60,
                longitude: Double(random.next() % 100_000) / 1e6 + 25))
        let plane = LocalPlane(around: PointE7(near))
        let nearest = world.engine.places.indices.map { plane.distance(to: world.engine.places.point(PlaceID($0))) }
            .sorted()
        let found = world.hits("bench", near: near, limit: 10).map { plane.distance(to: $0.point) }
        #expect(found.count == 10)
        // Scores are whole numbers: at this density a point is worth up to some 20 m.
        for (found, nearest) in zip(found.sorted(), nearest) { #expect(found <= nearest + 20) }
    }
}
