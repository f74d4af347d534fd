package import Atlas
package import GeoCore
package import Routing
package import Search
import Synchronization
import Tiles

/// One atlas in service: the mapped file, the engines over it, and their caches.
///
/// A class because its identity is the mapping's: each request holds the generation it began with, and the last holder
/// unmaps the file.
package final class AtlasGeneration: Sendable {
    let mapped: MappedFile
    let info: AtlasInfo
    let tiles: TileSource
    /// The tiles of the inside of buildings; `nil` without indoor data.
    let indoorTiles: TileSource?
    let tileCache: TileCache
    let packs: Packs
    /// The routes with today's temporary changes.
    package let routes: RouteEngine
    /// The routes without temporary changes.
    private let usualRoutes: RouteEngine
    /// The variants of `routes` that avoid classes of streets.
    private let avoiding = AvoidingGenerations()
    package let search: SearchEngine
    /// The atlas identity as clients see it: sixteen hexadecimal digits.
    package let identity: String
    /// When the extract's data was written; `nil` when the extract does not say so.
    let dataVersion: String?
    /// The point at which a map of the atlas begins. It is the settlement that the atlas is named after, moved into the
    /// middle half of the covered area if needed: a first look must not be at the edge. Without such a settlement, it
    /// is the middle of the area.
    package let center: PointE7

    /// Opens the engines over a verified file. Throws when the file is not an atlas with all their sections.
    package init(_ mapped: MappedFile, tileCacheBytes: Int) throws(AtlasError) {
        // The generation holds the file as long as anything made from this view.
        let view = try unsafe AtlasView(bytes: mapped.bytes)
        self.mapped = mapped
        info = try AtlasInfo(view)
        tiles = try TileSource(view)
        indoorTiles = try TileSource.indoor(view)
        tileCache = TileCache(capacity: tileCacheBytes)
        packs = Packs()
        usualRoutes = try RouteEngine(view)
        routes = usualRoutes
        search = try SearchEngine(view)
        identity = hexadecimal(view.identity)
        dataVersion = info.timestamp.map { AtlasInfo.dateAndTime($0) }
        let box = info.bounds
        let settlement = Self.settlement(named: info.name, search.places, in: box)
        center = PointE7(
            latitudeE7: Self.inner(settlement?.latitudeE7, box.minY, box.maxY),
            longitudeE7: Self.innerLongitude(settlement?.longitudeE7, box))
    }

    /// Makes a generation of the same atlas with other routes.
    private init(_ usual: AtlasGeneration, _ routes: RouteEngine) {
        (mapped, info, tiles, tileCache) = (usual.mapped, usual.info, usual.tiles, usual.tileCache)
        (indoorTiles, packs) = (usual.indoorTiles, usual.packs)
        (search, identity, dataVersion, center) = (usual.search, usual.identity, usual.dataVersion, usual.center)
        usualRoutes = usual.usualRoutes
        self.routes = routes
    }

    /// Returns a generation of the same atlas with `changes` instead of the current ones. Takes tens of milliseconds
    /// for a town.
    fileprivate func applying(_ changes: [StreetChange]) throws(AtlasError) -> AtlasGeneration {
        AtlasGeneration(self, changes.isEmpty ? usualRoutes : try usualRoutes.applying(changes))
    }

    /// Returns a generation in which `profile` avoids all streets of `classes`. A worker makes it at the first request.
    /// Throws `unavailable` when too much work is waiting.
    func avoiding(_ classes: StreetClasses, _ profile: Profile, _ workers: WorkerPool) async throws -> AtlasGeneration {
        guard !classes.isEmpty else { return self }
        return try await avoiding.generation(classes, profile, workers) {
            AtlasGeneration(self, try self.routes.avoiding(classes, profile))
        }
    }

    /// Returns the value nearest to `value` in the middle half of `low` ... `high`; the middle if `value` is `nil`.
    private static func inner(_ value: Int32?, _ low: Int32, _ high: Int32) -> Int32 {
        let quarter = (Int64(high) - Int64(low)) / 4, middle = (Int64(low) + Int64(high)) / 2
        return Int32(min(max(value.map { Int64($0) } ?? middle, Int64(low) + quarter), Int64(high) - quarter))
    }

    private static func innerLongitude(_ value: Int32?, _ box: IntBox) -> Int32 {
        guard box.isOverAntimeridian else { return inner(value, box.minX, box.maxX) }
        let span = box.longitudeSpan, steps = value.map { box.eastOfWestSide($0) } ?? span / 2
        return box.longitude(eastOfWestSide: min(max(steps, span / 4), span - span / 4))
    }

    private static func settlement(named name: String, _ places: PlaceTable, in bounds: IntBox) -> PointE7? {
        // Places are sorted by importance, settlements before the places inside them.
        for place in places.indices.prefix(1000).map({ PlaceID(rawValue: UInt32($0)) }) {
            let point = places.point(place)
            if places.text.string(places.kindKey(places.kind(place))) == "place",
                places.text.string(places.name(place)) == name,
                bounds.covers(point)
            {
                return point
            }
        }
        return nil
    }

    /// Changes with the atlas, and with the format of its tiles.
    var tileVersion: String { "\(identity)-\(TileFormat.revision)" }

    /// The area that the atlas covers, in degrees × 10⁷. It may lead over the antimeridian.
    package var area: IntBox { info.bounds }

    /// Name and identity, for the log.
    package var summary: String { "\(info.name) (\(identity))" }
}

/// Holds the generation that new requests get. A replacement does not disturb requests in progress.
///
/// A class because all requests must see the same replacement.
package final class LiveAtlas: Sendable {
    private let generation: Mutex<AtlasGeneration>
    /// The temporary changes of every generation. The lock is held while a generation is made, so that two changes
    /// cannot overtake each other. Requests never wait for it.
    private let changes = Mutex<[StreetChange]>([])

    package init(_ first: AtlasGeneration) { generation = Mutex(first) }

    package var current: AtlasGeneration { generation.withLock { $0 } }

    /// Puts another atlas into service, with the current temporary changes. When that fails, it throws and keeps the
    /// current atlas.
    package func replace(with next: AtlasGeneration) throws(AtlasError) {
        try changes.withLock { (changes) throws(AtlasError) in
            let next = changes.isEmpty ? next : try next.applying(changes)
            generation.withLock { $0 = next }
        }
    }

    /// Applies other temporary changes to routes that are requested after this returns. Throws when the engine cannot
    /// apply them, and then keeps the current changes.
    func apply(_ next: [StreetChange]) throws(AtlasError) {
        try changes.withLock { (changes) throws(AtlasError) in
            let changed = try current.applying(next)
            changes = next
            generation.withLock { $0 = changed }
        }
    }
}
