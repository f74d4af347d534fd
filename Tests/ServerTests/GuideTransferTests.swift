import Archives
import Community
import Foundation
import HereaboutsAPI
import Server
import TestSupport
import Testing

@Suite struct GuideTransferTests {
    private static let picture = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

    private func zip(_ document: GuideDocument, _ pictures: [(name: String, content: [UInt8])] = []) throws -> [UInt8] {
        try #require(ZipMaking.zip([("guide.json", [UInt8](try JSONEncoder().encode(document)))] + pictures))
    }

    private func document() -> GuideDocument {
        GuideDocument(
            venues: [
                .init(
                    key: "b",
                    venue: VenueFields(
                        name: "=Gallery, \"B\"", location: GuideLocation(lat: 60.1701, lon: 24.9402),
                        picture: PictureChoice(id: "pictures/b.png", text: "A dot"), state: .published),
                    works: [
                        WorkFields(title: "One", width: 24, unit: .inches, state: .published), WorkFields(title: "Two"),
                    ]),
                .init(key: "a", venue: VenueFields(name: "Archive"), works: []),
            ],
            tours: [TourFields(name: "Walk", venues: ["a", "b"], state: .published)])
    }

    @Test func `a guide that went out comes in again as it was`() async throws {
        let town = try Town(), other = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let report = try await cura.importGuide(try zip(document(), [("pictures/b.png", Self.picture)]))
        #expect(report == GuideImportReport(venues: 2, works: 2, tours: 1, pictures: 1))
        let guide = try await cura.guide()
        #expect(guide.venues.map(\.name) == ["=Gallery, \"B\"", "Archive"] && guide.venues.map(\.works) == [2, 0])
        #expect(guide.tours.map(\.venues) == [[guide.venues[1].id, guide.venues[0].id]])
        let picture = try #require(guide.venues[0].picture)
        #expect(picture.text == "A dot")
        #expect(try await town.guest.picture(picture.id, .small).starts(with: Array("RIFF".utf8)))

        let curator = try await other.client(of: "cura", .curator)
        #expect(try await curator.importGuide(try await cura.exportGuide(.zip)) == report)
        let again = try await curator.guide()
        #expect(again.venues.map(\.name) == guide.venues.map(\.name))
        #expect(again.venues.map(\.location) == guide.venues.map(\.location))
        #expect(again.venues.map(\.state) == guide.venues.map(\.state))
        let works = try await cura.venue(guide.venues[0].id).works,
            copies = try await curator.venue(again.venues[0].id).works
        #expect(copies.map(\.title) == works.map(\.title) && copies.map(\.width) == works.map(\.width))
        #expect(copies.map(\.unit) == works.map(\.unit))
    }

    @Test func `tables and GeoJSON are what others read`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        _ = try await cura.importGuide(try zip(document(), [("pictures/b.png", Self.picture)]))
        let table = String(decoding: try await cura.exportGuide(.csv), as: UTF8.self)
        #expect(
            table == """
                name,address,lat,lon,hours,link,description,works,state,publish_at\r
                "'=Gallery, ""B""\",,60.1701,24.9402,,,,2,published,\r
                Archive,,,,,,,0,draft,\r

                """)
        let json = try JSONSerialization.jsonObject(with: Data(try await cura.exportGuide(.geojson))) as? [String: Any]
        let features = try #require(json?["features"] as? [[String: Any]])
        #expect(features.count == 1 && json?["type"] as? String == "FeatureCollection")
        let geometry = try #require(features[0]["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [24.9402, 60.1701])
    }

    @Test func `a guide with a fault is refused whole, naming it`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var lost = document(), twice = document(), wrong = document(), strange = document()
        lost.tours[0].venues = ["c"]
        twice.venues[1].key = "b"
        wrong.venues[1].venue.link = "javascript:alert(1)"
        strange.version = 9
        let picture = [(name: "pictures/b.png", content: Self.picture)]
        let faults: [[UInt8]] = [
            try zip(document()), try zip(lost, picture), try zip(twice, picture), try zip(wrong, picture),
            try zip(strange, picture), try zip(document(), [("pictures/b.png", Array("<svg>".utf8))]),
            Array("no zip".utf8), try #require(ZipMaking.zip([("other.json", [])])),
            try #require(ZipMaking.zip([("guide.json", Array("{".utf8))])),
        ]
        for fault in faults {
            do {
                _ = try await cura.importGuide(fault)
                Issue.record("this was not refused")
            } catch let error as ErrorBody {
                #expect([.invalidBody, .invalidPicture].contains(error.code), "\(error)")
            }
        }
        let guide = try await cura.guide()
        #expect(guide.venues.isEmpty && guide.tours.isEmpty)
    }
}
