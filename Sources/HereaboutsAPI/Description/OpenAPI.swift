import FoundationEssentials

/// The description of the whole interface (OpenAPI 3.1.0), made from the contract.
package enum OpenAPI {
    /// Returns the document as JSON, members sorted. Throws when a wire type's decoder does.
    package static func document(version: String) throws -> [UInt8] {
        let collector = SchemaCollector()
        let error = try collector.schema(of: ErrorBody.self)
        var paths: [String: [String: JSONValue]] = [:]
        for request in Contract.requests {
            let endpoint = request.endpoint
            paths[endpoint.path.description, default: [:]][endpoint.method.rawValue.lowercased()] =
                try operation(request, error: error, collector)
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "Hereabouts", "version": .text(version),
                "description":
                    "A self-hosted map of one place: tiles, search, addresses, routes, and what people say there.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(collector.schemas),
                "securitySchemes": [
                    "token": ["type": "http", "scheme": "bearer"],
                    "cookie": [
                        "type": "apiKey", "in": "cookie", "name": .text(Contract.sessionCookie),
                        "description": .text("Over TLS its name is `\(Contract.secureSessionCookie)`."),
                    ],
                ],
            ],
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(document))
    }

    private static func operation(
        _ request: any APIRequest.Type, error: Schema, _ collector: SchemaCollector
    ) throws -> JSONValue {
        let endpoint = request.endpoint, fields = request.fields
        var responses = [String(endpoint.answer.status): try success(endpoint, collector)]
        if case .bytes(_, orNothing: true) = endpoint.answer { responses["204"] = ["description": "Nothing is there."] }
        if endpoint.hasForeignRefusals, case .foreignJSON(let documentation, let others) = endpoint.answer {
            responses["400"] = [
                "description": "What went wrong, in the other project's form.",
                "content": foreign(documentation, others),
            ]
        }
        let upload = (request as? any UploadRequest.Type)?.mediaTypes
        let body = (request as? any BodyRequest.Type).map { bodyType(of: $0) }
        let bodyFailures: [ErrorCode] =
            (body == nil ? [] : [.unsupportedMediaType, .bodyTooLarge]) + (upload == nil ? [] : [.bodyTooLarge])
        let codes =
            endpoint.failures + endpoint.access.failures + bodyFailures + (fields.isEmpty ? [] : [.invalidParameter])
        for status in Set(codes.map(\.status)) where responses[String(status)] == nil {
            let names = ErrorCode.allCases.filter { codes.contains($0) && $0.status == status }.map(\.rawValue)
            responses[String(status)] = failure("`\(names.joined(separator: "`, `"))`", error)
        }
        responses["default"] = failure("What went wrong.", error)
        var operation: [String: JSONValue] = [
            "operationId": .text(endpoint.name),
            "summary": .text(endpoint.summary),
            "parameters": .array(fields.map { parameter($0, in: endpoint.path) }),
            "responses": .object(responses),
        ]
        if let upload {
            let content = upload.map { ($0, ["schema": [:]] as JSONValue) }
            operation["requestBody"] = [
                "required": true, "content": .object(Dictionary(uniqueKeysWithValues: content)),
            ]
        }
        if let body {
            let schema = try collector.schema(of: body)
            var content: [String: JSONValue] = [
                "required": true, "content": ["application/json": ["schema": schema.json]],
            ]
            if refusesUnknownMembers(request) { content["description"] = "Other members are refused by name." }
            operation["requestBody"] = .object(content)
        }
        if endpoint.mayWantToKnowWho {
            let isOpen = [.everyone, .lookers, .posters].contains(endpoint.access)
            operation["security"] = .array((isOpen ? [[:]] : []) + [["token": []], ["cookie": []]])
        }
        return .object(operation)
    }

    private static func bodyType<Request: BodyRequest>(
        of request: Request.Type
    ) -> any (Codable & Sendable).Type { Request.Body.self }

    private static func refusesUnknownMembers(_ request: any APIRequest.Type) -> Bool {
        (request as? any BodyRequest.Type)?.refusesUnknownMembers == true
    }

    private static func parameter(_ field: FieldDescriber.Field, in path: PathTemplate) -> JSONValue {
        var schema = field.schema.json
        if let standard = field.standard, !standard.isEmpty, case .object(var words) = schema {
            words["default"] = Int(standard).map { .integer($0) } ?? .text(standard)
            schema = .object(words)
        }
        return [
            "name": .text(field.name),
            "in": path.names.contains(field.name) ? "path" : "query",
            "required": .truth(field.isRequired),
            "description": .text(field.summary),
            "schema": schema,
        ]
    }

    private static func success(_ endpoint: Endpoint, _ collector: SchemaCollector) throws -> JSONValue {
        let content: JSONValue
        switch endpoint.answer {
        case .nothing: return ["description": .text(endpoint.summary)]
        case .json(let type, let others):
            let json: JSONValue = ["schema": try collector.schema(of: type).json]
            content = .object(
                Dictionary(uniqueKeysWithValues: [("application/json", json)] + others.map { ($0, [:]) }))
        case .created(let type):
            content = ["application/json": ["schema": try collector.schema(of: type).json]]
        case .foreignJSON(let documentation, let others): content = foreign(documentation, others)
        case .bytes(let mediaTypes, _):
            content = .object(Dictionary(uniqueKeysWithValues: mediaTypes.map { ($0, [:]) }))
        case .text(let mediaType): content = .object([mediaType: ["schema": ["type": "string"]]])
        }
        return ["description": .text(endpoint.summary), "content": content]
    }

    private static func foreign(_ documentation: String, _ others: [String]) -> JSONValue {
        // Who answers in several forms has lists among them.
        let types: JSONValue = others.isEmpty ? "object" : ["object", "array"]
        let json: JSONValue = ["schema": ["type": types, "externalDocs": ["url": .text(documentation)]]]
        return .object(Dictionary(uniqueKeysWithValues: [("application/json", json)] + others.map { ($0, [:]) }))
    }

    private static func failure(_ description: String, _ error: Schema) -> JSONValue {
        ["description": .text(description), "content": ["application/json": ["schema": error.json]]]
    }
}

extension Endpoint.Answer {
    /// The status of a good answer.
    package var status: Int {
        switch self {
        case .json, .foreignJSON, .bytes, .text: 200
        case .created: 201
        case .nothing: 204
        }
    }
}

extension Endpoint {
    /// Whether it matters who asks, at least for some of what it answers.
    var mayWantToKnowWho: Bool { access != .everyone || failures.contains(.notLoggedIn) }
}

extension Endpoint.Access {
    /// What those are told who may not ask.
    var failures: [ErrorCode] {
        switch self {
        case .everyone: []
        case .lookers: [.notLoggedIn]
        case .posters, .users, .curators, .operators: [.notLoggedIn, .notAllowed, .wrongOrigin]
        }
    }
}
