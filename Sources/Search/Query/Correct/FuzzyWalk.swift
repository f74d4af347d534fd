/// Finds the words of a dictionary that are one or two typing errors away from a given word.
///
/// Walks the sorted dictionary as a trie: neighbouring words share the work for their common beginning. The walk skips
/// all words with a beginning that has too many errors already. Each row holds a bit set for each number of errors: bit
/// i is set if the first i letters of the given word match the beginning with that many errors. One letter more costs a
/// dozen operations (Wu and Manber, CACM 35(10), 1992).
///
/// An error is a letter added, missing or different, or two neighbours swapped. Each pair is touched once (optimal
/// string alignment: Boytsov, ACM JEA 16, 2011).
package struct FuzzyWalk {
    /// The bit sets of one beginning. Bit i of a set stands for the first i letters of the given word.
    private struct Row {
        var exact: UInt64 = 0
        /// At most one error, and at most two.
        var one: UInt64 = 0
        var two: UInt64 = 0
        /// The letters of the given word that equal the last letter of this beginning.
        var equal: UInt64 = 0
        /// The end of the beginning, in bytes.
        var end = 0

        /// Returns how many errors the beginning is from the whole word: 0 for none, and also for more than the limit.
        func distance(_ whole: UInt64) -> Int {
            exact & whole != 0 ? 0 : one & whole != 0 ? 1 : two & whole != 0 ? 2 : 0
        }
    }

    /// The rows, by the number of letters of the beginning, from none.
    private var rows: [Row] = []
    private var depth = 0
    /// By ASCII letter, its positions in the given word; then the same for other letters.
    private var equalASCII = [UInt64](repeating: 0, count: 128)
    private var equalOther: [(scalar: UInt32, letters: UInt64)] = []
    private var whole: UInt64 = 0
    private var limit = 1

    package init() {}

    /// Calls `visit` with disjoint, ascending ranges of words and their distance, 1 ... `limit`, from `word`.
    ///
    /// `word` has 1 ... 60 scalars; `limit` is 1 or 2. With `isPrefix`, the distance of a word is that of its nearest
    /// beginning: "kapeli" is one error from a beginning of "kappelimäki". A range may then contain words that begin
    /// with `word` itself. The walk skips words that equal it, and branches in which all words begin with it.
    package mutating func run(
        _ word: [UInt32], isPrefix: Bool, limit: Int, in dictionary: WordDictionary, _ visit: (Range<Int>, Int) -> Void
    ) {
        precondition(!word.isEmpty && word.count <= FoldedWords.maximumWordLength && (limit == 1 || limit == 2))
        prepare(word, limit)
        // The depth of the branch in which all words are two errors away, unless a part of it is nearer.
        var found = Found(), branch: Int?, position = 0
        while position < dictionary.count {
            let shared = dictionary.sharedLength(position), bytes = dictionary.range(of: position)
            while rows[depth].end > shared { depth -= 1 }
            if let start = branch, depth < start { branch = nil }
            var next = position + 1, distance = branch == nil ? 0 : 2
            while true {
                guard bytes.lowerBound + rows[depth].end < bytes.upperBound else {
                    if !isPrefix { distance = rows[depth].distance(whole) }
                    break
                }
                descend(bytes, dictionary)
                let row = rows[depth]
                // No word with this beginning is near. In a branch that is two errors away, no word is nearer.
                if (branch == nil && limit == 2 ? row.two : row.one) == 0 {
                    next = dictionary.end(ofBranchAt: position, length: row.end)
                    break
                }
                guard isPrefix else { continue }
                let reached = row.distance(whole)
                if row.exact & whole != 0 || reached == 1 {
                    distance = reached
                    next = dictionary.end(ofBranchAt: position, length: row.end)
                    break
                }
                if reached == 2, branch == nil {
                    branch = depth
                    distance = 2
                }
            }
            if distance > 0 { found.add(position..<next, distance, visit) }
            position = next
        }
        found.finish(visit)
    }

    private mutating func prepare(_ word: [UInt32], _ limit: Int) {
        self.limit = limit
        whole = 1 << UInt64(word.count)
        for letter in equalASCII.indices { equalASCII[letter] = 0 }
        equalOther.removeAll(keepingCapacity: true)
        for (index, scalar) in word.enumerated() {
            let letter: UInt64 = 1 << UInt64(index)
            if scalar < 0x80 {
                equalASCII[Int(scalar)] |= letter
            } else if let known = equalOther.firstIndex(where: { $0.scalar == scalar }) {
                equalOther[known].letters |= letter
            } else {
                equalOther.append((scalar, letter))
            }
        }
        if rows.isEmpty { rows = [Row](repeating: Row(), count: FoldedWords.maximumWordLength + 1) }
        depth = 0
        // The empty beginning has as many errors as the word's beginning has letters.
        rows[0] = Row(exact: 1, one: 0b11, two: limit == 2 ? 0b111 : 0)
    }

    /// Takes one more letter of the word whose bytes are `bytes`.
    private mutating func descend(_ bytes: Range<Int>, _ dictionary: WordDictionary) {
        let last = rows[depth]
        var end = last.end + 1
        let lead = dictionary.byte(at: bytes.lowerBound + last.end)
        var equal: UInt64 = 0
        if lead < 0x80 {
            equal = equalASCII[Int(lead)]
        } else {
            var scalar = UInt32(lead) & (lead < 0xe0 ? 0x1f : lead < 0xf0 ? 0x0f : 0x07)
            while bytes.lowerBound + end < bytes.upperBound {
                let byte = dictionary.byte(at: bytes.lowerBound + end)
                guard byte & 0xc0 == 0x80 else { break }
                scalar = scalar << 6 | UInt32(byte & 0x3f)
                end += 1
            }
            for other in equalOther where other.scalar == scalar { equal = other.letters }
        }
        var row = Row(exact: (last.exact & equal) << 1, equal: equal, end: end)
        // In order: the same letter, a letter added, a different letter, a letter missing.
        row.one = (last.one & equal) << 1 | last.exact | last.exact << 1 | row.exact << 1
        if limit == 2 { row.two = (last.two & equal) << 1 | last.one | last.one << 1 | row.one << 1 }
        if depth > 0 {
            // Two neighbours swapped.
            let swapped = equal & last.equal >> 1, before = rows[depth - 1]
            row.one |= (before.exact & swapped) << 2
            if limit == 2 { row.two |= (before.one & swapped) << 2 | row.one << 1 }
        }
        // Drops the bits beyond the end of the word.
        row.one &= whole << 1 &- 1
        row.two &= whole << 1 &- 1
        depth += 1
        rows[depth] = row
    }

    /// Joins ranges that touch and have the same distance.
    private struct Found {
        private var range = 0..<0
        private var distance = 0

        mutating func add(_ more: Range<Int>, _ distance: Int, _ visit: (Range<Int>, Int) -> Void) {
            if range.upperBound == more.lowerBound, self.distance == distance {
                range = range.lowerBound..<more.upperBound
            } else {
                finish(visit)
                range = more
                self.distance = distance
            }
        }

        mutating func finish(_ visit: (Range<Int>, Int) -> Void) {
            if !range.isEmpty { visit(range, distance) }
            range = range.upperBound..<range.upperBound
        }
    }
}
