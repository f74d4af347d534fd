import GeoCore
import OSMImport
import TestSupport
import Testing

/// Any bytes give objects or an error with a text, never a trap, a hang or memory that the bytes do not
/// justify.
@Suite struct DamagedInputTests {
    /// Reads `bytes`; the text of the error, or `nil` when they read.
    private func failure(_ bytes: [UInt8]) -> String? {
        do throws(ReadError) {
            _ = try OSMReader.read(bytes: bytes, name: "damaged")
            return nil
        } catch {
            return error.description
        }
    }

    private func expectSurvival(_ variants: some Sequence<[UInt8]>) {
        var failures = 0, total = 0
        for variant in variants {
            total += 1
            guard let text = failure(variant) else { continue }
            failures += 1
            if !text.hasPrefix("damaged: ") || text.count < 20 { Issue.record("an error without a reason: '\(text)'") }
        }
        // Most damage is noticed; were none, the reader would not have looked.
        #expect(failures > total / 10)
    }

    static let files: [ReadingTests.Variant] = ReadingTests.Variant.all.filter { $0.bytes.count < 3000 }

    @Test(arguments: files)
    func `every truncation reads or is refused with a reason`(_ file: ReadingTests.Variant) {
        expectSurvival(Damage.truncations(of: file.bytes))
    }

    @Test(arguments: files)
    func `every flipped byte reads or is refused with a reason`(_ file: ReadingTests.Variant) {
        expectSurvival(Damage.flips(of: file.bytes))
    }

    @Test func `every flip and truncation of a bzip2 file reads or is refused with a reason`() {
        expectSurvival(Damage.flips(of: BZip2Sample.packed))
        expectSurvival(Damage.truncations(of: BZip2Sample.packed))
    }

    @Test func `random bytes behind a valid beginning read or are refused with a reason`() {
        var random = SeededGenerator(seed: 7)
        let header = HandMade.blob("OSMHeader", HandMade().header(), .raw)
        expectSurvival(
            (0..<2000).lazy.map { _ in
                header + HandMade.blob("OSMData", (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }, .raw)
            })
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// The required text of the error.
        let words: [String]
    }

    @Test(arguments: PBFRefusals.all + XMLRefusals.all)
    func `unreadable input is refused by name, with place and remedy`(_ refusal: Refusal) throws {
        let text = try #require(failure(refusal.bytes))
        for word in refusal.words { #expect(text.contains(word), "'\(text)' should say '\(word)'") }
        #expect(text.contains("; "), "'\(text)' should name a remedy")
    }
}
