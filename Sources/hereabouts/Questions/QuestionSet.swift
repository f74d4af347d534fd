import Atlas
import GeoCore
import OSMImport
import Routing
import Search
import Tiles

/// Chooses questions to an atlas: the same questions for the same atlas.
struct QuestionSet {
    let engines: Engines
    var numbers = SeededGenerator(seed: 20_26)
    var all: [Question] = [.about]

    init(_ engines: Engines) {
        self.engines = engines
        addTiles(perZoom: 80)
        addSearches(count: 300)
        addPlaces(count: 200)
        addRoutes(count: 200)
        addJourneys(count: 240)
        addWalks(count: 24)
    }

    /// Adds tiles of every zoom: all tiles of the area and around it if they are few; otherwise half of them around
    /// junctions, half anywhere.
    private mutating func addTiles(perZoom limit: Int) {
        let box = engines.info.bounds.partsBesideAntimeridian[0], junctions = engines.routes.network.points
        for zoom in 0...TileFormat.maximumZoom {
            let corners = [(box.maxY, box.minX), (box.minY, box.maxX)].map { latitude, longitude in
                TileID(containing: PointE7(latitudeE7: latitude, longitudeE7: longitude), zoom: zoom)
            }
            guard let first = corners[0], let last = corners[1] else { continue }
            let columns = max(0, first.x - 1)...(last.x + 1), rows = max(0, first.y - 1)...(last.y + 1)
            var tiles = columns.flatMap { x in rows.compactMap { y in TileID(zoom: zoom, x: x, y: y) } }
            if tiles.count > limit {
                tiles = (0..<limit).compactMap { index in
                    guard index % 2 == 0, !junctions.isEmpty else { return tiles[numbers.index(below: tiles.count)] }
                    return TileID(containing: junctions[numbers.index(below: junctions.count)], zoom: zoom)
                }
            }
            all += tiles.map { .tile($0) }
        }
    }

    /// Adds routes between junctions, between any two points, and from or to places outside.
    private mutating func addRoutes(count: Int) {
        let junctions = engines.routes.network.points, box = engines.info.bounds.partsBesideAntimeridian[0]
        for index in 0..<count {
            let isAnywhere = index % 4 == 0 || junctions.isEmpty
            var ends = (0..<2).map { _ in
                isAnywhere ? numbers.point(in: box) : junctions[numbers.index(below: junctions.count)]
            }
            if index % 20 == 0 { ends[index / 20 % 2].latitudeE7 = -ends[0].latitudeE7 }
            let language = ["", "en-GB", "fi", "de", "ar", "zz-unknown"][index % 6]
            all.append(.route(ends.map { Coordinate($0) }, .foot, alternatives: 0, language: language))
        }
    }

    /// Adds for each profile: routes through up to five points, the same as files, tables, and reach.
    private mutating func addJourneys(count: Int) {
        let junctions = engines.routes.network.points, box = engines.info.bounds.partsBesideAntimeridian[0]
        for index in 0..<count {
            let profile = Profile.allCases[index % 4], isAnywhere = index % 3 == 0 || junctions.isEmpty
            var points = (0..<(2 + index / 4 % 4)).map { _ in
                isAnywhere ? numbers.point(in: box) : junctions[numbers.index(below: junctions.count)]
            }
            if index % 30 == 29 { points[index / 30 % points.count].longitudeE7 = 0 }
            let stops = points.map { Coordinate($0) }, language = ["", "fi", "de", "ar"][index / 4 % 4]
            switch index / 4 % 6 {
            case 0:
                all.append(
                    .reach(
                        from: stops[0], minutes: [[5, 10, 15], [3], [20, 2]][index % 3], profile,
                        withStreets: index % 2 == 0))
            case 5: all.append(.table(stops, profile))
            case 1:
                let others = index % 5 == 0 ? 2 : 0
                all.append(
                    .routeGPX(
                        stops, profile, alternatives: others, only: min(others, index / 8 % 3), language: language))
            default: all.append(.route(stops, profile, alternatives: index / 24 % 4, language: language))
            }
        }
    }

    /// Adds round walks with and without a kind of place to pass, and trips through up to six points.
    private mutating func addWalks(count: Int) {
        let junctions = engines.routes.network.points, box = engines.info.bounds.partsBesideAntimeridian[0]
        for index in 0..<count {
            let isAnywhere = index % 4 == 0 || junctions.isEmpty
            let points = (0..<(2 + index % 5)).map { _ in
                Coordinate(isAnywhere ? numbers.point(in: box) : junctions[numbers.index(below: junctions.count)])
            }
            let language = ["", "fi", "de", "ar"][index % 4]
            all.append(
                .loop(
                    points[0], minutes: [15, 30, 60][index % 3], kind: ["", "cafe", "bench"][index / 3 % 3],
                    index % 5 == 0 ? .wheelchair : .foot, alternatives: index % 3, language: language))
            all.append(
                .trip(
                    points, Profile.allCases[index % 4], isRoundTrip: index % 2 == 0, startsAtFirst: index % 3 == 0,
                    endsAtLast: index % 7 == 0, language: language))
        }
    }

    /// Repeats questions about routes while changes apply, while others do, and after them.
    mutating func repeatWithChanges() {
        let routes = all.filter(\.isAboutRoutes)
        for count in [60, 7, 0] {
            let changes = RoutingCheck.changes(of: engines.routes.network, count: count, using: &numbers)
            all.append(.applyChanges(changes.map(\.written)))
            all += routes.indices.filter { $0 % 5 == count % 5 }.map { routes[$0] }
        }
    }
}

extension Question {
    fileprivate var isAboutRoutes: Bool {
        switch self {
        case .route, .routeGPX, .reach, .table, .loop, .trip: true
        case .about, .tile, .suggest, .places, .place, .address, .applyChanges: false
        }
    }
}

extension StreetChange {
    /// The change with a factor that survives writing and parsing.
    fileprivate var written: StreetChange {
        guard case .slower(let factor) = effect else { return self }
        return StreetChange(.slower((factor * 100).rounded() / 100), place, for: profiles)
    }
}
