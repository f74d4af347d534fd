import Tiles

/// A feature of the map before it is divided into bands: its content and the source of its shape.
struct MapFeature: Sendable {
    /// The source of the vertices.
    enum Shape: Sendable {
        case point(GridPoint)
        /// The line of a way, or the surface inside it.
        case way(UInt32)
        case relation(UInt32)
        /// A line joined from several ways: an index into the band's joined lines.
        case joined(UInt32)
        /// A piece of sea: an index into the ocean's polygons.
        case ocean(UInt32)
    }

    var layer: MapLayer
    /// The first zoom that shows it.
    var minimumZoom: Int8
    /// The level above or below others, in layers that are sorted by it.
    var level: Int8
    /// The position among the features of its layer and level, smallest first; equal ones stay in OSM order.
    var order: Double
    /// The number of its attribute set in the collection.
    var set: UInt32
    var shape: Shape
}

/// A distinct list of attributes in one layer: attribute names are numbered layer by layer.
struct AttributeSet: Hashable, Sendable {
    var layer: MapLayer
    var attributes: [MapAttribute]
}
