/// The media types of a body, as OpenAPI lists them, each with a schema.
///
/// The order counts: programs that are generated from the description read every answer as the first type that they
/// know. So JSON with a named schema leads. Bytes of any kind are listed as `application/octet-stream`, too: that type
/// all programs know.
package struct MediaTypes {
    private var members: [JSONValue.Member] = []

    package static let json = "application/json"
    package static let bytes = "application/octet-stream"

    init() {}

    var isEmpty: Bool { members.isEmpty }

    /// The list as OpenAPI writes it.
    var content: JSONValue { .ordered(members) }

    mutating func add(_ mediaType: String, _ schema: Schema) {
        members.append(JSONValue.Member(mediaType, ["schema": schema.json]))
    }

    /// Adds a type whose content is known by its name alone.
    mutating func add(_ mediaType: String, _ schemas: SchemaCollector) {
        add(mediaType, Self.schema(of: mediaType, schemas))
    }

    private static func schema(of mediaType: String, _ schemas: SchemaCollector) -> Schema {
        if mediaType.hasSuffix("+json") { return schemas.schema(of: .geoJSONFeatures) }
        let isText = mediaType.hasPrefix("text/") || mediaType.hasSuffix("+xml")
        return Schema(isText ? ["type": "string"] : ["type": "string", "format": "binary"])
    }
}
