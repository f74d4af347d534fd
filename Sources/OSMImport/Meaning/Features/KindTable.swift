/// The tags of each `kind` of a layer, and its first zoom: the tables of the schema.
struct KindTable: Sendable {
    struct Kind: Sendable, ExpressibleByIntegerLiteral {
        /// The kind's name; `nil` for the tag's value.
        let name: String?
        let zoom: Int

        init(_ name: String, from zoom: Int) {
            self.name = name
            self.zoom = zoom
        }

        init(integerLiteral zoom: Int) {
            name = nil
            self.zoom = zoom
        }
    }

    private let columns: [(key: String, kinds: [String: Kind])]

    /// The keys in order of precedence: the first with a known value wins.
    init(_ columns: KeyValuePairs<String, [String: Kind]>) { self.columns = columns.map { ($0.key, $0.value) } }

    /// Returns the kind of an object with these tags and its first zoom.
    func kind(of tags: Tags) -> (name: String, zoom: Int)? {
        for (key, kinds) in columns {
            if let value = tags[key], let kind = kinds[value] { return (kind.name ?? value, kind.zoom) }
        }
        return nil
    }
}
