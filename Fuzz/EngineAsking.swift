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
    var input = FuzzInput(bytes: UnsafeBufferPointer(start: start, count: count)[...])
    do throws(RouteError) {
        try Asked.engines.answer(&input)
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

    func answer(_ input: inout FuzzInput) throws(RouteError) {
        let kind = input.number() % 9, profile = Profile.allCases[input.number() % Profile.allCases.count]
        switch kind {
        case 0:
            let near = input.isSo() ? input.point() : nil, limit = 1 + input.number() % 50
            let language = input.isSo() ? input.text(input.number() % 9) : nil
            let request = SearchRequest(text: input.text(256), near: near, limit: limit, language: language)
            _ = HitJSON.write(search.suggest(request, workspace: &searchSpace), search)
            _ = HitJSON.write(search.places(request, workspace: &searchSpace), search)
        case 1:
            var question = RouteQuestion(input.points(), profile: profile)
            question.snapOptions = input.snapOptions(of: question.points)
            question.snapLimitInMetres = input.metres()
            question.goesStraight = input.isSo() ? input.isSo() : nil
            question.wantsReport = profile == .wheelchair && input.isSo()
            let alternatives = input.number() % 4
            _ = try routes.routes(question, alternatives: alternatives, workspace: &routeSpace)
        case 2:
            var question = TableQuestion(input.points(), profile: profile)
            guard !question.points.isEmpty else { return }
            let places = question.points.count
            question.sources = input.isSo() ? (0..<input.number() % 4 + 1).map { _ in input.number() % places } : nil
            question.targets = input.isSo() ? (0..<input.number() % 4 + 1).map { _ in input.number() % places } : nil
            question.wantsLengths = input.isSo()
            question.snapOptions = input.snapOptions(of: question.points)
            question.snapLimitInMetres = input.metres()
            _ = try routes.table(question, workspace: &routeSpace)
        case 3:
            var question = TripQuestion(input.points(), profile: profile)
            question.ends = Trip.Ends(
                isRoundTrip: input.isSo(), startsAtFirst: input.isSo(), endsAtLast: input.isSo())
            question.snapOptions = input.snapOptions(of: question.points)
            _ = try routes.trips(question, workspace: &routeSpace)
        case 4:
            let deviation = Double(input.number() % 100 + 1), isTimed = input.isSo()
            var time = 0.0
            let points = input.points().map { point in
                time += Double(input.number())
                return TracePoint(point, time: isTimed ? time : nil, deviationInMetres: deviation)
            }
            var question = MatchQuestion(points, profile: profile)
            question.splitsAtGaps = input.isSo()
            _ = try routes.match(question, workspace: &routeSpace)
        case 5:
            let limits = (0...input.number() % 4).map { _ in UInt32(input.word()) * 500 }.sorted()
            let direction = ReachDirection.allCases[input.number() % 2], point = input.point()
            _ = try routes.reach(
                from: point, profile, within: limits, direction: direction, snapLimitInMetres: input.metres(),
                workspace: &routeSpace)
            _ = try routes.reach(
                from: point, profile, withinMillimetres: limits, direction: direction, workspace: &routeSpace)
        case 6:
            let amount = UInt32(input.word()) * 200 + 1
            let goal: LoopQuestion.Goal = input.isSo() ? .time(millis: amount) : .length(millimetres: amount)
            var question = LoopQuestion(input.point(), goal, profile: profile.isVehicle ? .foot : profile)
            question.count = 1 + input.number() % 3
            if input.isSo() {
                question.places = input.points().map { LoopQuestion.Place($0, id: "n1", name: "There") }
            }
            _ = try routes.loops(question, workspace: &routeSpace)
        case 7:
            let point = input.point(), wanted = input.snapOptions(of: [point])[0]
            let form = ReverseForm(zoom: input.number() % 19, language: input.text(input.number() % 9), search)
            _ = AddressJSON.write(at: point, form, search)
            _ = try routes.nearest(
                point, profile: profile, count: input.number(), withinMetres: input.metres(), wanted)
        default:
            guard let tile = TileID(containing: PointE7(input.point()), zoom: input.number() % 15) else { return }
            _ = tiles.tile(tile, with: &tileSpace)
        }
    }
}

/// Reads numbers, points and texts from the bytes of a run; zeros when they are used up.
private struct FuzzInput {
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

    /// Conditions for moving the points to streets; mostly none.
    mutating func snapOptions(of points: [Coordinate]) -> [SnapOptions] {
        guard isSo() else { return points.isEmpty ? [] : points.map { _ in SnapOptions() } }
        return points.map { _ in
            var options = SnapOptions()
            let kinds = number()
            if kinds & 1 != 0 { options.limitInMetres = metres() }
            if kinds & 2 != 0 { options.bearings = BearingRange(degrees: word() % 361, range: number() % 181) }
            if kinds & 4 != 0 { options.approach = kinds & 8 == 0 ? .curb : .opposite }
            options.mayLieAnywhere = kinds & 16 != 0
            if kinds & 32 != 0 { options.hint = PositionHint(text(27)) }
            return options
        }
    }
}
