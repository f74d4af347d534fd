/// Names an OpenStreetMap object for as long as it keeps its id: its text is `n123`, `w123` or `r123`.
///
/// Positions inside an atlas change with every import; data that outlives an atlas keeps this instead.
@frozen
@usableFromInline
package struct PlaceRef: Equatable, Hashable, Sendable, BitwiseCopyable, PackedElement {
    package enum Kind: UInt8, Sendable { case node, way, relation }

    /// The kind in the upper two bits, the id in the lower 62 as two's complement: sorting sorts by kind, then id, the
    /// negative ids last.
    @usableFromInline package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Makes a reference. Editors give negative ids to objects that they have not uploaded
    /// (wiki.openstreetmap.org/wiki/JOSM_file_format).
    ///
    /// `nil` for 0, which is the id of nothing, and for an id too large for JSON numbers to keep (from ±2⁵³ on).
    package init?(_ kind: Kind, _ id: Int64) {
        guard id != 0, id.magnitude < 1 << 53 else { return nil }
        rawValue = UInt64(kind.rawValue) << 62 | UInt64(bitPattern: id) & Self.idBits
    }

    private static var idBits: UInt64 { 1 << 62 - 1 }

    /// Reads `n123`, `w123`, `r123` or `n-123`; `nil` for anything else.
    package init?(_ text: String) {
        var kind: Kind?, id: Int64 = 0, digits = 0, isNegative = false
        for byte in text.utf8 {
            guard kind != nil else {
                switch byte {
                case UInt8(ascii: "n"): kind = .node
                case UInt8(ascii: "w"): kind = .way
                case UInt8(ascii: "r"): kind = .relation
                default: return nil
                }
                continue
            }
            if byte == UInt8(ascii: "-"), digits == 0, !isNegative {
                isNegative = true
                continue
            }
            digits += 1
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits <= 16 else { return nil }
            id = id * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        guard let kind else { return nil }
        self.init(kind, isNegative ? -id : id)
    }

    /// `nil` for a raw value that stands for no kind; a checked atlas holds none.
    package var kind: Kind? { Kind(rawValue: UInt8(rawValue >> 62)) }
    package var id: Int64 { Int64(bitPattern: rawValue << 2) >> 2 }

    /// Appends the text form.
    package func append(to output: inout [UInt8]) {
        switch kind {
        case .node: output.append(UInt8(ascii: "n"))
        case .way: output.append(UInt8(ascii: "w"))
        case .relation: output.append(UInt8(ascii: "r"))
        case nil: output.append(UInt8(ascii: "?"))
        }
        if id < 0 { output.append(UInt8(ascii: "-")) }
        let first = output.count
        var rest = id.magnitude
        repeat {
            output.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        output[first...].reverse()
    }
}

/// A place by its position in the place table of one atlas: 0 is the most important one.
@frozen
@usableFromInline
package struct PlaceID: Equatable, Hashable, Comparable, Sendable, BitwiseCopyable, PackedElement {
    @usableFromInline package let rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
    @inlinable package init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }
    /// Clamped where `Int` has 32 bits: `none`, and numbers of a damaged file, stay beyond every count.
    @inlinable package var index: Int { Int(clamping: rawValue) }
    @inlinable package static func < (a: PlaceID, b: PlaceID) -> Bool { a.rawValue < b.rawValue }

    /// Stands for "no place" inside packed arrays.
    @inlinable package static var none: PlaceID { PlaceID(rawValue: .max) }
    @inlinable package var orNil: PlaceID? { self == .none ? nil : self }
}
