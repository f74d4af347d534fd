import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A museum with a café, a café 3 km to the east, a square between them, and names made of the words that say "near".
private var landmarks: HandMade {
    var map = HandMade()
    map.statedBounds = (600_000_000, 250_000_000, 602_000_000, 253_000_000)
    map.node(1, 60.1, 25.10, ["tourism": "museum", "name": "Museum of the North"])
    map.node(2, 60.1005, 25.10, ["amenity": "cafe", "name": "Kahvila Satama"])
    map.node(3, 60.1005, 25.155, ["amenity": "cafe", "name": "Kahvila Ranta"])
    map.node(4, 60.1, 25.125, ["place": "square", "name": "Market Square"])
    map.node(5, 60.12, 25.125, ["amenity": "restaurant", "name": "Bistro Near Market"])
    map.node(6, 60.1001, 25.1001, ["amenity": "bench"])
    map.node(7, 60.1001, 25.155, ["amenity": "bench"])
    return map
}

@Test(arguments: [
    ("cafe near museum of the north", "Kahvila Satama"), ("coffee close to the museum", "Kahvila Satama"),
    ("cafe in der Nähe von Museum of the North", "Kahvila Satama"),
    ("kahvila lähellä museum of the nor", "Kahvila Satama"),
    ("café près de museum of the north", "Kahvila Satama"), ("مقهى بالقرب من museum of the north", "Kahvila Satama"),
    // One name says it all: nothing is taken apart.
    ("bistro near market", "Bistro Near Market"),
])
private func `a query near a landmark finds the place nearest to the landmark`(text: String, first: String) throws {
    let world = try SearchWorld(landmarks)
    let far = try #require(Coordinate(latitude: 60.1, longitude: 25.16))
    for near in [nil, far] { #expect(world.suggest(text, near: near).first == first, "\(text)") }
}

@Test(arguments: [
    "cafe near me", "Café in meiner Nähe", "kahvila lähellä", "cafe nearby", "café près de moi", "cafe close to here",
])
private func `near me is near the user`(text: String) throws {
    let world = try SearchWorld(landmarks)
    for (longitude, name) in [(25.1, "Kahvila Satama"), (25.16, "Kahvila Ranta")] {
        #expect(world.suggest(text, near: Coordinate(latitude: 60.1, longitude: longitude)).first == name, "\(text)")
    }
}

@Test func `a query near an unknown landmark still finds places`() throws {
    let world = try SearchWorld(landmarks)
    let hit = try #require(world.hits("museum near atlantis").first)
    #expect(world.name(hit) == "Museum of the North" && hit.isPartial)
    #expect(!world.suggest("near museum of the north").isEmpty)
}

@Test(arguments: ["museum in the north", "the museum of north", "museum of north", "das museum of the north"])
private func `small words may be missing in an answer`(text: String) throws {
    let hit = try #require(try SearchWorld(landmarks).hits(text).first)
    #expect(!hit.isPartial, "\(text)")
}
