import Atlas
import GeoCore

/// What makes ways that were walked already, and those beside them, unattractive for the rest of a walk.
///
/// Streets that run side by side, such as the two sidewalks of one, are different edges and the same walk: what lies in
/// a cell of the line that was walked counts as beside it.
struct LoopBurden {
    /// Whether an edge was walked, by edge.
    private var isWalked: [Bool] = []
    private var walked: [UInt32] = []
    private var cells = WalkedCells()

    /// How many times as long a way seems that was walked already, and one beside it.
    private static let walkedFactor: UInt64 = 6
    private static let besideFactor: UInt64 = 2

    /// Forgets what was walked.
    mutating func clear(_ network: RoadNetwork, around home: PointE7) {
        if isWalked.count < network.edges.count { isWalked = [Bool](repeating: false, count: network.edges.count) }
        for edge in walked { isWalked[Int(edge)] = false }
        walked.removeAll(keepingCapacity: true)
        cells = WalkedCells(around: home)
    }

    /// Notes a way that was walked.
    mutating func add(_ arcs: [ArcID], _ network: RoadNetwork) {
        for arc in arcs {
            let edge = arc.edge.rawValue
            if !isWalked[Int(edge)] {
                isWalked[Int(edge)] = true
                walked.append(edge)
            }
            var last: PointE7?
            network.forEachPoint(of: arc.edge) { point in
                if let last { cells.mark(from: last, to: point) }
                last = point
            }
        }
    }

    /// Milliseconds of an arc with the burden.
    @inline(__always)
    func cost(of arc: ArcID, _ millis: UInt32, towards point: PointE7) -> UInt64 {
        if walked.isEmpty { return UInt64(millis) }
        if isWalked[Int(arc.edge.rawValue)] { return UInt64(millis) * Self.walkedFactor }
        return cells.contains(point) ? UInt64(millis) * Self.besideFactor : UInt64(millis)
    }
}

/// The cells of a grid that a line passes, or passes next to, but not those around home: there all ways come together.
struct WalkedCells {
    /// Bits by the number that a cell hashes to; two cells that share one are of no importance.
    private var bits: [UInt64] = []
    private var home = PointE7(latitudeE7: 0, longitudeE7: 0)
    private var cellX: Int64 = 1
    private let cellY = Int64(sideInMetres / metresPerE7)

    private static let sideInMetres = 40.0
    private static let homeInMetres = 120.0
    private static let metresPerE7 = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree / 1e7
    private static let count = 1 << 17

    init() {}

    init(around home: PointE7) {
        self.home = home
        let cosine = Elementary.cosine(Double(home.latitudeE7) / 1e7 * Elementary.radiansPerDegree)
        cellX = Int64(Self.sideInMetres / (Self.metresPerE7 * max(0.01, cosine)))
        bits = [UInt64](repeating: 0, count: Self.count / 64)
    }

    mutating func mark(from: PointE7, to: PointE7) {
        let length = from.distance(inMetresTo: to), pieces = max(1, Int(length / (Self.sideInMetres / 2)))
        for piece in 0...pieces {
            let point = PointE7(from: from, to: to, share: Double(piece) / Double(pieces))
            guard point.distance(inMetresTo: home) > Self.homeInMetres else { continue }
            let (x, y) = cell(point)
            for (east, north) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] as [(Int64, Int64)] {
                let number = Self.number(x + east, y + north)
                bits[number >> 6] |= 1 << UInt64(number & 63)
            }
        }
    }

    func contains(_ point: PointE7) -> Bool {
        guard !bits.isEmpty else { return false }
        let (x, y) = cell(point), number = Self.number(x, y)
        return bits[number >> 6] >> UInt64(number & 63) & 1 != 0
    }

    private func cell(_ point: PointE7) -> (x: Int64, y: Int64) {
        // Not negative, so that division rounds down.
        ((Int64(point.longitudeE7) + 1_800_000_000) / cellX, (Int64(point.latitudeE7) + 900_000_000) / cellY)
    }

    private static func number(_ x: Int64, _ y: Int64) -> Int {
        Int(truncatingIfNeeded: (x &* 73_856_093 ^ y &* 19_349_663) & Int64(count - 1))
    }
}
