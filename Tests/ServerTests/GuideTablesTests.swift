import Community
import Foundation
import HereaboutsAPI
import Server
import Stores
import TestSupport
import Testing

@Suite struct GuideTablesTests {
    /// Venues with everything that a table can say, and what spreadsheets and quotes make hard.
    private static let venues = [
        VenueFields(
            name: "=Gallery, \"B\"", address: "Street 1; door 2",
            location: GuideLocation(lat: 60.1701, lon: -24.9402001),
            description: "One,\ntwo.\nThree \"four\"", hours: "Mo-Fr 10:00-18:00", link: "https://example.org/?a=b,c",
            state: .published, publishAt: "2126-01-02T03:04:05.000Z"),
        VenueFields(name: "'=quoted", location: GuideLocation(lat: -90, lon: 180)),
        VenueFields(name: "''-5", address: "-5"), VenueFields(name: "-5", description: "@all", state: .published),
        VenueFields(name: "Ääni 🎨", address: "'", hours: "24/7"),
        VenueFields(name: "Lines", address: "\"\u{301}", description: "a\nb"),
        VenueFields(name: "=\u{338}", hours: ",\u{301}"),
    ]

    private func town(with venues: [VenueFields]) async throws -> (town: Town, client: HereaboutsClient) {
        let town = try Town(), client = try await town.client(of: "cura", .curator)
        for venue in venues { _ = try await client.add(venue) }
        return (town, client)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// GeoJSON without the ids that each server gives anew.
    private func features(_ bytes: [UInt8]) throws -> NSArray {
        let collection = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try #require(collection["features"] as? [[String: Any]]).map { feature in
            feature.filter { $0.key != "id" }
        } as NSArray
    }

    @Test func `an exported table is imported unchanged, any number of times`() async throws {
        let (_, first) = try await town(with: Self.venues), (_, other) = try await town(with: [])
        let table = try await first.exportGuide(.csv)
        #expect(try await other.importGuide(table).venues == Self.venues.count)
        #expect(text(try await other.exportGuide(.csv)) == text(table))
        #expect(try await other.importGuide(table).venues == 0)
        #expect(try await first.importGuide(table).venues == 0)
        #expect(text(try await other.exportGuide(.csv)) == text(table))
    }

    @Test func `exported GeoJSON is imported unchanged, any number of times`() async throws {
        let (_, first) = try await town(with: Self.venues), (_, other) = try await town(with: [])
        let json = try await first.exportGuide(.geojson)
        #expect(try features(json).count == Self.venues.count)
        // A venue without a location has the geometry null (RFC 7946 §3.2).
        let located = Self.venues.count { $0.location != nil }
        #expect(text(json).components(separatedBy: #""geometry":null"#).count - 1 == Self.venues.count - located)
        #expect(located < Self.venues.count)
        #expect(try await other.importGuide(json).venues == Self.venues.count)
        #expect(try features(try await other.exportGuide(.geojson)) == features(json))
        #expect(try await other.importGuide(json).venues == 0)
        // The table says the same of them.
        #expect(try await other.importGuide(try await first.exportGuide(.csv)).venues == 0)
    }

    @Test(arguments: [
        "name,lat,lon\nA,60.5,24\nB,,\n", "\u{FEFF}Name;LAT;lon\r\n\"A\";60.5;24\r\nB",
        "name\tlat\tlon\rA\t60.5\t24\r\rB\r",
        "lon,name,works,lat\n24,A,7,60.5\n\n,B,,\n,,,\n", "Name,Latitude,Longitude\nA,60.5,24\nB,,\n",
        "NAME;LATITUDE;LNG\nA;60,5;24,0\nB\n", "name,lat,long\nA,\"60,5\",24\nB\n",
    ])
    func `tables of other programs are read, also with missing columns`(table: String) async throws {
        let (_, client) = try await town(with: [])
        #expect(try await client.importGuide(Array(table.utf8)).venues == 2)
        let venues = try await client.guide().venues
        #expect(venues.map(\.name) == ["A", "B"] && venues.map(\.state) == [.draft, .draft])
        #expect(venues.map(\.location) == [GuideLocation(lat: 60.5, lon: 24), nil])
    }

    @Test func `lines within a cell may end as on Windows`() async throws {
        let (_, client) = try await town(with: [])
        _ = try await client.importGuide(Array("name,description\r\nA,\"one\r\ntwo\"\r\n".utf8))
        #expect(try await client.guide().venues.map(\.description) == ["one\ntwo"])
    }

    @Test func `only new entries of a file are added, behind the existing entries`() async throws {
        let (_, client) = try await town(with: [VenueFields(name: "B"), VenueFields(name: "C", state: .published)])
        let report = try await client.importGuide(Array("name,state\nA,\nB,draft\nC,draft\nA,\n".utf8))
        #expect(report.venues == 2)
        #expect(try await client.guide().venues.map(\.name) == ["B", "C", "A", "C"])
    }

    @Test func `a hundred faults are named, and all are counted`() async throws {
        let (_, client) = try await town(with: [])
        let rows = (0..<150).map { "\($0),91,24" }.joined(separator: "\n")
        let report = try await client.importGuide(Array("name,lat,lon\nA,60,24\n\(rows)".utf8))
        #expect(report.venues == 1 && report.refusedCount == 150 && report.refused?.count == 100)
        let good = try await client.importGuide(Array("name\nB".utf8))
        #expect(good.venues == 1 && good.refusedCount == nil && good.refused == nil)
    }

    private struct Wrong: Sendable, CustomTestStringConvertible {
        let file: String
        let told: [String]
        var testDescription: String { told[0] }
    }

    @Test(arguments: [
        Wrong(file: "", told: ["the file holds no venues"]),
        Wrong(file: "name,lat,lon\n", told: ["the file holds no venues"]),
        Wrong(file: "no zip", told: ["row 1 has an unknown or repeated column", "'no zip'", "publish_at"]),
        Wrong(file: "name,lat,latitude\nA,1,2", told: ["row 1 has an unknown or repeated column"]),
        Wrong(file: "name;lat;lon\nB;60,1,2;24", told: ["row 2, column lat is not a number of degrees up to 90"]),
        Wrong(file: "name,name\nA,B", told: ["row 1 has an unknown or repeated column"]),
        Wrong(file: "address\nA", told: ["row 1 has no column name"]),
        Wrong(file: "name,lat,lon\nB,91,24", told: ["row 2, column lat is not a number of degrees up to 90"]),
        Wrong(file: "name,lat,lon\nB,60,nan", told: ["row 2, column lon is not a number of degrees up to 180"]),
        Wrong(file: "name,lat,lon\nB,60,", told: ["row 2, column lon is empty, but lat is not"]),
        Wrong(file: "name,lat,lon\nB,,24", told: ["row 2, column lat is empty, but lon is not"]),
        Wrong(file: "name,state\n\nB,gone", told: ["row 3, column state is neither draft nor published"]),
        Wrong(file: "name,publish_at\nB,soon", told: ["row 2, column publish_at is not a time"]),
        Wrong(file: "name,publish_at\nB,1969-12-31T23:59:59Z", told: ["row 2, column publish_at is not a time"]),
        Wrong(file: "name,publish_at\nB,2026-12-31T12:00:00Z or so", told: ["row 2, column publish_at is not a time"]),
        Wrong(
            file: "name,link\nA,javascript:alert(1)\n,https://a.example",
            told: ["row 2, column link must be a web address", "; row 3, column name is empty; nothing was added"]),
        Wrong(file: "name\nA,B", told: ["row 2 has more cells than there are columns"]),
        Wrong(file: "name\n\"B\nC", told: ["row 2 has a quote that is never closed"]),
        Wrong(file: "name\n\"B\"C", told: ["row 2 has text behind a closing quote"]),
        Wrong(
            file: "name,state\n" + String(repeating: "A,x\n", count: 7), told: ["row 6, column state", "and 2 more"]),
        Wrong(file: "{", told: ["the file is not GeoJSON"]),
        Wrong(file: #"{"type": "Feature", "features": []}"#, told: ["the file is not GeoJSON"]),
        Wrong(file: #"{"type": "FeatureCollection", "features": []}"#, told: ["the file holds no venues"]),
        Wrong(
            file:
                #"{"type": "FeatureCollection", "features": [{"properties": {"nam": "A"}}, {"properties": {"nam": "B"}}, 7, {"properties": {"name": "C", "link": 3}}]}"#,
            told: ["feature 2, name is missing", "; feature 3 is missing or of another type", "; feature 4, link is"]),
        Wrong(
            file:
                #"{"type": "FeatureCollection", "features": [{"geometry": null}, {"properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": ["24", 60]}}]}"#,
            told: ["feature 1, properties is missing", "; feature 2, coordinates is missing or of another type"]),
        Wrong(
            file:
                #"{"type": "FeatureCollection", "features": [{"properties": {"name": "A"}, "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}}]}"#,
            told: ["feature 1, geometry is not a point"]),
        Wrong(
            file:
                #"{"type": "FeatureCollection", "features": [{"properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [24, 91]}}]}"#,
            told: ["feature 1, geometry is not on Earth"]),
    ])
    private func `a file without a good venue is refused, naming where its faults are`(wrong: Wrong) async throws {
        let (_, client) = try await town(with: [])
        do {
            _ = try await client.importGuide(Array(wrong.file.utf8))
            Issue.record("this was not refused")
        } catch let error as ErrorBody {
            #expect(error.code == .invalidBody)
            for words in wrong.told { #expect(error.message.contains(words), "\(error.message)") }
        }
        #expect(try await client.guide().venues.isEmpty)
    }

    private struct Mixed: Sendable, CustomTestStringConvertible {
        let file: String
        let names: [String]
        let refused: [String]
        var testDescription: String { refused[0] }
    }

    @Test(arguments: [
        Mixed(file: "name,lat,lon\nA,60,24\nB,91,24\nC,60,24\n", names: ["A", "C"], refused: ["row 3, column lat"]),
        Mixed(
            file: "name,link\nA,javascript:alert(1)\n,https://a.example\nC,https://a.example", names: ["C"],
            refused: ["row 2, column link", "row 3, column name"]),
        Mixed(file: "name\nA\nB,C\nD", names: ["A", "D"], refused: ["row 3"]),
        Mixed(file: "name\nA\nB\n\"C\nD", names: ["A", "B"], refused: ["row 4"]),
        Mixed(
            file:
                #"{"type": "FeatureCollection", "features": [{"properties": {"name": "A"}}, 7, {"properties": {"name": "B"}, "geometry": {"type": "Point", "coordinates": [24, 91]}}, {"properties": {"name": "C"}, "geometry": null}]}"#,
            names: ["A", "C"], refused: ["feature 2", "feature 3, geometry"]),
    ])
    private func `a bad row or feature costs only itself, and is named, in every encoding`(mixed: Mixed) async throws {
        for encoding in [String.Encoding.utf8, .utf16, .utf16BigEndian, .utf16LittleEndian] {
            let (_, client) = try await town(with: [])
            let file = Array(try #require(mixed.file.data(using: encoding)))
            let report = try await client.importGuide(file)
            #expect(report.venues == mixed.names.count && report.refused?.map(\.place) == mixed.refused)
            #expect(report.refused?.allSatisfy { !$0.reason.isEmpty } == true)
            #expect(try await client.guide().venues.map(\.name) == mixed.names)
            #expect(try await client.importGuide(file).venues == 0)
        }
    }

    @Test func `bytes that are not text, and files that are too large, are refused`() async throws {
        let (_, client) = try await town(with: [])
        let rows = "name\n" + (0...10_000).map { "v\($0)\n" }.joined()
        let features = Array(repeating: #"{"properties": {"name": "A"}}"#, count: 10_001).joined(separator: ",")
        let json = #"{"type": "FeatureCollection", "features": [\#(features)]}"#
        let files: [[UInt8]] = [
            [0x6e, 0x61, 0xff, 0xfe], Array(rows.utf8), Array(json.utf8), [UInt8](repeating: 0x2c, count: 17 << 20),
            Array(String(repeating: "a\n", count: 8 << 20).utf8),
        ]
        for file in files {
            do {
                _ = try await client.importGuide(file)
                Issue.record("this was not refused")
            } catch let error as ErrorBody {
                #expect([.invalidBody, .bodyTooLarge].contains(error.code))
            }
        }
        #expect(try await client.guide().venues.isEmpty)
    }

    @Test func `a truncated table is read up to the cut, truncated GeoJSON is refused`() async throws {
        let (_, client) = try await town(with: Self.venues), (_, other) = try await town(with: [])
        var count = 0
        for form in [GuideFileForm.csv, .geojson] {
            let whole = try await client.exportGuide(form)
            for end in whole.indices {
                count += (try? await other.importGuide(Array(whole[..<end])).venues) ?? 0
                #expect(try await other.guide().venues.count == count)
            }
        }
        #expect(count > Self.venues.count)
    }

    @Test func `cells follow RFC 4180`() {
        #expect(
            TableRows("a,\"b\"\"c\nd\",\r\ne,,f").rows.map(\.cells) == [["a", "b\"c\nd", ""], ["e", "", "f"]])
        #expect(TableRows("a;b\n\"c,d\";e").rows.map(\.cells) == [["a", "b"], ["c,d", "e"]])
        #expect(TableRows("1,5;2,5\n3;4").rows.map(\.cells) == [["1,5", "2,5"], ["3", "4"]])
        #expect(TableRows("1,5\n3,4").rows.map(\.cells) == [["1", "5"], ["3", "4"]])
        #expect(TableRows("1,a;b").rows.map(\.cells) == [["1", "a;b"]])
        #expect(TableRows("1,;b").rows.map(\.cells) == [["1", ";b"]])
        #expect(TableRows("a\n\n\nb").rows.map(\.number) == [1, 4])
        let open = TableRows("a\n\"")
        #expect(open.fault == TableRows.Fault(row: 2, reason: "has a quote that is never closed"))
        #expect(open.rows.map(\.cells) == [["a"]])
    }

    @Test func `no more of a table is read than may be imported`() {
        #expect(TableRows("a\n\nb\nc\n\"", upTo: 2).rows.map(\.cells) == [["a"], ["b"]])
        let most = String(repeating: ",", count: TableRows.maximumCells - 1)
        #expect(TableRows("a" + most).rows[0].cells.count == TableRows.maximumCells)
        #expect(TableRows("a\n," + most).fault == TableRows.Fault(row: 2, reason: "has more than 256 cells"))
    }

    @Test func `a table that is sent twice at once is imported once`() async throws {
        // A store that answers in its own time: looking and adding are not one step.
        let folder = try TemporaryFolder()
        let town = try Town(store: try SQLiteStore(path: folder.file("community.sqlite")))
        let client = try await town.client(of: "cura", .curator)
        let table = Array(("name\n" + (0..<2000).map { "v\($0)\n" }.joined()).utf8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try await client.importGuide(table)
                    } catch let error as ErrorBody where error.code == .unavailable {}
                }
            }
            try await group.waitForAll()
        }
        let ids = try await client.guide().venues.map(\.id)
        #expect(ids.count == 2000)
        // As many can be put in order.
        try await client.orderGuide(ids.reversed())
        #expect(try await client.guide().venues.map(\.id) == ids.reversed())
    }
}
