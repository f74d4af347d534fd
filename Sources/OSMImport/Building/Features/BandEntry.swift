import GeoCore

/// A feature of a band with its shape made, on its way to its place in the order.
struct BandEntry: Sendable {
    /// Position among the band's features, which is OSM order.
    var feature: Int
    var layer: MapLayer
    var level: Int8
    var order: Double
    var minimumZoom: Int
    /// Where its shape is: which chunk, and which one in there.
    var chunk: Int
    var shape: Int
    var box: IntBox
    var vertices: Int

    /// Whether tiles list it first.
    func precedes(_ other: BandEntry) -> Bool {
        if layer != other.layer { return layer.rawValue < other.layer.rawValue }
        if level != other.level { return level < other.level }
        return order == other.order ? feature < other.feature : order < other.order
    }
}
