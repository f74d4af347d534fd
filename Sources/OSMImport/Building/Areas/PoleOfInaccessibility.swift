import GeoCore

/// Finds the point of a polygon that is farthest from its rings, to about a hundredth of the polygon's size.
struct PoleOfInaccessibility {
    /// A square of the plane; `y` is latitude, stretched so that distances compare.
    private struct Cell {
        var x: Double
        var y: Double
        var half: Double
        /// The distance of the centre to the nearest ring, negative outside.
        var distance: Double
        /// No point of the cell is farther from the rings than this.
        var bound: Double { distance + half * 1.4142135623730951 }
    }

    private struct Edge {
        var fromX: Double
        var fromY: Double
        var toX: Double
        var toY: Double
    }

    /// The maximum number of edges to measure in total. Real shapes need a tenth of it; it bounds the cost of hostile
    /// shapes.
    private static let maximumMeasurements = 20_000_000

    private var edges: [Edge] = []
    private let stretch: Double

    /// The result, inside the box of the outer ring.
    private(set) var point: PointE7

    /// Searches the polygon of `rings`, the outer one first.
    init(_ rings: [Area.Ring], in data: OSMData) {
        let box = RingGeometry.box(rings[0], in: data)
        let middle = (Double(box.minY) + Double(box.maxY)) / 2e7 * .pi / 180
        stretch = 1 / max(0.01, Elementary.cosine(middle))
        point = data.nodes.points[Int(rings[0][0])]
        for ring in rings {
            var from = data.nodes.points[Int(ring[ring.count - 1])]
            for node in ring {
                let to = data.nodes.points[Int(node)]
                edges.append(
                    Edge(
                        fromX: Double(from.longitudeE7), fromY: Double(from.latitudeE7) * stretch,
                        toX: Double(to.longitudeE7), toY: Double(to.latitudeE7) * stretch))
                from = to
            }
        }
        let best = search(box)
        point = PointE7(
            latitudeE7: Int32(
                min(Double(box.maxY), max(Double(box.minY), (best.y / stretch).rounded(.toNearestOrEven)))),
            longitudeE7: Int32(min(Double(box.maxX), max(Double(box.minX), best.x.rounded(.toNearestOrEven)))))
    }

    private func search(_ box: IntBox) -> Cell {
        var cells = grid(over: box), best = cells[0]
        for cell in cells where cell.distance > best.distance { best = cell }
        let longest = max(Double(box.maxX) - Double(box.minX), (Double(box.maxY) - Double(box.minY)) * stretch)
        let precision = longest / 100
        var budget = Self.maximumMeasurements / edges.count
        while budget > 0, let widest = cells.indices.max(by: { cells[$0].bound < cells[$1].bound }) {
            let parent = cells[widest]
            guard parent.bound - best.distance > precision else { break }
            cells.swapAt(widest, cells.count - 1)
            cells.removeLast()
            let half = parent.half / 2
            for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                let child = cell(x: parent.x + dx, y: parent.y + dy, half: half)
                if child.distance > best.distance { best = child }
                if child.bound - best.distance > precision { cells.append(child) }
            }
            budget -= 4
        }
        return best
    }

    /// Returns square cells over the box, at most a hundred.
    private func grid(over box: IntBox) -> [Cell] {
        let left = Double(box.minX), bottom = Double(box.minY) * stretch
        let width = Double(box.maxX) - left, height = Double(box.maxY) * stretch - bottom
        let side = max(1, min(width, height), max(width, height) / 100)
        let columns = max(1, Int((width / side).rounded(.up))), rows = max(1, Int((height / side).rounded(.up)))
        var cells: [Cell] = []
        for row in 0..<rows {
            for column in 0..<columns {
                cells.append(
                    cell(
                        x: left + (Double(column) + 0.5) * side, y: bottom + (Double(row) + 0.5) * side, half: side / 2)
                )
            }
        }
        return cells
    }

    private func cell(x: Double, y: Double, half: Double) -> Cell {
        var isInside = false, nearest = Double.infinity
        for edge in edges {
            let dx = edge.toX - edge.fromX, dy = edge.toY - edge.fromY
            if (edge.fromY > y) != (edge.toY > y), x - edge.fromX < dx * (y - edge.fromY) / dy { isInside.toggle() }
            let length = dx * dx + dy * dy
            let along = length > 0 ? min(1, max(0, ((x - edge.fromX) * dx + (y - edge.fromY) * dy) / length)) : 0
            let offX = x - edge.fromX - along * dx, offY = y - edge.fromY - along * dy
            nearest = min(nearest, offX * offX + offY * offY)
        }
        let distance = isInside ? nearest.squareRoot() : -nearest.squareRoot()
        return Cell(x: x, y: y, half: half, distance: distance)
    }
}
