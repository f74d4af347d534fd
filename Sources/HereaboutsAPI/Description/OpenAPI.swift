/// The description of the whole interface (OpenAPI 3.1.0), made from the contract.
package enum OpenAPI {
    /// Returns the document as JSON. Throws when a wire type's decoder does.
    ///
    /// - Parameters:
    ///   - server: The path that all addresses begin with, without a slash at its end.
    ///   - aliases: Other paths of operations, by the operation's name.
    package static func document(
        version: String, server: String = "", aliases: [String: [PathTemplate]] = [:]
    ) throws -> [UInt8] {
        let schemas = SchemaCollector()
        let error = try schemas.schema(of: ErrorBody.self)
        var paths: [String: [String: JSONValue]] = [:]
        for request in Contract.requests {
            let endpoint = request.endpoint, method = endpoint.method.rawValue.lowercased()
            paths[endpoint.path.description, default: [:]][method] =
                try operation(request, error: error, schemas).json
            for (number, alias) in (aliases[endpoint.name] ?? []).enumerated() {
                var copy = try operation(request, error: error, schemas)
                copy.name = "\(endpoint.name)_alias_\(number + 1)"
                copy.description =
                    "The same as `\(endpoint.method.rawValue) \(endpoint.path)`, for programs that ask here."
                paths[alias.description, default: [:]][method] = copy.json
            }
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "Hereabouts", "version": .text(version),
                "description":
                    "A self-hosted map of one place: tiles, search, addresses, routes, and what people say there.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": .text(server.isEmpty ? "/" : server)]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(schemas.schemas),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "cookie": [
                        "type": "apiKey", "in": "cookie", "name": .text(Contract.sessionCookie),
                        "description": .text(
                            """
                            Over TLS its name is `\(Contract.secureSessionCookie)`, below a path \
                            `\(Contract.secureSessionCookieBelowPath)`.
                            """
                        ),
                    ],
                ],
            ],
        ]
        return document.bytes
    }

    /// One operation: an address and a method.
    private struct Operation {
        var name: String
        let summary: String
        var description: String?
        var parameters: [JSONValue] = []
        var requestBody: JSONValue?
        var responses: [String: JSONValue] = [:]
        var security: JSONValue?

        var json: JSONValue {
            var members: [String: JSONValue] = [
                "operationId": .text(name), "summary": .text(summary), "parameters": .array(parameters),
                "responses": .object(responses),
            ]
            members["description"] = description.map { .text($0) }
            members["requestBody"] = requestBody
            members["security"] = security
            return .object(members)
        }
    }

    private static func operation(
        _ request: any APIRequest.Type, error: Schema, _ schemas: SchemaCollector
    ) throws -> Operation {
        let endpoint = request.endpoint, fields = request.fields
        var operation = Operation(name: endpoint.name, summary: endpoint.summary)
        operation.parameters = fields.map { parameter($0, in: endpoint.path) }
        operation.responses = try responses(to: request, fields, error: error, schemas)
        if let body = request as? any BodyRequest.Type {
            operation.requestBody = try requestBody(body, schemas)
        } else if let upload = request as? any UploadRequest.Type {
            operation.requestBody = try requestBody(upload, fields, schemas)
        }
        if endpoint.needsConfirmation {
            operation.description =
                """
                The session, or the program's token, must have been confirmed in the last ten minutes: by logging in \
                with name and password or with a passkey, or by `POST \(ConfirmRequest.endpoint.path)` or `POST \
                \(ConfirmWithPasskeyRequest.endpoint.path)`. Else the answer is 403 with the code \
                `\(ErrorCode.confirmationRequired.rawValue)`.
                """
        }
        if endpoint.mayWantToKnowWho {
            let isOpen = [.everyone, .readers, .posters].contains(endpoint.access)
            operation.security = .array((isOpen ? [[:]] : []) + [["token": []], ["cookie": []]])
        }
        return operation
    }

    private static func parameter(_ field: FieldDescriber.Field, in path: PathTemplate) -> JSONValue {
        [
            "name": .text(field.name),
            "in": path.names.contains(field.name) ? "path" : "query",
            "required": .truth(field.isRequired),
            "description": .text(field.summary),
            "schema": field.schemaWithDefault,
        ]
    }

    // MARK: Request bodies

    private static func requestBody<Request: BodyRequest>(
        _ request: Request.Type, _ schemas: SchemaCollector
    ) throws -> JSONValue {
        var types = MediaTypes()
        let schema = try schemas.schema(of: Request.Body.self)
        types.add(MediaTypes.json, schemas.named(schemaName(request.endpoint, "Body"), schema))
        guard Request.refusesUnknownMembers else { return ["required": true, "content": types.content] }
        return [
            "required": true, "content": types.content, "description": "Other members are refused by name.",
        ]
    }

    /// The server recognises files by their first bytes. So those of types without a schema are described as bytes, and
    /// where JSON is accepted too, in words alone: generated clients choose badly between JSON and bytes.
    private static func requestBody(
        _ request: any UploadRequest.Type, _ fields: [FieldDescriber.Field], _ schemas: SchemaCollector
    ) throws -> JSONValue {
        var types = MediaTypes(), files: [String] = []
        let json = try request.json(schemas)
        for mediaType in request.mediaTypes {
            if mediaType == MediaTypes.json, let json {
                types.add(mediaType, json)
            } else if mediaType == "application/x-www-form-urlencoded" {
                types.add(mediaType, schemas.named(schemaName(request.endpoint, "Form"), form(fields)))
            } else if mediaType != MediaTypes.bytes {
                files.append("`\(mediaType)`")
            }
        }
        if types.isEmpty { types.add(MediaTypes.bytes, schemas) }
        guard !files.isEmpty else { return ["required": true, "content": types.content] }
        let names = (json == nil ? "A file of type " : "Or a file of type ") + files.joined(separator: ", ")
        return [
            "required": true, "content": types.content,
            "description": .text(
                "\(names): the server recognises it by its first bytes, whatever type the request names."),
        ]
    }

    private static func form(_ fields: [FieldDescriber.Field]) -> Schema {
        let members = fields.map { field -> (String, JSONValue) in
            guard case .object(var words) = field.schemaWithDefault else { return (field.name, field.schema.json) }
            words["description"] = .text(field.summary)
            return (field.name, .object(words))
        }
        return Schema(["type": "object", "properties": .object(Dictionary(members) { first, _ in first })])
    }

    // MARK: Responses

    private static func responses(
        to request: any APIRequest.Type, _ fields: [FieldDescriber.Field], error: Schema, _ schemas: SchemaCollector
    ) throws -> [String: JSONValue] {
        let endpoint = request.endpoint, answer = try success(endpoint, schemas)
        var responses = [String(endpoint.answer.status): answer]
        if let status = endpoint.otherStatus { responses[String(status)] = answer }
        if case .bytes(_, orNothing: true) = endpoint.answer { responses["204"] = ["description": "Nothing is there."] }
        if let form = endpoint.refusals {
            var types = MediaTypes()
            types.add(MediaTypes.json, schemas.schema(of: form))
            if case .foreignJSON(_, let others) = endpoint.answer { for other in others { types.add(other, schemas) } }
            responses["400"] = [
                "description": "What went wrong, in the other project's form.", "content": types.content,
            ]
        }
        let bodyFailures: [ErrorCode] =
            switch request {
            case is any BodyRequest.Type: [.unsupportedMediaType, .unsupportedEncoding, .bodyTooLarge]
            case is any UploadRequest.Type: [.unsupportedEncoding, .bodyTooLarge]
            default: []
            }
        let codes =
            endpoint.failures + endpoint.access.failures + (endpoint.needsConfirmation ? [.confirmationRequired] : [])
            + bodyFailures + (fields.isEmpty ? [] : [.invalidParameter])
        for status in Set(codes.map(\.status)) where responses[String(status)] == nil {
            let names = ErrorCode.allCases.filter { codes.contains($0) && $0.status == status }.map(\.rawValue)
            responses[String(status)] = failure("`\(names.joined(separator: "`, `"))`", error)
        }
        responses["default"] = failure("What went wrong.", error)
        return responses
    }

    private static func success(_ endpoint: Endpoint, _ schemas: SchemaCollector) throws -> JSONValue {
        var types = MediaTypes()
        switch endpoint.answer {
        case .nothing: return ["description": .text(endpoint.summary)]
        case .json(let type, let others):
            types.add(MediaTypes.json, schemas.named(schemaName(endpoint, "Answer"), try schemas.schema(of: type)))
            for other in others { types.add(other, schemas) }
        case .created(let type): types.add(MediaTypes.json, try schemas.schema(of: type))
        case .foreignJSON(let form, let others):
            types.add(MediaTypes.json, schemas.schema(of: form))
            for other in others { types.add(other, schemas) }
        case .bytes(let mediaTypes, _):
            // Where `Accept` asks for nothing else; of several files, programs must not take the first form for all.
            let others = mediaTypes.filter { $0 != MediaTypes.bytes }
            for type in others.count == 1 ? others + [MediaTypes.bytes] : [MediaTypes.bytes] + others {
                types.add(type, schemas)
            }
        case .text(let mediaType): types.add(mediaType, Schema(["type": "string"]))
        case .events(let names): return try events(names, endpoint, schemas)
        }
        return ["description": .text(endpoint.summary), "content": types.content]
    }

    /// OpenAPI 3.1 has no words for the events of a stream: they stand in the description, and in `x-events` for
    /// programs.
    private static func events(
        _ names: [EventName], _ endpoint: Endpoint, _ schemas: SchemaCollector
    ) throws -> JSONValue {
        var description = endpoint.summary, events: [JSONValue.Member] = []
        for event in names {
            let data = try schemas.schema(of: event.data)
            let name = data.json["$ref"].flatMap { if case .text(let text) = $0 { Schema.name(in: text) } else { nil } }
            description += "\n\n* `\(event.rawValue)`: \(event.summary) Its data: `\(name ?? "")`."
            events.append(
                JSONValue.Member(event.rawValue, ["description": .text(event.summary), "data": data.json]))
        }
        let media: JSONValue = ["schema": ["type": "string"], "x-events": .ordered(events)]
        return ["description": .text(description), "content": ["text/event-stream": media]]
    }

    private static func failure(_ description: String, _ error: Schema) -> JSONValue {
        ["description": .text(description), "content": [MediaTypes.json: ["schema": error.json]]]
    }

    /// The name of a schema that only one operation has, such as `AddressesAnswer`.
    private static func schemaName(_ endpoint: Endpoint, _ role: String) -> String {
        endpoint.name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + role
    }
}

extension Endpoint.Answer {
    /// The status of a good answer.
    package var status: Int {
        switch self {
        case .json, .foreignJSON, .bytes, .text, .events: 200
        case .created: 201
        case .nothing: 204
        }
    }
}

extension Endpoint {
    /// Whether the answer depends on the account, at least in part.
    var mayWantToKnowWho: Bool { access != .everyone || failures.contains(.notLoggedIn) }
}

extension Endpoint.Access {
    /// The failures of a request that is not allowed.
    var failures: [ErrorCode] {
        switch self {
        case .everyone: []
        case .readers: [.notLoggedIn]
        case .posters, .users, .curators, .operators: [.notLoggedIn, .notAllowed, .wrongOrigin]
        }
    }
}
