package import Atlas
package import GeoCore

extension SearchEngine {
    /// All that is known of the place that an OpenStreetMap object is, or is part of, as JSON (docs/search.md); `nil`
    /// for one that is not in the atlas. With `time` it tells whether it is open then, and how long.
    package func placeJSON(_ ref: PlaceRef, language: String? = nil, at time: PlaceTime? = nil) -> [UInt8]? {
        guard let place = places.place(ref) else { return nil }
        let language = NameLanguage(language, in: places), point = places.point(place),
            bounds = places.shape(place)?.extent ?? places.bounds(place)
        var json = JSONWriter(reservingCapacity: 1024), label: [UInt8] = []
        json.beginObject()
        write(identity: place, type: places.type(place), to: &json)
        writeKindNames(of: place, to: &json)
        writeName(of: place, as: "name", language, to: &json)
        writeNames(of: place, to: &json)
        appendLabel(place, in: places.locality(place), language, to: &label)
        if !label.isEmpty {
            json.key("label")
            json.value(utf8: label.span)
        }
        json.key("address")
        json.beginObject()
        writeStreet(of: place, language, to: &json)
        write(places.houseNumber(place), as: "housenumber", to: &json)
        write(
            places.locality(place), countryCode(of: place, in: places.locality(place), AddressTags(in: places)),
            to: &json)
        json.endObject()
        json.members(of: point)
        json.key("bounds")
        json.value(bounds)
        writeVisit(to: place, at: time, VisitTags(in: places), to: &json, changes: true)
        writeDetails(of: place, to: &json)
        json.endObject()
        return json.bytes
    }

    /// What its kind is called, by language.
    private func writeKindNames(of place: PlaceID, to json: inout JSONWriter) {
        json.key("kind_names")
        json.beginObject()
        for (index, language) in KindLexicon.languages.enumerated() {
            guard let name = kindNames.name(ofKind: places.kind(place), in: index) else { continue }
            json.key(language)
            json.value(utf8: name)
        }
        json.endObject()
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
