/// Finds the words of a dictionary that are a few typing errors away from a given one.
///
/// Walks the sorted dictionary as a trie: neighbouring words share rows of the distance table for their common
/// beginning, and a beginning that is already too far off is left by one search for its end. An error is a letter more,
/// less or different, or two neighbours swapped, each pair touched once (optimal string alignment: Damerau 1964 as in
/// Boytsov, ACM JEA 16, 2011).
package struct FuzzyWalk {
    /// Rows of the distance table, one after the other: row i is for the first i scalars of the dictionary's word. Only
    /// cells within `limit` of the diagonal are computed; the others are farther off anyhow.
    private var rows: [UInt8] = []
    private var width = 0
    private var limit: UInt8 = 0
    private var word: [UInt32] = []
    /// The scalars of the dictionary's word on the current path, and where each ends in its bytes.
    private var path: [UInt32] = []
    private var ends: [Int] = []
    private var text: [UInt8] = []

    package init() {}

    /// Calls `visit` with ranges of words and their distance, 1 ... `limit`, from `word`.
    ///
    /// With `isPrefix`, words count by their beginnings: "kapeli" is one error from a beginning of "kappelimäki". A
    /// range may then hold words that begin with `word` itself; those that equal it, or begin with it and nothing else,
    /// are not visited.
    package mutating func run(
        _ word: [UInt32], isPrefix: Bool, limit: UInt8, in dictionary: WordDictionary,
        _ visit: (Range<Int>, UInt8) -> Void
    ) {
        self.word = word
        self.limit = limit
        width = word.count + 1
        path.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        let cells = (FoldedWords.maximumWordLength + 1) * width
        if rows.count < cells { rows = [UInt8](repeating: 0, count: cells) }
        for column in 0..<width { rows[column] = min(limit + 1, UInt8(truncatingIfNeeded: column)) }
        var position = 0
        while position < dictionary.count {
            keepCommonBeginning(with: position, in: dictionary)
            position = descend(position, isPrefix, dictionary, visit)
        }
    }

    /// Cuts the path back to the scalars that the word at `position` shares with it.
    private mutating func keepCommonBeginning(with position: Int, in dictionary: WordDictionary) {
        var common = 0
        while common < text.count, dictionary.byte(position, common) == text[common] { common += 1 }
        while let end = ends.last, end > common {
            ends.removeLast()
            path.removeLast()
        }
        text.removeLast(text.count - (ends.last ?? 0))
    }

    /// Follows one word until it ends or is too far off. Returns the position to go on with.
    private mutating func descend(
        _ position: Int, _ isPrefix: Bool, _ dictionary: WordDictionary, _ visit: (Range<Int>, UInt8) -> Void
    ) -> Int {
        while let lead = dictionary.byte(position, text.count) {
            appendScalar(lead, position, dictionary)
            let smallest = fillRow(), distance = distance
            if isPrefix, distance > 0, distance <= limit {
                let end = dictionary.end(ofPrefix: text[...], from: position)
                visit(position..<end, distance)
                return end
            }
            if smallest > limit || (isPrefix && distance == 0) {
                return dictionary.end(ofPrefix: text[...], from: position)
            }
        }
        let distance = distance
        if !isPrefix, distance > 0, distance <= limit { visit(position..<position + 1, distance) }
        return position + 1
    }

    /// The distance between the path and the whole word; more than `limit` when their lengths differ by more.
    private var distance: UInt8 {
        let difference = path.count - word.count
        return difference.magnitude > UInt(limit) ? limit + 1 : rows[path.count * width + word.count]
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

    /// Computes the row for the path's last scalar. Returns its smallest value; more than `limit` for a row of nothing
    /// near.
    private mutating func fillRow() -> UInt8 {
        let depth = path.count, reach = Int(limit), far = limit + 1, above = (depth - 1) * width, row = depth * width
        let first = max(1, depth - reach), last = min(width - 1, depth + reach)
        // Column 0 stands for leaving out the whole path.
        var smallest = depth <= reach ? UInt8(truncatingIfNeeded: depth) : far
        rows[row + first - 1] = first == 1 ? smallest : far
        guard first <= last else { return smallest }
        let scalar = path[depth - 1]
        for column in first...last {
            var value = rows[above + column - 1] + (word[column - 1] == scalar ? 0 : 1)
            value = min(value, min(rows[above + column], rows[row + column - 1]) + 1)
            if depth > 1, column > 1, word[column - 1] == path[depth - 2], word[column - 2] == scalar {
                value = min(value, rows[above - width + column - 2] + 1)
            }
            rows[row + column] = min(value, far)
            smallest = min(smallest, value)
        }
        if last + 1 < width { rows[row + last + 1] = far }
        return smallest
    }
}
