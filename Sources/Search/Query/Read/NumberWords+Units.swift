extension NumberWords {
    /// Finds the words that name a flat, floor or entrance of a house, before its number or after it.
    mutating func findUnits(_ numbersComeFirst: Bool) {
        var units: [Int] = []
        for index in roles.indices where !isInLot(index) && !units.contains(index) {
            if isUnitOfValue(index) {
                units += [index, index + 1]
            } else if isNumberSigned(index) {
                units += isHyphenated(index) ? [index, index + 1] : [index]
            } else if isFloor(index) {
                units += [index, index + 1]
            } else if let first = firstWord(ofFlatEndingAt: index) {
                units += first...index
            } else if isOrdinalFloor(index) || isBehind(units, index) {
                units.append(index)
            } else if numbersComeFirst, let unit = unit(beforeNumberAt: index, units) {
                units.append(unit)
            }
        }
        guard !units.isEmpty else { return }
        // Without another number, this number may be the house's: "Flat 17, Smith Street".
        let hasNumber = roles.indices.contains { isHouse($0) && !units.contains($0) }
        for unit in units {
            if hasNumber {
                roles[unit] = .unit
            } else if roles[unit] == .none || !beginsWithDigit(unit) {
                roles[unit] = .sign
            }
        }
    }

    private func isHouse(_ index: Int) -> Bool {
        index >= 0 && roles[index] == .number && (beginsWithDigit(index) || isLetterAndDigits(index))
    }

    // MARK: After a house's number, or after a word for units

    /// Whether a word announces a unit: "Unit 3", "piso 5", "esc. A".
    private func isUnitOfValue(_ index: Int) -> Bool {
        guard NumberSigns.isUnit(word(index)), isValue(index + 1) else { return false }
        let isBehindNumber = index > 0 && roles[index - 1] == .number
        // In Hungary, "Fő u. 12" is a street.
        if word(index).elementsEqual([UInt8(ascii: "u")]) {
            return index == 0 || isBehindNumber || isBehindComma(index)
        }
        return isBehindNumber || !NumberSigns.isUnitBehindNumber(word(index))
    }

    /// Whether "#" announces a unit: "#17", in Singapore "#04-12". In Colombia, "45 # 12-34" is a house.
    private func isNumberSigned(_ index: Int) -> Bool {
        guard text.words[index].gap.scalar == 0x23, roles[index] == .number else { return false }
        if isHyphenated(index) {
            let hasHouse = roles[..<index].contains(.number) && index > 1
            return hasHouse && (word(index).first == UInt8(ascii: "0") || hasHouseBeforeStreet(index))
        }
        return index == 0 || roles[index - 1] != .number || index == 1 || isBehindComma(index - 1)
    }

    private func isHyphenated(_ index: Int) -> Bool {
        beginsWithDigit(index + 1) && text.words[index + 1].gap.scalar == HouseNumber.hyphen
    }

    /// Whether the text up to `end` begins with a number and a street's name of at least two words follows.
    private func hasHouseBeforeStreet(_ end: Int) -> Bool {
        let first = roles[..<end].firstIndex(of: .number) ?? end
        return roles[..<first].allSatisfy { $0 == .sign } && roles[first..<end].count { $0 == .none } > 1
    }

    /// Whether a word is a floor, "12/F" or "G/F", and the text has a house's number, too.
    private func isFloor(_ index: Int) -> Bool {
        let next = index + 1
        guard next < roles.count, word(next).elementsEqual([UInt8(ascii: "f")]), isSlashed(next),
            beginsWithDigit(index) || isLetter(index) || NumberSigns.isFloorLetters(word(index))
        else { return false }
        return roles.indices.contains { $0 != index && $0 != next && isHouse($0) }
    }

    /// Returns the first word of a floor or a side that ends with word `index`, after a house's number: "2. th.", "5,
    /// 3º Esq.", "5 HH".
    private func firstWord(ofFlatEndingAt index: Int) -> Int? {
        guard index > 0, roles[index] != .sign else { return nil }
        let word = word(index), before = index - 1
        if isDwelling(word) || NumberSigns.isPartOfHouse(word) { return isHouse(before) ? index : nil }
        guard NumberSigns.isSideOrFloor(word) else { return nil }
        if NumberSigns.isGroundFloor(self.word(before)) { return isHouse(before - 1) ? before : nil }
        let hasHouse = isHouse(before - 1) || isBehindComma(before) && roles[..<before].contains(.number)
        return isHouse(before) && hasHouse ? before : nil
    }

    /// Whether a word is a dwelling's number in Norway, "H0201" (ssb.no, bruksenhetsnummer).
    private func isDwelling(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.count == 5, let first = word.first, "hluk".utf8.contains(first) else { return false }
        return word.dropFirst().allSatisfy(HouseNumber.isDigit)
    }

    /// Whether a word is a floor after a house's number: "3º" and "5°".
    private func isOrdinalFloor(_ index: Int) -> Bool {
        guard isHouse(index - 1), beginsWithDigit(index) else { return false }
        if index + 1 < roles.count, text.words[index + 1].gap.scalar == 0xb0 { return true }
        let digits = word(index).prefix(while: HouseNumber.isDigit)
        return digits.count < 3 && word(index).dropFirst(digits.count).elementsEqual([UInt8(ascii: "o")])
    }

    /// Whether a number or letter continues a flat that follows a house's number: "12 esc. A 3º B". Longer numbers are
    /// postcodes.
    private func isBehind(_ units: [Int], _ index: Int) -> Bool {
        guard isLetter(index) || roles[index] == .number, word(index).count < QueryWord.shortestPostcode else {
            return false
        }
        var first = index
        while units.contains(first - 1) { first -= 1 }
        return first < index && isHouse(first - 1)
    }

    // MARK: Before a house's number

    /// Returns the flat before the slash or hyphen of a house's number, at the beginning and before the street: "3/12
    /// Smith Street", "5-123 Main St", "2/14-18 Smith Street", "305 - 2050 W 4th Ave".
    private func unit(beforeNumberAt index: Int, _ units: [Int]) -> Int? {
        let before = index - 1
        guard before >= 0, beginsWithDigit(index), !HouseNumber.isLikeOrdinal(word(index)), !units.contains(before),
            before == 0 || isBehindComma(before)
        else { return nil }
        let isTight = text.words[index].gap.isTight
        guard isTight ? isValue(before) || isLetterAndDigits(before) : isPlain(before) && isPlain(index) else {
            return nil
        }
        let isPair = beginsWithDigit(index + 1) && isHyphen(index + 1) && isRange(index, index + 1)
        guard beginsStreet(isPair ? index + 2 : index + 1, mayBeNumbered: word(index).count > 2) else { return nil }
        if text.words[index].gap.scalar == HouseNumber.slash { return before }
        return isHyphen(index) && !isRange(before, index) ? before : nil
    }

    /// Whether a street's name begins with a word, possibly after a letter.
    ///
    /// With `mayBeNumbered`, "4th Avenue" and "104 Street" are such names. They are not after the house numbers of
    /// Queens, which end in two digits: "37-06 82nd Street".
    private func beginsStreet(_ index: Int, mayBeNumbered: Bool) -> Bool {
        func isName(_ index: Int) -> Bool {
            index < roles.count && roles[index] == .none && !isBehindComma(index)
        }
        if isName(index) { return true }
        let next = isLetter(index) ? index + 1 : index
        if next > index, isName(next) { return true }
        return mayBeNumbered && beginsWithDigit(next) && !text.words[next].gap.isTight && !isBehindComma(next)
            && isName(next + 1)
    }

    /// Whether two numbers are more likely the number of one house, as "12-14" and "37-06" are, than a flat and a
    /// house.
    private func isRange(_ first: Int, _ last: Int) -> Bool {
        guard word(last).first != UInt8(ascii: "0") else { return true }
        let from = HouseNumber.leadingNumber(of: word(first)), to = HouseNumber.leadingNumber(of: word(last))
        return to > from && to - from <= HouseNumber.longestPair
    }

    private func isPlain(_ index: Int) -> Bool { word(index).allSatisfy(HouseNumber.isDigit) }

    private func isSlashed(_ index: Int) -> Bool {
        text.words[index].gap.isTight && text.words[index].gap.scalar == HouseNumber.slash
    }

    /// Whether the word is separated by a hyphen or a dash, U+2013.
    private func isHyphen(_ index: Int) -> Bool {
        text.words[index].gap.scalar == HouseNumber.hyphen || text.words[index].gap.scalar == 0x2013
    }
}
