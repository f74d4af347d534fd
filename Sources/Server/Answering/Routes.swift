import HTTPTypes
import HereaboutsAPI
import Hummingbird

/// The addresses of the contract and who answers each.
struct Routes: Sendable {
    /// One address of the contract, and who answers it.
    ///
    /// A class because all requests share the one that there is.
    final class Route: Sendable {
        let endpoint: Endpoint
        /// Its position in the contract, by which it is counted.
        let number: Int
        /// Answers from the path's values, still encoded, and the query.
        let answer: @Sendable ([Substring], Substring, Exchange) async throws -> Response
        /// The most bytes of a body.
        let maximumBodyLength: Int
        /// The form errors have here.
        let refusal: @Sendable (ErrorBody, Exchange) -> Response
        /// Whether its answers are bytes that are there, never a stream.
        let isBrief: Bool

        init(
            endpoint: Endpoint, number: Int, maximumBodyLength: Int, isBrief: Bool,
            refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response,
            answer: @escaping @Sendable ([Substring], Substring, Exchange) async throws -> Response
        ) {
            self.endpoint = endpoint
            self.number = number
            self.maximumBodyLength = maximumBodyLength
            self.isBrief = isBrief
            self.refusal = refusal
            self.answer = answer
        }
    }

    /// A route, and the values in the path, still encoded.
    typealias Match = (route: Route, parts: [Substring])

    private(set) var all: [Route] = []
    /// The routes whose path has no values, by path; and those that must be tried one by one, by their path's first segment.
    private var byPath: [Substring: [Int]] = [:]
    private var withValues: [Substring: [(route: Int, path: PathTemplate)]] = [:]

    /// Lets `answer` answer requests of a type; errors are told by `refusal`. With `isBrief` it promises to give its body at once when it
    /// returns: then `BriefAnswers` may call it. `aliases` are other paths, with the same values, that are answered alike.
    mutating func on<Question: APIRequest>(
        _ question: Question.Type, isBrief: Bool = false, aliases: [PathTemplate] = [],
        refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response = { error, _ in Response(error) },
        _ answer: @escaping @Sendable (Question, Exchange) async throws -> Response
    ) {
        guard let number = Contract.requests.firstIndex(where: { $0 == question }) else {
            preconditionFailure("a route answers a request of the contract")
        }
        for path in [Question.endpoint.path] + aliases {
            if path.names.isEmpty {
                byPath[path.description[...], default: []].append(all.count)
            } else {
                guard let first = path.firstSegment else { preconditionFailure("a path begins with a word") }
                withValues[first[...], default: []].append((all.count, path))
            }
        }
        all.append(
            Route(
                endpoint: Question.endpoint, number: number,
                maximumBodyLength: (question as? any UploadRequest.Type)?.maximumLength
                    ?? (question as? any BodyRequest.Type)?.maximumLength ?? ServerSettings.maximumBodyLength,
                isBrief: isBrief, refusal: refusal,
                answer: { parts, query, exchange in
                    let values = try Question.endpoint.path.values(of: parts)
                    return try await answer(Question(pathValues: values, query: query), exchange)
                }))
    }

    /// Returns the route of `path` with the values in it, still encoded; HEAD is answered as GET.
    func match(_ path: Substring, _ method: HTTPRequest.Method) -> Match? {
        let method = method == .head ? "GET" : method.rawValue
        if let index = byPath[path]?.first(where: { all[$0].endpoint.method.rawValue == method }) {
            return (all[index], [])
        }
        let first = Substring(path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
        for (index, template) in withValues[first] ?? [] where all[index].endpoint.method.rawValue == method {
            if let parts = template.parts(of: path) { return (all[index], parts) }
        }
        return nil
    }

    /// The methods of the routes at `path`.
    func methods(at path: Substring) -> [Endpoint.Method] {
        all.filter { $0.endpoint.path.parts(of: path) != nil }.map(\.endpoint.method)
    }
}
