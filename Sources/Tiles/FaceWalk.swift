/// Walks around the faces between edges that meet only at their ends, and makes polygons of the faces inside.
///
/// `edges` are in sweeping order, no two with the same ends.
struct FaceWalk {
    /// The winding numbers of a face: a face is inside if more outer rings than holes wind around it, in either
    /// direction. So islands in lakes are inside, and so is the reversed half of a ring that crosses itself.
    private struct Winding {
        var outer: Int32 = 0
        var hole: Int32 = 0

        var isInside: Bool { outer.magnitude > hole.magnitude }
    }

    private typealias Edge = PolygonRepair.Edge

    private let edges: [Edge]
    /// The winding just beyond each edge, toward growing y.
    private var beyond: [Winding]
    /// Borders between inside and outside, in the order in which the sweeping line meets them.
    private var borders: [Int] = []
    private var isBorder: [Bool]
    private var isInsideBeyond: [Bool]
    /// For each border, the next border toward smaller y at its beginning, or −1.
    private var borderBefore: [Int]
    /// For each border, the next border around its face.
    private var following: [Int]
    private var active: [Int] = []

    init(_ edges: [PolygonRepair.Edge]) {
        self.edges = edges
        beyond = [Winding](repeating: Winding(), count: edges.count)
        isBorder = [Bool](repeating: false, count: edges.count)
        isInsideBeyond = isBorder
        borderBefore = [Int](repeating: -1, count: edges.count)
        following = borderBefore
    }

    /// Appends the polygons: each outer ring, then its holes.
    mutating func collect(into rings: inout PolygonRings) {
        sweep()
        connect()
        var polygons: [[[GridPoint]]] = [], polygonOf = [Int](repeating: -1, count: edges.count)
        var isDone = [Bool](repeating: false, count: edges.count)
        for first in borders where !isDone[first] {
            var walk: [Int] = [], edge = first
            while !isDone[edge] {
                isDone[edge] = true
                walk.append(edge)
                edge = following[edge]
            }
            var holes: [[GridPoint]] = [], polygon = -1
            for loop in loops(of: walk) {
                if Self.doubledArea(loop) > 0 {
                    polygon = polygons.count
                    polygons.append([loop])
                } else {
                    holes.append(loop)
                }
            }
            // A walk of holes alone lies in the face beside it, which the line met earlier.
            if polygon < 0, borderBefore[first] >= 0 { polygon = polygonOf[borderBefore[first]] }
            guard polygon >= 0 else { continue }
            polygons[polygon] += holes
            for edge in walk { polygonOf[edge] = polygon }
        }
        for polygon in polygons {
            for (index, ring) in polygon.enumerated() { rings.add(ring, isHole: index > 0) }
        }
    }

    /// Computes the winding of each face.
    private mutating func sweep() {
        var stops = edges.map { $0.fromKey } + edges.map { $0.toKey }
        stops.sort()
        var next = 0, last: UInt64?
        for stop in stops where stop != last {
            last = stop
            let point = GridPoint(
                x: Int32(bitPattern: UInt32(truncatingIfNeeded: stop >> 32) ^ 1 << 31),
                y: Int32(bitPattern: UInt32(truncatingIfNeeded: stop) ^ 1 << 31))
            var low = 0, high = active.count
            while low < high {
                let middle = (low + high) / 2, edge = edges[active[middle]]
                if turn(edge.from, edge.to, point) > 0 { low = middle + 1 } else { high = middle }
            }
            high = low
            while high < active.count, edges[active[high]].to == point { high += 1 }
            active.removeSubrange(low..<high)
            let begin = next
            while next < edges.count, edges[next].from == point { next += 1 }
            let started = (begin..<next).sorted { turn(point, edges[$0].to, edges[$1].to) > 0 }
            active.insert(contentsOf: started, at: low)
            for place in low..<(low + started.count) { enter(place) }
        }
    }

    private mutating func enter(_ place: Int) {
        let edge = active[place], before = place > 0 ? beyond[active[place - 1]] : Winding()
        beyond[edge] = Winding(outer: before.outer + edges[edge].outer, hole: before.hole + edges[edge].hole)
        isInsideBeyond[edge] = beyond[edge].isInside
        guard before.isInside != isInsideBeyond[edge] else { return }
        isBorder[edge] = true
        borders.append(edge)
        var other = place - 1
        while other >= 0, !isBorder[active[other]] { other -= 1 }
        borderBefore[edge] = other >= 0 ? active[other] : -1
    }

    /// Borders have the inside on their right: toward growing y if they run eastward.
    private func start(_ edge: Int) -> GridPoint { isInsideBeyond[edge] ? edges[edge].from : edges[edge].to }
    private func end(_ edge: Int) -> GridPoint { isInsideBeyond[edge] ? edges[edge].to : edges[edge].from }

    /// Finds the next border of each: the next one across the inside, so that faces that only touch stay separate.
    private mutating func connect() {
        struct Spoke {
            let key: UInt64
            let edge: Int
            let isArriving: Bool
            let x: Int64
            let y: Int64

            /// By angle from east, toward growing y.
            func precedes(_ other: Spoke) -> Bool {
                let isFirstHalf = y > 0 || (y == 0 && x > 0),
                    isOtherFirstHalf = other.y > 0 || (other.y == 0 && other.x > 0)
                return isFirstHalf != isOtherFirstHalf ? isFirstHalf : x * other.y - y * other.x > 0
            }
        }
        var spokes: [Spoke] = []
        for edge in borders {
            let from = start(edge), to = end(edge), x = Int64(to.x) - Int64(from.x), y = Int64(to.y) - Int64(from.y)
            spokes.append(Spoke(key: sweepKey(from.x, from.y), edge: edge, isArriving: false, x: x, y: y))
            spokes.append(Spoke(key: sweepKey(to.x, to.y), edge: edge, isArriving: true, x: -x, y: -y))
        }
        spokes.sort { $0.key == $1.key ? $0.precedes($1) : $0.key < $1.key }
        var first = 0
        while first < spokes.count {
            var end = first
            while end < spokes.count, spokes[end].key == spokes[first].key { end += 1 }
            for index in first..<end where spokes[index].isArriving {
                following[spokes[index].edge] = spokes[index > first ? index - 1 : end - 1].edge
            }
            first = end
        }
    }

    /// Splits a walk at each point that it passes again.
    private func loops(of walk: [Int]) -> [[GridPoint]] {
        let points = walk.map(start)
        let order = points.indices.sorted {
            sweepKey(points[$0].x, points[$0].y) < sweepKey(points[$1].x, points[$1].y)
        }
        // Points are identified by their first index in the walk.
        var name = [Int](repeating: 0, count: points.count), isRepeated = false
        for (rank, index) in order.enumerated() {
            let isSame = rank > 0 && points[order[rank - 1]] == points[index]
            name[index] = isSame ? name[order[rank - 1]] : index
            isRepeated = isRepeated || isSame
        }
        guard isRepeated else { return [points] }
        var loops: [[GridPoint]] = [], stack: [Int] = [], place = [Int](repeating: -1, count: points.count)
        for index in points.indices {
            if place[name[index]] >= 0 {
                let first = place[name[index]]
                loops.append(stack[first...].map { points[$0] })
                for removed in stack[(first + 1)...] { place[name[removed]] = -1 }
                stack.removeLast(stack.count - first - 1)
            } else {
                place[name[index]] = stack.count
                stack.append(index)
            }
        }
        loops.append(stack.map { points[$0] })
        return loops
    }

    private static func doubledArea(_ ring: [GridPoint]) -> Int64 {
        guard var from = ring.last else { return 0 }
        var sum: Int64 = 0
        for to in ring {
            sum += Int64(from.x) * Int64(to.y) - Int64(to.x) * Int64(from.y)
            from = to
        }
        return sum
    }
}
