import FoundationEssentials

/// Reads single texts of JSON.
enum JSONText {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Object: Decodable {
        let container: KeyedDecodingContainer<Name>

        init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Name.self) }
    }

    /// Returns the text of a member of an object; `nil` if `json` is none, or has no such text.
    static func member(_ name: String, of json: [UInt8]) -> String? {
        guard let object = try? JSONDecoder().decode(Object.self, from: Data(json)) else { return nil }
        return try? object.container.decode(String.self, forKey: Name(stringValue: name))
    }
}
