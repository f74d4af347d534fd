/// The memory that making tiles works in. Keep one per worker and pass it to every call; it grows to what was needed.
package struct TileWorkspace: Sendable {
    /// Features of the tile: rank in the upper half of each word, index in the lower.
    var candidates: [UInt64] = []
    var line = Vertices()
    var spare = Vertices()
    /// Points of the parts of a clipped line, and how many each part has.
    var parts = Vertices()
    var partCounts: [Int] = []
    /// The polygon that was cut, and what makes it valid again.
    var rings = PolygonRings()
    var mending = PolygonMending()
    var commands = GeometryCommands()
    var layer = LayerBuffers()

    package init() {}
}
