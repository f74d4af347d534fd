import Atlas
import Foundation
import GeoCore
import Search
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The answer about a café with a tag.
private func members(of tag: String, at time: String? = nil) throws -> String {
    var map = HandMade()
    let parts = tag.split(separator: "=", maxSplits: 1).map(String.init)
    map.node(1, 60.1, 25.1, ["amenity": "cafe", "name": "Kulma", parts[0]: parts[1]])
    let world = try SearchWorld(map)
    return text(
        try #require(
            PlaceRef("n1").flatMap {
                world.engine.placeJSON($0, at: time.flatMap { LocalTime($0) }.map { PlaceTime($0) })
            }))
}

@Suite struct VisitTests {
    @Test(arguments: [
        ("phone=+358 9 1234", #""phone":"+358 9 1234""#), ("contact:phone=09 1; 09 2", #""phone":"09 1""#),
        ("mobile=tel:+1-814-555", #""phone":"+1-814-555""#),
        ("website=https://a.example/x;y", #""website":"https://a.example/x;y""#),
        ("contact:website=www.a.example", #""website":"https://www.a.example""#),
        ("url=HTTP://a.example; http://b.example", #""website":"HTTP://a.example""#),
        ("wheelchair=Limited", #""wheelchair":"limited""#),
    ])
    func `facts for visitors have one form`(tag: String, member: String) throws {
        #expect(try members(of: tag).contains(member))
    }

    @Test(arguments: [
        "phone=ask inside", "website=javascript:alert(1)", "website=ftp://a.example", "website=mailto:a@b.example",
        "website=nowhere", "website=https://", "url=a b.example", "website=.example", "wheelchair=perhaps",
    ])
    func `unusable values are left out`(tag: String) throws {
        let answer = try #require(try members(of: tag).components(separatedBy: #""details""#).first)
        #expect(!answer.contains(#""phone""#) && !answer.contains(#""website""#) && !answer.contains(#""wheelchair""#))
    }

    @Test(arguments: [
        ("2026-11-23T10:00", #""open":true,"open_until":"2026-11-23T17:00""#),
        ("2026-11-23T17:00", #""open":false,"opens_at":"2026-11-24T08:00""#),
        ("2026-11-27T23:59", #""open":false,"opens_at":"2026-11-30T08:00""#),
    ])
    func `a place states whether it is open, and how long`(time: String, member: String) throws {
        #expect(try members(of: "opening_hours=Mo-Fr 08:00-17:00", at: time).contains(member))
    }

    @Test func `answers leave out hours that were not requested or not understood, and changes that do not come`()
        throws
    {
        #expect(!(try members(of: "opening_hours=24/7").contains(#""open""#)))
        #expect(!(try members(of: "opening_hours=when the lamp is lit", at: "2026-11-23T10:00").contains(#""open""#)))
        let always = try members(of: "opening_hours=24/7", at: "2026-11-23T10:00")
        #expect(always.contains(#""open":true"#) && !always.contains("open_until"))
        // Its end is open.
        let evening = try members(of: "opening_hours=16:00-22:00+", at: "2026-11-23T20:00")
        #expect(evening.contains(#""open":true"#) && !evening.contains("open_until"))
    }

    @Test func `search results have opening hours too`() throws {
        let world = try SearchWorld(HandMade.town)
        var workspace = SearchWorkspace()
        let request = SearchRequest(text: "kappeli")
        let open = world.engine.placesJSON(
            request, HitOptions(at: LocalTime("2026-11-23T10:00").map { PlaceTime($0) }), workspace: &workspace)
        #expect(text(open).contains(#""open":true,"wheelchair":"yes""#))
        let closed = world.engine.suggestJSON(
            request, at: LocalTime("2026-11-28T10:00").map { PlaceTime($0) }, workspace: &workspace)
        #expect(text(closed).contains(#""open":false"#))
    }

    @Test func `an explanation adds up to the score, which orders the results`() throws {
        let world = try SearchWorld(HandMade.town)
        var workspace = SearchWorkspace()
        for query in [
            "kappeli", "kapeli", "mikonkatu 1", "aleksanterinkatu kappeli", "ravintola zzz",
            "aleksanterinkatu mikonkatu", "apteekki lähellä kappeli",
        ] {
            let near = Coordinate(latitude: 60.1, longitude: 25.1)
            var request = SearchRequest(text: query, near: near)
            request.explains = true
            let bytes = world.engine.placesJSON(request, workspace: &workspace)
            let answer = try JSONSyntax.object(bytes), results = try #require(answer["results"] as? [[String: Any]])
            var last = Int.max
            for result in results {
                let explanation = try #require(result["explanation"] as? [String: Any]),
                    score = try #require(explanation["score"] as? Int)
                let points = try #require(explanation["points"] as? [String: Int])
                #expect(points.values.reduce(0, +) == score)
                let distance = try #require(points["distance"]), other = try #require(points["other"])
                let origin = try #require(near), plane = LocalPlane(around: PointE7(origin))
                let latitude = try #require(result["lat"] as? Double),
                    longitude = try #require(result["lon"] as? Double)
                let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
                if !query.contains("lähellä") {
                    #expect(distance == Int(350 / (1 + plane.distance(to: PointE7(place)) / 1000)), "\(query)")
                }
                // The unexplained rest is at most the cost of a likely typing error, but for house numbers and corners.
                if ["place", "street"].contains(result["type"] as? String) {
                    #expect((0...250).contains(other), "\(query)")
                }
                #expect(score <= last)
                last = score
                let words = try #require(explanation["words"] as? [[String: Any]])
                let partial = words.contains { $0["quality"] as? Int == 0 }
                if result["partial"] == nil, result["type"] as? String == "place" { #expect(!partial, "\(query)") }
            }
        }
    }
}
