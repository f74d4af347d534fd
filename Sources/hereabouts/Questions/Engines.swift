import Atlas
import GeoCore
import Routing
import Search
import Tiles

/// The native engines over one atlas, for one question at a time.
struct Engines {
    /// An answer, or the JSON of an error.
    struct Answer {
        let bytes: [UInt8]
        let isRefusal: Bool
    }

    let atlas: AtlasView
    let info: AtlasInfo
    let tiles: TileSource
    private(set) var routes: RouteEngine
    private let usualRoutes: RouteEngine
    let search: SearchEngine

    /// Opens the engines over a verified atlas.
    init(_ atlas: AtlasView) throws(AtlasError) {
        self.atlas = atlas
        info = try AtlasInfo(atlas)
        tiles = try TileSource(atlas)
        routes = try RouteEngine(atlas)
        usualRoutes = routes
        search = try SearchEngine(atlas)
    }

    /// Answers as the server does.
    mutating func answer(_ question: Question, _ workspaces: inout EngineWorkspaces) -> Answer {
        switch question {
        case .about: return Answer(info.json(atlas))
        case .tile(let tile): return Answer(tiles.tile(tile, with: &workspaces.tiles) ?? [])
        case .suggest(let request, let time):
            return Answer(
                HitJSON.write(
                    search.suggest(request, workspace: &workspaces.search), with: HitOptions(at: time), search))
        case .places(let request, let time):
            return Answer(
                HitJSON.write(search.places(request, workspace: &workspaces.search), with: HitOptions(at: time), search)
            )
        case .place(let reference, let language, let time):
            if let answer = PlaceJSON.write(reference, language: language, at: time, search) { return Answer(answer) }
            return Answer(refusing: "not_found", "this map has no such place", field: "id")
        case .address(let coordinate, let language, let time):
            return Answer(
                AddressJSON.write(at: coordinate, ReverseForm(language: language, at: time, search), search))
        case .route(let points, let profile, let alternatives, let language):
            return answer(points, profile, alternatives, language, &workspaces) {
                Answer(alternatives > 0 ? RouteJSON.write($0, routes) : RouteJSON.write($0[0], routes))
            }
        case .routeGPX(let points, let profile, let alternatives, let only, let language):
            return answer(points, profile, alternatives, language, &workspaces) {
                if only < $0.count { return Answer(RouteGPX.write($0[only], routes)) }
                let reason = "only is none of the \($0.count) routes, from 0"
                return Answer(refusing: "invalid_parameter", reason, field: "only")
            }
        case .reach(let from, let minutes, let profile, let withStreets):
            do throws(RouteError) {
                let found = try routes.reach(
                    from: from, profile, within: minutes.map { UInt32($0) * 60_000 }, workspace: &workspaces.routes)
                return Answer(
                    ReachJSON.write(
                        found.reaches, of: minutes, from: found.start, profile, routes, withStreets: withStreets))
            } catch {
                return Answer(refusing: error.code, error.message, field: Self.point(at: error, among: 1))
            }
        case .table(let points, let profile):
            var question = TableQuestion(points, profile: profile)
            question.wantsLengths = true
            question.sources = [0]
            question.targets = Array(1..<points.count)
            do throws(RouteError) {
                return Answer(
                    TableJSON.write(try routes.table(question, workspace: &workspaces.routes), profile, routes))
            } catch {
                return Answer(refusing: error.code, error.message, field: "points")
            }
        case .loop(let start, let minutes, let kind, let profile, let alternatives, let language):
            var question = LoopQuestion(start, .time(millis: UInt32(minutes) * 60_000), profile: profile)
            question.language = Language(tag: language) ?? .english
            question.count = alternatives + 1
            if !kind.isEmpty { question.places = places(of: kind, near: start, language, &workspaces) }
            return loops(question, &workspaces)
        case .trip(let points, let profile, let isRoundTrip, let startsAtFirst, let endsAtLast, let language):
            var question = TripQuestion(points, profile: profile)
            question.language = Language(tag: language) ?? .english
            question.ends = Trip.Ends(
                isRoundTrip: isRoundTrip, startsAtFirst: startsAtFirst, endsAtLast: endsAtLast)
            do throws(RouteError) {
                return Answer(RouteJSON.write(try routes.trips(question, workspace: &workspaces.routes), routes))
            } catch {
                return Answer(refusing: error.code, error.message, field: "points")
            }
        case .applyChanges(let changes):
            do throws(AtlasError) {
                routes = changes.isEmpty ? usualRoutes : try usualRoutes.applying(changes)
                return Answer([])
            } catch {
                return Answer(refusing: "unavailable", error.description, field: nil)
            }
        }
    }

    private func answer(
        _ points: [Coordinate], _ profile: Profile, _ alternatives: Int, _ language: String,
        _ workspaces: inout EngineWorkspaces, write: ([PlannedRoute]) -> Answer
    ) -> Answer {
        var question = RouteQuestion(points, profile: profile)
        question.language = Language(tag: language) ?? .english
        question.wantsReport = true
        do throws(RouteError) {
            return write(try routes.routes(question, alternatives: alternatives, workspace: &workspaces.routes))
        } catch {
            return Answer(refusing: error.code, error.message, field: Self.point(at: error, among: points.count))
        }
    }

    private func places(
        of kind: String, near: Coordinate, _ language: String, _ workspaces: inout EngineWorkspaces
    ) -> [LoopQuestion.Place] {
        search.places(of: kind, near: near, language.isEmpty ? nil : language, &workspaces.search).map {
            LoopQuestion.Place($0.point, id: $0.id, name: $0.name)
        }
    }

    private func loops(_ question: LoopQuestion, _ workspaces: inout EngineWorkspaces) -> Answer {
        do throws(RouteError) {
            switch try routes.loops(question, workspace: &workspaces.routes) {
            case .walks(let walks): return Answer(RouteJSON.write(walks, routes))
            case .none(let shortfall):
                return Answer(
                    refusing: LoopPlan.Shortfall.code, shortfall.message(question.goal), field: shortfall.field)
            }
        } catch {
            return Answer(refusing: error.code, error.message, field: "lat")
        }
    }

    /// Returns the name of the question's invalid point.
    private static func point(at error: RouteError, among count: Int) -> String? {
        switch error {
        case .outsideMap(let point), .noRoadNear(let point, _): point == 0 ? "from" : point == count - 1 ? "to" : "via"
        case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute, .stopped: nil
        }
    }
}

extension Engines.Answer {
    init(_ bytes: [UInt8]) { self.init(bytes: bytes, isRefusal: false) }

    /// Makes an error body.
    init(refusing code: String, _ message: String, field: String?) {
        var json = JSONWriter()
        json.beginObject()
        json.key("code")
        json.value(code)
        json.key("message")
        json.value(message)
        if let field {
            json.key("field")
            json.value(field)
        }
        json.endObject()
        self.init(bytes: json.bytes, isRefusal: true)
    }
}

/// The scratch memory of the engines.
struct EngineWorkspaces: ~Copyable {
    var tiles = TileWorkspace()
    var routes = RouteWorkspace()
    var search = SearchWorkspace()
}
