/// The name of a section: up to 16 ASCII characters, such as `roads.head`.
///
/// The part before the dot names the owner (the engine that writes, reads and checks it).
package struct SectionID: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let low: UInt64
    let high: UInt64

    package init(stringLiteral name: StaticString) {
        precondition(name.utf8CodeUnitCount <= 16, "a section name has at most 16 characters")
        var low: UInt64 = 0, high: UInt64 = 0
        name.withUTF8Buffer { buffer in
            for index in buffer.indices {
                let byte = unsafe buffer[index]  // The literal's own bytes.
                if index < 8 {
                    low |= UInt64(byte) << UInt64(8 * index)
                } else {
                    high |= UInt64(byte) << UInt64(8 * index - 64)
                }
            }
        }
        self.init(low: low, high: high)
    }

    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    package var description: String {
        var text = ""
        for index in 0..<16 {
            let byte = UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> UInt64(8 * (index & 7)))
            guard byte != 0 else { break }
            text.unicodeScalars.append(Unicode.Scalar(byte >= 0x20 && byte < 0x7f ? byte : UInt8(ascii: "?")))
        }
        return text
    }
}
