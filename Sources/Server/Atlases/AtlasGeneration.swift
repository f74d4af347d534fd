package import Atlas
package import GeoCore
package import Routing
package import Search
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
    /// As they are today.
    package let routes: RouteEngine
    /// As they are on ordinary days.
    private let usualRoutes: RouteEngine
    /// What was made of `routes` for those who leave out streets.
    private let avoiding = AvoidingGenerations()
    package let search: SearchEngine
    /// The atlas identity as clients see it: sixteen hexadecimal digits.
    package let identity: String
    /// When the data was written, where the extract says so.
    let dataVersion: String?
    /// Where a map of the place begins: at the settlement that the atlas is named after, but within the middle half of
    /// what the atlas covers, so that a first look is not at its edge; without such a settlement in the middle.
    package let center: PointE7

    /// Opens the engines over a verified file. Throws when the file is not an atlas with all their sections.
    package init(_ mapped: MappedFile, tileCacheBytes: Int) throws(AtlasError) {
        // The generation holds the file as long as anything made from this view.
        let view = try unsafe AtlasView(bytes: mapped.bytes)
        self.mapped = mapped
        info = try AtlasInfo(view)
        tiles = try TileSource(view)
        tileCache = TileCache(capacity: tileCacheBytes)
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

    /// The same atlas with other routes.
    private init(_ usual: AtlasGeneration, _ routes: RouteEngine) {
        (mapped, info, tiles, tileCache) = (usual.mapped, usual.info, usual.tiles, usual.tileCache)
        (search, identity, dataVersion, center) = (usual.search, usual.identity, usual.dataVersion, usual.center)
        usualRoutes = usual.usualRoutes
        self.routes = routes
    }

    /// The same atlas while changes hold instead of those that did. Takes some tens of milliseconds for a town.
    fileprivate func heeding(_ changes: [StreetChange]) throws(AtlasError) -> AtlasGeneration {
        AtlasGeneration(self, changes.isEmpty ? usualRoutes : try usualRoutes.heeding(changes))
    }

    /// The same atlas on the same day for those of a profile who leave out all streets of some classes. Made when it is
    /// first asked for, on one of the threads; throws `unavailable` when too much is waiting there already.
    func avoiding(_ classes: StreetClasses, _ profile: Profile, _ workers: WorkerPool) async throws -> AtlasGeneration {
        guard !classes.isEmpty else { return self }
        return try await avoiding.generation(classes, profile, workers) {
            AtlasGeneration(self, try self.routes.avoiding(classes, profile))
        }
    }

    /// The value nearest to `value` in the middle half of `low` ... `high`; without a value the middle.
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
        // Places are in the order of their importance, settlements before all that lies in them.
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
    /// What every generation heeds. Held while one is made, so that two changes do not overtake each other; nobody who
    /// asks waits for it.
    private let changes = Mutex<[StreetChange]>([])

    package init(_ first: AtlasGeneration) { generation = Mutex(first) }

    package var current: AtlasGeneration { generation.withLock { $0 } }

    /// Puts another atlas in service, which heeds what the one before did. Throws when it cannot; then the one before
    /// stays.
    package func replace(with next: AtlasGeneration) throws(AtlasError) {
        try changes.withLock { (changes) throws(AtlasError) in
            let next = changes.isEmpty ? next : try next.heeding(changes)
            generation.withLock { $0 = next }
        }
    }

    /// Has routes heed changes from now on, instead of those before: those that are asked for after this returns.
    /// Throws when the atlas is none of a town; then those before go on being heeded.
    func heed(_ next: [StreetChange]) throws(AtlasError) {
        try changes.withLock { (changes) throws(AtlasError) in
            let heeding = try current.heeding(next)
            changes = next
            generation.withLock { $0 = heeding }
        }
    }
}
