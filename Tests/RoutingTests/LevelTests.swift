import GeoCore
import Routing
import Testing

/// Stairs, lifts and the levels they lead to (wiki.openstreetmap.org/wiki/Key:level), in instructions.
@Suite struct LevelTests {
    /// A corridor on the ground, stairs or a lift at its end, and a corridor above; 1 and 5 are the ends.
    private func building(
        stairs: KeyValuePairs<String, String>?, lift: KeyValuePairs<String, String> = [:],
        ground: KeyValuePairs<String, String> = ["highway": "corridor", "level": "0"],
        upper: KeyValuePairs<String, String> = ["highway": "corridor", "level": "2"]
    ) throws -> RuleTown {
        var elements = RuleTown.node(1, 0, 0) + RuleTown.node(2, 60, 0, lift) + RuleTown.node(3, 60, 0.5)
        elements += RuleTown.node(4, 75, 0) + RuleTown.node(5, 140, 0)
        elements += RuleTown.node(6, 60, 40) + RuleTown.node(7, 75, 40)
        elements += RuleTown.way(1, [1, 2], ground)
        if let stairs {
            elements += RuleTown.way(2, [2, 4], stairs) + RuleTown.way(3, [4, 5], upper)
        } else {
            elements += RuleTown.way(3, [2, 4, 5], upper)
        }
        // Streets meet at both ends, so that something must be said.
        elements += RuleTown.way(4, [2, 6], ground) + RuleTown.way(5, [4, 7], upper)
        return try RuleTown(elements)
    }

    private func instructions(
        in town: RuleTown, back: Bool = false, _ language: Language = .english
    ) throws -> [String] {
        let ends = back ? [(140.0, 0.0), (0, 0)] : [(0.0, 0.0), (140, 0)]
        let route = try town.route(ends[0], ends[1], .foot)
        let words = Words(language: language, text: town.engine.network.text)
        return route.legs[0].steps.map { words.instruction(for: $0) }
    }

    @Test func `stairs lead up or down, to a level`() throws {
        let town = try building(stairs: ["highway": "steps", "level": "0;1;2"])
        #expect(try instructions(in: town).contains("Take the stairs, up to level 2"))
        #expect(try instructions(in: town, back: true).contains("Take the stairs, down to level 0"))
        #expect(try instructions(in: town, .finnish).contains { $0.hasSuffix(", ylös kerrokseen 2") })
        #expect(try instructions(in: town, .german).contains { $0.hasSuffix(", hinauf auf Ebene 2") })
        #expect(try instructions(in: town, .arabic).contains { $0.hasSuffix("، صعودًا إلى الطابق 2") })
    }

    @Test(arguments: [("up", "up", "down"), ("down", "down", "up"), ("30%", "up", "down"), ("-12%", "down", "up")])
    func `stairs without levels lead where their incline says`(_ incline: String, _ there: String, _ back: String)
        throws
    {
        let path: KeyValuePairs = ["highway": "footway"]
        let town = try building(stairs: ["highway": "steps", "incline": incline], ground: path, upper: path)
        #expect(try instructions(in: town).contains("Take the stairs, \(there)"))
        #expect(try instructions(in: town, back: true).contains("Take the stairs, \(back)"))
    }

    @Test func `stairs without tags are announced without details`() throws {
        let path: KeyValuePairs = ["highway": "footway"]
        let town = try building(stairs: ["highway": "steps"], ground: path, upper: path)
        #expect(try instructions(in: town).contains("Take the stairs"))
    }

    @Test func `a lift leads from level to level`() throws {
        let town = try building(stairs: nil, lift: ["highway": "elevator"])
        #expect(try instructions(in: town).contains("Take the elevator to level 2"))
        #expect(try instructions(in: town, back: true).contains("Take the elevator to level 0"))
        #expect(try instructions(in: town, .german).contains("Den Aufzug nehmen auf Ebene 2"))
        // Wheels go by it too, and meet no kerb.
        let route = try town.route((0, 0), (140, 0), .wheelchair)
        #expect((route.distanceInMetres - 140).magnitude < 1)
    }

    @Test func `a street without a level is on the ground`() throws {
        let town = try building(stairs: nil, lift: ["highway": "elevator"], ground: ["highway": "footway"])
        #expect(try instructions(in: town).contains("Take the elevator to level 2"))
        #expect(try instructions(in: town, back: true).contains("Take the elevator to level 0"))
    }

    @Test func `a route past the door of a lift does not take the lift`() throws {
        let level: KeyValuePairs = ["highway": "corridor", "level": "2"]
        let town = try building(stairs: nil, lift: ["highway": "elevator"], ground: level, upper: level)
        #expect(try !instructions(in: town).contains { $0.contains("elevator") })
        // Nor where there is no lift, on any levels.
        #expect(try !instructions(in: building(stairs: nil)).contains { $0.contains("elevator") })
    }

    @Test(arguments: ["-3", "0", "11"], [true, false])
    func `instructions name levels from three below the ground to eleven above`(_ level: String, _ isLift: Bool) throws
    {
        let upper: KeyValuePairs = ["highway": "corridor", "level": level]
        let ground: KeyValuePairs = ["highway": "corridor", "level": "1"]
        let town = try building(
            stairs: isLift ? nil : ["highway": "steps"], lift: isLift ? ["highway": "elevator"] : [:], ground: ground,
            upper: upper)
        #expect(try instructions(in: town).contains { $0.hasSuffix("to level \(level)") })
    }

    @Test(arguments: ["12", "-4", "0.5", "0;1", "roof"])
    func `other levels are not announced`(_ level: String) throws {
        let upper: KeyValuePairs = ["highway": "corridor", "level": level]
        let town = try building(stairs: ["highway": "steps"], upper: upper)
        #expect(try instructions(in: town).contains("Take the stairs"))
    }
}
