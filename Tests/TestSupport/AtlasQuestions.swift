package import Atlas
package import GeoCore
import Routing
import Search
import Tiles

/// Questions to every engine of an atlas, for seeing that what was verified can answer without a trap.
package enum AtlasQuestions {
    /// Asks about tiles, names, addresses and ways in `bounds`. Answers may be errors, but an answer must come.
    /// Traps when an engine does not open.
    package static func ask(_ atlas: AtlasView, about bounds: IntBox) {
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
            for point in points { _ = AddressJSON.write(at: point, ReverseForm(search), search) }
            for profile in Profile.allCases {
                var request = RouteQuestion(points, profile: profile)
                request.snapLimitInMetres = 1e7
                _ = try? routes.route(request, workspace: &routeSpace)
            }
        } catch {
            preconditionFailure("a verified atlas does not open: \(error)")
        }
    }
}
