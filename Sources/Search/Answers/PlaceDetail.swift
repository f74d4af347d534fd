package import Atlas
package import GeoCore

/// All that is known of one place.
package struct PlaceDetail: Equatable, Sendable {
    package let place: PlaceID
    /// The box around its outline or lines; its point's for a place without.
    package let bounds: IntBox
    /// The street that crosses its street nearest to it.
    package let crossStreet: PlaceID?
}

extension SearchEngine {
    /// Finds a place by the OpenStreetMap object that it is, or is part of; `nil` for one that is not in the atlas.
    package func place(_ ref: PlaceRef) -> PlaceDetail? {
        guard let place = places.place(ref) else { return nil }
        var bounds = IntBox.empty
        bounds.include(places.point(place))
        if let shape = places.shape(place) { bounds.include(shape.bounds) }
        let street = places.type(place) == .street ? nil : places.street(place)
        let cross = street.flatMap { nearestCrossStreet(of: $0, to: places.point(place))?.place }
        return PlaceDetail(place: place, bounds: bounds, crossStreet: cross)
    }

    /// A place as JSON (docs/search.md), or `nil` for one that is not in the atlas.
    package func placeJSON(_ ref: PlaceRef, language: String? = nil) -> [UInt8]? {
        guard let detail = place(ref) else { return nil }
        let place = detail.place, language = NameLanguage(language, in: places), point = places.point(place)
        var json = JSONWriter(reservingCapacity: 1024), label: [UInt8] = []
        json.beginObject()
        write(identity: place, type: places.type(place), to: &json)
        writeName(of: place, as: "name", language, to: &json)
        writeNames(of: place, to: &json)
        appendLabel(place, language, to: &label)
        if !label.isEmpty {
            json.key("label")
            json.value(utf8: label.span)
        }
        json.key("address")
        json.beginObject()
        writeStreet(of: place, language, to: &json)
        write(places.houseNumber(place), as: "housenumber", to: &json)
        write(places.locality(place), to: &json)
        json.endObject()
        json.key("lat")
        json.value(e7: point.latitudeE7)
        json.key("lon")
        json.value(e7: point.longitudeE7)
        json.key("bounds")
        json.beginArray()
        for side in [detail.bounds.minX, detail.bounds.minY, detail.bounds.maxX, detail.bounds.maxY] {
            json.value(e7: side)
        }
        json.endArray()
        writeDetails(of: place, to: &json)
        json.endObject()
        return json.bytes
    }

    /// Names by language, from `name:fi` and its like.
    private func writeNames(of place: PlaceID, to json: inout JSONWriter) {
        json.key("names")
        json.beginObject()
        forEachDetail(of: place) { key, value in
            guard key.starts(with: Self.namePrefix) else { return }
            let language = key.dropFirst(Self.namePrefix.count)
            json.key(utf8: language.span)
            json.value(utf8: value.span)
        }
        json.endObject()
    }

    /// All other details under their OpenStreetMap keys.
    private func writeDetails(of place: PlaceID, to json: inout JSONWriter) {
        json.key("details")
        json.beginObject()
        forEachDetail(of: place) { key, value in
            guard !key.starts(with: Self.namePrefix) else { return }
            json.key(utf8: key.span)
            json.value(utf8: value.span)
        }
        json.endObject()
    }

    private static var namePrefix: [UInt8] { [UInt8]("name:".utf8) }

    private func forEachDetail(of place: PlaceID, _ visit: ([UInt8], [UInt8]) -> Void) {
        for position in places.detailRange(place) {
            var key: [UInt8] = [], value: [UInt8] = []
            places.text.append(places.detailKey(at: position), to: &key)
            places.text.append(places.detail(at: position), to: &value)
            visit(key, value)
        }
    }
}
