/// A value that an authenticator sends, in CBOR (RFC 8949).
package indirect enum CBOR: Equatable, Sendable {
    case unsigned(UInt64)
    /// The number −1 − the payload.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// Entries in the order of the input; no key occurs twice.
    case map([Entry])
    /// False (20), true (21), null (22) or undefined (23).
    case simple(UInt8)
    /// A floating-point number of 2, 4 or 8 bytes. This module does not read it: extensions may contain one.
    case float([UInt8])

    package struct Entry: Equatable, Sendable {
        package let key: CBOR
        package let value: CBOR
    }

    /// The number, if it is one and fits `Int`.
    package var integer: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }

    package var byteString: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    package var string: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var entries: [Entry]? {
        guard case .map(let entries) = self else { return nil }
        return entries
    }

    /// The value of a map for a text key.
    package subscript(_ name: String) -> CBOR? {
        entries?.first { $0.key.string?.isExactly(name) == true }?.value
    }

    /// The value of a map for a number key.
    package subscript(_ number: Int) -> CBOR? {
        entries?.first { $0.key.integer == number }?.value
    }
}

extension String {
    /// Whether both have the same bytes. `==` also holds for texts that Unicode calls equivalent.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
