import HereaboutsAPI
import Hummingbird

/// The addresses of the contract and who answers each.
struct Routes: Sendable {
    struct Route: Sendable {
        let endpoint: Endpoint
        /// Its position in the contract, by which it is counted.
        let number: Int
        /// Answers from the values of the path and the query.
        let answer: @Sendable ([String], Substring, Exchange) async throws -> Response
        /// The form errors have here.
        let refusal: @Sendable (ErrorBody, Exchange) -> Response
    }

    private(set) var all: [Route] = []

    /// Lets `answer` answer requests of a type; errors are told by `refusal`.
    mutating func on<Question: APIRequest>(
        _ question: Question.Type,
        refusal: @escaping @Sendable (ErrorBody, Exchange) -> Response = { error, _ in Response(error) },
        _ answer: @escaping @Sendable (Question, Exchange) async throws -> Response
    ) {
        guard let number = Contract.requests.firstIndex(where: { $0 == question }) else {
            preconditionFailure("a route answers a request of the contract")
        }
        all.append(
            Route(
                endpoint: Question.endpoint, number: number,
                answer: { values, query, exchange in
                    try await answer(Question(pathValues: values, query: query), exchange)
                },
                refusal: refusal))
    }

    /// Returns the route of `path` with the values in it.
    func match(_ path: Substring) -> (route: Route, values: [String])? {
        for route in all {
            if let values = route.endpoint.path.values(in: path) { return (route, values) }
        }
        return nil
    }
}
