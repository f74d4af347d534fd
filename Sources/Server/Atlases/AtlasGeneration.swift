package import Atlas
import Routing
import Search
import Synchronization
import Tiles

/// One atlas in service: the mapped file, the engines over it, and what was computed from it.
///
/// A class because its identity is the mapping's: each request holds the generation it began with, and the last holder
/// unmaps it.
package final class AtlasGeneration: Sendable {
    let mapped: MappedFile
    let info: AtlasInfo
    let tiles: TileSource
    let tileCache: TileCache
    let routes: RouteEngine
    let search: SearchEngine
    /// The atlas identity as clients see it: sixteen hexadecimal digits.
    let identity: String

    /// Opens the engines over a verified file. Throws when the file is not an atlas with all their sections.
    package init(_ mapped: MappedFile, tileCacheBytes: Int) throws(AtlasError) {
        // The generation holds the file as long as anything made from this view.
        let view = try unsafe AtlasView(bytes: mapped.bytes)
        self.mapped = mapped
        info = try AtlasInfo(view)
        tiles = try TileSource(view)
        tileCache = TileCache(capacity: tileCacheBytes)
        routes = try RouteEngine(view)
        search = try SearchEngine(view)
        identity = hexadecimal(view.identity)
    }

    /// Changes with the atlas, and with what is made of it.
    var tileVersion: String { "\(identity)-\(TileFormat.revision)" }

    /// Name and identity, for the log.
    package var summary: String { "\(info.name) (\(identity))" }
}

/// The generation that new requests get. Replacing it disturbs no request that already runs.
///
/// A class because everybody must see the same replacement.
package final class LiveAtlas: Sendable {
    private let generation: Mutex<AtlasGeneration>

    package init(_ first: AtlasGeneration) { generation = Mutex(first) }

    package var current: AtlasGeneration { generation.withLock { $0 } }

    package func replace(with next: AtlasGeneration) { generation.withLock { $0 = next } }
}
