import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

private let corner = PointE7(latitudeE7: 601_000_000, longitudeE7: 251_040_000)

@Test(arguments: [
    "Aleksanterinkatu Mikonkatu", "mikonkatu aleksanterinkatu", "Aleksanterinkatu / Mikonkatu",
    "corner of Aleksanterinkatu and Mikonkatu", "Mikonkatu & Aleksanterinkatu", "Aleksanterinkatu at Mikonkatu",
    "Ecke Aleksanterinkatu Mikonkatu", "Aleksanterinkadun ja Mikonkatu kulma", "alexandersgatan och mikonkatu",
    "Aleksi / Mikonkatu", "aleksanterinkau / mikonktu",
])
func `two streets that cross are their corner`(text: String) throws {
    let world = try SearchWorld(HandMade.town), hit = try #require(world.hits(text).first)
    guard case .corner(let one, let two) = hit.subject else {
        Issue.record("\(text) is \(world.name(hit))")
        return
    }
    #expect(Set([world.text(of: one), world.text(of: two)]) == ["Aleksanterinkatu", "Mikonkatu"])
    #expect(hit.point == corner)
    #expect(!hit.isPartial)
}

@Test func `streets that do not cross have no corner`() throws {
    var map = HandMade.town
    map.node(70, 60.2, 25.1)
    map.node(71, 60.2, 25.2)
    map.way(170, [70, 71], ["highway": "residential", "name": "Kaukokatu"])
    let world = try SearchWorld(map)
    let hits = world.hits("Kaukokatu / Mikonkatu")
    #expect(!hits.isEmpty && hits.allSatisfy { $0.isPartial })
}

@Test func `a place that is called like a corner stays the first`() throws {
    var map = HandMade.town
    map.node(70, 60.1001, 25.1041, ["shop": "books", "name": "Aleksanterinkatu & Mikonkatu"])
    let world = try SearchWorld(map), hits = world.hits("Aleksanterinkatu & Mikonkatu")
    #expect(hits.first?.subject == .place(try world.place("n70")))
    #expect(hits.dropFirst().first?.point == corner, "and the corner comes next")
}

@Test func `a corner is written as a position with the streets' names`() throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    let request = SearchRequest(text: "alexandersgatan mikonkatu", limit: 1, language: "sv")
    let json = String(decoding: world.engine.placesJSON(request, workspace: &workspace), as: UTF8.self)
    #expect(json.contains(#""id":"geo:60.1,25.104","type":"position","name":"Alexandersgatan / Mikonkatu""#), "\(json)")
    #expect(json.contains(#""match":[[0,15],[18,27]]"#))
}
