import GeoCore
import Tiles

/// Clips a coast at the sides of the extract's box.
struct CoastClipping {
    /// A stretch of coast from where it enters the box to where it leaves it.
    struct Run {
        var nodes: [UInt32]
        /// Its entry and exit, as positions along the box's sides.
        var entry: Int64
        var exit: Int64
    }

    /// A coast's end this near to a side, as a share of the box's smaller extent, counts as cut off there. Extracts
    /// often use a slightly larger box than they state, or drop the parts of a way outside.
    private static let nearness = 0.1

    let box: IntBox
    private(set) var runs: [Run] = []
    /// Whole rings inside the box.
    private(set) var rings: [[UInt32]] = []
    /// The first way of a chain that ends in the middle of the box: then nothing can be closed.
    private(set) var looseWay: Int?
    /// The positions of nodes, with new ones where the coast crosses the box.
    private(set) var points: [GridPoint]

    /// Clips `coast` at `box` on the grid of `points`.
    init(_ coast: Coastline, to box: IntBox, points: [GridPoint]) {
        self.box = box
        self.points = points
        for chain in coast.chains {
            if !chain.isRing {
                if !add(extended(chain.nodes)) { looseWay = looseWay ?? chain.way }
            } else if let outside = chain.nodes.firstIndex(where: { !isInside($0) }) {
                // A ring that begins outside is treated like any other chain.
                let nodes = chain.nodes[outside...] + chain.nodes[...outside]
                if !add(Array(nodes)) { looseWay = looseWay ?? chain.way }
            } else {
                rings.append(chain.nodes)
            }
        }
    }

    /// Makes a box without any coast.
    init(to box: IntBox, points: [GridPoint]) {
        self.box = box
        self.points = points
    }

    /// The box's corners clockwise on the screen, each with its position along the sides.
    private var corners: [(position: Int64, point: GridPoint)] {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        return [
            (0, GridPoint(x: box.minX, y: box.minY)), (width, GridPoint(x: box.maxX, y: box.minY)),
            (width + height, GridPoint(x: box.maxX, y: box.maxY)),
            (2 * width + height, GridPoint(x: box.minX, y: box.maxY)),
        ]
    }

    /// Adds nodes for all corners.
    mutating func outline() -> [UInt32] { corners.map { add($0.point) } }

    /// Adds nodes for the corners on the sides, clockwise from one position to another.
    mutating func corners(from start: Int64, to end: Int64) -> [UInt32] {
        let around = 2 * (Int64(box.maxX) - Int64(box.minX) + Int64(box.maxY) - Int64(box.minY))
        let last = end > start ? end : end + around
        let twice = corners + corners.map { ($0.position + around, $0.point) }
        return twice.filter { $0.position > start && $0.position < last }.map { add($0.point) }
    }

    /// Appends a node to the grid.
    private mutating func add(_ point: GridPoint) -> UInt32 {
        points.append(point)
        return UInt32(points.count - 1)
    }

    private func isInside(_ node: UInt32) -> Bool {
        let point = points[Int(node)]
        return box.contains(x: point.x, y: point.y)
    }

    /// Returns the chain with ends just inside the box extended to the side.
    private mutating func extended(_ nodes: [UInt32]) -> [UInt32] {
        var nodes = nodes
        if let start = nearbySide(of: nodes[0]) { nodes.insert(start, at: 0) }
        if let end = nearbySide(of: nodes[nodes.count - 1]) { nodes.append(end) }
        return nodes
    }

    private mutating func nearbySide(of node: UInt32) -> UInt32? {
        guard isInside(node) else { return nil }
        let point = points[Int(node)]
        let candidates = [
            GridPoint(x: box.minX, y: point.y), GridPoint(x: box.maxX, y: point.y), GridPoint(x: point.x, y: box.minY),
            GridPoint(x: point.x, y: box.maxY),
        ]
        func distance(_ other: GridPoint) -> Int32 { abs(other.x - point.x) + abs(other.y - point.y) }
        guard let nearest = candidates.min(by: { distance($0) < distance($1) }) else { return nil }
        let extent = min(box.maxX - box.minX, box.maxY - box.minY)
        guard Double(distance(nearest)) <= Double(extent) * Self.nearness else { return nil }
        return add(nearest)
    }

    /// Adds the parts of a chain inside the box; returns `false` if it begins or ends there.
    private mutating func add(_ nodes: [UInt32]) -> Bool {
        var run: [UInt32] = [], isWell = true
        if let first = nodes.first, isInside(first) { run = [first] }
        for (from, to) in zip(nodes, nodes.dropFirst()) {
            guard let (start, end) = clip(points[Int(from)], points[Int(to)]) else {
                isWell = finish(&run) && isWell
                continue
            }
            if !isInside(from) {
                isWell = finish(&run) && isWell
                run = [add(start)]
            }
            if isInside(to) {
                run.append(to)
            } else {
                run.append(add(end))
                isWell = finish(&run) && isWell
            }
        }
        return finish(&run) && isWell
    }

    /// Ends a run; returns `false` if one of its ends is not on a side.
    private mutating func finish(_ run: inout [UInt32]) -> Bool {
        defer { run = [] }
        guard run.count >= 2 else { return true }
        guard let entry = position(points[Int(run[0])]), let exit = position(points[Int(run[run.count - 1])]) else {
            return false
        }
        runs.append(Run(nodes: run, entry: entry, exit: exit))
        return true
    }

    /// Returns the part of a segment inside the box (Liang and Barsky, ACM Transactions on Graphics 3, 1984).
    private func clip(_ from: GridPoint, _ to: GridPoint) -> (GridPoint, GridPoint)? {
        let dx = Double(to.x) - Double(from.x), dy = Double(to.y) - Double(from.y)
        var first = 0.0, last = 1.0
        let sides = [
            (-dx, Double(from.x) - Double(box.minX)), (dx, Double(box.maxX) - Double(from.x)),
            (-dy, Double(from.y) - Double(box.minY)), (dy, Double(box.maxY) - Double(from.y)),
        ]
        for (direction, distance) in sides {
            if direction == 0 {
                guard distance >= 0 else { return nil }
            } else if direction < 0 {
                first = max(first, distance / direction)
            } else {
                last = min(last, distance / direction)
            }
        }
        guard first <= last else { return nil }
        func point(_ part: Double) -> GridPoint {
            let x = Double(from.x) + (part * dx).rounded(.toNearestOrEven)
            let y = Double(from.y) + (part * dy).rounded(.toNearestOrEven)
            return GridPoint(
                x: min(box.maxX, max(box.minX, Int32(x))), y: min(box.maxY, max(box.minY, Int32(y))))
        }
        return (point(first), point(last))
    }

    /// Returns how far along the sides a point lies, clockwise on the screen from the north-west corner; `nil` if it is
    /// on none.
    private func position(_ point: GridPoint) -> Int64? {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        let x = Int64(point.x) - Int64(box.minX), y = Int64(point.y) - Int64(box.minY)
        if y == 0 { return x }
        if x == width { return width + y }
        if y == height { return width + height + (width - x) }
        if x == 0 { return 2 * width + height + (height - y) }
        return nil
    }
}
