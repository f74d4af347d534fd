import Tiles

/// Removes vertices that are not needed at a scale (Douglas and Peucker, Cartographica 10, 1973).
struct Simplification {
    /// Longer stretches are halved first, because the method is quadratic on spirals.
    private static let longestStretch = 2_048

    /// The maximum movement of the line, in units of the node grid.
    private let tolerance: Double
    private let pins: PinnedNodes
    private let points: [GridPoint]

    /// Simplifies lines of nodes at `points` by up to `tolerance`, and always keeps `pins`.
    init(tolerance: Double, pins: PinnedNodes, points: [GridPoint]) {
        self.tolerance = tolerance
        self.pins = pins
        self.points = points
    }

    /// Returns the remaining nodes of a line, with its ends.
    func line(_ nodes: ArraySlice<UInt32>) -> [UInt32] {
        guard tolerance > 0, nodes.count > 2 else { return Array(nodes) }
        var isKept = [Bool](repeating: false, count: nodes.count)
        let base = nodes.startIndex
        isKept[0] = true
        isKept[nodes.count - 1] = true
        var start = 0
        for index in 1..<nodes.count where index == nodes.count - 1 || pins.contains(nodes[base + index]) {
            mark(nodes, from: start, to: index, &isKept)
            isKept[index] = true
            start = index
        }
        return zip(nodes, isKept).compactMap { $1 ? $0 : nil }
    }

    /// Returns the remaining nodes of a ring. Rings over the same nodes stay equal wherever they begin.
    func ring(_ ring: Area.Ring) -> Area.Ring {
        guard tolerance > 0, ring.count > 4 else { return ring }
        // Begins at a pinned node, otherwise at the smallest node; and keeps the node farthest from there.
        let first = ring.indices.first { pins.contains(ring[$0]) } ?? ring.indices.min { ring[$0] < ring[$1] }!
        var line = Array(ring[first...] + ring[..<first])
        line.append(line[0])
        let pinned = line.dropFirst().dropLast().contains { pins.contains($0) }
        guard !pinned else { return Array(self.line(line[...]).dropLast()) }
        let origin = points[Int(line[0])]
        let farthest = line.indices.max { a, b in
            let distanceA = squaredDistance(origin, points[Int(line[a])]),
                distanceB = squaredDistance(origin, points[Int(line[b])])
            return (distanceA, line[b]) < (distanceB, line[a])
        }!
        return self.line(line[...farthest]).dropLast() + self.line(line[farthest...]).dropLast()
    }

    /// Marks the nodes to keep between two kept positions, with a stack in place of recursion.
    private func mark(_ nodes: ArraySlice<UInt32>, from start: Int, to end: Int, _ isKept: inout [Bool]) {
        var stretches = [(start, end)]
        let base = nodes.startIndex
        while let (from, to) = stretches.popLast() {
            guard to - from > 1 else { continue }
            var split: Int?
            if to - from > Self.longestStretch {
                split = (from + to) / 2
            } else {
                let a = points[Int(nodes[base + from])], b = points[Int(nodes[base + to])]
                var worst = tolerance * tolerance
                for index in (from + 1)..<to {
                    let distance = squaredDistance(of: points[Int(nodes[base + index])], from: a, to: b)
                    // Ties are broken by node, not by direction, so that a shared border is split alike from both
                    // sides.
                    if distance > worst
                        || (distance == worst && split.map { nodes[base + index] < nodes[base + $0] } ?? false)
                    {
                        worst = distance
                        split = index
                    }
                }
            }
            guard let split else { continue }
            isKept[split] = true
            stretches.append((from, split))
            stretches.append((split, to))
        }
    }

    private func squaredDistance(_ a: GridPoint, _ b: GridPoint) -> Double {
        let x = Double(a.x) - Double(b.x), y = Double(a.y) - Double(b.y)
        return x * x + y * y
    }

    /// Returns the squared distance of a point from the segment between two others.
    private func squaredDistance(of point: GridPoint, from a: GridPoint, to b: GridPoint) -> Double {
        let dx = Double(b.x) - Double(a.x), dy = Double(b.y) - Double(a.y)
        let px = Double(point.x) - Double(a.x), py = Double(point.y) - Double(a.y)
        let length = dx * dx + dy * dy
        let along = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
        let x = px - along * dx, y = py - along * dy
        return x * x + y * y
    }
}
