/// A feature of a band on its way to its place in the order. Kept small: there are as many as features.
struct BandEntry: Sendable {
    let order: Double
    /// Position among the band's features, which is OSM order.
    let feature: Int32
    /// Where its shape is: which chunk, and which one in there.
    let chunk: Int32
    let shape: Int32
    let layer: MapLayer
    let level: Int8
    var minimumZoom: Int8
    let maximumZoom: Int8

    func isShown(at zoom: Int) -> Bool { Int(minimumZoom) <= zoom && zoom <= Int(maximumZoom) }

    /// Whether tiles list it first.
    func precedes(_ other: BandEntry) -> Bool {
        if layer != other.layer { return layer.rawValue < other.layer.rawValue }
        if level != other.level { return level < other.level }
        return order == other.order ? feature < other.feature : order < other.order
    }
}
