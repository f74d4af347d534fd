import Community
import Foundation
import GeoCore

/// The drawn features, as JSON in a column. Names and meanings never change, because existing databases contain them.
struct StoredOverlay: Codable {
    var features: [Feature]

    struct Feature: Codable {
        var kind: String
        var name: String?
        var note: String?
        /// `point`, `line`, `area` or `ways`.
        var shape: String
        /// Latitude and longitude alternating, degrees × 10⁷.
        var points: [Int32]?
        var ways: [Int64]?
        var travellers: [String]
        var factor: Double?
        var from: Timestamp?
        var until: Timestamp?
    }

    init(_ features: [Overlay.Feature]) { self.features = features.map { Feature($0) } }

    init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// The features; `nil` if the JSON contains words that this program never writes.
    var content: [Overlay.Feature]? {
        let content = features.compactMap(\.content)
        return content.count == features.count ? content : nil
    }
}

extension StoredOverlay.Feature {
    fileprivate init(_ feature: Overlay.Feature) {
        kind = feature.kind.rawValue
        (name, note, factor, from, until) = (feature.name, feature.note, feature.factor, feature.from, feature.until)
        travellers = feature.travellers.map(\.rawValue)
        func numbers(_ points: [PointE7]) -> [Int32] { points.flatMap { [$0.latitudeE7, $0.longitudeE7] } }
        switch feature.place {
        case .point(let point): (shape, points) = ("point", numbers([point]))
        case .line(let line): (shape, points) = ("line", numbers(line))
        case .area(let corners): (shape, points) = ("area", numbers(corners))
        case .ways(let ids): (shape, ways) = ("ways", ids)
        }
    }

    fileprivate var content: Overlay.Feature? {
        guard let kind = Overlay.Kind(rawValue: kind), let place else { return nil }
        let known = travellers.compactMap { Overlay.Traveller(rawValue: $0) }
        guard known.count == travellers.count else { return nil }
        return Overlay.Feature(
            kind: kind, name: name, note: note, place: place, travellers: known, factor: factor, from: from,
            until: until)
    }

    private var place: Overlay.Place? {
        let numbers = points ?? []
        guard numbers.count.isMultiple(of: 2) else { return nil }
        let points = stride(from: 0, to: numbers.count, by: 2).map {
            PointE7(latitudeE7: numbers[$0], longitudeE7: numbers[$0 + 1])
        }
        guard points.allSatisfy(\.isOnEarth) else { return nil }
        switch shape {
        case "point": return points.first.map { .point($0) }
        case "line": return .line(points)
        case "area": return .area(points)
        case "ways": return ways.map { .ways($0) }
        default: return nil
        }
    }
}
