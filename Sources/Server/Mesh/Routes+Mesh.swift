import Community
import Fairness
import Gossip
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Mesh
import MeshHost
import MeshRows
import NIOCore
import ServiceLifecycle

extension Routes {
    /// Adds the routes of the mesh, which answer `no_mesh` where the server has no node; returns what sends its changes
    /// to pages, and what joins it and the stores.
    mutating func addMeshFeature(_ parts: ServerParts, _ host: MeshHost?, _ rows: MeshRows?) -> [any Service] {
        let node = MeshAnswers(host, rows, parts)
        addState(node, parts.authentication)
        addRooms(node, parts.authentication)
        addMeshName(host, parts)
        let pins = RateLimiter(perTenMinutes: Self.pinsOfNetwork)
        addHelpPins(HelpPinAnswers(rows), pins, parts.authentication)
        on(MeshGamesRequest.self, parts.authentication) { _, _, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(
                try await MeshGameAnswers(rows: rows).games(), isList: true, cacheControl: Exchange.personal)
        }
        addMeshOperating(node, parts.authentication)
        addMeshReports(node, parts.authentication)
        addOctets(MeshQueryRequest.self, parts.authentication) { content, exchange in
            try exchange.octets(try await node.query(content))
        }
        addOctets(FetchMessagesRequest.self, parts.authentication) { content, exchange in
            try exchange.octets(try await node.bundle(of: content))
        }
        let messages = RateLimiter(perTenMinutes: Self.messagesOfNetwork)
        addOctets(BringMessagesRequest.self, parts.authentication) { content, exchange in
            let network = exchange.clientNetwork
            let verdicts = try await node.take(content) { message in
                guard let network else { return true }
                return (message.kind == .helpPin ? pins : messages).take(of: network, at: .now) == nil
            }
            return try await exchange.encoded(verdicts, isList: true, cacheControl: Exchange.personal)
        }
        guard let host, let rows else { return [] }
        return [MeshWatching(host: host, feed: parts.feed), MeshRowsRunning(rows: rows)]
    }

    private mutating func addState(_ node: MeshAnswers, _ authentication: Authentication) {
        on(MeshRequest.self, authentication) { _, _, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(try await node.state(), cacheControl: Exchange.personal)
        }
        on(MeshNodesRequest.self, authentication) { _, _, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(try await node.nodes(), isList: true, cacheControl: Exchange.personal)
        }
    }

    /// How many lines guests without keys may write from one network in ten minutes: a quarter of what all nodes take
    /// of this node, whose key signs them.
    private static let linesOfNetwork = 20

    private mutating func addRooms(_ node: MeshAnswers, _ authentication: Authentication) {
        let lines = RateLimiter(perTenMinutes: Self.linesOfNetwork)
        on(MeshRoomsRequest.self, authentication) { _, _, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(try await node.rooms(), isList: true, cacheControl: Exchange.personal)
        }
        on(MeshLinesRequest.self, authentication) { request, _, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(
                try await node.lines(request), isList: true, cacheControl: Exchange.personal)
        }
        on(AddMeshLineRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            if viewer.account == nil {
                try exchange.spend(lines) { "too many lines from this address; write again in \($0) s" }
            }
            return try await exchange.created(
                try await node.write(request.body, in: request.room, by: viewer.account))
        }
    }

    /// How many messages, help pins apart, may enter the mesh from one network in ten minutes: with new keys, one phone
    /// could use up what all nodes take of this one in a day. Messages that entered elsewhere do not count.
    private static let messagesOfNetwork = 30

    /// How many help pins guests may set from one network in ten minutes: with new keys, one guest could use up what
    /// all nodes take of this one in a day.
    private static let pinsOfNetwork = 10

    private mutating func addHelpPins(
        _ pins: HelpPinAnswers, _ guests: RateLimiter, _ authentication: Authentication
    ) {
        on(HelpPinsRequest.self, authentication) { _, viewer, exchange in
            try exchange.spendAnswer()
            return try await exchange.encoded(
                try await pins.pins(for: viewer), isList: true, cacheControl: Exchange.personal)
        }
        on(AddHelpPinRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            if viewer.account == nil {
                try exchange.spend(guests) { "too many help pins from this address; ask again in \($0) s" }
            }
            return try await exchange.created(try await pins.add(request.body, by: viewer))
        }
        on(ResolveHelpPinRequest.self, authentication) { request, viewer, exchange in
            try authentication.spendPost(exchange)
            try await pins.resolve(request.id, key: request.body.key, by: viewer)
            return Response(status: .noContent)
        }
    }

    /// Adds a route for octets. Phones compare often, so a request costs as much as any other, and not as much as a
    /// file.
    private mutating func addOctets<Question: UploadRequest>(
        _ question: Question.Type, _ authentication: Authentication,
        _ answer: @escaping @Sendable ([UInt8], Exchange) async throws -> Response
    ) {
        on(question) { (_: Question, exchange: Exchange) in
            _ = try await authentication.admit(Question.endpoint, exchange)
            try exchange.spendAnswer()
            let content = try await exchange.file(upTo: Question.maximumLength)
            // A body may take long, and the sender's rights may have changed meanwhile.
            _ = try await authentication.admit(Question.endpoint, exchange)
            return try await answer(content, exchange)
        }
    }
}

extension Exchange {
    fileprivate func octets(_ bytes: [UInt8]) throws(ErrorBody) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/octet-stream", .cacheControl: Exchange.personal],
            body: try body(of: bytes.count) { ByteBuffer(bytes: bytes) })
    }
}
