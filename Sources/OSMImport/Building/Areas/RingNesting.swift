import GeoCore

/// Sorts rings into outer rings and their holes: a ring inside an even number of others is an outer ring.
struct RingNesting {
    /// Limits that only a hostile relation reaches: the number of rings to compare, and of edges to examine in total.
    static let maximumRings = 20_000
    static let maximumEdgeTests = 2_000_000_000

    private struct Entry {
        var ring: RingAssembly.Ring
        var doubledArea: Double
        var box: IntBox
        var depth = 0
        var parent: Int?
    }

    /// Largest first.
    private(set) var polygons: [Area.Polygon] = []
    /// Whether a ring of only inner ways lies outside all others: its outer ring is missing.
    private(set) var hasStrayHoles = false

    init(_ rings: [RingAssembly.Ring], in data: OSMData) {
        var entries = rings.map { ring in
            Entry(
                ring: ring, doubledArea: RingGeometry.doubledArea(ring.nodes, in: data),
                box: RingGeometry.box(ring.nodes, in: data))
        }
        .filter { $0.doubledArea != 0 }
        guard entries.count <= Self.maximumRings else { return }
        // Two rings without common segments never enclose the same surface, so ties only need a fixed order.
        entries.sort { ($0.doubledArea.magnitude, $1.ring.nodes[0]) > ($1.doubledArea.magnitude, $0.ring.nodes[0]) }
        guard Self.nest(&entries, in: data) else { return }
        collect(entries)
    }

    /// Finds each ring's depth and smallest container; returns `false` if that takes absurdly long.
    private static func nest(_ entries: inout [Entry], in data: OSMData) -> Bool {
        var edgeTests = 0
        for larger in entries.indices {
            var searcher: RingSearcher?
            for index in (larger + 1)..<max(larger + 1, entries.count)
            where entries[larger].box.contains(entries[index].box) {
                let container = searcher ?? RingSearcher(entries[larger].ring.nodes, in: data)
                searcher = container
                edgeTests += container.edgesPerTest
                guard edgeTests < maximumEdgeTests else { return false }
                guard container.contains(entries[index].ring.nodes, in: data) else { continue }
                entries[index].depth += 1
                entries[index].parent = larger
            }
        }
        return true
    }

    private mutating func collect(_ entries: [Entry]) {
        var place: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() {
            let isCounterclockwise = entry.doubledArea > 0
            if entry.depth % 2 == 0 {
                guard entry.depth > 0 || !entry.ring.isInner else {
                    hasStrayHoles = true
                    continue
                }
                place[index] = polygons.count
                let outer = isCounterclockwise ? entry.ring.nodes : entry.ring.nodes.reversed()
                polygons.append(Area.Polygon(outer: outer))
            } else if let parent = entry.parent, let polygon = place[parent] {
                polygons[polygon].holes.append(isCounterclockwise ? entry.ring.nodes.reversed() : entry.ring.nodes)
            }
        }
    }
}

extension IntBox {
    fileprivate func contains(_ other: IntBox) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }
}
