import Atlas
import GeoCore
import Routing
import Tiles

/// The native engines over one atlas, asked one question at a time.
struct ParityEngines {
    /// An answer, or an error's JSON.
    struct Answer {
        let bytes: [UInt8]
        let isRefusal: Bool
    }

    let atlas: AtlasView
    let info: AtlasInfo
    let tiles: TileSource
    let routes: RouteEngine

    /// Opens the engines over a verified atlas.
    init(_ atlas: AtlasView) throws(AtlasError) {
        self.atlas = atlas
        info = try AtlasInfo(atlas)
        tiles = try TileSource(atlas)
        routes = try RouteEngine(atlas)
    }

    /// Answers as the server does.
    func answer(_ question: ParityQuestion, _ workspaces: inout ParityWorkspaces) -> Answer {
        switch question {
        case .about: return Answer(bytes: info.json(atlas), isRefusal: false)
        case .tile(let tile):
            return Answer(bytes: tiles.tile(tile, with: &workspaces.tiles) ?? [], isRefusal: false)
        case .route(let from, let to, let language):
            var request = RouteRequest([from, to], profile: .foot)
            request.language = Language(tag: language) ?? .english
            do throws(RouteError) {
                let route = try routes.route(request, workspace: &workspaces.routes)
                return Answer(bytes: RouteJSON.write(route, routes), isRefusal: false)
            } catch {
                return Answer(bytes: Self.json(error), isRefusal: true)
            }
        }
    }

    private static func json(_ error: RouteError) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("code")
        json.value(error.code)
        json.key("message")
        json.value(error.message)
        switch error {
        case .outsideMap(let point), .noRoadNear(let point, _):
            json.key("field")
            json.value(point == 0 ? "from" : "to")
        case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute: break
        }
        json.endObject()
        return json.bytes
    }
}

/// What the engines write to while they answer.
struct ParityWorkspaces: ~Copyable {
    var tiles = TileWorkspace()
    var routes = RouteWorkspace()
}
