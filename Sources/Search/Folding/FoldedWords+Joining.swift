extension FoldedWords {
    /// Splits number words that people write without a gap: "No12", "U3", "кв5", "Q5".
    mutating func splitNumbers(_ isKnown: (ArraySlice<UInt8>) -> Bool) {
        var index = 0
        while index < words.count {
            let word = text(words[index]), letters = word.prefix { !HouseNumber.isDigit($0) }
            let isSign =
                NumberSigns.isSign(letters) || NumberSigns.isUnit(letters) || NumberSigns.isBuilding(letters)
                || NumberSigns.isBlockLetter(letters) || NumberSigns.isLot(letters)
            if !letters.isEmpty, letters.count < word.count, isSign, words.count > 1, !isKnown(word) {
                split(index, afterBytes: letters.count)
            }
            index += 1
        }
    }

    /// Joins words with only a dot or another sign between them if `isKnown` accepts the result: "P.zza", "пр-т",
    /// "U.S.A."; `isInitials` is true if all parts are single letters.
    package mutating func joinAbbreviations(_ isKnown: (_ joined: ArraySlice<UInt8>, _ isInitials: Bool) -> Bool) {
        var index = 0
        while index + 1 < words.count {
            // Digits do not take part: they are house numbers, and "1-2" is not "12".
            var last = index
            while last + 1 < words.count, isAbbreviating(words[last + 1].gap), hasNoDigit(last), hasNoDigit(last + 1) {
                last += 1
            }
            while last > index {
                let bytes = self.bytes[words[index].bytes.lowerBound..<words[last].bytes.upperBound]
                let isInitials = words[index...last].allSatisfy { text($0).count { $0 & 0xc0 != 0x80 } == 1 }
                if bytes.count <= Self.longestAbbreviation, isKnown(bytes, isInitials) {
                    join(index...last)
                    break
                }
                last -= 1
            }
            index += 1
        }
    }

    private static var longestAbbreviation: Int { 12 }

    /// Joins two neighbouring words if `isOne` accepts them, if together they have a number of letters and digits in
    /// `lengths`, and most of these are digits.
    mutating func joinPairs(
        of lengths: ClosedRange<Int>,
        _ isOne: (_ joined: ArraySlice<UInt8>, _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool
    ) {
        var index = 0
        while index + 1 < words.count {
            let first = text(words[index]), second = text(words[index + 1])
            let joined = bytes[words[index].bytes.lowerBound..<words[index + 1].bytes.upperBound]
            if lengths.contains(joined.count), first.contains(where: HouseNumber.isDigit),
                2 * joined.count(where: HouseNumber.isDigit) >= joined.count, isOne(joined, first, second)
            {
                join(index...(index + 1))
            }
            index += 1
        }
    }

    private func isAbbreviating(_ gap: Gap) -> Bool {
        // . - : /
        gap.isTight && (gap.scalar == 0x2e || gap.scalar == 0x2d || gap.scalar == 0x3a || gap.scalar == 0x2f)
    }

    private func hasNoDigit(_ index: Int) -> Bool { !text(words[index]).contains(where: HouseNumber.isDigit) }
}
