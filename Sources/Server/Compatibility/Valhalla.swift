import Fairness
import FoundationEssentials
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import NIOCore
import Routing

/// Valhalla's isochrone service (valhalla.github.io/valhalla/api/isochrone/api-reference), as far as the server
/// supports it.
enum Valhalla {
    /// A refusal with Valhalla's code and text. All have status 400.
    struct Refusal: Error, Equatable {
        let code: Int
        let message: String

        init(_ code: Int, _ message: String) {
            self.code = code
            self.message = message
        }

        static let unreadable = Refusal(100, "Failed to parse json request")
        static let noEdges = Refusal(171, "No suitable edges near location")

        static func missing(_ code: Int, _ name: String) -> Refusal {
            Refusal(code, "Insufficiently specified required parameter '\(name)'")
        }

        var response: Response {
            var writer = JSONWriter(reservingCapacity: 128)
            writer.beginObject()
            writer.key("error_code")
            writer.value(code)
            writer.key("error")
            writer.value(message)
            writer.key("status_code")
            writer.value(400)
            writer.key("status")
            writer.value("Bad Request")
            writer.endObject()
            var response = Response(status: .badRequest, json: writer.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    /// Makes the answer for an error in Valhalla's form.
    static func response(_ error: ErrorBody, _ exchange: Exchange) -> Response {
        switch error.code {
        case .invalidParameter, .missingParameter, .unknownParameter, .badRequest, .invalidBody:
            Refusal(100, "Failed to parse json request: \(error.message)").response
        default: Response(error)
        }
    }

    static let maximumContours = 4
    /// The largest contours, in minutes and in kilometres.
    static let maximumTime = 120.0
    static let maximumDistance = 50.0
    /// The largest distance of a street from the location, in metres.
    static let snapLimitInMetres = 35_000.0
}

/// A request for Valhalla's isochrone service, in the engine's terms.
struct IsochroneQuestion: Sendable {
    struct Contour: Sendable {
        var value: Double
        var isByLength: Bool
        var color: String?

        /// The limit in milliseconds or millimetres.
        var limit: UInt32 { UInt32(value * (isByLength ? 1_000_000 : 60_000)) }
    }

    var point: Coordinate
    var profile: Profile
    var contours: [Contour] = []
    /// Whether the routes lead from the location or to it.
    var direction: ReachDirection
    var options = IsochroneJSON.Options()

    /// The cost of an answer.
    var cost: Cost {
        Cost.reach(
            profile, minutes: contours.filter { !$0.isByLength }.map(\.value),
            kilometres: contours.filter(\.isByLength).map(\.value))
    }

    /// Reads a body; it reports errors in Valhalla's order.
    init(_ body: IsochroneBody) throws(Valhalla.Refusal) {
        guard let locations = body.locations, let location = locations.first else { throw .missing(110, "locations") }
        guard let contours = body.contours, !contours.isEmpty else { throw .missing(113, "contours") }
        guard let costing = body.costing else { throw Valhalla.Refusal(124, "No edge/node costing provided") }
        profile = try Self.profile(costing)
        guard locations.count == 1 else { throw Valhalla.Refusal(150, "Exceeded max locations: 1") }
        guard let latitude = location.lat, let longitude = location.lon,
            let point = Coordinate(latitude: latitude, longitude: longitude)
        else { throw Valhalla.Refusal(130, "Failed to parse location") }
        self.point = point
        guard contours.count <= Valhalla.maximumContours else {
            throw Valhalla.Refusal(152, "Exceeded max contours: \(Valhalla.maximumContours)")
        }
        for contour in contours { self.contours += try Self.contours(contour) }
        direction = body.reverse == true ? .to : .from
        options.polygons = body.polygons ?? false
        options.denoise = min(1, max(0, body.denoise ?? 1))
        options.generalize = max(0, body.generalize ?? 0)
        options.showsLocations = body.showLocations ?? false
        options.id = body.id
    }

    private static func profile(_ costing: String) throws(Valhalla.Refusal) -> Profile {
        switch costing {
        case "pedestrian": .foot
        case "wheelchair": .wheelchair
        case "bicycle": .bicycle
        case "auto": .car
        default: throw Valhalla.Refusal(125, "No costing method found: '\(costing.prefix(40))'")
        }
    }

    private static func contours(_ contour: IsochroneBody.Contour) throws(Valhalla.Refusal) -> [Contour] {
        guard contour.time != nil || contour.distance != nil else { throw .missing(111, "time") }
        guard contour.time ?? 0 <= Valhalla.maximumTime else {
            throw Valhalla.Refusal(151, "Exceeded max time: \(Int(Valhalla.maximumTime))")
        }
        guard contour.distance ?? 0 <= Valhalla.maximumDistance else {
            throw Valhalla.Refusal(166, "Exceeded max distance: \(Int(Valhalla.maximumDistance))")
        }
        // Other text is not a colour, and a page could not trust it.
        let isColor = contour.color.map { color in
            [3, 6].contains(color.utf8.count) && color.allSatisfy { $0.isASCII && $0.isHexDigit }
        }
        let color = isColor == true ? contour.color : nil
        // A contour of zero has no line.
        return [(contour.distance, true), (contour.time, false)].compactMap { value, isByLength in
            value.flatMap { $0 > 0 ? Contour(value: $0, isByLength: isByLength, color: color) : nil }
        }
    }
}

extension Routes {
    /// Adds Valhalla's `isochrone`.
    mutating func addIsochrones(_ engines: Engines) {
        on(IsochroneRequest.self, isBrief: true, refusal: Valhalla.response) { request, exchange in
            try exchange.spendAnswer()
            return try await engines.isochrone(exchange, Array((request.json ?? "{}").utf8), id: request.id)
        }
        on(IsochroneBodyRequest.self, refusal: Valhalla.response) { _, exchange in
            try exchange.spendAnswer()
            // Valhalla's clients send various content types.
            let body = try await exchange.file(upTo: IsochroneBodyRequest.maximumLength)
            return try await engines.isochrone(exchange, body.isEmpty ? Array("{}".utf8) : body, id: nil)
        }
    }
}

extension Engines {
    fileprivate func isochrone(_ exchange: Exchange, _ json: [UInt8], id: String?) async throws -> Response {
        do {
            var question = try await exchange.reading(json) { json in
                guard let body = try? JSONDecoder().decode(sent: IsochroneBody.self, from: json) else {
                    throw Valhalla.Refusal.unreadable
                }
                return try IsochroneQuestion(body)
            }
            if let id { question.options.id = id }
            return try await exchange.json(isochrone(question), cacheControl: Exchange.personal)
        } catch let refusal as Valhalla.Refusal {
            return refusal.response
        }
    }

    private func isochrone(_ question: IsochroneQuestion) async throws -> [UInt8] {
        let generation = atlas.current
        return try await compute(costing: question.cost) { workspace in
            let engine = generation.routes
            do throws(RouteError) {
                let times = question.contours.filter { !$0.isByLength }.map(\.limit)
                let lengths = question.contours.filter(\.isByLength).map(\.limit)
                let (start, byTime) = try engine.reach(
                    from: question.point, question.profile, within: times,
                    direction: question.direction, snapLimitInMetres: Valhalla.snapLimitInMetres,
                    workspace: &workspace.route)
                let byLength =
                    lengths.isEmpty
                    ? []
                    : try engine.reach(
                        from: question.point, question.profile, withinMillimetres: lengths,
                        direction: question.direction, snapLimitInMetres: Valhalla.snapLimitInMetres,
                        workspace: &workspace.route
                    ).reaches
                var (timeIndex, lengthIndex) = (0, 0)
                let contours = question.contours.map { contour in
                    let reach = contour.isByLength ? byLength[lengthIndex] : byTime[timeIndex]
                    if contour.isByLength { lengthIndex += 1 } else { timeIndex += 1 }
                    return IsochroneJSON.Contour(
                        value: contour.value, isByLength: contour.isByLength, color: contour.color, reach: reach)
                }
                return IsochroneJSON.write(
                    contours, from: question.point, start, question.options, engine, until: workspace.route.stop)
            } catch {
                throw Valhalla.Refusal.noEdges
            }
        }
    }
}
