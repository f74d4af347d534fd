import Tiles

/// One feature of the map before it is cut to bands: what it is and where its shape is to be had.
struct MapFeature: Sendable {
    /// Where the vertices come from.
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
    /// Above or below others of its layer, in layers that are ordered so.
    var level: Int8
    /// Position among the features of its layer and level, smallest first; equal ones stay in OSM order.
    var order: Double
    /// Attributes, as numbered by whoever collects.
    var set: UInt32
    var shape: Shape
}

/// A distinct list of attributes in one layer: attribute names are numbered layer by layer.
struct AttributeSet: Hashable, Sendable {
    var layer: MapLayer
    var attributes: [MapAttribute]
}
