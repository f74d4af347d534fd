import FoundationEssentials

/// Encodes bytes as text and back (RFC 4648 §4).
enum Base64 {
    /// Returns the bytes of a text with or without padding; `nil` for invalid text.
    static func decoded(_ text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }

    static func encoded(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
