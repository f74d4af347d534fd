import Archives
import Community
import Foundation
import HereaboutsAPI
import Logging
import Pictures
import Server
import TestSupport
import Testing

@Suite struct GuideTransferTests {
    private static let picture = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!)

    private func zip(_ document: GuideDocument, _ pictures: [(name: String, content: [UInt8])] = []) throws -> [UInt8] {
        ZipWriter.zip([("guide.json", [UInt8](try JSONEncoder().encode(document)))] + pictures)
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

    @Test func `an exported guide is imported unchanged`() async throws {
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
        #expect(works.map(\.title) == ["One", "Two"] && works.map(\.width) == [24, nil])
        #expect(works.map(\.unit) == [.inches, .centimetres] && works.map(\.state) == [.published, .draft])
        #expect(copies.map(\.title) == works.map(\.title) && copies.map(\.width) == works.map(\.width))
        #expect(copies.map(\.unit) == works.map(\.unit) && copies.map(\.state) == works.map(\.state))
        #expect(again.tours.map(\.venues) == [[again.venues[1].id, again.venues[0].id]])
        #expect(again.venues[0].picture?.text == "A dot")
    }

    @Test func `an exported building is imported with its pictures and floor plans`() async throws {
        let town = try Town(), other = try Town()
        let cura = try await town.client(of: "cura", .curator), curator = try await other.client(of: "cura", .curator)
        var whole = document()
        let plan = FloorPlanFields(
            picture: PictureChoice(id: "pictures/plan.png", text: "Ground"), level: -1.5,
            center: GuideLocation(lat: 60.17, lon: 24.94), width: 40, rotation: 90, opacity: 0.5)
        whole.venues[0].venue.detail = VenueDetailFields(
            pictures: [VenuePictureFields(kind: .exterior, picture: PictureChoice(id: "pictures/b.png"))],
            plans: [plan],
            entrances: [HereaboutsAPI.Entrance(location: GuideLocation(lat: 60.17, lon: 24.94), stepFree: .no)])
        let report = try await cura.importGuide(
            try zip(whole, [("pictures/b.png", Self.picture), ("pictures/plan.png", Self.picture)]))
        #expect(report.pictures == 2)
        #expect(try await curator.importGuide(try await cura.exportGuide(.zip)) == report)
        let detail = try #require(try await curator.guide().venues[0].detail)
        #expect(detail.pictures.map(\.kind) == [.exterior] && detail.plans.map(\.level) == [-1.5])
        #expect(detail.plans.map(\.rotation) == [90] && detail.plans.map(\.picture.text) == ["Ground"])
        #expect(detail.entrances.map(\.stepFree) == [.no])
        #expect(try await other.guest.picture(detail.plans[0].picture.id, .small).starts(with: Array("RIFF".utf8)))

        // GeoJSON holds no pictures, but the rest of the building.
        let third = try await Town().client(of: "cura", .curator)
        _ = try await third.importGuide(try await cura.exportGuide(.geojson))
        let plain = try #require(try await third.guide().venues[0].detail)
        #expect(plain.plans.isEmpty && plain.pictures.isEmpty && plain.entrances == detail.entrances)

        // A missing file is named by its place.
        await #expect(throws: ErrorBody.self) { _ = try await third.importGuide(try zip(whole, [])) }
    }

    @Test func `existing entries are not imported again, new entries join the guide`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        _ = try await cura.importGuide(try zip(document(), [("pictures/b.png", Self.picture)]))
        let before = try await cura.guide()
        #expect(try await cura.importGuide(try await cura.exportGuide(.zip)).repeated == true)
        #expect(try await cura.guide() == before)

        var grown = document()
        grown.venues[0].works.append(WorkFields(title: "Three"))
        grown.venues.insert(
            .init(key: "c", venue: VenueFields(name: "Cellar"), works: [WorkFields(title: "Four")]), at: 0)
        grown.tours.append(TourFields(name: "Way down", venues: ["b", "c"]))
        let report = try await cura.importGuide(try zip(grown, [("pictures/b.png", Self.picture)]))
        #expect(report == GuideImportReport(venues: 1, works: 2, tours: 1, pictures: 0))
        let after = try await cura.guide()
        #expect(after.venues.map(\.name) == ["=Gallery, \"B\"", "Archive", "Cellar"])
        #expect(after.venues.map(\.id).starts(with: before.venues.map(\.id)) && after.venues.map(\.works) == [3, 0, 1])
        #expect(after.tours.map(\.name) == ["Walk", "Way down"])
        #expect(after.tours[1].venues == [after.venues[0].id, after.venues[2].id])
        #expect(try await cura.venue(after.venues[0].id).works.map(\.title) == ["One", "Two", "Three"])
        #expect(try await cura.importGuide(try zip(grown, [("pictures/b.png", Self.picture)])).repeated == true)
    }

    @Test func `other programs can read the tables and the GeoJSON`() async throws {
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
        #expect(features.count == 2 && json?["type"] as? String == "FeatureCollection")
        // The archive has no location (RFC 7946 §3.2).
        #expect(features[1]["geometry"] is NSNull)
        let geometry = try #require(features[0]["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [24.9402, 60.1701])
    }

    /// A fault of a document, and its error message.
    struct Fault: CustomTestStringConvertible {
        let field: String?
        let told: String
        let make: @Sendable (inout GuideDocument) -> Void

        init(_ field: String?, _ told: String, _ make: @escaping @Sendable (inout GuideDocument) -> Void) {
            self.field = field
            self.told = told
            self.make = make
        }

        var testDescription: String { field ?? told }
    }

    private static let faults = [
        Fault("tours[0].venues[1]", "no venue of this guide has this key") { $0.tours[0].venues = ["a", "c"] },
        Fault("tours[0].venues", "must be 1 to 200 different venues") { $0.tours[0].venues = ["a", "a"] },
        Fault("tours[0].name", "is empty") { $0.tours[0].name = " " },
        Fault("venues[1].key", "another venue has this key, too") { $0.venues[1].key = "b" },
        Fault("venues[1].venue.link", "must be a web address that begins with http:// or https://") {
            $0.venues[1].venue.link = "javascript:alert(1)"
        },
        Fault("venues[1].venue.location", "is not on Earth") {
            $0.venues[1].venue.location = GuideLocation(lat: 91, lon: 0)
        },
        Fault("venues[0].works[1].year", "is not a possible year for a work") { $0.venues[0].works[1].year = 99_999 },
        Fault("venues[0].works[0].width", "must be above 0 and at most 1000000") { $0.venues[0].works[0].width = -1 },
        Fault("venues[0].works[1].publish_at", "is not a time such as 2026-12-31T12:00:00Z") {
            $0.venues[0].works[1].publishAt = "soon"
        },
        Fault("format", "") { $0.version = 9 },
        Fault("works", "") { document in
            document.venues[1].works = Array(repeating: WorkFields(title: "One"), count: 10_001)
        },
        Fault("tours", "") { document in
            document.tours = Array(repeating: document.tours[0], count: 10_001)
        },
    ]

    private func refusal(_ file: [UInt8], by curator: HereaboutsClient) async -> ErrorBody? {
        do {
            _ = try await curator.importGuide(file)
            return nil
        } catch { return error as? ErrorBody }
    }

    @Test(arguments: faults)
    func `a guide with a fault is refused whole, naming the place of the fault`(fault: Fault) async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var wrong = document()
        fault.make(&wrong)
        let error = try #require(await refusal(try zip(wrong, [("pictures/b.png", Self.picture)]), by: cura))
        #expect(error.code == .invalidBody && error.field == fault.field)
        if !fault.told.isEmpty { #expect(error.message == "\(fault.field ?? ""): \(fault.told)") }
        let guide = try await cura.guide()
        #expect(guide.venues.isEmpty && guide.tours.isEmpty)
        #expect(try town.folder.names().contains("pictures"))
        // Its pictures were not even looked at.
        #expect(try FileManager.default.contentsOfDirectory(atPath: town.folder.file("pictures")).isEmpty)
    }

    @Test func `a member of the wrong type is named by its place`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let json =
            #"{"format":"hereabouts-guide","version":1,"tours":[],"venues":[{"key":"a","venue":{"name":"A","state":"draft"},"works":[{"title":"T","state":"draft","year":"old"}]}]}"#
        let error = try #require(await refusal(ZipWriter.zip([("guide.json", Array(json.utf8))]), by: cura))
        #expect(
            error
                == ErrorBody(
                    .invalidBody, "venues[0].works[0].year has the wrong type",
                    field: "venues[0].works[0].year"))
        for (file, message) in [
            (Array("PK\u{3}\u{4} no zip".utf8), "the file is not a zip file, or it is damaged"),
            (
                ZipWriter.zip([("other.json", [])]),
                "the archive holds no guide.json, or one that is damaged or too large"
            ),
            (
                // A thousand to one.
                ZipWriter.zip([("guide.json", [UInt8](repeating: 0x20, count: (16 << 20) + 1))]),
                "the archive holds no guide.json, or one that is damaged or too large"
            ),
            (ZipWriter.zip([("guide.json", Array("{".utf8))]), "guide.json is not a JSON object"),
        ] {
            #expect(await refusal(file, by: cura) == ErrorBody(.invalidBody, message))
        }
    }

    @Test(arguments: [
        "../secret.txt", "/etc/hostname", "..\\secret.txt", "C:\\secret", "pictures/../../secret.txt",
        "pictures/b.png\0", "",
        String(repeating: "n", count: 70_000), "http://example.org/a.png", "file:///etc/hostname",
    ])
    func `a picture is only looked for in the archive`(name: String) async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var strange = document()
        strange.venues[0].venue.picture = PictureChoice(id: name)
        let before = try FileManager.default.subpathsOfDirectory(atPath: town.folder.path)
        let error = try #require(await refusal(try zip(strange, [("pictures/b.png", Self.picture)]), by: cura))
        #expect(error.code == .invalidBody && error.field == "venues[0].venue.picture")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: town.folder.path) == before)
    }

    @Test func `a name that leads elsewhere is kept under an id of the server's`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        var strange = document()
        strange.venues[0].venue.picture = PictureChoice(id: "../../up.webp")
        _ = try await cura.importGuide(
            try zip(strange, [("../../up.webp", Self.picture), ("../../unnamed", Self.picture)]))
        let files = try FileManager.default.subpathsOfDirectory(atPath: town.folder.path).filter {
            $0.hasSuffix(".webp")
        }
        let picture = try #require(try await cura.guide().venues[0].picture)
        #expect(files == ["pictures/\(picture.id.suffix(2))/\(picture.id)-small.webp"])
    }

    @Test func `an invalid picture is named by its place`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        for file in [Array("<svg>".utf8), Array("/etc/passwd".utf8), []] {
            let error = try #require(await refusal(try zip(document(), [("pictures/b.png", file)]), by: cura))
            #expect(error.code == .invalidPicture && error.field == "venues[0].venue.picture")
            #expect(error.message.hasPrefix("venues[0].venue.picture: this is neither JPEG, PNG nor WebP"))
        }
        let large = [UInt8](repeating: 0, count: PictureLimits.bytes + 1)
        let error = try #require(await refusal(try zip(document(), [("pictures/b.png", large)]), by: cura))
        #expect(error.code == .invalidBody && error.field == "venues[0].venue.picture")
        #expect(try await cura.guide().venues.isEmpty)
    }

    @Test func `the same guide is imported once, until all of it is deleted`() async throws {
        let town = try Town()
        let cura = try await town.client(of: "cura", .curator)
        let file = try zip(document(), [("pictures/b.png", Self.picture)])
        let report = try await cura.importGuide(file)
        #expect(report == GuideImportReport(venues: 2, works: 2, tours: 1, pictures: 1))
        let guide = try await cura.guide(), history = try await cura.guideHistory()
        func pictures() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: town.folder.file("pictures"))
        }
        let files = try pictures()
        let again = try await cura.importGuide(file)
        #expect(again == GuideImportReport(venues: 0, works: 0, tours: 0, pictures: 0, repeated: true))
        #expect(try await cura.guide() == guide)
        #expect(try await cura.guideHistory() == history)
        #expect(try pictures() == files)
        // Packed otherwise, or with another picture, it is the same; with another word it is not.
        let other = try zip(document(), [("pictures/b.png", Self.picture + [0]), ("more", [1])])
        #expect(
            try await cura.importGuide(try zip(document(), [("more", [1]), ("pictures/b.png", Self.picture)])) == again)
        #expect(try await cura.importGuide(other) == again)
        var changed = document()
        changed.venues[1].venue.name = "Archives"
        #expect(
            try await cura.importGuide(try zip(changed, [("pictures/b.png", Self.picture)]))
                == GuideImportReport(venues: 1, works: 0, tours: 1, pictures: 0))
        // A part that is left keeps it from coming in; nothing left does not.
        for tour in try await cura.guide().tours { try await cura.deleteTour(tour.id) }
        try await cura.deleteVenue(guide.venues[0].id)
        #expect(try await cura.importGuide(file) == again)
        try await cura.deleteVenue(guide.venues[1].id)
        #expect(try await cura.importGuide(file) == report)
        #expect(try await cura.importGuide(file) == again)
        #expect(try await cura.guide().venues.map(\.name) == ["Archives", "=Gallery, \"B\"", "Archive"])
    }

    @Test func `two exports run at once, and a third client must come again`() async throws {
        let folder = try TemporaryFolder()
        let transfer = GuideTransfer(
            store: MemoryStore(),
            pictures: PictureStorage(
                folder: try PictureFolder(path: folder.file("pictures")), maker: DirectPictureMaker()),
            logger: Logger(label: "test"))
        _ = try await transfer.add(json: [UInt8](try JSONEncoder().encode(document())), by: .commandLine) { _ in
            Self.picture
        }
        var first: GuideArchive? = try await transfer.archive()
        let second = try await transfer.archive()
        let refusal = await #expect(throws: ErrorBody.self) { _ = try await transfer.archive() }
        #expect(refusal?.code == .unavailable)
        withExtendedLifetime(first) {}
        first = nil
        var third = try await transfer.archive()
        withExtendedLifetime(second) {}
        var pieces: [[UInt8]] = []
        while let piece = try await third.next() { pieces.append(piece) }
        // The document, one picture and the end: no piece holds all.
        #expect(pieces.count == 3)
        let archive = try #require(ZipArchive(Array(pieces.joined())))
        let json = try #require(archive.content(of: "guide.json", upTo: 1 << 20))
        let document = try JSONDecoder().decode(GuideDocument.self, from: Data(json))
        let name = try #require(document.venues[0].venue.picture?.id)
        #expect(archive.content(of: name, upTo: 1 << 20)?.starts(with: Array("RIFF".utf8)) == true)
    }
}
