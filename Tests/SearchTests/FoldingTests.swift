import Foundation
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// Folding as the atlas does it.
private func words(_ text: String) throws -> [String] {
    let world = try SearchWorld(HandMade.town)
    var folded = FoldedWords()
    folded.read(text.utf8Span.span, with: world.engine.folding)
    return folded.words.map { String(decoding: folded.text($0), as: UTF8.self) }
}

private struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let words: [String]
    var testDescription: String { text.debugDescription }
}

@Test(arguments: [
    Sample(text: "Café ÅNGSTRÖM", words: ["cafe", "angstrom"]),
    Sample(text: "Straße, Hauptstr. 5b", words: ["strasse", "hauptstr", "5b"]),
    Sample(text: "Ærøskøbing Łódź Þingvellir", words: ["aeroskobing", "lodz", "thingvellir"]),
    Sample(text: "McDonald's O’Connor Hawaiʻi", words: ["mcdonalds", "oconnor", "hawaii"]),
    Sample(text: "Каппели ЁЛКА", words: ["каппели", "елка"]),
    Sample(text: "ΟΔΟΣ Οδός", words: ["οδοσ", "οδοσ"]),
    Sample(text: "東京タワー", words: ["東", "京", "タワー"]),
    Sample(text: "테헤란로7길 23 通り3 センター5", words: ["테헤란로", "7길", "23", "通", "り", "3", "センター", "5"]),
    Sample(text: "ﬁne ＡＢＣ ①", words: ["fine", "abc", "1"]),
    Sample(text: "تَمْر", words: ["تمر"]),
    Sample(text: "مقهى قهوة كتاب", words: ["مقهي", "قهوه", "كتاب"]),
    Sample(text: "کتاب ی ١٢٣ ۴۵", words: ["كتاب", "ي", "123", "45"]),
    Sample(text: "हिन्दी", words: ["हिन्दी"]),
    Sample(text: "soft\u{ad}hyphen \u{202e}override", words: ["softhyphen", "override"]),
    Sample(text: "a–b—c/d・e_f", words: ["a", "b", "c", "d", "e", "f"]),
    Sample(text: " \t\u{a0}\u{0} ", words: []),
])
private func `text folds to plain words`(_ sample: Sample) throws {
    #expect(try words(sample.text) == sample.words)
}

@Test func `letters and accents apart fold like letters with accents`() throws {
    #expect(try words("A\u{30a}ngstro\u{308}m e\u{301}") == words("Ångström é"))
}

@Test(arguments: [
    "Ångström Ếch Đường", "Οδός ΐ", "Йошкар ёлка Їжак ў", "שָׁלוֹם בּ", "آب أحمد ؤ", "ज़िला क़िला ऩ", "পড়া ঢ় য়", "ਸ਼ਹਿਰ", "கொ", "ಕೋ ಕೇ",
    "കൊ", "강남대로 값 가", "がぎぐ ポスト", "ဦး",
])
private func `text folds the same with composed and with decomposed characters`(text: String) throws {
    let apart = text.decomposedStringWithCanonicalMapping, one = text.precomposedStringWithCanonicalMapping
    #expect(try words(apart) == words(one))
    #expect(!(try words(one).isEmpty))
}

@Test func `a syllable of letters apart knows where in the text it stands`() throws {
    let world = try SearchWorld(HandMade.town)
    var folded = FoldedWords()
    let text = "a \u{1100}\u{1161}\u{11bc}\u{1102}\u{1161} b"
    folded.read(text.utf8Span.span, with: world.engine.folding)
    #expect(folded.words.map(\.source) == [0..<1, 2..<7, 8..<9])
    #expect(folded.words.map { String(decoding: folded.text($0), as: UTF8.self) } == ["a", "강나", "b"])
}

@Test func `a word knows where in the text it stands, in UTF-16 units`() throws {
    let world = try SearchWorld(HandMade.town)
    var folded = FoldedWords()
    folded.read("😀 Straße-x".utf8Span.span, with: world.engine.folding)
    #expect(folded.words.map(\.source) == [0..<2, 3..<9, 10..<11])
}

@Test func `only the end of the text leaves its last word open`() throws {
    let world = try SearchWorld(HandMade.town)
    var folded = FoldedWords()
    for (text, isOpen) in [("ale", true), ("ale ", false), ("ale.", false), ("", false), ("東", true)] {
        folded.read(text.utf8Span.span, with: world.engine.folding)
        #expect(folded.endsInsideWord == isOpen, "\(text)")
    }
}

@Test func `bytes that are not UTF-8 only separate words`() throws {
    let world = try SearchWorld(HandMade.town)
    var random = SeededGenerator(seed: 11), folded = FoldedWords()
    for _ in 0..<2000 {
        let bytes = (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        folded.read(bytes.span, with: world.engine.folding)
        for word in folded.words {
            #expect(String(validating: folded.text(word), as: UTF8.self) != nil)
            #expect(word.bytes.count <= FoldedWords.maximumWordLength && !word.bytes.isEmpty)
        }
    }
}

@Test func `an endless word is cut`() throws {
    let long = String(repeating: "я", count: 5000)
    #expect(try words(long).map(\.utf8.count) == [58])
}
