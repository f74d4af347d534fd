import Atlas
import GeoCore
import OSMImport
import Routing
import Search
import TestSupport
import Tiles

/// Sends the queries in the bytes to the engines of a small map: each answers, or refuses with a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func askEngines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var wish = Wish(bytes: UnsafeBufferPointer(start: start, count: count)[...])
    do throws(RouteError) {
        try Asked.engines.answer(&wish)
    } catch {
        precondition(error.message.count > 5, "a refusal without a reason")
    }
    return 0
}

/// The engines of the map, and their working memory.
private final class Asked {
    // One thread asks.
    nonisolated(unsafe) static let engines = Asked()

    private let memory: AtlasMemory
    private let routes: RouteEngine, search: SearchEngine, tiles: TileSource
    private var routeSpace = RouteWorkspace(), searchSpace = SearchWorkspace(), tileSpace = TileWorkspace()

    private init() {
        do {
            let reading = try OSMReader.read(bytes: HandMade.twoTowns.pbf(), name: "two towns")
            var issues = reading.issues
            let writer = try AtlasBuilder().build(
                reading.data, objects: reading.objects, fileStem: "two towns", issues: &issues)
            memory = AtlasMemory(writer.finish())
            let view = try memory.view()
            (routes, search, tiles) = (try RouteEngine(view), try SearchEngine(view), try TileSource(view))
        } catch {
            fatalError("the map of two towns does not open: \(error)")
        }
    }

    func answer(_ wish: inout Wish) throws(RouteError) {
        let kind = wish.number() % 9, profile = Profile.allCases[wish.number() % Profile.allCases.count]
        switch kind {
        case 0:
            let near = wish.isSo() ? wish.point() : nil, limit = 1 + wish.number() % 50
            let language = wish.isSo() ? wish.text(wish.number() % 9) : nil
            let request = SearchRequest(text: wish.text(256), near: near, limit: limit, language: language)
            _ = HitJSON.write(search.suggest(request, workspace: &searchSpace), search)
            _ = HitJSON.write(search.places(request, workspace: &searchSpace), search)
        case 1:
            var question = RouteQuestion(wish.points(), profile: profile)
            question.wishes = wish.ends(of: question.points)
            question.snapLimitInMetres = wish.metres()
            question.goesStraight = wish.isSo() ? wish.isSo() : nil
            question.wantsReport = profile == .wheelchair && wish.isSo()
            let alternatives = wish.number() % 4
            _ = try routes.routes(question, alternatives: alternatives, workspace: &routeSpace)
        case 2:
            var question = TableQuestion(wish.points(), profile: profile)
            guard !question.points.isEmpty else { return }
            let places = question.points.count
            question.sources = wish.isSo() ? (0..<wish.number() % 4 + 1).map { _ in wish.number() % places } : nil
            question.targets = wish.isSo() ? (0..<wish.number() % 4 + 1).map { _ in wish.number() % places } : nil
            question.wantsLengths = wish.isSo()
            question.wishes = wish.ends(of: question.points)
            question.snapLimitInMetres = wish.metres()
            _ = try routes.table(question, workspace: &routeSpace)
        case 3:
            var question = TripQuestion(wish.points(), profile: profile)
            question.ends = Trip.Ends(
                isRoundTrip: wish.isSo(), startsAtFirst: wish.isSo(), endsAtLast: wish.isSo())
            question.wishes = wish.ends(of: question.points)
            _ = try routes.trips(question, workspace: &routeSpace)
        case 4:
            let deviation = Double(wish.number() % 100 + 1), isTimed = wish.isSo()
            var time = 0.0
            let points = wish.points().map { point in
                time += Double(wish.number())
                return TracePoint(point, time: isTimed ? time : nil, deviationInMetres: deviation)
            }
            var question = MatchQuestion(points, profile: profile)
            question.splitsAtGaps = wish.isSo()
            _ = try routes.match(question, workspace: &routeSpace)
        case 5:
            let limits = (0...wish.number() % 4).map { _ in UInt32(wish.word()) * 500 }.sorted()
            let direction = ReachDirection.allCases[wish.number() % 2], point = wish.point()
            _ = try routes.reach(
                from: point, profile, within: limits, direction: direction, snapLimitInMetres: wish.metres(),
                workspace: &routeSpace)
            _ = try routes.reach(
                from: point, profile, withinMillimetres: limits, direction: direction, workspace: &routeSpace)
        case 6:
            let amount = UInt32(wish.word()) * 200 + 1
            let goal: LoopQuestion.Goal = wish.isSo() ? .time(millis: amount) : .length(millimetres: amount)
            var question = LoopQuestion(wish.point(), goal, profile: profile.isVehicle ? .foot : profile)
            question.count = 1 + wish.number() % 3
            if wish.isSo() {
                question.places = wish.points().map { LoopQuestion.Place($0, id: "n1", name: "There") }
            }
            _ = try routes.loops(question, workspace: &routeSpace)
        case 7:
            let point = wish.point(), wanted = wish.ends(of: [point])[0]
            let form = ReverseForm(zoom: wish.number() % 19, language: wish.text(wish.number() % 9), search)
            _ = AddressJSON.write(at: point, form, search)
            _ = try routes.nearest(
                point, profile: profile, count: wish.number(), withinMetres: wish.metres(), wanted)
        default:
            guard let tile = TileID(containing: PointE7(wish.point()), zoom: wish.number() % 15) else { return }
            _ = tiles.tile(tile, with: &tileSpace)
        }
    }
}

/// The requests in the bytes; zeros when they are used up.
private struct Wish {
    var bytes: Slice<UnsafeBufferPointer<UInt8>>

    mutating func number() -> Int { Int(bytes.popFirst() ?? 0) }
    mutating func word() -> Int { number() << 8 | number() }
    mutating func isSo() -> Bool { number() & 1 == 1 }

    mutating func text(_ limit: Int) -> String {
        let part = bytes.prefix(limit)
        bytes = bytes.dropFirst(limit)
        return String(decoding: part, as: UTF8.self)
    }

    /// Mostly in the towns; sometimes anywhere, with the poles and the antimeridian.
    mutating func point() -> Coordinate {
        let kind = number() % 8, (north, east) = (Double(word()) / 65_535, Double(word()) / 65_535)
        let (latitude, longitude) =
            kind < 7 ? (42.58 + north * 0.04, 12.47 + east * 0.06) : (north * 180 - 90, east * 360 - 180)
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else { fatalError("off the Earth") }
        return point
    }

    mutating func points() -> [Coordinate] { (0..<number() % 12).map { _ in point() } }

    mutating func metres() -> Double { [1000, 0, 1e-9, 50, 35_000, RouteQuestion.unlimitedInMetres][number() % 6] }

    /// The wishes for the places that points are moved to; none, mostly.
    mutating func ends(of points: [Coordinate]) -> [EndWish] {
        guard isSo() else { return points.isEmpty ? [] : points.map { _ in EndWish() } }
        return points.map { _ in
            var end = EndWish()
            let kinds = number()
            if kinds & 1 != 0 { end.limitInMetres = metres() }
            if kinds & 2 != 0 { end.bearings = BearingRange(degrees: word() % 361, range: number() % 181) }
            if kinds & 4 != 0 { end.approach = kinds & 8 == 0 ? .curb : .opposite }
            end.mayLieAnywhere = kinds & 16 != 0
            if kinds & 32 != 0 { end.hint = PositionHint(text(27)) }
            return end
        }
    }
}
