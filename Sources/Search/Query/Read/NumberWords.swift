/// The roles of a query's words in a house number.
struct NumberWords {
    enum Role: UInt8 {
        case none
        /// The word may be part of a house number.
        case number
        /// The word only announces a house number: an answer may lack it, and a number may continue after it.
        case sign
        /// The word names a flat of a house: if the map has no such flat, the answer is the house.
        case unit
    }

    /// The role of each word.
    var roles: [Role]
    let text: FoldedWords
    /// The words of a block and of a lot in it, "Q 5 L 12": both numbers belong to one house.
    private var lots: Range<Int> = 0..<0

    /// Reads `text`. Set `numbersComeFirst` in countries that write "12 Main Street": there "3/12 Main Street" is flat
    /// 3.
    init(_ text: FoldedWords, numbersComeFirst: Bool) {
        self.text = text
        roles = [Role](repeating: .none, count: text.words.count)
        findNumberless()
        guard text.bytes.contains(where: HouseNumber.isDigit) else { return }
        findNumbers()
        findSigns()
        findLots()
        findUnits(numbersComeFirst)
    }

    /// Whether a word belongs to the number of a block or of a lot in it.
    func isInLot(_ index: Int) -> Bool { lots.contains(index) }

    /// Whether a word may be part of the number of a house or a flat.
    func isNumber(_ index: Int) -> Bool {
        roles[index] == .number || roles[index] == .unit && beginsWithDigit(index)
    }

    // MARK: Numbers

    /// Finds "s/n", which says that the house has no number.
    private mutating func findNumberless() {
        for index in roles.indices.dropFirst() where NumberSigns.isNumberless(word(index)) { roles[index] = .number }
    }

    private mutating func findNumbers() {
        for index in roles.indices {
            if beginsWithDigit(index) {
                if letterCount(index) <= HouseNumber.maximumLength, !isNumberedName(index) { roles[index] = .number }
            } else if index > 0, roles[index - 1] == .number {
                let isBehindDigits = beginsWithDigit(index - 1)
                let isSuffix = NumberSigns.isSuffix(word(index)) || isLetter(index)
                let isBuilding = NumberSigns.isBuilding(word(index)) && isValue(index + 1)
                let isOfBuilding = isLetter(index) && NumberSigns.isBuilding(word(index - 1))
                if isSuffix && isBehindDigits || isBuilding || isOfBuilding { roles[index] = .number }
            } else if isValue(index + 1), beginsWithDigit(index + 1), isLettersOfNumber(index) {
                roles[index] = .number
            } else if isLetterAndDigits(index), roles.count > 1 {
                roles[index] = .number
            }
        }
    }

    /// Whether a number with Korean letters names a street, "7길", and not a house, "7번".
    private func isNumberedName(_ index: Int) -> Bool {
        let letters = word(index).drop(while: HouseNumber.isDigit)
        var decoder = ScalarDecoder(end: letters.count)
        guard let first = decoder.next(in: letters.span), Hangul.isSyllable(first) else { return false }
        return !NumberSigns.isCounter(letters)
    }

    /// Whether letters before a number are part of it: "ev. 12", "A-12".
    private func isLettersOfNumber(_ index: Int) -> Bool {
        word(index).elementsEqual([UInt8(ascii: "e"), UInt8(ascii: "v")])
            || isLetter(index) && text.words[index + 1].gap.isTight
                && text.words[index + 1].gap.scalar == HouseNumber.hyphen
    }

    /// Whether a word is like "A12". Names of roads and stations have more digits or letters.
    func isLetterAndDigits(_ index: Int) -> Bool {
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
            } else if isBetweenNumbers(index) || isOrdinalEnding(index) {
                roles[index] = .sign
            } else if next + 1 < roles.count, isLetter(index), isLetter(next), roles[next + 1] == .number,
                word(index).first == UInt8(ascii: "c"), word(next).first == UInt8(ascii: "p")
            {
                // "č. p. 87"
                (roles[index], roles[next]) = (.sign, .sign)
            }
        }
        // "súpisné číslo 87"
        for index in roles.indices.dropLast().reversed()
        where roles[index] == .none && roles[index + 1] == .sign && NumberSigns.isSign(word(index))
            && NumberSigns.isSign(word(index + 1))
        {
            roles[index] = .sign
        }
    }

    /// Whether a word stands between two numbers: "12之3號", "12號之3".
    private func isBetweenNumbers(_ index: Int) -> Bool {
        guard index > 0, NumberSigns.isHyphen(word(index)), beginsWithDigit(index + 1) else { return false }
        return beginsWithDigit(index - 1) || roles[index - 1] == .sign && NumberSigns.isCounter(word(index - 1))
    }

    /// Whether a word is the ending of an ordinal: "8-го Марта".
    private func isOrdinalEnding(_ index: Int) -> Bool {
        index > 0 && text.words[index].gap.isTight && text.words[index].gap.scalar == HouseNumber.hyphen
            && NumberSigns.isOrdinalEnding(word(index)) && beginsWithDigit(index - 1)
    }

    private mutating func findLots() {
        for index in roles.indices where NumberSigns.isLot(word(index)) && beginsWithDigit(index + 1) {
            guard let block = roles[..<index].indices.last(where: { isBlock($0) }), block + 1 < index,
                roles[(block + 1)..<index].allSatisfy({ $0 == .number })
            else { continue }
            (roles[block], roles[index]) = (.sign, .sign)
            lots = block..<index + 2
        }
    }

    private func isBlock(_ index: Int) -> Bool { beginsWithDigit(index + 1) && NumberSigns.isBlock(word(index)) }

    private func isNumeral(_ index: Int) -> Bool {
        let numerals: [StaticString] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
        // The literals' own bytes.
        return numerals.contains { $0.withUTF8Buffer { unsafe word(index).elementsEqual($0) } }
    }

    // MARK: Words

    func word(_ index: Int) -> ArraySlice<UInt8> { text.text(text.words[index]) }

    func isBehindComma(_ index: Int) -> Bool { text.words[index].gap.scalar == 0x2c }

    func beginsWithDigit(_ index: Int) -> Bool {
        index < text.words.count && HouseNumber.isDigit(text.bytes[text.words[index].bytes.lowerBound])
    }

    private func letterCount(_ index: Int) -> Int { word(index).count { $0 & 0xc0 != 0x80 } }

    func isLetter(_ index: Int) -> Bool {
        index < text.words.count && letterCount(index) == 1 && !beginsWithDigit(index)
            && !FoldedWords.isIdeograph(scalar(index))
    }

    private func scalar(_ index: Int) -> UInt32 {
        var decoder = ScalarDecoder(end: word(index).count)
        return decoder.next(in: word(index).span) ?? 0
    }

    /// Whether a word is a number or a single letter.
    func isValue(_ index: Int) -> Bool { beginsWithDigit(index) || isLetter(index) }
}
