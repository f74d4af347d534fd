import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// The routes of the contract, each with its handler.
struct Routes: Sendable {
    /// One endpoint of the contract, with its handler.
    ///
    /// A class because all requests share one instance.
    final class Route: Sendable {
        let endpoint: Endpoint
        /// Its index in the contract, by which metrics count it.
        let number: Int
        /// Answers from the path's values, still percent-encoded, and the query.
        let answer: @Sendable ([Substring], Substring, Exchange) async throws -> Response
        /// The most bytes of a body.
        let maximumBodyLength: Int
        /// Makes the answer for an error: some interfaces have a form of their own.
        let refusal: @Sendable (ErrorBody, Exchange) -> Response
        /// Whether its answers are complete bytes, never a stream.
        let isBrief: Bool
        /// The authentication schemes that it accepts, for `WWW-Authenticate`.
        let challenges: [String]

        init(
            endpoint: Endpoint, number: Int, maximumBodyLength: Int, isBrief: Bool, challenges: [String],
            refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response,
            answer: @escaping @Sendable ([Substring], Substring, Exchange) async throws -> Response
        ) {
            self.endpoint = endpoint
            self.number = number
            self.maximumBodyLength = maximumBodyLength
            self.isBrief = isBrief
            self.challenges = challenges
            self.refusal = refusal
            self.answer = answer
        }
    }

    /// A route, and the values in the path, still percent-encoded.
    typealias Match = (route: Route, parts: [Substring])

    private(set) var all: [Route] = []
    /// Further paths of a route, by the route's name.
    private(set) var aliases: [String: [PathTemplate]] = [:]
    /// The routes whose path has no values, by path; and the other routes, by their path's first segment.
    private var byPath: [Substring: [Int]] = [:]
    private var withValues: [Substring: [(path: PathTemplate, route: Int)]] = [:]

    /// Adds a route: `answer` answers requests of a type, and `refusal` makes the answers for errors. With `isBrief` it
    /// promises to return its whole body at once, so that `BriefAnswers` may call it. `aliases` are further paths with
    /// values of the same names in the same order; the OpenAPI document lists them.
    mutating func on<Question: APIRequest>(
        _ question: Question.Type, isBrief: Bool = false, aliases: [PathTemplate] = [],
        refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response = { error, _ in Response(error) },
        _ answer: @escaping @Sendable (Question, Exchange) async throws -> Response
    ) {
        guard let number = Contract.requests.firstIndex(where: { $0 == question }) else {
            preconditionFailure("a route answers a request of the contract")
        }
        let path = Question.endpoint.path
        self.aliases[Question.endpoint.name] = aliases
        for path in [path] + aliases { add(path, Question.endpoint.path.names) }
        all.append(
            Route(
                endpoint: Question.endpoint, number: number,
                maximumBodyLength: (question as? any UploadRequest.Type)?.maximumLength
                    ?? (question as? any BodyRequest.Type)?.maximumLength ?? ServerSettings.maximumBodyLength,
                isBrief: isBrief,
                challenges: (question as? any DeviceReport.Type)?.challenges ?? [Routes.bearer], refusal: refusal,
                answer: { parts, query, exchange in
                    let values = try Question.endpoint.path.values(of: parts)
                    return try await answer(Question(pathValues: values, query: query), exchange)
                }))
    }

    /// Registers `path` for the route that is added next, whose values have these names.
    private mutating func add(_ path: PathTemplate, _ names: [String]) {
        precondition(path.names == names, "another path of a route has the route's values")
        if names.isEmpty { return byPath[path.description[...], default: []].append(all.count) }
        guard let first = path.firstSegment else { preconditionFailure("a path begins with a word") }
        withValues[first[...], default: []].append((path, all.count))
    }

    /// Returns the route of `path` with the values in it, still percent-encoded; HEAD matches like GET. A slash at the
    /// end makes no difference, since some clients add or drop it, unless the path with it has a route of its own.
    func match(_ path: Substring, _ query: Substring, _ method: HTTPRequest.Method) -> Match? {
        let path = TrackerAddress.path(for: path, query, method)
        return exactMatch(path, method) ?? exactMatch(Self.otherForm(of: path), method)
    }

    /// Returns the path without the slash at its end, or with one if it has none.
    private static func otherForm(of path: Substring) -> Substring {
        path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path + "/"
    }

    private func exactMatch(_ path: Substring, _ method: HTTPRequest.Method) -> Match? {
        let method = method == .head ? "GET" : method.rawValue
        if let index = byPath[path]?.first(where: { all[$0].endpoint.method.rawValue == method }) {
            return (all[index], [])
        }
        let first = Substring(path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
        for (template, index) in withValues[first] ?? [] where all[index].endpoint.method.rawValue == method {
            if let parts = template.parts(of: path) { return (all[index], parts) }
        }
        return nil
    }

    /// Returns the methods of the routes at `path`.
    func methods(at path: Substring) -> [Endpoint.Method] {
        let forms = [path, Self.otherForm(of: path)]
        let first = Substring(path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
        let named = forms.flatMap { byPath[$0] ?? [] }
        let tried = (withValues[first] ?? []).filter { route in forms.contains { route.path.parts(of: $0) != nil } }
        return Set(named + tried.map(\.route)).sorted().map { all[$0].endpoint.method }
    }

    /// Every path that a route answers, as the OpenAPI document writes it.
    var paths: Set<String> {
        Set(byPath.keys.map { String($0) }).union(withValues.values.joined().map(\.path.description))
    }
}
