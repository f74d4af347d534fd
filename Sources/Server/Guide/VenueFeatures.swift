import Community
import FoundationEssentials
import HereaboutsAPI

/// Reads venues from GeoJSON (RFC 7946): a collection of points whose properties are a venue's members. It ignores
/// other properties. Such a file holds no pictures.
struct VenueFeatures {
    /// The valid features, and the refused ones.
    private(set) var drafts: [GuideDraft] = []
    private(set) var faults: [GuideTables.Fault] = []

    init(_ json: [UInt8]) {
        guard let collection = try? JSONDecoder().decode(sent: Collection.self, from: json),
            collection.type == "FeatureCollection"
        else {
            faults = [.init(place: "the file", reason: "is not GeoJSON with a FeatureCollection")]
            return
        }
        for (index, feature) in collection.features.enumerated() {
            switch feature.outcome {
            case .success(let content): read(content, index + 1)
            case .failure(let fault):
                faults.append(.init(place: Self.place(index + 1, fault.field), reason: "is missing or of another type"))
            }
        }
    }

    private mutating func read(_ feature: Feature.Content, _ number: Int) {
        do {
            var location: GuideLocation?
            if let geometry = feature.geometry {
                guard geometry.type == "Point", let point = geometry.coordinates, (2...3).contains(point.count) else {
                    throw CommunityFault.invalid(field: "geometry", reason: "is not a point")
                }
                // Longitude first (RFC 7946 §3.1.1).
                location = GuideLocation(lat: point[1], lon: point[0])
            }
            let draft = try GuideDraft(feature.properties.fields(at: location))
            try Guide.check(draft.content)
            drafts.append(draft)
        } catch {
            guard case .invalid(let field, let reason) = error as? CommunityFault else { return }
            faults.append(.init(place: Self.place(number, field == "location" ? "geometry" : field), reason: reason))
        }
    }

    private static func place(_ number: Int, _ field: String?) -> String {
        "feature \(number)" + (field.map { ", \($0)" } ?? "")
    }

    private struct Collection: Decodable {
        let type: String
        /// At most one feature more than an import may have.
        let features: [Feature]

        enum CodingKeys: CodingKey { case type, features }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            type = try members.decode(String.self, forKey: .type)
            var rest = try members.nestedUnkeyedContainer(forKey: .features), features: [Feature] = []
            while !rest.isAtEnd, features.count <= GuideTables.venues { features.append(try rest.decode(Feature.self)) }
            self.features = features
        }
    }

    /// A feature, or its fault: one fault must not hide the others.
    private struct Feature: Decodable {
        struct Fault: Error {
            let field: String?
        }

        let outcome: Result<Content, Fault>

        init(from decoder: any Decoder) throws {
            do {
                outcome = .success(try Content(from: decoder))
            } catch let error as DecodingError {
                // The rest of the path is the feature's own place in the file.
                let member = error.path.dropFirst(decoder.codingPath.count).last { $0.intValue == nil }
                outcome = .failure(Fault(field: member?.stringValue))
            }
        }

        struct Content: Decodable {
            let geometry: Geometry?
            let properties: Properties
        }
    }

    private struct Geometry: Decodable {
        let type: String
        let coordinates: [Double]?

        enum CodingKeys: CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            type = try members.decode(String.self, forKey: .type)
            // Coordinates of other kinds are nested.
            coordinates = type == "Point" ? try members.decode([Double].self, forKey: .coordinates) : nil
        }
    }

    private struct Properties: Decodable {
        let name: String
        let address: String?
        let description: String?
        let hours: String?
        let link: String?
        let detail: Detail?
        let state: GuideState?
        let publishAt: String?

        enum CodingKeys: String, CodingKey {
            case name, address, description, hours, link, detail, state
            case publishAt = "publish_at"
        }

        func fields(at location: GuideLocation?) -> VenueFields {
            VenueFields(
                name: name, address: address, location: location, description: description, hours: hours, link: link,
                detail: detail.map { VenueDetailFields(entrances: $0.entrances, access: $0.access) },
                state: state ?? .draft, publishAt: publishAt)
        }
    }

    /// The building without the pictures and floor plans.
    private struct Detail: Decodable {
        let entrances: [HereaboutsAPI.Entrance]?
        let access: HereaboutsAPI.VenueAccess?
    }
}
