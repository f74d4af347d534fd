import Atlas

/// The atlas's indices of the tags that matter to a visitor. An answer looks them up once.
struct VisitTags: Sendable {
    let openingHours: [Int]
    /// Keys of phone numbers, the preferred key first (wiki.openstreetmap.org/wiki/Key:phone, Key:contact:phone).
    let phones: [Int]
    let websites: [Int]
    let wheelchair: [Int]

    init(in places: PlaceTable) {
        func indices(_ key: String) -> [Int] { places.keyIndices([UInt8](key.utf8).span) }
        openingHours = indices("opening_hours")
        phones = indices("phone") + indices("contact:phone") + indices("mobile") + indices("contact:mobile")
        websites = indices("website") + indices("contact:website") + indices("url")
        wheelchair = indices("wheelchair")
    }
}

extension [UInt8] {
    /// The bytes without blanks at both ends.
    private var trimmed: [UInt8] {
        guard let first = firstIndex(where: { $0 != 0x20 }), let last = lastIndex(where: { $0 != 0x20 }) else {
            return []
        }
        return Array(self[first...last])
    }

    /// The first telephone number of a tag's value, without `tel:`; `nil` if there are no digits.
    var asPhone: [UInt8]? {
        var number = Array(prefix { $0 != UInt8(ascii: ";") }).trimmed
        if number.beginsIgnoringCase("tel:") { number = Array(number.dropFirst(4)).trimmed }
        return number.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? number : nil
    }

    /// The first web address of a tag's value, with `https://` if it has no scheme; `nil` for an address that browsers
    /// do not open.
    var asWebsite: [UInt8]? {
        // Values of OpenStreetMap have 255 characters at most, of four bytes at most.
        guard count <= 1020 else { return nil }
        var address = trimmed
        // A semicolon may be part of an address. It separates two addresses only if another address begins after it.
        for index in address.indices where address[index] == UInt8(ascii: ";") {
            let rest = Array(address[(index + 1)...]).trimmed
            guard rest.beginsIgnoringCase("http") || rest.beginsIgnoringCase("www.") else { continue }
            address = Array(address[..<index]).trimmed
            break
        }
        guard !address.contains(where: { $0 <= 0x20 || $0 == 0x7f }) else { return nil }
        if address.beginsIgnoringCase("https://") { return address.count > 8 ? address : nil }
        if address.beginsIgnoringCase("http://") { return address.count > 7 ? address : nil }
        let host = address.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = host.firstIndex(of: UInt8(ascii: ".")), dot > 0, dot < host.count - 1,
            !host.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") })
        else { return nil }
        return [UInt8]("https://".utf8) + address
    }

    /// `yes`, `limited`, `no` or `designated` (wiki.openstreetmap.org/wiki/Key:wheelchair); `nil` for anything else.
    var asWheelchairAccess: [UInt8]? {
        let word = trimmed.map { $0 | 0x20 }
        for known in ["yes", "limited", "no", "designated"] as [StaticString]
        where word.count == known.utf8CodeUnitCount && word.beginsIgnoringCase(known) { return word }
        return nil
    }

    /// Whether the bytes begin with `text`, which has small letters only; ignores case.
    private func beginsIgnoringCase(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            for index in text.indices {
                let isLetter = self[index] >= UInt8(ascii: "A") && self[index] <= UInt8(ascii: "Z")
                guard unsafe (isLetter ? self[index] | 0x20 : self[index]) == text[index] else { return false }
            }
            return true
        }
    }
}
