import Community
import Fairness
import HTTPTypes
import HereaboutsAPI
package import Hummingbird
import Logging
import NIOCore
import Pictures

/// Answers every request: finds the route, enforces method and limits, formats errors, counts.
package struct Site: HTTPResponder {
    private(set) var settings: ServerSettings
    private let hosts: AllowedHosts
    let routes: Routes
    private let pages: Pages?
    private let process: ProcessParts
    let metrics: Metrics
    private let logger: Logger
    /// Whether its routes answer by any name; nothing else does.
    private let answersByAnyName: Bool

    init(_ parts: ServerParts, _ routes: Routes, _ metrics: Metrics) {
        settings = parts.settings
        hosts = AllowedHosts(parts.settings)
        self.routes = routes
        process = parts.process
        pages = parts.process.pages
        self.metrics = metrics
        logger = parts.logger
        answersByAnyName = false
    }

    /// The site for requests that name none of the process's places: it answers about the process's health alone.
    init(elsewhere process: ProcessParts) {
        settings = process.settings
        hosts = .none
        var routes = Routes()
        routes.addHealth(process.readiness)
        self.routes = routes
        self.process = process
        pages = nil
        metrics = Metrics(names: Contract.requests.map { $0.endpoint.name })
        logger = process.logger
        answersByAnyName = true
    }

    /// Returns the same site for connections with another certificate, of an authority that people install.
    func encrypted(by files: ServerSettings.TLSFiles) -> Site {
        var site = self
        (site.settings.tls, site.settings.hasOwnAuthority, site.settings.publicURL) = (files, true, nil)
        return site
    }

    package func respond(to request: Request, context: SiteContext) async -> Response {
        let target = target(of: request.head)
        return await respond(
            to: request, target, match(target, request.method), on: context.executor,
            from: context.peer, departure: context.departure, gate: context.gate)
    }

    /// A request's target, split into path and query.
    struct Target {
        let whole: String
        fileprivate(set) var path: Substring
        let query: Substring

        init(_ head: HTTPRequest) {
            whole = head.path ?? "/"
            let mark = whole.utf8.firstIndex(of: UInt8(ascii: "?"))
            path = whole[..<(mark ?? whole.endIndex)]
            query = mark.map { [whole] in whole[whole.utf8.index(after: $0)...] } ?? ""
        }

        var isTooLong: Bool { whole.utf8.count > ServerSettings.maximumTargetLength }
    }

    /// Returns a request's target without the server's path prefix.
    ///
    /// A proxy may pass the prefix on or cut it off. Where a proxy cut it off, the rest may begin with it by chance, as
    /// the page's own `/map/rtl.js` does below `/map`. Then the server has nothing at the rest alone.
    func target(of head: HTTPRequest) -> Target {
        var target = Target(head)
        let base = settings.basePath
        if !base.isEmpty, !target.isTooLong {
            if target.path == base[...], TrackerAddress.isReport(head, target.query) {
                // Apps report to the prefix itself, exactly as people typed it.
                target.path = "/"
            } else if target.path.hasPrefix(base + "/") {
                let rest = target.path.dropFirst(base.count)
                if isAnswered(rest) || !isAnswered(target.path) { target.path = rest }
            }
        }
        if target.path.utf8.count <= 1, TrackerAddress.isQueryOfDevice(head, target.query) {
            target.path = OsmAndQueryRequest.endpoint.path.description[...]
        }
        return target
    }

    private func isAnswered(_ path: Substring) -> Bool {
        !routes.methods(at: path).isEmpty || pages?.holds(path) == true
    }

    /// Returns the route of a target; `nil` for one that is too long.
    func match(_ target: Target, _ method: HTTPRequest.Method) -> Routes.Match? {
        target.isTooLong ? nil : routes.match(target.path, target.query, method)
    }

    /// Answers a request whose route is known and which came over a connection to `peer`.
    func respond(
        to request: Request, _ target: Target, _ match: Routes.Match?, on executor: EventLoopExecutor,
        from peer: InternetAddress?, departure: Departure?, gate: BodyGate? = nil
    ) async -> Response {
        let start = ContinuousClock.now
        var response: Response
        let client = Client(at: peer, request.headers, behind: settings.proxies)
        let network = client.network ?? .local
        executor.network = network
        let bringsNothing = request.method == .get || request.method == .head
        let exchange = Exchange(
            request: request, path: target.path, settings: settings,
            codings: AcceptedCodings(request.headers[.acceptEncoding]), packers: process.packers,
            workers: process.workers, limiter: process.limits.answers, answerMemory: process.answerMemory,
            incoming: bringsNothing ? nil : IncomingBody(process.uploadMemory, behind: gate), client: client,
            eventLoop: executor.loop)
        var asksTooMuch = false
        let refusal =
            match?.route.refusal ?? (OSRM.isService(target.path) ? OSRM.response : { error, _ in Response(error) })
        do {
            if match == nil || !answersByAnyName { try hosts.check(request.head, isProxied: client.isProxied) }
            try Self.checkLimits(exchange, target.whole, bodyLength: match?.route.maximumBodyLength)
            response = try await Requester.$current.withValue(Requester(network, departure: departure)) {
                try await answer(exchange, match, target.path, target.query)
            }
        } catch is RequesterLeft {
            // Nobody reads this answer; the metrics count it.
            response = Response(status: .clientClosedRequest, headers: [.connection: "close"])
        } catch let error as ErrorBody {
            response = refusal(error, exchange)
            asksTooMuch = error.code == .tooManyRequests
            if error.code == .unsupportedEncoding { response.headers[.acceptEncoding] = "gzip" }
        } catch let fault as RenditionStoreFault {
            response = refusal(ErrorBody(fault), exchange)
        } catch let error as DamagedRow {
            logger.error("no answer from '\(match?.route.endpoint.name ?? "page")': \(error)")
            response = refusal(ErrorBody(.internalError, "\(error)"), exchange)
        } catch {
            // The log leaves out the address and the error's own text: both may hold a position or a query.
            let name = match?.route.endpoint.name ?? "page"
            logger.error("no answer from '\(name)': \(error.inLog)")
            response = refusal(ErrorBody(unforeseen: error), exchange)
        }
        if response.status == .unauthorized {
            // RFC 9110 §15.5.2: a 401 must say how to authenticate.
            for challenge in match?.route.challenges ?? [Routes.bearer] {
                response.headers.append(HTTPField(name: .wwwAuthenticate, value: challenge))
            }
        }
        finish(&response, to: request, at: target.path)
        if exchange.sendsHSTS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        if case .bytes? = match?.route.endpoint.answer { nameBytes(&response, for: request) }
        metrics.record(route: match?.route.number, status: response.status.code, seconds: (.now - start).inSeconds)
        if asksTooMuch, let network = client.network, await !process.refusalDelay.hold(for: network) {
            response.headers[.connection] = "close"
        }
        return response
    }

    /// Returns the most bytes of a body that a request with this head may have.
    func maximumBodyLength(_ head: HTTPRequest) -> Int {
        if head.method == .get { return ServerSettings.maximumBodyLength }
        let target = target(of: head)
        return routes.match(target.path, target.query, head.method)?.route.maximumBodyLength
            ?? ServerSettings.maximumBodyLength
    }

    private func answer(
        _ exchange: Exchange, _ match: Routes.Match?, _ path: Substring, _ query: Substring
    ) async throws -> Response {
        if exchange.request.method == .options { return preflight(path) }
        if let match { return try await match.route.answer(match.parts, query, exchange) }
        if exchange.request.method == .post, let foreign = OSRM.refusalOfBody(path) { return foreign }
        let isReading = [.get, .head].contains(exchange.request.method)
        if isReading, let foreign = OSRM.refusalOfAddress(path) { return foreign }
        guard routes.methods(at: path).isEmpty, isReading else {
            throw ErrorBody(.methodNotAllowed, "this address answers \(allowed(path))")
        }
        // The page's own addresses are relative to this slash.
        if !settings.basePath.isEmpty, path == settings.basePath[...] {
            let address = settings.basePath + "/" + (query.isEmpty ? "" : "?\(query)")
            return Response(status: .permanentRedirect, headers: [.location: address, .cacheControl: "no-cache"])
        }
        if let pages { return try await pages.answer(path, exchange) }
        throw ErrorBody(
            .notFound,
            path == "/"
                ? "this server has no page; its operator can name the folder of one with --web"
                : "there is nothing at this address")
    }

    /// Returns the methods that `path` answers, as the header `Allow` lists them.
    private func allowed(_ path: Substring) -> String {
        // The server as a whole (RFC 9110 §9.3.7).
        if path == "*" {
            return (["HEAD", "OPTIONS"] + Endpoint.Method.allCases.map(\.rawValue)).joined(separator: ", ")
        }
        let methods = routes.methods(at: path)
        let reading = methods.isEmpty || methods.contains(.get) ? ["GET", "HEAD"] : []
        return (reading + methods.filter { $0 != .get }.map(\.rawValue) + ["OPTIONS"]).joined(separator: ", ")
    }

    /// Answers a browser's question what a page of another site may request (CORS preflight).
    private func preflight(_ path: Substring) -> Response {
        Response(
            status: .noContent,
            headers: [
                .allow: allowed(path), .accessControlAllowMethods: allowed(path),
                .accessControlAllowHeaders:
                    "authorization, content-encoding, content-type, if-none-match, if-range, range",
                .accessControlMaxAge: "86400",
            ])
    }

    private static func checkLimits(_ exchange: Exchange, _ target: String, bodyLength: Int?) throws(ErrorBody) {
        guard target.utf8.count <= ServerSettings.maximumTargetLength else {
            throw ErrorBody(.addressTooLong, "an address has at most \(ServerSettings.maximumTargetLength) bytes")
        }
        guard exchange.codings.gzip || exchange.codings.identity else {
            throw ErrorBody(.notAcceptable, "the server sends plain and gzip answers, and the request refuses both")
        }
        guard let length = exchange.header(.contentLength) else { return }
        let maximum = bodyLength ?? ServerSettings.maximumBodyLength
        guard let bytes = Int(length), bytes <= maximum else {
            throw ErrorBody(.bodyTooLarge, "a body has at most \(maximum) bytes here")
        }
    }

    /// Adds the headers of every answer, and removes the body from an answer to HEAD.
    private func finish(_ response: inout Response, to request: Request, at path: Substring) {
        // Pages of other sites may use the API, but not this page's own files.
        if response.headers[.contentSecurityPolicy] == nil { response.headers[.accessControlAllowOrigin] = "*" }
        response.headers[.contentTypeOptions] = "nosniff"
        if response.status == .methodNotAllowed { response.headers[.allow] = allowed(path) }
        // The server does not read the rest of such a request.
        if response.status == .contentTooLarge { response.headers[.connection] = "close" }
        guard request.method == .head else { return }
        let length = response.headers[.contentLength]
        response = response.createHeadResponse()
        // A stream has no length, and certainly not that of an empty body (RFC 9110 §8.6).
        response.headers[.contentLength] = length
    }

    /// Replaces the media type of bytes by `application/octet-stream` when a client accepts only that.
    private func nameBytes(_ response: inout Response, for request: Request) {
        guard [.ok, .partialContent, .notModified].contains(response.status) else { return }
        // A cache must not give one client the type that another asked for.
        let coded = response.headers[.vary] != nil
        response.headers[.vary] = coded ? "accept-encoding, accept" : "accept"
        guard request.headers[.accept] == MediaTypes.bytes, response.status == .ok else { return }
        response.headers[.contentType] = MediaTypes.bytes
    }
}

extension HTTPResponse.Status {
    /// The status under which proxies count clients that did not wait; nginx uses the same number.
    fileprivate static let clientClosedRequest = Self(code: 499, reasonPhrase: "Client Closed Request")
}
