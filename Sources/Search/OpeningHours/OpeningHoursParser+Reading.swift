extension OpeningHoursParser {
    var isAtEnd: Bool { index >= bytes.count }
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Parses a number of up to four digits.
    mutating func number() -> Int? {
        var value = 0
        let start = index
        while let byte = peek, isDigit(byte), index - start < 5 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return index > start && index - start <= 4 ? value : nil
    }

    mutating func year() -> Int? {
        let start = index
        guard !isTimeNext, let year = number(), index - start == 4, year >= 1900 else {
            index = start
            return nil
        }
        return year
    }

    mutating func word() -> OpeningWord {
        var word = OpeningWord()
        while let byte = peek, byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") {
            word.append(byte)
            index += 1
        }
        return word
    }

    var peekWord: OpeningWord {
        var copy = self
        return copy.word()
    }

    func isMonth(_ word: OpeningWord) -> Bool { word.month != nil || word == "easter" }

    enum Holiday { case `public`, school }

    func holiday(_ word: OpeningWord) -> Holiday? { word == "ph" ? .public : word == "sh" ? .school : nil }
}
