/// Percent-encoding of URL parts (RFC 3986 §2.1), and the `+` of form-encoded queries.
package enum PercentCoding {
    /// Returns the decoded `text`; `nil` when an escape is not two hexadecimal digits, the text is not UTF-8, or it
    /// holds a control character: no value of this API has one, and a zero byte ends strings in other programs. Nor may
    /// it have more than `CombiningMarks.mostInRow` combining marks in a row, which would take long to compare.
    package static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
        let bytes = text.utf8
        let isPlain = bytes.allSatisfy {
            $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "%") && ($0 != UInt8(ascii: "+") || !plusIsSpace)
        }
        if isPlain { return String(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        func digit() -> UInt8? {
            guard index != bytes.endIndex else { return nil }
            defer { index = bytes.index(after: index) }
            switch bytes[index] {
            case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
            case let byte where byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"):
                return (byte | 0x20) - UInt8(ascii: "a") + 10
            default: return nil
            }
        }
        while index != bytes.endIndex {
            var byte = bytes[index]
            index = bytes.index(after: index)
            if byte == UInt8(ascii: "%") {
                guard let high = digit(), let low = digit() else { return nil }
                byte = high << 4 | low
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = UInt8(ascii: " ")
            }
            guard byte >= 0x20, byte != 0x7f else { return nil }
            decoded.append(byte)
        }
        return CombiningMarks.areTooMany(in: decoded) ? nil : String(validating: decoded, as: UTF8.self)
    }

    /// Returns `text` with everything but unreserved characters, `,`, `;` and `:` escaped: safe in a path and in a
    /// query.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
                encoded.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
