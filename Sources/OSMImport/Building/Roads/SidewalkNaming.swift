import GeoCore
import Routing

/// Gives unnamed sidewalks the name of their street: directions use street names, not "the sidewalk".
///
/// The same applies to crossings that lead from one sidewalk of a street to the next, over a side street. A crossing of
/// the street itself runs along no other street and stays nameless.
///
/// For a few points of each sidewalk, it finds the nearest named street that is parallel and near enough. The sidewalk
/// gets the name on which half of the points agree.
struct SidewalkNaming {
    /// A straight segment of a named street, in metres on a plane; `name` is an index into the extract's strings.
    private struct Piece {
        let from: (x: Double, y: Double)
        let to: (x: Double, y: Double)
        let name: UInt32
    }

    /// The distance from the middle of the street to the far kerb of a wide avenue, in metres.
    private static let farthest = 22.0
    /// The maximum angle between a sidewalk and its street, in degrees.
    private static let parallel = 25.0
    private static let cellSize = 64.0
    /// The maximum length of a segment in metres: no street with sidewalks is straight for longer, and a longer one
    /// could fill cells around the Earth.
    private static let longestPiece = 10_000.0
    /// The points of the sidewalk to test, as shares of its length.
    private static let shares = [0.1, 0.3, 0.5, 0.7, 0.9]

    private let data: OSMData
    private var pieces: [Piece] = []
    /// Cells with their segments, sorted by cell.
    private var cells: [(cell: UInt64, piece: UInt32)] = []

    init(_ data: OSMData, _ streets: [StreetFinding.Street]) {
        self.data = data
        for street in streets {
            guard let name = street.facts.name, !street.facts.kind.isWalkway, street.facts.kind != .ferry else {
                continue
            }
            let line = line(of: street)
            for (from, to) in zip(line, line.dropFirst()) { add(Piece(from: from, to: to, name: name)) }
        }
        cells.sort { ($0.cell, $0.piece) < ($1.cell, $1.piece) }
    }

    /// Returns the name of a sidewalk's street; `nil` if no street is clearly its own.
    func name(of sidewalk: StreetFinding.Street) -> UInt32? {
        let line = line(of: sidewalk)
        let lengths = zip(line, line.dropFirst()).map { from, to in Self.length(from, to) }
        let total = lengths.reduce(0, +)
        guard total > 0 else { return nil }
        var votes: [UInt32] = []
        for share in Self.shares {
            var rest = share * total, index = 0
            while index < lengths.count - 1, rest > lengths[index] {
                rest -= lengths[index]
                index += 1
            }
            guard lengths[index] > 0 else { continue }
            let part = rest / lengths[index], from = line[index], to = line[index + 1]
            let point = (x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
            if let name = nearest(to: point, along: (to.x - from.x, to.y - from.y)) { votes.append(name) }
        }
        return votes.first { name in votes.filter { $0 == name }.count * 2 >= Self.shares.count }
    }

    private mutating func add(_ piece: Piece) {
        let length = Self.length(piece.from, piece.to)
        guard length <= Self.longestPiece else { return }
        let index = UInt32(pieces.count)
        pieces.append(piece)
        // The search also covers neighbouring cells, so points along the segment may be a cell apart.
        let steps = Int((length / Self.cellSize).rounded(.up)) + 1
        var last: UInt64?
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let cell = Self.cell(
                piece.from.x + share * (piece.to.x - piece.from.x), piece.from.y + share * (piece.to.y - piece.from.y))
            if cell != last { cells.append((cell, index)) }
            last = cell
        }
    }

    private func nearest(to point: (x: Double, y: Double), along direction: (x: Double, y: Double)) -> UInt32? {
        var best = Self.farthest * Self.farthest, name: UInt32?
        for dx in [-Self.cellSize, 0, Self.cellSize] {
            for dy in [-Self.cellSize, 0, Self.cellSize] {
                let cell = Self.cell(point.x + dx, point.y + dy)
                var index = firstIndex(of: cell)
                while index < cells.count, cells[index].cell == cell {
                    let piece = pieces[Int(cells[index].piece)]
                    index += 1
                    let square = Self.squaredDistance(point, piece)
                    guard square < best, Self.areParallel(direction, piece) else { continue }
                    best = square
                    name = piece.name
                }
            }
        }
        return name
    }

    private func firstIndex(of cell: UInt64) -> Int {
        var low = 0, high = cells.count
        while low < high {
            let middle = (low + high) / 2
            if cells[middle].cell < cell { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the points of a way on a plane: metres from the equator, and from the meridian at the way's own
    /// latitude.
    private func line(of street: StreetFinding.Street) -> [(x: Double, y: Double)] {
        let middle = Double((Int64(data.bounds.minY) + Int64(data.bounds.maxY)) / 2) * 1e-7 * .pi / 180
        let north = Coordinate.earthRadiusInMetres * 1e-7 * .pi / 180, east = north * Elementary.cosine(middle)
        return data.ways.refs(of: street.way).filter { $0 != OSMData.missing }.map { node in
            let point = data.nodes.points[Int(node)]
            return (Double(point.longitudeE7) * east, Double(point.latitudeE7) * north)
        }
    }

    private static func cell(_ x: Double, _ y: Double) -> UInt64 {
        // Within ±2³¹ cells of 64 m.
        let column = UInt32(bitPattern: Int32((x / cellSize).rounded(.down)))
        let row = UInt32(bitPattern: Int32((y / cellSize).rounded(.down)))
        return UInt64(column) << 32 | UInt64(row)
    }

    private static func length(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Double {
        ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
    }

    private static func squaredDistance(_ point: (x: Double, y: Double), _ piece: Piece) -> Double {
        let x = piece.to.x - piece.from.x, y = piece.to.y - piece.from.y, square = x * x + y * y
        let along = (point.x - piece.from.x) * x + (point.y - piece.from.y) * y
        let share = square > 0 ? min(1, max(0, along / square)) : 0
        let dx = point.x - piece.from.x - share * x, dy = point.y - piece.from.y - share * y
        return dx * dx + dy * dy
    }

    private static func areParallel(_ direction: (x: Double, y: Double), _ piece: Piece) -> Bool {
        let x = piece.to.x - piece.from.x, y = piece.to.y - piece.from.y
        let cross = (direction.x * y - direction.y * x).magnitude, dot = (direction.x * x + direction.y * y).magnitude
        return cross <= dot * Elementary.tangent(parallel * .pi / 180)
    }
}
