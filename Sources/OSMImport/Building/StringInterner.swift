package import Atlas

/// Numbers the distinct texts of an atlas in order of first use; string 0 is empty.
package struct StringInterner: Sendable {
    private var ids: [String: UInt32] = ["": 0]
    private var strings: [String] = [""]

    package init() {}

    package mutating func id(of text: String) -> StringID {
        if let known = ids[text] { return StringID(rawValue: known) }
        let id = UInt32(strings.count)
        ids[text] = id
        strings.append(text)
        return StringID(rawValue: id)
    }

    /// Adds the string table's sections.
    package func add(to writer: inout AtlasWriter) { StringTable.add(strings, to: &writer) }
}
