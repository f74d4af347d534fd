import Glibc
import OSMImport
import TestSupport
import Testing

/// Change files and extracts that cannot be used: the error says why and the kept extract stays.
@Suite struct UpdateRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let changes: [UInt8]
        /// The required text of the error.
        let words: [String]

        init(_ name: String, _ changes: [UInt8], _ words: [String]) {
            (testDescription, self.changes, self.words) = (name, changes, words)
        }

        /// A change file that modifies `object`.
        init(_ name: String, modifying object: String, _ words: [String]) {
            self.init(name, [UInt8]("<osmChange>\n<modify>\n\(object)</modify></osmChange>".utf8), words)
        }

        init(_ name: String, text: String, _ words: [String]) { self.init(name, [UInt8](text.utf8), words) }
    }

    static let refusals = [
        Refusal("an extract", text: "<osm/>", ["line 1", "'osm'", "osmChange", "123.osc.gz"]),
        Refusal("a web page", text: "<html><body>Rate limited</body></html>", ["'html'"]),
        Refusal("no XML", text: "404 not found", ["no OSM change file"]),
        Refusal("nothing", text: "", ["empty"]),
        Refusal("a PBF file", HandMade.corner.pbf(), ["no OSM change file"]),
        Refusal("an unknown action", text: "<osmChange>\n<replace/></osmChange>", ["line 2", "'replace'", "delete"]),
        Refusal("an unknown object", modifying: "<area id='1' version='1'/>", ["line 3", "'area'"]),
        Refusal("no id", modifying: "<way version='1'/>", ["line 3", "'id'"]),
        Refusal("no version", modifying: "<way id='7'/>", ["way 7", "'version'"]),
        Refusal("version 0", modifying: "<way id='7' version='0'/>", ["way 7", "version='0'"]),
        Refusal("a negative id", modifying: "<way id='-7' version='1'/>", ["line 3", "id='-7'"]),
        Refusal("id 0", modifying: "<way id='0' version='1'/>", ["id='0'"]),
        Refusal("an id beyond 2⁵³", modifying: "<way id='9007199254740993' version='1'/>", ["id='9007199254740993'"]),
        Refusal("an id that is none", modifying: "<way id='1e3' version='1'/>", ["id='1e3'"]),
        Refusal("a negative ref", modifying: "<way id='7' version='1'>\n<nd ref='-1'/></way>", ["line 4", "ref='-1'"]),
        Refusal("no ref", modifying: "<way id='7' version='1'><nd/></way>", ["way 7", "'ref'"]),
        Refusal(
            "a member of no kind",
            modifying: "<relation id='7' version='1'><member type='area' ref='1'/></relation>", ["type='area'"]),
        Refusal("no place", modifying: "<node id='7' version='1'/>", ["node 7", "'lat'"]),
        Refusal("a place off the Earth", modifying: "<node id='7' version='1' lat='91' lon='0'/>", ["lat='91'"]),
        Refusal("a far place", modifying: "<node id='7' version='1' lat='0' lon='180.1'/>", ["lon='180.1'"]),
        Refusal(
            "a time of no form", modifying: "<way id='7' version='1' timestamp='yesterday'/>",
            ["timestamp='yesterday'"]),
        Refusal("a tag without value", modifying: "<way id='7' version='1'><tag k='a'/></way>", ["'k or v'"]),
        Refusal("an end too early", text: "<osmChange><modify>", ["not well-formed", "line 1"]),
        Refusal(
            "growing entities",
            text: "<!DOCTYPE osmChange [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><osmChange>&b;</osmChange>",
            ["document type"]),
        Refusal(
            "deep nesting", text: "<osmChange><modify>" + String(repeating: "<way id='1' version='1'>", count: 40),
            ["nested more deeply"]),
        Refusal(
            "an endless attribute", modifying: "<way id='7' version='1' x='" + String(repeating: " ", count: 10 << 20),
            ["longer than 8388608 bytes"]),
        Refusal(
            "an object without end",
            modifying: "<way id='7' version='1'>" + String(repeating: "<nd ref='1'/>", count: 1_700_000) + "</way>",
            ["way 7", "more parts"]),
        Refusal(
            "a gzip stream that ends early",
            StoredPacking.gzip([UInt8]("<osmChange><modify/></osmChange>".utf8)).dropLast(9), ["at byte", "damaged"]),
        Refusal("an empty gzip stream", [0x1f, 0x8b], ["damaged"]),
    ]

    @Test(arguments: refusals)
    func `a change file is refused with a reason, and the extract stays`(_ refusal: Refusal) throws {
        let kept = try UpdateTests.Kept(UpdateTests.corner.pbf())
        let good = try kept.folder.write(
            "1.osc", UpdateTests.Kept.file("<delete><node id='3' version='9'/></delete>").utf8)
        let bad = try kept.folder.write("2.osc", refusal.changes)
        let error = #expect(throws: (any Error).self) {
            try ExtractUpdater(memory: .unlimited).update(kept.path, with: [good, bad], to: kept.path)
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix(bad))
        for word in refusal.words { #expect(text.contains(word), "\(text)") }
        #expect(try kept.folder.names() == ["1.osc", "2.osc", "place.osm.pbf"])
        #expect(try kept.folder.bytes("place.osm.pbf") == UpdateTests.corner.pbf())
    }

    private func failure(_ extract: [UInt8], cut: CutRule = .smart) throws -> String {
        let kept = try UpdateTests.Kept(extract)
        let error = #expect(throws: ReadError.self) { try kept.update([""], cut: cut) }
        #expect(try kept.folder.bytes("place.osm.pbf") == extract)
        return error?.description ?? ""
    }

    @Test func `an extract must be sorted PBF with all nodes and a box`() throws {
        #expect(try failure([UInt8](UpdateTests.corner.xml().utf8)).contains("osmium sort"))
        var map = UpdateTests.corner
        map.node(2, 60.165, 24.937)
        #expect(try failure(map.pbf()).contains("node 2 comes after node 3"))
        map = UpdateTests.corner
        map.way(-5, [1, 2])
        #expect(try failure(map.pbf()).contains("way -5"))
        var encoding = HandMade.Encoding()
        encoding.hasLocationsOnWays = true
        #expect(try failure(UpdateTests.corner.pbf(encoding)).contains("add-locations-to-ways"))
        map = UpdateTests.corner
        map.statedBounds = nil
        #expect(try failure(map.pbf()).contains("--within"))
        try UpdateTests.Kept(map.pbf()).update([""], cut: .none)
    }

    @Test func `no file is written that is also read`() throws {
        let kept = try UpdateTests.Kept(UpdateTests.corner.pbf())
        let change = try kept.folder.write("1.osc", UpdateTests.Kept.file("").utf8)
        func failure(output: String, atlas: String?) -> String {
            let target = atlas.map { ExtractUpdater.AtlasTarget(path: $0, options: ImportOptions()) }
            let error = #expect(throws: ReadError.self) {
                try ExtractUpdater(memory: .unlimited).update(kept.path, with: [change], to: output, atlas: target)
            }
            return error?.description ?? ""
        }
        #expect(failure(output: change, atlas: nil).contains("also the output"))
        #expect(failure(output: kept.path, atlas: kept.path).contains("also the output"))
        #expect(failure(output: kept.path, atlas: change).contains("also the output"))
        let new = kept.folder.file("new")
        #expect(failure(output: new, atlas: new).contains("both"))
        #expect(try kept.folder.names() == ["1.osc", "place.osm.pbf"])
    }

    @Test func `two updates of an extract do not run at a time`() throws {
        let kept = try UpdateTests.Kept(UpdateTests.corner.pbf())
        let change = "<delete><node id='3' version='9'/></delete>"
        // As an update that another process has begun.
        let other = open(kept.path, O_RDONLY)
        #expect(flock(other, LOCK_EX) == 0)
        let error = #expect(throws: ReadError.self) { try kept.update([change]) }
        #expect(error?.description.contains("place.osm.pbf: another `hereabouts update`") == true)
        #expect(try kept.folder.bytes("place.osm.pbf") == UpdateTests.corner.pbf())
        close(other)
        for _ in 0..<2 { try kept.update([change]) }
        #expect(try kept.folder.names() == ["0.osc", "place.osm.pbf"])
    }

    @Test func `every flip and truncation of a change file and an extract updates or is refused`() throws {
        let kept = try UpdateTests.Kept(UpdateTests.corner.pbf())
        let change = UpdateTests.Kept.file(
            "<modify><way id='10' version='2'><nd ref='1'/><tag k='a' v='b'/></way></modify>")
        var refused = 0, total = 0
        func tryUpdate(_ extract: [UInt8], _ changes: [UInt8]) throws {
            let extract = try kept.folder.write("damaged.osm.pbf", extract)
            let changes = try kept.folder.write("damaged.osc", changes)
            total += 1
            do {
                _ = try ExtractUpdater(memory: .unlimited).update(
                    extract, with: [changes], to: kept.folder.file("new.osm.pbf"))
            } catch {
                refused += 1
            }
        }
        let extract = UpdateTests.corner.pbf(), changes = [UInt8](change.utf8)
        for damaged in Damage.flips(of: changes) { try tryUpdate(extract, damaged) }
        for damaged in Damage.truncations(of: changes) { try tryUpdate(extract, damaged) }
        var raw = HandMade.Encoding()
        raw.packing = .raw
        // Each that succeeds waits for the disk.
        for (number, damaged) in Damage.flips(of: UpdateTests.corner.pbf(raw)).enumerated() where number % 4 == 0 {
            try tryUpdate(damaged, changes)
        }
        #expect(refused > total / 10 && refused < total)
    }
}
