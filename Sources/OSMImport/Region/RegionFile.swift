import Atlas
package import Foundation
import GeoCore
import Glibc

/// Reads a region from GeoJSON (RFC 7946): one Polygon or MultiPolygon, alone, in a Feature, or in a FeatureCollection
/// with one Feature.
package enum RegionFile {
    /// A larger file is not the outline of a place.
    private static let maximumSize = 64 << 20

    /// Reads the file at `path`; throws with the file, the place in it and the remedy.
    package static func read(path: String) throws(ReadError) -> Region {
        let file: MappedFile
        do { file = try MappedFile(path: path) } catch {
            // `strerror` gives a static string for the errors of open, fstat and mmap.
            throw ReadError(
                file: path, problem: "it cannot be read: \(unsafe String(cString: strerror(error.errorNumber)))",
                remedy: "give a box as west,south,east,north, or a file of GeoJSON")
        }
        guard unsafe file.bytes.count <= maximumSize else {
            throw ReadError(
                file: path, problem: "it has more than \(maximumSize >> 20) MiB", remedy: "give a simpler outline")
        }
        return try read(withExtendedLifetime(file) { unsafe Data(file.bytes) }, name: path)
    }

    /// Reads a region from `text`; `name` is that of the file in errors.
    package static func read(_ text: Data, name: String) throws(ReadError) -> Region {
        func error(_ path: [any CodingKey], _ problem: String) -> ReadError {
            ReadError(
                file: name, place: path.isEmpty ? .file : .element(Self.text(of: path)), problem: problem,
                remedy: "give one Polygon or MultiPolygon, alone, in a Feature, or in a FeatureCollection with one")
        }
        do {
            return Region(Outline(try JSONDecoder().decode(GeoJSONRegion.self, from: text).rings))
        } catch DecodingError.dataCorrupted(let context) {
            // What is wrong with a region always has a place in it.
            let isJSON = !context.codingPath.isEmpty
            throw error(context.codingPath, isJSON ? context.debugDescription : "it is not JSON\(fault(in: text))")
        } catch DecodingError.typeMismatch(let type, let context) {
            throw error(context.codingPath, "it is not \(Self.name(of: type))")
        } catch DecodingError.valueNotFound(let type, let context) {
            throw error(context.codingPath, "it is not \(Self.name(of: type))")
        } catch DecodingError.keyNotFound(let key, let context) {
            throw error(context.codingPath, "there is no '\(key.stringValue)'")
        } catch {
            throw ReadError(file: name, problem: "it cannot be read: \(error)", remedy: "give another file")
        }
    }

    /// Returns what is wrong with text that is not JSON, in brackets; the decoder does not say it.
    private static func fault(in text: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
            return ""
        } catch {
            return (error as NSError).userInfo["NSDebugDescription"].map { " (\($0))" } ?? ""
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "a number"
        case is String.Type: "a text"
        case is [String: Any].Type: "an object"
        default: "a list"
        }
    }

    /// Returns a place in JSON, such as `features[0].geometry.coordinates[0][3]`.
    private static func text(of path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return text + "[\(index)]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
    }
}

/// The rings of a GeoJSON object.
private struct GeoJSONRegion: Decodable {
    private enum Key: CodingKey { case type, features, geometry, coordinates }

    let rings: [Ring]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let type = try object.decode(String.self, forKey: .type), place = decoder.codingPath.last
        func fault(_ key: Key, _ problem: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: object, debugDescription: problem)
        }
        switch type {
        case "FeatureCollection" where place == nil:
            var features = try object.nestedUnkeyedContainer(forKey: .features)
            guard features.count == 1 else {
                throw fault(.features, "there are \(features.count ?? 0) features, not one")
            }
            rings = try features.decode(GeoJSONRegion.self).rings
        case "Feature" where place?.stringValue != Key.geometry.stringValue:
            rings = try object.decode(GeoJSONRegion.self, forKey: .geometry).rings
        case "Polygon":
            rings = try Self.rings(try object.nestedUnkeyedContainer(forKey: .coordinates))
        case "MultiPolygon":
            var polygons = try object.nestedUnkeyedContainer(forKey: .coordinates), rings: [Ring] = []
            while !polygons.isAtEnd { rings += try Self.rings(try polygons.nestedUnkeyedContainer()) }
            self.rings = rings
        default: throw fault(.type, "'\(type.prefix(40))' is no Polygon or MultiPolygon")
        }
        guard !rings.isEmpty else { throw fault(.coordinates, "there is no ring") }
    }

    private static func rings(_ list: any UnkeyedDecodingContainer) throws -> [Ring] {
        var list = list, rings: [Ring] = []
        while !list.isAtEnd { rings.append(try ring(try list.nestedUnkeyedContainer())) }
        return rings
    }

    private static func ring(_ list: any UnkeyedDecodingContainer) throws -> Ring {
        var list = list, positions: [(x: Int64, y: Int64)] = []
        while !list.isAtEnd {
            let index = list.currentIndex, numbers = try list.decode([Double].self)
            guard numbers.count >= 2, abs(numbers[0]) <= 360, abs(numbers[1]) <= 90 else {
                let path = list.codingPath + [GeoJSONIndex(intValue: index)]
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: path, debugDescription: "it is not a longitude and a latitude in degrees"))
            }
            positions.append((Int64((numbers[0] * 1e7).rounded()), Int64((numbers[1] * 1e7).rounded())))
        }
        do {
            return try Ring(positions)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: list.codingPath, debugDescription: error.problem))
        }
    }
}

private struct GeoJSONIndex: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}

extension Ring.Fault {
    fileprivate var problem: String {
        switch self {
        case .tooShort: "the ring has fewer than four positions"
        case .notClosed: "the ring is not closed: its last position is not its first"
        case .flat: "the ring surrounds no area"
        case .aroundPole: "the ring leads around a pole or more than once around the Earth"
        }
    }
}
