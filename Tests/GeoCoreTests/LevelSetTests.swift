import GeoCore
import Testing

struct LevelSetTests {
    struct Reading: Sendable, CustomTestStringConvertible {
        let text: String
        /// `nil` for a text that is not understood.
        let levels: [String]?
        var testDescription: String { "\"\(text)\"" }
    }

    /// Values that real extracts have (Milwaukee, Manhattan, State College), and the borders of the grammar.
    static let readings = [
        Reading(text: "0", levels: ["0"]), Reading(text: "-5", levels: ["-5"]), Reading(text: "+2", levels: ["2"]),
        Reading(text: "-0.5", levels: ["-0.5"]), Reading(text: "0;0.3", levels: ["0", "0.3"]),
        Reading(text: "0.3;0.7", levels: ["0.3", "0.7"]), Reading(text: "-1;-0.5;", levels: ["-1", "-0.5"]),
        Reading(text: "2,3", levels: ["2", "3"]), Reading(text: "-2;-4", levels: ["-4", "-2"]),
        Reading(text: " 1 ; 2 ", levels: ["1", "2"]), Reading(text: "2;1;2", levels: ["1", "2"]),
        Reading(text: "0-2", levels: ["0", "1", "2"]), Reading(text: "0-5", levels: ["0", "1", "2", "3", "4", "5"]),
        Reading(text: "-1-4", levels: ["-1", "0", "1", "2", "3", "4"]),
        Reading(text: "-3--1", levels: ["-3", "-2", "-1"]), Reading(text: "3-1", levels: ["1", "2", "3"]),
        Reading(text: "0.5-2.5", levels: ["0.5", "1.5", "2.5"]), Reading(text: "0-1.5", levels: ["0", "1", "1.5"]),
        Reading(text: "1-2;5", levels: ["1", "2", "5"]), Reading(text: "0 - 1", levels: ["0", "1"]),
        Reading(text: "0.25", levels: ["0.25"]), Reading(text: "1.05", levels: ["1.05"]),
        Reading(text: "163", levels: ["163"]), Reading(text: "-0", levels: ["0"]), Reading(text: "0.0", levels: ["0"]),
        Reading(text: "", levels: nil), Reading(text: ";", levels: nil), Reading(text: "G", levels: nil),
        Reading(text: "1;G", levels: nil), Reading(text: "1.", levels: nil), Reading(text: ".5", levels: nil),
        Reading(text: "0.333", levels: nil), Reading(text: "1e2", levels: nil), Reading(text: "--1", levels: nil),
        Reading(text: "1--", levels: nil), Reading(text: "1-", levels: nil), Reading(text: "1-2-3", levels: nil),
        Reading(text: "1 2", levels: nil), Reading(text: "1001", levels: nil), Reading(text: "99999", levels: nil),
        Reading(text: "٣", levels: nil), Reading(text: "½", levels: nil), Reading(text: "1–2", levels: nil),
        Reading(text: "0-100", levels: nil), Reading(text: "-1000-1000", levels: nil),
    ]

    @Test(arguments: readings) func `a tag's text names these levels, or is not understood`(_ reading: Reading) {
        #expect(LevelSet(reading.text)?.levels.map(\.text) == reading.levels)
    }

    @Test func `a hundred levels are understood, one more is not`() {
        #expect(LevelSet("0-99")?.count == 100)
        #expect(LevelSet("0-99;-1") == nil)
        #expect(LevelSet((0..<500).map { "\($0 % 7)" }.joined(separator: ";")) == nil)
    }

    @Test func `every level has a text that names it`() {
        for hundredths in stride(from: -Level.limit, through: Level.limit, by: 7) {
            let level = Level(hundredths: hundredths)!
            #expect(Level(level.text) == level)
        }
        #expect(Level(hundredths: Level.limit + 1) == nil && Level(hundredths: .min) == nil)
    }

    @Test func `levels that do not exist are left out, unless nothing would be left`() {
        let levels = LevelSet("0-4")!
        #expect(levels.subtracting(LevelSet("2-3")!) == LevelSet("0;1;4"))
        #expect(levels.subtracting(LevelSet("0-9")!) == levels)
        #expect(levels.union(LevelSet("-1;0.5")!) == LevelSet("-1-0;0.5;1-4"))
    }
}
