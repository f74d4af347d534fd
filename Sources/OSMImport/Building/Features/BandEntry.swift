/// A feature of a band, for sorting. It is small, because there are as many as features.
struct BandEntry: Sendable {
    let order: Double
    /// The index among the band's features, which are in OSM order.
    let feature: Int32
    /// The location of its shape: the chunk, and the index in it.
    let chunk: Int32
    let shape: Int32
    let layer: MapLayer
    let level: Int8
    var minimumZoom: Int8
    let maximumZoom: Int8

    func isShown(at zoom: Int) -> Bool { Int(minimumZoom) <= zoom && zoom <= Int(maximumZoom) }

    /// Whether tiles list it before another.
    func precedes(_ other: BandEntry) -> Bool {
        if layer != other.layer { return layer.rawValue < other.layer.rawValue }
        if level != other.level { return level < other.level }
        return order == other.order ? feature < other.feature : order < other.order
    }
}
