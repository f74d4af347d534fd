import Atlas
import GeoCore
import OSMImport
import TestSupport
import Tiles

/// Draws a map with the lines and areas in the bytes, and reads its tiles back with a decoder that throws for
/// all that the format forbids.
@_cdecl("LLVMFuzzerTestOneInput")
public func writeTiles(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let drawing = DrawnMap(UnsafeBufferPointer(start: start, count: count))
    do {
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        let data = drawing.map.data
        try FeatureBuilding.build(data, Areas(data), text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        try AtlasForging.withView(writer.finish()) { try readBack($0, drawing) }
    } catch {
        fatalError("a map that cannot be drawn: \(error)")
    }
    return 0
}

/// Makes a few tiles of the zoom that the drawing asks for.
private func readBack(_ atlas: AtlasView, _ drawing: DrawnMap) throws {
    let source = try TileSource(atlas)
    try StringTable(atlas).check()
    try source.check()
    var workspace = TileWorkspace()
    for point in drawing.map.data.nodes.points.prefix(3) {
        guard let id = TileID(containing: point, zoom: drawing.zoom), let bytes = source.tile(id, with: &workspace)
        else {
            continue
        }
        let tile = try DecodedTile(bytes)
        for place in tile.layers.flatMap(\.features).flatMap(\.parts).joined() {
            precondition((-64...4160).contains(place.x) && (-64...4160).contains(place.y), "\(place) beyond the buffer")
        }
    }
}
