public import GeoCore

/// A packed R-tree over boxes that are stored in Hilbert order. It finds the items that meet a box, and the
/// nearest items.
///
/// The owner stores its items in the order given by `BoxTreeWriter.order`, so the tree needs no item ids: item i of the
/// tree is item i of the owner. One section `<owner>.boxes` of `IntBox`: the items' boxes, then one box for each group
/// of 16, then one for each 16 groups, up to a single root (a lone item is its own root; no item, no box). After
/// flatbush (github.com/mourner/flatbush), with the index array replaced by the owner's order.
@usableFromInline
package struct BoxTree: Sendable {
    @usableFromInline static let groupSize = 16

    @usableFromInline let boxes: Packed<IntBox>
    /// The number of items.
    @usableFromInline package let count: Int
    @usableFromInline let levels: BoxTreeLevels

    /// Opens the tree over `itemCount` items; throws when the section has another number of boxes than such a tree.
    package init(_ atlas: AtlasView, _ section: SectionID, itemCount: Int) throws(AtlasError) {
        boxes = try atlas.packed(section, of: IntBox.self)
        count = itemCount
        levels = BoxTreeLevels(itemCount: itemCount)
        guard levels[levels.count - 1] == boxes.count else {
            throw .invalid(section, index: Int64(boxes.count), rule: "not the number of boxes for \(itemCount) items")
        }
    }

    fileprivate init(boxes: Packed<IntBox>, itemCount: Int) {
        self.boxes = boxes
        count = itemCount
        levels = BoxTreeLevels(itemCount: itemCount)
    }

    /// The box of everything; `nil` when there is nothing.
    package var bounds: IntBox? { count > 0 ? boxes[boxes.count - 1] : nil }

    /// The box of item `index`.
    @inlinable package func box(_ index: Int) -> IntBox { boxes[index] }

    /// Calls `visit` with each item whose box meets `box`, in ascending order.
    package func forEach(in box: IntBox, _ visit: (Int) -> Void) {
        guard count > 0 else { return }
        descend(level: levels.count - 2, index: 0, box, visit)
    }

    private func descend(level: Int, index: Int, _ box: IntBox, _ visit: (Int) -> Void) {
        guard boxes[levels[level] + index].intersects(box) else { return }
        guard level > 0 else { return visit(index) }
        let width = levels[level] - levels[level - 1]
        for child in (index * Self.groupSize)..<min(width, (index + 1) * Self.groupSize) {
            descend(level: level - 1, index: child, box, visit)
        }
    }

    /// Whether any item whose box meets `box` is `isWanted`; asks no further items after the first.
    package func hasItem(in box: IntBox, where isWanted: (Int) -> Bool) -> Bool {
        count > 0 && hasItem(level: levels.count - 2, index: 0, box, isWanted)
    }

    private func hasItem(level: Int, index: Int, _ box: IntBox, _ isWanted: (Int) -> Bool) -> Bool {
        guard boxes[levels[level] + index].intersects(box) else { return false }
        guard level > 0 else { return isWanted(index) }
        let width = levels[level] - levels[level - 1]
        for child in (index * Self.groupSize)..<min(width, (index + 1) * Self.groupSize)
        where hasItem(level: level - 1, index: child, box, isWanted) { return true }
        return false
    }

    /// Goes down the tree with something that each box narrows, and calls `visit` with each item in whose box any of it
    /// is left, in ascending order.
    ///
    /// `narrowed` returns the part of something that lies in a box, which lies in the boxes before it; `nil` for
    /// nothing.
    @inlinable
    package func forEach<Part>(
        narrowing whole: Part, _ narrowed: (Part, IntBox) -> Part?, _ visit: (Int, Part) -> Void
    ) {
        guard count > 0 else { return }
        descend(level: levels.count - 2, index: 0, whole, narrowed, visit)
    }

    @inlinable
    func descend<Part>(
        level: Int, index: Int, _ whole: Part, _ narrowed: (Part, IntBox) -> Part?, _ visit: (Int, Part) -> Void
    ) {
        guard let part = narrowed(whole, boxes[levels[level] + index]) else { return }
        guard level > 0 else { return visit(index, part) }
        let width = levels[level] - levels[level - 1]
        for child in (index * Self.groupSize)..<min(width, (index + 1) * Self.groupSize) {
            descend(level: level - 1, index: child, part, narrowed, visit)
        }
    }

    /// Calls `visit` with items in ascending order of their box's lower bound on distance, as far as `limit`, and then
    /// as far as it returned last.
    ///
    /// `bound` gives a lower bound on the distance from the query to anything inside a box; `visit` receives the item
    /// and its bound, and returns the bound beyond which it needs no more: −infinity for nothing. Boxes that are not
    /// `isWanted`, by their places in the section, are passed by with all they hold. Best-first search (Hjaltason and
    /// Samet, 1999) with a binary heap; ties in item order.
    @inlinable
    package func forEachNearest(
        within limit: Double = .infinity, where isWanted: (Int) -> Bool = { _ in true }, bound: (IntBox) -> Double,
        _ visit: (Int, Double) -> Double
    ) {
        let top = levels.count - 2
        guard count > 0, isWanted(levels[top]) else { return }
        var heap = MinimumHeap(reservingCapacity: 4 * Self.groupSize), limit = limit
        heap.push(key: bound(boxes[levels[top]]), value: UInt64(top) << 32)
        while let entry = heap.pop(), entry.key <= limit {
            let level = Int(entry.value >> 32), index = Int(entry.value & 0xffff_ffff)
            guard level > 0 else {
                limit = visit(index, entry.key)
                continue
            }
            let width = levels[level] - levels[level - 1], below = levels[level - 1]
            for child in (index * Self.groupSize)..<min(width, (index + 1) * Self.groupSize) {
                guard isWanted(below + child) else { continue }
                let distance = bound(boxes[below + child])
                if distance <= limit { heap.push(key: distance, value: UInt64(level - 1) << 32 | UInt64(child)) }
            }
        }
    }

    /// Verifies that each group's box is exactly the union of its members'; `section` is the tree's own.
    package func check(_ section: SectionID) throws(AtlasError) {
        for level in 1..<max(1, levels.count - 1) {
            let below = levels[level - 1], width = levels[level] - below
            for index in 0..<(levels[level + 1] - levels[level]) {
                var union = IntBox.empty
                for child in (index * Self.groupSize)..<min(width, (index + 1) * Self.groupSize) {
                    union.include(boxes[below + child])
                }
                guard union == boxes[levels[level] + index] else {
                    throw .invalid(section, index: Int64(levels[level] + index), rule: "not the union of its group")
                }
            }
        }
    }
}

/// The beginning of each level of a box tree among its boxes, items first, and the end of the last. Stored inline,
/// because every step reads it.
@frozen
@usableFromInline
struct BoxTreeLevels: Sendable {
    /// Enough for 2⁴⁰ items.
    @usableFromInline var starts = [12 of Int](repeating: 0)
    /// The number of levels, and one more.
    @usableFromInline var count = 1

    init(itemCount: Int) {
        var width = itemCount
        guard width > 0 else { return }
        append(width)
        while width > 1 {
            width = (width + BoxTree.groupSize - 1) / BoxTree.groupSize
            append(starts[count - 1] + width)
        }
    }

    private mutating func append(_ start: Int) {
        starts[count] = start
        count += 1
    }

    @inlinable subscript(index: Int) -> Int { starts[index] }
}

/// Orders boxes along the Hilbert curve and writes the tree over them.
package enum BoxTreeWriter {
    /// Returns the order in which the owner must store its items: position → index into `boxes`. Ties keep input order.
    package static func order(_ boxes: [IntBox]) -> [Int] {
        var world = IntBox.empty
        for box in boxes { world.include(box) }
        let width = max(1, Double(world.maxX) - Double(world.minX)),
            height = max(1, Double(world.maxY) - Double(world.minY))
        // Position and index in one word: sorting words needs no closure over the array and keeps ties in input order.
        var keys = [UInt64](repeating: 0, count: boxes.count)
        for (index, box) in boxes.enumerated() {
            let x = (Double(box.minX) + Double(box.maxX)) / 2 - Double(world.minX)
            let y = (Double(box.minY) + Double(box.maxY)) / 2 - Double(world.minY)
            let position = Hilbert.position(x: UInt32(x / width * 65_535), y: UInt32(y / height * 65_535))
            keys[index] = UInt64(position) << 32 | UInt64(index)
        }
        keys.sort()
        return keys.map { Int($0 & 0xffff_ffff) }
    }

    /// Adds the tree over `boxes`, already in the order of their items.
    package static func add(_ boxes: [IntBox], as section: SectionID, to writer: inout AtlasWriter) {
        writer.add(section, withGroups(boxes))
    }

    /// Lends `body` a tree over `boxes` in memory, and for each of its items the index into `boxes`.
    package static func withTree<Result>(over boxes: [IntBox], _ body: (BoxTree, [Int]) -> Result) -> Result {
        let order = order(boxes), all = withGroups(order.map { boxes[$0] })
        return unsafe all.withUnsafeBufferPointer { buffer in
            // The array outlives `body`, and nobody writes to it. No box, no access: then any address will do.
            let base = unsafe buffer.baseAddress ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped
            return body(BoxTree(boxes: unsafe Packed(base: base, count: buffer.count), itemCount: boxes.count), order)
        }
    }

    /// `boxes` and behind them the boxes of all groups, level by level.
    private static func withGroups(_ boxes: [IntBox]) -> [IntBox] {
        var all = boxes
        let levels = BoxTreeLevels(itemCount: boxes.count)
        for level in stride(from: 1, to: levels.count - 1, by: 1) {
            var index = levels[level - 1]
            while index < levels[level] {
                var union = IntBox.empty
                for child in index..<min(levels[level], index + BoxTree.groupSize) { union.include(all[child]) }
                all.append(union)
                index += BoxTree.groupSize
            }
        }
        return all
    }
}
