/// Bits in rows: one for each cell, or each corner, of a grid.
struct BitPlane {
    let width: Int
    let height: Int
    let wordsInRow: Int
    private(set) var words: [UInt64]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        wordsInRow = (width + 63) >> 6
        words = [UInt64](repeating: 0, count: wordsInRow * height)
    }

    @inline(__always)
    subscript(x: Int, y: Int) -> Bool { words[word(of: x, y)] &>> UInt64(x & 63) & 1 != 0 }

    @inline(__always)
    mutating func set(_ x: Int, _ y: Int) { words[word(of: x, y)] |= 1 &<< UInt64(x & 63) }

    /// May overflow into other rows: the subscript of `words` traps outside the plane, not outside a row.
    @inline(__always)
    private func word(of x: Int, _ y: Int) -> Int { y &* wordsInRow &+ x >> 6 }

    /// Returns the bits of a row from 64 · `number` on.
    @inline(__always)
    func word(_ number: Int, _ row: Int) -> UInt64 { words[row * wordsInRow + number] }

    /// Sets the words of a row.
    @inline(__always)
    mutating func setWords(inRow row: Int, _ word: (Int) -> UInt64) {
        for number in 0..<wordsInRow { words[row * wordsInRow + number] = word(number) }
    }

    /// Sets the bits of a row.
    mutating func set(_ columns: ClosedRange<Int>, row: Int) {
        let first = row * wordsInRow + columns.lowerBound >> 6, last = row * wordsInRow + columns.upperBound >> 6
        let low = UInt64.max << UInt64(columns.lowerBound & 63),
            high = UInt64.max >> UInt64(63 - columns.upperBound & 63)
        guard first < last else { return words[first] |= low & high }
        words[first] |= low
        for word in (first + 1)..<last { words[word] = .max }
        words[last] |= high
    }

    /// Returns the word of bits that are set in any of some rows.
    @inline(__always)
    private func column(_ word: Int, _ rows: Range<Int>) -> UInt64 {
        var bits: UInt64 = 0
        for row in rows { bits |= words[row * wordsInRow + word] }
        return bits
    }

    /// Returns the bits within `reach` rows and columns of a set bit; `reach` is below 64.
    func spread(by reach: Int) -> BitPlane {
        var spread = BitPlane(width: width, height: height)
        for row in 0..<height {
            let rows = max(0, row - reach)..<min(height, row + reach + 1)
            var before: UInt64 = 0, here = column(0, rows)
            for word in 0..<wordsInRow {
                let after = word + 1 < wordsInRow ? column(word + 1, rows) : 0
                var bits = here
                if before | here | after != 0 {
                    for step in 1...UInt64(reach) {
                        bits |= here << step | before >> (64 - step) | here >> step | after << (64 - step)
                    }
                }
                spread.words[row * wordsInRow + word] = bits
                before = here
                here = after
            }
        }
        return spread
    }

    /// Returns the set bits and their neighbours on each side, above and below.
    func spreadToSides() -> BitPlane {
        var spread = self
        for row in 0..<height {
            for word in 0..<wordsInRow {
                let index = row * wordsInRow + word, here = words[index]
                var bits = here << 1 | here >> 1
                if word > 0 { bits |= words[index - 1] >> 63 }
                if word + 1 < wordsInRow { bits |= words[index + 1] << 63 }
                if row > 0 { bits |= words[index - wordsInRow] }
                if row + 1 < height { bits |= words[index + wordsInRow] }
                spread.words[index] |= bits
            }
        }
        return spread
    }

    /// Calls `visit` with the column of each bit that is set in a row, ascending.
    @inline(__always)
    func forEachSet(inRow row: Int, _ visit: (Int) -> Void) {
        for word in 0..<wordsInRow {
            var bits = words[row * wordsInRow + word]
            while bits != 0 {
                visit(word << 6 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }

    /// Calls `visit` with each run of bits of a row that are not set, from the left.
    func forEachGap(inRow row: Int, _ visit: (ClosedRange<Int>) -> Void) {
        var x = 0
        while let start = next(from: x, row, isSet: false) {
            let end = next(from: start, row, isSet: true) ?? width
            visit(start...(end - 1))
            x = end
        }
    }

    /// Calls `visit` with each run of bits of a row that are set, from the left.
    func forEachRun(inRow row: Int, _ visit: (ClosedRange<Int>) -> Void) {
        var x = 0
        while let start = next(from: x, row, isSet: true) {
            let end = next(from: start, row, isSet: false) ?? width
            visit(start...(end - 1))
            x = end
        }
    }

    /// Calls `visit` with the column of each bit of a row that differs from the one to its right.
    func forEachChange(inRow row: Int, _ visit: (Int) -> Void) {
        for word in 0..<wordsInRow {
            let here = words[row * wordsInRow + word]
            let next = word + 1 < wordsInRow ? words[row * wordsInRow + word + 1] : 0
            var bits = here ^ (here >> 1 | next << 63)
            while bits != 0 {
                visit(word << 6 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }

    private func next(from x: Int, _ row: Int, isSet: Bool) -> Int? {
        guard x < width else { return nil }
        var word = x >> 6, mask = UInt64.max << UInt64(x & 63)
        while word < wordsInRow {
            let stored = words[row * wordsInRow + word], bits = (isSet ? stored : ~stored) & mask
            if bits != 0 {
                let found = word << 6 + bits.trailingZeroBitCount
                return found < width ? found : nil
            }
            mask = .max
            word += 1
        }
        return nil
    }
}
