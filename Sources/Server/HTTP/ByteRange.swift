/// The part of a body that a Range header asks for (RFC 9110 §14.2); the server supports one range of bytes.
package enum ByteRange: Equatable, Sendable {
    /// The whole body: no range, several ranges, or a unit or form that this server does not support.
    case whole
    case part(Range<Int>)
    /// A range outside the body.
    case unsatisfiable

    package init(_ header: String?, length: Int) {
        self = .whole
        guard let header, header.hasPrefix("bytes=") else { return }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix > 0 && length > 0 ? .part(max(0, length - suffix)..<length) : .unsatisfiable
        case (let first?, let last):
            let last = last ?? .max
            guard first <= last else { return }
            self = first < length ? .part(first..<min(length - 1, last) + 1) : .unsatisfiable
        }
    }

    /// Reads decimal digits. Returns an inner `nil` for empty text and an outer `nil` for anything but digits. Numbers
    /// beyond `Int` become `Int.max`.
    private static func number(_ text: Substring) -> Int?? {
        guard !text.isEmpty else { return .some(nil) }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return .some(Int(text) ?? .max)
    }
}
