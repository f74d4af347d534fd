import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// Forged and damaged atlases: the checker refuses them, or every question is answered without a trap.
@Suite struct CheckTests {
    @Test func `a whole atlas passes`() throws {
        _ = try Grid(columns: 6, rows: 6, seed: 1).map.build()
    }

    @Test func `any changed byte of any section is refused or harmless`() throws {
        let map = try restricted(), whole = try sections(of: map)
        var random = SeededGenerator(seed: 17), refused = 0, harmless = 0
        for section in whole where section.isOfRoutes {
            for index in section.bytes.indices {
                var damaged = whole
                let position = damaged.firstIndex { $0.name == section.name }!
                // The lowest bit, the highest, or any.
                damaged[position].bytes[index] ^= [0x01, 0x80, UInt8(truncatingIfNeeded: random.next()) | 1][index % 3]
                if try survives(damaged, map) { harmless += 1 } else { refused += 1 }
            }
        }
        // Indices, offsets and times have one right value; coordinates and marks may have many.
        #expect(refused > 500)
        #expect(harmless > 100)
    }

    @Test func `a section that is shorter or longer is refused`() throws {
        let whole = try sections(of: try restricted())
        for (position, section) in whole.enumerated() where section.isOfRoutes && !section.bytes.isEmpty {
            for change in [-section.width, section.width] {
                var damaged = whole
                if change < 0 {
                    damaged[position].bytes.removeLast(section.width)
                } else {
                    damaged[position].bytes += [UInt8](repeating: 0, count: section.width)
                }
                #expect(throws: AtlasError.self) { try open(damaged) }
            }
        }
    }

    @Test func `a missing section is named`() throws {
        let whole = try sections(of: try restricted())
        for (position, section) in whole.enumerated() where section.isOfRoutes {
            var damaged = whole
            damaged.remove(at: position)
            #expect(throws: AtlasError.missingSection(section.id)) { try open(damaged) }
        }
    }

    @Test func `of very many streets at a junction some are left out`() throws {
        // Turning from each into each would be the square of their number.
        var map = StreetMap()
        map.node("A", 0, 0)
        map.node("B", 100, 0)
        for _ in 0..<300 { map.way("AB", ["highway": "residential"]) }
        let network = try map.build().network
        #expect(network.edges.count == 256)
    }

    @Test func `random rubbish in one section is refused or harmless`() throws {
        let map = try restricted(), whole = try sections(of: map)
        var random = SeededGenerator(seed: 99), refused = 0, harmless = 0
        for (position, section) in whole.enumerated() where section.isOfRoutes {
            for _ in 0..<30 {
                var damaged = whole
                for index in section.bytes.indices where random.next() % 3 == 0 {
                    damaged[position].bytes[index] = UInt8(truncatingIfNeeded: random.next())
                }
                if try survives(damaged, map) { harmless += 1 } else { refused += 1 }
            }
        }
        // Travel times may be any number.
        #expect(refused > 0)
        #expect(harmless > 0)
    }

    private static let grid = Grid(
        columns: 3, rows: 3, seed: 3, density: 1,
        otherKinds: [
            ["highway": "residential", "turn:lanes:forward": "left|through;right", "turn:lanes:backward": "|left"]
        ])

    private struct Section {
        let id: SectionID
        let width: Int
        var bytes: [UInt8]
        var name: String { "\(id)" }
        var isOfRoutes: Bool { name.hasPrefix("roads.") || name.hasPrefix("hier.") }
    }

    /// A small town with a restriction, so that no section is empty.
    private func restricted() throws -> StreetMap {
        var map = Self.grid.map
        let ways = map.data.ways.ids
        for first in ways.indices {
            for second in ways.indices {
                let ends = [first, second].map { Set(map.data.ways.refs(of: $0)) }
                guard first != second, let via = ends[0].intersection(ends[1]).first, map.data.relations.count < 3
                else { continue }
                map.restriction(
                    from: [ways[first]], viaNode: Int64(via) + 1, to: [ways[second]],
                    ["type": "restriction", "restriction": "no_right_turn"])
            }
        }
        #expect(map.data.relations.count == 3)
        return map
    }

    private func sections(of map: StreetMap) throws -> [Section] {
        let town = try map.build(), view = try town.memory.view()
        return view.entries.map { entry in
            let bytes = Array(town.memory.bytes[entry.offset..<(entry.offset + entry.length)])
            return Section(id: entry.id, width: Int(entry.elementWidth), bytes: bytes)
        }
    }

    /// Lays the sections out as an atlas again, with correct checksums, and opens and checks it.
    private func open(_ sections: [Section]) throws -> (RouteEngine, AtlasMemory) {
        var writer = AtlasWriter()
        for section in sections { Self.add(section, to: &writer) }
        let bytes = AtlasMemory(writer.finish()), view = try bytes.view()
        try StringTable(view).check()
        let engine = try RouteEngine(view)
        try engine.check()
        return (engine, bytes)
    }

    /// Whether the checker lets the sections pass; then questions are asked, and must all be answered.
    private func survives(_ sections: [Section], _ map: StreetMap) throws -> Bool {
        let corners = Self.grid.corners
        let engine: RouteEngine, bytes: AtlasMemory
        do { (engine, bytes) = try open(sections) } catch is AtlasError { return false }
        var workspace = RouteWorkspace()
        var options = OSRMOptions()
        options.steps = true
        options.annotations = .all
        for profile in Profile.allCases {
            for pair in [(0, 8), (2, 6), (4, 4)] {
                let points = [corners[pair.0], corners[pair.1]].map { map.coordinate($0) }
                do throws(RouteError) {
                    let route = try engine.route(RouteQuestion(points, profile: profile), workspace: &workspace)
                    _ = RouteJSON.write(route, engine)
                    _ = OSRMRouteJSON.write(route, options, engine)
                } catch {
                    _ = error.message
                }
            }
        }
        withExtendedLifetime(bytes) {}
        return true
    }

    private static func add(_ section: Section, to writer: inout AtlasWriter) {
        func elements<Element: PackedElement>(_ type: Element.Type) -> [Element] {
            section.bytes.withUnsafeBytes { bytes in
                (0..<(bytes.count / MemoryLayout<Element>.stride)).map {
                    bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.stride, as: Element.self)
                }
            }
        }
        switch section.width {
        case 1: writer.add(section.id, elements(UInt8.self))
        case 2: writer.add(section.id, elements(UInt16.self))
        case 4: writer.add(section.id, elements(UInt32.self))
        case 8: writer.add(section.id, elements(UInt64.self))
        case 12: writer.add(section.id, elements(RoadEdge.self))
        case 16: writer.add(section.id, elements(IntBox.self))
        default: writer.add(section.id, elements(RoadWay.self))
        }
    }
}
