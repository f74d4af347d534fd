/// Finds the words of a dictionary that are a few typing errors away from a given one.
///
/// Walks the sorted dictionary as a trie: neighbouring words share rows of the distance table for their common beginning,
/// and a beginning that is already too far off is left by one search for its end. An error is a letter more, less or
/// different, or two neighbours swapped, each pair touched once (optimal string alignment: Damerau 1964 as in Boytsov, ACM JEA
/// 16, 2011).
package struct FuzzyWalk {
    /// Rows of the distance table, one after the other: row i is for the first i scalars of the dictionary's word.
    private var rows: [UInt8] = []
    /// The scalars of the dictionary's word on the current path, and where each ends in its bytes.
    private var path: [UInt32] = []
    private var ends: [Int] = []
    private var text: [UInt8] = []

    package init() {}

    /// Calls `visit` with ranges of words and their distance, 1 ... `limit`, from `word`.
    ///
    /// With `isPrefix`, words count by their beginnings: "kapeli" is one error from a beginning of "kappelimäki". A range may
    /// then hold words that begin with `word` itself; those that equal it, or begin with it and nothing else, are not visited.
    package mutating func run(
        _ word: [UInt32], isPrefix: Bool, limit: UInt8, in dictionary: WordDictionary,
        _ visit: (Range<Int>, UInt8) -> Void
    ) {
        let width = word.count + 1
        rows.removeAll(keepingCapacity: true)
        path.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        for column in 0..<width { rows.append(UInt8(truncatingIfNeeded: column)) }
        var position = 0
        while position < dictionary.count {
            keepCommonBeginning(with: position, in: dictionary, width: width)
            position = descend(position, word, isPrefix, limit, dictionary, visit)
        }
    }

    /// Cuts the path back to the scalars that the word at `position` shares with it.
    private mutating func keepCommonBeginning(with position: Int, in dictionary: WordDictionary, width: Int) {
        var common = 0
        while common < text.count, dictionary.byte(position, common) == text[common] { common += 1 }
        while let end = ends.last, end > common {
            ends.removeLast()
            path.removeLast()
        }
        text.removeLast(text.count - (ends.last ?? 0))
        rows.removeLast(rows.count - (path.count + 1) * width)
    }

    /// Follows one word until it ends or is too far off. Returns the position to go on with.
    private mutating func descend(
        _ position: Int, _ word: [UInt32], _ isPrefix: Bool, _ limit: UInt8, _ dictionary: WordDictionary,
        _ visit: (Range<Int>, UInt8) -> Void
    ) -> Int {
        while let lead = dictionary.byte(position, text.count) {
            appendScalar(lead, position, dictionary)
            let smallest = appendRow(word)
            let distance = rows[rows.count - 1]
            if isPrefix, distance > 0, distance <= limit {
                let end = dictionary.end(ofPrefix: text[...], from: position)
                visit(position..<end, distance)
                return end
            }
            if smallest > limit || (isPrefix && distance == 0) {
                return dictionary.end(ofPrefix: text[...], from: position)
            }
        }
        let distance = rows[rows.count - 1]
        if !isPrefix, distance > 0, distance <= limit { visit(position..<position + 1, distance) }
        return position + 1
    }

    /// Takes the next scalar of the dictionary's word onto the path.
    private mutating func appendScalar(_ lead: UInt8, _ position: Int, _ dictionary: WordDictionary) {
        text.append(lead)
        var scalar = UInt32(lead)
        if lead >= 0xc0 {
            scalar &= lead < 0xe0 ? 0x1f : lead < 0xf0 ? 0x0f : 0x07
            while let next = dictionary.byte(position, text.count), next & 0xc0 == 0x80 {
                scalar = scalar << 6 | UInt32(next & 0x3f)
                text.append(next)
            }
        }
        path.append(scalar)
        ends.append(text.count)
    }

    /// Computes the row for the path's last scalar. Returns its smallest value.
    private mutating func appendRow(_ word: [UInt32]) -> UInt8 {
        let width = word.count + 1, depth = path.count, above = (depth - 1) * width
        let scalar = path[depth - 1]
        var smallest = UInt8(truncatingIfNeeded: depth)
        rows.append(smallest)
        for column in 1..<max(1, width) {
            let substitution = rows[above + column - 1] + (word[column - 1] == scalar ? 0 : 1)
            var value = min(substitution, min(rows[above + column], rows[above + width + column - 1]) + 1)
            if depth > 1, column > 1, word[column - 1] == path[depth - 2], word[column - 2] == scalar {
                value = min(value, rows[above - width + column - 2] + 1)
            }
            rows.append(value)
            smallest = min(smallest, value)
        }
        return smallest
    }
}
