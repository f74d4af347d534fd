/// A place found by its name.
public struct NamedPlace: Equatable, Sendable {
    public let name: String
    /// Degrees, WGS 84.
    public let latitude: Double
    public let longitude: Double
    /// Its kind and address, such as "restaurant, Eteläesplanadi, Helsinki"; empty when the map has neither.
    public let description: String

    /// Takes the first of the answers to `name` that is called so, in capital or small letters.
    ///
    /// Throws `UnknownPlace` when none is.
    public init(_ name: String, in found: SearchResults) throws(UnknownPlace) {
        let wanted = Self.key(name), named = found.results.filter { $0.named != false && $0.type != .position }
        guard let place = named.first(where: { $0.estimated != true && Self.key($0.name) == wanted }) else {
            var nearest: [String] = []
            for result in named where !nearest.contains(result.name) { nearest.append(result.name) }
            throw UnknownPlace(name: name, nearest: Array(nearest.prefix(UnknownPlace.mostNearest)))
        }
        self.name = place.name
        latitude = place.lat
        longitude = place.lon
        let kind = place.kind.map { String($0.map { $0 == "_" ? " " : $0 }) }
        description = [kind, place.label].compactMap { $0 }.joined(separator: ", ")
    }

    /// A name for comparison: in small letters, with single spaces.
    private static func key(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The map has no place of that name.
public struct UnknownPlace: Error, Equatable, CustomStringConvertible {
    public let name: String
    /// The most similar names, the best first; may be empty.
    public let nearest: [String]

    static let mostNearest = 5

    package init(name: String, nearest: [String]) {
        self.name = name
        self.nearest = nearest
    }

    public var description: String {
        let known =
            nearest.isEmpty ? "" : "; the nearest names are \(nearest.map { "'\($0)'" }.joined(separator: ", "))"
        return "no place on this map is called '\(name)'" + known
    }
}
