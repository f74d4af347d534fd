import Community
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Adds a route for those whom its access allows; `answer` gets the viewer. Community faults become wire errors.
    mutating func on<Question: APIRequest>(
        _ question: Question.Type, _ authentication: Authentication, aliases: [PathTemplate] = [],
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        on(question, aliases: aliases) { (question: Question, exchange: Exchange) in
            let viewer = try await authentication.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }

    /// Adds a route with a body. It reads the body only once the viewer may send it.
    mutating func on<Question: BodyRequest>(
        _ question: Question.Type, _ authentication: Authentication,
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        let shape = Question.refusesUnknownMembers ? BodyShape(wire: Question.Body.self) : nil
        on(question, refusal: { error, _ in Response(error) }) { (question: Question, exchange: Exchange) in
            _ = try await authentication.admit(Question.endpoint, exchange)
            var question = question
            question.body = try await exchange.body(Question.Body.self, of: shape, upTo: Question.maximumLength)
            // A body may take long, and the sender's rights may have changed meanwhile.
            let viewer = try await authentication.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension Routes {
    /// Adds a route for a file. It reads the file only once the viewer may send it.
    mutating func on<Question: UploadRequest>(
        _ question: Question.Type, _ authentication: Authentication,
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        on(question, refusal: { error, _ in Response(error) }) { (question: Question, exchange: Exchange) in
            _ = try await authentication.admit(Question.endpoint, exchange)
            try authentication.spendUpload(exchange)
            var question = question
            question.content = try await exchange.file(upTo: Question.maximumLength)
            let viewer = try await authentication.admit(Question.endpoint, exchange)
            do {
                return try await answer(question, viewer, exchange)
            } catch let fault as CommunityFault {
                throw ErrorBody(fault)
            }
        }
    }
}

extension BodyShape {
    init(wire type: (some Decodable).Type) {
        do {
            try self.init(of: type)
        } catch {
            preconditionFailure("a wire type decodes the samples that the OpenAPI document is made with: \(error)")
        }
    }
}
