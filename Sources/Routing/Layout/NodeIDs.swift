import Atlas
import GeoCore

/// The OSM ids of the nodes along edges. Answers return them; searches do not use them.
///
/// Nodes drawn together have similar ids, so each is stored as the difference to the one before it. Reading starts at
/// the first edge of a group of sixteen, which saves a start for each edge: only answers for whole routes need ids.
struct NodeIDs: Sendable {
    static let blockSize = 16

    private let starts: Packed<UInt32>
    private let differences: Packed<UInt8>

    init(_ atlas: AtlasView, edges: Int) throws(AtlasError) {
        starts = try atlas.packed(RoadSections.nodeIDStarts, of: UInt32.self, count: Self.blockCount(edges) + 1)
        differences = try atlas.packed(RoadSections.nodeIDs, of: UInt8.self)
    }

    private static func blockCount(_ edges: Int) -> Int { (edges + blockSize - 1) / blockSize }

    /// Returns the starts and the differences for the nodes of edges, one edge after the other.
    static func packed(_ nodeIDs: [Int64], counts: [UInt32]) -> (starts: [UInt32], differences: [UInt8]) {
        var starts: [UInt32] = [], differences: [UInt8] = [], previous: Int64 = 0, next = 0
        for (edge, count) in counts.enumerated() {
            if edge % blockSize == 0 {
                starts.append(UInt32(differences.count))
                previous = 0
            }
            for id in nodeIDs[next..<(next + Int(count))] {
                Differences.append(id &- previous, to: &differences)
                previous = id
            }
            next += Int(count)
        }
        starts.append(UInt32(differences.count))
        return (starts, differences)
    }

    /// Returns the OSM ids of the nodes along an edge, in the drawing's order, junctions included. It skips those of up
    /// to 15 edges before it.
    func ids(of edge: EdgeID, in network: RoadNetwork) -> [Int64] {
        let index = Int(edge.rawValue), block = index / Self.blockSize
        var passed = 0
        for before in (block * Self.blockSize)..<index { passed += network.pointCount(of: EdgeID(UInt32(before))) }
        let count = network.pointCount(of: edge), range = Int(starts[block])..<Int(starts[block + 1])
        return unsafe differences.withElements(in: range) { bytes in
            var reader = unsafe DifferenceReader(bytes), ids: [Int64] = [], id: Int64 = 0
            ids.reserveCapacity(count)
            for position in 0..<(passed + count) {
                id &+= reader.next() ?? 0
                if position >= passed { ids.append(id) }
            }
            return ids
        }
    }

    /// Verifies that there is exactly one id for each point of each edge; the geometry must be checked first.
    func check(_ network: RoadNetwork) throws(AtlasError) {
        try starts.checkStarts(RoadSections.nodeIDStarts, spanning: differences.count)
        for block in 0..<(starts.count - 1) {
            let first = block * Self.blockSize, last = min(first + Self.blockSize, network.edges.count)
            var count = 0
            for edge in first..<last { count += network.pointCount(of: EdgeID(UInt32(edge))) }
            let range = Int(starts[block])..<Int(starts[block + 1])
            let isWhole = unsafe differences.withElements(in: range) { bytes in
                var reader = unsafe DifferenceReader(bytes)
                for _ in 0..<count where reader.next() == nil { return false }
                return reader.isAtEnd
            }
            guard isWhole else {
                throw .invalid(RoadSections.nodeIDs, index: Int64(range.lowerBound), rule: "not an id for each point")
            }
        }
    }
}

extension RoadNetwork {
    /// Returns the number of points of an edge, junctions included.
    func pointCount(of edge: EdgeID) -> Int {
        let range = Int(geometryStarts[edge.rawValue])..<Int(geometryStarts[Int(edge.rawValue) + 1])
        // Each point is two numbers, each of which ends with a byte below 128.
        let numbers = unsafe geometry.withElements(in: range) { bytes in
            var count = 0
            for index in bytes.indices where unsafe bytes[index] < 0x80 { count += 1 }
            return count
        }
        return numbers / 2 + 2
    }

    /// Returns the OSM ids of the edge's points, junctions included, in the drawing's order.
    package func nodeIDs(of edge: EdgeID) -> [Int64] { nodeIDs.ids(of: edge, in: self) }
}
