/// Writes XML 1.0 as bytes. Characters that XML forbids become spaces: control characters, U+FFFE, U+FFFF.
struct XMLWriter {
    static let mediaType = "text/xml; charset=utf-8"

    private(set) var bytes = [UInt8]("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n".utf8)

    /// Writes an element around the output of `content`.
    mutating func element(
        _ name: String, _ attributes: [(String, [UInt8])] = [], _ content: (inout XMLWriter) -> Void = { _ in }
    ) {
        begin(name, attributes)
        content(&self)
        end(name)
    }

    /// Writes an element around a text.
    mutating func element(_ name: String, _ attributes: [(String, [UInt8])] = [], text: [UInt8]) {
        element(name, attributes) { $0.append(escaped: text) }
    }

    mutating func element(_ name: String, text: String) { element(name, text: [UInt8](text.utf8)) }

    /// Returns the output of `content`, without the XML declaration.
    static func fragment(_ content: (inout XMLWriter) -> Void) -> [UInt8] {
        var writer = XMLWriter()
        writer.bytes.removeAll()
        content(&writer)
        return writer.bytes
    }

    /// Writes text that is XML already.
    mutating func append(raw text: String) { bytes += text.utf8 }

    private mutating func begin(_ name: String, _ attributes: [(String, [UInt8])]) {
        bytes.append(UInt8(ascii: "<"))
        bytes += name.utf8
        for (name, value) in attributes {
            bytes.append(UInt8(ascii: " "))
            bytes += name.utf8
            bytes += "=\"".utf8
            append(escaped: value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func end(_ name: String) {
        bytes += "</".utf8
        bytes += name.utf8
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func append(escaped text: [UInt8]) {
        var rest = text[...]
        while let byte = rest.first {
            // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
            if byte == 0xef, rest.count > 2, rest[rest.startIndex + 1] == 0xbf, rest[rest.startIndex + 2] >= 0xbe {
                bytes.append(0x20)
                rest = rest.dropFirst(3)
                continue
            }
            rest = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case 0..<0x20: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
    }
}
