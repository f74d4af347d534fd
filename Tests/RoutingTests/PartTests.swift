import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// An atlas without the hierarchies of bicycles and cars, as a device that keeps only walking routes has it.
@Suite struct PartTests {
    private let grid: Grid
    private let town: StreetTown
    private let memory: AtlasMemory

    init() throws {
        grid = Grid(columns: 9, rows: 8, seed: 12)
        town = try grid.map.build()
        memory = AtlasMemory(try AtlasForging.part(of: town.memory.bytes, Self.isKept))
    }

    private static func isKept(_ section: SectionID) -> Bool {
        !HierarchySections.isSection(section, of: .bicycle) && !HierarchySections.isSection(section, of: .car)
    }

    private func walking() throws -> RouteEngine {
        let engine = try RouteEngine(memory.view(), needing: [.walk])
        try engine.check()
        return engine
    }

    private func answers(of engine: RouteEngine, _ profile: Profile) -> [[UInt8]] {
        var workspace = RouteWorkspace(), answers: [[UInt8]] = []
        for start in grid.corners.prefix(9) {
            for end in grid.corners.suffix(9) where start != end {
                let question = RouteQuestion([start, end].map { town.map.coordinate($0) }, profile: profile)
                do throws(RouteError) {
                    answers.append(RouteJSON.write(try engine.route(question, workspace: &workspace), engine))
                } catch {
                    answers.append(Array(error.message.utf8))
                }
            }
        }
        return answers
    }

    @Test func `it is smaller, and answers only for people on foot and in wheelchairs`() throws {
        #expect(memory.bytes.count < town.memory.bytes.count)
        let engine = try walking()
        #expect(Profile.allCases.filter { engine.answers($0) } == [.foot, .wheelchair])
        #expect(Profile.allCases.allSatisfy { town.engine.answers($0) })
    }

    @Test(arguments: [Profile.foot, .wheelchair])
    func `its routes are those of the whole, also while streets are closed`(_ profile: Profile) throws {
        let engine = try walking()
        #expect(answers(of: engine, profile) == answers(of: town.engine, profile))
        var random = SeededGenerator(seed: 12)
        let closed = town.map.data.ways.ids.filter { _ in random.happens(0.2) }
        let change = StreetChange(.closed, .ways(closed))
        let (part, whole) = (try engine.applying([change]), try town.engine.applying([change]))
        #expect(answers(of: part, profile) == answers(of: whole, profile))
        #expect(answers(of: whole, profile) != answers(of: town.engine, profile))
    }

    @Test func `it is no atlas for a server, and half of a hierarchy is none for a device`() throws {
        #expect(throws: AtlasError.self) { try RouteEngine(memory.view()) }
        for missing in [HierarchySections.Order.walk, .car] {
            var isFirst = true
            let part = AtlasMemory(
                try AtlasForging.part(of: town.memory.bytes) { section in
                    guard isFirst, HierarchySections.isSection(section, of: missing) else { return true }
                    isFirst = false
                    return false
                })
            #expect(throws: AtlasError.self) { try RouteEngine(part.view(), needing: [.walk]) }
        }
    }
}
