import FoundationEssentials
import GeoCore

/// Picks positions out of GeoJSON (RFC 7946): of lines and points, alone, as features or in a collection of them. Points beside lines
/// are remarks on those, and are left out.
struct GeoJSONTrack: Decodable {
    private let fixes: [TrackFile.Fix]

    static func fixes(_ bytes: [UInt8]) throws(TrackFile.Fault) -> [TrackFile.Fix] {
        do {
            return try JSONDecoder().decode(GeoJSONTrack.self, from: Data(bytes)).fixes
        } catch let fault as TrackFile.Fault {
            throw fault
        } catch {
            throw TrackFile.Fault(reason: "the file is not GeoJSON as RFC 7946 has it, or is cut off")
        }
    }

    private enum Member: String, CodingKey { case type, features, geometry, properties, coordinates }
    private enum Property: String, CodingKey { case coordTimes, times, timestamp, time, altitude }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        switch try members.decode(String.self, forKey: .type) {
        case "FeatureCollection":
            let features = try members.decode([Feature].self, forKey: .features)
            let lines = features.filter { $0.isLine }
            fixes = (lines.isEmpty ? features : lines).flatMap(\.fixes)
        case "Feature": fixes = try Feature(from: decoder).fixes
        default: fixes = try Geometry(from: decoder).positions
        }
    }

    private struct Feature: Decodable {
        let fixes: [TrackFile.Fix]
        let isLine: Bool

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            let geometry = try members.decodeIfPresent(Geometry.self, forKey: .geometry)
            let positions = geometry?.positions ?? []
            isLine = geometry?.isLine ?? false
            // `null` is a feature's way of saying that it has none.
            let properties = try? members.nestedContainer(keyedBy: Property.self, forKey: .properties)
            let times = try properties.map { try Self.times($0, ofOne: positions.count == 1) } ?? []
            // As this server's own files have it.
            let altitude = positions.count == 1 ? (try? properties?.decode(Double.self, forKey: .altitude)) : nil
            fixes = positions.enumerated().map { index, position in
                TrackFile.Fix(
                    coordinate: position.coordinate, seconds: times.count == positions.count ? times[index] : nil,
                    altitudeMetres: position.altitudeMetres ?? altitude)
            }
        }

        private static func times(
            _ properties: KeyedDecodingContainer<Property>, ofOne: Bool
        ) throws -> [Double] {
            for name in ofOne ? [Property.timestamp, .time] : [.coordTimes, .times] where properties.contains(name) {
                let texts = (try? properties.decode(Times.self, forKey: name))?.texts ?? []
                return try texts.map { text in
                    guard let time = DateTime.read(text) else {
                        throw TrackFile.Fault(
                            reason: "a time of the GeoJSON file does not look like 2026-10-01T12:00:00Z")
                    }
                    return Double(time) / 1000
                }
            }
            return []
        }
    }

    /// A time, times, or lists of them for each line.
    private struct Times: Decodable {
        let texts: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                texts = [text]
            } else if let list = try? value.decode([String].self) {
                texts = list
            } else {
                texts = try value.decode([[String]].self).flatMap { $0 }
            }
        }
    }

    private struct Geometry: Decodable {
        let positions: [TrackFile.Fix]
        let isLine: Bool

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            let type = try members.decode(String.self, forKey: .type)
            isLine = type.hasSuffix("LineString")
            let positions: [[Double]] =
                switch type {
                case "Point": [try members.decode([Double].self, forKey: .coordinates)]
                case "LineString", "MultiPoint": try members.decode([[Double]].self, forKey: .coordinates)
                case "MultiLineString":
                    try members.decode([[[Double]]].self, forKey: .coordinates).flatMap { $0 }
                default:
                    throw TrackFile.Fault(reason: "a track is made of lines or points, and the GeoJSON file has others")
                }
            self.positions = try positions.map { position in
                // Longitude first; an altitude may follow.
                guard position.count >= 2, let coordinate = Coordinate(latitude: position[1], longitude: position[0])
                else {
                    throw TrackFile.Fault(
                        reason: "a position of the GeoJSON file is not longitude, latitude in degrees")
                }
                return TrackFile.Fix(
                    coordinate: coordinate, altitudeMetres: position.count > 2 ? position[2] : nil)
            }
        }
    }
}
