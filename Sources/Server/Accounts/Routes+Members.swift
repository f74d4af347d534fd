import Community
import HereaboutsAPI
import Hummingbird

extension Routes {
    /// Lets `answer` answer those who may ask; it is told who does. Community faults get their wire form.
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

    /// The same for requests with a body, which is read only once its sender was let in.
    mutating func on<Question: BodyRequest>(
        _ question: Question.Type, _ authentication: Authentication,
        _ answer: @escaping @Sendable (Question, Viewer, Exchange) async throws -> Response
    ) {
        let shape = Question.refusesUnknownMembers ? BodyShape(wire: Question.Body.self) : nil
        on(question, refusal: { error, _ in Response(error) }) { (question: Question, exchange: Exchange) in
            _ = try await authentication.admit(Question.endpoint, exchange)
            var question = question
            question.body = try await exchange.body(Question.Body.self, of: shape, upTo: Question.maximumLength)
            // A body may take its time, and what its sender may do may have changed meanwhile.
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
    /// The same for requests that bring a file: it is read only once its sender was let in.
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
