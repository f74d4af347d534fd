import Bocce
import Foundation
import Testing

/// The numbers that `Web/bocce/table.js` has typed once more. The test reads the file itself: it needs no browser's
/// program, so it never waits for one to be built.
@Suite struct PageNumbersTests {
    private let source: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        source = try String(contentsOf: root.appending(path: "Web/bocce/table.js"), encoding: .utf8)
    }

    /// Returns the pairs of a name and a number that a pattern with two groups finds.
    private func numbers(_ pattern: String) throws -> [String: Int32] {
        let expression = try NSRegularExpression(pattern: pattern)
        let whole = NSRange(source.startIndex..., in: source)
        return try expression.matches(in: source, range: whole).reduce(into: [:]) { found, match in
            let name = try #require(Range(match.range(at: 1), in: source))
            let number = try #require(Range(match.range(at: 2), in: source))
            found[String(source[name])] = Int32(source[number])
        }
    }

    @Test func `the page's constants are the game's`() throws {
        let constants = try numbers(#"const ([A-Z_]+) = (\d+);"#)
        #expect(
            constants == [
                "BALLS": Int32(Game.maximumThrows), "NUMBERS": Int32(PageNumbers.perBall),
                "ROLLING": Int32(Ball.State.rolling.rawValue), "RESTING": Int32(Ball.State.resting.rawValue),
                "OUT": Int32(Ball.State.out.rawValue), "TOO_WEAK": PageNumbers.number(of: .tooWeak),
                "TOO_STRONG": PageNumbers.number(of: .tooStrong), "NOBODY": Fact.leader.value(Game()),
            ])
    }

    @Test func `the page's usual court is the game's`() throws {
        let line = try #require(source.firstMatch(of: try Regex(#"const USUAL = \{([^}]*)\}"#)))
        let members = try #require(line.output[1].substring).split(separator: ",").map {
            $0.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let court = Court.usual
        #expect(
            Dictionary(uniqueKeysWithValues: members.map { ($0[0], Int32($0[1])) }) == [
                "width": court.width, "length": court.length, "resistance": court.resistance,
                "angular_damping": court.angularDamping,
            ])
    }

    @Test func `the page asks for each fact by its number`() throws {
        let facts = try numbers(#"(?:get )?(\w+)\(\w*\) \{\s+return this\.#fact\((\d+)"#)
        #expect(
            facts == [
                "turn": Fact.turn.rawValue, "nextIndex": Fact.nextIndex.rawValue, "thrown": Fact.thrown.rawValue,
                "left": Fact.blueLeft.rawValue, "leader": Fact.leader.rawValue, "nearer": Fact.nearer.rawValue,
                "points": Fact.points.rawValue, "nearest": Fact.nearestBlue.rawValue,
            ])
        // Where the page adds the number of a team, its facts are side by side.
        #expect(Fact.orangeLeft.rawValue == Fact.blueLeft.rawValue + 1)
        #expect(Fact.nearestOrange.rawValue == Fact.nearestBlue.rawValue + 1)
    }

    @Test func `the page asks for each measure by its number`() throws {
        let measures = try numbers(#"this\.(\w+) = measure\((\d+)\)"#)
        #expect(
            measures == [
                "line": Measure.lineDistance.rawValue, "wall": Measure.wallDistance.rawValue,
                "longest": Measure.maximumRoll.rawValue, "ballRadius": Measure.ballRadius.rawValue,
                "jackRadius": Measure.jackRadius.rawValue, "startLine": Measure.startDistance.rawValue,
            ])
    }
}
