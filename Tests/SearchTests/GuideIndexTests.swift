import Foundation
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A museum on the map and its guide.
private struct GuideWorld {
    let world: SearchWorld
    let index: GuideIndex

    init() throws {
        var map = HandMade()
        map.node(1, 60.1, 25.1, ["tourism": "museum", "name": "Ateneum"])
        map.node(2, 60.1002, 25.1, ["amenity": "pub", "name": "Engel Pub"])
        map.node(3, 60.1, 25.101, ["amenity": "cafe", "name": "Café Ateneum"])
        world = try SearchWorld(map)
        let point = PointE7(latitudeE7: 601_000_000, longitudeE7: 251_000_000)
        let venue = (id: "v1", name: "Ateneum Art Museum")
        index = GuideIndex(
            [
                GuideTopic(.venue, id: "v1", name: venue.name, point: point),
                GuideTopic(
                    .work, id: "w1", name: "The Wounded Angel", artist: "Hugo Simberg", venue: venue, point: point),
                GuideTopic(
                    .work, id: "w2", name: "Taistelevat metsot", artist: "Ferdinand von Wright", venue: venue,
                    point: point),
                GuideTopic(.tour, id: "t1", name: "Granite and bronze"),
            ], with: world.engine.folding)
    }

    /// The results in their order: places by name, topics by id.
    func found(_ text: String, isBeingTyped: Bool = true) throws -> [String] {
        let answer = try answer(text, isBeingTyped: isBeingTyped)
        var shown = (answer["results"] as? [[String: Any]] ?? []).map { $0["name"] as? String ?? "" }
        for (index, topic) in (answer["guide"] as? [[String: Any]] ?? []).enumerated() {
            let position = try #require(topic["position"] as? Int)
            shown.insert(topic["id"] as? String ?? "", at: position + index)
        }
        return shown
    }

    func answer(_ text: String, isBeingTyped: Bool = true) throws -> [String: Any] {
        var workspace = SearchWorkspace()
        let request = SearchRequest(text: text)
        let json =
            isBeingTyped
            ? world.engine.suggestJSON(request, in: index, workspace: &workspace)
            : world.engine.placesJSON(request, HitOptions(in: index), workspace: &workspace)
        return try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }
}

@Test(arguments: [
    ("hugo simberg", "w1"), ("simberg", "w1"), ("Hugo Simb", "w1"), ("wounded angel", "w1"), ("the wounded ang", "w1"),
    ("simberg wounded", "w1"), ("wounded angel ateneum", "w1"), ("metsot", "w2"), ("Täistelevät", "w2"),
    ("von wright", "w2"), ("granite and bronze", "t1"), ("granite", "t1"), ("ateneum art museum", "v1"),
    // One slip, and two in a long word.
    ("hugo simbreg", "w1"), ("wuonded angel", "w1"), ("granit and bronse", "t1"), ("taistelwvta", "w2"),
])
private func `works, artists, venues and tours are found by typed words`(text: String, first: String) throws {
    let found = try GuideWorld().found(text)
    #expect(found.first == first, "\(text): \(found)")
}

@Test func `the guide stands among places by how well it answers`() throws {
    let world = try GuideWorld()
    // The place that is called just so first, then the venue that begins so, then what only has the word.
    #expect(try world.found("ateneum") == ["Ateneum", "v1", "Café Ateneum"])
    #expect(try world.found("engel pub") == ["Engel Pub"])
    #expect(try world.found("hugo simberg", isBeingTyped: false) == ["w1"])
    // A work is no answer to the name of its venue alone.
    #expect(try !world.found("art museum").contains("w1"))
}

@Test func `the last word of a complete query is no prefix`() throws {
    let world = try GuideWorld()
    #expect(try world.found("wound", isBeingTyped: false).isEmpty)
    #expect(try world.found("wound").first == "w1")
}

@Test func `a topic states its kind and the typed part of its name`() throws {
    let topic = try #require((try GuideWorld().answer("angel")["guide"] as? [[String: Any]])?.first)
    #expect(topic["type"] as? String == "work" && topic["artist"] as? String == "Hugo Simberg")
    #expect((topic["venue"] as? [String: String]) == ["id": "v1", "name": "Ateneum Art Museum"])
    #expect(topic["match"] as? [[Int]] == [[12, 17]] && topic["lat"] as? Double == 60.1)
}

@Test func `without a guide, answers mention no guide`() throws {
    let world = try GuideWorld()
    var workspace = SearchWorkspace()
    let json = world.world.engine.suggestJSON(SearchRequest(text: "angel"), workspace: &workspace)
    #expect(!String(decoding: json, as: UTF8.self).contains("guide"))
}

@Test func `topics that a page wrote are read, and invalid topics are left out`() {
    func record(_ fields: String...) -> String { fields.map { $0 + "\u{1f}" }.joined() + "\u{1e}" }
    let text =
        record("venue", "v", "A", "", "", "", "601000000", "-251000000")
        + record("work", "w", "B", "C", "v", "A", "", "") + record("tour", "t", "D", "", "", "", "", "")
        + record("work", "x", "No venue", "", "", "", "", "") + record("shop", "y", "E", "", "", "", "", "")
        + record("venue", "z", "F", "", "", "", "99999999999", "1") + record("venue", "short") + "venue\u{1f}open"
    let bytes = [UInt8](text.utf8)
    let point = PointE7(latitudeE7: 601_000_000, longitudeE7: -251_000_000)
    #expect(
        GuideTopic.read(bytes.span) == [
            GuideTopic(.venue, id: "v", name: "A", point: point),
            GuideTopic(.work, id: "w", name: "B", artist: "C", venue: ("v", "A")),
            GuideTopic(.tour, id: "t", name: "D"),
            GuideTopic(.venue, id: "z", name: "F"),
        ])
    for end in bytes.indices { _ = GuideTopic.read(Array(bytes[..<end]).span) }
}
