public import GeoCore

/// A packed R-tree that keeps four bytes of each item's box. It finds the items that may meet a box, and the
/// nearest items.
///
/// Items lie in groups of 16 along the Hilbert curve, and a `BoxTree` over the groups' boxes finds those. Where an
/// item's box begins and ends is stored in 256ths of its group's, rounded outwards: a little larger than it is, never
/// smaller. A caller that needs the exact box reads the item.
///
/// Two sections: that tree, and a `UInt32` for each item: from the lowest byte, in which 256th its box begins in x and
/// in y, and in which it ends.
@usableFromInline
package struct CoarseBoxTree: Sendable {
    @usableFromInline static let groupSize = 16

    @usableFromInline let groups: BoxTree
    @usableFromInline let parts: Packed<UInt32>

    /// The number of items.
    @inlinable package var count: Int { parts.count }

    /// Opens the tree over `itemCount` items; throws when a section is missing or has another number of elements.
    package init(
        _ atlas: AtlasView, groups: SectionID, parts: SectionID, itemCount: Int
    ) throws(AtlasError) {
        self.parts = try atlas.packed(parts, of: UInt32.self)
        guard self.parts.count == itemCount else {
            throw .invalid(
                parts, index: Int64(self.parts.count), rule: "not the number of boxes for \(itemCount) items")
        }
        self.groups = try BoxTree(atlas, groups, itemCount: Self.groupCount(itemCount: itemCount))
    }

    static func groupCount(itemCount: Int) -> Int { (itemCount + groupSize - 1) / groupSize }

    /// A box that contains the box of item `index` and is hardly larger.
    @inlinable
    package func box(_ index: Int) -> IntBox {
        Self.box(parts[index], in: groups.box(index / Self.groupSize))
    }

    /// Calls `visit` with each item whose box meets `box`, in ascending order, and with some that lie close by.
    package func forEach(in box: IntBox, _ visit: (Int) -> Void) {
        groups.forEach(in: box) { group in
            for item in members(of: group) where self.box(item).intersects(box) { visit(item) }
        }
    }

    /// Goes down the tree as `BoxTree.forEach` does; calls `visit` with some items that lie close by, too.
    @inlinable
    package func forEach<Part>(
        narrowing whole: Part, _ narrowed: (Part, IntBox) -> Part?, _ visit: (Int, Part) -> Void
    ) {
        groups.forEach(narrowing: whole, narrowed) { group, part in
            for item in members(of: group) {
                if let own = narrowed(part, box(item)) { visit(item, own) }
            }
        }
    }

    /// Calls `visit` with items, near ones early, until no other item lies within `limit`, or within the bound that
    /// `visit` returned last.
    ///
    /// `bound` gives a lower bound on the distance from the query to anything inside a box; `visit` receives the item
    /// and its bound, and returns the bound beyond which it needs no more: −infinity for nothing. With `marks` it
    /// passes by groups that are not marked.
    @inlinable
    package func forEachNearest(
        within limit: Double, marks: GroupMarks? = nil, bound: (IntBox) -> Double, _ visit: (Int, Double) -> Double
    ) {
        var limit = limit, bounds: [16 of Double] = .init(repeating: .infinity)
        groups.forEachNearest(within: limit, where: { marks?[$0] ?? true }, bound: bound) { group, _ in
            let members = members(of: group), around = groups.box(group)
            for item in members { bounds[item - members.lowerBound] = bound(Self.box(parts[item], in: around)) }
            while true {
                var nearest = 0
                for place in 1..<members.count where bounds[place] < bounds[nearest] { nearest = place }
                let least = bounds[nearest]
                guard least <= limit, least < .infinity else { return limit }
                bounds[nearest] = .infinity
                limit = visit(members.lowerBound + nearest, least)
            }
        }
    }

    @inlinable
    func members(of group: Int) -> Range<Int> {
        (group * Self.groupSize)..<min(count, (group + 1) * Self.groupSize)
    }

    /// Whether `box` is that of item `index`, as far as the tree knows.
    package func fits(_ box: IntBox, item index: Int) -> Bool {
        let group = groups.box(index / Self.groupSize)
        return group.contains(x: box.minX, y: box.minY) && group.contains(x: box.maxX, y: box.maxY)
            && parts[index] == Self.parts(of: box, in: group)
    }

    /// Verifies the tree over the groups, whose section `section` is. The owner asks of every item whether its box
    /// `fits`.
    package func check(_ section: SectionID) throws(AtlasError) { try groups.check(section) }

    // MARK: 256ths

    @inlinable
    static func box(_ parts: UInt32, in group: IntBox) -> IntBox {
        let width = UInt64(group.maxX.distance(from: group.minX)),
            height = UInt64(group.maxY.distance(from: group.minY))
        func begin(_ shift: UInt32, _ size: UInt64) -> Int32 {
            Int32(truncatingIfNeeded: (UInt64(parts >> shift & 255) &* size) >> 8)
        }
        func end(_ shift: UInt32, _ size: UInt64) -> Int32 {
            Int32(truncatingIfNeeded: ((UInt64(parts >> shift & 255) &+ 1) &* size &+ 255) >> 8)
        }
        return IntBox(
            minX: group.minX &+ begin(0, width), minY: group.minY &+ begin(8, height),
            maxX: group.minX &+ end(16, width), maxY: group.minY &+ end(24, height))
    }

    /// The position of a box within its group's.
    fileprivate static func parts(of box: IntBox, in group: IntBox) -> UInt32 {
        let width = UInt64(group.maxX.distance(from: group.minX)),
            height = UInt64(group.maxY.distance(from: group.minY))
        // The 256th that a side lies in; where it is the end of one and the beginning of the next, the former for ends.
        func begin(_ side: Int32, _ least: Int32, _ size: UInt64) -> UInt32 {
            UInt32(min(255, UInt64(side.distance(from: least)) * 256 / max(1, size)))
        }
        func end(_ side: Int32, _ least: Int32, _ size: UInt64) -> UInt32 {
            let size = max(1, size)
            return UInt32(max(1, (UInt64(side.distance(from: least)) * 256 + size - 1) / size) - 1)
        }
        return begin(box.minX, group.minX, width) | begin(box.minY, group.minY, height) << 8
            | end(box.maxX, group.minX, width) << 16 | end(box.maxY, group.minY, height) << 24
    }
}

extension Int32 {
    /// The difference to a number that is not greater.
    @inlinable
    func distance(from least: Int32) -> UInt32 { UInt32(bitPattern: self &- least) }
}

extension BoxTreeWriter {
    /// Adds a `CoarseBoxTree` over `boxes`, already in the order of their items.
    package static func addCoarse(
        _ boxes: [IntBox], groups section: SectionID, parts: SectionID, to writer: inout AtlasWriter
    ) {
        let size = CoarseBoxTree.groupSize
        let groups = stride(from: 0, to: boxes.count, by: size).map { first in
            boxes[first..<min(first + size, boxes.count)].reduce(into: IntBox.empty) { $0.include($1) }
        }
        add(groups, as: section, to: &writer)
        writer.add(parts, boxes.indices.map { CoarseBoxTree.parts(of: boxes[$0], in: groups[$0 / size]) })
    }
}
