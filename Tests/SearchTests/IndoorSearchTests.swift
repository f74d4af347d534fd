import Atlas
import Foundation
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// An engine over the whole atlas of an extract.
///
/// A class because the engine reads the memory that it holds.
private final class Rooms {
    private let memory: AtlasMemory
    let engine: SearchEngine

    init(_ data: OSMData) throws {
        var issues = IssueLog()
        memory = AtlasMemory(
            try AtlasBuilder().build(data, objects: ObjectCounts(), fileStem: "rooms", issues: &issues).finish())
        engine = try SearchEngine(memory.view())
        try engine.check()
    }

    /// Opens the made-up building; the room 201 has the number `number` instead.
    convenience init(number: String = "201") throws {
        let text = try String(contentsOf: URL(filePath: Fixture.path("floors.osm")), encoding: .utf8)
            .replacing("v=\"201\"", with: "v=\"\(number)\"")
        try self.init(try OSMReader.read(bytes: [UInt8](text.utf8), name: "floors.osm").data)
    }

    func refs(_ text: String) -> [String] {
        var workspace = SearchWorkspace()
        return engine.suggest(SearchRequest(text: text), workspace: &workspace).hits.compactMap { hit in
            hit.place.map { place in
                var id: [UInt8] = []
                engine.places.ref(place).append(to: &id)
                return String(decoding: id, as: UTF8.self)
            }
        }
    }

    func answer(_ text: String) throws -> [[String: Any]] {
        var workspace = SearchWorkspace()
        let bytes = engine.suggestJSON(SearchRequest(text: text), workspace: &workspace)
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        return try #require(object?["results"] as? [[String: Any]])
    }
}

struct IndoorSearchTests {
    @Test(arguments: ["SH 002", "sh 002", "Science House 002", "002 SH", "SH Library", "Library Science House"])
    func `a room is found by a name of its building and its own number or name`(_ text: String) throws {
        let first = try #require(try Rooms().answer(text).first)
        #expect(first["name"] as? String == "Library")
        #expect((first["building"] as? [String: Any])?["id"] as? String == "w103")
        #expect((first["building"] as? [String: Any])?["name"] as? String == "Science House")
        #expect((first["label"] as? String)?.hasPrefix("Science House") == true)
        let levels = try #require(first["levels"] as? [[String: Any]])
        #expect(levels.map { $0["level"] as? Double } == [0] && levels[0]["name"] as? String == "G")
    }

    @Test func `a room without a name is called by its number`() throws {
        let first = try #require(try Rooms().answer("SH 201").first)
        #expect(first["name"] as? String == "201")
        #expect((first["levels"] as? [[String: Any]])?.map { $0["level"] as? Double } == [2])
        #expect(
            try Rooms().answer("SH C1").first?["levels"] as? [[String: Double]] == [["level": -1], ["level": -0.5]])
    }

    @Test(arguments: ["SH E201", "SH 201", "201 Science House"])
    func `the letter of a number need not be typed`(_ text: String) throws {
        #expect(try Rooms(number: "E201").answer(text).first?["name"] as? String == "E201")
    }

    @Test func `the building itself comes before its rooms`() throws {
        #expect(try Rooms().refs("Science House").first == "w103")
        #expect(try Rooms().refs("SH").first == "w103")
    }

    @Test func `a place that is no room has neither building nor levels`() throws {
        let street = try #require(try Rooms().answer("Harbour Street").first)
        #expect(street["building"] == nil && street["levels"] == nil)
        let shelter = try #require(try Rooms().answer("Shelter").first)
        #expect(shelter["building"] == nil && (shelter["levels"] as? [[String: Double]]) == [["level": -2]])
    }

    @Test func `rooms with the same number are told apart by level and building`() throws {
        var map = HandMadeMap()
        for (number, x) in [0.0, 1].enumerated() {
            map.rectangle(x...(x + 0.5), 0...0.5, ["building": "yes", "name": "House \(number)"])
            for level in ["0", "1"] {
                map.rectangle((x + 0.1)...(x + 0.2), 0.1...0.2, ["indoor": "room", "level": "\(level)", "ref": "180"])
            }
        }
        let rooms = try Rooms(map.data)
        #expect(try rooms.answer("180").count == 4)
        let found = try rooms.answer("House 1 180")
        #expect(found.prefix(2).allSatisfy { ($0["building"] as? [String: Any])?["name"] as? String == "House 1" })
    }
}
