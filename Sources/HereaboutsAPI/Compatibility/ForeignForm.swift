/// JSON in another project's form: the parts that its clients rely on, and the address of that project's description.
package struct ForeignForm: Sendable {
    /// The name of its schema.
    package let name: String
    package let documentation: String
    package let shape: JSONValue
    /// The forms that the shape refers to.
    package let parts: [ForeignForm]

    init(_ name: String, _ documentation: String, shape: JSONValue, parts: [ForeignForm] = []) {
        (self.name, self.documentation, self.shape, self.parts) = (name, documentation, shape, parts)
    }

    /// A form that is an object.
    init(
        _ name: String, _ documentation: String, _ members: [String: JSONValue], needed: [JSONValue] = [],
        parts: [ForeignForm] = []
    ) {
        let shape: JSONValue = ["type": "object", "properties": .object(members), "required": .array(needed)]
        self.init(name, documentation, shape: shape, parts: parts)
    }

    fileprivate var reference: JSONValue { Schema.reference(name).json }
}

extension SchemaCollector {
    /// Returns the schema of another project's form, after adding the ones it refers to.
    package func schema(of form: ForeignForm) -> Schema {
        for part in form.parts { _ = schema(of: part) }
        guard case .object(var words) = form.shape else { return Schema(form.shape) }
        words["externalDocs"] = ["url": .text(form.documentation)]
        return named(form.name, Schema(.object(words)))
    }
}

private let text: JSONValue = ["type": "string"]
private let number: JSONValue = ["type": "number"]
private let integer: JSONValue = ["type": "integer"]
private let truth: JSONValue = ["type": "boolean"]
private let object: JSONValue = ["type": "object"]
private let objectOrNull: JSONValue = ["type": ["object", "null"]]

private func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

extension ForeignForm {
    // MARK: GeoJSON

    private static let geoJSONDocumentation = "https://www.rfc-editor.org/rfc/rfc7946"

    private static let geoJSONFeature = ForeignForm(
        "GeoJSONFeature", geoJSONDocumentation,
        [
            "type": ["type": "string", "enum": ["Feature"]], "geometry": objectOrNull, "properties": objectOrNull,
            "bbox": list(number), "id": ["type": ["string", "number"]],
        ], needed: ["type", "geometry", "properties"])

    /// A collection of GeoJSON features; other members may stand beside them.
    static let geoJSONFeatures = ForeignForm(
        "GeoJSONFeatures", geoJSONDocumentation,
        [
            "type": ["type": "string", "enum": ["FeatureCollection"]],
            "features": list(geoJSONFeature.reference),
        ], needed: ["type", "features"], parts: [geoJSONFeature])

    // MARK: OSRM

    private static let osrmDocumentation = "https://github.com/Project-OSRM/osrm-backend/blob/master/docs/http.md"

    private static func osrm(_ name: String, _ members: [String: JSONValue]) -> ForeignForm {
        ForeignForm(
            "OSRM" + name, osrmDocumentation, members.merging(["code": text, "data_version": text]) { own, _ in own },
            needed: ["code"])
    }

    static let osrmRoutes = osrm("Routes", ["routes": list(object), "waypoints": list(object)])
    static let osrmNearest = osrm("Nearest", ["waypoints": list(object)])
    static let osrmTable = osrm(
        "Table",
        [
            "durations": list(list(["type": ["number", "null"]])),
            "distances": list(list(["type": ["number", "null"]])), "sources": list(object),
            "destinations": list(object), "fallback_speed_cells": list(list(integer)),
        ])
    static let osrmTrips = osrm("Trips", ["trips": list(object), "waypoints": list(object)])
    static let osrmMatch = osrm("Match", ["matchings": list(object), "tracepoints": list(objectOrNull)])
    static let osrmRefusal = ForeignForm(
        "OSRMRefusal", osrmDocumentation, ["code": text, "message": text], needed: ["code", "message"])

    // MARK: Valhalla

    private static let valhallaDocumentation = "https://valhalla.github.io/valhalla/api/isochrone/api-reference/"

    static let valhallaIsochrone = geoJSONFeatures
    static let valhallaRefusal = ForeignForm(
        "ValhallaRefusal", valhallaDocumentation,
        ["error_code": integer, "error": text, "status_code": integer, "status": text],
        needed: ["error_code", "error", "status_code", "status"])

    // MARK: Nominatim and Photon

    private static let nominatimDocumentation = "https://nominatim.org/release-docs/latest/api/Output/"

    /// One place, or an object with `error` where there is no place.
    private static let nominatimResult = ForeignForm(
        "NominatimResult", nominatimDocumentation,
        [
            "place_id": integer, "licence": text, "osm_type": text, "osm_id": integer, "lat": text, "lon": text,
            "category": text, "class": text, "type": text, "place_rank": integer, "importance": number,
            "addresstype": text, "name": ["type": ["string", "null"]], "display_name": text, "boundingbox": list(text),
            "address": object, "extratags": objectOrNull, "namedetails": objectOrNull, "error": text,
        ])
    /// A list in the forms `json` and `jsonv2`, features in `geojson` and `geocodejson`.
    static let nominatimPlaces = ForeignForm(
        "NominatimPlaces", nominatimDocumentation,
        shape: ["anyOf": [list(nominatimResult.reference), geoJSONFeatures.reference]],
        parts: [nominatimResult, geoJSONFeatures])
    static let nominatimPlace = ForeignForm(
        "NominatimPlace", nominatimDocumentation,
        shape: ["anyOf": [geoJSONFeatures.reference, nominatimResult.reference]],
        parts: [geoJSONFeatures, nominatimResult])
    static let nominatimStatus = ForeignForm(
        "NominatimStatus", "https://nominatim.org/release-docs/latest/api/Status/",
        [
            "status": integer, "message": text, "data_updated": text, "software_version": text,
            "database_version": text,
        ], needed: ["status", "message"])
    static let nominatimRefusal = ForeignForm(
        "NominatimRefusal", nominatimDocumentation,
        [
            "error": [
                "type": "object", "properties": ["code": integer, "message": text], "required": ["code", "message"],
            ]
        ], needed: ["error"])

    private static let photonDocumentation = "https://github.com/komoot/photon/blob/master/docs/api-v1.md"

    static let photonPlaces = geoJSONFeatures
    static let photonStatus = ForeignForm(
        "PhotonStatus", photonDocumentation, ["status": text, "import_date": text], needed: ["status"])
    static let photonRefusal = ForeignForm(
        "PhotonRefusal", photonDocumentation, ["message": text], needed: ["message"])

    // MARK: The map and this description

    /// An icon of a sprite: where it is on the picture, in pixels.
    private static let spriteIcon = ForeignForm(
        "SpriteIcon", spriteDocumentation,
        ["x": integer, "y": integer, "width": integer, "height": integer, "pixelRatio": number],
        needed: ["x", "y", "width", "height", "pixelRatio"])
    private static let spriteDocumentation = "https://maplibre.org/maplibre-style-spec/sprite/"

    /// Icons by their names.
    static let mapSprite = ForeignForm(
        "MapSprite", spriteDocumentation,
        shape: ["type": "object", "additionalProperties": spriteIcon.reference], parts: [spriteIcon])

    static let mapStyle = ForeignForm(
        "MapStyle", "https://maplibre.org/maplibre-style-spec/",
        [
            "version": integer, "name": text, "sources": object, "layers": list(object), "glyphs": text, "sprite": text,
            "light": object,
        ],
        needed: ["version", "sources", "layers"])
    static let openAPI = ForeignForm(
        "OpenAPIDocument", "https://spec.openapis.org/oas/v3.1.0",
        ["openapi": text, "info": object, "servers": list(object), "paths": object, "components": object],
        needed: ["openapi", "info", "paths"])

    // MARK: Clients of labs

    /// Where the form comes from: the labs of a course on mobile apps.
    private static let labDocumentation = "https://eecs441.eecs.umich.edu"

    /// Rows of author, message, time and a place or null.
    static let classicPosts = ForeignForm(
        "ClassicPosts", labDocumentation, ["chatts": list(list(["type": ["string", "null"]]))], needed: ["chatts"])
    static let classicTaken = ForeignForm("ClassicTaken", labDocumentation, ["result": text], needed: ["result"])
    static let classicNothing = ForeignForm("ClassicNothing", labDocumentation, [:])

    // MARK: Trackers

    private static let overlandDocumentation = "https://github.com/aaronpk/Overland-iOS#api"

    static let taken = ForeignForm("ReportTaken", overlandDocumentation, ["result": text], needed: ["result"])
    static let overlandReport = ForeignForm(
        "OverlandReport", overlandDocumentation, ["locations": list(geoJSONFeature.reference)], needed: ["locations"],
        parts: [geoJSONFeature])
    static let ownTracksReport = ForeignForm(
        "OwnTracksReport", "https://owntracks.org/booklet/tech/json/",
        ["_type": text, "lat": number, "lon": number, "tst": integer, "acc": number, "tid": text], needed: ["_type"])
    static let ownTracksMessages = ForeignForm(
        "OwnTracksMessages", "https://owntracks.org/booklet/tech/http/", shape: list(ownTracksReport.reference),
        parts: [ownTracksReport])
    static let traccarReport = ForeignForm(
        "TraccarReport", "https://www.traccar.org/osmand/", ["device_id": text, "location": object],
        needed: ["device_id", "location"])
}
