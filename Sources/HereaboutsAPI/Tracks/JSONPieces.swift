/// Walks through JSON (RFC 8259) piece by piece: it reads everything before damage, and builds no values that nobody
/// wants.
struct JSONPieces {
    enum Fault: Error, Equatable {
        /// The file ends before the JSON does.
        case cut
        case broken

        var reason: String {
            switch self {
            case .cut: "the JSON ends before it is complete; the file was cut off"
            case .broken: "the JSON is broken"
            }
        }
    }

    /// Values within each other; a file that goes deeper is broken.
    static let deepest = 64

    private let bytes: [UInt8]
    private var at = 0
    /// The end of the text.
    private var end: Int
    /// How many objects and lists are open.
    private var depth = 0
    /// Whether nothing stands between the last opening mark and here.
    private var isFirst = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }

    /// Begins to read a text among the bytes, from any state.
    mutating func enter(_ text: Range<Int>) {
        (at, end) = (text.lowerBound, text.upperBound)
        (depth, isFirst) = (0, false)
    }

    /// The first byte of the next value or mark; `nil` at the end of the text.
    mutating func peek() -> UInt8? {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09, 0x0a, 0x0d: at += 1
            default: return bytes[at]
            }
        }
        return nil
    }

    // MARK: Objects and lists

    /// Enters the object or list that comes next.
    mutating func begin(_ mark: Unicode.Scalar) throws(Fault) {
        try pass(UInt8(ascii: mark))
        guard depth < Self.deepest else { throw .broken }
        depth += 1
        isFirst = true
    }

    /// Returns the name of the object's next member, in quotes as it is written, with its value to come; `nil` behind
    /// the last.
    mutating func nextMember() throws(Fault) -> ArraySlice<UInt8>? {
        guard try goesOn(until: UInt8(ascii: "}")) else { return nil }
        let name = try quoted()
        try pass(UInt8(ascii: ":"))
        return name
    }

    /// Whether another value of the list comes next.
    mutating func nextElement() throws(Fault) -> Bool { try goesOn(until: UInt8(ascii: "]")) }

    private mutating func goesOn(until end: UInt8) throws(Fault) -> Bool {
        defer { isFirst = false }
        guard let next = peek() else { throw .cut }
        if next == end {
            at += 1
            depth -= 1
            return false
        }
        if !isFirst { try pass(UInt8(ascii: ",")) }
        return true
    }

    private mutating func pass(_ mark: UInt8) throws(Fault) {
        guard let next = peek() else { throw .cut }
        guard next == mark else { throw .broken }
        at += 1
    }

    // MARK: Values

    /// Reads the next value as a number; returns `nil` for another value, which it skips.
    mutating func number() throws(Fault) -> Double? {
        guard let next = peek() else { throw .cut }
        guard next == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
            try skip()
            return nil
        }
        let text = try word()
        guard text.count <= 64, let number = Double(String(decoding: text, as: UTF8.self)) else { return nil }
        return number.isFinite ? number : nil
    }

    /// Reads the next value as a text; returns `nil` for another value, which it skips.
    mutating func text() throws(Fault) -> String? {
        guard let next = peek() else { throw .cut }
        guard next == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        let text = String(decoding: try quoted().dropFirst().dropLast(), as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        let plain = Self.unescaped(text)
        // The search looked at the bytes as written, but invalid escapes may still decode to something.
        return CombiningMarks.areTooMany(in: plain) ? "" : plain
    }

    /// Skips the next value, of any type.
    mutating func skip() throws(Fault) {
        switch peek() {
        case nil: throw .cut
        case UInt8(ascii: "{"):
            try begin("{")
            while try nextMember() != nil { try skip() }
        case UInt8(ascii: "["):
            try begin("[")
            while try nextElement() { try skip() }
        case UInt8(ascii: "\""): _ = try quoted()
        default: guard try Self.isValue(word()) else { throw .broken }
        }
    }

    /// Returns whether a word is a number or one of JSON's words; it accepts Python's `NaN` and infinities.
    private static func isValue(_ word: ArraySlice<UInt8>) -> Bool {
        if word.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return true }
        return ["true", "false", "null", "NaN", "Infinity", "-Infinity"].contains { word.elementsEqual($0.utf8) }
    }

    /// A number or a word. At the end of the file nobody knows whether it is whole.
    private mutating func word() throws(Fault) -> ArraySlice<UInt8> {
        let start = at
        while at < end, Self.isOfWord(bytes[at]) { at += 1 }
        guard at > start else { throw .broken }
        guard at < end || depth == 0 else { throw .cut }
        return bytes[start..<at]
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// A text with its quotes, as it is written.
    private mutating func quoted() throws(Fault) -> ArraySlice<UInt8> {
        try pass(UInt8(ascii: "\""))
        let start = at - 1
        while at < end {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return bytes[start..<at]
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        at = end
        throw .cut
    }

    /// Puts characters in place of escapes, of which times have few: some writers escape `+` and `/`.
    private static func unescaped(_ text: String) -> String {
        var plain = String.UnicodeScalarView(), rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escape = rest.popFirst() else {
                plain.append(scalar)
                continue
            }
            guard escape == "u" else {
                plain.append(escape)
                continue
            }
            let value = UInt32(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16)
            plain.append(value.flatMap { Unicode.Scalar($0) } ?? "\u{fffd}")
            rest = rest.dropFirst(4)
        }
        return String(plain)
    }
}
