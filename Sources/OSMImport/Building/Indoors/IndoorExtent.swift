import GeoCore

/// How far things inside buildings may reach.
enum IndoorExtent {
    /// Nothing inside a building is as wide; beyond this, arithmetic on the grid of tiles could overflow. In E7
    /// degrees: 1°.
    private static let widest: Int64 = 10_000_000

    /// Whether nodes are farther from each other, from west to east or from south to north, than anything inside a
    /// building.
    static func isTooWide(_ nodes: some Sequence<UInt32>, in data: OSMData) -> Bool {
        var box = IntBox.empty
        for node in nodes where node != OSMData.missing { box.include(data.nodes.points[Int(node)]) }
        guard !box.isEmpty else { return false }
        return Int64(box.maxX) - Int64(box.minX) > widest || Int64(box.maxY) - Int64(box.minY) > widest
    }
}
