import GeoCore
package import OSMImport

/// A tiny map written down in a test: nodes on a grid of 0.001 degrees, ways and relations over them.
package struct HandMadeMap {
    package typealias TagPairs = KeyValuePairs<String, String>

    package private(set) var data = OSMData()
    private var strings: [String: UInt32] = [:]
    private var statedBounds: IntBox?
    private let south: Double
    private let west: Double

    /// A map whose grid point (0, 0) lies at the given coordinate: if none, in the corner of a tile of zoom 14 that
    /// holds all from there to (14, 9).
    package init(south: Double = 60, west: Double = 24.99) {
        self.south = south
        self.west = west
    }

    /// Adds a node `x` grid steps east and `y` steps north of the origin and returns its index.
    @discardableResult
    package mutating func node(_ x: Double, _ y: Double, _ tags: TagPairs = [:]) -> UInt32 {
        let index = UInt32(data.nodes.count)
        let point = PointE7(
            latitudeE7: Int32(((south + y / 1000) * 1e7).rounded()),
            longitudeE7: Int32(((west + x / 1000) * 1e7).rounded()))
        data.nodes.ids.append(Int64(index) + 1)
        data.nodes.points.append(point)
        if statedBounds == nil { data.bounds.include(point) }
        if !tags.isEmpty {
            data.nodes.tagged.append(index)
            data.nodes.tags.append(add(tags))
        }
        return index
    }

    /// States the box that the extract covers, which otherwise is that of its nodes.
    package mutating func stateBounds(x: ClosedRange<Double>, y: ClosedRange<Double>) {
        statedBounds = IntBox(
            minX: Int32(((west + x.lowerBound / 1000) * 1e7).rounded()),
            minY: Int32(((south + y.lowerBound / 1000) * 1e7).rounded()),
            maxX: Int32(((west + x.upperBound / 1000) * 1e7).rounded()),
            maxY: Int32(((south + y.upperBound / 1000) * 1e7).rounded()))
        data.bounds = statedBounds!
        data.boundsAreStated = true
    }

    /// Adds nodes at (x, y) pairs and returns their indices.
    package mutating func nodes(_ points: (Double, Double)...) -> [UInt32] { points.map { node($0.0, $0.1) } }

    /// Adds a way over nodes and returns its id.
    @discardableResult
    package mutating func way(_ refs: [UInt32], _ tags: TagPairs = [:]) -> Int64 {
        data.ways.refs += refs
        data.ways.starts.append(UInt32(data.ways.refs.count))
        data.ways.tags.append(add(tags))
        data.ways.ids.append(Int64(data.ways.count) + 100)
        return Int64(data.ways.count) + 99
    }

    /// Adds a closed way around a rectangle of grid steps and returns its id.
    @discardableResult
    package mutating func rectangle(
        _ x: ClosedRange<Double>, _ y: ClosedRange<Double>, _ tags: TagPairs = [:]
    ) -> Int64 {
        let corners = nodes(
            (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
            (x.lowerBound, y.upperBound))
        return way(corners + [corners[0]], tags)
    }

    /// Adds a relation of ways with roles.
    @discardableResult
    package mutating func relation(_ ways: [(Int64, String)], _ tags: TagPairs) -> Int64 {
        for (id, role) in ways { data.relations.members.append(.init(kind: .way, id: id, role: string(role))) }
        data.relations.starts.append(UInt32(data.relations.members.count))
        data.relations.tags.append(add(tags))
        data.relations.ids.append(Int64(data.relations.count) + 1000)
        return Int64(data.relations.count) + 999
    }

    /// Gives the node, way or relation made last more tags.
    package mutating func tag(_ kind: OSMData.ObjectKind, _ tags: [(key: String, value: String)]) {
        let range = add(tags)
        switch kind {
        case .node:
            data.nodes.tagged.append(UInt32(data.nodes.count) - 1)
            data.nodes.tags.append(range)
        case .way: data.ways.tags[data.ways.count - 1] = range
        case .relation: data.relations.tags[data.relations.count - 1] = range
        }
    }

    private mutating func add(_ tags: some Collection<(key: String, value: String)>) -> TagRange {
        let start = UInt32(data.tags.pairs.count)
        for (key, value) in tags { data.tags.pairs.append(.init(key: string(key), value: string(value))) }
        return TagRange(start: start, count: UInt32(tags.count))
    }

    private mutating func string(_ text: String) -> UInt32 {
        if let known = strings[text] { return known }
        let index = UInt32(data.tags.strings.count)
        strings[text] = index
        data.tags.strings.append(text)
        return index
    }
}
