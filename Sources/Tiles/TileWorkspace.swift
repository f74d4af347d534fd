/// The scratch memory for making tiles. Keep one for each worker and pass it to every call; it grows as needed.
package struct TileWorkspace: Sendable {
    /// Features of the tile: rank in the upper half of each word, index in the lower.
    var candidates: [UInt64] = []
    var line = Vertices()
    var spare = Vertices()
    /// Points of the parts of a clipped line, and the number of points of each part.
    var parts = Vertices()
    var partCounts: [Int] = []
    /// The clipped polygon, and the tools that make it valid again.
    var rings = PolygonRings()
    var mending = PolygonMending()
    var commands = GeometryCommands()
    var layer = LayerBuffers()

    package init() {}
}
