/// The texts of a file of JSON that holds several, one after the other.
struct JSONTexts {
    enum Form {
        /// A mark stands before each (RFC 7464, RFC 8142).
        case sequence
        /// Each is a line of its own.
        case lines
    }

    private let bytes: [UInt8]
    private let form: Form
    private var at = 0

    /// In a file without a mark, a sequence is the whole as one text.
    init(of bytes: [UInt8], as form: Form) { (self.bytes, self.form) = (bytes, form) }

    /// Whether bytes are lines of JSON: one of the first two is an object or a list of its own.
    static func areLines(_ bytes: [UInt8]) -> Bool {
        var lines = JSONTexts(of: bytes, as: .lines), json = JSONPieces(bytes)
        return (0..<2).contains { _ in
            guard let line = lines.next() else { return false }
            json.enter(line)
            guard let mark = json.peek(), mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[") else { return false }
            return (try? json.skip()) != nil && json.peek() == nil
        }
    }

    /// Where the next text is that is not blank; `nil` behind the last.
    mutating func next() -> Range<Int>? {
        while at < bytes.count {
            let start = at
            at = bytes[start...].firstIndex(where: isEnd) ?? bytes.count
            let text = start..<at
            at += 1
            if !bytes[text].allSatisfy(Self.isBlank) { return text }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        switch form {
        case .sequence: byte == 0x1e
        case .lines: byte == 0x0a || byte == 0x0d
        }
    }
}
