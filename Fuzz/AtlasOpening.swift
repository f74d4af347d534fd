import Atlas
import GeoCore
import OSMImport
import Routing
import Search
import TestSupport
import Tiles

/// Opens an atlas with its checksums set right, as a forger would. What verifies must then answer any question without a trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func openAtlas(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    // The length is the one number that a mutation of the size breaks for sure.
    if bytes.count >= 64 { AtlasForging.setWord(24, to: UInt64(bytes.count), in: &bytes) }
    do {
        try AtlasForging.withView(AtlasForging.resigned(bytes)) { view in
            ask(view, about: try AtlasVerifier.verify(view).info.bounds)
        }
    } catch {
        precondition("\(error)".count > 10, "an error without a reason")
    }
    return 0
}

/// Asks each engine something. Answers may be errors; that there is one is the point.
private func ask(_ atlas: AtlasView, about bounds: IntBox) {
    let points = [(bounds.minX, bounds.minY), (bounds.maxX, bounds.maxY)].compactMap {
        Coordinate(latitude: Double($0.1) / 1e7, longitude: Double($0.0) / 1e7)
    }
    do {
        let tiles = try TileSource(atlas), search = try SearchEngine(atlas), routes = try RouteEngine(atlas)
        var tileSpace = TileWorkspace(), searchSpace = SearchWorkspace(), routeSpace = RouteWorkspace()
        for zoom in 0...14 {
            for point in points {
                guard let tile = TileID(containing: PointE7(point), zoom: zoom) else { continue }
                _ = tiles.tile(tile, with: &tileSpace)
            }
        }
        for text in ["kappeli", "a", "alexsanterinkatu 5", "кап"] {
            _ = search.suggest(SearchRequest(text: text, near: points.first), workspace: &searchSpace)
            _ = search.places(SearchRequest(text: text), workspace: &searchSpace)
        }
        for point in points { _ = search.addressJSON(at: point) }
        for profile in Profile.allCases {
            var request = RouteRequest(points, profile: profile)
            request.snapLimitInMetres = 1e7
            _ = try? routes.route(request, workspace: &routeSpace)
        }
    } catch {
        preconditionFailure("a verified atlas does not open: \(error)")
    }
}
