import Atlas
import GeoCore
import TestSupport
import Testing
import Tiles

/// A small atlas with every geometry, holes, several bands and text.
private func sample() throws -> AtlasInMemory {
    var map = HandMadeMap()
    let lake = map.rectangle(0...9, 0...9), island = map.rectangle(3...5, 3...5)
    map.relation([(lake, "outer"), (island, "inner")], ["type": "multipolygon", "natural": "water", "name": "See"])
    map.way(map.nodes((0, 0), (3, 4), (9, 2), (12, 9)), ["highway": "motorway", "name": "A", "ref": "1;2"])
    map.rectangle(10...11, 10...11, ["building": "yes", "height": "9"])
    map.node(4, 4, ["place": "city", "name": "Stadt", "name:en": "City", "population": "70000"])
    map.node(6, 6, ["shop": "books", "addr:housenumber": "4"])
    return try AtlasInMemory(map)
}

/// Opens damaged bytes and does with them what a server would; a trap ends the test run.
private func exercise(_ bytes: [UInt8]) -> Bool {
    guard let atlas = try? AtlasInMemory(bytes: bytes) else { return false }
    // Where the sample's features are.
    let area = IntBox(minX: 249_900_000, minY: 600_000_000, maxX: 250_020_000, maxY: 600_110_000)
    return TileExercise.run(atlas.view, over: area)
}

struct HostileAtlasTests {
    @Test func `an intact atlas passes and gives tiles`() throws {
        let atlas = try sample()
        #expect(exercise(atlas.bytes))
        #expect(try atlas.tile(14).layers.count >= 5)
    }

    @Test func `no flipped bit in a section traps`() throws {
        let atlas = try sample()
        var refused = 0, harmless = 0
        for entry in atlas.view.entries {
            for offset in entry.offset..<(entry.offset + entry.length) {
                for bit in 0..<8 {
                    var bytes = atlas.bytes
                    bytes[offset] ^= 1 << UInt8(bit)
                    if exercise(bytes) { harmless += 1 } else { refused += 1 }
                }
            }
        }
        #expect(refused > 0)
        #expect(harmless > 0)
    }

    @Test func `a word of all ones or all zeros in a section never traps`() throws {
        let atlas = try sample()
        var refused = 0, harmless = 0
        for entry in atlas.view.entries {
            for offset in stride(from: entry.offset, to: entry.offset + entry.length - 3, by: 4) {
                for value in [UInt8(0), 0xff, 0x7f, 0x80] {
                    var bytes = atlas.bytes
                    for place in offset..<(offset + 4) { bytes[place] = value }
                    if exercise(bytes) { harmless += 1 } else { refused += 1 }
                }
            }
        }
        #expect(refused > 0)
        #expect(harmless > 0)
    }

    @Test func `random damage in many places does not trap`() throws {
        let atlas = try sample()
        let first = atlas.view.entries[0].offset
        var random = SeededGenerator(seed: 99), passed = 0
        for _ in 0..<3_000 {
            var bytes = atlas.bytes
            for _ in 0...Int.random(in: 0..<6, using: &random) {
                bytes[Int.random(in: first..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if exercise(bytes) { passed += 1 }
        }
        // Some damage is only another text or colour: were nothing let through, nothing would have been tried.
        #expect(passed > 0 && passed < 3_000)
    }

    /// A section may be of any length as long as the directory says so: written again without its end, or with more.
    @Test func `no section cut short or drawn out traps`() throws {
        let atlas = try sample()
        for (number, entry) in atlas.view.entries.enumerated() {
            for change in [-Int(entry.elementWidth), Int(entry.elementWidth), -entry.length]
            where entry.length + change >= 0 {
                var writer = AtlasWriter()
                for (other, copied) in atlas.view.entries.enumerated() {
                    var bytes = Array(atlas.bytes[copied.offset..<(copied.offset + copied.length)])
                    if other == number {
                        bytes = Array(
                            (bytes + [UInt8](repeating: 0, count: max(0, change))).prefix(entry.length + change))
                    }
                    add(bytes, of: copied, to: &writer)
                }
                #expect(!exercise(writer.finish()) || change > 0, "\(entry.id) \(change)")
            }
        }
    }

    /// Adds a section under its own id with elements of its own width.
    private func add(_ bytes: [UInt8], of entry: AtlasView.Entry, to writer: inout AtlasWriter) {
        func elements<Element>(_ type: Element.Type) -> [Element] {
            bytes.withUnsafeBytes { Array($0.bindMemory(to: Element.self)) }
        }
        switch entry.elementWidth {
        case 1: writer.add(entry.id, bytes)
        case 2: writer.add(entry.id, elements(UInt16.self))
        case 4: writer.add(entry.id, elements(UInt32.self))
        case 8: writer.add(entry.id, elements(UInt64.self))
        case 16: writer.add(entry.id, elements(IntBox.self))
        case 12: writer.add(entry.id, elements(Twelve.self))
        default: writer.add(entry.id, elements(Twenty.self))
        }
    }

    @Test func `the checker names refused data with its place`() throws {
        let atlas = try sample()
        func fault(_ section: String, _ change: (inout [UInt8], Int) -> Void) throws -> String {
            var bytes = atlas.bytes
            let entry = try #require(atlas.view.entries.first { $0.id.description == section })
            change(&bytes, entry.offset)
            let damaged = try AtlasInMemory(bytes: bytes)
            let error = #expect(throws: AtlasError.self) { try damaged.check() }
            return error?.description ?? ""
        }
        #expect(try fault("tiles.14.shapes") { $0[$1] = 0x80 }.contains("'tiles.14.shapes'"))
        #expect(try fault("tiles.14.items") { $0[$1 + 3] = 0xff }.contains("unknown layer"))
        #expect(try fault("tiles.14.items") { $0[$1 + 4] = 0xff }.contains("unknown attributes"))
        #expect(try fault("tiles.14.boxes") { $0[$1 + 3] = 0x80 }.contains("'tiles.14.boxes'"))
        #expect(try fault("tiles.values") { $0[$1] = 9 }.contains("unknown kind"))
        #expect(try fault("tiles.layers") { $0[$1 + 4] = 4 }.contains("unknown name, geometry or zoom"))
    }
}

private struct Twelve: PackedElement {
    var a: UInt32, b: UInt32, c: UInt32
}

private struct Twenty: PackedElement {
    var a: UInt32, b: UInt32, c: UInt32, d: UInt32, e: UInt32
}
