import Foundation
import HereaboutsAPI
import Testing

@Suite struct OpenAPITests {
    private func document() throws -> [String: Any] {
        let bytes = try OpenAPI.document(version: "1.2.3")
        return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The words in braces.
    private func names(in path: String) -> Set<String> {
        Set(path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) })
    }

    @Test func `the document is OpenAPI 3.1 with every path of the contract`() throws {
        let document = try document()
        #expect(document["openapi"] as? String == "3.1.0")
        #expect((document["info"] as? [String: Any])?["version"] as? String == "1.2.3")
        let paths = try #require(document["paths"] as? [String: Any])
        #expect(Set(paths.keys) == Set(Contract.requests.map { $0.endpoint.path.description }))
    }

    @Test func `every value in a path is a required parameter there`() throws {
        let paths = try #require(document()["paths"] as? [String: [String: [String: Any]]])
        for (path, operations) in paths {
            for operation in operations.values {
                let parameters = try #require(operation["parameters"] as? [[String: Any]])
                let inPath = parameters.filter { $0["in"] as? String == "path" }
                #expect(Set(inPath.compactMap { $0["name"] as? String }) == names(in: path))
                #expect(inPath.allSatisfy { $0["required"] as? Bool == true })
            }
        }
    }

    @Test(arguments: [
        ("MapStyle", ["glyphs", "sprite", "light"]), ("OSRMRoutes", ["data_version"]), ("OSRMTable", ["data_version"]),
        ("GeoJSONFeature", ["id"]), ("About", ["time_zone"]), ("PlaceBusyness", ["has_queue"]),
    ])
    func `members that answers have are described`(schema: String, members: [String]) throws {
        let components = try #require(document()["components"] as? [String: [String: [String: Any]]])
        let described = try #require(components["schemas"]?[schema]?["properties"] as? [String: Any])
        #expect(Set(members).isSubset(of: described.keys))
    }

    @Test func `each method describes its request, its answers and its permissions`() throws {
        let paths = try #require(document()["paths"] as? [String: [String: [String: Any]]])
        for request in Contract.requests {
            let endpoint = request.endpoint
            let operation = try #require(paths[endpoint.path.description]?[endpoint.method.rawValue.lowercased()])
            #expect(operation["operationId"] as? String == endpoint.name)
            #expect(
                (operation["requestBody"] != nil)
                    == (request is any BodyRequest.Type || request is any UploadRequest.Type))
            let devices = [
                "report_positions", "device_homes", "owntracks", "osmand", "osmand_query", "overland", "shared",
                "classic_position",
                "classic_line",
                // Everybody may ask, and who says who they are is checked.
                "picture", "me", "overlay", "imprint", "metrics",
            ]
            let isGuarded =
                endpoint.access != .everyone || devices.contains(endpoint.name)
            #expect((operation["security"] != nil) == isGuarded)
            let responses = try #require(operation["responses"] as? [String: [String: Any]])
            #expect(responses[String(endpoint.answer.status)] != nil && responses["default"] != nil)
            #expect(
                (responses["401"] != nil)
                    == (isGuarded || endpoint.failures.contains(.wrongCredentials)))
        }
    }

    @Test func `an answer that may come with another status is described for both`() throws {
        let paths = try #require(document()["paths"] as? [String: [String: [String: Any]]])
        let responses = try #require(paths["/readyz"]?["get"]?["responses"] as? [String: [String: Any]])
        let schemas = ["200", "503"].map { status in
            let content = responses[status]?["content"] as? [String: [String: [String: String]]]
            return content?["application/json"]?["schema"]?["$ref"]
        }
        #expect(schemas == ["#/components/schemas/Readiness", "#/components/schemas/Readiness"])
    }

    /// The operations, by path and method.
    private func operations() throws -> [[String: Any]] {
        try #require(document()["paths"] as? [String: [String: [String: Any]]]).values.flatMap(\.values)
    }

    /// The schemas of all bodies, by media type.
    private func contents() throws -> [[String: [String: Any]]] {
        try operations().flatMap { operation in
            let answers = (operation["responses"] as? [String: [String: Any]] ?? [:]).values
            return ([operation["requestBody"] as? [String: Any]] + answers.map { $0 }).compactMap {
                $0?["content"] as? [String: [String: Any]]
            }
        }
    }

    @Test func `a default is a value of its schema`() throws {
        var count = 0
        let parameters = try operations().flatMap { $0["parameters"] as? [[String: Any]] ?? [] }
        for case let schema as [String: Any] in parameters.compactMap({ $0["schema"] }) {
            guard let standard = schema["default"] else { continue }
            count += 1
            switch schema["type"] as? String {
            case "string": #expect(standard is String, "\(schema)")
            case "integer", "number": #expect((standard as? Double) != nil && !(standard is String), "\(schema)")
            default: Issue.record("no default is known for \(schema)")
            }
            if let words = schema["enum"] as? [String] {
                #expect(words.contains(standard as? String ?? ""), "\(schema)")
            }
        }
        #expect(count > 50)
    }

    @Test func `every JSON body has a named schema, and every other body a schema that describes it`() throws {
        for content in try contents() {
            for (type, media) in content {
                let schema = try #require(media["schema"] as? [String: Any], "\(type)")
                #expect(!schema.isEmpty, "\(content)")
                if type.hasSuffix("json") { #expect(schema["$ref"] is String, "\(content)") }
            }
        }
    }

    @Test func `JSON with a schema comes before other forms of an answer`() throws {
        // Dictionaries have no order: the bytes have.
        let text = String(decoding: try OpenAPI.document(version: "1"), as: UTF8.self)
        let first = text.components(separatedBy: #""content":{"application/json":{"schema":{"$ref""#).count - 1
        #expect(try contents().filter { $0["application/json"] != nil }.count == first)
    }

    @Test func `no named schema is an object without members, but those that hold nothing`() throws {
        let components = try #require(document()["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        let empty = schemas.filter {
            $0.value["type"] as? String == "object" && ($0.value["properties"] as? [String: Any])?.isEmpty == true
        }
        #expect(Set(empty.keys) == ["ClassicNothing", "NoEventData"])
    }

    @Test func `each event of the stream has a name and a schema of its data`() throws {
        var described: [String: [String: [String: Any]]] = [:]
        for stream in try operations() {
            let answer = (stream["responses"] as? [String: [String: Any]])?["200"]
            let media = (answer?["content"] as? [String: [String: Any]])?["text/event-stream"]
            guard let events = media?["x-events"] as? [String: [String: Any]] else { continue }
            described[try #require(stream["operationId"] as? String)] = events
            #expect(events.values.allSatisfy { ($0["data"] as? [String: String])?["$ref"] != nil })
        }
        #expect(Set(described.keys) == ["events", "bocce_game_events"])
        #expect(Set(described.values.flatMap(\.keys)) == Set(EventName.allCases.map(\.rawValue)))
        let map = try #require(described["events"]), game = try #require(described["bocce_game_events"])
        #expect((map["people"]?["data"] as? [String: String])?["$ref"]?.hasSuffix("/PeopleChange") == true)
        #expect(map["game"] == nil && Set(game.keys) == ["game"])
        #expect((game["game"]?["data"] as? [String: String])?["$ref"]?.hasSuffix("/SharedBocceGame") == true)
    }

    @Test func `other paths of an operation are described like its own`() throws {
        let bytes = try OpenAPI.document(version: "1", server: "/map", aliases: ["tile": ["/tiles/{z}/{x}/{y}.pbf"]])
        let document = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(document["servers"] as? [[String: String]] == [["url": "/map"]])
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        let own = paths["/tiles/{z}/{x}/{y}.mvt"]?["get"], other = paths["/tiles/{z}/{x}/{y}.pbf"]?["get"]
        #expect(own?["operationId"] as? String == "tile" && other?["operationId"] as? String == "tile_alias_1")
        #expect((own?["parameters"] as? NSArray) == (other?["parameters"] as? NSArray))
    }

    @Test func `every reference leads somewhere`() throws {
        let document = try document()
        let schemas = (document["components"] as? [String: [String: Any]])?["schemas"] ?? [:]
        func references(_ value: Any) -> [String] {
            switch value {
            case let object as [String: Any]:
                object.flatMap { $0.key == "$ref" ? [$0.value as? String ?? ""] : references($0.value) }
            case let array as [Any]: array.flatMap(references)
            default: []
            }
        }
        let all = references(document)
        #expect(!all.isEmpty)
        for reference in all {
            let name = try #require(reference.components(separatedBy: "#/components/schemas/").last)
            #expect(schemas[name] != nil, "\(reference)")
        }
    }

    @Test func `schemas know which members may be missing and what an enum allows`() throws {
        let collector = SchemaCollector()
        _ = try collector.schema(of: ErrorBody.self)
        let schema = try #require(collector.schemas["ErrorBody"])
        #expect(schema["required"] == ["code", "message"])
        #expect(schema["properties"]?.names == ["code", "field", "message"])
        #expect(schema["properties"]?["code"]?["enum"] == .array(ErrorCode.allCases.map { .text($0.rawValue) }))
    }

    @Test func `an array element that may be null may be null in its schema`() throws {
        let collector = SchemaCollector()
        _ = try collector.schema(of: RouteTable.self)
        let durations = collector.schemas["RouteTable"]?["properties"]?["durations"]
        #expect(durations?["items"]?["items"] == ["type": ["number", "null"]])
        #expect(collector.schemas["RouteTable"]?["properties"]?["sources"]?["items"]?["$ref"] != nil)
    }

    @Test func `maps by name become objects of values`() throws {
        let collector = SchemaCollector()
        _ = try collector.schema(of: TileJSON.VectorLayer.self)
        let fields = collector.schemas["TileJSONVectorLayer"]?["properties"]?["fields"]
        #expect(fields?["additionalProperties"] == ["type": "string"])
    }

    @Test func `every note names a member that exists`() throws {
        let collector = SchemaCollector()
        for request in Contract.requests {
            if let body = request as? any BodyRequest.Type { try collect(body) }
            if let upload = request as? any UploadRequest.Type { _ = try upload.json(collector) }
            switch request.endpoint.answer {
            case .json(let type, _), .created(let type): _ = try collector.schema(of: type)
            default: break
            }
        }
        for event in EventName.allCases { _ = try collector.schema(of: event.data) }
        _ = try collector.schema(of: ErrorBody.self)
        func collect<Request: BodyRequest>(_ request: Request.Type) throws {
            _ = try collector.schema(of: Request.Body.self)
        }
        #expect(collector.schemas.count > 150)
        #expect(collector.strayNotes.isEmpty)
    }

    @Test func `a note on a member that no type has is found`() throws {
        struct Misspelt: Codable, Annotated {
            let name: String
            static let notes = ["naem": "The name."]
        }
        let collector = SchemaCollector()
        _ = try collector.schema(of: Misspelt.self)
        #expect(collector.strayNotes.count == 1)
    }
}
