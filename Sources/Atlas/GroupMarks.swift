/// The groups of a `CoarseBoxTree` that contain a marked item, so that a search for marked items skips the other
/// groups.
///
/// One section: a bit for each box of the tree over the groups, on all its levels, the first in the lowest bit of the
/// first byte.
@usableFromInline
package struct GroupMarks: Sendable {
    @usableFromInline let bits: Packed<UInt8>

    /// Opens the marks of a tree over `itemCount` items; throws when the section is missing or has another size.
    package init(_ atlas: AtlasView, _ section: SectionID, itemCount: Int) throws(AtlasError) {
        bits = try atlas.packed(section, of: UInt8.self, count: Self.byteCount(Self.levels(itemCount: itemCount)))
    }

    @inlinable
    subscript(box: Int) -> Bool { bits[box >> 3] >> UInt8(truncatingIfNeeded: box & 7) & 1 != 0 }

    /// Verifies that exactly the groups with a marked item are marked; `section` is the section of these marks.
    package func check(
        _ section: SectionID, itemCount: Int, isMarked: (Int) -> Bool
    ) throws(AtlasError) {
        let truth = Self.bytes(itemCount: itemCount, isMarked: isMarked)
        for index in bits.indices where bits[index] != truth[index] {
            throw .invalid(section, index: Int64(index), rule: "not the marks of the groups' items")
        }
    }

    /// The section's contents for a tree over `itemCount` items.
    package static func bytes(itemCount: Int, isMarked: (Int) -> Bool) -> [UInt8] {
        let levels = levels(itemCount: itemCount)
        var bytes = [UInt8](repeating: 0, count: byteCount(levels))
        func mark(_ box: Int) { bytes[box >> 3] |= 1 << UInt8(truncatingIfNeeded: box & 7) }
        for item in 0..<itemCount where isMarked(item) {
            var index = item
            for level in 0..<(levels.count - 1) {
                index /= CoarseBoxTree.groupSize
                mark(levels[level] + index)
            }
        }
        return bytes
    }

    private static func levels(itemCount: Int) -> BoxTreeLevels {
        BoxTreeLevels(itemCount: CoarseBoxTree.groupCount(itemCount: itemCount))
    }

    private static func byteCount(_ levels: BoxTreeLevels) -> Int { (levels[levels.count - 1] + 7) / 8 }
}
