import Community
import GeoCore

/// The detail of a venue within `StoredGuideContent`; names and meanings never change.
struct StoredVenueDetail: Codable {
    typealias Unreadable = StoredGuideContent.Unreadable

    var pictures: [Picture]
    var plans: [Plan]
    var entrances: [Entrance]
    var features: [String: Bool]
    var note: String?

    struct Picture: Codable {
        var kind: String
        var picture: StoredGuideContent.Picture
    }

    struct Plan: Codable {
        var picture: StoredGuideContent.Picture
        /// In hundredths.
        var level: Int32
        var label: String?
        var lat: Int32
        var lon: Int32
        /// In metres.
        var width: Double
        /// In degrees.
        var rotation: Double
        var opacity: Double
    }

    struct Entrance: Codable {
        var lat: Int32
        var lon: Int32
        var name: String?
        var stepFree: Bool?
        /// In hundredths.
        var level: Int32?
    }

    init(_ detail: VenueDetail) {
        pictures = detail.pictures.map { Picture(kind: $0.kind.rawValue, picture: .init($0.picture)) }
        plans = detail.plans.map { plan in
            Plan(
                picture: .init(plan.picture), level: plan.level.hundredths, label: plan.label,
                lat: plan.center.latitudeE7, lon: plan.center.longitudeE7, width: plan.widthMetres,
                rotation: plan.rotationDegrees, opacity: plan.opacity)
        }
        entrances = detail.entrances.map { entrance in
            Entrance(
                lat: entrance.point.latitudeE7, lon: entrance.point.longitudeE7, name: entrance.name,
                stepFree: entrance.isStepFree, level: entrance.level?.hundredths)
        }
        features = Dictionary(uniqueKeysWithValues: detail.access.features.map { ($0.key.rawValue, $0.value) })
        note = detail.access.note
    }

    var detail: VenueDetail {
        get throws(Unreadable) {
            VenueDetail(
                pictures: try readPictures(), plans: try readPlans(),
                entrances: try readEntrances(), access: VenueAccess(features: try readFeatures(), note: note))
        }
    }

    private func readPictures() throws(Unreadable) -> [VenuePicture] {
        try pictures.map { stored throws(Unreadable) in
            guard let kind = VenuePicture.Kind(rawValue: stored.kind) else { throw Unreadable() }
            return VenuePicture(kind: kind, picture: try stored.picture.shown)
        }
    }

    private func readPlans() throws(Unreadable) -> [FloorPlan] {
        try plans.map { plan throws(Unreadable) in
            FloorPlan(
                picture: try plan.picture.shown, level: try Self.level(plan.level), label: plan.label,
                center: PointE7(latitudeE7: plan.lat, longitudeE7: plan.lon), widthMetres: plan.width,
                rotationDegrees: plan.rotation, opacity: plan.opacity)
        }
    }

    private func readEntrances() throws(Unreadable) -> [Community.Entrance] {
        try entrances.map { entrance throws(Unreadable) in
            Community.Entrance(
                point: PointE7(latitudeE7: entrance.lat, longitudeE7: entrance.lon), name: entrance.name,
                isStepFree: entrance.stepFree,
                level: try entrance.level.map { hundredths throws(Unreadable) in try Self.level(hundredths) })
        }
    }

    private static func level(_ hundredths: Int32) throws(Unreadable) -> Level {
        guard let level = Level(hundredths: hundredths) else { throw Unreadable() }
        return level
    }

    private func readFeatures() throws(Unreadable) -> [VenueAccess.Feature: Bool] {
        var known: [VenueAccess.Feature: Bool] = [:]
        for (word, isThere) in features {
            guard let feature = VenueAccess.Feature(rawValue: word) else { throw Unreadable() }
            known[feature] = isThere
        }
        return known
    }
}
