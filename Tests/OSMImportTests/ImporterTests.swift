import Atlas
import Foundation
import OSMImport
import Synchronization
import TestSupport
import Testing

@Suite struct ImporterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func atlas(_ name: String, _ bytes: some Sequence<UInt8>) throws -> [UInt8] {
        let input = try folder.write(name, bytes)
        _ = try Importer().import([input], to: folder.file("out.atlas"))
        return try folder.bytes("out.atlas")
    }

    @Test func `an import writes an atlas that verifies, and reports its input`() throws {
        let input = try folder.write("corner.osm.pbf", HandMade.corner.pbf())
        let report = try Importer().import([input], to: folder.file("corner.atlas"))
        #expect(report.nodes == 7 && report.ways == 3 && report.relations == 2)
        #expect(report.named == ObjectCounts(nodes: 1, ways: 1, relations: 1))
        #expect(report.tagged == ObjectCounts(nodes: 2, ways: 2, relations: 1))
        #expect(report.issues["relation_member_missing"]?.examples.first == "r20")
        let verified = try AtlasVerifier.verify(path: folder.file("corner.atlas"))
        #expect(verified.bytes == report.atlas.bytes)
        #expect(verified.sections.allSatisfy { report.atlas.sections[$0.name] == $0.bytes })
        #expect([verified.info.nodes, verified.info.ways, verified.info.relations] == [7, 3, 2] as [Int64])
        #expect(verified.info.timestamp == 1_700_000_000)
        // More than the atlas, and no more than the addresses.
        #expect(report.peakBytes > report.atlas.bytes && report.peakBytes <= report.addressBytes)
        // Nothing else is left behind.
        #expect(try folder.names() == ["corner.atlas", "corner.osm.pbf"])
    }

    @Test func `the same objects give the same bytes, however they were written`() throws {
        let expected = try atlas("a.osm.pbf", HandMade.corner.pbf())
        #expect(try atlas("a.osm.pbf", HandMade.corner.pbf()) == expected)
        for variant in ReadingTests.Variant.all {
            #expect(try atlas("a.osm", variant.bytes) == expected, "\(variant.testDescription)")
        }
    }

    @Test func `the sample extract gives the same bytes twice`() throws {
        let atlases = try (0..<2).map { _ in
            _ = try Importer().import([SampleExtract.path], to: folder.file("sample.atlas"))
            return try folder.bytes("sample.atlas")
        }
        #expect(atlases[0] == atlases[1])
        #expect(atlases[0].count > 100_000)
    }

    @Test func `an import that fails leaves the old atlas as it was`() throws {
        let good = try atlas("good.osm.pbf", HandMade.corner.pbf())
        let bad = try folder.write("bad.osm.pbf", HandMade.corner.pbf().dropLast(20))
        #expect(throws: ReadError.self) { try Importer().import([bad], to: folder.file("out.atlas")) }
        #expect(try folder.bytes("out.atlas") == good)
        #expect(try folder.names() == ["bad.osm.pbf", "good.osm.pbf", "out.atlas"])
    }

    @Test func `files of a killed import are removed, files of a running import stay`() throws {
        let input = try folder.write("corner.osm.pbf", HandMade.corner.pbf())
        let names = [".out.atlas.1.partial", ".out.atlas.2.partial", ".other.atlas.3.partial", ".out.atlas.4.partial"]
        for name in names {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: folder.write(name, []))
        }
        _ = try folder.write(names[3], [])
        let written = try #require(FileHandle(forUpdatingAtPath: folder.file(names[1])))
        #expect(flock(written.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
        _ = try Importer().import([input], to: folder.file("out.atlas"))
        #expect(try Set(folder.names()) == Set(names[1...] + ["corner.osm.pbf", "out.atlas"]))
        try written.close()
    }

    @Test func `an atlas belongs to the user who imports it, and the superuser's to the owner of its folder`() throws {
        let input = try folder.write("corner.osm.pbf", HandMade.corner.pbf())
        if getuid() == 0 { #expect(chown(folder.path, 65534, 65533) == 0) }
        _ = try Importer().import([input], to: folder.file("out.atlas"))
        let about = try FileManager.default.attributesOfItem(atPath: folder.file("out.atlas"))
        #expect(about[.ownerAccountID] as? UInt32 == (getuid() == 0 ? 65534 : getuid()))
        #expect(getuid() != 0 || about[.groupOwnerAccountID] as? Int == 65533)
    }

    @Test func `the sample extract counts the same when nothing is kept`() throws {
        let read = try OSMReader.read(paths: [SampleExtract.path])
        #expect(try OSMReader.count(path: SampleExtract.path) == read.objects)
    }

    @Test func `an input is never replaced by its own atlas`() throws {
        let input = try folder.write("map.osm.pbf", HandMade.corner.pbf())
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
        for output in [input, link, "\(folder.path)/./map.osm.pbf"] {
            #expect(throws: ReadError.self) { try Importer().import([input], to: output) }
        }
        #expect(try folder.bytes("map.osm.pbf") == HandMade.corner.pbf())
    }

    @Test func `an output that cannot be made is refused before anything is read`() throws {
        for output in [folder.file("no/such/folder.atlas"), folder.path] {
            #expect {
                _ = try Importer().import(["/nowhere.osm.pbf"], to: output)
            } throws: { error in
                error is OutputError && "\(error)".contains(output)
            }
        }
    }

    @Test func `an extract without anything on Earth is refused`() throws {
        let input = try folder.write("empty.osm.pbf", HandMade().pbf())
        #expect(throws: ReadError.self) { try Importer().import([input], to: folder.file("out.atlas")) }
    }

    @Test func `too little memory is an error with both numbers before anything is read`() throws {
        let input = try folder.write("map.osm.pbf", HandMade.corner.pbf())
        var options = ImportOptions()
        options.memory = MemoryBudget(available: 40 << 20)
        let importer = Importer(options)
        #expect {
            _ = try importer.import([input], to: folder.file("out.atlas"))
        } throws: { error in
            "\(error)".contains("needs about") && "\(error)".contains("40 MiB are available")
        }
    }

    @Test func `progress goes through the phases in order and never back`() throws {
        let seen = Mutex<[ImportProgress]>([])
        let importer = Importer { progress in seen.withLock { $0.append(progress) } }
        _ = try importer.import([SampleExtract.path], to: folder.file("out.atlas"))
        let steps = seen.withLock { $0 }
        let phases = steps.map(\.phase).reduce(into: [ImportProgress.Phase]()) { if $0.last != $1 { $0.append($1) } }
        #expect(phases == ImportProgress.Phase.allCases.filter { phases.contains($0) })
        #expect(phases.first == .read && phases.last == .verify)
        #expect(steps.allSatisfy { (0...1).contains($0.fraction) })
        #expect(steps.last(where: { $0.phase == .read })?.fraction ?? 0 > 0.5)
    }

    @Test func `the report is one JSON object with the agreed keys`() throws {
        let input = try folder.write("corner.osm.pbf", HandMade.corner.pbf())
        let json = try Importer().import([input], to: folder.file("corner.atlas")).json()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "addressBytes", "atlas", "issues", "named", "nodes", "peakBytes", "relations", "seconds", "tagged",
                "warnings", "ways",
            ])
        let peak = object["peakBytes"] as? Int ?? 0, addresses = object["addressBytes"] as? Int ?? 0
        #expect(peak > 0 && addresses >= peak)
        #expect((object["atlas"] as? [String: Any])?.keys.sorted() == ["bytes", "sections"])
        #expect((object["named"] as? [String: Int]) == ["nodes": 1, "ways": 1, "relations": 1])
        let issue = (object["issues"] as? [String: [String: Any]])?["relation_member_missing"]
        #expect(issue?.keys.sorted() == ["count", "examples"])
    }

    struct Naming: Sendable, CustomTestStringConvertible {
        let file: String
        let name: String
        var testDescription: String { "\(file) is \(name)" }
    }

    @Test(arguments: [
        Naming(file: "san-jose.osm.pbf", name: "San José"), Naming(file: "SAN_JOSE.osm.bz2", name: "San José"),
        Naming(file: "shire.osm", name: "The Shire"), Naming(file: "map.osm", name: "Bigtown"),
    ])
    func `an atlas has the map's name for its file's place, else that of its largest town`(_ naming: Naming) throws {
        var map = HandMade.corner
        map.node(100, 60.1675, 24.9312, ["place": "town", "name": "Smalltown", "population": "10"])
        map.node(101, 60.1675, 24.9312, ["place": "town", "name": "Bigtown", "population": "1000"])
        map.node(102, 60.1675, 24.9312, ["place": "hamlet", "name": "San José", "population": "5000000"])
        map.node(103, 0, 0, ["place": "city", "name": "Elsewhere"])
        map.relation(30, [], ["boundary": "administrative", "name": "The Shire", "name:en": "Shire"])
        let input = try folder.write(naming.file, map.pbf())
        _ = try Importer().import([input], to: folder.file("out.atlas"))
        #expect(try AtlasVerifier.verify(path: folder.file("out.atlas")).info.name == naming.name)
    }

    @Test func `without a town an atlas is called like its file`() throws {
        let input = try folder.write("my.place.osm.pbf", HandMade.corner.pbf())
        _ = try Importer().import([input], to: folder.file("out.atlas"))
        #expect(try AtlasVerifier.verify(path: folder.file("out.atlas")).info.name == "my.place")
    }
}
