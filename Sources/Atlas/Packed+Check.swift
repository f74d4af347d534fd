extension Packed<UInt32> {
    /// Verifies that the elements are where the parts of another section begin, and where the last one ends: from 0 to
    /// `end`, never descending.
    ///
    /// Throws `.invalid` for `section`, whose elements these are.
    package func checkStarts(_ section: SectionID, spanning end: Int) throws(AtlasError) {
        guard count > 0, self[0] == 0, Int64(self[count - 1]) == Int64(end) else {
            throw .invalid(section, index: 0, rule: "does not span what it divides")
        }
        for index in 1..<count where self[index - 1] > self[index] {
            throw .invalid(section, index: Int64(index), rule: "descends")
        }
    }
}
