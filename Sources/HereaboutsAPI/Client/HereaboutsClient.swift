#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Asks a Hereabouts server, with the request and answer types of this module.
///
/// Every method throws `ErrorBody` when the server answers with an error, `UnreadableAnswer` when the answer
/// breaks the contract, and any error of the transport.
public struct HereaboutsClient: Sendable {
    private let transport: any Transport
    /// The bearer token of the account that asks; `nil` for a guest.
    private let token: String?
    private let retries: Retries

    /// The client repeats reading requests, and posts, which carry a key, as `retries` says; nothing else.
    public init(_ transport: some Transport, token: String? = nil, retries: Retries = .standard) {
        self.transport = transport
        self.token = token
        self.retries = retries
    }

    /// Returns the server's map and features.
    public func about() async throws -> About { try await answer(AboutRequest()) }

    /// Returns places that begin like a text.
    public func suggestions(_ request: SuggestRequest) async throws -> SearchResults { try await answer(request) }

    /// Returns the places that match a whole query.
    public func places(_ request: PlacesRequest) async throws -> SearchResults { try await answer(request) }

    /// Returns everything known about one place.
    public func place(_ request: PlaceRequest) async throws -> Place { try await answer(request) }

    /// Returns the levels of a building, and the rooms on them.
    public func building(_ request: BuildingRequest) async throws -> Building { try await answer(request) }

    /// Returns the address, street and place at a coordinate.
    public func address(_ request: AddressRequest) async throws -> AddressAnswer { try await answer(request) }

    /// Returns the address, street and place at each of up to 1000 coordinates, in their order.
    public func addresses(_ request: AddressesRequest) async throws -> [AddressAnswer] { try await answer(request) }

    /// Returns the quickest route between points.
    public func route(_ request: RouteRequest) async throws -> Route { try await answer(request) }

    /// Returns the quickest route between points and the other requested ones, quickest first.
    public func routes(_ request: RouteRequest) async throws -> [Route] {
        let found: RouteAnswer = try await answer(request)
        return [found.route] + (found.alternatives ?? [])
    }

    /// Returns the best order of points, and the route through them.
    public func trip(_ request: TripRequest) async throws -> TripAnswer { try await answer(request) }

    /// Returns the route on streets along which positions were recorded.
    public func match(_ request: MatchRequest) async throws -> MatchAnswer { try await answer(request) }

    /// Returns the route on streets along which the track of a file was recorded.
    public func match(_ request: MatchTrackRequest) async throws -> MatchAnswer { try await answer(request) }

    /// Returns round walks.
    public func loops(_ request: LoopRequest) async throws -> LoopAnswer { try await answer(request) }

    /// Returns the durations and lengths of the quickest routes between many points.
    public func table(_ request: TableRequest) async throws -> RouteTable { try await answer(request) }

    /// Returns the area within reach of a place in some minutes.
    public func reach(_ request: ReachRequest) async throws -> StreetReach { try await answer(request) }

    /// Returns the whole atlas file.
    public func atlas() async throws -> [UInt8] { try await bytes(AtlasRequest()) }

    /// Returns a vector tile, unpacked; empty where the map has nothing.
    public func tile(_ request: TileRequest) async throws -> [UInt8] { try await bytes(request) }

    /// Returns a vector tile of the inside of buildings, unpacked; empty where the map has nothing.
    public func indoorTile(_ request: IndoorTileRequest) async throws -> [UInt8] { try await bytes(request) }

    /// Returns the description of the tiles of the inside of buildings.
    public func indoorTileJSON() async throws -> TileJSON { try await answer(IndoorTileJSONRequest()) }

    /// Returns the description of the tiles.
    public func tileJSON() async throws -> TileJSON { try await answer(TileJSONRequest()) }

    func answer<Answer: Decodable>(_ request: some APIRequest) async throws -> Answer {
        try Self.decode(try await bytes(request))
    }

    func answer<Answer: Decodable>(_ request: some BodyRequest) async throws -> Answer {
        try await answer(request, isRepeatable: false)
    }

    /// The same for a request that may be sent twice.
    func answer<Answer: Decodable>(_ request: some BodyRequest, isRepeatable: Bool) async throws -> Answer {
        let body = try Array(JSONEncoder().encode(request.body))
        return try Self.decode(try await bytes(request, body: body, isRepeatable: isRepeatable))
    }

    func done(_ request: some APIRequest) async throws { _ = try await bytes(request) }

    func done(_ request: some BodyRequest) async throws {
        _ = try await bytes(request, body: try Array(JSONEncoder().encode(request.body)))
    }

    func answer<Answer: Decodable>(_ request: some UploadRequest) async throws -> Answer {
        try Self.decode(try await bytes(request, body: request.content, mediaType: "application/octet-stream"))
    }

    private static func decode<Answer: Decodable>(_ body: [UInt8]) throws -> Answer {
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(body))
        } catch {
            throw UnreadableAnswer(status: 200, reason: "\(error)")
        }
    }

    func bytes<Request: APIRequest>(
        _ request: Request, body: [UInt8]? = nil, mediaType: String = "application/json", isRepeatable: Bool = false
    ) async throws -> [UInt8] {
        var headers: [String: String] = [:]
        if let token { headers["authorization"] = "Bearer \(token)" }
        if body != nil { headers["content-type"] = mediaType }
        let method = Request.endpoint.method
        let sent = TransportRequest(
            method: method.rawValue, target: try request.target, headers: headers, body: body ?? [])
        let answer = try await send(sent, again: isRepeatable || method == .get ? retries.delays[...] : [])
        if (200..<300).contains(answer.status) { return answer.body }
        do {
            throw try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body))
        } catch let error as DecodingError {
            throw UnreadableAnswer(status: answer.status, reason: "\(error)")
        }
    }

    /// Sends a request, and again after each delay as long as that may help.
    private func send(_ request: TransportRequest, again delays: ArraySlice<Duration>) async throws -> TransportAnswer {
        var delays = delays
        while true {
            do {
                let answer = try await transport.send(request)
                guard Retries.mayHelp(answer.status), !delays.isEmpty else { return answer }
            } catch {
                guard !(error is CancellationError), !delays.isEmpty else { throw error }
            }
            try await Task.sleep(for: delays.removeFirst())
        }
    }
}

/// An answer that the contract does not allow: another server, or a proxy in between.
public struct UnreadableAnswer: Error, CustomStringConvertible {
    public let status: Int
    public let reason: String

    public var description: String {
        """
        the server's answer with status \(status) could not be read (\(reason)); check that its address is a Hereabouts \
        server
        """
    }
}
