import Atlas
import GeoCore
import OSMImport
import TestSupport
import Tiles

/// An atlas built in a test, with the tiles over it.
///
/// A class because the engines read the memory that it holds.
final class AtlasInMemory {
    private let memory: AtlasMemory
    let view: AtlasView
    let tiles: TileSource
    let issues: IssueLog
    /// The area covered, E7 degrees.
    let bounds: IntBox

    init(bytes: [UInt8], bounds: IntBox = .empty, issues: IssueLog = IssueLog()) throws {
        memory = AtlasMemory(bytes)
        view = try memory.view()
        tiles = try TileSource(view)
        self.issues = issues
        self.bounds = bounds
    }

    var bytes: [UInt8] { memory.bytes }

    /// The map's atlas, checked.
    convenience init(_ map: HandMadeMap) throws {
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        let areas = Areas(map.data)
        issues.add(areas.issues)
        try FeatureBuilding.build(map.data, areas, text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        try self.init(bytes: writer.finish(), bounds: map.data.bounds, issues: issues)
        try check()
    }

    func check() throws {
        try StringTable(view).check()
        try tiles.check()
    }

    func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> DecodedTile {
        var workspace = TileWorkspace()
        return try DecodedTile(tiles.tile(TileID(zoom: zoom, x: x, y: y)!, with: &workspace)!)
    }

    /// The tile at the middle of the atlas's area.
    func tile(_ zoom: Int) throws -> DecodedTile {
        let box = bounds
        let middle = PointE7(
            latitudeE7: box.minY / 2 + box.maxY / 2, longitudeE7: box.minX / 2 + box.maxX / 2)
        let id = TileID(containing: middle, zoom: zoom)!
        return try tile(zoom, id.x, id.y)
    }

    /// All tiles of a zoom over the atlas's area.
    func tileIDs(_ zoom: Int) -> [TileID] {
        let box = bounds
        let first = TileID(containing: PointE7(latitudeE7: box.maxY, longitudeE7: box.minX), zoom: zoom)!
        let last = TileID(containing: PointE7(latitudeE7: box.minY, longitudeE7: box.maxX), zoom: zoom)!
        return (first.x...last.x).flatMap { x in (first.y...last.y).map { TileID(zoom: zoom, x: x, y: $0)! } }
    }
}
