/// One address of the server: its path, its purpose and its answer.
package struct Endpoint: Sendable {
    /// The body of a good answer.
    package enum Answer: Sendable {
        /// JSON, or another media type where the request asks for it.
        case json(any (Codable & Sendable).Type, or: [String] = [])
        /// JSON with status 201: something was added.
        case created(any (Codable & Sendable).Type)
        /// No body, status 204.
        case nothing
        /// JSON in another project's form, or another media type where the request asks for it.
        case foreignJSON(ForeignForm, or: [String] = [])
        /// One of these; with `orNothing` also no body, status 204.
        case bytes([String], orNothing: Bool = false)
        case text(mediaType: String)
        /// A stream of server-sent events of these names. It ends with the session that asked for it, if there is one.
        case events([EventName])
    }

    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Who may ask.
    package enum Access: Sendable, CaseIterable {
        case everyone
        /// Everybody who is logged in, and guests where the operator lets them look.
        case readers
        /// Everybody who is logged in, and guests where the operator lets them post.
        case posters
        case users, curators, operators
    }

    package let method: Method
    package let path: PathTemplate
    /// The OpenAPI operation id, and the name of the route in metrics.
    package let name: String
    /// One sentence.
    package let summary: String
    package let answer: Answer
    /// Another status with which the same answer may come; `nil` for none.
    package let otherStatus: Int?
    package let access: Access
    /// Whether the session must have been confirmed lately: it gives others something that lasts, or much at once.
    package let needsConfirmation: Bool
    /// The codes it answers with besides those that every address knows.
    package let failures: [ErrorCode]
    /// The other project's form in which bad requests are refused, with status 400.
    package let refusals: ForeignForm?

    /// An address that is read.
    package init(
        _ path: PathTemplate, _ name: String, _ summary: String, answer: Answer, otherStatus: Int? = nil,
        access: Access = .everyone, needsConfirmation: Bool = false, failures: [ErrorCode] = [],
        refusals: ForeignForm? = nil
    ) {
        self.init(
            .get, path, name, summary, answer: answer, otherStatus: otherStatus, access: access,
            needsConfirmation: needsConfirmation, failures: failures, refusals: refusals)
    }

    package init(
        _ method: Method, _ path: PathTemplate, _ name: String, _ summary: String, answer: Answer,
        otherStatus: Int? = nil, access: Access = .everyone, needsConfirmation: Bool = false,
        failures: [ErrorCode] = [], refusals: ForeignForm? = nil
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.summary = summary
        self.answer = answer
        self.otherStatus = otherStatus
        self.access = access
        self.needsConfirmation = needsConfirmation
        self.failures = failures
        self.refusals = refusals
    }
}

/// A request to one endpoint.
package protocol APIRequest: Sendable, Equatable {
    static var endpoint: Endpoint { get }
    /// A request to be filled by a visitor; its required fields hold nothing of meaning yet.
    static var blank: Self { get }
    /// Names every field, in the order they are printed. Throws what the visitor throws.
    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody)
    /// Whether a query may hold other fields, fields without a value, which are then not given, and one field several
    /// times, of which the first counts where no list is read: what another project's clients send.
    static var isForgiving: Bool { get }
}

extension APIRequest {
    package static var isForgiving: Bool { false }
}

/// A request with a JSON body.
package protocol BodyRequest: APIRequest {
    associatedtype Body: Codable & Sendable & Equatable
    var body: Body { get set }
    /// The most bytes of the body, which is in memory as a whole; 64 KiB unless a request says otherwise.
    static var maximumLength: Int { get }
    /// Whether a body with a member that the type does not know is refused; another project's clients may send what
    /// they like.
    static var refusesUnknownMembers: Bool { get }
}

extension BodyRequest {
    package static var refusesUnknownMembers: Bool { true }
    package static var maximumLength: Int { 64 << 10 }
}

/// A request with a file as its body.
package protocol UploadRequest: APIRequest {
    /// The media types that the file may have. The server recognises it by its first bytes.
    static var mediaTypes: [String] { get }
    /// The most bytes of it.
    static var maximumLength: Int { get }
    var content: [UInt8] { get set }
    /// The schema of a file that is `application/json`, for the description; `nil` when none is.
    static func json(_ schemas: SchemaCollector) throws -> Schema?
}

extension UploadRequest {
    package static func json(_ schemas: SchemaCollector) throws -> Schema? { nil }
}

extension APIRequest {
    /// Reads a request from the values its path matched and its query, without the question mark.
    package init(pathValues: [String], query: Substring) throws(ErrorBody) {
        var reader = try FieldReader(
            path: Self.endpoint.path, values: pathValues, query: query, isForgiving: Self.isForgiving)
        self = Self.blank
        try visit(&reader)
        try reader.finish()
    }

    /// The path and query that ask for this; throws when its fields contradict each other.
    package var target: String {
        get throws(ErrorBody) {
            var printer = FieldPrinter(), copy = self
            try copy.visit(&printer)
            return printer.target(Self.endpoint.path)
        }
    }

    /// The fields, for the description.
    package static var fields: [FieldDescriber.Field] {
        var describer = FieldDescriber(), copy = blank
        // A blank request has its optional pairs absent together, so visiting it throws nothing.
        try? copy.visit(&describer)
        return describer.fields
    }
}
