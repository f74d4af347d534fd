import Atlas
import GeoCore
import Search
import TestSupport
import Testing

/// Queries of people with bad intentions, or of cats on keyboards.
private let hostile: [String] = [
    String(repeating: "a", count: 10_000), String(repeating: " ", count: 10_000), String(repeating: "ä ", count: 5_000),
    String(repeating: "aleksanterinkatu ", count: 600), String(repeating: "e\u{301}\u{302}\u{303}", count: 2_000),
    String(repeating: "\u{202e}", count: 1_000), "\u{202e}ilep\u{202c}pak", "kap\u{0}peli", "\u{0}", "\u{feff}kappeli",
    "kappeli'; DROP TABLE places;--", "(a+)+$", "[kappeli", "*", "%", "\\", "\"", "<script>alert(1)</script>",
    "k\u{200d}a\u{200c}p", "🏳️‍🌈👩‍👩‍👧‍👦", String(repeating: "1", count: 1_000), "99999999999999999999 aleksanterinkatu",
    "52 52 52 52 52 52 52 52 52 52", "0 0 0 0 0 0 0 0", "a b c d e f g h i j k l m n o p", "-", "--", ",,,,,",
    "1e400, 2", "nan, nan",
    "-0.0, -0.0", "60.17, 24.94" + String(repeating: "0", count: 1_000), "\u{10ffff}", "\u{fffd}", "geo:", "n1", "w-1",
    String(repeating: "東", count: 3_000), String(repeating: "ß", count: 3_000), "\u{1f1eb}\u{1f1ee}",
]

@Test(arguments: hostile.indices)
func `no query traps, and answers stay in bounds`(index: Int) throws {
    let world = try SearchWorld(HandMade.town)
    var workspace = SearchWorkspace()
    for near in [nil, Coordinate(latitude: 90, longitude: 180), Coordinate(latitude: 60.1, longitude: 25.1)] {
        let request = SearchRequest(text: hostile[index], near: near, limit: 5, language: hostile[index])
        #expect(world.engine.suggest(request, workspace: &workspace).hits.count <= 5)
        #expect(world.engine.places(request, workspace: &workspace).hits.count <= 5)
        #expect(JSONSyntax.isValid(world.engine.suggestJSON(request, workspace: &workspace)))
    }
    #expect(PlaceRef(hostile[index]) == nil || ["n1", "w-1"].contains(hostile[index]))
    // Nothing of it is left behind.
    #expect(
        world.engine.suggest(SearchRequest(text: "kappeli"), workspace: &workspace).hits.map { world.name($0) } == [
            "Kappeli"
        ])
}

@Test func `queries of random bytes neither trap nor leave anything behind`() throws {
    let world = try SearchWorld(HandMade.town)
    var random = SeededGenerator(seed: 77), workspace = SearchWorkspace()
    let pieces = ["kappeli", "aleksanterinkatu", "52", "b", " ", ",", "ä", "60.1", "yliopiston", "k", "\u{301}"].map {
        Array($0.utf8)
    }
    for round in 0..<3000 {
        var bytes: [UInt8] = []
        for _ in 0..<Int(random.next() % 12) {
            if random.next() % 3 == 0 {
                bytes.append(UInt8(truncatingIfNeeded: random.next()))
            } else {
                bytes += pieces[Int(random.next() % UInt64(pieces.count))]
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        _ = world.engine.suggest(SearchRequest(text: text, limit: 3), workspace: &workspace).hits
        if round % 100 == 0 {
            var fresh = SearchWorkspace()
            let request = SearchRequest(text: "aleksanterinkatu 52")
            #expect(
                world.engine.suggest(request, workspace: &workspace).hits
                    == world.engine.suggest(request, workspace: &fresh).hits
            )
        }
    }
}

@Test func `bytes of a query beyond the limit make no difference`() throws {
    let world = try SearchWorld(HandMade.town)
    let short = "kappeli" + String(repeating: " ", count: 249), long = short + String(repeating: "x", count: 9_000)
    #expect(world.hits(short).map(\.subject) == world.hits(long).map(\.subject))
}
