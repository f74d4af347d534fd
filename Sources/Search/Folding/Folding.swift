package import Atlas

/// Makes text comparable: lower case, no accents, one form for letters that people type in several ways.
///
/// Index and query fold by the same table. The import makes it from the Unicode character database and stores it in the
/// atlas, so that the browser needs no such database. Code folds ASCII. Scalars that are not in the table stay as they
/// are.
///
/// Section `search.fold`, UInt64 ascending: scalar << 42 | first << 21 | second. `first` and `second` are the scalars
/// that replace it: zero for none, a space for a gap between words.
package struct Folding: Sendable {
    static var section: SectionID { "search.fold" }

    /// The scalar that separates words.
    package static var separator: UInt32 { 0x20 }

    private let entries: [UInt64]

    /// Makes a folding from the entries of its table, ascending.
    package init(entries: [UInt64]) { self.entries = entries }

    init(_ atlas: AtlasView) throws(AtlasError) {
        let packed = try atlas.packed(Self.section, of: UInt64.self)
        guard packed.count <= 1 << 17 else {
            throw .invalid(Self.section, index: Int64(packed.count), rule: "more entries than letters")
        }
        entries = packed.indices.map { packed[$0] }
    }

    /// Returns the stored form of "`scalar` becomes `first`, then `second`".
    package static func entry(_ scalar: UInt32, _ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(scalar) << 42 | UInt64(first) << 21 | UInt64(second)
    }

    package func add(to writer: inout AtlasWriter) { writer.add(Self.section, entries) }

    /// Returns the one or two scalars that replace `scalar`; zero stands for none.
    func fold(_ scalar: UInt32) -> (first: UInt32, second: UInt32) {
        guard scalar >= 0x80 else { return (Self.foldASCII(scalar), 0) }
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if UInt32(entries[middle] >> 42) < scalar { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, UInt32(entries[low] >> 42) == scalar else { return (scalar, 0) }
        let entry = entries[low]
        return (UInt32(entry >> 21 & 0x1f_ffff), UInt32(entry & 0x1f_ffff))
    }

    private static func foldASCII(_ scalar: UInt32) -> UInt32 {
        switch UInt8(truncatingIfNeeded: scalar) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): scalar
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): scalar + 0x20
        // People type "mcdonalds" for "McDonald's" far more often than two words.
        case UInt8(ascii: "'"): 0
        default: separator
        }
    }

    /// Verifies that entries ascend and name scalars that UTF-8 can hold.
    func check() throws(AtlasError) {
        for (index, entry) in entries.enumerated() {
            guard index == 0 || entries[index - 1] >> 42 < entry >> 42, entry >> 42 >= 0x80 else {
                throw .invalid(Self.section, index: Int64(index), rule: "scalars do not ascend")
            }
            for scalar in [entry >> 42, entry >> 21 & 0x1f_ffff, entry & 0x1f_ffff]
            where Unicode.Scalar(UInt32(scalar)) == nil {
                throw .invalid(Self.section, index: Int64(index), rule: "not a Unicode scalar")
            }
        }
    }
}
