import FoundationEssentials

/// The description of the whole interface (OpenAPI 3.1.0), made from the contract.
package enum OpenAPI {
    /// Returns the document as JSON, members sorted. Throws when a wire type's decoder does.
    package static func document(version: String) throws -> [UInt8] {
        let collector = SchemaCollector()
        let error = try collector.schema(of: ErrorBody.self)
        var paths: [String: JSONValue] = [:]
        for request in Contract.requests {
            paths[request.endpoint.path.description] = [
                "get": try operation(request.endpoint, fields: request.fields, error: error, collector)
            ]
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "Hereabouts", "version": .text(version),
                "description": "A self-hosted map of one place: tiles, search, addresses and walking routes.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": ["schemas": .object(collector.schemas)],
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(document))
    }

    private static func operation(
        _ endpoint: Endpoint, fields: [FieldDescriber.Field], error: Schema, _ collector: SchemaCollector
    ) throws -> JSONValue {
        var responses: [String: JSONValue] = ["200": try success(endpoint, collector)]
        if endpoint.hasForeignRefusals, case .foreignJSON(let documentation) = endpoint.answer {
            responses["400"] = [
                "description": "What went wrong, in the other project's form.", "content": foreign(documentation),
            ]
        }
        let codes = endpoint.failures + (fields.isEmpty ? [] : [.invalidParameter])
        for status in Set(codes.map(\.status)) where responses[String(status)] == nil {
            let names = ErrorCode.allCases.filter { codes.contains($0) && $0.status == status }.map(\.rawValue)
            responses[String(status)] = failure("`\(names.joined(separator: "`, `"))`", error)
        }
        responses["default"] = failure("What went wrong.", error)
        return [
            "operationId": .text(endpoint.name),
            "summary": .text(endpoint.summary),
            "parameters": .array(fields.map { parameter($0, in: endpoint.path) }),
            "responses": .object(responses),
        ]
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
        case .json(let type): content = ["application/json": ["schema": try collector.schema(of: type).json]]
        case .foreignJSON(let documentation): content = foreign(documentation)
        case .bytes(let mediaType): content = .object([mediaType: [:]])
        case .text(let mediaType): content = .object([mediaType: ["schema": ["type": "string"]]])
        }
        return ["description": .text(endpoint.summary), "content": content]
    }

    private static func foreign(_ documentation: String) -> JSONValue {
        ["application/json": ["schema": ["type": "object", "externalDocs": ["url": .text(documentation)]]]]
    }

    private static func failure(_ description: String, _ error: Schema) -> JSONValue {
        ["description": .text(description), "content": ["application/json": ["schema": error.json]]]
    }
}
