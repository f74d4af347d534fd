/// All text of an atlas, each distinct string once, as UTF-8.
///
/// Sections: `text.starts`, UInt32 × (strings + 1), ascending byte offsets, the last one the arena's length;
/// `text.bytes`. String 0 is the empty string.
package struct StringTable: Sendable {
    static let startsID: SectionID = "text.starts"
    static let bytesID: SectionID = "text.bytes"

    private let starts: Packed<UInt32>
    private let bytes: Packed<UInt8>

    private static let noStarts = PackedMemory<UInt32>([0, 0])
    private static let noBytes = PackedMemory<UInt8>([])

    /// The table of the empty string alone, for readers of an atlas without texts.
    package static let empty = StringTable(starts: noStarts.packed, bytes: noBytes.packed)

    private init(starts: Packed<UInt32>, bytes: Packed<UInt8>) {
        self.starts = starts
        self.bytes = bytes
    }

    package init(_ atlas: AtlasView) throws(AtlasError) {
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        bytes = try atlas.packed(Self.bytesID, of: UInt8.self)
        guard starts.count >= 2 else { throw .invalid(Self.startsID, index: 0, rule: "the empty string is missing") }
    }

    /// Adds the table of `strings`, the first of which is empty. Traps beyond 4 GiB of text.
    package static func add(_ strings: [String], to writer: inout AtlasWriter) {
        precondition(strings.first == "", "string 0 is the empty string")
        var starts: [UInt32] = [0], bytes: [UInt8] = []
        for string in strings {
            bytes.append(contentsOf: string.utf8)
            starts.append(UInt32(bytes.count))
        }
        writer.add(startsID, starts)
        writer.add(bytesID, bytes)
    }

    /// The number of strings.
    package var count: Int { starts.count - 1 }

    /// Returns the string's text. Traps on an id that is not in the table: checkers compare ids with `count`.
    package func string(_ id: StringID) -> String {
        let range = Int(starts[id.rawValue])..<Int(starts[id.rawValue + 1])
        return unsafe bytes.withElements(in: range) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a string of the table lies within its bytes: true of all in a table that was checked.
    package func holds(_ id: StringID) -> Bool {
        guard Int64(id.rawValue) < Int64(count) else { return false }
        let start = Int64(starts[id.rawValue]), end = Int64(starts[id.rawValue + 1])
        return start <= end && end <= Int64(bytes.count)
    }

    /// Appends the string's bytes to `output`.
    package func append(_ id: StringID, to output: inout [UInt8]) {
        let range = Int(starts[id.rawValue])..<Int(starts[id.rawValue + 1])
        unsafe bytes.withElements(in: range) { unsafe output.append(contentsOf: $0) }
    }

    /// Whether the string's bytes are `other`.
    package func equals(_ id: StringID, _ other: Span<UInt8>) -> Bool {
        let start = Int(starts[id.rawValue])
        guard Int(starts[id.rawValue + 1]) - start == other.count else { return false }
        for index in other.indices where bytes[start + index] != other[index] { return false }
        return true
    }

    /// Whether the string's bytes are `other` but for the case of ASCII letters.
    package func equalsIgnoringCase(_ id: StringID, _ other: Span<UInt8>) -> Bool {
        utf8Count(id) == other.count && begins(id, ignoringCase: other)
    }

    /// Whether the string's bytes begin with `other` but for the case of ASCII letters.
    package func begins(_ id: StringID, ignoringCase other: Span<UInt8>) -> Bool {
        func small(_ byte: UInt8) -> UInt8 {
            byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
        }
        let start = Int(starts[id.rawValue])
        guard utf8Count(id) >= other.count else { return false }
        for index in other.indices where small(bytes[start + index]) != small(other[index]) { return false }
        return true
    }

    /// Returns the string's length in bytes.
    package func utf8Count(_ id: StringID) -> Int { Int(starts[id.rawValue + 1] - starts[id.rawValue]) }

    /// Verifies that offsets ascend inside the arena and that each string is UTF-8.
    package func check() throws(AtlasError) {
        try starts.checkStarts(Self.startsID, spanning: bytes.count)
        guard starts[1] == 0 else { throw .invalid(Self.startsID, index: 1, rule: "the first string is not empty") }
        for index in 0..<count {
            let range = Int(clamping: starts[index])..<Int(clamping: starts[index + 1])
            let isValid = unsafe bytes.withElements(in: range) { buffer in
                unsafe String(validating: buffer, as: UTF8.self) != nil
            }
            guard isValid else { throw .invalid(Self.bytesID, index: Int64(range.lowerBound), rule: "not UTF-8") }
        }
    }
}

/// A string of the atlas's `StringTable`.
@frozen
@usableFromInline
package struct StringID: Equatable, Hashable, Sendable, BitwiseCopyable, PackedElement {
    @usableFromInline package let rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The empty string.
    @inlinable package static var empty: StringID { StringID(rawValue: 0) }
    @inlinable package var isEmpty: Bool { rawValue == 0 }
}
