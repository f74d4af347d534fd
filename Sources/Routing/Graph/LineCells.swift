import GeoCore

/// The cells of a grid that a line passes or touches, except those around home, where all routes come together.
struct LineCells {
    /// Bits by the hash of a cell; collisions do not matter.
    private var bits: [UInt64] = []
    private var home = PointE7(latitudeE7: 0, longitudeE7: 0)
    private var cellX: Int64 = 1
    private var cellY: Int64 = 1
    private var sideInMetres = 0.0
    private var homeInMetres = 0.0

    private static let metresPerE7 = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree / 1e7
    private static let count = 1 << 17

    init() {}

    /// Makes a grid of cells with this side length; cells within `homeInMetres` of home are never marked.
    init(around home: PointE7, sideInMetres: Double = 40, homeInMetres: Double = 120) {
        self.home = home
        self.sideInMetres = sideInMetres
        self.homeInMetres = homeInMetres
        cellY = Int64(sideInMetres / Self.metresPerE7)
        let cosine = Elementary.cosine(Double(home.latitudeE7) / 1e7 * Elementary.radiansPerDegree)
        cellX = Int64(sideInMetres / (Self.metresPerE7 * max(0.01, cosine)))
        bits = [UInt64](repeating: 0, count: Self.count / 64)
    }

    mutating func mark(from: PointE7, to: PointE7) {
        let length = from.distance(inMetresTo: to), pieces = max(1, Int(length / (sideInMetres / 2)))
        for piece in 0...pieces {
            let point = PointE7(from: from, to: to, share: Double(piece) / Double(pieces))
            guard point.distance(inMetresTo: home) > homeInMetres else { continue }
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
        // Not negative, so that the division rounds down.
        ((Int64(point.longitudeE7) + 1_800_000_000) / cellX, (Int64(point.latitudeE7) + 900_000_000) / cellY)
    }

    private static func number(_ x: Int64, _ y: Int64) -> Int {
        Int(truncatingIfNeeded: (x &* 73_856_093 ^ y &* 19_349_663) & Int64(count - 1))
    }

    /// Marks all cells of a line.
    mutating func mark(_ line: [PointE7]) {
        for (from, to) in zip(line, line.dropFirst()) { mark(from: from, to: to) }
    }

    /// Returns the share of a line's length in marked cells, without the part near home; 1 for a line that never leaves
    /// home, 0 if nothing was ever marked.
    func share(of line: [PointE7]) -> Double {
        guard !bits.isEmpty else { return 0 }
        var total = 0.0, marked = 0.0
        for (from, to) in zip(line, line.dropFirst()) {
            let length = from.distance(inMetresTo: to), pieces = max(1, Int(length / (sideInMetres / 2)))
            for piece in 0..<pieces {
                let point = PointE7(from: from, to: to, share: (Double(piece) + 0.5) / Double(pieces))
                guard point.distance(inMetresTo: home) > homeInMetres else { continue }
                total += length / Double(pieces)
                if contains(point) { marked += length / Double(pieces) }
            }
        }
        return total > 0 ? marked / total : 1
    }
}
