import GeoCore
import Atlas
import Search
import TestSupport
import Testing

/// Edits between two texts, each pair of letters touched once: the textbook table, without sharing or pruning.
private func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for j in 0...b.count { table[0][j] = j }
    for i in stride(from: 1, through: a.count, by: 1) {
        for j in stride(from: 1, through: b.count, by: 1) {
            let change = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            table[i][j] = min(change, table[i - 1][j] + 1, table[i][j - 1] + 1)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
            }
        }
    }
    return table[a.count][b.count]
}

private func randomWords(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    let letters = Array("abcдö東")
    let words = (0..<count).map { _ in
        String((0..<Int(1 + random.next() % 7)).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }
    return Set(words).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
}

@Test(arguments: [false, true])
func `the walk finds exactly the words within reach`(isPrefix: Bool) throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30 {
        let words = randomWords(200, &random)
        var writer = AtlasWriter()
        WordDictionary.add(words.map { Array($0.utf8) }, to: &writer)
        try AtlasForging.withView(writer.finish()) { atlas in
            let dictionary = try WordDictionary(atlas)
            var walk = FuzzyWalk()
            for query in randomWords(20, &random) {
                let scalars = Array(query.unicodeScalars)
                for limit in [1, 2] {
                    var found: [Int: Int] = [:], last = 0
                    walk.run(scalars.map(\.value), isPrefix: isPrefix, limit: limit, in: dictionary) { range, edits in
                        #expect(edits >= 1 && edits <= limit && !range.isEmpty && range.lowerBound >= last)
                        last = range.upperBound
                        for word in range { found[word] = edits }
                    }
                    for (index, word) in words.enumerated() {
                        let other = Array(word.unicodeScalars)
                        if isPrefix {
                            let edits = (1...other.count).map { distance(scalars, Array(other[..<$0])) }
                            // The dictionary finds words that begin with the query itself; they may or may not be here.
                            if edits.min()! == 0 { continue }
                            let nearest = edits.min()!
                            #expect(found[index] == (nearest <= limit ? nearest : nil), "\(query) \(word)")
                        } else {
                            let edits = distance(scalars, other)
                            #expect(found[index] == (edits >= 1 && edits <= limit ? edits : nil), "\(query) \(word)")
                        }
                    }
                }
            }
        }
    }
}
