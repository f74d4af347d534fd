/// What the words of a query have to do with a house's number.
struct NumberWords {
    enum Role: UInt8 {
        case none
        /// A house's number may be made of it.
        case number
        /// It only says that such a number follows: an answer may lack it, and a number goes on behind it.
        case sign
        /// It says which flat of a house is meant: the answer is the house where the flat is not known.
        case unit
    }

    /// By word.
    private(set) var roles: [Role]
    private let text: FoldedWords

    /// Reads `text`. `numbersComeFirst` where people write "12 Main Street": there "3/12 Main Street" is flat 3.
    init(_ text: FoldedWords, numbersComeFirst: Bool) {
        self.text = text
        roles = [Role](repeating: .none, count: text.words.count)
        guard text.bytes.contains(where: HouseNumber.isDigit) else { return }
        findNumbers()
        findSigns()
        findUnits(numbersComeFirst)
    }

    /// Whether a house's number may be made of a word, or that of a flat.
    func isNumber(_ index: Int) -> Bool {
        roles[index] == .number || roles[index] == .unit && beginsWithDigit(index)
    }

    // MARK: Numbers

    private mutating func findNumbers() {
        for index in roles.indices {
            if beginsWithDigit(index) {
                if letterCount(index) <= HouseNumber.maximumLength { roles[index] = .number }
            } else if index > 0, roles[index - 1] == .number {
                let isSuffix = NumberSigns.isSuffix(word(index)) || isLetter(index)
                let isBuilding = NumberSigns.isBuilding(word(index)) && isValue(index + 1)
                if isSuffix && beginsWithDigit(index - 1) || isBuilding { roles[index] = .number }
            } else if isValue(index + 1), beginsWithDigit(index + 1), isLettersOfNumber(index) {
                roles[index] = .number
            } else if isLetterAndDigits(index), roles.count > 1 {
                roles[index] = .number
            }
        }
    }

    /// Whether letters before a number are part of it: "ev. 12", "A-12".
    private func isLettersOfNumber(_ index: Int) -> Bool {
        word(index).elementsEqual([UInt8(ascii: "e"), UInt8(ascii: "v")])
            || isLetter(index) && text.words[index + 1].gap.isTight && text.words[index + 1].gap.scalar == hyphen
    }

    /// "A12", but no name of a road or a station, which have more digits or letters.
    private func isLetterAndDigits(_ index: Int) -> Bool {
        let word = word(index)
        guard word.count >= 2, word.count <= 4, let first = word.first, !HouseNumber.isDigit(first) else {
            return false
        }
        return word.dropFirst().allSatisfy(HouseNumber.isDigit)
    }

    // MARK: Signs

    private mutating func findSigns() {
        for index in roles.indices where roles[index] == .none {
            let next = index + 1
            if index > 0, NumberSigns.isCounter(word(index)), roles[index - 1] != .none || isNumeral(index - 1) {
                roles[index] = .sign
            } else if next < roles.count, roles[next] == .number, NumberSigns.isSign(word(index)) {
                roles[index] = .sign
            } else if next + 1 < roles.count, isLetter(index), isLetter(next), roles[next + 1] == .number,
                word(index).first == UInt8(ascii: "c"), word(next).first == UInt8(ascii: "p")
            {
                // "č. p. 87"
                (roles[index], roles[next]) = (.sign, .sign)
            }
        }
        // "Q 5 L 12"
        guard let block = roles.indices.first(where: { isBlock($0) }) else { return }
        for index in roles.indices
        where index > block + 1 && NumberSigns.isLot(word(index)) && beginsWithDigit(index + 1) {
            roles[index] = .sign
            roles[block] = .sign
        }
    }

    private func isBlock(_ index: Int) -> Bool {
        beginsWithDigit(index + 1)
            && (NumberSigns.isBlockLetter(word(index)) || NumberSigns.isSign(word(index)) && roles[index] == .sign)
    }

    private func isNumeral(_ index: Int) -> Bool {
        let numerals: [StaticString] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
        // The literals' own bytes.
        return numerals.contains { $0.withUTF8Buffer { unsafe word(index).elementsEqual($0) } }
    }

    // MARK: Units

    private mutating func findUnits(_ numbersComeFirst: Bool) {
        var units: [Int] = []
        for index in roles.indices {
            if NumberSigns.isUnit(word(index)), isValue(index + 1), !units.contains(index),
                !NumberSigns.isUnitBehindNumber(word(index)) || index > 0 && roles[index - 1] == .number
            {
                units += [index, index + 1]
            } else if text.words[index].gap.scalar == numberSign, roles[index] == .number, !followsNumber(index),
                !isHyphenated(index)
            {
                units.append(index)
            } else if numbersComeFirst, let unit = unit(beforeNumberAt: index, units) {
                units.append(unit)
            }
        }
        guard !units.isEmpty else { return }
        // Of a house there must be a number besides: in "Flat 17, Smith Street" it is the flat's.
        let hasNumber = roles.indices.contains { roles[$0] == .number && beginsWithDigit($0) && !units.contains($0) }
        for unit in units {
            if hasNumber {
                roles[unit] = .unit
            } else if roles[unit] == .none || !beginsWithDigit(unit) {
                roles[unit] = .sign
            }
        }
    }

    /// Whether a number is the second of two that both are a street's: "45 # 12-34".
    private func followsNumber(_ index: Int) -> Bool {
        index > 0 && roles[index - 1] == .number && !(index == 1 || isBehindComma(index - 1))
    }

    /// Whether a hyphen and another number follow: Colombia's house numbers have two.
    private func isHyphenated(_ index: Int) -> Bool {
        beginsWithDigit(index + 1) && text.words[index + 1].gap.scalar == hyphen
    }

    /// The flat before the slash or hyphen before a house's number, at the beginning and before the street: "3/12 Smith Street", "5-123 Main St".
    private func unit(beforeNumberAt index: Int, _ units: [Int]) -> Int? {
        let before = index - 1
        guard before >= 0, beginsWithDigit(index), text.words[index].gap.isTight, !units.contains(before),
            beginsWithDigit(before) || isLetter(before), index + 1 < roles.count, roles[index + 1] == .none,
            !isBehindComma(index + 1), before == 0 || isBehindComma(before)
        else { return nil }
        switch text.words[index].gap.scalar {
        case HouseNumber.slash: return before
        case hyphen, dash: return isRange(before, index) ? nil : before
        default: return nil
        }
    }

    /// Whether two numbers are rather those of one house, as "12-14" and "37-06" are, than of a flat and a house.
    private func isRange(_ first: Int, _ last: Int) -> Bool {
        guard word(last).first != UInt8(ascii: "0") else { return true }
        let from = HouseNumber.leadingNumber(of: word(first)), to = HouseNumber.leadingNumber(of: word(last))
        return to > from && to - from <= HouseNumber.longestPair
    }

    // MARK: Words

    private var numberSign: UInt32 { 0x23 }
    private var hyphen: UInt32 { HouseNumber.hyphen }
    private var dash: UInt32 { 0x2013 }

    private func word(_ index: Int) -> ArraySlice<UInt8> { text.text(text.words[index]) }

    private func isBehindComma(_ index: Int) -> Bool { text.words[index].gap.scalar == 0x2c }

    private func beginsWithDigit(_ index: Int) -> Bool {
        index < text.words.count && HouseNumber.isDigit(text.bytes[text.words[index].bytes.lowerBound])
    }

    private func letterCount(_ index: Int) -> Int { word(index).count { $0 & 0xc0 != 0x80 } }

    private func isLetter(_ index: Int) -> Bool {
        index < text.words.count && letterCount(index) == 1 && !beginsWithDigit(index)
            && !FoldedWords.isIdeograph(scalar(index))
    }

    private func scalar(_ index: Int) -> UInt32 {
        var decoder = ScalarDecoder(end: word(index).count)
        return decoder.next(in: word(index).span) ?? 0
    }

    /// Whether there is a number or a single letter.
    private func isValue(_ index: Int) -> Bool { beginsWithDigit(index) || isLetter(index) }
}
